#!/usr/bin/env bash
# Makes the page: web/site, beside web/index.html. Any file server can serve the folder web then.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    echo "the standard library for browsers is missing: rustup target add $target" >&2
    exit 2
fi
# Both halves of wasm-bindgen must be of one version.
metadata=$(cargo metadata --locked --format-version 1 --filter-platform $target)
version=$(grep -o '"name":"wasm-bindgen","version":"[^"]*"' <<<"$metadata" | head -1 | cut -d'"' -f8)
folder=$(grep -o '"target_directory":"[^"]*"' <<<"$metadata" | cut -d'"' -f4)
if [ "$(wasm-bindgen --version 2>/dev/null)" != "wasm-bindgen $version" ]; then
    echo "wasm-bindgen $version is missing: cargo install --no-default-features wasm-bindgen-cli@$version" >&2
    exit 2
fi

cargo build --locked --profile web -p stickslip-web --target $target
rm -rf web/site
wasm-bindgen --target web --no-typescript --remove-name-section --remove-producers-section \
    --out-dir web/site --out-name stickslip "$folder/$target/web/stickslip_web.wasm"
# File servers do not compress; the page unpacks by itself.
gzip --best --keep web/site/stickslip_bg.wasm
cp docs/window.png assets/icons/stickslip.svg web/site/
mv web/site/stickslip.svg web/site/icon.svg
echo "web/ is the page ($(wc -c <web/site/stickslip_bg.wasm.gz) bytes to load): python3 -m http.server -d web"

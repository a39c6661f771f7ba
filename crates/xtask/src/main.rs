//! Regenerates the pages and pictures of this repository that the program itself makes; name some to limit the run.
//!
//! | task | makes |
//! |---|---|
//! | `cargo run -p xtask -- pages` | the pages of `docs` |
//! | `cargo run -p xtask -- pictures` | the pictures and the film of `docs`, and those of the gallery |
//!
//! Tests compare each page with the program, so an outdated page fails the gate. Check pictures by eye.

mod palette;
mod pictures;
mod virtual_display;
mod window_picture;

use std::io::Write;
use std::process::{Command, ExitCode};

/// The folder of the repository.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A page, the command that writes it, and what it costs.
struct Page {
    name: &'static str,
    command: &'static [&'static str],
    cost: &'static str,
}

const PAGES: &[Page] = &[
    Page { name: "scene-language", command: &["language", "--report", "docs/scene-language.md"], cost: "at once" },
    Page { name: "quantities", command: &["quantities", "--report", "docs/quantities.md"], cost: "at once" },
    Page { name: "laws", command: &["laws", "--report", "docs/laws.md"], cost: "seconds" },
    Page {
        name: "solvers",
        command: &["solvers", "--report", "docs/solvers.md"],
        cost: "a minute; on a quiet machine, for it shows times",
    },
    Page {
        name: "reproduction",
        command: &["figure", "--out", "docs/figures", "--report", "docs/reproduction.md"],
        cost: "a minute",
    },
    Page { name: "suites", command: &["verify", "--report", "docs/suites.md"], cost: "a quarter of a minute" },
    Page {
        name: "polygons",
        command: &["polygons", "--out", "docs/figures", "--report", "docs/polygons.md"],
        cost: "hours",
    },
];

/// Pages that are made without being named.
const USUAL: &[&str] = &["scene-language", "quantities", "laws", "reproduction", "suites"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let made = match arguments.split_first() {
        Some((task, [])) if task == "pages" => make(USUAL),
        Some((task, names)) if task == "pages" => make(&names.iter().map(String::as_str).collect::<Vec<_>>()),
        Some((task, names)) if task == "pictures" => pictures::make(names),
        _ => Err(usage()),
    };
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            say(&why);
            ExitCode::FAILURE
        }
    }
}

/// Writes a line to standard error. If even that fails, nothing is left to do.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Makes these pages with the program of this checkout, in the folder of the repository.
fn make(names: &[&str]) -> Result<(), String> {
    let page = |name: &&str| {
        PAGES.iter().find(|page| page.name == *name).ok_or_else(|| format!("no page `{name}`\n{}", usage()))
    };
    let pages: Vec<&Page> = names.iter().map(page).collect::<Result<_, _>>()?;
    for page in pages {
        let status = Command::new(env!("CARGO"))
            .args(["run", "--locked", "--package", "stickslip", "--"])
            .args(page.command)
            .current_dir(ROOT)
            .status()
            .map_err(|error| format!("cargo: {error}"))?;
        if !status.success() {
            return Err(format!("page `{}` was not made", page.name));
        }
    }
    Ok(())
}

fn usage() -> String {
    let rows = PAGES.iter().map(|page| {
        let usual = if USUAL.contains(&page.name) { "" } else { "; only if named" };
        format!("\n  {:15} {}{usual}", page.name, page.cost)
    });
    let pages = rows.collect::<String>();
    format!("usage: cargo run -p xtask -- pages [NAME]...\npages:{pages}\n{}", pictures::usage())
}

//! Reasons why this machine cannot draw, with the packages to install.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Reason why this machine cannot open the window or render a picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// No display to open a window on.
    #[error(
        "no display: neither DISPLAY nor WAYLAND_DISPLAY is set (on a machine without a screen: \
         `apt-get install xvfb`, then `xvfb-run stickslip …`; `stickslip run` and `stickslip snapshot` need no screen)"
    )]
    NoScreen,
    /// A library or driver is missing.
    #[error("cannot start the {what}: {why}; {help}")]
    Missing {
        /// The component that failed: window or renderer.
        what: &'static str,
        /// Message of the failed component.
        why: String,
        /// Packages to install.
        help: &'static str,
    },
}

/// Debian packages that a window and a picture need.
const PACKAGES: &str = "on Debian or Ubuntu: apt-get install libvulkan1 mesa-vulkan-drivers libxkbcommon-x11-0 libx11-xcb1 \
    libxcursor1 libxi6 libxrandr2 (and xvfb on a machine without a screen)";

/// Runs `work`; converts a panic before it reports that it is running into an error with a remedy.
pub fn guarded<T>(what: &'static str, work: impl FnOnce(Arc<AtomicBool>) -> T) -> Result<T, StartError> {
    let running = Arc::new(AtomicBool::new(false));
    let reason = Arc::new(Mutex::new(String::new()));
    let usual = Arc::new(std::panic::take_hook());
    let (is_running, note, loud) = (running.clone(), reason.clone(), usual.clone());
    std::panic::set_hook(Box::new(move |info| {
        if is_running.load(Ordering::Relaxed) {
            loud(info);
        } else if let Ok(mut note) = note.lock() {
            let text = info.payload_as_str().unwrap_or("unknown fault");
            if note.is_empty() {
                *note = plain(text);
            }
        }
    }));
    let result = catch_unwind(AssertUnwindSafe(|| work(running.clone())));
    std::panic::set_hook(Box::new(move |info| usual(info)));
    result.map_err(|_| StartError::Missing {
        what,
        why: reason.lock().map_or_else(|_| String::new(), |why| why.clone()),
        help: PACKAGES,
    })
}

/// The first line of a fault in plain words: of an error of the window system only its message or name, without the debug
/// form around it and the path of a source file.
fn plain(text: &str) -> String {
    let line = text.lines().next().unwrap_or(text).trim();
    let Some((_, inner)) = line.split_once("OsError {").and_then(|(_, rest)| rest.split_once("error: ")) else {
        return line.to_owned();
    };
    if let Some(quoted) = inner.split('"').nth(1) {
        return quoted.trim_end_matches('.').to_owned();
    }
    let mut names = inner.split(|c: char| !c.is_alphanumeric()).filter(|name| !name.is_empty());
    names.next_back().map_or_else(|| line.to_owned(), words_of)
}

/// The words of a name such as `XOpenDisplayFailed`, in lower case: `x open display failed`.
fn words_of(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A start that fails is told in one line with what to install, without debug forms and paths.
    #[test]
    fn a_failed_start_is_one_line() {
        let file = "/root/.cargo/registry/src/winit-0.30.12/src/platform_impl/linux/mod.rs";
        for (inner, told) in [
            ("XNotSupported(XOpenDisplayFailed)", "x open display failed"),
            ("WaylandError(Connection(NoCompositor))", "no compositor"),
            ("Misc(\"neither WAYLAND_DISPLAY nor DISPLAY is set.\")", "neither WAYLAND_DISPLAY nor DISPLAY is set"),
        ] {
            let text =
                format!("Failed to build event loop: Os(OsError {{ line: 765, file: {file:?}, error: {inner} }})");
            let error = guarded("window", |_| panic!("{text}")).expect_err("a fault");
            let StartError::Missing { why, .. } = &error else { panic!("{error:?}") };
            assert_eq!(why, told);
            let all = error.to_string();
            assert!(!all.contains('\n') && !all.contains("OsError") && !all.contains(".rs"), "{all}");
            assert!(all.contains("apt-get install"), "{all}");
        }
        assert_eq!(plain("no adapter\nat line 3"), "no adapter");
        assert!(!StartError::NoScreen.to_string().contains('\n'));
    }
}

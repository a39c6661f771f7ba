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
    #[error("cannot start the {what}: {why}\n\nhelp: {help}")]
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
pub(crate) fn guarded<T>(what: &'static str, work: impl FnOnce(Arc<AtomicBool>) -> T) -> Result<T, StartError> {
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
                *note = text.lines().next().unwrap_or(text).to_owned();
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

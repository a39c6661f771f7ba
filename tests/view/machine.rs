//! Drawing facilities of this machine. Where a driver or a display is missing, one line reports the skipped test and
//! how to install what it needs, past the harness, which hides the output of passing tests;
//! `STICKSLIP_DRAWING=required` makes it a failure.

pub(crate) use crate::report_skipped::report_skipped;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use stickslip::lab::builtin;
use stickslip::scene::Scene;
use stickslip::view::{SnapshotError, snapshot};

/// Reports a missing driver or display, which fails if drawing is required.
pub(crate) fn not_tested(what: &str, why: &str) {
    report_skipped(what, why);
    let required = std::env::var_os("STICKSLIP_DRAWING").is_some_and(|value| value == "required");
    assert!(!required, "STICKSLIP_DRAWING=required: {what}: {why}");
}

/// True if pictures can be drawn: there is a Vulkan driver, possibly a software one.
pub(crate) fn has_driver() -> bool {
    static FOUND: LazyLock<bool> = LazyLock::new(|| {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").unwrap()).unwrap();
        let folder = temp_dir::TempDir::new().unwrap();
        match snapshot(&scene, &[0.0], &folder.path().join("a.png"), (32, 20)) {
            Ok(_) => true,
            Err(SnapshotError::Start(why)) => {
                not_tested("pictures, films and the window", &why.to_string());
                false
            }
            Err(other) => panic!("{other}"),
        }
    });
    *FOUND
}

/// A virtual display for a window.
pub(crate) struct Display {
    server: Child,
    /// Name of the display, such as `:99`.
    pub(crate) name: String,
}

impl Display {
    /// Starts a virtual display; `None` if no display server can be started.
    pub(crate) fn start() -> Option<Self> {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]);
        let Ok(mut server) = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn() else {
            not_tested(
                "the window",
                "there is no display to open it on; on Debian or Ubuntu: apt-get install xvfb xdotool",
            );
            return None;
        };
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let mut display = Self { server, name: format!(":{}", number.trim()) };
        assert!(number.trim().parse::<u32>().is_ok(), "Xvfb: {:?}", display.server.try_wait());
        Some(display)
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // The server may have exited already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

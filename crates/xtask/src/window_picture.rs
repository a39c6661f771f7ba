//! Pictures of the window with its panels: the program is opened, keys are pressed and places clicked, and F12 saves the picture.

use crate::virtual_display::VirtualDisplay;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Pictures have English words, whatever the language of who makes them.
pub(crate) const ENGLISH: (&str, &str) = ("STICKSLIP_LANG", "en");

/// Longest time to wait for anything; software drawing on a busy machine takes seconds per frame.
const PATIENCE: Duration = Duration::from_secs(300);
/// The window rests when the program has used no processor time for so long: notices are gone by then, and late frames
/// drawn.
const REST: Duration = Duration::from_secs(3);

/// Opens the window with these arguments of `open`, or without any at its gallery, takes the steps one after the other, each
/// once the window rests, and writes what is shown then to `out`. A step is a key, or a gesture at places in the window, pixels:
/// `click 240 200`, `move 700 300`, `drag 700 300 800 350`.
pub(crate) fn take(program: &Path, open: &[&str], steps: &[&str], out: &Path) -> Result<(), String> {
    let display = VirtualDisplay::start()?;
    display.xdotool(&["version"])?;
    let folder = std::env::temp_dir().join(format!("stickslip-pictures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let window = OpenWindow::open(program, open, &display, &folder);
    let taken = window.and_then(|mut window| window.picture(steps, &display, &folder, out));
    let cleared = std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()));
    taken.and(cleared)
}

/// What `xdotool` does for a step in the window with this number. The pauses are what a frame of software drawing takes.
fn gesture(window: &str, step: &str) -> Vec<String> {
    let words: Vec<&str> = step.split_whitespace().collect();
    let go = |x: &str, y: &str| format!("mousemove --window {window} {x} {y} sleep 0.6");
    let text = match words[..] {
        ["move", x, y] => go(x, y),
        ["click", x, y] => format!("{} mousedown 1 sleep 0.4 mouseup 1", go(x, y)),
        ["drag", x, y, to_x, to_y] => {
            let [near, far] = [(x, to_x), (y, to_y)].map(|(from, to)| middle(from, to));
            let way = [go(&near, &far), go(to_x, to_y)].join(" ");
            format!("{} mousedown 1 sleep 0.4 {way} mouseup 1", go(x, y))
        }
        _ => format!("key {step}"),
    };
    text.split_whitespace().map(str::to_owned).collect()
}

/// The middle of two coordinates, pixels.
fn middle(from: &str, to: &str) -> String {
    let number = |text: &str| text.parse::<i32>().unwrap_or_default();
    ((number(from) + number(to)) / 2).to_string()
}

/// The program while its window is open; it ends with this value.
struct OpenWindow(Child);

impl OpenWindow {
    fn open(program: &Path, open: &[&str], display: &VirtualDisplay, folder: &Path) -> Result<Self, String> {
        let child = Command::new(program)
            .args(open.iter().take(1).map(|_| "open"))
            .args(open)
            .current_dir(folder)
            .envs([ENGLISH, ("DISPLAY", display.name.as_str())])
            .env_remove("WAYLAND_DISPLAY")
            .stdout(Stdio::null())
            .spawn();
        child.map(Self).map_err(|error| format!("{}: {error}", program.display()))
    }

    fn picture(&mut self, steps: &[&str], display: &VirtualDisplay, folder: &Path, out: &Path) -> Result<(), String> {
        let id = self.wait("no window", || {
            let ids = display.xdotool(&["search", "--onlyvisible", "--name", "stickslip"]).ok()?;
            ids.lines().next().map(str::to_owned)
        })?;
        display.xdotool(&["windowfocus", &id])?;
        self.rest()?;
        for step in steps {
            let gesture = gesture(&id, step);
            display.xdotool(&gesture.iter().map(String::as_str).collect::<Vec<_>>())?;
            self.rest()?;
        }
        display.xdotool(&["key", "F12"])?;
        let is_picture = |path: &Path| path.extension().is_some_and(|end| end == "png");
        let file = self.wait("no picture", || {
            let files = std::fs::read_dir(folder).ok()?;
            files.flatten().map(|entry| entry.path()).find(|path| is_picture(path))
        })?;
        self.rest()?;
        std::fs::copy(&file, out).map(|_| ()).map_err(|error| format!("{}: {error}", out.display()))
    }

    /// Asks again and again until there is an answer.
    fn wait<T>(&mut self, what: &str, mut ask: impl FnMut() -> Option<T>) -> Result<T, String> {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(answer) = ask() {
                return Ok(answer);
            }
            if let Some(status) = self.0.try_wait().map_err(|error| error.to_string())? {
                return Err(format!("{what}: the program has ended with {status}"));
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        Err(format!("{what} after {PATIENCE:?}"))
    }

    /// Waits until the window rests.
    fn rest(&mut self) -> Result<(), String> {
        let path = format!("/proc/{}/stat", self.0.id());
        // Behind the name in brackets: user and system time are fields 14 and 15 of the line.
        let used = move || -> Option<Vec<String>> {
            let line = std::fs::read_to_string(&path).ok()?;
            let fields = line.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
            Some(fields.map(str::to_owned).collect())
        };
        let (mut last, mut since) = (None, Instant::now());
        self.wait("no rest", || {
            let now = used()?;
            if last.as_ref() != Some(&now) {
                (last, since) = (Some(now), Instant::now());
            }
            (since.elapsed() >= REST).then_some(())
        })
    }
}

impl Drop for OpenWindow {
    fn drop(&mut self) {
        // The program may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

//! The window itself, on a display that the test starts: it opens, draws, handles keys, and closes.

use crate::machine::{Display, has_driver, not_tested};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Maximum time until the window appears or disappears on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

/// Output of `xdotool` on the display; `None` if the command failed.
fn xdotool(display: &Display, arguments: &[&str]) -> Option<String> {
    let output = Command::new("xdotool").args(arguments).env("DISPLAY", &display.name).output().unwrap();
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Calls `ask` repeatedly until it returns a value.
fn wait<T>(what: &str, window: &mut Child, mut ask: impl FnMut(&mut Child) -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(answer) = ask(window) {
            return answer;
        }
        assert!(begin.elapsed() < PATIENCE, "{what}: nothing after {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Resident memory of the program, MB.
fn resident(window: &Child) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", window.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse::<f64>().unwrap() / 1024.0
}

/// Opens built-in scenes from the palette, one after the other, and saves a recording of the last one.
fn open_scenes(display: &Display, id: &str, names: &[&str], folder: &Path, window: &mut Child) {
    for name in names {
        xdotool(display, &["windowfocus", id, "key", "ctrl+p"]);
        std::thread::sleep(Duration::from_millis(700));
        xdotool(display, &["type", "--delay", "30", name]);
        std::thread::sleep(Duration::from_millis(700));
        xdotool(display, &["key", "Return"]);
        std::thread::sleep(Duration::from_millis(1500));
    }
    let last = names.last().unwrap();
    wait("a recording of the last scene", window, |_| {
        xdotool(display, &["windowfocus", id, "key", "ctrl+shift+r"]);
        std::thread::sleep(Duration::from_secs(1));
        let mut files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let is_of = |path: &PathBuf| std::fs::read_to_string(path).is_ok_and(|text| text.contains(last));
        files.find(|path| path.extension().is_some_and(|end| end == "rec") && is_of(path))
    });
}

/// F12 saves a picture of the window into the current folder; opening scene after scene and drawing many frames takes
/// no more memory; closing the window ends the program with success.
#[test]
fn it_opens_takes_a_key_and_closes() {
    let tool = Command::new("xdotool").arg("version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !has_driver() {
        return;
    }
    let Some(display) = Display::start() else { return };
    if tool.is_err() {
        not_tested("the window", "there is nothing to press its keys; on Debian or Ubuntu: apt-get install xdotool");
        return;
    }
    let folder = temp_dir::TempDir::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_stickslip"));
    command.args(["open", "sphere-up-35"]).current_dir(folder.path()).env("DISPLAY", &display.name);
    command.env_remove("WAYLAND_DISPLAY").stdout(Stdio::null()).stderr(Stdio::null());
    let mut window = command.spawn().unwrap();
    let id = wait("the window", &mut window, |window| {
        assert_eq!(window.try_wait().unwrap(), None, "the program ended before its window was there");
        xdotool(&display, &["search", "--onlyvisible", "--name", "stickslip"])
            .and_then(|ids| ids.lines().next().map(str::to_owned))
    });
    // The first frames show no scene yet.
    let is_drawn =
        |path: &PathBuf| std::fs::read(path).is_ok_and(|png| png.starts_with(b"\x89PNG") && png.len() > 20_000);
    wait("a picture of the scene", &mut window, |_| {
        xdotool(&display, &["windowfocus", &id, "key", "F12"]);
        std::thread::sleep(Duration::from_secs(1));
        let mut files = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        files.find(is_drawn)
    });
    // The first scenes fill caches of the renderer and the driver.
    open_scenes(
        &display,
        &id,
        &["brick-slips", "spinning-coin", "ball-in-bowl", "brick-slips"],
        folder.path(),
        &mut window,
    );
    let before = resident(&window);
    open_scenes(
        &display,
        &id,
        &["ball-in-bowl", "spinning-coin", "brick-slips", "spinning-coin"],
        folder.path(),
        &mut window,
    );
    for _ in 0..40 {
        for view in ["1", "3", "7"] {
            xdotool(&display, &["key", view]);
        }
    }
    let after = resident(&window);
    // The allocator keeps a few megabytes of freed memory; leaked meshes, textures and targets of a scene would take
    // more than that after four scenes and hundreds of frames.
    assert!(after < before + 40.0, "{before} MB before, {after} MB after");
    let end = wait("the end of the program", &mut window, |window| {
        xdotool(&display, &["windowclose", &id]);
        window.try_wait().unwrap()
    });
    assert!(end.success(), "{end}");
}

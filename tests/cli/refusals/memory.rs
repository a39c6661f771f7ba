//! Memory per body, as stated in `docs/results.md`.

#![cfg(target_os = "linux")]

use crate::program::stickslip;
use std::fmt::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// Numbers of bodies of the two scenes whose difference gives the memory per body.
const SIZES: [usize; 2] = [20_000, 120_000];

/// A scene of balls of 5 mm; each step is well below the critical one.
fn scene(bodies: &str) -> String {
    format!(
        r#"Scene(schema: 1, title: "memory", time: (dt: 1e-6, duration: 3e-6), gravity: (0.0, 0.0, -9.8),
    friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5), normal: Hooke(k_n: 1e5, damping: Ratio(0.1)),
    bodies: [(name: "ground", shape: Plane), {bodies}])"#
    )
}

/// Balls side by side on a plane, one entry each; they touch only the plane.
fn written_out(count: usize) -> String {
    let mut bodies = String::new();
    for k in 0..count {
        let (x, y) = ((k % 400) as f64 * 0.012, (k / 400) as f64 * 0.012);
        let on = format!("on: (surface: \"ground\", at: ({x:.3}, {y:.3}))");
        writeln!(bodies, "(name: \"ball-{k}\", shape: Sphere(radius: 0.005), density: 2500.0, {on}),").unwrap();
    }
    scene(&bodies)
}

/// A cubic lattice of balls, ten layers high: three pairs per ball, in contact if the spacing is below 10 mm.
fn lattice(count: usize, spacing: f64) -> String {
    let wide = count / 1000;
    scene(&format!(
        r#"(name: "grain", shape: Sphere(radius: 0.005), density: 2500.0, position: (0.0, 0.0, {}),
        fill: Lattice(count: (100, {wide}, 10), spacing: {spacing}))"#,
        0.5 * spacing
    ))
}

/// Peak resident memory of the program, bytes: its VmHWM, polled until it exits. Growth in the last millisecond may be
/// missed.
fn peak(dir: &Path, arguments: &[&str]) -> f64 {
    let mut child = stickslip(dir).args(arguments).stdout(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let (mut peak, mut readings) = (0.0, 0);
    let ended = loop {
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        // A process that has exited but was not waited for has no such line.
        if let Some(line) = text.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
            peak = 1024.0 * line.trim().trim_end_matches(" kB").parse::<f64>().unwrap();
            readings += 1;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    assert!(ended.success() && readings > 10, "{arguments:?}: {ended}, {readings} readings");
    peak
}

/// Bytes per additional body, for a command and a kind of scene.
fn bytes_per_body(command: &str, text: impl Fn(usize) -> String) -> f64 {
    let dir = temp_dir::TempDir::new().unwrap();
    let [small, large] = SIZES.map(|count| {
        let name = format!("{count}.ron");
        std::fs::write(dir.path().join(&name), text(count)).unwrap();
        let arguments: &[&str] = if command == "run" { &["run", &name, "--out", "o"] } else { &["check", &name] };
        peak(dir.path(), arguments)
    });
    (large - small) / (SIZES[1] - SIZES[0]) as f64
}

/// The table of `docs/results.md`: command, kind of scene, bytes per body.
#[test]
fn a_body_takes_no_more_memory_than_is_stated() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results.md")).unwrap();
    let mut rows = 0;
    for row in page.lines().filter(|line| line.starts_with("| `check`") || line.starts_with("| `run`")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [command, kind, _, bound] = cells[..] else { panic!("{row}") };
        let text: fn(usize) -> String = match kind {
            "an entry for each ball, one contact each" => written_out,
            "balls of a `fill`, no contacts" => |count| lattice(count, 0.0104),
            "balls of a `fill`, three contacts each" => |count| lattice(count, 0.0099),
            other => panic!("{other}"),
        };
        let bound: f64 = bound.replace(' ', "").parse().unwrap();
        let found = bytes_per_body(command, text);
        eprintln!("{command}, {kind}: {found:.0} bytes per body, stated {bound:.0}");
        assert!(found <= bound, "{command}, {kind}: {found:.0} bytes per body, stated are {bound:.0}");
        assert!(
            found > 0.2 * bound,
            "{command}, {kind}: {found:.0} bytes per body are far below the stated {bound:.0}"
        );
        rows += 1;
    }
    assert_eq!(rows, 5, "the table of docs/results.md");
}

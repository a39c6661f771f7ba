//! Hostile invocations drawn at random: paths of every kind, pairs of processes on one file, and damaged files. None may
//! end with a wrong result and exit code 0, none may abort, and none may touch a file that its command does not name.

use crate::commands::study::SWEEP;
use crate::program::{RunToEnd, stickslip};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use stickslip::run::drive::{RunPlan, run};
use stickslip::scene::Scene;
use temp_dir::TempDir;

/// Xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Commands that write one file, and the number of the expected file of each.
const WRITERS: [&str; 6] = [
    "run s.ron --duration 0.004 --record",
    "sweep map.ron --force --jobs 1 --out",
    "sweep map.ron --resume --jobs 1 --out",
    "generate heap -n 4 --out",
    "merge part1.csv part2.csv --out",
    "language --report",
];

/// A folder of inputs, and what each command makes of them.
struct Ground {
    folder: TempDir,
    inputs: BTreeMap<String, Vec<u8>>,
    /// The file that each of [`WRITERS`] makes.
    made: Vec<String>,
}

fn typed(dir: &Path, line: &str) -> Command {
    let mut command = stickslip(dir);
    command.args(line.split_whitespace());
    command
}

/// All files below a folder, by path; links and devices by what they are.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let kind = std::fs::symlink_metadata(&path).unwrap().file_type();
        match () {
            () if kind.is_dir() => {
                all.extend(files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
            }
            () if kind.is_file() => _ = all.insert(name, std::fs::read(&path).unwrap()),
            () => _ = all.insert(name, format!("{kind:?}").into_bytes()),
        }
    }
    all
}

/// A page names the command that made it.
fn comparable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).into_owned();
    text.lines().filter(|line| !line.starts_with("Made by `stickslip")).collect::<Vec<_>>().join("\n")
}

impl Ground {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let dir = folder.path();
        std::fs::write(dir.join("s.ron"), stickslip::lab::builtin::text("sphere-up-35").unwrap()).unwrap();
        std::fs::write(dir.join("map.ron"), SWEEP.replace("step: 2.0", "step: 9.0")).unwrap();
        for k in 1..=2 {
            typed(dir, &format!("sweep map.ron --shard {k}/2 --out part{k}.csv")).succeeds();
        }
        let made = WRITERS.iter().map(|line| {
            typed(dir, &format!("{line} made")).succeeds();
            let text = comparable(&std::fs::read(dir.join("made")).unwrap());
            let _ = [std::fs::remove_file(dir.join("made")), std::fs::remove_file(dir.join("made.manifest.json"))];
            text
        });
        let made = made.collect();
        Self { inputs: files(folder.path()), made, folder }
    }

    fn dir(&self) -> &Path {
        self.folder.path()
    }

    /// Checks that nothing but `named` and its companions has changed, then removes these.
    fn check(&self, before: &BTreeMap<String, Vec<u8>>, named: &str, what: &str) {
        let is_named = |name: &str| {
            name == named
                || [".part", ".manifest.json", ".manifest.json.part"].iter().any(|end| name == format!("{named}{end}"))
        };
        for (name, bytes) in before.iter().filter(|(name, _)| !is_named(name)) {
            let now = files(self.dir());
            assert!(now.get(name) == Some(bytes), "{what}: {name} was changed or lost");
        }
        let new: Vec<String> = files(self.dir()).into_keys().filter(|name| !before.contains_key(name)).collect();
        assert!(new.iter().all(|name| is_named(name)), "{what}: it left {new:?}");
        for name in files(self.dir()).into_keys().filter(|name| !self.inputs.contains_key(name)) {
            std::fs::remove_file(self.dir().join(name)).unwrap();
        }
        self.inputs.iter().for_each(|(name, bytes)| std::fs::write(self.dir().join(name), bytes).unwrap());
    }

    /// One command that writes to a path of some kind.
    fn path(&self, random: &mut Random) {
        let k = random.below(WRITERS.len());
        let kinds =
            ["missing", "empty", "own", "foreign", "folder", "nowhere", "link", "dangling", "input", "odd", "-"];
        let kind = *random.of(&kinds);
        let at = |name: &str| self.dir().join(name);
        let mut named = "out".to_owned();
        match kind {
            "empty" => std::fs::write(at("out"), "").unwrap(),
            "own" => _ = typed(self.dir(), &format!("{} out", WRITERS[k])).succeeds(),
            "foreign" => std::fs::write(at("out"), "my notes\n").unwrap(),
            "folder" => _ = std::fs::create_dir(at("folder")),
            "link" | "dangling" => {
                if kind == "link" {
                    std::fs::write(at("far"), "my notes\n").unwrap();
                }
                #[cfg(unix)]
                std::os::unix::fs::symlink("far", at("out")).unwrap();
            }
            "input" => named = random.of(&["s.ron", "map.ron", "part1.csv"]).to_string(),
            "odd" => named = random.of(&["a b.csv", "ä\u{1F980}.rec", "--", "x.csv.part", "'"]).to_string(),
            _ => {}
        }
        let given = match kind {
            "folder" => "folder".to_owned(),
            "nowhere" => "nowhere/out".to_owned(),
            "-" => "-".to_owned(),
            _ => named.clone(),
        };
        let before = files(self.dir());
        let line = format!("{} {kind}", WRITERS[k]);
        let words = WRITERS[k].split_whitespace();
        let flag = words.clone().last().unwrap().to_owned();
        let mut command = stickslip(self.dir());
        command.args(words.take(WRITERS[k].split_whitespace().count() - 1)).arg(format!("{flag}={given}"));
        let said = command.ends();
        assert!([0, 1, 2].contains(&said.code), "{line}: exit code {}: {}", said.code, said.err);
        if said.code == 0 {
            let file = if kind == "dangling" || kind == "link" { at("far") } else { at(&given) };
            let found = if kind == "-" { said.out.into_bytes() } else { std::fs::read(file).unwrap() };
            assert!(comparable(&found) == self.made[k], "{line}: a wrong result");
            assert!(
                !["foreign", "link", "input"].contains(&kind) || WRITERS[k].contains("--force"),
                "{line}: replaced"
            );
        } else {
            assert!(!said.err.trim().is_empty(), "{line}: no reason");
        }
        let target = if matches!(kind, "link" | "dangling") { "far" } else { &given };
        let mut before = before;
        if kind == "link" || kind == "dangling" {
            // The manifest of a table stays beside the name that was given.
            _ = std::fs::remove_file(at("out.manifest.json"));
        }
        if kind == "nowhere" {
            before.extend(files(self.dir()).into_iter().filter(|(name, _)| name.starts_with("nowhere/")));
        }
        self.check(&before, target, &line);
        let _ = [std::fs::remove_dir_all(at("folder")), std::fs::remove_dir_all(at("nowhere"))];
    }

    /// Two processes on one file, the second a moment later.
    fn pair(&self, random: &mut Random) {
        let ks = [random.below(3), random.below(3)];
        let start = |k: usize| {
            let mut command = typed(self.dir(), &format!("{} out", WRITERS[k]));
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let before = files(self.dir());
        let mut first = start(ks[0]);
        std::thread::sleep(Duration::from_micros(random.below(30_000) as u64));
        let mut second = start(ks[1]);
        let codes = [first.wait().unwrap().code(), second.wait().unwrap().code()];
        let what = format!("{ks:?}: {codes:?}");
        assert!(codes.iter().all(|code| matches!(code, Some(0..=2))), "{what}");
        assert!(codes.contains(&Some(0)), "{what}: neither wrote its file");
        let found = comparable(&std::fs::read(self.dir().join("out")).unwrap());
        let is_good = |(k, code): (&usize, &Option<i32>)| *code == Some(0) && found == self.made[*k];
        assert!(ks.iter().zip(&codes).any(is_good), "{what}: a wrong file");
        self.check(&before, "out", &what);
    }
}

/// Does to the bytes of a file what a crash, a bad disk or an editor may do.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let (length, at) = (bytes.len(), random.below(bytes.len().max(1)));
    match random.below(7) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes[at..].fill(0),
        3 => bytes[at..(at + 512).min(length)].fill(0),
        4 => _ = bytes.drain(at..(at + 1 + random.below(200)).min(length)),
        5 => {
            let copy = bytes[at..(at + 1 + random.below(200)).min(length)].to_vec();
            bytes.splice(at..at, copy);
        }
        _ => bytes.extend_from_slice(b"0,1,2\n"),
    }
}

/// A finished or interrupted result, the command that goes on from it, and the files it must come to.
struct Case {
    line: &'static str,
    /// Files that are damaged in turn.
    damaged: Vec<PathBuf>,
    /// Files whose bytes count.
    results: Vec<(PathBuf, Vec<u8>)>,
    folder: TempDir,
    files: BTreeMap<String, Vec<u8>>,
}

impl Case {
    /// `prepare` makes the files in a folder; `results` must come to those of the folder `whole`.
    fn new(line: &'static str, prepare: impl Fn(&Path), [damaged, results]: [&[&str]; 2], whole: &Path) -> Self {
        let folder = inputs();
        prepare(folder.path());
        let at = |name: &&str| PathBuf::from(name);
        let results = results.iter().map(|name| (at(name), std::fs::read(whole.join(name)).unwrap())).collect();
        Self { line, damaged: damaged.iter().map(at).collect(), results, files: files(folder.path()), folder }
    }

    fn go(&self, random: &mut Random) -> bool {
        let dir = self.folder.path();
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let _ = if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        }
        for (name, bytes) in &self.files {
            std::fs::create_dir_all(dir.join(name).parent().unwrap()).unwrap();
            std::fs::write(dir.join(name), bytes).unwrap();
        }
        let victim = random.of(&self.damaged);
        let mut bytes = std::fs::read(dir.join(victim)).unwrap();
        damage(&mut bytes, random);
        std::fs::write(dir.join(victim), bytes).unwrap();
        let said = typed(dir, self.line).ends();
        let what = format!("{} with a damaged {}", self.line, victim.display());
        assert!([0, 1, 2].contains(&said.code), "{what}: exit code {}: {}", said.code, said.err);
        if said.code == 0 {
            for (name, whole) in &self.results {
                assert!(std::fs::read(dir.join(name)).unwrap() == *whole, "{what}: {} is wrong", name.display());
            }
        }
        for (name, bytes) in &self.files {
            let is_result = name.starts_with("o/") || self.results.iter().any(|(result, _)| Path::new(name) == result);
            let is_own = is_result || name.ends_with(".manifest.json") || Path::new(name) == victim;
            assert!(is_own || std::fs::read(dir.join(name)).unwrap() == *bytes, "{what}: {name} changed");
        }
        said.code == 0
    }
}

/// A folder with a scene and a sweep.
fn inputs() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("s.ron"), stickslip::lab::builtin::text("sphere-up-35").unwrap()).unwrap();
    std::fs::write(folder.path().join("map.ron"), SWEEP).unwrap();
    folder
}

/// Leaves a run in the folder `o` as a crash would: a checkpoint, and tables with rows after it.
fn interrupted(dir: &Path) {
    let text = std::fs::read_to_string(dir.join("s.ron")).unwrap();
    let text = stickslip::scene::set(&text, "time.duration", "0.2").unwrap();
    let scene = Scene::parse("s.ron", &text).unwrap();
    let (stop, out) = (AtomicBool::new(false), dir.join("o"));
    let plan = RunPlan { out: Some(&out), checkpoint: Some(0.05), stop: Some(&stop), ..RunPlan::new(&scene, &text) };
    let progress = |step| stop.store(step >= 1024, Ordering::Relaxed);
    assert!(run(&RunPlan { name: "s.ron", ..plan }, progress).unwrap().interrupted);
}

/// Results that are continued, merged or checked.
fn cases() -> Vec<Case> {
    let whole = inputs();
    let dir = whole.path();
    let record = "run s.ron --duration 0.02 --record r.rec";
    for line in ["run s.ron --duration 0.2 --out o", "sweep map.ron --out t.csv", record] {
        typed(dir, line).succeeds();
    }
    let made = |lines: &'static [&'static str]| {
        move |dir: &Path| lines.iter().for_each(|line| _ = typed(dir, line).succeeds())
    };
    let tables = ["o/bodies.csv", "o/contacts.csv", "o/world.csv", "o/events.csv"];
    let damaged = [&tables[..], &["o/.stickslip-files", "o/checkpoint-1", "o/checkpoint-2"]].concat();
    vec![
        Case::new(
            "merge a.csv b.csv --out t.csv",
            made(&["sweep map.ron --shard 1/2 --out a.csv", "sweep map.ron --shard 2/2 --out b.csv"]),
            [&["a.csv", "b.csv"], &["t.csv"]],
            dir,
        ),
        Case::new(
            "sweep map.ron --out t.csv --resume",
            made(&["sweep map.ron --out t.csv"]),
            [&["t.csv", "t.csv.manifest.json"], &["t.csv"]],
            dir,
        ),
        Case::new(
            "run --replay r.rec --verify",
            made(&["run s.ron --duration 0.02 --record r.rec"]),
            [&["r.rec"], &[]],
            dir,
        ),
        Case::new("run --continue o", interrupted, [&damaged, &tables], dir),
    ]
}

/// Draws this many invocations and reports how many of each kind ended well.
fn draw(count: usize) {
    let (ground, cases, mut random) = (Ground::new(), cases(), Random(0x2545_f491_4f6c_dd1d));
    let mut good = 0;
    for k in 0..count {
        match k % 4 {
            0 => ground.path(&mut random),
            1 => ground.pair(&mut random),
            _ => {
                good +=
                    usize::from(random.of(&cases).go(&mut Random((k as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))))
            }
        }
    }
    let damaged = count / 4 + (count + 1) / 4;
    eprintln!("{count} hostile invocations; of {damaged} damaged files {good} were mended or did not matter");
}

#[test]
fn hostile_invocations_end_well_or_with_a_reason() {
    draw(240);
}

#[test]
#[ignore = "minutes: the gate draws fewer"]
fn five_thousand_hostile_invocations_end_well_or_with_a_reason() {
    draw(5000);
}

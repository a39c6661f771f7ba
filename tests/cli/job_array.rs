//! A sweep as a job array, as in docs/sweeps.md: by GNU parallel and by HyperQueue where they are installed, else one
//! line reports what was skipped. `STICKSLIP_PARALLEL` names the program if it is not `parallel`,
//! `STICKSLIP_HYPERQUEUE` a Python that has HyperQueue if `python3` has not. By Slurm only if `STICKSLIP_SBATCH` names
//! its `sbatch`, because that submits jobs. Also shards that were killed.

use crate::commands::study::SWEEP;
use crate::program::{RunToEnd, stickslip};
use crate::report_skipped::report_skipped;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use temp_dir::TempDir;

/// A folder with the sweep, `map.ron`, and its table computed in one piece, `whole.csv`.
fn folder(sweep: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("map.ron"), sweep).unwrap();
    stickslip(folder.path()).args(["sweep", "map.ron", "--out", "whole.csv"]).succeeds();
    folder
}

/// A program whose PATH has `stickslip`, as in a user's shell, without the user's own settings.
fn with_path(program: &str, dir: &Path) -> Command {
    let own = Path::new(env!("CARGO_BIN_EXE_stickslip")).parent().unwrap();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(own.to_path_buf()).chain(std::env::split_paths(&others));
    let mut command = Command::new(program);
    command.current_dir(dir).env("PATH", std::env::join_paths(folders).unwrap()).env("HOME", dir).env("NO_COLOR", "1");
    command
}

/// A line as typed into a shell.
fn typed(dir: &Path, line: &str) -> Command {
    let mut command = with_path("sh", dir);
    command.args(["-c", line]);
    command
}

/// The code block of docs/sweeps.md in this language that begins with this text, with the sweep of the folder filled
/// in.
fn block(language: &str, begins: &str) -> String {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/sweeps.md")).unwrap();
    let fence = format!("```{language}\n");
    let mut blocks = page.split(&fence).skip(1).filter_map(|rest| rest.split("```").next());
    let found = blocks.find(|block| block.starts_with(begins)).unwrap_or_else(|| panic!("{language}: {begins}"));
    found.replace("sphere-classes", "map.ron")
}

/// The page's command that merges four shards gives the table of the sweep in one piece, byte for byte.
fn check_merged(dir: &Path) {
    typed(dir, &block("sh", "stickslip merge")).succeeds();
    for name in ["csv", "csv.manifest.json"] {
        let read = |stem: &str| std::fs::read(dir.join(format!("{stem}.{name}"))).unwrap();
        assert!(read("map") == read("whole"), "{name}");
    }
}

#[test]
fn gnu_parallel_runs_the_shards() {
    let program = std::env::var("STICKSLIP_PARALLEL").unwrap_or_else(|_| "parallel".to_owned());
    let is_gnu = |said: std::process::Output| String::from_utf8_lossy(&said.stdout).starts_with("GNU parallel");
    if !Command::new(&program).arg("--version").output().is_ok_and(is_gnu) {
        let how = "apt-get install parallel, or name it in STICKSLIP_PARALLEL";
        return report_skipped("a sweep by GNU parallel", &format!("`{program}` is not installed; {how}"));
    }
    let folder = folder(SWEEP);
    typed(folder.path(), &block("sh", "parallel ").replacen("parallel", &program, 1)).succeeds();
    check_merged(folder.path());
}

#[test]
fn hyperqueue_runs_the_shards() {
    let python = std::env::var("STICKSLIP_HYPERQUEUE").unwrap_or_else(|_| "python3".to_owned());
    if !Command::new(&python).args(["-c", "import hyperqueue"]).output().is_ok_and(|said| said.status.success()) {
        let how = "pip install hyperqueue, or name a Python that has it in STICKSLIP_HYPERQUEUE";
        return report_skipped("a sweep by HyperQueue", &format!("`{python}` has no package hyperqueue; {how}"));
    }
    let folder = folder(SWEEP);
    std::fs::write(folder.path().join("shards.py"), block("python", "from hyperqueue")).unwrap();
    with_path(&python, folder.path()).arg("shards.py").succeeds();
    check_merged(folder.path());
}

#[test]
fn slurm_runs_the_shards() {
    let Ok(program) = std::env::var("STICKSLIP_SBATCH") else {
        return report_skipped(
            "a sweep by Slurm",
            "it would submit jobs; name its `sbatch` in STICKSLIP_SBATCH to have that",
        );
    };
    let folder = folder(SWEEP);
    let line = block("sh", "sbatch ").replacen("sbatch", &format!("{program} --wait"), 1);
    typed(folder.path(), &line).succeeds();
    let logs = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let tasks: BTreeSet<String> = logs
        .filter(|name| name.starts_with("sweep-"))
        .filter_map(|name| Some(name.strip_suffix(".log")?.rsplit_once('_')?.1.to_owned()))
        .collect();
    assert_eq!(tasks, ["1", "2", "3", "4"].map(str::to_owned).into());
    check_merged(folder.path());
}

/// Starts a shard and kills it once its first rows are written.
fn killed(dir: &Path, shard: &str, out: &str) {
    let header = std::fs::read_to_string(dir.join("whole.csv")).unwrap().lines().next().unwrap().len() as u64 + 1;
    let table = dir.join(out);
    // The shard still has many batches to run, but a busy machine may stall between two looks at the file.
    for _ in 0..10 {
        let mut sweep = stickslip(dir);
        sweep
            .args(["sweep", "map.ron", "--shard", shard, "--out", out, "--jobs", "1", "--force"])
            .stdout(Stdio::null());
        let mut child = sweep.spawn().unwrap();
        let is_begun = || std::fs::metadata(&table).is_ok_and(|table| table.len() > header);
        while child.try_wait().unwrap().is_none() && !is_begun() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        if child.wait().unwrap().code().is_none() {
            return;
        }
    }
    panic!("shard {shard} ended before it could be killed");
}

/// One shard was killed after its first rows, one before them, one was never started: `merge` names each, and the
/// commands it prints complete them as they are.
#[test]
fn shards_that_died_are_named_and_completed() {
    // 151 * 15 cases.
    let folder = folder(&SWEEP.replace("step: 0.02)", "step: 0.002)").replace("duration: 0.02", "duration: 0.1"));
    let dir = folder.path();
    stickslip(dir).args(["sweep", "map.ron", "--shard", "1/4", "--out", "part1.csv"]).succeeds();
    killed(dir, "2/4", "part2.csv");
    killed(dir, "3/4", "part3.csv");
    std::fs::remove_file(dir.join("part3.csv")).unwrap();

    let merge = block("sh", "stickslip merge");
    let said = typed(dir, &merge).fails(2);
    assert!(!dir.join("map.csv").exists(), "{said}");
    for words in [
        "shard 2/4, part2.csv, has ",
        "shard 3/4, part3.csv, has 0 of 566 rows; finish it with",
        "shard 4/4 is missing; make it with",
        "in a job array: --array=2-4\n",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(!said.contains("shard 1/4"), "{said}");
    let commands: Vec<&str> = said.lines().filter_map(|line| line.find("stickslip ").map(|at| &line[at..])).collect();
    assert_eq!(commands.len(), 3, "{said}");
    for command in &commands {
        typed(dir, command).succeeds();
    }
    check_merged(dir);

    // Without any part, the sweep is unknown; a surplus name is not a shard.
    for (parts, words) in [
        ("gone1.csv gone2.csv", "cannot read gone1.csv: there is no such table"),
        ("part1.csv part2.csv part3.csv part4.csv part5.csv", "cannot read part5.csv: there is no such table"),
    ] {
        let said = typed(dir, &format!("stickslip merge {parts} --out other.csv")).fails(2);
        assert!(said.contains(words) && !dir.join("other.csv").exists(), "{said}");
    }
}

/// The printed command writes a missing shard to the path given to `merge`, in whatever form it was given.
#[test]
fn a_missing_shard_is_made_where_it_was_looked_for() {
    let folder = folder(SWEEP);
    let dir = folder.path();
    stickslip(dir).args(["sweep", "map.ron", "--shard", "1/2", "--out", "morning.csv"]).succeeds();
    let merge = "stickslip merge morning.csv 'in the evening.csv' --out map.csv";
    let said = typed(dir, merge).fails(2);
    let command =
        said.lines().find_map(|line| line.find("stickslip ").map(|at| &line[at..])).unwrap_or_else(|| panic!("{said}"));
    assert_eq!(command, "stickslip sweep map.ron --shard 2/2 --out 'in the evening.csv' --resume");
    assert!(said.contains("in a job array: --array=2"), "{said}");
    typed(dir, command).succeeds();
    typed(dir, merge).succeeds();
    assert!(std::fs::read(dir.join("map.csv")).unwrap() == std::fs::read(dir.join("whole.csv")).unwrap());
}

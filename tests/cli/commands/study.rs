//! Sweeps and figures through the program: the same bytes however they are run; faults.

use crate::commands::verify::repository;
use crate::program::{RunToEnd, own_build, stickslip};
use std::path::Path;
use std::process::Command;

/// A sweep of 240 cases.
pub(crate) const SWEEP: &str = r#"Sweep(
    schema: 1,
    title: "a small map",
    scene: "sphere-up-35",
    set: [("friction.slide_damping", Ratio(0.5)), ("friction.roll_damping", Ratio(0.5))],
    duration: 0.02,
    axes: [
        ("friction.eta_r", Range(from: 0.2, to: 0.5, step: 0.02)),
        ("bodies.incline.shape.degrees", Range(from: 1.0, to: 30.0, step: 2.0)),
    ],
    keep: [class("ball"), velocity("ball"), rest_time("ball"), mode_changes(body: "ball", what: slide, first: 2)],
)"#;

fn sweep(dir: &Path, args: &[&str]) -> Command {
    std::fs::write(dir.join("map.ron"), SWEEP).unwrap();
    let mut command = stickslip(dir);
    command.args(["sweep", "map.ron"]).args(args);
    command
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let dir = temp_dir::TempDir::new().unwrap();
    sweep(dir.path(), &["--out", "a.csv", "--jobs", "1"]).succeeds();
    sweep(dir.path(), &["--out", "b.csv", "--jobs", "3"]).succeeds();
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!(read("a.csv"), read("b.csv"));
    assert_eq!(read("a.csv").lines().count(), 1 + 16 * 15);
    let header = "case,friction.eta_r,bodies.incline.shape.degrees,ball class,ball vx [m/s],ball vy [m/s],ball vz [m/s],\
                  ball rest_time [s],ball slide change 1 [s],ball slide change 2 [s],stopped";
    assert_eq!(read("a.csv").lines().next(), Some(header));
}

#[test]
fn a_case_gives_the_bits_of_a_run_alone() {
    let dir = temp_dir::TempDir::new().unwrap();
    sweep(dir.path(), &["--out", "a.csv"]).succeeds();
    let text = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
    let row: Vec<&str> = text.lines().nth(1 + 47).unwrap().split(',').collect();
    let set = |path: &str, value: &str| format!("{path}={value}");
    let edits = [
        set("friction.slide_damping", "Ratio(0.5)"),
        set("friction.roll_damping", "Ratio(0.5)"),
        set("friction.eta_r", row[1]),
        set("bodies.incline.shape.degrees", row[2]),
    ];
    let mut run = stickslip(dir.path());
    run.args(["run", "sphere-up-35", "--duration", "0.02", "--out", "alone"]);
    edits.iter().for_each(|edit| {
        run.args(["--set", edit]);
    });
    run.succeeds();
    let summary = std::fs::read_to_string(dir.path().join("alone/summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let ball = &summary["bodies"][1];
    assert_eq!(ball["class"], row[3]);
    // From the table, because a JSON reader may not preserve the last digit.
    let bodies = std::fs::read_to_string(dir.path().join("alone/bodies.csv")).unwrap();
    let header: Vec<&str> = bodies.lines().next().unwrap().split(',').collect();
    let last: Vec<&str> = bodies.lines().rfind(|line| line.contains(",ball,")).unwrap().split(',').collect();
    for (name, cell) in ["vx [m/s]", "vy [m/s]", "vz [m/s]"].into_iter().zip(&row[4..7]) {
        let column = header.iter().position(|column| *column == name).unwrap();
        assert_eq!(last[column].parse::<f64>().ok(), cell.parse().ok(), "{name}");
    }
}

#[test]
fn resumed_after_a_cut_anywhere_it_is_the_same_file() {
    let dir = temp_dir::TempDir::new().unwrap();
    sweep(dir.path(), &["--out", "whole.csv"]).succeeds();
    let whole = std::fs::read(dir.path().join("whole.csv")).unwrap();
    for cut in [0, 10, 300, whole.len() / 2, whole.len() - 1, whole.len()] {
        sweep(dir.path(), &["--out", "cut.csv", "--force"]).succeeds();
        std::fs::write(dir.path().join("cut.csv"), &whole[..cut]).unwrap();
        sweep(dir.path(), &["--out", "cut.csv", "--resume"]).succeeds();
        assert!(std::fs::read(dir.path().join("cut.csv")).unwrap() == whole, "cut at byte {cut}");
    }
}

#[test]
fn merged_shards_are_the_same_file() {
    let dir = temp_dir::TempDir::new().unwrap();
    sweep(dir.path(), &["--out", "whole.csv"]).succeeds();
    let parts: Vec<String> = (1..=4).map(|k| format!("part{k}.csv")).collect();
    for (k, part) in parts.iter().enumerate() {
        sweep(dir.path(), &["--out", part, "--shard", &format!("{}/4", k + 1), "--resume"]).succeeds();
    }
    let mut merge = stickslip(dir.path());
    merge.arg("merge").args(parts.iter().rev()).args(["--out", "merged.csv"]).succeeds();
    let read = |name: &str| std::fs::read(dir.path().join(name)).unwrap();
    assert!(read("merged.csv") == read("whole.csv"));
    assert!(read("merged.csv.manifest.json") == read("whole.csv.manifest.json"));
    stickslip(dir.path()).args(["merge", "part1.csv", "part3.csv", "--out", "x.csv"]).fails(2);
    // An output file that is not a sweep table is not replaced.
    sweep(dir.path(), &["--out", "half.csv", "--shard", "1/2"]).succeeds();
    let half = read("half.csv");
    let said = stickslip(dir.path()).arg("merge").args(&parts).args(["--out", "half.csv"]).fails(2);
    assert!(said.contains("half.csv is the table of a different sweep") && read("half.csv") == half, "{said}");
    // A shard copied without its manifest cannot be merged.
    std::fs::remove_file(dir.path().join("part2.csv.manifest.json")).unwrap();
    let said = stickslip(dir.path()).arg("merge").args(&parts).args(["--out", "x.csv"]).fails(2);
    assert!(said.contains("copy both together"), "{said}");
}

/// Rows of two builds are not mixed in one table unnoticed, neither by resuming nor by merging.
#[test]
fn rows_of_two_builds_are_not_mixed_unasked() {
    let dir = temp_dir::TempDir::new().unwrap();
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    let own = format!("stickslip {}", own_build());
    let by_another = |table: &str| {
        let name = format!("{table}.manifest.json");
        let text = read(&name);
        assert!(text.contains(&own), "{text}");
        std::fs::write(dir.path().join(name), text.replace(&own, "stickslip 0.0.9 (0123456789ab)")).unwrap();
    };
    let refused = |arguments: &[&str]| {
        let output = stickslip(dir.path()).args(arguments).fails(2);
        let text = output;
        let parts = ["stickslip 0.0.9 (0123456789ab)", own.as_str(), "--allow-other-build"];
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    };
    sweep(dir.path(), &["--out", "whole.csv"]).succeeds();
    std::fs::write(dir.path().join("cut.csv"), &read("whole.csv")[..400]).unwrap();
    std::fs::copy(dir.path().join("whole.csv.manifest.json"), dir.path().join("cut.csv.manifest.json")).unwrap();
    by_another("cut.csv");
    refused(&["sweep", "map.ron", "--out", "cut.csv", "--resume"]);
    assert_eq!(read("cut.csv").len(), 400, "nothing is written");
    sweep(dir.path(), &["--out", "cut.csv", "--resume", "--allow-other-build"]).succeeds();
    assert_eq!(read("cut.csv"), read("whole.csv"));
    assert!(read("cut.csv.manifest.json").contains(&format!("stickslip 0.0.9 (0123456789ab), {own}")));

    sweep(dir.path(), &["--out", "part1.csv", "--shard", "1/2"]).succeeds();
    sweep(dir.path(), &["--out", "part2.csv", "--shard", "2/2"]).succeeds();
    by_another("part1.csv");
    let merge = ["merge", "part1.csv", "part2.csv", "--out", "merged.csv"];
    refused(&merge);
    assert!(!dir.path().join("merged.csv").exists());
    stickslip(dir.path()).args(merge).arg("--allow-other-build").succeeds();
    assert_eq!(read("merged.csv"), read("whole.csv"));
    assert_eq!(read("merged.csv.manifest.json"), read("cut.csv.manifest.json"));
}

/// Rows that were changed since they were written are found, by `merge` as by `--resume`; rows that are gone are
/// computed again.
#[test]
fn changed_rows_are_not_taken_for_those_of_the_sweep() {
    let dir = temp_dir::TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    sweep(dir.path(), &["--out", "a.csv", "--shard", "1/2"]).succeeds();
    sweep(dir.path(), &["--out", "b.csv", "--shard", "2/2"]).succeeds();
    let whole = std::fs::read(at("b.csv")).unwrap();
    for (what, change) in crate::commands::restart::damages() {
        let mut damaged = whole.clone();
        change(&mut damaged);
        std::fs::write(at("b.csv"), &damaged).unwrap();
        let said = stickslip(dir.path()).args(["merge", "a.csv", "b.csv", "--out", "all.csv"]).fails(2);
        assert!(said.contains("b.csv") && !at("all.csv").exists(), "{what}: {said}");
        let resumed = sweep(dir.path(), &["--out", "b.csv", "--shard", "2/2", "--resume"]).ends();
        let found = std::fs::read(at("b.csv")).unwrap();
        match resumed.code {
            0 => assert!(found == whole, "{what}"),
            code => assert!(code == 2 && found == damaged, "{what}: {}", resumed.err),
        }
    }
    let mut longer = whole.clone();
    longer.extend_from_slice(b"my notes\n");
    std::fs::write(at("b.csv"), &longer).unwrap();
    sweep(dir.path(), &["--out", "b.csv", "--shard", "2/2", "--resume"]).fails(2);
    assert_eq!(std::fs::read(at("b.csv")).unwrap(), longer);
    sweep(dir.path(), &["--out", "b.csv", "--shard", "2/2", "--force"]).succeeds();
    assert_eq!(std::fs::read(at("b.csv")).unwrap(), whole);
    stickslip(dir.path()).args(["merge", "a.csv", "b.csv", "--out", "all.csv"]).succeeds();
}

#[test]
fn an_existing_table_is_kept_and_another_sweep_is_refused() {
    let dir = temp_dir::TempDir::new().unwrap();
    sweep(dir.path(), &["--out", "a.csv"]).succeeds();
    sweep(dir.path(), &["--out", "a.csv"]).fails(2);
    std::fs::write(dir.path().join("map.ron"), SWEEP.replace("0.02,", "0.03,")).unwrap();
    stickslip(dir.path()).args(["sweep", "map.ron", "--out", "a.csv", "--resume"]).fails(2);
}

#[test]
fn faults_of_a_sweep_are_told_and_nothing_is_written() {
    let dir = temp_dir::TempDir::new().unwrap();
    for (from, to, reported) in [
        ("class(\"ball\")", "class(\"bal\")", "did you mean `ball`?"),
        ("friction.eta_r", "friction.eta", "eta_r"),
        ("step: 0.02", "step: 0.0", "no values"),
        ("schema: 1", "schema: 2", "schema"),
        ("keep:", "kept:", "kept"),
        ("class(\"ball\")", "class(\"bal\")", "[bad.ron:"),
        ("friction.eta_r", "friction.eta", "[bad.ron:"),
        ("Range(from: 0.2, to: 0.5, step: 0.02)", "List([0.2, NaN])", "`NaN` is not a finite number"),
        ("Range(from: 0.2, to: 0.5, step: 0.02)", "List([0.2, \"a\"])", "not values of one kind"),
        ("Range(from: 0.2, to: 0.5, step: 0.02)", "List([-0.2])", "friction.eta_r: must be at least 0"),
        ("first: 2", "first: 0", "from 1 to 1000"),
        ("first: 2", "first: 1000000000", "from 1 to 1000"),
        ("class(\"ball\")", "class(\"ball\"), class(\"ball\")", "`ball class` is kept twice"),
        ("set: [", "set: [(\"friction.eta_r\", 0.3), ", "friction.eta_r is given twice"),
        ("duration: 0.02", "duration: -1.0", "time.duration: must be positive"),
        (
            "axes:",
            "find: Bisect(path: \"friction.mu_s\", low: 0.2, high: inf, tolerance: 0.1, condition: rests(\"ball\")), axes:",
            "cannot bisect",
        ),
    ] {
        std::fs::write(dir.path().join("bad.ron"), SWEEP.replace(from, to)).unwrap();
        let output = stickslip(dir.path()).args(["sweep", "bad.ron", "--out", "bad.csv"]).fails(2);
        let text = output;
        assert!(text.contains(reported) && text.contains("bad.ron"), "{from} -> {to}: {text}");
        assert!(!dir.path().join("bad.csv").exists());
    }
}

/// A case that diverges or is not a legal scene has the reason in its row; other cases are unaffected.
#[test]
fn a_case_that_stops_does_not_stop_the_others() {
    let dir = temp_dir::TempDir::new().unwrap();
    let sweep = |values: &str| {
        format!(
            "Sweep(schema: 1, scene: \"sphere-up-35\", duration: 0.05, axes: [(\"friction.mu_k\", List([{values}]))], \
             set: [(\"friction.slide_damping\", Coefficient(1e3))], keep: [velocity(\"ball\")])"
        )
    };
    let run = |name: &str, text: &str| {
        std::fs::write(dir.path().join(name), text).unwrap();
        stickslip(dir.path()).args(["sweep", name, "--out", "out.csv", "--force"]).succeeds();
        let text = std::fs::read_to_string(dir.path().join("out.csv")).unwrap();
        text.lines().skip(1).map(str::to_string).collect::<Vec<_>>()
    };
    let rows = run("illegal.ron", &sweep("0.2, 0.9, 0.25"));
    assert!(rows[1].contains("not a legal scene"), "{}", rows[1]);
    let alone = run("legal.ron", &sweep("0.2, 0.25"));
    assert_eq!(rows[0], alone[0]);
    assert_eq!(rows[2].strip_prefix('2'), alone[1].strip_prefix('1'));
    let stiff = |values: &str| {
        format!(
            "Sweep(schema: 1, scene: \"sphere-up-35\", duration: 0.05, axes: [(\"friction.slide_damping\", \
             List([{values}]))], set: [(\"friction.damping_in_slip\", true)], keep: [velocity(\"ball\")])"
        )
    };
    let rows = run("stiff.ron", &stiff("Ratio(0.5), Coefficient(1e9), Ratio(1.0)"));
    assert!(rows[1].contains("smaller dt"), "{}", rows[1]);
    let alone = run("soft.ron", &stiff("Ratio(0.5), Ratio(1.0)"));
    assert_eq!(rows[0], alone[0]);
    assert_eq!(rows[2].strip_prefix('2'), alone[1].strip_prefix('1'));
}

#[test]
fn a_bisection_finds_the_published_border() {
    let dir = temp_dir::TempDir::new().unwrap();
    let text = "Sweep(schema: 1, scene: \"sphere-up-35\", duration: 1.0, set: [(\"friction.slide_damping\", Ratio(0.5)), \
                (\"friction.roll_damping\", Ratio(0.5))], axes: [(\"friction.eta_r\", List([0.2, 0.4]))], keep: \
                [class(\"ball\")], find: Bisect(path: \"bodies.incline.shape.degrees\", low: 1.0, high: 14.0, tolerance: \
                0.1, condition: class(\"ball\", \"S\")))";
    std::fs::write(dir.path().join("find.ron"), text).unwrap();
    stickslip(dir.path()).args(["sweep", "find.ron"]).succeeds();
    let text = std::fs::read_to_string(dir.path().join("find.csv")).unwrap();
    let high: Vec<f64> = text.lines().skip(1).map(|row| row.split(',').nth(3).unwrap().parse().unwrap()).collect();
    assert!((high[0] - 4.5).abs() < 0.11 && (high[1] - 9.0).abs() < 0.11, "{high:?}");
}

#[test]
fn a_figure_has_its_three_files() {
    let dir = temp_dir::TempDir::new().unwrap();
    stickslip(dir.path()).args(["figure", "brick-damping", "table-7"]).succeeds();
    for name in ["brick-damping.svg", "brick-damping.png", "brick-damping.csv", "table-7.csv", "table-7.md"] {
        assert!(dir.path().join("figures").join(name).metadata().unwrap().len() > 100, "{name}");
    }
}

/// Rows of a made figure or table whose cells satisfy `is_wanted`.
fn made(id: &str, is_wanted: impl Fn(&[String]) -> bool) -> Vec<Vec<String>> {
    let dir = temp_dir::TempDir::new().unwrap();
    stickslip(dir.path()).args(["figure", id]).succeeds();
    let mut reader = csv::Reader::from_path(dir.path().join("figures").join(id).with_extension("csv")).unwrap();
    let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_string).collect::<Vec<_>>());
    rows.filter(|row| is_wanted(row)).collect()
}

/// FN20 Table 1, (2b) and (2c): K_R = 4 η_r K_E/(κ_i + κ_j)², Θ_s = μ_s N (κ_i + κ_j)/(2 K_E), with R = 0.2 m, η_r =
/// 0.3, K_E = 1e5 N/m, μ_s N = 12.25 N; the table has five digits.
#[test]
fn table_1_has_the_paper_s_values() {
    let rows = made("table-1", |_| true);
    for (name, kappa_j) in [("tip of a pin", 1e6), ("identical", 5.0), ("plane", 0.0), ("bowl of radius 2R", -2.5)] {
        let row = rows.iter().find(|row| row[0].starts_with(name)).unwrap();
        let number = |k: usize| row[k].parse::<f64>().unwrap();
        let sum: f64 = 5.0 + kappa_j;
        assert!((number(2) - kappa_j).abs() <= 5e-4, "{row:?}");
        assert!((number(4) * sum * sum / (4.0 * 0.3 * 1e5) - 1.0).abs() <= 5e-5, "{row:?}");
        assert!((number(6) * 2e5 / (12.25 * sum) - 1.0).abs() <= 5e-5, "{row:?}");
    }
    assert!(rows.iter().any(|row| row[0].starts_with("mirror") && row[4].starts_with("off")), "{rows:?}");
}

/// The phases of the ball on 35° begin at mode changes: slide sticks at 0.0488 s, roll at 0.0749 s, slide slips at
/// 0.0910 s in the authors' program, whose rows are one step of 1e-4 s later than ours.
#[test]
fn phases_begin_where_modes_change() {
    let marks = made("sphere-35", |row| row[0] == "a" && row[4] == "NaN");
    let authors = [("II", 0.0488), ("III", 0.0749), ("IV", 0.0910)];
    assert_eq!(marks.len(), authors.len(), "{marks:?}");
    for (mark, (name, time)) in marks.iter().zip(authors) {
        assert_eq!(mark[2], name);
        assert!((mark[3].parse::<f64>().unwrap() - time).abs() <= 1.01e-4, "{mark:?}");
    }
}

/// mu_k follows mu_s, and eta_r varies together with its k_e: no case is illegal, and each value has its column.
#[test]
fn values_can_follow_from_the_axes_and_go_together() {
    let dir = temp_dir::TempDir::new().unwrap();
    let page = repository("docs/sweeps.md");
    let text = page.split("```ron").nth(1).unwrap().split("```").next().unwrap();
    let short = text.replace("keep:", "duration: 0.001, keep:");
    std::fs::write(dir.path().join("tied.ron"), &short).unwrap();
    stickslip(dir.path()).args(["sweep", "tied.ron", "--out", "tied.csv"]).succeeds();
    let table = std::fs::read_to_string(dir.path().join("tied.csv")).unwrap();
    let mut lines = table.lines();
    assert!(
        lines.next().unwrap().starts_with("case,friction.mu_s,friction.eta_r,friction.k_e,friction.mu_k,ball class")
    );
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 10);
    for row in &rows {
        let number = |k: usize| row[k].parse::<f64>().unwrap();
        assert!((number(4) - 0.8 * number(1)).abs() < 1e-15, "{row:?}");
        assert!(row.last().unwrap().is_empty(), "{row:?}");
        assert_eq!(number(3), if number(2) == 0.2 { 1e5 } else { 2e5 });
    }
    for (from, to, why) in [
        ("0.8 * mu_s", "0.8 * mu_z", "there is no axis `mu_z`"),
        ("0.8 * mu_s", "0.8 * (mu_s", "bracket"),
        ("(0.2, 1e5)", "0.2", "2 values in brackets"),
        ("friction.eta_r, friction.k_e", "friction.eta_r, friction.mu_k", "varied twice"),
    ] {
        std::fs::write(dir.path().join("bad.ron"), short.replace(from, to)).unwrap();
        let output = stickslip(dir.path()).args(["sweep", "bad.ron", "--out", "bad.csv"]).fails(2);
        let reported = output;
        assert!(reported.contains(why), "{reported}");
        assert!(!dir.path().join("bad.csv").exists());
    }
}

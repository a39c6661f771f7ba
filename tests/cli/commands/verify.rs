//! `stickslip verify` through the program: the numbers of the paper, and references that are incomplete or wrong.

use crate::program::{RunToEnd, stickslip};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn verify_lists_selects_and_refuses() {
    let dir = temp_dir::TempDir::new().unwrap();
    let output = stickslip(dir.path()).args(["verify", "brick-slips", "--json"]).succeeds();
    let rows: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert!(rows.as_array().unwrap().iter().all(|row| row["ok"] == true && row["case"] == "brick-slips"));
    stickslip(dir.path()).args(["verify", "brik-slips"]).fails(2);
}

/// All rows, with the built-in curves, hold on any machine, and `docs/reproduction.md` contains them.
#[test]
fn every_number_and_curve_of_the_paper_comes_out() {
    let dir = temp_dir::TempDir::new().unwrap();
    let output = stickslip(dir.path()).args(["verify", "--json"]).output().unwrap();
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = rows.as_array().unwrap();
    let bad: Vec<&serde_json::Value> = rows.iter().filter(|row| row["ok"] != true).collect();
    assert!(bad.is_empty() && output.status.success(), "{bad:#?}");
    let curves = rows.iter().filter(|row| row["quantity"].as_str().unwrap().contains("largest difference")).count();
    assert!(rows.len() > 200 && curves > 80, "{} rows, {curves} curves", rows.len());

    // The counts stated in the README.
    let count = |kind: &str| rows.iter().filter(|row| row["kind"] == kind).count();
    let readme = repository("README.md").replace('\n', " ");
    for says in [
        format!(
            "{} run comparisons, {} formulas, and {} errata of the",
            count("run"),
            count("formula"),
            count("erratum")
        ),
        format!("{} comparisons of an independent solution", count("independent")),
        format!("{} rows derived from other rows", count("derived")),
        format!("{} yes-or-no checks", count("check")),
        format!("{} comparisons of rigid contacts and polygons with closed forms", count("closed form")),
        format!(
            "{} comparisons with the suites of other programs",
            count("suite") + count("figure") + count("differs by definition")
        ),
    ] {
        assert!(readme.contains(&says), "the README must say: {says}");
    }
    let (suites, rows): (Vec<_>, Vec<_>) =
        rows.iter().cloned().partition(|row| row["case"].as_str().is_some_and(|case| case.starts_with("suites-")));
    the_page_of_the_suites_has(&suites);
    tolerances_are_no_wider_than_needed(&rows);

    let page = repository("docs/reproduction.md");
    let stale = "docs/reproduction.md is stale: stickslip figure --report docs/reproduction.md --out docs/figures";
    let compared = page.split("\n## Heading by heading").next().unwrap();
    // Tables of another number of columns compare something else, such as text and figure of the paper.
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| quantity |") && cells(line).len() == 5;
    let mut lines = compared.lines().filter(is_row);
    for row in &rows {
        let line = lines.next().expect(stale);
        let [quantity, numbers @ ..]: [&str; 4] = cells(line)[..4].try_into().unwrap();
        // The page has all cells of the class map, this run every fourth row.
        if row["case"] != "sphere-map" {
            assert_eq!(quantity, row["quantity"], "{stale}");
        }
        for (number, name) in numbers.iter().zip(["paper", "measured", "tolerance"]) {
            let (written, now): (f64, f64) = (number.parse().unwrap(), row[name].as_f64().unwrap());
            // Differences far below the tolerance are rounding, which another order of sums changes.
            let rounding = if name == "measured" { 1e-3 * row["tolerance"].as_f64().unwrap() } else { 0.0 };
            assert!(
                (written - now).abs() <= 1e-4 * now.abs() + rounding,
                "{quantity}: {name} {now}, {written} there; {stale}"
            );
        }
    }
    assert_eq!(lines.next(), None, "{stale}");
}

/// `docs/suites.md` has these rows, in their order: 300 or more, each with its source and the reason of its tolerance.
fn the_page_of_the_suites_has(rows: &[serde_json::Value]) {
    assert!(rows.len() >= 300, "only {} rows", rows.len());
    let page = repository("docs/suites.md");
    let stale = "docs/suites.md is stale: cargo run -p xtask -- pages suites";
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| source |");
    let mut lines = page.lines().filter(is_row);
    for row in rows {
        assert!(row["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{row:#}");
        let line = lines.next().expect(stale).replace("\\|", "¦");
        let [source, quantity, expected, ours, _, tolerance, verdict]: [&str; 7] =
            cells(&line).try_into().expect(stale);
        assert_eq!(source, row["source"], "{stale}");
        assert_eq!(quantity.replace('¦', "|"), row["quantity"].as_str().unwrap(), "{stale}");
        assert!(verdict != "**not ok**", "{line}");
        for (written, name) in [(expected, "paper"), (ours, "measured"), (tolerance, "tolerance")] {
            let (written, now): (f64, f64) = (written.parse().unwrap(), row[name].as_f64().unwrap());
            let rounding = if name == "measured" { 1e-3 * row["tolerance"].as_f64().unwrap() } else { 0.0 };
            assert!((written - now).abs() <= 1e-4 * now.abs() + rounding, "{quantity}: {name} {now}; {stale}");
        }
    }
    assert_eq!(lines.next(), None, "{stale}");
}

/// The simulation is bit-identical on every machine: where a row differs from the paper by more than rounding, its
/// tolerance is at most three times the difference.
fn tolerances_are_no_wider_than_needed(rows: &[serde_json::Value]) {
    for row in rows.iter().filter(|row| row["kind"] != "closed form") {
        let [paper, measured, tolerance] = ["paper", "measured", "tolerance"].map(|name| row[name].as_f64().unwrap());
        let rounding = 1e-12 * if paper == 0.0 { 1.0 } else { paper.abs() };
        let needed = 3.0 * (measured - paper).abs();
        assert!(tolerance <= needed * (1.0 + 1e-9) || tolerance <= rounding * (1.0 + 1e-9), "{row:#}");
        assert!(row["points"].as_u64().is_some_and(|points| points > 0), "{row:#}");
    }
}

/// Each picture of `docs/reproduction.md` and `docs/polygons.md` exists, and each existing picture is used on one of
/// them.
#[test]
fn the_pages_show_every_figure() {
    let page = repository("docs/reproduction.md") + &repository("docs/polygons.md");
    let linked = |kind: &str| -> BTreeSet<String> {
        let ends = page.split("](figures/").skip(1).map(|rest| rest.split(')').next().unwrap().to_string());
        ends.filter(|name| name.ends_with(kind)).collect()
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/figures");
    for kind in [".png", ".svg"] {
        let names = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().to_string());
        let there: BTreeSet<String> = names.filter(|name| name.ends_with(kind)).collect();
        assert_eq!(linked(kind), there);
        assert!(there.len() > 15, "{there:?}");
    }
}

/// A file of the repository.
pub(crate) fn repository(file: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// A folder with a copy of the built-in curves in `reference`.
fn with_reference() -> temp_dir::TempDir {
    let dir = temp_dir::TempDir::new().unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/reference/paper");
    let folder = dir.path().join("reference/paper");
    std::fs::create_dir_all(&folder).unwrap();
    for entry in std::fs::read_dir(shipped).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
    dir
}

/// A curve that is truncated, has a gap, a wrong first row, a time between two steps or an invalid number is not ok,
/// with the reason; the other curves are still compared.
#[test]
fn a_reference_that_is_not_complete_is_not_ok() {
    let name = "brick_incline_various_angle_posVelo__ax0.csv";
    let dir = with_reference();
    let file = dir.path().join("reference/paper").join(name);
    let whole = std::fs::read_to_string(&file).unwrap();
    let verify = || {
        let mut command = stickslip(dir.path());
        command.args(["verify", "brick-slips", "--reference", "reference"]);
        command
    };
    let rows: Vec<&str> = whole.lines().collect();
    assert!(verify().succeeds().contains("9 of 9 run comparisons passed"));
    let (fourth, first) = (rows[4].split(',').next().unwrap(), rows[1].split(',').next().unwrap());
    let joined = |rows: &[&str]| rows.join("\n") + "\n";
    for (what, text, reason) in [
        ("three rows", joined(&rows[..4]), "56 of the 59 times of the built-in curve are missing"),
        ("the first half", joined(&rows[..30]), "it is cut or has a gap"),
        ("no first row", joined(&[&rows[..1], &rows[2..]].concat()), "the first is 0.0001 s"),
        ("a gap", joined(&[&rows[..20], &rows[25..]].concat()), "5 of the 59 times"),
        ("only headings", joined(&rows[..1]), "has no values"),
        ("rows out of order", joined(&[&rows[..5], &rows[4..]].concat()), "comes after"),
        ("no number", whole.replacen(rows[4], &format!("{fourth},nan,nan,nan"), 1), "is not a finite number"),
        ("other headings", whole.replacen(rows[0], "t,a,b,c", 1), "there is no column"),
        ("between two steps", whole.replacen(rows[4], &format!("{}\n{fourth}05,0,0,0", rows[4]), 1), "is not a step"),
        ("a wrong first row", whole.replacen(rows[1], &format!("{first},0,0,1e-4"), 1), "NOT OK"),
    ] {
        std::fs::write(&file, &text).unwrap();
        let output = verify().fails(1);
        assert!(output.contains(reason), "{what}: {output}");
        assert!(output.contains("8 of 9 run comparisons passed"), "{what}: {output}");
        let row = output.lines().find(|row| row.contains("posVelo__ax0")).unwrap();
        assert!(row.ends_with(", NOT OK"), "{what}: {row}");
    }
}

/// Cells of the class map are found by their labels: another angle, η_r or axis is not ok.
#[test]
fn the_class_map_is_compared_by_its_labels() {
    let dir = with_reference();
    let file = dir.path().join("reference/paper/sphereUpInclineSweepMus25__surf.csv");
    let whole = std::fs::read_to_string(&file).unwrap();
    let cut: Vec<&str> = whole.lines().take(4).collect();
    for (what, text, reason) in [
        ("another axis", whole.replacen("angle_deg", "angle_rad", 1), "its axes are"),
        ("a label that is no number", whole.replacen(",1.1,", ",x,", 1), "is not a number"),
        ("a class that is none", whole.replacen("0.2,0,", "0.2,7,", 1), "is not a class"),
        ("cut", cut.join("\n") + "\n", "3 rows of 291 angles, not 81 of 291"),
    ] {
        std::fs::write(&file, &text).unwrap();
        let mut command = stickslip(dir.path());
        let output = command.args(["verify", "sphere-map", "--reference", "reference"]).fails(1);
        assert!(output.contains(reason) && output.contains("NOT OK"), "{what}: {output}");
    }
}

/// The built-in curves, given as a folder, pass; one value off by a thousandth of its curve's range, or a missing file,
/// fails.
#[test]
fn a_wrong_value_or_a_missing_file_of_the_reference_fails() {
    let dir = with_reference();
    let folder = dir.path().join("reference");
    let verify = || {
        let mut command = stickslip(dir.path());
        command.args(["verify", "brick-slips", "--reference", "reference"]);
        command
    };
    verify().succeeds();
    let file = folder.join("paper/brick_incline_various_angle_posVelo__ax1.csv");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut lines: Vec<Vec<String>> = text.lines().map(|l| l.split(',').map(str::to_string).collect()).collect();
    let speed = |row: &Vec<String>| row[3].parse::<f64>().unwrap();
    let (last, middle) = (speed(lines.last().unwrap()), lines.len() / 2);
    lines[middle][3] = format!("{:e}", speed(&lines[middle]) + 1e-3 * last);
    let wrong: Vec<String> = lines.iter().map(|row| row.join(",")).collect();
    std::fs::write(&file, wrong.join("\n") + "\n").unwrap();
    let output = verify().fails(1);
    let text = output;
    assert!(text.lines().any(|row| row.contains("posVelo__ax1") && row.contains("NOT OK")), "{text}");
    std::fs::write(&file, "time,a,b,c\n0.0001,0,0,0\n0.0002,0,0,broken\n").unwrap();
    verify().fails(1);
    std::fs::remove_file(&file).unwrap();
    let output = verify().fails(1);
    let reported = output;
    assert!(reported.contains("posVelo__ax1"), "{reported}");
}

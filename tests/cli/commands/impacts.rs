//! Impacts in `summary.json` and in the tables of `compare`: the same numbers however the run is written.

use crate::program::{ProgramOutput, RunToEnd};
use serde_json::Value;
use std::path::Path;
use stickslip::record::impacts::IMPACT_COLUMNS;
use temp_dir::TempDir;

/// A ball that bounces while it slides, and another one that lies on the ground.
const SCENE: &str = r#"Scene(schema: 1, title: "Bounce", time: (dt: 1e-5, duration: 0.35), gravity: (0.0, 0.0, -9.8),
    friction: (mu_s: 0.1, mu_k: 0.1, k_e: 1e6), normal: Hooke(k_n: 1e7, restitution: 0.7),
    bodies: [
        (name: "ground", shape: Plane, motion: Fixed),
        (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.11), velocity: (5.0, 0.0, -1.0)),
        (name: "still", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: "ground", at: (0.0, 3.0))),
    ])"#;

fn folder() -> TempDir {
    let dir = TempDir::new().expect("a folder");
    std::fs::write(dir.path().join("s.ron"), SCENE).expect("the scene");
    dir
}

fn stickslip(dir: &Path, line: &str) -> String {
    let ProgramOutput { code, out, err } = crate::program::stickslip(dir).args(line.split_whitespace()).ends();
    assert_eq!(code, 0, "{line}: {out}{err}");
    out
}

fn summary(dir: &Path, name: &str) -> Value {
    let text = std::fs::read_to_string(dir.join(name).join("summary.json")).expect("a summary");
    serde_json::from_str(&text).expect("JSON")
}

/// Thinned tables and another number of threads leave the impacts as they are; each has the given restitution, and slides
/// at first.
#[test]
fn a_summary_has_the_impacts_of_all_steps() {
    let dir = folder();
    let dir = dir.path();
    let out = stickslip(dir, "run s.ron --out all");
    let all = summary(dir, "all");
    let impacts = all["impacts"].as_array().expect("a list");
    assert!(impacts.len() > 1 && all["impacts_left_out"] == 0, "{all}");
    assert!(out.contains(&format!("{} impacts in summary.json", impacts.len())), "{out}");
    for impact in impacts {
        assert_eq!([&impact["i"], &impact["j"]], ["ground", "ball"], "the other one lies there from the start");
        let e = impact["e"].as_f64().expect("a number");
        assert!((e - 0.7).abs() < 0.02, "{impact}");
    }
    let [ratio, relative] = ["ratio", "mu_ratio"].map(|name| impacts[0][name].as_f64().expect("a number"));
    assert!((ratio - 0.1).abs() < 1e-3 && (relative - 1.0).abs() < 1e-2, "{}", impacts[0]);
    for line in ["run s.ron --every 777 --out other", "run s.ron --threads 2 --every 10000 --out other"] {
        stickslip(dir, line);
        assert_eq!(summary(dir, "other")["impacts"], all["impacts"], "{line}");
    }
    let without: Value = serde_json::from_str(&stickslip(dir, "run s.ron --json")).expect("JSON");
    assert!(without.get("impacts").is_none(), "nothing is written: {without}");
}

/// True for the same number in a table and in JSON, whose reader rounds the last digit; or if both have none.
fn are_same(cell: &str, json: &Value) -> bool {
    match (cell.parse::<f64>(), json.as_f64()) {
        (Ok(a), Some(b)) => (a - b).abs() <= 4.0 * f64::EPSILON * a.abs(),
        (Err(_), None) => cell.is_empty() && json.is_null(),
        _ => false,
    }
}

/// `compare` has the numbers of `run` under each set of laws, side by side, in its table, as JSON and on the terminal.
#[test]
fn compare_sets_impacts_side_by_side() {
    let dir = folder();
    let dir = dir.path();
    let run = "run s.ron --set friction.laws.slide=\"luding\" --out luding";
    stickslip(dir, "run s.ron --out paper");
    stickslip(dir, run);
    let out = stickslip(dir, "compare s.ron --laws scene,slide=luding --every 100 --out c");
    let mut reader = csv::Reader::from_path(dir.join("c/impacts.csv")).expect("a table");
    let headers: Vec<String> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(headers[..4], ["laws", "i", "j", "impact"]);
    assert_eq!(headers[4..], IMPACT_COLUMNS.map(|column| column.header()));
    for (k, (laws, name)) in [("scene", "paper"), ("slide=luding", "luding")].into_iter().enumerate() {
        let summary = summary(dir, name);
        let expected = summary["impacts"].as_array().expect("a list");
        let own: Vec<_> = rows.iter().filter(|row| &row[0] == laws).collect();
        assert!(own.len() == expected.len() && own.len() > 1, "{laws}");
        assert_eq!(&rows[k][0], laws, "adjacent");
        for (row, impact) in own.iter().zip(expected) {
            assert_eq!([&row[1], &row[2]], ["ground", "ball"]);
            for (cell, column) in row.iter().skip(4).zip(&IMPACT_COLUMNS) {
                assert!(are_same(cell, &impact[column.name]), "{laws}: {}: {cell}, {impact}", column.name);
            }
        }
    }
    let shown = out.lines().filter(|line| line.starts_with("ground-ball")).count();
    assert_eq!(shown, rows.len().min(8), "{out}");
    let json: Value =
        serde_json::from_str(&stickslip(dir, "compare s.ron --laws scene,slide=luding --json")).expect("JSON");
    let listed = json["impacts"].as_array().expect("a list");
    assert_eq!(listed.len(), rows.len());
    let at = headers.iter().position(|name| name == "J_n [N s]").expect("J_n");
    assert!(listed.iter().zip(&rows).all(|(impact, row)| are_same(&row[at], &impact["J_n [N s]"])));
}

/// The page on results has every field with its unit.
#[test]
fn the_page_on_results_has_all_fields() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/results.md")).expect("the page");
    for column in &IMPACT_COLUMNS {
        let unit = if column.unit.is_empty() { "1" } else { column.unit };
        let has = |line: &str| {
            let mut cells = line.split('|').skip(1).map(str::trim);
            cells.next().is_some_and(|names| names.contains(&format!("`{}`", column.name)))
                && cells.next() == Some(unit)
        };
        assert!(page.lines().any(has), "{} [{unit}]", column.name);
    }
}

//! Tests of `reproduction::polygons::page`.

use std::path::Path;
use stickslip_lab::internals::mean_and_error;
use stickslip_lab::reproduction::polygons::{PolygonPlan, page};

const TEXT: &str = include_str!("../../../../src/reproduction/polygons/page.md");
const SOURCE_SIZE: &str = include_str!("../../../../src/reproduction/polygons/page-source-size.md");

#[test]
fn every_energy_has_a_mean_and_an_error() {
    let (mean, error) = mean_and_error(&[1.0, 2.0, 3.0]);
    assert!((mean - 2.0).abs() < 1e-15 && (error - 1.0 / 3f64.sqrt()).abs() < 1e-15, "{mean} {error}");
    // The table of the energies has its headings without rows.
    let empty = page(Path::new("p.md"), Path::new("f"), &PolygonPlan::SHIPPED, &[]);
    let empty = empty.lines().find(|line| line.starts_with("| law | E_")).expect("a table");
    for energy in ["E_com", "E_diff", "E_rot"] {
        assert!(TEXT.contains(energy) && empty.contains(energy), "{energy}");
    }
    for place in ["{command}", "{box}", "{differences}", "{heap}", "{figures}"] {
        assert!(TEXT.contains(place) && SOURCE_SIZE.contains(place), "{place}");
    }
    let text = page(Path::new("p.md"), Path::new("f"), &PolygonPlan::SOURCE_SIZE, &[]);
    assert!(!text.contains(['{', '}']) && text.contains("1622 polygons, 3 fillings"), "{text}");
}

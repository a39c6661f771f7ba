//! Tests of `reproduction::reference`.

use std::path::Path;
use stickslip_lab::internals::{IndexEntry, ReferenceTable, complete};
use stickslip_lab::reproduction::reference::ReferenceSource;

#[test]
fn what_is_no_number_or_missing_is_an_error() {
    let text = |text: &str| ReferenceTable::parse("a.csv", text).map(|table| table.curve(1).map_err(|e| e.to_string()));
    assert_eq!(text("t,x\n0,1\n1,\n2,3\n").expect("a table"), Ok(vec![(0.0, 1.0), (2.0, 3.0)]));
    for (bad, expected) in [("t,x\n0,1\n1,nan\n", "a.csv:3: column 2"), ("t,x\n0,one\n", "a.csv:2: column 2")] {
        let error = text(bad).expect_err("a fault").to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(text("t,x\n0,\n").expect("a table").is_err(), "no values");
    assert!(ReferenceSource::Shipped.table("paper/none.csv").is_err());
    assert!(ReferenceSource::Shipped.curve("paper/none.csv", 1).is_err());
    assert!(ReferenceSource::Folder(Path::new("nowhere")).table("paper/none.csv").is_err());
}

#[test]
fn a_curve_without_a_point_of_the_built_in_one_is_an_error() {
    let whole: Vec<(f64, f64)> = (1..400).map(|k| (f64::from(k) * 1e-4, f64::from(k))).collect();
    let thinned: Vec<(f64, f64)> = whole.iter().step_by(10).copied().collect();
    assert_eq!(complete(&whole, &thinned), Ok(()));
    assert_eq!(complete(&thinned, &thinned), Ok(()));
    let error = |points: &[(f64, f64)]| complete(points, &thinned).expect_err("a fault");
    assert!(error(&whole[..3]).contains("39 of the 40 times"), "{}", error(&whole[..3]));
    assert!(error(&whole[1..]).contains("the first is 0.0001 s"));
    let gap = [&whole[..100], &whole[111..]].concat();
    assert!(error(&gap).contains("1 of the 40 times") || error(&gap).contains("2 of the 40 times"));
    let back = [&whole[..], &whole[5..]].concat();
    assert!(error(&back).contains("comes after"), "{}", error(&back));
}

/// The index has every curve, with its length: a built-in file that is cut is refused.
#[test]
fn a_built_in_curve_that_is_cut_is_an_error() {
    let (path, column) = ("paper/brick_incline_various_angle_posVelo__ax0.csv", 3);
    let points = ReferenceSource::Shipped.curve(path, column).expect("a curve").points;
    let entry = IndexEntry::find(path, "x_(m)[line2]").expect("an entry");
    assert_eq!(entry.check(&points), Ok(()));
    for cut in [&points[..3], &points[1..], &points[..points.len() - 1], &[]] {
        assert!(entry.check(cut).is_err(), "{} points", cut.len());
    }
}

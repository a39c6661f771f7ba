//! Tests of `sweep::table`.

use stickslip_lab::builtin;
use stickslip_lab::sweep::table::{SweepColumn, SweepPlan};

/// Columns of two cases of a ball: numbers, texts and the reason column in their places.
#[test]
fn columns_hold_the_cells_of_their_cases() {
    let plan = SweepPlan {
        axes: vec![("bodies.incline.shape.degrees".into(), vec!["5".into(), "35".into()])],
        keep: vec!["class(ball)".into(), "v(ball)".into(), "rest_time(ball)".into()],
        duration: Some(0.2),
        jobs: Some(1),
    };
    let scene = ["sphere-up-35", builtin::text("sphere-up-35").expect("a scene")];
    let mut seen = Vec::new();
    let columns = plan.run(scene, |done, total| {
        seen.push((done, total));
        true
    });
    let columns = columns.expect("a sweep").expect("not ended");
    let headers: Vec<&str> = columns.iter().map(|(header, _)| header.as_str()).collect();
    let expected =
        ["case", "bodies.incline.shape.degrees", "ball class", "ball v [m/s]", "ball rest_time [s]", "stopped"];
    assert_eq!(headers, expected);
    assert_eq!(seen, [(2, 2)]);
    assert_eq!(columns[0].1, SweepColumn::Counts(vec![0, 1]));
    assert_eq!(columns[1].1, SweepColumn::Numbers(vec![5.0, 35.0]));
    assert_eq!(columns[5].1, SweepColumn::Texts(vec![String::new(); 2]));
    let SweepColumn::Numbers(speeds) = &columns[3].1 else { panic!("{columns:?}") };
    assert!(speeds.iter().all(|speed| speed.is_finite() && *speed > 0.0), "{speeds:?}");
    assert_eq!(plan.run(scene, |_, _| false).expect("a sweep"), None);
}

#[test]
fn a_wrong_plan_is_refused() {
    let plan = SweepPlan { keep: vec!["speed(ball)".into()], ..SweepPlan::default() };
    let error = plan.run(["disk", builtin::text("sphere-up-35").expect("a scene")], |_, _| true);
    assert!(error.expect_err("an unknown quantity").to_string().contains("there is no quantity `speed`"));
}

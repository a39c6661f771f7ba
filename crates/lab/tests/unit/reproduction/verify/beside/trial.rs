//! Tests of `reproduction::verify::beside::trial`.

use stickslip_engine::laws::Vec3;
use stickslip_lab::internals::{
    Actor, CaseRows, Stage, StageLaw, StageShape, StageState, Trial, TrialValue, WorstRun, run, trial_runs,
};
use stickslip_lab::reproduction::verify::VerifyRow;

/// A trial of one ball that flies without gravity.
fn flight(dt: f64, speed: f64, measure: fn(&StageState) -> f64) -> Trial {
    let mut ball = Actor::new("ball", StageShape::Ball(1.0));
    ball.v = Vec3::new(0.3, speed, 0.1);
    let mut stage = Stage::new(StageLaw::Cones, dt, vec![ball]);
    stage.gravity = Vec3::zeros();
    Trial::new("flight".to_string(), "ball", &[1.0], trial_runs("", &stage, &[dt], true), move |_, seen| {
        Ok(vec![TrialValue::near("way", speed, measure(&seen[0]), 1e-12)])
    })
}

fn rows_of(trial: Trial) -> Vec<VerifyRow> {
    let mut rows = CaseRows { case: "a case", rows: Vec::new() };
    run(&[trial], true, &mut rows);
    rows.rows
}

fn way(moment: &StageState) -> f64 {
    moment.body("ball").map_or(f64::NAN, |ball| ball.x.y)
}

/// Reading a state undoes units, rotation, mirror and order.
#[test]
fn a_free_flight_is_the_same_in_every_world() {
    let rows = rows_of(flight(0.1, 0.7, way));
    assert!(rows.len() == 1 && rows[0].ok && rows[0].quantity == "flight, ball: way", "{rows:?}");
}

#[test]
fn a_wrong_value_or_none_fails_and_names_its_run() {
    for wrong in [|moment: &StageState| way(moment) * (1.0 + 1e-9), |_: &StageState| f64::NAN] {
        let rows = rows_of(flight(0.1, 0.7, wrong));
        // Which run is the worst is a matter of rounding.
        let said = "flight, ball: way [20 of 20 runs; worst: ball, dt 0.1, size ";
        assert!(rows.len() == 1 && !rows[0].ok && rows[0].quantity.starts_with(said), "{rows:?}");
    }
}

#[test]
fn a_run_that_the_guard_stops_fails_with_its_words() {
    // Fast past another body: in free flight a body may be as fast as it likes.
    let [mut ball, mut other] = ["ball", "other"].map(|name| Actor::new(name, StageShape::Ball(1.0)));
    (ball.v, other.x) = (Vec3::y() * 70.0, Vec3::y() * 5.0);
    let mut stage = Stage::new(StageLaw::Cones, 0.1, vec![ball, other]);
    stage.gravity = Vec3::zeros();
    let runs = trial_runs("", &stage, &[0.1], true);
    let rows = rows_of(Trial::new("flight".to_string(), "ball", &[0.0, 1.0], runs, |_, seen| {
        Ok(vec![TrialValue::new("way", 70.0, way(&seen[1]), 1.0)])
    }));
    let says = |row: &VerifyRow| !row.ok && row.quantity.contains("the run stops: body 0 \"ball\"");
    assert!(rows.iter().any(says), "{rows:?}");
}

#[test]
fn the_worst_of_several_runs_is_the_row() {
    let mut found = Vec::new();
    for (measured, place) in [(1.0, "first"), (1.3, "second"), (1.2, "third")] {
        WorstRun::note(&mut found, "a group", TrialValue::new("a value", 1.0, measured, 0.25), place);
    }
    let mut rows = CaseRows { case: "a case", rows: Vec::new() };
    found.into_iter().for_each(|found| found.add(&mut rows));
    assert!(rows.rows.len() == 1 && rows.rows[0].measured == 1.3, "{:?}", rows.rows);
    assert_eq!(rows.rows[0].quantity, "a group: a value [1 of 3 runs; worst: second]");
}

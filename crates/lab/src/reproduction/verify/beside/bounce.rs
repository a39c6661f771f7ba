//! Impacts: restitution e of flat and curved shapes, on ground and between two bodies, with and without friction.

use super::moment::StageState;
use super::rest::AT_REST;
use super::shapes::{PLACED, PlacedShape, StageShape};
use super::stage::{Actor, RESIDUAL, Stage, StageLaw};
use super::trial::{Trial, TrialValue, chosen, trial_runs};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::turning::rotation;

const LAWS: [StageLaw; 3] = [StageLaw::Cones, StageLaw::Hooke, StageLaw::Hertz];
/// Initial gap: neither a multiple of the distance travelled in a step nor a small part of it.
const GAP: f64 = 0.033;
/// Tolerance of the momentum of an isolated pair: the rounding of its sums over one impact.
pub(super) const MOMENTUM_ROUNDING: f64 = 1e-12;
/// ω Δt of eight points of unit springs with the step for impacts: damping, and with it e, lags by part of a step.
const LAG: f64 = 0.7e-2;

/// Step sizes of a law, and a time at which the impact is over.
fn timing(law: StageLaw) -> (&'static [f64], f64) {
    if law.is_rigid() { (&[0.1, 0.01], 1.0) } else { (&[2.5e-5], 0.15) }
}

/// Relative tolerance of e.
fn restitution_tolerance(law: StageLaw) -> f64 {
    if law.is_rigid() { AT_REST } else { LAG }
}

/// Bodies that land flat on the ground, without gravity.
pub(super) fn on_ground(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in LAWS {
        for placed in chosen(PLACED, law, whole) {
            for e in [0.3, 0.6, 1.0] {
                trials.push(drop(law, placed, e, whole));
            }
        }
    }
    trials
}

fn drop(law: StageLaw, placed: PlacedShape, e: f64, whole: bool) -> Trial {
    let body = Actor { v: -Vec3::z(), ..Actor::placed("body", &placed, GAP) };
    let stage =
        Stage { gravity: Vec3::zeros(), restitution: Some(e), ..Stage::new(law, 0.1, vec![Actor::ground(), body]) };
    let (steps, end) = timing(law);
    let group = format!("{}, falls on plane, e {e}", law.name());
    Trial::new(group, placed.name, &[0.0, end], trial_runs("", &stage, steps, whole), move |_, seen| {
        let (start, body) = (seen[0].body("body")?, seen[1].body("body")?);
        let mut values = vec![
            TrialValue::near("speed after over before", e, body.v.z, restitution_tolerance(law)),
            TrialValue::none("angular velocity", body.w.norm(), if law.is_rigid() { AT_REST } else { LAG }),
        ];
        if law.is_rigid() {
            let way = e * (end - GAP) - GAP;
            values.push(TrialValue::new("distance from the start", way, body.x.z - start.x.z, AT_REST));
        }
        Ok(values)
    })
}

/// Head-on impacts of one body above another, rotated about their line, with several mass ratios.
pub(super) fn head_on(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in LAWS {
        for (k, lower) in PLACED.iter().enumerate() {
            for (l, upper) in PLACED.iter().enumerate().skip(k) {
                // A sample under springs has each shape about once.
                let is_in = whole || law.is_rigid() || (k + l + law as usize).is_multiple_of(9);
                if is_in {
                    trials.push(meet(law, *lower, *upper, whole));
                }
            }
        }
    }
    trials
}

fn meet(law: StageLaw, lower: PlacedShape, upper: PlacedShape, whole: bool) -> Trial {
    let e = 0.6;
    let top = lower.top.unwrap_or(2.0 * lower.height);
    let (steps, end) = timing(law);
    let mut runs = Vec::new();
    for (ratio, turn) in [(1.0, 0.0), (1.0, 0.4), (100.0, 0.0), (0.01, 0.4)] {
        let mut above = Actor { mass: ratio, v: -Vec3::z(), ..Actor::placed("upper", &upper, top + GAP) };
        above.q = rotation(&(Vec3::z() * turn)) * above.q;
        // The oscillation frequency follows from the lighter mass.
        let stiffness = if ratio < 1.0 { 100.0 } else { 1e4 };
        let modulus = if ratio < 1.0 { 1e4 } else { 1e6 };
        let actors = vec![Actor::placed("body", &lower, 0.0), above];
        let stage =
            Stage { gravity: Vec3::zeros(), restitution: Some(e), stiffness, modulus, ..Stage::new(law, 0.1, actors) };
        // A sample under springs has one of these runs.
        if whole || law.is_rigid() || turn == 0.4 && ratio == 1.0 {
            runs.extend(trial_runs(&format!("mass ratio {ratio}, turned by {turn}, "), &stage, steps, whole));
        }
    }
    let group = format!("{}, two meet, e {e}", law.name());
    Trial::new(group, format!("{} on {}", upper.name, lower.name), &[0.0, end], runs, move |_, seen| {
        let [start, end] = seen else { return Err("there are not two times".to_string()) };
        let parting = end.body("upper")?.v.z - end.body("body")?.v.z;
        let mut values = vec![TrialValue::near("speed after over before", e, parting, restitution_tolerance(law))];
        values.extend(conservation(start, end));
        Ok(values)
    })
}

/// Change of momentum and angular momentum of an isolated pair, relative to the sums of magnitudes.
pub(super) fn conservation(start: &StageState, end: &StageState) -> [TrialValue; 2] {
    let ([p, l], [p_end, l_end]) = ([start.sums().0, start.sums().1], [end.sums().0, end.sums().1]);
    let of_p: f64 = start.bodies.iter().map(|body| body.mass * body.v.norm()).sum();
    // Magnitudes of single bodies: the sum may cancel, and distances are larger at the end.
    let of_l = |moment: &StageState| -> f64 {
        moment.bodies.iter().map(|body| body.mass * body.x.norm() * body.v.norm() + body.spin.norm()).sum()
    };
    let of_l = of_l(start) + of_l(end);
    [
        TrialValue::none("change of momentum", (p_end - p).norm() / of_p, MOMENTUM_ROUNDING),
        TrialValue::none("change of angular momentum", (l_end - l).norm() / of_l, MOMENTUM_ROUNDING),
    ]
}

/// A ball that lands sliding from several heights: the impulse of friction is μ times that of N, with the radius as
/// its lever.
pub(super) fn oblique(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in LAWS {
        for e in [0.0, 0.5, 1.0] {
            // Springs need some rebound, so that the contact ends.
            if e == 0.0 && !law.is_rigid() {
                continue;
            }
            for gravity in [0.0, 1.0] {
                trials.push(lands(law, e, gravity, whole));
            }
        }
    }
    trials
}

fn lands(law: StageLaw, e: f64, gravity: f64, whole: bool) -> Trial {
    let (steps, end) = timing(law);
    let gaps: &[f64] = if whole || law.is_rigid() { &[0.013, 0.033, 0.1, 0.177, 0.2] } else { &[0.033] };
    let mut runs = Vec::new();
    for gap in gaps {
        let body = Actor {
            x: Vec3::z() * (1.0 + *gap),
            v: Vec3::new(SLIDES, 0.0, -FALLS),
            ..Actor::new("body", StageShape::Ball(1.0))
        };
        let stage = Stage {
            gravity: Vec3::z() * -gravity,
            restitution: Some(e),
            mu: GRIP,
            ..Stage::new(law, 0.1, vec![Actor::ground(), body])
        };
        runs.extend(trial_runs(&format!("gap {gap}, "), &stage, steps, whole));
    }
    let weight = if gravity > 0.0 { "with gravity" } else { "without gravity" };
    let group = format!("{}, lands sliding {weight}, mu {GRIP}, e {e}", law.name());
    Trial::new(group, "ball", &[0.0, end], runs, move |play, seen| landed(&play.stage, end, seen))
}

/// Downward speed, speed along the ground, and μ of the landing ball, which keeps sliding throughout.
const FALLS: f64 = 2.0;
const SLIDES: f64 = 5.0;
const GRIP: f64 = 0.1;

fn landed(stage: &Stage, end: f64, seen: &[StageState]) -> Result<Vec<TrialValue>, String> {
    let (start, body) = (seen[0].body("body")?, seen[1].body("body")?);
    let (gap, gravity, e) = (start.x.z - 1.0, -stage.gravity.z, stage.restitution.unwrap_or(0.0));
    let is_rigid = stage.law.is_rigid();
    // From the momentum: friction has μ times the impulse of N, whatever the impact is like.
    let lost = GRIP * (body.v.z + FALLS + gravity * end);
    let part = match (is_rigid, gravity > 0.0) {
        (true, false) => 10.0 * RESIDUAL,
        (true, true) => 1e-3,
        (false, _) => 2.0 * LAG,
    };
    let mut values = vec![
        TrialValue::near("loss of speed along the ground", lost, SLIDES - body.v.x, part),
        TrialValue::near("angular velocity", 2.5 * lost, body.w.y, part),
    ];
    if is_rigid {
        // Semi-implicit steps follow the parabola whose velocity is half a step behind.
        let behind = 0.5 * gravity * stage.dt;
        let first = FALLS + behind;
        let speed = (first * first + 2.0 * gravity * gap).sqrt();
        let since = 2.0 * gap / (first + speed);
        let after = if e == 0.0 { 0.0 } else { e * speed - gravity * (end - since) + behind };
        let slack = if gravity > 0.0 { 1e-3 * speed } else { AT_REST };
        values.push(TrialValue::new("speed off the ground", after, body.v.z, slack));
        if gravity == 0.0 {
            values.push(TrialValue::new("height", 1.0 + after * (end - since), body.x.z, AT_REST));
        }
    }
    Ok(values)
}

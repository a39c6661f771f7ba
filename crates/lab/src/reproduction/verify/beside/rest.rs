//! Bodies come to rest where their shapes touch: on ground, in a tube and on each other.

use super::moment::{StageBody, StageState};
use super::shapes::{Foot, PLACED, PlacedShape, StageShape, TUBE, in_tube};
use super::stage::{Actor, ActorMotion, RESIDUAL, Stage, StageLaw};
use super::trial::{Trial, TrialRun, TrialValue, chosen, few_worlds, trial_runs, trial_runs_in, worlds};
use super::world::World;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::turning::rotation;

const LAWS: [StageLaw; 5] = [StageLaw::Cones, StageLaw::Relaxed, StageLaw::Hooke, StageLaw::Hertz, StageLaw::Dae];
/// Initial height of a falling body above its rest position.
const GAP: f64 = 0.02;
/// Tolerance of motion at rest in rigid contacts: the residual of every step over a few units of time; touching is
/// defined to 1e-9 of the size.
pub(super) const AT_REST: f64 = 10.0 * RESIDUAL;

/// Step sizes of a law, in units in which gravity is 1: for rigid bodies of 0.1 m about 1e-2 and 1e-3 s. Springs that
/// a unit weight compresses by 1e-4 oscillate at 100/s, times the square root of the number of points.
pub(super) fn steps(law: StageLaw) -> &'static [f64] {
    if law.is_rigid() { &[0.1, 0.01] } else { &[1e-3] }
}

/// Current position of the origin of a body's axes, from its initial one and the motion of the centre of mass.
fn origin(actor: &Actor, start: &StageBody, now: &StageBody) -> Vec3 {
    let arm = start.x - actor.x;
    let turned: Vec3 = now.axes.iter().zip(&start.axes).map(|(now, start)| now * start.dot(&arm)).sum();
    now.x - turned
}

/// Range of the overlap under `load` weights: a single point may carry the whole load, or many points share it.
fn overlap_range(law: StageLaw, foot: Foot, load: f64) -> [f64; 2] {
    // k δ = W; Hertz: 4/3 E √R δ^(3/2) = W, with R of the shapes between 0.1 and 2, and E halved if both bodies
    // yield.
    let most = if law == StageLaw::Hertz { libm::cbrt(load * load) * 3e-4 } else { 1.1e-4 * load };
    match (law, foot) {
        (StageLaw::Cones | StageLaw::Relaxed, _) => [0.0, 0.0],
        (StageLaw::Hooke | StageLaw::Dae, Foot::Point) => [0.999_999e-4 * load, 1.000_001e-4 * load],
        _ => [0.0, most],
    }
}

/// A body that falls onto the ground.
fn falls(law: StageLaw, placed: &PlacedShape, ground: Actor) -> Stage {
    let mut body = Actor::placed("body", placed, 0.0);
    body.x.z += GAP;
    Stage::new(law, 0.1, vec![ground, body])
}

/// Values of a body at rest under its own weight.
fn at_rest(play: &TrialRun, seen: &[StageState], placed: &PlacedShape) -> Result<Vec<TrialValue>, String> {
    let [start, end] = seen else { return Err("there are not two times".to_string()) };
    let (first, body) = (start.body("body")?, end.body("body")?);
    let actor = play.stage.actor("body").ok_or("there is no body")?;
    let at = origin(actor, first, body);
    let law = play.stage.law;
    let [least, most] = overlap_range(law, placed.foot, 1.0);
    let depth = placed.height - at.z;
    let height = match law.is_rigid() {
        true => TrialValue::none("height off its rest", depth, AT_REST),
        false => TrialValue::within("depth in the ground", [least, most], depth),
    };
    let residual = if law.is_rigid() { AT_REST / play.stage.dt } else { 1e-6 };
    Ok(vec![
        height,
        TrialValue::none("speed", body.speed(), AT_REST),
        TrialValue::new("N over the weight", 1.0, end.normal_force(["body", "ground"]), residual),
    ])
}

/// Every stable pose on a plane; flat shapes are also set down tilted.
pub(super) fn on_ground(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in LAWS {
        for placed in chosen(PLACED, law, whole) {
            let stage = falls(law, &placed, Actor::ground());
            let runs = trial_runs("", &stage, steps(law), whole);
            let group = format!("{}, on plane", law.name());
            trials.push(Trial::new(group, placed.name, &[0.0, 3.0], runs, move |play, seen| {
                let mut values = at_rest(play, seen, &placed)?;
                let moved = seen[1].body("body")?.x - seen[0].body("body")?.x;
                values.push(TrialValue::none("distance along the ground", moved.xy().norm(), AT_REST));
                Ok(values)
            }));
            if law == StageLaw::Cones && placed.foot == Foot::Flat {
                trials.push(tilted(stage, placed, whole));
            }
        }
    }
    trials
}

/// A body set down with one edge first falls flat.
fn tilted(mut stage: Stage, placed: PlacedShape, whole: bool) -> Trial {
    // Tilted about y, a lying cylinder lands on its end and does not begin to roll.
    let axis = if placed.rolls.is_some() { Vec3::y() } else { Vec3::new(0.6, 0.8, 0.0) };
    for body in stage.actors.iter_mut().filter(|actor| actor.hold == ActorMotion::Free) {
        body.q = rotation(&(axis * 0.05)) * body.q;
        body.x.z += 0.1;
    }
    let group = format!("{}, set down tilted on plane", stage.law.name());
    let runs = trial_runs("", &stage, steps(stage.law), whole);
    Trial::new(group, placed.name, &[0.0, 30.0], runs, move |play, seen| at_rest(play, seen, &placed))
}

/// Bodies at rest along the lowest line of a level tube.
pub(super) fn in_a_tube(whole: bool) -> Vec<Trial> {
    let tube = || {
        let along = PLACED[4].turn;
        Actor {
            hold: ActorMotion::Fixed,
            x: Vec3::z() * TUBE,
            q: rotation(&along),
            ..Actor::new("ground", StageShape::Tube(TUBE))
        }
    };
    let mut trials = Vec::new();
    for law in LAWS {
        for placed in chosen(in_tube(), law, whole) {
            let stage = falls(law, &placed, tube());
            let runs = trial_runs("", &stage, steps(law), whole);
            let group = format!("{}, in tube", law.name());
            trials.push(Trial::new(group, placed.name, &[0.0, 3.0], runs, move |play, seen| {
                let mut values = at_rest(play, seen, &placed)?;
                // On two lines the normal forces are inclined, and their sum exceeds the weight.
                if placed.rolls.is_none() {
                    values.retain(|value| !value.is("N over the weight"));
                }
                Ok(values)
            }));
        }
    }
    trials
}

/// A planar prism at rest, with a normal force that follows from its overlap area.
pub(super) fn on_area(whole: bool) -> Trial {
    let half = [1.0, 0.6];
    let form = StageShape::Slab { half, half_height: 0.5 };
    // Rotates the prism's z to the ground's −y, and its y to the ground's z.
    let q = rotation(&(Vec3::x() * std::f64::consts::FRAC_PI_2));
    let body =
        Actor { hold: ActorMotion::Planar(Vec3::y()), x: Vec3::z() * (half[1] + GAP), q, ..Actor::new("body", form) };
    let stage = Stage::new(StageLaw::Area, 1e-3, vec![Actor::ground(), body]);
    let runs = trial_runs("", &stage, &[1e-3], whole);
    Trial::new(
        format!("{}, on plane", StageLaw::Area.name()),
        "prism on its side",
        &[0.0, 4.0],
        runs,
        move |_, seen| {
            // N = Y h 2a δ/l, with l twice the radius of the circle of the prism's area and h = 1.
            let length = 2.0 * (4.0 * half[0] * half[1] / std::f64::consts::PI).sqrt();
            let depth = length / (1e4 * 2.0 * half[0]);
            let body = seen[1].body("body")?;
            Ok(vec![
                TrialValue::near("depth in the ground", depth, half[1] - body.x.z, 1e-6),
                TrialValue::none("speed", body.speed(), AT_REST),
                TrialValue::new("N over the weight", 1.0, seen[1].normal_force(["body", "ground"]), 1e-6),
            ])
        },
    )
}

/// Every pose on every level top, off-centre and rotated, with several mass ratios.
pub(super) fn stacks(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in [StageLaw::Cones, StageLaw::Hooke, StageLaw::Hertz] {
        for (k, lower) in PLACED.into_iter().enumerate() {
            let Some(top) = lower.top else { continue };
            for (l, upper) in PLACED.into_iter().enumerate() {
                // A sample has each shape about once under springs, and three times with rigid contacts.
                let every = if law.is_rigid() { 3 } else { 11 };
                if whole || (k + l + law as usize).is_multiple_of(every) {
                    trials.push(stack(law, [lower, upper], top, whole));
                }
            }
        }
    }
    trials
}

fn stack(law: StageLaw, [lower, upper]: [PlacedShape; 2], top: f64, whole: bool) -> Trial {
    let ratios: &[f64] = if law.is_rigid() && whole { &[1.0, 0.01] } else { &[1.0] };
    let mut runs = Vec::new();
    for ratio in ratios {
        let mut above = Actor { mass: *ratio, ..Actor::placed("upper", &upper, top) };
        above.q = rotation(&(Vec3::z() * 0.3)) * above.q;
        if law.is_rigid() {
            // On springs, which yield more on one side, a ball would roll off.
            above.x += Vec3::new(0.13, 0.07, 0.0);
        }
        let actors = vec![Actor::ground(), Actor::placed("body", &lower, 0.0), above];
        let stage = Stage { rho: 0.01, ..Stage::new(law, 0.1, actors) };
        // Three faces of eight springs each oscillate faster than one face.
        let steps = if law.is_rigid() { steps(law) } else { &[2e-4] };
        runs.extend(trial_runs_in(&stack_worlds(law, whole), &format!("mass ratio {ratio}, "), &stage, steps));
    }
    let group = format!("{}, one on another", law.name());
    Trial::new(group, format!("{} on {}", upper.name, lower.name), &[0.0, 3.0], runs, move |play, seen| {
        stacked(play.stage.dt, law, [&lower, &upper], seen)
    })
}

/// Worlds for the many stacks: five with rigid contacts, two on springs.
fn stack_worlds(law: StageLaw, whole: bool) -> Vec<World> {
    match (law.is_rigid(), whole) {
        (true, true) => few_worlds(true),
        (true, false) => worlds(false),
        (false, _) => few_worlds(whole).into_iter().step_by(3).collect(),
    }
}

fn stacked(
    dt: f64,
    law: StageLaw,
    [lower, upper]: [&PlacedShape; 2],
    seen: &[StageState],
) -> Result<Vec<TrialValue>, String> {
    let [start, end] = seen else { return Err("there are not two times".to_string()) };
    let (mut values, mut weight) = (Vec::new(), 0.0);
    for (name, placed) in [("body", lower), ("upper", upper)] {
        let (from, to) = (start.body(name)?, end.body(name)?);
        let moved = to.x - from.x;
        weight += to.mass;
        if law.is_rigid() {
            values.push(TrialValue::none("distance moved", moved.norm(), AT_REST));
        } else {
            let most = 2.0 * overlap_range(law, placed.foot, 2.0)[1];
            values.push(TrialValue::within("depth", [0.0, most], -moved.z));
            values.push(TrialValue::none("distance along the ground", moved.xy().norm(), AT_REST));
        }
        values.push(TrialValue::none("speed", to.speed(), AT_REST));
    }
    let residual = if law.is_rigid() { AT_REST / dt } else { 1e-6 };
    values.push(TrialValue::near(
        "N on the ground over the weights",
        1.0,
        end.normal_force(["body", "ground"]) / weight,
        residual,
    ));
    Ok(values)
}

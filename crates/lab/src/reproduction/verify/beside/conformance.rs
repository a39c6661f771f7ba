//! The cases in which physics engines are compared: blocks and balls with closed forms, at fixed steps, in SI.

use super::super::rows::CaseRows;
use super::conformance_impacts as impacts;
use super::conformance_setting::{BLOCK, CaseSetting, G, SettingOutcome, at};
use super::conformance_turning as turning;
use super::moment::StageState;
use super::shapes::StageShape;
use super::slide::ratio;
use super::stage::{Actor, ActorMotion, AppliedForce, Stage, StageLaw};
use super::trial::TrialValue;
use super::world::{StageUnits, World, WorldPose};
use rayon::prelude::*;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::largest;

/// Largest creep speed of a body that holds, m/s.
const CREEP: f64 = 1e-6;

/// Gravity in the axes of a slope with tangent `tan`, which falls in the direction `heading`, rad from x.
fn tilted(tan: f64, heading: f64) -> Vec3 {
    let down = super::slide::on_slope(tan) * G;
    Vec3::new(down.x * libm::cos(heading), down.x * libm::sin(heading), down.z)
}

/// Number, name, and function of a case.
type Conformance = (u8, &'static str, fn(&CaseSetting) -> SettingOutcome);

const CASES: [Conformance; 27] = [
    (1, "hold at 0.98 of the limit", |s| hold(s, [0.98, 0.5, 0.0], [1.0, 10.0], BLOCK)),
    (2, "hold at 0.5 of the limit", |s| hold(s, [0.5, 0.5, 0.0], [1.0, 10.0], BLOCK)),
    (3, "slip at 1.02 of the limit", slip),
    (4, "stop from 2 m/s", |s| slide(s, 0.0)),
    (5, "slide at 30 degrees", |s| slide(s, 30.0)),
    (6, "slide at 45 degrees", |s| slide(s, 45.0)),
    (7, "hold 0.98 at 45 degrees", |s| hold(s, [0.98, 0.5, 45.0], [0.5, 2.0], BLOCK)),
    (8, "hold 0.98 at 30 degrees", |s| hold(s, [0.98, 0.5, 30.0], [0.5, 2.0], BLOCK)),
    (9, "force at 0.99 of the limit", pushed),
    (10, "ball slides, then rolls", turning::rolls),
    (11, "spin-down, sigma 1 mm", turning::spins_down),
    (12, "rolling stop, rho 2 mm", turning::rolls_out),
    (13, "set down sliding", impacts::set_down),
    (14, "two blocks, mu 0.3 below, 0.2 between", two_blocks),
    (16, "mu 1.5 holds on 50 degrees", |s| hold(s, [STEEP / 1.5, 1.5, 0.0], [1.0, 3.0], [0.1, 0.1, 0.02])),
    (17, "1000 kg on 1 kg", heavy_on_light),
    (18, "stick while shaken", shaken),
    (19, "centre of pressure", centre_of_pressure),
    (20, "ellipsoid rocks", turning::rocks),
    (21, "elastic bounce", impacts::elastic),
    (22, "free symmetric top", turning::top),
    (23, "bounce with friction", impacts::with_friction),
    (24, "rod, e 1: energy", impacts::rod),
    (25, "order of bodies, mirror", same_everywhere),
    (26, "the same bits twice", twice),
    (27, "three balls stand", turning::three_balls),
    (28, "stop at a quarter of the step", |s| stops(&CaseSetting { dt: 0.25 * s.dt, ..*s })),
];

/// tan 50°.
const STEEP: f64 = 1.191_753_592_594_21;

/// Runs the cases with `numbers` in each setting.
pub(super) fn run(settings: &[CaseSetting], numbers: &[u8], rows: &mut CaseRows) {
    for (setting, (number, name, _), values) in outcomes(settings, numbers) {
        let what = format!("{number:02} {name}, {}, dt {:e} s", setting.law.name(), setting.dt);
        values.into_iter().for_each(|value| value.add(&what, rows));
    }
}

/// The values of the cases with `numbers` in each setting.
fn outcomes(settings: &[CaseSetting], numbers: &[u8]) -> Vec<(CaseSetting, &'static Conformance, Vec<TrialValue>)> {
    let chosen = |setting: &CaseSetting| {
        let setting = *setting;
        CASES.iter().filter(|case| numbers.contains(&case.0)).map(move |case| (setting, case))
    };
    let all: Vec<(CaseSetting, &Conformance)> = settings.iter().flat_map(chosen).collect();
    let values = |(setting, case): &(CaseSetting, &'static Conformance)| {
        let found = (case.2)(setting).unwrap_or_else(|why| vec![TrialValue::none(why, f64::NAN, 0.0)]);
        (*setting, *case, found)
    };
    all.par_iter().map(values).collect()
}

/// A value of a conformance case, computed by a solver of this program.
#[derive(Clone, Debug, PartialEq)]
pub struct ConformanceValue {
    /// Solver and step size.
    pub setting: String,
    /// Number of the case.
    pub case: u8,
    /// Title of the case.
    pub title: &'static str,
    /// Quantity, with its unit.
    pub what: String,
    /// Closed form.
    pub expected: f64,
    /// Value of the run; NaN if the case could not be run.
    pub measured: f64,
    /// Largest difference that counts as agreement.
    pub tolerance: f64,
}

/// The values of the cases with `numbers`, all if there are none: by cones with a step of 10 ms and of 1 ms, by springs
/// and, of blocks, by `dae` with 0.1 ms.
pub fn conformance_values(numbers: &[u8]) -> Vec<ConformanceValue> {
    let of =
        |all: &[u8]| all.iter().copied().filter(|n| numbers.is_empty() || numbers.contains(n)).collect::<Vec<u8>>();
    let setting = |law, dt| CaseSetting { law, dt };
    let rigid = [setting(StageLaw::Cones, 1e-2), setting(StageLaw::Cones, 1e-3)];
    let mut found = outcomes(&rigid, &of(&ALL));
    found.extend(outcomes(&[setting(StageLaw::Hooke, 1e-4)], &of(&ALL)));
    found.extend(outcomes(&[setting(StageLaw::Dae, 1e-4)], &of(&OF_BLOCKS)));
    let value = |(setting, (case, title, _), value): (CaseSetting, &Conformance, &TrialValue)| {
        let (what, [expected, measured, tolerance]) = value.parts();
        let setting = format!("{}, {:e} s", setting.law.name(), setting.dt);
        ConformanceValue { setting, case: *case, title, what: what.to_owned(), expected, measured, tolerance }
    };
    let of_case = |(setting, case, values): &(CaseSetting, &'static Conformance, Vec<TrialValue>)| {
        values.iter().map(|one| value((*setting, case, one))).collect::<Vec<_>>()
    };
    found.iter().flat_map(of_case).collect()
}

/// Numbers of the cases without rotation and rebound, for a law without roll and spin friction.
pub(super) const OF_BLOCKS: [u8; 17] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 16, 18, 19, 25, 26, 28];
/// Numbers of all cases. Case 15 asks which of two coefficients acts and does not apply: a pair has its own
/// coefficient.
pub(super) const ALL: [u8; 27] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28];

fn hold(s: &CaseSetting, [fraction, mu, degrees]: [f64; 3], times: [f64; 2], half: [f64; 3]) -> SettingOutcome {
    let mut stage = Stage { mu, gravity: tilted(fraction * mu, degrees.to_radians()), ..s.block(Vec3::zeros()) };
    for block in stage.actors.iter_mut().filter(|actor| actor.name == "block") {
        (block.form, block.x) = (StageShape::Box(half), Vec3::z() * half[2]);
    }
    let seen = s.play(&stage, &times)?;
    let [from, to] = at(&seen, "block", [0, 1])?;
    Ok(vec![TrialValue::none("creep [m/s]", (to.x - from.x).norm() / (times[1] - times[0]), CREEP)])
}

fn slip(s: &CaseSetting) -> SettingOutcome {
    let stage = Stage { gravity: tilted(1.02 * 0.5, 0.0), ..s.block(Vec3::zeros()) };
    let seen = s.play(&stage, &[1.0, 2.0])?;
    let mu = ratio(&stage.gravity, [1.0, 2.0], at(&seen, "block", [0, 1])?);
    Ok(vec![TrialValue::near("mu", 0.5, mu, 0.005)])
}

/// Distance to rest from 2 m/s, m.
fn way() -> f64 {
    4.0 / (2.0 * 0.5 * G)
}

fn slide(s: &CaseSetting, degrees: f64) -> SettingOutcome {
    let heading = degrees.to_radians();
    let stage = s.block(Vec3::new(libm::cos(heading), libm::sin(heading), 0.0) * 2.0);
    let times: Vec<f64> = (0..=100).map(|k| 0.01 * f64::from(k)).collect();
    let seen = s.play(&stage, &times)?;
    let [start, end] = at(&seen, "block", [0, 100])?;
    let moved = (end.x - start.x).xy();
    let heights = seen[1..].iter().map(|moment| moment.body("block").map_or(f64::NAN, |block| block.x.z - end.x.z));
    let bend = libm::atan2(moved.y, moved.x) - heading;
    Ok(vec![
        // The step in which the block stops is not resolved.
        TrialValue::new("distance to rest [m]", way(), moved.norm(), 0.005 * way() + 1.02 * s.dt),
        TrialValue::near("mu", 0.5, ratio(&stage.gravity, [0.1, 0.3], at(&seen, "block", [10, 30])?), 0.005),
        TrialValue::none("speed at the end [m/s]", end.v.norm(), CREEP),
        TrialValue::none("hop [m]", stickslip_engine::laws::math::extremes::larger(0.0, largest(heights)), 5e-4),
        TrialValue::none("bend of the path [degrees]", bend.to_degrees(), 0.5),
    ])
}

fn stops(s: &CaseSetting) -> SettingOutcome {
    let seen = s.play(&s.block(Vec3::x() * 2.0), &[0.0, 0.6])?;
    let [start, end] = at(&seen, "block", [0, 1])?;
    Ok(vec![TrialValue::near("distance to rest [m]", way(), (end.x - start.x).norm(), 0.01)])
}

fn pushed(s: &CaseSetting) -> SettingOutcome {
    let push = AppliedForce { body: "block", force: Vec3::x() * (0.99 * 0.5 * G), at: Vec3::zeros() };
    let stage = Stage { pushes: vec![push], ..s.block(Vec3::zeros()) };
    let seen = s.play(&stage, &[1.0, 3.0])?;
    let [from, to] = at(&seen, "block", [0, 1])?;
    Ok(vec![TrialValue::none("creep [m/s]", (to.x - from.x).norm() / 2.0, CREEP)])
}

/// A block of 2 kg, and a narrower one of 1 kg on it.
fn pair(s: &CaseSetting) -> Stage {
    let lower = Actor { mass: 2.0, x: Vec3::z() * 0.05, ..Actor::new("lower", StageShape::Box([0.2, 0.1, 0.05])) };
    let upper = Actor { x: Vec3::z() * 0.15, ..Actor::new("upper", StageShape::Box([0.1, 0.08, 0.05])) };
    s.stage(vec![Actor::ground(), lower, upper])
}

fn two_blocks(s: &CaseSetting) -> SettingOutcome {
    let stage = Stage {
        mu: 0.3,
        pairs: vec![(["ground", "lower"], 0.3), (["lower", "upper"], 0.2)],
        pushes: vec![AppliedForce { body: "lower", force: Vec3::x() * 15.0, at: Vec3::zeros() }],
        ..pair(s)
    };
    let seen = s.play(&stage, &[0.2, 0.7])?;
    let rate = |name: &str| at(&seen, name, [0, 1]).map(|[from, to]| (to.v.x - from.v.x) / 0.5);
    Ok(vec![
        TrialValue::near("acceleration of the lower [m/s^2]", (15.0 - 0.2 * G - 0.9 * G) / 2.0, rate("lower")?, 0.01),
        TrialValue::near("acceleration of the upper [m/s^2]", 0.2 * G, rate("upper")?, 0.01),
        TrialValue::near("mu between", 0.2, ratio(&stage.gravity, [0.2, 0.7], at(&seen, "upper", [0, 1])?), 0.01),
    ])
}

fn heavy_on_light(s: &CaseSetting) -> SettingOutcome {
    let cube = StageShape::Box([0.1; 3]);
    let small = Actor { x: Vec3::z() * 0.1, ..Actor::new("small", cube) };
    let block = Actor { x: Vec3::z() * 0.3, mass: 1000.0, ..Actor::new("block", cube) };
    // Springs compress by 1001 g/4 k_n: k_n = 1e6 N/m is too soft for a tonne, and damping scaled to 1 kg takes
    // seconds.
    let springs = !s.law.is_rigid();
    let setting = CaseSetting { dt: if springs { 0.1 * s.dt } else { s.dt }, ..*s };
    let mut stage = setting.stage(vec![Actor::ground(), small, block]);
    stage.stiffness = if springs { 1e8 } else { stage.stiffness };
    let seen = setting.play(&stage, &[0.0, 2.0])?;
    let [start, end] = at(&seen, "block", [0, 1])?;
    Ok(vec![
        TrialValue::none("sinks by [m]", start.x.z - end.x.z, 1e-3),
        TrialValue::near("N on the ground [N]", 1001.0 * G, seen[1].normal_force(["ground", "small"]), 0.01),
    ])
}

fn shaken(s: &CaseSetting) -> SettingOutcome {
    let rate = std::f64::consts::TAU * 2.0;
    let mut stage = Stage { gravity: tilted(0.15, 0.0), ..s.block(Vec3::zeros()) };
    for ground in stage.actors.iter_mut().filter(|actor| actor.name == "ground") {
        ground.hold = ActorMotion::Shaken(Vec3::x() * (0.3 * G / (rate * rate)), 2.0);
    }
    let seen = s.play(&stage, &[1.0, 5.0])?;
    let [from, to] = at(&seen, "block", [0, 1])?;
    let [ground_from, ground_to] = at(&seen, "ground", [0, 1])?;
    let way = (to.x - ground_to.x) - (from.x - ground_from.x);
    Ok(vec![TrialValue::none("creep on the ground [m/s]", way.norm() / 4.0, CREEP)])
}

fn centre_of_pressure(s: &CaseSetting) -> SettingOutcome {
    let push = AppliedForce { body: "block", force: Vec3::x() * 3.0, at: Vec3::zeros() };
    let stage = Stage { pushes: vec![push], ..s.block(Vec3::zeros()) };
    let seen = s.play(&stage, &[0.0, 1.0])?;
    let [_, block] = at(&seen, "block", [0, 1])?;
    let moment: f64 = seen[1].contacts.iter().map(|contact| contact.normal * contact.at.x).sum();
    let centre = moment / seen[1].normal_force(["ground", "block"]) - block.x.x;
    Ok(vec![TrialValue::near("centre of pressure from the middle [m]", 3.0 * 0.05 / G, centre, 0.01)])
}

fn same_everywhere(s: &CaseSetting) -> SettingOutcome {
    let sliding = |v: f64| {
        let mut stage = pair(s);
        stage.actors[1].v = Vec3::x() * v;
        stage
    };
    let end = |stage: &Stage, pose: WorldPose| stage.play(&World::new(StageUnits::SI, pose), &[0.5]);
    let ends = [
        end(&sliding(1.0), WorldPose::AsWritten)?,
        end(&sliding(1.0), WorldPose::Swapped)?,
        end(&sliding(-1.0), WorldPose::AsWritten)?,
    ];
    let apart = |theirs: &[StageState], side: f64| -> Result<f64, String> {
        let mut all = Vec::new();
        for name in ["lower", "upper"] {
            let (ours, theirs) = (ends[0][0].body(name)?.x, theirs[0].body(name)?.x);
            all.push((ours - Vec3::new(side * theirs.x, theirs.y, theirs.z)).norm());
        }
        Ok(largest(all))
    };
    Ok(vec![
        TrialValue::none("another order of bodies [m]", apart(&ends[1], 1.0)?, 1e-6),
        TrialValue::none("the mirror image [m]", apart(&ends[2], -1.0)?, 1e-6),
    ])
}

fn twice(s: &CaseSetting) -> SettingOutcome {
    let mut stage = pair(s);
    (stage.actors[1].v, stage.actors[2].v) = (Vec3::new(1.0, 0.2, 0.0), Vec3::new(0.0, 0.3, 0.0));
    let [first, second] = [s.play(&stage, &[0.5])?, s.play(&stage, &[0.5])?];
    Ok(vec![TrialValue::none("difference", super::scale::difference(&first, &second), 0.0)])
}

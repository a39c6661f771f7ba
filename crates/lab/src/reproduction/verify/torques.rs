//! Roll and spin friction as constraints, together with that of slide: closed forms for round bodies that rest, roll,
//! stop, spin down and begin to roll.
//!
//! Source of the equations: `laws::library::roll::dae`. Each motion is run in worlds of several sizes, turned, with the bodies
//! exchanged and under two normal laws: lengths are in units of the radius R, times in √(R/g), so that all runs have one
//! closed form.

use super::plan::VerifyPlan;
use super::rows::CaseRows;
use crate::trace::{StudyError, first_fault};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// μ, ρ/R and σ/R of all runs.
const MU: f64 = 0.5;
const RHO: f64 = 0.2;
const SIGMA: f64 = 0.1;

/// Gravity, m/s².
const G: f64 = 9.81;

/// A body that rolls with radius R about y: its shape in units of R, and I/(mR²) about y and about z.
struct Roller {
    name: &'static str,
    shape: fn(f64) -> String,
    about_y: f64,
    about_z: f64,
    /// Turn of the body's own axes to those of the world, degrees about x: a prism rolls about its own z.
    tilt: f64,
}

const ROLLERS: [Roller; 3] = [
    Roller { name: "ball", shape: |r| format!("Sphere(radius: {r:?})"), about_y: 0.4, about_z: 0.4, tilt: 0.0 },
    Roller {
        name: "ellipsoid",
        // Semi-axes R, 2R, R: it rolls about its long axis.
        shape: |r| format!("Ellipsoid(semi_axes: ({r:?}, {:?}, {r:?}))", 2.0 * r),
        about_y: 0.4,
        about_z: 1.0,
        tilt: 0.0,
    },
    Roller {
        name: "cylinder",
        // 2R long: I_z = m(3R² + (2R)²)/12.
        shape: |r| format!("Cylinder(radius: {r:?}, half_height: {r:?})"),
        about_y: 0.5,
        about_z: 7.0 / 12.0,
        tilt: 90.0,
    },
];

/// The world of a run.
#[derive(Clone, Copy)]
struct TorqueWorld {
    name: &'static str,
    /// R, m.
    radius: f64,
    /// Rotation vector of the world, rad.
    turn: Vec3,
    is_swapped: bool,
    /// True for a normal force from an overlap, else from the weight.
    is_elastic: bool,
    threads: usize,
}

/// As most runs are: R = 0.1 m.
const AS_WRITTEN: TorqueWorld = TorqueWorld {
    name: "known weight",
    radius: 0.1,
    turn: Vec3::new(0.0, 0.0, 0.0),
    is_swapped: false,
    is_elastic: false,
    threads: 1,
};

/// Worlds in which every motion must be the same.
fn worlds() -> [TorqueWorld; 6] {
    [
        AS_WRITTEN,
        TorqueWorld { name: "overlap", is_elastic: true, ..AS_WRITTEN },
        TorqueWorld { name: "turned", turn: Vec3::new(0.7, -1.1, 0.4), is_elastic: true, ..AS_WRITTEN },
        TorqueWorld { name: "bodies exchanged, two threads", is_swapped: true, threads: 2, ..AS_WRITTEN },
        TorqueWorld { name: "R 1e-5 m", radius: 1e-5, is_elastic: true, ..AS_WRITTEN },
        TorqueWorld { name: "R 1e2 m", radius: 1e2, is_elastic: true, ..AS_WRITTEN },
    ]
}

/// A motion on a plane that falls towards +x by `slope`, tan α, from a velocity (over √(gR)) along x, an angular velocity
/// (over √(g/R)) about y and one about the normal.
#[derive(Clone, Copy)]
struct PlaneMotion {
    slope: f64,
    v: f64,
    w: [f64; 2],
}

/// One state, in units of R, √(R/g) and m g.
struct TorqueState {
    x: f64,
    v: f64,
    w: Vec3,
    /// Spin sticks.
    is_still: bool,
    /// Roll torque over its limit.
    used: f64,
    /// Kinetic energy lost to slip in slide, roll and spin, over m g R.
    lost: [f64; 3],
}

/// Steps per √(R/g): of 1e-4 s at R = 0.1 m.
const STEPS: f64 = 1000.0;

/// Runs a motion for `duration`, in √(R/g); returns its states at every 1/100 of that.
fn play(
    roller: &Roller,
    world: &TorqueWorld,
    motion: &PlaneMotion,
    duration: f64,
) -> Result<Vec<TorqueState>, StudyError> {
    let scene = scene(roller, world, motion)?;
    let mut simulation = Simulation::with_energy_ledger(&scene);
    simulation.use_threads(world.threads);
    let (time, r) = ((world.radius / G).sqrt(), world.radius);
    let turn = rotation(&world.turn);
    let back = |v: &Vec3| turn.inverse_transform_vector(v);
    let body = usize::from(!world.is_swapped);
    let mut states = Vec::new();
    let mut start = None;
    let steps = (duration * STEPS).round() as u64;
    for step in 0..=steps {
        if step > 0 {
            simulation.step();
        }
        if step % (steps / 100).max(1) != 0 && step != steps {
            continue;
        }
        let state = simulation.state();
        let at = &state.bodies[body];
        let (Some(contact), Some(accounts)) = (state.contacts.first(), &state.accounts) else {
            return Err(StudyError::new(&scene.title, "the body lost its contact"));
        };
        let x = back(&at.x).x;
        let start = *start.get_or_insert(x);
        let tally = accounts.contacts.iter().map(|account| {
            let tally = &account.tally;
            [tally.slide.slip, tally.roll_i.slip + tally.roll_j.slip, tally.spin.slip]
        });
        let lost = tally.fold([0.0; 3], |sum, part| std::array::from_fn(|k| sum[k] + part[k]));
        let normal: f64 = state.contacts.iter().map(|contact| contact.normal.n).sum();
        let roll: f64 = state.contacts.iter().map(|contact| contact.roll.j.elastic.norm()).sum();
        states.push(TorqueState {
            x: (x - start) / r,
            v: back(&at.v).x * time / r,
            w: back(&at.w) * time,
            is_still: contact.spin.0.mode == Mode::Stick,
            used: roll / (RHO * r * normal),
            lost: lost.map(|lost| lost / (at.mass.mass * G * r)),
        });
    }
    simulation.stopped().map_or(Ok(states), |why| Err(StudyError::new(&scene.title, why)))
}

/// The scene of a motion.
fn scene(roller: &Roller, world: &TorqueWorld, motion: &PlaneMotion) -> Result<Scene, StudyError> {
    let (r, speed) = (world.radius, (G * world.radius).sqrt());
    let time = (r / G).sqrt();
    let mass = 1000.0 * r * r * r;
    let turn = rotation(&world.turn);
    let vector = |x: f64, y: f64, z: f64| {
        let v = turn * Vec3::new(x, y, z);
        format!("({:?}, {:?}, {:?})", v.x, v.y, v.z)
    };
    // Turned about x, so that the axis of a cylinder lies along y.
    let tilt = turn * rotation(&Vec3::new(roller.tilt.to_radians(), 0.0, 0.0));
    let written = |q: &stickslip_engine::laws::Rotation| format!("({:?}, {:?}, {:?}, {:?})", q.w, q.i, q.j, q.k);
    let (sin, cos) = (motion.slope / libm::hypot(motion.slope, 1.0), 1.0 / libm::hypot(motion.slope, 1.0));
    // An overlap of 1e-5 R, so that the lever of the load is R to this part.
    let stiffness = mass * G * cos / (1e-5 * r);
    let (height, normal) = match world.is_elastic {
        true => (r * (1.0 - 1e-5), format!("Hooke(k_n: {stiffness:?}, damping: Ratio(0.5))")),
        false => (r, "Known(Weight)".to_owned()),
    };
    let ground = format!(r#"(name: "ground", shape: Plane, rotation: {})"#, written(&turn));
    let body = format!(
        r#"(name: "body", shape: {}, mass: {mass:?}, position: {}, rotation: {}, velocity: {}, angular_velocity: {})"#,
        (roller.shape)(r),
        vector(0.0, 0.0, height),
        written(&tilt),
        vector(motion.v * speed, 0.0, 0.0),
        vector(0.0, motion.w[0] / time, motion.w[1] / time),
    );
    let bodies = if world.is_swapped { format!("{body}, {ground}") } else { format!("{ground}, {body}") };
    let text = format!(
        r#"Scene(schema: 1, title: "{}, {}", time: (dt: {:?}, duration: 1e9), gravity: {},
            friction: (mu: {MU:?}, rho: {:?}, sigma: {:?}, laws: (slide: Dae, roll: Dae, spin: Dae)),
            normal: {normal}, bodies: [{bodies}])"#,
        roller.name,
        world.name,
        time / STEPS,
        vector(G * sin, 0.0, -G * cos),
        RHO * r,
        SIGMA * r,
    );
    Scene::parse("torques", &text).map_err(|faults| StudyError::new("torques", first_fault(&faults)))
}

/// Comparisons of one body, each the worst of all worlds.
#[derive(Default)]
struct WorstRows(Vec<WorstRow>);

/// One comparison: what it is, the closed form, the run and the tolerance.
struct WorstRow {
    quantity: &'static str,
    expected: f64,
    measured: f64,
    tolerance: f64,
}

impl WorstRow {
    /// Deviation over tolerance; NaN counts as the largest.
    fn deviation(&self) -> f64 {
        let off = (self.measured - self.expected).abs();
        if off == 0.0 {
            0.0
        } else if off.is_nan() {
            f64::INFINITY
        } else {
            off / self.tolerance
        }
    }
}

impl WorstRows {
    fn add(&mut self, quantity: &'static str, expected: f64, measured: f64, tolerance: f64) {
        let row = WorstRow { quantity, expected, measured, tolerance };
        match self.0.iter_mut().find(|other| other.quantity == quantity) {
            None => self.0.push(row),
            Some(worst) if row.deviation() > worst.deviation() => *worst = row,
            Some(_) => {}
        }
    }
}

/// The rows of the case `dae-torques`.
pub(super) fn torques(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    for (k, roller) in ROLLERS.iter().enumerate() {
        let mut worst = WorstRows::default();
        for world in &worlds() {
            rests(roller, world, &mut worst)?;
            rolls(roller, world, &mut worst)?;
            stops(roller, world, &mut worst)?;
            begins_to_roll(roller, world, &mut worst)?;
            // A body that lies on a line slides where it spins.
            if k < 2 {
                spins_down(roller, world, &mut worst)?;
            }
        }
        for WorstRow { quantity, expected, measured, tolerance } in worst.0 {
            rows.closed_form(format!("{}: {quantity}", roller.name), expected, measured, tolerance);
        }
    }
    Ok(())
}

/// Below ρ/R no slope moves a round body: no creep, and the torque balances that of the weight.
fn rests(roller: &Roller, world: &TorqueWorld, rows: &mut WorstRows) -> Result<(), StudyError> {
    let states = play(roller, world, &PlaneMotion { slope: 0.95 * RHO, v: 0.0, w: [0.0; 2] }, 20.0)?;
    let (middle, end) = (&states[states.len() / 2], &states[states.len() - 1]);
    rows.add("tan(alpha) 0.95 rho/R: creep over 10 sqrt(R/g) [R]", 0.0, end.x - middle.x, 1e-12);
    // An overlap of 1e-5 R shortens the lever of the weight.
    rows.add("tan(alpha) 0.95 rho/R: roll torque over rho N", 0.95, end.used, 2e-5);
    Ok(())
}

/// Above it, a = g (sin α − (ρ/R) cos α)/(1 + I/(mR²)), without sliding.
fn rolls(roller: &Roller, world: &TorqueWorld, rows: &mut WorstRows) -> Result<(), StudyError> {
    let slope: f64 = 2.0 * RHO;
    let states = play(roller, world, &PlaneMotion { slope, v: 0.0, w: [0.0; 2] }, 5.0)?;
    let expected = (slope - RHO) / libm::hypot(slope, 1.0) / (1.0 + roller.about_y);
    let (middle, end) = (&states[states.len() / 2], &states[states.len() - 1]);
    rows.add("tan(alpha) 2 rho/R: acceleration over g", expected, (end.v - middle.v) / 2.5, 1e-4 * expected);
    rows.add("tan(alpha) 2 rho/R: slip v - R w at the end [sqrt(gR)]", 0.0, end.v - end.w.y, 1e-4);
    Ok(())
}

/// A body that rolls on level ground stops after v²(1 + I/(mR²))/(2 g ρ/R), its energy lost to roll alone, and stays.
fn stops(roller: &Roller, world: &TorqueWorld, rows: &mut WorstRows) -> Result<(), StudyError> {
    let (v, factor) = (1.0, 1.0 + roller.about_y);
    let states = play(roller, world, &PlaneMotion { slope: 0.0, v, w: [v, 0.0] }, 2.0 * factor * v / RHO)?;
    let end = &states[states.len() - 1];
    let way = v * v * factor / (2.0 * RHO);
    // Semi-implicit Euler is behind by half a step of the velocity.
    rows.add("rolls to a stop: way [R]", way, end.x, 2.0 * v / STEPS);
    rows.add("rolls to a stop: speed at the end [sqrt(gR)]", 0.0, end.v.abs() + end.w.norm(), 1e-12);
    rows.add("rolls to a stop: lost to roll [m g R]", 0.5 * v * v * factor, end.lost[1], 2e-3);
    rows.add("rolls to a stop: lost to slide [m g R]", 0.0, end.lost[0], 1e-4);
    Ok(())
}

/// Set down sliding at v: v' = −μg, R ω' = (μ − ρ/R) g m R²/I, until they meet; then it rolls, slower by ρ.
fn begins_to_roll(roller: &Roller, world: &TorqueWorld, rows: &mut WorstRows) -> Result<(), StudyError> {
    let v = 2.0;
    let meet = v / (MU + (MU - RHO) / roller.about_y);
    let states = play(roller, world, &PlaneMotion { slope: 0.0, v, w: [0.0; 2] }, meet + 1.0)?;
    let end = &states[states.len() - 1];
    let expected = v - MU * meet - RHO / (1.0 + roller.about_y);
    rows.add("slides, then rolls: speed [sqrt(gR)]", expected, end.v, 2.0 / STEPS);
    rows.add("slides, then rolls: slip [sqrt(gR)]", 0.0, end.v - end.w.y, 1e-4);
    Ok(())
}

/// A body that spins about the normal stops at t = ω I_z/(σ m g), its energy lost to spin alone.
fn spins_down(roller: &Roller, world: &TorqueWorld, rows: &mut WorstRows) -> Result<(), StudyError> {
    let w = 2.0;
    let time = w * roller.about_z / SIGMA;
    let motion = PlaneMotion { slope: 0.0, v: 0.0, w: [0.0, w] };
    let states = play(roller, world, &motion, 0.5 * time)?;
    rows.add("spins down: w at half time [sqrt(g/R)]", 0.5 * w, states[states.len() - 1].w.z, 2.0 / STEPS);
    let states = play(roller, world, &motion, 1.2 * time)?;
    let end = &states[states.len() - 1];
    let fastest = states.iter().fold(0.0, |worst, state| larger(worst, state.v.abs()));
    rows.add("spins down: w at the end [sqrt(g/R)]", 0.0, end.w.norm(), 1e-12);
    rows.add("spins down: largest speed [sqrt(gR)]", 0.0, fastest, 1e-9);
    rows.add("spins down: lost to spin [m g R]", 0.5 * w * w * roller.about_z, end.lost[2], 5e-3);
    rows.add("spins down: spin sticks at the end (1: yes)", 1.0, f64::from(u8::from(end.is_still)), 0.0);
    Ok(())
}

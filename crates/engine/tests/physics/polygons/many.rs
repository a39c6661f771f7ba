//! Bodies held by many contacts, stacks and heaps.

use super::support::*;
use nalgebra::{DMatrix, DVector};
use std::cmp::Ordering;
use stickslip_engine::laws::math::extremes::{larger, largest, smallest};
use stickslip_engine::observe::state::State;
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// A regular polygon with as many corners as there are walls, which press on its faces 1e-4 m deep. Returns the case,
/// the torque that all the friction together can hold, N·m, and the moment of inertia, kg·m².
fn wheel(corners: usize) -> (Case, f64, f64) {
    let (radius, overlap, mu) = (0.05, 1e-4, 0.5);
    let half = std::f64::consts::PI / corners as f64;
    let (apothem, face) = (radius * half.cos(), 2.0 * radius * half.sin());
    let mut bodies: Vec<String> = (0..corners)
        .map(|k| {
            let outward = half * (2 * k + 1) as f64;
            let at = [outward.cos(), outward.sin()].map(|x| (apothem - overlap) * x);
            plane(&format!("wall-{k}"), outward.to_degrees() + 180.0, at, "")
        })
        .collect();
    bodies.push(prism("wheel", &regular(corners, radius, 0.0), [0.0, 0.0], PLANAR, ""));
    // Each overlap is a trapezoid between the face and the wall.
    let inner = face + 2.0 * overlap / (2.0 * half).tan();
    let area = 0.5 * (face + inner) * overlap;
    let lever = apothem - overlap / 3.0 * (face + 2.0 * inner) / (face + inner);
    let whole = 0.5 * corners as f64 * radius * radius * (2.0 * half).sin();
    let load = K * area / length(whole);
    let inertia = 27.0 * whole * 0.5 * radius * radius * (1.0 - 2.0 / 3.0 * half.sin().powi(2));
    let mut case = Case::new(bodies);
    case.gravity = 0.0;
    (case, corners as f64 * mu * load * lever, inertia)
}

/// A couple on the wheel, N·m.
fn couple(torque: f64) -> String {
    let force = torque / 0.05;
    format!(
        "pulls: [(body: \"wheel\", force: (0.0, {force:?}, 0.0), at: (0.05, 0.0, 0.0), axes: World),
                 (body: \"wheel\", force: (0.0, {:?}, 0.0), axes: World)]",
        -force
    )
}

/// The walls hold the wheel below their limit; above it the wheel accelerates by the excess.
#[test]
fn walls_hold_a_wheel() {
    for corners in [3, 4, 5, 6, 8] {
        let (mut case, torque, inertia) = wheel(corners);
        case.more = couple(0.98 * torque);
        let mut most = 0.0;
        let dae = case.run(0.05, |state| most = larger(most, body(state, "wheel").w.norm())).dae();
        eprintln!("{corners} walls: {most:e} rad/s, {} sweeps in {} steps", dae.sweeps, dae.steps);
        assert!(most < 1e-9, "{corners} walls: {most:e} rad/s");
        assert_eq!((dae.exhausted, dae.last.contacts), (0, corners));
        case.more = couple(1.02 * torque);
        let expected = 0.02 * torque * case.dt / inertia;
        near(body(&case.after(case.dt), "wheel").w.z, expected, 1e-3 * expected, &format!("{corners} walls"));
    }
}

/// With the friction of the other contacts lagged by a step, each wall takes the whole couple.
#[test]
fn lagged_friction_of_many_walls_shakes() {
    let (mut case, torque, _) = wheel(6);
    (case.more, case.normal) = (couple(0.9 * torque), normal(0.5, None));
    let most = |case: &Case| {
        let mut most = 0.0;
        case.run(0.02, |state| most = larger(most, body(state, "wheel").w.norm()));
        most
    };
    let coupled = most(&case);
    case.friction = dae(0.5, "coupling: Lagged");
    let lagged = most(&case);
    eprintln!("coupled {coupled:e}, lagged {lagged:e} rad/s");
    assert!(coupled < 1e-9 && lagged > 1e-2, "coupled {coupled:e}, lagged {lagged:e} rad/s");
}

/// A column of bricks on a slope that do not slip, so that the angles of the bricks are its coordinates. Each face is a
/// bed of springs, with a dashpot for the damping of rocking, on the angle between its two bricks; faces that the load
/// opens are narrower.
struct Column {
    masses: DMatrix<f64>,
    /// Maps the angles of the bricks to the angles between them.
    between: DMatrix<f64>,
    /// Stiffness of each face, N·m/rad, and its dashpot at γ_t = 1, N·m·s/rad.
    springs: Vec<f64>,
    dashpots: Vec<f64>,
}

impl Column {
    /// The load of a face acts at the foot of the plumb line from the centre of all bricks above, at e from the middle
    /// of the face. Beyond w/6 the face opens, to a width of 3 (w/2 − e). The spring is k b³/(12 l); the dashpot √(k
    /// m_eff) ½ Σ (P − C)² takes the ends of the contact line from the centroid C, where the load acts.
    fn new(count: usize, width: f64, height: f64, degrees: f64) -> Self {
        let (mass, l) = (27.0 * width * height, length(width * height));
        let between =
            DMatrix::from_fn(count, count, |a, b| f64::from(u8::from(a == b)) - f64::from(u8::from(a == b + 1)));
        let places = DMatrix::from_fn(count, count, |a, b| match b.cmp(&a) {
            Ordering::Less => -height,
            Ordering::Equal => -0.5 * height,
            Ordering::Greater => 0.0,
        });
        let inertia = mass * (width * width + height * height) / 12.0;
        let masses = DMatrix::identity(count, count) * inertia + places.transpose() * &places * mass;
        let face = |below: usize| {
            let off = 0.5 * (count - below) as f64 * height * degrees.to_radians().tan();
            let pressed = smallest([width, 3.0 * (0.5 * width - off)]);
            let ends = [0.5 * width - off, pressed - (0.5 * width - off)];
            // The lowest brick is on the slope, which has no mass of its own.
            let shared = if below == 0 { mass } else { 0.5 * mass };
            let square = 0.5 * (ends[0] * ends[0] + ends[1] * ends[1]);
            (K * pressed.powi(3) / (12.0 * l), (K * shared).sqrt() * square)
        };
        let (springs, dashpots) = (0..count).map(face).unzip();
        Self { masses, between, springs, dashpots }
    }

    fn of_faces(&self, constants: &[f64]) -> DMatrix<f64> {
        let diagonal = DMatrix::from_diagonal(&DVector::from_row_slice(constants));
        self.between.transpose() * diagonal * &self.between
    }

    /// The slowest mode: its frequency, rad/s, its decay rate with dashpots of γ_t = 1 at all faces, 1/s, and its
    /// shape.
    fn slowest(&self) -> (f64, f64, DVector<f64>) {
        let root = self.masses.clone().cholesky().unwrap().l().try_inverse().unwrap();
        let modes = (&root * self.of_faces(&self.springs) * root.transpose()).symmetric_eigen();
        let (slowest, square) = modes.eigenvalues.argmin();
        let shape = root.transpose() * modes.eigenvectors.column(slowest);
        let rate = 0.5 * (shape.transpose() * self.of_faces(&self.dashpots) * &shape)[(0, 0)];
        (square.sqrt(), rate, shape)
    }

    /// The decay rate, 1/s, if each brick has only those torques of its two faces that have one sign.
    fn one_sided(&self, gamma: f64) -> f64 {
        let (omega, _, shape) = self.slowest();
        let (mut angles, mut spins) = (&shape * 0.0, shape);
        let (inverse, springs) = (self.masses.clone().try_inverse().unwrap(), self.of_faces(&self.springs));
        let dt = 2e-5;
        let period = std::f64::consts::TAU / omega;
        let mut mean_square = |periods: f64| {
            let steps = (periods * period / dt).round() as usize;
            let mut sum = 0.0;
            for _ in 0..steps {
                let rates = &self.between * &spins;
                let of_face = |at: usize| -gamma * self.dashpots[at] * rates[at];
                let torques = DVector::from_fn(spins.len(), |at, _| {
                    let above = if at + 1 < spins.len() { -of_face(at + 1) } else { 0.0 };
                    smallest([of_face(at), 0.0]) + smallest([above, 0.0])
                });
                spins += &inverse * (torques - &springs * &angles) * dt;
                angles += &spins * dt;
                sum += spins[spins.len() - 1].powi(2) / steps as f64;
            }
            sum
        };
        // The faster modes decay in the first periods.
        let _ = mean_square(4.0);
        let early = mean_square(4.0);
        let _ = mean_square(16.0);
        0.5 * (early / mean_square(4.0)).ln() / (20.0 * period)
    }
}

/// Ten bricks on each other on 20°, each on the springs that its load needs, which lean downhill and sway. No contact
/// slips, and every one uses tan 20°. T, the total torque without friction, is not 0 at rest: friction balances it. So
/// slow swaying does not change the sign of T + I (ω − ω₀)/Δt, and a brick has only the torques of one sign: the
/// swaying decays with 2.2/s for γ_t = 0.5, where all dashpots together would give 3.9/s. The mean position of a brick
/// follows the swaying, because torques of one sign have a mean, and comes to rest with it: nothing creeps.
#[test]
fn ten_bricks_on_a_slope_stand() {
    let (width, height, degrees) = (0.2, 0.02, 20.0f64);
    let (mass, l) = (27.0 * width * height, length(width * height));
    let level = Column::new(10, width, height, 0.0);
    near(level.slowest().0, 127.405, 1e-3, "ω of the column on level ground");
    let column = Column::new(10, width, height, degrees);
    let (omega, rate, _) = column.slowest();
    let mut top = 0.0;
    let mut bodies = vec![ground("")];
    for k in 0..10 {
        top += height - depth(f64::from(10 - k) * mass * G * degrees.to_radians().cos(), width, l);
        bodies.push(prism(&format!("brick-{k}"), &rectangle(width, height), [0.0, top - 0.5 * height], PLANAR, ""));
    }
    let mut case = Case::new(bodies);
    case.slope = degrees;
    for (gamma, rests) in [(0.5, 5.0), (1.0, 2.5)] {
        case.normal = normal(gamma, Some(gamma));
        let mut simulation = Simulation::new(&case.scene());
        // Over five periods: the largest speed of the top brick, m/s, the mean positions of all bricks, m, and the
        // largest slip, m/s.
        let mut window = |from: f64| {
            simulation.steps((from / case.dt).round() as u64 - simulation.step_count());
            let steps = (5.0 * std::f64::consts::TAU / omega / case.dt).round() as usize;
            let (mut samples, mut places, mut slip) = (Vec::new(), [0.0; 10], 0.0);
            for _ in 0..steps {
                simulation.step();
                let state = simulation.state();
                samples.push((state.time, body(&state, "brick-9").v.x));
                for (k, place) in places.iter_mut().enumerate() {
                    *place += body(&state, &format!("brick-{k}")).x.x / steps as f64;
                }
                slip = larger(slip, simulation.dae().last.residual * case.dt);
            }
            (samples, places, slip)
        };
        let size =
            |samples: &[(f64, f64)]| (samples.iter().map(|(_, v)| v * v).sum::<f64>() / samples.len() as f64).sqrt();
        let (early, late) = (window(0.5).0, window(2.0).0);
        // Damping lowers the frequency by 2 % and 4 %.
        near(frequency(&early), omega, 0.05 * omega, "sways with");
        let expected = column.one_sided(gamma);
        let decay = (size(&early) / size(&late)).ln() / 1.5;
        eprintln!("all dashpots of γ_t = {gamma} would take {} 1/s", gamma * rate);
        near(decay, expected, 0.03 * expected, "the swaying decays with, 1/s");
        let ((_, first, slip), (_, last, _)) = (window(rests), window(rests + 2.5));
        assert!(slip < 1e-11, "slips with {slip:e} m/s");
        for (k, (first, last)) in first.into_iter().zip(last).enumerate() {
            let creep = (last - first) / 2.5;
            assert!(creep.abs() < 1e-9, "brick {k} creeps with {creep:e} m/s");
        }
        let (end, report) = (simulation.state(), simulation.dae());
        assert_eq!((end.contacts.len(), report.last.fixed), (10, 10));
        // The springs of the lower bricks yield on one side: their faces are rotated by up to 0.003 rad.
        for used in used(&end) {
            near(used, degrees.to_radians().tan(), 3e-3, "|λ − ½|");
        }
    }
}

/// 30 polygons of 5 to 10 corners and 8 to 12 mm, all different, in rows above the ground between two walls.
fn poured() -> Case {
    let mut state = 12345u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut bodies = vec![ground(""), plane("left", 0.0, [-0.075, 0.0], ""), plane("right", 180.0, [0.075, 0.0], "")];
    for k in 0..30 {
        let (row, column) = (k / 5, k % 5);
        let corners = 5 + (random() * 6.0) as usize;
        let shape = regular(corners, 0.008 + 0.004 * random(), random());
        let at = [0.028 * (column as f64 - 2.0) + 0.003 * (random() - 0.5), 0.015 + 0.026 * row as f64];
        bodies.push(prism(&format!("p-{k}"), &shape, at, PLANAR, ""));
    }
    let mut case = Case::new(bodies);
    (case.dt, case.friction) = (5e-5, dae(0.6, ""));
    case
}

fn energy_per_body(state: &State) -> f64 {
    let bodies: Vec<f64> = state.bodies.iter().filter(|body| body.mass.mass.is_finite()).map(kinetic).collect();
    bodies.iter().sum::<f64>() / bodies.len() as f64
}

/// The residual motion of a heap on open ground after 4 s: next to nothing under `dae` with damping of rotation; much
/// more without that damping, with lagged friction, or at the level of accelerations. Orders of magnitude are from an
/// independent program: 1e-15 J per body or less, and 1e-9 J or more; two decades may differ between heaps.
#[test]
fn a_heap_comes_to_rest() {
    let mut case = poured();
    case.bodies.drain(1..3);
    case.dt = 1e-4;
    let end = |friction: &str, rotation: Option<f64>| {
        let mut case = case.clone();
        (case.friction, case.normal) = (friction.to_owned(), normal(0.5, rotation));
        let energy = energy_per_body(&case.after(4.0));
        eprintln!("{friction}, {rotation:?}: {energy:e} J");
        energy
    };
    let rests = end(&dae(0.6, ""), Some(0.5));
    assert!(rests < 1e-13, "{rests:e} J");
    for (friction, rotation) in
        [(dae(0.6, ""), None), (dae(0.6, "coupling: Lagged"), Some(0.5)), (dae(0.6, "level: Acceleration"), Some(0.5))]
    {
        let moves = end(&friction, rotation);
        assert!(moves > 1e-11, "{friction}, {rotation:?}: {moves:e} J");
    }
}

/// Springs bring the heap to rest as well, if the step suits their dashpots; 1e-4 s is too long.
#[test]
fn a_heap_on_springs_comes_to_rest() {
    let mut case = poured();
    case.friction = "mu_s: 0.6, mu_k: 0.6, k_e: 28571.0, laws: (slide: \"cundall-strack\")".to_owned();
    let energy = energy_per_body(&case.after(4.0));
    assert!(energy < 1e-10, "{energy:e} J");
}

/// A few sweeps per step bring the heap to rest as well: each step continues from the last.
#[test]
fn five_sweeps_a_step_are_enough_for_a_heap() {
    let mut case = poured();
    case.friction = dae(0.6, "sweeps: 5");
    let mut simulation = Simulation::new(&case.scene());
    simulation.steps(80_000);
    let (energy, report) = (energy_per_body(&simulation.state()), simulation.dae());
    eprintln!("{energy:e} J, {report:?}");
    assert!(energy < 1e-11 && report.exhausted > 0, "{energy:e} J, {report:?}");
}

fn hash_after(scene: &Scene, threads: usize, steps: u64) -> u64 {
    let mut simulation = Simulation::new(scene);
    simulation.use_threads(threads);
    simulation.steps(steps);
    let state = simulation.state();
    assert!(state.contacts.len() > 30, "{} contacts", state.contacts.len());
    state_hash(&state)
}

#[test]
fn threads_do_not_change_a_bit() {
    let scene = poured().scene();
    assert_eq!(hash_after(&scene, 1, 6_000), hash_after(&scene, 2, 6_000));
}

/// A snapshot of a run has all the state needed to continue it.
#[test]
fn a_snapshot_of_a_heap_goes_on_with_the_same_bits() {
    let scene = poured().scene();
    let mut simulation = Simulation::new(&scene);
    simulation.steps(5_000);
    let there = stickslip_engine::step::snapshot::Snapshot::take(simulation.world(), None);
    let changed = simulation.changed();
    simulation.steps(1_000);
    let (hash, report) = (state_hash(&simulation.state()), simulation.dae());
    there.restore(simulation.world());
    simulation.steps(1_000);
    assert_eq!((state_hash(&simulation.state()), simulation.dae()), (hash, report));
    let mut again = Simulation::at(&scene, changed).expect("the same scene");
    again.steps(1_000);
    assert_eq!((state_hash(&again.state()), again.dae()), (hash, report));
}

/// No polygon went through a wall or another polygon.
#[test]
fn a_heap_stays_between_its_walls() {
    let end = poured().after(0.5);
    let moving = || end.bodies.iter().filter(|body| body.mass.mass.is_finite());
    assert!(largest(moving().map(|body| body.x.x.abs())) < 0.075);
    assert!(smallest(moving().map(|body| body.x.y)) > 0.0);
    let deepest = largest(end.contacts.iter().map(|contact| contact.touch.overlap));
    assert!(deepest < 1e-3, "{deepest} m");
}

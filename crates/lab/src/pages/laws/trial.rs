//! The test scenes in which every law is measured.

use crate::trace::{StudyError, first_fault, moving_body};
use stickslip_engine::laws::friction::law::ContactState;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::math::turning::{rotation, rotation_vector};
use stickslip_engine::laws::motion::apply_inertia;
use stickslip_engine::laws::motion::pull::Pull;
use stickslip_engine::laws::pair::choice::{AnyLaw, Friction, Laws};
use stickslip_engine::laws::pair::probe::Probe;
use stickslip_engine::laws::{Rotation, SlideLaw, Vec3};
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::edits::{Edit, QueueEdit};

/// Measurements of one law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Displacement from 20 s to 100 s under half the load that would move the body, m or rad.
    pub creep: f64,
    /// Sign changes of the load per second once the body has come to rest, counted over 1 s; loads below 1e-6 of the
    /// largest one of the run are rounding and do not count.
    pub chatter: f64,
    /// Distance or angle by which the body recoils from its furthest point as it stops, m or rad.
    pub overshoot: f64,
    /// Largest residual of the energy account until rest, as a fraction of the initial energy.
    pub energy_error: f64,
    /// Relative change of the angular momentum of two bodies that collide in free space.
    pub pair: f64,
    /// Largest difference between the velocities in a scene and in the rotated scene, relative to the initial speed:
    /// for a ball that slides, rolls and spins on a slope, and for one that lands.
    pub turned: f64,
    /// Difference of the final velocities on the slope when the two bodies change places in the file, relative to the
    /// initial speed.
    pub exchanged: f64,
}

/// Normal force of the scenes without bounces.
const WEIGHT: &str = "Known(Weight)";

/// Time by which everything that can come to rest has done so, s.
const TO_REST: f64 = 20.0;

/// Measures one law in every test scene.
pub(crate) fn measure(law: AnyLaw) -> Result<Measured, StudyError> {
    let (chatter, overshoot, energy_error) = stop(law)?;
    let scene = moving(law)?;
    let turned = larger(frame_difference(&scene)?, frame_difference(&landing(law)?)?);
    let end = run(&scene, 0.3)?;
    let mut swapped = scene.clone();
    swapped.bodies.swap(0, 1);
    let back = run(&swapped, 0.3)?;
    Ok(Measured {
        creep: creep(law)?,
        chatter,
        overshoot,
        energy_error,
        pair: meeting(law)?,
        turned,
        exchanged: (velocity(&end) - velocity(&back)).norm() / start_speed(&scene),
    })
}

/// Velocity of the moving body, m/s.
fn velocity(state: &State) -> Vec3 {
    moving_body(state).map_or_else(|| Vec3::repeat(f64::NAN), |body| body.v)
}

/// Sum of the initial speeds, m/s.
fn start_speed(scene: &Scene) -> f64 {
    scene.bodies.iter().map(|body| body.velocity.norm()).sum()
}

/// Largest difference in 0.3 s between the velocities in a scene and in the rotated scene, relative to the initial
/// speed.
fn frame_difference(scene: &Scene) -> Result<f64, StudyError> {
    let turn = rotation(&(Vec3::z() * 2.3)) * rotation(&(Vec3::y() * -1.1)) * rotation(&(Vec3::x() * 0.7));
    let there = turned(scene, &turn);
    let mut both = [scene, &there].map(Simulation::new);
    let mut worst = 0.0;
    for _ in 0..(0.3 / scene.dt).round() as u64 {
        let [here, there] = both.each_mut().map(|simulation| {
            simulation.step();
            velocity(&simulation.state())
        });
        worst = larger(worst, (turn * here - there).norm());
    }
    both.iter().try_for_each(|simulation| finished(simulation, scene))?;
    Ok(worst / start_speed(scene))
}

/// A ball of 5 kg and 0.2 m on the ground under `law`; the other components have laws that do not interfere.
fn ball(law: AnyLaw, ground: &str, (normal, fields): (&str, &str)) -> Result<Scene, StudyError> {
    // A ball that slides straight does not rotate; one that rolls or spins has ample static friction.
    let turns = ["spin", "angular_velocity"].iter().any(|field| fields.contains(field));
    let motion = if law.component() == "slide" && !turns { "Translating" } else { "Free" };
    let text = format!(
        r#"Scene(schema: 1, title: "{}", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.8),
        friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: {}, spin: {}),
        normal: {normal},
        bodies: [(name: "ground", shape: {ground}, motion: Fixed),
                 (name: "ball", shape: Sphere(radius: 0.2), mass: 5.0, youngs_modulus: 2e6, poisson_ratio: 0.3,
                  motion: {motion}, {fields})])"#,
        law.info().id,
        if law.component() == "roll" { "0.3" } else { "0.0" },
        if law.component() == "spin" { "Heuristic(eta_psi: 0.006, curvature: 5.0)" } else { "Off" },
    );
    under(&text, law)
}

/// Parses a scene and applies `law`. While another component is examined, slide friction is Cundall and Strack's law,
/// which does not depend on the order of the bodies.
fn under(text: &str, law: AnyLaw) -> Result<Scene, StudyError> {
    let id = law.info().id;
    let scene = Scene::parse(id, text).map_err(|faults| StudyError::new(id, first_fault(&faults)))?;
    let mut laws = Laws { slide: SlideLaw::CundallStrack(Default::default()), ..Laws::default() };
    laws.set(law);
    scene.with_laws(&laws).map_err(|fault| StudyError::new(id, fault))
}

/// The contact of the ball with the ground under a slide law, without a world.
pub(super) fn slide_contact(law: AnyLaw) -> Result<Probe, StudyError> {
    let Friction { laws, parameters } = ball(law, "Plane", (WEIGHT, r#"on: (surface: "ground")"#))?.friction;
    Ok(Probe::new(laws, ContactState::ball_on_plane(parameters, 0.2, 5.0, None, 1e-4)))
}

fn run(scene: &Scene, time: f64) -> Result<State, StudyError> {
    let mut simulation = Simulation::new(scene);
    simulation.steps((time / scene.dt).round() as u64);
    finished(&simulation, scene)?;
    Ok(simulation.state())
}

fn finished(simulation: &Simulation, scene: &Scene) -> Result<(), StudyError> {
    simulation.stopped().map_or(Ok(()), |why| Err(StudyError::new(&scene.title, why)))
}

/// Coordinate of the moving body: y along the ground, m, or its rotation about the normal, rad.
fn coordinate(state: &State, spins: bool) -> f64 {
    let body = moving_body(state);
    body.map_or(f64::NAN, |body| if spins { rotation_vector(&body.q).z } else { body.x.y })
}

/// Displacement from 20 s to 100 s on a slope, or under a couple about n, of half of what the law's default
/// coefficient can hold: m or rad.
fn creep(law: AnyLaw) -> Result<f64, StudyError> {
    let place = r#"on: (surface: "ground", at: (0.0, 0.0))"#;
    // Half of mu_k = 0.2, half of 2 eta_r mu_k = 0.12; for spin a torsion spring at 1 rad, half of eta_psi mu_k N/𝒦 =
    // 0.0118 N m.
    let ground = match law.component() {
        "slide" => "Incline(degrees: 5.7)",
        "roll" => "Incline(degrees: 3.4)",
        _ => "Plane",
    };
    let scene = ball(law, ground, (WEIGHT, place))?;
    let spins = law.component() == "spin";
    let mut simulation = Simulation::new(&scene);
    if spins {
        let target = rotation(&Vec3::z());
        let pull = Pull::Torsion { target, stiffness: 0.0059, damping: 0.0 };
        simulation.world().write_message(QueueEdit(Edit::Hold { body: 1, pull }));
    }
    simulation.steps((TO_REST / scene.dt).round() as u64);
    let first = simulation.state();
    simulation.steps(((100.0 - TO_REST) / scene.dt).round() as u64);
    finished(&simulation, &scene)?;
    let last = simulation.state();
    let moved = |a: &State, b: &State| match (moving_body(a), moving_body(b)) {
        (Some(a), Some(b)) => (a.x - b.x).norm(),
        _ => f64::NAN,
    };
    Ok(if spins { (coordinate(&last, true) - coordinate(&first, true)).abs() } else { moved(&last, &first) })
}

/// Chatter, overshoot and energy error of a body launched on level ground until it rests.
fn stop(law: AnyLaw) -> Result<(f64, f64, f64), StudyError> {
    let spins = law.component() == "spin";
    let start = if spins { "spin: 0.5" } else { "velocity: (0.0, 0.3)" };
    let scene = ball(law, "Plane", (WEIGHT, &format!(r#"on: (surface: "ground", at: (0.0, 0.0), {start})"#)))?;
    let mut simulation = Simulation::with_energy_ledger(&scene);
    let (mut farthest, mut worst, mut largest) = (f64::MIN, 0.0_f64, 0.0_f64);
    let mut energy = 0.0;
    let steps = (TO_REST / scene.dt).round() as u64;
    for step in 0..steps {
        let state = simulation.state();
        farthest = larger(farthest, coordinate(&state, spins));
        largest = larger(largest, load(&state, law).abs());
        if let Some(accounts) = &state.accounts {
            if step == 0 {
                energy = accounts.budget.kinetic;
            }
            worst = larger(worst, accounts.budget.residual().abs());
        }
        simulation.step();
    }
    let overshoot = larger(farthest, coordinate(&simulation.state(), spins)) - coordinate(&simulation.state(), spins);
    let (mut changes, mut last) = (0, 0.0);
    for _ in 0..(1.0 / scene.dt).round() as u64 {
        simulation.step();
        let now = load(&simulation.state(), law);
        largest = larger(largest, now.abs());
        if now.abs() > 1e-6 * largest {
            changes += i32::from(now * last < 0.0);
            last = now;
        }
    }
    finished(&simulation, &scene)?;
    let chatter = if largest.is_nan() { f64::NAN } else { f64::from(changes) };
    Ok((chatter, overshoot, worst / energy))
}

/// Load of the law's component on the ball along the motion, N or N·m.
fn load(state: &State, law: AnyLaw) -> f64 {
    state.contacts.first().map_or(0.0, |contact| match law.component() {
        "slide" => contact.loads.friction_on_j.y,
        "roll" => contact.loads.roll_on_j().x,
        _ => contact.loads.spin_on_i.z,
    })
}

/// A ball that slides, rolls and spins at once, on a slope.
fn moving(law: AnyLaw) -> Result<Scene, StudyError> {
    let fields = r#"on: (surface: "ground", at: (0.0, 0.0), velocity: (0.2, 0.5), spin: 20.0)"#;
    ball(law, "Incline(degrees: 5.7)", (WEIGHT, fields))
}

/// A ball that lands obliquely and bounces, sliding, rolling and spinning.
fn landing(law: AnyLaw) -> Result<Scene, StudyError> {
    let fields = "position: (0.0, 0.0, 0.25), velocity: (0.3, 0.5, -1.0), angular_velocity: (1.0, 2.0, 20.0)";
    ball(law, "Plane", ("Hooke(k_n: 1e6, restitution: 0.5)", fields))
}

/// The scene rotated by `r` about the origin.
fn turned(scene: &Scene, r: &Rotation) -> Scene {
    let mut scene = scene.clone();
    scene.gravity = r * scene.gravity;
    for body in &mut scene.bodies {
        (body.position, body.rotation) = (r * body.position, r * body.rotation);
        (body.velocity, body.angular_velocity) = (r * body.velocity, r * body.angular_velocity);
    }
    scene
}

/// Relative change of the angular momentum of two balls that collide off-centre in free space, sliding, rolling and
/// spinning.
fn meeting(law: AnyLaw) -> Result<f64, StudyError> {
    let text = format!(
        r#"Scene(schema: 1, title: "{}", time: (dt: 1e-5, duration: 0.1), gravity: (0.0, 0.0, 0.0),
        friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: {}, spin: {}), normal: Hertz(restitution: 0.5),
        bodies: [
            (name: "a", shape: Sphere(radius: 0.1), mass: 1.0, youngs_modulus: 2e6, poisson_ratio: 0.3,
             position: (0.0, 0.0, 0.0), velocity: (0.3, 0.0, 1.0), angular_velocity: (3.0, -2.0, 6.0)),
            (name: "b", shape: Sphere(radius: 0.05), mass: 0.3, youngs_modulus: 2e6, poisson_ratio: 0.3,
             position: (0.02, 0.01, 0.16), velocity: (0.0, 0.2, -1.0), angular_velocity: (-9.0, 4.0, -1.0))])"#,
        law.info().id,
        if law.component() == "roll" { "0.3" } else { "0.0" },
        if law.component() == "spin" { "Hertz" } else { "Off" },
    );
    let scene = under(&text, law)?;
    let momentum = |state: &State| -> Vec3 {
        let of = |body: &stickslip_engine::observe::state::BodyState| {
            apply_inertia(&body.mass.inertia, &body.q, &body.w) + body.x.cross(&body.v) * body.mass.mass
        };
        state.bodies.iter().map(of).sum()
    };
    let before = momentum(&Simulation::new(&scene).state());
    let after = momentum(&run(&scene, 0.04)?);
    Ok((after - before).norm() / before.norm())
}

//! Edits of a scene that set the velocity or the pose of a body, impacts by angle, and settled bodies.

use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::record::save::scene_text;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Scene, set};
use stickslip_engine::step::snapshot::Snapshot;

const G: f64 = 9.81;
const SPRINGS: &str = "normal: Hooke(k_n: 1e6, damping: Ratio(0.3)), friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5)";
const HERTZ: &str = "normal: Hertz(restitution: 0.5), friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5)";
const RIGID: &str = "normal: Rigid, friction: (mu: 0.0)";
const BALL: &str = "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, youngs_modulus: 1e8, poisson_ratio: 0.3, position: (0.0, 0.0, 1.0))";

fn scene(laws: &str, bodies: &str, edits: &str) -> Scene {
    Scene::parse("s", &text(laws, bodies, edits)).unwrap_or_else(|faults| panic!("{bodies} {edits}: {faults}"))
}

fn text(laws: &str, bodies: &str, edits: &str) -> String {
    format!(
        "Scene(schema: 1, title: \"t\", time: (dt: 1e-4, duration: 0.5), gravity: (0.0, 0.0, -{G}), {laws}, edits: [{edits}], \
         bodies: [(name: \"ground\", shape: Plane), {bodies}])"
    )
}

fn after(scene: &Scene, steps: u64) -> Vec<BodyState> {
    let mut simulation = Simulation::new(scene);
    simulation.steps(steps);
    assert_eq!(simulation.stopped(), None);
    simulation.state().bodies
}

/// In free flight from each edit on: `v₀ − g t`, and by the semi-implicit step `x₀ + v₀ t − g t (t + Δt)/2`.
#[test]
fn a_set_velocity_or_position_begins_a_free_flight() {
    let edits = "(at: 0.02, set: \"bodies.ball.velocity\", to: (1.0, 2.0, 3.0)), \
                 (at: 0.02, set: \"bodies.ball.angular_velocity\", to: (0.0, 0.0, 5.0)), \
                 (at: 0.03, set: \"bodies.ball.position\", to: (7.0, 8.0, 9.0)), \
                 (at: 0.03, set: \"bodies.ball.rotation\", to: AxisAngle(axis: (0.0, 0.0, 1.0), degrees: 90.0))";
    let scene = scene(SPRINGS, BALL, edits);
    let body = &after(&scene, 500)[1];
    let (t, dt) = (0.02, 1e-4);
    let v = Vec3::new(1.0, 2.0, 3.0 - G * 0.03);
    let at_03 = Vec3::new(1.0, 2.0, 3.0 - G * 0.01);
    let x = Vec3::new(7.0, 8.0, 9.0) + at_03 * t - Vec3::z() * (0.5 * G * t * (t + dt));
    assert!((body.v - v).norm() < 1e-12, "{} {v}", body.v);
    assert!((body.x - x).norm() < 1e-12, "{} {x}", body.x);
    assert!((body.w - Vec3::z() * 5.0).norm() < 1e-12, "{}", body.w);
    let turn = (body.q * Vec3::x()).dot(&Vec3::y());
    assert!((turn - libm::cos(5.0 * t)).abs() < 1e-9, "{turn}");
    // The same velocity again is an edit too.
    let twice = scene_of_pushes("(0.0, 0.0, 1.0)");
    assert!((after(&twice, 301)[1].v.z - (1.0 - G * 1e-4)).abs() < 1e-12);
}

fn scene_of_pushes(to: &str) -> Scene {
    let push = |at: f64| format!("(at: {at}, set: \"bodies.ball.velocity\", to: {to})");
    scene(SPRINGS, BALL, &[0.01, 0.02, 0.03].map(push).join(", "))
}

/// A resting block that is pushed slides on its springs as one that has always moved: it loses μ_k g t. Its contacts keep
/// their age through a push, and begin anew after a move.
#[test]
fn a_push_keeps_contacts_and_a_move_ends_them() {
    let block = "(name: \"block\", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, motion: Translating, \
                 on: (surface: \"ground\", settled: true))";
    let ages = |edits: &str| -> Vec<u64> {
        let mut simulation = Simulation::new(&scene(SPRINGS, block, edits));
        simulation.steps(200);
        simulation.state().contacts.iter().map(|contact| contact.pair.age).collect()
    };
    let whole = ages("");
    assert!(whole.len() == 4 && whole.iter().all(|age| *age == whole[0]), "{whole:?}");
    assert_eq!(ages("(at: 0.01, set: \"bodies.block.velocity\", to: (0.0, 1.0, 0.0))"), whole);
    let z = scene(SPRINGS, block, "").bodies[1].position.z;
    let moved = ages(&format!("(at: 0.01, set: \"bodies.block.position\", to: (0.5, 0.0, {z:?}))"));
    assert!(moved.len() == 4 && moved.iter().all(|age| age + 100 <= whole[0]), "{moved:?} {whole:?}");
    let pushed = scene(
        RIGID.replace("0.0", "0.3").as_str(),
        block,
        "(at: 0.01, set: \"bodies.block.velocity\", to: (0.0, 1.0, 0.0))",
    );
    let v = after(&pushed, 600)[1].v.y;
    assert!((v - (1.0 - 0.3 * G * 0.05)).abs() < 1e-9, "{v}");
}

/// Under a known normal force a velocity into the surface stops there, as at the beginning of a contact.
#[test]
fn a_known_contact_keeps_its_body_on_the_surface() {
    let known = "normal: Known(Weight), friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5)";
    let block = "(name: \"block\", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, motion: Translating, on: (surface: \"ground\"))";
    for z in [-1.0, 1.0] {
        let edit = format!("(at: 0.01, set: \"bodies.block.velocity\", to: (0.0, 1.0, {z:?}))");
        let body = &after(&scene(known, block, &edit), 500)[1];
        assert!((body.x.z - 0.1).abs() < 1e-12 && body.v.z.abs() < 1e-12 && body.v.y > 0.5, "{} {}", body.x, body.v);
    }
}

fn bits(state: &State) -> Vec<u64> {
    let numbers = state.bodies.iter().flat_map(|body| body.x.iter().chain(body.v.iter()).chain(body.w.iter()).copied());
    numbers.map(f64::to_bits).collect()
}

/// A jump back, a checkpoint and a second case give the bits of the unbroken run; a start from now keeps edits to come.
#[test]
fn a_body_edit_acts_again_bit_for_bit() {
    let edits = "(at: 0.05, set: \"bodies.ball.position\", to: (0.3, 0.2, 0.0999)), \
                 (at: 0.1, set: \"bodies.ball.velocity\", to: Polar(speed: 2.0, degrees: 60.0))";
    let edited = scene(SPRINGS, BALL, edits);
    for at in [499, 500, 501, 999, 1000, 1001] {
        let mut whole = Simulation::new(&edited);
        whole.steps(at);
        let (before, kept) = (Snapshot::take(whole.world(), None), whole.changed());
        whole.steps(1500 - at);
        let end = bits(&whole.state());
        let mut later = Simulation::at(&edited, kept).expect("the same scene");
        later.steps(1500 - at);
        assert_eq!(bits(&later.state()), end, "from a checkpoint at {at}");
        before.restore(whole.world());
        whole.steps(1500 - at);
        assert_eq!(bits(&whole.state()), end, "from a snapshot at {at}");
    }
    let mut alone = Simulation::new(&edited);
    alone.steps(1500);
    let plain = scene(SPRINGS, BALL, "");
    let mut both = Simulation::batch(&[plain.clone(), edited]);
    both.steps(1500);
    assert_eq!(bits(&both.case_state(1)), bits(&alone.state()));
    let mut other = Simulation::new(&plain);
    other.steps(1500);
    assert_eq!(bits(&both.case_state(0)), bits(&other.state()));
    let mut simulation = Simulation::new(&scene(SPRINGS, BALL, edits));
    simulation.steps(700);
    let now = scene_text(simulation.world(), &text(SPRINGS, BALL, edits), true).expect("a scene");
    let again = Scene::parse("s", &now).expect("no fault");
    assert_eq!((again.edits.len(), again.edits[0].step(again.dt)), (1, 300), "{now}");
}

/// The budget books the work of each edit, `½ m (v₁² − v₀²)` and `m g Δz`, as that of edits, and closes.
#[test]
fn the_work_of_an_edit_is_booked_as_such() {
    let edits = "(at: 0.01, set: \"bodies.ball.velocity\", to: (0.0, 3.0, 0.0)), \
                 (at: 0.02, set: \"bodies.ball.position\", to: (0.0, 0.0, 4.0)), \
                 (at: 0.03, set: \"gravity\", to: (0.0, 0.0, -1.0))";
    let edits: Vec<&str> = edits.split_inclusive("), ").collect();
    let joined = edits.concat();
    let mut simulation = Simulation::with_energy_ledger(&scene(SPRINGS, BALL, &joined));
    simulation.steps(400);
    let budget = simulation.state().accounts.expect("a ledger").budget;
    let v0 = G * 0.01;
    let fall = G * 1e-4 * 101.0 * 100.0 / 2.0 * 1e-4;
    let z = 4.0 - G * (0.01 * 0.01 + 0.5 * 0.01 * (0.01 + 1e-4));
    let expected = 0.5 * (9.0 - v0 * v0) + G * (4.0 - 1.0 + 2.0 * fall) - (G - 1.0) * z;
    assert!((budget.edits - expected).abs() < 1e-3 * expected.abs(), "{} {expected}", budget.edits);
    assert!(budget.residual().abs() < 1e-2, "{}", budget.residual());
}

/// A ball, a standing box, a lying capsule and a stack begin at the overlap of their weight: nothing moves.
#[test]
fn settled_bodies_stay_at_rest() {
    let elastic = "youngs_modulus: 1e8, poisson_ratio: 0.3";
    for size in [1e-6_f64, 1e-3, 0.1, 1e3] {
        let mass = 1000.0 * size * size * size;
        let body = |name: &str, shape: &str, on: &str, more: &str| {
            format!(
                "(name: \"{name}\", shape: {shape}, mass: {mass:?}, {elastic}, on: (surface: \"{on}\", settled: true){more})"
            )
        };
        let ball = format!("Sphere(radius: {size:?})");
        let cube = format!("Box(half_extents: ({size:?}, {size:?}, {size:?}))");
        let wide = format!("Box(half_extents: ({:?}, {:?}, {size:?}))", 2.0 * size, 2.0 * size);
        let capsule = format!("Capsule(radius: {size:?}, half_height: {size:?})");
        let lying = ", rotation: AxisAngle(axis: (1.0, 0.0, 0.0), degrees: 90.0)";
        let stack = [body("a", &wide, "ground", ""), body("b", &cube, "a", ""), body("c", &ball, "b", "")].join(", ");
        let upwards = [body("c", &ball, "b", ""), body("b", &cube, "a", ""), body("a", &wide, "ground", "")].join(", ");
        for bodies in [
            body("a", &ball, "ground", ""),
            body("a", &cube, "ground", ""),
            body("a", &capsule, "ground", lying),
            body("a", &format!("Cylinder(radius: {size:?}, half_height: {size:?})"), "ground", ""),
            stack,
            upwards,
        ] {
            let k_n = 1e5 * mass / size;
            let hooke = format!("normal: Hooke(k_n: {k_n:?}), friction: (mu_s: 0.5, mu_k: 0.4, k_e: {k_n:?})");
            for laws in [hooke.as_str(), HERTZ] {
                let made = text(laws, &bodies, "");
                let dt = 1e-3 * size.sqrt() * 1e-2;
                let made = set(&made, "time", &format!("(dt: {dt:?}, duration: {:?})", 1000.0 * dt)).expect("a scene");
                let scene = Scene::parse("s", &made).unwrap_or_else(|faults| panic!("{made}: {faults}"));
                let found = after(&scene, 300);
                let fall = G * 300.0 * dt;
                for body in &found[1..] {
                    assert!(body.v.norm() < 1e-6 * fall, "{laws} {bodies}: {} of {fall}", body.v);
                }
                // Without it, the bodies begin to fall.
                let loose = Scene::parse("s", &made.replace("settled: true", "settled: false")).expect("a scene");
                assert!(after(&loose, 3)[1].v.norm() > 1e-3 * G * 3.0 * dt, "{laws} {bodies}");
            }
        }
    }
}

/// On an incline the overlap is `m g cos θ/(n k_n)`, and for a Hertz ball `(3 m g cos θ/(4 E_eff √R))^{2/3}`; along the normal
/// nothing moves, whatever the body does along the slope.
#[test]
fn a_settled_body_on_an_incline_keeps_its_overlap() {
    let modulus = 1e8 / (1.0 - 0.3 * 0.3);
    for degrees in [0.0, 20.0, 40.0] {
        let cosine = libm::cos(f64::to_radians(degrees));
        let up = Vec3::new(0.0, -libm::sin(f64::to_radians(degrees)), cosine);
        let slope = format!("(name: \"slope\", shape: Incline(degrees: {degrees:?}))");
        let ball = "shape: Sphere(radius: 0.1)";
        let cube = "shape: Box(half_extents: (0.1, 0.1, 0.1)), motion: Translating";
        let hertz = libm::pow(0.75 * G * cosine / (modulus * 0.1_f64.sqrt()), 2.0 / 3.0);
        for (laws, shape, overlap) in
            [(SPRINGS, ball, G * cosine / 1e6), (SPRINGS, cube, G * cosine / 4e6), (HERTZ, ball, hertz)]
        {
            let body = format!(
                "{slope}, (name: \"body\", {shape}, mass: 1.0, youngs_modulus: 1e8, poisson_ratio: 0.3, \
                 on: (surface: \"slope\", settled: true))"
            );
            let made = text(laws, &body, "").replace("(name: \"ground\", shape: Plane), ", "");
            let scene = Scene::parse("s", &made).expect("a scene");
            let found = 0.1 - scene.bodies[1].position.dot(&up);
            assert!((found - overlap).abs() < 1e-9 * overlap, "{laws} {shape} {degrees}: {found} {overlap}");
            let v = after(&scene, 500)[1].v.dot(&up);
            assert!(v.abs() < 1e-8 * G * 0.05, "{laws} {shape} {degrees}: {v}");
        }
    }
}

/// `settled` changes nothing where there is no overlap or no weight.
#[test]
fn settled_changes_nothing_without_overlap() {
    let ball = "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, youngs_modulus: 1e8, poisson_ratio: 0.3, \
                on: (surface: \"ground\", settled: true))";
    for laws in [RIGID, "normal: Known(Weight), friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5)"] {
        assert_eq!(scene(laws, ball, "").bodies[1].position.z, 0.1, "{laws}");
    }
    let weightless = set(&text(SPRINGS, ball, ""), "gravity", "(0.0, 0.0, 0.0)").expect("a scene");
    assert_eq!(Scene::parse("s", &weightless).expect("a scene").bodies[1].position.z, 0.1);
}

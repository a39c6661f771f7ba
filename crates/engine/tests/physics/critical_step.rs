//! Critical step of coupled contacts, against the eigenvalues of small stiffness and damping matrices and against runs.

use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::observe::advice;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

fn scene(dt: f64, friction: &str, normal: &str, bodies: &str) -> Scene {
    let text = format!(
        "Scene(schema: 1, title: \"step\", time: (dt: {dt:e}, duration: 10.0), gravity: (0.0, 0.0, -9.81), \
         friction: (mu_s: 0.5, mu_k: 0.5, {friction}, slide_damping: Ratio(0.0)), normal: {normal}, \
         bodies: [(name: \"ground\", shape: Plane, youngs_modulus: 1e8, poisson_ratio: 0.3), {bodies}])"
    );
    Scene::parse("step", &text).unwrap_or_else(|f| panic!("{:?}", f.lines().collect::<Vec<_>>()))
}

/// A cube of 0.2 m and 1 kg whose lower face is at this height, turned about z.
fn cube(name: &str, bottom: f64, degrees: f64) -> String {
    format!(
        "(name: \"{name}\", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, position: (0.0, 0.0, {:?}), \
         rotation: AxisAngle(axis: (0.0, 0.0, 1.0), degrees: {degrees:?}))",
        bottom + 0.1
    )
}

fn stack() -> String {
    [cube("a", 0.0, 0.0), cube("b", 0.2, 20.0), cube("c", 0.4, 40.0)].join(", ")
}

/// The critical step reported before the run, s: from the warning of a step size that exceeds it a hundredfold.
fn critical(friction: &str, normal: &str, bodies: &str) -> f64 {
    const LONG: f64 = 0.1;
    let scene = scene(LONG, friction, normal, bodies);
    let state = Simulation::new(&scene).state();
    let warnings = advice::at_start(&scene, &state);
    let told = warnings.iter().find_map(|line| line.strip_prefix("dt is ")?.split_once(" times the critical step"));
    let (ratio, _) = told.unwrap_or_else(|| panic!("no warning: {warnings:?}"));
    LONG / ratio.parse::<f64>().expect("a number")
}

/// The largest eigenvalue of M⁻¹(Δt²K + 2ΔtC) is 4 at the critical step. Solved for a cube on four corners, k_n 1e6 N/m
/// each, K_E 1e6 N/m shared by them, and for three cubes turned by 20° on each other (4, 8 and 8 points). With
/// `restitution:`, a cube at rest is damped by 1/A of each corner, m/4: half of the damping of a ratio. Each spring by
/// itself would have 1.24e-3 s in all these cases. To 1e-3; the message has five digits, and for a stack, with motions
/// nearly as fast as the fastest, the iteration errs by up to 5e-3.
#[test]
fn the_critical_step_of_a_face_and_of_a_stack_is_that_of_all_their_points() {
    let ratio = |zeta: f64| format!("Hooke(k_n: 1e6, damping: Ratio({zeta:?}))");
    // ζ of e by the exact formula: e = exp(−2φ cot φ), ζ = cos φ.
    let returned = |zeta: f64| {
        let phi = zeta.acos();
        format!("Hooke(k_n: 1e6, restitution: {:?})", (-2.0 * phi * zeta / phi.sin()).exp())
    };
    let (rough, smooth) = ("k_e: 1e6", "k_e: 1e-3");
    for (friction, normal, bodies, expected) in [
        (rough, ratio(0.0), cube("a", 0.0, 0.0), 7.197e-4),
        (rough, ratio(0.1), cube("a", 0.0, 0.0), 5.834e-4),
        (rough, ratio(0.5), cube("a", 0.0, 30.0), 2.831e-4),
        (rough, returned(0.1), cube("a", 0.0, 0.0), 6.479e-4),
        (rough, returned(0.5), cube("a", 0.0, 0.0), 4.316e-4),
        (smooth, ratio(0.0), cube("a", 0.0, 0.0), 8.165e-4),
        (smooth, ratio(0.1), cube("a", 0.0, 0.0), 6.406e-4),
        (smooth, ratio(0.5), cube("a", 0.0, 0.0), 2.910e-4),
        (smooth, returned(0.5), cube("a", 0.0, 0.0), 4.574e-4),
        (rough, ratio(0.1), stack(), 2.8274e-4),
        (rough, ratio(0.5), stack(), 1.0449e-4),
        (rough, returned(0.1), stack(), 3.2604e-4),
        (rough, returned(0.5), stack(), 1.6069e-4),
    ] {
        let found = critical(friction, &normal, &bodies);
        eprintln!("{friction}, {normal}: {found:.5e}, expected {expected:e}");
        assert!(
            (found / expected - 1.0).abs() < if bodies.contains("\"c\"") { 5e-3 } else { 1e-3 },
            "{friction}, {normal}: {found:e} instead of {expected:e}"
        );
    }
}

/// A ball has one contact point: m = 1 kg, c = 2ζ√(k m): 4/(c + √(c² + 4k)).
#[test]
fn a_ball_has_the_critical_step_of_its_spring() {
    let ball = "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.1))";
    for zeta in [0.0, 0.5] {
        let c = 2.0 * zeta * 1e3;
        let expected = 4.0 / (c + f64::sqrt(c * c + 4e6));
        let found = critical("k_e: 1e-3", &format!("Hooke(k_n: 1e6, damping: Ratio({zeta:?}))"), ball);
        assert!((found / expected - 1.0).abs() < 1e-3, "{found:e} instead of {expected:e}");
    }
}

/// Hertz at the overlap of the weight above: three balls on each other, 1 kg each, E* of two bodies with E = 1e8, ν =
/// 0.3. `S_n = 2 E √(R δ)` with `δ = (3 N/(4 E √R))^{2/3}` for N of one, two and three weights; the eigenvalue of the
/// undamped chain of three from its characteristic equation.
#[test]
fn hertz_is_judged_by_the_weight_above() {
    let elastic = "youngs_modulus: 1e8, poisson_ratio: 0.3";
    let ball = |name: &str, z: f64| {
        format!("(name: \"{name}\", shape: Sphere(radius: 0.1), mass: 1.0, {elastic}, position: (0.0, 0.0, {z:?}))")
    };
    let balls = [ball("a", 0.1), ball("b", 0.3), ball("c", 0.5)].join(", ");
    let modulus = 0.5 * 1e8 / (1.0 - 0.09);
    let stiffness = |weights: f64, radius: f64| {
        let overlap = (0.75 * weights * 9.81 / (modulus * radius.sqrt())).powf(2.0 / 3.0);
        2.0 * modulus * (radius * overlap).sqrt()
    };
    let [p, q, r] = [stiffness(3.0, 0.1), stiffness(2.0, 0.05), stiffness(1.0, 0.05)];
    // det([[p + q − x, −q, 0], [−q, q + r − x, −r], [0, −r, r − x]]) passes 0 beyond the largest eigenvalue.
    let det = |x: f64| (p + q - x) * ((q + r - x) * (r - x) - r * r) - q * q * (r - x);
    let (mut low, mut high) = (q, 4.0 * (p + q + r));
    // From above, the sign changes first at the largest eigenvalue.
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if det(middle) < 0.0 && middle > p.max(q) + r { high = middle } else { low = middle }
    }
    let found = critical("k_e: 1e-3", "Hertz(restitution: 1.0, damping: Exact)", &balls);
    let expected = 2.0 / high.sqrt();
    eprintln!("found {found:.4e}, expected {expected:.4e}");
    assert!((found / expected - 1.0).abs() < 3e-3, "{found:e} instead of {expected:e}");
}

/// A future Hertz contact: a ball of 1 kg falls 0.2 m to the ground, e = 1. Energy gives the largest overlap, m g h =
/// (8/15) E* √R δ^{5/2}, and S_n = 2 E* √(R δ) there the critical step 2√(m/S_n); E* of two bodies of 1e8 Pa, ν 0.3.
#[test]
fn hertz_is_judged_by_the_first_impact() {
    let ball = "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, youngs_modulus: 1e8, poisson_ratio: 0.3, \
                position: (0.0, 0.0, 0.3))";
    let (modulus, radius) = (0.5 * 1e8 / (1.0 - 0.09), 0.1_f64);
    let overlap = (15.0 / 8.0 * 9.81 * 0.2 / (modulus * radius.sqrt())).powf(0.4);
    let expected = 2.0 / (2.0 * modulus * (radius * overlap).sqrt()).sqrt();
    let found = critical("k_e: 1e-3", "Hertz(restitution: 1.0, damping: Exact)", ball);
    assert!((found / expected - 1.0).abs() < 1e-3, "{found:e} instead of {expected:e}");
}

/// Largest speed of a body's points, |v| + 0.2 m |ω|, in the last tenth of a second of this run, m/s.
fn residual_speed(scene: &Scene, seconds: f64) -> f64 {
    let mut simulation = Simulation::new(scene);
    let steps = |time: f64| (time / scene.dt).round() as u64;
    simulation.steps(steps(seconds - 0.1));
    let speed = |simulation: &mut Simulation| {
        simulation.step();
        let state = simulation.state();
        largest(state.bodies.iter().map(|body| body.v.norm() + 0.2 * body.w.norm()))
    };
    let found = largest((0..steps(0.1)).map(|_| speed(&mut simulation)));
    assert_eq!(simulation.stopped(), None);
    found
}

/// Runs confirm it: below the critical step a cube (ζ 0.5, K_E 1e3) and a stack come to rest, above it they never do.
#[test]
fn bodies_rest_below_the_critical_step_and_not_above() {
    let normal = "Hooke(k_n: 1e6, damping: Ratio(0.5))";
    // A flat, straight landing excites no rocking; undamped sliding oscillates on.
    let pushed = |bodies: &str| bodies.replacen("mass: 1.0", "mass: 1.0, angular_velocity: (1e-6, 7e-7, 0.0)", 1);
    for (name, friction, bodies, steps) in [
        ("cube", "k_e: 1e3", pushed(&cube("a", 0.0, 0.0)), [2.8e-4, 2.95e-4]),
        ("stack", "k_e: 1e6", pushed(&stack()), [1.01e-4, 1.08e-4]),
    ] {
        let [below, above] = steps.map(|dt| residual_speed(&scene(dt, friction, normal, &bodies), 2.0));
        eprintln!("{name}: {below:.1e} m/s at {:e} s, {above:.1e} m/s at {:e} s", steps[0], steps[1]);
        assert!(below < 1e-6 && above > 1e-4, "{name}: {below:e} {above:e}");
    }
}

//! Impacts on springs: friction acts from the moment when the surfaces meet.

use crate::support::{body, contact};
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::{Vec2, Vec3};
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

const G: f64 = 9.81;

fn parsed(text: &str) -> Scene {
    Scene::parse("impact", text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

/// A body above level ground under these laws; `friction` are fields next to `k_e`.
fn above_ground(dt: f64, g: f64, friction: &str, normal: &str, body: &str) -> Scene {
    parsed(&format!(
        r#"Scene(schema: 1, title: "impact", time: (dt: {dt:e}, duration: 1.0), gravity: (0.0, 0.0, {:e}),
        friction: (k_e: 8e5, {friction}), normal: {normal},
        bodies: [(name: "ground", shape: Plane, motion: Fixed), (name: "body", mass: 1.0, {body})])"#,
        -g
    ))
}

fn after(scene: &Scene, time: f64) -> State {
    let mut simulation = Simulation::new(scene);
    simulation.steps((time / scene.dt).round() as u64);
    assert_eq!(simulation.stopped(), None);
    simulation.state()
}

/// A ball that slides through an impact gets a tangential impulse of μ times the normal impulse, for any number of
/// steps: ω R = 5/2 of it. To rounding, 1e-9, since both are sums over the same steps; the ball spins so slowly that it
/// never sticks.
#[test]
fn friction_of_a_sliding_impact_is_mu_times_its_normal_impulse() {
    let ball = "shape: Sphere(radius: 0.1), position: (0.0, 0.0, 0.1), velocity: (3.0, 1.0, -2.0)";
    for laws in ["", "laws: (slide: \"coulomb-regularised\")"] {
        for normal in ["Hooke(k_n: 1e6, restitution: 0.5)", "Hooke(k_n: 1e6, damping: Ratio(1.0))"] {
            for (dt, gap) in [(1e-3, 0.0), (5e-4, 1.3e-3), (1e-4, 1e-4), (1e-5, 1e-4)] {
                let ball = ball.replace("0.1), velocity", &format!("{:e}), velocity", 0.1 + gap));
                let scene = above_ground(dt, 0.0, &format!("mu_s: 0.05, mu_k: 0.05, {laws}"), normal, &ball);
                let state = after(&scene, 0.02);
                let b = body(&state, "body");
                let (pushed, along) = (b.v.z + 2.0, Vec3::new(3.0, 1.0, 0.0));
                let lost = (along - Vec3::new(b.v.x, b.v.y, 0.0)).norm();
                let spun = b.w.norm() * 0.1 * 0.4;
                let case = format!("{laws} {normal}, {dt}: Δv {lost:.6}, {:.6}, spin {spun:.6}", 0.05 * pushed);
                eprintln!("{case}");
                assert!((lost / (0.05 * pushed) - 1.0).abs() < 1e-9, "{case}");
                // The arm is the radius less half of the overlap, at most v √(m/k).
                assert!((spun / lost - 1.0).abs() < 0.5 * 2e-3 / 0.1 * 1.1, "{case}");
            }
        }
    }
}

/// Coulomb's limit over an impact: a ball that hits the ground at 3 m/s gets a tangential impulse of at most μ times the
/// normal impulse, to rounding, and of exactly that, to 1e-3, where it slides throughout: above tan θ = 7/2 μ (1 + e), by a
/// fifth, since springs let it slip a little later than rigid bodies. Without a dashpot a law reaches the limit only after it
/// has stretched its spring.
#[test]
fn no_dashpot_takes_an_impact_beyond_coulombs_limit() {
    let laws = [
        "FangNegrut",
        "CundallStrack",
        "Luding",
        "MindlinTsuji",
        "MindlinIncremental(stiffness: 8e5, damping: 900.0)",
        "MindlinDeresiewicz(stiffness: 8e5, damping: 900.0)",
        UNDAMPED[0],
        UNDAMPED[1],
        "MindlinForce",
        "MindlinRescale",
        "MindlinRescaleForce",
        "Stribeck(v_s: 0.01)",
        "Lugre(v_s: 0.01)",
        "ElastoPlastic(v_s: 0.01)",
        "CoulombRegularised",
        "Dae",
    ];
    for normal in ["Hooke(k_n: 1e6, restitution: ", "Hertz(damping: Exact, restitution: "] {
        for (e, mu, degrees) in grid([0.2, 0.6, 1.0], [0.1, 0.5, 1.0], [20.0_f64, 50.0, 80.0]) {
            let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
            let ball = format!(
                "shape: Sphere(radius: 0.1), position: (0.0, 0.0, 0.1), velocity: ({:?}, 0.0, {:?}), \
                 youngs_modulus: 1e8, poisson_ratio: 0.3",
                3.0 * sin,
                -3.0 * cos
            );
            for law in laws {
                let friction = format!("mu_s: {mu:?}, mu_k: {mu:?}, laws: (slide: {law})");
                let scene = above_ground(1e-5, 0.0, &friction, &format!("{normal}{e:?})"), &ball);
                let b = body(&after(&scene, 0.02), "body").clone();
                let (along, pushed) = (3.0 * sin - b.v.x, b.v.z + 3.0 * cos);
                let ratio = along / (mu * pushed);
                let case = format!("{law} {normal}{e}, mu {mu}, {degrees} degrees: {ratio}");
                assert!(pushed > 3.0 * cos && ratio.abs() < 1.0 + 1e-9, "{case}");
                if sin / cos > 1.2 * 3.5 * mu * (1.0 + e) && !UNDAMPED.contains(&law) {
                    assert!(ratio > 1.0 - 1e-3, "{case}");
                }
            }
        }
    }
}

/// Laws that have no dashpot by default.
const UNDAMPED: [&str; 2] = ["MindlinIncremental(stiffness: 8e5)", "MindlinDeresiewicz(stiffness: 8e5)"];

/// Roll and spin torque never exceed their limits 2 η_r μ N R and η_ψ μ N/𝒦 in an impact with roll and spin of 50 rad/s.
#[test]
fn no_dashpot_takes_the_torques_of_an_impact_beyond_their_limits() {
    let ball = "shape: Sphere(radius: 0.1), position: (0.0, 0.0, 0.1), velocity: (0.0, 0.0, -3.0), \
                angular_velocity: (50.0, 20.0, 50.0)";
    for (roll, spin) in [("FangNegrut", "FangNegrut"), ("SpringDashpot", "FangNegrut"), ("LudingRoll", "LudingSpin")] {
        let friction = format!(
            "mu_s: 0.4, mu_k: 0.4, eta_r: 0.2, spin: Heuristic(eta_psi: 0.05, curvature: 10.0), \
             laws: (roll: {roll}, spin: {spin})"
        );
        let mut simulation =
            Simulation::new(&above_ground(1e-5, 0.0, &friction, "Hooke(k_n: 1e6, restitution: 0.5)", ball));
        let mut largest = [0.0_f64; 2];
        for _ in 0..500 {
            simulation.step();
            for c in &simulation.state().contacts {
                let limits = [2.0 * 0.2 * 0.4 * 0.1, 0.05 * 0.4 / 10.0].map(|limit| limit * c.normal.n);
                for (most, (load, limit)) in
                    largest.iter_mut().zip([c.roll.j.load().norm(), c.spin.0.load().abs()].into_iter().zip(limits))
                {
                    // N is 0 while a damped contact lets go.
                    if limit == 0.0 {
                        assert_eq!(load, 0.0, "{roll}, {spin}");
                    } else {
                        *most = larger(*most, load / limit);
                    }
                }
            }
        }
        eprintln!("{roll}, {spin}: {largest:?} of the limits");
        assert!(largest.iter().all(|used| (used - 1.0).abs() < 1e-9), "{roll}, {spin}: {largest:?}");
    }
}

/// All combinations of three lists.
fn grid<const A: usize, const B: usize, const C: usize>(a: [f64; A], b: [f64; B], c: [f64; C]) -> Vec<(f64, f64, f64)> {
    a.into_iter().flat_map(|x| b.into_iter().flat_map(move |y| c.into_iter().map(move |z| (x, y, z)))).collect()
}

/// FOREIGN's case 13 with springs: a block set down at 1 m/s while it slides at 2 m/s; friction takes μ times the
/// impulse of the impact, m v_n, and of the weight: 1.5 − μ g t is left at time t. The error decreases with Δt.
#[test]
fn a_block_set_down_sliding_keeps_what_coulomb_leaves_it() {
    let block = "shape: Box(half_extents: (0.1, 0.1, 0.05)), position: (0.0, 0.0, 0.05), velocity: (2.0, 0.0, -1.0)";
    let expected = 1.5 - 0.5 * G * 0.05;
    let errors = [1e-4, 5e-5, 2.5e-5, 1e-5].map(|dt| {
        let friction = "mu_s: 0.5, mu_k: 0.5";
        let scene = above_ground(dt, G, friction, "Hooke(k_n: 1e6, damping: Ratio(0.5))", block);
        (body(&after(&scene, 0.05), "body").v.x - expected).abs() / expected
    });
    eprintln!("block set down: errors {errors:?}");
    assert!(errors[0] < 0.02, "{errors:?}");
    for (k, finer) in [2.0, 2.0, 2.5].into_iter().enumerate() {
        assert!(errors[k + 1] < 1e-3 || errors[k + 1] <= errors[k] / finer * 1.2, "{errors:?}");
    }
}

/// The increments of a contact's first step are the rates of the next step times the time since the surfaces met, which
/// is the overlap over the approach speed: for every pair of shapes, for slide, roll and spin. To 2 % of each, since
/// the loads of the first step have changed the rates by then.
#[test]
fn a_contact_begins_with_the_motion_since_the_surfaces_met() {
    let motion = "velocity: (0.3, -0.2, -0.5), angular_velocity: (2.0, 1.0, 3.0)";
    for (shape, height) in [
        ("Sphere(radius: 0.1)", 0.1),
        ("Ellipsoid(semi_axes: (0.1, 0.1, 0.1))", 0.1),
        ("Capsule(radius: 0.1, half_height: 0.2)", 0.3),
        ("Box(half_extents: (0.1, 0.1, 0.1))", 0.1),
    ] {
        let dt = 1e-6;
        let friction = "mu_s: 1.5, mu_k: 1.5, eta_r: 0.3, spin: Heuristic(eta_psi: 0.1, curvature: 10.0)";
        let body = format!("shape: {shape}, position: (0.0, 0.0, {:e}), {motion}", height + 0.7e-6);
        let scene = above_ground(dt, 0.0, friction, "Hooke(k_n: 1e3, damping: Ratio(0.0))", &body);
        let mut simulation = Simulation::new(&scene);
        while simulation.state().contacts.is_empty() {
            simulation.step();
        }
        let first = simulation.state();
        simulation.step();
        let next = simulation.state();
        assert!(first.contacts.iter().all(|a| a.pair.age == 0), "{shape}");
        for a in &first.contacts {
            let b = next.contacts.iter().find(|b| b.pair.key == a.pair.key).expect("the same contact");
            let part = a.touch.overlap / (b.touch.overlap - a.touch.overlap);
            assert!(part > 0.0 && part <= 1.0 + 1e-9, "{shape}: {part}");
            let spins = |c: &stickslip_engine::observe::state::ContactView| Vec2::new(c.spin.0.increment, 0.0);
            for (what, x, y) in [
                ("slide", a.slide.0.increment, b.slide.0.increment),
                ("roll i", a.roll.i.increment, b.roll.i.increment),
                ("roll j", a.roll.j.increment, b.roll.j.increment),
                ("spin", spins(a), spins(b)),
            ] {
                assert!((x - y * part).norm() <= 0.02 * y.norm() * part + 1e-15, "{shape}, {what}: {x} of {y}, {part}");
            }
        }
    }
}

/// The time of first touch is unknown for surfaces that touch at the start or are held together by a known force: they
/// begin without friction. A contact that begins by an impact slips at once if it slides faster than its springs can
/// follow.
#[test]
fn only_an_impact_begins_with_friction() {
    let ball = "shape: Sphere(radius: 0.1), position: (0.0, 0.0, 0.0999), velocity: (3.0, 0.0, -1.0)";
    let friction = "mu_s: 0.5, mu_k: 0.5";
    let overlapping = above_ground(1e-4, G, friction, "Hooke(k_n: 1e6, restitution: 0.5)", ball);
    let state = Simulation::new(&overlapping).state();
    assert_eq!(contact(&state).loads.friction_on_j, Vec3::zeros());
    let falling = ball.replace("0.0999", "0.10001");
    let state = after(&above_ground(1e-4, G, friction, "Hooke(k_n: 1e6, damping: Ratio(0.0))", &falling), 1e-4);
    let found = contact(&state);
    assert_eq!((found.pair.age, found.slide.0.mode), (0, Mode::Slip));
    let load = found.loads.friction_on_j.norm();
    assert!((load / (0.5 * found.normal.n) - 1.0).abs() < 1e-12, "{load} of {}", found.normal.n);
}

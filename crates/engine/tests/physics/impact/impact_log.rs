//! The impacts that a run lists, against closed forms: impulses, restitution, angles, force, overlap and time of contact.

use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::record::impacts::{ImpactList, ImpactSummary};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::edits::{Edit, QueueEdit};
use stickslip_engine::step::events::{ContactEventKind, EventLog};
use stickslip_engine::step::impacts::{MAX_IMPACTS, MAX_OPEN};
use stickslip_engine::world::contact::ContactPair;

const ELASTIC: &str = "youngs_modulus: 1e8, poisson_ratio: 0.3";
const GROUND: &str = r#"(name: "ground", shape: Plane, motion: Fixed, youngs_modulus: 1e8, poisson_ratio: 0.3)"#;

fn scene(dt: f64, g: f64, friction: &str, normal: &str, bodies: &str) -> Scene {
    let text = format!(
        "Scene(schema: 1, title: \"impacts\", time: (dt: {dt:e}, duration: 1e3), gravity: (0.0, 0.0, {:e}), \
         friction: ({friction}), normal: {normal}, bodies: [{bodies}])",
        -g
    );
    Scene::parse("impacts", &text).unwrap_or_else(|f| panic!("{:?}\n{text}", f.lines().collect::<Vec<_>>()))
}

fn vector(v: Vec3) -> String {
    format!("({:e}, {:e}, {:e})", v.x, v.y, v.z)
}

/// A simulation that logs its impacts.
fn logged(scene: &Scene) -> Simulation {
    let mut simulation = Simulation::new(scene);
    simulation.log_impacts();
    simulation
}

fn impacts(simulation: &mut Simulation) -> ImpactList {
    let (state, dt) = (simulation.state(), simulation.dt());
    ImpactList::from_log(simulation.impacts().expect("logged"), dt, &state)
}

/// The impacts of the first steps of a scene.
fn run(scene: &Scene, steps: u64) -> ImpactList {
    let mut simulation = logged(scene);
    simulation.observe(false);
    simulation.steps(steps);
    assert_eq!(simulation.stopped(), None);
    impacts(&mut simulation)
}

fn only(impacts: &ImpactList) -> &ImpactSummary {
    assert_eq!((impacts.listed.len(), impacts.left_out), (1, 0), "{impacts:?}");
    &impacts.listed[0]
}

fn number(impact: &ImpactSummary, name: &str) -> f64 {
    impact.number(name).unwrap_or_else(|| panic!("no {name}: {impact:?}"))
}

#[track_caller]
fn assert_near(impact: &ImpactSummary, name: &str, expected: f64, tolerance: f64) {
    let found = number(impact, name);
    let off = (found - expected).abs();
    assert!(off <= tolerance * expected.abs(), "{name}: {found:e}, expected {expected:e}");
}

/// Two balls of one material on a line through both centres: e as given, J_n = m_eff (1 + e) v, no tangential impulse, and
/// for e = 1 force, overlap and time of contact of Hooke and of Hertz (K. L. Johnson, *Contact Mechanics*, 11.4).
#[test]
fn a_head_on_impact_has_its_closed_form() {
    for (size, swapped) in [(1.0, false), (1.0, true), (1e-6, false), (1e3, false)] {
        let (a, b, density, speed) = (0.1 * size, 0.15 * size, 2500.0, 1.5);
        let mass = |r: f64| density * 4.0 / 3.0 * std::f64::consts::PI * r * r * r;
        let (m, r) = (1.0 / (1.0 / mass(a) + 1.0 / mass(b)), 1.0 / (1.0 / a + 1.0 / b));
        let (k_n, modulus) = (1e6 * size, 0.5 * 1e8 / (1.0 - 0.09));
        let friction = format!("mu_s: 0.3, mu_k: 0.2, k_e: {:e}", 1e5 * size);
        let hertz = (15.0 / 16.0 * m * speed * speed / (r.sqrt() * modulus)).powf(0.4);
        for e in [0.3, 0.6, 1.0] {
            for is_hertz in [false, true] {
                let normal = match is_hertz {
                    true => format!("Hertz(restitution: {e:?})"),
                    false => format!("Hooke(k_n: {k_n:e}, restitution: {e:?})"),
                };
                // Depth, force and time of contact without damping.
                let [deep, force, time] = match is_hertz {
                    true => [hertz, 4.0 / 3.0 * modulus * r.sqrt() * hertz.powf(1.5), 2.943_275 * hertz / speed],
                    false => {
                        [(m / k_n).sqrt() * speed, (m * k_n).sqrt() * speed, (m / k_n).sqrt() * std::f64::consts::PI]
                    }
                };
                let dt = time / 2000.0;
                let ball = |name: &str, radius: f64, x: f64, v: f64| {
                    format!(
                        "(name: \"{name}\", shape: Sphere(radius: {radius:e}), density: {density:?}, {ELASTIC}, \
                         position: ({x:e}, 0.0, 0.0), velocity: ({v:?}, 0.0, 0.0))"
                    )
                };
                let gap = 20.0 * speed * dt;
                let mut both = [ball("a", a, -a - gap, 0.7 * speed), ball("b", b, b, -0.3 * speed)];
                if swapped {
                    both.reverse();
                }
                let scene = scene(dt, 0.0, &friction, &normal, &both.join(", "));
                let all = run(&scene, 8000);
                let impact = only(&all);
                eprintln!("size {size:e}, {normal}: e {}", number(impact, "e"));
                assert_near(impact, "e", e, 2e-3);
                assert_near(impact, "v_n", speed, 1e-12);
                assert_near(impact, "J_n", m * (1.0 + number(impact, "e")) * speed, 1e-9);
                assert!(number(impact, "ratio") < 1e-9 && number(impact, "rebound_angle").abs() < 1e-6);
                assert_eq!([impact.number("beta_t"), impact.number("e_t")], [None, None]);
                if e == 1.0 {
                    assert_near(impact, "overlap_max", deep, 1e-3);
                    assert_near(impact, "F_max", force, 2e-3);
                    assert_near(impact, "contact_time", time, 2e-3);
                }
            }
        }
    }
}

/// What a sliding impact leaves, with J_t = μ J_n: β_t, e_t and the angle of rebound. The surface of a ball yields
/// 1 + 5/2 times as much as its centre to a tangential impulse.
struct Sliding {
    beta: f64,
    centre: f64,
    angle: f64,
}

impl Sliding {
    fn new(mu: f64, e: f64, [v_n, v_t]: [f64; 2]) -> Self {
        let change = mu * (1.0 + e) * v_n;
        let left = v_t - 3.5 * change;
        Self { beta: -left / v_t, centre: (v_t - change) / v_t, angle: (left / (e * v_n)).atan().to_degrees() }
    }

    #[track_caller]
    fn compare(&self, impact: &ImpactSummary, mu: f64, tolerance: f64) {
        assert_near(impact, "ratio", mu, tolerance);
        assert_near(impact, "mu_ratio", 1.0, tolerance);
        assert_near(impact, "beta_t", self.beta, 5.0 * tolerance);
        assert_near(impact, "e_t", self.centre, tolerance);
        assert_near(impact, "rebound_angle", self.angle, 3.0 * tolerance);
    }
}

/// A ball thrown at the ground, or at a ball of another size, with these speeds towards and along it, m/s, all turned.
fn meeting(turn: Rotation, (on_ball, swapped): (bool, bool), [v_n, v_t]: [f64; 2], dt: f64) -> [String; 2] {
    let stiff = "youngs_modulus: 1e11, poisson_ratio: 0.3";
    let at = |v: Vec3| vector(turn * v);
    let rotation = turn.axis_angle().map_or(String::new(), |(axis, angle)| {
        let axis = vector(axis.into_inner());
        format!(", rotation: AxisAngle(axis: {axis}, degrees: {:e})", angle.to_degrees())
    });
    let other = match on_ball {
        true => {
            let centre = at(Vec3::new(0.0, 0.0, -0.2));
            format!("(name: \"other\", shape: Sphere(radius: 0.2), mass: 3.0, position: {centre}, {stiff})")
        }
        false => format!("(name: \"other\", shape: Plane, motion: Fixed, {stiff}{rotation})"),
    };
    let v = Vec3::new(0.6 * v_t, 0.8 * v_t, -v_n);
    // On its straight way it touches at the pole.
    let (position, v) = (at(Vec3::new(0.0, 0.0, 0.1) - v * (10.5 * dt)), at(v));
    let ball = format!(
        "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, {stiff}, position: {position}, velocity: {v}{rotation})"
    );
    if swapped { [ball, other] } else { [other, ball] }
}

/// A ball that slides through its impact with the ground, at rest in any direction, first or last of the scene; with a
/// ball of another size, with springs and rigid. J_t/J_n = μ within 1e-3; the rest follows.
#[test]
fn a_sliding_impact_has_its_closed_form() {
    let (mu, v_n, v_t) = (0.2, 2.0, 5.0);
    // Stiff enough to slide from the start: N grows by k_n v_n, the tangential spring by k_e v_t.
    let springs = "mu_s: 0.2, mu_k: 0.2, k_e: 1e8";
    let rigid = "mu: 0.2";
    for (friction, normal, e, dt) in [
        (springs, "Hooke(k_n: 1e8, restitution: 0.6)", 0.6, 2e-7),
        (springs, "Hertz(restitution: 0.3)", 0.3, 1e-7),
        ("mu_s: 0.2, mu_k: 0.2, k_e: 1e8, laws: (slide: \"mindlin-tsuji\")", "Hertz(restitution: 0.6)", 0.6, 1e-7),
        ("mu_s: 0.2, mu_k: 0.2, k_e: 1e8, laws: (slide: \"dae\")", "Hooke(k_n: 1e8, restitution: 0.6)", 0.6, 2e-7),
        (rigid, "Rigid(restitution: 0.5, threshold: 0.0)", 0.5, 1e-4),
    ] {
        let is_rigid = friction == rigid;
        let expected = Sliding::new(mu, e, [v_n, v_t]);
        for (turn, on_ball, swapped) in [
            (Rotation::identity(), false, false),
            (Rotation::identity(), false, true),
            (Rotation::new(Vec3::new(0.3, -1.1, 0.7)), false, false),
            (Rotation::identity(), true, false),
            (Rotation::new(Vec3::new(-0.8, 0.4, 2.0)), true, true),
        ] {
            let both = meeting(turn, (on_ball, swapped), [v_n, v_t], dt);
            let name = format!("{normal}, {friction}, on ball {on_ball}, swapped {swapped}");
            let all = run(&scene(dt, 0.0, friction, normal, &both.join(", ")), 20_000);
            let impact = only(&all);
            eprintln!("{name}: {impact:?}");
            let mut names = ["other", "ball"];
            if swapped {
                names.reverse();
            }
            assert_eq!(impact.bodies, names);
            let m: f64 = if on_ball { 0.75 } else { 1.0 };
            // The normal turns a little on a ball while springs are pressed.
            let tolerance = if is_rigid { 1e-9 } else { 1e-3 };
            assert_near(
                impact,
                "e",
                e,
                if on_ball {
                    1e-2
                } else if is_rigid {
                    1e-9
                } else {
                    5e-3
                },
            );
            let exact = Sliding::new(mu, number(impact, "e"), [number(impact, "v_n"), number(impact, "v_t")]);
            exact.compare(impact, mu, if on_ball { 3e-3 } else { tolerance });
            expected.compare(impact, mu, if is_rigid && !on_ball { 1e-9 } else { 1.5e-2 });
            assert_near(impact, "J_n", m * (1.0 + e) * v_n, 1e-2);
            assert_near(impact, "impact_angle", (v_t / v_n).atan().to_degrees(), 5e-3);
            assert_eq!(impact.number("F_max").is_none(), is_rigid);
            let ball = if swapped { "w_i" } else { "w_j" };
            assert_near(impact, ball, 2.5 * number(impact, "J_t") / 0.1, 2e-2);
        }
    }
}

/// A box that lands flat is one impact of its four corners: J_n = m (1 + e) v in all, no friction without sliding.
#[test]
fn a_box_that_lands_flat_is_one_impact() {
    let cube = "(name: \"box\", shape: Box(half_extents: (0.1, 0.2, 0.05)), mass: 3.0, youngs_modulus: 1e8, \
                poisson_ratio: 0.3, position: (0.3, 0.2, 0.0505), velocity: (0.0, 0.0, -1.0))";
    let bodies = format!("{GROUND}, {cube}");
    let springs = "mu_s: 0.3, mu_k: 0.2, k_e: 1e5";
    for (friction, normal, dt) in [
        (springs, "Hooke(k_n: 1e6, restitution: 0.6)", 2e-6),
        (springs, "Hertz(restitution: 0.6)", 2e-6),
        ("mu: 0.3", "Rigid(restitution: 0.6, threshold: 0.0)", 1e-3),
    ] {
        let all = run(&scene(dt, 0.0, friction, normal, &bodies), 12_000);
        let impact = only(&all);
        eprintln!("{normal}: {impact:?}");
        assert_near(impact, "e", 0.6, 5e-3);
        assert_near(impact, "J_n", 3.0 * (1.0 + number(impact, "e")), 1e-9);
        assert!(number(impact, "ratio") < 1e-6 && number(impact, "w_j") < 1e-6);
        assert_eq!(impact.bodies, ["ground", "box"]);
    }
}

/// A ball that bounces until it rests: one impact after the other, each with its e, at 2 v/g from the last; neither the
/// contact in which it stays at the end nor the block that lies there from the start is an impact.
#[test]
fn bounces_are_listed_in_time_and_rest_is_not() {
    let (v, g) = (2.0, 10.0);
    for (friction, normal, dt, e) in [
        ("mu_s: 0.3, mu_k: 0.2, k_e: 1e5", "Hooke(k_n: 1e7, restitution: 0.4)", 1e-5, 0.4),
        ("mu: 0.3", "Rigid(restitution: 0.4, threshold: 0.05)", 1e-4, 0.4),
    ] {
        let ball = format!(
            "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, {ELASTIC}, \
                            position: (0.0, 0.0, 0.10001), velocity: (0.0, 0.0, {:?}))",
            -v
        );
        let block = "(name: \"block\", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, \
                     on: (surface: \"ground\", at: (1.0, 0.0)))";
        let all = run(&scene(dt, g, friction, normal, &format!("{GROUND}, {ball}, {block}")), (1.5 / dt) as u64);
        assert_eq!(all.left_out, 0);
        let bounces: Vec<_> = all.listed.iter().filter(|impact| impact.bodies[1] == "ball").collect();
        assert!(bounces.len() >= 3 && bounces.len() == all.listed.len(), "{all:?}");
        for (k, pair) in bounces.windows(2).take(2).enumerate() {
            let speed = v * f64::powi(e, k as i32 + 1);
            assert_near(pair[0], "e", e, 2e-2);
            assert_near(pair[1], "v_n", speed, 3e-2);
            let between = number(pair[1], "t_begin") - number(pair[0], "t_end");
            assert!((between - 2.0 * speed / g).abs() < 3e-2 * between, "{normal}: {between}");
        }
        let times: Vec<f64> = bounces.iter().map(|impact| number(impact, "t_begin")).collect();
        assert!(times.is_sorted());
    }
}

/// Balls that fall on each other and on the ground: a scene for SIMD lanes, new lists of pairs and, with many balls,
/// several threads.
fn heap(balls: usize) -> Scene {
    let width = (balls as f64).cbrt().ceil() as usize;
    let ball = |k: usize| {
        let [x, y, z] = [k % width, k / width % width, k / width / width].map(|n| 0.0435 * n as f64);
        let shift = 1e-4 * ((k * 7) % 11) as f64;
        format!(
            "(name: \"{k}\", shape: Sphere(radius: 0.02), density: 2500.0, {ELASTIC}, position: ({:?}, {:?}, {:?}), \
             velocity: ({:?}, {:?}, -1.0), angular_velocity: (3.0, -20.0, 5.0))",
            x + shift,
            y - shift,
            0.025 + z,
            0.3 * (k % 3) as f64,
            -0.3 * (k % 4) as f64
        )
    };
    let bodies: Vec<String> = std::iter::once(GROUND.to_owned()).chain((0..balls).map(ball)).collect();
    let friction = "mu_s: 0.3, mu_k: 0.25, k_e: 1e5, eta_r: 0.1";
    scene(2e-5, 9.81, friction, "Hooke(k_n: 1e5, restitution: 0.5)", &bodies.join(", "))
}

/// The log changes no bit of the run, and is the same for one and two threads, whether steps are observed or not, and when
/// the run is resumed between two steps.
#[test]
fn the_log_is_the_same_however_the_run_is_made() {
    const ALONE: (usize, bool, Option<u64>) = (1, false, None);
    // Two threads share the rows of the table from 8192 on.
    for (balls, steps, runs) in
        [(150, 5000, &[ALONE, (1, true, None), (1, false, Some(2345))][..]), (4096, 800, &[ALONE, (2, false, None)])]
    {
        let scene = heap(balls);
        let mut plain = Simulation::new(&scene);
        plain.steps(steps);
        let rows = plain.world().query::<&ContactPair>().iter(plain.world()).count();
        assert!(balls < 4096 || rows > 8192, "{rows} rows");
        let mut first = None;
        for (threads, observed, break_at) in runs {
            let name = format!("{balls} balls, {threads} threads, observed {observed}, resumed at {break_at:?}");
            let mut simulation = logged(&scene);
            if let Some(step) = break_at {
                simulation.steps(*step);
                let (changed, log) = (simulation.changed(), simulation.impacts().expect("logged").clone());
                simulation = Simulation::at(&scene, changed).expect("the same scene");
                simulation.world().insert_resource(log);
            }
            simulation.use_threads(*threads);
            simulation.observe(*observed);
            // `steps` observes the last two.
            (simulation.step_count()..steps).for_each(|_| simulation.step());
            assert_eq!(state_hash(&simulation.state()), state_hash(&plain.state()), "{name}");
            let found = impacts(&mut simulation);
            eprintln!("{name}: {} impacts, {} left out", found.listed.len(), found.left_out);
            assert!(found.listed.len() > 100, "{name}: {}", found.listed.len());
            assert!(found == *first.get_or_insert_with(|| found.clone()), "{name}");
        }
    }
}

/// The impulses between all pairs are the change of momentum of the balls: those listed, with those still in contact.
/// Here all have parted: two layers that fly apart.
#[test]
fn impulses_are_the_change_of_momentum() {
    let ball = |k: usize, z: f64, v: f64| {
        format!(
            "(name: \"{z:?} {k}\", shape: Sphere(radius: 0.02), density: 2500.0, {ELASTIC}, \
             position: ({:?}, 0.0, {z:?}), velocity: (0.0, 0.3, {v:?}))",
            0.1 * k as f64
        )
    };
    let bodies: Vec<String> = (0..40).flat_map(|k| [ball(k, 0.0, 0.0), ball(k, 0.041, -1.0)]).collect();
    let friction = "mu_s: 0.3, mu_k: 0.25, k_e: 1e5";
    let scene = scene(1e-5, 0.0, friction, "Hertz(restitution: 0.7)", &bodies.join(", "));
    let mut simulation = logged(&scene);
    simulation.observe(false);
    simulation.steps(2000);
    let (state, all) = (simulation.state(), impacts(&mut simulation));
    assert_eq!((all.listed.len(), state.contacts.len()), (40, 0));
    let off = largest(all.listed.iter().zip(state.bodies.iter().step_by(2)).map(|(impact, lower)| {
        let impulse = lower.v - Vec3::new(0.0, 0.3, 0.0);
        let (n, t) = (number(impact, "J_n"), number(impact, "J_t"));
        ((impulse * lower.mass.mass).norm() / n.hypot(t) - 1.0).abs()
    }));
    assert!(off < 1e-9, "{off:e}");
}

/// More pairs at a time than are summed, and more impacts than are listed, are counted: together as many as the events say.
#[test]
fn what_is_not_listed_is_counted() {
    const BALLS: usize = 600;
    let ball = |k: usize| {
        format!(
            "(name: \"{k}\", shape: Sphere(radius: 0.01), mass: 0.01, position: ({:?}, {:?}, 0.0101), \
             velocity: (0.0, 0.0, -1.0))",
            0.05 * (k % 25) as f64,
            0.05 * (k / 25) as f64
        )
    };
    let bodies: Vec<String> = std::iter::once(GROUND.to_owned()).chain((0..BALLS).map(ball)).collect();
    let scene =
        scene(1e-4, 10.0, "mu_s: 0.0, mu_k: 0.0, k_e: 1e3", "Hooke(k_n: 1e4, restitution: 1.0)", &bodies.join(", "));
    let mut simulation = logged(&scene);
    simulation.observe(false);
    let mut ended = 0;
    let mut count = |simulation: &mut Simulation, steps: u64| {
        simulation.steps(steps);
        let events = simulation.world().resource_mut::<EventLog>().take();
        ended += events.iter().filter(|event| event.kind == ContactEventKind::End).count();
        (ended, impacts(simulation))
    };
    let (ended, first) = count(&mut simulation, 1000);
    assert_eq!((ended, first.listed.len(), first.left_out), (BALLS, MAX_OPEN, (BALLS - MAX_OPEN) as u64));
    // Those that met last are listed; of one step, those with the larger numbers.
    assert_eq!(first.listed[0].bodies[1], (BALLS - MAX_OPEN).to_string());
    let (ended, all) = count(&mut simulation, 50_000);
    assert_eq!(all.listed.len(), MAX_IMPACTS);
    assert!(ended > 14_000 && all.left_out == (ended - MAX_IMPACTS) as u64, "{ended}, {}", all.left_out);
    let energy = largest(all.listed.iter().map(|impact| (number(impact, "e") - 1.0).abs()));
    assert!(energy < 0.05, "{energy}");
}

/// A contact that an edit ends is no impact, and the next one of the same bodies is listed.
#[test]
fn a_body_that_is_placed_elsewhere_has_no_impact() {
    for height in [0.0999, 0.1001] {
        let ball = format!(
            "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, {height:?}), \
             velocity: (0.0, 0.0, -0.1))"
        );
        let friction = "mu_s: 0.3, mu_k: 0.2, k_e: 1e5";
        let scene = scene(1e-5, 10.0, friction, "Hooke(k_n: 1e5, restitution: 0.5)", &format!("{GROUND}, {ball}"));
        let mut simulation = logged(&scene);
        simulation.steps(200);
        assert_eq!(simulation.state().contacts.len(), 1);
        let place = Edit::Place { body: 1, position: Vec3::new(0.0, 0.0, 0.2), rotation: Rotation::identity() };
        simulation.world().write_message(QueueEdit(place));
        simulation.steps(1000);
        assert!(simulation.state().contacts.is_empty());
        assert_eq!(impacts(&mut simulation), ImpactList::default(), "{height}");
        simulation.steps(20_000);
        let all = impacts(&mut simulation);
        assert!(!all.listed.is_empty() && all.left_out == 0, "{height}: {all:?}");
        let fallen = (0.2 - 0.1) * 2.0 * 10.0;
        assert!(number(&all.listed[0], "v_n").powi(2) > 0.9 * fallen, "{:?}", all.listed[0]);
    }
}

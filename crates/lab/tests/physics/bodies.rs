//! Curved bodies against each other: the paper's sections 4.5 and 4.6, collision geometry, many bodies.

use crate::support::{body, scene, trajectory};
use rayon::prelude::*;
use stickslip_engine::laws::friction::element::DampingRule;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::limit::limit_surface::LimitSurface;
use stickslip_engine::laws::friction::normal::{HertzPair, plane_strain_modulus};
use stickslip_engine::laws::friction::parameters::FrictionParameters;
use stickslip_engine::laws::friction::parameters::{Conditions, Damping, Overrides, RollCoefficient, SpinModel};
use stickslip_engine::laws::{Rotation, Vec2, Vec3};
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::shapes::common_normal::touch;
use stickslip_engine::shapes::surface::{Placed, any_tangents};
use stickslip_engine::shapes::{EllipsoidPath, Shape};
use stickslip_lab::reproduction::stack::{RADIUS, scene_text};

/// Table 5/7: 𝒦, K_ψ, static threshold and largest torque for the ball of equal volume and the two poses, to all
/// printed digits (half a unit of the last one; the ball's K_ψ, 1.79499e-2, is printed as 1.80e-2).
#[test]
fn table_of_curvature_and_spin_friction() {
    let ellipsoid = Shape::Ellipsoid { semi_axes: Vec3::new(0.02, 0.02, 0.05), path: EllipsoidPath::Chord };
    let ball = Shape::Sphere { radius: (0.02f64 * 0.02 * 0.05).cbrt() };
    let (x, z) = (Vec3::x(), Vec3::z());
    for (shape, at, n, curvature, stiffness, threshold, torque) in [
        (&ball, x * 0.027144, x, (36.84, 0.005), (1.80e-2, 5.1e-5), (3.88e-3, 5e-6), (6.96e-5, 5e-8)),
        (&ellipsoid, x * 0.02, x, (29.0, 0.5), (2.11e-2, 5e-5), (3.58e-3, 5e-6), (7.53e-5, 5e-8)),
        (&ellipsoid, z * 0.05, z, (125.0, 0.5), (7.95e-3, 5e-6), (5.82e-3, 5e-6), (4.63e-5, 5e-8)),
    ] {
        let mean = shape.mean_curvature(&at, &n);
        let modulus = plane_strain_modulus(2e11, 0.3);
        let normal = 8000.0 * 4.0 / 3.0 * std::f64::consts::PI * 0.02 * 0.02 * 0.05 * 9.8;
        let patch = HertzPair { modulus, radius: 1.0 / mean }.patch(normal);
        let given = Overrides { damping: Damping::Ratio(1.0), ..Overrides::default() };
        let friction = FrictionParameters {
            mu_s: 0.25,
            mu_k: 0.2,
            k_e: 5e6,
            roll: RollCoefficient::Single(0.0),
            spin: SpinModel::Hertz,
            slide_given: given,
            roll_given: given,
            spin_given: given,
            history: Default::default(),
            damping_rule: DampingRule::default(),
            across: None,
            limit: LimitSurface::Independent,
        };
        let at = Conditions {
            normal,
            share: 1.0,
            kappa: 0.0,
            mass: 1.0,
            roll_inertia: [1.0, 1.0],
            spin_inertia: 1.0,
            patch,
        };
        let spin = friction.derive(&at).spin;
        for (what, ours, (paper, digit)) in [
            ("curvature", mean, curvature),
            ("K_psi", spin.stiffness, stiffness),
            ("threshold", spin.static_cap, threshold),
            ("torque", spin.stiffness * spin.static_cap, torque),
        ] {
            assert!((ours - paper).abs() <= digit, "{what}: {ours}, the paper has {paper}");
        }
    }
}

/// 4.5.2 with the ellipsoid's own inertia: first ω = 0 at 2.61 s upright and 6.12 s flat, to 1 %: the opposite of the
/// paper's conclusion. As published: 0.978 and 0.500 s (K_E = 5e6), to a millisecond.
#[test]
fn the_flat_ellipsoid_stops_later_with_its_own_inertia() {
    for (name, expected, tolerance) in [
        ("ellipsoid-spin-upright", 2.61, 0.0261),
        ("ellipsoid-spin-flat", 6.12, 0.0612),
        ("ellipsoid-spin-upright-published", 0.978, 1e-3),
        ("ellipsoid-spin-flat-published", 0.500, 1e-3),
    ] {
        let states = trajectory(&scene(name, &[]), 65_000);
        let stop = states.iter().position(|s| body(s, "ellipsoid").w.z <= 0.0).expect("it stops");
        let time = states[stop].time;
        assert!((time - expected).abs() <= tolerance, "{name}: {time} s, expected {expected} s");
    }
}

/// 4.5.1 with slide and roll damping ratios (1, 1) and (0.5, 2): at rest by 1.7 s, first reversal of rotation at 1.06 ±
/// 0.02 s, height 0.2018 ± 0.001 m, tilt 86.7 ± 1°.
#[test]
fn the_falling_ellipsoid_settles_flat() {
    for name in ["ellipsoid-falls", "ellipsoid-falls-published-damping"] {
        let states = trajectory(&scene(name, &[]), 30_000);
        let turn = |k: usize| body(&states[k], "ellipsoid").w.x;
        let reversal = (1000..states.len()).find(|k| turn(*k) * turn(k - 1) < 0.0).expect("it turns back");
        assert!((states[reversal].time - 1.06).abs() <= 0.02, "{name} turns back at {} s", states[reversal].time);
        let moving = |k: usize| body(&states[k], "ellipsoid").v.norm() + body(&states[k], "ellipsoid").w.norm() > 1e-4;
        let last = (0..states.len()).rev().find(|k| moving(*k)).expect("it moved");
        assert!(states[last].time < 1.7, "{name} moves until {} s", states[last].time);
        let end = body(states.last().expect("states"), "ellipsoid");
        let tilt = (end.q * Vec3::z()).z.acos().to_degrees();
        assert!((end.x.z - 0.2018).abs() < 0.001, "{name} lies at {} m", end.x.z);
        assert!((tilt - 86.7).abs() < 1.0, "{name} is tilted {tilt} degrees");
    }
}

/// Critical masses read from the data of figure 13 (15 in the longer text), kg, for gaps of 0.2, 0.3 and 0.4 R.
const CRITICAL_MASS: [(f64, [f64; 3]); 22] = [
    (0.15, [1.1, 0.86, 0.7]),
    (0.16, [1.25, 0.96, 0.77]),
    (0.17, [1.4, 1.08, 0.84]),
    (0.18, [1.58, 1.18, 0.93]),
    (0.19, [1.78, 1.295, 1.01]),
    (0.2, [1.98, 1.44, 1.11]),
    (0.21, [2.1, 1.6, 1.21]),
    (0.22, [2.02, 1.73, 1.32]),
    (0.23, [1.93, 1.76, 1.44]),
    (0.24, [1.87, 1.69, 1.55]),
    (0.25, [1.86, 1.62, 1.5]),
    (0.26, [1.85, 1.6, 1.44]),
    (0.27, [1.85, 1.59, 1.4]),
    (0.28, [1.85, 1.59, 1.39]),
    (0.29, [1.84, 1.59, 1.39]),
    (0.3, [1.84, 1.58, 1.38]),
    (0.35, [1.84, 1.58, 1.38]),
    (0.4, [1.84, 1.58, 1.38]),
    (0.45, [1.84, 1.58, 1.38]),
    (0.5, [1.84, 1.58, 1.38]),
    (0.55, [1.84, 1.58, 1.38]),
    (0.6, [1.84, 1.58, 1.38]),
];

/// Descent of the top ball within 1.5 s, in radii.
fn drop(gap: f64, eta_r: f64, mass: f64) -> f64 {
    let scene = Scene::parse("stack", &scene_text(gap, eta_r, mass)).expect("a scene");
    let mut simulation = Simulation::new(&scene);
    let top = |simulation: &mut Simulation| body(&simulation.state(), "top").x.z;
    let start = top(&mut simulation);
    for _ in 0..15 {
        simulation.steps(1000);
        if start - top(&mut simulation) > 0.3 * RADIUS {
            return 1.0;
        }
    }
    (start - top(&mut simulation)) / RADIUS
}

/// 4.6: the critical mass is within 0.02 kg of the published one at all 22 η_r and three gaps: a stack with 0.02 kg
/// less stands (the top ball sinks by less than 5 % of R while the contacts load up), one with 0.02 kg more collapses.
#[test]
fn the_stack_falls_at_the_published_masses() {
    let wrong: Vec<String> = CRITICAL_MASS
        .par_iter()
        .flat_map_iter(|(eta_r, masses)| [0.2, 0.3, 0.4].into_iter().zip(masses).map(move |(gap, m)| (*eta_r, gap, *m)))
        .filter_map(|(eta_r, gap, mass)| {
            let (less, more) = (drop(gap, eta_r, mass - 0.02), drop(gap, eta_r, mass + 0.02));
            let right = less < 0.05 && more > 0.05;
            (!right).then(|| format!("eta_r {eta_r} gap {gap} R, {mass} kg: {less} and {more} R down"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// 4.6, figure 14: the first slip at the ground: roll at η_r 0.16, roll and slide at 0.23, slide at 0.35.
#[test]
fn the_stack_falls_by_the_published_mode() {
    for (name, rolls, slides) in [
        ("stack-rolls-apart", true, false),
        ("stack-rolls-and-slides-apart", true, true),
        ("stack-slides-apart", false, true),
    ] {
        let states = trajectory(&scene(name, &[]), 22_000);
        let start = body(&states[0], "top").x.z;
        assert!(states.iter().any(|s| start - body(s, "top").x.z > 0.1 * RADIUS), "{name} does not fall");
        // The collapse up to the step in which the top ball has descended by 2 % of R.
        let until = states.iter().position(|s| start - body(s, "top").x.z > 0.02 * RADIUS).expect("it falls");
        let ground = |k: usize| states[k].contacts.iter().find(|c| c.pair.key.i == 0).expect("ground contact");
        let share = |slips: &dyn Fn(usize) -> bool| (0..until).filter(|k| slips(*k)).count() as f64 / until as f64;
        let roll = share(&|k| ground(k).roll.j.mode == Mode::Slip);
        let slide = share(&|k| ground(k).slide.0.mode == Mode::Slip);
        eprintln!("{name}: roll slips {roll:.2}, slide slips {slide:.2} of the time it gives way");
        assert_eq!(roll > 0.1, rolls, "{name}: roll slips {roll} of the time");
        assert_eq!(slide > 0.1, slides, "{name}: slide slips {slide} of the time");
    }
}

/// μ_s N of ball on ball and of ground on ball at steps of the unpublished history of 4.6 (`eta22e-2_topMass17e-1` of
/// the authors' figure data): step, N, N.
const STACK_HISTORY: [(usize, f64, f64); 7] = [
    (20, 0.0918, 2.4564),
    (60, 0.5142, 2.5372),
    (120, 1.5486, 3.0908),
    (200, 2.8533, 4.8996),
    (300, 3.7427, 6.9369),
    (400, 3.5567, 6.2879),
    (499, 2.2472, 4.4213),
];

/// 4.6, η_r 0.22, 1.7 kg, gap 0.3 R: normal forces to 2 % of their range (3.84 and 4.57 N) over the first 0.05 s.
#[test]
fn the_stack_loads_follow_the_published_history() {
    let scene = Scene::parse("stack", &scene_text(0.3, 0.22, 1.7)).expect("a scene");
    let states = trajectory(&scene, 501);
    // The first published row is the state after the first step.
    let normal = |k: usize, i: u32, j: u32| {
        let pair = |c: &&stickslip_engine::observe::state::ContactView| c.pair.key.i == i && c.pair.key.j == j;
        states[k + 1].contacts.iter().find(pair).map_or(0.0, |c| 0.25 * c.normal.n)
    };
    for (k, balls, ground) in STACK_HISTORY {
        let (on_ball, on_ground) = (normal(k, 1, 3), normal(k, 0, 1));
        assert!((on_ball - balls).abs() < 0.02 * 3.84, "step {k}: ball on ball {on_ball} N, published {balls} N");
        assert!(
            (on_ground - ground).abs() < 0.02 * 4.57,
            "step {k}: on the ground {on_ground} N, published {ground} N"
        );
    }
}

/// Two ellipsoids in many poses: the line between the contact points is along n to 1e-12 of the size, n is normal to
/// both surfaces, and exchanging the bodies mirrors everything.
#[test]
fn ellipsoids_have_a_common_normal() {
    let a = Shape::Ellipsoid { semi_axes: Vec3::new(0.3, 0.2, 0.5), path: EllipsoidPath::Chord };
    let b = Shape::Ellipsoid { semi_axes: Vec3::new(0.1, 0.4, 0.25), path: EllipsoidPath::Chord };
    for k in 0..500 {
        let t = f64::from(k);
        let turn = |s: f64| Rotation::new(Vec3::new((s * 1.3).sin(), (s * 0.7).cos(), (s * 2.1).sin()) * 2.5);
        let direction = Vec3::new((t * 0.37).sin(), (t * 0.53).cos(), (t * 0.91).sin()).normalize();
        let i = Placed { shape: &a, x: Vec3::new(0.1, -0.2, 0.3), q: turn(t) };
        let mut j = Placed { shape: &b, x: i.x, q: turn(-t) };
        // From deep overlap (about a fifth of the smaller axes) to a small gap.
        let extents = direction.dot(&(j.support(&direction) - i.support(&-direction)));
        j.x = i.x - direction * extents * (0.93 + 0.08 * (t * 0.11).sin());
        let Ok(Some(point)) = touch(&i, &j, 1.0, None) else { panic!("near enough") };
        let across = (point.on_j - point.on_i).cross(&point.n).norm();
        assert!(across < 1e-12 * 0.5, "case {k}: {across} m off the normal");
        for (placed, at, sign) in [(&i, point.on_i, -1.0), (&j, point.on_j, 1.0)] {
            let local = placed.to_local(&at);
            let Shape::Ellipsoid { semi_axes, .. } = placed.shape else { panic!("an ellipsoid") };
            let outward = local.component_div(&semi_axes.component_mul(semi_axes)).normalize();
            let n = placed.q.inverse_transform_vector(&point.n) * sign;
            assert!((outward - n).norm() < 1e-9, "case {k}: normal off by {}", (outward - n).norm());
        }
        let Ok(Some(mirror)) = touch(&j, &i, 1.0, None) else { panic!("near enough") };
        assert!((mirror.overlap - point.overlap).abs() < 1e-13);
    }
}

/// Normal curvature of an ellipsoid against the curvature of nearby surface points, in any direction: second
/// differences with steps of 1e-4 are accurate to about 1e-6.
#[test]
fn ellipsoid_curvature_is_the_bend_of_the_surface() {
    let axes = Vec3::new(0.2, 0.3, 0.5);
    let shape = Shape::Ellipsoid { semi_axes: axes, path: EllipsoidPath::Chord };
    for k in 0..50 {
        let t = f64::from(k);
        let n = Vec3::new((t * 0.37).sin(), (t * 0.53).cos(), 0.3 + (t * 0.91).sin()).normalize();
        let at = shape.support(&n);
        let (e1, e2) = any_tangents(&n);
        let along = e1 * t.cos() + e2 * t.sin();
        // The surface point above a tangent step: solve |(at + along s − n d)/axes| = 1 for the small d.
        let depth = |s: f64| {
            let (p, q) = ((at + along * s).component_div(&axes), n.component_div(&axes));
            let (a, b, c) = (q.norm_squared(), p.dot(&q), p.norm_squared() - 1.0);
            c / (b + (b * b - a * c).sqrt())
        };
        let bend = (depth(1e-4) + depth(-1e-4)) / 1e-8;
        let curvature = shape.curvature(&at, &n, &along);
        assert!((bend - curvature).abs() < 1e-5 * curvature, "case {k}: {curvature} against {bend}");
    }
}

/// A ball that rolls on a fixed ball moves alike whichever is listed first.
#[test]
fn a_ball_on_a_ball_does_not_care_which_is_first() {
    let text = |first: &str, second: &str| {
        format!(
            "Scene(schema: 1, title: \"balls\", time: (duration: 0.7), gravity: (0.0, 0.0, -9.8), friction: (mu_s: 0.4, \
             mu_k: 0.3, k_e: 1e5, eta_r: 0.01, slide_damping: Ratio(0.5)), normal: Hooke(k_n: 1e6, damping: Ratio(0.3)), \
             bodies: [{first}, {second}])"
        )
    };
    let lower = "(name: \"lower\", shape: Sphere(radius: 0.3), motion: Fixed, position: (0.0, 0.0, 0.0))";
    let upper = "(name: \"upper\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.02, 0.3994997))";
    let run = |text: String| trajectory(&Scene::parse("balls", &text).expect("a scene"), 7000);
    let (a, b) = (run(text(lower, upper)), run(text(upper, lower)));
    for (a, b) in a.iter().zip(&b) {
        let (a, b) = (body(a, "upper"), body(b, "upper"));
        assert!((a.x - b.x).norm() < 1e-9 && (a.w - b.w).norm() < 1e-6, "{} against {}", a.x, b.x);
    }
    let end = body(a.last().expect("states"), "upper");
    assert!(end.x.y > 0.05 && end.w.x < -1.0, "it rolls down: {} {}", end.x, end.w);
}

/// 1000 mixed bodies fall into a box and settle, and none escapes; two runs are bit-identical.
#[test]
fn a_thousand_mixed_bodies_settle_in_a_box() {
    let scene = Scene::parse("pile", &pile(1000)).expect("a scene");
    let run = |_: u32| {
        let mut simulation = Simulation::new(&scene);
        simulation.steps(4500);
        assert_eq!(simulation.stopped(), None);
        simulation.state()
    };
    let ends: Vec<_> = [0, 1].into_par_iter().map(run).collect();
    assert_eq!(state_hash(&ends[0]), state_hash(&ends[1]));
    let grains: Vec<_> = ends[0].bodies.iter().filter(|b| b.mass.mass.is_finite()).collect();
    assert_eq!(grains.len(), 1000);
    for grain in &grains {
        let x = &grain.x;
        assert!(x.x.abs() < 0.7 && x.y.abs() < 0.7 && x.z > 0.0, "{} is out of the box at {x}", grain.name);
    }
    let mean = grains.iter().map(|b| b.v.norm()).sum::<f64>() / 1000.0;
    assert!(mean < 0.3, "after 0.9 s the grains still move with {mean} m/s");
}

/// A lattice of balls, ellipsoids, boxes, cylinders, capsules and pentagonal prisms above an open box.
fn pile(count: usize) -> String {
    let walls = [("floor", "(1.0, 0.0, 0.0)", 0.0, "0.0, 0.0"), ("west", "(0.0, 1.0, 0.0)", 90.0, "-0.7, 0.0")];
    let more = [("east", "(0.0, 1.0, 0.0)", -90.0, "0.7, 0.0"), ("south", "(1.0, 0.0, 0.0)", -90.0, "0.0, -0.7")];
    let last = [("north", "(1.0, 0.0, 0.0)", 90.0, "0.0, 0.7")];
    let walls: String = walls
        .iter()
        .chain(&more)
        .chain(&last)
        .map(|(name, axis, degrees, at)| {
            format!(
                "(name: \"{name}\", shape: Plane, motion: Fixed, position: ({at}, 0.0), \
                 rotation: AxisAngle(axis: {axis}, degrees: {degrees:?})),\n"
            )
        })
        .collect();
    let shapes = [
        "Sphere(radius: 0.05)",
        "Ellipsoid(semi_axes: (0.04, 0.05, 0.06))",
        "Box(half_extents: (0.035, 0.04, 0.03))",
        "Cylinder(radius: 0.035, half_height: 0.04)",
        "Capsule(radius: 0.03, half_height: 0.03)",
        "Prism(polygon: [(0.05, 0.0), (0.015, 0.047), (-0.04, 0.029), (-0.04, -0.029), (0.015, -0.047)], half_height: 0.03)",
    ];
    let bodies: String = (0..count)
        .map(|k| {
            let place = |n: usize| -0.6 + 0.1333 * n as f64 + 0.004 * (k as f64 * 1.7).sin();
            let (x, y, z) = (place(k % 10), place(k / 10 % 10), 0.08 + 0.13 * (k / 100) as f64);
            let turn = [(k as f64 * 0.9).sin(), (k as f64 * 1.1).cos(), 0.4];
            format!(
                "(name: \"b{k}\", shape: {}, density: 1000.0, position: ({x:?}, {y:?}, {z:?}), \
                 rotation: AxisAngle(axis: ({:?}, {:?}, {:?}), degrees: {:?})),\n",
                shapes[k % shapes.len()],
                turn[0],
                turn[1],
                turn[2],
                (k * 37 % 180) as f64
            )
        })
        .collect();
    format!(
        "Scene(schema: 1, title: \"pile\", time: (dt: 2e-4, duration: 0.9), gravity: (0.0, 0.0, -9.8), friction: (mu_s: \
         0.5, mu_k: 0.4, k_e: 2e4, eta_r: 0.05, spin: Heuristic(eta_psi: 0.01, curvature: 20.0), slide_damping: \
         Ratio(0.3), roll_damping: Ratio(0.3), spin_damping: Ratio(0.3)), normal: Hooke(k_n: 1e5, damping: Ratio(0.3)), \
         bodies: [{walls}{bodies}])"
    )
}

/// Flat on flat, and a ball in a bowl of its own radius, cannot roll on each other: no load, no NaN (Table 1, mirror).
#[test]
fn mirror_surfaces_have_no_roll_friction() {
    let given = Overrides::default();
    let friction = FrictionParameters {
        mu_s: 0.25,
        mu_k: 0.2,
        k_e: 1e5,
        roll: RollCoefficient::Single(0.3),
        spin: SpinModel::Off,
        slide_given: given,
        roll_given: given,
        spin_given: given,
        history: Default::default(),
        damping_rule: DampingRule::default(),
        across: None,
        limit: LimitSurface::Independent,
    };
    for kappa in [0.0, -1.0] {
        let conditions = Conditions {
            normal: 10.0,
            share: 1.0,
            kappa,
            mass: 1.0,
            roll_inertia: [1.0, 1.0],
            spin_inertia: 1.0,
            patch: 0.0,
        };
        let derived = friction.derive(&conditions);
        assert!(!derived.roll_i.is_on() && !derived.roll_j.is_on());
        let mut roll = stickslip_engine::laws::friction::element::FrictionSpring::new(given.start, Vec2::zeros());
        roll.advance(Vec2::new(1e-3, 0.0), Vec2::zeros(), &derived.roll_j, 1e-4, DampingRule::PAPER.roll());
        assert_eq!(roll.load(), Vec2::zeros());
    }
}

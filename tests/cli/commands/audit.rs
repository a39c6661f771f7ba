//! The audit: runs by closed form and our own are clean, and each planted fault is named with its remedy.

use crate::program::{RunToEnd, stickslip};
use stickslip::lab::audit::{Audit, AuditInput, CheckId, Verdict, audit, compare};
use stickslip::lab::interop::run_folder::{read, scene};
use stickslip::laws::{Rotation, Vec3};
use stickslip::scene::{HeaderBody, LoadKind, LoadsAct, PlayedBody, PlayedContact, PlayedFrame, PlayedRun, RunHeader};

const DT: f64 = 1e-3;
const G: f64 = 10.0;
const MU: f64 = 0.5;
/// Half extents of the block of 1 kg, m.
const HALF: [f64; 3] = [0.1, 0.1, 0.05];
/// Radius of the ball of 1 kg, m.
const R: f64 = 0.1;

fn header(shape: &str, inertia: Vec3) -> RunHeader {
    RunHeader {
        stickslip_run: 1,
        engine: "toy 1".to_owned(),
        dt: DT,
        every: 1,
        gravity: Vec3::new(0.0, 0.0, -G),
        mu: Some(MU),
        bodies: vec![
            HeaderBody {
                name: "ground".to_owned(),
                shape: Some("Plane".into()),
                fixed: true,
                x: Some(Vec3::zeros()),
                ..HeaderBody::default()
            },
            HeaderBody {
                name: "b".to_owned(),
                shape: Some(serde_json::from_str(shape).unwrap()),
                mass: Some(1.0),
                inertia: Some(inertia),
                ..HeaderBody::default()
            },
        ],
        ..RunHeader::default()
    }
}

fn body(x: Vec3, v: Vec3, w: Vec3, q: Rotation, external: Option<Vec3>) -> PlayedBody {
    PlayedBody { body: 1, x, q, velocity: Some([v, w]), external: external.map(|force| [force, Vec3::zeros()]) }
}

fn point(feature: u32, c: Vec3, normal: f64, friction: Vec3) -> PlayedContact {
    PlayedContact {
        i: 0,
        j: 1,
        feature,
        c,
        n: -Vec3::z(),
        overlap: Some(0.0),
        normal,
        friction_on_j: Some(friction),
        torques: Some([Vec3::zeros(); 2]),
        tangent: Some(Vec3::x()),
        mu: Some(MU),
        ..PlayedContact::default()
    }
}

/// The four corners of the block at `x` under the whole normal force and friction: normal forces vary linearly over the
/// face, so that their centre is where the friction, `HALF[2]` below the centre of mass, is balanced.
fn corners(x: Vec3, normal: f64, friction: Vec3) -> Vec<PlayedContact> {
    let centre = -friction * (HALF[2] / normal);
    let corner = |k: u32| {
        let [a, b] = [k & 1, k >> 1].map(|bit| if bit == 1 { HALF[0] } else { -HALF[0] });
        let share = 0.25 * (1.0 + (a * centre.x + b * centre.y) / (HALF[0] * HALF[0]));
        point(k, Vec3::new(x.x + a, x.y + b, 0.0), share * normal, friction * share)
    };
    (0..4).map(corner).collect()
}

/// A block of 1 kg on the ground for `steps` steps. `loads`: velocity, step → external force and friction on the block,
/// N. By semi-implicit Euler: v_k = v_{k−1} + Δt Σ F/m, x_k = x_{k−1} + Δt v_k.
fn block(steps: u64, v0: Vec3, loads: impl Fn(&Vec3, u64) -> [Vec3; 2]) -> PlayedRun {
    let inertia =
        Vec3::new(HALF[1].powi(2) + HALF[2].powi(2), HALF[0].powi(2) + HALF[2].powi(2), 2.0 * HALF[0].powi(2)) / 3.0;
    let shape = format!(r#"{{"Box": {{"half_extents": {HALF:?}}}}}"#);
    let (mut x, mut v, q) = (Vec3::new(0.013, -0.007, HALF[2]), v0, Rotation::identity());
    let first = PlayedFrame { step: 0, bodies: vec![body(x, v, Vec3::zeros(), q, None)], contacts: Vec::new() };
    let mut run = PlayedRun { header: header(&shape, inertia), frames: vec![first] };
    for step in 1..=steps {
        let [external, friction] = loads(&v, step);
        let contacts = corners(x, G - external.z, friction);
        v += (Vec3::new(external.x, external.y, 0.0) + friction) * DT;
        x += v * DT;
        run.frames.push(PlayedFrame { step, bodies: vec![body(x, v, Vec3::zeros(), q, Some(external))], contacts });
    }
    run
}

/// Slides at 30° to the axes under a normal force that swings.
fn sliding() -> PlayedRun {
    let direction = Vec3::new(0.75_f64.sqrt(), 0.5, 0.0);
    block(300, direction * 2.0, |_, step| {
        let external = Vec3::z() * (2.0 * (31.0 * step as f64 * DT).sin());
        [external, -direction * (MU * (G - external.z))]
    })
}

/// Sticks under a force that swings, at 0.8 of the limit and less, with this velocity, m/s.
fn sticking(creep: f64) -> PlayedRun {
    block(300, Vec3::x() * creep, |_, step| {
        let external = Vec3::x() * (0.4 * MU * G * (1.0 + (31.0 * step as f64 * DT).sin()));
        [external, -external]
    })
}

/// A ball without spin slides until it rolls: a = −μg, α = 5μg/2R; then its velocity is 5/7 of the first one.
fn rolling() -> PlayedRun {
    let inertia = 0.4 * R * R;
    let (mut x, mut v, mut w, mut q) = (Vec3::new(0.0, 0.0, R), Vec3::x() * 0.7, Vec3::zeros(), Rotation::identity());
    let first = PlayedFrame { step: 0, bodies: vec![body(x, v, w, q, None)], contacts: Vec::new() };
    let shape = format!(r#"{{"Sphere": {{"radius": {R}}}}}"#);
    let mut run = PlayedRun { header: header(&shape, Vec3::repeat(inertia)), frames: vec![first] };
    for step in 1..=200 {
        // The force that ends the slip in this step, or the limit.
        let slip = v.x - w.y * R;
        let needed = slip / (DT * (1.0 + R * R / inertia));
        let friction = -Vec3::x() * needed.min(MU * G);
        let contacts = vec![point(0, Vec3::new(x.x, x.y, 0.0), G, friction)];
        v += friction * DT;
        w += (-Vec3::z() * R).cross(&friction) * (DT / inertia);
        x += v * DT;
        q = Rotation::from_scaled_axis(w * DT) * q;
        run.frames.push(PlayedFrame { step, bodies: vec![body(x, v, w, q, None)], contacts });
    }
    assert!((v.x - 0.5).abs() < 1e-12 && (w.y * R - v.x).abs() < 1e-12, "5/7 of 0.7 m/s, and it rolls: {v} {w}");
    run
}

fn audited(run: PlayedRun) -> Audit {
    let scene = scene("t", &run).unwrap();
    audit(&AuditInput::new(run, &scene))
}

/// The finding of this check, with this text.
fn named(audit: &Audit, check: CheckId, says: &str) {
    let is_it = |finding: &&stickslip::lab::audit::AuditFinding| finding.check == check && finding.says.contains(says);
    let all = || audit.findings.iter().map(|f| format!("{:?} {} {}: {}\n", f.check, f.step, f.value, f.says));
    assert!(
        audit.findings.iter().any(|finding| is_it(&finding)),
        "no {check:?} that says {says}:\n{}",
        all().collect::<String>()
    );
}

#[test]
fn runs_by_closed_form_are_clean() {
    for (name, run) in [("sliding", sliding()), ("sticking", sticking(0.0)), ("rolling", rolling())] {
        let found = audited(run);
        assert!(found.findings.is_empty(), "{name}: {:#?}", found.findings);
        // Rounding of a velocity of 2 m/s over a step of 1 ms and g: 2e-14.
        assert!(found.momentum.unwrap() < 1e-12, "{name}: {:?}", found.momentum);
    }
    assert_eq!(audited(sliding()).conventions.unwrap().verdict(), Verdict::Declared);
    // Constant loads show no lag but in the step in which they change.
    let run = block(300, Vec3::x() * 2.0, |v, _| [Vec3::zeros(), -v.normalize() * (MU * G)]);
    let conventions = audited(run).conventions.unwrap();
    assert_eq!((conventions.verdict(), conventions.normal, conventions.lag), (Verdict::Undecided, Some(1), None));
}

fn each(mut run: PlayedRun, change: impl Fn(&mut PlayedContact)) -> PlayedRun {
    run.frames.iter_mut().flat_map(|frame| &mut frame.contacts).for_each(change);
    run
}

#[test]
fn signs_lag_and_scale_are_named_with_their_remedy() {
    let turned = audited(each(sliding(), |at| at.n = -at.n));
    named(&turned, CheckId::A1, "turn the normal: n points into the body listed first");
    let turned = audited(each(sliding(), |at| at.friction_on_j = at.friction_on_j.map(|force| -force)));
    named(&turned, CheckId::A1, "turn the friction: F acts on the body listed second");
    named(&turned, CheckId::A6, "its sign is turned");
    named(&turned, CheckId::A7, "friction drives the slip");
    let shifted = |by: i64| {
        let (original, mut run) = (sliding(), sliding());
        for (k, frame) in (0_i64..).zip(&mut run.frames) {
            let from = usize::try_from(k + by).ok().and_then(|k| original.frames.get(k));
            frame.contacts = from.map_or_else(Vec::new, |frame| frame.contacts.clone());
            let external = from.and_then(|frame| frame.bodies[0].external);
            frame.bodies[0].external = if by == 0 { external } else { frame.bodies[0].external };
        }
        audited(run)
    };
    named(&shifted(1), CheckId::A1, "act a step later than declared: `acts` is `after`");
    named(&shifted(-1), CheckId::A1, "act a step earlier than declared");
    let scaled = audited(each(sliding(), |at| {
        at.normal *= 4.0;
        at.friction_on_j = at.friction_on_j.map(|force| force * 4.0);
    }));
    named(&scaled, CheckId::A1, "multiply them by 0.2500");
}

/// Gravity that is not in run.json, and friction of another scale beside a right normal force.
#[test]
fn gravity_and_the_scale_of_friction_are_named() {
    let mut run = sliding();
    run.header.gravity = Vec3::zeros();
    let missing = "the same acceleration is missing in every step, (0.000, 0.000, -10.000) m/s²: gravity in run.json";
    named(&audited(run), CheckId::A1, missing);
    let quarter = each(sliding(), |at| at.friction_on_j = at.friction_on_j.map(|force| force * 0.25));
    named(
        &audited(quarter),
        CheckId::A1,
        "the friction of the file is 0.250 times that which acts: multiply F by 4.0000",
    );
}

#[test]
fn gaps_of_the_file_are_named() {
    let mut run = sliding();
    run.frames[50].contacts.remove(2);
    let found = audited(run);
    named(&found, CheckId::A1, "point 2 between `ground` and `b` is missing in this step");
    let balances = found.findings.iter().filter(|finding| finding.check <= CheckId::A2);
    assert!(balances.map(|finding| finding.step).all(|step| step == 50), "{:?}", found.findings);
    let mut run = sliding();
    for at in run.frames.iter_mut().flat_map(|frame| &mut frame.bodies) {
        at.x = at.x.map(|x| (x * 1e5).round() / 1e5);
    }
    named(&audited(run), CheckId::A3, "positions are rounded (their last digit is 1e-5 m)");
    // Drag that is not in Fext.
    let direction = Vec3::x();
    let mut run = block(300, direction * 2.0, |v, step| {
        let external = Vec3::z() * (2.0 * (31.0 * step as f64 * DT).sin()) - v * 0.5;
        [external, -direction * (MU * (G - external.z))]
    });
    for at in run.frames.iter_mut().flat_map(|frame| &mut frame.bodies) {
        at.external = at.external.map(|[force, torque]| [Vec3::new(0.0, 0.0, force.z), torque]);
    }
    named(&audited(run), CheckId::A1, "a global damping of the engine, which belongs into Fext");
    // The spin torque of a ball that turns about the vertical.
    let mut run = rolling();
    let mut w = 5.0;
    for (k, frame) in run.frames.iter_mut().enumerate() {
        w -= if k > 0 { 0.01 * DT / (0.4 * R * R) } else { 0.0 };
        let [_, omega] = frame.bodies[0].velocity.as_mut().unwrap();
        omega.z = w;
        frame.contacts.iter_mut().for_each(|at| at.torques = None);
    }
    named(&audited(run), CheckId::A2, "the file has no torques (T_i)");
    let mut run = sliding();
    run.header.load = LoadKind::Sample;
    let found = audited(each(run, |at| at.normal *= 4.0));
    assert!(
        found.momentum.is_none() && found.remarks.iter().any(|note| note.starts_with("A1, A2, A6, A9: not checked"))
    );
}

/// A free symmetric body at the rows of its closed form: the axis of figure goes round the angular momentum L, along z, at
/// |L|/I₁ while the body turns about it at (1/I₃ − 1/I₁) L₃.
fn free_top() -> PlayedRun {
    let [i1, i3, tilt, turns] = [0.01_f64, 0.02, 0.4_f64, 12.0];
    let (goes, spins) = (turns, turns * i1 * tilt.cos() * (1.0 / i3 - 1.0 / i1));
    let figure = Rotation::from_axis_angle(&Vec3::y_axis(), tilt);
    let mut run = block(200, Vec3::zeros(), |_, _| [Vec3::zeros(); 2]);
    run.header.gravity = Vec3::zeros();
    run.header.bodies[1].inertia = Some(Vec3::new(i1, i1, i3));
    for frame in &mut run.frames {
        let t = frame.step as f64 * DT;
        let goes_by = Rotation::from_axis_angle(&Vec3::z_axis(), goes * t) * figure;
        let q = goes_by * Rotation::from_axis_angle(&Vec3::z_axis(), spins * t);
        let w = Vec3::z() * goes + goes_by * Vec3::z() * spins;
        (frame.bodies[0].q, frame.bodies[0].velocity) = (q, Some([Vec3::zeros(), w]));
        frame.bodies[0].x = Vec3::z();
        frame.bodies[0].external = None;
        frame.contacts.clear();
    }
    run
}

/// Quaternions that are conjugated or have their scalar last, and angular velocities in body axes, are told from the turn
/// of a step.
#[test]
fn meanings_of_orientations_are_named() {
    let top = free_top();
    let found = audited(top.clone());
    assert!(found.findings.is_empty(), "{:?}", found.findings);
    let changed = |change: &dyn Fn(Rotation, Vec3) -> (Rotation, Vec3)| {
        let mut run = top.clone();
        for at in run.frames.iter_mut().flat_map(|frame| &mut frame.bodies) {
            let (q, w) = change(at.q, at.velocity.unwrap()[1]);
            (at.q, at.velocity) = (q, Some([Vec3::zeros(), w]));
        }
        audited(run)
    };
    let scalar_last = |q: Rotation| Rotation::new_unchecked(nalgebra::Quaternion::new(q.i, q.j, q.k, q.w));
    let conjugated = "from world to body axes: write their conjugates";
    named(&changed(&|q, w| (q.inverse(), w)), CheckId::A3, conjugated);
    named(&changed(&|q, w| (scalar_last(q), w)), CheckId::A3, "scalar last (x, y, z, w): write it as qw");
    named(&changed(&|q, w| (q, q.inverse() * w)), CheckId::A3, "rad: angular velocities are in body axes");
    named(&changed(&|q, w| (q.inverse(), q.inverse() * w)), CheckId::A3, "(−qx, −qy, −qz); angular velocities are in");
    named(&changed(&|q, w| (q, w * 1.5)), CheckId::A3, "orientations are of another instant");
    // Many engines do not turn balls.
    let kept = changed(&|_, w| (Rotation::identity(), w));
    assert!(kept.remarks.iter().any(|says| says.contains("no orientations of 1 body")), "{kept:?}");
    assert!(kept.findings.iter().all(|finding| finding.check != CheckId::A3), "{kept:?}");
}

#[test]
fn friction_that_differs_is_named() {
    let too_much = block(300, Vec3::x() * 2.0, |v, _| [Vec3::zeros(), -v.normalize() * (1.002 * MU * G)]);
    named(&audited(too_much), CheckId::A4, "friction is 1.0020 of its limit");
    let too_little = block(300, Vec3::x() * 2.0, |v, _| [Vec3::zeros(), -v.normalize() * (0.9 * MU * G)]);
    named(&audited(too_little), CheckId::A4, "slides at 0.900 of the declared");
    // A pyramid along x and y, at 45°: 1/√2.
    let diagonal = Vec3::new(1.0, 1.0, 0.0).normalize();
    let pyramid = block(300, diagonal * 2.0, |_, _| [Vec3::zeros(), -diagonal * (MU * G / 2.0_f64.sqrt())]);
    let found = audited(pyramid);
    named(&found, CheckId::A5, "sliding friction is 0.707 of μN and fits a pyramid");
    assert!(found.findings.iter().all(|finding| finding.check == CheckId::A5), "{:?}", found.findings);
    // 2° off the slip.
    let (c, s) = (2.0_f64.to_radians().cos(), 2.0_f64.to_radians().sin());
    let oblique = block(300, Vec3::x() * 2.0, |v, _| {
        let v = v.normalize();
        [Vec3::zeros(), -Vec3::new(c * v.x - s * v.y, s * v.x + c * v.y, 0.0) * (MU * G)]
    });
    named(&audited(oblique), CheckId::A7, "friction is 2.0");
    let found = audited(sticking(5e-4));
    named(&found, CheckId::A8, "creeps at 500.000 µm/s");
    assert!(found.findings.iter().all(|finding| finding.check == CheckId::A8), "{:?}", found.findings);
    named(&audited(sticking(2e-6)), CheckId::A8, "creeps at 2.000 µm/s");
}

#[test]
fn frames_depth_chatter_stale_loads_and_energy_are_named() {
    let mut run = sliding();
    for frame in &mut run.frames[120..] {
        frame.contacts.iter_mut().for_each(|at| at.tangent = Some(Vec3::new(-0.6, 0.8, 0.0)));
    }
    named(&audited(run), CheckId::A10, "tangent turns by 127° in a step");
    let mut run = sliding();
    run.frames[120..].iter_mut().for_each(|frame| frame.contacts[1].c.x += 0.05);
    named(&audited(run), CheckId::A10, "the contact point jumps by");
    named(&audited(each(sliding(), |at| at.overlap = Some(0.01))), CheckId::A11, "the bodies overlap by");
    // The load of every other step, twice as large.
    let mut run = block(300, Vec3::zeros(), |_, _| [Vec3::zeros(); 2]);
    let (mut v, mut x) = (0.0, HALF[2]);
    for (k, frame) in run.frames.iter_mut().enumerate().skip(1) {
        let is_on = k % 2 == 0;
        frame.contacts.iter_mut().for_each(|at| at.normal *= 2.0);
        frame.contacts.retain(|_| is_on);
        v += DT * if is_on { G } else { -G };
        x += DT * v;
        (frame.bodies[0].x.z, frame.bodies[0].velocity.as_mut().unwrap()[0].z) = (x, v);
    }
    named(&audited(run), CheckId::A12, "contacts begin and end");
    let mut run = sliding();
    let kept = run.frames[100].contacts.clone();
    for frame in &mut run.frames[101..=110] {
        for (at, old) in frame.contacts.iter_mut().zip(&kept) {
            (at.normal, at.friction_on_j) = (old.normal, old.friction_on_j);
        }
    }
    named(&audited(run), CheckId::A13, "the load has kept its bits for");
    named(&audited(bouncing(1.2)), CheckId::A9, "an impact that gains energy");
    let fair = audited(bouncing(0.5));
    assert!(fair.findings.is_empty(), "{:?}", fair.findings);
    assert!(
        fair.remarks.iter().any(|note| note.contains("1 impacts") && note.contains("0.500 to 0.500")),
        "{:?}",
        fair.remarks
    );
}

/// A ball falls for 100 steps, and bounces with this restitution in the next one.
fn bouncing(e: f64) -> PlayedRun {
    let inertia = 0.4 * R * R;
    let (mut x, mut v, q) = (Vec3::new(0.0, 0.0, R + 0.0495), Vec3::zeros(), Rotation::identity());
    let shape = format!(r#"{{"Sphere": {{"radius": {R}}}}}"#);
    let mut run = PlayedRun { header: header(&shape, Vec3::repeat(inertia)), frames: Vec::new() };
    for step in 0..=150 {
        let mut contacts = Vec::new();
        if step == 101 {
            let after = -e * v.z;
            contacts.push(point(0, Vec3::new(0.0, 0.0, 0.0), (after - v.z) / DT + G, Vec3::zeros()));
            v.z = after;
        } else if step > 0 {
            v.z -= G * DT;
        }
        x += v * if step > 0 { DT } else { 0.0 };
        run.frames.push(PlayedFrame { step, bodies: vec![body(x, v, Vec3::zeros(), q, None)], contacts });
    }
    run
}

/// Without velocities they are differences of poses: the noise of f32 hides small errors, and is not a finding; a
/// force that is four times too large is one.
#[test]
fn noise_of_poses_is_no_finding() {
    let poses = |mut run: PlayedRun| {
        for at in run.frames.iter_mut().flat_map(|frame| &mut frame.bodies) {
            at.velocity = None;
            at.x = at.x.map(|x| f64::from(x as f32));
        }
        run
    };
    let found = audited(poses(sliding()));
    assert!(found.findings.is_empty(), "{:?}", found.findings);
    assert!(
        found.remarks.iter().any(|note| note.starts_with("A1: the digits of the run hide errors below")),
        "{:?}",
        found.remarks
    );
    named(&audited(poses(each(sliding(), |at| at.normal *= 4.0))), CheckId::A1, "the momentum differs");
}

#[test]
fn two_runs_are_compared() {
    let (a, mut b) = (sliding(), sliding());
    assert!(compare(&a, &b, &[None, Some(0.2)]).is_empty());
    for frame in &mut b.frames[20..] {
        frame.bodies[0].x.y += 1e-13;
    }
    for frame in &mut b.frames[40..] {
        frame.bodies[0].velocity.as_mut().unwrap()[0].z += 1e-3;
    }
    b.frames[60].contacts.clear();
    let found = compare(&a, &b, &[None, Some(0.2)]);
    let told: Vec<_> = found.iter().map(|found| (found.step, found.of.as_str(), found.quantity)).collect();
    assert_eq!(told, [(20, "b", "x"), (40, "b", "v"), (60, "b, ground", "contact")]);
}

const SPRINGS: &str = r#"Scene(schema: 1, title: "t", time: (dt: 1e-4, duration: 0.3), gravity: (0.0, 0.0, -9.81),
    friction: (mu_s: 0.5, mu_k: 0.5, k_e: 1e5, eta_r: 0.3, slide_damping: Capped(Ratio(0.5)), spin: Off), normal: Hooke(k_n: 1e5, damping: Ratio(0.5)),
    bodies: [(name: "floor", shape: Incline(degrees: 10.0)),
    (name: "ball", shape: Sphere(radius: 0.1), mass: 2.0, on: (surface: "floor", at: (0.0, 0.5), velocity: (0.5, 0.0))),
    (name: "brick", shape: Box(half_extents: (0.1, 0.2, 0.05)), mass: 1.0, on: (surface: "floor", at: (0.0, -0.5), velocity: (0.0, 2.0)))])"#;
const CONES: &str = r#"Scene(schema: 1, title: "t", time: (dt: 1e-3, duration: 0.3), gravity: (0.0, 0.0, -9.81),
    friction: (mu: 0.5), normal: Rigid,
    bodies: [(name: "floor", shape: Incline(degrees: 10.0)),
    (name: "ball", shape: Sphere(radius: 0.1), mass: 2.0, on: (surface: "floor", at: (0.0, 0.5), velocity: (0.5, 0.0))),
    (name: "brick", shape: Box(half_extents: (0.1, 0.2, 0.05)), mass: 1.0, on: (surface: "floor", at: (0.0, -0.5), velocity: (0.0, 2.0)))])"#;

/// Our own results, springs and cones, audit clean, with the convention that run.json declares, and no other does.
#[test]
fn our_own_results_are_clean() {
    for (name, text, acts) in [("springs", SPRINGS, LoadsAct::After), ("cones", CONES, LoadsAct::Before)] {
        let dir = temp_dir::TempDir::new().unwrap();
        std::fs::write(dir.child("s.ron"), text).unwrap();
        stickslip(dir.path()).args(["run", "s.ron", "--out", "o", "--record", "o.rec", "--quiet"]).succeeds();
        let run = read(&dir.child("o")).unwrap().run;
        assert_eq!(run.header.acts, acts);
        let found = audited(run);
        assert!(
            found.findings.is_empty() && found.momentum.unwrap() < 1e-9,
            "{name}: {:?} {:#?}",
            found.momentum,
            found.findings
        );
        assert_eq!(found.conventions.unwrap().verdict(), Verdict::Declared, "{name}: {:?}", found.conventions);
        // The command, on the folder and on the recording, which is run again.
        for input in ["o", "o.rec"] {
            let said = stickslip(dir.path()).args(["audit", input, "--against", "o", "--out", "a"]).succeeds();
            assert!(said.contains("the declared signs and lag balance the momentum"), "{said}");
            assert!(
                said.contains("nothing differs beyond the limits\nagainst o: the same bits in every common step"),
                "{said}"
            );
            assert_eq!(std::fs::read_to_string(dir.child("a/audit.json")).unwrap(), "[]\n");
        }
        // A fault of the folder: exit code 1, and the finding in both files.
        let table = std::fs::read_to_string(dir.child("o/run.json")).unwrap();
        let other = if acts == LoadsAct::After {
            table.replace("\"after\"", "\"before\"")
        } else {
            table.replace("\"before\"", "\"after\"")
        };
        std::fs::write(dir.child("o/run.json"), other).unwrap();
        let said = stickslip(dir.path()).args(["audit", "o", "--out", "a"]).fails(1);
        assert!(said.contains("A1 momentum · step") && said.contains("than declared"), "{said}");
        let list: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(dir.child("a/audit.json")).unwrap()).unwrap();
        let first = &list[0];
        assert!(
            first["check"] == "A1" && first["i"] == "ball" && first["value"].as_f64() > first["limit"].as_f64(),
            "{list}"
        );
        assert!(
            std::fs::read_to_string(dir.child("a/audit.csv"))
                .unwrap()
                .starts_with("check,step,i,j,value,limit,says\nA1,")
        );
    }
}

/// Scenes whose friction is not plain Coulomb friction are no findings either: a damper that the law does not cap, kinetic friction
/// that keeps its bits under a known weight. What the damper adds is a remark.
#[test]
fn published_scenes_are_clean() {
    let dir = temp_dir::TempDir::new().unwrap();
    for (scene, remark) in [
        ("sphere-up-35", "A4: with its damper, which the law does not cap, friction is up to 70.88"),
        ("bowling-ball", ""),
    ] {
        let duration = ["--set", "time.duration=0.8"];
        stickslip(dir.path())
            .args(["run", scene, "--out", "o", "--record", "o.rec", "--quiet"])
            .args(duration)
            .succeeds();
        for input in ["o", "o.rec"] {
            let said = stickslip(dir.path()).args(["audit", input]).succeeds();
            assert!(
                said.contains("nothing differs beyond the limits") && said.contains(remark),
                "{scene}, {input}: {said}"
            );
        }
        std::fs::remove_dir_all(dir.child("o")).unwrap();
    }
}

/// Results of rigid contacts balance although the bodies turn within a step, and a contact that presses may have ended by its end:
/// our own scenes of few bodies, and a box that tumbles and a ball that bounces off it.
#[test]
fn rigid_results_are_clean() {
    let dir = temp_dir::TempDir::new().unwrap();
    std::fs::write(
        dir.child("tumble.ron"),
        r#"Scene(schema: 1, title: "tumble", time: (dt: 1e-3, duration: 1.5), gravity: (0.0, 0.0, -9.81), friction: (mu: 0.4),
        normal: Rigid, bodies: [(name: "floor", shape: Plane),
            (name: "box", shape: Box(half_extents: (0.1, 0.15, 0.05)), mass: 1.0, position: (0.0, 0.0, 0.5), velocity: (1.0, 0.3, 0.0),
             angular_velocity: (3.0, 5.0, 1.0)),
            (name: "ball", shape: Sphere(radius: 0.08), mass: 0.5, position: (0.1, 0.0, 0.9), velocity: (0.0, 0.1, -1.0))])"#,
    )
    .unwrap();
    let mut ended = 0;
    for scene in [
        "tumble.ron",
        "rigid-ball-in-a-groove",
        "rigid-ball-rolls",
        "rigid-block-set-down",
        "rigid-block-set-down-relaxed",
        "rigid-guideway",
        "rigid-heavy-on-light",
        "rigid-thrust-bearing",
    ] {
        let out = format!("out-{scene}");
        stickslip(dir.path()).args(["run", scene, "--out", &out, "--quiet"]).succeeds();
        let run = read(&dir.child(&out)).unwrap().run;
        let gaps = run.frames.iter().flat_map(|frame| &frame.contacts);
        ended += gaps.filter(|at| at.normal > 0.0 && at.overlap.is_some_and(|overlap| overlap < -1e-3)).count();
        let found = audited(run);
        assert!(found.findings.is_empty(), "{scene}: {:#?}", found.findings);
        assert!(found.momentum.unwrap() < 1e-9, "{scene}: {:?}", found.momentum);
    }
    assert!(ended > 0, "no contact presses and ends within a step");
}

//! Free bodies conserve energy and angular momentum, and rigid contacts treat rotating bodies consistently with the
//! integrator.

use crate::support::body;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

fn parsed(name: &str, text: &str) -> Scene {
    Scene::parse(name, text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

/// A body that rotates in free space at `w`, rad/s, in body axes.
fn free(body: &str, w: [f64; 3], dt: f64, attitude: &Rotation) -> Scene {
    let [x, y, z]: [f64; 3] = (attitude * Vec3::from(w)).into();
    let q = attitude.coords;
    let text = format!(
        r#"Scene(schema: 1, title: "top", time: (dt: {dt:e}, duration: 5.0), gravity: (0.0, 0.0, 0.0),
        friction: (mu: 0.5), normal: Rigid,
        bodies: [(name: "top", {body}, position: (0.3, -0.2, 0.1),
                  rotation: ({w:e}, {i:e}, {j:e}, {k:e}), angular_velocity: ({x:e}, {y:e}, {z:e}))])"#,
        w = q.w,
        i = q.x,
        j = q.y,
        k = q.z,
    );
    parsed("top", &text)
}

fn momentum(b: &BodyState) -> Vec3 {
    b.q * b.mass.inertia.component_mul(&b.q.inverse_transform_vector(&b.w))
}

/// Largest relative changes of rotational energy and of angular momentum in 5 s.
fn changes(scene: &Scene) -> [f64; 2] {
    let mut simulation = Simulation::new(scene);
    let first = simulation.state();
    let (l0, e0) = (momentum(body(&first, "top")), momentum(body(&first, "top")).dot(&body(&first, "top").w));
    let mut worst = [0.0; 2];
    for _ in 0..(5.0 / scene.dt).round() as u64 {
        simulation.step();
        let state = simulation.state();
        let now = body(&state, "top");
        let l = momentum(now);
        worst = [larger(worst[0], (l.dot(&now.w) / e0 - 1.0).abs()), larger(worst[1], (l - l0).norm() / l0.norm())];
    }
    assert_eq!(simulation.stopped(), None);
    worst
}

/// Moments of inertia, angular velocity in body axes, and the energy error of the splitting at Δt 1e-2 s (it decreases
/// as Δt²), each over 5 s: FOREIGN's case 22 and four tops. To 10 %, L to 1e-12, in three attitudes.
#[test]
fn a_free_body_keeps_energy_and_angular_momentum() {
    let tops = [
        ("0.01, 0.01, 0.02", [2.0, 0.0, 10.0], 0.0),
        ("1.0, 2.0, 2.5", [6.0, 0.1, 8.0], 4.4e-5),
        ("1.0, 2.0, 2.5", [0.01, 10.0, 0.01], 5.1e-5),
        ("0.05, 1.0, 1.02", [5.0, 5.0, 7.0], 8.9e-6),
        ("1.04, 0.68, 0.4", [3.0, 9.0, 3.0], 9.6e-5),
    ];
    for (inertia, w, expected) in tops {
        let shape = format!("shape: Sphere(radius: 0.1), mass: 1.0, inertia: ({inertia})");
        for (dt, scale) in [(1e-2, 1.0), (1e-3, 1e-2)] {
            for turn in [Vec3::zeros(), Vec3::new(0.3, -0.7, 1.1), Vec3::new(-2.0, 0.4, 0.9)] {
                let [energy, momentum] = changes(&free(&shape, w, dt, &Rotation::new(turn)));
                let case = format!("{inertia} at {dt}: E {energy:.2e}, L {momentum:.1e}");
                eprintln!("{case}");
                assert!(energy <= 1.1 * scale * expected + 1e-12 && momentum <= 1e-12, "{case}");
            }
        }
    }
}

/// Bodies of every shape with unequal moments, from 1 µm to 1 km: the energy error is second order in Δt and the same
/// for every size, to the digits of the density.
#[test]
fn free_bodies_of_every_size_turn_alike() {
    for shape in [
        "Box(half_extents: (<A>, <B>, <C>))",
        "Cylinder(radius: <A>, half_height: <B>)",
        "Capsule(radius: <C>, half_height: <B>)",
        "Ellipsoid(semi_axes: (<A>, <B>, <C>))",
    ] {
        let of = |size: f64, dt: f64| {
            let lengths = [("A", 1.0), ("B", 0.6), ("C", 0.35)];
            let shape = lengths.iter().fold(shape.to_string(), |shape, (name, part)| {
                shape.replace(&format!("<{name}>"), &format!("{:e}", part * size))
            });
            changes(&free(&format!("shape: {shape}, density: 1000.0"), [3.0, 7.0, 4.0], dt, &Rotation::identity()))
        };
        let [coarse, fine] = [1e-2, 5e-3].map(|dt| of(0.1, dt));
        eprintln!("{shape}: E {coarse:?} {fine:?}");
        assert!(coarse[0] < 1e-12 || (coarse[0] / fine[0] - 4.0).abs() < 0.2, "{shape}: {coarse:?} {fine:?}");
        for size in [1e-6, 1e-3, 1.0, 1e3] {
            let [energy, momentum] = of(size, 1e-2);
            assert!(
                (energy - coarse[0]).abs() <= 1e-9 && momentum <= 1e-12,
                "{shape}, {size}: {energy:e} {momentum:e}"
            );
        }
    }
}

/// A disk of radius 0.1 m and thickness 2 mm that rolls in a circle on its edge, tilted by `tilt` from upright, with
/// the rate of precession `turn`, rad/s. Returns the spin about the axis (rad/s) and the radius of the circle of the
/// centre (m).
///
/// The angular momentum L = I_1 Ω sin τ · e_1 + I_3 s · e_3 rotates with Ω about z; the ground pushes with m g upwards
/// and m Ω² ρ towards the centre of the circle of radius ρ, and the edge does not slip. Linear in s; solved by
/// bisection.
fn steady(moments: [f64; 2], mass: f64, [a, h]: [f64; 2], tilt: f64, turn: f64) -> (f64, f64) {
    let (s, c) = (tilt.sin(), tilt.cos());
    // In the plane of tilt: x outwards from the circle's centre, y along the motion, z up; the disk leans inwards, and
    // its axis points outwards and up by the tilt.
    let axis = Vec3::new(c, 0.0, s);
    // From the centre to the touching edge: down the rim, and to the lower face.
    let down = Vec3::new(s, 0.0, -c);
    let arm = down * a - axis * h;
    let off = |spin: f64| {
        let w = Vec3::z() * turn + axis * spin;
        let along = -w.cross(&arm);
        let radius = along.y / turn;
        let w3 = w.dot(&axis);
        let momentum = (w - axis * w3) * moments[0] + axis * (w3 * moments[1]);
        let force = Vec3::new(-mass * turn * turn * radius, 0.0, mass * 9.81);
        ((Vec3::z() * turn).cross(&momentum) - arm.cross(&force)).y
    };
    let (mut low, mut high) = (-200.0, 200.0);
    assert!(off(low) * off(high) < 0.0, "no steady motion");
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if off(low) * off(middle) <= 0.0 { high = middle } else { low = middle }
    }
    let w = Vec3::z() * turn + axis * low;
    (low, -w.cross(&arm).y / turn)
}

fn azimuth(state: &State) -> f64 {
    let axis = body(state, "coin").q * Vec3::z();
    axis.y.atan2(axis.x)
}

/// A disk that rolls in a circle on its edge, on rigid ground, keeps its tilt, 0.3 rad, and its rate of precession, 2
/// rad/s. In 1 s they are off by the rotation within a step, at most 2.5 Δt and 4 Δt of it, since the loads of a step
/// act at its start: first order. (If the solver rotated the arms in another way than the body, it would be 2.9 Δt and
/// 4.4 Δt.)
#[test]
fn a_disk_rolls_in_its_circle_on_rigid_ground() {
    let ([a, h], mass, tilt, turn) = ([0.1, 1e-3], 1.0, 0.3_f64, 2.0);
    let moments = [mass * (a * a / 4.0 + h * h / 3.0), mass * a * a / 2.0];
    let (spin, radius) = steady(moments, mass, [a, h], tilt, turn);
    let axis = Vec3::new(tilt.cos(), 0.0, tilt.sin());
    let q = Rotation::new(Vec3::y() * (std::f64::consts::FRAC_PI_2 - tilt)).coords;
    let (w, height) = (Vec3::z() * turn + axis * spin, a * tilt.cos() + h * tilt.sin());
    let run = |dt: f64| {
        let text = format!(
            r#"Scene(schema: 1, title: "coin", time: (dt: {dt:e}, duration: 1.0), gravity: (0.0, 0.0, -9.81),
            friction: (mu: 2.0), normal: Rigid,
            bodies: [(name: "ground", shape: Plane, motion: Fixed),
                     (name: "coin", shape: Cylinder(radius: {a:e}, half_height: {h:e}), mass: {mass:e},
                      position: ({radius:e}, 0.0, {height:e}), velocity: (0.0, {v:e}, 0.0),
                      rotation: ({qw:e}, {qx:e}, {qy:e}, {qz:e}), angular_velocity: ({x:e}, 0.0, {z:e}))])"#,
            v = turn * radius,
            qw = q.w,
            qx = q.x,
            qy = q.y,
            qz = q.z,
            x = w.x,
            z = w.z,
        );
        let scene = parsed("coin", &text);
        let mut simulation = Simulation::new(&scene);
        let mut worst = 0.0;
        for _ in 0..(1.0 / dt).round() as u64 {
            simulation.step();
            let leans = (body(&simulation.state(), "coin").q * Vec3::z()).z.asin();
            worst = larger(worst, (leans - tilt).abs());
        }
        let around = azimuth(&simulation.state());
        (worst, (around / turn - 1.0).abs())
    };
    let [(tilt_1, rate_1), (tilt_2, rate_2)] = [1e-2, 1e-3].map(run);
    eprintln!("spin {spin:.4}, radius {radius:.4}: tilt {tilt_1:.2e} {tilt_2:.2e}, rate {rate_1:.2e} {rate_2:.2e}");
    for (off, dt) in [((tilt_1, rate_1), 1e-2), ((tilt_2, rate_2), 1e-3)] {
        assert!(off.0 < 2.5 * dt && off.1 < 4.0 * dt, "at {dt}: tilt {:e}, rate {:e}", off.0, off.1);
    }
}

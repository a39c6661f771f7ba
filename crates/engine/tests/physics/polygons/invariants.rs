//! Invariants of polygons: rotated worlds, exchanged bodies, halved steps, and scenes written and read again.

use super::support::*;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::observe::state::State;
use stickslip_engine::record::save::scene_text;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Motion, Scene, text::write};
use stickslip_engine::shapes::Shape;

/// Polygons on each other and on the ground that slide, stick and rock.
fn heap() -> Case {
    let bodies = vec![
        ground(""),
        prism("a", &regular(6, 0.05, 0.0), [-0.051, 0.044], PLANAR, ""),
        prism("b", &regular(5, 0.05, 0.3), [0.05, 0.049], PLANAR, ""),
        prism("c", &rectangle(0.1, 0.04), [0.0, 0.12], PLANAR, "angular_velocity: (0.0, 0.0, 1.0)"),
        prism("d", &regular(3, 0.04, 1.0), [0.3, 0.06], PLANAR, "velocity: (-1.0, 0.0, 0.0)"),
    ];
    let mut case = Case::new(bodies);
    (case.slope, case.friction) = (5.0, dae(0.3, ""));
    case
}

fn end(scene: &Scene, steps: u64) -> State {
    let mut simulation = Simulation::new(scene);
    simulation.steps(steps);
    assert_eq!(simulation.stopped(), None);
    simulation.state()
}

/// Largest difference of the positions and velocities of two states, m and m/s, the second state rotated by `turn`.
fn difference(a: &State, b: &State, turn: &Rotation) -> f64 {
    a.bodies.iter().fold(0.0, |worst, one| {
        let other = body(b, &one.name);
        let off = larger((turn * one.x - other.x).norm(), (turn * one.v - other.v).norm());
        larger(worst, larger(off, 0.05 * (turn * one.w - other.w).norm()))
    })
}

/// Rounding, amplified by collisions and by the ends of slip: 1e-9 m and m/s after 0.1 s.
#[test]
fn a_turned_world_moves_alike() {
    let scene = heap().scene();
    let straight = end(&scene, 1_000);
    assert!(straight.contacts.len() >= 2, "{}", straight.contacts.len());
    for turn in [Vec3::new(0.0, 0.0, 0.7), Vec3::new(0.3, -0.7, 1.1), Vec3::new(-2.0, 0.4, 0.9)].map(Rotation::new) {
        let mut turned = scene.clone();
        turned.gravity = turn * turned.gravity;
        for body in &mut turned.bodies {
            body.position = turn * body.position;
            body.rotation = turn * body.rotation;
            (body.velocity, body.angular_velocity) = (turn * body.velocity, turn * body.angular_velocity);
            if let Motion::Planar(axis) = &mut body.motion {
                *axis = turn * *axis;
            }
        }
        let off = difference(&straight, &end(&turned, 1_000), &turn);
        eprintln!("turned: {off:e}");
        assert!(off < 1e-9, "{off:e}");
    }
}

/// With the axis reversed, λ becomes 1 − λ, and everything else is unchanged.
#[test]
fn the_sign_of_the_axis_changes_the_sign_of_lambda() {
    let mut case = Case::new(vec![ground(""), square([0.0, 0.05], PLANAR, "")]);
    case.slope = 15.0;
    let one = case.after(0.5);
    case.bodies[1] = case.bodies[1].replace("1.0))", "-1.0))");
    let other = case.after(0.5);
    let [one, other] = [one, other].map(|state| state.contacts[0].lambda().expect("dae"));
    assert!(!(0.3..=0.7).contains(&one), "{one}");
    near(one + other, 1.0, 1e-9, "the sum of both");
}

/// With the bodies in reverse order, pairs are exchanged and the sweeps visit them in another order.
#[test]
fn the_order_of_the_bodies_does_not_matter() {
    let scene = heap().scene();
    let mut reversed = scene.clone();
    reversed.bodies.reverse();
    let off = difference(&end(&scene, 1_000), &end(&reversed, 1_000), &Rotation::identity());
    eprintln!("exchanged: {off:e}");
    assert!(off < 1e-8, "{off:e}");
}

/// An oblique collision of two polygons with friction, at the step, half and a quarter of it: the scheme is of first
/// order, so the differences halve.
#[test]
fn half_the_step_has_half_the_error() {
    let at = |dt: f64| {
        let one = prism("one", &regular(5, 0.05, 0.2), [-0.06, 0.0], PLANAR, "velocity: (1.0, 0.3, 0.0)");
        let other = prism("other", &regular(6, 0.05, 0.1), [0.06, 0.01], PLANAR, "");
        let mut case = Case::new(vec![one, other]);
        (case.dt, case.gravity) = (dt, 0.0);
        let end = case.after(0.05);
        assert!(end.contacts.is_empty());
        end
    };
    let [coarse, half, quarter, fine] = [4e-6, 2e-6, 1e-6, 5e-7].map(at);
    let unturned = Rotation::identity();
    let off = [
        difference(&coarse, &half, &unturned),
        difference(&half, &quarter, &unturned),
        difference(&quarter, &fine, &unturned),
    ];
    eprintln!("{off:?}");
    assert!(off[0] < 1e-3 && off[2] < 0.6 * off[0], "{off:?}");
}

/// A written prism, by itself and in a saved scene, contains its polygon and reads back as the same shape.
#[test]
fn a_prism_that_is_written_is_read_with_its_polygon() {
    let case = heap();
    let scene = case.scene();
    let polygon = |shape: &Shape| shape.prism().map(|prism| (prism.polygon.clone(), prism.half_height));
    let mut prisms = 0;
    for spec in &scene.bodies {
        let again = Scene::body(&write::body(spec)).expect("a body");
        let (Some((old, h)), Some((new, h_new))) = (polygon(&spec.shape), polygon(&again.shape)) else { continue };
        prisms += 1;
        assert_eq!((old.len(), h), (new.len(), h_new));
        for (old, new) in old.iter().zip(&new) {
            assert!((old - new).norm() < 1e-15, "{}: {old} {new}", spec.name);
        }
        assert_eq!(spec.motion, again.motion);
    }
    assert_eq!(prisms, 4);
    let mut simulation = Simulation::new(&scene);
    simulation.steps(300);
    let saved = scene_text(simulation.world(), &case.text(), true).expect("a scene");
    let again = Scene::parse("saved", &saved).expect("no fault");
    assert_eq!(again.normal, scene.normal);
    let (there, here) = (simulation.state(), end(&again, 0));
    assert!(difference(&there, &here, &Rotation::identity()) < 1e-12);
    assert_eq!(there.contacts.len(), here.contacts.len());
    for (old, new) in there.contacts.iter().zip(&here.contacts) {
        let (old, new) = (&old.touch, &new.touch);
        // A rotation is written as a quaternion; corners move by its rounding.
        assert!((old.overlap - new.overlap).abs() < 1e-12 && (old.c - new.c).norm() < 1e-9, "{old:?}\n{new:?}");
    }
}

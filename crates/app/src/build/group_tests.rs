//! Several bodies at once: groups, copies and mirror images.

use super::*;
use crate::build::templates;

fn opened(text: &str) -> (Opened, State) {
    let scene = Scene::parse("t", text).unwrap_or_else(|f| panic!("{:?}", f.lines().collect::<Vec<_>>()));
    let state = Simulation::new(&scene).state();
    (Opened { name: "t".to_owned(), file: None, text: text.to_owned(), scene }, state)
}

fn template(name: &str) -> (Opened, State) {
    opened(&templates::new(name).expect("a template").text)
}

fn index(state: &State, name: &str) -> usize {
    state.bodies.iter().position(|body| body.name == name).unwrap_or_else(|| panic!("no {name}"))
}

/// The scene after these changes.
fn after(opened_before: &Opened, patches: &[ScenePatch]) -> (Opened, State) {
    opened(&ScenePatch::apply_all(patches, &opened_before.text).expect("changes"))
}

/// Bodies come into a group and leave it; it ends with the body that it began with, and knows no body that is gone.
#[test]
fn bodies_come_and_go() {
    let (_, state) = template("two-ramps");
    let mut group = BodyGroup::default();
    assert_eq!(group.indices(&state, None), Vec::<usize>::new());
    assert_eq!(group.toggle(&state, Some(1), 3), Some(1));
    assert_eq!(group.indices(&state, Some(1)), [1, 3]);
    assert_eq!(group.indices(&state, Some(2)), [2]);
    assert_eq!(group.toggle(&state, Some(1), 1), Some(3));
    assert_eq!(group.toggle(&state, Some(3), 3), None);
    assert_eq!(group.toggle(&state, None, 2), Some(2));
    let names = ["gone".to_owned(), "floor".to_owned()];
    assert_eq!(BodyGroup::of(&names).indices(&state, Some(1)), [1]);
}

/// A ramp with what stands on it is copied as one: the copy of the crate stands on the copy of the ramp.
#[test]
fn a_copy_stands_on_the_copy_of_its_carrier() {
    let (before, state) = template("ramp");
    let originals = ["ramp".to_owned(), "crate".to_owned()];
    let copies = Copies::moved(&before.text, &originals, &taken(&state), Vec2::new(1.0, 0.5));
    assert_eq!(copies.names, ["ramp 2", "crate 2"]);
    let (_, now) = after(&before, &copies.patches);
    for (old, new) in originals.iter().zip(&copies.names) {
        let by = now.bodies[index(&now, new)].x - state.bodies[index(&state, old)].x;
        assert!((by - Vec3::new(1.0, 0.5, 0.0)).norm() < 1e-12, "{new}: {by:?}");
    }
    let bodies: Vec<BodySpec> = originals
        .iter()
        .filter_map(|name| before.scene.bodies.iter().find(|spec| spec.name == *name).cloned())
        .collect();
    let in_world = Copies::in_world(&bodies, &taken(&state), Vec3::new(0.0, 3.0, 0.2));
    let (_, now) = after(&before, &in_world.patches);
    let by = now.bodies[index(&now, "crate 2")].x - state.bodies[index(&state, "crate")].x;
    assert!((by - Vec3::new(0.0, 3.0, 0.2)).norm() < 1e-8, "{by:?}");
}

/// A mirror image has every point of its body where the mirror shows it, for every shape, upright and turned; a ramp faces its
/// image, and velocities are mirrored.
#[test]
fn a_mirror_image_is_what_a_mirror_shows() {
    let corners = [(0.1, 0.0, 0.0), (-0.1, 0.0, 0.0), (0.0, 0.12, 0.0), (0.0, -0.12, 0.0), (0.0, 0.0, 0.2)];
    let pyramid = format!("ConvexPolyhedron(points: {corners:?})");
    for shape in [
        "Ramp(length: 1.0, width: 0.4, thickness: 0.1, degrees: 30.0)",
        "Box(half_extents: (0.1, 0.2, 0.05))",
        "Sphere(radius: 0.1)",
        "Ellipsoid(semi_axes: (0.1, 0.1, 0.2))",
        "Cylinder(radius: 0.1, half_height: 0.2)",
        "Capsule(radius: 0.1, half_height: 0.1)",
        &pyramid,
    ] {
        let is_ramp = shape.starts_with("Ramp");
        let mass =
            if is_ramp { "" } else { "mass: 1.0, velocity: (0.3, 0.2, 0.1), angular_velocity: (0.5, 0.7, -0.2), " };
        for turn in ["", "rotation: AxisAngle(axis: (0.2, 0.3, 1.0), degrees: 40.0), "] {
            let text = format!(
                "Scene(schema: 1, title: \"t\", gravity: (0.0, 0.0, -9.81), normal: Hooke(k_n: 1e5),
                 friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5), time: (dt: 1e-5, duration: 1.0), bodies: [
                 (name: \"floor\", shape: Plane),
                 (name: \"a\", shape: {shape}, {mass}{turn}position: (0.4, 0.3, 1.5))])"
            );
            let (before, state) = opened(&text);
            for (axis, at_far_end) in [(0, false), (0, true), (1, false), (1, true)] {
                let copies = Copies::mirrored(&before, &state, &[1], (axis, at_far_end), 0.2)
                    .unwrap_or_else(|why| panic!("{shape} {turn}: {why}"));
                let (now, seen) = after(&before, &copies.patches);
                let (old, new) = (&state.bodies[1], &seen.bodies[2]);
                let plane = 0.5 * (old.x[axis] + new.x[axis]);
                let side = if at_far_end { 1.0 } else { -1.0 };
                let flip = |mut v: Vec3| {
                    v[axis] = -v[axis];
                    v
                };
                for direction in
                    [Vec3::x(), -Vec3::y(), Vec3::z(), Vec3::new(0.6, -0.5, 0.3), Vec3::new(-0.1, 0.9, 0.8)]
                {
                    let far = |body: &BodyState, along: &Vec3| {
                        body.x + body.q * body.shape.support(&(body.q.inverse() * along))
                    };
                    let (reach, image) = (far(old, &direction).dot(&direction), far(new, &flip(direction)));
                    let expected = reach - 2.0 * plane * direction[axis];
                    let off = image.dot(&flip(direction)) - expected;
                    assert!(off.abs() < 1e-7, "{shape} {turn} {axis} {at_far_end}: {off}");
                }
                let gap = (side * (plane - old.x[axis])).abs();
                assert!(gap > 0.1 && (old.v - flip(new.v)).norm() < 1e-8, "{shape}: {gap}");
                assert!((old.w + flip(new.w)).norm() < 1e-8, "{shape}: {:?} {:?}", old.w, new.w);
                if is_ramp && turn.is_empty() {
                    assert!(now.text.contains("degrees: 30.0") && (axis == 0) != now.text.contains("degrees: 180.0"));
                }
            }
        }
    }
}

/// A body without a mirror image of its own, as a plane or a lopsided solid, is refused.
#[test]
fn a_body_without_a_mirror_image_is_refused() {
    let lopsided = "ConvexPolyhedron(points: [(0.0, 0.0, 0.0), (0.3, 0.0, 0.0), (0.0, 0.2, 0.0), (0.0, 0.0, 0.1)])";
    let text = format!(
        "Scene(schema: 1, title: \"t\", gravity: (0.0, 0.0, -9.81), normal: Hooke(k_n: 1e5),
         friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5), time: (dt: 1e-5, duration: 1.0), bodies: [
         (name: \"floor\", shape: Plane), (name: \"a\", shape: {lopsided}, mass: 1.0, position: (0.0, 0.0, 1.0))])"
    );
    let (before, state) = opened(&text);
    for index in [0, 1] {
        assert!(Copies::mirrored(&before, &state, &[index], (0, true), 0.1).is_err());
    }
}

/// A ramp that is mirrored with the crate on it: both move as before, seen in the mirror.
#[test]
fn a_mirrored_scene_slides_alike() {
    let (before, state) = template("ramp");
    let indices = [index(&state, "ramp"), index(&state, "crate")];
    let copies = Copies::mirrored(&before, &state, &indices, (1, false), 0.5).expect("an image");
    let mut patches = copies.patches.clone();
    // Steep enough to slide.
    patches.push(ScenePatch::Set { path: "friction.mu_s".to_owned(), value: "0.2".to_owned() });
    patches.push(ScenePatch::Set { path: "friction.mu_k".to_owned(), value: "0.2".to_owned() });
    let (now, _) = after(&before, &patches);
    let mut run = Simulation::new(&now.scene);
    run.steps(3000);
    let end = run.state();
    let [a, b] = ["crate", "crate 2"].map(|name| &end.bodies[index(&end, name)]);
    let fell = a.v.norm();
    assert!(fell > 0.1, "{fell}");
    let off = (a.v - Vec3::new(b.v.x, -b.v.y, b.v.z)).norm();
    assert!(off < 0.02 * fell, "{:?} {:?}", a.v, b.v);
}

//! Tests of `scene::check::resting`.

use stickslip_engine::internals::depth;
use stickslip_engine::laws::Vec3;
use stickslip_engine::scene::Scene;
use stickslip_engine::shapes::Shape;
use stickslip_engine::shapes::solid::reach;

/// The depth along the axes of each shape is its extent there, and on a diagonal the distance to the nearest face.
#[test]
fn the_depth_of_a_shape_is_the_distance_to_its_surface() {
    let half_extents = Vec3::new(0.1, 0.2, 0.3);
    let diagonal = Vec3::new(1.0, 1.0, 0.0).normalize();
    let cuboid = Shape::Box { half_extents };
    assert!((depth(&cuboid, &diagonal) - 0.1 * 2f64.sqrt()).abs() < 1e-15);
    let cylinder = Shape::Cylinder { radius: 0.1, half_height: 0.2 };
    let capsule = Shape::Capsule { radius: 0.1, half_height: 0.2 };
    for (axis, k) in [Vec3::x(), Vec3::y(), Vec3::z()].into_iter().zip(0..) {
        for shape in [&cuboid, &cylinder, &capsule] {
            assert!((depth(shape, &axis) - reach(shape, axis)).abs() < 1e-15, "{shape:?}, axis {k}");
        }
    }
    assert!((depth(&cylinder, &diagonal) - 0.1).abs() < 1e-15);
}

/// A box lying on its side is touched at the face that is above, in axes along its own: its x is the normal, so that the
/// first axis of the face is its y.
#[test]
fn the_uppermost_face_carries() {
    let scene = Scene::parse(
        "s",
        r#"Scene(schema: 1, title: "t", time: (duration: 1.0), gravity: (0.0, 0.0, -9.81),
        friction: (mu_s: 0.5, mu_k: 0.5, k_e: 1e5), normal: Known(Weight),
        bodies: [(name: "box", shape: Box(half_extents: (0.1, 0.2, 0.3)), motion: Fixed, position: (0.0, 0.0, 0.0),
                  rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: 90.0)),
                 (name: "cube", shape: Box(half_extents: (0.01, 0.02, 0.03)), mass: 1.0,
                  on: (surface: "box", at: (0.05, 0.02)))])"#,
    );
    let cube = scene.expect("no fault").bodies[1].clone();
    assert!((cube.position - Vec3::new(-0.02, 0.05, 0.1 + 0.03)).norm() < 1e-12, "{}", cube.position);
    assert!((cube.rotation * Vec3::z() - Vec3::z()).norm() < 1e-12);
    assert!((cube.rotation * Vec3::x() - Vec3::y()).norm() < 1e-12, "the own x is the normal, so y is taken");
}

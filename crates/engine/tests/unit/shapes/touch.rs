//! Tests of `shapes::touch`.

use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::shapes::Shape;
use stickslip_engine::shapes::manifold_point::ManifoldPoint;
use stickslip_engine::shapes::surface::Placed;
use stickslip_engine::shapes::touch::touch;

/// Contact points of two capsules of radius 0.3 m: one of half length 1 m at the origin, one of 0.5 m at this pose.
fn met(turn: Vec3, x: Vec3) -> Vec<ManifoldPoint> {
    let shapes = [1.0, 0.5].map(|half_height| Shape::Capsule { radius: 0.3, half_height });
    let i = Placed { shape: &shapes[0], x: Vec3::zeros(), q: Rotation::identity() };
    let j = Placed { shape: &shapes[1], x, q: rotation(&turn) };
    let mut out = Vec::new();
    assert!(touch(&i, &j, 0.0, &mut out));
    out
}

/// Crossed capsules touch between their axes, parallel ones at both ends of their common length, a side on an end
/// at the end.
#[test]
fn capsules_touch_at_a_point_or_along_a_line() {
    let crossed = met(Vec3::x() * 1.0, Vec3::new(0.59, 0.0, 0.2));
    assert_eq!(crossed.len(), 1);
    assert!((crossed[0].overlap - 0.01).abs() < 1e-15 && (crossed[0].n + Vec3::x()).norm() < 1e-15, "{crossed:?}");
    assert!((crossed[0].on_i.z - 0.2).abs() < 1e-15, "{crossed:?}");
    let parallel = met(Vec3::zeros(), Vec3::new(0.59, 0.0, 0.7));
    let ends: Vec<f64> = parallel.iter().map(|point| point.on_i.z).collect();
    assert!((ends[0] - 0.2).abs() < 1e-15 && (ends[1] - 1.0).abs() < 1e-15, "{ends:?}");
    assert!(parallel.iter().all(|point| (point.overlap - 0.01).abs() < 1e-15), "{parallel:?}");
    let on_end = met(Vec3::y() * std::f64::consts::FRAC_PI_2, Vec3::new(0.0, 0.0, 1.55));
    assert_eq!(on_end.len(), 1);
    assert!((on_end[0].overlap - 0.05).abs() < 1e-15 && (on_end[0].n + Vec3::z()).norm() < 1e-15, "{on_end:?}");
    assert!(met(Vec3::x() * 0.4, Vec3::new(0.61, 0.0, 0.0)).is_empty());
}

//! Contact points of solids, where corners, edges and rims of two shapes meet, by their coordinates.

use stickslip_engine::laws::math::extremes::smallest;
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::shapes::manifold_point::ManifoldPoint;
use stickslip_engine::shapes::surface::Placed;
use stickslip_engine::shapes::{EllipsoidPath, Shape};
use stickslip_engine::step::contacts::narrow::{Collider, manifold};

/// The contact points of body i on body j with an overlap above `-gap`, m.
fn points(i: (&Shape, Vec3, Rotation), j: (&Shape, Vec3, Rotation), gap: f64) -> Vec<ManifoldPoint> {
    let placed = |(shape, x, q)| Placed { shape, x, q };
    let mut out = Vec::new();
    let found = manifold(
        (&placed(i), &Collider::from_shape(i.0)),
        (&placed(j), &Collider::from_shape(j.0)),
        (gap, None),
        &mut out,
    );
    assert!(found.is_some(), "{:?} on {:?} is not supported", i.0, j.0);
    out
}

/// Checks that every expected point is found, in the middle of the overlap, and no other.
fn assert_points(found: &[ManifoldPoint], expected: &[Vec3], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}: {found:?}");
    for point in expected {
        let nearest = found.iter().map(|other| (0.5 * (other.on_i + other.on_j) - point).norm());
        let nearest = smallest(nearest);
        assert!(nearest < 1e-9, "{what}: nothing at {point:?} but {found:?}");
    }
}

fn slab(x: f64, y: f64, z: f64) -> Shape {
    Shape::Box { half_extents: Vec3::new(x, y, z) }
}

/// Two slabs that overlap by `depth` at z = 0, at every size and exchanged: the contact points are the corners of the
/// rectangle or octagon that they share.
#[test]
fn faces_touch_at_the_corners_of_what_they_share() {
    let depth = 1e-5;
    for size in [1e-6, 1e-3, 1.0, 1e3] {
        let (wide, narrow) = (slab(size, size, 0.5 * size), slab(0.5 * size, 0.25 * size, 0.5 * size));
        let below = Vec3::new(0.0, 0.0, -0.5 * size * (1.0 - depth));
        let above = Vec3::new(0.8 * size, 0.3 * size, 0.5 * size * (1.0 - depth));
        let still = Rotation::identity();
        let corners = [(0.3, 0.05), (1.0, 0.05), (1.0, 0.55), (0.3, 0.55)].map(|(x, y)| Vec3::new(x, y, 0.0));
        for swapped in [false, true] {
            let (a, b) = ((&narrow, above, still), (&wide, below, still));
            let found = if swapped { points(b, a, 0.0) } else { points(a, b, 0.0) };
            let scaled: Vec<ManifoldPoint> =
                found.iter().map(|p| ManifoldPoint { on_i: p.on_i / size, on_j: p.on_j / size, ..*p }).collect();
            assert_points(&scaled, &corners, &format!("size {size}, swapped {swapped}"));
            for point in &found {
                assert!((point.overlap / size - depth).abs() < 1e-12, "size {size}: {point:?}");
                assert!((point.n.z.abs() - 1.0).abs() < 1e-15, "size {size}: {point:?}");
            }
        }
    }
    // A square rotated by 45° on an equal one: an octagon with corners at |x| = 1, |y| = √2 − 1.
    let cube = slab(1.0, 1.0, 0.5);
    let turned = rotation(&(Vec3::z() * std::f64::consts::FRAC_PI_4));
    let found = points(
        (&cube, Vec3::new(0.0, 0.0, 0.5 - 0.5 * depth), turned),
        (&cube, Vec3::new(0.0, 0.0, -0.5 + 0.5 * depth), Rotation::identity()),
        0.0,
    );
    let short = 2f64.sqrt() - 1.0;
    let signs = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let octagon: Vec<Vec3> =
        signs.iter().flat_map(|(a, b)| [Vec3::new(*a, short * b, 0.0), Vec3::new(short * b, *a, 0.0)]).collect();
    assert_points(&found, &octagon, "octagon");
    // Equal squares on each other share four corners, not eight, however rounding decides which is inside the other.
    for aside in [0.0, 1e-16, -3e-9] {
        let found = points(
            (&cube, Vec3::new(aside, -aside, 0.5 - 0.5 * depth), Rotation::identity()),
            (&cube, Vec3::new(0.0, 0.0, -0.5 + 0.5 * depth), Rotation::identity()),
            0.0,
        );
        assert_eq!(found.len(), 4, "aside by {aside}: {found:?}");
        assert!(found.iter().all(|point| point.feature >> 28 == 1), "the corners of body i: {found:?}");
    }
}

/// The end face of a cylinder over the edge of a box: the three of its four points that are above the box, and the
/// points where the edge cuts the rim. Over another cylinder: the points where the rims cross.
#[test]
fn rims_end_where_something_cuts_them_off() {
    let cylinder = Shape::Cylinder { radius: 1.0, half_height: 0.5 };
    let table = slab(2.0, 2.0, 0.5);
    let at = |x: f64| Vec3::new(x, 0.0, 0.5 - 0.5e-6);
    let below = Vec3::new(0.0, 0.0, -0.5 + 0.5e-6);
    let still = Rotation::identity();
    let found = points((&cylinder, at(1.4), still), (&table, below, still), 0.0);
    let cut = (1.0 - 0.6f64 * 0.6).sqrt();
    let expected = [(0.4, 0.0), (1.4, 1.0), (1.4, -1.0), (2.0, cut), (2.0, -cut)].map(|(x, y)| Vec3::new(x, y, 0.0));
    assert_points(&found, &expected, "over an edge");
    let found = points((&cylinder, at(1.2), still), (&cylinder, below, still), 0.0);
    let expected = [(0.2, 0.0), (1.0, 0.0), (0.6, 0.8), (0.6, -0.8)].map(|(x, y)| Vec3::new(x, y, 0.0));
    assert_points(&found, &expected, "over a cylinder");
    // An edge that only touches the rim cuts off nothing.
    let narrow = slab(2.0, 1.0, 0.5);
    let found = points((&cylinder, at(0.5), still), (&narrow, below, still), 0.0);
    let expected = [(-0.5, 0.0), (1.5, 0.0), (0.5, 1.0), (0.5, -1.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
    assert_points(&found, &expected, "along the edges");
}

/// A lying capsule or cylinder touches a box along a line, cut off at the edge of the box; and another one, across it,
/// at a point.
#[test]
fn lines_touch_along_what_they_share_or_at_a_point() {
    let lying = rotation(&(Vec3::y() * std::f64::consts::FRAC_PI_2));
    let across = rotation(&(Vec3::x() * std::f64::consts::FRAC_PI_2));
    let table = slab(1.0, 1.0, 0.5);
    let below = Vec3::new(0.0, 0.0, -0.5);
    for round in [Shape::Capsule { radius: 0.5, half_height: 1.0 }, Shape::Cylinder { radius: 0.5, half_height: 1.0 }] {
        let found =
            points((&round, Vec3::new(0.7, 0.0, 0.5 - 1e-9), lying), (&table, below, Rotation::identity()), 0.0);
        let expected = [-0.3, 1.0].map(|x| Vec3::new(x, 0.0, -0.5e-9));
        assert_points(&found, &expected, "on a box");
        // Axes at 30° to each other.
        let turned = rotation(&(Vec3::z() * std::f64::consts::FRAC_PI_6)) * lying;
        for other in [lying, across] {
            let found = points((&round, Vec3::new(0.1, 0.2, 1.0 - 1e-7), turned), (&round, Vec3::zeros(), other), 0.0);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!((found[0].n - Vec3::z()).norm() < 1e-9 && (found[0].overlap - 1e-7).abs() < 1e-12, "{found:?}");
        }
    }
}

/// Normal and overlap of the corner of a cube over a face, an edge across an edge, and a ball and an ellipsoid on a
/// face and beyond its edge.
#[test]
fn normals_are_those_of_faces_edges_and_curved_surfaces() {
    let cube = slab(1.0, 1.0, 1.0);
    let still = Rotation::identity();
    // On a corner: √3 from the centre.
    let axis = Vec3::new(1.0, -1.0, 0.0).normalize();
    let on_corner = rotation(&(axis * libm::acos(1.0 / 3f64.sqrt())));
    let found =
        points((&cube, Vec3::new(0.2, 0.1, 1.0 + 3f64.sqrt() - 1e-6), on_corner), (&cube, Vec3::zeros(), still), 0.0);
    assert_points(&found, &[Vec3::new(0.2, 0.1, 1.0 - 0.5e-6)], "corner on face");
    assert!((found[0].n - Vec3::z()).norm() < 1e-12 && (found[0].overlap - 1e-6).abs() < 1e-12, "{found:?}");
    // An edge along x on an edge along y: both are √2 from the centre.
    let eighth = std::f64::consts::FRAC_PI_4;
    let [along_x, along_y] = [Vec3::x(), Vec3::y()].map(|axis| rotation(&(axis * eighth)));
    let high = 2.0 * 2f64.sqrt() - 1e-6;
    let found = points((&cube, Vec3::new(0.3, -0.4, high), along_x), (&cube, Vec3::zeros(), along_y), 0.0);
    assert_points(&found, &[Vec3::new(0.0, -0.4, 0.5 * high)], "edge on edge");
    assert!((found[0].n - Vec3::z()).norm() < 1e-12 && (found[0].overlap - 1e-6).abs() < 1e-12, "{found:?}");
    // A ball beside the edge at x = z = 1.
    let ball = Shape::Sphere { radius: 0.5 };
    let n = Vec3::new(0.6, 0.0, 0.8);
    let edge = Vec3::new(1.0, 0.3, 1.0);
    let found = points((&ball, edge + n * (0.5 - 1e-6), still), (&cube, Vec3::zeros(), still), 0.0);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!((found[0].n - n).norm() < 1e-9 && (found[0].overlap - 1e-6).abs() < 1e-12, "{found:?}");
    assert!((found[0].on_j - edge).norm() < 1e-9, "{found:?}");
    // An ellipsoid on the face: its lowest point.
    let egg = Shape::Ellipsoid { semi_axes: Vec3::new(0.6, 0.4, 0.3), path: EllipsoidPath::Chord };
    let q = rotation(&Vec3::new(0.4, -0.8, 0.3));
    let low = egg.support(&q.inverse_transform_vector(&-Vec3::z()));
    let x = Vec3::new(0.1, 0.2, 1.0 - 1e-7) - (q * low).z * Vec3::z();
    let found = points((&egg, x, q), (&cube, Vec3::zeros(), still), 0.0);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!((found[0].on_i - x - q * low).norm() < 1e-12 && (found[0].overlap - 1e-7).abs() < 1e-12, "{found:?}");
}

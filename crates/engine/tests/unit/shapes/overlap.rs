//! Tests of `shapes::overlap`.

use fearless_simd::{Level, dispatch};
use std::sync::Arc;
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::laws::{Rotation, Vec2, Vec3};
use stickslip_engine::shapes::crossing::BoundingEdges;
use stickslip_engine::shapes::outline::{MotionPlane, Outline};
use stickslip_engine::shapes::overlap::{Common, Overlap, OverlapFinder};
use stickslip_engine::shapes::surface::Placed;
use stickslip_engine::shapes::{Polyhedron, Prism, Shape, outline_area};

fn prism(polygon: &[[f64; 2]]) -> Shape {
    let polygon: Vec<Vec2> = polygon.iter().map(|[x, y]| Vec2::new(*x, *y)).collect();
    assert!(outline_area(&polygon) > 0.0);
    Shape::Polyhedron(Arc::new(Polyhedron::new(Vec::new(), Some(Prism { polygon, half_height: 0.5 }), 0.5)))
}

fn square(half: f64) -> Shape {
    prism(&[[-half, -half], [half, -half], [half, half], [-half, half]])
}

fn at(shape: &Shape, x: f64, y: f64, angle: f64) -> Placed<'_> {
    Placed { shape, x: Vec3::new(x, y, 0.0), q: rotation(&(Vec3::z() * angle)) }
}

fn found(i: &Placed, j: &Placed, plane: &MotionPlane) -> Common {
    found_from(i, j, plane, &mut None)
}

/// The intersection, starting from the edges of the last one; asserts the same bits on every instruction set.
fn found_from(i: &Placed, j: &Placed, plane: &MotionPlane, edges: &mut Option<BoundingEdges>) -> Common {
    let [mut of_i, mut of_j] = [i, j].map(|body| Outline::from_shape(body.shape).expect("an outline"));
    let between = plane.flat(&(j.x - i.x));
    let [best, least] = [Level::new(), Level::baseline()].map(|level| {
        let mut edges = *edges;
        let found = dispatch!(level, simd => {
            of_i.turn(i.shape, &i.q, plane);
            of_j.turn(j.shape, &j.q, plane);
            OverlapFinder::default().find(simd, [&of_i, &of_j], &between, plane, &mut edges)
        });
        (found, edges)
    });
    assert_eq!(best, least);
    *edges = best.1;
    best.0
}

fn common(i: &Placed, j: &Placed) -> Overlap {
    match found(i, j, &MotionPlane::across(&Vec3::z())) {
        Common::Overlap(found) => found,
        other => panic!("{other:?}"),
    }
}

fn close(a: Vec3, b: [f64; 3]) {
    assert!((a - Vec3::from(b)).norm() < 1e-14, "{a:?} for {b:?}");
}

/// Two squares of 2 m, the upper one 1 m to the right and 0.1 m deep: 1 m × 0.1 m, and the lower one is pushed
/// down.
#[test]
fn two_squares_overlap_in_a_rectangle() {
    let shape = square(1.0);
    let found = common(&at(&shape, 0.0, 0.0, 0.0), &at(&shape, 1.0, 1.9, 0.0));
    assert!((found.area - 0.1).abs() < 1e-15, "{found:?}");
    close(found.arms[0], [0.5, 0.95, 0.0]);
    close(found.arms[1], [-0.5, -0.95, 0.0]);
    // The overlap has the corner (1, 1) of i and the corner (0, 0.9) of j: i contributes its right and top edges.
    let diagonal = libm::hypot(1.0, 0.1);
    assert!((found.width - diagonal).abs() < 1e-14);
    close(found.n, [-0.1 / diagonal, -1.0 / diagonal, 0.0]);
    let mut ends = found.ends;
    ends.sort_by(|a, b| a.x.total_cmp(&b.x));
    close(ends[0], [-0.5, 0.05, 0.0]);
    close(ends[1], [0.5, -0.05, 0.0]);
}

/// A square on its corner, pressed 0.2 m into a plane: a triangle of 0.4 m × 0.2 m, whichever is body i.
#[test]
fn a_corner_in_a_plane_cuts_off_a_triangle() {
    let (shape, ground) = (square(1.0), Shape::Plane);
    let tilt = rotation(&(Vec3::x() * -std::f64::consts::FRAC_PI_2));
    let ground = Placed { shape: &ground, x: Vec3::zeros(), q: tilt };
    close(tilt * Vec3::z(), [0.0, 1.0, 0.0]);
    let height = libm::sqrt(2.0) - 0.2;
    let body = at(&shape, 3.0, height, std::f64::consts::FRAC_PI_4);
    for (i, j, sign, k) in [(&ground, &body, -1.0, 1), (&body, &ground, 1.0, 0)] {
        let found = common(i, j);
        assert!((found.area - 0.04).abs() < 1e-14 && (found.width - 0.4).abs() < 1e-14, "{found:?}");
        close(found.n, [0.0, sign, 0.0]);
        close(found.arms[k], [0.0, -height - 0.2 / 3.0, 0.0]);
        close((found.ends[0] + found.ends[1]) * 0.5, [0.0, 0.2 / 3.0, 0.0]);
    }
}

/// Swapped bodies have the opposite normal; a rotated world rotates the result; a prism turned upside down gives
/// the same result.
#[test]
fn swap_turn_and_reversal_change_nothing() {
    let (a, b) = (prism(&[[0.0, 0.0], [1.0, 0.2], [0.7, 1.0], [0.1, 0.8]]), square(0.4));
    let (i, j) = (at(&a, 0.0, 0.0, 0.3), at(&b, 0.9, 0.8, 0.5));
    let found = common(&i, &j);
    let back = common(&j, &i);
    assert!((found.area - back.area).abs() < 1e-15 && (found.width - back.width).abs() < 1e-14);
    close(found.n + back.n, [0.0; 3]);
    close(found.arms[0] - back.arms[1], [0.0; 3]);
    let turn = rotation(&Vec3::new(0.4, -0.7, 1.1));
    let turned = |p: &Placed| turn * p.q;
    let (x, y) = (Placed { x: turn * i.x, q: turned(&i), ..i }, Placed { x: turn * j.x, q: turned(&j), ..j });
    let plane = MotionPlane::across(&(turn * Vec3::z()));
    let Common::Overlap(moved) = self::found(&x, &y, &plane) else { panic!("apart") };
    assert!((moved.area - found.area).abs() < 1e-14);
    close(moved.n - turn * found.n, [0.0; 3]);
    let flip = rotation(&(Vec3::x() * std::f64::consts::PI));
    // A square turned over about one of its own axes is unchanged.
    let over = common(&i, &Placed { q: j.q * flip, ..j });
    assert!((over.area - found.area).abs() < 1e-15);
    close(over.n - found.n, [0.0; 3]);
}

/// Polygons and planes in small and large motions: the result found from the edges of the last overlap is bit for
/// bit the result found without them. Most small motions keep these edges. A clipping polygon with corners on its
/// edges keeps none, and nearly parallel faces are the least certain case.
#[test]
fn the_last_edges_change_no_bit() {
    let mut state = 11_u64;
    let mut random = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    let regular = |corners: usize| {
        let angle = |k: usize| std::f64::consts::TAU * k as f64 / corners as f64;
        prism(&Vec::from_iter((0..corners).map(|k| [libm::cos(angle(k)), libm::sin(angle(k))])))
    };
    let irregular = prism(&[[-0.9, -0.2], [-0.1, -0.8], [0.8, -0.7], [0.95, 0.3], [0.1, 0.9]]);
    let with_straight_corners = prism(&[
        [-0.7, -0.7],
        [0.1, -0.7],
        [0.7, -0.7],
        [0.7, -0.2],
        [0.7, 0.7],
        [-0.3, 0.7],
        [-0.7, 0.7],
        [-0.7, 0.1],
    ]);
    let shapes = [regular(3), regular(8), regular(17), irregular, square(0.7), with_straight_corners, Shape::Plane];
    let up = rotation(&(Vec3::x() * -std::f64::consts::FRAC_PI_2));
    let ground = rotation(&(Vec3::x() * std::f64::consts::FRAC_PI_2));
    let plane = MotionPlane::across(&Vec3::z());
    let (mut new, mut overlaps) = (0, 0);
    // The size of a motion, and the scale of the bodies.
    for (size, far) in [(1e-3, 0.0), (1e-7, 0.0), (1.0, 0.0), (1e-3, 40.0)] {
        for pair in 0..shapes.len() * shapes.len() - 1 {
            let [a, b] = [&shapes[pair % shapes.len()], &shapes[pair / shapes.len()]];
            let (mut x, mut y, mut edges) = (0.3 * random(), 1.4, None);
            let mut angle = if size < 1e-6 { 0.0 } else { 3.0 * random() };
            for _ in 0..200 {
                // Around each other, at distances at which they mostly overlap.
                (x, y) = (x + size * random(), 1.4 + 0.3 * (y - 1.4 + size * random()));
                angle += size * random();
                let mut i = at(a, far, far, 0.0);
                let mut j = at(b, far + x, far + y, angle);
                if *a == Shape::Plane {
                    (i.q, j.x.y) = (up, far + y - 0.8);
                }
                if *b == Shape::Plane {
                    (j.q, j.x.y) = (ground, far + y - 0.8);
                }
                let before = edges;
                let from_last = found_from(&i, &j, &plane, &mut edges);
                // Compared as text, in which −0 differs from 0.
                assert_eq!(format!("{from_last:?}"), format!("{:?}", found(&i, &j, &plane)), "{a:?} {b:?} {size}");
                if size < 1.0 {
                    overlaps += usize::from(edges.is_some());
                    new += usize::from(edges.is_some() && edges != before);
                }
            }
        }
    }
    assert!(overlaps > 10_000, "{overlaps}");
    assert!(20 * new < overlaps, "{new} of {overlaps}");
}

#[test]
fn what_is_apart_or_inside_has_no_contact_line() {
    let (large, small) = (square(1.0), square(0.1));
    let plane = MotionPlane::across(&Vec3::z());
    let both = |x: f64| found(&at(&large, 0.0, 0.0, 0.0), &at(&small, x, 0.0, 0.2), &plane);
    assert_eq!(both(0.2), Common::Inside);
    assert_eq!(both(1.3), Common::Nothing);
    assert!(matches!(both(1.0), Common::Overlap(_)));
    let identity = Placed { shape: &small, x: Vec3::zeros(), q: Rotation::identity() };
    // Bodies that only touch have no common area.
    assert_eq!(found(&identity, &at(&small, 0.2, 0.0, 0.0), &plane), Common::Nothing);
}

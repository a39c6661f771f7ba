//! Tests of `shapes::hull`.

#![allow(clippy::disallowed_methods, reason = "the hull of parry, to compare with")]

use parry3d_f64::mass_properties::details::trimesh_signed_volume_and_center_of_mass;
use parry3d_f64::math::Vector;
use parry3d_f64::shape::ConvexPolyhedron;
use parry3d_f64::transformation::try_convex_hull;
use std::cmp::Ordering;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::shapes::hull::{Cloud, Hull, MAX_CORNERS, NoHull};

fn to_parry(point: &Vec3) -> Vector {
    Vector::new(point.x, point.y, point.z)
}

fn in_order(a: &Vec3, b: &Vec3) -> Ordering {
    a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z))
}

fn points(count: usize, mut seed: u64, of: impl Fn(f64) -> f64) -> Vec<Vec3> {
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        of((seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
    };
    (0..count).map(|_| Vec3::new(next(), next(), next())).collect()
}

/// Boxes, lattices with corners along edges and in faces, spheres with many corners, prisms: rotated and not.
fn bodies() -> Vec<Vec<Vec3>> {
    let mut bodies = Vec::new();
    for seed in 0..40 {
        bodies.push(points(5 + 2 * seed as usize, seed, |x| x));
        bodies.push(points(20 + 3 * seed as usize, seed, |x| (2.5 * x).round()));
        bodies.push(points(4 + 5 * seed as usize, seed, |x| x).iter().map(|point| point.normalize()).collect());
        let angle = |k: u64| std::f64::consts::TAU * k as f64 / (3 + seed) as f64;
        let end = |z: f64| (0..3 + seed).map(move |k| Vec3::new(libm::cos(angle(k)), libm::sin(angle(k)), z));
        bodies.push(end(-0.4).chain(end(0.4)).collect());
    }
    let turn = rotation(&Vec3::new(0.3, -1.1, 0.7));
    let turned: Vec<_> = bodies.iter().map(|body| body.iter().map(|point| turn * point).collect()).collect();
    bodies.into_iter().chain(turned).collect()
}

#[test]
fn it_is_the_hull() {
    let mut found = 0;
    for (k, body) in bodies().iter().enumerate() {
        let plain: Vec<Vector> = body.iter().map(to_parry).collect();
        let Ok((corners, triangles)) = try_convex_hull(&plain) else { continue };
        let (volume, _) = trimesh_signed_volume_and_center_of_mass(&corners, &triangles);
        if volume < 1e-9 {
            continue;
        }
        found += 1;
        let hull = Hull::new(body.iter().copied()).unwrap_or_else(|why| panic!("no hull of body {k}: {why:?}"));
        let corners: Vec<Vector> = hull.corners.iter().map(to_parry).collect();
        let (again, _) = trimesh_signed_volume_and_center_of_mass(&corners, &hull.triangles);
        assert!((again - volume).abs() < 1e-12 * volume, "body {k}: {again}, parry's {volume}");
        assert_eq!(hull.triangles.len(), 2 * corners.len() - 4, "body {k}: Euler's formula");
        assert!(ConvexPolyhedron::from_convex_mesh(corners, &hull.triangles).is_some(), "body {k}");
        assert_eq!(Hull::new(body.iter().rev().copied()), Ok(hull), "body {k}");
    }
    assert!(found > 300, "{found}");
}

#[test]
fn points_of_a_plane_a_line_and_none_have_none() {
    let plane = points(30, 1, |x| x).into_iter().map(|p| Vec3::new(p.x, p.y, 0.3 * p.x - p.y));
    assert_eq!(Hull::new(plane), Err(NoHull::Flat));
    assert_eq!(Hull::new((0..9).map(|k| Vec3::new(1.0, -0.3, 0.2) * f64::from(k))), Err(NoHull::Flat));
    assert_eq!(Hull::new(std::iter::empty()), Err(NoHull::Flat));
    let many = points(MAX_CORNERS + 1, 1, |x| x).into_iter().map(|p| Vec3::new(p.x, p.y, 0.3 * p.x - p.y));
    assert_eq!(Hull::new(many), Err(NoHull::Flat));
}

/// Leaving out the points inside changes neither corners nor triangles.
#[test]
fn inner_points_are_left_out_and_nothing_else() {
    let mut left_out = 0;
    for (k, body) in bodies().iter().enumerate() {
        let cloud = Cloud::new(body.iter().copied());
        let (Ok(whole), count) = (Hull::around(&cloud), cloud.points.len()) else { continue };
        let outer = cloud.without_inner().unwrap();
        left_out += count - outer.points.len();
        assert_eq!(Hull::around(&outer), Ok(whole), "body {k}");
    }
    assert!(left_out > 500, "{left_out}");
}

/// The corners of a cube on which and in which 100 000 points lie, of a ball of as many points inside, and of one
/// with too many on it. Found in a fraction of a second each; wrapping all points would take minutes.
#[test]
fn a_hundred_thousand_points_are_no_hindrance() {
    let bit = |k: u32, place: u32| f64::from((k >> place) & 1);
    let cube: Vec<Vec3> = (0..8).map(|k| Vec3::new(bit(k, 0), bit(k, 1), bit(k, 2))).collect();
    let inside = points(50_000, 1, |x| 0.5 + 0.5 * x);
    let on = points(50_000, 2, |x| 0.5 + 0.4 * x).into_iter().map(|p| Vec3::new(p.x, 1.0, p.z));
    let hull = Hull::new(cube.iter().copied().chain(inside).chain(on)).unwrap();
    let mut corners = cube;
    corners.sort_by(in_order);
    assert_eq!((hull.corners, hull.triangles.len()), (corners, 12));
    let ball: Vec<Vec3> = points(100_000, 3, |x| x).iter().map(|p| p.normalize()).collect();
    assert_eq!(Hull::new(ball.iter().copied()), Err(NoHull::TooManyCorners));
    let inner = ball.iter().enumerate().map(|(k, p)| if k < 1000 { *p } else { p * 0.9 });
    let hull = Hull::new(inner).unwrap();
    assert_eq!((hull.corners.len(), hull.triangles.len()), (1000, 1996));
}

/// Points within the tolerance of an earlier one are left out, however many have a coordinate in common.
#[test]
fn points_at_the_same_place_are_one() {
    let grid = points(3000, 4, |x| (8.0 * x).round());
    let twice = grid.iter().flat_map(|p| [*p, p + Vec3::new(1e-10, -1e-10, 1e-10)]);
    let cloud = Cloud::new(twice.clone());
    let mut all: Vec<Vec3> = twice.collect();
    all.sort_by(in_order);
    let mut plain: Vec<Vec3> = Vec::new();
    for point in all {
        if plain.iter().all(|known| (known - point).amax() > cloud.flat) {
            plain.push(point);
        }
    }
    assert_eq!(cloud.points, plain);
    assert!(plain.len() < 3000);
}

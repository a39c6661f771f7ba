//! Tests of `shapes::manifold_point`.

use stickslip_engine::laws::Vec3;
use stickslip_engine::shapes::manifold_point::{ManifoldPoint, reduce};

fn at(x: f64, y: f64, overlap: f64) -> ManifoldPoint {
    let on_i = Vec3::new(x, y, 0.0);
    ManifoldPoint { n: Vec3::z(), on_i, on_j: on_i, overlap, feature: 0 }
}

/// The corners of a square are kept; points inside it and on its edges are removed, except the deepest point.
#[test]
fn the_extreme_points_of_a_manifold_stay() {
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let mut points = vec![at(0.5, 0.5, 1e-6), at(0.2, 0.7, 1e-6), at(0.5, 0.0, 1e-6)];
    points.extend(corners.map(|[x, y]| at(x, y, 1e-6)));
    points.push(at(0.3, 0.4, 2e-6));
    reduce(&mut points, 5);
    let left: Vec<[f64; 2]> = points.iter().map(|point| [point.on_i.x, point.on_i.y]).collect();
    assert_eq!(left, [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.3, 0.4]]);
    reduce(&mut points, 1);
    assert_eq!(points[0].overlap, 2e-6, "the deepest point");
    let mut alike = vec![at(0.0, 0.0, 1e-6); 3];
    reduce(&mut alike, 2);
    assert_eq!(alike.len(), 2, "equal points");
}

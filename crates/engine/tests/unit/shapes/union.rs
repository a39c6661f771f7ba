//! Contacts of several boxes that together are one body.

use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::shapes::Shape;
use stickslip_engine::shapes::surface::Placed;
use stickslip_engine::shapes::union::{Piece, has_contact};

/// Boxes with these lower and upper corners; the first is that of the contact.
fn holds(boxes: &[[[f64; 3]; 2]], p: [f64; 3], n: [f64; 3], of_piece: bool) -> bool {
    let of = |[low, high]: &[[f64; 3]; 2]| {
        let [low, high] = [Vec3::from(*low), Vec3::from(*high)];
        (Shape::Box { half_extents: (high - low) * 0.5 }, (high + low) * 0.5)
    };
    let shapes: Vec<(Shape, Vec3)> = boxes.iter().map(of).collect();
    let mut pieces: Vec<Piece> = Vec::new();
    for (k, (shape, x)) in shapes.iter().enumerate() {
        let at = Placed { shape, x: *x, q: Rotation::identity() };
        pieces.push(Piece { at, features: None, tolerance: 1e-7, angle: 1e-6, is_first: k > 0 });
    }
    has_contact(&pieces, &Vec3::from(p), &Vec3::from(n).normalize(), of_piece)
}

const LEFT: [[f64; 3]; 2] = [[-1.0, -1.0, -1.0], [0.0, 1.0, 0.0]];
const RIGHT: [[f64; 3]; 2] = [[0.0, -1.0, -1.0], [1.0, 1.0, 0.0]];
const WALL: [[f64; 3]; 2] = [[0.0, -1.0, 0.0], [1.0, 1.0, 1.0]];
const UP: [f64; 3] = [0.0, 0.0, 1.0];

#[test]
fn the_side_by_which_a_tile_joins_another_is_no_face() {
    let side = [1.0, 0.0, 0.0];
    assert!(holds(&[LEFT], [0.0, 0.2, -0.3], side, false), "alone it is one");
    for z in [-0.3, -1e-5, 0.0] {
        assert!(!holds(&[LEFT, RIGHT], [0.0, 0.2, z], side, false), "at {z}");
    }
    // The neighbour is 1e-8 lower or higher, and 2 mm lower.
    for z in [-1e-8, 1e-8] {
        let near = [RIGHT[0], [1.0, 1.0, z]];
        assert!(!holds(&[LEFT, near], [0.0, 0.2, 0.0], side, false), "{z}");
    }
    assert!(holds(&[LEFT, [RIGHT[0], [1.0, 1.0, -2e-3]]], [0.0, 0.2, -1e-3], side, false), "above a real step");
}

#[test]
fn a_seam_is_no_edge_but_its_top_is_a_face() {
    // A ball that touches the edge of a tile beyond its end.
    assert!(!holds(&[LEFT, RIGHT], [0.0, 0.2, 0.0], [0.1, 0.0, 1.0], false));
    assert!(holds(&[LEFT], [0.0, 0.2, 0.0], [0.1, 0.0, 1.0], false));
    // The edge of another body crosses the seam: the point is there because of it.
    assert!(!holds(&[LEFT, RIGHT], [0.0, 0.2, 0.0], UP, true));
    assert!(holds(&[LEFT], [0.0, 0.2, 0.0], UP, true));
    // Along the outer edge of both, the corner of one is none.
    assert!(!holds(&[LEFT, RIGHT], [0.0, 1.0, 0.0], UP, true));
    assert!(holds(&[LEFT, RIGHT], [-1.0, 1.0, 0.0], UP, true), "an outer corner");
    assert!(holds(&[LEFT, RIGHT], [-0.5, 1.0, 0.0], UP, true), "an outer edge");
}

#[test]
fn a_shared_point_belongs_to_one_piece() {
    // The corner of another body on the seam: the neighbour comes first.
    assert!(!holds(&[LEFT, RIGHT], [0.0, 0.2, 0.0], UP, false));
    assert!(holds(&[LEFT, RIGHT], [-1e-3, 0.2, 0.0], UP, false), "1 mm inside");
}

#[test]
fn the_foot_of_a_wall_stays_part_of_floor_and_wall() {
    let floor = [[-1.0, -1.0, -1.0], [1.0, 1.0, 0.0]];
    assert!(holds(&[floor, WALL], [0.0, 0.2, 0.0], UP, false), "the corner of a body pushed against the wall");
    assert!(holds(&[WALL, floor], [0.0, 0.2, 0.0], [-1.0, 0.0, 0.0], false));
    assert!(holds(&[WALL, floor], [0.0, 0.2, 0.5], [-1.0, 0.0, 0.0], false));
    // Under the wall there is no floor.
    assert!(!holds(&[floor, WALL], [0.5, 0.2, 0.0], UP, false));
}

#[test]
fn a_ridge_keeps_its_edge() {
    // Two boxes of different height: the upper edge of the higher one is a real edge.
    let low = [RIGHT[0], [1.0, 1.0, -0.5]];
    assert!(holds(&[LEFT, low], [0.0, 0.2, 0.0], [1.0, 0.0, 1.0], true));
    assert!(holds(&[LEFT, low], [0.0, 0.2, -0.2], [1.0, 0.0, 0.0], false), "its side above the other");
    assert!(!holds(&[LEFT, low], [0.0, 0.2, -0.7], [1.0, 0.0, 0.0], false), "its side behind the other");
}

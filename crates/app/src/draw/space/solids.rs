//! Surface meshes, drawing units: hulls, bowls and tubes, and the ground with its lines.

use crate::draw::space::grounds::Ground;
use crate::draw::space::units::{Units, direction};
use bevy::math::{Vec2, Vec3};
use std::f32::consts::{PI, TAU};
use stickslip_engine::laws::Vec3 as Metres;
use stickslip_engine::observe::state::BodyState;
use stickslip_engine::shapes::{Shape, hull};

/// Place of the colours of the body with this index in the list of colours: the first body has none of its own if it is
/// a plane, which has no checks.
pub fn colour_place(bodies: &[BodyState], index: usize) -> usize {
    let is_on_plane = bodies.first().is_some_and(|body| matches!(body.shape, Shape::Plane));
    index.saturating_sub(usize::from(is_on_plane))
}

/// A surface: vertices with normals and texture coordinates (empty if untextured), and the triangles between them.
#[derive(Clone, Debug, Default)]
pub struct Triangles {
    /// Vertex positions.
    pub positions: Vec<[f32; 3]>,
    /// Unit normals.
    pub normals: Vec<[f32; 3]>,
    /// Texture coordinates, 0 to 1.
    pub uvs: Vec<[f32; 2]>,
    /// Triangle indices in threes, counter-clockwise seen from outside.
    pub indices: Vec<u32>,
}

/// Grid lines in the xy-plane over the extent of the ground, as line ends in pairs, drawing units.
pub fn grid_lines(ground: &Ground) -> Vec<Vec2> {
    let half = ground.half * ground.cell;
    let lines = |cells: f32| {
        let cells = cells as i32;
        (-cells..=cells).map(|line| line as f32 * ground.cell)
    };
    let along_y = lines(ground.half.x).map(|x| [Vec2::new(x, -half.y), Vec2::new(x, half.y)]);
    let along_x = lines(ground.half.y).map(|y| [Vec2::new(-half.x, y), Vec2::new(half.x, y)]);
    along_y.chain(along_x).filter_map(|ends| ground.inside(ends)).flatten().collect()
}

/// The edges of an outline, as line ends in pairs.
pub fn edge_lines(outline: &[Vec2]) -> Vec<Vec2> {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).flat_map(|(a, b)| [*a, *b]).collect()
}

/// A filled convex outline in the xy-plane, seen from above.
pub fn sheet(outline: &[Vec2]) -> Triangles {
    let outline = if outline.len() < 3 { &[Vec2::ZERO; 3] } else { outline };
    let positions: Vec<[f32; 3]> = outline.iter().map(|corner| [corner.x, corner.y, 0.0]).collect();
    let normals = vec![[0.0, 0.0, 1.0]; positions.len()];
    let indices = (2..positions.len() as u32).flat_map(|k| [0, k - 1, k]).collect();
    Triangles { positions, normals, uvs: Vec::new(), indices }
}

/// The lower part of a hollow sphere, seen from inside.
pub fn bowl(radius: f32) -> Triangles {
    inside(96, 32, |around, along| {
        let polar = 0.45 * PI * along;
        let out = Vec3::new(polar.sin() * around.cos(), polar.sin() * around.sin(), -polar.cos());
        (out * radius, -out)
    })
}

/// A section of a tube of half-length `half`, seen from inside.
pub fn tube(radius: f32, half: f32) -> Triangles {
    inside(96, 8, |around, along| {
        let out = Vec3::new(around.cos(), around.sin(), 0.0);
        (out * radius + Vec3::Z * (half * (2.0 * along - 1.0)), -out)
    })
}

/// A surface of revolution seen from inside: point and normal as functions of the angle and a parameter, 0 to 1, along
/// the profile.
fn inside(columns: u32, rows: u32, point: impl Fn(f32, f32) -> (Vec3, Vec3)) -> Triangles {
    let (mut positions, mut normals, mut uvs, mut indices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for row in 0..=rows {
        for column in 0..=columns {
            let (around, along) = (column as f32 / columns as f32, row as f32 / rows as f32);
            let (position, normal) = point(TAU * around, along);
            positions.push(position.to_array());
            normals.push(normal.to_array());
            uvs.push([around, along]);
            if row < rows && column < columns {
                let a = row * (columns + 1) + column;
                let b = a + columns + 1;
                indices.extend([a, b, a + 1, b, b + 1, a + 1]);
            }
        }
    }
    Triangles { positions, normals, uvs, indices }
}

/// The faces of the convex hull of these points: outward unit normal, and the corners in order around the face.
pub fn faces(points: &[Metres]) -> Vec<(Metres, Vec<Metres>)> {
    let normal = |corners: &[Metres]| (corners[1] - corners[0]).cross(&(corners[2] - corners[0])).normalize();
    hull::faces(points).into_iter().map(|corners| (normal(&corners), corners)).collect()
}

/// The convex hull of these points with flat faces.
pub fn hull(points: &[Metres], units: &Units) -> Triangles {
    let (mut positions, mut normals, mut uvs) = (Vec::new(), Vec::new(), Vec::new());
    for (normal, corners) in faces(points) {
        let n = direction(&normal);
        let u = n.any_orthonormal_vector();
        let w = n.cross(u);
        for pair in corners[1..].windows(2) {
            for corner in [&corners[0], &pair[0], &pair[1]] {
                let p = units.point(corner);
                positions.push(p.to_array());
                normals.push(n.to_array());
                uvs.push([0.5 + 0.5 * p.dot(u), 0.5 + 0.5 * p.dot(w)]);
            }
        }
    }
    let indices = (0..positions.len() as u32).collect();
    Triangles { positions, normals, uvs, indices }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_of_eight_points_has_six_faces_of_four_corners() {
        let mut points = Vec::new();
        for x in [-1.0, 1.0] {
            for y in [-1.0, 1.0] {
                for z in [-1.0, 1.0] {
                    points.push(Metres::new(x, y, z));
                }
            }
        }
        let faces = faces(&points);
        assert_eq!(faces.len(), 6);
        assert!(faces.iter().all(|(_, corners)| corners.len() == 4));
    }
}

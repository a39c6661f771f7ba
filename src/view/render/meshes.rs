//! Meshes of the shapes, their checks, and the ground with its grid.

use crate::draw::grounds::Ground;
use crate::draw::units::{Units, direction};
use crate::laws::Vec3 as Metres;
use crate::shapes::Shape;
use crate::view::render::theme::Theme;
use bevy::asset::RenderAssetUsages;
use bevy::ecs::system::SystemParam;
use bevy::image::ImageSampler;
use bevy::light::NotShadowCaster;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::Face;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_egui::egui::Color32;
use std::f32::consts::{FRAC_PI_2, PI, TAU};

/// Where meshes, materials and textures are kept.
#[derive(SystemParam)]
pub struct Paint<'w> {
    meshes: ResMut<'w, Assets<Mesh>>,
    materials: ResMut<'w, Assets<StandardMaterial>>,
    images: ResMut<'w, Assets<Image>>,
}

/// A mesh with its material, shared by all bodies that look alike.
pub(crate) type Looks = (Mesh3d, MeshMaterial3d<StandardMaterial>);

/// A mesh with its material and place.
pub(crate) type Part = (Mesh3d, MeshMaterial3d<StandardMaterial>, Transform);

impl Paint<'_> {
    /// The looks of a body with checks of two colours.
    pub fn body(&mut self, mesh: Mesh, colours: [Color32; 2], shape: &Shape) -> Looks {
        let checks = match shape {
            Shape::Box { .. } | Shape::Polyhedron(_) => (4, 4),
            Shape::Bowl { .. } | Shape::Tube { .. } => (24, 8),
            _ => (8, 4),
        };
        let material = StandardMaterial {
            base_color_texture: Some(self.images.add(checker(colours, checks))),
            perceptual_roughness: 0.75,
            reflectance: 0.25,
            // The near wall of a bowl or tube would hide what rolls in it: only its inside is drawn.
            cull_mode: matches!(shape, Shape::Bowl { .. } | Shape::Tube { .. }).then_some(Face::Back),
            ..default()
        };
        (Mesh3d(self.meshes.add(mesh)), MeshMaterial3d(self.materials.add(material)))
    }

    /// A body of the ghost: seen through, without checks.
    pub fn pale(&mut self, mesh: Mesh, theme: &Theme) -> impl Bundle + use<> {
        self.glass(mesh, color(theme.ghost()).with_alpha(0.3))
    }

    /// A body under other laws: seen through, in the colour of its laws.
    pub fn tinted(&mut self, mesh: Mesh, colour: Color32) -> impl Bundle + use<> {
        self.glass(mesh, color(colour).with_alpha(0.55))
    }

    fn glass(&mut self, mesh: Mesh, base_color: Color) -> impl Bundle + use<> {
        let material = StandardMaterial {
            base_color,
            alpha_mode: AlphaMode::Blend,
            perceptual_roughness: 1.0,
            reflectance: 0.0,
            ..default()
        };
        (Mesh3d(self.meshes.add(mesh)), MeshMaterial3d(self.materials.add(material)))
    }

    /// A finite slab under a plane with the lines of its grid, or a sheet that ends where others bound it; of a wall only
    /// the front and the edge.
    pub fn ground(&mut self, ground: &Ground, theme: &Theme) -> Vec<(Part, NotShadowCaster)> {
        let depth = 0.35 * ground.cell;
        let half = ground.half * ground.cell;
        let (top, below) = if ground.edges.is_open() {
            (Cuboid::new(2.0 * half.x, 2.0 * half.y, depth).mesh().build(), -0.5 * depth)
        } else {
            (sheet(&ground.outline()), 0.0)
        };
        let lines = if ground.edges.wall { edge_mesh(&ground.outline()) } else { grid_mesh(ground) };
        let look = StandardMaterial {
            base_color: color(theme.ground()),
            perceptual_roughness: 0.95,
            reflectance: 0.1,
            ..default()
        };
        let ink = StandardMaterial { base_color: color(theme.grid()), unlit: true, ..default() };
        let mut part = |mesh: Mesh, look: StandardMaterial, z: f32| {
            let (mesh, look) = (Mesh3d(self.meshes.add(mesh)), MeshMaterial3d(self.materials.add(look)));
            ((mesh, look, Transform::from_xyz(0.0, 0.0, z)), NotShadowCaster)
        };
        vec![part(top, look, below), part(lines, ink, 0.006)]
    }
}

/// An egui colour as a Bevy one.
pub(crate) fn color(c: Color32) -> Color {
    Color::srgba_u8(c.r(), c.g(), c.b(), c.a())
}

/// The mesh of a shape in drawing units; `None` for a plane, which is drawn as a ground. A tube is drawn from −`half` to
/// `half` along its axis.
pub(crate) fn mesh(shape: &Shape, units: &Units, half: f32) -> Option<Mesh> {
    let upright = Quat::from_rotation_x(FRAC_PI_2);
    Some(match shape {
        Shape::Plane => return None,
        Shape::Sphere { radius } => Sphere::new(units.length(*radius)).mesh().uv(48, 24),
        Shape::Ellipsoid { semi_axes, .. } => Sphere::new(1.0).mesh().uv(64, 32).scaled_by(units.point(semi_axes)),
        Shape::Disk { radius, axis } => {
            let turn = Quat::from_rotation_arc(Vec3::Y, direction(axis).normalize_or(Vec3::Y));
            let radius = units.length(*radius);
            Cylinder::new(radius, 0.08 * radius).mesh().resolution(64).build().rotated_by(turn)
        }
        Shape::Cylinder { radius, half_height } => {
            let solid = Cylinder::new(units.length(*radius), 2.0 * units.length(*half_height));
            solid.mesh().resolution(64).build().rotated_by(upright)
        }
        Shape::Capsule { radius, half_height } => {
            let solid = Capsule3d::new(units.length(*radius), 2.0 * units.length(*half_height));
            solid.mesh().longitudes(48).latitudes(24).build().rotated_by(upright)
        }
        Shape::Box { half_extents } => Cuboid::from_size(2.0 * units.point(half_extents)).mesh().build(),
        Shape::Polyhedron(solid) => hull(&solid.points, units),
        Shape::Bowl { radius } => bowl(units.length(*radius)),
        Shape::Tube { radius } => tube(units.length(*radius), half),
    })
}

/// A picture of checks, eight pixels and more to a check.
fn checker(colours: [Color32; 2], (columns, rows): (u32, u32)) -> Image {
    let (width, height) = (columns * 32, rows * 32);
    let mut data = Vec::with_capacity((width * height * 4) as usize);
    for y in 0..height {
        for x in 0..width {
            let odd = (x / 32 + y / 32) % 2 == 1;
            data.extend_from_slice(&colours[usize::from(odd)].to_array());
        }
    }
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let usage = RenderAssetUsages::RENDER_WORLD;
    let mut image = Image::new(size, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, usage);
    image.sampler = ImageSampler::linear();
    image
}

/// Lines of a grid in the xy-plane, as far as the plane goes.
fn grid_mesh(ground: &Ground) -> Mesh {
    let half = ground.half * ground.cell;
    let lines = |cells: f32| {
        let cells = cells as i32;
        (-cells..=cells).map(|line| line as f32 * ground.cell)
    };
    let along_y = lines(ground.half.x).map(|x| [Vec2::new(x, -half.y), Vec2::new(x, half.y)]);
    let along_x = lines(ground.half.y).map(|y| [Vec2::new(-half.x, y), Vec2::new(half.x, y)]);
    line_mesh(along_y.chain(along_x).filter_map(|ends| ground.inside(ends)).flatten().collect())
}

/// The edge of an outline.
fn edge_mesh(outline: &[Vec2]) -> Mesh {
    let next = outline.iter().cycle().skip(1);
    line_mesh(outline.iter().zip(next).flat_map(|(a, b)| [*a, *b]).collect())
}

/// Lines between each two points of the xy-plane.
fn line_mesh(mut ends: Vec<Vec2>) -> Mesh {
    if ends.is_empty() {
        // Nothing is left of it; a mesh has something.
        ends = vec![Vec2::ZERO; 2];
    }
    let normals = vec![[0.0, 0.0, 1.0]; ends.len()];
    let positions: Vec<[f32; 3]> = ends.iter().map(|end| [end.x, end.y, 0.0]).collect();
    Mesh::new(PrimitiveTopology::LineList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
}

/// A convex outline of the xy-plane filled, seen from above.
fn sheet(outline: &[Vec2]) -> Mesh {
    let outline = if outline.len() < 3 { &[Vec2::ZERO; 3] } else { outline };
    let positions: Vec<[f32; 3]> = outline.iter().map(|corner| [corner.x, corner.y, 0.0]).collect();
    let normals = vec![[0.0, 0.0, 1.0]; positions.len()];
    let indices = (2..positions.len() as u32).flat_map(|k| [0, k - 1, k]).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_indices(Indices::U32(indices))
}

/// The lower part of a hollow ball, seen from inside.
fn bowl(radius: f32) -> Mesh {
    inside(96, 32, |around, along| {
        let polar = 0.45 * PI * along;
        let out = Vec3::new(polar.sin() * around.cos(), polar.sin() * around.sin(), -polar.cos());
        (out * radius, -out)
    })
}

/// A piece of a tube, seen from inside.
fn tube(radius: f32, half: f32) -> Mesh {
    inside(96, 8, |around, along| {
        let out = Vec3::new(around.cos(), around.sin(), 0.0);
        (out * radius + Vec3::Z * (half * (2.0 * along - 1.0)), -out)
    })
}

/// A surface of revolution: point and normal at an angle around the axis and a share, 0 to 1, of the way along.
fn inside(columns: u32, rows: u32, point: impl Fn(f32, f32) -> (Vec3, Vec3)) -> Mesh {
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
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_indices(Indices::U32(indices))
}

/// The faces of the convex hull of a few points: outward normal and corners in order around it.
pub(crate) fn faces(points: &[Metres]) -> Vec<(Metres, Vec<Metres>)> {
    let size = points.iter().map(|p| p.norm()).fold(0.0, f64::max);
    let tolerance = 1e-7 * size;
    let mut faces: Vec<(Metres, f64)> = Vec::new();
    for (a, p) in points.iter().enumerate() {
        for (b, q) in points.iter().enumerate().skip(a + 1) {
            for r in &points[b + 1..] {
                let Some(n) = (q - p).cross(&(r - p)).try_normalize(1e-12 * size * size) else { continue };
                for n in [n, -n] {
                    let offset = n.dot(p);
                    let outer = points.iter().all(|s| n.dot(s) <= offset + tolerance);
                    let known = faces.iter().any(|(m, o)| (m - n).norm() < 1e-6 && (o - offset).abs() < tolerance);
                    if outer && !known {
                        faces.push((n, offset));
                    }
                }
            }
        }
    }
    faces
        .into_iter()
        .map(|(n, offset)| {
            let mut corners: Vec<Metres> =
                points.iter().filter(|p| (n.dot(p) - offset).abs() <= tolerance).copied().collect();
            let middle = corners.iter().sum::<Metres>() / corners.len() as f64;
            let first = corners[0] - middle;
            let second = n.cross(&first);
            let angle = |p: &Metres| (p - middle).dot(&second).atan2((p - middle).dot(&first));
            corners.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
            (n, corners)
        })
        .collect()
}

/// The convex hull of a few points with flat faces.
fn hull(points: &[Metres], units: &Units) -> Mesh {
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
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
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

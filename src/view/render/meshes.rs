//! Meshes and chequered materials of the shapes, and the ground with its grid.

use crate::draw::space::grounds::Ground;
use crate::draw::space::solids::{Triangles, bowl, edge_lines, grid_lines, hull, sheet, tube};
use crate::draw::space::units::{Units, direction};
use crate::shapes::Shape;
use crate::view::render::lit::material::LitMaterial;
use crate::view::render::theme::{Theme, ThemeColours};
use bevy::asset::RenderAssetUsages;
use bevy::ecs::system::SystemParam;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::Face;
use bevy_egui::egui::Color32;
use std::f32::consts::FRAC_PI_2;

/// Makes what is drawn.
#[derive(SystemParam)]
pub struct Paint<'w> {
    meshes: ResMut<'w, Assets<Mesh>>,
}

/// Depth bias of translucent bodies, toward the eye.
const GLASS_BIAS: f32 = 4000.0;

/// Mesh and material, shared by all bodies that look alike.
pub(crate) type BodyVisual = (Mesh3d, LitMaterial);

/// Surface of a body, chequered in two colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CheckedSurface {
    colours: [Color32; 2],
    /// Checks around and along the body.
    checks: (u32, u32),
    /// The near wall of a bowl or tube would hide what rolls inside, so only the inner surface is drawn.
    is_inner: bool,
}

impl CheckedSurface {
    pub(crate) fn new(shape: &Shape, colours: [Color32; 2]) -> Self {
        let is_inner = matches!(shape, Shape::Bowl { .. } | Shape::Tube { .. });
        let checks = match shape {
            Shape::Box { .. } | Shape::Polyhedron(_) => (4, 4),
            _ if is_inner => (24, 8),
            _ => (8, 4),
        };
        Self { colours, checks, is_inner }
    }

    fn material(&self) -> LitMaterial {
        LitMaterial {
            colours: self.colours.map(|colour| color(colour).to_linear()),
            checks: Vec2::new(self.checks.0 as f32, self.checks.1 as f32),
            roughness: 0.75,
            reflectance: 0.25,
            cull_mode: self.is_inner.then_some(Face::Back),
            casts_shadow: true,
            ..LitMaterial::plain(LinearRgba::WHITE)
        }
    }
}

/// Mesh, material and transform.
pub(crate) type GroundPart = (Mesh3d, LitMaterial, Transform);

impl Paint<'_> {
    /// Appearance of a body.
    pub(crate) fn body(&mut self, mesh: Mesh, surface: CheckedSurface) -> BodyVisual {
        (Mesh3d(self.meshes.add(mesh)), surface.material())
    }

    /// A ghost body: translucent, without checks.
    pub fn pale(&mut self, mesh: Mesh, theme: &Theme) -> impl Bundle + use<> {
        self.glass(mesh, color(theme.ghost()).with_alpha(0.3))
    }

    /// A body under other laws: translucent, in the colour of its laws.
    pub fn tinted(&mut self, mesh: Mesh, colour: Color32) -> impl Bundle + use<> {
        self.glass(mesh, color(colour).with_alpha(0.55))
    }

    fn glass(&mut self, mesh: Mesh, colour: Color) -> impl Bundle + use<> {
        // Where it coincides with a body it lies over it everywhere: neither wins by rounding of the depth.
        let material = LitMaterial { blend: true, depth_bias: GLASS_BIAS, ..LitMaterial::plain(colour.to_linear()) };
        (Mesh3d(self.meshes.add(mesh)), material)
    }

    /// A finite slab under a plane with its grid lines, or a sheet clipped at its bounds; for a wall, only the front
    /// and the edge.
    pub(crate) fn ground(&mut self, ground: &Ground, theme: &Theme) -> Vec<GroundPart> {
        let depth = 0.35 * ground.cell;
        let half = ground.half * ground.cell;
        let (top, below) = if ground.edges.is_open() {
            (Cuboid::new(2.0 * half.x, 2.0 * half.y, depth).mesh().build(), -0.5 * depth)
        } else {
            (triangles(sheet(&ground.outline())), 0.0)
        };
        let lines = if ground.edges.wall { edge_lines(&ground.outline()) } else { grid_lines(ground) };
        // The lines are lit like the ground: a shadow darkens both.
        let mut part = |mesh: Mesh, colour: Color32, z: f32| {
            let material = LitMaterial { roughness: 0.95, ..LitMaterial::plain(color(colour).to_linear()) };
            (Mesh3d(self.meshes.add(mesh)), material, Transform::from_xyz(0.0, 0.0, z))
        };
        vec![part(top, theme.ground(), below), part(line_mesh(lines), theme.grid(), 0.006)]
    }
}

/// Converts an egui colour to a Bevy one.
pub(crate) fn color(c: Color32) -> Color {
    Color::srgba_u8(c.r(), c.g(), c.b(), c.a())
}

/// The mesh of a shape in drawing units; `None` for a plane, which is drawn as a ground. A tube spans −`half` to
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
        Shape::Polyhedron(solid) => triangles(hull(&solid.points, units)),
        Shape::Bowl { radius } => triangles(bowl(units.length(*radius))),
        Shape::Tube { radius } => triangles(tube(units.length(*radius), half)),
    })
}

/// Lines between consecutive pairs of points in the xy-plane.
fn line_mesh(mut ends: Vec<Vec2>) -> Mesh {
    if ends.is_empty() {
        // A mesh must not be empty: keep a degenerate line.
        ends = vec![Vec2::ZERO; 2];
    }
    let normals = vec![[0.0, 0.0, 1.0]; ends.len()];
    let positions: Vec<[f32; 3]> = ends.iter().map(|end| [end.x, end.y, 0.0]).collect();
    Mesh::new(PrimitiveTopology::LineList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
}

fn triangles(surface: Triangles) -> Mesh {
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, surface.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, surface.normals)
        .with_inserted_indices(Indices::U32(surface.indices));
    if !surface.uvs.is_empty() {
        mesh.insert_attribute(Mesh::ATTRIBUTE_UV_0, surface.uvs);
    }
    mesh
}

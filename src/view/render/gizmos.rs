//! The arrows, arcs and discs of the draw list as one mesh, rebuilt each frame and drawn over the bodies.

use crate::app::shown::Shown;
use crate::draw::chains::Chains;
use crate::draw::draw_list::{Arc, Arrow, Disc, DrawList, Head, Role};
use crate::laws::element::Mode;
use crate::record::crowd::is_crowd;
use crate::view::render::camera::{OVERLAY, Orbit, SceneArea};
use crate::view::render::sync::{Units, direction};
use crate::view::render::theme::{Theme, chain_colour};
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_egui::egui::Color32;
use std::f32::consts::TAU;

/// The meshes of all overlays.
#[derive(Component)]
pub(crate) enum OverlayMesh {
    /// Arrows, arcs, discs and lines.
    Glyphs,
    /// Areas, through which what is behind them is seen.
    Areas,
}

/// How much an area hides of what is behind it.
const OPACITY: f32 = 0.4;

/// Spawns the shared meshes.
pub(crate) fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for (which, alpha_mode) in [(OverlayMesh::Glyphs, AlphaMode::Opaque), (OverlayMesh::Areas, AlphaMode::Blend)] {
        let material = StandardMaterial { unlit: true, cull_mode: None, alpha_mode, ..default() };
        commands.spawn((
            which,
            Mesh3d(meshes.add(Glyphs::default().mesh())),
            MeshMaterial3d(materials.add(material)),
            OVERLAY,
            NoFrustumCulling,
            NotShadowCaster,
            NotShadowReceiver,
        ));
    }
}

/// Rebuilds the meshes from the draw list on the screen.
pub(crate) fn redraw(
    shown: Res<Shown>,
    theme: Res<Theme>,
    units: Res<Units>,
    orbit: Res<Orbit>,
    area: Res<SceneArea>,
    mut overlay: Query<(&OverlayMesh, &mut Mesh3d)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let height = area.0.map_or(800.0, |rect| rect.height()).max(200.0);
    let width = if is_crowd(shown.state.bodies.len()) { 0.45 } else { 1.0 };
    let pen = Pen { theme: &theme, units: &units, pixel: orbit.height() / height, width, eye: orbit.toward_eye() };
    for (which, mut handle) in &mut overlay {
        let glyphs = match which {
            OverlayMesh::Glyphs => pen.glyphs(&shown.list),
            OverlayMesh::Areas => pen.areas(&shown.list),
        };
        handle.0 = meshes.add(glyphs.mesh());
    }
}

/// How overlays are drawn now.
struct Pen<'a> {
    theme: &'a Theme,
    units: &'a Units,
    /// Size of a pixel at the focus, drawing units.
    pixel: f32,
    /// Width of an arrow: a part of the usual one in a crowd, which it would hide.
    width: f32,
    /// Toward the eye.
    eye: Vec3,
}

impl Pen<'_> {
    fn glyphs(&self, list: &DrawList) -> Glyphs {
        let mut glyphs = Glyphs { eye: self.eye, ..default() };
        for line in &list.lines {
            let points: Vec<Vec3> = line.points.iter().map(|p| self.units.point(p)).collect();
            glyphs.tube(&points, 1.2 * self.pixel, linear(self.theme.role(line.role)));
        }
        self.chains(&list.chains, &mut glyphs);
        for disc in &list.discs {
            self.disc(disc, &mut glyphs);
        }
        for arrow in &list.arrows {
            self.arrow(arrow, &mut glyphs);
        }
        for arc in &list.arcs {
            self.arc(arc, &mut glyphs);
        }
        glyphs
    }

    fn areas(&self, list: &DrawList) -> Glyphs {
        let mut glyphs = Glyphs { eye: self.eye, ..default() };
        for area in &list.areas {
            let corners = area.corners.iter().map(|p| self.units.point(p));
            glyphs.polygon(corners, linear(self.theme.role(area.role)).with_alpha(OPACITY));
        }
        glyphs
    }

    /// Bars up to a third of a typical body wide.
    fn chains(&self, chains: &Chains, glyphs: &mut Glyphs) {
        for chain in &chains.list {
            let share = chains.share(chain);
            let ends = chain.ends.map(|end| self.units.point(&end));
            let radius = (0.3 * share as f32).max(0.6 * self.pixel);
            glyphs.round(&ends, radius, linear(chain_colour(share, self.theme)), 5);
        }
    }

    /// Radius of a shaft and length of a head, drawing units.
    fn sizes(&self, head: Head) -> (f32, f32) {
        let (shaft, tip) = match head {
            Head::Thick => (2.0, 13.0),
            Head::Thin => (1.1, 9.0),
            Head::Open => (2.6, 16.0),
            Head::Double => (2.4, 14.0),
        };
        (shaft * self.width * self.pixel, tip * self.width * self.pixel)
    }

    fn arrow(&self, arrow: &Arrow, glyphs: &mut Glyphs) {
        let (from, to) = (self.units.point(&arrow.from), self.units.point(&arrow.to));
        let (shaft, tip) = self.sizes(arrow.head);
        let colour = linear(self.theme.role(arrow.role));
        let length = (to - from).length();
        let tip = tip.min(0.6 * length);
        let along = (to - from).normalize_or(Vec3::Z);
        let neck = match arrow.head {
            Head::Open => to,
            Head::Double => to - along * (1.6 * tip).min(length),
            Head::Thick | Head::Thin => to - along * tip,
        };
        glyphs.tube(&[from, neck], shaft, colour);
        glyphs.head(to, along, tip, shaft, arrow.head, colour);
    }

    fn arc(&self, arc: &Arc, glyphs: &mut Glyphs) {
        let (shaft, tip) = self.sizes(arc.head);
        let colour = linear(self.theme.role(arc.role));
        let (center, radius) = (self.units.point(&arc.center), self.units.length(arc.radius));
        let axis = direction(&arc.axis).normalize_or(Vec3::Z);
        let u = start_of_arc(axis);
        let w = axis.cross(u);
        let sweep = arc.sweep as f32;
        let turned = |angle: f32| center + (u * angle.cos() + w * angle.sin()) * radius;
        let bare = (sweep - 0.8 * tip / radius).max(0.0);
        let count = ((bare / 0.12) as usize).max(4);
        let points: Vec<Vec3> = (0..=count).map(|k| turned(bare * k as f32 / count as f32)).collect();
        glyphs.tube(&points, shaft, colour);
        let along = (-u * sweep.sin() + w * sweep.cos()).normalize_or(w);
        let end = turned(bare) + along * tip;
        glyphs.head(end, along, tip, shaft, arc.head, colour);
    }

    fn disc(&self, disc: &Disc, glyphs: &mut Glyphs) {
        let colour = linear(self.theme.role(Role::Friction));
        let normal = direction(&disc.normal).normalize_or(Vec3::Z);
        let (center, radius) = (self.units.point(&disc.center), self.units.length(disc.radius));
        let inner = if disc.mode == Mode::Stick { 0.0 } else { 0.62 };
        glyphs.ring(center, normal, inner * radius, radius, colour);
    }
}

/// Where arcs about an axis begin: the same place from step to step.
fn start_of_arc(axis: Vec3) -> Vec3 {
    let reference = if axis.z.abs() < 0.9 { Vec3::Z } else { Vec3::X };
    (reference - axis * reference.dot(axis)).normalize_or(Vec3::X)
}

fn linear(c: Color32) -> LinearRgba {
    crate::view::render::meshes::color(c).to_linear()
}

/// A growing mesh of coloured triangles, shaded by hand so that it needs no light.
#[derive(Default)]
struct Glyphs {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
    eye: Vec3,
}

const SIDES: u32 = 10;

impl Glyphs {
    fn point(&mut self, at: Vec3, normal: Vec3, colour: LinearRgba) -> u32 {
        let shade = 0.62 + 0.38 * normal.dot((self.eye + Vec3::Z * 0.4).normalize_or(Vec3::Z)).abs();
        self.positions.push(at.to_array());
        self.normals.push(normal.to_array());
        self.colours.push([colour.red * shade, colour.green * shade, colour.blue * shade, colour.alpha]);
        self.positions.len() as u32 - 1
    }

    /// A round tube along a line of points.
    fn tube(&mut self, points: &[Vec3], radius: f32, colour: LinearRgba) {
        self.round(points, radius, colour, SIDES);
    }

    /// The same with so many sides.
    fn round(&mut self, points: &[Vec3], radius: f32, colour: LinearRgba, sides: u32) {
        let mut before: Option<u32> = None;
        for (k, point) in points.iter().enumerate() {
            let next = points.get(k + 1).unwrap_or(point);
            let last = if k > 0 { points[k - 1] } else { *point };
            let along = (*next - last).normalize_or(Vec3::Z);
            let first = self.circle(*point, along, radius, colour, sides);
            if let Some(before) = before {
                for side in 0..sides {
                    let other = (side + 1) % sides;
                    self.indices.extend([before + side, before + other, first + side]);
                    self.indices.extend([first + side, before + other, first + other]);
                }
            }
            before = Some(first);
        }
    }

    fn circle(&mut self, center: Vec3, along: Vec3, radius: f32, colour: LinearRgba, sides: u32) -> u32 {
        let u = start_of_arc(along);
        let w = along.cross(u);
        let first = self.positions.len() as u32;
        for side in 0..sides {
            let angle = TAU * side as f32 / sides as f32;
            let out = u * angle.cos() + w * angle.sin();
            self.point(center + out * radius, out, colour);
        }
        first
    }

    fn head(&mut self, tip: Vec3, along: Vec3, length: f32, shaft: f32, head: Head, colour: LinearRgba) {
        let width = (0.42 * length).max(1.6 * shaft);
        match head {
            Head::Open => {
                let side = along.cross(self.eye).normalize_or(start_of_arc(along)) * 0.55 * length;
                for barb in [side, -side] {
                    self.tube(&[tip, tip - along * length + barb], shaft, colour);
                }
            }
            Head::Double => {
                self.cone(tip, along, length, width, colour);
                self.cone(tip - along * (0.75 * length), along, length, width, colour);
            }
            Head::Thick | Head::Thin => self.cone(tip, along, length, width, colour),
        }
    }

    fn cone(&mut self, tip: Vec3, along: Vec3, length: f32, radius: f32, colour: LinearRgba) {
        let base = tip - along * length;
        let first = self.circle(base, along, radius, colour, SIDES);
        let top = self.point(tip, along, colour);
        let middle = self.point(base, -along, colour);
        for side in 0..SIDES {
            let other = (side + 1) % SIDES;
            self.indices.extend([first + side, first + other, top]);
            self.indices.extend([first + other, first + side, middle]);
        }
    }

    fn ring(&mut self, center: Vec3, normal: Vec3, inner: f32, outer: f32, colour: LinearRgba) {
        let u = start_of_arc(normal);
        let w = normal.cross(u);
        let count = 32;
        let first = self.positions.len() as u32;
        for k in 0..count {
            let angle = TAU * k as f32 / count as f32;
            let out = u * angle.cos() + w * angle.sin();
            self.point(center + out * inner, normal, colour);
            self.point(center + out * outer, normal, colour);
            let (a, b) = (first + 2 * k, first + 2 * ((k + 1) % count));
            self.indices.extend([a, a + 1, b, b, a + 1, b + 1]);
        }
    }

    /// A convex polygon.
    fn polygon(&mut self, corners: impl Iterator<Item = Vec3>, colour: LinearRgba) {
        let first = self.positions.len() as u32;
        let eye = self.eye;
        let count = corners.map(|corner| self.point(corner, eye, colour)).count() as u32;
        for k in 2..count {
            self.indices.extend([first, first + k - 1, first + k]);
        }
    }

    fn mesh(mut self) -> Mesh {
        if self.positions.is_empty() {
            self.point(Vec3::ZERO, Vec3::Z, LinearRgba::NONE);
            self.indices.extend([0, 0, 0]);
        }
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, self.normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colours)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}

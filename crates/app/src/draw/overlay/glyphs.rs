//! Turns the arrows, arcs, discs and lines of the draw list into coloured triangles.

use crate::draw::overlay::chains::Chains;
use crate::draw::overlay::items::{Arc, Arrow, Disc, DrawList, Head, Role};
use crate::draw::space::units::{Units, direction};
use bevy::color::{Alpha, LinearRgba};
use bevy::math::Vec3;
use std::f32::consts::TAU;
use stickslip_engine::laws::friction::element::Mode;

/// Opacity of filled areas.
const OPACITY: f32 = 0.4;

/// Width of a friction arrow relative to other arrows of its shape.
const FRICTION_WIDTH: f32 = 1.7;

/// Drawing settings of the overlays.
pub struct Pen<'a> {
    /// The colour of a role.
    pub role: &'a dyn Fn(Role) -> LinearRgba,
    /// The colour of a force chain, given its fraction of the full width.
    pub chain: &'a dyn Fn(f64) -> LinearRgba,
    /// Metres to drawing units.
    pub units: &'a Units,
    /// Size of a pixel at the focus, drawing units.
    pub pixel: f32,
    /// Relative width of arrows; reduced in a many-body scene, which arrows would otherwise hide.
    pub width: f32,
    /// Direction towards the eye.
    pub eye: Vec3,
}

impl Pen<'_> {
    /// Meshes of the arrows other than friction, of arcs, discs, lines and force chains.
    pub fn glyphs(&self, list: &DrawList) -> Glyphs {
        let mut glyphs = Glyphs { eye: self.eye, ..Glyphs::default() };
        for line in &list.lines {
            let points: Vec<Vec3> = line.points.iter().map(|p| self.units.point(p)).collect();
            glyphs.tube(&points, 1.2 * self.pixel, (self.role)(line.role));
        }
        self.chains(&list.chains, &mut glyphs);
        for disc in &list.discs {
            self.disc(disc, &mut glyphs);
        }
        for arrow in list.arrows.iter().filter(|arrow| !arrow.is_friction()) {
            self.arrow(arrow, 1.0, &mut glyphs);
        }
        for arc in &list.arcs {
            self.arc(arc, &mut glyphs);
        }
        glyphs
    }

    /// Meshes of the contacts that are not solved, and of the friction forces, thicker than all other arrows; to be drawn
    /// last and without a depth test.
    pub fn friction(&self, list: &DrawList) -> Glyphs {
        let mut glyphs = Glyphs { eye: self.eye, ..Glyphs::default() };
        for bar in &list.unsolved.bars {
            let ends = bar.ends.map(|end| self.units.point(&end));
            glyphs.round(&ends, 4.0 * bar.share as f32 * self.pixel, (self.role)(Role::Unsolved), 5);
        }
        for arrow in list.friction() {
            self.arrow(arrow, FRICTION_WIDTH, &mut glyphs);
        }
        glyphs
    }

    /// Meshes of the filled areas.
    pub fn areas(&self, list: &DrawList) -> Glyphs {
        let mut glyphs = Glyphs { eye: self.eye, ..Glyphs::default() };
        for area in &list.areas {
            let corners = area.corners.iter().map(|p| self.units.point(p));
            glyphs.polygon(corners, (self.role)(area.role).with_alpha(OPACITY));
        }
        glyphs
    }

    /// Adds the force chains as bars with a diameter of up to 0.6 drawing units.
    fn chains(&self, chains: &Chains, glyphs: &mut Glyphs) {
        for chain in &chains.list {
            let share = chains.share(chain);
            let ends = chain.ends.map(|end| self.units.point(&end));
            let radius = (0.3 * share as f32).max(0.6 * self.pixel);
            glyphs.round(&ends, radius, (self.chain)(share), 5);
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

    fn arrow(&self, arrow: &Arrow, width: f32, glyphs: &mut Glyphs) {
        let (from, to) = (self.units.point(&arrow.from), self.units.point(&arrow.to));
        let (shaft, tip) = self.sizes(arrow.head);
        let (shaft, tip) = (width * shaft, width * tip);
        let colour = (self.role)(arrow.role);
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
        let colour = (self.role)(arc.role);
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
        let colour = (self.role)(Role::Friction);
        let normal = direction(&disc.normal).normalize_or(Vec3::Z);
        let (center, radius) = (self.units.point(&disc.center), self.units.length(disc.radius));
        let inner = match disc.mode {
            Mode::Stick => 0.0,
            Mode::Slip => 0.62,
            Mode::Open => 0.86,
        };
        glyphs.ring(center, normal, inner * radius, radius, colour);
    }
}

/// Reference direction for arcs about an axis; depends on the axis only, so that an arc starts at the same place in
/// every step.
fn start_of_arc(axis: Vec3) -> Vec3 {
    let reference = if axis.z.abs() < 0.9 { Vec3::Z } else { Vec3::X };
    (reference - axis * reference.dot(axis)).normalize_or(Vec3::X)
}

/// A growable mesh of coloured triangles with baked shading, so that it needs no light.
#[derive(Clone, Debug, Default)]
pub struct Glyphs {
    /// Vertex positions, drawing units.
    pub positions: Vec<[f32; 3]>,
    /// Vertex normals.
    pub normals: Vec<[f32; 3]>,
    /// Vertex colours, linear RGBA.
    pub colours: Vec<[f32; 4]>,
    /// Triangle indices.
    pub indices: Vec<u32>,
    eye: Vec3,
}

const SIDES: u32 = 10;

impl Glyphs {
    /// Adds a vertex.
    pub fn point(&mut self, at: Vec3, normal: Vec3, colour: LinearRgba) -> u32 {
        let shade = 0.62 + 0.38 * normal.dot((self.eye + Vec3::Z * 0.4).normalize_or(Vec3::Z)).abs();
        self.positions.push(at.to_array());
        self.normals.push(normal.to_array());
        self.colours.push([colour.red * shade, colour.green * shade, colour.blue * shade, colour.alpha]);
        self.positions.len() as u32 - 1
    }

    /// A round tube along a polyline.
    fn tube(&mut self, points: &[Vec3], radius: f32, colour: LinearRgba) {
        self.round(points, radius, colour, SIDES);
    }

    /// A tube with this number of sides.
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::laws::Vec3 as Metres;

    /// Friction has a mesh of its own, drawn last; its shaft is thicker than that of any other arrow.
    #[test]
    fn friction_is_drawn_apart_and_thicker() {
        let arrow = |role, head| Arrow { from: Metres::zeros(), to: Metres::new(0.0, 1.0, 0.0), role, head };
        let roles = [(Role::Friction, Head::Double), (Role::Velocity, Head::Open), (Role::Normal, Head::Thick)];
        let units = Units::default();
        let (role, chain) = (|_| LinearRgba::WHITE, |_| LinearRgba::WHITE);
        let pen = Pen { role: &role, chain: &chain, units: &units, pixel: 0.01, width: 1.0, eye: Vec3::X };
        let width = |glyphs: &Glyphs| {
            // The shaft starts at the tail, y = 0.
            let tail = glyphs.positions.iter().filter(|point| point[1].abs() < 1e-6);
            tail.map(|point| point[0].hypot(point[2])).fold(0.0, f32::max)
        };
        let of = |k: usize| DrawList { arrows: vec![arrow(roles[k].0, roles[k].1)], ..DrawList::default() };
        assert!(pen.glyphs(&of(0)).positions.is_empty() && !pen.friction(&of(0)).positions.is_empty());
        for k in [1, 2] {
            assert!(pen.friction(&of(k)).positions.is_empty());
            assert!(width(&pen.friction(&of(0))) > 1.4 * width(&pen.glyphs(&of(k))), "{:?}", roles[k]);
        }
    }
}

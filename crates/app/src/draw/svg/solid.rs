//! Bodies and grounds of a picture as SVG.

use super::notation::{hex, points};
use super::projection::ParallelProjection;
use crate::draw::scale::{Scales, round_below};
use std::f64::consts::TAU;
use std::fmt::Write;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::BodyState;
use stickslip_engine::shapes::Shape;
use stickslip_engine::shapes::hull::Hull;

/// Number of corners of a round outline.
const AROUND: usize = 72;
/// Colours of moving and of fixed bodies.
const MOVING: [u8; 3] = [0x6E, 0x9B, 0xD1];
const FIXED: [u8; 3] = [0xA9, 0xB2, 0xBD];
/// Direction towards the light, in the axes right, up and towards the viewer.
const LIGHT: [f64; 3] = [-0.4, 0.7, 0.6];

/// Appends the gradients that shade round bodies.
pub(super) fn gradients(text: &mut String) {
    *text += "<defs>";
    for (name, colour) in [("moving", MOVING), ("fixed", FIXED)] {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "<radialGradient id=\"{name}\" cx=\"0.35\" cy=\"0.28\" r=\"0.75\"><stop offset=\"0\" stop-color=\"{}\"/>\
             <stop offset=\"0.55\" stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></radialGradient>",
            hex(shaded(colour, 1.35)),
            hex(colour),
            hex(shaded(colour, 0.62))
        );
    }
    *text += "</defs>\n";
}

/// The colour multiplied by a brightness factor.
fn shaded(colour: [u8; 3], light: f64) -> [u8; 3] {
    colour.map(|part| (f64::from(part) * light).clamp(0.0, 255.0) as u8)
}

/// Appends a body other than a plane, bowl or tube; `marked` adds lines on the surface that show its rotation.
pub(super) fn body(eye: &ParallelProjection, body: &BodyState, moves: bool, marked: bool, text: &mut String) {
    let (fill, colour) = if moves { ("url(#moving)", MOVING) } else { ("url(#fixed)", FIXED) };
    let edge = format!("stroke=\"{}\" stroke-width=\"0.8\"", hex(shaded(colour, 0.5)));
    if let Shape::Sphere { radius } = body.shape {
        let ((x, y), r) = (eye.at(&body.x), radius * eye.per_metre);
        let _ =
            writeln!(text, "<circle class=\"body\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"{fill}\" {edge}/>");
    } else {
        let outline = points(&eye.all(&silhouette(eye, body)));
        let _ = writeln!(text, "<polygon class=\"body\" points=\"{outline}\" fill=\"{fill}\" {edge}/>");
        faces(eye, body, colour, text);
    }
    for line in if marked { marks(eye, body) } else { Vec::new() } {
        let line = points(&eye.all(&line));
        let _ = writeln!(text, "<polyline points=\"{line}\" fill=\"none\" {edge} stroke-opacity=\"0.6\"/>");
    }
}

/// The outline of a convex body: the farthest point in each direction of the picture.
fn silhouette(eye: &ParallelProjection, body: &BodyState) -> Vec<Vec3> {
    let mut outline: Vec<Vec3> = Vec::with_capacity(AROUND);
    for k in 0..AROUND {
        // Offset from the axes, so that no direction is perpendicular to a face.
        let (sin, cos) = (TAU * (k as f64 + 0.37) / AROUND as f64).sin_cos();
        let direction = body.q.inverse_transform_vector(&(eye.right * cos + eye.up * sin));
        let point = body.x + body.q * body.shape.support(&direction);
        if outline.last() != Some(&point) {
            outline.push(point);
        }
    }
    outline
}

/// Appends the flat faces visible to the viewer, each with its own brightness.
fn faces(eye: &ParallelProjection, body: &BodyState, colour: [u8; 3], text: &mut String) {
    let world = |p: &Vec3| body.x + body.q * p;
    let mut face = |normal: &Vec3, corners: &[Vec3]| {
        let normal = body.q * normal;
        if normal.dot(&eye.toward) <= 0.0 {
            return;
        }
        let light = Vec3::from(LIGHT).normalize();
        let seen = Vec3::new(eye.right.dot(&normal), eye.up.dot(&normal), eye.toward.dot(&normal));
        let fill = hex(shaded(colour, 0.72 + 0.5 * light.dot(&seen).max(0.0)));
        let corners: Vec<Vec3> = corners.iter().map(world).collect();
        let corners = points(&eye.all(&corners));
        // A stroke in the colour of the face closes the seams between triangles.
        let _ =
            writeln!(text, "<polygon points=\"{corners}\" fill=\"{fill}\" stroke=\"{fill}\" stroke-width=\"0.5\"/>");
    };
    match &body.shape {
        Shape::Box { half_extents: h } => {
            for axis in 0..3 {
                let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
                for side in [-1.0, 1.0] {
                    let corner = |(u, v): (f64, f64)| {
                        let mut corner = Vec3::zeros();
                        (corner[axis], corner[a], corner[b]) = (side * h[axis], u * h[a], v * h[b]);
                        corner
                    };
                    let mut normal = Vec3::zeros();
                    normal[axis] = side;
                    face(&normal, &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner));
                }
            }
        }
        Shape::Polyhedron(solid) => {
            let Ok(hull) = Hull::new(solid.points.iter().copied()) else { return };
            for triangle in &hull.triangles {
                let corners = triangle.map(|k| hull.corners[k as usize]);
                let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
                face(&normal.try_normalize(0.0).unwrap_or(normal), &corners);
            }
        }
        Shape::Cylinder { radius, half_height } => {
            for side in [-1.0, 1.0] {
                let rim: Vec<Vec3> = ring(Vec3::x() * *radius, Vec3::y() * *radius)
                    .map(|p| p + Vec3::z() * (side * half_height))
                    .collect();
                face(&(Vec3::z() * side), &rim);
            }
        }
        _ => {}
    }
}

/// The ellipse with these half-axes about the origin.
fn ring(a: Vec3, b: Vec3) -> impl Iterator<Item = Vec3> {
    (0..=AROUND).map(move |k| {
        let (sin, cos) = (TAU * k as f64 / AROUND as f64).sin_cos();
        a * cos + b * sin
    })
}

/// Lines on the visible side of a round body: the sections by its principal planes, or a radius on the flat face of a
/// disk or cylinder.
fn marks(eye: &ParallelProjection, body: &BodyState) -> Vec<Vec<Vec3>> {
    let axes = match &body.shape {
        Shape::Sphere { radius } => Vec3::repeat(*radius),
        Shape::Ellipsoid { semi_axes, .. } => *semi_axes,
        Shape::Disk { radius, axis } => {
            let across = axis.cross(&Vec3::z());
            let across = across.try_normalize(1e-6).unwrap_or_else(Vec3::x) * *radius;
            return vec![vec![body.x, body.x + body.q * across]];
        }
        Shape::Cylinder { radius, half_height } => {
            let side = if (body.q * Vec3::z()).dot(&eye.toward) < 0.0 { -half_height } else { *half_height };
            let at = |x: f64| body.x + body.q * Vec3::new(x, 0.0, side);
            return vec![vec![at(0.0), at(*radius)]];
        }
        _ => return Vec::new(),
    };
    let mut lines = Vec::new();
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        let along = |k: usize| {
            let mut axis = Vec3::zeros();
            axis[k] = axes[k];
            axis
        };
        let mut line = Vec::new();
        for p in ring(along(a), along(b)) {
            let normal = body.q * p.component_div(&axes.component_mul(&axes));
            if normal.dot(&eye.toward) >= 0.0 {
                line.push(body.x + body.q * p);
            } else if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
        }
        lines.push(line);
    }
    lines
}

/// Appends a plane with its grid around the picture's focus, or the rims of a bowl or tube.
pub(super) fn ground(eye: &ParallelProjection, body: &BodyState, scales: &Scales, text: &mut String) {
    let normal = body.q * Vec3::z();
    let local = body.q.inverse_transform_vector(&(eye.focus - body.x));
    let line = |text: &mut String, ends: &[Vec3]| {
        let ends = points(&eye.all(ends));
        let _ = writeln!(text, "<polyline points=\"{ends}\" fill=\"none\" stroke=\"#b4bec9\" stroke-width=\"0.7\"/>");
    };
    match &body.shape {
        Shape::Plane if normal.dot(&eye.toward) > 0.05 => {
            let cell = round_below(1.2 * scales.body);
            // Whole cells as far as the picture reaches; cells are enlarged if the bodies are small.
            let reach = 260.0 / eye.per_metre;
            let cell = cell * (reach / (12.0 * cell)).ceil().max(1.0);
            let (x, y) = ((local.x / cell).round(), (local.y / cell).round());
            let count = (reach / cell).ceil();
            let at = |i: f64, j: f64| body.x + body.q * Vec3::new((x + i) * cell, (y + j) * cell, 0.0);
            let corners = [at(-count, -count), at(count, -count), at(count, count), at(-count, count)];
            let sheet = points(&eye.all(&corners));
            let _ =
                writeln!(text, "<polygon class=\"ground\" points=\"{sheet}\" fill=\"#dfe5ec\" fill-opacity=\"0.8\"/>");
            for k in -(count as i64)..=count as i64 {
                line(text, &[at(k as f64, -count), at(k as f64, count)]);
                line(text, &[at(-count, k as f64), at(count, k as f64)]);
            }
        }
        Shape::Bowl { radius } => {
            for polar in [0.45_f64, 0.3, 0.15].map(|part| part * std::f64::consts::PI) {
                let (sin, cos) = polar.sin_cos();
                let rim = ring(Vec3::x() * (radius * sin), Vec3::y() * (radius * sin));
                let rim: Vec<Vec3> = rim.map(|p| body.x + body.q * (p - Vec3::z() * (radius * cos))).collect();
                line(text, &rim);
            }
        }
        Shape::Tube { radius } => {
            for z in [-0.5, 0.0, 0.5].map(|part| local.z + part * radius) {
                let rim = ring(Vec3::x() * *radius, Vec3::y() * *radius);
                let rim: Vec<Vec3> = rim.map(|p| body.x + body.q * (p + Vec3::z() * z)).collect();
                line(text, &rim);
            }
        }
        _ => {}
    }
}

//! The handles of the selected body while the mouse builds: dots at the faces that it resizes by, a knob that turns it, and
//! one at the upper edge of a ramp.

use crate::build::reshape::Reshaped;
use crate::build::selected_entry::SelectedEntry;
use crate::build::snaps::half_width;
use crate::build::toolbox::Toolbox;
use crate::draw::scale::extent;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::projection::{SceneArea, SceneProjection};
use crate::draw::space::units::Units;
use crate::hand::HandleKind;
use crate::state::layout::Layers;
use crate::state::panels::BuildMode;
use crate::state::session::Session;
use crate::timeline::display_state::DisplayState;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use stickslip_engine::laws::{Vec3, unit};
use stickslip_engine::shapes::Shape;

/// Smallest and largest radius of a handle, pixels.
const DOT: [f32; 2] = [4.0, 6.5];
/// Radius of a handle in extents of a small body.
const DOT_OF_BODY: f32 = 0.3;
/// Distance of a dot from the face that it moves, pixels: it covers no small body.
const CLEAR: f32 = 10.0;
/// Distance in half-widths of a body by which the outward direction of a face on the screen is found.
const CLEAR_OF: f64 = 0.1;
/// Distance of the knob that turns a body from its outline, pixels.
const KNOB: f32 = 30.0;
/// Least distance of two handles, pixels: the later one is left out.
const MIN_GAP: f32 = 14.0;

/// A handle in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHandle {
    /// What it changes.
    pub kind: HandleKind,
    /// Place in the window, pixels.
    pub at: Vec2,
    /// Place in the world, m.
    pub point: Vec3,
}

/// The handles of the selected body, as shown in this frame.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct BodyHandles {
    /// Index of the body.
    pub body: usize,
    /// Radius of a handle, pixels: smaller on a body that is drawn small.
    pub radius: f32,
    /// Its handles; empty while there are none.
    pub all: Vec<BodyHandle>,
}

/// Places the handles.
pub fn place(
    (mode, toolbox, layers, session): (Res<BuildMode>, Res<Toolbox>, Res<Layers>, Res<Session>),
    (shown, orbit, units, area): (Res<DisplayState>, Res<Orbit>, Res<Units>, Res<SceneArea>),
    entry: Res<SelectedEntry>,
    mut handles: ResMut<BodyHandles>,
) {
    let selected = layers.0.selected.filter(|_| mode.0 && toolbox.tool.is_none());
    let found = selected.zip(session.opened.as_ref()).zip(area.0).and_then(|((index, opened), area)| {
        let body = entry.reshaped(opened, &shown.state, index, 0.0)?;
        let projection = SceneProjection { orbit: &orbit, area, units: &units };
        let state = &shown.state.bodies[index];
        let size = extent(&state.shape).map_or(f32::INFINITY, |size| projection.pixels(&state.x, size));
        let radius = (DOT_OF_BODY * size).clamp(DOT[0], DOT[1]);
        Some(BodyHandles { body: index, radius, all: of_body(&body, state, &projection) })
    });
    handles.set_if_neq(found.unwrap_or_default());
}

/// The handles of a body.
fn of_body(
    reshaped: &Reshaped,
    body: &stickslip_engine::observe::state::BodyState,
    projection: &SceneProjection,
) -> Vec<BodyHandle> {
    let normal = reshaped.normal();
    let eye = projection.units.metres_of(projection.orbit.pose().eye);
    let mut all: Vec<BodyHandle> = Vec::new();
    // `outward`: the side of the point on which the handle stands clear of the body.
    let mut add = |kind, point: Vec3, outward: Vec3| {
        let beyond = point + outward * CLEAR_OF * half_width(&body.shape, &body.q, &outward);
        let Some((at, beyond)) = projection.project(&point).zip(projection.project(&beyond)) else { return };
        let at = at + CLEAR * (beyond - at).normalize_or_zero();
        if projection.area.contains(at) && all.iter().all(|other: &BodyHandle| other.at.distance(at) >= MIN_GAP) {
            all.push(BodyHandle { kind, at, point });
        }
    };
    if let (Some(degrees), Shape::Box { half_extents }) = (reshaped.slope(), &body.shape) {
        let rises = if degrees < 0.0 { -1.0 } else { 1.0 };
        add(HandleKind::Slope, body.x + body.q * Vec3::new(0.0, rises * half_extents.y, half_extents.z), Vec3::zeros());
    }
    for (dimension, of) in reshaped.dimensions().iter().enumerate() {
        let face = reshaped.face(of);
        // The lower face rests on the support; of the others the one towards the eye can be seen.
        let is_upright = face.dot(&normal).abs() > 0.5;
        let is_far = if is_upright { face.dot(&normal) < 0.0 } else { face.dot(&(eye - body.x)) < 0.0 };
        let outward = if is_far { -face } else { face };
        add(HandleKind::Face { dimension, is_far }, body.x + outward * of.reach(of.value), outward);
    }
    let flat = |axis: Vec3| unit(&(axis - normal * axis.dot(&normal)), 0.1);
    let across = flat(body.q * Vec3::x()).or_else(|| flat(body.q * Vec3::y()));
    if let Some(across) = across.filter(|_| !matches!(body.shape, Shape::Sphere { .. })) {
        let outline = half_width(&body.shape, &body.q, &across);
        let metres = f64::from(KNOB) / f64::from(projection.pixels(&body.x, 1.0).max(1e-6));
        add(HandleKind::Turn, body.x - across * (outline + metres), Vec3::zeros());
    }
    all
}

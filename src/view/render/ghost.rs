//! The ghost run as pale bodies, at the displayed step.

use super::meshes::{self, Paint};
use super::theme::Theme;
use crate::app::timeline::past::Past;
use crate::draw::scale::moves;
use crate::draw::space::units::Units;
use crate::observe::state::State;
use crate::shapes::Shape;
use crate::view::render::drawn::Drawn;
use crate::view::render::sync::transform;
use bevy::prelude::*;

/// A pale ghost body, by its index in the scene.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct GhostBody(usize);

/// Draws the ghost's bodies at their poses; draws nothing without a ghost.
pub(crate) fn draw(
    mut commands: Commands,
    past: Res<Past>,
    units: Res<Units>,
    theme: Res<Theme>,
    mut pale: Query<(Entity, &GhostBody, &mut Transform, &mut Visibility)>,
    (mut paint, mut drawn): (Paint, Local<Vec<Shape>>),
) {
    let state = past.ghost.as_ref().map(|ghost| ghost.state.as_ref());
    let is_other = |state: &State| !state.bodies.iter().map(|body| &body.shape).eq(&*drawn);
    if state.is_none() || state.flatten().is_some_and(is_other) {
        for (entity, ..) in &pale {
            commands.entity(entity).despawn();
        }
        drawn.clear();
    }
    let Some(state) = state else { return };
    for (_, GhostBody(index), mut place, mut visible) in &mut pale {
        let body = state.and_then(|state| state.bodies.get(*index));
        visible.set_if_neq(if body.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        if let Some(body) = body {
            place.set_if_neq(transform(body, &units));
        }
    }
    // They are also gone when all bodies are drawn anew.
    let Some(state) = state.filter(|_| pale.is_empty()) else { return };
    *drawn = state.bodies.iter().map(|body| body.shape.clone()).collect();
    for (index, body) in state.bodies.iter().enumerate().filter(|(_, body)| moves(body)) {
        if let Some(mesh) = meshes::mesh(&body.shape, &units, 1.0) {
            commands.spawn((Drawn, GhostBody(index), paint.pale(mesh, &theme), transform(body, &units)));
        }
    }
}

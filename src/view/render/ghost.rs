//! The ghost run as pale bodies, at the displayed step.

use super::meshes::{self, Paint};
use super::theme::Theme;
use crate::app::timeline::past::Past;
use crate::draw::scale::moves;
use crate::draw::space::units::Units;
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
    mut paint: Paint,
) {
    let Some(ghost) = &past.ghost else {
        for (entity, ..) in &pale {
            commands.entity(entity).despawn();
        }
        return;
    };
    for (_, GhostBody(index), mut place, mut visible) in &mut pale {
        let body = ghost.state.as_ref().and_then(|state| state.bodies.get(*index));
        visible.set_if_neq(if body.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        if let Some(body) = body {
            place.set_if_neq(transform(body, &units));
        }
    }
    let Some(state) = ghost.state.as_ref().filter(|_| pale.is_empty()) else { return };
    for (index, body) in state.bodies.iter().enumerate().filter(|(_, body)| moves(body)) {
        if let Some(mesh) = meshes::mesh(&body.shape, &units, 1.0) {
            commands.spawn((Drawn, GhostBody(index), paint.pale(mesh, &theme), transform(body, &units)));
        }
    }
}

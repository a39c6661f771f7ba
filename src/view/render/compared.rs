//! Bodies of the compared runs, tinted, at the displayed step.

use super::meshes::{self, Paint};
use super::theme::{Theme, law_colour};
use crate::app::studies::compare::Compare;
use crate::draw::scale::moves;
use crate::draw::space::units::Units;
use crate::view::render::drawn::Drawn;
use crate::view::render::sync::transform;
use bevy::prelude::*;

/// Scale of compared bodies: slightly smaller, so that identical ones are hidden inside the displayed run's.
const COMPARED_SCALE: f32 = 0.996;

/// A tinted body: index of its run, index in the scene.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct ComparedBody(usize, usize);

/// Draws the bodies of the compared runs at their poses.
pub(crate) fn draw(
    mut commands: Commands,
    compare: Res<Compare>,
    units: Res<Units>,
    theme: Res<Theme>,
    mut made: Local<(u64, Theme)>,
    mut tinted: Query<(Entity, &ComparedBody, &mut Transform, &mut Visibility)>,
    mut paint: Paint,
) {
    if *made != (compare.generation, *theme) {
        tinted.iter().for_each(|(entity, ..)| commands.entity(entity).despawn());
        *made = (compare.generation, *theme);
        return;
    }
    let aside = |run: usize| Vec3::X * (compare.apart * run as f32);
    for (_, ComparedBody(run, index), mut place, mut visible) in &mut tinted {
        let body = compare.state(*run).and_then(|state| state.bodies.get(*index));
        visible.set_if_neq(if body.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        if let Some(body) = body {
            let at = transform(body, &units);
            let at = at.with_scale(at.scale * COMPARED_SCALE);
            place.set_if_neq(at.with_translation(at.translation + aside(*run)));
        }
    }
    if !tinted.is_empty() {
        return;
    }
    for run in 1..compare.beside.runs.len() {
        let Some(state) = compare.state(run) else { continue };
        for (index, body) in state.bodies.iter().enumerate().filter(|(_, body)| moves(body)) {
            if let Some(mesh) = meshes::mesh(&body.shape, &units, 1.0) {
                let parts = paint.tinted(mesh, law_colour(run, &theme));
                commands.spawn((Drawn, ComparedBody(run, index), parts, transform(body, &units)));
            }
        }
    }
}

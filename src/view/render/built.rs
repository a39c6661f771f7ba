//! The bodies that the chosen tool or a drag would place, pale, or red where one overlaps another.

use super::meshes::{self, Paint};
use super::theme::{Theme, ThemeColours};
use crate::app::build::ghost::BodyOffer;
use crate::app::build::toolbox::Toolbox;
use crate::draw::space::units::{Units, rotation};
use crate::scene::BodySpec;
use crate::shapes::Shape;
use crate::view::render::drawn::Drawn;
use bevy::prelude::*;

/// A drawn body, by its place among those that move together.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct OfferedBody(usize);

/// How the bodies are drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    shapes: Vec<Shape>,
    overlaps: bool,
    theme: Theme,
}

/// The offered body, and those that move with it.
fn bodies(offer: &BodyOffer) -> impl Iterator<Item = &BodySpec> {
    std::iter::once(&offer.spec).chain(&offer.others)
}

/// Draws the bodies at their places; draws nothing without a tool over the scene.
pub(crate) fn draw(
    mut commands: Commands,
    (toolbox, units, theme): (Res<Toolbox>, Res<Units>, Res<Theme>),
    mut drawn: Query<(Entity, &OfferedBody, &mut Transform)>,
    mut made: Local<Option<Look>>,
    mut paint: Paint,
) {
    let wanted = toolbox.offer.as_ref();
    let look = wanted.map(|offer| Look {
        shapes: bodies(offer).map(|body| body.shape.clone()).collect(),
        overlaps: offer.overlap.is_some(),
        theme: *theme,
    });
    if look != *made || drawn.is_empty() != wanted.is_none() {
        drawn.iter().for_each(|(entity, ..)| commands.entity(entity).despawn());
        *made = look;
        for (index, body) in wanted.into_iter().flat_map(bodies).enumerate() {
            let Some(mesh) = meshes::mesh(&body.shape, &units, 1.0) else { continue };
            let is_fault = wanted.is_some_and(|offer| offer.overlap.is_some());
            let colour = if is_fault { theme.fault() } else { theme.offer() };
            commands.spawn((Drawn, OfferedBody(index), paint.tinted(mesh, colour), transform(body, &units)));
        }
        return;
    }
    for (_, OfferedBody(index), mut place) in &mut drawn {
        if let Some(body) = wanted.and_then(|offer| bodies(offer).nth(*index)) {
            place.set_if_neq(transform(body, &units));
        }
    }
}

fn transform(body: &BodySpec, units: &Units) -> Transform {
    Transform::from_translation(units.point(&body.position)).with_rotation(rotation(&body.rotation))
}

//! The body that the chosen tool would place, pale, or red where it overlaps another.

use super::meshes::{self, Paint};
use super::theme::{Theme, ThemeColours};
use crate::app::build::ghost::BodyOffer;
use crate::app::build::toolbox::Toolbox;
use crate::draw::space::units::{Units, rotation};
use crate::shapes::Shape;
use crate::view::render::drawn::Drawn;
use bevy::prelude::*;

/// The drawn body.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct OfferedBody;

/// How the body is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    shape: Shape,
    overlaps: bool,
    theme: Theme,
}

/// Draws the body at its place; draws nothing without a tool over the scene.
pub(crate) fn draw(
    mut commands: Commands,
    (toolbox, units, theme): (Res<Toolbox>, Res<Units>, Res<Theme>),
    mut drawn: Query<(Entity, &mut Transform), With<OfferedBody>>,
    mut made: Local<Option<Look>>,
    mut paint: Paint,
) {
    let wanted = toolbox.offer.as_ref();
    let look =
        wanted.map(|offer| Look { shape: offer.spec.shape.clone(), overlaps: offer.overlap.is_some(), theme: *theme });
    if look != *made || drawn.iter().count() != usize::from(wanted.is_some()) {
        drawn.iter().for_each(|(entity, _)| commands.entity(entity).despawn());
        *made = look;
        if let Some((offer, mesh)) = wanted.and_then(|o| Some((o, meshes::mesh(&o.spec.shape, &units, 1.0)?))) {
            let colour = if offer.overlap.is_some() { theme.fault() } else { theme.offer() };
            commands.spawn((Drawn, OfferedBody, paint.tinted(mesh, colour), transform(offer, &units)));
        }
        return;
    }
    if let (Some(offer), Ok((_, mut place))) = (wanted, drawn.single_mut()) {
        place.set_if_neq(transform(offer, &units));
    }
}

fn transform(offer: &BodyOffer, units: &Units) -> Transform {
    Transform::from_translation(units.point(&offer.spec.position)).with_rotation(rotation(&offer.spec.rotation))
}

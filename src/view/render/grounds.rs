//! Planes, enlarged to hold the bodies on them.

use crate::app::timeline::display_state::DisplayState;
use crate::draw::space::grounds::{Edges, Ground, WALL_MARGIN, reach};
use crate::draw::space::units::Units;
use crate::view::render::drawn::{Drawn, Visual};
use crate::view::render::meshes::Paint;
use crate::view::render::theme::Theme;
use bevy::prelude::*;

/// Largest half-extent of a plane, cells.
const MAX_CELLS: f32 = 400.0;

/// Enlarges a plane when a body nears its edge (it never shrinks) and updates it when its bounds change.
pub(crate) fn grow(
    mut commands: Commands,
    shown: Res<DisplayState>,
    theme: Res<Theme>,
    units: Res<Units>,
    mut grounds: Query<(Entity, &Visual, &mut Ground, &Children)>,
    mut paint: Paint,
    mut looked_at: Local<u64>,
) {
    if *looked_at == shown.version {
        return;
    }
    *looked_at = shown.version;
    for (entity, visual, mut ground, children) in &mut grounds {
        let Some(plane) = shown.state.bodies.get(visual.0) else { continue };
        let reach = reach(plane, &shown.state, &units) / ground.cell;
        let grows = reach.cmpgt(ground.half) & ground.half.cmplt(Vec2::splat(MAX_CELLS));
        let edges = Edges::from_state(plane, &shown.state, &units);
        if !grows.any() && edges.is_near(&ground.edges) {
            continue;
        }
        let wanted = if ground.edges.wall { WALL_MARGIN * reach } else { (1.5 * reach).ceil() };
        let wanted = wanted.min(Vec2::splat(MAX_CELLS));
        ground.half = Vec2::select(grows, wanted, ground.half);
        ground.edges = edges;
        for child in children.iter() {
            commands.entity(child).despawn();
        }
        let parts = paint.ground(&ground, &theme);
        commands.entity(entity).with_children(|spawner| {
            for part in parts {
                spawner.spawn((part, Drawn));
            }
        });
    }
}

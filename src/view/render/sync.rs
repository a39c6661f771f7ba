//! Mirrors the simulation in the rendered world: spawns drawn bodies and updates their transforms.

use crate::app::state::marks::BodyMarks;
use crate::app::state::session::Session;
use crate::app::timeline::display_state::DisplayState;
use crate::draw::space::grounds;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::solids::colour_place;
use crate::draw::space::units::{Units, rotation};
use crate::observe::state::BodyState;
use crate::shapes::Shape;
use crate::view::render::camera::renew_units;
use crate::view::render::drawn::{Drawn, TubeSegment, Visual};
use crate::view::render::meshes::{self, BodyVisual, CheckedSurface, Paint};
use crate::view::render::sphere_instances::is_sphere_instance;
use crate::view::render::theme::{Theme, body_colours, material_colours};
use bevy::prelude::*;
use bevy_egui::egui::Color32;

/// Requests respawning of the drawn bodies, with longer tubes.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct RespawnRequest(pub bool);

/// Respawns the drawn bodies when the bodies or the theme change, or on request.
pub fn remake(
    mut commands: Commands,
    mut wanted: ResMut<RespawnRequest>,
    (shown, session, theme): (Res<DisplayState>, Res<Session>, Res<Theme>),
    (mut units, mut orbit): (ResMut<Units>, ResMut<Orbit>),
    old: Query<Entity, With<Drawn>>,
    mut paint: Paint,
    mut made: Local<(u64, Theme)>,
) {
    if !wanted.0 && *made == (shown.bodies, *theme) {
        return;
    }
    (wanted.0, *made) = (false, (shown.bodies, *theme));
    for entity in &old {
        commands.entity(entity).despawn();
    }
    renew_units(&mut units, &shown.state, &mut orbit);
    let mut cache = VisualCache::default();
    let count = shown.state.bodies.len();
    let others = shown.state.bodies.iter().enumerate().filter(|(_, body)| !is_sphere_instance(count, &body.shape));
    for (index, body) in others {
        let place = transform(body, &units);
        let half = grounds::tube_half(body, &shown.state, &units);
        let root = commands.spawn((Drawn, Visual(index), place, Visibility::default())).id();
        if matches!(body.shape, Shape::Plane) {
            let ground = grounds::ground(body, &shown.state, &units);
            let parts = paint.ground(&ground, &theme);
            commands.entity(root).insert(ground).with_children(|spawner| {
                for part in parts {
                    spawner.spawn((part, Drawn));
                }
            });
        } else if body.is_shape_known
            && let Some(body_visual) =
                cache.body_visual(colours(&shown.state.bodies, index, &session), &body.shape, &units, half, &mut paint)
        {
            commands.entity(root).insert(body_visual);
            if matches!(body.shape, Shape::Tube { .. }) {
                commands.entity(root).insert(TubeSegment { half });
            }
        }
    }
}

/// Colours of a body: those of its material, or by its place in the scene.
fn colours(bodies: &[BodyState], index: usize, session: &Session) -> [Color32; 2] {
    let scene = session.opened.as_ref().map(|opened| &opened.scene);
    let spec = scene.and_then(|scene| scene.bodies.get(index)).filter(|spec| spec.name == bodies[index].name);
    let material = spec.and_then(|spec| spec.material.as_deref()).and_then(material_colours);
    material.unwrap_or_else(|| body_colours(colour_place(bodies, index)))
}

/// Cache of meshes: bodies that look alike share theirs, so the renderer can batch them.
#[derive(Default)]
struct VisualCache {
    meshes: Vec<(Shape, CheckedSurface, BodyVisual)>,
}

impl VisualCache {
    /// Appearance of a body with these colours; `None` for a plane. A tube spans −`half` to `half` along its axis.
    fn body_visual(
        &mut self,
        colours: [Color32; 2],
        shape: &Shape,
        units: &Units,
        half: f32,
        paint: &mut Paint,
    ) -> Option<BodyVisual> {
        let surface = CheckedSurface::new(shape, colours);
        let known = self.meshes.iter().find(|(like, of, _)| *of == surface && like == shape);
        if let Some((.., body_visual)) = known.filter(|_| !matches!(shape, Shape::Tube { .. })) {
            return Some(body_visual.clone());
        }
        let body_visual = paint.body(meshes::mesh(shape, units, half)?, surface);
        self.meshes.push((shape.clone(), surface, body_visual.clone()));
        Some(body_visual)
    }
}

/// Moves the drawn bodies to the poses of the simulated ones, and hides those that the user hid.
pub fn follow_bodies(
    (shown, units, marks): (Res<DisplayState>, Res<Units>, Res<BodyMarks>),
    mut visuals: Query<(&Visual, &mut Transform, &mut Visibility)>,
) {
    for (visual, mut place, mut visibility) in &mut visuals {
        if let Some(body) = shown.state.bodies.get(visual.0) {
            place.set_if_neq(transform(body, &units));
            let is_hidden = !marks.hidden.is_empty() && marks.hidden.contains(&body.name);
            visibility.set_if_neq(if is_hidden { Visibility::Hidden } else { Visibility::Inherited });
        }
    }
}

/// Requests longer tubes when a body nears the end of the drawn segment.
pub fn grow_tubes(
    shown: Res<DisplayState>,
    units: Res<Units>,
    pieces: Query<(&Visual, &TubeSegment)>,
    mut wanted: ResMut<RespawnRequest>,
    mut looked_at: Local<u64>,
) {
    if *looked_at == shown.version {
        return;
    }
    *looked_at = shown.version;
    let short = |(visual, piece): (&Visual, &TubeSegment)| {
        let tube = shown.state.bodies.get(visual.0);
        let is_open = |tube: &&BodyState| grounds::closed(tube, &shown.state, &units).is_none();
        let short = |tube: &BodyState| {
            grounds::along(tube, &shown.state, &units) > piece.half && piece.half < grounds::MAX_TUBE_EXTENT
        };
        tube.filter(is_open).is_some_and(short)
    };
    if pieces.iter().any(short) {
        wanted.0 = true;
    }
}

/// Render transform of a body.
pub fn transform(body: &BodyState, units: &Units) -> Transform {
    Transform::from_translation(units.point(&body.x)).with_rotation(rotation(&body.q))
}

//! The bridge from the simulated world to the drawn one: bodies are made, and moved to where the simulated ones are.

use crate::app::shown::Shown;
use crate::draw::grounds;
use crate::draw::scale::extent;
use crate::draw::units::{Units, rotation};
use crate::record::state::{BodyState, State};
use crate::shapes::Shape;
use crate::view::render::beads::is_bead;
use crate::view::render::meshes::{self, Looks, Paint};
use crate::view::render::theme::{Theme, body_colours};
use bevy::prelude::*;
use bevy_egui::egui::Color32;

/// The drawn body of that number in the scene.
#[derive(Component, Clone, Copy, Debug)]
pub struct Visual(pub usize);

/// A drawn piece of a tube, which has no ends.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Half its length, drawing units.
    pub half: f32,
}

/// Everything that was spawned to draw a scene.
#[derive(Component, Clone, Copy, Debug)]
pub struct Drawn;

/// Asks for the drawn bodies to be made anew, with longer tubes.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Remake(pub bool);

/// Makes the drawn bodies anew when there are others, in another theme, and when asked to.
pub fn remake(
    mut commands: Commands,
    mut wanted: ResMut<Remake>,
    shown: Res<Shown>,
    theme: Res<Theme>,
    mut units: ResMut<Units>,
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
    *units = Units::of(&shown.state);
    let mut alike = Alike::default();
    let count = shown.state.bodies.len();
    let others = shown.state.bodies.iter().enumerate().filter(|(_, body)| !is_bead(count, &body.shape));
    for (index, body) in others {
        let place = transform(body, &units);
        // A tube is at least as long as it is wide, and goes some way beyond what is in it, unless planes close it.
        let open = || units.length(body.shape.size()).max(1.5 * along(body, &shown.state, &units));
        let half = grounds::closed(body, &shown.state, &units).unwrap_or_else(open);
        let root = commands.spawn((Drawn, Visual(index), place, Visibility::default())).id();
        if matches!(body.shape, Shape::Plane) {
            let ground = grounds::ground(body, &shown.state, &units);
            let parts = paint.ground(&ground, &theme);
            commands.entity(root).insert(ground).with_children(|spawner| {
                for part in parts {
                    spawner.spawn((part, Drawn));
                }
            });
        } else if let Some(looks) = alike.looks(index, &body.shape, &units, half, &mut paint) {
            commands.entity(root).insert(looks);
            if matches!(body.shape, Shape::Tube { .. }) {
                commands.entity(root).insert(Piece { half });
            }
        }
    }
}

/// Meshes and materials made so far: bodies that look alike share theirs, so that the renderer draws them as one.
#[derive(Default)]
struct Alike(Vec<(Shape, [Color32; 2], Looks)>);

impl Alike {
    /// The looks of a body of this number; `None` for a plane. A tube is drawn from −`half` to `half` along its axis.
    fn looks(&mut self, index: usize, shape: &Shape, units: &Units, half: f32, paint: &mut Paint) -> Option<Looks> {
        let colours = body_colours(index.saturating_sub(1));
        let known = self.0.iter().find(|(like, of, _)| *of == colours && like == shape);
        if let Some((.., looks)) = known.filter(|_| !matches!(shape, Shape::Tube { .. })) {
            return Some(looks.clone());
        }
        let looks = paint.body(meshes::mesh(shape, units, half)?, colours, shape);
        self.0.push((shape.clone(), colours, looks.clone()));
        Some(looks)
    }
}

/// Moves the drawn bodies to where the simulated ones are.
pub fn follow_bodies(shown: Res<Shown>, units: Res<Units>, mut visuals: Query<(&Visual, &mut Transform)>) {
    for (visual, mut place) in &mut visuals {
        if let Some(body) = shown.state.bodies.get(visual.0) {
            place.set_if_neq(transform(body, &units));
        }
    }
}

/// No tube is drawn longer than this to either side, drawing units.
const LONGEST_PIECE: f32 = 400.0;
/// Asks for longer tubes when a body comes near the end of what is drawn of one.
pub fn grow_tubes(
    shown: Res<Shown>,
    units: Res<Units>,
    pieces: Query<(&Visual, &Piece)>,
    mut wanted: ResMut<Remake>,
    mut looked_at: Local<u64>,
) {
    if *looked_at == shown.version {
        return;
    }
    *looked_at = shown.version;
    let short = |(visual, piece): (&Visual, &Piece)| {
        let tube = shown.state.bodies.get(visual.0);
        let is_open = |tube: &&BodyState| grounds::closed(tube, &shown.state, &units).is_none();
        let short = |tube: &BodyState| along(tube, &shown.state, &units) > piece.half && piece.half < LONGEST_PIECE;
        tube.filter(is_open).is_some_and(short)
    };
    if pieces.iter().any(short) {
        wanted.0 = true;
    }
}

/// How far the bodies of a state reach along the z-axis of one of them, drawing units.
fn along(tube: &BodyState, state: &State, units: &Units) -> f32 {
    let reaches = state.bodies.iter().filter_map(|body| {
        let size = extent(&body.shape)?;
        Some(units.length(tube.q.inverse_transform_vector(&(body.x - tube.x)).z.abs() + size))
    });
    reaches.fold(0.0, f32::max).min(LONGEST_PIECE)
}

/// Where a body is drawn.
pub fn transform(body: &BodyState, units: &Units) -> Transform {
    Transform::from_translation(units.point(&body.x)).with_rotation(rotation(&body.q))
}

//! The bridge from the simulated world to the drawn one: `f64` metres to `f32` drawing units, poses to transforms.
//!
//! A drawing unit is the size of a typical body of the scene, so that light, shadows, grid and clip planes fit a
//! scene of millimetres as well as one of metres. With the draw list's mesh this is the only place that casts.

use super::meshes::{self, Paint};
use super::scale::extent;
use super::session::Shown;
use super::theme::{Theme, body_colours};
use crate::laws::{Rotation, Vec3 as Metres};
use crate::record::state::{BodyState, State};
use crate::shapes::Shape;
use bevy::prelude::*;

/// How metres become drawing units.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// Drawing units per metre.
    pub per_metre: f64,
}

impl Default for Units {
    fn default() -> Self {
        Self { per_metre: 1.0 }
    }
}

impl Units {
    /// The units of a scene: one for the size of a typical body.
    pub fn of(state: &State) -> Self {
        Self { per_metre: 1.0 / super::scale::scene_size(state) }
    }

    /// A point or a displacement.
    pub fn point(&self, p: &Metres) -> Vec3 {
        let p = p * self.per_metre;
        Vec3::new(p.x as f32, p.y as f32, p.z as f32)
    }

    /// A length.
    pub fn length(&self, metres: f64) -> f32 {
        (metres * self.per_metre) as f32
    }

    /// A length in drawing units back in metres.
    pub fn metres(&self, units: f32) -> f64 {
        f64::from(units) / self.per_metre
    }
}

/// A direction.
pub fn direction(v: &Metres) -> Vec3 {
    Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

/// A rotation.
pub fn rotation(q: &Rotation) -> Quat {
    Quat::from_xyzw(q.i as f32, q.j as f32, q.k as f32, q.w as f32).normalize()
}

/// The drawn body of that number in the scene.
#[derive(Component, Clone, Copy, Debug)]
pub struct Visual(pub usize);

/// A drawn plane: how far it reaches, in cells of its grid.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Half its width along its x and y, cells.
    pub half: Vec2,
    /// Width of a cell, drawing units.
    pub cell: f32,
}

/// A drawn piece of a tube, which has no ends.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Half its length, drawing units.
    pub half: f32,
}

/// Everything that was spawned to draw a scene.
#[derive(Component, Clone, Copy, Debug)]
pub struct Drawn;

/// Asks for the drawn bodies to be made anew (another scene, another theme).
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Remake(pub bool);

/// Makes the drawn bodies anew when asked to.
pub fn remake(
    mut commands: Commands,
    mut wanted: ResMut<Remake>,
    shown: Res<Shown>,
    theme: Res<Theme>,
    mut units: ResMut<Units>,
    old: Query<Entity, With<Drawn>>,
    mut paint: Paint,
) {
    if !wanted.0 {
        return;
    }
    wanted.0 = false;
    for entity in &old {
        commands.entity(entity).despawn();
    }
    *units = Units::of(&shown.state);
    for (index, body) in shown.state.bodies.iter().enumerate() {
        let place = transform(body, &units);
        // At least as long as it is wide, and some way beyond what is in it.
        let half = units.length(body.shape.size()).max(1.5 * along(body, &shown.state, &units));
        let root = commands.spawn((Drawn, Visual(index), place, Visibility::default())).id();
        if matches!(body.shape, Shape::Plane) {
            // A slope is narrow, so that its edge shows how steep it is.
            let level = (body.q * Metres::z()).z > 0.999;
            let half = if level { Vec2::splat(8.0) } else { Vec2::new(3.0, 8.0) };
            let ground = Ground { half, cell: cell(&units) };
            let parts = paint.ground(&ground, &theme);
            commands.entity(root).insert(ground).with_children(|spawner| {
                for part in parts {
                    spawner.spawn((part, Drawn));
                }
            });
        } else if let Some(mesh) = meshes::mesh(&body.shape, &units, half) {
            let colours = body_colours(index.saturating_sub(1));
            let parts = paint.body(mesh, colours, &body.shape);
            commands.entity(root).insert(parts);
            if matches!(body.shape, Shape::Tube { .. }) {
                commands.entity(root).insert(Piece { half });
            }
        }
    }
}

/// Width of a cell of the grid, drawing units: a round number of metres near the size of a body.
pub fn cell(units: &Units) -> f32 {
    units.length(super::scale::round_below(1.2 / units.per_metre))
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
/// No plane reaches further than this, cells.
const MOST_CELLS: f32 = 400.0;

/// Lets a plane grow when a body comes near its edge; it never shrinks.
pub fn grow_grounds(
    mut commands: Commands,
    shown: Res<Shown>,
    theme: Res<Theme>,
    units: Res<Units>,
    mut grounds: Query<(Entity, &Visual, &mut Ground, &Children)>,
    mut paint: Paint,
) {
    for (entity, visual, mut ground, children) in &mut grounds {
        let Some(plane) = shown.state.bodies.get(visual.0) else { continue };
        let reach = shown
            .state
            .bodies
            .iter()
            .filter_map(|body| extent(&body.shape).map(|size| (body, size)))
            .map(|(body, size)| {
                let local = plane.q.inverse_transform_vector(&(body.x - plane.x)).abs();
                Vec2::new(units.length(local.x + 1.5 * size), units.length(local.y + 1.5 * size)) / ground.cell
            })
            .fold(Vec2::ZERO, Vec2::max);
        let grows = reach.cmpgt(ground.half) & ground.half.cmplt(Vec2::splat(MOST_CELLS));
        if grows.any() {
            let wanted = (1.5 * reach).ceil().min(Vec2::splat(MOST_CELLS));
            ground.half = Vec2::select(grows, wanted, ground.half);
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
}

/// Asks for longer tubes when a body comes near the end of what is drawn of one.
pub fn grow_tubes(shown: Res<Shown>, units: Res<Units>, pieces: Query<(&Visual, &Piece)>, mut wanted: ResMut<Remake>) {
    let short = |(visual, piece): (&Visual, &Piece)| {
        let tube = shown.state.bodies.get(visual.0);
        tube.is_some_and(|tube| along(tube, &shown.state, &units) > piece.half && piece.half < LONGEST_PIECE)
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

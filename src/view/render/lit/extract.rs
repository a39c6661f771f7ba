//! Copies what is drawn in this frame from the world of the scene to the render world.

use super::light::SceneLight;
use super::material::LitMaterial;
use bevy::asset::AssetId;
use bevy::camera::visibility::{RenderLayers, VisibleEntities};
use bevy::math::Affine3A;
use bevy::mesh::{Mesh, Mesh3d};
use bevy::prelude::*;
use bevy::render::Extract;
use bevy::render::sync_world::RenderEntity;
use std::any::TypeId;

/// A mesh to draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawItem {
    pub(crate) mesh: AssetId<Mesh>,
    pub(crate) material: LitMaterial,
    pub(crate) world_from_local: Affine3A,
}

/// What is drawn in this frame.
#[derive(Resource, Default)]
pub(crate) struct DrawLists {
    /// The light.
    pub(crate) light: SceneLight,
    /// Meshes that cast a shadow, in sight or not.
    pub(crate) casters: Vec<DrawItem>,
    /// Meshes in sight of each camera.
    pub(crate) views: Vec<(Entity, Vec<DrawItem>)>,
}

type Drawable = (&'static Mesh3d, &'static LitMaterial, &'static GlobalTransform);

fn item((mesh, material, place): (&Mesh3d, &LitMaterial, &GlobalTransform)) -> DrawItem {
    DrawItem { mesh: mesh.id(), material: *material, world_from_local: place.affine() }
}

/// Fills the lists. Shadows fall from the layers of cameras without layers of their own.
pub(crate) fn extract(
    mut lists: ResMut<DrawLists>,
    light: Extract<Res<SceneLight>>,
    cameras: Extract<Query<(RenderEntity, &Camera, &VisibleEntities), With<Camera3d>>>,
    drawables: Extract<Query<Drawable>>,
    casters: Extract<Query<(Drawable, &InheritedVisibility, Option<&RenderLayers>)>>,
) {
    lists.light = **light;
    let seen = |visible: &VisibleEntities| {
        visible.iter(TypeId::of::<Mesh3d>()).filter_map(|entity| drawables.get(*entity).ok().map(item)).collect()
    };
    let active = cameras.iter().filter(|(_, camera, _)| camera.is_active);
    lists.views = active.map(|(view, _, visible)| (view, seen(visible))).collect();
    let lit_layers = RenderLayers::default();
    let shadows = casters.iter().filter(|((_, material, _), visible, layers)| {
        material.casts_shadow && visible.get() && layers.is_none_or(|layers| layers.intersects(&lit_layers))
    });
    lists.casters = shadows.map(|(drawable, ..)| item(drawable)).collect();
}

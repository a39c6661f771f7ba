//! The grid of the plane view, behind all bodies.

use crate::draw::space::orbit::Orbit;
use crate::draw::space::plane_lines::{cell, lines};
use crate::draw::space::units::Units;
use crate::view::render::camera::SceneArea;
use crate::view::render::lit::material::LitMaterial;
use crate::view::render::meshes::color;
use crate::view::render::theme::{Theme, ThemeColours};
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;

/// Marks the grid mesh.
#[derive(Component)]
pub(crate) struct PlaneGrid;

/// The view for which the current grid was built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DrawnFor(Orbit, SceneArea, f64, Theme);

/// Spawns the mesh, hidden.
pub(crate) fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
    commands.spawn((
        PlaneGrid,
        Mesh3d(meshes.add(mesh(vec![[0.0; 3]; 2]))),
        LitMaterial::unlit(LinearRgba::WHITE),
        Visibility::Hidden,
        NoFrustumCulling,
    ));
}

/// Rebuilds the grid for the current view.
pub(crate) fn redraw(
    (orbit, area, units, theme): (Res<Orbit>, Res<SceneArea>, Res<Units>, Res<Theme>),
    mut grids: Query<(&mut Mesh3d, &mut LitMaterial, &mut Visibility), With<PlaneGrid>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut drawn: Local<Option<DrawnFor>>,
) {
    let wanted = DrawnFor(*orbit, *area, units.per_metre, *theme);
    if *drawn == Some(wanted) {
        return;
    }
    *drawn = Some(wanted);
    for (mut handle, mut material, mut visibility) in &mut grids {
        visibility.set_if_neq(if orbit.plane.is_some() { Visibility::Visible } else { Visibility::Hidden });
        if orbit.plane.is_none() {
            continue;
        }
        let size = area.0.map_or(Vec2::new(1200.0, 800.0), |rect| rect.size()).max(Vec2::ONE);
        let step = units.length(cell(&orbit, &units, size.y));
        handle.0 = meshes.add(mesh(lines(&orbit, size.x / size.y, step)));
        *material = LitMaterial::unlit(color(theme.background().lerp_to_gamma(theme.grid(), 0.45)).to_linear());
    }
}

fn mesh(points: Vec<[f32; 3]>) -> Mesh {
    let normals = vec![[0.0, 0.0, 1.0]; points.len()];
    Mesh::new(PrimitiveTopology::LineList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, points)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
}

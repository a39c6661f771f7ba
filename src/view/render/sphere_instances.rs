//! Sphere instances of a many-body scene: one mesh, four corners per sphere, rebuilt when the displayed state
//! changes; the shader ray-casts exact spheres.

use crate::app::state::layout::Layers;
use crate::app::timeline::display_state::DisplayState;
use crate::draw::space::units::{Units, rotation};
use crate::observe::many_body::is_many_body;
use crate::observe::state::BodyState;
use crate::shapes::Shape;
use crate::view::render::drawn::Drawn;
use crate::view::render::lit::material::{LitMaterial, SPHERE_COLOUR, SPHERE_CORNER, SPHERE_TURN, Shading};
use crate::view::render::theme::{self, Theme, body_colours};
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;
use bevy_egui::egui::Color32;

/// Scale of the spheres while force chains are shown.
pub(crate) const CHAIN_VIEW_SCALE: f64 = 0.4;

/// The mesh of all sphere instances.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct SphereInstanceMesh;

/// Whether a body is part of that mesh.
pub(crate) fn is_sphere_instance(bodies: usize, shape: &Shape) -> bool {
    is_many_body(bodies) && matches!(shape, Shape::Sphere { .. })
}

/// Rebuilds the mesh when its input has changed; removes it for scenes with few bodies.
pub(crate) fn redraw(
    mut commands: Commands,
    shown: Res<DisplayState>,
    layers: Res<Layers>,
    (units, theme): (Res<Units>, Res<Theme>),
    mesh: Query<(Entity, &Mesh3d), With<SphereInstanceMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut made: Local<Option<(u64, Theme, Units)>>,
) -> Result {
    let now = is_many_body(shown.state.bodies.len()).then_some((shown.version, *theme, *units));
    let there = mesh.iter().next();
    if *made == now && there.is_some() == now.is_some() {
        return Ok(());
    }
    *made = now;
    match (now, there) {
        (None, None) => {}
        (None, Some((entity, _))) => commands.entity(entity).despawn(),
        (Some(_), Some((_, handle))) => meshes.insert(handle.id(), sphere_instances(&shown, &layers, &units))?,
        (Some(_), None) => {
            commands.spawn((
                (Drawn, SphereInstanceMesh),
                Mesh3d(meshes.add(sphere_instances(&shown, &layers, &units))),
                LitMaterial { shading: Shading::Spheres, ..LitMaterial::unlit(LinearRgba::WHITE) },
                NoFrustumCulling,
            ));
        }
    }
    Ok(())
}

/// Builds the mesh of a state's spheres.
fn sphere_instances(shown: &DisplayState, layers: &Layers, units: &Units) -> Mesh {
    let bodies = &shown.state.bodies;
    let small = if layers.0.chains { CHAIN_VIEW_SCALE } else { 1.0 };
    let mut corners = SphereCorners::default();
    for (index, body) in bodies.iter().enumerate() {
        if let Shape::Sphere { radius } = body.shape {
            let colour = colour(index, shown, layers.0.selected == Some(index));
            corners.add(body, units.length(small * radius), colour, units);
        }
    }
    corners.mesh()
}

/// The colour of a sphere; the last byte is 255 if the sphere is chequered.
fn colour(index: usize, shown: &DisplayState, selected: bool) -> [u8; 4] {
    let plain = |c: Color32| [c.r(), c.g(), c.b(), 0];
    match &shown.tint {
        _ if selected => [0xFF, 0x7A, 0x00, 255],
        Some(tint) => plain(theme::viridis(tint.share(index))),
        None => {
            // Four bands by index show the layers of a fill and how they mix.
            let [_, dark] = body_colours(4 * index / shown.state.bodies.len().max(1));
            [dark.r(), dark.g(), dark.b(), 255]
        }
    }
}

#[derive(Default)]
struct SphereCorners {
    centres: Vec<[f32; 3]>,
    corners: Vec<[f32; 3]>,
    turns: Vec<[i16; 4]>,
    colours: Vec<[u8; 4]>,
}

impl SphereCorners {
    fn add(&mut self, body: &BodyState, radius: f32, colour: [u8; 4], units: &Units) {
        let turn = rotation(&body.q).to_array().map(|part| (part * f32::from(i16::MAX)).round() as i16);
        let around = [[-1.0, -1.0, radius], [1.0, -1.0, radius], [1.0, 1.0, radius], [-1.0, 1.0, radius]];
        self.corners.extend(around);
        self.centres.extend([units.point(&body.x).to_array(); 4]);
        self.turns.extend([turn; 4]);
        self.colours.extend([colour; 4]);
    }

    fn mesh(self) -> Mesh {
        let count = self.centres.len() as u32 / 4;
        let indices = (0..count).flat_map(|k| [0, 1, 2, 0, 2, 3].map(|corner| 4 * k + corner)).collect();
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.centres)
            .with_inserted_attribute(SPHERE_CORNER, self.corners)
            .with_inserted_attribute(SPHERE_TURN, VertexAttributeValues::Snorm16x4(self.turns))
            .with_inserted_attribute(SPHERE_COLOUR, VertexAttributeValues::Unorm8x4(self.colours))
            .with_inserted_indices(Indices::U32(indices))
    }
}

#[cfg(test)]
#[path = "../tests/many_body_tests.rs"]
mod tests;

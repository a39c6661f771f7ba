//! Sphere instances of a many-body scene: one mesh, four corners per sphere, rebuilt when the displayed state
//! changes; the shader ray-casts exact spheres.

use crate::app::display_state::DisplayState;
use crate::app::layout::Layers;
use crate::draw::units::{Units, rotation};
use crate::record::many_body::is_many_body;
use crate::record::state::BodyState;
use crate::shapes::Shape;
use crate::view::render::drawn::Drawn;
use crate::view::render::theme::{self, Theme, body_colours};
use bevy::asset::{RenderAssetUsages, load_internal_asset, uuid_handle};
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::mesh::{Indices, MeshVertexAttribute, MeshVertexBufferLayoutRef, PrimitiveTopology, VertexAttributeValues};
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError, VertexFormat,
};
use bevy::shader::{Shader, ShaderRef};
use bevy_egui::egui::Color32;

const CORNER: MeshVertexAttribute = MeshVertexAttribute::new("Bead_Corner", 0x5b1c_0001, VertexFormat::Float32x3);
const TURN: MeshVertexAttribute = MeshVertexAttribute::new("Bead_Turn", 0x5b1c_0002, VertexFormat::Snorm16x4);
const COLOUR: MeshVertexAttribute = MeshVertexAttribute::new("Bead_Colour", 0x5b1c_0003, VertexFormat::Unorm8x4);
const SHADER: Handle<Shader> = uuid_handle!("5b1c0d1e-6a0f-4c57-9f2b-2f6d1a3c9e47");

/// Scale of the spheres while force chains are shown.
pub(crate) const CHAIN_VIEW_SCALE: f64 = 0.4;

/// Material of the sphere instances.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub(crate) struct SphereInstanceMaterial {
    /// Direction toward the light, world frame.
    #[uniform(0)]
    light: Vec4,
}

impl Material for SphereInstanceMaterial {
    fn vertex_shader() -> ShaderRef {
        SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        _: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let corners = layout.0.get_layout(&[
            Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
            CORNER.at_shader_location(1),
            TURN.at_shader_location(2),
            COLOUR.at_shader_location(3),
        ])?;
        descriptor.vertex.buffers = vec![corners];
        descriptor.primitive.cull_mode = None;
        Ok(())
    }
}

/// Registers the shader and the material.
pub(crate) struct SphereInstancePlugin;

impl Plugin for SphereInstancePlugin {
    fn build(&self, app: &mut App) {
        load_internal_asset!(app, SHADER, "../../../assets/shaders/sphere_instances.wgsl", Shader::from_wgsl);
        app.add_plugins(MaterialPlugin::<SphereInstanceMaterial>::default());
    }
}

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
    mut materials: ResMut<Assets<SphereInstanceMaterial>>,
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
            let light = Vec3::new(3.0, -2.2, 7.0).normalize().extend(0.0);
            commands.spawn((
                (Drawn, SphereInstanceMesh),
                Mesh3d(meshes.add(sphere_instances(&shown, &layers, &units))),
                MeshMaterial3d(materials.add(SphereInstanceMaterial { light })),
                (NoFrustumCulling, NotShadowCaster, NotShadowReceiver),
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
            .with_inserted_attribute(CORNER, self.corners)
            .with_inserted_attribute(TURN, VertexAttributeValues::Snorm16x4(self.turns))
            .with_inserted_attribute(COLOUR, VertexAttributeValues::Unorm8x4(self.colours))
            .with_inserted_indices(Indices::U32(indices))
    }
}

#[cfg(test)]
#[path = "../tests/many_body_tests.rs"]
mod tests;

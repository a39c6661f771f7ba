//! Meshes that look alike become instances of one draw call.

use super::extract::{DrawItem, DrawLists};
use super::pipeline::{LitKey, LitPipeline};
use bevy::asset::AssetId;
use bevy::math::FloatOrd;
use bevy::mesh::Mesh;
use bevy::prelude::*;
use bevy::render::mesh::RenderMesh;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::{
    BufferUsages, CachedRenderPipelineId, PipelineCache, RawBufferVec, SpecializedMeshPipelines, TextureFormat,
};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bevy::render::view::ExtractedView;
use std::ops::Range;

/// An instance as the shader reads it: rows of the matrix from mesh to world, two colours, checks along u and v,
/// roughness, reflectance.
type Instance = [[f32; 4]; 6];

fn instance(item: &DrawItem) -> Instance {
    let rows = item.world_from_local.matrix3.transpose();
    let [x, y, z] = [rows.x_axis, rows.y_axis, rows.z_axis];
    let shift = item.world_from_local.translation;
    let of = &item.material;
    [
        x.extend(shift.x).to_array(),
        y.extend(shift.y).to_array(),
        z.extend(shift.z).to_array(),
        of.colours[0].to_f32_array(),
        of.colours[1].to_f32_array(),
        [of.checks.x, of.checks.y, of.roughness, of.reflectance],
    ]
}

/// A draw call.
#[derive(Clone, Debug)]
pub(crate) struct DrawBatch {
    pub(crate) pipeline: CachedRenderPipelineId,
    pub(crate) mesh: AssetId<Mesh>,
    pub(crate) instances: Range<u32>,
}

/// Draw calls of a camera, in order.
#[derive(Component, Default)]
pub(crate) struct ViewBatches(pub(crate) Vec<DrawBatch>);

/// Instances of all draw calls of a frame, and the draw calls of the shadow pass.
#[derive(Resource)]
pub(crate) struct InstanceBuffer {
    pub(crate) instances: RawBufferVec<Instance>,
    pub(crate) shadows: Vec<DrawBatch>,
}

impl Default for InstanceBuffer {
    fn default() -> Self {
        Self { instances: RawBufferVec::new(BufferUsages::VERTEX), shadows: Vec::new() }
    }
}

/// Order of an item: opaque ones by what they share, blended ones after them from back to front.
type DrawOrder = (bool, FloatOrd, usize, AssetId<Mesh>);

/// What turns items into draw calls.
struct Batcher<'a> {
    pipelines: &'a mut SpecializedMeshPipelines<LitPipeline>,
    pipeline: &'a LitPipeline,
    cache: &'a PipelineCache,
    meshes: &'a RenderAssets<RenderMesh>,
    lists: &'a DrawLists,
    instances: &'a mut RawBufferVec<Instance>,
}

impl Batcher<'_> {
    /// The draw calls of a pass. `distance` of a point grows toward the eye, drawing units.
    fn batches(
        &mut self,
        items: &[DrawItem],
        target: Option<(u32, TextureFormat)>,
        distance: impl Fn(&Vec3) -> f32,
    ) -> Result<Vec<DrawBatch>> {
        let mut ordered: Vec<(DrawOrder, &DrawItem)> = Vec::with_capacity(items.len());
        for item in items {
            let Some(mesh) = self.meshes.get(item.mesh) else { continue };
            let key = LitKey::new(target, &item.material, self.lists.light.filter, mesh.primitive_topology());
            let pipeline = self.pipelines.specialize(self.cache, self.pipeline, key, &mesh.layout)?;
            let centre = item.world_from_local.transform_point3(mesh.aabb_center);
            let blend = item.material.blend;
            let depth = if blend { distance(&centre) + item.material.depth_bias } else { 0.0 };
            ordered.push(((blend, FloatOrd(depth), pipeline.id(), item.mesh), item));
        }
        ordered.sort_by_key(|(order, _)| *order);
        let mut batches: Vec<DrawBatch> = Vec::new();
        for ((_, _, pipeline, mesh), item) in ordered {
            let index = self.instances.push(instance(item)) as u32;
            let pipeline = CachedRenderPipelineId::new(pipeline);
            match batches.last_mut() {
                Some(last) if last.pipeline == pipeline && last.mesh == mesh => last.instances.end = index + 1,
                _ => batches.push(DrawBatch { pipeline, mesh, instances: index..index + 1 }),
            }
        }
        Ok(batches)
    }
}

/// Turns the lists into draw calls.
pub(crate) fn batch(
    mut commands: Commands,
    (lists, meshes): (Res<DrawLists>, Res<RenderAssets<RenderMesh>>),
    (pipeline, cache): (Res<LitPipeline>, Res<PipelineCache>),
    mut pipelines: ResMut<SpecializedMeshPipelines<LitPipeline>>,
    mut buffer: ResMut<InstanceBuffer>,
    views: Query<(&ExtractedView, &Msaa)>,
    (device, queue): (Res<RenderDevice>, Res<RenderQueue>),
) -> Result {
    let InstanceBuffer { instances, shadows } = &mut *buffer;
    instances.clear();
    let mut batcher = Batcher {
        pipelines: &mut pipelines,
        pipeline: &pipeline,
        cache: &cache,
        meshes: &meshes,
        lists: &lists,
        instances,
    };
    *shadows = batcher.batches(&lists.casters, None, |_| 0.0)?;
    for (entity, items) in &lists.views {
        let Ok((view, msaa)) = views.get(*entity) else { continue };
        let range = view.rangefinder3d();
        let target = Some((msaa.samples(), view.target_format));
        let batches = batcher.batches(items, target, |at| range.distance(at))?;
        commands.entity(*entity).insert(ViewBatches(batches));
    }
    instances.write_buffer(&device, &queue);
    Ok(())
}

//! Records the shadow pass and the pass of each camera.

use super::batches::{DrawBatch, InstanceBuffer, ViewBatches};
use super::pipeline::{LightBuffer, LitPipeline};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::mesh::allocator::MeshAllocator;
use bevy::render::mesh::{RenderMesh, RenderMeshBufferInfo};
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_phase::TrackedRenderPass;
use bevy::render::render_resource::{
    LoadOp, Operations, PipelineCache, RenderPassDepthStencilAttachment, RenderPassDescriptor, StoreOp,
};
use bevy::render::renderer::{RenderContext, ViewQuery};
use bevy::render::view::{ViewDepthTexture, ViewTarget, ViewUniformOffset};

/// What draw calls need.
#[derive(SystemParam)]
pub(crate) struct Drawing<'w> {
    pipelines: Res<'w, PipelineCache>,
    meshes: Res<'w, RenderAssets<RenderMesh>>,
    allocator: Res<'w, MeshAllocator>,
    buffer: Res<'w, InstanceBuffer>,
    light: Res<'w, LightBuffer>,
}

impl Drawing<'_> {
    fn draw<'a>(&'a self, batches: &[DrawBatch], pass: &mut TrackedRenderPass<'a>) {
        let Some(instances) = self.buffer.instances.buffer() else { return };
        pass.set_vertex_buffer(1, instances.slice(..));
        for batch in batches {
            self.draw_batch(batch, pass);
        }
    }

    /// Records a draw call; `None` while its pipeline or mesh is not ready.
    fn draw_batch<'a>(&'a self, batch: &DrawBatch, pass: &mut TrackedRenderPass<'a>) -> Option<()> {
        let pipeline = self.pipelines.get_render_pipeline(batch.pipeline)?;
        let mesh = self.meshes.get(batch.mesh)?;
        let vertices = self.allocator.mesh_vertex_slice(&batch.mesh)?;
        pass.set_render_pipeline(pipeline);
        pass.set_vertex_buffer(0, vertices.buffer.slice(..));
        match &mesh.buffer_info {
            RenderMeshBufferInfo::Indexed { count, index_format } => {
                let indices = self.allocator.mesh_index_slice(&batch.mesh)?;
                pass.set_index_buffer(indices.buffer.slice(..), *index_format);
                let first = indices.range.start;
                pass.draw_indexed(first..first + count, vertices.range.start as i32, batch.instances.clone());
            }
            RenderMeshBufferInfo::NonIndexed => pass.draw(vertices.range, batch.instances.clone()),
        }
        Some(())
    }
}

/// Draws the depth of what casts shadows into the shadow map.
pub(crate) fn draw_shadows(drawing: Drawing, pipeline: Res<LitPipeline>, mut context: RenderContext) {
    let Some(group) = &drawing.light.shadow_group else { return };
    let mut pass = context.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("shadows"),
        color_attachments: &[],
        depth_stencil_attachment: Some(RenderPassDepthStencilAttachment {
            view: &pipeline.shadow_map,
            depth_ops: Some(Operations { load: LoadOp::Clear(0.0), store: StoreOp::Store }),
            stencil_ops: None,
        }),
        ..default()
    });
    pass.set_bind_group(0, group, &[]);
    drawing.draw(&drawing.buffer.shadows, &mut pass);
}

/// Draws what a camera sees.
pub(crate) fn draw_view(
    view: ViewQuery<(&ExtractedCamera, &ViewTarget, &ViewDepthTexture, &ViewUniformOffset, &ViewBatches)>,
    drawing: Drawing,
    mut context: RenderContext,
) {
    let (camera, target, depth, offset, batches) = view.into_inner();
    let Some(group) = &drawing.light.view_group else { return };
    let colour = [Some(target.get_color_attachment())];
    let mut pass = context.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("scene"),
        color_attachments: &colour,
        depth_stencil_attachment: Some(depth.get_attachment(StoreOp::Discard)),
        ..default()
    });
    if let Some(viewport) = &camera.viewport {
        pass.set_camera_viewport(viewport);
    }
    pass.set_bind_group(0, group, &[offset.offset]);
    drawing.draw(&batches.0, &mut pass);
    drop(pass);
    // WebGL2 keeps the viewport of a pass for the next one, unless that has none.
    if cfg!(target_arch = "wasm32") && camera.viewport.is_some() {
        let colour = [Some(target.get_color_attachment())];
        let _reset = context.command_encoder().begin_render_pass(&RenderPassDescriptor {
            label: Some("reset_viewport"),
            color_attachments: &colour,
            ..default()
        });
    }
}

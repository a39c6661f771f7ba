//! Draws meshes under one directional light with a shadow map, without `bevy_pbr`: one small shader, two passes.
//!
//! | file | does |
//! |---|---|
//! | `material` | how a mesh is shaded |
//! | `light` | the light, and the matrix of its shadow map |
//! | `extract` | copies what is drawn to the render world |
//! | `pipeline` | render pipelines, bind groups, the shadow map |
//! | `batches` | meshes that look alike, as instances of one draw call |
//! | `passes` | records the shadow pass and the pass of each camera |

mod batches;
mod extract;
pub(crate) mod light;
pub(crate) mod material;
mod passes;
mod pipeline;

use bevy::asset::load_internal_asset;
use bevy::core_pipeline::upscaling::upscaling;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::render::render_resource::SpecializedMeshPipelines;
use bevy::render::renderer::{RenderGraph, RenderGraphSystems};
use bevy::render::{ExtractSchedule, GpuResourceAppExt, Render, RenderApp, RenderSystems};
use bevy::shader::Shader;
use pipeline::{BINDINGS, LIT, SPHERES};

/// What a camera of the scene does in a frame.
#[derive(ScheduleLabel, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SceneGraph;

/// Draws every visible entity that has a mesh and a [`LitMaterial`](material::LitMaterial), for cameras of the
/// [`SceneGraph`].
pub(crate) struct LitPlugin;

impl Plugin for LitPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<light::SceneLight>();
        load_internal_asset!(app, BINDINGS, "../../../../assets/shaders/scene_bindings.wgsl", Shader::from_wgsl);
        load_internal_asset!(app, LIT, "../../../../assets/shaders/lit.wgsl", Shader::from_wgsl);
        load_internal_asset!(app, SPHERES, "../../../../assets/shaders/sphere_instances.wgsl", Shader::from_wgsl);
        let Some(render) = app.get_sub_app_mut(RenderApp) else { return };
        render
            .init_resource::<extract::DrawLists>()
            .init_gpu_resource::<pipeline::LitPipeline>()
            .init_gpu_resource::<pipeline::LightBuffer>()
            .init_gpu_resource::<SpecializedMeshPipelines<pipeline::LitPipeline>>()
            .init_gpu_resource::<batches::InstanceBuffer>()
            .add_systems(ExtractSchedule, extract::extract)
            .add_systems(Render, batches::batch.in_set(RenderSystems::QueueMeshes))
            .add_systems(Render, pipeline::prepare_bind_groups.in_set(RenderSystems::PrepareBindGroups))
            .add_systems(RenderGraph, passes::draw_shadows.in_set(RenderGraphSystems::Begin))
            .add_systems(SceneGraph, (passes::draw_view, upscaling).chain());
    }
}

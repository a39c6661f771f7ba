//! Render pipelines, bind groups and the shadow map.

use super::extract::DrawLists;
use super::light::{SHADOW_MAP_SIZE, SceneLight, ShadowFilter};
use super::material::{LitMaterial, Shading, sphere_attributes};
use bevy::asset::uuid_handle;
use bevy::core_pipeline::core_3d::CORE_3D_DEPTH_FORMAT;
use bevy::mesh::{MeshVertexBufferLayoutRef, PrimitiveTopology, VertexBufferLayout};
use bevy::prelude::*;
use bevy::render::render_resource::binding_types::{sampler, texture_depth_2d, uniform_buffer};
use bevy::render::render_resource::*;
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bevy::render::view::{ViewUniform, ViewUniforms};
use bevy::shader::{Shader, ShaderDefVal};

/// Bindings that all shaders share.
pub(crate) const BINDINGS: Handle<Shader> = uuid_handle!("5b1c0d1e-6a0f-4c57-9f2b-2f6d1a3c9e48");
/// Shades meshes.
pub(crate) const LIT: Handle<Shader> = uuid_handle!("5b1c0d1e-6a0f-4c57-9f2b-2f6d1a3c9e49");
/// Shades sphere instances.
pub(crate) const SPHERES: Handle<Shader> = uuid_handle!("5b1c0d1e-6a0f-4c57-9f2b-2f6d1a3c9e47");

/// The light as the shaders read it.
#[derive(ShaderType, Clone, Copy, Default)]
pub(crate) struct LightUniform {
    clip_from_world: Mat4,
    toward: Vec3,
    texel: f32,
}

impl From<&SceneLight> for LightUniform {
    fn from(light: &SceneLight) -> Self {
        Self { clip_from_world: light.clip_from_world(), toward: light.toward, texel: light.texel() }
    }
}

/// The light on the device, and the bind groups of both passes.
#[derive(Resource, Default)]
pub(crate) struct LightBuffer {
    uniform: UniformBuffer<LightUniform>,
    /// Of the shadow pass.
    pub(crate) shadow_group: Option<BindGroup>,
    /// Of the passes of the cameras, with the offset of the camera.
    pub(crate) view_group: Option<BindGroup>,
}

/// What makes a pipeline another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LitKey {
    /// Samples and format of a camera; `None` in the shadow pass.
    target: Option<(u32, TextureFormat)>,
    shading: Shading,
    is_checked: bool,
    filter: ShadowFilter,
    cull_mode: Option<Face>,
    blend: bool,
    depth_bias: i32,
    topology: PrimitiveTopology,
}

impl LitKey {
    pub(crate) fn new(
        target: Option<(u32, TextureFormat)>,
        material: &LitMaterial,
        filter: ShadowFilter,
        topology: PrimitiveTopology,
    ) -> Self {
        Self {
            target,
            shading: material.shading,
            is_checked: material.checks != Vec2::ZERO,
            filter,
            cull_mode: material.cull_mode,
            blend: material.blend,
            depth_bias: material.depth_bias as i32,
            topology,
        }
    }
}

/// Layouts, shadow map and its sampler.
#[derive(Resource)]
pub(crate) struct LitPipeline {
    view_layout: BindGroupLayoutDescriptor,
    shadow_layout: BindGroupLayoutDescriptor,
    pub(crate) shadow_map: TextureView,
    shadow_sampler: Sampler,
}

impl FromWorld for LitPipeline {
    fn from_world(world: &mut World) -> Self {
        let device = world.resource::<RenderDevice>();
        let shadow_map = device.create_texture(&TextureDescriptor {
            label: Some("shadow_map"),
            size: Extent3d { width: SHADOW_MAP_SIZE, height: SHADOW_MAP_SIZE, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: TextureDimension::D2,
            format: CORE_3D_DEPTH_FORMAT,
            usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let light = uniform_buffer::<LightUniform>(false);
        Self {
            view_layout: BindGroupLayoutDescriptor::new(
                "scene_view",
                &BindGroupLayoutEntries::sequential(
                    ShaderStages::VERTEX_FRAGMENT,
                    (
                        uniform_buffer::<ViewUniform>(true),
                        light,
                        texture_depth_2d(),
                        sampler(SamplerBindingType::Comparison),
                    ),
                ),
            ),
            shadow_layout: BindGroupLayoutDescriptor::new(
                "scene_shadow",
                &BindGroupLayoutEntries::with_indices(ShaderStages::VERTEX, ((1, light),)),
            ),
            shadow_map: shadow_map.create_view(&TextureViewDescriptor::default()),
            // A point is lit if its depth is at least that of the map, which grows toward the light.
            shadow_sampler: device.create_sampler(&SamplerDescriptor {
                label: Some("shadow_sampler"),
                mag_filter: FilterMode::Linear,
                min_filter: FilterMode::Linear,
                compare: Some(CompareFunction::GreaterEqual),
                ..default()
            }),
        }
    }
}

/// Writes the light and makes the bind groups.
pub(crate) fn prepare_bind_groups(
    mut light: ResMut<LightBuffer>,
    lists: Res<DrawLists>,
    pipeline: Res<LitPipeline>,
    (views, pipelines): (Res<ViewUniforms>, Res<PipelineCache>),
    (device, queue): (Res<RenderDevice>, Res<RenderQueue>),
) {
    light.uniform.set(LightUniform::from(&lists.light));
    light.uniform.write_buffer(&device, &queue);
    let (Some(view), Some(uniform)) = (views.uniforms.binding(), light.uniform.binding()) else { return };
    let view_group = device.create_bind_group(
        "scene_view",
        &pipelines.get_bind_group_layout(&pipeline.view_layout),
        &BindGroupEntries::sequential((view, uniform.clone(), &pipeline.shadow_map, &pipeline.shadow_sampler)),
    );
    let shadow_group = device.create_bind_group(
        "scene_shadow",
        &pipelines.get_bind_group_layout(&pipeline.shadow_layout),
        &BindGroupEntries::with_indices(((1, uniform),)),
    );
    (light.view_group, light.shadow_group) = (Some(view_group), Some(shadow_group));
}

/// Attributes of an instance, after those of the mesh: three rows of the matrix, two colours, the surface.
fn instance_layout() -> VertexBufferLayout {
    let attributes = (0..6).map(|k| VertexAttribute {
        format: VertexFormat::Float32x4,
        offset: 16 * u64::from(k),
        shader_location: 4 + k,
    });
    VertexBufferLayout { array_stride: 96, step_mode: VertexStepMode::Instance, attributes: attributes.collect() }
}

impl LitPipeline {
    /// Vertex buffers of a mesh, and the names of what it has that others lack.
    fn buffers(
        key: &LitKey,
        layout: &MeshVertexBufferLayoutRef,
    ) -> Result<(Vec<VertexBufferLayout>, Vec<ShaderDefVal>), SpecializedMeshPipelineError> {
        let mut defs: Vec<ShaderDefVal> = Vec::new();
        if key.shading == Shading::Spheres {
            return Ok((vec![layout.0.get_layout(&sphere_attributes())?], defs));
        }
        let mut attributes =
            vec![Mesh::ATTRIBUTE_POSITION.at_shader_location(0), Mesh::ATTRIBUTE_NORMAL.at_shader_location(1)];
        if key.is_checked {
            attributes.push(Mesh::ATTRIBUTE_UV_0.at_shader_location(2));
            defs.push("CHECKED".into());
        }
        if layout.0.contains(Mesh::ATTRIBUTE_COLOR) {
            attributes.push(Mesh::ATTRIBUTE_COLOR.at_shader_location(3));
            defs.push("VERTEX_COLOURS".into());
        }
        if key.shading == Shading::Unlit {
            defs.push("UNLIT".into());
        }
        if key.blend {
            defs.push("BLENDED".into());
        }
        if key.filter == ShadowFilter::Gaussian {
            defs.push("GAUSSIAN_SHADOWS".into());
        }
        Ok((vec![layout.0.get_layout(&attributes)?, instance_layout()], defs))
    }
}

impl SpecializedMeshPipeline for LitPipeline {
    type Key = LitKey;

    fn specialize(
        &self,
        key: LitKey,
        layout: &MeshVertexBufferLayoutRef,
    ) -> Result<RenderPipelineDescriptor, SpecializedMeshPipelineError> {
        let (buffers, shader_defs) = Self::buffers(&key, layout)?;
        let shader = if key.shading == Shading::Spheres { SPHERES } else { LIT };
        let entry = if key.target.is_some() { "vertex" } else { "shadow_vertex" };
        let fragment = key.target.map(|(_, format)| FragmentState {
            shader: shader.clone(),
            shader_defs: shader_defs.clone(),
            entry_point: Some("fragment".into()),
            targets: vec![Some(ColorTargetState {
                format,
                blend: key.blend.then_some(BlendState::ALPHA_BLENDING),
                write_mask: ColorWrites::ALL,
            })],
        });
        let view = if key.target.is_some() { &self.view_layout } else { &self.shadow_layout };
        Ok(RenderPipelineDescriptor {
            label: Some("lit".into()),
            layout: vec![view.clone()],
            vertex: VertexState { shader, shader_defs, entry_point: Some(entry.into()), buffers },
            primitive: PrimitiveState { topology: key.topology, cull_mode: key.cull_mode, ..default() },
            depth_stencil: Some(DepthStencilState {
                format: CORE_3D_DEPTH_FORMAT,
                depth_write_enabled: Some(!key.blend),
                depth_compare: Some(CompareFunction::GreaterEqual),
                stencil: StencilState::default(),
                bias: DepthBiasState { constant: key.depth_bias, ..default() },
            }),
            multisample: MultisampleState { count: key.target.map_or(1, |(samples, _)| samples), ..default() },
            fragment,
            ..default()
        })
    }
}

// What all shaders of the scene read.

#define_import_path stickslip::scene_bindings

#import bevy_render::view::View

struct Light {
    // World to clip coordinates of the shadow map; depth 1 is nearest to the light.
    clip_from_world: mat4x4<f32>,
    // Unit vector toward the light, world.
    toward: vec3<f32>,
    // Width of a texel of the shadow map, world.
    texel: f32,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<uniform> light: Light;
@group(0) @binding(2) var shadow_map: texture_depth_2d;
@group(0) @binding(3) var shadow_sampler: sampler_comparison;

fn is_orthographic() -> bool {
    return view.clip_from_view[3].w == 1.0;
}

// Unit vector from a point to the eye, world.
fn toward_eye(at: vec3<f32>) -> vec3<f32> {
    if is_orthographic() {
        return normalize(view.world_from_view[2].xyz);
    }
    return normalize(view.world_position - at);
}

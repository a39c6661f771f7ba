// Meshes under a directional light with shadows, and ambient light.

#import stickslip::scene_bindings::{view, light, shadow_map, shadow_sampler, toward_eye}

// Irradiance of the directional light on a surface that faces it, and share of a colour seen by ambient light; a white
// surface in full light is white.
const SUN: f32 = 2.304;
const AMBIENT: f32 = 0.1904;
const PI: f32 = 3.14159265;
// Points are compared with the shadow map this far toward the light, world, and along their normal, texels: a surface
// casts no shadow on itself.
const SHADOW_BIAS: f32 = 0.02;
const SHADOW_NORMAL_BIAS: f32 = 1.8;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
#ifdef CHECKED
    @location(2) uv: vec2<f32>,
#endif
#ifdef VERTEX_COLOURS
    @location(3) colour: vec4<f32>,
#endif
    // Of the instance: rows of the matrix from mesh to world, which scales all axes alike.
    @location(4) row_x: vec4<f32>,
    @location(5) row_y: vec4<f32>,
    @location(6) row_z: vec4<f32>,
    // Linear colours of even and odd checks.
    @location(7) even: vec4<f32>,
    @location(8) odd: vec4<f32>,
    // Checks along u and v, perceptual roughness, reflectance.
    @location(9) surface: vec4<f32>,
}

struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) even: vec4<f32>,
#ifdef CHECKED
    @location(3) @interpolate(flat) odd: vec4<f32>,
    @location(4) checks: vec2<f32>,
#endif
    @location(5) @interpolate(flat) finish: vec2<f32>,
}

fn world_point(in: Vertex) -> vec3<f32> {
    let point = vec4(in.position, 1.0);
    return vec3(dot(in.row_x, point), dot(in.row_y, point), dot(in.row_z, point));
}

@vertex
fn shadow_vertex(in: Vertex) -> @builtin(position) vec4<f32> {
    return light.clip_from_world * vec4(world_point(in), 1.0);
}

@vertex
fn vertex(in: Vertex) -> Varyings {
    var out: Varyings;
    out.world = world_point(in);
    out.clip = view.clip_from_world * vec4(out.world, 1.0);
    out.normal = vec3(dot(in.row_x.xyz, in.normal), dot(in.row_y.xyz, in.normal), dot(in.row_z.xyz, in.normal));
    out.even = in.even;
#ifdef VERTEX_COLOURS
    out.even *= in.colour;
#endif
#ifdef CHECKED
    out.odd = in.odd;
    out.checks = in.uv * in.surface.xy;
#endif
    out.finish = in.surface.zw;
    return out;
}

// Integral of a wave that is 1 from 0 to 1 and -1 from 1 to 2.
fn wave_integral(t: vec2<f32>) -> vec2<f32> {
    return 1.0 - abs(1.0 - 2.0 * fract(0.5 * t));
}

// Share of the odd checks in a pixel, by the mean over its width: their edges are smooth and do not flicker far away.
fn odd_share(checks: vec2<f32>) -> f32 {
    let width = max(fwidth(checks), vec2(1e-5));
    let wave = (wave_integral(checks + 0.5 * width) - wave_integral(checks - 0.5 * width)) / width;
    return 0.5 - 0.5 * wave.x * wave.y;
}

fn fifth_power(x: f32) -> f32 {
    let square = x * x;
    return square * square * x;
}

// Share of the directional light that reaches a point.
fn sunlit_share(at: vec3<f32>, normal: vec3<f32>) -> f32 {
    let moved = at + SHADOW_NORMAL_BIAS * light.texel * normal + SHADOW_BIAS * light.toward;
    let clip = (light.clip_from_world * vec4(moved, 1.0)).xyz;
    let uv = vec2(0.5, -0.5) * clip.xy + 0.5;
#ifdef GAUSSIAN_SHADOWS
    let size = vec2<f32>(textureDimensions(shadow_map));
    var share = 0.0;
    for (var j = -1; j <= 1; j += 1) {
        for (var i = -1; i <= 1; i += 1) {
            let weight = f32((2 - abs(i)) * (2 - abs(j))) / 16.0;
            let tap = uv + 1.5 * vec2(f32(i), f32(j)) / size;
            share += weight * textureSampleCompareLevel(shadow_map, shadow_sampler, tap, clip.z);
        }
    }
#else
    let share = textureSampleCompareLevel(shadow_map, shadow_sampler, uv, clip.z);
#endif
    let outside = any(abs(clip.xy) > vec2(1.0)) || clip.z < 0.0 || clip.z > 1.0;
    return select(share, 1.0, outside);
}

// Light that a surface sends to the eye: Disney's diffuse reflection (Burley 2012) and a highlight with the distribution
// of Trowbridge and Reitz, Smith's shadowing and Schlick's Fresnel factor (Walter et al. 2007).
fn shaded(base: vec3<f32>, at: vec3<f32>, normal: vec3<f32>, finish: vec2<f32>) -> vec3<f32> {
    let eye = toward_eye(at);
    let half_way = normalize(light.toward + eye);
    let n_l = saturate(dot(normal, light.toward));
    let n_v = max(dot(normal, eye), 1e-4);
    let n_h = saturate(dot(normal, half_way));
    let l_h = saturate(dot(light.toward, half_way));
    let alpha = finish.x * finish.x;
    let grazing = 2.0 * alpha * l_h * l_h - 0.5;
    let diffuse = (1.0 + grazing * fifth_power(1.0 - n_l)) * (1.0 + grazing * fifth_power(1.0 - n_v)) / PI;
    let square = alpha * alpha;
    let spread = n_h * n_h * (square - 1.0) + 1.0;
    let distribution = square / (PI * spread * spread);
    let masking = 0.5 / (n_l * sqrt(n_v * n_v * (1.0 - square) + square) + n_v * sqrt(n_l * n_l * (1.0 - square) + square));
    let facing = 0.16 * finish.y * finish.y;
    let fresnel = facing + (min(49.5 * facing, 1.0) - facing) * fifth_power(1.0 - l_h);
    let sun = SUN * n_l * sunlit_share(at, normal);
    return base * AMBIENT + (base * diffuse + distribution * masking * fresnel) * sun;
}

// Noise of one step of the picture's 256 levels, in linear colour: smooth shades have no visible bands (Jimenez 2014).
fn dithered(colour: vec3<f32>, pixel: vec2<f32>) -> vec3<f32> {
    let noise = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5;
    return colour + sqrt(colour) * (2.2 / 255.0 * noise);
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    var base = in.even;
#ifdef CHECKED
    base = mix(base, in.odd, odd_share(in.checks));
#endif
    var colour = base.rgb;
#ifndef UNLIT
    colour = dithered(shaded(base.rgb, in.world, normalize(in.normal), in.finish), in.clip.xy);
#endif
#ifdef BLENDED
    return vec4(colour, base.a);
#else
    return vec4(colour, 1.0);
#endif
}

// Balls as squares that face the eye: each fragment finds where its line of sight meets the ball, so that a ball is round
// at any distance for four corners.

#import stickslip::scene_bindings::{view, light, is_orthographic, toward_eye}

struct Vertex {
    @location(0) centre: vec3<f32>,
    // Which corner, and the radius.
    @location(1) corner: vec3<f32>,
    // Body axes to world axes, a quaternion.
    @location(2) turn: vec4<f32>,
    // sRGB; the last is 1 for checks that show how the ball is turned.
    @location(3) colour: vec4<f32>,
}

struct Square {
    @builtin(position) place: vec4<f32>,
    @location(0) at: vec3<f32>,
    @location(1) @interpolate(flat) ball: vec4<f32>,
    @location(2) @interpolate(flat) turn: vec4<f32>,
    @location(3) @interpolate(flat) colour: vec4<f32>,
}

struct Seen {
    @location(0) colour: vec4<f32>,
    @builtin(frag_depth) depth: f32,
}

@vertex
fn vertex(in: Vertex) -> Square {
    let radius = in.corner.z;
    let back = toward_eye(in.centre);
    let right = normalize(cross(view.world_from_view[1].xyz, back));
    let over = cross(back, right);
    // The cone of sight that touches the ball is wider than the ball in the plane through its centre.
    var reach = radius;
    if !is_orthographic() {
        let far = distance(view.world_position, in.centre);
        reach = radius * far / sqrt(max(far * far - radius * radius, 0.01 * radius * radius));
    }
    var out: Square;
    out.at = in.centre + (right * in.corner.x + over * in.corner.y) * reach;
    out.place = view.clip_from_world * vec4(out.at, 1.0);
    out.ball = vec4(in.centre, radius);
    out.turn = in.turn;
    out.colour = vec4(pow(in.colour.rgb, vec3(2.2)), in.colour.a);
    return out;
}

@fragment
fn fragment(in: Square) -> Seen {
    let along = -toward_eye(in.at);
    let centre = in.ball.xyz;
    let radius = in.ball.w;
    let to = centre - in.at;
    let middle = dot(to, along);
    let miss = to - along * middle;
    let under = radius * radius - dot(miss, miss);
    if under < 0.0 {
        discard;
    }
    let hit = in.at + along * (middle - sqrt(under));
    let normal = (hit - centre) / radius;
    let q = vec4(-in.turn.xyz, in.turn.w);
    let t = 2.0 * cross(q.xyz, normal);
    let own = normal + q.w * t + cross(q.xyz, t);
    let odd = (own.x > 0.0) != ((own.y > 0.0) != (own.z > 0.0));
    let check = select(1.0, 0.72, odd && in.colour.a > 0.5);
    // The light, the sky, and a darker rim that tells neighbours apart.
    let lit = 0.52 + 0.40 * max(dot(normal, light.toward), 0.0) + 0.08 * normal.z;
    let rim = 0.55 + 0.45 * smoothstep(0.0, 0.55, -dot(normal, along));
    let clip = view.clip_from_world * vec4(hit, 1.0);
    var seen: Seen;
    seen.colour = vec4(in.colour.rgb * (check * lit * rim), 1.0);
    seen.depth = clip.z / clip.w;
    return seen;
}

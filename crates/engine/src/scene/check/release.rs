//! Remarks on bodies that lie on a slope below the limit angle and yet slide off, since their spring begins without load.

use super::read::Check;
use crate::laws::choice::Friction;
use crate::laws::law::{ContactState, Relative};
use crate::laws::probe::Probe;
use crate::laws::{Vec2, Vec3};
use crate::scene::language::BODY;
use crate::scene::raw::Node;
use crate::scene::{BodySpec, Motion, Scene};
use crate::shapes::Shape;
use crate::shapes::surface::Placed;
use crate::shapes::touch::touch;

/// Gap, as a fraction of the size, within which a body lies on a plane at the start.
const TOUCHES: f64 = 1e-6;
/// Largest number of steps of a trial, and the number of periods of the spring that it lasts.
const MAX_STEPS: f64 = 2e5;
const PERIODS: f64 = 10.0;

/// Remarks on each body that starts at rest on a fixed plane, flat or without rotation, that static friction would hold, and that
/// the law of its pair lets slide: an undamped spring overshoots to twice the load, one with the damping ratio ζ to
/// 1 + exp(−πζ/√(1 − ζ²)), and a dashpot within the limit brakes less. The law itself is tried.
pub(super) fn remark_on_release(check: &mut Check, scene: &Scene, nodes: &[Node]) {
    let planes = || scene.bodies.iter().filter(|body| body.shape == Shape::Plane && body.motion == Motion::Fixed);
    for body in scene.bodies.iter().filter(|body| is_at_rest(body)) {
        let Some((plane, n)) = planes().find_map(|plane| Some((plane, rests_on(body, plane)?))) else { continue };
        let place = scene.rule_of(body, plane);
        let friction = scene.friction_of(place);
        if scene.normal_of(place).is_rigid() || friction.laws.is_coupled() || !friction.has_springs() {
            continue;
        }
        let weight = scene.gravity * body.mass;
        let normal = -weight.dot(&n);
        let pull = (weight + n * normal).norm();
        let [mu_s, mu_k] = [friction.parameters.mu_s, friction.parameters.mu_k];
        if pull >= mu_s * normal || pull <= mu_k * normal {
            continue;
        }
        let Some(overshoot) = overshoot(friction, body, [normal, pull], scene.dt) else { continue };
        let named = |node: &&Node| node.text_at(&[&BODY.name]).is_some_and(|name| name == body.name.as_str());
        let Some(node) = nodes.iter().find(named) else { continue };
        check.remark(
            node,
            format!(
                "slides off `{}`, although tan {:.4} of the slope is below mu_s = {mu_s}: the spring of its friction begins \
                 without load and overshoots to {overshoot:.3} times the load where its dashpot acts in full, and the limit \
                 is {:.3} times. Give the pair `slide_damping: Uncapped(Ratio(1.0))`, or its spring a load to begin with \
                 (`history`), or let `edits` tilt gravity slowly",
                plane.name,
                pull / normal,
                mu_s * normal / pull
            ),
        );
    }
}

fn is_at_rest(body: &BodySpec) -> bool {
    body.mass.is_finite() && body.velocity == Vec3::zeros() && body.angular_velocity == Vec3::zeros()
}

/// The overshoot of the load over that of the slope, 1 + exp(−πζ/√(1 − ζ²)), if a body slides off in a trial of the law of its
/// pair: from rest under a load along the plane. `None` if it stays.
///
/// - `loads`: normal force and load along the plane, N
fn overshoot(friction: &Friction, body: &BodySpec, [normal, pull]: [f64; 2], dt: f64) -> Option<f64> {
    let elastic = body.elastic.map(|elastic| (elastic.youngs_modulus, elastic.poisson_ratio));
    let state = ContactState::ball_on_plane(friction.parameters, body.shape.size(), body.mass, elastic, dt);
    let flat = ContactState { radius: 0.0, curvatures: [0.0; 2], ..state }.under(normal);
    let mut probe = Probe::new(friction.laws, flat);
    let spring = probe.at_rest().slide;
    if spring.stiffness <= 0.0 {
        return None;
    }
    let period = std::f64::consts::TAU * (body.mass / spring.stiffness).sqrt();
    let steps = (PERIODS * period / dt).ceil().min(MAX_STEPS);
    let mut speed = 0.0;
    for _ in 0..steps as u64 {
        let slip = Vec2::new(speed * dt, 0.0);
        probe.step(Relative::from_step(slip, Vec2::zeros(), 0.0, 0.0, dt), normal);
        speed += dt * (pull - probe.slide.load().x) / body.mass;
    }
    let gained = (pull - friction.parameters.mu_k * normal) / body.mass * steps * dt;
    if speed < 0.3 * gained {
        return None;
    }
    let zeta = 0.5 * spring.damping / (spring.stiffness * body.mass).sqrt();
    let decay = if zeta < 1.0 { libm::exp(-std::f64::consts::PI * zeta / (1.0 - zeta * zeta).sqrt()) } else { 0.0 };
    Some(1.0 + decay)
}

/// The normal of a plane on which a body rests on a face, or at all if it does not rotate.
fn rests_on(body: &BodySpec, plane: &BodySpec) -> Option<Vec3> {
    let [i, j] = [body, plane].map(|body| Placed { shape: &body.shape, x: body.position, q: body.rotation });
    let mut points = Vec::new();
    touch(&i, &j, TOUCHES * body.shape.size(), &mut points);
    let is_flat = points.len() >= 3 || body.motion == Motion::Translating;
    (is_flat && !points.is_empty()).then(|| plane.rotation * Vec3::z())
}

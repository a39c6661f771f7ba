//! Remarks on bodies that slide off a slope below the limit angle because their friction spring starts without load.

use crate::laws::friction::law::{ContactState, Relative};
use crate::laws::pair::probe::Probe;
use crate::laws::{Vec2, Vec3};
use crate::scene::check::bodies::settle::is_held;
use crate::scene::check::read::Check;
use crate::scene::language::BODY;
use crate::scene::text::raw::Node;
use crate::scene::{BodySpec, Elastic, Motion, Scene};
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
pub(in crate::scene::check) fn remark_on_release(check: &mut Check, scene: &Scene, nodes: &[Node]) {
    let planes: Vec<&BodySpec> =
        scene.bodies.iter().filter(|body| body.shape == Shape::Plane && body.motion == Motion::Fixed).collect();
    let is_settled = |index: usize| scene.settled.iter().any(|settled| settled.bodies[0] == index);
    let mut tried: Vec<Released> = Vec::new();
    for (index, body) in scene.bodies.iter().enumerate() {
        if !(body.mass.is_finite() && body.is_still()) {
            continue;
        }
        let released = planes.iter().find_map(|plane| {
            let released = Released::new(scene, body, plane)?;
            rests_on(body, plane).then_some((released, plane))
        });
        let Some((released, plane)) = released.filter(|_| !is_settled(index)) else { continue };
        if tried.contains(&released) {
            continue;
        }
        tried.push(released);
        let Some(overshoot) = released.overshoot(scene) else { continue };
        let named = |node: &&Node| node.text_at(&[&BODY.name]).is_some_and(|name| name == body.name.as_str());
        let Some(node) = nodes.iter().find(named) else { continue };
        let Released { normal, pull, mu_s, .. } = released;
        let limit = mu_s * normal / pull;
        let cause = match overshoot > limit {
            true => format!("overshoots to {overshoot:.3} times the load, and the limit is {limit:.3} times"),
            false => {
                format!("overshoots, since its dashpot brakes no more than the limit allows, {limit:.3} times the load")
            }
        };
        check.remark(
            node,
            format!(
                "slides off `{on}`, although the slope, tan {:.4}, is below mu_s = {mu_s}: the spring of its friction begins \
                 without load and {cause}. Place it with `on: (surface: \"{on}\", settled: true)`, so that its spring begins \
                 with the load, or give the pair `slide_damping: Uncapped(Ratio(1.0))`, or let `edits` tilt gravity slowly",
                pull / normal,
                on = plane.name
            ),
        );
    }
}

/// The inputs that decide whether a body slides off: `check` tries one body for each set of them, and names that body.
#[derive(Clone, Copy, PartialEq)]
struct Released {
    /// The rule of the pair.
    rule: Option<usize>,
    mass: f64,
    size: f64,
    elastic: Option<Elastic>,
    /// Normal force and load along the plane, N.
    normal: f64,
    pull: f64,
    mu_s: f64,
}

impl Released {
    /// A body that static friction would hold on a plane and kinetic friction would not, if its spring can overshoot.
    fn new(scene: &Scene, body: &BodySpec, plane: &BodySpec) -> Option<Self> {
        let n = plane.rotation * Vec3::z();
        let weight = scene.gravity * body.mass;
        let normal = -weight.dot(&n);
        let pull = (weight + n * normal).norm();
        let rule = scene.rule_of(body, plane);
        let friction = scene.friction_of(rule);
        let [mu_s, mu_k] = [friction.parameters.mu_s, friction.parameters.mu_k];
        let is_between = pull < mu_s * normal && pull > mu_k * normal;
        let has_spring = !scene.normal_of(rule).is_rigid() && !friction.laws.is_coupled() && friction.has_springs();
        let (size, elastic) = (body.shape.size(), body.elastic);
        (is_between && has_spring).then_some(Self { rule, mass: body.mass, size, elastic, normal, pull, mu_s })
    }

    /// The overshoot of the load over that of the slope, 1 + exp(−πζ/√(1 − ζ²)), if the body slides off in a trial of the law
    /// of its pair: from rest under a load along the plane. `None` if it stays.
    fn overshoot(&self, scene: &Scene) -> Option<f64> {
        let (friction, dt, [normal, pull]) = (scene.friction_of(self.rule), scene.dt, [self.normal, self.pull]);
        let elastic = self.elastic.map(|elastic| (elastic.youngs_modulus, elastic.poisson_ratio));
        let state = ContactState::ball_on_plane(friction.parameters, self.size, self.mass, elastic, dt);
        let flat = ContactState { radius: 0.0, curvatures: [0.0; 2], ..state }.under(normal);
        let mut probe = Probe::new(friction.laws, flat);
        let spring = probe.at_rest().slide;
        if spring.stiffness <= 0.0 {
            return None;
        }
        let period = std::f64::consts::TAU * (self.mass / spring.stiffness).sqrt();
        let steps = (PERIODS * period / dt).ceil().min(MAX_STEPS);
        let mut speed = 0.0;
        for _ in 0..steps as u64 {
            let slip = Vec2::new(speed * dt, 0.0);
            probe.step(Relative::from_step(slip, Vec2::zeros(), 0.0, 0.0, dt), normal);
            speed += dt * (pull - probe.slide.load().x) / self.mass;
        }
        let gained = (pull - friction.parameters.mu_k * normal) / self.mass * steps * dt;
        if speed < 0.3 * gained {
            return None;
        }
        let zeta = 0.5 * spring.damping / (spring.stiffness * self.mass).sqrt();
        let decay = if zeta < 1.0 { libm::exp(-std::f64::consts::PI * zeta / (1.0 - zeta * zeta).sqrt()) } else { 0.0 };
        Some(1.0 + decay)
    }
}

/// True if a body rests on a plane on a face, or at all if it does not rotate.
fn rests_on(body: &BodySpec, plane: &BodySpec) -> bool {
    let [i, j] = [body, plane].map(|body| Placed { shape: &body.shape, x: body.position, q: body.rotation });
    let mut points = Vec::new();
    touch(&i, &j, TOUCHES * body.shape.size(), &mut points);
    !points.is_empty() && is_held(body, points.len())
}

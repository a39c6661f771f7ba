//! Checks `pulls:` of the scene.

use crate::laws::Vec3;
use crate::laws::friction::parameters::Damping;
use crate::laws::motion::pull::{LinkEnd, MovingEnd, Pull, PullAxes};
use crate::laws::motion::schedule::Schedule;
use crate::scene::check::bodies::motion::schedule;
use crate::scene::check::pair::friction::damping;
use crate::scene::check::read::{Check, Fields};
use crate::scene::language::{FORCE, LINK, PULL, PULL_AXES, SCENE};
use crate::scene::text::nearest::advice;
use crate::scene::text::raw::Node;
use crate::scene::{BodySpec, PullSpec};

const EXAMPLE: &str = "[(body: \"block\", stiffness: 50.0, velocity: (0.0, 0.05, 0.0))]";

/// Reads the external springs and forces; `bodies` is `None` if they have faults of their own.
pub(in crate::scene::check) fn pulls(
    check: &mut Check,
    fields: &Fields,
    bodies: Option<&[BodySpec]>,
) -> Option<Vec<PullSpec>> {
    let nodes = fields.or(check, &SCENE.pulls, Vec::new(), |check, node| {
        node.list().or_else(|| check.wrong_form(node, "a list of springs and forces", EXAMPLE))
    })?;
    let pulls: Vec<Option<PullSpec>> = nodes.iter().map(|node| pull(check, node, bodies)).collect();
    pulls.into_iter().collect()
}

/// Reads an entry: a force if it has the field `force`, a link between bodies if it has `to`, otherwise a spring.
fn pull(check: &mut Check, node: &Node, bodies: Option<&[BodySpec]>) -> Option<PullSpec> {
    let has = |field| node.field(field).is_some();
    if has(&FORCE.force) {
        force(check, node, bodies)
    } else if has(&LINK.to) {
        link(check, node, bodies)
    } else {
        spring(check, node, bodies)
    }
}

fn force(check: &mut Check, node: &Node, bodies: Option<&[BodySpec]>) -> Option<PullSpec> {
    let fields = check.fields(node, &FORCE.table)?;
    let body = fields.required(check, &FORCE.body, |check, node| body(check, node, bodies));
    let force = fields.required(check, &FORCE.force, Check::vector);
    let rate = fields.or(check, &FORCE.rate, Vec3::zeros(), Check::vector);
    let at = fields.or(check, &FORCE.at, Vec3::zeros(), Check::point);
    let axes = fields.or(check, &FORCE.axes, PullAxes::default(), |check, node| {
        Some(match check.variant(node, &PULL_AXES)?.0 {
            "World" => PullAxes::World,
            _ => PullAxes::Body,
        })
    });
    let schedule = fields.or(check, &FORCE.schedule, Schedule::default(), schedule);
    let (at, axes, force, rate, schedule) = (at?, axes?, force?, rate?, schedule?);
    Some(PullSpec { body: body?, pull: Pull::Ramp { at, axes, force, rate, since: 0.0, schedule } })
}

fn spring(check: &mut Check, node: &Node, bodies: Option<&[BodySpec]>) -> Option<PullSpec> {
    let fields = check.fields(node, &PULL.table)?;
    let body = fields.required(check, &PULL.body, |check, node| body(check, node, bodies));
    let at = fields.or(check, &PULL.at, Vec3::zeros(), Check::point);
    let stiffness = fields.required(check, &PULL.stiffness, Check::positive);
    let damping = fields.or(check, &PULL.damping, Damping::Coefficient(0.0), damping);
    let rest_length = fields.optional(check, &PULL.rest_length, Check::not_negative);
    let only_tension = fields.or(check, &PULL.only_tension, false, Check::flag);
    let anchor = fields.optional(check, &PULL.anchor, Check::point);
    let velocity = fields.or(check, &PULL.velocity, Vec3::zeros(), Check::vector);
    let schedule = fields.or(check, &PULL.schedule, Schedule::default(), schedule);
    let (body, at, stiffness, only_tension) = (body?, at?, stiffness?, only_tension?);
    let spec = &bodies?[body];
    let damping = coefficient(damping?, stiffness, spec.mass);
    let point = spec.position + spec.rotation * at;
    let (velocity, schedule, rest_length) = (velocity?, schedule?, rest_length?);
    let (anchor, since) = (anchor?.unwrap_or(point), 0.0);
    if rest_length.is_none() && !only_tension {
        return Some(PullSpec {
            body,
            pull: Pull::Spring { at, anchor, velocity, since, stiffness, damping, schedule },
        });
    }
    let end = LinkEnd::World(MovingEnd { anchor, velocity, since, schedule });
    let rest_length = rest_length.unwrap_or((anchor - point).norm());
    Some(PullSpec { body, pull: Pull::Link { at, end, rest_length, only_tension, stiffness, damping } })
}

fn link(check: &mut Check, node: &Node, bodies: Option<&[BodySpec]>) -> Option<PullSpec> {
    let fields = check.fields(node, &LINK.table)?;
    let body = fields.required(check, &LINK.body, |check, node| body(check, node, bodies));
    let at = fields.or(check, &LINK.at, Vec3::zeros(), Check::point);
    let to = fields.required(check, &LINK.to, |check, node| any_body(check, node, bodies));
    let to_at = fields.or(check, &LINK.to_at, Vec3::zeros(), Check::point);
    let rest_length = fields.optional(check, &LINK.rest_length, Check::not_negative);
    let only_tension = fields.or(check, &LINK.only_tension, false, Check::flag);
    let stiffness = fields.required(check, &LINK.stiffness, Check::positive);
    let damping = fields.or(check, &LINK.damping, Damping::Coefficient(0.0), damping);
    let (body, to, at, to_at, stiffness) = (body?, to?, at?, to_at?, stiffness?);
    if let Some(node) = fields.get(&LINK.to).filter(|_| body == to) {
        check.fault(node, "both ends are at the same body", "name another body");
        return None;
    }
    let [one, other] = [body, to].map(|index| bodies.map(|bodies| &bodies[index]));
    let (one, other) = (one?, other?);
    let damping = coefficient(damping?, stiffness, 1.0 / (one.mass.recip() + other.mass.recip()));
    let ends = [(one, at), (other, to_at)].map(|(body, at)| body.position + body.rotation * at);
    let rest_length = rest_length?.unwrap_or((ends[1] - ends[0]).norm());
    let end = LinkEnd::Body { body: to as u32, at: to_at };
    Some(PullSpec { body, pull: Pull::Link { at, end, rest_length, only_tension: only_tension?, stiffness, damping } })
}

/// Damping of a spring on a mass, N·s/m.
fn coefficient(damping: Damping, stiffness: f64, mass: f64) -> f64 {
    match damping {
        Damping::Coefficient(c) => c,
        Damping::Ratio(ratio) => ratio * 2.0 * (stiffness * mass).sqrt(),
    }
}

/// Reads the name of a body; returns its index.
fn any_body(check: &mut Check, node: &Node, bodies: Option<&[BodySpec]>) -> Option<usize> {
    let name = check.string(node)?;
    let bodies = bodies?;
    let Some(index) = bodies.iter().position(|body| body.name == name) else {
        let remedy = advice(&name, bodies.iter().map(|body| body.name.as_str()), "the bodies are");
        check.fault(node, format!("there is no body `{name}`"), remedy);
        return None;
    };
    Some(index)
}

/// Reads the name of a body that a pull can move; returns its index.
fn body(check: &mut Check, node: &Node, bodies: Option<&[BodySpec]>) -> Option<usize> {
    let index = any_body(check, node, bodies)?;
    let spec = &bodies?[index];
    if spec.mass.is_infinite() {
        let message = format!("`{}` is fixed or driven: a pull cannot move it", spec.name);
        check.fault(node, message, "name a body that moves; one that is fixed or driven can be `to`");
        return None;
    }
    Some(index)
}

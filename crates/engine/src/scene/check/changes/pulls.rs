//! Checks `pulls:` of the scene.

use crate::laws::Vec3;
use crate::laws::friction::parameters::Damping;
use crate::laws::motion::pull::{Pull, PullAxes};
use crate::laws::motion::schedule::Schedule;
use crate::scene::check::bodies::motion::schedule;
use crate::scene::check::pair::friction::damping;
use crate::scene::check::read::{Check, Fields};
use crate::scene::language::{FORCE, PULL, PULL_AXES, SCENE};
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

/// Reads an entry: a force if it has the field `force`, otherwise a spring.
fn pull(check: &mut Check, node: &Node, bodies: Option<&[BodySpec]>) -> Option<PullSpec> {
    match node.field(&FORCE.force).is_some() {
        true => force(check, node, bodies),
        false => spring(check, node, bodies),
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
    let anchor = fields.optional(check, &PULL.anchor, Check::point);
    let velocity = fields.or(check, &PULL.velocity, Vec3::zeros(), Check::vector);
    let schedule = fields.or(check, &PULL.schedule, Schedule::default(), schedule);
    let (body, at, stiffness) = (body?, at?, stiffness?);
    let spec = &bodies?[body];
    let damping = match damping? {
        Damping::Coefficient(c) => c,
        Damping::Ratio(ratio) => ratio * 2.0 * (stiffness * spec.mass).sqrt(),
    };
    let anchor = anchor?.unwrap_or(spec.position + spec.rotation * at);
    let (velocity, schedule) = (velocity?, schedule?);
    Some(PullSpec { body, pull: Pull::Spring { at, anchor, velocity, since: 0.0, stiffness, damping, schedule } })
}

/// Reads the name of a body that a pull can move; returns the index of the body.
fn body(check: &mut Check, node: &Node, bodies: Option<&[BodySpec]>) -> Option<usize> {
    let name = check.string(node)?;
    let bodies = bodies?;
    let Some(index) = bodies.iter().position(|body| body.name == name) else {
        let remedy = advice(&name, bodies.iter().map(|body| body.name.as_str()), "the bodies are");
        check.fault(node, format!("there is no body `{name}`"), remedy);
        return None;
    };
    if bodies[index].mass.is_infinite() {
        check.fault(node, format!("`{name}` is fixed or driven: a pull cannot move it"), "name a body that moves");
        return None;
    }
    Some(index)
}

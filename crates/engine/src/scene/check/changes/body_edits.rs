//! Checks the `edits:` that set the velocity or the pose of a body: `bodies.ball.velocity`.

use crate::laws::math::turning::rotation_vector;
use crate::laws::{Rotation, Vec3};
use crate::scene::check::bodies::body::rotation;
use crate::scene::check::bodies::place::forbidden;
use crate::scene::check::bodies::polar::world_velocity;
use crate::scene::check::read::Check;
use crate::scene::check::shapes::shape::shape;
use crate::scene::language::{BODY, EDIT, Field, SCENE};
use crate::scene::text::nearest::advice;
use crate::scene::text::raw::Node;
use crate::scene::{BodyChange, BodySpec, Motion, Scene, TimedChange};

/// What an edit can set of a body.
pub(in crate::scene) static BODY_STATE: [&Field; 4] =
    [&BODY.velocity, &BODY.angular_velocity, &BODY.position, &BODY.rotation];

/// A fault of an edit: the field of the edit that causes it, the message and the remedy.
pub(in crate::scene) type EditFault = (&'static Field, String, String);

/// The changes of an edit that sets the state of a body; `None` if its path is not one of a body's state. `text`: the
/// text of the scene; `value`: RON.
pub(in crate::scene) fn body_changes(
    (scene, text): (&Scene, &str),
    path: &str,
    value: &str,
) -> Option<Result<Vec<TimedChange>, EditFault>> {
    let rest = path.strip_prefix(SCENE.bodies.name)?.strip_prefix('.')?;
    let is_state = |name: &str| BODY_STATE.into_iter().find(|field| field.name == name);
    let (name, last) = rest.rsplit_once('.')?;
    if let Some(field) = is_state(last) {
        return Some(changes((scene, text), (name, field), value));
    }
    // A part of a value, such as `velocity.degrees`.
    let (start, whole) = name.rsplit_once('.')?;
    let field = is_state(whole)?;
    let message = format!("`{path}` is a part of a value, and an edit sets the whole `{}`", field.name);
    Some(Err((&EDIT.set, message, format!("set \"{}.{start}.{}\"", SCENE.bodies.name, field.name))))
}

fn changes(
    (scene, text): (&Scene, &str),
    (name, field): (&str, &Field),
    value: &str,
) -> Result<Vec<TimedChange>, EditFault> {
    let root = Node::root(text).ok();
    let table = root.as_ref().and_then(Node::payload);
    let entries = table.and_then(|table| table.field(&SCENE.bodies)?.labelled()).unwrap_or_default();
    let names: Vec<_> = entries.iter().filter_map(|entry| entry.text_at(&[&BODY.name])).collect();
    // As in `--set`, a number is the index of an entry.
    let numbered = || names.get(name.parse::<usize>().ok()?).map(|name| &**name);
    let name = if names.iter().any(|known| known == name) { name } else { numbered().unwrap_or(name) };
    let is_of_fill = |body: &BodySpec| {
        let number = body.name.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
        body.material.as_deref() == Some(name) && number.is_some_and(|number| number.parse::<usize>().is_ok())
    };
    let all = || scene.bodies.iter().enumerate();
    let mut bodies: Vec<(usize, &BodySpec)> = all().filter(|(_, body)| body.name == name).collect();
    if bodies.is_empty() {
        bodies = all().filter(|(_, body)| is_of_fill(body)).collect();
        if field.name == BODY.position.name && !bodies.is_empty() {
            let remedy = format!("name one of its bodies, such as \"bodies.{name}-0.position\"");
            return Err((&EDIT.set, format!("all bodies of the fill `{name}` cannot have one position"), remedy));
        }
    }
    if bodies.is_empty() {
        let remedy = advice(name, names.iter().map(|name| &**name), "the bodies are");
        return Err((&EDIT.set, format!("there is no body `{name}`"), remedy));
    }
    let entry = |body: &BodySpec| {
        entries.iter().find(|entry| {
            let label = entry.text_at(&[&BODY.name]);
            label.as_deref() == Some(&body.name) || label.as_deref() == body.material.as_deref() && is_of_fill(body)
        })
    };
    let change = |(number, body): (usize, &BodySpec)| change(body, entry(body), field, value).map(|to| (number, to));
    bodies.into_iter().map(|body| change(body).map(|(number, to)| TimedChange::Body(number, to))).collect()
}

/// The new state of a body, checked against its motion. `entry`: the entry of the body in the file.
fn change(body: &BodySpec, entry: Option<&Node>, field: &Field, value: &str) -> Result<BodyChange, EditFault> {
    let name = &body.name;
    match body.motion {
        Motion::Fixed => {
            let remedy = "give it a `motion` with which it moves, such as `Free`, or `Driven(...)` with a `schedule`";
            return Err((&EDIT.set, format!("`{name}` is fixed"), remedy.to_owned()));
        }
        Motion::Driven(_) => {
            let remedy = "give its `motion: Driven(...)` a `schedule`, which scales its velocities over time";
            return Err((&EDIT.set, format!("`{name}` follows its prescribed motion"), remedy.to_owned()));
        }
        _ => {}
    }
    let mut check = Check::default();
    let node = Node::root(value).map_err(|fault| (&EDIT.to, fault.message, fault.remedy))?;
    let none = Vec3::zeros();
    let read = match field.name {
        name if name == BODY.velocity.name => world_velocity(&mut check, &node).map(BodyChange::Velocity),
        name if name == BODY.angular_velocity.name => check.vector(&node).map(BodyChange::AngularVelocity),
        name if name == BODY.position.name => check
            .point(&node)
            .map(|origin| BodyChange::Position { origin, centre: written_frame(entry).map_or(none, |frame| frame.1) }),
        _ => rotation(&mut check, &node)
            .map(|axes| BodyChange::Rotation(written_frame(entry).map_or(axes, |frame| axes * frame.0))),
    };
    let faulty = check.faults.into_iter().next();
    let change = match (read, faulty) {
        (Some(change), None) => change,
        (_, fault) => {
            let (message, remedy) = fault.map_or_else(Default::default, |fault| (fault.message, fault.remedy));
            return Err((&EDIT.to, message, remedy));
        }
    };
    let refused = match &change {
        BodyChange::Velocity(v) => forbidden(&body.motion, v, &none),
        BodyChange::AngularVelocity(w) => forbidden(&body.motion, &none, w),
        BodyChange::Rotation(to) => {
            // Whatever the body does, its orientation differs from the initial one by a turn about its axis.
            let turn = rotation_vector(&(to * body.rotation.inverse()));
            let is_turned = turn.norm() > 1e-9;
            match body.motion {
                Motion::Planar(_) | Motion::Spinning(_) if is_turned => {
                    forbidden(&body.motion, &none, &turn).map(|_| {
                        (
                            "the body would turn about an axis that its motion does not allow",
                            "turn it about the axis of its motion",
                        )
                    })
                }
                _ => None,
            }
        }
        BodyChange::Position { .. } => None,
    };
    match refused {
        Some((message, remedy)) => Err((&EDIT.to, message.to_owned(), remedy.to_owned())),
        None => Ok(change),
    }
}

/// Rotation from the body's axes to its axes as written, and the centre of mass from the written origin in the body's
/// axes, m: both differ from none only for a polyhedron.
fn written_frame(entry: Option<&Node>) -> Option<(Rotation, Vec3)> {
    let entry = entry?;
    let keep_axes = entry.field(&BODY.inertia).is_some();
    let checked = shape(&mut Check::default(), &entry.field(&BODY.shape)?, keep_axes)?;
    Some((checked.turn, checked.turn.inverse() * checked.centre))
}

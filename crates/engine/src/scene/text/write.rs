//! Writes checked values back as scene text, and edits whole entries of such a text.

use crate::laws::motion::schedule::Schedule;
use crate::laws::{Rotation, Vec3};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::language::{BODY, EDIT, Field, LINK, PAIR, PULL, SCENE};
use crate::scene::text::raw::Node;
use crate::scene::{BodySpec, Drive, Motion, Scene};
use crate::shapes::{EllipsoidPath, Shape};
use std::ops::Range;

/// Formats a body as an entry of `bodies:`, placed in the world.
pub fn body(spec: &BodySpec) -> String {
    let short = body_with(spec, false);
    // The inertia is written only if it was given explicitly or refers to principal axes, not if it follows from the
    // shape.
    let same = Scene::body(&short).is_ok_and(|again| again.inertia == spec.inertia);
    if same { short } else { body_with(spec, true) }
}

fn body_with(spec: &BodySpec, inertia: bool) -> String {
    let held = matches!(spec.motion, Motion::Fixed | Motion::Driven(_));
    let mut fields = vec![format!("name: {:?}", spec.name)];
    fields.extend(spec.material.as_ref().map(|material| format!("material: {material:?}")));
    let (shape, rotation) = shape(spec);
    fields.push(format!("shape: {shape}"));
    fields.push(format!("motion: {}", motion(&spec.motion)));
    if !held {
        fields.push(format!("mass: {:?}", spec.mass));
    }
    if inertia && !held {
        fields.push(format!("inertia: {}", vector(&spec.inertia)));
    }
    if let Some(elastic) = spec.elastic {
        fields.push(format!("youngs_modulus: {:?}", elastic.youngs_modulus));
        fields.push(format!("poisson_ratio: {:?}", elastic.poisson_ratio));
    }
    fields.extend(spec.grain.map(|grain| format!("grain: {}", vector(&grain))));
    fields.push(format!("position: {}", vector(&spec.position)));
    if let Some(q) = rotation.filter(|q| *q != Rotation::identity()) {
        fields.push(format!("rotation: ({:?}, {:?}, {:?}, {:?})", q.w, q.i, q.j, q.k));
    }
    for (name, v) in [("velocity", &spec.velocity), ("angular_velocity", &spec.angular_velocity)] {
        if !held && *v != Vec3::zeros() {
            fields.push(format!("{name}: {}", vector(v)));
        }
    }
    format!("({})", fields.join(", "))
}

/// Formats a vector as `(x, y, z)`; negative zeros become zeros.
pub fn vector(v: &Vec3) -> String {
    format!("({:?}, {:?}, {:?})", v.x + 0.0, v.y + 0.0, v.z + 0.0)
}

/// Slope of a plane rotated only about the world's x axis, degrees; `None` for any other rotation.
pub fn slope_degrees(rotation: &Rotation) -> Option<f64> {
    let aside = rotation.j.abs().max(rotation.k.abs());
    (aside < 1e-12).then(|| (2.0 * libm::atan2(rotation.i, rotation.w)).to_degrees())
}

/// The shape as text, and the rotation unless the shape includes it.
fn shape(spec: &BodySpec) -> (String, Option<Rotation>) {
    let slope = slope_degrees(&spec.rotation).filter(|degrees| degrees.abs() < 90.0);
    match (&spec.shape, slope) {
        (Shape::Plane, Some(0.0)) => (shape_text(&spec.shape), None),
        (Shape::Plane, Some(degrees)) => (format!("Incline(degrees: {degrees:?})"), None),
        _ => (shape_text(&spec.shape), Some(spec.rotation)),
    }
}

/// The shape as text, in the body's own axes.
pub fn shape_text(shape: &Shape) -> String {
    match shape {
        Shape::Plane => "Plane".to_owned(),
        Shape::Sphere { radius } => format!("Sphere(radius: {radius:?})"),
        Shape::Bowl { radius } => format!("Bowl(radius: {radius:?})"),
        Shape::Tube { radius } => format!("Tube(radius: {radius:?})"),
        Shape::Ellipsoid { semi_axes, path: EllipsoidPath::Chord } => {
            format!("Ellipsoid(semi_axes: {})", vector(semi_axes))
        }
        Shape::Ellipsoid { semi_axes, path: EllipsoidPath::Geodesic } => {
            format!("Ellipsoid(semi_axes: {}, path: Geodesic)", vector(semi_axes))
        }
        Shape::Disk { radius, axis } => format!("Disk(radius: {radius:?}, axis: {})", vector(axis)),
        Shape::Cylinder { radius, half_height } => {
            format!("Cylinder(radius: {radius:?}, half_height: {half_height:?})")
        }
        Shape::Capsule { radius, half_height } => format!("Capsule(radius: {radius:?}, half_height: {half_height:?})"),
        Shape::Box { half_extents } => format!("Box(half_extents: {})", vector(half_extents)),
        Shape::Polyhedron(solid) if let Some(prism) = &solid.prism => {
            let corners: Vec<String> = prism.polygon.iter().map(|c| format!("({:?}, {:?})", c.x, c.y)).collect();
            format!("Prism(polygon: [{}], half_height: {:?})", corners.join(", "), prism.half_height)
        }
        Shape::Polyhedron(solid) => {
            let points: Vec<String> = solid.points.iter().map(vector).collect();
            format!("ConvexPolyhedron(points: [{}])", points.join(", "))
        }
    }
}

/// Formats a motion as in a scene file.
pub fn motion(motion: &Motion) -> String {
    match motion {
        Motion::Free => "Free".to_owned(),
        Motion::Fixed => "Fixed".to_owned(),
        Motion::Translating => "Translating".to_owned(),
        Motion::Spinning(axis) => format!("Spinning({})", vector(axis)),
        Motion::Planar(axis) => format!("Planar({})", vector(axis)),
        Motion::Driven(drive) => driven(drive),
    }
}

/// A schedule as in a scene file; an empty list without a table.
pub fn schedule(schedule: &Schedule) -> String {
    let rows = schedule.pairs().unwrap_or_default();
    let rows: Vec<String> = rows.iter().map(|[t, factor]| format!("({t:?}, {factor:?})")).collect();
    format!("[{}]", rows.join(", "))
}

fn driven(drive: &Drive) -> String {
    let mut fields = Vec::new();
    for (name, v) in [("velocity", &drive.velocity), ("angular_velocity", &drive.angular_velocity)] {
        if *v != Vec3::zeros() {
            fields.push(format!("{name}: {}", vector(v)));
        }
    }
    fields.push(format!("pivot: {}", vector(&drive.pivot)));
    if drive.from != 0.0 {
        fields.push(format!("from: {:?}", drive.from));
    }
    if drive.until.is_finite() {
        fields.push(format!("until: {:?}", drive.until));
    }
    if drive.schedule.is_given() {
        fields.push(format!("schedule: {}", schedule(&drive.schedule)));
    }
    if drive.shake != Vec3::zeros() {
        fields.push(format!("shake: {}, frequency: {:?}", vector(&drive.shake), drive.frequency));
    }
    format!("Driven({})", fields.join(", "))
}

/// Replaces the entry of a body (comments inside the entry are lost), or removes it for `None`; returns the new text.
pub fn replace_body(text: &str, name: &str, entry: Option<&str>) -> Result<String, Fault> {
    change_entries(text, &SCENE.bodies, |node| field_is(node, &BODY.name, name).then(|| entry.map(str::to_owned)))
}

/// Removes the pulls on a body, the edits of its state and the pair rules that name it, which would be invalid without
/// the body.
pub fn without_mentions(text: &str, name: &str) -> Result<String, Fault> {
    let text = change_entries(text, &SCENE.pulls, |node| {
        [&PULL.body, &LINK.to].into_iter().any(|field| field_is(node, field, name)).then_some(None)
    })?;
    let paths = check::BODY_STATE.map(|field| format!("{}.{name}.{}", SCENE.bodies.name, field.name));
    let sets_it = |node: &Node| paths.iter().any(|path| field_is(node, &EDIT.set, path));
    let text = change_entries(&text, &SCENE.edits, |node| sets_it(node).then_some(None))?;
    change_entries(&text, &SCENE.pairs, |node| {
        let between = node.field(&PAIR.between).and_then(|value| value.tuple());
        let named = between.unwrap_or_default().iter().any(|value| value.string().as_deref() == Some(name));
        named.then_some(None)
    })
}

/// Appends an entry to `bodies:`; returns the new text.
pub fn add_body(text: &str, entry: &str) -> Result<String, Fault> {
    add_entry(text, &SCENE.bodies, entry)
}

/// Appends an entry to a list of the scene, which is added where the scene has none; returns the new text.
pub(super) fn add_entry(text: &str, list: &Field, entry: &str) -> Result<String, Fault> {
    let root = Node::root(text)?;
    let mut changed = text.to_owned();
    let Some(list_node) = list_of(&root, list) else {
        let Some(scene) = root.payload().filter(|scene| scene.fields().is_some()) else {
            return Err(Fault::new(list.name, "the scene has no fields", "write `Scene(schema: 1, ...)`", 0..0));
        };
        let fields = scene.fields().unwrap_or_default();
        let open = scene.span().start + 1;
        append(&mut changed, (open, fields.last().map(|(_, value)| value.span().end)), scene.span().end - 1, |line| {
            format!("{line}{}: [\n{line}    {entry},\n{line}]", list.name)
        });
        return Ok(changed);
    };
    let elements = list_node.list().unwrap_or_default();
    let (open, end) = (list_node.span().start + 1, list_node.span().end - 1);
    append(&mut changed, (open, elements.last().map(|last| last.span().end)), end, |line| format!("{line}    {entry}"));
    Ok(changed)
}

/// Writes a further element before the closing bracket at `end` of a list or struct that opens before `open` and whose last
/// element ends at `last`. `element`: its text, given the indentation of a field of the scene.
fn append(text: &mut String, (open, last): (usize, Option<usize>), end: usize, element: impl Fn(&str) -> String) {
    const INDENT: &str = "    ";
    let last = last.unwrap_or(open);
    let comma = if last > open && text.get(last..end).is_some_and(|rest| !rest.trim_start().starts_with(',')) {
        ","
    } else {
        ""
    };
    // Insert before the closing bracket and its indentation.
    let at = text[..end].trim_end_matches([' ', '\t']).len();
    let is_own_line = text[..at].ends_with('\n');
    let written = element(INDENT);
    let line = if is_own_line { format!("{written},\n") } else { format!("\n{written},\n{INDENT}") };
    text.insert_str(at, &line);
    text.insert_str(last, comma);
}

fn list_of<'a>(root: &Node<'a>, field: &Field) -> Option<Node<'a>> {
    root.payload()?.field(field)
}

fn field_is(node: &Node, field: &Field, wanted: &str) -> bool {
    node.field(field).is_some_and(|value| value.string().as_deref() == Some(wanted))
}

/// Removes the entry with this index from a list of the scene; returns the new text.
pub(super) fn remove_entry(text: &str, list: &Field, index: usize) -> Result<String, Fault> {
    let at = std::cell::Cell::new(list_of(&Node::root(text)?, list).and_then(|l| l.list()).map_or(0, |l| l.len()));
    // Entries are changed from the last to the first.
    change_entries(text, list, |_| {
        at.set(at.get() - 1);
        (at.get() == index).then_some(None)
    })
}

/// Applies `change` to each entry of a list: `None` keeps the entry, `Some(None)` removes it with its comma.
fn change_entries(text: &str, list: &Field, change: impl Fn(&Node) -> Option<Option<String>>) -> Result<String, Fault> {
    let root = Node::root(text)?;
    let entries = list_of(&root, list).and_then(|list| list.list()).unwrap_or_default();
    let mut changed = text.to_owned();
    for node in entries.iter().rev() {
        let span = node.span();
        match change(node) {
            None => {}
            Some(Some(entry)) => changed.replace_range(span, &entry),
            Some(None) => {
                let rest = &text[span.end..];
                let comma = rest.trim_start().starts_with(',').then(|| rest.find(',').map_or(0, |at| at + 1));
                changed.replace_range(whole_lines(text, span.start..span.end + comma.unwrap_or(0)), "");
            }
        }
    }
    Ok(changed)
}

/// The range with the rest of its lines, line end included, if nothing else is on them.
fn whole_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let blank = |part: &str| part.chars().all(|c| matches!(c, ' ' | '\t' | '\r'));
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at + 1);
    let is_alone = blank(&text[start..range.start]) && blank(text[range.end..end].trim_end_matches('\n'));
    if is_alone { start..end } else { range }
}

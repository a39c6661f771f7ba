//! Checks the restrictions of the normal law `OverlapArea`: prisms stay in the plane normal to their axis, and planes
//! are perpendicular to that plane.

use crate::laws::Vec3;
use crate::scene::check::pair::hertz::field;
use crate::scene::check::read::Check;
use crate::scene::language::BODY;
use crate::scene::text::raw::Node;
use crate::scene::{BodySpec, Motion, NormalLaw, Scene};
use crate::shapes::Shape;

/// Maximum angle between directions that count as parallel, rad.
const PARALLEL: f64 = 1e-6;

/// Reports a fault for the first body that meets another under the law but has another shape, can leave its plane, or
/// lies in another plane.
pub(in crate::scene::check) fn check_overlap(check: &mut Check, scene: &Scene, nodes: &[Node]) {
    let is_area = |normal: &NormalLaw| matches!(normal, NormalLaw::OverlapArea { .. });
    if !scene.normal_laws().any(|(_, normal)| is_area(normal)) {
        return;
    }
    let meets =
        |a: &BodySpec, b: &BodySpec| !(is_held(a) && is_held(b)) && is_area(scene.normal_of(scene.rule_of(a, b)));
    let is_under_law = |body: &BodySpec| {
        scene.pairs.is_empty() || scene.bodies.iter().any(|other| !std::ptr::eq(body, other) && meets(body, other))
    };
    let under: Vec<usize> = (0..scene.bodies.len()).filter(|k| is_under_law(&scene.bodies[*k])).collect();
    let node = |k: usize| nodes.iter().find(|node| field_is(node, &scene.bodies[k].name)).or(nodes.first());
    let first = under.iter().map(|k| &scene.bodies[*k]).find(|body| body.shape.prism().is_some());
    let first = first.map(|body| (&*body.name, axis(body)));
    for &k in &under {
        let fault = overlap_fault(&scene.bodies[k], &scene.gravity, first);
        if let (Some([message, remedy, at]), Some(place)) = (fault, node(k)) {
            let of = BODY.table.fields.iter().find(|field| field.name == at);
            check.fault(&of.map_or(place.clone(), |of| field(place, of)), message, remedy);
            // One report is enough.
            return;
        }
    }
}

fn field_is(node: &Node, name: &str) -> bool {
    node.text_at(&[&BODY.name]).is_some_and(|text| text == name)
}

fn is_held(body: &BodySpec) -> bool {
    matches!(body.motion, Motion::Fixed | Motion::Driven(_))
}

/// Axis of a prism, or normal of a plane, world.
fn axis(body: &BodySpec) -> Vec3 {
    body.rotation * Vec3::z()
}

fn are_parallel(a: &Vec3, b: &Vec3) -> bool {
    a.cross(b).norm() <= PARALLEL
}

/// Fault of a body under the law: message, remedy and field (empty for the whole body). `first`: name and axis of the
/// first prism.
pub fn overlap_fault(body: &BodySpec, gravity: &Vec3, first: Option<(&str, Vec3)>) -> Option<[String; 3]> {
    let name = &body.name;
    let found = |message: String, remedy: &str, at: &str| Some([message, remedy.to_owned(), at.to_owned()]);
    if matches!(body.shape, Shape::Plane) {
        let a = &first?.1;
        if axis(body).dot(a).abs() > PARALLEL {
            let message = format!("`OverlapArea`: the plane `{name}` is not perpendicular to the plane of the prisms");
            return found(message, "turn it so that its normal is perpendicular to the prisms' axis", "");
        }
        return leaving(body, a, gravity);
    }
    if body.shape.prism().is_none() {
        let message = format!("`OverlapArea` is for prisms and planes, and `{name}` is neither");
        return found(message, "make it a `Prism`, or give its pairs `Hooke` or `Hertz` in `pairs`", BODY.shape.name);
    }
    let a = axis(body);
    if let Some((other, b)) = first
        && !are_parallel(&a, &b)
    {
        let message = format!("`OverlapArea`: the axes of the prisms `{other}` and `{name}` are not parallel");
        return found(message, "turn one of them: the z-axes of the prisms are one direction", BODY.rotation.name);
    }
    leaving(body, &a, gravity)
}

/// Fault of a body that can leave the plane normal to the unit vector `a`.
fn leaving(body: &BodySpec, a: &Vec3, gravity: &Vec3) -> Option<[String; 3]> {
    let along = |v: &Vec3| v.dot(a).abs() > PARALLEL * v.norm();
    let [x, y, z]: [f64; 3] = a.map(|part| if part.abs() < PARALLEL { 0.0 } else { part }).into();
    let fault = |what: &str| {
        let message = format!("`OverlapArea`: the prism `{}` can leave its plane: {what}", body.name);
        Some([message, format!("write `motion: Planar(({x:?}, {y:?}, {z:?}))`"), BODY.motion.name.to_owned()])
    };
    match &body.motion {
        Motion::Free => fault("it moves freely"),
        Motion::Planar(axis) | Motion::Spinning(axis) if !are_parallel(axis, a) => {
            fault("it turns about an axis other than its own")
        }
        Motion::Spinning(_) | Motion::Translating if along(&body.velocity) || along(gravity) => {
            fault("gravity or its velocity points out of it")
        }
        Motion::Fixed | Motion::Planar(_) | Motion::Spinning(_) | Motion::Translating => None,
        Motion::Driven(drive) => {
            let turns =
                drive.angular_velocity != Vec3::zeros() && !are_parallel(&drive.angular_velocity.normalize(), a);
            let leaves = along(&drive.velocity) || along(&drive.shake) || turns;
            let message =
                format!("`OverlapArea`: the drive of `{}` takes it out of the plane of the prisms", body.name);
            let remedy = "move it perpendicular to the prisms' axis, and turn it about that axis".to_owned();
            leaves.then(|| [message, remedy, BODY.motion.name.to_owned()])
        }
    }
}

//! The normal law `OverlapArea` is of prisms that stay in the plane across their axis, and of planes that stand across that plane.

use super::hertz::field;
use super::read::Check;
use crate::laws::Vec3;
use crate::scene::raw::Node;
use crate::scene::{BodySpec, Motion, NormalLaw, Scene};
use crate::shapes::Shape;

/// Directions nearer to each other than this (rad) are one.
const PARALLEL: f64 = 1e-6;

/// Notes a fault for each body that meets another under the law and has another shape, leaves its plane, or lies in another.
pub(super) fn check_overlap(check: &mut Check, scene: &Scene, nodes: &[Node]) {
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
    let node = |k: usize| nodes.iter().find(|node| field_is(node, &scene.bodies[k].name));
    let mut first: Option<(usize, Vec3)> = None;
    for &k in &under {
        let body = &scene.bodies[k];
        if let Some((message, remedy, at)) = fault_of(body, scene, first.map(|(k, a)| (&*scene.bodies[k].name, a))) {
            let place = node(k).map_or_else(|| nodes.first(), Some);
            if let Some(place) = place {
                check.fault(&field(place, at), message, remedy);
            }
            // One says enough of many.
            return;
        }
        if first.is_none() && body.shape.prism().is_some() {
            first = Some((k, axis(body)));
        }
    }
    let Some((_, a)) = first else { return };
    for &k in &under {
        let body = &scene.bodies[k];
        if matches!(body.shape, Shape::Plane) && (body.rotation * Vec3::z()).dot(&a).abs() > PARALLEL {
            let message =
                format!("`OverlapArea`: the plane `{}` does not stand across the plane of the prisms", body.name);
            if let Some(place) = node(k) {
                check.fault(place, message, "turn it so that its normal is across the prisms' axis");
            }
        }
    }
}

fn field_is(node: &Node, name: &str) -> bool {
    node.text_at(&["name"]).is_some_and(|text| text == name)
}

fn is_held(body: &BodySpec) -> bool {
    matches!(body.motion, Motion::Fixed | Motion::Driven(_))
}

/// The axis of a prism in the world.
fn axis(body: &BodySpec) -> Vec3 {
    body.rotation * Vec3::z()
}

fn are_parallel(a: &Vec3, b: &Vec3) -> bool {
    a.cross(b).norm() <= PARALLEL
}

/// What is wrong with a body under the law, the remedy and the field to point at; `first`: name and axis of the prism before it.
fn fault_of(body: &BodySpec, scene: &Scene, first: Option<(&str, Vec3)>) -> Option<(String, String, &'static str)> {
    let name = &body.name;
    if body.shape.prism().is_none() {
        if matches!(body.shape, Shape::Plane) {
            return leaving(body, &first?.1, scene);
        }
        let message = format!("`OverlapArea` is of prisms and planes, and `{name}` is neither");
        let remedy = "make it a `Prism`, or give its pairs `Hooke` or `Hertz` in `pairs`".to_owned();
        return Some((message, remedy, "shape"));
    }
    let a = axis(body);
    if let Some((other, b)) = first
        && !are_parallel(&a, &b)
    {
        let message = format!("`OverlapArea`: the axes of the prisms `{other}` and `{name}` are not parallel");
        return Some((message, "turn one of them: the z-axes of the prisms are one direction".to_owned(), "rotation"));
    }
    leaving(body, &a, scene)
}

/// What lets a body leave the plane across `a`.
fn leaving(body: &BodySpec, a: &Vec3, scene: &Scene) -> Option<(String, String, &'static str)> {
    let along = |v: &Vec3| v.dot(a).abs() > PARALLEL * v.norm();
    let [x, y, z]: [f64; 3] = a.map(|part| if part.abs() < PARALLEL { 0.0 } else { part }).into();
    let plane = format!("Planar(({x:?}, {y:?}, {z:?}))");
    let fault = |what: String| {
        let message = format!("`OverlapArea`: the prism `{}` can leave its plane: {what}", body.name);
        Some((message, format!("write `motion: {plane}`"), "motion"))
    };
    match &body.motion {
        Motion::Fixed => None,
        Motion::Free => fault("it moves freely".to_owned()),
        Motion::Planar(axis) | Motion::Spinning(axis) if !are_parallel(axis, a) => {
            fault("it turns about another axis than its own".to_owned())
        }
        Motion::Spinning(_) | Motion::Translating if along(&body.velocity) || along(&scene.gravity) => {
            fault("gravity or its velocity point out of it".to_owned())
        }
        Motion::Planar(_) | Motion::Spinning(_) | Motion::Translating => None,
        Motion::Driven(drive) => {
            let turns =
                drive.angular_velocity != Vec3::zeros() && !are_parallel(&drive.angular_velocity.normalize(), a);
            let leaves = along(&drive.velocity) || along(&drive.shake) || turns;
            leaves.then(|| {
                let message =
                    format!("`OverlapArea`: the drive of `{}` takes it out of the plane of the prisms", body.name);
                (message, "move it across the prisms' axis, and turn it about that axis".to_owned(), "motion")
            })
        }
    }
}

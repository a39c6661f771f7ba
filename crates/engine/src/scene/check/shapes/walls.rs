//! Checks for shapes that cannot be inside a hollow wall.

use crate::scene::check::pair::hertz::field;
use crate::scene::check::read::Check;
use crate::scene::language::BODY;
use crate::scene::text::raw::Node;
use crate::scene::{BodySpec, Motion};
use crate::shapes::Shape;

/// Reports a fault for each ellipsoid that can meet a bowl: the pair has no contact detection. `nodes`: nodes of the
/// bodies.
pub(in crate::scene::check) fn check_walls(check: &mut Check, bodies: &[BodySpec], nodes: &[Node]) {
    let Some(bowl) = bodies.iter().find(|body| matches!(body.shape, Shape::Bowl { .. })) else { return };
    for (body, node) in bodies.iter().zip(nodes) {
        let held = matches!(body.motion, Motion::Fixed | Motion::Driven(_));
        if matches!(body.shape, Shape::Ellipsoid { .. }) && !held {
            let message = format!("there is no contact detection between an Ellipsoid and the Bowl `{}`", bowl.name);
            let remedy = "use a Tube for the bowl, or a Sphere, Capsule, Cylinder, Box or polyhedron for the ellipsoid";
            check.fault(&field(node, &BODY.shape), message, remedy);
        }
    }
}

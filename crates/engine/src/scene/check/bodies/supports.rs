//! Checks for supports on which a known weight is invalid.

use crate::laws::Vec3;
use crate::scene::check::pair::hertz::field;
use crate::scene::check::read::Check;
use crate::scene::language::BODY;
use crate::scene::text::raw::Node;
use crate::scene::{BodySpec, Motion, NormalLaw, Scene};
use crate::shapes::Shape;

/// Maximum acceleration of a support normal to its surface, as a fraction of gravity; also the relative error of the
/// weight at that acceleration.
const MAX_ACCELERATION: f64 = 0.01;

/// Reports a fault for each driven body that accelerates normal to its surface under bodies with `Known(Weight)`: the
/// true normal force would follow the acceleration, but the weight does not. `nodes`: nodes of the bodies.
pub(in crate::scene::check) fn check_supports(check: &mut Check, scene: &Scene, nodes: &[Node]) {
    for (body, node) in scene.bodies.iter().zip(nodes) {
        let Motion::Driven(drive) = &body.motion else { continue };
        let normal = |other: &_| scene.rule_of(body, other).map_or(scene.normal, |rule| scene.pairs[rule].normal);
        let others = scene.bodies.iter().filter(|other| other.mass.is_finite());
        let mut others = others.filter(|other| normal(other) == NormalLaw::KnownWeight);
        let up = body.rotation * Vec3::z();
        let across = match body.shape {
            Shape::Plane => up.dot(&drive.shake).abs(),
            _ => drive.shake.norm(),
        };
        let is_shaken = across > 1e-9 * drive.shake.norm();
        // A plane that rotates about its normal moves bodies on it only along its surface.
        let turning = match body.shape {
            Shape::Plane => drive.angular_velocity - up * up.dot(&drive.angular_velocity),
            _ => drive.angular_velocity,
        };
        let is_swung = |other: &BodySpec| {
            let arm = other.position - drive.pivot;
            turning.norm_squared() * arm.norm() > MAX_ACCELERATION * scene.gravity.norm()
        };
        if let Some(other) = others.find(|other| is_shaken || is_swung(other)) {
            let message = format!(
                "`{}` accelerates normal to its surface, so `Known(Weight)` does not give its normal force on `{}`",
                body.name, other.name
            );
            let at = field(node, &BODY.motion);
            check.fault(&at, message, "move it along its surface, or slowly, or give this pair `Hooke` or `Hertz`");
        }
    }
}

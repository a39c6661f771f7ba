//! What a known weight cannot rest on.

use super::read::Check;
use crate::laws::Vec3;
use crate::scene::raw::Node;
use crate::scene::{Motion, NormalLaw, Scene};
use crate::shapes::Shape;

/// Notes a fault for each driven body that shakes others across its surface under `Known(Weight)`: N would follow its
/// acceleration, and the weight does not. `nodes` are those of the bodies.
pub(super) fn check_supports(check: &mut Check, scene: &Scene, nodes: &[Node]) {
    for (body, node) in scene.bodies.iter().zip(nodes) {
        let Motion::Driven(drive) = &body.motion else { continue };
        let across = match body.shape {
            Shape::Plane => (body.rotation * Vec3::z()).dot(&drive.shake),
            _ => drive.shake.norm(),
        };
        if across.abs() <= 1e-9 * drive.shake.norm() {
            continue;
        }
        let normal = |other: &_| scene.rule_of(body, other).map_or(scene.normal, |rule| scene.pairs[rule].normal);
        let mut others = scene.bodies.iter().filter(|other| other.mass.is_finite());
        if let Some(other) = others.find(|other| normal(other) == NormalLaw::KnownWeight) {
            let message = format!(
                "`{}` is accelerated across its surface, and `Known(Weight)` does not tell its normal force on `{}`",
                body.name, other.name
            );
            let fields = node.payload().and_then(|payload| payload.fields()).unwrap_or_default();
            let motion = fields.into_iter().find(|(name, _)| *name == "motion");
            let at = motion.as_ref().map_or(node, |(_, motion)| motion);
            check.fault(at, message, "shake it along its surface, or give this pair `Hooke` or `Hertz`");
        }
    }
}

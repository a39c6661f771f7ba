//! Checks the contact spring of the slide law `rate-state`.

use crate::laws::Vec3;
use crate::laws::friction::law::Weakening;
use crate::scene::check::pair::hertz::field;
use crate::scene::check::read::Check;
use crate::scene::language::{FRICTION, LAWS, SCENE};
use crate::scene::text::raw::Node;
use crate::scene::{NormalLaw, Scene};
use crate::shapes::Shape;

/// Reports a fault for each contact spring K < N (b − a)/D_c: such a contact stick-slips by itself. `pairs`: nodes of
/// the pair rules.
pub(in crate::scene::check) fn check_rates(check: &mut Check, scene: &Scene, root: &Node, pairs: &[Node]) {
    for place in std::iter::once(None).chain((0..scene.pairs.len()).map(Some)) {
        let friction = scene.friction_of(place);
        let slide = &friction.laws.slide;
        let Some(Weakening::WithSlip { steady, .. }) = slide.weakening(&friction.parameters) else { continue };
        let Some((load, name)) = scene.largest_known_load(place) else { continue };
        let (k, least) = (friction.tangential_stiffness(slide.own_stiffness()), load * steady);
        if k >= least {
            continue;
        }
        let node = place.and_then(|k| pairs.get(k)).unwrap_or(root);
        let path = [&SCENE.friction, &FRICTION.laws, &LAWS.slide];
        check.fault(
            &path.iter().fold(node.clone(), |node, name| field(&node, name)),
            format!(
                "the contact spring of {k} N/m is softer than N (b - a)/d_c = {least:.4e} N/m of `{name}`: the contact \
                 itself would stick and slip"
            ),
            "raise `k_e` or the law's `stiffness`, raise `d_c`, or lower `b`",
        );
    }
}

impl Scene {
    /// The largest normal force that is known beforehand under the normal law of the scene (`None`) or of a pair rule, N,
    /// and the name of its body: a known force, or the weight of a body that may lie on a plane. `None` if there is none.
    fn largest_known_load(&self, place: Option<usize>) -> Option<(f64, &str)> {
        let moving = || self.bodies.iter().filter(|body| body.mass.is_finite());
        let held = || self.bodies.iter().filter(|body| body.shape == Shape::Plane);
        let pairs = moving().flat_map(|body| held().map(move |plane| (body, plane)));
        let under = pairs.filter(|(body, plane)| self.rule_of(body, plane) == place);
        let loads = under.map(|(body, plane)| {
            let weight = -body.mass * self.gravity.dot(&(plane.rotation * Vec3::z()));
            let load = if let NormalLaw::KnownForce(force) = *self.normal_of(place) { force } else { weight };
            (load, body.name.as_str())
        });
        loads.max_by(|a, b| a.0.total_cmp(&b.0))
    }
}

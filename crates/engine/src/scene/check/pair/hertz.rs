//! Checks that Hertz contacts have an elastic body.

use crate::laws::friction::limit::limit_surface::LimitSurface;
use crate::laws::friction::parameters::SpinModel;
use crate::scene::check::read::Check;
use crate::scene::language::{FRICTION, Field, SCENE};
use crate::scene::text::raw::Node;
use crate::scene::{BodySpec, Motion, NormalLaw, Scene};

/// Reports a fault for each Hertz law between two rigid bodies. `pairs`: nodes of the pair rules.
pub(in crate::scene::check) fn check_hertz(check: &mut Check, scene: &Scene, root: &Node, pairs: &[Node]) {
    let mut places: Vec<Option<usize>> = vec![None];
    places.extend((0..scene.pairs.len()).map(Some));
    for place in places {
        let Some(path) = law_of(scene, place) else { continue };
        let Some((a, b)) = scene.rigid_pair(place) else { continue };
        let node = place.and_then(|k| pairs.get(k)).unwrap_or(root);
        let message = format!("Hertz needs an elastic body, but `{}` and `{}` are both rigid", a.name, b.name);
        check.fault(
            &path.iter().fold(node.clone(), |node, name| field(&node, name)),
            message,
            "give one of them `youngs_modulus` and `poisson_ratio`",
        );
    }
}

/// Name of the field that selects Hertz in the scene (`None`) or in a pair rule.
fn law_of(scene: &Scene, place: Option<usize>) -> Option<Vec<&'static Field>> {
    let (friction, normal) = match place {
        None => (&scene.friction, &scene.normal),
        Some(k) => scene.pairs.get(k).map(|rule| (&rule.friction, &rule.normal))?,
    };
    match (normal, friction.spin, friction.limit) {
        (NormalLaw::Hertz { .. }, ..) => Some(vec![&SCENE.normal]),
        (_, SpinModel::Hertz, _) => Some(vec![&SCENE.friction, &FRICTION.spin]),
        (_, _, LimitSurface::Hertz) => Some(vec![&SCENE.friction, &FRICTION.limit]),
        _ => None,
    }
}

impl Scene {
    /// The first two bodies without elastic constants that can meet under the laws of the scene (`None`) or of a pair
    /// rule.
    pub(in crate::scene::check) fn rigid_pair(&self, place: Option<usize>) -> Option<(&BodySpec, &BodySpec)> {
        let rigid: Vec<&BodySpec> = self.bodies.iter().filter(|body| body.elastic.is_none()).collect();
        let is_held = |body: &BodySpec| matches!(body.motion, Motion::Fixed | Motion::Driven(_));
        let pairs = rigid.iter().enumerate().flat_map(|(k, a)| rigid[k + 1..].iter().map(move |b| (*a, *b)));
        pairs.filter(|(a, b)| !(is_held(a) && is_held(b))).find(|(a, b)| self.rule_of(a, b) == place)
    }
}

/// The node to report: the field, or the table if the pair inherits it.
pub(in crate::scene::check) fn field<'a>(table: &Node<'a>, field: &Field) -> Node<'a> {
    table.payload().and_then(|payload| payload.field(field)).unwrap_or_else(|| table.clone())
}

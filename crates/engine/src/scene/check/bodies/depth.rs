//! Checks for springs that are too soft for the bodies they carry.

use crate::scene::check::pair::hertz::field;
use crate::scene::check::read::Check;
use crate::scene::language::{HOOKE, SCENE};
use crate::scene::text::raw::Node;
use crate::scene::{NormalLaw, Scene};

/// Reports a fault for each normal law under which a body must fall through another. `pairs`: nodes of the pair rules.
pub(in crate::scene::check) fn check_depth(check: &mut Check, scene: &Scene, root: &Node, pairs: &[Node]) {
    let penetrations = scene.penetrations();
    for rule in std::iter::once(None).chain((0..scene.pairs.len()).map(Some)) {
        let through = penetrations.iter().filter(|found| found.rule == rule && found.overlap > found.half);
        let Some(worst) = through.max_by(|a, b| (a.overlap / a.half).total_cmp(&(b.overlap / b.half))) else {
            continue;
        };
        let node = rule.and_then(|k| pairs.get(k)).unwrap_or(root);
        let is_hooke = matches!(scene.normal_of(rule), NormalLaw::Hooke { .. });
        let normal = field(node, &SCENE.normal);
        let at = if is_hooke { field(&normal, &HOOKE.k_n) } else { normal };
        check.fault(&at, format!("{}: it falls through", worst.message(scene)), worst.remedy(scene));
    }
}

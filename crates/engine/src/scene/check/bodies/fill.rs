//! Checks `fill:` of a body: copies of the body, on a jittered lattice or at given points.

use crate::laws::Vec3;
use crate::scene::BodySpec;
use crate::scene::check::bodies::body_draft::BodyDraft;
use crate::scene::check::read::{Allowed, Check, Fields};
use crate::scene::check::shapes::checked_shape::CheckedShape;
use crate::scene::language::{BODY, FILL, LATTICE};
use crate::scene::random::SplitMix64;
use crate::scene::text::raw::Node;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Bound;

/// Maximum number of bodies in a fill; more are assumed to be a typing error.
const MAX_BODIES: f64 = 4e6;

/// Positions of the bodies of a `fill`, relative to the `position` of the body, m; `Some(None)` without a fill.
pub(in crate::scene::check) fn fill(
    check: &mut Check,
    fields: &Fields,
    shape: Option<&CheckedShape>,
) -> Option<Option<Vec<Vec3>>> {
    let Some(node) = fields.get(&BODY.fill) else { return Some(None) };
    for (other, why) in [
        (&BODY.on, "the bodies of a fill are placed relative to `position`"),
        (&BODY.material, "the bodies of a fill have the name of the fill as their material"),
    ] {
        if let Some(other) = fields.get(other) {
            check.fault(other, why, "leave it out");
        }
    }
    if shape.is_some_and(CheckedShape::is_ground) {
        check.fault(node, "planes and hollow shapes cannot be in a fill", "fill with bodies that move");
        return None;
    }
    match check.variant(node, &FILL)? {
        ("Lattice", payload) => lattice(check, &payload),
        (_, payload) => points(check, &payload),
    }
    .map(Some)
}

/// Positions on a lattice, from the bottom layer up, x fastest, m. `jitter` is the largest offset of a body from the
/// centre of its cell along each axis, m.
fn lattice(check: &mut Check, node: &Node) -> Option<Vec<Vec3>> {
    let table = check.fields(node, &LATTICE.table)?;
    let count = table.required(check, &LATTICE.count, |check, node| check.numbers::<3>(node, Allowed::Positive));
    let spacing = table.required(check, &LATTICE.spacing, Check::length);
    let jitter = table.or(check, &LATTICE.jitter, 0.0, Check::not_negative);
    let seed = table.or(check, &LATTICE.seed, 1.0, Check::not_negative);
    let (count, spacing, jitter, seed) = (count?, spacing?, jitter?, seed?);
    let whole = count.iter().chain([&seed]).all(|n| n.fract() == 0.0);
    if !whole || count.iter().product::<f64>() > MAX_BODIES {
        let message = format!("`count` and `seed` are whole numbers, at most {MAX_BODIES:.0} bodies in all");
        check.fault(node, message, "write `count: (10, 10, 10)`");
        return None;
    }
    if jitter > 0.5 * spacing {
        check.fault(node, "jitter must not exceed half the spacing", "give a smaller `jitter`");
        return None;
    }
    let [nx, ny, nz] = count.map(|n| n as u64);
    let mut random = SplitMix64::new(seed as u64);
    let cell = |k: u64| Vec3::new((k % nx) as f64, (k / nx % ny) as f64, (k / (nx * ny)) as f64);
    let mut off = || Vec3::from_fn(|_, _| (2.0 * random.fraction() - 1.0) * jitter);
    Some((0..nx * ny * nz).map(|k| cell(k) * spacing + off()).collect())
}

fn points(check: &mut Check, node: &Node) -> Option<Vec<Vec3>> {
    let list = check.only(node, "Points([(0.0, 0.0, 0.0)])")?;
    let Some(nodes) = list.list().filter(|nodes| !nodes.is_empty()) else {
        return check.wrong_form(&list, "a list of points", "[(0.0, 0.0, 0.0), ...]");
    };
    let points: Vec<Option<Vec3>> = nodes.iter().map(|node| check.point(node)).collect();
    points.into_iter().collect()
}

/// Appends the bodies that an entry of `bodies:` expands to: the body itself, or the bodies of its fill, named
/// `grain-0`, `grain-1`, ...
pub(in crate::scene::check) fn expand(draft: &BodyDraft, body: BodySpec, into: &mut Vec<BodySpec>) {
    let Some(points) = &draft.fill else { return into.push(body) };
    let one = |(k, point): (usize, &Vec3)| BodySpec {
        name: format!("{}-{k}", body.name),
        material: Some(body.name.clone()),
        position: body.position + point,
        ..body.clone()
    };
    into.reserve_exact(points.len());
    into.extend(points.iter().enumerate().map(one));
}

/// A body with a fill.
pub(in crate::scene::check) struct FilledBody<'a> {
    pub(in crate::scene::check) node: Node<'a>,
    pub(in crate::scene::check) name: String,
    /// Number of bodies in the fill.
    pub(in crate::scene::check) count: usize,
}

/// Reports names that both a body and a fill use.
pub(in crate::scene::check) fn check_filled_names(check: &mut Check, nodes: &[Node], fills: &[FilledBody]) {
    if fills.is_empty() {
        return;
    }
    let own: BTreeSet<Cow<str>> = nodes.iter().filter_map(|node| node.text_at(&[&BODY.name])).collect();
    for fill in fills {
        let prefix = format!("{}-", fill.name);
        let begin = (Bound::Included(prefix.as_str()), Bound::Unbounded);
        let mut numbered = own.range::<str, _>(begin).map_while(|name| Some((name, name.strip_prefix(&prefix)?)));
        let same = numbered.find(|(_, rest)| rest.parse::<usize>().is_ok_and(|k| k < fill.count));
        if let Some((name, _)) = same {
            let message = format!("the name `{name}` is used twice: a body of this fill has it too");
            check.fault(&fill.node, message, "give the fill another name");
        }
    }
}

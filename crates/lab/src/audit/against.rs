//! Two runs of one scene: where they first differ.

use stickslip_engine::laws::Vec3;
use stickslip_engine::scene::{PlayedBody, PlayedFrame, PlayedRun};

/// Part of the size below which a difference counts as rounding.
const ROUNDING: f64 = 1e-9;

/// A first difference of two runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunDifference {
    /// Step at which it is.
    pub step: u64,
    /// Body or bodies.
    pub of: String,
    /// Quantity that differs.
    pub quantity: &'static str,
    /// Size of the difference, in the unit of the quantity; 1 for a contact that only one run has.
    pub value: f64,
    /// What differs.
    pub says: String,
}

/// The first step, body and quantity in which the bits differ, then those that differ by more than 1e-9 of the size,
/// then the first contact that only one run has. Bodies are compared by name; steps that only one run has are not.
pub fn compare(a: &PlayedRun, b: &PlayedRun, sizes: &[Option<f64>]) -> Vec<RunDifference> {
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for (i, body) in (0..).zip(&a.header.bodies) {
        pairs.extend((0..).zip(&b.header.bodies).find(|(_, other)| other.name == body.name).map(|(j, _)| (i, j)));
    }
    let mut found = Vec::new();
    let (mut bits, mut size, mut contact) = (None, None, None);
    for frame in &a.frames {
        let Ok(at) = b.frames.binary_search_by_key(&frame.step, |frame| frame.step) else { continue };
        let other = &b.frames[at];
        for (i, j) in &pairs {
            let (Some(one), Some(two)) = (frame.body(*i), other.body(*j)) else { continue };
            let reach = sizes.get(*i as usize).copied().flatten().filter(|size| size.is_finite()).unwrap_or(1.0);
            let name = || a.header.bodies[*i as usize].name.clone();
            if bits.is_none() {
                bits = difference(one, two, 0.0).map(|(what, value)| (frame.step, name(), what, value));
            }
            if size.is_none() {
                size = difference(one, two, ROUNDING * reach).map(|(what, value)| (frame.step, name(), what, value));
            }
        }
        contact = contact.or_else(|| only_one(a, b, frame, other));
    }
    let texts = ["the bits first differ", "more than 1e-9 of the size is first reached"];
    for (first, text) in [bits, size].into_iter().zip(texts) {
        found.extend(first.map(|(step, of, quantity, value)| {
            let says = format!("{text} at step {step}: {quantity} of `{of}` by {value:.3e}");
            RunDifference { step, of, quantity, value, says }
        }));
    }
    found.extend(contact);
    found
}

/// The first quantity of a body that differs by more than `limit`, and by how much.
fn difference(a: &PlayedBody, b: &PlayedBody, limit: f64) -> Option<(&'static str, f64)> {
    let turn = (a.q.coords - b.q.coords).norm();
    let velocity = |k: usize| {
        let (a, b) = (a.velocity?, b.velocity?);
        Some((a[k] - b[k]).norm())
    };
    let of = |what: &'static str, value: f64| (value.is_nan() || value > limit).then_some((what, value));
    let exact = |a: &Vec3, b: &Vec3| (a - b).norm();
    of("x", exact(&a.x, &b.x))
        .or_else(|| of("q", turn))
        .or_else(|| of("v", velocity(0)?))
        .or_else(|| of("ω", velocity(1)?))
}

/// The first pair that touches in one of two frames only.
fn only_one(a: &PlayedRun, b: &PlayedRun, of_a: &PlayedFrame, of_b: &PlayedFrame) -> Option<RunDifference> {
    let names = |run: &PlayedRun, frame: &PlayedFrame| {
        let name = |body: u32| run.header.bodies.get(body as usize).map_or("", |body| body.name.as_str()).to_owned();
        let mut all: Vec<[String; 2]> = frame
            .contacts
            .iter()
            .map(|contact| {
                let mut pair = [name(contact.i), name(contact.j)];
                pair.sort();
                pair
            })
            .collect();
        all.sort();
        all.dedup();
        all
    };
    let (ours, theirs) = (names(a, of_a), names(b, of_b));
    let (pair, which) = match ours.iter().find(|pair| !theirs.contains(pair)) {
        Some(pair) => (pair, "first"),
        None => (theirs.iter().find(|pair| !ours.contains(pair))?, "second"),
    };
    let [i, j] = pair;
    Some(RunDifference {
        step: of_a.step,
        of: format!("{i}, {j}"),
        quantity: "contact",
        value: 1.0,
        says: format!("at step {} `{i}` and `{j}` touch in the {which} run only", of_a.step),
    })
}

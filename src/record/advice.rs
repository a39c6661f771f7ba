//! What a user should know of a scene before it runs: it is legal, and yet it may not do what it seems to.

use super::stability::Stability;
use super::state::{BodyState, ContactView, State};
use crate::scene::{Motion, Scene};
use crate::shapes::Shape;

/// Bodies that overlap by more than this part of the smaller one were hardly meant to.
const DEEP: f64 = 0.1;

/// One line for each thing, of a scene and its first state.
pub fn of(scene: &Scene, first: &State) -> Vec<String> {
    [whole_steps(scene), shared_weight(first), overlaps(first), disks(first)].into_iter().flatten().collect()
}

/// The same, and whether Δt suits the springs of the contacts that the scene starts with.
pub fn at_start(scene: &Scene, first: &State) -> Vec<String> {
    let mut stability = Stability::default();
    stability.note(first, scene.dt);
    let mut warnings = of(scene, first);
    warnings.extend(stability.warnings());
    warnings
}

fn whole_steps(scene: &Scene) -> Option<String> {
    let steps = scene.duration / scene.dt;
    let (run, off) = (steps.round() * scene.dt, (steps - steps.round()).abs());
    let told = off > 1e-6 && off > 1e-9 * steps;
    told.then(|| format!("the duration of {} s is not a whole number of steps: {run} s are run", scene.duration))
}

/// A known normal force acts in equal parts on all points of a face: it cannot lean against a moment.
fn shared_weight(state: &State) -> Option<String> {
    let tilts =
        |body: &&BodyState| body.mass.mass.is_finite() && matches!(body.motion, Motion::Free | Motion::Planar(_));
    let faces = state.contacts.iter().filter(|contact| contact.law.is_known() && contact.normal.share < 1.0);
    let body = faces.flat_map(|contact| pair(state, contact)).find(tilts)?;
    Some(format!(
        "`{}` stands on several points under a known normal force, of which each gets an equal part: nothing balances \
         the moment of its friction, and it tips as no body does; give it `motion: Translating`, or a `Hooke` or `Hertz` \
         normal force",
        body.name
    ))
}

fn overlaps(state: &State) -> Option<String> {
    let depth = |contact: &ContactView| {
        let [i, j] = pair(state, contact).map(|body| body.shape.size());
        contact.touch.overlap / i.min(j)
    };
    let deep: Vec<_> =
        state.contacts.iter().map(|contact| (depth(contact), contact)).filter(|(d, _)| *d > DEEP).collect();
    let (_, contact) = deep.iter().max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    let [i, j] = pair(state, contact).map(|body| &body.name);
    let others = if deep.len() > 1 { format!(", and others at {} points", deep.len() - 1) } else { String::new() };
    Some(format!(
        "`{i}` and `{j}` overlap by {:.3e} m at the start{others}: a spring flings them apart, a known normal force leaves \
         them so; place them anew (`on:` puts a body on a surface)",
        contact.touch.overlap
    ))
}

/// A disk meets what it can roll on or in.
fn disks(state: &State) -> Option<String> {
    let is_disk = |body: &&BodyState| matches!(body.shape, Shape::Disk { .. });
    let ground = |shape: &Shape| matches!(shape, Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. });
    let disk = state.bodies.iter().find(is_disk)?;
    let other = state.bodies.iter().find(|body| body.name != disk.name && !ground(&body.shape))?;
    Some(format!(
        "there is no contact detection between the Disk `{}` and `{}`: a run in which they meet is stopped; a Cylinder \
         meets every shape",
        disk.name, other.name
    ))
}

fn pair<'a>(state: &'a State, contact: &ContactView) -> [&'a BodyState; 2] {
    [contact.pair.key.i, contact.pair.key.j].map(|index| &state.bodies[index as usize])
}

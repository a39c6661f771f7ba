//! Makes the edits of a scene one after another, each as a `--set` on the text so far: the language itself checks the
//! values, and the difference between successive scenes gives the change. An edit of the velocity or the pose of a body
//! leaves the text unchanged, because the text gives the initial state.

use super::check;
use super::error::Fault;
use super::language::{EDIT, Field, SCENE};
use super::set::set;
use super::text::raw::Node;
use super::{Scene, TimedChange};
use crate::laws::math::order::sort_by;

/// Checks a whole scene and what it is after each of its edits; the list of faults of an error is never empty.
pub(super) fn scene(text: &str) -> Result<Scene, Vec<Fault>> {
    let mut scene = check::scene(text)?;
    if scene.edits.is_empty() {
        return Ok(scene);
    }
    let mut order: Vec<usize> = (0..scene.edits.len()).collect();
    sort_by(&mut order, |a, b| scene.edits[*a].at.total_cmp(&scene.edits[*b].at));
    let (mut now, mut text_now) = (scene.clone(), text.to_owned());
    for k in order.iter().copied() {
        let edit = &mut scene.edits[k];
        let fault = |field, message: String, remedy: &str| vec![fault_of(text, k, field, message, remedy)];
        if let Some(found) = check::body_changes((&now, text), &edit.path, &edit.value) {
            edit.changes = found.map_err(|(field, message, remedy)| fault(field, message, &remedy))?;
            continue;
        }
        if !can_change(&edit.path) {
            let message = format!("`{}` cannot change while the scene runs", edit.path);
            return Err(fault(&EDIT.set, message, CHANGEABLE));
        }
        text_now = set(&text_now, &edit.path, &edit.value).map_err(|why| fault(&EDIT.set, why.message, &why.remedy))?;
        let next = check::scene(&text_now).map_err(|faults| {
            let what =
                |of: Fault| fault(&EDIT.to, format!("from {} s on, {}: {}", edit.at, of.path, of.message), &of.remedy);
            faults.into_iter().flat_map(what).collect::<Vec<_>>()
        })?;
        if now.pairs.iter().zip(&next.pairs).any(|(a, b)| a.normal != b.normal || a.between != b.between) {
            let message = format!("`{}` changes more than friction", edit.path);
            return Err(fault(&EDIT.set, message, CHANGEABLE));
        }
        edit.changes = changes(&now, &next);
        now = next;
    }
    sort_by(&mut scene.edits, |a, b| a.at.total_cmp(&b.at));
    Ok(scene)
}

const CHANGEABLE: &str = "an edit can change what is below `friction`, `pairs.NAME-NAME.friction`, `gravity` and `solver`, and `velocity`, \
     `angular_velocity`, `position` and `rotation` of `bodies.NAME`";

/// True for the paths of [`CHANGEABLE`]; whether a path below `pairs` is one of friction shows in what it changes.
fn can_change(path: &str) -> bool {
    let first = path.split('.').next().unwrap_or(path);
    [&SCENE.friction, &SCENE.gravity, &SCENE.solver].iter().any(|field| first == field.name)
        || (first == SCENE.pairs.name && path.contains(SCENE.friction.name))
}

/// What the next scene has and the last one had not.
fn changes(last: &Scene, next: &Scene) -> Vec<TimedChange> {
    let own = (last.friction != next.friction).then_some(TimedChange::Friction(None, next.friction));
    let pairs = last.pairs.iter().zip(&next.pairs).enumerate();
    let pairs = pairs.filter(|(_, (last, next))| last.friction != next.friction);
    let pairs = pairs.map(|(k, (_, next))| TimedChange::Friction(Some(k), next.friction));
    let gravity = (last.gravity != next.gravity).then_some(TimedChange::Gravity(next.gravity));
    let solver = (last.solver != next.solver).then_some(TimedChange::Solver(next.solver));
    own.into_iter().chain(pairs).chain(gravity).chain(solver).collect()
}

/// A fault at a field of the edit with this number in the file.
fn fault_of(text: &str, number: usize, field: &Field, message: String, remedy: &str) -> Fault {
    let place = Node::root(text).ok().and_then(|root| {
        let table = root.payload().unwrap_or_else(|| root.clone());
        let edit = table.field(&SCENE.edits)?.list()?.into_iter().nth(number)?;
        let value = edit.field(field)?;
        Some((value.path().to_owned(), value.span()))
    });
    let (path, span) = place.unwrap_or((SCENE.edits.name.to_owned(), 0..0));
    Fault::new(path, message, remedy, span)
}

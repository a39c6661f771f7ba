//! Patches of a scene's text for what a user builds by hand: whole bodies are added, copied and taken away. Comments and
//! everything that a patch does not name stay as they are.

use crate::laws::{Vec2, Vec3};
use crate::scene::Scene;
use crate::scene::error::Fault;
use crate::scene::language::{BODY, ON, SCENE};
use crate::scene::set::set;
use crate::scene::text::raw::Node;
use crate::scene::text::write::{self, add_body, replace_body, without_mentions};

/// The text without a body, and without the pulls, edits and pair rules that name it. Bodies that were placed on it keep
/// their place in the world.
pub fn delete_body(text: &str, scene: &Scene, name: &str) -> Result<String, Fault> {
    entry(text, name)?;
    let mut changed = text.to_owned();
    for dependent in placed_on(text, name)? {
        let spec = scene.bodies.iter().find(|body| body.name == dependent);
        if let Some(spec) = spec {
            changed = replace_body(&changed, &dependent, Some(&write::body(spec)))?;
        }
    }
    without_mentions(&replace_body(&changed, name, None)?, name)
}

/// The text with a copy of a body, under another name and moved by this much, m, in the axes in which the body is placed:
/// those of the surface below it, or of the world.
pub fn copy_body(text: &str, scene: &Scene, name: &str, copy: &str, by: Vec2) -> Result<String, Fault> {
    let original = entry(text, name)?;
    let mut changed = add_body(text, &renamed(&original, copy)?)?;
    let root = Node::root(&original)?;
    let path = |field: &str| format!("{}.{copy}.{field}", SCENE.bodies.name);
    if let Some(on) = root.field(&BODY.on) {
        let at = on.field(&ON.at).and_then(|at| {
            let [x, y] = at.tuple()?.try_into().ok()?;
            Some(Vec2::new(x.number()?, y.number()?))
        });
        let at = at.unwrap_or_default() + by;
        let value = format!("({:?}, {:?})", at.x, at.y);
        changed = set(&changed, &format!("{}.{}", path(BODY.on.name), ON.at.name), &value)?;
    } else if let Some(spec) = scene.bodies.iter().find(|body| body.name == name) {
        let position = write::vector(&(position_as_written(&root, &spec.position) + Vec3::new(by.x, by.y, 0.0)));
        changed = set(&changed, &path(BODY.position.name), &position)?;
    }
    Ok(changed)
}

/// `name` if it is free, else with the first free number from 2 on: `crate 2`.
pub fn free_name(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    if is_free(name) {
        return name.to_owned();
    }
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let stem = if stem.is_empty() { name } else { stem };
    (2..).map(|k| format!("{stem} {k}")).find(|name| is_free(name)).unwrap_or_default()
}

/// An entry of `bodies:` with another name.
pub fn renamed(entry: &str, name: &str) -> Result<String, Fault> {
    let root = Node::root(entry)?;
    let Some(node) = root.field(&BODY.name) else {
        return Err(Fault::new(BODY.name.name, "the entry has no name", "give the body a name", 0..0));
    };
    let mut changed = entry.to_owned();
    changed.replace_range(node.span(), &format!("{name:?}"));
    Ok(changed)
}

/// The entry of a body as written. A body of a fill has none.
pub fn entry(text: &str, name: &str) -> Result<String, Fault> {
    let root = Node::root(text)?;
    let bodies = root.payload().and_then(|scene| scene.field(&SCENE.bodies)).and_then(|list| list.list());
    let found = bodies.unwrap_or_default().into_iter().find(|node| is_named(node, name));
    found.map(|node| node.raw().to_owned()).ok_or_else(|| {
        let remedy = "change the fill in the text, or the body after the start of the run";
        let message = format!("`{name}` has no entry of its own: it is one of the bodies of a fill");
        Fault::new(SCENE.bodies.name, message, remedy, 0..0)
    })
}

fn is_named(node: &Node, name: &str) -> bool {
    node.field(&BODY.name).and_then(|value| value.string()).as_deref() == Some(name)
}

/// Names of the bodies that are placed on another one.
fn placed_on(text: &str, name: &str) -> Result<Vec<String>, Fault> {
    let root = Node::root(text)?;
    let bodies = root.payload().and_then(|scene| scene.field(&SCENE.bodies)).and_then(|list| list.list());
    let rests = |node: &Node| {
        let surface = node.field(&BODY.on)?.field(&ON.surface)?.string()?;
        (surface == name).then(|| node.field(&BODY.name)?.string()).flatten()
    };
    Ok(bodies.unwrap_or_default().iter().filter_map(rests).collect())
}

/// The position as the entry writes it, m, else `placed`, of the checked body. They differ by the centre of mass of a shape
/// given by points.
fn position_as_written(entry: &Node, placed: &Vec3) -> Vec3 {
    let written = entry.field(&BODY.position).and_then(|node| {
        let [x, y, z] = node.tuple()?.try_into().ok()?;
        Some(Vec3::new(x.number()?, y.number()?, z.number()?))
    });
    written.unwrap_or(*placed)
}

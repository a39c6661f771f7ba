//! Patches of a scene's text for what a user builds by hand: bodies are copied, renamed and taken away, pulls and pair rules
//! added. Comments and everything that a patch does not name stay as they are.

use crate::laws::{Vec2, Vec3};
use crate::scene::Scene;
use crate::scene::error::Fault;
use crate::scene::language::{BODY, EDIT, LINK, ON, PAIR, PULL, SCENE};
use crate::scene::set::set;
use crate::scene::text::raw::Node;
use crate::scene::text::write::{self, add_body, add_entry, remove_entry, replace_body, without_mentions};
use std::ops::Range;

/// The text without a body, and without the pulls, edits and pair rules that name it. Bodies that were placed on it keep
/// their place in the world.
pub fn delete_body(text: &str, scene: &Scene, name: &str) -> Result<String, Fault> {
    let old = entry(text, name)?;
    let mut changed = text.to_owned();
    for dependent in placed_on(text, name)? {
        let spec = scene.bodies.iter().find(|body| body.name == dependent);
        if let Some(spec) = spec {
            changed = replace_body(&changed, &dependent, Some(&write::body(spec)))?;
        }
    }
    let changed = without_mentions(&replace_body(&changed, name, None)?, name)?;
    match Node::root(&old)?.field(&BODY.material).and_then(|material| material.string()) {
        Some(material) => without_lost_material(&changed, &material),
        None => Ok(changed),
    }
}

/// The text with another material of a body, and without the pair rules of the old one if it was the last body of it.
pub fn set_material(text: &str, name: &str, material: Option<&str>) -> Result<String, Fault> {
    let old = Node::root(&entry(text, name)?)?.field(&BODY.material).and_then(|material| material.string());
    let path = format!("{}.{name}.{}", SCENE.bodies.name, BODY.material.name);
    let changed = match material {
        Some(material) => set(text, &path, &format!("{material:?}"))?,
        None => without_body_field(text, name, BODY.material.name)?,
    };
    old.map_or_else(|| Ok(changed.clone()), |old| without_lost_material(&changed, &old))
}

/// The text without the pair rules of a material that no body has.
fn without_lost_material(text: &str, material: &str) -> Result<String, Fault> {
    let root = Node::root(text)?;
    let bodies = root.payload().and_then(|scene| scene.field(&SCENE.bodies)).and_then(|list| list.list());
    let has = |body: &Node| {
        let own = body.field(&BODY.material).and_then(|own| own.string());
        is_named(body, material) || own.as_deref() == Some(material)
    };
    if bodies.unwrap_or_default().iter().any(has) { Ok(text.to_owned()) } else { without_mentions(text, material) }
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

/// The text with another name of a body, in its entry and wherever the scene names it.
pub fn rename_body(text: &str, name: &str, new: &str) -> Result<String, Fault> {
    entry(text, name)?;
    let root = Node::root(text)?;
    let list = |field| root.payload().and_then(|scene| scene.field(field)).and_then(|list| list.list());
    let mut spans: Vec<(Range<usize>, String)> = Vec::new();
    let mut rename = |node: Option<Node>| {
        let node = node.filter(|node| node.string().as_deref() == Some(name));
        spans.extend(node.map(|node| (node.span(), format!("{new:?}"))));
    };
    for body in list(&SCENE.bodies).unwrap_or_default() {
        rename(body.field(&BODY.name));
        rename(body.field(&BODY.on).and_then(|on| on.field(&ON.surface)));
    }
    for pull in list(&SCENE.pulls).unwrap_or_default() {
        [&PULL.body, &LINK.to].into_iter().for_each(|field| rename(pull.field(field)));
    }
    let pairs = list(&SCENE.pairs).unwrap_or_default();
    pairs.iter().flat_map(between).for_each(|node| rename(Some(node)));
    let old_path = format!("{}.{name}.", SCENE.bodies.name);
    for edit in list(&SCENE.edits).unwrap_or_default() {
        let Some(node) = edit.field(&EDIT.set) else { continue };
        let Some(path) = node.string() else { continue };
        if let Some(rest) = path.strip_prefix(&old_path) {
            spans.push((node.span(), format!("{:?}", format!("{}.{new}.{rest}", SCENE.bodies.name))));
        }
    }
    spans.sort_by_key(|(span, _)| span.start);
    let mut changed = text.to_owned();
    spans.into_iter().rev().for_each(|(span, new)| changed.replace_range(span, &new));
    Ok(changed)
}

/// The text with a further spring, rope or force; `entry`: one of `pulls:`.
pub fn add_pull(text: &str, entry: &str) -> Result<String, Fault> {
    add_entry(text, &SCENE.pulls, entry)
}

/// The text without the spring, rope or force with this index.
pub fn remove_pull(text: &str, index: usize) -> Result<String, Fault> {
    remove_entry(text, &SCENE.pulls, index)
}

/// The text with values for the friction of two materials or bodies, by field of `friction`: in their pair rule, or in a new
/// one at the end, which precedes the others.
pub fn set_pair(text: &str, names: [&str; 2], friction: &[(&str, f64)]) -> Result<String, Fault> {
    let Some(index) = pair_rule(text, names)? else {
        let values: Vec<String> = friction.iter().map(|(field, value)| format!("{field}: {value:?}")).collect();
        let [a, b] = names;
        let entry = format!("({}: ({a:?}, {b:?}), {}: ({}))", PAIR.between.name, PAIR.friction.name, values.join(", "));
        return add_entry(text, &SCENE.pairs, &entry);
    };
    friction.iter().try_fold(text.to_owned(), |text, (field, value)| {
        set(&text, &format!("{}.{index}.{}.{field}", SCENE.pairs.name, PAIR.friction.name), &format!("{value:?}"))
    })
}

/// The text without the pair rule of two materials or bodies.
pub fn remove_pair(text: &str, names: [&str; 2]) -> Result<String, Fault> {
    match pair_rule(text, names)? {
        Some(index) => remove_entry(text, &SCENE.pairs, index),
        None => Ok(text.to_owned()),
    }
}

/// Index of the last pair rule between two names, in either order.
fn pair_rule(text: &str, [a, b]: [&str; 2]) -> Result<Option<usize>, Fault> {
    let root = Node::root(text)?;
    let pairs = root.payload().and_then(|scene| scene.field(&SCENE.pairs)).and_then(|list| list.list());
    Ok(pairs.unwrap_or_default().iter().rposition(|pair| {
        let names: Vec<Option<String>> = between(pair).iter().map(Node::string).collect();
        let is = |order: [&str; 2]| names.iter().map(Option::as_deref).eq(order.map(Some));
        is([a, b]) || is([b, a])
    }))
}

/// The two names of a pair rule.
fn between<'a>(pair: &Node<'a>) -> Vec<Node<'a>> {
    pair.field(&PAIR.between).and_then(|names| names.tuple()).unwrap_or_default()
}

/// The text without a field of the entry of a body, if it has it.
pub fn without_body_field(text: &str, name: &str, field: &str) -> Result<String, Fault> {
    let root = Node::root(text)?;
    let bodies = root.payload().and_then(|scene| scene.field(&SCENE.bodies)).and_then(|list| list.list());
    let body = bodies.unwrap_or_default().into_iter().find(|node| is_named(node, name));
    let Some((body, (own, value))) = body.and_then(|body| {
        let found = body.fields()?.into_iter().find(|(own, _)| *own == field)?;
        Some((body, found))
    }) else {
        return Ok(text.to_owned());
    };
    let (start, mut end) = (body.span_of(own).start, value.span().end);
    let rest = &text[end..body.span().end];
    let mut changed = text.to_owned();
    if rest.trim_start().starts_with(',') {
        end += rest.find(',').map_or(0, |at| at + 1);
        // A line end, with what is written before it, stays.
        end += text[end..].len() - text[end..].trim_start_matches([' ', '\t']).len();
        changed.replace_range(start..end, "");
    } else {
        let before = text[..start].trim_end();
        changed.replace_range(before.strip_suffix(',').unwrap_or(before).len()..end, "");
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

/// The value at a path of an entry as written, such as that of `on.surface`; `None` if the entry lacks it.
pub fn value_at<'a>(entry: &'a str, path: &str) -> Option<&'a str> {
    path.split('.')
        .try_fold(Node::root(entry).ok()?, |node, part| {
            node.payload()?.fields()?.into_iter().find(|(name, _)| *name == part).map(|(_, value)| value)
        })
        .map(|node| node.raw())
}

/// The text at a path of an entry, without its quotes.
pub fn text_at(entry: &str, path: &str) -> Option<String> {
    Node::root(value_at(entry, path)?).ok()?.string()
}

fn is_named(node: &Node, name: &str) -> bool {
    node.field(&BODY.name).and_then(|value| value.string()).as_deref() == Some(name)
}

/// Names of the bodies that are placed on another one.
pub fn placed_on(text: &str, name: &str) -> Result<Vec<String>, Fault> {
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

//! `--set PATH=VALUE`: changes one value in the text of a scene and leaves the rest of the file unchanged.

use super::check;
use super::error::Fault;
use super::language::{BODY, FRICTION, Field, FrictionFields};
use super::text::nearest::advice;
use super::text::nesting::{MAX_DEPTH, NESTING_REMEDY, too_deep};
use super::text::raw::{Node, place_in, shortened};
use std::ops::Range;

/// Replaces the value at a path by `value` (RON), or inserts it if its struct lacks the field; returns the new text.
///
/// A path has the form that faults print: `friction.mu_s`, `bodies.ball.on.velocity`,
/// `pairs.ball-ground.friction.mu_k`. Bodies and pairs may also be given by index (`bodies.1`, from 0), and so may
/// components of a vector (`gravity.2`). Names of variants do not appear: `bodies.incline.shape.degrees`. A field takes the
/// place of the one that says the same in another way: `mu` that of `mu_s` and `mu_k`, `mu_r` that of `eta_r`, `density` that
/// of `mass`, `on` that of `position`, and back.
/// [`super::Scene::parse`] checks whether the value suits the field; a path that does not exist is a fault here.
pub fn set(text: &str, path: &str, value: &str) -> Result<String, Fault> {
    let root = Node::root(text)?;
    if path.is_empty() || path.ends_with('.') {
        let remedy = "write a path such as `friction.mu_s` or `bodies.ball.mass`";
        return Err(Fault::new(path, "the path names no field", remedy, 0..0));
    }
    let value = match Node::root(value) {
        Ok(node) => node.raw(),
        Err(fault) => {
            return Err(unreadable(path, value, fault));
        }
    };
    let target = find(&root, path, value)?;
    let mut changed = text.to_owned();
    changed.replace_range(target.span, &target.text);
    if let Some((span, text)) = target.before {
        changed.replace_range(span, &text);
    }
    if let Some(full_path) = target.put_in {
        check_put_in(&changed, &full_path)?;
    }
    Ok(changed)
}

/// The fault at `path` of a value that is not RON.
fn unreadable(path: &str, value: &str, fault: Fault) -> Fault {
    let (shown, place) = (shortened(value), place_in(value, &fault));
    let is_deep = fault.remedy == NESTING_REMEDY;
    let remedy = if is_deep { fault.remedy } else { "write a value as in a scene file, texts in quotes".to_owned() };
    Fault::new(path, format!("`{shown}` is {}{place}", fault.message), remedy, 0..0)
}

/// True if a text can be read as RON.
pub fn is_ron(text: &str) -> bool {
    Node::root(text).is_ok()
}

/// The elements of `(a, b, ...)`, each as RON; `None` if the text is not such a tuple.
pub fn elements(text: &str) -> Option<Vec<String>> {
    let root = Node::root(text).ok()?;
    root.tuple().map(|elements| elements.iter().map(|element| element.raw().to_owned()).collect())
}

/// Where to write in a text, and what.
pub(super) struct Target {
    pub(super) span: Range<usize>,
    text: String,
    /// Full path of the field, if the text lacks it.
    put_in: Option<String>,
    /// What else to write, at a place before `span`.
    before: Option<(Range<usize>, String)>,
}

impl Target {
    fn new(span: Range<usize>, text: impl Into<String>) -> Self {
        Self { span, text: text.into(), put_in: None, before: None }
    }
}

/// Finds where to write `value` for the value at `path`.
pub(super) fn find(root: &Node, path: &str, value: &str) -> Result<Target, Fault> {
    let mut node = root.clone();
    let mut rest = path;
    while !rest.is_empty() {
        let Some(body) = node.payload() else { return with_first_field(&node, rest, value) };
        if let Some(fields) = body.fields() {
            let (name, deeper) = rest.split_once('.').unwrap_or((rest, ""));
            match fields.into_iter().find(|(given, _)| *given == name) {
                Some((_, field)) => (node, rest) = (field, deeper),
                None => return in_other_words(&body, rest, value).map_or_else(|| put_in(&body, rest, value), Ok),
            }
        } else {
            (node, rest) = element(&body, rest)?;
        }
    }
    Ok(Target::new(node.span(), value))
}

/// Where to write the field `name` of a table that says the same in another way; `None` if it does not.
fn in_other_words(table: &Node, name: &str, value: &str) -> Option<Target> {
    let fields = table.fields()?;
    let given = |field: &Field| fields.iter().find(|(name, _)| *name == field.name);
    // The whole entry, from its name to the end of its value.
    let entry = |(name, value): &(&str, Node)| table.span_of(name).start..value.span().end;
    let FrictionFields { mu, mu_s, mu_k, mu_r, eta_r, .. } = &FRICTION;
    if name == mu.name {
        return match (given(mu_s), given(mu_k)) {
            (Some((_, a)), Some((_, b))) => {
                let (first, last) = if a.span().start < b.span().start { (a, b) } else { (b, a) };
                Some(Target { before: Some((first.span(), value.to_owned())), ..Target::new(last.span(), value) })
            }
            (Some(only), None) | (None, Some(only)) => {
                Some(Target::new(entry(only), format!("{}: {value}, {}: {value}", mu_s.name, mu_k.name)))
            }
            (None, None) => None,
        };
    }
    for (one, other) in [(mu_s, mu_k), (mu_k, mu_s)] {
        if let Some(single) = given(mu).filter(|_| name == one.name) {
            let both = format!("{}: {value}, {}: {}", one.name, other.name, single.1.raw());
            return Some(Target::new(entry(single), both));
        }
    }
    let same = [(mu_r, eta_r), (&BODY.mass, &BODY.density), (&BODY.position, &BODY.on)];
    let other = same.into_iter().find_map(|(one, other)| match name {
        _ if one.name == name => Some(other),
        _ if other.name == name => Some(one),
        _ => None,
    })?;
    given(other).map(|old| Target::new(entry(old), format!("{name}: {value}")))
}

fn no_field(node: &Node, rest: &str) -> Fault {
    let name = rest.split('.').next().unwrap_or(rest);
    let of = if node.path().is_empty() { "the scene".to_owned() } else { node.quote() };
    let message = format!("{of} has no field `{name}`");
    Fault::new(node.path_to(rest), message, "set the whole value instead", 0..0).unknown()
}

/// The element of a list or tuple that the path names, and the rest of the path.
fn element<'a, 'p>(body: &Node<'a>, rest: &'p str) -> Result<(Node<'a>, &'p str), Fault> {
    let elements = body.labelled().or_else(|| body.tuple()).ok_or_else(|| no_field(body, rest))?;
    let labels: Vec<String> = elements.iter().map(|element| label(body, element).to_owned()).collect();
    // A name may contain dots, so the longest match is used.
    let fitting = labels.iter().enumerate().filter_map(|(k, label)| Some((k, below(rest, label)?)));
    let named = fitting.min_by_key(|(_, deeper)| deeper.len());
    let numbered = || {
        let (number, deeper) = rest.split_once('.').unwrap_or((rest, ""));
        Some((number.parse::<usize>().ok().filter(|k| *k < elements.len())?, deeper))
    };
    if let Some((k, deeper)) = named.or_else(numbered) {
        return Ok((elements[k].clone(), deeper));
    }
    let name = rest.split('.').next().unwrap_or(rest);
    let remedy = advice(name, labels.iter().map(String::as_str), "there are");
    let message = format!("there is no `{name}` in {}", if body.path().is_empty() { "it" } else { body.path() });
    Err(Fault::new(body.path_to(rest), message, remedy, 0..0).unknown())
}

/// Last segment of the path of an element.
fn label<'e>(list: &Node, element: &'e Node) -> &'e str {
    let prefix = if list.path().is_empty() { 0 } else { list.path().len() + 1 };
    element.path().get(prefix..).unwrap_or_default()
}

/// The rest of a path after its first segment `label`; `None` if the path begins otherwise.
fn below<'p>(rest: &'p str, label: &str) -> Option<&'p str> {
    let deeper = rest.strip_prefix(label)?;
    if deeper.is_empty() { Some("") } else { deeper.strip_prefix('.') }
}

/// Inserts a field at the beginning of its struct, wrapped in a struct for each further name of the path.
fn put_in(body: &Node, rest: &str, value: &str) -> Result<Target, Fault> {
    let Some(field) = field(rest, value)? else { return Err(no_field(body, rest)) };
    let at = body.span().start + 1;
    Ok(Target { put_in: Some(body.path_to(rest)), ..Target::new(at..at, format!("{field}, ")) })
}

/// Adds a first field to a choice without fields, such as `Dae`.
fn with_first_field(choice: &Node, rest: &str, value: &str) -> Result<Target, Fault> {
    match (choice.variant(), field(rest, value)?) {
        (Some((name, None)), Some(field)) => {
            let text = format!("{name}({field})");
            Ok(Target { put_in: Some(choice.path_to(rest)), ..Target::new(choice.span(), text) })
        }
        _ => Err(no_field(choice, rest)),
    }
}

/// `name: value`, with a struct for each further name of the path; `None` if the path has a segment that is not a name.
/// A path with too many names is a fault.
fn field(rest: &str, value: &str) -> Result<Option<String>, Fault> {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let depth = rest.matches('.').count();
    if depth >= MAX_DEPTH {
        let message = format!("`{}`: {}", shortened(rest), too_deep("the names of the path"));
        return Err(Fault::new("", message, "write a path such as `friction.mu_s` or `bodies.ball.mass`", 0..0));
    }
    let whole = || format!("{}: {value}{}", rest.replace('.', ": ("), ")".repeat(depth));
    Ok(rest.split('.').all(is_name).then(whole))
}

/// Checks that an inserted field exists in the scene language.
fn check_put_in(changed: &str, path: &str) -> Result<(), Fault> {
    let Err(faults) = check::scene(changed) else { return Ok(()) };
    let concerns = |fault: &Fault| {
        let deeper = below(path, &fault.path);
        fault.path.is_empty() || deeper.is_some_and(|deeper| fault.unknown || !deeper.is_empty())
    };
    match faults.into_iter().find(concerns) {
        Some(fault) => Err(Fault { path: path.to_owned(), ..fault }),
        None => Ok(()),
    }
}

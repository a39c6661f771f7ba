//! Checks the form of `edits:`. `scene/timed.rs` makes the edits and so checks that the scene is valid after each.

use crate::scene::TimedEdit;
use crate::scene::check::read::{Check, Fields};
use crate::scene::language::{EDIT, SCENE};
use crate::scene::text::raw::Node;

const EXAMPLE: &str = "[(at: 0.5, set: \"friction.mu_k\", to: 0.1)]";

/// Reads the edits in the order of the file, without their changes. One after the end of the run is allowed: a shortened run
/// does not reach it.
pub(in crate::scene::check) fn edits(check: &mut Check, fields: &Fields) -> Option<Vec<TimedEdit>> {
    let nodes = fields.or(check, &SCENE.edits, Vec::new(), |check, node| {
        node.list().or_else(|| check.wrong_form(node, "a list of edits", EXAMPLE))
    })?;
    let edits: Vec<Option<TimedEdit>> = nodes.iter().map(|node| edit(check, node)).collect();
    edits.into_iter().collect()
}

fn edit(check: &mut Check, node: &Node) -> Option<TimedEdit> {
    let fields = check.fields(node, &EDIT.table)?;
    let at = fields.required(check, &EDIT.at, Check::not_negative);
    let path = fields.required(check, &EDIT.set, Check::string);
    let value = fields.required(check, &EDIT.to, |_, node| Some(node.raw().to_owned()));
    Some(TimedEdit { at: at?, path: path?, value: value?, changes: Vec::new() })
}

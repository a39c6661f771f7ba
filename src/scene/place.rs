//! Where in a RON text a value stands: for the faults of files that are not scenes.

use super::raw::{Node, offset};
use super::set::find;
use std::ops::Range;

/// The bytes of the value at a path such as `measurements.2.value`, or of the place where the field would be; the beginning
/// of a text that has no such path.
pub(crate) fn place(text: &str, path: &str) -> Range<usize> {
    match Node::root(text).and_then(|root| find(&root, path, "")) {
        Ok(target) => target.span,
        Err(_) => 0..0,
    }
}

/// The byte that a RON error names by line and column.
pub(crate) fn place_of(text: &str, error: &ron::error::SpannedError) -> Range<usize> {
    let at = offset(text, error.span.start.line, error.span.start.col);
    at..at
}

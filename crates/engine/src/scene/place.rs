//! Finds the position of a value in a RON text, for the faults of files other than scenes.

use super::raw::{Node, offset};
use super::set::find;
use std::ops::Range;

/// Byte range of the value at a path such as `measurements.2.value`, or the position where a missing field would be;
/// the start of the text if the path does not exist.
pub fn place(text: &str, path: &str) -> Range<usize> {
    match Node::root(text).and_then(|root| find(&root, path, "")) {
        Ok(target) => target.span,
        Err(_) => 0..0,
    }
}

/// Position of a RON error, as an empty byte range.
pub fn error_span(text: &str, error: &ron::error::SpannedError) -> Range<usize> {
    let at = offset(text, error.span.start.line, error.span.start.col);
    at..at
}

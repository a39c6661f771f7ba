//! RON texts other than scenes: reads them, and finds the position of a value in them.

use super::error::Fault;
use super::set::find;
use super::text::raw::{Node, check_nesting, offset};
use serde::de::DeserializeOwned;
use std::ops::Range;

/// Reads a RON text, in which `Some(...)` may be left out; the fault has the position and, unless brackets are nested
/// too deeply, this remedy.
pub fn read_ron<T: DeserializeOwned>(text: &str, remedy: &str) -> Result<T, Fault> {
    check_nesting(text)?;
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|error| {
        let at = offset(text, error.span.start.line, error.span.start.col);
        Fault::new("", error.code.to_string(), remedy, at..at)
    })
}

/// Byte range of the value at a path such as `measurements.2.value`, or the position where a missing field would be;
/// the start of the text if the path does not exist.
pub fn place(text: &str, path: &str) -> Range<usize> {
    match Node::root(text).and_then(|root| find(&root, path, "")) {
        Ok(target) => target.span,
        Err(_) => 0..0,
    }
}

//! Splits a RON value into its parts by brackets, commas and quotes alone. The `ron` crate locates parts only by
//! parsing the whole value, which is too slow at each level of a file with a million bodies.
//!
//! The text must be valid RON. Text that brackets, commas and quotes alone cannot split (a comment between the parts, a
//! raw string, a character) is rejected, and the caller falls back to the parser.

/// Splits a value part by part.
pub(in crate::scene) struct ValueSplitter<'a> {
    raw: &'a str,
    /// Start of the next part.
    start: usize,
}

/// Error: only a parser can split the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scene) struct NeedsParser;

impl<'a> ValueSplitter<'a> {
    /// Starts at the first part between the brackets of `(a, b, ...)` or `[a, b, ...]`.
    pub(in crate::scene) fn begin(raw: &'a str, [open, close]: [u8; 2]) -> Result<Self, NeedsParser> {
        let bytes = raw.as_bytes();
        let is_whole = bytes.len() > 1 && bytes[0] == open && bytes[bytes.len() - 1] == close;
        if is_whole { Ok(Self { raw, start: 1 }) } else { Err(NeedsParser) }
    }

    /// The next part, without surrounding white space; `None` after the last part.
    pub(in crate::scene) fn next_part(&mut self) -> Result<Option<&'a str>, NeedsParser> {
        let (bytes, end) = (self.raw.as_bytes(), self.raw.len() - 1);
        let (mut depth, mut k) = (0_u32, self.start);
        while k < end {
            match bytes[k] {
                b'"' => k = end_of_string(bytes, k).ok_or(NeedsParser)?,
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.checked_sub(1).ok_or(NeedsParser)?,
                b',' if depth == 0 => {
                    let part = not_empty(&self.raw[self.start..k]).ok_or(NeedsParser)?;
                    self.start = k + 1;
                    return Ok(Some(part));
                }
                b'/' | b'\'' | b'#' => return Err(NeedsParser),
                _ => {}
            }
            k += 1;
        }
        // The text after the last comma.
        let last = self.raw.get(self.start..end).unwrap_or_default();
        self.start = end;
        if depth == 0 { Ok(not_empty(last)) } else { Err(NeedsParser) }
    }
}

/// All parts; `None` if there are none or the text needs a parser.
pub fn parts(raw: &str, brackets: [u8; 2]) -> Option<Vec<&str>> {
    let mut splitter = ValueSplitter::begin(raw, brackets).ok()?;
    let mut parts = Vec::new();
    while let Some(part) = splitter.next_part().ok()? {
        parts.push(part);
    }
    (!parts.is_empty()).then_some(parts)
}

/// Value of the field `wanted` of `(name: value, ...)`, `None` if it is missing. The text after the value is not
/// examined.
pub(in crate::scene) fn value<'a>(raw: &'a str, wanted: &str) -> Result<Option<&'a str>, NeedsParser> {
    let mut splitter = ValueSplitter::begin(raw, *b"()")?;
    while let Some(part) = splitter.next_part()? {
        let (name, value) = field(part).ok_or(NeedsParser)?;
        if name == wanted {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

fn not_empty(part: &str) -> Option<&str> {
    Some(part.trim()).filter(|part| !part.is_empty())
}

/// Index of the quote that ends the string whose first quote is at `start`.
fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    // r"..." and b"..." follow other rules.
    if bytes[..start].last().is_some_and(|before| before.is_ascii_alphanumeric() || *before == b'_') {
        return None;
    }
    let mut k = start + 1;
    loop {
        match bytes.get(k)? {
            b'"' => return Some(k),
            b'\\' => k += 2,
            _ => k += 1,
        }
    }
}

/// Name and value of `name: value`.
pub fn field(part: &str) -> Option<(&str, &str)> {
    let (name, rest) = name(part)?;
    let value = rest.strip_prefix(':')?.trim();
    (!value.is_empty()).then_some((name, value))
}

/// The leading plain name of a value, and the rest; `None` without such a name.
pub(in crate::scene) fn name(raw: &str) -> Option<(&str, &str)> {
    let is_begin = |c: char| c.is_ascii_alphabetic() || c == '_';
    let end = raw.find(|c: char| !(is_begin(c) || c.is_ascii_digit())).unwrap_or(raw.len());
    let (name, rest) = raw.split_at(end);
    Some((name, rest.trim())).filter(|_| name.starts_with(is_begin))
}

/// A number in plain notation; `None` for any other number, which needs a parser.
pub fn number(raw: &str) -> Option<f64> {
    let is_plain = |byte: u8| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'e' | b'E');
    let begins = raw.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
    raw.bytes().all(is_plain).then(|| raw.parse().ok()).flatten().filter(|_| begins)
}

/// The content of a quoted text without escapes.
pub fn string(raw: &str) -> Option<&str> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains(['"', '\\'])).then_some(inner)
}

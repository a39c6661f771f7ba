//! The limit on nesting of every text that is read: brackets of RON, brackets of expressions, elements of XML.

/// Maximum number of brackets, or of XML elements, within each other in a text that is read.
///
/// A reader that calls itself for each bracket or element needs stack in proportion to the nesting, so without a limit
/// a file could end the program. The limit is one for all formats. It is set by the RON reader, which counts two levels
/// for each bracket and stops at 128.
pub const MAX_DEPTH: usize = 60;

/// Remedy for brackets that are nested too deeply.
pub const NESTING_REMEDY: &str = "remove some of the nested brackets";

/// Says that `what` (brackets, elements) are nested more than [`MAX_DEPTH`] deep.
pub fn too_deep(what: &str) -> String {
    format!("{what} are nested more than {MAX_DEPTH} deep")
}

/// Byte position of the first bracket of a RON text with [`MAX_DEPTH`] open brackets around it; `None` if there is
/// none. Brackets in comments, texts and characters do not count. The text need not be valid RON.
pub fn excess_bracket(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut k) = (0_usize, 0);
    while let Some(byte) = bytes.get(k) {
        match byte {
            b'(' | b'[' | b'{' if depth == MAX_DEPTH => return Some(k),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => k = last_of_text(bytes, k),
            b'\'' => k = last_of_character(text, k),
            b'/' => k = last_of_comment(bytes, k),
            _ => {}
        }
        k += 1;
    }
    None
}

/// Index of the last byte of the quoted or raw text whose first quote is at `start`.
fn last_of_text(bytes: &[u8], start: usize) -> usize {
    let hashes = bytes[..start].iter().rev().take_while(|byte| **byte == b'#').count();
    let is_raw = bytes[..start - hashes].ends_with(b"r");
    let mut k = start + 1;
    while let Some(byte) = bytes.get(k) {
        match byte {
            b'\\' if !is_raw => k += 1,
            b'"' if !is_raw => return k,
            b'"' if bytes[k + 1..].iter().take(hashes).filter(|byte| **byte == b'#').count() == hashes => {
                return k + hashes;
            }
            _ => {}
        }
        k += 1;
    }
    bytes.len()
}

/// Index of the last byte of the character whose first quote is at `start`; `start` if none follows it.
fn last_of_character(text: &str, start: usize) -> usize {
    let rest = &text[start + 1..];
    let mut letters = rest.chars();
    let first = letters.next();
    let length = match first {
        Some('\\') => rest.get(2..).and_then(|rest| rest.find('\'')).map(|end| end + 2),
        _ => first.map(char::len_utf8).filter(|_| letters.next() == Some('\'')),
    };
    length.map_or(start, |length| start + 1 + length)
}

/// Index of the last byte of the comment that begins at `start`; `start` if none does.
fn last_of_comment(bytes: &[u8], start: usize) -> usize {
    if bytes[start..].starts_with(b"//") {
        let length = bytes[start..].iter().position(|byte| *byte == b'\n');
        return length.map_or(bytes.len(), |length| start + length);
    }
    if !bytes[start..].starts_with(b"/*") {
        return start;
    }
    let (mut open, mut k) = (1, start + 2);
    while k < bytes.len() {
        if bytes[k..].starts_with(b"/*") {
            (open, k) = (open + 1, k + 1);
        } else if bytes[k..].starts_with(b"*/") {
            (open, k) = (open - 1, k + 1);
        }
        if open == 0 {
            return k;
        }
        k += 1;
    }
    bytes.len()
}

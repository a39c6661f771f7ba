//! Answers as a link: `#answers=1*…*5f3a9c01` after the address of the page.
//!
//! The value is a version, six texts per answer and a checksum, separated by `*`. It contains only characters that an
//! address keeps unchanged: letters, digits, `-`, `.`, `*`, and `_` before the two hexadecimal digits of any other
//! byte.

use super::answer::{LessonAnswer, MAX_ANSWERS, is_table, lessons_of, read_table};
use xxhash_rust::xxh3::xxh3_64;

/// Name of the part of an address that holds answers.
pub const PART: &str = "answers";
/// The version that this program writes, and the only one it reads.
const VERSION: &str = "1";
/// Number of texts of an answer.
const TEXTS: usize = 6;

/// The value of the part of an address that holds these answers.
pub fn value(answers: &[LessonAnswer]) -> Result<String, String> {
    let lessons = lessons_of(answers)?;
    let mut text = VERSION.to_owned();
    for answer in answers {
        for part in answer.texts(&lessons[answer.lesson.as_str()]) {
            text.push('*');
            text += &escaped(&part);
        }
    }
    let sum = check_sum(&text);
    Ok(format!("{text}*{sum}"))
}

/// The link of these answers, to be put after the address of the page or opened as it is.
pub fn link(answers: &[LessonAnswer]) -> Result<String, String> {
    Ok(format!("#{PART}={}", value(answers)?))
}

/// The value in a text that is such a link, with or without the address of the page before it.
pub fn value_in(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(&format!("{PART}="))?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-.*_".contains(c);
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    // The full stop of a sentence is not part of the link before it.
    Some(rest[..end].trim_end_matches('.'))
}

/// Reads the value of a link; the error says what to do.
pub fn read_value(value: &str) -> Result<Vec<LessonAnswer>, String> {
    let (version, _) = value.split_once('*').unwrap_or((value, ""));
    if version != VERSION && !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!(
            "unsupported version {version} of a link of answers; this program reads version {VERSION}"
        ));
    }
    let damaged = || "the link of answers is incomplete or damaged; copy it again".to_owned();
    let (text, sum) = value.rsplit_once('*').ok_or_else(damaged)?;
    if version != VERSION || sum != check_sum(text) {
        return Err(damaged());
    }
    let parts: Vec<String> = text.split('*').skip(1).map(plain).collect::<Option<_>>().ok_or_else(damaged)?;
    if !parts.len().is_multiple_of(TEXTS) || parts.len() > TEXTS * MAX_ANSWERS {
        return Err(damaged());
    }
    let (answers, _) = parts.as_chunks::<TEXTS>();
    answers.iter().map(|texts| LessonAnswer::from_texts(texts.each_ref().map(String::as_str))).collect()
}

/// Reads links, one per line, or tables of answers; the error has the line.
pub fn read(text: &str) -> Result<Vec<LessonAnswer>, String> {
    if is_table(text) {
        return read_table(text.trim_start_matches('\u{feff}'));
    }
    let mut answers = Vec::new();
    for (k, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let found = value_in(line).ok_or_else(|| "there is no link of answers here".to_owned()).and_then(read_value);
        answers.extend(found.map_err(|why| format!("line {}: {why}", k + 1))?);
    }
    Ok(answers)
}

/// True if a text is a table of answers or begins with a link of answers.
pub fn is_answers(text: &str) -> bool {
    is_table(text) || text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| value_in(line).is_some())
}

/// Eight hexadecimal digits that reveal a damaged link.
pub fn check_sum(text: &str) -> String {
    format!("{:08x}", xxh3_64(text.as_bytes()) as u32)
}

/// A text with every byte but letters, digits, `-` and `.` as `_` and two hexadecimal digits.
fn escaped(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'-' | b'.' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("_{byte:02x}"),
    };
    text.bytes().map(byte).collect()
}

/// What [`escaped`] was given; `None` if it cannot have made the text.
fn plain(text: &str) -> Option<String> {
    let (first, rest) = text.split_once('_').map_or((text, None), |(first, rest)| (first, Some(rest)));
    let mut bytes = first.as_bytes().to_vec();
    for part in rest.into_iter().flat_map(|rest| rest.split('_')) {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

//! Faults of a scene file: what is wrong, where, and the remedy.

use super::text::plural::counted;
use crate::laws::math::order::sort_by_key;
use serde::Serialize;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::ops::Range;

/// One fault of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path of the field, as `--set` addresses it (`friction.mu_s`); empty if there is none.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// The remedy.
    pub remedy: String,
    /// Bytes of the file to mark.
    pub span: Range<usize>,
    /// True if the path names a field that does not exist.
    pub(super) unknown: bool,
}

impl Fault {
    /// A fault at this path and span of the file.
    pub fn new(
        path: impl Into<String>,
        message: impl Into<String>,
        remedy: impl Into<String>,
        span: Range<usize>,
    ) -> Self {
        Self { path: path.into(), message: message.into(), remedy: remedy.into(), span, unknown: false }
    }

    /// True if the fault is about the value at `path`, about a part of it, or about a value that contains it.
    pub fn concerns(&self, path: &str) -> bool {
        let is_in = |part: &str, whole: &str| part.strip_prefix(whole).is_some_and(|rest| rest.starts_with('.'));
        self.path == path || is_in(&self.path, path) || is_in(path, &self.path)
    }

    /// Marks the fault as naming a field that does not exist.
    pub(super) fn unknown(self) -> Self {
        Self { unknown: true, ..self }
    }
}

/// Replaces every byte of a terminal control character by `?`; offsets are unchanged.
fn harmless(text: &str) -> Cow<'_, str> {
    let harmful = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if !text.contains(harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if harmful(c) { (0..c.len_utf8()).for_each(|_| shown.push('?')) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// Formats as `path: message; remedy`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write_fault(f, &self.path, &self.message, &self.remedy)
    }
}

fn write_fault(f: &mut fmt::Formatter, path: &str, message: &str, remedy: &str) -> fmt::Result {
    if !path.is_empty() {
        write!(f, "{path}: ")?;
    }
    write!(f, "{message}; {remedy}")
}

impl Error for Fault {}

/// A fault with the line it lies in and the lines next to it, truncated: a list of bodies may be a single line of
/// megabytes.
#[derive(Clone, Debug)]
pub struct FaultExcerpt {
    /// The fault.
    pub fault: Fault,
    /// Name of the file.
    pub file: String,
    /// Up to three lines of the file; `…` stands for what is cut off.
    pub text: String,
    /// Bytes of `text` to mark: the faulty span, or the part of the span in its first line.
    pub span: Range<usize>,
    /// Number of lines of the file before `text`.
    pub skipped: usize,
    /// Line of the fault, from 1.
    pub line: usize,
    /// Column of the fault in characters, from 1.
    pub column: usize,
}

impl FaultExcerpt {
    /// Maximum number of characters shown of a line: before the fault, and from the fault on.
    const SHOWN: [usize; 2] = [60, 100];

    /// The excerpt around a fault that begins at `place`.
    fn new(fault: &Fault, file: &str, text: &str, place: FaultPosition) -> Self {
        let bytes = fault.span.len();
        let (above, below) = text.split_at(place.byte);
        let line_start = above.rfind('\n').map_or(0, |k| k + 1);
        let (above, head) = above.split_at(line_start);
        let (tail, below) = below.split_once('\n').unwrap_or((below, ""));
        let (before, after) = (above.lines().next_back(), below.lines().next());
        let [most_before, most_after] = Self::SHOWN;
        let whole = |line: &str| cut(line, most_before + most_after);

        let mut shown = before.map_or(String::new(), |line| whole(line) + "\n");
        let dropped = head.chars().count().saturating_sub(most_before);
        shown.extend((dropped > 0).then_some('…'));
        shown.extend(head.chars().skip(dropped));
        let begin = shown.len();
        let marked = tail.get(..bytes).unwrap_or(tail).trim_end();
        let end = begin + cut(marked, most_after).len();
        shown += &cut(tail, most_after);
        shown.extend(after.map(|line| format!("\n{}", whole(line))));

        let skipped = place.line - 1 - usize::from(before.is_some());
        let FaultPosition { line, column, .. } = place;
        Self { fault: fault.clone(), file: file.to_owned(), text: shown, span: begin..end, skipped, line, column }
    }
}

/// The line, truncated to `most` characters.
fn cut(line: &str, most: usize) -> String {
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.trim_end().to_owned(),
    }
}

/// All faults of one scene file, in file order; never empty.
#[derive(Clone, Debug)]
pub struct Faults {
    name: String,
    faults: Vec<Fault>,
    places: Vec<FaultPosition>,
    excerpts: Vec<FaultExcerpt>,
}

/// Maximum number of faults with an excerpt.
pub const MAX_EXCERPTS: usize = 50;

impl Faults {
    /// Collects the faults of the file `name` with this text.
    pub fn new(name: &str, text: &str, mut faults: Vec<Fault>) -> Self {
        sort_by_key(&mut faults, |fault| fault.span.start);
        for words in faults.iter_mut().flat_map(|fault| [&mut fault.path, &mut fault.message, &mut fault.remedy]) {
            if let Cow::Owned(shown) = harmless(words) {
                *words = shown;
            }
        }
        let (text, name) = (&*harmless(text), &*harmless(name));
        let reach = |place: &mut FaultPosition, fault: &Fault| {
            *place = place.to(text, fault.span.start);
            Some(*place)
        };
        let places: Vec<_> = faults.iter().scan(FaultPosition::START, reach).collect();
        let excerpt = |(fault, place): (&Fault, &FaultPosition)| FaultExcerpt::new(fault, name, text, *place);
        let excerpts = faults.iter().zip(&places).take(MAX_EXCERPTS).map(excerpt).collect();
        Self { name: name.to_owned(), excerpts, places, faults }
    }

    /// Name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All faults, in file order.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The first [`MAX_EXCERPTS`] faults with their lines.
    pub fn excerpts(&self) -> &[FaultExcerpt] {
        &self.excerpts
    }

    /// The faults with line and column, for `check --json`; each formats as one plain line.
    pub fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        self.faults.iter().zip(&self.places).map(|(fault, place)| Line {
            file: self.name.clone(),
            line: place.line,
            column: place.column,
            path: fault.path.clone(),
            message: fault.message.clone(),
            remedy: fault.remedy.clone(),
        })
    }
}

/// Formats as `scenes/ramp.ron: 2 faults`.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.name, counted(self.faults.len(), "fault"))
    }
}

impl Error for Faults {}

/// A fault with its line and column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Name of the file.
    pub file: String,
    /// Line, from 1; 0 if the file cannot be read.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Path of the field, as `--set` addresses it; empty if there is none.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// The remedy.
    pub remedy: String,
}

/// Formats as `scenes/ramp.ron:12:9: friction.mu_k: message; remedy`.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        // An unreadable file has no lines.
        match self.line {
            0 => write!(f, "{}: ", self.file)?,
            line => write!(f, "{}:{line}:{}: ", self.file, self.column)?,
        }
        write_fault(f, &self.path, &self.message, &self.remedy)
    }
}

/// Position in a file; line and column count from 1, the column in characters.
#[derive(Clone, Copy, Debug)]
struct FaultPosition {
    byte: usize,
    line: usize,
    column: usize,
}

impl FaultPosition {
    const START: Self = Self { byte: 0, line: 1, column: 1 };

    /// Position of a later byte. Scans only the text in between, so that the faults of a file together scan it once.
    fn to(self, text: &str, byte: usize) -> Self {
        let byte = text.floor_char_boundary(byte).max(self.byte);
        let between = &text[self.byte..byte];
        let begin = between.rfind('\n').map_or(0, |k| k + 1);
        let before = if begin == 0 { self.column } else { 1 };
        Self {
            byte,
            line: self.line + between.matches('\n').count(),
            column: before + between[begin..].chars().count(),
        }
    }
}

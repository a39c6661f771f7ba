//! What is wrong with a scene file, where, and what to do about it.

use miette::{Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use serde::Serialize;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::ops::Range;

/// One thing that is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The field, as `--set` addresses it (`friction.mu_s`); empty where there is none.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
    /// The bytes of the file to point at.
    pub span: Range<usize>,
    /// The path names a field that does not exist.
    pub(super) unknown: bool,
}

impl Fault {
    /// A fault at a path and place of the file.
    pub fn new(
        path: impl Into<String>,
        message: impl Into<String>,
        remedy: impl Into<String>,
        span: Range<usize>,
    ) -> Self {
        Self { path: path.into(), message: message.into(), remedy: remedy.into(), span, unknown: false }
    }

    /// A fault that says the field does not exist.
    pub(super) fn unknown(self) -> Self {
        Self { unknown: true, ..self }
    }
}

/// The text with `?` for every byte of a character that a terminal would take for a command; places stay.
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

/// `path: message; remedy`.
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

/// A fault as it is drawn: message, remedy as help, and the lines around its place.
#[derive(Clone, Debug)]
struct DrawnFault {
    fault: Fault,
    excerpt: Excerpt,
}

/// `path: message`; the remedy is the help.
impl fmt::Display for DrawnFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Fault { path, message, .. } = &self.fault;
        if path.is_empty() { f.write_str(message) } else { write!(f, "{path}: {message}") }
    }
}

impl Error for DrawnFault {}

impl Diagnostic for DrawnFault {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.fault.remedy))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = if self.fault.path.is_empty() { "here" } else { &self.fault.path };
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(Some(label.to_owned()), self.excerpt.span.clone()))))
    }
}

/// The line of a place and its neighbours, long ones cut: a list of bodies may be a line of megabytes.
#[derive(Clone, Debug)]
struct Excerpt {
    /// Name of the file.
    file: String,
    text: String,
    /// The bytes of `text` to point at: the place, or what of it lies in its first line.
    span: Range<usize>,
    /// How many lines come before `text`.
    skipped: usize,
    /// The place in the file.
    place: FaultPlace,
}

impl Excerpt {
    /// So many characters of a line are shown before the place, and so many from there on.
    const SHOWN: [usize; 2] = [60, 100];

    /// Around a place of so many bytes.
    fn of(file: &str, text: &str, place: FaultPlace, bytes: usize) -> Self {
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
        Self { file: file.to_owned(), text: shown, span: begin..end, skipped, place }
    }
}

/// The line, or so many characters of it.
fn cut(line: &str, most: usize) -> String {
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.trim_end().to_owned(),
    }
}

/// All of it, whatever is asked for; where no lines around are asked for, line and column are those of the place.
impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        lines_before: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let FaultPlace { line, column, .. } = self.place;
        let (line, column) = if lines_before == 0 { (line - 1, column - 1) } else { (self.skipped, 0) };
        let all = (0, self.text.len()).into();
        let count = self.text.lines().count();
        Ok(Box::new(MietteSpanContents::new_named(self.file.clone(), self.text.as_bytes(), all, line, column, count)))
    }
}

/// All faults of one scene file, in file order; never empty.
#[derive(Clone, Debug)]
pub struct Faults {
    name: String,
    faults: Vec<Fault>,
    places: Vec<FaultPlace>,
    /// The first of them.
    drawn: Vec<DrawnFault>,
}

/// Of a file with thousands of faults so many are drawn.
const MOST_DRAWN: usize = 50;

impl Faults {
    /// The faults of the file `name` with this text.
    pub(crate) fn new(name: &str, text: &str, mut faults: Vec<Fault>) -> Self {
        faults.sort_by_key(|fault| fault.span.start);
        for words in faults.iter_mut().flat_map(|fault| [&mut fault.path, &mut fault.message, &mut fault.remedy]) {
            if let Cow::Owned(shown) = harmless(words) {
                *words = shown;
            }
        }
        let (text, name) = (&*harmless(text), &*harmless(name));
        let reach = |place: &mut FaultPlace, fault: &Fault| {
            *place = place.to(text, fault.span.start);
            Some(*place)
        };
        let places: Vec<_> = faults.iter().scan(FaultPlace::START, reach).collect();
        let drawn = |(fault, place): (&Fault, &FaultPlace)| DrawnFault {
            fault: fault.clone(),
            excerpt: Excerpt::of(name, text, *place, fault.span.len()),
        };
        let drawn = faults.iter().zip(&places).take(MOST_DRAWN).map(drawn).collect();
        Self { name: name.to_owned(), drawn, places, faults }
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The faults.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The faults with line and column, for `check --json`; each displays as one plain line.
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

/// `scenes/ramp.ron: 2 faults`.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let count = self.faults.len();
        write!(f, "{}: {count} {}", self.name, if count == 1 { "fault" } else { "faults" })
    }
}

impl Error for Faults {}

impl Diagnostic for Faults {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let more = self.faults.len() > MOST_DRAWN;
        more.then(|| {
            Box::new(format!("here are the first {MOST_DRAWN}; `stickslip check --all` lists every one")) as Box<_>
        })
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.drawn.iter().map(|drawn| drawn as &dyn Diagnostic)))
    }
}

/// A fault with its line and column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The field, as `--set` addresses it.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

/// `scenes/ramp.ron:12:9: friction.mu_k: message; remedy`.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        // A file that cannot be read has no lines.
        match self.line {
            0 => write!(f, "{}: ", self.file)?,
            line => write!(f, "{}:{line}:{}: ", self.file, self.column)?,
        }
        write_fault(f, &self.path, &self.message, &self.remedy)
    }
}

/// Line and column of a byte, both from 1, the column in characters.
#[derive(Clone, Copy, Debug)]
struct FaultPlace {
    byte: usize,
    line: usize,
    column: usize,
}

impl FaultPlace {
    const START: Self = Self { byte: 0, line: 1, column: 1 };

    /// The place of a later byte; what lies between is read once, however many faults a file has.
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

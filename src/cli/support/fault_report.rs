//! Faults of a scene file as the terminal shows them: message, marked lines of the file, remedy.

use crate::scene::place::place;
use crate::scene::{FaultExcerpt, Faults, MAX_EXCERPTS};
use miette::{Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::error::Error;
use std::fmt;
use std::ops::Range;

/// A change that a flag made to the text of a scene.
#[derive(Clone, Debug)]
pub(in crate::cli) struct AppliedEdit {
    /// The flag as given: `--set friction.mu_s=0.3`.
    pub(in crate::cli) flag: String,
    /// Path of the changed value.
    pub(in crate::cli) path: String,
}

/// All faults of a file.
#[derive(Debug)]
pub(in crate::cli) struct FaultReport {
    faults: Faults,
    drawn: Vec<DrawnFault>,
}

impl FaultReport {
    /// The faults of a text, with a mark on each value in their lines that one of the edits has put there.
    pub(in crate::cli) fn new(faults: Faults, text: &str, edits: &[AppliedEdit]) -> Self {
        let edits: Vec<_> = edits.iter().map(|edit| (edit.flag.as_str(), place(text, &edit.path))).collect();
        let drawn = faults.excerpts().iter().map(|excerpt| DrawnFault::new(excerpt.clone(), text, &edits)).collect();
        Self { faults, drawn }
    }

    /// The line above several faults; empty for a single one, which has a heading of its own.
    pub(in crate::cli) fn heading(&self) -> String {
        let shown = if self.faults.faults().len() > self.drawn.len() {
            format!("; here are the first {MAX_EXCERPTS}, `stickslip check --all` lists every one")
        } else {
            String::new()
        };
        if self.drawn.len() == 1 { String::new() } else { format!("{}{shown}\n", self.faults) }
    }

    /// The faults, in file order.
    pub(in crate::cli) fn diagnostics(&self) -> impl Iterator<Item = &dyn Diagnostic> {
        self.drawn.iter().map(|drawn| drawn as &dyn Diagnostic)
    }
}

impl fmt::Display for FaultReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.faults.fmt(f)
    }
}

impl Error for FaultReport {}

impl Diagnostic for FaultReport {}

/// One fault of a file.
#[derive(Debug)]
struct DrawnFault {
    excerpt: FaultExcerpt,
    /// Marks, with the bytes of the excerpt that each covers; the first is the fault.
    marks: Vec<(String, Range<usize>)>,
}

impl DrawnFault {
    fn new(excerpt: FaultExcerpt, text: &str, edits: &[(&str, Range<usize>)]) -> Self {
        let fault = &excerpt.fault;
        let label = if fault.path.is_empty() { "here" } else { &fault.path };
        let is_marked = |at: &Range<usize>| at.start < fault.span.end && fault.span.start < at.end;
        let own =
            edits.iter().find(|(_, at)| is_marked(at)).map_or(String::new(), |(flag, _)| format!(", from {flag}"));
        let mut marks = vec![(format!("{label}{own}"), excerpt.span.clone())];
        // An excerpt may be cut, so a value is marked only where its text stands.
        let shown = |at: &Range<usize>| {
            let begin = (excerpt.span.start + at.start).checked_sub(fault.span.start)?;
            let found = begin..begin + at.len();
            (excerpt.text.get(found.clone())? == text.get(at.clone())?).then_some(found)
        };
        let others = edits.iter().filter(|(_, at)| !at.is_empty() && !is_marked(at));
        marks.extend(others.filter_map(|(flag, at)| Some((format!("from {flag}"), shown(at)?))));
        Self { excerpt, marks }
    }
}

/// Formats as `path: message`; the remedy is the help.
impl fmt::Display for DrawnFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let fault = &self.excerpt.fault;
        if fault.path.is_empty() { f.write_str(&fault.message) } else { write!(f, "{}: {}", fault.path, fault.message) }
    }
}

impl Error for DrawnFault {}

impl Diagnostic for DrawnFault {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.excerpt.fault.remedy))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let mark =
            |(label, span): &(String, Range<usize>)| LabeledSpan::new_with_span(Some(label.clone()), span.clone());
        Some(Box::new(self.marks.iter().map(mark)))
    }
}

/// Always the whole excerpt; where no context lines are requested, line and column are the position of the fault.
impl SourceCode for DrawnFault {
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        lines_before: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let FaultExcerpt { file, text, skipped, line, column, .. } = &self.excerpt;
        let (line, column) = if lines_before == 0 { (line - 1, column - 1) } else { (*skipped, 0) };
        let (all, count) = ((0, text.len()).into(), text.lines().count());
        Ok(Box::new(MietteSpanContents::new_named(file.clone(), text.as_bytes(), all, line, column, count)))
    }
}

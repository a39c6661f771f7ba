//! Faults of a scene file as the terminal shows them: message, marked lines of the file, remedy.

use crate::scene::{FaultExcerpt, Faults, MAX_EXCERPTS};
use miette::{Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::error::Error;
use std::fmt;

/// All faults of a file.
#[derive(Debug)]
pub(super) struct FaultReport {
    faults: Faults,
    drawn: Vec<DrawnFault>,
}

impl From<Faults> for FaultReport {
    fn from(faults: Faults) -> Self {
        Self { drawn: faults.excerpts().iter().cloned().map(DrawnFault).collect(), faults }
    }
}

impl fmt::Display for FaultReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.faults.fmt(f)
    }
}

impl Error for FaultReport {}

impl Diagnostic for FaultReport {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let more = self.faults.faults().len() > self.drawn.len();
        more.then(|| {
            Box::new(format!("here are the first {MAX_EXCERPTS}; `stickslip check --all` lists every one")) as Box<_>
        })
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.drawn.iter().map(|drawn| drawn as &dyn Diagnostic)))
    }
}

/// One fault of a file.
#[derive(Debug)]
struct DrawnFault(FaultExcerpt);

/// Formats as `path: message`; the remedy is the help.
impl fmt::Display for DrawnFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let fault = &self.0.fault;
        if fault.path.is_empty() { f.write_str(&fault.message) } else { write!(f, "{}: {}", fault.path, fault.message) }
    }
}

impl Error for DrawnFault {}

impl Diagnostic for DrawnFault {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.0.fault.remedy))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let FaultExcerpt { fault, span, .. } = &self.0;
        let label = if fault.path.is_empty() { "here" } else { &fault.path };
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(Some(label.to_owned()), span.clone()))))
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
        let FaultExcerpt { file, text, skipped, line, column, .. } = &self.0;
        let (line, column) = if lines_before == 0 { (line - 1, column - 1) } else { (*skipped, 0) };
        let (all, count) = ((0, text.len()).into(), text.lines().count());
        Ok(Box::new(MietteSpanContents::new_named(file.clone(), text.as_bytes(), all, line, column, count)))
    }
}

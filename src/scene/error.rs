//! What is wrong with a scene file, where, and what to do about it.

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};
use serde::Serialize;
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

/// The drawn form: message, label at the place, remedy as help. The source is that of [`Faults`].
impl Diagnostic for Fault {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.remedy))
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = if self.path.is_empty() { "here" } else { &self.path };
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(Some(label.to_owned()), self.span.clone()))))
    }
}

/// All faults of one scene file, in file order; never empty.
#[derive(Clone, Debug)]
pub struct Faults {
    name: String,
    source: NamedSource<String>,
    faults: Vec<Fault>,
}

impl Faults {
    /// The faults of the file `name` with this text.
    pub(super) fn new(name: &str, text: &str, mut faults: Vec<Fault>) -> Self {
        faults.sort_by_key(|fault| fault.span.start);
        Self { name: name.to_owned(), source: NamedSource::new(name, text.to_owned()), faults }
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
        self.faults.iter().map(|fault| {
            let (line, column) = line_and_column(self.source.inner(), fault.span.start);
            Line {
                file: self.name.clone(),
                line,
                column,
                path: fault.path.clone(),
                message: fault.message.clone(),
                remedy: fault.remedy.clone(),
            }
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
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.faults.iter().map(|fault| fault as &dyn Diagnostic)))
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
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        write_fault(f, &self.path, &self.message, &self.remedy)
    }
}

/// Line and column of a byte, both from 1, the column in characters.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |k| k + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

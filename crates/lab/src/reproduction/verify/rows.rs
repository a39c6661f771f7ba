//! The rows of a verification: expected values against simulated ones.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Kind of comparison of a row; [`tally`] counts each kind separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A number or a curve of the paper, of its figures or of its authors' programs, against a run of the engine.
    Run,
    /// A parameter computed from the scene's inputs by a formula of the paper, without a simulation.
    Formula,
    /// A printed number that contradicts the paper's own figure or program; the run must agree with figure or
    /// program.
    Erratum,
    /// A number or a curve of the authors' programs against a solution that does not run the engine.
    Independent,
    /// A value that follows from other rows of the table, such as the product of two.
    Derived,
    /// A yes or no, or a count, that a run must give.
    Condition,
    /// A closed form, from a source that prints no results, against a run of the engine.
    ClosedForm,
    /// A closed form or a table of another program's verification suite, against a run of the engine.
    Suite,
    /// A value read off a figure of such a suite, against a run of the engine.
    Figure,
    /// A value of such a suite that a law here does not share by its definition; the run must agree with the closed form
    /// of the law.
    Definition,
}

impl RowKind {
    /// Every kind, in the order of the tally.
    const ALL: [Self; 10] = [
        Self::Run,
        Self::Formula,
        Self::Erratum,
        Self::Independent,
        Self::Derived,
        Self::Condition,
        Self::ClosedForm,
        Self::Suite,
        Self::Figure,
        Self::Definition,
    ];

    /// Name of one row and of several rows in the tally.
    const fn names(self) -> [&'static str; 2] {
        match self {
            Self::Run => ["run comparison", "run comparisons"],
            Self::Formula => ["formula", "formulas"],
            Self::Erratum => [
                "erratum (ours gives the value of the paper's own figure or program)",
                "errata (ours gives the value of the paper's own figure or program)",
            ],
            Self::Independent => [
                "comparison of an independent solution that does not run the engine",
                "comparisons of an independent solution that does not run the engine",
            ],
            Self::Derived => ["row derived from other rows", "rows derived from other rows"],
            Self::Condition => ["yes-or-no check", "yes-or-no checks"],
            Self::ClosedForm => [
                "comparison of rigid contacts and polygons with closed forms",
                "comparisons of rigid contacts and polygons with closed forms",
            ],
            Self::Suite => [
                "comparison with the verification suites of other programs",
                "comparisons with the verification suites of other programs",
            ],
            Self::Figure => ["value read off a figure of those suites", "values read off figures of those suites"],
            Self::Definition => [
                "value of those suites that differs by definition (ours gives the closed form of its law)",
                "values of those suites that differ by definition (ours gives the closed form of its law)",
            ],
        }
    }

    /// Verdict for a row that agrees.
    const fn verdict(self) -> &'static str {
        match self {
            Self::Run => "ok",
            Self::Formula => "formula",
            Self::Erratum => "erratum",
            Self::Independent => "independent",
            Self::Derived => "derived",
            Self::Condition => "check",
            Self::ClosedForm => "closed form",
            Self::Suite => "suite",
            Self::Figure => "figure",
            Self::Definition => "differs by definition",
        }
    }
}

/// Writes `kind`, and also `formula` or `closed_form` as flags for readers of earlier versions.
impl Serialize for RowKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let name = if *self == Self::Run { "run" } else { self.verdict() };
        map.serialize_entry("kind", name)?;
        match self {
            Self::Formula => map.serialize_entry("formula", &true)?,
            Self::ClosedForm => map.serialize_entry("closed_form", &true)?,
            _ => {}
        }
        map.end()
    }
}

/// One row of the table.
#[derive(Clone, Debug, Serialize)]
pub struct VerifyRow {
    /// Identifier of the case.
    pub case: &'static str,
    /// Compared quantity, with its unit.
    pub quantity: String,
    /// The expected value: from the paper's text or, where the row says so or the text errs, from its figure or its
    /// authors' program; or the value of the closed form.
    pub paper: f64,
    /// Value of the run.
    pub measured: f64,
    /// Largest difference that counts as agreement.
    pub tolerance: f64,
    /// Number of reference values compared: the points of a curve, the cells of a map, 1 for a number, 0 if the
    /// reference is not usable.
    pub points: usize,
    /// True if both values agree within the tolerance.
    pub ok: bool,
    /// Kind of comparison.
    #[serde(flatten)]
    pub kind: RowKind,
    /// For an erratum, the printed value, which contradicts the paper's own figure or program; for a value that differs
    /// by definition, the suite's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<f64>,
    /// For an erratum, the explanation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub erratum: Option<&'static str>,
    /// For a suite of another program: the program or publication, and the test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
    /// For a suite of another program: why the tolerance is what it is, or how the definitions differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Why the reference is not usable: unreadable, cut, with a gap or with values that are not numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl VerifyRow {
    /// `NOT OK`, or the verdict for the kind of row; an `erratum` agrees with the figure or program, not with the
    /// text.
    pub fn verdict(&self) -> &'static str {
        if self.ok { self.kind.verdict() } else { "NOT OK" }
    }
}

/// The rows as text, one in a line, with their headings; reasons stand indented below their row, and [`tally`] comes
/// last.
pub fn table(rows: &[VerifyRow]) -> String {
    let mut lines = vec!["case, quantity, paper, measured, tolerance, points, ok".to_owned()];
    for row in rows {
        let VerifyRow { case, quantity, points, .. } = row;
        let [paper, measured, tolerance] = [row.paper, row.measured, row.tolerance].map(short);
        lines.push(format!("{case}, {quantity}, {paper}, {measured}, {tolerance}, {points}, {}", row.verdict()));
        lines.extend(row.fault.as_ref().map(|fault| format!("    not compared: {fault}")));
        if let (Some(printed), Some(why)) = (row.printed, row.erratum) {
            lines.push(format!("    erratum, printed {}: {why}", short(printed)));
        }
        if let (Some(suite), Some(why)) = (row.printed, row.reason) {
            lines.push(format!("    the suite has {}: {why}", short(suite)));
        }
    }
    lines.push(tally(rows));
    lines.join("\n")
}

/// Formats a number with six significant digits.
pub fn short(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_string(),
        a if (1e-3..1e5).contains(&a) => {
            let places = (5 - libm::log10(a).floor() as i32).max(0) as usize;
            let text = format!("{x:.places$}");
            if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
        }
        _ => format!("{x:.4e}"),
    }
}

/// Number of passed rows and of all rows of each kind, in words.
pub fn tally(rows: &[VerifyRow]) -> String {
    let count = |kind: RowKind| rows.iter().filter(|row| row.kind == kind).count();
    let mut parts = Vec::new();
    for kind in RowKind::ALL.into_iter().filter(|kind| count(*kind) > 0) {
        let passed = rows.iter().filter(|row| row.kind == kind && row.ok).count();
        let all = count(kind);
        let passes = if parts.is_empty() { " passed" } else { "" };
        parts.push(format!("{passed} of {all} {}{passes}", kind.names()[usize::from(all != 1)]));
    }
    let absent = match (count(RowKind::Formula), count(RowKind::Erratum)) {
        (0, 0) => " (no formulas or errata in this selection)",
        (0, _) => " (no formulas in this selection)",
        (_, 0) => " (no errata in this selection)",
        _ => "",
    };
    if let Some(runs) = parts.first_mut().filter(|_| count(RowKind::Run) > 0) {
        runs.push_str(absent);
    }
    parts.join(", ")
}

/// Collects the rows of a case while it runs.
pub struct CaseRows {
    /// The case.
    pub case: &'static str,
    /// Its rows so far.
    pub rows: Vec<VerifyRow>,
}

impl CaseRows {
    /// Adds a row of any kind: `measured` must be within `tolerance` of `paper`.
    pub(super) fn add(
        &mut self,
        kind: RowKind,
        quantity: impl Into<String>,
        paper: f64,
        measured: f64,
        tolerance: f64,
    ) -> &mut VerifyRow {
        let row = VerifyRow {
            case: self.case,
            quantity: quantity.into(),
            paper,
            measured,
            tolerance,
            points: 1,
            // NaN is within no tolerance.
            ok: (measured - paper).abs() <= tolerance * (1.0 + 1e-12),
            kind,
            printed: None,
            erratum: None,
            source: None,
            reason: None,
            fault: None,
        };
        self.rows.push(row);
        let last = self.rows.len() - 1;
        &mut self.rows[last]
    }

    /// Adds a number of the paper that a run must reproduce.
    pub fn number(&mut self, quantity: impl Into<String>, paper: f64, measured: f64, tolerance: f64) {
        self.add(RowKind::Run, quantity, paper, measured, tolerance);
    }

    /// Adds a number of the paper that a run must reproduce to rounding, such as the time of a step.
    pub(super) fn same(&mut self, quantity: impl Into<String>, paper: f64, measured: f64) {
        self.number(quantity, paper, measured, ROUNDING * paper.abs());
    }

    /// Adds a closed-form value, from a source that prints no result.
    pub fn closed_form(&mut self, quantity: impl Into<String>, expected: f64, measured: f64, tolerance: f64) {
        self.add(RowKind::ClosedForm, quantity, expected, measured, tolerance);
    }

    /// Adds a parameter of the paper that a contact derives from the scene's inputs.
    pub fn formula(&mut self, quantity: impl Into<String>, paper: f64, measured: f64, tolerance: f64) {
        self.add(RowKind::Formula, quantity, paper, measured, tolerance);
    }

    /// Adds a value that follows from other rows.
    pub fn derived(&mut self, quantity: impl Into<String>, paper: f64, measured: f64, tolerance: f64) {
        self.add(RowKind::Derived, quantity, paper, measured, tolerance);
    }

    /// Adds a yes-or-no check.
    pub fn condition(&mut self, quantity: impl Into<String>, expected: bool, found: bool) {
        self.count(quantity, u64::from(expected), u64::from(found));
    }

    /// Adds a count that a run must give.
    pub(super) fn count(&mut self, quantity: impl Into<String>, expected: u64, found: u64) {
        self.add(RowKind::Condition, quantity, expected as f64, found as f64, 0.0);
    }

    /// Adds a reference of several points; the largest difference over its range must be within the tolerance.
    pub(super) fn points(
        &mut self,
        kind: RowKind,
        quantity: impl Into<String>,
        (points, largest): (usize, f64),
        tolerance: f64,
    ) {
        self.add(kind, quantity, 0.0, largest, tolerance).points = points;
    }

    /// Adds a reference that is not usable, and why.
    pub fn unusable(&mut self, kind: RowKind, quantity: impl Into<String>, why: impl ToString) {
        let row = self.add(kind, quantity, f64::NAN, f64::NAN, 0.0);
        (row.points, row.fault) = (0, Some(why.to_string()));
    }

    /// Adds a printed number that contradicts the paper's own figure or program: `measured` must agree with `paper`,
    /// the value of figure or program, and `printed` must differ from it.
    pub fn erratum(
        &mut self,
        quantity: impl Into<String>,
        printed: f64,
        (paper, tolerance): (f64, f64),
        measured: f64,
        why: &'static str,
    ) {
        let row = self.add(RowKind::Erratum, quantity, paper, measured, tolerance);
        row.ok &= (printed - paper).abs() > tolerance;
        (row.printed, row.erratum) = (Some(printed), Some(why));
    }
}

/// Relative difference of two numbers that differ by rounding only.
pub(super) const ROUNDING: f64 = 1e-12;

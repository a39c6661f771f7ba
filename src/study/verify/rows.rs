//! The table of a verification: what the paper states beside what comes out.

use serde::Serialize;

/// One line of the table.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct VerifyRow {
    /// Which case.
    pub case: &'static str,
    /// What is compared, with its unit.
    pub quantity: String,
    /// The paper's value.
    pub paper: f64,
    /// Ours.
    pub measured: f64,
    /// Largest difference that counts as the same.
    pub tolerance: f64,
    /// Whether they agree. An erratum is ok when ours differs from the text as much as the paper's own figures do.
    pub ok: bool,
    /// Why text and figure of the paper disagree here, where they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub erratum: Option<&'static str>,
}

/// Collects the rows of one case while it runs.
pub(crate) struct CaseRows {
    pub(super) case: &'static str,
    pub(super) rows: Vec<VerifyRow>,
}

impl CaseRows {
    /// A number of the paper that must come out.
    pub(super) fn number(&mut self, quantity: impl Into<String>, paper: f64, measured: f64, tolerance: f64) {
        let ok = (measured - paper).abs() <= tolerance * (1.0 + 1e-12);
        let quantity = quantity.into();
        self.rows.push(VerifyRow { case: self.case, quantity, paper, measured, tolerance, ok, erratum: None });
    }

    /// A number of the paper's text that its own figures contradict: ours must differ from it too.
    pub(super) fn erratum(
        &mut self,
        quantity: impl Into<String>,
        paper: f64,
        measured: f64,
        tolerance: f64,
        why: &'static str,
    ) {
        let ok = measured.is_finite() && (measured - paper).abs() > tolerance;
        let quantity = quantity.into();
        self.rows.push(VerifyRow { case: self.case, quantity, paper, measured, tolerance, ok, erratum: Some(why) });
    }
}

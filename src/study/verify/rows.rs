//! The table of a verification: the paper's values against the simulated ones.

use serde::Serialize;

/// One line of the table.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct VerifyRow {
    /// Id of the case.
    pub case: &'static str,
    /// Compared quantity, with its unit.
    pub quantity: String,
    /// The paper's value: from its text or, where the row says so or the text errs, from its figure or its authors'
    /// program; for a closed form, its value.
    pub paper: f64,
    /// Our value.
    pub measured: f64,
    /// Largest difference that counts as agreement.
    pub tolerance: f64,
    /// True if they agree.
    pub ok: bool,
    /// True for a parameter computed from the scene's inputs by a formula of the paper, without a simulation.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub formula: bool,
    /// True for a closed form: the source prints no results.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub closed_form: bool,
    /// For an erratum, the printed value, which contradicts the paper's own figure or program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<f64>,
    /// For an erratum, the explanation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub erratum: Option<&'static str>,
}

impl VerifyRow {
    /// `ok`, `formula`, `closed form`, `erratum` (agrees with the figure or program, not with the text) or `NOT OK`.
    pub(crate) fn verdict(&self) -> &'static str {
        match (self.ok, self.erratum) {
            (false, _) => "NOT OK",
            (true, Some(_)) => "erratum",
            (true, None) if self.formula => "formula",
            (true, None) if self.closed_form => "closed form",
            (true, None) => "ok",
        }
    }
}

/// Number of rows of each kind, in words.
pub(crate) fn tally(rows: &[VerifyRow]) -> String {
    let count = |holds: &dyn Fn(&&VerifyRow) -> bool| rows.iter().filter(holds).count();
    let tally_of = |kind: &dyn Fn(&&VerifyRow) -> bool| (count(&|row| row.ok && kind(row)), count(kind));
    let is_plain = |row: &&VerifyRow| !row.formula && !row.closed_form && row.erratum.is_none();
    let (good, all) = tally_of(&is_plain);
    let (good_formulas, formulas) = tally_of(&|row| row.formula && row.erratum.is_none());
    let (good_errata, errata) = tally_of(&|row| row.erratum.is_some());
    let mut text = format!(
        "{good} of {all} comparisons of runs hold, {good_formulas} of {formulas} formulas, and in {good_errata} of {errata} errata \
         ours gives the value of the paper's own figure or program"
    );
    let (good, all) = tally_of(&|row| row.closed_form);
    if all > 0 {
        text += &format!(
            "; beside the paper, {good} of {all} comparisons of rigid contacts and polygons with closed forms hold"
        );
    }
    text
}

/// Collects the rows of a running case.
pub(crate) struct CaseRows {
    pub(super) case: &'static str,
    pub(super) rows: Vec<VerifyRow>,
}

impl CaseRows {
    /// A number in the paper that a run must reproduce.
    pub(super) fn number(&mut self, quantity: impl Into<String>, paper: f64, measured: f64, tolerance: f64) {
        // NaN is within no tolerance.
        let ok = (measured - paper).abs() <= tolerance * (1.0 + 1e-12);
        let (case, quantity) = (self.case, quantity.into());
        let row = VerifyRow {
            case,
            quantity,
            paper,
            measured,
            tolerance,
            ok,
            formula: false,
            closed_form: false,
            printed: None,
            erratum: None,
        };
        self.rows.push(row);
    }

    /// A closed-form value, from a source that prints no result.
    pub(super) fn closed_form(&mut self, quantity: impl Into<String>, expected: f64, measured: f64, tolerance: f64) {
        self.number(quantity, expected, measured, tolerance);
        if let Some(row) = self.rows.last_mut() {
            row.closed_form = true;
        }
    }

    /// A parameter of the paper that a contact derives from the scene's inputs.
    pub(super) fn formula(&mut self, quantity: impl Into<String>, paper: f64, measured: f64, tolerance: f64) {
        self.number(quantity, paper, measured, tolerance);
        if let Some(row) = self.rows.last_mut() {
            row.formula = true;
        }
    }

    /// A printed number that contradicts the paper's own figure or program: ours must agree with the latter, and they
    /// must differ from the printed value.
    pub(super) fn erratum(
        &mut self,
        quantity: impl Into<String>,
        printed: f64,
        (paper, tolerance): (f64, f64),
        measured: f64,
        why: &'static str,
    ) {
        self.number(quantity, paper, measured, tolerance);
        if let Some(row) = self.rows.last_mut() {
            row.ok &= (printed - paper).abs() > tolerance;
            (row.printed, row.erratum) = (Some(printed), Some(why));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(fill: impl FnOnce(&mut CaseRows)) -> Vec<VerifyRow> {
        let mut rows = CaseRows { case: "a case", rows: Vec::new() };
        fill(&mut rows);
        rows.rows
    }

    #[test]
    fn a_value_that_is_not_a_number_is_not_ok() {
        let rows = rows(|rows| {
            rows.number("a", 1.0, f64::NAN, 10.0);
            rows.number("b", f64::NAN, 1.0, 10.0);
            rows.number("c", 1.0, 1.0, f64::NAN);
            rows.formula("d", 1.0, f64::NAN, 1.0);
            rows.closed_form("f", 0.0, f64::NAN, 1.0);
            rows.erratum("e", 5.0, (1.0, 0.1), f64::NAN, "why");
        });
        assert!(rows.iter().all(|row| !row.ok && row.verdict() == "NOT OK"), "{rows:?}");
    }

    /// Any wrong value fails, not only the printed one; and a text that agrees with its figure is not an erratum.
    #[test]
    fn an_erratum_holds_at_the_value_of_the_figure_alone() {
        let rows = rows(|rows| {
            rows.erratum("right", 5.0, (1.0, 0.1), 1.05, "why");
            rows.erratum("wrong", 5.0, (1.0, 0.1), 3.0, "why");
            rows.erratum("as printed", 5.0, (1.0, 0.1), 5.0, "why");
            rows.erratum("not an erratum", 1.05, (1.0, 0.1), 1.0, "why");
        });
        assert_eq!(rows.iter().map(|row| row.ok).collect::<Vec<_>>(), [true, false, false, false]);
        assert!(tally(&rows).contains("1 of 4 errata"), "{}", tally(&rows));
    }
}

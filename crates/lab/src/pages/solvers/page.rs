//! `docs/solvers.md`: comparison of the solvers of rigid contacts.

use super::measure::{MeasuredCase, MethodRow, StepCosts};
use std::path::Path;

/// The hand-written text, with placeholders for the command and the tables.
const TEXT: &str = include_str!("page.md");

const HEAD: &str = "## Measured

Every form with every method in the same scenes, on one thread, with at most 1000 passes per step. \
*Passes* over all contacts of an island, mean and maximum per step; *not solved*: of the steps with a contact, those \
that ended above the tolerance; *residual*: the largest at the end of a step. Times are for whole steps on the machine \
that wrote this page; everything else is the same on every machine.
";

/// The text of `docs/solvers.md`; `page` is its path.
pub fn page(page: &Path, measured: &[MeasuredCase]) -> String {
    let mut tables = HEAD.to_owned();
    measured.iter().for_each(|case| tables += &section(case));
    let command = format!("stickslip solvers --report {}", page.display());
    TEXT.replace("{command}", &command).replace("{measured}\n", &tables)
}

fn section(MeasuredCase { case, rows }: &MeasuredCase) -> String {
    let contacts = rows.iter().filter_map(|row| row.costs).map(|costs| costs.contacts).max().unwrap_or(0);
    let scene = &case.scene;
    let start = if case.start.is_some() { " as it comes down" } else { "" };
    let mut text = format!(
        "\n### {}\n\nContacts: {contacts} at most. {} steps of {:e} s{start}, to {:e} m/s.\n\n| form | method | passes, mean | most | not \
         solved | residual [m/s] | step [ms] |\n|---|---|---|---|---|---|---|\n",
        case.name, case.steps, scene.dt, scene.solver.tolerance
    );
    rows.iter().for_each(|row| text += &line(row));
    text
}

fn line(row: &MethodRow) -> String {
    let names = format!("| `{}` | `{}` |", row.cones.form_name(), row.cones.method_name());
    let Some(StepCosts { steps, passes, most, unsolved, worst, seconds, .. }) = row.costs else {
        return format!("{names} not available for this many contacts | | | | |\n");
    };
    let mean = |sum: f64| sum / steps as f64;
    format!(
        "{names} {:.1} | {most} | {unsolved} of {steps} | {worst:.1e} | {:.3} |\n",
        mean(passes as f64),
        mean(1e3 * seconds)
    )
}

//! The energies of all bodies and contacts together, NaN where no account is kept; how well the rigid contacts are solved, NaN
//! where there are none.

use super::row::{Group, Part, QuantityKind, QuantityRow, SubjectAt};
use crate::laws::energy::Budget;
use crate::record::state::SolverState;

fn budget(at: &SubjectAt, of: fn(&Budget) -> f64) -> f64 {
    at.state.accounts.as_ref().map_or(f64::NAN, |accounts| of(&accounts.budget))
}

/// A row of one energy; its name in text is its symbol but where another is given.
macro_rules! energy {
    ($symbol:expr, $about:expr, $of:expr) => {
        energy!($symbol => $symbol, $about, $of)
    };
    ($symbol:expr => $name:expr, $about:expr, $of:expr) => {
        QuantityRow {
            group: Group::Energy,
            symbol: $symbol,
            about: $about,
            unit: "J",
            parts: &[Part { sign: "", name: $name, kind: QuantityKind::Number, read: |at| budget(at, $of) }],
        }
    };
}

fn solver(at: &SubjectAt, of: fn(&SolverState) -> f64) -> f64 {
    at.state.solver.as_ref().filter(|solver| solver.report.last.islands > 0).map_or(f64::NAN, of)
}

/// A row of one number of the solver.
macro_rules! solver {
    ($symbol:expr, $about:expr, $unit:expr, $of:expr) => {
        QuantityRow {
            group: Group::Solver,
            symbol: $symbol,
            about: $about,
            unit: $unit,
            parts: &[Part { sign: "", name: $symbol, kind: QuantityKind::Number, read: |at| solver(at, $of) }],
        }
    };
}

/// The rows.
pub(crate) const ROWS: &[QuantityRow] = &[
    energy!("kinetic" => "E", "kinetic energy of the bodies that move", |b| b.kinetic),
    energy!("potential", "potential energy −m g·x; its changes count", |b| b.potential),
    energy!("stored", "in the springs of slide, roll, spin and overlap", |b| b.contacts.total().stored),
    energy!("by slide", "dissipated by slide friction so far", |b| b.contacts.slide.dissipated()),
    energy!("by roll", "dissipated by roll friction so far", |b| {
        b.contacts.roll_i.dissipated() + b.contacts.roll_j.dissipated()
    }),
    energy!("by spin", "dissipated by spin friction so far", |b| b.contacts.spin.dissipated()),
    energy!("by impact", "dissipated by the damping of the normal force so far", |b| b.contacts.normal.dissipated()),
    energy!("dissipated" => "W", "dissipated by all contacts so far", |b| b.contacts.total().dissipated()),
    energy!("by drives", "work of driven bodies and of pulls so far", |b| b.drives),
    energy!("by edits", "work of kicks and of changed parameters so far", |b| b.edits),
    energy!("unpaired", "work of roll torques beyond the rolling they oppose (not equal and opposite)", |b| b.unpaired),
    energy!("given", "put in by initial histories", |b| b.contacts.total().given),
    energy!("residual" => "dE", "what the balance misses: the error of the integration", |b| b.residual()),
    solver!("r", "residual at the end of the step, the largest of the rigid contacts", "m/s", |s| s
        .report
        .last
        .residual),
    solver!("lg r", "logarithm of r to base 10, for curves over many decades", "", |s| {
        libm::log10(s.report.last.residual)
    }),
    solver!("iterations", "passes over the contacts of an island, the most of this step", "", |s| {
        s.report.last.iterations as f64
    }),
    solver!("rigid contacts", "contacts that were solved in this step, the open ones among them", "", |s| {
        s.report.last.contacts as f64
    }),
    solver!("islands", "groups of contacts that hang together through bodies that move", "", |s| {
        s.report.last.islands as f64
    }),
    solver!("islands above tolerance", "of this step", "", |s| s.report.last.unconverged as f64),
    solver!("steps above tolerance", "so far", "", |s| s.report.unconverged as f64),
];

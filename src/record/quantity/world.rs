//! The energies of all bodies and contacts together; NaN where no account is kept.

use super::row::{Group, QuantityRow, SubjectAt};
use crate::laws::energy::Budget;

fn budget(at: &SubjectAt, of: fn(&Budget) -> f64) -> f64 {
    at.state.accounts.as_ref().map_or(f64::NAN, |accounts| of(&accounts.budget))
}

/// A row of one energy.
macro_rules! energy {
    ($symbol:expr, $name:expr, $of:expr) => {
        QuantityRow {
            group: Group::Energy,
            symbol: $symbol,
            name: $name,
            unit: "J",
            parts: &[("", |at| budget(at, $of))],
        }
    };
}

/// The rows.
pub(super) const ROWS: &[QuantityRow] = &[
    energy!("kinetic", "kinetic energy of the bodies that move", |b| b.kinetic),
    energy!("potential", "potential energy −m g·x; its changes count", |b| b.potential),
    energy!("stored", "in the springs of slide, roll, spin and overlap", |b| b.contacts.total().stored),
    energy!("by slide", "dissipated by slide friction so far", |b| b.contacts.slide.dissipated()),
    energy!("by roll", "dissipated by roll friction so far", |b| {
        b.contacts.roll_i.dissipated() + b.contacts.roll_j.dissipated()
    }),
    energy!("by spin", "dissipated by spin friction so far", |b| b.contacts.spin.dissipated()),
    energy!("by impact", "dissipated by the damping of the normal force so far", |b| b.contacts.normal.dissipated()),
    energy!("by drives", "work of driven bodies and of pulls so far", |b| b.drives),
    energy!("by edits", "work of kicks and of changed parameters so far", |b| b.edits),
    energy!("unpaired", "work of roll torques beyond the rolling they oppose (not equal and opposite)", |b| b.unpaired),
    energy!("given", "put in by initial histories", |b| b.contacts.total().given),
    energy!("residual", "what the balance misses: the error of the integration", |b| b.residual()),
];

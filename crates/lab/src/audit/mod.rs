//! The audit of a run that any engine computed: balances, friction limits, directions, creep, energy, frames and
//! chatter, by closed forms that need nothing but the run itself.
//!
//! V is the velocity of body i relative to body j at the contact point C, V_t its part along the surface; F acts on
//! body j, so that −F acts on i. Loads act over an interval between two rows, by the header of the run. A finding says
//! how much the run differs from the equation, and the likely cause; it never says that the run is wrong.
//!
//! | check | file | equation |
//! |---|---|---|
//! | A1, A2, A3 | `balances` | momentum, angular momentum, position |
//! | A3 | `orientation` | orientation |
//! | A4, A5, A7 | `friction` | coefficient, pyramid, direction |
//! | A6, A9 | `energy` | power of friction, energy |
//! | A8 | `creep` | drift of contacts that stick |
//! | A10, A11 | `geometry` | frame, depth |
//! | A12, A13, A14 | `events` | chatter, stale loads, restitution |

mod against;
mod balances;
mod creep;
mod detect;
mod energy;
mod events;
mod finding;
mod friction;
mod geometry;
mod intervals;
pub(crate) mod noise;
mod orientation;
mod report;
mod source;
mod tally;

pub use against::{RunDifference, compare};
pub use detect::{Conventions, Verdict};
pub use finding::{Audit, AuditFinding, CheckId};
pub use report::{csv, json, text};
pub use source::{AuditInput, of_recording};

use intervals::Intervals;

/// Audits a run.
pub fn audit(input: &AuditInput) -> Audit {
    let run = Intervals::new(input);
    let mut audit = Audit::default();
    if run.count() < 2 {
        audit.remarks.push("the run has no two steps after each other: nothing was checked".to_owned());
        return audit;
    }
    audit.conventions = detect::conventions(&run);
    balances::check(&run, &mut audit);
    friction::check(&run, &mut audit);
    energy::check(&run, &mut audit);
    creep::check(&run, &mut audit);
    geometry::check(&run, &mut audit);
    events::check(&run, &mut audit);
    audit.findings.sort_by_key(|finding| (finding.check, finding.step));
    audit
}

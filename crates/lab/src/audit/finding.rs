//! The findings of an audit.

use super::detect::Conventions;
use serde::{Serialize, Serializer};

/// A check of the audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckId {
    /// Momentum.
    A1,
    /// Angular momentum.
    A2,
    /// Pose and velocity.
    A3,
    /// Coefficient of friction.
    A4,
    /// Pyramid instead of a cone.
    A5,
    /// Power of friction.
    A6,
    /// Direction of friction.
    A7,
    /// Creep.
    A8,
    /// Energy.
    A9,
    /// Contact frame.
    A10,
    /// Depth.
    A11,
    /// Chatter.
    A12,
    /// Stale loads.
    A13,
}

impl CheckId {
    /// Number and name: `A1 momentum`.
    pub fn title(self) -> &'static str {
        match self {
            Self::A1 => "A1 momentum",
            Self::A2 => "A2 angular momentum",
            Self::A3 => "A3 pose",
            Self::A4 => "A4 coefficient",
            Self::A5 => "A5 pyramid",
            Self::A6 => "A6 power",
            Self::A7 => "A7 direction",
            Self::A8 => "A8 creep",
            Self::A9 => "A9 energy",
            Self::A10 => "A10 frame",
            Self::A11 => "A11 depth",
            Self::A12 => "A12 chatter",
            Self::A13 => "A13 stale",
        }
    }

    /// Number: `A1`.
    pub fn number(self) -> &'static str {
        self.title().split(' ').next().unwrap_or_default()
    }
}

impl Serialize for CheckId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.number())
    }
}

/// One finding: where a run differs from an equation by more than a limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditFinding {
    /// The check.
    pub check: CheckId,
    /// First step at which the limit is exceeded, as the engine counts.
    pub step: u64,
    /// Body i, or the only body.
    pub i: String,
    /// Body j; empty for a finding about one body or the whole run.
    pub j: String,
    /// Largest value, in the unit of the limit.
    pub value: f64,
    /// Limit.
    pub limit: f64,
    /// What differs from what, and the likely cause.
    pub says: String,
}

/// The result of an audit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Audit {
    /// Findings in the order of the checks.
    pub findings: Vec<AuditFinding>,
    /// Signs and lag that balance the momentum; `None` if no balance can be drawn.
    pub conventions: Option<Conventions>,
    /// What was measured without a limit, and what was not checked and why.
    pub remarks: Vec<String>,
    /// Largest deviation from the balance of momentum over g; `None` if no balance was drawn.
    pub momentum: Option<f64>,
}

//! Reasons why a sweep cannot be run.

use stickslip_engine::scene::place::place;
use stickslip_engine::scene::{Fault, Faults};

/// A fault of a sweep and its remedy.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SweepError {
    /// A fault of the sweep file as a whole or of one of its fields.
    #[error("{message}; {remedy}")]
    File {
        /// The faulty field of the sweep file, such as `axes.1`; empty if there is none.
        at: String,
        /// What is wrong.
        message: String,
        /// How to correct it.
        remedy: String,
    },
    /// Faults with their positions: of the sweep file, or of the scene of the first case if no case is legal.
    #[error("the first case is not a legal scene")]
    Scene(Box<Faults>),
}

impl SweepError {
    /// A fault without a field, and its remedy.
    pub(crate) fn new(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::File { at: String::new(), message: message.into(), remedy: remedy.into() }
    }

    /// A fault of the text of the sweep file `name`, with line and column.
    pub(crate) fn unreadable(name: &str, text: &str, fault: Fault) -> Self {
        let remedy = fault.remedy.clone();
        let faults = Faults::new(name, text, vec![fault]);
        let places: Vec<String> =
            faults.lines().map(|at| format!("{}:{}:{}: {}", at.file, at.line, at.column, at.message)).collect();
        Self::new(places.join("; "), remedy)
    }

    /// Assigns the fault to a field of the sweep file, unless it already has one.
    pub(crate) fn at(self, field: impl Into<String>) -> Self {
        match self {
            Self::File { at, message, remedy } if at.is_empty() => Self::File { at: field.into(), message, remedy },
            other => other,
        }
    }

    /// Converts a fault with a field into one with the line and column of that field in `text`, the sweep file.
    pub fn located(self, name: &str, text: &str) -> Self {
        match self {
            Self::File { at, message, remedy } if !at.is_empty() => {
                let span = place(text, &at);
                Self::Scene(Box::new(Faults::new(name, text, vec![Fault::new("", message, remedy, span)])))
            }
            other => other,
        }
    }
}

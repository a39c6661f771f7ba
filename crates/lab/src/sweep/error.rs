//! Why a sweep cannot be run.

use stickslip_engine::scene::place::place;
use stickslip_engine::scene::{Fault, Faults};

/// A fault of a sweep and its remedy.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SweepError {
    /// The file itself is at fault.
    #[error("{message}; {remedy}")]
    File {
        /// The field of the sweep file, such as `axes.1`; empty if there is none.
        at: String,
        /// What is wrong.
        message: String,
        /// What to do.
        remedy: String,
    },
    /// Faults with their places: of the sweep file, or of the scene of the first case, if no case is legal.
    #[error("the first case is not a legal scene")]
    Scene(Box<Faults>),
}

impl SweepError {
    /// A fault with its remedy.
    pub(crate) fn new(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::File { at: String::new(), message: message.into(), remedy: remedy.into() }
    }

    /// The same fault at a field of the sweep file, unless it already has one.
    pub(crate) fn at(self, field: impl Into<String>) -> Self {
        match self {
            Self::File { at, message, remedy } if at.is_empty() => Self::File { at: field.into(), message, remedy },
            other => other,
        }
    }

    /// With the text of the sweep file, as a fault at the line and column of its field.
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

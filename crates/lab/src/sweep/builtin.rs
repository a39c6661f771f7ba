//! The built-in sweeps: every file of `assets/studies/sweeps`.

use stickslip_assets::{SWEEPS, text as embedded};

/// Name and text of every built-in sweep.
pub fn all() -> &'static [(&'static str, &'static str)] {
    SWEEPS
}

/// The text of the built-in sweep with this name.
pub fn text(name: &str) -> Option<&'static str> {
    embedded(SWEEPS, name)
}

//! The built-in fits: the files of `assets/studies/fits`.

use stickslip_assets::{FITS, text as embedded};

/// Name and text of every built-in fit.
pub fn all() -> &'static [(&'static str, &'static str)] {
    FITS
}

/// The text of the built-in fit with this name.
pub fn text(name: &str) -> Option<&'static str> {
    embedded(FITS, name)
}

//! The fits that come with the program: every file of `assets/studies/fits`.

use crate::assets::{self, FITS};

/// Name and text of every built-in fit.
pub(crate) fn all() -> &'static [(&'static str, &'static str)] {
    FITS
}

/// The text of the built-in fit of this name.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    assets::text(FITS, name)
}

//! Text: numbers, equations, captions, the legend, worksheets, where labels go.

#[cfg(feature = "view")]
pub(crate) mod caption;
#[cfg(feature = "view")]
pub(crate) mod equations;
pub(crate) mod format;
pub(crate) mod label_place;
pub(crate) mod legend;
pub(crate) mod words;
pub mod worksheet;

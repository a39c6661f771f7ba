//! Text: numbers, equations, captions, the legend, worksheets, where labels go.

#[cfg(feature = "view")]
pub mod caption;
#[cfg(feature = "view")]
pub mod equations;
pub mod format;
pub mod label_place;
pub mod legend;
pub mod words;
pub mod worksheet;

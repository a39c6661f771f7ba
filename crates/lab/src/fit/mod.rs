//! `stickslip fit`: estimates a parameter of a scene from measured stopping distances, times and angles.
//!
//! Runs sample the response of the scene (the measured quantity as a function of the parameter), and a curve
//! interpolates it. The least-squares estimate and its interval come from the curve; runs are added at both until
//! neither moves. The response must be monotonic over the bracket: otherwise a measurement has no value, or several.
//!
//! Several parameters at once are fitted to a measured time series, by least squares over its points.

pub mod builtin;
pub(crate) mod curve;
mod error;
pub(crate) mod estimate;
mod file;
pub(crate) mod least_squares;
mod measured;
mod report;
mod series;
mod several;
mod solve;
mod spec;
pub(crate) mod student;

pub use error::FitError;
pub use file::{FitFile, Named};
pub use report::{FitReport, is_table, write_csv};
pub use series::{SeriesFile, SeriesFit};
pub use several::{SeveralReport, solve_series, write_series};
pub use solve::{FitProgress, solve};
pub use spec::Fit;

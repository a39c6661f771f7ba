//! **stickslip-lab**: headless studies on [`stickslip_engine`].
//!
//! Sweeps, fits and comparisons of laws; the law bench; the logic of lessons; the papers' numbers and figures; other
//! programs' file formats. Nothing here draws a window, parses a command line or shows progress: each study takes a
//! plan and returns its results, or writes its files and returns what it wrote.

pub mod builtin;
pub mod generate;

pub mod bench;
pub mod compare;
pub mod fit;
pub mod law_bench;
pub mod lessons;
pub mod sweep;
pub mod theory;
pub mod trace;

pub mod audit;
pub mod interop;
pub mod pages;
pub mod plot;
pub mod reproduction;

pub mod engines;

pub use stickslip_engine::prelude;

/// What the tests of this crate look into and nothing else should: not a public interface, it changes without notice.
#[doc(hidden)]
pub mod internals {
    pub use crate::audit::noise::last_digit;
    pub use crate::fit::curve::{NotInvertible, ResponseCurve};
    pub use crate::fit::estimate::{Datum, Estimate, estimate};
    pub use crate::fit::least_squares::{LeastSquares, Residuals, least_squares};
    pub use crate::fit::student::{DELTA_CHI_SQUARE, student_quantile};
    pub use crate::interop::mjcf::map::expansion::Expansion;
    pub use crate::pages::laws::appendix::{APPENDIX, AppendixModel};
    pub use crate::reproduction::beside::table as text_and_figure;
    pub use crate::reproduction::class_map::{CLASSES, class};
    pub use crate::reproduction::drift::{Pendulum, PendulumMethod, PendulumState, Projected, rotation_growth};
    pub use crate::reproduction::figures::squeal::{ends_above, stable_above};
    pub use crate::reproduction::polygons::measure::{MeasuredVariant, outline, slopes};
    pub use crate::reproduction::polygons::page::mean_and_error;
    pub use crate::reproduction::reference::{IndexEntry, PublishedCurve, ReferenceTable, complete};
    pub use crate::reproduction::rest_angle::{HeapShape, column, slope};
    pub use crate::reproduction::source_lists::LISTS;
    pub use crate::reproduction::sources::{EntryState, SourceEntry, SourceList};
    pub use crate::reproduction::verify::beside::moment::StageState;
    pub use crate::reproduction::verify::beside::shapes::StageShape;
    pub use crate::reproduction::verify::beside::stage::{Actor, Stage, StageLaw};
    pub use crate::reproduction::verify::beside::trial::{Trial, TrialRun, TrialValue, WorstRun, run, trial_runs};
    pub use crate::reproduction::verify::curves::{CurveSet, ReferenceCurve, curve, sets};
    pub use crate::reproduction::verify::rows::CaseRows;
    pub use crate::sweep::axes::{Axis, Values, coordinates, log_range, range};
    pub use crate::sweep::keep::{Keep, Value};
    pub use crate::sweep::row_hashes::{ROWS_PER_BLOCK, RowHasher, RowHashes};
    pub use crate::sweep::tie::Tie;
}

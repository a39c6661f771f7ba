//! Overlays drawn on the bodies: arrows, discs, lines and areas.

pub(crate) mod chains;
pub mod draw_list;
#[cfg(feature = "view")]
pub(crate) mod flag;
#[cfg(feature = "view")]
pub(crate) mod flat_overlap;
pub(crate) mod gauge;
#[cfg(feature = "view")]
pub(crate) mod glyphs;
pub mod items;
pub(crate) mod limit_curve;
#[cfg(feature = "view")]
pub(crate) mod load_disks;
pub(crate) mod overlap;
pub mod overlays;
#[cfg(feature = "view")]
pub(crate) mod pull_list;
pub(crate) mod traces;
pub(crate) mod transport;
pub mod unsolved;

//! Overlays drawn on the bodies: arrows, discs, lines and areas.

pub mod chains;
pub mod draw_list;
#[cfg(feature = "view")]
pub mod flag;
#[cfg(feature = "view")]
pub mod flat_overlap;
pub mod gauge;
#[cfg(feature = "view")]
pub mod glyphs;
pub mod items;
pub mod limit_curve;
#[cfg(feature = "view")]
pub mod load_disks;
pub mod overlap;
pub mod overlays;
#[cfg(feature = "view")]
pub mod pull_list;
pub mod traces;
pub mod transport;
pub mod unsolved;

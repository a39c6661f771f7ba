//! The laws of slide, roll and spin, one file each; the `mod.rs` of a component lists its laws.

pub mod fang_negrut;
mod list;
pub mod registered;
pub mod roll;
pub mod slide;
pub mod spin;

pub use roll::RollLaw;
pub use slide::SlideLaw;
pub use spin::SpinLaw;

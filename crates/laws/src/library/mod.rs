//! The laws of slide, roll and spin, each in a file of its own; the list of a component's laws stands in its `mod.rs`.

pub mod fang_negrut;
mod list;
pub mod registered;
pub mod roll;
pub mod slide;
pub mod spin;

pub use roll::RollLaw;
pub use slide::SlideLaw;
pub use spin::SpinLaw;

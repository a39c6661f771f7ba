//! A contact point: its frame, the path of the point over both bodies, its springs and their limits, the trait of a law.

pub mod any_law;
pub mod component;
pub mod contact;
pub mod element;
pub mod energy;
pub mod frame;
pub mod law;
pub(crate) mod law_parameter;
pub mod limit;
pub mod load_curve;
pub mod normal;
pub(crate) mod packing;
pub mod parameters;
pub(crate) mod plane_turn;
pub mod tracking;

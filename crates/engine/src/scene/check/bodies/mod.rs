//! Checks `bodies:`: fields, placement, motion, what rests on what.

pub(in crate::scene::check) mod body;
pub(in crate::scene::check) mod body_draft;
pub(in crate::scene::check) mod depth;
pub(in crate::scene::check) mod fill;
pub(in crate::scene::check) mod motion;
pub(in crate::scene::check) mod overlap;
pub(in crate::scene::check) mod place;
pub(in crate::scene::check) mod polar;
pub(in crate::scene::check) mod release;
pub(crate) mod resting;
pub(in crate::scene::check) mod settle;
pub(in crate::scene::check) mod supports;

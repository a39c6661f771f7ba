//! Plays a [`Scene`] of boxes and balls in Rapier or Avian and records the run as a folder: what
//! `python3 -m stickslip.engines`, which has the cases with closed forms, needs of an engine that has no Python package.

mod in_avian;
mod in_rapier;
mod scene;

pub use in_avian::{AvianSettings, play_in_avian};
pub use in_rapier::{RapierSettings, play_in_rapier};
pub use scene::{Scene, SceneBody, Size};

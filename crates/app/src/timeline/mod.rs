//! The run on its timeline: the displayed step, the way back, curves, the ghost run.

pub mod background_step;
pub mod display_state;
pub mod ghost;
pub mod history;
pub mod past;
pub mod playback;

//! The run on its timeline: the displayed step, the way back, curves, the ghost run.

pub(crate) mod background_step;
pub(crate) mod display_state;
pub(crate) mod ghost;
pub(crate) mod history;
pub(crate) mod past;
pub(crate) mod playback;

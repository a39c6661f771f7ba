//! The run on its timeline: the step shown, the way back, curves, the other run beside it.

pub(crate) mod background_step;
pub(crate) mod display_state;
pub(crate) mod ghost;
pub(crate) mod history;
pub(crate) mod past;
pub(crate) mod playback;

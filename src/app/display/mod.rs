//! What the step shown looks and sounds like.

pub(crate) mod audio_mix;
pub(crate) mod read_display_state;
pub(crate) mod sound;

//! Reads the displayed step, and turns it into sound.

pub(crate) mod audio_mix;
pub(crate) mod read_display_state;
pub(crate) mod sound;

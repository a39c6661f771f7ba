//! Reads the displayed step, and turns it into sound.

pub mod audio_mix;
pub mod read_display_state;
pub mod sound;

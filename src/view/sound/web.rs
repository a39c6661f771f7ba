//! Sound in a browser: blocks of samples for Web Audio, one after another.

use crate::app::display::sound::{SAMPLE_RATE, SlipSynth, SoundFrame};
use std::cell::RefCell;
use web_sys::wasm_bindgen::JsValue;
use web_sys::{AudioContext, AudioContextState};

/// What the user reads when the browser plays nothing.
const NO_AUDIO: &str = "no sound: this browser has no Web Audio";
/// Time by which samples are ready before they are due, beside the duration of a frame, s.
const LEAD: f64 = 0.04;
/// Most samples of a block, in seconds: frames of a hidden page are far apart.
const MAX_BLOCK: f64 = 0.5;

thread_local! {
    /// The connection to the browser's sound, which belongs to the page's one thread.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// The synthesiser, and the time up to which its samples are with the browser, s.
#[derive(Default)]
pub(super) struct WebSpeaker {
    synth: SlipSynth,
    until: f64,
}

impl WebSpeaker {
    /// Plays a frame; an error if the browser has no sound.
    pub(super) fn hear(&mut self, frame: &SoundFrame, volume: f64) -> Result<(), &'static str> {
        self.synth.hear(frame, volume);
        if self.synth.is_silent() {
            return Ok(());
        }
        CONTEXT.with_borrow_mut(|context| self.schedule(context, frame.duration)).map_err(|_| NO_AUDIO)
    }

    /// True if nothing is left to be played.
    pub(super) fn is_silent(&self) -> bool {
        self.synth.is_silent()
    }

    /// Gives the browser the samples of the coming frame.
    fn schedule(&mut self, context: &mut Option<AudioContext>, frame: f64) -> Result<(), JsValue> {
        let context = match context {
            Some(context) => context,
            none => none.insert(AudioContext::new()?),
        };
        // A browser starts sound only after the user has done something on the page.
        if context.state() == AudioContextState::Suspended {
            _ = context.resume()?;
        }
        let (now, rate) = (context.current_time(), f64::from(SAMPLE_RATE));
        self.until = self.until.max(now);
        let count = ((now + LEAD + frame.min(MAX_BLOCK) - self.until) * rate) as usize;
        if count == 0 {
            return Ok(());
        }
        let mut samples = vec![0.0; count];
        self.synth.fill(&mut samples);
        let buffer = context.create_buffer(1, count as u32, SAMPLE_RATE as f32)?;
        buffer.copy_to_channel(&samples, 0)?;
        let source = context.create_buffer_source()?;
        source.set_buffer(Some(&buffer));
        source.connect_with_audio_node(&context.destination())?;
        source.start_with_when(self.until)?;
        self.until += count as f64 / rate;
        Ok(())
    }
}

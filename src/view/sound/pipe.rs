//! Sound on a desktop: samples through a pipe to a player.

use crate::app::display::sound::{SAMPLE_RATE, SlipSynth, SoundFrame};
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Players with their arguments for raw samples from standard input, the first that works is taken: of PulseAudio, of
/// ALSA, of PipeWire (newer versions need `--raw`, older ones do not know it), and of SoX, which other systems may have.
const PLAYERS: [(&str, &str); 5] = [
    ("pacat", "--playback --raw --format=s16le --rate=48000 --channels=1 --latency-msec=40"),
    ("aplay", "-q -t raw -f S16_LE -r 48000 -c 1 --buffer-time=80000"),
    ("pw-cat", "--playback --raw --format s16 --rate 48000 --channels 1 --latency 40ms -"),
    ("pw-cat", "--playback --format s16 --rate 48000 --channels 1 --latency 40ms -"),
    ("play", "-q -t raw -e signed -b 16 -r 48000 -c 1 -"),
];
/// What the user reads when no player works.
const NO_PLAYER: &str = "no sound: it needs pacat, aplay, pw-cat or SoX, and none of them plays here";
/// Samples of a block.
const BLOCK: usize = 480;
/// Time by which samples are written before they are due: what the player can do without while this program is busy.
const LEAD: Duration = Duration::from_millis(40);

/// What the window and the thread that writes the samples share.
#[derive(Default)]
struct SpeakerState {
    synth: SlipSynth,
    /// True once the window has let go of the speaker.
    is_closed: bool,
    /// True once no player is left.
    has_failed: bool,
}

type SharedSpeaker = Arc<(Mutex<SpeakerState>, Condvar)>;

fn lock(shared: &SharedSpeaker) -> MutexGuard<'_, SpeakerState> {
    shared.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread that writes samples at the pace of the clock; it sleeps while there is silence.
pub(super) struct PipeSpeaker(SharedSpeaker);

impl Default for PipeSpeaker {
    fn default() -> Self {
        let shared = SharedSpeaker::default();
        let own = Arc::clone(&shared);
        std::thread::spawn(move || run(&own));
        Self(shared)
    }
}

impl Drop for PipeSpeaker {
    fn drop(&mut self) {
        lock(&self.0).is_closed = true;
        self.0.1.notify_all();
    }
}

impl PipeSpeaker {
    /// Plays a frame; an error if no player works.
    pub(super) fn hear(&mut self, frame: &SoundFrame, volume: f64) -> Result<(), &'static str> {
        let mut state = lock(&self.0);
        state.synth.hear(frame, volume);
        if !state.synth.is_silent() {
            self.0.1.notify_all();
        }
        if state.has_failed { Err(NO_PLAYER) } else { Ok(()) }
    }

    /// True if nothing is left to be played.
    pub(super) fn is_silent(&self) -> bool {
        let state = lock(&self.0);
        state.has_failed || state.synth.is_silent()
    }
}

/// Feeds one player after another until the window lets go. A player that is missing, does not start or dies is
/// followed by the next.
fn run(shared: &SharedSpeaker) {
    for (name, arguments) in PLAYERS {
        let mut command = Command::new(name);
        command.args(arguments.split(' ')).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut player) = command.spawn() else { continue };
        let is_closed = feed(shared, &mut player).is_ok();
        // It has died, or plays the last samples; it must not outlive the sound as a zombie.
        _ = player.kill();
        _ = player.wait();
        if is_closed {
            return;
        }
    }
    lock(shared).has_failed = true;
}

/// Writes samples until the window lets go; an error once the player takes no more.
fn feed(shared: &SharedSpeaker, player: &mut Child) -> std::io::Result<()> {
    let mut pipe = player.stdin.take().ok_or(std::io::ErrorKind::BrokenPipe)?;
    let mut block = [0.0; BLOCK];
    let mut due = Instant::now();
    loop {
        {
            let mut state = lock(shared);
            while state.synth.is_silent() && !state.is_closed {
                state = shared.1.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.is_closed {
                return Ok(());
            }
            state.synth.fill(&mut block);
        }
        let samples = block.iter().flat_map(|sample| ((sample * f32::from(i16::MAX)) as i16).to_le_bytes());
        pipe.write_all(&samples.collect::<Vec<u8>>())?;
        due = due.max(Instant::now()) + Duration::from_secs(1) * BLOCK as u32 / SAMPLE_RATE;
        std::thread::sleep(due.saturating_duration_since(Instant::now() + LEAD));
    }
}

//! The sound of friction: slip as noise, events as clicks. A pure synthesiser; the view passes its samples on.
//!
//! Noise grows with the friction force and brightens with the slip speed, both as displayed, so slow motion sounds
//! slow. A contact that sticks is silent. Clicks keep their times within a frame, so that stick and slip alternating
//! too fast to be seen are heard as a tone.

use std::f64::consts::TAU;

/// Samples per second, one channel.
pub const SAMPLE_RATE: u32 = 48_000;

/// Time constant of loudness and brightness, s: no step of theirs is heard as a click.
const SMOOTHING: f64 = 0.008;
/// Time for which a frame sounds if no other follows, s: a window that is no longer drawn falls silent.
const MAX_FRAME: f64 = 1.5;
/// Largest number of clicks of one frame; more are noise to the ear.
const MAX_CLICKS: usize = 400;
/// Loudness of the noise at a large force, root mean square, full scale 1.
const NOISE: f64 = 0.25;
/// Force relative to the reference at which the noise has half its loudness.
const HALF_FORCE: f64 = 0.25;
/// Corner frequencies of the noise at rest and at most, Hz.
const CORNERS: [f64; 2] = [120.0, 12_000.0];
/// Slip speed from which on the noise brightens, m/s, and the power of its growth.
const BRIGHT: (f64, f64) = (1e-3, 0.55);
/// Frequency of a click, Hz, and the time in which it decays by a factor e, s.
const CLICK: (f64, f64) = (1_900.0, 0.0025);
/// Level below which the sound is silence.
const SILENCE: f64 = 1e-5;

/// What a display frame sounds like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SoundFrame {
    /// Sum of the friction forces of the slipping contacts, relative to the weight of the bodies.
    pub force: f64,
    /// Mean slip speed of these contacts as displayed, m per second of wall time.
    pub speed: f64,
    /// Events, in order: when, as a part of the frame from 0 to 1, and how loud, from 0 to 1.
    pub clicks: Vec<(f64, f64)>,
    /// Duration of the frame, s of wall time.
    pub duration: f64,
}

/// A finite number between two bounds; the lower one for a NaN.
fn within(value: f64, low: f64, high: f64) -> f64 {
    if value.is_nan() { low } else { value.clamp(low, high) }
}

/// Loudness of the noise at a force relative to the weight, root mean square.
fn loudness(force: f64) -> f64 {
    let force = within(force, 0.0, 1e12);
    NOISE * force / (force + HALF_FORCE)
}

/// Corner frequency of the noise at a slip speed in m/s, Hz.
fn corner(speed: f64) -> f64 {
    let [low, high] = CORNERS;
    let (from, power) = BRIGHT;
    within(low * (1.0 + within(speed, 0.0, 1e12) / from).powf(power), low, high)
}

/// The synthesiser: gives samples without a gap, whatever the lengths of frames and blocks.
#[derive(Clone, Debug)]
pub struct SlipSynth {
    /// State of the noise generator.
    seed: u64,
    /// Loudness of the noise now and the one it approaches.
    gain: [f64; 2],
    /// Corner frequency of the noise now and the one it approaches, Hz.
    corner: [f64; 2],
    /// Volume now and the one it approaches, 0 to 1.
    volume: [f64; 2],
    /// The two stages of the low-pass filter.
    stages: [f64; 2],
    /// The decaying oscillation of the clicks: sine and cosine part.
    ring: [f64; 2],
    /// Clicks to come: samples until then, and loudness; the next one last.
    clicks: Vec<(u64, f64)>,
    /// Samples for which the last frame still sounds.
    left: u64,
}

impl Default for SlipSynth {
    fn default() -> Self {
        let [low, _] = CORNERS;
        Self {
            seed: 0x9E37_79B9_7F4A_7C15,
            gain: [0.0; 2],
            corner: [low; 2],
            volume: [0.0; 2],
            stages: [0.0; 2],
            ring: [0.0; 2],
            clicks: Vec::new(),
            left: 0,
        }
    }
}

impl SlipSynth {
    /// Takes what the present frame sounds like, at a volume from 0 to 1.
    pub fn hear(&mut self, frame: &SoundFrame, volume: f64) {
        let rate = f64::from(SAMPLE_RATE);
        self.gain[1] = loudness(frame.force);
        // Without a sound the brightness stays, or the end of a noise would change its colour.
        if self.gain[1] > 0.0 {
            self.corner[1] = corner(frame.speed);
        }
        self.volume[1] = within(volume, 0.0, 1.0);
        let samples = within(frame.duration, 0.0, MAX_FRAME) * rate;
        let clicks = frame.clicks.iter().take(MAX_CLICKS);
        let clicks = clicks.map(|(at, loud)| ((within(*at, 0.0, 1.0) * samples) as u64, within(*loud, 0.0, 1.0)));
        // Clicks of the frame before that are still to come keep their times.
        self.clicks.extend(clicks);
        self.clicks.sort_by_key(|(wait, _)| std::cmp::Reverse(*wait));
        self.clicks.drain(..self.clicks.len().saturating_sub(MAX_CLICKS));
        self.left = (MAX_FRAME * rate) as u64;
    }

    /// True if the coming samples are silent until something is heard.
    pub fn is_silent(&self) -> bool {
        let [sine, cosine] = self.ring;
        let level = self.gain[0].max(sine.hypot(cosine)) * self.volume[0];
        let wanted = self.gain[1] * self.volume[1];
        level < SILENCE && self.clicks.is_empty() && (wanted == 0.0 || self.left == 0)
    }

    /// Uniform in [−1, 1): a linear congruential generator (Knuth's MMIX).
    fn noise(&mut self) -> f64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 32) as f64 / 2_147_483_648.0 - 1.0
    }

    /// Fills a block with the next samples, each within [−1, 1].
    pub fn fill(&mut self, block: &mut [f32]) {
        for sample in block {
            *sample = self.sample() as f32;
        }
    }

    fn sample(&mut self) -> f64 {
        let rate = f64::from(SAMPLE_RATE);
        if self.left == 0 {
            self.gain[1] = 0.0;
        }
        self.left = self.left.saturating_sub(1);
        for [now, wanted] in [&mut self.gain, &mut self.corner, &mut self.volume] {
            *now += (*wanted - *now) / (SMOOTHING * rate);
        }
        // Two low-pass stages, and their output scaled to a mean square of 1: the speed changes the colour alone.
        let keep = (-TAU * self.corner[0] / rate).exp();
        let pass = 1.0 - keep;
        let input = self.noise();
        self.stages[0] += pass * (input - self.stages[0]);
        self.stages[1] += pass * (self.stages[0] - self.stages[1]);
        let square = pass.powi(4) * (1.0 + keep * keep) / (3.0 * (1.0 - keep * keep).powi(3));
        let noise = self.gain[0] * self.stages[1] / square.sqrt();
        let click = self.ring();
        (noise + click).tanh() * self.volume[0]
    }

    /// The next sample of the clicks. A click adds to the cosine of the oscillation, so that its sine, which is heard,
    /// begins without a step.
    fn ring(&mut self) -> f64 {
        while let Some((_, loud)) = self.clicks.pop_if(|(wait, _)| *wait == 0) {
            self.ring[1] = (self.ring[1] + loud).min(2.0);
        }
        self.clicks.iter_mut().for_each(|(wait, _)| *wait = wait.saturating_sub(1));
        let (frequency, decay) = CLICK;
        let rate = f64::from(SAMPLE_RATE);
        let (turn, left) = ((TAU * frequency / rate).sin_cos(), (-1.0 / (decay * rate)).exp());
        let [sine, cosine] = self.ring;
        self.ring = [left * (sine * turn.1 + cosine * turn.0), left * (cosine * turn.1 - sine * turn.0)];
        sine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(force: f64, speed: f64) -> SoundFrame {
        SoundFrame { force, speed, clicks: Vec::new(), duration: 1.0 / 60.0 }
    }

    /// The sound of a frame that is heard again and again, in blocks of this many samples, after its beginning.
    fn heard(frame: &SoundFrame, block: usize) -> Vec<f32> {
        let mut synth = SlipSynth::default();
        let mut samples = vec![0.0; 48_000 / block * block];
        for part in samples.chunks_mut(block) {
            synth.hear(frame, 1.0);
            synth.fill(part);
        }
        samples.split_off(9_600)
    }

    fn rms(samples: &[f32]) -> f64 {
        (samples.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>() / samples.len() as f64).sqrt()
    }

    /// Changes of sign per second, twice the mean frequency.
    fn crossings(samples: &[f32]) -> f64 {
        let signs = samples.windows(2).filter(|pair| pair[0].is_sign_negative() != pair[1].is_sign_negative()).count();
        signs as f64 * f64::from(SAMPLE_RATE) / samples.len() as f64
    }

    fn largest_step(samples: &[f32]) -> f32 {
        samples.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max)
    }

    #[test]
    fn what_sticks_is_silent() {
        let samples = heard(&frame(0.0, 3.0), 800);
        assert!(samples.iter().all(|x| *x == 0.0));
        assert!(SlipSynth::default().is_silent());
    }

    #[test]
    fn a_larger_force_is_louder_at_any_speed() {
        for speed in [0.001, 0.1, 10.0] {
            let levels = [0.02, 0.1, 0.5, 2.0].map(|force| rms(&heard(&frame(force, speed), 800)));
            assert!(levels.windows(2).all(|pair| pair[1] > 1.2 * pair[0]), "{speed} m/s: {levels:?}");
        }
        // The colour does not change the loudness; low noise needs long to be averaged.
        let levels = [0.05, 0.5, 5.0].map(|speed| rms(&heard(&frame(0.3, speed), 800)));
        assert!(levels.iter().all(|level| (level / levels[0] - 1.0).abs() < 0.1), "{levels:?}");
    }

    #[test]
    fn a_faster_slip_is_brighter() {
        let rates = [0.001, 0.01, 0.1, 1.0, 10.0].map(|speed| crossings(&heard(&frame(0.3, speed), 800)));
        assert!(rates.windows(2).all(|pair| pair[1] > 1.3 * pair[0]), "{rates:?}");
    }

    /// Three events in a frame are three clicks, at their places.
    #[test]
    fn each_event_clicks() {
        let clicks = vec![(0.1, 0.6), (0.45, 0.6), (0.8, 0.6)];
        let mut synth = SlipSynth { volume: [1.0; 2], ..SlipSynth::default() };
        synth.hear(&SoundFrame { clicks, duration: 0.2, ..SoundFrame::default() }, 1.0);
        let mut samples = vec![0.0; 9_600];
        synth.fill(&mut samples);
        let loud =
            |k: usize| samples[k.saturating_sub(240)..k].iter().all(|x| x.abs() < 0.05) && samples[k].abs() >= 0.05;
        let starts: Vec<usize> = (1..samples.len()).filter(|k| loud(*k)).collect();
        assert_eq!(starts.len(), 3, "{starts:?}");
        for (start, at) in starts.iter().zip([0.1, 0.45, 0.8]) {
            assert!((*start as f64 - at * 9_600.0).abs() < 20.0, "{start}");
        }
        assert!(largest_step(&samples) < 0.2, "a click begins smoothly: {}", largest_step(&samples));
        assert!(synth.is_silent());
    }

    /// The same sound in blocks of any length: the samples do not jump where one ends.
    #[test]
    fn blocks_join_without_a_step() {
        let whole = heard(&frame(0.4, 0.05), 48_000);
        for block in [100, 480, 800] {
            assert_eq!(heard(&frame(0.4, 0.05), block), whole, "blocks of {block}");
        }
        let mut synth = SlipSynth::default();
        let mut samples = vec![0.0; 48_000];
        for (k, part) in samples.chunks_mut(800).enumerate() {
            let frame = if k % 2 == 0 { frame(0.0, 0.0) } else { frame(1e6, 0.003) };
            synth.hear(&frame, 1.0);
            synth.fill(part);
        }
        assert!(rms(&samples) > 0.02);
        assert!(largest_step(&samples) < 0.05, "{}", largest_step(&samples));
    }

    #[test]
    fn a_pause_fades_to_zero_and_so_does_a_window_that_is_not_drawn() {
        let mut synth = SlipSynth::default();
        let mut samples = vec![0.0; 24_000];
        synth.hear(&frame(1.0, 0.3), 1.0);
        synth.fill(&mut samples);
        assert!(rms(&samples) > 0.05 && !synth.is_silent());
        let mut other = synth.clone();
        synth.hear(&SoundFrame::default(), 1.0);
        synth.fill(&mut samples);
        assert!(synth.is_silent() && rms(&samples[12_000..]) < 1e-5);
        (0..6).for_each(|_| other.fill(&mut samples));
        assert!(other.is_silent() && rms(&samples) < 1e-5);
    }

    #[test]
    fn the_volume_scales_the_sound_and_zero_is_silence() {
        let level = |volume: f64| {
            let mut synth = SlipSynth::default();
            let mut samples = vec![0.0; 24_000];
            synth.hear(&frame(0.2, 0.3), volume);
            synth.fill(&mut samples);
            (rms(&samples[4_800..]), synth.is_silent())
        };
        assert!((level(0.5).0 / level(1.0).0 - 0.5).abs() < 0.01);
        assert_eq!(level(0.0), (0.0, true));
    }

    /// Whatever a broken run gives, every sample is finite and within [−1, 1].
    #[test]
    fn no_number_breaks_the_sound() {
        let numbers = [0.0, -1.0, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let mut synth = SlipSynth::default();
        let mut samples = vec![0.0; 2_000];
        for force in numbers {
            for speed in numbers {
                let clicks = numbers.iter().flat_map(|at| numbers.map(|loud| (*at, loud))).collect();
                synth.hear(&SoundFrame { force, speed, clicks, duration: force }, speed.abs());
                synth.fill(&mut samples);
                assert!(samples.iter().all(|x| x.abs() <= 1.0), "{force} N, {speed} m/s");
            }
        }
        synth.hear(&SoundFrame { clicks: vec![(0.5, 1.0); 1_000_000], ..frame(1e9, 1e9) }, 1.0);
        synth.fill(&mut samples);
        assert!(samples.iter().all(|x| x.abs() <= 1.0));
    }
}

//! Playback: decides when steps are taken, from the speed ladder, the frame's time budget and single-step requests.

use crate::draw::text::format::{brief, short};
use crate::texts::tr_with;
use bevy::ecs::prelude::Resource;

/// Selectable speeds, simulated seconds per second.
pub const LADDER: [f64; 13] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Duration of a display frame, s: the interval of a "one frame" step.
const FRAME: f64 = 1.0 / 60.0;

/// Minimum time budget for the steps of a frame, s. The maximum bounds the response time to input, and is smaller while
/// the camera moves.
const MIN_BUDGET: f64 = 0.012;
const MAX_BUDGET: f64 = 0.4;
const MAX_BUDGET_IN_MOTION: f64 = 0.06;

/// Maximum delay of steps that do not fit into a frame while the camera moves, s.
const MAX_WAIT: f64 = 0.4;

/// Index of real time in [`LADDER`].
const REAL_TIME: usize = 9;
/// Duration below which a scene is first played in slow motion, s.
const MAX_SLOW: f64 = 5.0;

/// What playback does at the end of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEnd {
    /// Stops.
    Stop,
    /// Has stopped, and continues if asked to play again.
    Ask,
    /// Continues.
    Continue,
}

/// State of playback: whether the simulation runs, and how fast.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Playback {
    /// True while playing.
    pub playing: bool,
    /// Index into [`LADDER`].
    pub rung: usize,
    /// Number of single steps requested.
    pub single: u64,
    /// Simulated time due but not yet stepped, s.
    pub owed: f64,
    /// Recently achieved simulated seconds per second.
    pub reached: f64,
    /// True if the last frame exhausted its time budget.
    pub behind: bool,
    /// True if playback pauses at the next event.
    pub until_event: bool,
    /// What playback does at the end of the scene.
    pub at_end: AtEnd,
    /// Wall-clock time spent on steps in the last frame, s.
    pub stepped: f64,
    /// Time for which steps have been delayed because the camera moves, s.
    pub waited: f64,
    /// True if the user has moved the camera since the last frame.
    pub view_moves: bool,
    /// True if playback started since the last frame, which may be long ago because an idle window is rarely redrawn.
    pub fresh: bool,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            playing: false,
            rung: 6,
            single: 0,
            owed: 0.0,
            reached: 0.0,
            behind: false,
            until_event: false,
            at_end: AtEnd::Stop,
            stepped: 0.0,
            waited: 0.0,
            view_moves: false,
            fresh: false,
        }
    }
}

impl Playback {
    /// The selected speed, simulated seconds per second.
    pub fn speed(&self) -> f64 {
        LADDER[self.rung.min(LADDER.len() - 1)]
    }

    /// Recently achieved steps per second.
    pub fn steps_per_second(&self, dt: f64) -> f64 {
        self.reached / dt
    }

    /// Pauses.
    pub fn stop(&mut self) {
        (self.playing, self.until_event) = (false, false);
    }

    /// Plays or pauses.
    pub fn toggle(&mut self) {
        (self.playing, self.until_event, self.fresh) = (!self.playing, false, true);
    }

    /// At the end of the scene, stops playback the first time and lets it continue the second time: pause and play
    /// share a key, which must not run past the end by accident. Returns true if playback has just stopped.
    pub fn stops_at_end(&mut self, ended: bool) -> bool {
        if !ended {
            self.at_end = AtEnd::Stop;
            return false;
        }
        if !self.playing || self.at_end == AtEnd::Continue {
            return false;
        }
        let stops = self.at_end == AtEnd::Stop;
        self.at_end = if stops { AtEnd::Ask } else { AtEnd::Continue };
        if stops {
            self.stop();
        }
        stops
    }

    /// Plays until the next event.
    pub fn play_to_event(&mut self) {
        self.fresh |= !self.playing;
        (self.playing, self.until_event) = (true, true);
    }

    /// Pauses, and takes this many more steps.
    pub fn request_steps(&mut self, steps: u64) {
        self.stop();
        self.single += steps;
    }

    /// Takes the usual speed of a scene of this duration, s: real time, or a tenth of it if it takes but a few seconds.
    pub fn choose_speed(&mut self, duration: f64) {
        self.rung = if duration < MAX_SLOW { Self::default().rung } else { REAL_TIME };
    }

    /// Changes the speed by this number of rungs of [`LADDER`]; negative is slower.
    pub fn change_speed(&mut self, rungs: isize) {
        let rung = self.rung.saturating_add_signed(rungs);
        self.rung = rung.min(LADDER.len() - 1);
    }

    /// Steps per display frame at the selected speed, at least one.
    pub fn steps_per_frame(&self, dt: f64) -> u64 {
        ((self.speed() * FRAME / dt).round() as u64).max(1)
    }

    /// Advances the clock by `wall` seconds and returns the number of steps due.
    pub fn due(&mut self, wall: f64, dt: f64) -> u64 {
        let single = std::mem::take(&mut self.single);
        let wall = if std::mem::take(&mut self.fresh) { wall.min(FRAME) } else { wall };
        if self.playing {
            self.owed += wall * self.speed();
        } else {
            self.owed = 0.0;
        }
        single + (self.owed / dt + 1e-9).floor() as u64
    }

    /// Time budget for the steps of a frame, s, given the duration of the last one: as long as drawing takes, so that
    /// a slow display does not slow down a simulation whose steps are cheap; shorter while the camera moves.
    pub fn budget(&self, last_frame: f64) -> f64 {
        let drawing = last_frame - self.stepped;
        drawing.clamp(MIN_BUDGET, if self.view_moves { MAX_BUDGET_IN_MOTION } else { MAX_BUDGET })
    }

    /// True if this frame must skip its steps because the user is moving the camera and one step exceeds the time
    /// budget. The camera stays smooth, and the run continues between movements.
    pub fn waits(&mut self, step: f64, wall: f64) -> bool {
        let waits = self.view_moves && step > self.budget(wall) && self.waited < MAX_WAIT;
        self.waited = if waits { self.waited + wall } else { 0.0 };
        waits
    }

    /// Records that `done` of `due` steps were taken in a frame of `wall` seconds. [`Self::stepped`] is set separately.
    /// Time beyond the budget is dropped from the wall clock, never from the simulation: playback runs slower, but no
    /// step is skipped.
    pub fn took(&mut self, done: u64, due: u64, wall: f64, dt: f64) {
        self.behind = done < due;
        self.owed = match (done, self.behind) {
            // A step that is under way stays due.
            (0, true) => self.owed.min(dt),
            (_, true) => 0.0,
            (_, false) => (self.owed - done as f64 * dt).max(0.0),
        };
        if wall > 0.0 && self.playing {
            let now = done as f64 * dt / wall;
            let weight = 1.0 - (-wall / 0.5f64).exp();
            self.reached += (now - self.reached) * weight;
        }
    }
}

/// A speed as displayed, such as `1/10×` or `1×`.
pub fn speed_name(speed: f64) -> String {
    if speed >= 1.0 { format!("{speed:.0}×") } else { format!("1/{:.0}×", 1.0 / speed) }
}

/// What is told of the speed reached besides simulated seconds per second.
#[derive(Clone, Copy, Debug)]
pub enum PaceUnit {
    /// Nothing, as in a lesson.
    RealTime,
    /// Steps per second.
    Steps(f64),
    /// The time of a slow step, s.
    StepTime(f64),
}

/// The speed reached, such as `0.05 × real time · 473 steps/s` or `0.008 × real time · 0.25 s a step`; two decimals, or
/// one significant digit below 0.01.
pub fn pace(speed: f64, unit: PaceUnit) -> String {
    let speed =
        if speed < 0.01 { format!("{speed:.0e}").parse().unwrap_or(speed) } else { (speed * 100.0).round() / 100.0 };
    let speed = ("speed", short(speed).into());
    match unit {
        PaceUnit::RealTime => tr_with("bar-pace-alone", [speed]),
        PaceUnit::Steps(steps) => tr_with("bar-pace", [speed, ("steps", format!("{steps:.0}").into())]),
        PaceUnit::StepTime(time) => tr_with("bar-pace-of-step", [speed, ("time", brief(time, "s").into())]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f64 = 1e-4;
    /// Rung of one simulated second per second.

    #[test]
    fn the_pace_is_in_words() {
        assert_eq!(pace(0.04730, PaceUnit::Steps(473.0)), "0.05 × real time · 473 steps/s");
        assert_eq!(pace(1.0, PaceUnit::Steps(10_000.0)), "1 × real time · 10000 steps/s");
        assert_eq!(pace(0.008, PaceUnit::StepTime(0.25)), "0.008 × real time · 0.25 s a step");
        assert_eq!(pace(0.0042, PaceUnit::Steps(42.3)), "0.004 × real time · 42 steps/s");
        assert_eq!(pace(0.25, PaceUnit::RealTime), "0.25 × real time");
    }

    #[test]
    fn a_frame_at_full_speed_owes_its_time_in_steps() {
        let mut playback = Playback { playing: true, rung: REAL_TIME, ..Default::default() };
        let due = playback.due(1.0 / 60.0, DT);
        assert_eq!(due, 166);
        playback.took(due, due, 1.0 / 60.0, DT);
        // The remaining two thirds of a step carry over.
        assert_eq!(playback.due(1.0 / 60.0, DT), 167);
    }

    #[test]
    fn the_rest_before_play_is_not_owed() {
        let mut playback = Playback { rung: REAL_TIME, ..Default::default() };
        playback.toggle();
        assert_eq!(playback.due(0.5, DT), 166);
        playback.took(166, 166, 0.5, DT);
        assert_eq!(playback.due(0.02, DT), 200);
    }

    #[test]
    fn slow_motion_adds_fractions_of_a_step_until_one_is_due() {
        let mut playback = Playback { playing: true, rung: 0, ..Default::default() };
        let mut steps = 0;
        for _ in 0..60 {
            let due = playback.due(1.0 / 60.0, DT);
            playback.took(due, due, 1.0 / 60.0, DT);
            steps += due;
        }
        assert_eq!(steps, 10);
    }

    #[test]
    fn a_simulation_that_is_too_slow_owes_nothing_from_the_past() {
        let mut playback = Playback { playing: true, rung: REAL_TIME, ..Default::default() };
        let due = playback.due(0.1, DT);
        playback.took(due / 10, due, 0.1, DT);
        assert!(playback.behind);
        assert_eq!(playback.due(0.01, DT), 100);
    }

    /// With frames drawn in 0.5 s and steps of 11 µs, full speed is real time: 10 000 steps per second, 55 ms of them
    /// in each frame. A slow step cannot take more than the longest budget, and the camera comes first.
    #[test]
    fn a_slow_display_gets_all_steps_that_are_due() {
        let mut playback = Playback { playing: true, rung: REAL_TIME, stepped: 0.055, ..Default::default() };
        let wall = 0.555;
        let due = playback.due(wall, DT);
        assert!(due as f64 * 11e-6 <= playback.budget(wall), "{due} steps");
        assert_eq!(Playback { stepped: 0.01, ..Default::default() }.budget(0.02), MIN_BUDGET);
        assert_eq!(playback.budget(2.0), MAX_BUDGET);
        playback.view_moves = true;
        assert_eq!(playback.budget(2.0), MAX_BUDGET_IN_MOTION);
    }

    /// An 80 ms step waits while the camera turns, but not indefinitely; a 1 ms step never waits.
    #[test]
    fn long_steps_wait_for_the_view() {
        let mut playback = Playback { playing: true, ..Default::default() };
        assert!(!playback.waits(0.08, 0.016));
        playback.view_moves = true;
        assert!(!playback.waits(0.001, 0.016));
        let frames = (0..100).take_while(|_| playback.waits(0.08, 0.016)).count();
        let seconds = frames as f64 * 0.016;
        assert!((seconds - MAX_WAIT).abs() <= 0.016, "{seconds} s");
        assert!(playback.waits(0.08, 0.016), "after one step it waits again");
    }

    #[test]
    fn single_steps_are_taken_while_paused_and_only_once() {
        let mut playback = Playback { single: 10, ..Default::default() };
        assert_eq!(playback.due(0.5, DT), 10);
        playback.took(10, 10, 0.5, DT);
        assert_eq!(playback.due(0.5, DT), 0);
    }

    #[test]
    fn the_ladder_ends_at_both_ends() {
        let mut playback = Playback::default();
        playback.change_speed(-100);
        assert_eq!(playback.speed(), 0.001);
        playback.change_speed(100);
        assert_eq!(playback.speed(), 10.0);
    }

    /// Playback stops at the end and continues on a second request; after a return to before the end, the end stops it
    /// again.
    #[test]
    fn the_end_of_the_scene_is_passed_only_on_a_second_request() {
        let mut playback = Playback { playing: true, ..Default::default() };
        assert!(!playback.stops_at_end(false));
        assert!(playback.stops_at_end(true) && !playback.playing);
        playback.toggle();
        assert!(!playback.stops_at_end(true) && playback.playing);
        assert!(!playback.stops_at_end(true) && playback.playing);
        assert!(!playback.stops_at_end(false));
        assert!(playback.stops_at_end(true));
    }
}

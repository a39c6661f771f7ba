//! Monkey test: random edits, seeks, scene changes, drags, undo and saves cause no panic and no NaN.

use crate::app::hand::{Grab, Held};
use crate::app::state::request::Request;
use crate::app::state::request::{EditRequest, FileRequest, SceneRequest, TimeRequest};
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::laws::motion::pull::Pull;
use crate::laws::motion::schedule::Schedule;
use crate::laws::{Rotation, Vec3};
use crate::step::edits::{Edit, FrictionParameter, QueueEdit};
use crate::view::tests::test_window::{frame, opened, window};
use bevy::prelude::*;
use stickslip_lab::builtin;

/// A deterministic pseudo-random sequence (Knuth's MMIX generator).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    /// Uniform in [−1, 1].
    fn part(&mut self) -> f64 {
        self.roll(2_001) as f64 / 1000.0 - 1.0
    }

    fn vector(&mut self, size: f64) -> Vec3 {
        Vec3::new(self.part(), self.part(), self.part()) * size
    }

    fn edit(&mut self, state: &crate::observe::state::State) -> Edit {
        let body = self.roll(state.bodies.len() as u64 + 1) as u32;
        match self.roll(13) {
            0..=3 => {
                let which = [
                    FrictionParameter::MuS,
                    FrictionParameter::MuK,
                    FrictionParameter::KE,
                    FrictionParameter::EtaR,
                    FrictionParameter::EtaPsi,
                ][self.roll(5) as usize];
                let value =
                    if which == FrictionParameter::KE { 1e5 * (1.0 + self.part()) } else { 0.5 + 0.6 * self.part() };
                Edit::Basic { rule: (self.roll(4) == 0).then_some(self.roll(2) as usize), which, value }
            }
            4 => Edit::Gravity(self.vector(10.0)),
            5 => Edit::Kick { body, velocity: self.vector(0.5), angular_velocity: self.vector(3.0) },
            6 => Edit::Tilt { body, degrees: 60.0 * self.part(), rate: 5.0 + 10.0 * self.part().abs() },
            7 => {
                let (position, rotation) = (self.vector(1.0), Rotation::new(self.vector(2.0)));
                Edit::Place { body, position, rotation }
            }
            8 => {
                let (x, n) = (self.vector(1.0), self.roll(1000));
                Edit::Add(format!(
                    "(name: \"pebble {n}\", shape: Sphere(radius: 0.05), mass: 0.2, position: ({:?}, {:?}, {:?}))",
                    x.x,
                    x.y,
                    x.z.abs() + 0.3
                ))
            }
            9 => Edit::Delete { body },
            10 => Edit::Puller { body, number: 0, stiffness: 50.0, velocity: self.vector(0.1) },
            11 => {
                let rows = [[state.time, self.part()], [state.time + 0.01, self.part()]];
                let schedule = Schedule::new(&rows).unwrap_or_default();
                Edit::Schedule { body, pull: (self.roll(2) == 0).then_some(0), schedule }
            }
            _ => Edit::Release { body },
        }
    }
}

fn act(app: &mut App, dice: &mut Dice, folder: &std::path::Path) {
    let state = app.world().resource::<DisplayState>().state.clone();
    let ask = |app: &mut App, request: Request| {
        app.world_mut().write_message(request);
    };
    match dice.roll(16) {
        0..=6 => {
            let edit = dice.edit(&state);
            app.world_mut().write_message(QueueEdit(edit));
        }
        7 => {
            let reached = app.world().resource::<Past>().timeline.reached();
            ask(app, Request::Time(TimeRequest::Seek(dice.roll(reached + 200))));
        }
        8 => ask(app, Request::Edit(EditRequest::Undo)),
        9 => ask(app, Request::Edit(EditRequest::Redo)),
        10 => {
            let all = builtin::all();
            let name = all[dice.roll(all.len() as u64) as usize].0;
            ask(app, Request::Sure(Box::new(Request::Scene(SceneRequest::Open(Box::new(opened(name)))))));
        }
        11 => ask(app, Request::Scene(SceneRequest::Reset)),
        12 => {
            let path = folder.join(format!("saved-{}.ron", dice.roll(3)));
            ask(app, Request::File(FileRequest::Save { path, poses: dice.roll(2) == 0, then: None }));
        }
        13 => {
            let body = dice.roll(state.bodies.len() as u64) as u32;
            let anchor = dice.vector(0.5);
            let (at, velocity) = (dice.vector(0.05), Vec3::zeros());
            let pull = Pull::Spring {
                at,
                anchor,
                velocity,
                since: state.time,
                stiffness: 100.0,
                damping: 2.0,
                schedule: Default::default(),
            };
            app.world_mut().resource_mut::<Grab>().held = Some(Held::by_panel(body, pull));
            app.world_mut().write_message(QueueEdit(Edit::Hold { body, pull }));
        }
        14 => app.world_mut().resource_mut::<Grab>().held = None,
        _ => {
            let mut playback = app.world_mut().resource_mut::<Playback>();
            playback.playing = !playback.playing;
            playback.rung = dice.roll(10) as usize;
        }
    }
}

#[test]
fn two_hundred_random_actions_leave_no_panic_and_no_nan() {
    for seed in [1, 42, 2026] {
        let mut dice = Dice(seed);
        let mut app = window("sphere-up-35");
        let folder = std::env::temp_dir().join(format!("stickslip-monkey-{}-{seed}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut steps = 0;
        for n in 0..200 {
            act(&mut app, &mut dice, &folder);
            for _ in 0..3 {
                frame(&mut app, 0.01);
            }
            let shown = app.world().resource::<DisplayState>();
            steps = steps.max(shown.state.step);
            let numbers = |body: &crate::observe::state::BodyState| {
                let all = body.x.iter().chain(body.v.iter()).chain(body.w.iter()).chain(body.q.coords.iter());
                all.copied().collect::<Vec<f64>>()
            };
            // A state stopped by the guard is flagged; all others are finite.
            let finite = shown.state.bodies.iter().flat_map(numbers).all(f64::is_finite);
            assert!(finite || shown.stopped.is_some(), "seed {seed}, action {n}");
            let drawn = shown.list.arrows.iter().flat_map(|arrow| arrow.to.iter()).all(|x| x.is_finite());
            assert!(drawn || shown.stopped.is_some(), "seed {seed}, action {n}: an arrow without an end");
        }
        std::fs::remove_dir_all(&folder).expect("the folder is gone");
        assert!(steps > 50, "the monkey hardly ran anything: {steps} steps");
    }
}

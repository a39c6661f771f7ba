//! The lesson that is being worked on: the pinned prediction, what came of it, and the demonstration.

use super::draw_list::Overlays;
use super::panels::Panels;
use super::playback::Playback;
use super::session::{Layers, Opened, Session, Shown, open};
use crate::laws::Vec3;
use crate::record::state::State;
use crate::step::tune::Tune;
use crate::study::lesson::{Lesson, Outcome, Predict, Prediction, all};
use bevy::prelude::*;
use std::sync::Arc;

/// How much of the window is shown: one switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// A question, few controls, large text.
    Lesson,
    /// Panels on both sides.
    #[default]
    Explore,
    /// Everything.
    Debug,
}

/// The lesson that is open, if one is.
#[derive(Resource, Clone, Debug, Default)]
pub struct Course {
    /// How much of the window is shown.
    pub layout: Layout,
    /// The lesson.
    pub open: Option<Playing>,
}

/// A lesson under way.
#[derive(Clone, Debug)]
pub struct Playing {
    /// Its name.
    pub name: String,
    /// What it asks and says.
    pub lesson: Lesson,
    /// The number that is chosen, before it is pinned.
    pub number: f64,
    /// The prediction, once it is pinned.
    pub pinned: Option<Prediction>,
    /// What came of it.
    pub outcome: Option<Outcome>,
    /// The demonstration runs, and this many of its edits are made.
    pub showing: Option<usize>,
    start: Arc<State>,
}

impl Layout {
    /// Shows and hides panels and overlays.
    pub fn apply(self, panels: &mut Panels, layers: &mut Layers) {
        let selected = layers.0.selected;
        let plain = Overlays { selected, ..Overlays::default() };
        (panels.left, panels.right, panels.plots) = match self {
            Self::Lesson => (false, false, false),
            Self::Explore => (true, true, true),
            Self::Debug => (true, true, true),
        };
        layers.0 = match self {
            Self::Lesson => {
                Overlays { body_frame: false, contact_frame: false, turning: false, numbers: false, ..plain }
            }
            Self::Explore => plain,
            Self::Debug => Overlays { normal: true, patches: true, curvature: true, ..plain },
        };
    }
}

/// Opens a lesson.
pub fn begin(world: &mut World, name: &str) {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    let found = all().iter().find(|(known, _)| *known == name);
    let parts = found.ok_or_else(|| format!("there is no lesson `{name}`")).and_then(|(_, text)| {
        let lesson = Lesson::parse(text)?;
        Ok((lesson.scene_text()?, lesson.scene()?, lesson))
    });
    let (text, scene, lesson) = match parts {
        Ok(parts) => parts,
        Err(why) => {
            world.resource_mut::<Session>().say(why, now);
            return;
        }
    };
    open(world, Opened { name: format!("lesson {name}"), file: None, text, scene });
    let number = match &lesson.predict {
        Predict::Number { low, high, .. } => 0.5 * (low + high),
        Predict::Choice { .. } => 0.0,
    };
    let start = world.resource::<Shown>().state.clone();
    let playing = Playing { name: name.to_owned(), lesson, number, pinned: None, outcome: None, showing: None, start };
    world.resource_scope(|world, mut course: Mut<Course>| {
        (course.open, course.layout) = (Some(playing), Layout::Lesson);
        world.resource_scope(|world, mut panels: Mut<Panels>| {
            Layout::Lesson.apply(&mut panels, &mut world.resource_mut::<Layers>());
        });
    });
}

/// The lesson after this one, by name.
pub fn after(name: &str) -> Option<&'static str> {
    let at = all().iter().position(|(known, _)| *known == name)?;
    all().get(at + 1).map(|(name, _)| *name)
}

/// Makes the edits of the demonstration that are due, and holds the prediction against the state on the screen.
pub fn watch(world: &mut World) {
    let Some(mut course) = world.get_resource_mut::<Course>() else { return };
    let Some(mut playing) = course.open.take() else { return };
    let state = world.resource::<Shown>().state.clone();
    if let Some(made) = playing.showing {
        let due = playing.lesson.demo.iter().skip(made).take_while(|(time, _)| *time <= state.time).count();
        for (_, edit) in &playing.lesson.demo[made..made + due] {
            world.write_message(Tune(edit.clone()));
        }
        playing.showing = Some(made + due);
        if due > 0 {
            world.resource_mut::<Playback>().playing = true;
        }
    }
    if playing.outcome.as_ref().is_some_and(|outcome| outcome.step > state.step) {
        playing.outcome = None; // the person went back before it
    }
    if let (Some(prediction), None) = (playing.pinned, &playing.outcome) {
        match playing.lesson.judge(prediction, &state, &playing.start) {
            Ok(outcome) => playing.outcome = outcome,
            Err(why) => {
                let now = world.resource::<Time<Real>>().elapsed_secs_f64();
                world.resource_mut::<Session>().say(why, now);
                playing.pinned = None;
            }
        }
    }
    world.resource_mut::<Course>().open = Some(playing);
}

/// The forces on one body, N, world: weight, what surfaces push and hold with, what pulls from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FreeBody {
    /// m g.
    pub weight: Vec3,
    /// All normal forces.
    pub normal: Vec3,
    /// All friction forces.
    pub friction: Vec3,
    /// Springs and the hand.
    pub pull: Vec3,
}

impl FreeBody {
    /// The forces on a body in a state.
    pub fn of(state: &State, index: usize, gravity: &Vec3) -> Option<Self> {
        let body = state.bodies.get(index)?;
        let mut forces = Self { weight: gravity * body.mass.mass, ..Self::default() };
        for contact in &state.contacts {
            let sign = match (contact.pair.key.i as usize == index, contact.pair.key.j as usize == index) {
                (true, _) => 1.0,
                (_, true) => -1.0,
                _ => continue,
            };
            forces.normal += contact.loads.normal_on_i * sign;
            forces.friction -= contact.loads.friction_on_j * sign;
        }
        forces.pull = state.pulls.iter().filter(|pull| pull.body == index).map(|pull| pull.load.force).sum();
        Some(forces)
    }

    /// Their sum: mass times acceleration.
    pub fn sum(&self) -> Vec3 {
        self.weight + self.normal + self.friction + self.pull
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, builtin};
    use crate::sim::Simulation;

    /// The forces of the inset sum up to mass times the acceleration of the next step.
    #[test]
    fn the_forces_sum_to_mass_times_acceleration() {
        for name in ["brick-slips", "sphere-up-35", "block-on-a-spring", "ramp-tilts"] {
            let scene = Scene::parse(name, builtin::text(name).unwrap()).unwrap();
            let mut simulation = Simulation::new(&scene);
            simulation.steps(300);
            let before = simulation.state();
            simulation.step();
            let after = simulation.state();
            let forces = FreeBody::of(&before, 1, &scene.gravity).unwrap();
            let ma = (after.bodies[1].v - before.bodies[1].v) * (before.bodies[1].mass.mass / scene.dt);
            let scale = forces.weight.norm();
            assert!((forces.sum() - ma).norm() < 1e-9 * scale, "{name}: {} {}", forces.sum(), ma);
        }
    }
}

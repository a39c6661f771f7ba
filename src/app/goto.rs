//! A place in a run: a step, and a contact to look at. From the command line, and back to it as a command to share.

use crate::app::course::{self, Layout};
use crate::app::inspect::Inspect;
use crate::app::past::{self, Past};
use crate::app::replay;
use crate::app::session::{Session, Shown};
use crate::record::state::State;
use crate::scene::builtin;
use crate::world::Clock;
use crate::world::contact::ContactKey;
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use std::str::FromStr;

/// Where to look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The step; the start where there is none.
    pub step: Option<u64>,
    /// The contact.
    pub contact: Option<Between>,
}

/// A contact by the names of its bodies and the number of its point: `incline,ball` or `incline,brick,2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    bodies: [String; 2],
    feature: u32,
}

impl FromStr for Between {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let (bodies, feature) = match parts[..] {
            [i, j] => ([i, j], 0),
            [i, j, feature] => {
                ([i, j], feature.parse().map_err(|_| format!("`{feature}` is not the number of a contact point"))?)
            }
            _ => {
                return Err("give two bodies, and the number of the point if there are several: incline,brick,2".into());
            }
        };
        Ok(Self { bodies: bodies.map(str::to_owned), feature })
    }
}

impl Between {
    /// The contact in a scene with these bodies; the order of the two does not matter.
    pub fn key(&self, state: &State) -> Result<ContactKey, String> {
        let find = |name: &String| {
            let known = || state.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>().join(", ");
            let index = state.bodies.iter().position(|body| body.name == *name);
            index.ok_or_else(|| format!("there is no body `{name}`; there are {}", known()))
        };
        let (a, b) = (find(&self.bodies[0])? as u32, find(&self.bodies[1])? as u32);
        Ok(ContactKey { lane: 0, i: a.min(b), j: a.max(b), feature: self.feature })
    }
}

/// Goes to the place asked for on the command line, once something is open.
pub(crate) fn arrive(world: &mut World) {
    if world.resource::<Session>().opened.is_none() {
        return;
    }
    let Some(place) = world.resource_mut::<Session>().place.take() else { return };
    if let Some(step) = place.step {
        if world.resource::<Past>().back_to.is_some() {
            past::read_through(world, step);
        } else {
            past::seek(world, step);
        }
    }
    let Some(contact) = place.contact else { return };
    match contact.key(&world.resource::<Shown>().state) {
        Ok(key) => {
            world.resource_mut::<Inspect>().pick(key);
            course::lay_out(world, Layout::Debug);
        }
        Err(why) => {
            let now = world.resource::<Time<Real>>().elapsed_secs_f64();
            world.resource_mut::<Session>().say(why, now);
        }
    }
}

/// A text for the clipboard.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(crate) struct CopyText(pub String);

/// Puts the command that shows this step and contact again on the clipboard. A run that is more than its scene is
/// recorded for it.
pub(crate) fn repro(world: &mut World, key: ContactKey) {
    let Some(opened) = world.resource::<Session>().opened.clone() else { return };
    let state = world.resource::<Shown>().state.clone();
    let step = world.resource::<Clock>().step;
    let past = world.resource::<Past>();
    let plain = past.timeline.edits().is_empty();
    let file = if let Some(replay) = &past.replay {
        Some(replay.file.clone())
    } else if plain && builtin::text(&opened.name) == Some(opened.text.as_str()) {
        Some(opened.name.clone())
    } else {
        opened.file.filter(|_| plain).map(|file| file.display().to_string())
    };
    let Some(file) = file.or_else(|| replay::save(world)) else { return };
    let text = command(&file, step, &key, &state);
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    world.resource_mut::<Session>().say(format!("copied: {text}"), now);
    world.write_message(CopyText(text));
}

fn command(file: &str, step: u64, key: &ContactKey, state: &State) -> String {
    let name = |index: u32| state.bodies.get(index as usize).map_or("?", |body| body.name.as_str());
    let point = if key.feature > 0 { format!(",{}", key.feature) } else { String::new() };
    let quoted = |text: String| if text.contains(char::is_whitespace) { format!("'{text}'") } else { text };
    let contact = quoted(format!("{},{}{point}", name(key.i), name(key.j)));
    format!("stickslip open {} --goto {step} --contact {contact}", quoted(file.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::simulation::Simulation;
    use crate::scene::Scene;

    /// What is copied names the contact it was copied from.
    #[test]
    fn a_command_leads_back_to_its_contact() {
        let scene = Scene::parse("brick", builtin::text("brick-slips").expect("a scene")).expect("no fault");
        let state = Simulation::new(&scene).state();
        assert_eq!(state.contacts.len(), 4);
        for contact in &state.contacts {
            let text = command("a file.rec", 4213, &contact.pair.key, &state);
            let of = text.strip_prefix("stickslip open 'a file.rec' --goto 4213 --contact ").expect("a command");
            assert_eq!(of.parse::<Between>().expect("a contact").key(&state), Ok(contact.pair.key));
        }
        let turned: Between = "brick,incline".parse().expect("a contact");
        assert_eq!(turned.key(&state), Ok(state.contacts[0].pair.key), "in either order");
        assert!("brick".parse::<Between>().is_err() && "a,b,c".parse::<Between>().is_err());
        let lost: Between = "brick,ball".parse().expect("two names");
        assert!(lost.key(&state).expect_err("no ball").contains("there are incline, brick"));
    }
}

//! Jumps to a step and contact given on the command line, and copies such a command for sharing.

use crate::lessons::lesson_session::LessonSession;
use crate::state::inspect::Inspect;
use crate::state::layout::Layout;
use crate::state::session::Session;
use crate::texts::tr_with;
use crate::timeline::display_state::DisplayState;
use crate::timeline::past::Past;
use crate::{edits::travel, files::open, files::replay};
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use stickslip_engine::observe::state::State;
use stickslip_engine::world::Clock;
use stickslip_engine::world::contact::ContactKey;
use stickslip_lab::builtin;

/// Goes to the location given on the command line once a scene is open.
pub fn arrive(world: &mut World) {
    if world.resource::<Session>().opened.is_none() {
        return;
    }
    let Some(place) = world.resource_mut::<Session>().place.take() else { return };
    if let Some(step) = place.step {
        if world.resource::<Past>().back_to.is_some() {
            travel::read_through(world, step);
        } else {
            travel::seek(world, step);
        }
    }
    if let Some(prediction) = place.prediction {
        world.resource_mut::<LessonSession>().with(|playing| playing.pin(prediction));
    }
    let Some(contact) = place.contact else { return };
    match contact.key(&world.resource::<DisplayState>().state) {
        Ok(key) => {
            world.resource_mut::<Inspect>().pick(key);
            open::set_layout(world, Layout::Debug);
        }
        Err(why) => {
            let now = world.resource::<Time<Real>>().elapsed_secs_f64();
            world.resource_mut::<Session>().say(why, now);
        }
    }
}

/// Text for the clipboard.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct CopyText(pub String);

/// Copies a command that reproduces this step and contact. Saves a recording first if the run differs from its scene.
pub fn repro(world: &mut World, key: ContactKey) {
    let Some(opened) = world.resource::<Session>().opened.clone() else { return };
    let state = world.resource::<DisplayState>().state.clone();
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
    world.resource_mut::<Session>().say(tr_with("notice-copied-text", [("text", text.as_str().into())]), now);
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
    use crate::state::location::ContactSelector;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;

    /// The copied command names the contact it was copied from.
    #[test]
    fn a_command_leads_back_to_its_contact() {
        let scene = Scene::parse("brick", builtin::text("brick-slips").expect("a scene")).expect("no fault");
        let state = Simulation::new(&scene).state();
        assert_eq!(state.contacts.len(), 4);
        for contact in &state.contacts {
            let text = command("a file.rec", 4213, &contact.pair.key, &state);
            let of = text.strip_prefix("stickslip open 'a file.rec' --goto 4213 --contact ").expect("a command");
            assert_eq!(of.parse::<ContactSelector>().expect("a contact").key(&state), Ok(contact.pair.key));
        }
        let turned: ContactSelector = "brick,incline".parse().expect("a contact");
        assert_eq!(turned.key(&state), Ok(state.contacts[0].pair.key), "in either order");
        assert!("brick".parse::<ContactSelector>().is_err() && "a,b,c".parse::<ContactSelector>().is_err());
        let lost: ContactSelector = "brick,ball".parse().expect("two names");
        assert!(lost.key(&state).expect_err("no ball").contains("there are incline, brick"));
    }
}

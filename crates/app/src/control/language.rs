//! Changes the language of the window while it is open.

use crate::display::read_display_state::read_display_state;
use crate::lessons::lesson_session::LessonSession;
use crate::plots::graphs::Graphs;
use crate::state::session::Session;
use crate::studies::gallery::Gallery;
use crate::texts::choose;
use bevy::ecs::prelude::*;
use stickslip_lab::lessons::Lesson;

/// Chooses a language by its code; the gallery, the open lesson, its plots and the labels
/// in the scene follow.
pub fn set_language(world: &mut World, code: &str) {
    choose(code);
    world.resource_mut::<Gallery>().lessons = Gallery::read_lessons();
    world.resource_scope(|world, mut lesson_session: Mut<LessonSession>| {
        let Some(playing) = &mut lesson_session.open else { return };
        // Unreadable lessons are caught by the tests.
        let Ok(lesson) = Lesson::read(&playing.name, code) else { return };
        let mut graphs = world.resource_mut::<Graphs>();
        for (old, new) in playing.lesson.plots.iter().zip(&lesson.plots) {
            let named = graphs.list.iter_mut().filter(|graph| graph.name.as_ref() == Some(&old.name));
            named.for_each(|graph| graph.name = Some(new.name.clone()));
        }
        playing.lesson = lesson;
    });
    if world.resource::<Session>().opened.is_some() {
        read_display_state(world);
    }
}

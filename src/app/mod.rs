//! The state of the window and what drives it, without panels and rendering.
//!
//! | file | holds |
//! |---|---|
//! | `drive` | the loop of the window: edits, requests, steps, what is read for the screen |
//! | `session`, `requests`, `open` | what is open and what is asked for; it is done; scenes and lessons are opened |
//! | `shown`, `look`, `told` | the state on the screen, how it is read, and in words |
//! | `playback` | how many steps are due |
//! | `past`, `travel`, `ghost` | the past of the run, jumps to any step of it, and the future that an edit has cut off |
//! | `undo` | edits taken back and made again |
//! | `saving`, `replay` | the file of the scene; recordings saved and opened |
//! | `place`, `goto` | a step and a contact, from the command line and as a command to share |
//! | `tuning`, `sliders`, `limits` | the parameters as the file says and as they are now; their ranges and limits |
//! | `layout`, `inspect`, `hand`, `body_form` | how much is shown; which contact; what the hand holds; a body to be added |
//! | `history`, `curves`, `ways` | the past as curves, their points, the ways of a contact point |
//! | `graphs`, `overlay`, `plot_files` | what is plotted, curves of files beside it, tables and figures of it |
//! | `forecast` | the closed form that curves are compared with |
//! | `compare`, `law_sets`, `law_bench` | other laws beside the run on the screen; one contact under all laws |
//! | `film_file` | what is to be filmed, and the file of the film |
//! | `actions` | the keys and the actions of the command palette |
//! | `course`, `gallery`, `picture_sheet` | the open lesson; the scenes and lessons that can be chosen, with their pictures |

#![allow(
    clippy::disallowed_methods,
    reason = "rates on the wall clock and steps of sliders: no number of a run comes from them"
)]

pub(crate) mod actions;
pub(crate) mod body_form;
pub(crate) mod compare;
pub(crate) mod course;
pub(crate) mod curves;
pub(crate) mod drive;
pub(crate) mod film_file;
pub(crate) mod forecast;
pub(crate) mod gallery;
pub(crate) mod ghost;
pub(crate) mod goto;
pub(crate) mod graphs;
pub(crate) mod hand;
pub(crate) mod history;
pub(crate) mod inspect;
pub(crate) mod law_bench;
pub(crate) mod law_sets;
pub(crate) mod layout;
pub(crate) mod limits;
pub(crate) mod look;
pub(crate) mod open;
pub(crate) mod overlay;
pub(crate) mod past;
pub(crate) mod picture_sheet;
pub(crate) mod place;
pub(crate) mod playback;
pub(crate) mod plot_files;
pub(crate) mod replay;
pub(crate) mod requests;
pub(crate) mod saving;
pub(crate) mod session;
pub(crate) mod shown;
pub(crate) mod sliders;
pub(crate) mod told;
pub(crate) mod travel;
pub(crate) mod tuning;
pub(crate) mod undo;
pub(crate) mod ways;

pub use place::{Between, Place};

use bevy::app::{App, Plugin, Update};
use bevy::ecs::prelude::Messages;

/// What is open in the window and what drives it, before anything is open.
pub(crate) struct AppPlugin;

impl Plugin for AppPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<session::Session>()
            .init_resource::<layout::Layers>()
            .init_resource::<shown::Shown>()
            .init_resource::<playback::Playback>()
            .init_resource::<past::Past>()
            .init_resource::<hand::Grab>()
            .init_resource::<course::Course>()
            .init_resource::<saving::Saving>()
            .init_resource::<body_form::BodyForm>()
            .init_resource::<undo::Undo>()
            .init_resource::<tuning::Tuning>()
            .init_resource::<history::History>()
            .init_resource::<graphs::Graphs>()
            .init_resource::<compare::Compare>()
            .init_resource::<law_bench::LawBench>()
            .init_resource::<inspect::Inspect>()
            .init_resource::<forecast::Forecast>()
            .init_resource::<gallery::Gallery>()
            .init_resource::<crate::draw::traces::Trails>();
        drive::add_to(app);
        // Requests wait until the driver takes them, however long that is.
        app.init_resource::<Messages<session::Request>>();
        app.add_message::<session::Notice>().add_systems(Update, session::show_notices);
        app.add_message::<session::SceneOpened>().add_message::<layout::LayoutChosen>().add_message::<goto::CopyText>();
    }
}

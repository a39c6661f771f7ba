//! Window state and the logic that updates it, without panels and rendering.
//!
//! | file | holds |
//! |---|---|
//! | `drive` | the main loop: edits, requests, steps, reading the state for display |
//! | `change`, `panels` | what panels change, as messages; which panels are visible |
//! | `session`, `requests`, `open` | the open scene, user requests and their handling; opening scenes and lessons |
//! | `display_state`, `read_display_state`, `describe` | the displayed state, how it is read, and its description as text |
//! | `playback`, `redraw` | how many steps are due; when the next frame is drawn |
//! | `past`, `travel`, `ghost` | the run's timeline, jumps to any step, and the future truncated by an edit |
//! | `ahead` | slow steps on a thread of their own |
//! | `undo` | undo and redo of edits |
//! | `saving`, `file_watch`, `replay` | the scene file; saving and opening recordings |
//! | `place`, `goto` | a step and a contact on the command line, and as a command to share |
//! | `tuning`, `sliders`, `limits` | parameters in the file and at present; their ranges and limits |
//! | `step_size` | the step size and the critical step |
//! | `layout`, `inspect` | window layout; the inspected contact |
//! | `hand`, `grip`, `board` | the user's pull on a body; presses that take hold of something; boards to tilt |
//! | `pointer`, `pick`, `camera_input`, `touch` | mouse and fingers: what is under them, the camera, gestures |
//! | `body_form`, `schedule_draft` | the form of manual actions; tables of schedules being edited |
//! | `history`, `curves`, `contact_paths` | history curves, their points, the paths of a contact point |
//! | `backfill` | re-simulates missing curves and trails of a body or contact that was selected late |
//! | `limit_curves`, `plot_range` | limits of a load over the run; the values that a plot resolves |
//! | `energy_stack` | the energy budget as stacked curves |
//! | `graphs`, `overlay`, `plot_label`, `plot_files` | plotted quantities; reference curves; labels; exports |
//! | `forecast` | the closed form that curves are compared with |
//! | `compare`, `law_sets`, `law_bench`, `law_card` | runs under other laws; one contact under all laws; what a law is |
//! | `speed_curve` | friction over slip speed of a law, and the contacts on it |
//! | `film_file` | film settings and output files |
//! | `app_start`, `start_error` | the initial content of the window; why a machine cannot draw |
//! | `address`, `page_clipboard` | a page's address; its clipboard |
//! | `keyboard`, `actions`, `perform` | key strokes; the actions of the user and their keys; how they are executed |
//! | `theme`, `language` | the colour theme; the language of the window |
//! | `sound`, `listen` | the synthesiser of friction; what the displayed run sounds like |
//! | `lesson_session`, `body_loads` | the open lesson; the loads on its body |
//! | `class_answers` | answers to lessons of this session and of a class |
//! | `gallery`, `picture_sheet` | the gallery of scenes and lessons with their pictures |

#![allow(
    clippy::disallowed_methods,
    reason = "rates on the wall clock and steps of sliders: no number of a run comes from them"
)]

pub(crate) mod actions;
pub mod address;
pub(crate) mod ahead;
mod app_start;
pub(crate) mod backfill;
pub(crate) mod board;
pub(crate) mod body_form;
pub(crate) mod body_loads;
pub(crate) mod camera_input;
pub(crate) mod change;
pub(crate) mod class_answers;
pub(crate) mod compare;
pub(crate) mod contact_paths;
pub(crate) mod curves;
pub(crate) mod describe;
pub(crate) mod display_state;
pub(crate) mod drive;
pub(crate) mod energy_stack;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod file_watch;
pub(crate) mod film_file;
pub(crate) mod forecast;
pub(crate) mod gallery;
pub(crate) mod ghost;
pub(crate) mod goto;
pub(crate) mod graphs;
pub(crate) mod grip;
pub(crate) mod hand;
pub(crate) mod history;
pub(crate) mod inspect;
pub(crate) mod keyboard;
pub(crate) mod language;
pub(crate) mod law_bench;
pub(crate) mod law_card;
pub(crate) mod law_sets;
pub(crate) mod layout;
pub(crate) mod lesson_session;
pub(crate) mod limit_curves;
pub(crate) mod limits;
pub(crate) mod listen;
pub(crate) mod open;
pub(crate) mod overlay;
#[cfg(target_arch = "wasm32")]
pub mod page_clipboard;
pub(crate) mod panels;
pub(crate) mod past;
pub(crate) mod perform;
pub(crate) mod pick;
pub(crate) mod picture_sheet;
pub(crate) mod place;
pub(crate) mod playback;
pub(crate) mod plot_files;
pub(crate) mod plot_label;
pub(crate) mod plot_range;
pub(crate) mod pointer;
pub(crate) mod read_display_state;
pub(crate) mod redraw;
pub(crate) mod replay;
pub(crate) mod requests;
pub(crate) mod run_audit;
pub(crate) mod saving;
pub(crate) mod schedule_draft;
pub(crate) mod session;
pub(crate) mod sliders;
pub(crate) mod sound;
pub(crate) mod speed_curve;
pub(crate) mod start_error;
pub(crate) mod step_size;
pub(crate) mod theme;
pub(crate) mod touch;
pub(crate) mod travel;
pub(crate) mod tuning;
pub(crate) mod undo;

pub use app_start::AppStart;
pub use place::{ContactSelector, Place};

use bevy::app::{App, Plugin, Update};
use bevy::ecs::prelude::Messages;
use change::AddChanges;

/// Initial window state and main loop, before anything is opened.
pub(crate) struct AppPlugin;

impl Plugin for AppPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<session::Session>()
            .init_resource::<layout::Layers>()
            .init_resource::<display_state::DisplayState>()
            .init_resource::<playback::Playback>()
            .init_resource::<past::Past>()
            .init_resource::<ahead::StepAhead>()
            .init_resource::<hand::Grab>()
            .init_resource::<board::BoardHandles>()
            .init_resource::<pointer::Pointer>()
            .init_resource::<listen::SoundSettings>()
            .init_resource::<lesson_session::LessonSession>()
            .init_resource::<class_answers::ClassAnswers>()
            .init_resource::<saving::Saving>()
            .init_resource::<body_form::BodyForm>()
            .init_resource::<undo::Undo>()
            .init_resource::<tuning::Tuning>()
            .init_resource::<history::History>()
            .init_resource::<graphs::Graphs>()
            .init_resource::<compare::Compare>()
            .init_resource::<law_bench::LawBench>()
            .init_resource::<run_audit::RunAudit>()
            .init_resource::<inspect::Inspect>()
            .init_resource::<forecast::Forecast>()
            .init_resource::<backfill::HistoryBackfill>()
            .init_resource::<gallery::Gallery>()
            .init_resource::<crate::draw::traces::Trails>();
        app.init_resource::<panels::Panels>().init_resource::<panels::Popups>();
        app.add_changes::<session::Session>()
            .add_changes::<layout::Layers>()
            .add_changes::<display_state::DisplayState>()
            .add_changes::<playback::Playback>()
            .add_changes::<hand::Grab>()
            .add_changes::<listen::SoundSettings>()
            .add_changes::<lesson_session::LessonSession>()
            .add_changes::<class_answers::ClassAnswers>()
            .add_changes::<saving::Saving>()
            .add_changes::<body_form::BodyForm>()
            .add_changes::<tuning::Tuning>()
            .add_changes::<history::History>()
            .add_changes::<graphs::Graphs>()
            .add_changes::<compare::Compare>()
            .add_changes::<law_bench::LawBench>()
            .add_changes::<inspect::Inspect>()
            .add_changes::<panels::Panels>()
            .add_changes::<panels::Popups>();
        drive::add_to(app);
        // Not `add_message`, which drops old messages: a request or action is kept until it is handled.
        app.init_resource::<Messages<session::Request>>().init_resource::<Messages<actions::Action>>();
        app.add_message::<session::Notice>().add_systems(Update, session::show_notices);
        app.add_message::<session::SceneOpened>().add_message::<layout::LayoutChosen>().add_message::<goto::CopyText>();
    }
}

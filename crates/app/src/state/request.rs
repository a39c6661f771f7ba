//! What the user asks for, by concern; requests are handled in the order in which they were made.

use crate::state::layout::Layout;
use crate::state::scene_patch::ScenePatch;
use crate::state::session::Opened;
use bevy::ecs::prelude::Message;
use std::path::PathBuf;
use stickslip_engine::record::recording::Recording;
use stickslip_engine::scene::Scene;
use stickslip_engine::world::contact::ContactKey;
use stickslip_lab::interop::run_folder::SteppedBy;
use stickslip_lab::lessons::answer::LessonAnswer;

/// A request, handled at the start of the next frame; one that shows another scene, in the same frame.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum Request {
    /// Opens or restarts a scene, or quits.
    Scene(SceneRequest),
    /// Moves in time, or compares with another run.
    Time(TimeRequest),
    /// Undoes or redoes an edit.
    Edit(EditRequest),
    /// Changes what the scene is made of.
    Build(BuildRequest),
    /// Opens or writes a file, or copies a command.
    File(FileRequest),
    /// Selects a window layout.
    Layout(Layout),
    /// Adds answers to those of the class, and shows their window.
    Answers(Vec<LessonAnswer>),
    /// Handles the request even if unsaved changes are lost.
    Sure(Box<Request>),
}

/// Which scene is open.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneRequest {
    /// Opens a new scene from the template with this name.
    New(&'static str),
    /// Opens a scene.
    Open(Box<Opened>),
    /// Opens a lesson by name.
    Lesson(String),
    /// Opens a recording.
    Replay {
        /// File of the recording.
        file: String,
        /// Contents of the recording.
        recording: Box<Recording>,
        /// Scene of the recording.
        scene: Box<Scene>,
    },
    /// Restarts the open scene, and the question of the open lesson with it.
    Reset,
    /// Restarts the open scene; the lesson keeps its prediction.
    Rerun,
    /// Reloads the open scene's file.
    Reload,
    /// Shows the gallery.
    Gallery,
    /// Quits the program.
    Quit,
}

impl SceneRequest {
    /// True if another scene, or another run of this one, is displayed afterwards.
    pub fn shows_another_scene(&self) -> bool {
        !matches!(self, Self::Reload | Self::Quit)
    }

    /// True if the open scene is left, with the changes that are not saved.
    pub fn leaves_scene(&self) -> bool {
        matches!(self, Self::New(_) | Self::Open(_) | Self::Replay { .. } | Self::Lesson(_) | Self::Reload | Self::Quit)
    }
}

/// Where in time the window is, and beside which other run.
#[derive(Clone, Debug, PartialEq)]
pub enum TimeRequest {
    /// Jumps to this step of the run, past or future.
    Seek(u64),
    /// Continues in the alternative future.
    Swap,
    /// Discards the alternative future.
    Forget,
    /// Toggles a bookmark at the displayed step.
    Bookmark,
    /// Starts a ghost run with a tenth of the step size.
    Finer,
    /// Steps the bodies of the imported run here as a ghost.
    Rebuild(SteppedBy),
}

/// The way back of edits.
#[derive(Clone, Debug, PartialEq)]
pub enum EditRequest {
    /// Undoes the last edit.
    Undo,
    /// Redoes the last undone edit.
    Redo,
}

/// Files that are read or written, and text that is copied.
#[derive(Clone, Debug, PartialEq)]
pub enum FileRequest {
    /// Opens a file: a scene, a recording or answers to lessons.
    Open(PathBuf),
    /// Saves the scene in its present state.
    Save {
        /// The file.
        path: PathBuf,
        /// If set, the present poses and velocities become the initial state.
        poses: bool,
        /// The request to handle afterwards.
        then: Option<Box<Request>>,
    },
    /// Saves the run so far as a recording.
    Record,
    /// Copies a command that reproduces this step and contact.
    Repro(ContactKey),
    /// Copies a link that opens the scene.
    Link,
}

/// What is built by hand.
#[derive(Clone, Debug, PartialEq)]
pub enum BuildRequest {
    /// Makes what the chosen tool or a drag shows under the pointer.
    Place,
    /// Changes the text of the scene at its start.
    Patch {
        /// The change, as it is named to the user.
        what: String,
        /// The changes, in order, which are undone as one.
        patches: Vec<ScenePatch>,
    },
    /// Places the body of the chosen tool at the free place nearest to the middle of the scene's area.
    PlaceInMiddle,
    /// Adds a level floor below all bodies.
    Floor,
    /// Selects the bodies with these names.
    Select(Vec<String>),
    /// Deletes the selected bodies.
    Delete,
    /// Adds copies of the selected bodies beside them.
    Duplicate,
    /// Adds copies of the selected bodies in rows.
    Row {
        /// Number of them along x and y, the original included.
        counts: [u32; 2],
        /// Distance along x and y, m.
        by: [f64; 2],
    },
    /// Adds the mirror images of the selected bodies.
    Mirror {
        /// Axis of the world across which the mirror stands, 0 or 1.
        axis: usize,
        /// True if it stands towards the positive end of the axis.
        at_far_end: bool,
    },
    /// Copies the selected bodies.
    Copy,
    /// Copies the selected bodies and deletes them.
    Cut,
    /// Adds the copied bodies.
    Paste,
    /// Makes the displayed state the start of the scene.
    StartHere,
}

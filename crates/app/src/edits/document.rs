//! The open scene's text as the user builds it: the text that is saved, and for each change the run on its other side.

use crate::edits::undo::Undo;
use crate::state::session::Opened;
use bevy::ecs::prelude::Resource;
use stickslip_engine::run::timeline::Timeline;

/// The document. Each change of the text begins a new run; the run before it, with its own edits, is kept for undo.
#[derive(Resource, Default)]
pub struct Document {
    /// The text as it was opened or saved last.
    pub saved: String,
    done: Vec<DocumentChange>,
    undone: Vec<DocumentChange>,
}

/// A change of the text, with the run on its other side: the one before it, or if it is undone, the one after it.
pub struct DocumentChange {
    /// What was changed, as it is named to the user.
    pub what: String,
    /// The run.
    pub run: KeptRun,
}

/// A run that can be shown again as it was left.
pub struct KeptRun {
    /// Scene of the run.
    pub opened: Opened,
    /// The scene that it began with, if another one was saved since.
    pub began_with: Option<Box<Opened>>,
    /// Edits of the run that can be undone and redone.
    pub undo: Undo,
    /// Timeline of the run.
    pub timeline: Timeline,
    /// The step at which it was left.
    pub step: u64,
}

/// Maximum number of changes that can be undone.
const MAX_CHANGES: usize = 200;

impl Document {
    /// The document of a text that was opened.
    pub fn new(saved: String) -> Self {
        Self { saved, ..Self::default() }
    }

    /// Keeps the run before a change.
    pub fn push(&mut self, what: String, run: KeptRun) {
        self.undone.clear();
        self.done.push(DocumentChange { what, run });
        if self.done.len() > MAX_CHANGES {
            self.done.remove(0);
        }
    }

    /// The last change, which is undone by showing its run; `now` is the run that it began.
    pub fn undo(&mut self, now: impl FnOnce() -> KeptRun) -> Option<DocumentChange> {
        let change = self.done.pop()?;
        self.undone.push(DocumentChange { what: change.what.clone(), run: now() });
        Some(change)
    }

    /// The change that was undone last, which is made again by showing its run; `now` is the run before it.
    pub fn redo(&mut self, now: impl FnOnce() -> KeptRun) -> Option<DocumentChange> {
        let change = self.undone.pop()?;
        self.done.push(DocumentChange { what: change.what.clone(), run: now() });
        Some(change)
    }

    /// True if a change can be undone.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// True if an undone change can be made again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

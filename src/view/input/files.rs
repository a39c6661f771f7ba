//! Files dropped on the window, and requests to close it.

use crate::app::graphs::Graphs;
use crate::app::saving::{Saving, open};
use crate::app::session::{Notice, Request};
use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, WindowCloseRequested};

/// Opens a dropped file.
pub(crate) fn dropped(
    mut drops: MessageReader<FileDragAndDrop>,
    mut saving: ResMut<Saving>,
    mut notices: MessageWriter<Notice>,
    mut requests: MessageWriter<Request>,
    mut graphs: ResMut<Graphs>,
) {
    for drop in drops.read() {
        let FileDragAndDrop::DroppedFile { path_buf, .. } = drop else { continue };
        if path_buf.extension().is_some_and(|ending| ending == "csv") {
            graphs.dropped = Some(path_buf.clone());
            continue;
        }
        match open(path_buf) {
            Ok(request) => {
                saving.seen = None;
                requests.write(request);
            }
            Err(why) => {
                notices.write(Notice::new(why));
            }
        }
    }
}

/// Handles a request to close the window.
pub(crate) fn closing(mut closing: MessageReader<WindowCloseRequested>, mut requests: MessageWriter<Request>) {
    if closing.read().count() > 0 {
        requests.write(Request::Quit);
    }
}

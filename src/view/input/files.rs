//! Files dropped on the window, and requests to close it.

use crate::app::files::saving::{Saving, open};
use crate::app::plots::graphs::Graphs;
use crate::app::state::request::Request;
use crate::app::state::request::SceneRequest;
use crate::app::state::session::Notice;
use crate::files::read_text;
use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, WindowCloseRequested};
use stickslip_lab::lessons::answer_link::is_answers;

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
        let is_csv = path_buf.extension().is_some_and(|ending| ending == "csv");
        if is_csv && !read_text(path_buf).is_ok_and(|text| is_answers(&text)) {
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
        requests.write(Request::Scene(SceneRequest::Quit));
    }
}

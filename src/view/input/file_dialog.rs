//! The system's dialog to choose a file: the desktop portal on Linux, which needs no library to build.

use crate::app::state::panels::BrowseFiles;
use crate::app::state::request::{FileRequest, Request};
use bevy::prelude::*;
use bevy::tasks::IoTaskPool;
use bevy::winit::{EventLoopProxy, EventLoopProxyWrapper, WinitUserEvent};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The file that was chosen and is not yet opened.
#[derive(Resource, Clone, Default)]
pub(crate) struct ChosenFile(Arc<Mutex<Option<PathBuf>>>);

/// Endings of the files that can be opened.
const ENDINGS: [&str; 3] = ["ron", "rec", "csv"];

/// Shows the dialog, which does not hold up the window.
pub(crate) fn browse(
    mut asked: MessageReader<BrowseFiles>,
    chosen: Res<ChosenFile>,
    wake: Option<Res<EventLoopProxyWrapper>>,
) {
    if asked.read().count() == 0 {
        return;
    }
    let dialog = rfd::AsyncFileDialog::new().add_filter("stickslip", &ENDINGS).pick_file();
    let (chosen, wake) = (chosen.0.clone(), wake.map(|wake| EventLoopProxy::clone(&wake)));
    let choose = async move {
        if let Some(file) = dialog.await {
            *chosen.lock().unwrap_or_else(PoisonError::into_inner) = Some(file.path().to_path_buf());
            // A window that is closed by now needs no waking.
            wake.map(|wake| wake.send_event(WinitUserEvent::WakeUp).is_ok());
        }
    };
    IoTaskPool::get().spawn(choose).detach();
}

/// Opens the chosen file.
pub(crate) fn open(chosen: Res<ChosenFile>, mut requests: MessageWriter<Request>) {
    let file = chosen.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    requests.write_batch(file.map(|file| Request::File(FileRequest::Open(file))));
}

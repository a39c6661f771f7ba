//! Pictures and films of the scene as the window shows it, without the panels, drawn off screen in the background.

use crate::app::files::film_file::Film;
use crate::app::files::saving::free_name;
use crate::app::state::layout::Layers;
use crate::app::state::session::{Notice, Session};
use crate::app::state::share::{FilmChoice, PictureChoice, Share, ShareRequest};
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::draw::space::orbit::Orbit;
use crate::texts::{tr, tr_with};
use crate::view::export::movie::film_of;
use crate::view::export::snapshot::{OffscreenApp, PictureView, SnapshotError, save_as};
use crate::view::render::camera::SceneArea;
use crate::view::render::theme::Theme;
use crate::world::Clock;
use bevy::ecs::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

/// Frames per second of a film.
const FPS: f64 = 25.0;
/// Width of a film, pixels: GIF and MP4 of larger size take minutes.
const FILM_WIDTH: f32 = 800.0;
/// Largest side of a picture, pixels.
const MAX_SIDE: u32 = 8192;

/// What the drawing thread says.
enum Progress {
    /// So many frames of so many are done.
    Frame(usize, usize),
    /// It is done, or has failed.
    End(Result<PathBuf, SnapshotError>),
}

/// The picture or film that is being drawn.
#[derive(Resource, Default)]
pub(crate) struct ShareJob {
    said: Option<Mutex<Receiver<Progress>>>,
    /// True once the user wants no more of it.
    is_cancelled: Arc<AtomicBool>,
}

/// What a picture takes over from the window.
#[derive(bevy::ecs::system::SystemParam)]
pub(crate) struct SharedView<'w> {
    session: Res<'w, Session>,
    past: Res<'w, Past>,
    clock: Res<'w, Clock>,
    orbit: Res<'w, Orbit>,
    layers: Res<'w, Layers>,
    theme: Res<'w, Theme>,
    area: Res<'w, SceneArea>,
}

impl SharedView<'_> {
    fn view(&self, choice: &PictureChoice) -> Option<PictureView> {
        let opened = self.past.scene(&self.session)?.clone();
        let edits = self.past.timeline.edits().to_vec();
        let area = self.area.0?;
        let scale = choice.scale.max(1);
        let size = [area.width(), area.height()].map(|side| (side as u32 * scale).clamp(2, MAX_SIDE));
        let theme = Theme { dark: choice.dark.unwrap_or(self.theme.dark), ..*self.theme };
        Some(PictureView {
            opened,
            edits,
            orbit: *self.orbit,
            layers: *self.layers,
            theme,
            size: (size[0], size[1]),
            scale: scale as f32,
            is_transparent: choice.is_transparent,
        })
    }
}

/// Begins what is asked for; one at a time.
pub(crate) fn begin(
    mut asked: MessageReader<ShareRequest>,
    shared: SharedView,
    mut job: ResMut<ShareJob>,
    (mut share, mut playback): (ResMut<Share>, ResMut<Playback>),
    mut notices: MessageWriter<Notice>,
) {
    for request in asked.read() {
        if *request == ShareRequest::Cancel {
            job.is_cancelled.store(true, Ordering::Relaxed);
            continue;
        }
        if job.said.is_some() {
            notices.write(Notice::new(tr("share-busy")));
            continue;
        }
        let choice = match request {
            ShareRequest::Picture(choice) => *choice,
            _ => PictureChoice::default(),
        };
        let Some(view) = shared.view(&choice) else { continue };
        let (send, receive) = channel();
        let time = shared.clock.time();
        let request = *request;
        job.is_cancelled = Arc::default();
        let is_cancelled = Arc::clone(&job.is_cancelled);
        // A film ends at what is displayed now.
        playback.playing &= !matches!(request, ShareRequest::Film(_));
        // The last message is the result; a receiver that is gone needs none.
        std::thread::spawn(move || {
            let end = match request {
                ShareRequest::Film(film) => draw_film(view, &film, time, (&send, &is_cancelled)),
                _ => picture(&view, time),
            };
            send.send(Progress::End(end)).unwrap_or_default();
        });
        job.said = Some(Mutex::new(receive));
        share.progress = Some(tr("share-drawing").to_owned());
    }
}

/// Shows how far it is, and the end.
pub(crate) fn follow(mut job: ResMut<ShareJob>, mut share: ResMut<Share>, mut notices: MessageWriter<Notice>) {
    let Some(receiver) = job.said.as_ref().and_then(|receiver| receiver.lock().ok()) else { return };
    let all: Vec<Progress> = receiver.try_iter().collect();
    drop(receiver);
    for progress in all {
        match progress {
            Progress::Frame(done, count) => {
                let of = [("done", done.into()), ("count", count.into())];
                share.progress = Some(tr_with("share-progress", of));
            }
            Progress::End(end) => {
                let text = match end {
                    Ok(path) => tr_with("share-saved", [("path", path.display().to_string().into())]),
                    Err(SnapshotError::Cancelled) => tr("share-cancelled").to_owned(),
                    Err(error) => error.to_string(),
                };
                notices.write(Notice::new(text));
                (job.said, share.progress) = (None, None);
            }
        }
    }
}

fn picture(view: &PictureView, time: f64) -> Result<PathBuf, SnapshotError> {
    let path = free_name("stickslip", "png");
    let mut offscreen = OffscreenApp::open_view(view)?;
    offscreen.step_to(time)?;
    let picture = offscreen.picture(4)?;
    save_as(picture, &path, view.is_transparent)?;
    Ok(path)
}

fn draw_film(
    mut view: PictureView,
    choice: &FilmChoice,
    now: f64,
    (send, is_cancelled): (&Sender<Progress>, &AtomicBool),
) -> Result<PathBuf, SnapshotError> {
    let path = free_name("stickslip", if choice.is_mp4 { "mp4" } else { "gif" });
    let (width, height) = view.size;
    let factor = (FILM_WIDTH / width as f32).min(1.0);
    // Video formats need even sizes.
    view.size = ((width as f32 * factor) as u32 & !1, (height as f32 * factor) as u32 & !1);
    let span = if choice.span[1] > choice.span[0] { choice.span } else { [0.0, now.max(view.opened.scene.dt)] };
    let scene = view.opened.scene.clone();
    let film =
        Film { scene: &scene, recording: None, span, fps: FPS, speed: choice.speed, size: view.size, out: &path };
    let count = film.times().len();
    film_of(&film, &mut OffscreenApp::open_view(&view)?, false, |done| {
        send.send(Progress::Frame(done, count)).unwrap_or_default();
        !is_cancelled.load(Ordering::Relaxed)
    })?;
    Ok(path)
}

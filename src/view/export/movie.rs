//! Movies: frames at equal intervals of simulated time, so the same run gives the same movie on any machine.

use crate::app::files::film_file::{Film, FilmError, GifFile, VideoFile};
use crate::files::WriteError;
use crate::view::export::snapshot::{OffscreenApp, SnapshotError, save};
use bevy::image::Image;
use std::path::PathBuf;

/// Renders a movie; returns its frame count and the step at which a recording diverges, if any. Calls `progress` with
/// the count of each frame.
pub fn film(film: &Film, mut progress: impl FnMut(usize)) -> Result<(usize, Option<u64>), SnapshotError> {
    let mut offscreen = OffscreenApp::open(film.scene, film.size)?;
    if let Some(recording) = film.recording {
        offscreen.replay(recording);
    }
    let goes_on = |done| {
        progress(done);
        true
    };
    let count = film_of(film, &mut offscreen, true, goes_on)?;
    Ok((count, offscreen.diverged()))
}

/// Renders a movie of what an off-screen app shows; returns its frame count. `frames_all`: the camera frames all bodies at
/// the first time; `goes_on`: called with the number of frames that are done, false to stop.
pub(crate) fn film_of(
    film: &Film,
    offscreen: &mut OffscreenApp,
    frames_all: bool,
    mut goes_on: impl FnMut(usize) -> bool,
) -> Result<usize, SnapshotError> {
    let times = film.times();
    let mut sink = MovieSink::open(film)?;
    for (k, time) in times.iter().enumerate() {
        offscreen.step_to(*time)?;
        if k == 0 && frames_all {
            offscreen.frame_all();
        }
        let picture = offscreen.picture(if k == 0 { 3 } else { 1 })?;
        sink.add(k, picture)?;
        if !goes_on(k + 1) {
            sink.abandon();
            return Err(SnapshotError::Cancelled);
        }
    }
    sink.finish()?;
    Ok(times.len())
}

/// Destination of the frames.
enum MovieSink {
    Gif(Box<GifFile>),
    Folder(PathBuf),
    Video(VideoFile),
}

impl MovieSink {
    fn open(film: &Film) -> Result<Self, SnapshotError> {
        let ending = film.out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("gif") => Ok(Self::Gif(Box::new(GifFile::open(film)?))),
            Some("mp4") => Ok(Self::Video(VideoFile::open(film)?)),
            _ => {
                let fault = |error: std::io::Error| FilmError::Write(WriteError::at(film.out, error));
                std::fs::create_dir_all(film.out).map_err(fault)?;
                Ok(Self::Folder(film.out.to_path_buf()))
            }
        }
    }

    fn add(&mut self, number: usize, picture: Image) -> Result<(), SnapshotError> {
        match self {
            Self::Gif(gif) => Ok(gif.add(number, &pixels(picture)?)?),
            Self::Folder(folder) => save(picture, &folder.join(format!("frame-{:05}.png", number + 1))),
            Self::Video(video) => Ok(video.add(&pixels(picture)?)?),
        }
    }

    /// Leaves no file behind, but the pictures of a folder.
    fn abandon(self) {
        if let Self::Video(video) = self {
            video.abandon();
        }
    }

    fn finish(self) -> Result<(), SnapshotError> {
        match self {
            Self::Gif(gif) => Ok(gif.finish()?),
            Self::Folder(_) => Ok(()),
            Self::Video(video) => Ok(video.finish()?),
        }
    }
}

/// RGBA pixels, row by row.
fn pixels(picture: Image) -> Result<Vec<u8>, SnapshotError> {
    let picture = picture.try_into_dynamic().map_err(|_| SnapshotError::Nothing)?;
    Ok(picture.to_rgba8().into_raw())
}

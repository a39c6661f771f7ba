//! Film settings and output files: GIF, and MP4 through ffmpeg.

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::io::{BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use stickslip_engine::files::{PartFile, WriteError, part_of};
use stickslip_engine::record::recording::Recording;
use stickslip_engine::scene::Scene;

/// Reason why a film could not be written.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// Video output requires ffmpeg, which is missing.
    #[error("there is no ffmpeg")]
    NoFfmpeg,
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

fn fault(path: &Path, why: impl ToString) -> FilmError {
    WriteError::at(path, why).into()
}

/// Film settings.
#[derive(Clone, Debug)]
pub struct Film<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The recording whose edits are replayed, if any.
    pub recording: Option<&'a Recording>,
    /// First and last simulated time, s.
    pub span: [f64; 2],
    /// Frames per second.
    pub fps: f64,
    /// Simulated seconds per second of film.
    pub speed: f64,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// A `.gif` or `.mp4` file, or a folder for PNG frames.
    pub out: &'a Path,
}

impl Film<'_> {
    /// The simulated time of each frame, s.
    pub fn times(&self) -> Vec<f64> {
        let [from, to] = self.span;
        let gap = self.speed / self.fps;
        let count = ((to - from) / gap + 1e-9).floor().max(0.0) as usize + 1;
        (0..count).map(|k| from + k as f64 * gap).collect()
    }
}

/// An MP4 file written through ffmpeg.
pub struct VideoFile {
    path: PathBuf,
    ffmpeg: Child,
}

impl VideoFile {
    /// Opens the film file.
    pub fn open(film: &Film) -> Result<Self, FilmError> {
        Ok(Self { path: film.out.to_path_buf(), ffmpeg: ffmpeg(film)? })
    }

    /// Writes the next frame: RGBA per pixel, row by row.
    pub fn add(&mut self, pixels: &[u8]) -> Result<(), FilmError> {
        let pipe = self.ffmpeg.stdin.as_mut().ok_or(FilmError::NoFfmpeg)?;
        pipe.write_all(pixels).map_err(|error| {
            // ffmpeg has exited; its stderr gives the reason, the broken pipe does not.
            let mut message = String::new();
            let said = self.ffmpeg.stderr.take().and_then(|mut pipe| pipe.read_to_string(&mut message).ok());
            let why = said.filter(|_| !message.trim().is_empty()).map(|_| format!("ffmpeg: {}", message.trim()));
            fault(&self.path, why.unwrap_or_else(|| error.to_string()))
        })
    }

    /// Leaves no file behind.
    pub fn abandon(mut self) {
        // It may have ended already, without a file.
        let _ = self.ffmpeg.kill();
        let _ = self.ffmpeg.wait();
        let _ = std::fs::remove_file(part_of(&self.path));
    }

    /// Finishes the file.
    pub fn finish(self) -> Result<(), FilmError> {
        // Waiting closes the pipe first.
        let output = self.ffmpeg.wait_with_output().map_err(|error| fault(&self.path, error))?;
        if !output.status.success() {
            return Err(fault(&self.path, format!("ffmpeg: {}", String::from_utf8_lossy(&output.stderr).trim())));
        }
        std::fs::rename(part_of(&self.path), &self.path).map_err(|error| fault(&self.path, error))
    }
}

/// Starts ffmpeg: raw frames in, H.264 out, with even width and height as players require.
fn ffmpeg(film: &Film) -> Result<Child, FilmError> {
    let (width, height) = film.size;
    let input = ["-f", "rawvideo", "-pix_fmt", "rgba"];
    // The extension of the partial file does not identify the format.
    let output = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-crf", "18", "-f", "mp4"];
    let child = Command::new("ffmpeg")
        .args(["-y", "-loglevel", "error"])
        .args(input)
        .args(["-s", &format!("{width}x{height}"), "-r", &film.fps.to_string(), "-i", "-"])
        .args(output)
        .arg(part_of(film.out))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    child.map_err(|error| match error.kind() {
        ErrorKind::NotFound => FilmError::NoFfmpeg,
        _ => fault(film.out, error),
    })
}

/// A GIF file; every frame after the first stores only changed pixels, so that static parts do not flicker.
pub struct GifFile {
    path: PathBuf,
    file: Encoder<BufWriter<PartFile>>,
    size: (u16, u16),
    fps: f64,
    last: Vec<u8>,
}

impl GifFile {
    /// Opens the film file.
    pub fn open(film: &Film) -> Result<Self, FilmError> {
        let path = film.out.to_path_buf();
        // The command line limits sizes to below 8192.
        let size = (film.size.0.min(65_535) as u16, film.size.1.min(65_535) as u16);
        let file = BufWriter::new(PartFile::create(&path).map_err(|error| fault(&path, error.why))?);
        let mut file = Encoder::new(file, size.0, size.1, &[]).map_err(|error| fault(&path, error))?;
        file.set_repeat(Repeat::Infinite).map_err(|error| fault(&path, error))?;
        Ok(Self { path, file, size, fps: film.fps, last: Vec::new() })
    }

    /// Writes the next frame: RGBA per pixel, row by row.
    pub fn add(&mut self, number: usize, pixels: &[u8]) -> Result<(), FilmError> {
        let mut frame = changed(pixels, &self.last, self.size);
        // GIF delays are in hundredths of a second; rounding each frame's end time avoids cumulative drift.
        let until = |k: usize| (100.0 * k as f64 / self.fps).round() as u16;
        frame.delay = until(number + 1).wrapping_sub(until(number)).max(1);
        frame.dispose = DisposalMethod::Keep;
        self.last = pixels.to_vec();
        self.file.write_frame(&frame).map_err(|error| fault(&self.path, error))
    }

    /// Finishes the file.
    pub fn finish(self) -> Result<(), FilmError> {
        let file = self.file.into_inner().map_err(|error| fault(&self.path, error))?;
        let file = file.into_inner().map_err(|error| fault(&self.path, error.error()))?;
        file.finish().map_err(|error| fault(&self.path, error.why))
    }
}

/// The bounding box of the changed pixels, all others transparent; at least one pixel.
fn changed(pixels: &[u8], last: &[u8], (width, height): (u16, u16)) -> Frame<'static> {
    let columns = usize::from(width);
    let differs = |k: usize| last.get(4 * k..4 * k + 3) != Some(&pixels[4 * k..4 * k + 3]);
    let count = columns * usize::from(height);
    let (mut left, mut right, mut top, mut bottom) = (columns, 0, usize::from(height), 0);
    for k in (0..count).filter(|k| differs(*k)) {
        let (x, y) = (k % columns, k / columns);
        (left, right, top, bottom) = (left.min(x), right.max(x), top.min(y), bottom.max(y));
    }
    if left > right {
        (left, right, top, bottom) = (0, 0, 0, 0);
    }
    let mut part = Vec::with_capacity(4 * (right - left + 1) * (bottom - top + 1));
    for y in top..=bottom {
        for k in y * columns + left..=y * columns + right {
            let alpha = if differs(k) { 255 } else { 0 };
            let colour = if alpha == 0 { [0; 3] } else { [pixels[4 * k], pixels[4 * k + 1], pixels[4 * k + 2]] };
            part.extend_from_slice(&[colour[0], colour[1], colour[2], alpha]);
        }
    }
    let (w, h) = ((right - left + 1) as u16, (bottom - top + 1) as u16);
    let mut frame = Frame::from_rgba_speed(w, h, &mut part, 10);
    (frame.left, frame.top) = (left as u16, top as u16);
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame with one changed pixel stores that pixel; an unchanged frame stores one transparent pixel.
    #[test]
    fn a_frame_holds_what_changed() {
        let first = [10u8, 20, 30, 255].repeat(12);
        let mut second = first.clone();
        second[4 * 7] = 200;
        let whole = changed(&first, &[], (4, 3));
        assert_eq!((whole.width, whole.height, whole.left, whole.top), (4, 3, 0, 0));
        let one = changed(&second, &first, (4, 3));
        assert_eq!((one.width, one.height, one.left, one.top), (1, 1, 3, 1));
        assert!(one.transparent.is_none());
        let still = changed(&second, &second, (4, 3));
        assert_eq!((still.width, still.height), (1, 1));
        assert_eq!(still.transparent, Some(still.buffer[0]));
    }

    #[test]
    fn pictures_are_at_equal_simulated_times() {
        let scene =
            Scene::parse("s", stickslip_lab::builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
        let film = Film {
            scene: &scene,
            recording: None,
            span: [0.1, 0.3],
            fps: 25.0,
            speed: 0.5,
            size: (320, 200),
            out: Path::new("a.gif"),
        };
        let times = film.times();
        assert_eq!(times.len(), 11);
        assert!((times[0] - 0.1).abs() < 1e-12 && (times[10] - 0.3).abs() < 1e-12);
        assert!(times.windows(2).all(|pair| (pair[1] - pair[0] - 0.02).abs() < 1e-12));
    }
}

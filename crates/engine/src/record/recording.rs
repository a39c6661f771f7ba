//! A recording: one file with the scene after `--set`, every edit with its step, and the hash of every state. The
//! program can repeat the run from the file and check it bit for bit.
//!
//! The file consists of JSON lines, written as the run proceeds:
//!
//! | line | content |
//! |---|---|
//! | `{"stickslip":"recording","format":2,"version":…,"commit":…,"name":…,"scene":…,"scene_hash":…}` | header |
//! | `{"played":{…}}` | what the numbers of an imported run mean: its `run.json`, before its first frame |
//! | `{"frame":0,"step":0,"bodies":[…],"contacts":[…]}` | a frame of an imported run, computed by another program: `frames.rs` |
//! | `{"from":0,"hashes":[…]}` | hashes (16 hex digits) of up to 16 consecutive states, the first at step `from` |
//! | `{"step":1500,"edit":"Gravity((0.0, 0.0, -1.6))","check":…}` | an edit made at this step, in RON, and its hash |
//! | `{"end":8000,"stopped":null}` | last line; `stopped`: why the guard stopped the run, if it did |
//!
//! The format is 4 if the file has frames, else 2. A file without its last line was cut off; it is valid up to its last
//! complete hash. Format 3 had frames without contact points: such a file is refused; import its run again.

use super::build::{VERSION, commit};
use super::frames::FrameLine;
use crate::files::Prefix;
use crate::scene::text::plural::counted;
use crate::scene::{Fault, Faults, PlayedRun, RunHeader, Scene};
use crate::step::edits::Edit;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// Format of a file with frames, the newest one. Files of format 1, which have no commit, can be read too.
const FORMAT: u32 = 4;
/// Format of files with frames that had no contact points.
const WITHOUT_POINTS: u32 = 3;
/// Format of a file without frames.
const WITHOUT_FRAMES: u32 = 2;
/// Maximum number of hashes per line.
const HASHES_PER_LINE: usize = 16;

/// A recorded run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// Version and commit of the program that made the recording, in the form of [`build`](super::build::build()).
    pub build: String,
    /// Name of the built-in scene, or of the scene's file.
    pub name: String,
    /// Text of the scene, with all settings applied.
    pub scene: String,
    /// All edits, each with the step count before which it was made.
    pub edits: Vec<(u64, Edit)>,
    /// Hash of the state after each step, from step 0, the initial state.
    pub hashes: Vec<u64>,
    /// How the run ended; `None` if the file was cut off.
    pub end: Option<End>,
    /// Motion of an imported run, which another program computed: it is played back, not computed again.
    pub played: Option<Arc<PlayedRun>>,
}

/// How a recorded run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Number of completed steps.
    pub steps: u64,
    /// Why the guard stopped the run; `None` if it did not.
    pub stopped: Option<String>,
}

/// A state whose hash differs from the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Step of the state.
    pub step: u64,
    /// Hash in the recording.
    pub recorded: u64,
    /// Hash of the state now.
    pub found: u64,
}

/// Why a file cannot be read as a recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// The file is not a recording.
    #[error("this is not a recording of stickslip: {0}")]
    Foreign(String),
    /// The file is of a newer format.
    #[error("unsupported format {0} (this version reads up to {FORMAT}); use stickslip {1} or newer")]
    Newer(u32, String),
    /// The file has frames of an imported run without contact points.
    #[error("it is an imported run in format {WITHOUT_POINTS}, which has no contact points; import the run again")]
    WithoutPoints,
    /// A line was changed or is missing.
    #[error("it is damaged at line {line}: {why}; {}", good_until(*.good))]
    Damaged {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with the line.
        why: String,
        /// Last step with a readable hash before this line.
        good: Option<u64>,
    },
}

fn good_until(step: Option<u64>) -> String {
    step.map_or("nothing of the run can be read".to_owned(), |step| format!("it is good up to step {step}"))
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordingHead {
    stickslip: String,
    format: u32,
    version: String,
    /// `None` in format 1.
    commit: Option<String>,
    name: String,
    scene: String,
    scene_hash: String,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Entry {
    Frame(FrameLine),
    Played { played: Box<RunHeader> },
    Hashes { from: u64, hashes: Vec<String> },
    Edit { step: u64, edit: String, check: String },
    End { end: u64, stopped: Option<String> },
}

fn check(step: u64, edit: &str) -> String {
    format!("{:016x}", xxh3_64(format!("{step} {edit}").as_bytes()))
}

/// True if the text begins like a recording.
pub fn is_recording(text: &str) -> bool {
    text.starts_with("{\"stickslip\":")
}

impl Recording {
    /// Last step: that with the last hash; without hashes that of the end, 0 if there is none.
    pub fn last_step(&self) -> u64 {
        let hashed = (self.hashes.len() as u64).checked_sub(1);
        hashed.or_else(|| self.end.as_ref().map(|end| end.steps)).unwrap_or(0)
    }

    /// Parses and checks the scene, and adds the motion of an imported run. Fails for an invalid scene, and for frames
    /// with a body that the scene does not have.
    pub fn checked_scene(&self) -> Result<Scene, Faults> {
        let scene = Scene::parse(&self.name, &self.scene)?;
        let last = self.played.as_ref().and_then(|played| played.last_body()).unwrap_or(0);
        if last as usize >= scene.bodies.len() {
            let what = format!("the frames have a body {last}, the scene has {}", counted(scene.bodies.len(), "body"));
            return Err(Faults::new(
                &self.name,
                &self.scene,
                vec![Fault::new("bodies", what, "import the run again", 0..0)],
            ));
        }
        Ok(Scene { played: self.played.clone(), ..scene })
    }

    /// Parses the text of a recording; ignores an incomplete last line.
    pub fn parse(text: &str) -> Result<Self, RecordingError> {
        let mut lines = text.split_inclusive('\n').enumerate();
        let head = lines.next().map_or("", |(_, line)| line);
        let mut recording = Self::begin(head)?;
        for (number, line) in lines {
            match recording.take(line) {
                Ok(()) => {}
                // The run was cut off while it wrote this line, which has no line end.
                Err(_) if !line.ends_with('\n') => break,
                Err(why) => {
                    let good = recording.hashes.len().checked_sub(1).map(|step| step as u64);
                    return Err(RecordingError::Damaged { line: number + 1, why, good });
                }
            }
        }
        Ok(recording)
    }

    fn begin(line: &str) -> Result<Self, RecordingError> {
        let value: serde_json::Value = serde_json::from_str(line)
            .map_err(|_| RecordingError::Foreign("its first line is not a recording header".into()))?;
        if value.get("stickslip").and_then(|kind| kind.as_str()) != Some("recording") {
            return Err(RecordingError::Foreign("its first line does not identify one".into()));
        }
        let text = |key: &str| value.get(key).and_then(|v| v.as_str()).unwrap_or("?").to_owned();
        let format = value.get("format").and_then(serde_json::Value::as_u64).unwrap_or(0);
        if format > u64::from(FORMAT) {
            return Err(RecordingError::Newer(u32::try_from(format).unwrap_or(u32::MAX), text("version")));
        }
        if format == u64::from(WITHOUT_POINTS) {
            return Err(RecordingError::WithoutPoints);
        }
        let damaged = |why: String| RecordingError::Damaged { line: 1, why, good: None };
        if format == 0 {
            return Err(damaged(format!("its format is not a number from 1 to {FORMAT}")));
        }
        let head: RecordingHead = serde_json::from_value(value).map_err(|error| damaged(error.to_string()))?;
        if crate::scene::hash(&head.scene) != head.scene_hash {
            return Err(damaged("the scene was changed".to_owned()));
        }
        let commit = head.commit.as_deref().unwrap_or("commit not recorded");
        Ok(Self {
            build: format!("{} ({commit})", head.version),
            name: head.name,
            scene: head.scene,
            ..Self::default()
        })
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        if self.end.is_some() {
            return Err("there is a line after the end".to_owned());
        }
        let entry: Entry = serde_json::from_str(line).map_err(|_| "it is not a line of a recording".to_owned())?;
        match entry {
            Entry::Played { played } => {
                if self.played.is_some() {
                    return Err("the header of the frames is there twice".to_owned());
                }
                self.played = Some(Arc::new(PlayedRun { header: *played, frames: Vec::new() }));
            }
            Entry::Frame(line) => {
                let played = self.played.as_mut().ok_or("the header of the frames is missing")?;
                let frames = &mut Arc::make_mut(played).frames;
                frames.push(line.read(frames.len())?);
            }
            Entry::Hashes { from, hashes } => {
                if from != self.hashes.len() as u64 {
                    return Err(format!("step {} is missing", self.hashes.len()));
                }
                for hash in hashes {
                    let step = self.hashes.len();
                    let read = u64::from_str_radix(&hash, 16).ok().filter(|read| format!("{read:016x}") == hash);
                    self.hashes.push(read.ok_or_else(|| format!("the hash of step {step} is not 16 hex digits"))?);
                }
            }
            Entry::Edit { step, edit, check: expected } => {
                let read = ron::from_str(&edit).ok().filter(|_| check(step, &edit) == expected);
                self.edits.push((step, read.ok_or_else(|| format!("the edit at step {step} was changed"))?));
            }
            Entry::End { end, stopped } => {
                if end != self.last_step() {
                    return Err(format!("the run ended at step {end}, the last hash is of step {}", self.last_step()));
                }
                self.end = Some(End { steps: end, stopped });
            }
        }
        Ok(())
    }

    /// Writes the complete recording.
    pub fn write(&self, file: impl Write) -> io::Result<()> {
        let mut writer = Writer::begin_format(file, &self.name, &self.scene, self.played.is_some())?;
        if let Some(played) = &self.played {
            writer.put(&Entry::Played { played: Box::new(played.header.clone()) })?;
        }
        let frames = self.played.iter().flat_map(|played| &played.frames);
        (0..).zip(frames).try_for_each(|(step, frame)| writer.put(&Entry::Frame(FrameLine::new(step, frame))))?;
        let mut edits = self.edits.iter().peekable();
        for (step, hash) in self.hashes.iter().enumerate() {
            writer.hash(*hash)?;
            while let Some((at, edit)) = edits.next_if(|(at, _)| *at <= step as u64) {
                writer.edit(*at, edit)?;
            }
        }
        let stopped = self.end.as_ref().and_then(|end| end.stopped.as_deref());
        writer.finish(stopped)
    }
}

/// Position of a recording at a step of its run, stored in a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordingMark {
    /// What was written to the file.
    pub(crate) written: Prefix,
    /// Number of states hashed.
    taken: u64,
    /// Hashes not yet written to the file.
    line: Vec<String>,
}

/// Writes a recording while the run proceeds.
pub struct Writer<W: Write> {
    file: W,
    /// Number of states hashed.
    taken: u64,
    line: Vec<String>,
}

impl<W: Write> Writer<W> {
    /// Begins a recording without frames; `scene` is the text with all settings applied.
    pub fn begin(file: W, name: &str, scene: &str) -> io::Result<Self> {
        Self::begin_format(file, name, scene, false)
    }

    fn begin_format(file: W, name: &str, scene: &str, has_frames: bool) -> io::Result<Self> {
        let head = RecordingHead {
            stickslip: "recording".to_owned(),
            format: if has_frames { FORMAT } else { WITHOUT_FRAMES },
            version: VERSION.to_owned(),
            commit: Some(commit().to_owned()),
            name: name.to_owned(),
            scene: scene.to_owned(),
            scene_hash: crate::scene::hash(scene),
        };
        let line = Vec::with_capacity(HASHES_PER_LINE);
        let mut writer = Self { file, taken: 0, line };
        writer.put(&head)?;
        Ok(writer)
    }

    /// Resumes a file truncated to a mark.
    pub(crate) fn resume(file: W, mark: RecordingMark) -> Self {
        let RecordingMark { taken, line, .. } = mark;
        Self { file, taken, line }
    }

    /// Current position, after `written` was flushed to the file.
    pub(crate) fn mark(&self, written: Prefix) -> RecordingMark {
        RecordingMark { written, taken: self.taken, line: self.line.clone() }
    }

    /// Flushes everything written so far to the file.
    pub fn flush_file(&mut self) -> io::Result<()> {
        self.file.flush()
    }

    /// The file written to.
    pub fn file(&self) -> &W {
        &self.file
    }

    /// Appends the hash of the next state.
    pub fn hash(&mut self, hash: u64) -> io::Result<()> {
        self.line.push(format!("{hash:016x}"));
        self.taken += 1;
        if self.line.len() == HASHES_PER_LINE { self.flush() } else { Ok(()) }
    }

    /// Appends an edit made at this step; to be called after the hash of that step's state.
    pub fn edit(&mut self, step: u64, edit: &Edit) -> io::Result<()> {
        self.flush()?;
        let text = ron::to_string(edit).map_err(io::Error::other)?;
        let check = check(step, &text);
        self.put(&Entry::Edit { step, edit: text, check })
    }

    /// Writes the remaining hashes and the last line. `stopped`: why the guard stopped the run, if it did.
    pub fn finish(mut self, stopped: Option<&str>) -> io::Result<()> {
        self.flush()?;
        self.put(&Entry::End { end: self.taken.saturating_sub(1), stopped: stopped.map(str::to_owned) })?;
        self.file.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.line.is_empty() {
            return Ok(());
        }
        let hashes = std::mem::take(&mut self.line);
        let from = self.taken - hashes.len() as u64;
        self.put(&Entry::Hashes { from, hashes })
    }

    fn put(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(line)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }
}

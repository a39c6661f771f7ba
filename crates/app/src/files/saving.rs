//! Scene files: saving, confirmation before changes are lost, and reloading when the file changes on disk.

use crate::edits::document::Document;
use crate::lessons::lesson_session::LessonSession;
use crate::state::request::Request;
use crate::state::request::SceneRequest;
use crate::state::session::{Opened, Session};
use crate::state::tuning::Tuning;
use crate::texts::tr_with;
use crate::timeline::past::Past;
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use std::path::{Path, PathBuf};
use stickslip_engine::files::{Version, exists, read_text, version, write_whole};
use stickslip_engine::record::recording::{Recording, is_recording};
use stickslip_engine::record::save::scene_text;
use stickslip_engine::scene::{Scene, difference};
use stickslip_engine::step::edits::{Edit, EditLog};
use stickslip_lab::lessons::answer_link::{is_answers, read as read_answers};

/// Polling interval for file changes, s.
pub const POLL: f64 = 0.5;

/// Maximum number of changes listed in a message.
const MAX_LISTED_CHANGES: usize = 4;

/// State of the file dialogs.
#[derive(Resource, Clone, Debug, Default)]
pub struct Saving {
    /// The "save as" form.
    pub form: Option<SaveForm>,
    /// The form to open a file.
    pub open_form: Option<OpenForm>,
    /// The request waiting for a decision about unsaved changes.
    pub ask: Option<Request>,
    /// Faults of the open scene's file in its present version on disk.
    pub faults: Option<String>,
    /// Version of the file on disk when last checked.
    pub seen: Option<Version>,
    next: f64,
}

impl Saving {
    /// True if a dialog is waiting for an answer.
    pub fn asks(&self) -> bool {
        self.form.is_some() || self.open_form.is_some() || self.ask.is_some()
    }
}

/// The contents of the form to open a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpenForm {
    /// The path as typed.
    pub path: String,
    /// Faults of the file that was to be opened.
    pub faults: Option<String>,
    /// True when just opened, so that its text field takes the keyboard focus.
    pub fresh: bool,
}

impl OpenForm {
    /// A new form with this path.
    pub fn at(path: String) -> Self {
        Self { path, faults: None, fresh: true }
    }
}

/// The contents of the "save as" form.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveForm {
    /// The path as typed.
    pub path: String,
    /// If set, the present poses and velocities become the initial state.
    pub poses: bool,
    /// The request to handle after saving.
    pub then: Option<Request>,
    /// True when just opened, so that its text field takes the keyboard focus.
    pub fresh: bool,
}

impl SaveForm {
    /// A new form with this path.
    pub fn at(path: String, then: Option<Request>) -> Self {
        Self { path, poses: false, then, fresh: true }
    }

    /// A new form for the open scene, with a proposed path; `None` if no scene is open.
    pub fn for_session(session: &Session, then: Option<Request>) -> Option<Self> {
        Some(Self::at(proposal(session.opened.as_ref()?), then))
    }
}

/// Maximum number of file faults reported.
pub const MAX_FAULTS: usize = 8;

/// Reads a scene file; an error lists the first faults with their lines.
pub fn read(file: &Path) -> Result<Opened, String> {
    let name = file.display().to_string();
    let text = read_text(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let scene = Scene::parse(&name, &text).map_err(|faults| {
        let more = faults.faults().len().saturating_sub(MAX_FAULTS);
        let listed = faults.lines().take(MAX_FAULTS).map(|line| line.to_string());
        let others = (more > 0).then(|| format!("and {more} more; `stickslip check` lists all"));
        listed.chain(others).collect::<Vec<_>>().join("\n")
    })?;
    Ok(Opened { name, file: Some(file.to_path_buf()), text, scene })
}

/// The request that opens a file: a scene, a recording, or answers to lessons.
pub fn open(file: &Path) -> Result<Request, String> {
    let name = file.display().to_string();
    let text = read_text(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    if is_answers(&text) {
        return read_answers(&text).map(Request::Answers).map_err(|why| format!("{name}: {why}"));
    }
    if !is_recording(&text) {
        return read(file).map(|opened| Request::Scene(SceneRequest::Open(Box::new(opened))));
    }
    let recording = Box::new(Recording::parse(&text).map_err(|fault| format!("{name}: {fault}"))?);
    let scene = recording.checked_scene().map_err(|faults| faults.to_string())?;
    Ok(Request::Scene(SceneRequest::Replay { file: name, recording, scene: Box::new(scene) }))
}

/// True if the world has parameters or bodies that differ from the open text.
pub fn unsaved(world: &mut World) -> bool {
    let Some(text) = world.resource::<Session>().opened.as_ref().map(|opened| opened.text.clone()) else {
        return false;
    };
    if text.is_empty() {
        return false; // an exported picture has no scene text to save
    }
    if world.get_resource::<Document>().is_some_and(|document| document.saved != text) {
        return true;
    }
    // Changes made with a lesson's controls need no saving; bodies added by the user do.
    let own = |(_, edit): &(u64, Edit)| matches!(edit, Edit::Add(_) | Edit::Delete { .. } | Edit::Place { .. });
    let lesson = world.get_resource::<LessonSession>().is_some_and(|lesson_session| lesson_session.open.is_some());
    if lesson && !world.resource::<EditLog>().0.iter().any(own) {
        return false;
    }
    let edited = !world.resource::<Tuning>().changes().is_empty();
    edited || scene_text(world, &text, false).is_ok_and(|now| now != text)
}

/// Saves the present scene to a file, reports the result as a notice, and returns true on success. Unless `poses` is
/// set, the file becomes the open one.
pub fn save(world: &mut World, path: &Path, poses: bool) -> bool {
    let result = write(world, path, poses);
    // With its folder; a page has none.
    let file = std::path::absolute(path).map_or_else(|_| path.display().to_string(), |path| path.display().to_string());
    let text = match &result {
        Ok(()) if poses => tr_with("notice-saved-poses", [("file", file.into())]),
        Ok(()) => tr_with("notice-saved", [("file", file.into())]),
        Err(why) => why.clone(),
    };
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    world.resource_mut::<Session>().say(text, now);
    result.is_ok()
}

fn write(world: &mut World, path: &Path, poses: bool) -> Result<(), String> {
    let Some(opened) = world.resource::<Session>().opened.clone() else { return Err("no scene is open".to_owned()) };
    let text = scene_text(world, &opened.text, poses)?;
    let name = path.display().to_string();
    let scene = Scene::parse(&name, &text).map_err(|faults| faults.to_string())?;
    write_whole(path, text.as_bytes()).map_err(|error| match path.parent().filter(|folder| !folder.is_dir()) {
        Some(folder) => format!("cannot write {name}: folder {} does not exist", folder.display()),
        None => error.to_string(),
    })?;
    if !poses {
        let rest = Tuning::from_scene(&scene);
        world.insert_resource(rest);
        world.resource_mut::<Document>().saved.clone_from(&text);
        world.resource_mut::<Saving>().faults = None;
        world.resource_mut::<Past>().began_with.get_or_insert(Box::new(opened));
        world.resource_mut::<Session>().opened = Some(Opened { name, file: Some(path.to_path_buf()), text, scene });
    }
    Ok(())
}

/// Checks whether the open file has changed on disk; if so, requests a reload, or shows its faults while the old
/// scene keeps running.
pub fn watch(
    time: Res<Time<Real>>,
    mut saving: ResMut<Saving>,
    session: Res<Session>,
    mut requests: ResMut<Messages<Request>>,
) {
    let now = time.elapsed_secs_f64();
    if now < saving.next || !requests.is_empty() || saving.ask.is_some() {
        return;
    }
    saving.next = now + POLL;
    let Some(opened) = &session.opened else { return };
    let Some(file) = opened.file.clone() else {
        (saving.seen, saving.faults) = (None, None);
        return;
    };
    let now = version(&file);
    if now == saving.seen {
        return;
    }
    saving.seen = now;
    match read(&file) {
        Ok(new) if new.text == opened.text => saving.faults = None,
        Ok(_) => {
            saving.faults = None;
            requests.write(Request::Scene(SceneRequest::Reload));
        }
        Err(faults) => saving.faults = Some(faults),
    }
}

/// Brief summary of the changes from an old to a new scene text.
pub fn changes(old: &str, new: &str) -> String {
    let all = difference(old, new);
    let mut listed: Vec<String> = all.iter().take(MAX_LISTED_CHANGES).map(ToString::to_string).collect();
    if all.len() > MAX_LISTED_CHANGES {
        listed.push(format!("and {} more", all.len() - MAX_LISTED_CHANGES));
    }
    listed.join("\n")
}

/// A path in the current folder that no file uses; absolute, so that a notice tells where the file is.
pub fn free_name(stem: &str, ending: &str) -> PathBuf {
    let name = (1..)
        .map(|n| PathBuf::from(format!("{stem}-{n}.{ending}")))
        .find(|path| !exists(path))
        .unwrap_or_else(|| PathBuf::from(format!("{stem}.{ending}")));
    absolute_path(name)
}

/// The absolute path; unchanged if the current folder is unknown.
pub fn absolute_path(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

/// Default path for saving a scene, with its folder: the scene's file, or a new file named after the scene.
fn proposal(opened: &Opened) -> String {
    let new = || PathBuf::from(format!("{}.ron", opened.name.trim_end_matches(".ron")));
    absolute_path(opened.file.clone().unwrap_or_else(new)).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_many_faults_is_told_in_a_few_lines() {
        let folder = temp_dir::TempDir::new().expect("a folder");
        let file = folder.path().join("many.ron");
        let wrong = |count: usize| {
            std::fs::write(&file, format!("Scene(schema: 1, {})", "wrong: 1, ".repeat(count))).expect("a file");
            read(&file).expect_err("faults")
        };
        // Missing fields are faults too.
        let few = wrong(1).lines().count();
        assert!(few <= MAX_FAULTS && !wrong(1).contains("more"), "{}", wrong(1));
        let many = wrong(1000);
        assert_eq!(many.lines().count(), MAX_FAULTS + 1);
        assert!(many.ends_with(&format!("and {} more; `stickslip check` lists all", few + 999 - MAX_FAULTS)), "{many}");
    }
}

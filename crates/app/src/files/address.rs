//! The part of a page's address after `#`: a lesson, or a scene with changed values.
//!
//! `#lesson=brick-slips`, `#scene=sphere-up-35&mu_s=0.3`, `#scene=brick-ramp&gravity.2=-1.62&goto=5000`: `scene` may be
//! followed by parameter paths as in `--set`, by the step to go to (`goto`) and by the contact to inspect (`contact`).
//! A scene that does not follow from a built-in one by such changes is contained in the address, as `text`; `answers`
//! holds the answers of students.

use crate::files::saving::MAX_FAULTS;
use crate::lessons::lesson_session::LessonSession;
use crate::state::app_start::AppStart;
use crate::state::location::Place;
use crate::state::request::Request;
use crate::state::request::SceneRequest;
use crate::state::session::{Notice, Opened, Session};
use bevy::ecs::prelude::*;
use stickslip_engine::record::save::scene_text;
use stickslip_engine::scene::text::nearest::advice;
use stickslip_engine::scene::{Scene, difference, set, shortened};
use stickslip_lab::builtin;
use stickslip_lab::lessons::{self, answer_link};

/// Name and value of one part of an address.
pub type AddressPart = (String, String);

/// Maximum length of a scene text that is put into an address, bytes.
const MAX_TEXT: usize = 64 << 10;
/// Maximum length of a scene text that is read from an address, bytes.
pub(crate) const MAX_READ_TEXT: usize = 1 << 20;

/// Parses an address; without parts, the gallery opens. The error names the wrong part and its remedy.
pub fn read(parts: &[AddressPart]) -> Result<(AppStart, Place), String> {
    if let Some((_, value)) = parts.iter().find(|(name, _)| name == answer_link::PART) {
        return Ok((AppStart::Answers(answer_link::read_value(value)?), Place::default()));
    }
    let mut place = Place::default();
    let mut sets: Vec<(&str, &str)> = Vec::new();
    let (mut lesson, mut scene, mut text) = (None, None, None);
    for (name, value) in parts {
        match name.as_str() {
            "lesson" => lesson = Some(value.as_str()),
            "scene" => scene = Some(value.as_str()),
            "text" => text = Some(value.as_str()),
            "goto" => {
                place.step = Some(value.parse().map_err(|_| format!("goto={value}: write the number of a step"))?)
            }
            "contact" => place.contact = Some(value.parse().map_err(|why| format!("contact={value}: {why}"))?),
            "" => {}
            _ => sets.push((name, value)),
        }
    }
    if lesson.is_none() && scene.is_none() && text.is_none() && (!sets.is_empty() || place != Place::default()) {
        return Err("the address changes a value but names no scene; begin with #scene=NAME".to_owned());
    }
    let start = match (lesson, scene, text) {
        (Some(name), ..) => lesson_named(name, &sets)?,
        (None, Some(name), _) => scene_with(name, built_in(name)?, &sets)?,
        (None, None, Some(text)) if text.len() > MAX_READ_TEXT => {
            let [has, most] = [text.len(), MAX_READ_TEXT].map(|bytes| bytes.div_ceil(1024));
            return Err(format!(
                "the scene in this address has {has} kB, at most {most} kB are read; open it as a file"
            ));
        }
        (None, None, Some(text)) => scene_with("scene", text, &sets)?,
        (None, None, None) => AppStart::Gallery,
    };
    Ok((start, place))
}

fn lesson_named(name: &str, sets: &[(&str, &str)]) -> Result<AppStart, String> {
    if let Some((path, _)) = sets.first() {
        return Err(format!("{path}: a lesson sets its own values; name a scene instead: #scene=NAME&{path}=…"));
    }
    lessons::named(name).map(|_| AppStart::Lesson(name.to_owned()))
}

fn built_in(name: &str) -> Result<&'static str, String> {
    let names = builtin::all().iter().map(|(known, _)| *known);
    builtin::text(name).ok_or_else(|| format!("there is no scene {name}; {}", advice(name, names, "the scenes are")))
}

fn scene_with(name: &str, text: &str, sets: &[(&str, &str)]) -> Result<AppStart, String> {
    let mut text = text.to_owned();
    for (path, value) in sets {
        // `mu_s` without a prefix is `friction.mu_s`, the value for all pairs.
        let changed = set(&text, path, value).or_else(|fault| {
            let of_friction = || set(&text, &format!("friction.{path}"), value);
            if path.contains('.') { Err(fault) } else { of_friction().map_err(|_| fault) }
        });
        text = changed.map_err(|fault| {
            let [path, value] = [path, value].map(|part| shortened(part));
            format!("{path}={value}: {}; {}", fault.message, fault.remedy)
        })?;
    }
    let scene = Scene::parse(name, &text).map_err(|faults| {
        faults.lines().take(MAX_FAULTS).map(|line| line.to_string()).collect::<Vec<_>>().join("\n")
    })?;
    Ok(AppStart::Scene { name: name.to_owned(), file: None, text, scene: Box::new(scene) })
}

/// Opens an address while the window is running; a wrong address is reported as a notice.
pub fn visit(world: &mut World, parts: &[AddressPart]) {
    match read(parts) {
        Ok((start, place)) => {
            if place != Place::default() {
                world.resource_mut::<Session>().place = Some(place);
            }
            world.write_message(start.request());
        }
        Err(why) => {
            world.write_message(Notice::new(why));
        }
    }
}

/// Address part of the open lesson or built-in scene, without changed values; `None` in the gallery and for a file.
pub fn open_part(world: &World) -> Option<AddressPart> {
    if let Some(name) = lesson_open(world) {
        return Some(("lesson".to_owned(), name));
    }
    let session = world.resource::<Session>();
    let opened = session.opened.as_ref().filter(|_| !session.gallery)?;
    let is_built_in = opened.file.is_none() && builtin::text(&opened.name).is_some();
    is_built_in.then(|| ("scene".to_owned(), opened.name.clone()))
}

/// Address of the open lesson or scene with its changed values; empty in the gallery. The error says why there is none.
pub fn link(world: &mut World) -> Result<Vec<AddressPart>, String> {
    if let Some(name) = lesson_open(world) {
        return Ok(vec![("lesson".to_owned(), name)]);
    }
    let session = world.resource::<Session>();
    let Some(opened) = session.opened.clone().filter(|opened| !session.gallery && !opened.text.is_empty()) else {
        return if world.resource::<Session>().gallery {
            Ok(Vec::new())
        } else {
            Err("a recording has no address; save it and pass on the file".to_owned())
        };
    };
    let now = scene_text(world, &opened.text, false)?;
    if let Some(parts) = builtin::text(&opened.name).and_then(|text| changes(&opened.name, text, &now)) {
        return Ok(parts);
    }
    if now.len() > MAX_TEXT {
        return Err(format!("this scene has {} kB, too much for an address; save it instead", now.len() / 1024));
    }
    Ok(vec![("text".to_owned(), now)])
}

fn lesson_open(world: &World) -> Option<String> {
    world.get_resource::<LessonSession>()?.open.as_ref().map(|open| open.name.clone())
}

/// Name of the open lesson, once its outcome has been judged.
pub fn judged_lesson(world: &World) -> Option<String> {
    let open = world.get_resource::<LessonSession>()?.open.as_ref()?;
    open.judged.then(|| open.name.clone())
}

/// Address parts that turn the built-in scene `name` into the scene `now`; `None` if changes of single values cannot.
fn changes(name: &str, from: &str, now: &str) -> Option<Vec<AddressPart>> {
    let mut parts = vec![("scene".to_owned(), name.to_owned())];
    for change in difference(from, now) {
        parts.push((change.path, change.new?));
    }
    let Ok((AppStart::Scene { scene, .. }, _)) = read(&parts) else { return None };
    Scene::parse(name, now).is_ok_and(|meant| meant == *scene).then_some(parts)
}

impl AppStart {
    /// The request that opens this content in a running window.
    pub fn request(self) -> Request {
        match self {
            Self::Gallery | Self::Faults(_) => Request::Scene(SceneRequest::Gallery),
            Self::Lesson(name) => Request::Scene(SceneRequest::Lesson(name)),
            Self::Answers(answers) => Request::Answers(answers),
            Self::Scene { name, file, text, scene } => {
                Request::Scene(SceneRequest::Open(Box::new(Opened { name, file, text, scene: *scene })))
            }
            Self::Replay { file, recording, scene } => Request::Scene(SceneRequest::Replay { file, recording, scene }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_lab::lessons::Prediction;
    use stickslip_lab::lessons::answer::LessonAnswer;

    fn parts(text: &str) -> Vec<AddressPart> {
        let part = |part: &str| part.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        text.split('&').filter_map(part).collect()
    }

    #[test]
    fn an_address_names_a_scene_its_values_and_a_place() {
        let (start, place) = read(&parts("scene=sphere-up-35&mu_s=0.3&gravity.2=-1.62&goto=70")).expect("an address");
        let AppStart::Scene { scene, file: None, .. } = start else { panic!("no scene") };
        assert_eq!((scene.friction.mu_s, scene.gravity.z, place.step), (0.3, -1.62, Some(70)));
        assert!(matches!(read(&[]), Ok((AppStart::Gallery, _))));
        let lesson = parts("lesson=brick-slips");
        assert!(matches!(read(&lesson), Ok((AppStart::Lesson(name), _)) if name == "brick-slips"));
        let answer = LessonAnswer::new("Ann", "brick-slips", Prediction::Number(20.0), None);
        let link = answer_link::link(std::slice::from_ref(&answer)).expect("a link");
        let (start, _) = read(&parts(&link[1..])).expect("an address");
        assert!(matches!(start, AppStart::Answers(answers) if answers == [answer]), "{link}");
    }

    #[test]
    fn a_wrong_address_says_what_to_write() {
        let (brackets, names) = ("(".repeat(100_000), ".x".repeat(100_000));
        let text = format!("text={brackets}");
        let value = format!("scene=sphere-up-35&mu_s={brackets}");
        let path = format!("scene=sphere-up-35&friction{names}=1");
        for (address, remedy) in [
            ("scene=sphere-up-36", "did you mean `sphere-up-35`"),
            ("scene=sphere-up-35&mu_z=1", "mu_z=1: "),
            ("scene=sphere-up-35&mu_s=-1", "mu_s"),
            ("scene=sphere-up-35&mu_s=nonsense", "expected a number"),
            ("scene=sphere-up-35&goto=x", "the number of a step"),
            ("scene=sphere-up-35&contact=ball", "two bodies"),
            ("lesson=brick-slip", "did you mean `brick-slips`"),
            ("lesson=brick-slips&mu_s=1", "name a scene instead"),
            ("mu_s=0.3", "begin with #scene=NAME"),
            ("answers=1*x", "incomplete or damaged"),
            ("answers=9*x", "unsupported version 9"),
            ("text=Scene(", "the text ends too early"),
            (text.as_str(), "scene:1:61: not read: brackets are nested more than 60 deep"),
            (value.as_str(), "brackets are nested more than 60 deep, at character 61"),
            (path.as_str(), "nested more than 60 deep"),
        ] {
            let why = read(&parts(address)).map(|(start, _)| start).expect_err(address);
            assert!(why.contains(remedy), "{address}: {why}");
        }
    }

    /// A link holds the values that reproduce its scene; a change that values cannot express gives no such link.
    #[test]
    fn a_link_holds_the_changes() {
        let text = builtin::text("sphere-up-35").expect("a scene");
        let now = set(text, "friction.mu_s", "0.375").expect("a value");
        let link = changes("sphere-up-35", text, &now).expect("a link");
        assert_eq!(link[1..], [("friction.mu_s".to_owned(), "0.375".to_owned())]);
        let other = builtin::text("brick-ramp").or(builtin::all().last().map(|(_, text)| *text)).expect("a scene");
        assert_eq!(changes("sphere-up-35", text, other), None);
    }
}

//! An MJCF file as a whole: settings, assets, bodies, contacts, and the scene written from them.

use super::bodies::{BodyWalk, ImportedBody, InertiaFrom};
use super::classes::DefaultClasses;
use super::contact::{THEY_TOUCH, check_filters, pair, rules};
use super::geom::Library;
use super::pose::Angles;
use super::touch::FrictionLimits;
use crate::interop::mjcf::format::{Element, NO_HEIGHT_FIELDS, name_span};
use crate::interop::mjcf::report::MjcfReader;
use std::collections::BTreeMap;
use std::ops::Range;
use stickslip_engine::laws::Vec3;
use stickslip_engine::scene::text::write::{body, vector};
use stickslip_engine::scene::{Fault, Scene};

/// Elements that a scene cannot represent, with the reason.
const SECTIONS: &[(&str, &str)] = &[
    ("size", "memory needs no setting"),
    ("visual", "it is only drawn"),
    ("statistic", "it is only drawn"),
    ("custom", "it is the user's own"),
    ("extension", "there are no plugins"),
    ("actuator", "nothing drives the bodies"),
    ("sensor", "every quantity can be read"),
    ("keyframe", "bodies start where the file puts them, at rest"),
    ("texture", "it is only drawn"),
    ("material", "it is only drawn"),
    ("skin", "it is only drawn"),
    ("model", "no file is read"),
];

/// Settings of `<compiler>` and `<option>`.
struct Settings {
    angles: Angles,
    inertia_from: InertiaFrom,
    dt: f64,
    gravity: Vec3,
    /// Place of `cone="elliptic"` in the file; `None` with pyramids, MuJoCo's default.
    elliptic: Option<Range<usize>>,
}

/// The text of the scene; `None` after a fault.
pub(in crate::interop::mjcf) fn convert(reader: &mut MjcfReader, root: Element, file: &str) -> Option<String> {
    if !root.has_tag_name("mujoco") {
        let message = format!("the file begins with <{}>, not with <mujoco>", root.tag_name().name());
        let remedy = if root.has_tag_name("robot") { "convert URDF to MJCF first" } else { "give an MJCF file" };
        reader.fault(name_span(root), message, remedy);
        return None;
    }
    let settings = settings(reader, root)?;
    let mut classes = DefaultClasses::default();
    for element in sections(root, "default") {
        classes.read(reader, element);
    }
    let mut library = Library { classes, angles: settings.angles, meshes: BTreeMap::new() };
    let assets = sections(root, "asset").flat_map(|assets| assets.children().filter(Element::is_element));
    for asset in assets {
        match asset.tag_name().name() {
            "mesh" => library.mesh(reader, asset),
            "hfield" => reader.ignore(asset, NO_HEIGHT_FIELDS),
            _ => reader.ignore(asset, why(asset)),
        }
    }
    let mut walk = BodyWalk::new(reader, &library, settings.inertia_from);
    for world in sections(root, "worldbody") {
        walk.world(world)?;
    }
    let mut bodies = walk.bodies;
    let (limits, mut pairs) = rules(&mut bodies);
    check_filters(reader, &bodies);
    others(reader, root);
    let contacts = sections(root, "contact").flat_map(|contact| contact.children().filter(Element::is_element));
    for contact in contacts {
        match contact.tag_name().name() {
            "pair" => pairs.extend(pair(reader, contact, &bodies)),
            "exclude" => {
                let remedy = "here all bodies collide: leave out the exclusion";
                let message = "<exclude>: two bodies pass through each other";
                reader.refuse_else(name_span(contact), message, remedy, THEY_TOUCH);
            }
            _ => reader.ignore(contact, "it is not known"),
        }
    }
    if reader.has_faults() {
        return None;
    }
    if let Some(place) = &settings.elliptic
        && std::iter::once(&limits).chain(pairs.iter().map(|(_, limits)| limits)).any(FrictionLimits::has_several)
    {
        let message = "the elliptic cone of slide, torsional and rolling friction is taken as it is";
        reader.note(place.clone(), message, "its limits form one ellipsoid (`limit: Ellipsoid`)");
    }
    let text = written(root, file, &settings, &limits, &pairs, &bodies);
    checked(reader, root, &bodies, &text).then_some(text)
}

/// The children of the root with this name.
fn sections<'a>(root: Element<'a>, name: &str) -> impl Iterator<Item = Element<'a>> {
    root.children().filter(move |element| element.has_tag_name(name))
}

fn why(element: Element) -> &'static str {
    let tag = element.tag_name().name();
    SECTIONS.iter().find(|(name, _)| *name == tag).map_or("it is not known", |(_, why)| why)
}

/// Reports the sections that are not imported.
fn others(reader: &mut MjcfReader, root: Element) {
    for element in root.children().filter(Element::is_element) {
        match element.tag_name().name() {
            "compiler" | "option" | "default" | "asset" | "worldbody" | "contact" => {}
            "include" => {
                let remedy = "put its content in this place (MuJoCo writes such a file by `mj_saveLastXML`)";
                reader.refuse(name_span(element), "<include>: other files are not read", remedy);
            }
            tag @ ("equality" | "tendon" | "deformable") => {
                for child in element.children().filter(Element::is_element) {
                    let is_off = child.attribute("active") == Some("false") || child.has_tag_name("skin");
                    if !is_off {
                        let message = format!(
                            "<{}> of <{tag}>: bodies here act on each other by contacts only",
                            child.tag_name().name()
                        );
                        reader.refuse(name_span(child), message, "remove it");
                    }
                }
            }
            _ => reader.ignore(element, why(element)),
        }
    }
}

fn settings(reader: &mut MjcfReader, root: Element) -> Option<Settings> {
    let mut settings = Settings {
        angles: Angles { unit: 1_f64.to_radians(), axes: [0, 1, 2], fixed: [false; 3] },
        inertia_from: InertiaFrom::Auto,
        dt: 2e-3,
        gravity: Vec3::new(0.0, 0.0, -9.81),
        elliptic: None,
    };
    for element in sections(root, "compiler") {
        compiler(reader, element, &mut settings)?;
    }
    for element in sections(root, "option") {
        reader.ignore_all_but(element, &["timestep", "gravity", "cone"]);
        settings.dt = reader.number(element, "timestep", settings.dt)?;
        if settings.dt <= 0.0 {
            reader.fault(name_span(element), "`timestep` must be > 0", "give the step in seconds");
            return None;
        }
        if let Some(gravity) = element.attribute_node("gravity") {
            settings.gravity = reader.vector(&gravity)?;
        }
        if let Some(attribute) = element.attribute_node("cone") {
            settings.elliptic = match attribute.value() {
                "elliptic" => Some(attribute.range()),
                "pyramidal" => {
                    let message = "the pyramids of `cone` become round cones of slide, torsional and rolling friction";
                    reader.note(attribute.range(), message, "write `cone=\"elliptic\"` for MuJoCo's ellipsoid");
                    None
                }
                other => {
                    let message = format!("`cone` is `{other}`");
                    reader.fault(attribute.range_value(), message, "it is one of pyramidal, elliptic");
                    return None;
                }
            };
        }
        for flag in element.children().filter(|child| child.has_tag_name("flag")) {
            flags(reader, flag, &mut settings);
        }
    }
    Some(settings)
}

fn compiler(reader: &mut MjcfReader, element: Element, settings: &mut Settings) -> Option<()> {
    const MASSES: [&str; 5] = ["settotalmass", "boundmass", "boundinertia", "balanceinertia", "inertiagrouprange"];
    let known: Vec<&str> = ["angle", "eulerseq", "inertiafromgeom", "coordinate"].into_iter().chain(MASSES).collect();
    reader.ignore_all_but(element, &known);
    let is_off = |value: &str| ["0", "-1", "false"].contains(&value.trim());
    for attribute in MASSES.iter().filter_map(|name| element.attribute_node(*name)).filter(|a| !is_off(a.value())) {
        let message = format!("`{}` changes masses, which is not done here", attribute.name());
        reader.refuse(attribute.range(), message, "write the masses into the file");
    }
    let mut choose = |name: &str, legal: &[&str]| -> Option<Option<usize>> {
        let Some(attribute) = element.attribute_node(name) else { return Some(None) };
        let found = legal.iter().position(|value| *value == attribute.value());
        if found.is_none() {
            let message = format!("`{name}` is `{}`", attribute.value());
            reader.fault(attribute.range_value(), message, format!("it is one of {}", legal.join(", ")));
        }
        found.map(Some)
    };
    choose("coordinate", &["local"])?;
    if let Some(unit) = choose("angle", &["radian", "degree"])? {
        settings.angles.unit = [1.0, 1_f64.to_radians()][unit];
    }
    if let Some(from) = choose("inertiafromgeom", &["auto", "true", "false"])? {
        settings.inertia_from = [InertiaFrom::Auto, InertiaFrom::Geoms, InertiaFrom::Inertial][from];
    }
    if let Some(attribute) = element.attribute_node("eulerseq") {
        let axis = |letter: char| "xyz".find(letter.to_ascii_lowercase()).map(|axis| (axis, letter.is_uppercase()));
        let axes: Vec<(usize, bool)> = attribute.value().chars().filter_map(axis).collect();
        let [a, b, c] = axes[..] else {
            let message = format!("`eulerseq` is `{}`", attribute.value());
            reader.fault(attribute.range_value(), message, "give three letters of x, y, z, X, Y, Z");
            return None;
        };
        (settings.angles.axes, settings.angles.fixed) = ([a.0, b.0, c.0], [a.1, b.1, c.1]);
    }
    Some(())
}

fn flags(reader: &mut MjcfReader, element: Element, settings: &mut Settings) {
    for flag in element.attributes() {
        match (flag.name(), flag.value()) {
            ("gravity", "disable") => settings.gravity = Vec3::zeros(),
            (name @ ("contact" | "constraint"), "disable") => {
                let message = format!("`{name}` is switched off, so nothing touches");
                reader.refuse_else(flag.range(), message, "leave it on", THEY_TOUCH);
            }
            (_, "disable" | "enable") => {
                let message = format!("the flag `{}` has no meaning here", flag.name());
                reader.note(flag.range(), message, "it is left out");
            }
            (name, value) => {
                reader.fault(flag.range(), format!("the flag `{name}` is `{value}`"), "it is `enable` or `disable`");
            }
        }
    }
}

/// The text of the scene.
fn written(
    root: Element,
    file: &str,
    settings: &Settings,
    limits: &FrictionLimits,
    pairs: &[([String; 2], FrictionLimits)],
    bodies: &[ImportedBody],
) -> String {
    let title = root.attribute("model").filter(|title| !title.is_empty()).unwrap_or(file);
    let about = format!("Imported from {file} (MJCF). MuJoCo's friction: mu slide, sigma torsional, rho rolling.");
    let mut text = format!(
        "Scene(\n    schema: 1,\n    title: {title:?},\n    about: {about:?},\n    time: (dt: {:?}, duration: 1.0),\n    \
         gravity: {},\n    friction: {},\n    normal: Rigid,\n",
        settings.dt,
        vector(&settings.gravity),
        limits.text(settings.elliptic.is_some())
    );
    if !pairs.is_empty() {
        let rule = |(between, limits): &([String; 2], FrictionLimits)| {
            format!(
                "        (between: ({:?}, {:?}), friction: {}),\n",
                between[0],
                between[1],
                limits.text(settings.elliptic.is_some())
            )
        };
        text += &format!("    pairs: [\n{}    ],\n", pairs.iter().map(rule).collect::<String>());
    }
    let lines: String = bodies.iter().map(|imported| format!("        {},\n", body(&imported.spec))).collect();
    text + &format!("    bodies: [\n{lines}    ],\n)\n")
}

/// True if the scene is free of faults; a fault is reported at the element from which it stems.
fn checked(reader: &mut MjcfReader, root: Element, bodies: &[ImportedBody], text: &str) -> bool {
    if bodies.is_empty() {
        reader.fault(name_span(root), "the file has no body with a shape", "give a <worldbody> with geoms");
        return false;
    }
    let Err(faults) = Scene::parse("", text) else { return true };
    let by_name: BTreeMap<&str, Element> = bodies.iter().map(|body| (body.spec.name.as_str(), body.element)).collect();
    // The replicas of an element have faults alike: one is reported, with their number.
    let mut alike: BTreeMap<(usize, &str), (&Fault, Range<usize>, usize)> = BTreeMap::new();
    for fault in faults.faults() {
        let (element, field) = source(&by_name, &fault.path).unwrap_or((root, &fault.path));
        let at = name_span(element);
        alike.entry((at.start, field)).or_insert((fault, at, 0)).2 += 1;
    }
    for (fault, at, count) in alike.into_values() {
        let more = if count > 1 { format!(" ({} more like it from here)", count - 1) } else { String::new() };
        reader.fault(at, format!("{}: {}{more}", fault.path, fault.message), fault.remedy.clone());
    }
    false
}

/// The element of the body that a path of the scene names, and the rest of the path. A name may contain dots.
fn source<'a, 'p>(by_name: &BTreeMap<&str, Element<'a>>, path: &'p str) -> Option<(Element<'a>, &'p str)> {
    let body = path.strip_prefix("bodies.")?;
    let ends = std::iter::once(body.len()).chain(body.rmatch_indices('.').map(|(at, _)| at));
    ends.filter_map(|end| Some((*by_name.get(&body[..end])?, &body[end..]))).next()
}

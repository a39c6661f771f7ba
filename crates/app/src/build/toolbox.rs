//! The toolbox: a shape that is chosen in it follows the pointer over the scene, standing on the surface below, and is placed
//! by a click.

use crate::build::bodies::{edit, select, unused_name};
use crate::build::patch::{is_at_start, patch, say};
use crate::draw::scale::{extent, moves};
use crate::draw::space::orbit::Orbit;
use crate::draw::space::projection::{SceneArea, SceneProjection};
use crate::draw::space::ray::Ray;
use crate::draw::space::units::Units;
use crate::draw::text::format::quantity;
use crate::state::pointer::Pointer;
use crate::state::session::Session;
use crate::texts::{tr, tr_with};
use crate::timeline::display_state::DisplayState;
use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::normal::NormalDamping;
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::text::write::{self, add_body};
use stickslip_engine::scene::{BodySpec, Motion, NormalLaw, PlacedOn, Scene, place_on};
use stickslip_engine::shapes::Shape;
use stickslip_engine::step::edits::Edit;

/// Density of a new body, kg/m³: that of wood.
const DENSITY: f64 = 600.0;
/// Turn of one notch of the wheel, degrees.
const TURN: f64 = 15.0;
/// Overlap that counts as one, in extents of the body: more than the overlap of a settled contact.
const MIN_OVERLAP: f64 = 1e-3;

/// A shape that the user can choose to build with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// A ball.
    Ball,
    /// A box.
    Box,
    /// A cylinder that stands.
    Cylinder,
    /// A capsule that stands.
    Capsule,
    /// An ellipsoid.
    Egg,
    /// A triangular prism that lies on a side.
    Prism,
    /// A fixed ramp.
    Ramp,
    /// A fixed box.
    Shelf,
}

impl Tool {
    /// Bodies that move.
    pub const BODIES: [Self; 6] = [Self::Ball, Self::Box, Self::Cylinder, Self::Capsule, Self::Egg, Self::Prism];
    /// Bodies that stand still.
    pub const SUPPORTS: [Self; 2] = [Self::Ramp, Self::Shelf];

    /// Key of its name in the user's language.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ball => "tool-ball",
            Self::Box => "tool-box",
            Self::Cylinder => "tool-cylinder",
            Self::Capsule => "tool-capsule",
            Self::Egg => "tool-egg",
            Self::Prism => "tool-prism",
            Self::Ramp => "tool-ramp",
            Self::Shelf => "tool-shelf",
        }
    }

    /// The shape as in a scene file, of about the size `s`, m: half of its width.
    fn shape(self, s: f64) -> String {
        let m = |factor: f64| format!("{:?}", rounded(factor * s));
        match self {
            Self::Ball => format!("Sphere(radius: {})", m(1.0)),
            Self::Box => format!("Box(half_extents: ({0}, {0}, {0}))", m(1.0)),
            Self::Cylinder => format!("Cylinder(radius: {}, half_height: {})", m(0.7), m(1.0)),
            Self::Capsule => format!("Capsule(radius: {}, half_height: {})", m(0.6), m(0.8)),
            Self::Egg => format!("Ellipsoid(semi_axes: ({0}, {0}, {1}))", m(0.8), m(1.1)),
            Self::Prism => format!(
                "ConvexPolyhedron(points: [(-{0}, -{0}, 0.0), (-{0}, {0}, 0.0), (-{0}, 0.0, {1}), ({0}, -{0}, 0.0), \
                 ({0}, {0}, 0.0), ({0}, 0.0, {1})])",
                m(1.0),
                m(1.6)
            ),
            Self::Ramp => {
                format!("Ramp(length: {}, width: {}, thickness: {}, degrees: 20.0)", m(12.0), m(5.0), m(0.8))
            }
            Self::Shelf => format!("Box(half_extents: ({}, {}, {}))", m(3.0), m(4.0), m(0.4)),
        }
    }

    /// The fields of a scene entry that give the body its motion and mass.
    fn kind(self) -> String {
        match self {
            Self::Ramp => String::new(),
            Self::Shelf => "motion: Fixed, ".to_owned(),
            _ => format!("density: {DENSITY:?}, "),
        }
    }
}

/// A length with two digits, m.
fn rounded(length: f64) -> f64 {
    format!("{length:.1e}").parse().unwrap_or(length)
}

/// The chosen tool, and the body that it would place.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Toolbox {
    /// The tool; `None` while the mouse selects.
    pub tool: Option<Tool>,
    /// The body under the pointer, if there is room for one.
    pub offer: Option<BodyOffer>,
    /// Size relative to the usual one, as an exponent of 1.1.
    size: f32,
    /// Turn about the normal of the surface, in notches.
    turn: f32,
}

/// A body that a click would place.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyOffer {
    /// Definition of the body, with its pose in the world.
    pub spec: BodySpec,
    /// Scene entry of the body, which places it `on` the body below.
    entry: String,
    /// Name of the body below it.
    pub carrier: String,
    /// The body that it overlaps most, and by how much, m.
    pub overlap: Option<(String, f64)>,
}

impl BodyOffer {
    /// The text at the pointer: the body below the offered one, or the one that it overlaps and by how much.
    pub fn text(&self) -> String {
        match &self.overlap {
            Some((body, by)) => {
                tr_with("build-overlaps", [("body", body.as_str().into()), ("by", quantity(*by, "m").into())])
            }
            None => tr_with(
                "build-on",
                [("body", self.spec.name.as_str().into()), ("carrier", self.carrier.as_str().into())],
            ),
        }
    }
}

impl Toolbox {
    /// Chooses a tool, or lays it down if it is chosen.
    pub fn choose(&mut self, tool: Tool) {
        *self = Self { tool: Some(tool).filter(|_| self.tool != Some(tool)), ..Self::default() };
    }

    /// The wheel over the scene: the body grows, or `turns`.
    pub fn wheel(&mut self, notches: f32, turns: bool) {
        match turns {
            true => self.turn += notches,
            false => self.size = (self.size + notches).clamp(-48.0, 48.0),
        }
    }
}

/// Moves the ghost to the surface under the pointer. It keeps to a grid unless Alt is held.
pub fn follow_pointer(
    (area, orbit, units): (Res<SceneArea>, Res<Orbit>, Res<Units>),
    (pointer, keyboard): (Res<Pointer>, Res<ButtonInput<KeyCode>>),
    (shown, session): (Res<DisplayState>, Res<Session>),
    mut toolbox: ResMut<Toolbox>,
) {
    let Some(tool) = toolbox.tool else { return };
    let at = pointer.at.filter(|at| !session.gallery && pointer.is_in_scene(*at, area.0));
    let ghost = at.zip(area.0).zip(session.opened.as_ref()).and_then(|((at, area), opened)| {
        let ray = SceneProjection { orbit: &orbit, area, units: &units }.ray(at);
        let is_free = keyboard.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
        let old = toolbox.offer.as_ref();
        ghost(tool, &toolbox, &shown.state, &opened.scene, &ray, is_free, old)
    });
    if toolbox.offer != ghost {
        toolbox.offer = ghost;
    }
}

/// The body that a tool would place where a ray meets the scene. `old`: the last one, whose overlap is known.
fn ghost(
    tool: Tool,
    toolbox: &Toolbox,
    state: &State,
    scene: &Scene,
    ray: &Ray,
    is_free: bool,
    old: Option<&BodyOffer>,
) -> Option<BodyOffer> {
    let usual = usual_size(state);
    let size = usual * f64::from(1.1_f32.powf(toolbox.size));
    let name = unused_name(state, tr(tool.title()));
    let (shape, kind) = (tool.shape(size), tool.kind());
    let free = Scene::body(&format!("(name: {name:?}, shape: {shape}, {kind}position: (0.0, 0.0, 0.0))")).ok()?;
    let degrees = TURN * f64::from(toolbox.turn.round());
    let turn = rotation(&(Vec3::z() * degrees.to_radians()));
    let up = stickslip_engine::laws::unit(&-state.gravity, 0.0).unwrap_or_else(Vec3::z);
    let snap = if is_free { 0.0 } else { rounded(0.5 * usual) };
    let (carrier, point) = under(state, ray)?;
    let on = place_on((&carrier.shape, carrier.x, carrier.q), (&free.shape, turn * free.rotation), &point, &up, snap)?;
    let spec = BodySpec { position: on.position, rotation: on.rotation, ..free };
    let entry = entry(&spec.name, &shape, &kind, &carrier.name, &on, degrees);
    let ghost = BodyOffer { spec, entry, carrier: carrier.name.clone(), overlap: None };
    let same = old.filter(|old| BodyOffer { overlap: None, ..(*old).clone() } == ghost);
    let overlap = same.map_or_else(|| overlap(&ghost, state, scene), |old| old.overlap.clone());
    Some(BodyOffer { overlap, ..ghost })
}

/// The entry of a body that stands on another one.
fn entry(name: &str, shape: &str, kind: &str, carrier: &str, on: &PlacedOn, degrees: f64) -> String {
    let rotation = match degrees {
        0.0 => String::new(),
        _ => format!("rotation: AxisAngle(axis: (0.0, 0.0, 1.0), degrees: {degrees:?}), "),
    };
    // A grid of 0.05 m gives 0.15000000000000002.
    let at = on.at.map(|v| format!("{v:.9}").parse().unwrap_or(v) + 0.0);
    format!(
        "(name: {name:?}, shape: {shape}, {kind}{rotation}on: (surface: {carrier:?}, at: ({:?}, {:?})))",
        at.x, at.y
    )
}

/// Half-width of a new body, m: that of the bodies that move, with one digit, or 0.1 m.
fn usual_size(state: &State) -> f64 {
    let sizes: Vec<f64> = state.bodies.iter().filter(|body| moves(body)).filter_map(|b| extent(&b.shape)).collect();
    let mean = sizes.iter().sum::<f64>() / sizes.len().max(1) as f64;
    // The extent of a cube is √3 of its half-width.
    let size = if sizes.is_empty() { 0.1 } else { mean / 1.5 };
    format!("{size:.0e}").parse().unwrap_or(size)
}

/// The body on which something would be placed under a ray, and where the ray meets it: the nearest plane or body.
fn under<'a>(state: &'a State, ray: &Ray) -> Option<(&'a BodyState, Vec3)> {
    let plane = |body: &BodyState| {
        let n = body.q * Vec3::z();
        let fall = ray.along.dot(&n);
        (fall < -1e-6).then(|| (body.x - ray.from).dot(&n) / fall).filter(|distance| *distance > 0.0)
    };
    let meets = |body: &BodyState| match body.shape {
        Shape::Plane => plane(body),
        _ => ray.meets_body(body),
    };
    let hits = state.bodies.iter().filter_map(|body| Some((meets(body)?, body)));
    let (distance, body) = hits.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((body, ray.from + ray.along * distance))
}

/// The body that the ghost overlaps most, and by how much, m, as the contacts of a run would find it.
fn overlap(ghost: &BodyOffer, state: &State, scene: &Scene) -> Option<(String, f64)> {
    let reach = |shape: &Shape| extent(shape).unwrap_or(f64::INFINITY);
    let own = reach(&ghost.spec.shape);
    let is_near = |body: &BodyState| (body.x - ghost.spec.position).norm() <= own + reach(&body.shape);
    let near = state.bodies.iter().filter(|body| is_near(body));
    let bodies: Vec<BodySpec> = near
        .filter_map(|body| {
            let spec = scene.bodies.iter().find(|spec| spec.name == body.name)?;
            Some(BodySpec { position: body.x, rotation: body.q, ..spec.clone() })
        })
        .chain([BodySpec { mass: 1.0, motion: Motion::Free, inertia: Vec3::repeat(1.0), ..ghost.spec.clone() }])
        .collect();
    let last = bodies.len() as u32 - 1;
    let few = Scene {
        bodies,
        pairs: Vec::new(),
        pulls: Vec::new(),
        edits: Vec::new(),
        settled: Vec::new(),
        played: None,
        normal: NormalLaw::Hooke { k_n: 1.0, damping: NormalDamping::Restitution(1.0), tension: false },
        ..scene.clone()
    };
    let now = Simulation::new(&few).state();
    let own_contacts = now.contacts.iter().filter(|contact| contact.pair.key.j == last || contact.pair.key.i == last);
    let deepest = own_contacts.max_by(|a, b| a.touch.overlap.total_cmp(&b.touch.overlap))?;
    let other = if deepest.pair.key.j == last { deepest.pair.key.i } else { deepest.pair.key.j };
    let by = deepest.touch.overlap;
    (by > MIN_OVERLAP * own).then(|| (few.bodies[other as usize].name.clone(), by))
}

/// Places the ghost, and selects the new body; the tool stays chosen. A ghost that overlaps is refused with a notice.
pub fn place(world: &mut World) {
    let Some(ghost) = world.resource::<Toolbox>().offer.clone() else { return };
    if ghost.overlap.is_some() {
        say(world, ghost.text());
        return;
    }
    let name = ghost.spec.name.clone();
    if is_at_start(world) {
        let what = tr_with("build-add", [("body", name.clone().into())]);
        let added =
            patch(world, what, |opened| add_body(&opened.text, &ghost.entry).map_err(|fault| fault.to_string()));
        if added {
            select(world, &name);
        }
    } else if edit(world, Edit::Add(write::body(&ghost.spec))) {
        say(world, tr("build-added-later").to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::templates;

    /// A ray straight down at this place.
    fn down(x: f64, y: f64) -> Ray {
        Ray { from: Vec3::new(x, y, 10.0), along: -Vec3::z(), pixel: (0.0, 1e-3) }
    }

    fn template(name: &str) -> (Scene, String, State) {
        let opened = templates::new(name).expect("a template");
        let state = Simulation::new(&opened.scene).state();
        (opened.scene, opened.text, state)
    }

    fn offered(
        tool: Tool,
        toolbox: &Toolbox,
        (scene, _, state): &(Scene, String, State),
        ray: &Ray,
    ) -> Option<BodyOffer> {
        ghost(tool, toolbox, state, scene, ray, false, None)
    }

    /// What is shown under the pointer is what the text places, for every tool, on a floor, on a ramp and on a table, turned
    /// and resized.
    #[test]
    fn a_tool_places_what_it_shows() {
        for (name, [x, y], carrier) in
            [("floor", [0.33, -0.41], "floor"), ("ramp", [0.0, -0.5], "ramp"), ("table", [0.2, 0.4], "table")]
        {
            let scene = template(name);
            for tool in Tool::BODIES.into_iter().chain(Tool::SUPPORTS) {
                let mut toolbox = Toolbox { tool: Some(tool), ..Toolbox::default() };
                for (size, turn) in [(0.0, 0.0), (-8.0, 2.0), (5.0, -1.0)] {
                    toolbox.wheel(size, false);
                    toolbox.wheel(turn, true);
                    let offer =
                        offered(tool, &toolbox, &scene, &down(x, y)).unwrap_or_else(|| panic!("{name} {tool:?}"));
                    assert_eq!(offer.carrier, carrier, "{tool:?}");
                    let text = add_body(&scene.1, &offer.entry).expect("a list of bodies");
                    let built =
                        Scene::parse(name, &text).unwrap_or_else(|f| panic!("{:?}", f.lines().collect::<Vec<_>>()));
                    let placed = built.bodies.last().expect("a body");
                    let off = (placed.position - offer.spec.position).norm();
                    let turned = (placed.rotation.inverse() * offer.spec.rotation).angle();
                    assert!(off < 1e-8 && turned < 1e-7, "{name} {tool:?}: {off} {turned}");
                    assert_eq!((&placed.shape, placed.mass), (&offer.spec.shape, offer.spec.mass));
                }
            }
        }
    }

    /// Where a body would overlap another one, it says which and by how much; beside it there is room.
    #[test]
    fn an_overlap_is_told_with_its_body() {
        let scene = template("table");
        let toolbox = Toolbox { tool: Some(Tool::Box), ..Toolbox::default() };
        // The table ends at 0.4 m; the new box, a cube of 0.2 m, begins at 0.35 m.
        let floor = offered(Tool::Box, &toolbox, &scene, &down(0.46, 0.0)).expect("a box on the floor");
        let (body, by) = floor.overlap.expect("the table ends at 0.4 m");
        assert!(body == "table" && by > 1e-3 && by < 0.1, "{body} {by}");
        let beside = offered(Tool::Box, &toolbox, &scene, &down(0.2, 0.0)).expect("a box on the table");
        assert_eq!((beside.carrier.as_str(), beside.overlap), ("table", None));
        let ball = template("ramp");
        let on_crate = offered(Tool::Ball, &toolbox, &ball, &down(0.0, 0.4)).expect("a ball");
        assert_eq!((on_crate.carrier.as_str(), on_crate.overlap.is_some()), ("crate", false));
    }

    /// Beside everything, there is nothing to stand on.
    #[test]
    fn in_the_air_nothing_is_offered() {
        let scene = template("floor");
        let up = Ray { along: Vec3::z(), ..down(0.0, 0.0) };
        assert_eq!(offered(Tool::Ball, &Toolbox::default(), &scene, &up), None);
    }
}

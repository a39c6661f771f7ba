//! The ghost: the body that a tool or a drag would make, where it would stand, and what it would overlap.

use crate::build::snaps::{Placing, half_width};
use crate::build::tools::{Tool, rounded, tidy, unused_name};
use crate::draw::scale::{extent, moves, up};
use crate::draw::space::ray::Ray;
use crate::draw::text::format::quantity;
use crate::state::scene_patch::ScenePatch;
use crate::texts::{tr, tr_with};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::normal::NormalDamping;
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::text::write::vector;
use stickslip_engine::scene::{BodySpec, Motion, NormalLaw, PlacedOn, Scene};
use stickslip_engine::shapes::Shape;

/// Turn of one notch of the wheel, degrees.
const TURN: f64 = 15.0;
/// Overlap that counts as one, in extents of the body: more than the overlap of a settled contact.
const MIN_OVERLAP: f64 = 1e-3;

/// Size and turn of a body that is to be placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GhostShape {
    /// Size relative to the usual one.
    pub(super) size: f64,
    /// Turn about the normal of the surface, in notches of the wheel.
    pub(super) notches: f64,
}

/// A body that a click would place, or that a drag has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyOffer {
    /// Definition of the body, with its pose in the world.
    pub spec: BodySpec,
    /// The other bodies that move with it, at their places.
    pub others: Vec<BodySpec>,
    /// What it would change in the scene.
    pub change: OfferedChange,
    /// What is said of it at the pointer, if it overlaps nothing.
    pub told: String,
    /// The body that it overlaps most, and by how much, m.
    pub overlap: Option<(String, f64)>,
}

/// What an offered body would change in the scene.
#[derive(Clone, Debug, PartialEq)]
pub enum OfferedChange {
    /// It adds this entry of `bodies:`, which places it `on` the body below.
    New(String),
    /// It changes a body of the scene.
    Change {
        /// The change, as it is named to the user.
        what: String,
        /// The changes of the text.
        patches: Vec<ScenePatch>,
    },
}

impl BodyOffer {
    /// The text at the pointer: what is done, or which body the offered one overlaps and by how much.
    pub fn text(&self) -> String {
        match &self.overlap {
            Some((body, by)) => {
                tr_with("build-overlaps", [("body", body.as_str().into()), ("by", quantity(*by, "m").into())])
            }
            None => self.told.clone(),
        }
    }
}

/// The body that a tool would place where a ray meets the scene. `old`: the last one, whose overlap is known.
pub(super) fn ghost(
    tool: Tool,
    shape: GhostShape,
    state: &State,
    scene: &Scene,
    ray: &Ray,
    is_free: bool,
    old: Option<&BodyOffer>,
) -> Option<BodyOffer> {
    let usual = usual_size(state);
    let size = usual * shape.size;
    let name = unused_name(state, tr(tool.title()));
    let (shape_text, kind) = (tool.shape(size), tool.kind());
    let degrees = TURN * shape.notches;
    let new = NewBody { name, shape: shape_text, kind, degrees };
    let up = up(state);
    let snap = if is_free { 0.0 } else { grid(state) };
    let ghost = match under(state.bodies.iter(), ray) {
        Some((carrier, point)) => {
            let free = new.at_origin()?;
            let turn = rotation(&(Vec3::z() * degrees.to_radians()));
            let placing = Placing { carrier, shape: &free.shape, turn: turn * free.rotation, up, grid: snap };
            let on = placing.near(&point, state.bodies.iter())?;
            let spec = BodySpec { position: on.position, rotation: on.rotation, ..free };
            let names = [("body", spec.name.as_str().into()), ("carrier", carrier.name.as_str().into())];
            let told = tr_with("build-on", names);
            new.offered(spec, &on_carrier(&carrier.name, &on), told)
        }
        None => new.at_height_0(ray, &up, snap)?,
    };
    let same = old.filter(|old| BodyOffer { overlap: None, ..(*old).clone() } == ghost);
    let overlap = same.map_or_else(|| overlap_in_run(&ghost.spec, state, scene), |old| old.overlap.clone());
    Some(BodyOffer { overlap, ..ghost })
}

/// The fields of the entry of a new body.
struct NewBody {
    name: String,
    shape: String,
    kind: String,
    /// Turn about the normal of what it stands on, degrees.
    degrees: f64,
}

impl NewBody {
    /// The entry, with the field that places the body.
    fn entry(&self, place: &str) -> String {
        let rotation = match self.degrees {
            0.0 => String::new(),
            degrees => format!("rotation: AxisAngle(axis: (0.0, 0.0, 1.0), degrees: {degrees:?}), "),
        };
        format!("(name: {:?}, shape: {}, {}{rotation}{place})", self.name, self.shape, self.kind)
    }

    /// The body at the origin of the world, as it is turned there by its shape alone.
    fn at_origin(&self) -> Option<BodySpec> {
        let Self { name, shape, kind, .. } = self;
        Scene::body(&format!("(name: {name:?}, shape: {shape}, {kind}position: (0.0, 0.0, 0.0))")).ok()
    }

    fn offered(&self, spec: BodySpec, place: &str, told: String) -> BodyOffer {
        let change = OfferedChange::New(self.entry(place));
        BodyOffer { spec, others: Vec::new(), change, told, overlap: None }
    }

    /// The body in the world, standing at height 0 where a ray meets it; `snap`: grid, m, 0 off the grid.
    fn at_height_0(&self, ray: &Ray, up: &Vec3, snap: f64) -> Option<BodyOffer> {
        let fall = ray.along.dot(up);
        let distance = (fall < -1e-6).then(|| -ray.from.dot(up) / fall).filter(|distance| *distance > 0.0)?;
        let met = ray.from + ray.along * distance;
        // The grid is that of the world's axes across `up`; a slanted `up` has none.
        let is_level = up.z > 1.0 - 1e-12 && snap > 0.0;
        let point =
            if is_level { Vec3::new(snap * (met.x / snap).round(), snap * (met.y / snap).round(), 0.0) } else { met };
        let origin = Scene::body(&self.entry("position: (0.0, 0.0, 0.0)")).ok()?;
        let centre = point + up * half_width(&origin.shape, &origin.rotation, &-up);
        let place = format!("position: {}", vector(&(centre - origin.position).map(tidy)));
        let spec = BodySpec { position: centre, ..origin };
        let told = tr_with("build-on-nothing", [("body", spec.name.as_str().into())]);
        Some(self.offered(spec, &place, told))
    }
}

/// The field that places a body on another one.
fn on_carrier(carrier: &str, on: &PlacedOn) -> String {
    // A grid of 0.05 m gives 0.15000000000000002.
    let at = on.at.map(|v| format!("{v:.9}").parse().unwrap_or(v) + 0.0);
    format!("on: (surface: {carrier:?}, at: ({:?}, {:?}))", at.x, at.y)
}

/// Length of the grid on which bodies are placed and resized, m: 1, 2 or 5 times a power of ten, about half of the half-width
/// of a usual body.
pub fn grid(state: &State) -> f64 {
    let wanted = 0.5 * usual_size(state);
    let decade = 10f64.powf(wanted.log10().floor());
    let off = |step: &f64| (step / wanted).ln().abs();
    let nearest =
        [1.0, 2.0, 5.0, 10.0].map(|factor| factor * decade).into_iter().min_by(|a, b| off(a).total_cmp(&off(b)));
    nearest.map_or(wanted, rounded)
}

/// Half-width of a new body, m: that of the bodies that move, with one digit, or 0.1 m.
pub(super) fn usual_size(state: &State) -> f64 {
    let sizes: Vec<f64> = state.bodies.iter().filter(|body| moves(body)).filter_map(|b| extent(&b.shape)).collect();
    let mean = sizes.iter().sum::<f64>() / sizes.len().max(1) as f64;
    // The extent of a cube is √3 of its half-width.
    let size = if sizes.is_empty() { 0.1 } else { mean / 1.5 };
    format!("{size:.0e}").parse().unwrap_or(size)
}

/// The body of the present state that a new one overlaps most, and by how much, m.
fn overlap_in_run(new: &BodySpec, state: &State, scene: &Scene) -> Option<(String, f64)> {
    let posed = |body: &BodyState| {
        let spec = scene.bodies.iter().find(|spec| spec.name == body.name)?;
        Some(BodySpec { position: body.x, rotation: body.q, ..spec.clone() })
    };
    let bodies: Vec<BodySpec> = state.bodies.iter().filter_map(posed).chain([new.clone()]).collect();
    overlap(&bodies, bodies.len() - 1, scene)
}

/// The body on which something would be placed under a ray, and where the ray meets it: the nearest plane or body.
pub(super) fn under<'a>(bodies: impl Iterator<Item = &'a BodyState>, ray: &Ray) -> Option<(&'a BodyState, Vec3)> {
    let plane = |body: &BodyState| {
        let n = body.q * Vec3::z();
        let fall = ray.along.dot(&n);
        (fall < -1e-6).then(|| (body.x - ray.from).dot(&n) / fall).filter(|distance| *distance > 0.0)
    };
    let meets = |body: &BodyState| match body.shape {
        Shape::Plane => plane(body),
        _ => ray.meets_body(body),
    };
    let hits = bodies.filter_map(|body| Some((meets(body)?, body)));
    let (distance, body) = hits.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((body, ray.from + ray.along * distance))
}

/// The body that this one overlaps most, and by how much, m, as the contacts of a run would find it. `bodies`: those of the
/// scene at their poses, the one in question among them, by its index.
pub(super) fn overlap(bodies: &[BodySpec], index: usize, scene: &Scene) -> Option<(String, f64)> {
    let reach = |shape: &Shape| extent(shape).unwrap_or(f64::INFINITY);
    let spec = &bodies[index];
    let own = reach(&spec.shape);
    let is_near =
        |body: &&BodySpec| body.name != spec.name && (body.position - spec.position).norm() <= own + reach(&body.shape);
    let near = bodies.iter().filter(is_near).cloned();
    // As a body that moves it meets fixed ones, too.
    let movable = BodySpec { mass: 1.0, motion: Motion::Free, inertia: Vec3::repeat(1.0), ..spec.clone() };
    let bodies: Vec<BodySpec> = near.chain([movable]).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::templates;
    use crate::build::toolbox::Toolbox;
    use stickslip_engine::scene::text::write::add_body;

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
        ghost(tool, toolbox.shape(), state, scene, ray, false, None)
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
                    assert!(offer.told.ends_with(carrier), "{tool:?}: {}", offer.told);
                    let OfferedChange::New(entry) = &offer.change else { panic!("{tool:?} is no new body") };
                    let text = add_body(&scene.1, entry).expect("a list of bodies");
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
        // The table ends at 0.4 m; the new box, a cube of 0.14 m, begins at 0.39 m, or beside the table if it snaps.
        let free = ghost(Tool::Box, toolbox.shape(), &scene.2, &scene.0, &down(0.46, 0.0), true, None);
        let (body, by) = free.expect("a box on the floor").overlap.expect("the table ends at 0.4 m");
        let snapped = offered(Tool::Box, &toolbox, &scene, &down(0.48, 0.0)).expect("a box on the floor");
        assert!((snapped.spec.position.x - 0.47).abs() < 1e-12 && snapped.overlap.is_none(), "{snapped:?}");
        assert!(body == "table" && by > 1e-3 && by < 0.1, "{body} {by}");
        let beside = offered(Tool::Box, &toolbox, &scene, &down(0.2, 0.0)).expect("a box on the table");
        assert!(beside.told.ends_with("table") && beside.overlap.is_none(), "{beside:?}");
        let ball = template("ramp");
        let on_crate = offered(Tool::Ball, &toolbox, &ball, &down(0.0, 0.4)).expect("a ball");
        assert!(on_crate.told.ends_with("crate") && on_crate.overlap.is_none(), "{on_crate:?}");
    }

    /// Beside everything, there is nothing to stand on.
    #[test]
    fn in_the_air_nothing_is_offered() {
        let scene = template("floor");
        let up = Ray { along: Vec3::z(), ..down(0.0, 0.0) };
        assert_eq!(offered(Tool::Ball, &Toolbox::default(), &scene, &up), None);
    }
}

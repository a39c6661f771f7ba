//! Changes of a body by dragging it or a handle: where it stands, how it is turned, its dimensions, the slope of a ramp.
//!
//! Each change is a patch of the text. What a drag shows is the body of the patched scene, so it is what the drop gives.

use crate::build::ghost::{BodyOffer, OfferedChange, overlap, under};
use crate::build::snaps::{Placing, half_width};
use crate::build::tools::tidy;
use crate::draw::scale::up;
use crate::draw::space::ray::Ray;
use crate::draw::text::format::short;
use crate::hand::HandleKind;
use crate::state::scene_patch::ScenePatch;
use crate::state::session::Opened;
use crate::texts::{tr, tr_with};
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::laws::{Rotation, Vec2, Vec3, unit};
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::scene::dimensions::{Dimension, DimensionKind, dimensions};
use stickslip_engine::scene::text::patch::{entry, placed_on, text_at, value_at};
use stickslip_engine::scene::text::write::vector;
use stickslip_engine::scene::{BodySpec, Scene, surface_axes};
use stickslip_engine::shapes::Shape;

/// Grid of angles, degrees; a tenth of it while off the grid.
const ANGLE: f64 = 5.0;
/// Largest part of a rotation's quaternion across z for which it counts as one about z: of a body in the world, and of one
/// placed on a surface, which may lean under its weight.
const UPRIGHT: [f64; 2] = [1e-9, 1e-3];
/// Steepest slope that a drag gives, degrees.
const MAX_SLOPE: f64 = 80.0;

/// Name of a dimension in the user's language.
pub fn dimension_name(kind: DimensionKind) -> &'static str {
    tr(match kind {
        DimensionKind::Radius => "dimension-radius",
        DimensionKind::HalfHeight => "dimension-height",
        DimensionKind::HalfLength(0) => "dimension-x",
        DimensionKind::HalfLength(1) => "dimension-y",
        DimensionKind::HalfLength(_) => "dimension-z",
        DimensionKind::Length => "dimension-length",
        DimensionKind::Width => "dimension-width",
        DimensionKind::Thickness => "dimension-thickness",
    })
}

/// How many times its value a dimension is shown: a half height as a height.
pub fn shown_times(kind: DimensionKind) -> f64 {
    if matches!(kind, DimensionKind::HalfHeight | DimensionKind::HalfLength(_)) { 2.0 } else { 1.0 }
}

/// Axes of the surface `on` which an entry places its body, to the world; `None` for a body placed in the world.
pub fn on_surface(entry: &str, state: &State) -> Option<Rotation> {
    let surface = text_at(entry, "on.surface")?;
    let carrier = state.bodies.iter().find(|body| body.name == surface)?;
    surface_axes((&carrier.shape, carrier.x, carrier.q), &up(state))
}

/// A body of the scene that is being changed.
pub struct Reshaped<'a> {
    opened: &'a Opened,
    state: &'a State,
    body: &'a BodyState,
    entry: String,
    /// Rotation that the shape itself has, such as a ramp by its slope.
    of_shape: Rotation,
    /// From the point that `position` gives to the centre of mass, m, in the axes of the entry.
    centre: Vec3,
    /// Axes of the surface below it, to the world: of its own surface, or of the world.
    axes: Rotation,
    is_on: bool,
    /// Length of the grid, m; 0 off the grid.
    grid: f64,
}

impl<'a> Reshaped<'a> {
    /// The body with this index; `None` if it has no entry of its own. `grid`: m, 0 off the grid.
    pub fn new(opened: &'a Opened, state: &'a State, index: usize, grid: f64) -> Option<Self> {
        let entry = entry(&opened.text, &state.bodies.get(index)?.name).ok()?;
        Self::of_entry(opened, state, index, grid, entry)
    }

    /// The same with the entry of the body, which was found before.
    pub(super) fn of_entry(
        opened: &'a Opened,
        state: &'a State,
        index: usize,
        grid: f64,
        entry: String,
    ) -> Option<Self> {
        let body = state.bodies.get(index)?;
        let shape = value_at(&entry, "shape")?;
        let alone = format!("(name: \"a\", shape: {shape}, motion: Free, mass: 1.0, position: (0.0, 0.0, 0.0))");
        let alone = Scene::body(&alone).ok()?;
        let (of_shape, centre) = (alone.rotation, alone.position);
        let is_on = value_at(&entry, "on").is_some();
        let touched = || {
            let contact = state.contacts.iter().find(|c| [c.pair.key.i, c.pair.key.j].contains(&(index as u32)))?;
            let key = contact.pair.key;
            let other = state.bodies.get(if key.i == index as u32 { key.j } else { key.i } as usize)?;
            surface_axes((&other.shape, other.x, other.q), &up(state))
        };
        let axes = if is_on { on_surface(&entry, state)? } else { touched().unwrap_or_else(Rotation::identity) };
        Some(Self { opened, state, body, entry, of_shape, centre, axes, is_on, grid })
    }

    /// Normal of the surface below it, or up.
    pub fn normal(&self) -> Vec3 {
        if self.is_on { self.axes * Vec3::z() } else { up(self.state) }
    }

    /// The point of its support below its centre, m, world.
    pub fn base(&self) -> Vec3 {
        self.body.x - self.normal() * half_width(&self.body.shape, &self.body.q, &-self.normal())
    }

    /// The dimensions of its entry.
    pub fn dimensions(&self) -> Vec<Dimension> {
        dimensions(&self.entry)
    }

    /// Outward direction of the face that a dimension moves, a unit vector in the world.
    pub fn face(&self, dimension: &Dimension) -> Vec3 {
        match self.body.shape {
            Shape::Polyhedron(_) => self.body.q * self.of_shape.inverse() * dimension.face,
            _ => self.body.q * dimension.face,
        }
    }

    /// Slope of a ramp, degrees.
    pub fn slope(&self) -> Option<f64> {
        value_at(&self.entry, "shape.degrees")?.parse().ok()
    }

    /// The surface on which its entry places it with its `at` there, or its centre in the world, m.
    pub fn place(&self) -> (Option<String>, Vec<f64>) {
        match text_at(&self.entry, "on.surface") {
            Some(surface) => (Some(surface), self.at().iter().copied().collect()),
            None => (None, self.body.x.iter().copied().collect()),
        }
    }

    /// The changes that give a coordinate of [`Self::place`] this value, m.
    pub fn to_place(&self, axis: usize, value: f64) -> Vec<ScenePatch> {
        if self.is_on {
            let mut at = self.at();
            at[axis] = value;
            return vec![self.set("on.at", format!("({:?}, {:?})", at.x, at.y))];
        }
        let mut position = self.body.x;
        position[axis] = value;
        self.in_world(position)
    }

    /// Its turn about the normal of the surface on which it is placed, or about z of the world, degrees; `None` if it is turned
    /// about another axis, too.
    pub fn turn(&self) -> Option<f64> {
        let q = self.as_written(if self.is_on { self.axes.inverse() * self.body.q } else { self.body.q });
        is_upright(&q, self.is_on).then(|| degrees_about_z(&q))
    }

    /// The changes that turn it so about that axis, degrees, and about no other.
    pub fn to_turn(&self, degrees: f64) -> Vec<ScenePatch> {
        self.turned_to(rotation(&(Vec3::z() * degrees.to_radians())) * self.of_shape)
    }

    /// Widths of the body along the first two axes of the surface below it, or of the world, m.
    pub fn widths(&self) -> [f64; 2] {
        [0, 1].map(|k| 2.0 * half_width(&self.body.shape, &self.body.q, &(self.axes * Vec3::ith(k, 1.0))))
    }

    /// What a drag of this handle makes of the body. `ray`: through the pointer, less its distance from the handle at the
    /// start; `began`: the ray at the start; `raises`: moves it up or down instead of along the surface.
    pub fn dragged(&self, handle: HandleKind, [began, ray]: [&Ray; 2], raises: bool) -> Option<BodyOffer> {
        match handle {
            HandleKind::Move if raises => self.raised(began, ray),
            HandleKind::Move => self.moved(ray),
            HandleKind::Turn => self.turned(began, ray),
            HandleKind::Face { dimension, is_far } => self.resized(dimension, is_far, ray),
            HandleKind::Slope => self.tilted(ray),
        }
    }

    /// The same move of all bodies of a group, by their indices, this body's among them. What stands on a moved body comes
    /// along; a body on the same surface as this one keeps its distance from it there.
    pub fn with_others(&self, offer: BodyOffer, group: &[usize]) -> Option<BodyOffer> {
        let OfferedChange::Change { what, patches } = &offer.change else { return None };
        let text = ScenePatch::apply_all(patches, &self.opened.text).ok()?;
        let own = entry(&text, &self.body.name).ok()?;
        let (surface, new_surface) = (text_at(&self.entry, "on.surface"), text_at(&own, "on.surface"));
        let shift = offer.spec.position - self.body.x;
        let along = at_of(&own) - self.at();
        let members: Vec<Self> = group
            .iter()
            .filter(|index| self.state.bodies.get(**index).is_some_and(|body| body.name != self.body.name))
            .filter_map(|index| Self::new(self.opened, self.state, *index, self.grid))
            .collect();
        let names: Vec<&str> = members.iter().map(|body| body.body.name.as_str()).chain([&*self.body.name]).collect();
        let mut patches = patches.clone();
        for other in &members {
            let carrier = text_at(&other.entry, "on.surface");
            if carrier.as_ref().is_some_and(|carrier| names.contains(&carrier.as_str())) {
                continue;
            }
            let at = |at: Vec2| format!("({:?}, {:?})", tidy(at.x), tidy(at.y));
            match (&carrier, &new_surface) {
                (Some(own), Some(new)) if Some(own) == surface.as_ref() => {
                    patches.push(other.set("on.surface", format!("{new:?}")));
                    patches.push(other.set("on.at", at(other.at() + along)));
                }
                (Some(_), Some(_)) => {
                    patches.push(other.set("on.at", at(other.at() + (other.axes.inverse() * shift).xy())));
                }
                _ => patches.extend(other.in_world(other.body.x + shift)),
            }
        }
        let (scene, _) = self.parsed(&patches)?;
        let of = |name: &str| scene.bodies.iter().position(|spec| spec.name == name);
        let indices: Vec<usize> = names.iter().filter_map(|name| of(name)).collect();
        let others = members.iter().filter_map(|member| of(&member.body.name)).map(|index| scene.bodies[index].clone());
        let found = indices.iter().find_map(|index| overlap(&scene.bodies, *index, &scene));
        let (what, others) = (what.clone(), others.collect());
        Some(BodyOffer { others, overlap: found, change: OfferedChange::Change { what, patches }, ..offer })
    }

    fn set(&self, path: &str, value: impl Into<String>) -> ScenePatch {
        ScenePatch::body(&self.body.name, path, value)
    }

    fn snapped(&self, length: f64) -> f64 {
        if self.grid > 0.0 { tidy((length / self.grid).round() * self.grid) } else { rounded_to(length, 4) }
    }

    fn snapped_angle(&self, degrees: f64) -> f64 {
        let grid = if self.grid > 0.0 { ANGLE } else { 0.1 * ANGLE };
        (degrees / grid).round() * grid
    }

    /// Along the surfaces, onto the one under the pointer.
    fn moved(&self, ray: &Ray) -> Option<BodyOffer> {
        let carried = self.carried();
        let others = || self.state.bodies.iter().filter(|body| !carried.contains(&body.name));
        let (carrier, point) = under(others(), ray)?;
        // Relative to the surface it is turned as before.
        let turned = self.axes.inverse() * self.body.q;
        let placing = Placing { carrier, shape: &self.body.shape, turn: turned, up: up(self.state), grid: self.grid };
        let on = placing.near(&point, others())?;
        let at = on.at.map(tidy);
        let (surface, at_text) = (format!("{:?}", carrier.name), format!("({:?}, {:?})", at.x, at.y));
        let patches = if self.is_on {
            vec![self.set("on.surface", surface), self.set("on.at", at_text)]
        } else {
            self.put_on(&surface, &at_text, turned)
        };
        let place = [("body", self.body.name.as_str().into()), ("carrier", carrier.name.as_str().into())];
        let told = format!("{} · {}, {}", tr_with("build-on", place), metres(at.x), metres(at.y));
        self.draft("build-move", patches, told)
    }

    /// Places a body of the world on a surface.
    fn put_on(&self, surface: &str, at: &str, turned: Rotation) -> Vec<ScenePatch> {
        let spec = self.opened.scene.bodies.iter().find(|spec| spec.name == self.body.name);
        let velocity = spec.map_or_else(Vec3::zeros, |spec| self.axes.inverse() * spec.velocity).map(tidy);
        let velocity = match velocity == Vec3::zeros() {
            true => String::new(),
            false => format!(", velocity: ({:?}, {:?})", velocity.x, velocity.y),
        };
        let unset = ScenePatch::Unset { body: self.body.name.clone(), field: "velocity" };
        let on = self.set("on", format!("(surface: {surface}, at: {at}{velocity})"));
        [unset, on].into_iter().chain(self.rotation(turned, true)).collect()
    }

    /// Up or down, in the world.
    fn raised(&self, began: &Ray, ray: &Ray) -> Option<BodyOffer> {
        let up = up(self.state);
        let along = |ray: &Ray| nearest_on_line(&self.body.x, &up, ray);
        let rise = self.snapped(along(ray)? - along(began)?);
        let position = (self.body.x + up * rise).map(tidy);
        let told = format!("{} · {}", self.body.name, metres(position.dot(&up)));
        self.draft("build-move", self.in_world(position), told)
    }

    /// The rotation of the entry with which the body is turned so, body to world.
    pub(super) fn as_written(&self, turned: Rotation) -> Rotation {
        turned * self.of_shape.inverse()
    }

    /// The changes that place the body in the world at its centre `position`, m, turned so, body to world.
    pub(super) fn placed(&self, position: Vec3, turned: Rotation) -> Vec<ScenePatch> {
        let position = self.set("position", self.position(position, turned));
        [position].into_iter().chain(self.rotation(turned, false)).collect()
    }

    /// The `position` of an entry whose centre of mass is here, m, world, and which is turned so, body to world.
    fn position(&self, centre: Vec3, turned: Rotation) -> String {
        vector(&(centre - self.as_written(turned) * self.centre).map(tidy))
    }

    /// Places the body in the world, as it is turned there.
    fn in_world(&self, position: Vec3) -> Vec<ScenePatch> {
        let mut patches = vec![self.set("position", self.position(position, self.body.q))];
        if self.is_on {
            patches.extend(self.rotation(self.body.q, false));
            let spec = self.opened.scene.bodies.iter().find(|spec| spec.name == self.body.name);
            if let Some(spec) = spec.filter(|spec| spec.velocity != Vec3::zeros()) {
                patches.push(self.set("velocity", vector(&spec.velocity.map(tidy))));
            }
        }
        patches
    }

    /// About the normal of its surface.
    fn turned(&self, began: &Ray, ray: &Ray) -> Option<BodyOffer> {
        let normal = self.normal();
        let towards = |ray: &Ray| {
            let fall = ray.along.dot(&normal);
            let distance = (self.body.x - ray.from).dot(&normal) / fall;
            (fall.abs() > 1e-6).then(|| ray.from + ray.along * distance - self.body.x)
        };
        let (from, to) = (towards(began)?, towards(ray)?);
        let degrees = self.snapped_angle(from.cross(&to).dot(&normal).atan2(from.dot(&to)).to_degrees());
        let turn = rotation(&(normal * degrees.to_radians()));
        let world = turn * self.body.q;
        let relative = if self.is_on { self.axes.inverse() * world } else { world };
        let told = format!("{} · {degrees:.0}°", self.body.name);
        self.draft("build-turn", self.turned_to(relative), told)
    }

    /// The changes that turn the body so about its centre, body to world or to the axes of its surface.
    fn turned_to(&self, turned: Rotation) -> Vec<ScenePatch> {
        if self.is_on { self.rotation(turned, true).into_iter().collect() } else { self.placed(self.body.x, turned) }
    }

    /// A dimension, with the opposite face at its place, or the centre of a round body; `is_far`: the opposite face is dragged.
    fn resized(&self, index: usize, is_far: bool, ray: &Ray) -> Option<BodyOffer> {
        let dimension = self.dimensions().into_iter().nth(index)?;
        let face = if is_far { -self.face(&dimension) } else { self.face(&dimension) };
        let before = dimension.reach(dimension.value);
        let dragged = nearest_on_line(&self.body.x, &face, ray)?;
        let is_round = dimension.kind == DimensionKind::Radius;
        let reach = if is_round { dragged } else { 0.5 * (dragged + before) };
        let times = shown_times(dimension.kind);
        let least = if self.grid > 0.0 { self.grid } else { 0.01 * before };
        let value = tidy(self.snapped(times * dimension.value_at(reach)).max(least) / times);
        let shift = if is_round { Vec3::zeros() } else { face * (dimension.reach(value) - before) };
        let name = dimension_name(dimension.kind);
        let told = format!("{} · {name} {}", self.body.name, metres(times * value));
        let patches = vec![self.set(&dimension.path, format!("{value:?}"))];
        self.draft("build-resize", self.shifted(patches, &shift)?, told)
    }

    /// The changes with what else keeps the body in place: moved by `shift`, m, along its surface, and as high above it.
    pub fn shifted(&self, mut patches: Vec<ScenePatch>, shift: &Vec3) -> Option<Vec<ScenePatch>> {
        if self.is_on {
            let along = self.axes.inverse() * shift;
            if along.xy().norm() > 1e-12 {
                let at = self.at() + along.xy();
                patches.push(self.set("on.at", format!("({:?}, {:?})", tidy(at.x), tidy(at.y))));
            }
            return Some(patches);
        }
        let now = self.parsed(&patches)?.1;
        let up = up(self.state);
        let depth = |shape: &Shape, q: &Rotation| half_width(shape, q, &-up);
        let sunk = depth(&now.shape, &now.rotation) - depth(&self.body.shape, &self.body.q);
        let sideways = shift - up * shift.dot(&up);
        let position = self.body.x + sideways + up * sunk;
        patches.push(self.set("position", self.position(position, now.rotation)));
        Some(patches)
    }

    /// Its `at` on the surface, m.
    fn at(&self) -> Vec2 {
        at_of(&self.entry)
    }

    /// Half-widths of a ramp, the side to which it rises along its y, and the middle of its lower edge in its axes, m.
    fn ramp(&self) -> Option<(Vec3, f64, Vec3)> {
        let (slope, Shape::Box { half_extents: half }) = (self.slope()?, &self.body.shape) else { return None };
        let rises = if slope < 0.0 { -1.0 } else { 1.0 };
        Some((*half, rises, Vec3::new(0.0, -rises * half.y, -half.z)))
    }

    /// The changes that give a ramp this slope, degrees, about its lower edge.
    pub fn to_slope(&self, degrees: f64) -> Option<Vec<ScenePatch>> {
        let (.., edge) = self.ramp()?;
        let patches = vec![self.set("shape.degrees", format!("{degrees:?}"))];
        let now = self.parsed(&patches)?.1;
        let shift = self.body.x + self.body.q * edge - (now.position + now.rotation * edge);
        self.shifted(patches, &shift)
    }

    /// The slope of a ramp, about its lower edge.
    fn tilted(&self, ray: &Ray) -> Option<BodyOffer> {
        let (half, rises, edge) = self.ramp()?;
        let (hinge, across, up) = (self.body.x + self.body.q * edge, self.body.q * Vec3::x(), up(self.state));
        let fall = ray.along.dot(&across);
        let distance = (hinge - ray.from).dot(&across) / fall;
        let reached = (fall.abs() > 1e-6).then(|| ray.from + ray.along * distance - hinge)?;
        let uphill = self.body.q * Vec3::y() * rises;
        let level = unit(&(uphill - up * uphill.dot(&up)), 0.0)?;
        let of_handle = half.z.atan2(half.y);
        let angle = (reached.dot(&up).atan2(reached.dot(&level)) - of_handle).to_degrees();
        let degrees = rises * self.snapped_angle(angle).clamp(0.0, MAX_SLOPE);
        let told = format!("{} · {degrees:.1}°", self.body.name);
        self.draft("build-tilt", self.to_slope(degrees)?, told)
    }

    /// Sets the rotation of the entry to that with which the body is turned so, in the world or in the axes of the surface on which it
    /// stays.
    fn rotation(&self, turned: Rotation, stays_on: bool) -> Option<ScenePatch> {
        let q = self.as_written(turned);
        let degrees = degrees_about_z(&q);
        if is_upright(&q, stays_on) && degrees.abs() < 1e-7 {
            let is_given = value_at(&self.entry, "rotation").is_some();
            return is_given.then(|| ScenePatch::Unset { body: self.body.name.clone(), field: "rotation" });
        }
        let value = match is_upright(&q, stays_on) {
            true => format!("AxisAngle(axis: (0.0, 0.0, 1.0), degrees: {degrees:?})"),
            false => format!("({:?}, {:?}, {:?}, {:?})", q.w, q.i, q.j, q.k),
        };
        Some(self.set("rotation", value))
    }

    /// Names of the body and of all that stands on it.
    fn carried(&self) -> Vec<String> {
        let mut names = vec![self.body.name.clone()];
        let mut next = 0;
        while let Some(name) = names.get(next).cloned() {
            let above = placed_on(&self.opened.text, &name).unwrap_or_default();
            names.extend(above.into_iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
            next += 1;
        }
        names
    }

    /// The scene with these changes, and the body in it.
    fn parsed(&self, patches: &[ScenePatch]) -> Option<(Scene, BodySpec)> {
        let text = ScenePatch::apply_all(patches, &self.opened.text).ok()?;
        let scene = Scene::parse(&self.opened.name, &text).ok()?;
        let body = scene.bodies.iter().find(|spec| spec.name == self.body.name)?.clone();
        Some((scene, body))
    }

    /// The body as these changes make it; `what`: key of the change; `told`: what is said of it.
    fn draft(&self, what: &str, patches: Vec<ScenePatch>, told: String) -> Option<BodyOffer> {
        let (scene, spec) = self.parsed(&patches)?;
        let index = scene.bodies.iter().position(|body| body.name == spec.name)?;
        let overlap = overlap(&scene.bodies, index, &scene);
        let what = tr_with(what, [("body", spec.name.as_str().into())]);
        Some(BodyOffer { spec, others: Vec::new(), change: OfferedChange::Change { what, patches }, told, overlap })
    }
}

/// True if a rotation of an entry counts as one about z; `is_on`: of a body placed on a surface.
fn is_upright(q: &Rotation, is_on: bool) -> bool {
    q.i.abs().max(q.j.abs()) < UPRIGHT[usize::from(is_on)]
}

/// Angle of a rotation about z, degrees: above −180, at most 180.
fn degrees_about_z(q: &Rotation) -> f64 {
    let degrees = (2.0 * q.k.atan2(q.w)).to_degrees();
    tidy(degrees - 360.0 * ((degrees - 180.0) / 360.0 - 1e-12).ceil())
}

/// The `at` of an entry on its surface, m.
fn at_of(entry: &str) -> Vec2 {
    let text = value_at(entry, "on.at").and_then(stickslip_engine::scene::elements);
    let numbers: Vec<f64> = text.iter().flatten().filter_map(|number| number.parse().ok()).collect();
    if let [x, y] = numbers[..] { Vec2::new(x, y) } else { Vec2::zeros() }
}

/// A length of the grid as written at the pointer.
fn metres(length: f64) -> String {
    format!("{} m", short(rounded_to(length, 4)))
}

/// A length with this many digits, m.
fn rounded_to(length: f64, digits: usize) -> f64 {
    format!("{length:.*e}", digits - 1).parse().unwrap_or(length)
}

/// Distance along a line, from `from`, m, in the direction `along` (unit), of its point nearest to a ray; `None` if they are
/// parallel.
fn nearest_on_line(from: &Vec3, along: &Vec3, ray: &Ray) -> Option<f64> {
    let cosine = along.dot(&ray.along);
    let sine_squared = 1.0 - cosine * cosine;
    let to = ray.from - from;
    (sine_squared > 1e-6).then(|| (to.dot(along) - cosine * to.dot(&ray.along)) / sine_squared)
}

#[cfg(test)]
#[path = "reshape_tests.rs"]
mod tests;

//! Overlays drawn on the bodies: a pure function from the state to arrows, arcs, discs and texts with roles.
//!
//! The window, off-screen pictures and tests read the same list, so the drawn values are the simulated ones.

use crate::draw::overlay::chains;
use crate::draw::overlay::gauge;
use crate::draw::overlay::items::{
    Arc, ArcQuantity, Arrow, Block, BodyName, Disc, DrawList, Head, MAX_FRAMES, Mark, ModeBadge, Role, TipValue,
    TraceLine, acts_on_j, compared_role, is_pile,
};
use crate::draw::overlay::limit_curve;
use crate::draw::overlay::overlap;
pub use crate::draw::overlay::overlays::Overlays;
use crate::draw::overlay::traces;
use crate::draw::overlay::transport::transport;
use crate::draw::scale::{Scales, extent, moves};
use crate::draw::text::format::quantity;
use crate::draw::text::words::mode_verb;
use crate::texts::{tr, tr_with};
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::{Vec3, unit};
use stickslip_engine::observe::many_body::is_many_body;
use stickslip_engine::observe::packing::Link;
use stickslip_engine::observe::quantity::component;
use stickslip_engine::observe::state::{BodyState, ContactView, State};
use stickslip_engine::shapes::Shape;
use stickslip_engine::world::contact::ContactKey;

/// Modes of a contact's slide, roll and spin friction; a component that the law lacks is omitted.
pub fn modes(contact: &ContactView) -> Vec<Mode> {
    let [slide, roll_i, roll_j, spin] = [0, 1, 2, 3].map(|k| component(contact, k));
    let roll_slips = roll_i.mode == Mode::Slip || roll_j.mode == Mode::Slip;
    let roll_mode = if roll_slips { Mode::Slip } else { roll_i.mode };
    let parts = [(true, slide.mode), (roll_i.is_on() || roll_j.is_on(), roll_mode), (spin.is_on(), spin.mode)];
    parts.into_iter().filter(|(is_on, _)| *is_on).map(|(_, mode)| mode).collect()
}

/// Largest number of value boxes, not counting those of selected bodies and inspected contacts.
const MAX_BOXES: usize = 2;
/// Largest number of bodies or pairs of which any has a value box by default.
const MAX_BLOCKS: usize = 6;
/// Approximate number of velocity arrows in a many-body scene.
pub const MAX_ARROWS: usize = 150;
/// Maximum length of a friction arrow, bars: a damper can bear a hundred times the limit for a single step, and its arrow
/// would cross the whole scene.
pub const MAX_FRICTION_BARS: f64 = 4.0;
/// Length below which an arrow to scale is not drawn, bars.
const SHORTEST: f64 = 0.03;
/// Sweep of an arc whose value equals the scale bar: a quarter turn, rad; no arc exceeds [`MAX_ARC`].
pub const BAR_ARC: f64 = std::f64::consts::FRAC_PI_2;
pub const MAX_ARC: f64 = 5.2;
/// Length of the axes of a body without a known shape, over the size of the sphere in its place.
const TRIAD: f64 = 3.0;
/// Letter of the first tangent of the engine that computed an imported run.
pub const TOLD_TANGENT: &str = "u′";

/// The overlays of a state.
pub fn draw_list(state: &State, on: &Overlays, scales: &Scales) -> DrawList {
    let mut list = DrawList::default();
    let moving_bodies = state.bodies.iter().filter(|b| moves(b)).count();
    let (frames, many_body) = (moving_bodies <= MAX_FRAMES, is_many_body(state.bodies.len()));
    for (index, body) in state.bodies.iter().enumerate().filter(|(_, b)| moves(b)) {
        let chosen = frames || on.selected == Some(index);
        if chosen || has_arrow(index, state.bodies.len()) {
            list.body(body, chosen, on, scales);
        }
    }
    if !many_body {
        state.bodies.iter().filter(|body| !body.is_shape_known).for_each(|body| list.triad(body));
    }
    if on.chains && !many_body {
        let links = state.contacts.iter().map(Link::from).collect();
        list.chains = chains::chains(&state.bodies, links, chains::MAX_CHAINS);
    }
    let frames = state.contacts.len() <= MAX_FRAMES;
    let mut before = None;
    for contact in &state.contacts {
        let inspected = on.contact == Some(contact.pair.key);
        let chosen = frames || inspected || touches(contact, on.selected);
        // A single frame for all points of a face.
        let pair = Some((contact.pair.key.i, contact.pair.key.j));
        let first = before != pair;
        let framed = Overlays {
            contact_frame: on.contact_frame && (first || inspected),
            transport: on.transport && (first || inspected),
            gauge: on.gauge && (first || inspected),
            ..*on
        };
        before = pair;
        list.contact(state, contact, chosen, &framed, scales);
    }
    if on.friction {
        list.friction_values(state, scales);
    }
    if on.body_names {
        list.names(state);
    }
    if on.numbers {
        list.texts(state, moving_bodies, on, scales);
    }
    list
}

/// True if the body gets a velocity arrow. In a many-body scene, index times the golden ratio, mod 1, selects the
/// arrows, so that no lattice row keeps all of them.
pub fn has_arrow(index: usize, bodies: usize) -> bool {
    let share = MAX_ARROWS as f64 / bodies as f64;
    !is_many_body(bodies) || (index as f64 * 0.618_033_988_749_894_9).fract() < share
}

/// True if the contact touches the body.
fn touches(contact: &ContactView, body: Option<usize>) -> bool {
    touches_body(&contact.pair.key, body)
}

/// True if the key belongs to a contact of the body.
pub fn touches_body(key: &ContactKey, body: Option<usize>) -> bool {
    body.is_some_and(|b| key.i as usize == b || key.j as usize == b)
}

/// Friction of a contact on the body for which it is shown, world: the total that acts, elastic and damping part
/// together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownFriction {
    /// Friction force, N.
    pub force: Vec3,
    /// Roll torque, N·m.
    pub roll: Vec3,
    /// Spin torque, N·m.
    pub spin: Vec3,
    /// Mode of the roll component.
    pub roll_mode: Mode,
}

/// Friction force and torques of a contact on the body it is shown for.
pub fn friction(state: &State, contact: &ContactView) -> ShownFriction {
    let loads = &contact.loads;
    if acts_on_j(state, contact) {
        let roll_mode = contact.roll.j.mode;
        ShownFriction { force: loads.friction_on_j, roll: loads.roll_on_j(), spin: -loads.spin_on_i, roll_mode }
    } else {
        let roll_mode = contact.roll.i.mode;
        ShownFriction { force: -loads.friction_on_j, roll: loads.roll_on_i(), spin: loads.spin_on_i, roll_mode }
    }
}

/// Contact points between the same two bodies as this contact.
pub fn points_of_pair<'a>(state: &'a State, contact: &ContactView) -> impl Iterator<Item = &'a ContactView> {
    let of = (contact.pair.key.i, contact.pair.key.j);
    state.contacts.iter().filter(move |other| (other.pair.key.i, other.pair.key.j) == of)
}

/// A friction arrow, m, at most [`MAX_FRICTION_BARS`] long.
fn friction_arrow(force: &Vec3, scales: &Scales) -> Vec3 {
    let (along, longest) = (scales.arrow(force, scales.force), MAX_FRICTION_BARS * scales.length);
    if along.norm() > longest { along * (longest / along.norm()) } else { along }
}

impl DrawList {
    fn arrow(&mut self, from: Vec3, along: Vec3, role: Role, head: Head, shortest: f64) {
        if along.norm() > shortest {
            let to = from + along;
            self.arrows.push(Arrow { from, to, role, head });
        }
    }

    fn arc(&mut self, center: Vec3, vector: &Vec3, bar: f64, radius: f64, of: ArcQuantity) {
        let (role, head) = match of {
            ArcQuantity::AngularVelocity => (Role::Velocity, Head::Open),
            ArcQuantity::Roll | ArcQuantity::Spin => (Role::Friction, Head::Double),
            ArcQuantity::Torsion => (Role::Pull, Head::Thick),
        };
        let sweep = (BAR_ARC * vector.norm() / bar).min(MAX_ARC);
        if bar > 0.0 && sweep > 0.05 {
            let axis = vector / vector.norm();
            self.arcs.push(Arc { center, axis, radius, sweep, of, role, head });
        }
    }

    fn body(&mut self, body: &BodyState, chosen: bool, on: &Overlays, scales: &Scales) {
        let size = extent(&body.shape).unwrap_or(scales.body);
        if on.body_frame && chosen {
            for (axis, letter) in [(Vec3::x(), "x"), (Vec3::y(), "y"), (Vec3::z(), "z")] {
                let along = body.q * axis * (1.35 * size);
                self.arrow(body.x, along, Role::Body, Head::Thick, 0.0);
                let at = body.x + along * 1.08;
                self.marks.push(Mark { at, text: letter.to_owned(), role: Role::Body, frame: 1.35 * size });
            }
        }
        if on.velocity {
            let along = scales.arrow(&body.v, scales.velocity);
            self.arrow(body.x, along, Role::Velocity, Head::Open, SHORTEST * scales.length);
        }
        if on.turning && chosen {
            self.arc(body.x, &body.w, scales.turning, 1.12 * size, ArcQuantity::AngularVelocity);
        }
    }

    /// n, u and w with this length, m, and as a line the first tangent of the engine that computed an imported run.
    fn frame(&mut self, contact: &ContactView, length: f64) {
        let (c, frame) = (contact.touch.c, &contact.frame.now);
        let letter =
            |text: &str, along: Vec3| Mark { at: c + along, text: text.to_owned(), role: Role::Contact, frame: length };
        for (axis, name) in [(frame.n, "n"), (frame.u, "u"), (frame.w, "w")] {
            self.arrow(c, axis * length, Role::Contact, Head::Thin, 0.0);
            self.marks.push(letter(name, axis * (1.125 * length)));
        }
        if let Some(told) = contact.played.as_ref().and_then(|given| given.tangent) {
            self.lines.push(TraceLine { points: vec![c, c + told * length], role: Role::Contact });
            self.marks.push(letter(TOLD_TANGENT, told * (1.25 * length)));
        }
    }

    /// The axes of a body without a known shape.
    fn triad(&mut self, body: &BodyState) {
        let length = TRIAD * body.shape.size();
        for axis in [Vec3::x(), Vec3::y(), Vec3::z()] {
            self.arrow(body.x, body.q * axis * length, Role::Body, Head::Thin, 0.0);
        }
    }

    fn contact(&mut self, state: &State, contact: &ContactView, chosen: bool, on: &Overlays, scales: &Scales) {
        let (c, frame, size) = (contact.touch.c, &contact.frame.now, scales.body);
        if on.contact_frame && chosen {
            self.frame(contact, 0.8 * size);
        }
        if on.transport && chosen {
            let carried = transport(contact, 0.8 * size);
            self.arrows.extend(carried.arrows);
            self.lines.extend(carried.arc);
            self.marks.extend(carried.marks);
        }
        if on.gauge && chosen {
            gauge::add(self, state, contact, size);
        }
        if on.overlap && chosen {
            overlap::add(self, state, contact);
        }
        if on.contact == Some(contact.pair.key) {
            self.lines.push(traces::ring(contact, 0.2 * size));
        }
        let loads = friction(state, contact);
        let shortest = SHORTEST * scales.length;
        if on.friction {
            let along = friction_arrow(&loads.force, scales);
            self.arrow(c, along, Role::Friction, Head::Double, shortest);
            if chosen {
                let metres = scales.arrow(&Vec3::x(), scales.force).x;
                self.lines.extend(limit_curve::grain_lines(contact, metres, size));
            }
        }
        if on.normal {
            let sign = if acts_on_j(state, contact) { -1.0 } else { 1.0 };
            let along = scales.arrow(&(contact.loads.normal_on_i * sign), scales.normal);
            self.arrow(c, along, Role::Normal, Head::Thick, shortest);
        }
        if on.torques && chosen {
            self.arc(c, &loads.roll, scales.roll, 0.55 * size, ArcQuantity::Roll);
            self.arc(c, &loads.spin, scales.spin, 0.4 * size, ArcQuantity::Spin);
        }
        if on.patches {
            self.lines.extend(traces::patch(contact));
        }
        if on.curvature && chosen {
            self.lines.extend(traces::curvature(contact));
        }
        if on.discs {
            let mode = contact.slide.0.mode;
            if chosen {
                let away = unit(&loads.force, 1e-12).map_or((frame.u + frame.w) * -0.5f64.sqrt(), |along| -along);
                self.badges.push(ModeBadge { at: c, away, modes: modes(contact), frame: 0.8 * size });
            } else {
                self.discs.push(Disc { center: c, normal: contact.touch.n, radius: 0.08 * size, mode });
            }
        }
    }

    /// The names of the moving bodies.
    fn names(&mut self, state: &State) {
        let moving = state.bodies.iter().enumerate().filter(|(_, body)| moves(body));
        let name = |(index, body): (usize, &BodyState)| BodyName {
            index,
            text: body.name.clone(),
            role: compared_role(index),
        };
        self.names.extend(moving.map(name));
    }

    /// Adds the values as boxes: those of the selected body, and of the inspected and the hovered contact; besides
    /// these, of the first body and pair, up to [`MAX_BOXES`].
    fn texts(&mut self, state: &State, moving_bodies: usize, on: &Overlays, scales: &Scales) {
        let bodies = state.bodies.iter().enumerate().filter(|(_, body)| moves(body));
        let pairs: Vec<&[ContactView]> = state.contacts.chunk_by(same_pair).collect();
        let is_pinned = |pair: &[ContactView]| pair.iter().any(|contact| on.names(&contact.pair.key));
        let body = |body: &BodyState| {
            body_block(body, crate::draw::scale::gravity_or_usual(&state.gravity), moving_bodies > 1, scales)
        };
        let pair = |pair: &[ContactView]| {
            let mut block = pair_block(state, pair, on.patches, scales);
            if pairs.len() > 1 {
                let name = |k: u32| state.bodies.get(k as usize).map_or("", |body| body.name.as_str());
                let key = &pair[0].pair.key;
                block.lines.insert(0, (Role::Contact, format!("{} – {}", name(key.i), name(key.j))));
            }
            block
        };
        self.blocks.extend(bodies.clone().filter(|(index, _)| on.selected == Some(*index)).map(|(_, of)| body(of)));
        self.blocks.extend(pairs.iter().filter(|of| is_pinned(of)).map(|of| pair(of)));
        let is_full = |list: &Self| list.blocks.len() >= MAX_BOXES;
        if on.selected.is_none() && moving_bodies <= MAX_BLOCKS && !is_full(self) {
            self.blocks.extend(bodies.clone().next().map(|(_, of)| body(of)));
        }
        if !is_pile(&state.bodies)
            && pairs.len() <= MAX_BLOCKS
            && !is_full(self)
            && !pairs.iter().any(|of| is_pinned(of))
        {
            let of_selected = pairs.iter().find(|of| touches(&of[0], on.selected));
            self.blocks.extend(of_selected.or(pairs.first()).map(|of| pair(of)));
        }
    }

    /// Adds the friction force at the tip of its arrow; the sum of the points of a face at its longest arrow.
    fn friction_values(&mut self, state: &State, scales: &Scales) {
        let pairs = state.contacts.chunk_by(same_pair);
        if is_pile(&state.bodies) || pairs.clone().count() > MAX_FRAMES {
            return;
        }
        for pair in pairs {
            let forces: Vec<(Vec3, Vec3)> = pair.iter().map(|of| (of.touch.c, friction(state, of).force)).collect();
            let longest = forces.iter().max_by(|a, b| a.1.norm().total_cmp(&b.1.norm()));
            let Some((from, force)) = longest else { continue };
            let along = friction_arrow(force, scales);
            if along.norm() > SHORTEST * scales.length {
                let sum = forces.iter().map(|(_, force)| force).sum::<Vec3>().norm();
                let force = quantity(clean(sum, pair.iter().map(|of| of.normal.n).sum()), "N");
                let text = if forces.len() > 1 { tr_with("scene-total", [("force", force.into())]) } else { force };
                self.values.push(TipValue { from: *from, tip: from + along, text, role: Role::Friction });
            }
        }
    }
}

/// True for two contact points of the same two bodies.
fn same_pair(a: &ContactView, b: &ContactView) -> bool {
    (a.pair.key.i, a.pair.key.j) == (b.pair.key.i, b.pair.key.j)
}

/// Part of a typical value below which one is rounding, and is written as 0.
const ROUNDING: f64 = 1e-9;

/// 0 for a value that is less than rounding of a typical one.
fn clean(value: f64, typical: f64) -> f64 {
    if value < ROUNDING * typical { 0.0 } else { value }
}

/// Values of a body: v, ω and, for a rotating round body, v/ω. `gravity`: m/s².
fn body_block(body: &BodyState, gravity: f64, named: bool, scales: &Scales) -> Block {
    // Typical is the speed after a fall from the size of the body.
    let size = extent(&body.shape).unwrap_or(scales.body);
    let fall = (size * gravity).sqrt();
    let (v, w) = (clean(body.v.norm(), fall), clean(body.w.norm(), fall / size));
    let mut lines = Vec::new();
    if named {
        lines.push((Role::Body, body.name.clone()));
    }
    lines.push((Role::Velocity, format!("v = {}", quantity(v, "m/s"))));
    if !matches!(body.motion, stickslip_engine::scene::Motion::Translating) {
        lines.push((Role::Velocity, format!("ω = {}", quantity(w, "rad/s"))));
        if round(&body.shape) && w > 1e-6 && v > 1e-9 {
            lines.push((Role::Velocity, format!("v/ω = {}", quantity(v / w, "m"))));
        }
    }
    let clear = extent(&body.shape).unwrap_or(scales.body);
    Block { at: body.x, clear, below: false, lines }
}

/// Values of the contacts between two bodies: friction summed over the points, and modes.
fn pair_block(state: &State, pair: &[ContactView], patches: bool, scales: &Scales) -> Block {
    let zero = Vec3::zeros();
    let (mut at, mut force, mut roll, mut spin, mut normal) = (zero, zero, zero, zero, 0.0);
    let mut modes = [Mode::Open; 3];
    for contact in pair {
        let loads = friction(state, contact);
        at += contact.touch.c / pair.len() as f64;
        force += loads.force;
        roll += loads.roll;
        spin += loads.spin;
        normal += contact.normal.n;
        for (mode, now) in modes.iter_mut().zip([contact.slide.0.mode, loads.roll_mode, contact.spin.0.mode]) {
            // One slipping point makes the pair slip; it is open only if all points are open.
            if now == Mode::Slip || *mode == Mode::Open {
                *mode = now;
            }
        }
    }
    // Of an imported run neither the mode nor the limit may be known.
    let is_untold =
        pair.iter().any(|of| of.played.as_ref().is_some_and(|played| played.slide_mode(None, 0.0).is_none()));
    let line = |name: &str, mode: Mode, value: f64, unit: &str| {
        let typical = if unit == "N" { normal } else { normal * scales.body };
        let verb = if mode == Mode::Open && is_untold { tr("mode-unknown") } else { mode_verb(mode) };
        (Role::Friction, format!("{name} {} ({verb})", quantity(clean(value, typical), unit)))
    };
    let mut lines = vec![line(tr("scene-friction"), modes[0], force.norm(), "N")];
    if pair.iter().any(|c| crate::draw::scale::roll_cap(c) > 0.0) {
        lines.push(line(tr("scene-roll"), modes[1], roll.norm(), "N·m"));
    }
    if pair.iter().any(|c| crate::draw::scale::spin_cap(c) > 0.0) {
        lines.push(line(tr("scene-spin"), modes[2], spin.norm(), "N·m"));
    }
    lines.extend(gauge::text(state, pair).map(|text| (Role::Friction, text)));
    lines.push((Role::Normal, format!("N = {}", quantity(normal, "N"))));
    if patches && let Some(a) = pair.iter().map(|c| c.normal.patch).find(|a| *a > 0.0) {
        lines.push((Role::Normal, format!("a = {}", quantity(a, "m"))));
    }
    Block { at, clear: 0.3 * scales.body, below: true, lines }
}

/// True for a shape that can roll.
fn round(shape: &Shape) -> bool {
    !matches!(shape, Shape::Plane | Shape::Box { .. } | Shape::Polyhedron(_) | Shape::Bowl { .. } | Shape::Tube { .. })
}

#[cfg(test)]
#[path = "draw_list_tests.rs"]
mod tests;

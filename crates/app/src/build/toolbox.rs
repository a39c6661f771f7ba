//! The toolbox: a shape that is chosen in it follows the pointer over the scene, standing on the surface below, and is placed
//! by a click. The tools that connect draw a line from body to body.

use crate::build::bodies::edit;
use crate::build::ghost::{BodyOffer, GhostShape, OfferedChange, ghost, under};
use crate::build::lines::{LineDraft, LineEnd, body_point, line_end};
use crate::build::materials::{BuildMaterial, MATERIALS, PairTable, paint};
use crate::build::patch::{self, is_at_start, say, select};
use crate::build::tools::Tool;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::projection::{SceneArea, SceneProjection};
use crate::draw::space::units::Units;
use crate::state::pointer::Pointer;
use crate::state::scene_patch::ScenePatch;
use crate::state::session::{SceneOpened, Session};
use crate::texts::{tr, tr_with};
use crate::timeline::display_state::DisplayState;
use crate::timeline::playback::Playback;
use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use stickslip_engine::scene::text::patch::{entry, value_at};
use stickslip_engine::scene::text::write;
use stickslip_engine::step::edits::Edit;

/// Distance from a placed body from which the pointer offers the next one, pixels.
const AWAY: f32 = 16.0;
/// Distance of the places that are tried around the middle of the scene's area, pixels.
const RING: f32 = 24.0;
/// Number of squares of places around the middle that are tried.
const RINGS: i32 = 10;

/// The chosen tool, and the body that it or a drag would place.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Toolbox {
    /// The tool; `None` while the mouse selects.
    pub tool: Option<Tool>,
    /// The body under the pointer, if there is room for one.
    pub offer: Option<BodyOffer>,
    /// The line that a tool draws, from the body at which it began.
    pub line: Option<LineDraft>,
    /// Why the last button of the panel did nothing.
    pub refusal: Option<String>,
    /// True while a tool is dragged out of the toolbox.
    pub is_dragged_out: bool,
    /// Where the pointer was when a body was placed, pixels: the next one is offered once it has moved away.
    pub(super) placed_at: Option<bevy::math::Vec2>,
    /// Size relative to the usual one, as an exponent of 1.1.
    pub(super) size: f32,
    /// Turn about the normal of the surface, in notches.
    pub(super) turn: f32,
}

impl Toolbox {
    /// Chooses a tool, or lays it down if it is chosen.
    pub fn choose(&mut self, tool: Tool) {
        *self = Self { tool: Some(tool).filter(|_| self.tool != Some(tool)), ..Self::default() };
    }

    /// Takes a tool out of the toolbox by dragging it.
    pub fn drag_out(&mut self, tool: Tool) {
        *self = Self { tool: Some(tool), is_dragged_out: true, ..Self::default() };
    }

    /// Size and turn of the body that is to be placed.
    pub(super) fn shape(&self) -> GhostShape {
        GhostShape { size: 1.1_f64.powf(self.size.into()), notches: self.turn.round().into() }
    }

    /// The wheel over the scene: the body grows, or `turns`.
    pub fn wheel(&mut self, notches: f32, turns: bool) {
        match turns {
            true => self.turn += notches,
            false => self.size = (self.size + notches).clamp(-48.0, 48.0),
        }
    }
}

/// Moves the ghost to the surface under the pointer, or the end of a line to what is there. A ghost keeps to a grid unless Alt
/// is held.
pub fn follow_pointer(
    (area, orbit, units): (Res<SceneArea>, Res<Orbit>, Res<Units>),
    (pointer, keyboard): (Res<Pointer>, Res<ButtonInput<KeyCode>>),
    (shown, session): (Res<DisplayState>, Res<Session>),
    mut toolbox: ResMut<Toolbox>,
) {
    let Some(tool) = toolbox.tool else { return };
    let is_over = |at: bevy::math::Vec2| match toolbox.is_dragged_out {
        true => area.0.is_some_and(|area| area.contains(at)),
        false => pointer.is_in_scene(at, area.0),
    };
    let at = pointer.at.filter(|at| !session.gallery && is_over(*at)).zip(area.0);
    let projection = at.map(|(at, area)| (SceneProjection { orbit: &orbit, area, units: &units }, at));
    if tool.is_line() {
        let line = toolbox.line.as_ref().zip(projection).map(|(line, (projection, at))| {
            let in_plane = keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
            LineDraft { end: line_end(&shown.state, &projection, at, &line.from, in_plane), ..line.clone() }
        });
        if line.is_some() && toolbox.line != line {
            toolbox.line = line;
        }
        return;
    }
    if toolbox.placed_at.zip(pointer.at).is_some_and(|(placed, at)| placed.distance(at) > AWAY) {
        toolbox.placed_at = None;
    }
    let offers = tool.is_body() && toolbox.placed_at.is_none();
    let opened = session.opened.as_ref().filter(|_| offers);
    let offer = projection.zip(opened).and_then(|((projection, at), opened)| {
        let is_free = keyboard.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
        let old = toolbox.offer.as_ref();
        ghost(tool, toolbox.shape(), &shown.state, &opened.scene, &projection.ray(at), is_free, old)
    });
    if toolbox.offer != offer {
        toolbox.offer = offer;
    }
}

/// Lays the tool down when another scene is opened, the gallery shown or the run played, and closes the table of pairs with the
/// scene that it belongs to.
pub fn lay_down(
    mut opened: MessageReader<SceneOpened>,
    (session, playback): (Res<Session>, Res<Playback>),
    (mut toolbox, mut table): (ResMut<Toolbox>, ResMut<PairTable>),
) {
    let leaves = opened.read().any(|opened| opened.another) || session.gallery;
    if leaves {
        table.set_if_neq(PairTable::default());
    }
    if leaves || playback.playing {
        toolbox.set_if_neq(Toolbox::default());
    }
}

/// True if Shift is held, which keeps a tool.
fn is_held(world: &World) -> bool {
    world
        .get_resource::<ButtonInput<KeyCode>>()
        .is_some_and(|keys| keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]))
}

/// Places what the tool or a drag offers, and selects it; the tool is laid down unless Shift is held. A body that overlaps
/// another one is refused with a notice.
pub fn place(world: &mut World) {
    if let Some(line) = world.resource::<Toolbox>().line.clone() {
        place_line(world, &line);
        return;
    }
    if let Some(Tool::Material(place)) = world.resource::<Toolbox>().tool {
        paint_under_pointer(world, &MATERIALS[place]);
        return;
    }
    if world.resource::<Toolbox>().tool.is_some_and(Tool::is_line) {
        begin_line(world);
        return;
    }
    let Some(offer) = world.resource::<Toolbox>().offer.clone() else { return };
    if offer.overlap.is_none() && !is_held(world) {
        *world.resource_mut::<Toolbox>() = Toolbox::default();
    }
    world.resource_mut::<Toolbox>().is_dragged_out = false;
    if offer.overlap.is_some() {
        say(world, offer.text());
        return;
    }
    let name = offer.spec.name.clone();
    let at = world.resource::<Pointer>().at;
    let mut toolbox = world.resource_mut::<Toolbox>();
    (toolbox.placed_at, toolbox.offer) = (at.filter(|_| toolbox.tool.is_some()), None);
    match offer.change {
        OfferedChange::Change { what, patches } => {
            if patch::apply(world, what, &patches) && offer.others.is_empty() {
                select(world, &[name]);
            }
        }
        OfferedChange::New(entry) if is_at_start(world) => {
            let what = tr_with("build-add", [("body", name.clone().into())]);
            if patch::apply(world, what, &[ScenePatch::AddBody(entry)]) {
                select(world, &[name]);
            }
        }
        OfferedChange::New(_) => {
            edit(world, vec![Edit::Add(write::body(&offer.spec))]);
            say(world, tr("build-added-later").to_owned());
        }
    }
}

/// Places the body of the chosen tool where the first ray meets a free place, of rays around the middle of the scene's area in
/// growing squares; a notice says so if there is none.
pub fn place_in_middle(world: &mut World) {
    let toolbox = world.resource::<Toolbox>();
    let (Some(tool), Some(area)) = (toolbox.tool.filter(|tool| tool.is_body()), world.resource::<SceneArea>().0) else {
        return;
    };
    let projection = SceneProjection { orbit: world.resource(), area, units: world.resource() };
    let (shown, session) = (world.resource::<DisplayState>(), world.resource::<Session>());
    let Some(opened) = &session.opened else { return };
    let ring = |r: i32| {
        (-r..=r).flat_map(move |x| (-r..=r).map(move |y| (x, y))).filter(move |(x, y)| x.abs().max(y.abs()) == r)
    };
    let places =
        (0..=RINGS).flat_map(ring).map(|(x, y)| area.center() + RING * bevy::math::Vec2::new(x as f32, y as f32));
    let offers = places
        .filter(|at| area.contains(*at))
        .filter_map(|at| ghost(tool, toolbox.shape(), &shown.state, &opened.scene, &projection.ray(at), false, None));
    let free = offers.into_iter().find(|offer| offer.overlap.is_none());
    if free.is_none() {
        say(world, tr("build-no-room").to_owned());
        return;
    }
    world.resource_mut::<Toolbox>().offer = free;
    place(world);
}

/// The picture, and the place of the pointer in it.
fn under_pointer(world: &World) -> Option<(SceneProjection<'_>, bevy::math::Vec2)> {
    let (at, area) = world.resource::<Pointer>().at.zip(world.resource::<SceneArea>().0)?;
    Some((SceneProjection { orbit: world.resource(), area, units: world.resource() }, at))
}

/// Begins a line at the body under the pointer, on which a tool was dropped; lays the tool down beside all bodies.
fn begin_line(world: &mut World) {
    let state = &world.resource::<DisplayState>().state;
    let begins = under_pointer(world).and_then(|(projection, at)| body_point(state, &projection, at));
    let line = begins.map(|(body, from)| LineDraft { body, from, end: LineEnd::World(from) });
    let mut toolbox = world.resource_mut::<Toolbox>();
    let tool = toolbox.tool.filter(|_| line.is_some());
    *toolbox = Toolbox { tool, line, ..Toolbox::default() };
}

/// Gives the body under the pointer a material, and selects it; the tool stays chosen unless it was dragged here.
fn paint_under_pointer(world: &mut World, material: &BuildMaterial) {
    if std::mem::take(&mut world.resource_mut::<Toolbox>().is_dragged_out) {
        *world.resource_mut::<Toolbox>() = Toolbox::default();
    }
    let at = world.resource::<Pointer>().at.zip(world.resource::<SceneArea>().0);
    let state = world.resource::<DisplayState>().state.clone();
    let ray = at.map(|(at, area)| SceneProjection { orbit: world.resource(), area, units: world.resource() }.ray(at));
    let Some((body, _)) = ray.and_then(|ray| under(state.bodies.iter(), &ray)) else { return };
    let opened = world.resource::<Session>().opened.clone();
    let entry = opened.and_then(|opened| Some((entry(&opened.text, &body.name).ok()?, opened)));
    let Some((entry, opened)) = entry else { return };
    let has_density = value_at(&entry, "density").is_some();
    let patches = paint(&opened.scene, &body.name, has_density, Some(material.name));
    let named = [("body", body.name.as_str().into()), ("material", tr(material.title).into())];
    if patch::apply(world, tr_with("build-paint", named), &patches) {
        select(world, std::slice::from_ref(&body.name));
    }
}

/// Makes what a drawn line means. A line that ends at its own body has no end yet.
fn place_line(world: &mut World, line: &LineDraft) {
    let ends_at_start = matches!(&line.end, LineEnd::Body { body, .. } if *body == line.body);
    let Some(tool) = world.resource::<Toolbox>().tool.filter(|_| !ends_at_start) else { return };
    world.resource_mut::<Toolbox>().line = None;
    if !is_held(world) {
        *world.resource_mut::<Toolbox>() = Toolbox::default();
    }
    let opened = world.resource::<Session>().opened.clone();
    let state = world.resource::<DisplayState>().state.clone();
    let made = opened.and_then(|opened| line.change(tool, &state, &opened));
    match made {
        Some(Ok((what, patches))) => {
            patch::apply(world, what, &patches);
        }
        Some(Err(why)) => say(world, why),
        None => {}
    }
}

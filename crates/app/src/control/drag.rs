//! Presses in the scene that grab a body or the edge of a board: pressing, pulling, releasing, tilting.
//!
//! In a lesson, and while a small scene plays, a press on a body grabs it without a key; with Ctrl it does so
//! everywhere. A drag records the same edits as the hand, so it replays and can be undone like them.

use crate::build::ghost::grid;
use crate::build::group::BodyGroup;
use crate::build::handles::BodyHandles;
use crate::build::lines::{LineDraft, LineEnd, body_point};
use crate::build::reshape::Reshaped;
use crate::build::toolbox::Toolbox;
use crate::draw::scale::{extent, moves};
use crate::draw::space::grounds::{Ground, Visual};
use crate::draw::space::orbit::Orbit;
use crate::draw::space::projection::{SceneArea, SceneProjection};
use crate::draw::space::units::Units;
use crate::hand::body_form::BodyForm;
use crate::hand::pick::{movable_under, pick};
use crate::hand::{DragContext, DragKind, Grab, Grip, HandleKind, Held, PressHolder, PressTarget};
use crate::lessons::board::{BoardHandles, HANDLE, at_slope, boards, edge_under, slope_under, tilt_edit};
use crate::lessons::lesson_session::{LessonSession, predict_first};
use crate::state::layout::Layout;
use crate::state::marks::BodyMarks;
use crate::state::panels::BuildMode;
use crate::state::pointer::Pointer;
use crate::state::request::{BuildRequest, Request};
use crate::state::session::{Notice, Session};
use crate::state::touch::MAX_TAP_PATH;
use crate::texts::{tr, tr_with};
use crate::timeline::display_state::DisplayState;
use crate::timeline::past::Past;
use crate::timeline::playback::Playback;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use bevy::input::touch::Touches;
use bevy::math::{Rect, Vec2};
use stickslip_engine::laws::Vec3 as Metres;
use stickslip_engine::observe::many_body::is_many_body;
use stickslip_engine::step::edits::{Edit, QueueEdit, slope};
use stickslip_engine::world::Clock;

/// Rotation of the target per pixel, rad.
const TURN: f32 = 0.01;
/// Distance from its start beyond which a press is a drag, pixels; of a mouse without Ctrl.
const MAX_CLICK: f32 = 4.0;
/// Distance from the border of a handle within which a press takes hold of it, pixels.
const EDGE: f32 = 4.0;

/// The user's input.
#[derive(SystemParam)]
pub struct GripInput<'w, 's> {
    pointer: Res<'w, Pointer>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    keyboard: Res<'w, ButtonInput<KeyCode>>,
    touches: Res<'w, Touches>,
    grounds: Query<'w, 's, (&'static Visual, &'static Ground)>,
}

impl GripInput<'_, '_> {
    /// The press that begins in this frame, and its position, pixels.
    fn pressed(&self) -> Option<(PressHolder, Vec2)> {
        let fingers = self.touches.iter().count();
        let finger = self.touches.iter_just_pressed().next().filter(|_| fingers == 1);
        let finger = finger.map(|touch| (PressHolder::Finger(touch.id()), touch.start_position()));
        let button = [MouseButton::Right, MouseButton::Left].into_iter().find(|b| self.buttons.just_pressed(*b));
        finger.or(button.zip(self.pointer.at).map(|(button, at)| (PressHolder::Mouse(button), at)))
    }

    /// Position of a press that lasts, pixels; a second finger ends that of the first.
    fn position(&self, grip: &Grip) -> Option<Vec2> {
        match grip.holder {
            PressHolder::Mouse(button) => self.buttons.pressed(button).then(|| self.pointer.at.unwrap_or(grip.at)),
            PressHolder::Finger(id) => {
                self.touches.get_pressed(id).filter(|_| self.touches.iter().count() == 1).map(|touch| touch.position())
            }
        }
    }

    /// True if no button is down and no finger touches.
    fn is_idle(&self) -> bool {
        let any = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
        !self.buttons.any_pressed(any) && self.touches.iter().next().is_none()
    }
}

/// The scene in which the hand acts.
#[derive(SystemParam)]
pub struct GripScene<'w> {
    area: Res<'w, SceneArea>,
    orbit: Res<'w, Orbit>,
    units: Res<'w, Units>,
    shown: Res<'w, DisplayState>,
    clock: Res<'w, Clock>,
    lesson_session: Res<'w, LessonSession>,
    past: Res<'w, Past>,
    handles: Res<'w, BoardHandles>,
    build: BuildScene<'w>,
    playback: ResMut<'w, Playback>,
    form: ResMut<'w, BodyForm>,
    hand: ResMut<'w, Grab>,
    edits: MessageWriter<'w, QueueEdit>,
    notices: MessageWriter<'w, Notice>,
}

/// What is being built.
#[derive(SystemParam)]
pub struct BuildScene<'w> {
    mode: Res<'w, BuildMode>,
    marks: Res<'w, BodyMarks>,
    handles: Res<'w, BodyHandles>,
    group: Res<'w, BodyGroup>,
    session: Res<'w, Session>,
    toolbox: ResMut<'w, Toolbox>,
    requests: MessageWriter<'w, Request>,
}

/// Follows a press that holds something, or takes hold of what is pressed.
pub fn grip(input: GripInput, mut scene: GripScene) {
    let Some(area) = scene.area.0 else {
        let hand = &mut scene.hand;
        (hand.held, hand.grip, hand.offered) = (None, None, None);
        return;
    };
    if let Some(grip) = scene.hand.grip {
        scene.follow(grip, &input, area);
        return;
    }
    let ctrl = input.keyboard.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let in_scene = |at: &Vec2| input.pointer.is_in_scene(*at, Some(area));
    if let Some((holder, at)) = input.pressed().filter(|(_, at)| in_scene(at)) {
        let target = match holder {
            PressHolder::Mouse(button) if ctrl => scene.with_key(button, &input, area, at),
            PressHolder::Mouse(MouseButton::Left) | PressHolder::Finger(_) => scene.offered(&input, area, at),
            PressHolder::Mouse(_) => None,
        };
        scene.hand.offered = None;
        if let Some(target) = target {
            let offset = scene.offset(target, area, at);
            let grip = Grip { holder, target, start: at, at, offset, is_drag: ctrl };
            scene.hand.grip = Some(grip);
            if ctrl {
                scene.begin(&grip, area);
            }
            if let PressTarget::Line(_) = target {
                scene.begin_line(area, at);
            }
        }
    } else {
        let at = input.pointer.at.filter(|at| input.is_idle() && !ctrl && in_scene(at));
        let offered = at.and_then(|at| scene.offered(&input, area, at));
        if scene.hand.offered != offered {
            scene.hand.offered = offered;
        }
    }
}

impl GripScene<'_> {
    fn projection(&self, area: Rect) -> SceneProjection<'_> {
        SceneProjection { orbit: &self.orbit, area, units: &self.units }
    }

    /// True if a press takes hold of a body without a key: in a lesson, and while a scene of few bodies plays. Paused,
    /// a drag turns the view wherever it begins, and a recording that plays is not branched off by accident.
    fn is_direct(&self) -> bool {
        let is_small = !is_many_body(self.shown.state.bodies.len());
        let plays = self.playback.playing && is_small && self.past.replay.is_none();
        self.lesson_session.layout == Layout::Lesson || plays
    }

    /// What a press at a position takes hold of without a key.
    fn offered(&self, input: &GripInput, area: Rect, at: Vec2) -> Option<PressTarget> {
        if let Some(tool) = self.build.toolbox.tool {
            let begins = tool.is_line() && self.build.toolbox.line.is_none();
            let point = begins.then(|| body_point(&self.shown.state, &self.projection(area), at)).flatten();
            return point.map(|(index, _)| PressTarget::Line(index as u32));
        }
        if self.build.mode.0 {
            let shift = input.keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
            return self.part(area, at).or(shift.then_some(PressTarget::Band));
        }
        if !self.is_direct() || self.past.fixed().is_some() {
            return None;
        }
        // A handle is drawn over the bodies.
        if let Some(handle) = self.handles.0.iter().find(|handle| handle.at.distance(at) <= HANDLE + EDGE) {
            return Some(PressTarget::Board(handle.index as u32, handle.point));
        }
        let projection = self.projection(area);
        if let Some(index) = movable_under(at, &projection, &self.shown) {
            let waits = self.lesson_session.awaits_prediction();
            let body = PressTarget::Body(index as u32, DragKind::Spring);
            return Some(if waits { PressTarget::Waiting } else { body });
        }
        let state = &self.shown.state;
        boards(&self.lesson_session, state).into_iter().find_map(|index| {
            let ground = input.grounds.iter().find(|(visual, _)| visual.0 == index)?.1;
            let point = edge_under(at, &projection, &state.bodies[index], ground)?;
            Some(PressTarget::Board(index as u32, point))
        })
    }

    /// The handle of the selected body, or the body, that a press takes hold of while the mouse builds.
    fn part(&self, area: Rect, at: Vec2) -> Option<PressTarget> {
        let handles = &self.build.handles;
        if let Some(handle) = handles.all.iter().find(|handle| handle.at.distance(at) <= handles.radius + EDGE) {
            return Some(PressTarget::Part(handles.body as u32, handle.kind));
        }
        let (index, _) = body_point(&self.shown.state, &self.projection(area), at)?;
        let is_locked = self.build.marks.locked.contains(&self.shown.state.bodies[index].name);
        (!is_locked).then_some(PressTarget::Part(index as u32, HandleKind::Move))
    }

    /// From the point that a press holds, as drawn, to the press, pixels.
    fn offset(&self, target: PressTarget, area: Rect, at: Vec2) -> Vec2 {
        let held = match target {
            PressTarget::Board(index, point) => {
                let plane = self.shown.state.bodies.get(index as usize);
                plane.and_then(|plane| at_slope(plane, point, slope(&plane.q)))
            }
            PressTarget::Part(index, HandleKind::Move) => self.reshaped(index, 0.0).map(|body| body.base()),
            PressTarget::Part(_, kind) => {
                self.build.handles.all.iter().find(|handle| handle.kind == kind).map(|handle| handle.point)
            }
            _ => None,
        };
        held.and_then(|held| self.projection(area).project(&held)).map_or(Vec2::ZERO, |held| at - held)
    }

    fn reshaped(&self, index: u32, grid: f64) -> Option<Reshaped<'_>> {
        Reshaped::new(self.build.session.opened.as_ref()?, &self.shown.state, index as usize, grid)
    }

    /// Shows what the drag of a handle makes of a body.
    fn reshape(&mut self, (index, kind): (u32, HandleKind), grip: &Grip, input: &GripInput, area: Rect) {
        let is_free = input.keyboard.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
        let raises = input.keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let grid = if is_free { 0.0 } else { grid(&self.shown.state) };
        let rays = [grip.start, grip.at].map(|at| self.projection(area).ray(at - grip.offset));
        let group = self.build.group.indices(&self.shown.state, Some(self.build.handles.body));
        let offer = self.reshaped(index, grid).and_then(|body| {
            let offer = body.dragged(kind, [&rays[0], &rays[1]], raises)?;
            let moves_all = kind == HandleKind::Move && group.len() > 1 && group.contains(&(index as usize));
            if moves_all { body.with_others(offer, &group) } else { Some(offer) }
        });
        // Where there is nothing to stand on, the body stays where it could.
        if offer.is_some() && self.build.toolbox.offer != offer {
            self.build.toolbox.offer = offer;
        }
    }

    /// Begins a line at a body.
    fn begin_line(&mut self, area: Rect, at: Vec2) {
        if let Some((body, from)) = body_point(&self.shown.state, &self.projection(area), at) {
            let end = LineEnd::Body { body, point: from };
            self.build.toolbox.line = Some(LineDraft { body, from, end });
        }
    }

    /// What a press with Ctrl takes hold of; a notice says so if it cannot be moved.
    fn with_key(&mut self, button: MouseButton, input: &GripInput, area: Rect, at: Vec2) -> Option<PressTarget> {
        let index = pick(at, &self.projection(area), &self.shown)?;
        let body = &self.shown.state.bodies[index];
        if !moves(body) {
            self.notices.write(Notice::new(tr_with("hand-immovable", [("body", body.name.clone().into())])));
            return None;
        }
        if self.lesson_session.awaits_prediction() {
            return Some(PressTarget::Waiting);
        }
        let shift = input.keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let kind = match (button, shift) {
            (MouseButton::Left, _) => DragKind::Turn,
            (_, true) => DragKind::Ramp,
            (_, false) => DragKind::Spring,
        };
        Some(PressTarget::Body(index as u32, kind))
    }

    /// Begins to act on what is held.
    fn begin(&mut self, grip: &Grip, area: Rect) {
        match grip.target {
            PressTarget::Waiting => {
                self.notices.write(Notice::new(predict_first()));
            }
            PressTarget::Board(..) | PressTarget::Part(..) | PressTarget::Line(_) | PressTarget::Band => {}
            PressTarget::Body(index, kind) => {
                let first = DragContext::new(&self.shown.state, index, &self.clock)
                    .and_then(|drag| drag.first_pull(kind, &under(self.projection(area), grip.start), self.hand.rate));
                let Some((pull, offset)) = first else { return };
                self.take(Held { body: index, pull, by_panel: false, offset });
                self.play(tr("hand-pulls-later"));
            }
        }
    }

    /// Takes hold of a body, in place of what a panel holds.
    fn take(&mut self, held: Held) {
        if let Some(old) = self.hand.held.take().filter(|old| old.body != held.body) {
            self.edits.write(QueueEdit(Edit::Release { body: old.body }));
        }
        self.edits.write(QueueEdit(Edit::Hold { body: held.body, pull: held.pull }));
        self.hand.held = Some(held);
    }

    /// Starts playback in a lesson; elsewhere a paused run is left paused, and a notice says what that means.
    fn play(&mut self, paused: &str) {
        if self.playback.playing {
            return;
        }
        if self.lesson_session.layout != Layout::Lesson {
            self.notices.write(Notice::new(paused));
        } else if self.shown.stopped.is_none() {
            self.playback.toggle();
        }
    }

    /// Follows a press to its present position, or lets go at its end.
    fn follow(&mut self, mut grip: Grip, input: &GripInput, area: Rect) {
        let escapes = input.keyboard.just_pressed(KeyCode::Escape);
        let Some(to) = input.position(&grip).filter(|_| !escapes) else {
            self.hand.grip = None;
            // On a slow machine the last motion arrives with the release.
            if let (PressTarget::Board(index, point), Some(at)) = (grip.target, input.pointer.at)
                && grip.is_drag
                && !escapes
                && at != grip.at
                && matches!(grip.holder, PressHolder::Mouse(_))
            {
                self.tilt(index, point, area, at - grip.offset);
            }
            if grip.is_drag && grip.target == PressTarget::Band && !escapes {
                self.choose(Rect::from_corners(grip.start, grip.at), area);
            }
            if grip.is_drag && matches!(grip.target, PressTarget::Part(..) | PressTarget::Line(_)) {
                self.drop(escapes);
            }
            if let Some(held) = self.hand.held.take_if(|held| grip.is_drag && !held.by_panel) {
                self.edits.write(QueueEdit(Edit::Release { body: held.body }));
            }
            return;
        };
        let from = std::mem::replace(&mut grip.at, to);
        let threshold = if matches!(grip.holder, PressHolder::Finger(_)) { MAX_TAP_PATH } else { MAX_CLICK };
        if !grip.is_drag && to.distance(grip.start) < threshold {
            return;
        }
        if !std::mem::replace(&mut grip.is_drag, true) {
            self.begin(&grip, area);
        }
        self.hand.grip = Some(grip);
        match grip.target {
            PressTarget::Waiting | PressTarget::Band => {}
            // A hand at rest asks for no other slope, though the camera may move.
            PressTarget::Board(index, point) if from != to => self.tilt(index, point, area, to - grip.offset),
            PressTarget::Board(..) | PressTarget::Line(_) => {}
            PressTarget::Part(index, kind) if from != to => self.reshape((index, kind), &grip, input, area),
            PressTarget::Part(..) => {}
            PressTarget::Body(index, _) => self.pull(index, area, [from, to]),
        }
    }

    /// Selects the bodies of finite size whose centres are seen in a rectangle of the window, pixels.
    fn choose(&mut self, band: Rect, area: Rect) {
        let projection = self.projection(area);
        let bodies = self.shown.state.bodies.iter().filter(|body| extent(&body.shape).is_some());
        let seen = bodies.filter(|body| projection.project(&body.x).is_some_and(|at| band.contains(at)));
        let names: Vec<String> = seen.map(|body| body.name.clone()).collect();
        self.build.requests.write(Request::Build(BuildRequest::Select(names)));
    }

    /// Places what a drag has made, or lets it go.
    fn drop(&mut self, escapes: bool) {
        if escapes {
            (self.build.toolbox.offer, self.build.toolbox.line) = (None, None);
        } else {
            self.build.requests.write(Request::Build(BuildRequest::Place));
        }
    }

    /// Moves the hand's end of a pull.
    fn pull(&mut self, index: u32, area: Rect, [from, to]: [Vec2; 2]) {
        let Some(held) = self.hand.held.clone().filter(|held| !held.by_panel) else { return };
        let Some(drag) = DragContext::new(&self.shown.state, index, &self.clock) else { return };
        if from == to && !drag.surface.is_some_and(|surface| surface.turns) {
            return;
        }
        let turn = turn(to - from, &self.orbit);
        let next = drag.next_pull(&held, &under(self.projection(area), to), turn);
        if let Some(pull) = next {
            self.take(Held { pull, ..held });
        }
    }

    /// Tilts a board so that the held point of it comes to a position in the window.
    fn tilt(&mut self, index: u32, point: [f64; 2], area: Rect, to: Vec2) {
        let Some(plane) = self.shown.state.bodies.get(index as usize) else { return };
        let projection = self.projection(area);
        let Some(degrees) = slope_under(|at| projection.project(at), plane, point, to) else { return };
        if let Some(edit) = tilt_edit(&self.form, plane, index, degrees) {
            self.form.tilt = Some((index, degrees));
            self.edits.write(QueueEdit(edit));
        }
        self.play(tr("hand-tilts-later"));
    }
}

/// The point under a position in the window, m, in the plane through a given point perpendicular to the line of sight.
fn under(projection: SceneProjection, place: Vec2) -> impl Fn(&Metres) -> Option<Metres> {
    move |through| projection.under(place, through)
}

/// Rotation of the torsion spring's target for a drag, rad, world frame.
fn turn(drag: Vec2, orbit: &Orbit) -> Metres {
    let pose = orbit.pose();
    let turn = (pose.up * drag.x + pose.right * drag.y) * TURN;
    Metres::new(f64::from(turn.x), f64::from(turn.y), f64::from(turn.z))
}

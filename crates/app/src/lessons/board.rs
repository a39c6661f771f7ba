//! The board of a lesson: which planes the user may tilt, by their handle or by their edge, and to which slope a drag
//! tilts them.

use crate::draw::scale::{extent, moves, scene_size};
use crate::draw::space::grounds::Ground;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::projection::{SceneArea, SceneProjection};
use crate::draw::space::units::Units;
use crate::hand::body_form::BodyForm;
use crate::hand::{Grab, Grip, PressTarget};
use crate::lessons::lesson_session::{ActiveLesson, LessonSession};
use crate::state::layout::Layout;
use crate::texts::{tr, tr_with};
use crate::timeline::display_state::DisplayState;
use bevy::ecs::prelude::{Res, ResMut, Resource};
use bevy::math::Vec2;
use stickslip_engine::laws::{Vec3, unit};
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::scene::Motion;
use stickslip_engine::shapes::Shape;
use stickslip_engine::step::edits::{Edit, slope};
use stickslip_lab::lessons::Control;

/// Slopes that a drag can set, degrees: minimum, maximum, increment.
const SLOPES: (f64, f64, f64) = (-45.0, 60.0, 0.1);
/// Distance from the drawn edge of a board within which a press takes hold of it, pixels.
const EDGE: f32 = 8.0;
/// Part of the half-length of a board beyond which its edge is a lever: near the hinge a drag would hardly tilt it.
const LEVER: f64 = 0.3;

/// Distances of a handle from the hinge, in body sizes; the first one inside the picture is used.
const ARMS: [f64; 7] = [7.0, 5.5, 4.0, 3.0, 2.5, 2.0, 1.5];
/// Radius of a handle, pixels.
pub const HANDLE: f32 = 11.0;
/// Least distances of a handle from the border of the scene, for the slope above it, and the width of the inset at its
/// right, pixels.
const MARGIN: Vec2 = Vec2::new(30.0, 48.0);
const INSET: f32 = 262.0;

/// Slope from which a board counts as tilted, degrees.
const MIN_SLOPE: f64 = 0.5;

/// A point of a board: distances from its hinge along its x-axis and its y-axis, m.
pub type BoardPoint = [f64; 2];

/// Whether the user can tilt this plane.
pub fn can_tilt(body: &BodyState) -> bool {
    let shakes = matches!(body.motion, Motion::Driven(drive) if drive.shake != Vec3::zeros());
    let sideways = (body.q * Vec3::z()).x.abs() > 1e-6;
    body.shape == Shape::Plane && !shakes && !sideways && slope(&body.q).abs() <= 1.55
}

/// The boards that the open lesson lets the user tilt, by their index.
pub fn boards(lesson_session: &LessonSession, state: &State) -> Vec<usize> {
    let in_lesson = lesson_session.open.as_ref().filter(|_| lesson_session.layout == Layout::Lesson);
    let tilts = in_lesson.is_some_and(|playing| {
        let then = playing.lesson.then.iter().filter(|_| playing.judged);
        playing.pinned().is_some() && playing.lesson.controls.iter().chain(then).any(|c| *c == Control::Tilt)
    });
    let can = |index: &usize| tilts && can_tilt(&state.bodies[*index]);
    (0..state.bodies.len()).filter(can).collect()
}

/// The slope, degrees, at which a board that turns comes to rest; `None` if it rests at the time, s, or turns on.
pub fn target(board: &BodyState, time: f64) -> Option<f64> {
    let Motion::Driven(drive) = &board.motion else { return None };
    let [end, factor] = *drive.schedule.pairs()?.last()?;
    let rate = (board.q.inverse() * drive.angular_velocity).x;
    let left = rate * drive.schedule.elapsed(time, end);
    (factor == 0.0 && end > time).then(|| (slope(&board.q) + left).to_degrees())
}

/// The slope of a board as written at its handle, with the slope that it turns to.
pub fn slope_text(board: &BodyState, time: f64) -> String {
    // Adding 0 makes −0 a 0.
    let text = |degrees: f64| format!("{:.1}°", (10.0 * degrees).round() / 10.0 + 0.0).replace('-', "−");
    let now = text(slope(&board.q).to_degrees());
    let to = target(board, time).map(text).filter(|to| *to != now);
    to.map_or(now.clone(), |to| tr_with("hand-turns", [("slope", now.into()), ("target", to.into())]))
}

/// What the user reads below the slope until the moment of a lesson about a slope: that the board can be tilted, that it
/// turns, that it still holds.
pub fn tilt_hint(playing: &ActiveLesson, state: &State) -> Option<String> {
    let is_asked = playing.awaits_moment() && playing.lesson.controls.contains(&Control::Tilt);
    let boards = state.bodies.iter().filter(|body| is_asked && can_tilt(body));
    let steepest = boards.max_by(|a, b| slope(&a.q).abs().total_cmp(&slope(&b.q).abs()))?;
    let degrees = slope(&steepest.q).to_degrees();
    Some(if steepest.w != Vec3::zeros() {
        tr("lesson-turns").to_owned()
    } else if degrees.abs() > MIN_SLOPE {
        tr_with("lesson-holds", [("slope", slope_text(steepest, state.time).into())])
    } else {
        tr("lesson-tilt").to_owned()
    })
}

/// A handle of a board in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardHandle {
    /// Index of the board.
    pub index: usize,
    /// The point of the board that the handle holds.
    pub point: BoardPoint,
    /// Place in the window, logical pixels.
    pub at: Vec2,
}

/// The handles of the boards that can be tilted, as shown in this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct BoardHandles(pub Vec<BoardHandle>);

/// Places the handles: where a board is held, or else at its rising side, left of the inset with the forces; where no
/// point of the board is in the picture, as when the camera has followed a body away, at its border.
pub fn place_handles(
    (lesson_session, shown, hand): (Res<LessonSession>, Res<DisplayState>, Res<Grab>),
    (orbit, units, area): (Res<Orbit>, Res<Units>, Res<SceneArea>),
    mut handles: ResMut<BoardHandles>,
) {
    let area = area.0.unwrap_or_default();
    let projection = SceneProjection { orbit: &orbit, area, units: &units };
    let low = area.min + MARGIN;
    let high = (area.max - MARGIN - Vec2::new(INSET, 0.0)).max(low);
    // A handle on a body would hide it.
    let is_free = |at: Vec2| {
        let mut bodies = shown.state.bodies.iter().filter(|body| moves(body));
        !bodies.any(|body| {
            let reach = extent(&body.shape).map_or(0.0, |extent| projection.pixels(&body.x, extent));
            projection.project(&body.x).is_some_and(|centre| centre.distance(at) < 0.85 * reach + HANDLE)
        })
    };
    let handle = |index: usize| {
        let body = shown.state.bodies.get(index)?;
        let place = |point: BoardPoint| {
            let at = projection.project(&at_slope(body, point, slope(&body.q))?)?;
            Some(BoardHandle { index, point, at })
        };
        if let Some(Grip { target: PressTarget::Board(held, point), .. }) = hand.grip
            && held as usize == index
        {
            return place(point);
        }
        let size = scene_size(&shown.state);
        let places: Vec<BoardHandle> = ARMS.iter().filter_map(|arm| place([0.0, arm * size])).collect();
        let mut inside = places.iter().filter(|handle| handle.at == handle.at.clamp(low, high));
        let found = inside.clone().find(|handle| is_free(handle.at)).or_else(|| inside.next());
        let at_border = places.last().map(|last| BoardHandle { at: last.at.clamp(low, high), ..*last });
        found.copied().or(at_border)
    };
    handles.0 = boards(&lesson_session, &shown.state).into_iter().filter_map(handle).collect();
}

/// World position, m, of a point of the plane if the plane had this slope, rad.
pub fn at_slope(plane: &BodyState, [x, y]: BoardPoint, slope: f64) -> Option<Vec3> {
    let up = plane.q * Vec3::y();
    let level = unit(&Vec3::new(up.x, up.y, 0.0), 1e-9)?;
    Some(plane.x + plane.q * Vec3::x() * x + (level * slope.cos() + Vec3::z() * slope.sin()) * y)
}

/// The slope, degrees, that brings a point of the plane nearest to a position in the window.
pub fn slope_under(
    project: impl Fn(&Vec3) -> Option<Vec2>,
    plane: &BodyState,
    point: BoardPoint,
    place: Vec2,
) -> Option<f64> {
    let (low, high, step) = SLOPES;
    let slopes = (0..=((high - low) / step).round() as u32).map(|k| low + f64::from(k) * step);
    let away = |degrees: f64| {
        let at = project(&at_slope(plane, point, degrees.to_radians())?)?;
        Some((degrees, at.distance(place)))
    };
    slopes.filter_map(away).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(degrees, _)| degrees)
}

/// The point of a board's drawn edge under the cursor.
pub fn edge_under(
    cursor: Vec2,
    projection: &SceneProjection,
    plane: &BodyState,
    ground: &Ground,
) -> Option<BoardPoint> {
    let outline: Vec<Vec3> = ground.outline().iter().map(|p| local(*p, projection.units.per_metre)).collect();
    let lever = LEVER * f64::from(ground.half.y * ground.cell) / projection.units.per_metre;
    let next = outline.iter().cycle().skip(1);
    let near = outline.iter().zip(next).filter_map(|(a, b)| {
        let ends = [a, b].map(|corner| plane.x + plane.q * corner);
        let [from, to] = ends.map(|end| projection.project(&end));
        let (from, along) = (from?, to? - from?);
        let part = ((cursor - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        // Perspective enlarges the nearer end, so that equal parts in the picture are unequal on the edge.
        let [first, last] = ends.map(|end| projection.pixels(&end, 1.0));
        let share = part * last / ((1.0 - part) * first + part * last);
        let point = a + (b - a) * f64::from(share);
        let away = (from + along * part).distance(cursor);
        (away <= EDGE && point.y.abs() >= lever).then_some((away, [point.x, point.y]))
    });
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, point)| point)
}

/// A point of the plane in its own axes, m, from drawing units.
fn local(at: Vec2, per_metre: f64) -> Vec3 {
    Vec3::new(f64::from(at.x), f64::from(at.y), 0.0) / per_metre
}

/// The edit that tilts a plane to a slope, degrees; `None` if the plane is on its way there or has arrived.
pub fn tilt_edit(form: &BodyForm, plane: &BodyState, index: u32, degrees: f64) -> Option<Edit> {
    let waits = plane.w == Vec3::zeros() && (slope(&plane.q).to_degrees() - degrees).abs() > 0.05;
    let is_new = waits || form.tilt != Some((index, degrees));
    is_new.then(|| Edit::Tilt { body: index, degrees: degrees.clamp(-80.0, 80.0), rate: form.tilt_rate })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::space::grounds::ground;
    use bevy::math::Rect;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    fn brick() -> (State, Units, Orbit) {
        let scene = Scene::parse("brick", builtin::text("brick-slips").unwrap()).unwrap();
        let state = Simulation::new(&scene).state();
        let units = Units::from_state(&state);
        let mut orbit = Orbit::default();
        orbit.frame(&state, &units, None);
        (state, units, orbit)
    }

    /// The slope under a drawn point of the board equals the slope of the board, at any slope.
    #[test]
    fn the_grip_says_the_slope_it_is_drawn_at() {
        let (state, units, orbit) = brick();
        let (plane, area) = (&state.bodies[0], Rect::from_corners(Vec2::ZERO, Vec2::new(1000.0, 700.0)));
        let projection = SceneProjection { orbit: &orbit, area, units: &units };
        for point in [[0.0, 0.4], [0.3, 0.4], [-0.2, -0.5]] {
            for degrees in [-20.0, 0.0, 12.3, 35.0, 50.0f64] {
                let at = projection.project(&at_slope(plane, point, degrees.to_radians()).unwrap()).unwrap();
                let found = slope_under(|at| projection.project(at), plane, point, at).unwrap();
                assert!((found - degrees).abs() < 0.11, "{found} for {degrees} at {point:?}");
            }
        }
        let drawn = plane.q * Vec3::new(0.1, 0.4, 0.0) + plane.x;
        let expected = at_slope(plane, [0.1, 0.4], slope(&plane.q)).unwrap();
        assert!((drawn - expected).norm() < 1e-12, "{drawn} {expected}");
    }

    /// A press on a drawn edge takes hold of the point that it presses; one on the board, one beside it and one near
    /// the hinge do not.
    #[test]
    fn a_board_is_held_by_its_edge() {
        let (state, units, orbit) = brick();
        let (plane, area) = (&state.bodies[0], Rect::from_corners(Vec2::ZERO, Vec2::new(1000.0, 700.0)));
        let projection = SceneProjection { orbit: &orbit, area, units: &units };
        let drawn = ground(plane, &state, &units);
        let half = drawn.half * drawn.cell;
        let under = |at: Vec2| {
            let place = projection.project(&(plane.x + plane.q * local(at, units.per_metre))).unwrap();
            edge_under(place, &projection, plane, &drawn)
        };
        let [x, y] = under(Vec2::new(half.x, 0.6 * half.y)).expect("an edge");
        let expected = local(Vec2::new(half.x, 0.6 * half.y), units.per_metre);
        assert!((x - expected.x).abs() < 1e-3 && (y - expected.y).abs() < 1e-3, "{x} {y} {expected}");
        assert!(under(Vec2::new(0.0, half.y)).is_some(), "the far edge");
        assert_eq!(under(Vec2::new(0.3 * half.x, 0.6 * half.y)), None);
        assert_eq!(under(Vec2::new(half.x, 0.1 * half.y)), None, "near the hinge");
        assert_eq!(under(1.5 * half), None);
    }

    /// A board that turns says where to, one that rests does not: after 0.8 s at 4°/s it has turned by 2.4°.
    #[test]
    fn a_board_that_turns_says_where_to() {
        use stickslip_engine::step::edits::QueueEdit;
        let text = builtin::text("brick-slips").expect("a scene");
        let scene = Scene::parse(
            "brick",
            &stickslip_engine::scene::set(text, "bodies.incline.shape.degrees", "0.0").expect("set"),
        );
        let mut simulation = Simulation::new(&scene.expect("no fault"));
        let said = |simulation: &mut Simulation| {
            let state = simulation.state();
            (slope_text(&state.bodies[0], state.time), target(&state.bodies[0], state.time))
        };
        assert_eq!(said(&mut simulation), ("0.0°".to_owned(), None));
        simulation.world().write_message(QueueEdit(Edit::Tilt { body: 0, degrees: 10.0, rate: 4.0 }));
        simulation.steps(8000);
        let (text, to) = said(&mut simulation);
        assert_eq!(text, "2.4° · to 10.0°");
        assert!((to.expect("it turns") - 10.0).abs() < 1e-9, "{to:?}");
        simulation.steps(25_000);
        assert_eq!(said(&mut simulation), ("10.0°".to_owned(), None));
    }

    /// A tilt is asked for once, and again only if the board has stopped elsewhere.
    #[test]
    fn a_tilt_is_asked_for_once() {
        let (state, ..) = brick();
        let mut form = BodyForm::default();
        let edit = tilt_edit(&form, &state.bodies[0], 0, 30.0);
        assert!(matches!(edit, Some(Edit::Tilt { body: 0, degrees: 30.0, .. })));
        form.tilt = Some((0, 30.0));
        let turning = BodyState { w: Vec3::x() * 0.07, ..state.bodies[0].clone() };
        assert_eq!(tilt_edit(&form, &turning, 0, 30.0), None);
        assert!(tilt_edit(&form, &turning, 0, 31.0).is_some() && tilt_edit(&form, &state.bodies[0], 0, 30.0).is_some());
    }
}

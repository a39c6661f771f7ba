//! The board of a lesson: which planes the user may tilt, by their handle or by their edge, and to which slope a drag
//! tilts them.

use crate::app::body_form::BodyForm;
use crate::app::layout::Layout;
use crate::app::lesson_session::{ActiveLesson, LessonSession};
use crate::draw::grounds::Ground;
use crate::draw::projection::SceneProjection;
use crate::laws::{Vec3, unit};
use crate::record::state::{BodyState, State};
use crate::scene::Motion;
use crate::shapes::Shape;
use crate::step::tune::{Edit, slope};
use bevy::math::Vec2;
use stickslip_lab::lessons::Control;

/// Slopes that a drag can set, degrees: minimum, maximum, increment.
const SLOPES: (f64, f64, f64) = (-45.0, 60.0, 0.1);
/// Distance from the drawn edge of a board within which a press takes hold of it, pixels.
const EDGE: f32 = 8.0;
/// Part of the half-length of a board beyond which its edge is a lever: near the hinge a drag would hardly tilt it.
const LEVER: f64 = 0.3;

/// Slope from which a board counts as tilted, degrees.
const MIN_SLOPE: f64 = 0.5;

/// A point of a board: distances from its hinge along its x-axis and its y-axis, m.
pub(crate) type BoardPoint = [f64; 2];

/// Whether the user can tilt this plane.
pub(crate) fn can_tilt(body: &BodyState) -> bool {
    let shakes = matches!(body.motion, Motion::Driven(drive) if drive.shake != Vec3::zeros());
    let sideways = (body.q * Vec3::z()).x.abs() > 1e-6;
    body.shape == Shape::Plane && !shakes && !sideways && slope(&body.q).abs() <= 1.55
}

/// The boards that the open lesson lets the user tilt, by their index.
pub(crate) fn boards(lesson_session: &LessonSession, state: &State) -> Vec<usize> {
    let in_lesson = lesson_session.open.as_ref().filter(|_| lesson_session.layout == Layout::Lesson);
    let tilts = in_lesson.is_some_and(|playing| {
        let then = playing.lesson.then.iter().filter(|_| playing.judged);
        playing.pinned.is_some() && playing.lesson.controls.iter().chain(then).any(|c| *c == Control::Tilt)
    });
    let can = |index: &usize| tilts && can_tilt(&state.bodies[*index]);
    (0..state.bodies.len()).filter(can).collect()
}

/// The slope, degrees, at which the bodies still hold on a board that the user has tilted and let go; `None` after the
/// moment, and while a board moves or is level.
pub(crate) fn holds_at(playing: &ActiveLesson, state: &State) -> Option<f64> {
    let is_asked = playing.met.is_none() && playing.lesson.controls.contains(&Control::Tilt);
    let boards = state.bodies.iter().filter(|body| is_asked && can_tilt(body));
    let slopes = boards.map(|board| (slope(&board.q).to_degrees(), board.w == Vec3::zeros()));
    let rests = slopes.filter(|(degrees, rests)| *rests && degrees.abs() > MIN_SLOPE).map(|(degrees, _)| degrees);
    rests.max_by(|a, b| a.abs().total_cmp(&b.abs()))
}

/// World position, m, of a point of the plane if the plane had this slope, rad.
pub(crate) fn at_slope(plane: &BodyState, [x, y]: BoardPoint, slope: f64) -> Option<Vec3> {
    let up = plane.q * Vec3::y();
    let level = unit(&Vec3::new(up.x, up.y, 0.0), 1e-9)?;
    Some(plane.x + plane.q * Vec3::x() * x + (level * slope.cos() + Vec3::z() * slope.sin()) * y)
}

/// The slope, degrees, that brings a point of the plane nearest to a position in the window.
pub(crate) fn slope_under(
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
pub(crate) fn edge_under(
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
pub(crate) fn tilt_edit(form: &BodyForm, plane: &BodyState, index: u32, degrees: f64) -> Option<Edit> {
    let waits = plane.w == Vec3::zeros() && (slope(&plane.q).to_degrees() - degrees).abs() > 0.05;
    let is_new = waits || form.tilt != Some((index, degrees));
    is_new.then(|| Edit::Tilt { body: index, degrees: degrees.clamp(-80.0, 80.0), rate: form.tilt_rate })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::grounds::ground;
    use crate::draw::orbit::Orbit;
    use crate::draw::units::Units;
    use crate::run::simulation::Simulation;
    use crate::scene::Scene;
    use bevy::math::Rect;
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

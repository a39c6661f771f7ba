//! Lines drawn from a body to another point: springs, ropes, forces and velocities at the start.

use crate::build::reshape::on_surface;
use crate::build::tools::{Tool, rounded, tidy};
use crate::draw::scale::{extent, gravity_or_usual, moves, up};
use crate::draw::space::projection::SceneProjection;
use crate::draw::text::format::quantity;
use crate::state::scene_patch::ScenePatch;
use crate::state::session::Opened;
use crate::texts::{tr, tr_with};
use bevy::math::Vec2;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::scene::text::write::vector;
use stickslip_engine::shapes::Shape;

/// Distance within which the end of a line snaps to the centre of a body or of a face, pixels.
const SNAP: f32 = 14.0;
/// Stretch of a new spring under the weight of its lighter body, relative to the spring.
const SPRING_STRETCH: f64 = 0.2;
/// The same of a new rope.
const ROPE_STRETCH: f64 = 0.01;
/// Largest Δt √(k/m) of a new spring or rope: a hundredth of the stable k.
const MAX_PHASE: f64 = 0.2;
/// Damping ratio of a new spring, and of a new rope.
const DAMPING: [f64; 2] = [0.05, 0.5];
/// Length of a push that is the weight of its body, and of a line that a button draws, in extents of the body.
const LINE: f64 = 4.0;

/// A line that is being drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct LineDraft {
    /// Index of the body at which it begins.
    pub body: usize,
    /// Where it begins, m, world.
    pub from: Vec3,
    /// Where it ends now.
    pub end: LineEnd,
}

/// The end of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum LineEnd {
    /// A point of a body.
    Body {
        /// Index of the body.
        body: usize,
        /// The point, m, world.
        point: Vec3,
    },
    /// A point of the world, m.
    World(Vec3),
}

impl LineEnd {
    /// The point, m, world.
    pub fn point(&self) -> Vec3 {
        match self {
            Self::Body { point, .. } | Self::World(point) => *point,
        }
    }
}

impl LineDraft {
    /// The line that a button draws: from the centre of a body to that of the body `to`, or without one to a point of the world
    /// four extents above it; a push leads as far along x.
    pub fn from_centre(tool: Tool, state: &State, body: usize, to: Option<usize>) -> Option<Self> {
        let from = state.bodies.get(body)?.x;
        let end = match to {
            Some(other) => LineEnd::Body { body: other, point: state.bodies.get(other)?.x },
            None => {
                let along = if tool == Tool::Push { Vec3::x() } else { up(state) };
                LineEnd::World(from + along * (LINE * extent(&state.bodies[body].shape)?))
            }
        };
        Some(Self { body, from, end })
    }
}

/// The point of a body of finite size under the pointer, near its centre or that of a face if it is a box; `None` beside all.
pub fn body_point(state: &State, projection: &SceneProjection, at: Vec2) -> Option<(usize, Vec3)> {
    let ray = projection.ray(at);
    let hits = state.bodies.iter().enumerate().filter_map(|(index, body)| Some((ray.meets_body(body)?, index)));
    let (distance, index) = hits.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let body = &state.bodies[index];
    let near = |point: &Vec3| projection.project(point).is_some_and(|seen| seen.distance(at) < SNAP);
    let ends = snaps(body).into_iter().filter(near);
    let nearest = ends.min_by(|a, b| (a - ray.from).norm().total_cmp(&(b - ray.from).norm()));
    Some((index, nearest.unwrap_or(ray.from + ray.along * distance)))
}

/// Points of a body to which a line snaps, m, world: its centre, and the middles of the faces of a box.
fn snaps(body: &BodyState) -> Vec<Vec3> {
    let mut points = vec![body.x];
    if let Shape::Box { half_extents } = &body.shape {
        for (k, half) in half_extents.iter().enumerate() {
            let face = body.q * Vec3::ith(k, *half);
            points.extend([body.x + face, body.x - face]);
        }
    }
    points
}

/// Where a line from `from`, m, ends under the pointer: at a body, on a plane, or else as far from the eye as it begins.
/// `in_plane`: always as far as it begins, which leads upwards.
pub fn line_end(state: &State, projection: &SceneProjection, at: Vec2, from: &Vec3, in_plane: bool) -> LineEnd {
    let beside = || projection.under(at, from).unwrap_or(*from);
    if in_plane {
        return LineEnd::World(beside());
    }
    if let Some((body, point)) = body_point(state, projection, at) {
        return LineEnd::Body { body, point };
    }
    let planes = state.bodies.iter().filter(|body| matches!(body.shape, Shape::Plane));
    LineEnd::World(crate::build::ghost::under(planes, &projection.ray(at)).map_or_else(beside, |(_, point)| point))
}

impl LineDraft {
    /// What is said of the line at the pointer.
    pub fn text(&self, tool: Tool, state: &State) -> String {
        let along = self.end.point() - self.from;
        let Some(body) = state.bodies.get(self.body) else { return String::new() };
        match tool {
            Tool::Push => quantity(force(body, &along, &state.gravity).norm(), "N"),
            Tool::Velocity => quantity(velocity(body, &along, &state.gravity).norm(), "m/s"),
            _ => {
                let end = match &self.end {
                    LineEnd::Body { body, .. } => state.bodies[*body].name.clone(),
                    LineEnd::World(_) => tr("build-world").to_owned(),
                };
                let ends = [("body", body.name.as_str().into()), ("end", end.into())];
                format!("{} · {}", tr_with("build-between", ends), quantity(along.norm(), "m"))
            }
        }
    }

    /// The change that it means: what it is, and the patches; an error says why it means none.
    pub fn change(
        &self,
        tool: Tool,
        state: &State,
        opened: &Opened,
    ) -> Option<Result<(String, Vec<ScenePatch>), String>> {
        let body = state.bodies.get(self.body)?;
        let what = |key: &'static str| tr_with(key, [("body", body.name.as_str().into())]);
        let needs_motion = || Err(tr_with("build-immovable", [("body", body.name.as_str().into())]));
        let along = self.end.point() - self.from;
        Some(match tool {
            Tool::Push if moves(body) => {
                let at = body.q.inverse() * (self.from - body.x);
                let force = force(body, &along, &state.gravity).map(tidy);
                let entry =
                    format!("(body: {:?}, force: {}, at: {})", body.name, vector(&force), vector(&at.map(tidy)));
                Ok((what("build-push"), vec![ScenePatch::AddPull(entry)]))
            }
            Tool::Velocity if moves(body) => {
                let velocity = velocity(body, &along, &state.gravity);
                Ok((what("build-velocity"), velocity_patches(opened, state, &body.name, &velocity)?))
            }
            Tool::Push | Tool::Velocity => needs_motion(),
            _ => self.link(tool, state, opened.scene.dt).map(|entry| {
                let key = if tool == Tool::Rope { "build-rope" } else { "build-spring" };
                (what(key), vec![ScenePatch::AddPull(entry)])
            }),
        })
    }

    /// The entry of a spring or rope.
    fn link(&self, tool: Tool, state: &State, dt: f64) -> Result<String, String> {
        let begin = &state.bodies[self.body];
        let other = match &self.end {
            LineEnd::Body { body, .. } => Some(&state.bodies[*body]),
            LineEnd::World(_) => None,
        };
        let (from, to) = (self.from, self.end.point());
        // The entry names a body that moves first.
        let (first, second, from, to) = match other {
            Some(other) if !moves(begin) && moves(other) => (other, Some(begin), to, from),
            _ => (begin, other, from, to),
        };
        if !moves(first) {
            return Err(tr_with("build-immovable", [("body", first.name.as_str().into())]));
        }
        let local = |body: &BodyState, point: Vec3| vector(&(body.q.inverse() * (point - body.x)).map(tidy));
        let length = (to - from).norm();
        let masses = [Some(first), second.filter(|body| moves(body))].into_iter().flatten().map(|body| body.mass.mass);
        let lighter = masses.fold(f64::INFINITY, f64::min);
        let weight = lighter * gravity_or_usual(&state.gravity);
        let (stretch, damping) =
            if tool == Tool::Rope { (ROPE_STRETCH, DAMPING[1]) } else { (SPRING_STRETCH, DAMPING[0]) };
        let stiffness = rounded((weight / (stretch * length)).min(lighter * (MAX_PHASE / dt).powi(2)));
        let end = match second {
            Some(body) => format!("to: {:?}, to_at: {}", body.name, local(body, to)),
            None => format!("anchor: {}, rest_length: {:?}", vector(&to.map(tidy)), tidy(length)),
        };
        let kind = if tool == Tool::Rope { ", only_tension: true" } else { "" };
        Ok(format!(
            "(body: {:?}, at: {}, {end}{kind}, stiffness: {stiffness:?}, damping: Ratio({damping:?}))",
            first.name,
            local(first, from)
        ))
    }
}

/// Sets the velocity of a body at the start, m/s, world: in the axes of the surface if it stands `on` one.
pub fn velocity_patches(opened: &Opened, state: &State, name: &str, velocity: &Vec3) -> Option<Vec<ScenePatch>> {
    let entry = stickslip_engine::scene::text::patch::entry(&opened.text, name).ok()?;
    Some(match on_surface(&entry, state) {
        Some(axes) => {
            let v = (axes.inverse() * velocity).map(tidy);
            vec![
                ScenePatch::Unset { body: name.to_owned(), field: "velocity" },
                ScenePatch::body(name, "on.velocity", format!("({:?}, {:?})", v.x, v.y)),
            ]
        }
        None => vec![ScenePatch::body(name, "velocity", vector(&velocity.map(tidy)))],
    })
}

/// Force of a line, N: the weight of the body, if the line is as long as [`LINE`] times its extent.
fn force(body: &BodyState, along: &Vec3, gravity: &Vec3) -> Vec3 {
    let size = extent(&body.shape).unwrap_or(1.0);
    scaled(along, body.mass.mass * gravity_or_usual(gravity) / (LINE * size))
}

/// Velocity of a line, m/s: a body as fast as after a fall from half of its extent, if the line is as long as twice its
/// extent.
fn velocity(body: &BodyState, along: &Vec3, gravity: &Vec3) -> Vec3 {
    let size = extent(&body.shape).unwrap_or(1.0);
    scaled(along, 0.5 * (gravity_or_usual(gravity) / size).sqrt())
}

/// A vector times a factor, its length rounded to two digits.
fn scaled(along: &Vec3, factor: f64) -> Vec3 {
    let length = along.norm();
    if length == 0.0 { Vec3::zeros() } else { along * (rounded(length * factor) / length) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::templates;
    use stickslip_engine::laws::motion::pull::{LinkEnd, Pull};
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;

    fn opened(name: &str) -> (Opened, State) {
        let opened = templates::new(name).expect("a template");
        let state = Simulation::new(&opened.scene).state();
        (opened, state)
    }

    fn index(state: &State, name: &str) -> usize {
        state.bodies.iter().position(|body| body.name == name).expect("a body")
    }

    /// The scene with what a line means.
    fn drawn(tool: Tool, line: &LineDraft, (opened, state): &(Opened, State)) -> Scene {
        let (_, patches) = line.change(tool, state, opened).expect("a body").expect("a change");
        let text = ScenePatch::apply_all(&patches, &opened.text).expect("patches");
        Scene::parse("t", &text).unwrap_or_else(|f| panic!("{text}{:?}", f.lines().collect::<Vec<_>>()))
    }

    /// A rope from a fixed body to one that moves, or to the world, is as long as drawn, begins and ends where drawn, and
    /// neither pulls at the start nor breaks the run.
    #[test]
    fn a_line_is_a_spring_or_rope_as_drawn() {
        let scene = opened("two-ramps");
        let state = &scene.1;
        let (ramp, ball) = (index(state, "left ramp"), index(state, "ball"));
        let from = state.bodies[ramp].x + Vec3::z() * 0.05;
        let to = state.bodies[ball].x + Vec3::x() * 0.1;
        for (tool, end) in [
            (Tool::Rope, super::LineEnd::Body { body: ball, point: to }),
            (Tool::Spring, super::LineEnd::Body { body: ball, point: to }),
        ] {
            let built = drawn(tool, &LineDraft { body: ramp, from, end }, &scene);
            let pull = built.pulls.last().expect("a pull");
            let Pull::Link { at, end: LinkEnd::Body { body, at: far }, rest_length, only_tension, .. } = pull.pull
            else {
                panic!("{pull:?}")
            };
            // The body that moves is named first.
            assert_eq!((pull.body, body as usize, only_tension), (ball, ramp, tool == Tool::Rope));
            let world = |index: usize, at: Vec3| built.bodies[index].position + built.bodies[index].rotation * at;
            assert!((world(ball, at) - to).norm() < 1e-8 && (world(ramp, far) - from).norm() < 1e-8);
            assert!((rest_length - (to - from).norm()).abs() < 1e-8);
            let mut run = Simulation::new(&built);
            assert!(run.state().pulls[0].load.force.norm() < 1e-3);
            run.steps(20_000);
            assert_eq!(run.stopped(), None);
        }
        let world = LineDraft { body: ball, from: to, end: super::LineEnd::World(Vec3::new(0.0, 0.5, 2.0)) };
        let built = drawn(Tool::Rope, &world, &scene);
        assert!(matches!(built.pulls[0].pull, Pull::Link { end: LinkEnd::World(_), only_tension: true, .. }));
        let fixed = LineDraft { body: ramp, from, end: super::LineEnd::World(to) };
        let refused = fixed.change(Tool::Rope, state, &scene.0).expect("a body").expect_err("it is fixed");
        assert!(refused.contains("left ramp"), "{refused}");
    }

    /// A line that a button draws goes from centre to centre, or four extents up; a push is the weight of the body along x.
    #[test]
    fn a_button_connects_centres() {
        let scene = opened("two-ramps");
        let state = &scene.1;
        let (ramp, ball) = (index(state, "left ramp"), index(state, "ball"));
        let line = |tool, to| LineDraft::from_centre(tool, state, ball, to).expect("a line");
        let built = drawn(Tool::Rope, &line(Tool::Rope, Some(ramp)), &scene);
        let Pull::Link { end: LinkEnd::Body { body, at }, rest_length, .. } = built.pulls[0].pull else {
            panic!("a link")
        };
        assert_eq!((body as usize, at), (ramp, Vec3::zeros()));
        assert!((rest_length - (state.bodies[ramp].x - state.bodies[ball].x).norm()).abs() < 1e-8);
        let built = drawn(Tool::Spring, &line(Tool::Spring, None), &scene);
        assert!((built.pulls[0].pull.stiffness().expect("a spring")) > 0.0);
        let above = line(Tool::Spring, None).end.point() - state.bodies[ball].x;
        let size = extent(&state.bodies[ball].shape).expect("a size");
        assert!((above - Vec3::z() * 4.0 * size).norm() < 1e-12);
        let Pull::Ramp { force, .. } = drawn(Tool::Push, &line(Tool::Push, None), &scene).pulls[0].pull else {
            panic!("no force")
        };
        let weight = state.bodies[ball].mass.mass * 9.81;
        // It is written with three digits.
        assert!((force - Vec3::x() * weight).norm() < 5e-3 * weight);
    }

    /// A push four extents long is the weight of the body; a velocity is along the surface of what stands `on` one.
    #[test]
    fn a_line_is_a_force_or_a_velocity() {
        let scene = opened("ramp");
        let state = &scene.1;
        let crate_ = index(state, "crate");
        let body = &state.bodies[crate_];
        let size = extent(&body.shape).expect("a size");
        let line = |along: Vec3| LineDraft { body: crate_, from: body.x, end: super::LineEnd::World(body.x + along) };
        let built = drawn(Tool::Push, &line(Vec3::x() * 4.0 * size), &scene);
        let Pull::Ramp { force, .. } = built.pulls[0].pull else { panic!("no force") };
        assert!((force.x - 9.81).abs() < 0.02 && force.yz().norm() < 1e-12, "{force}");
        let uphill = body.q * Vec3::y();
        let built = drawn(Tool::Velocity, &line(uphill * size), &scene);
        let velocity = built.bodies[crate_].velocity;
        assert!(velocity.normalize().dot(&uphill) > 1.0 - 1e-7 && velocity.norm() > 0.1, "{velocity} {uphill}");
    }
}

//! Several bodies at once: which are selected, and the changes of the text that copy or mirror all of them.

use crate::build::reshape::Reshaped;
use crate::build::snaps::half_width;
use crate::build::tools::tidy;
use crate::draw::scale::extent;
use crate::state::scene_patch::ScenePatch;
use crate::state::session::Opened;
use crate::texts::tr_with;
use bevy::ecs::prelude::Resource;
use nalgebra::{Matrix3, Rotation3};
use stickslip_engine::laws::{Rotation, Vec2, Vec3};
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::text::patch::{entry, free_name, text_at};
use stickslip_engine::scene::text::write::{self, vector};
use stickslip_engine::scene::{BodySpec, Motion, Scene};
use stickslip_engine::shapes::Shape;

/// The bodies selected beside the one whose card is shown.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyGroup {
    /// Name of the body whose card was shown when the group was made; with another one selected there is no group.
    first: String,
    /// Names of the others.
    others: Vec<String>,
}

impl BodyGroup {
    /// A group of these bodies; the first is the one whose card is shown.
    pub fn of(names: &[String]) -> Self {
        let Some((first, others)) = names.split_first() else { return Self::default() };
        Self { first: first.clone(), others: others.to_vec() }
    }

    /// Indices of all selected bodies, `selected` first.
    pub fn indices(&self, state: &State, selected: Option<usize>) -> Vec<usize> {
        let Some(body) = selected.and_then(|index| state.bodies.get(index)) else { return Vec::new() };
        let others = self.others.iter().filter(|_| body.name == self.first);
        let found = others.filter_map(|name| state.bodies.iter().position(|body| body.name == *name));
        let mut all: Vec<usize> = selected.into_iter().collect();
        found.for_each(|index| {
            if !all.contains(&index) {
                all.push(index);
            }
        });
        all
    }

    /// Takes a body into the group, or out of it. Returns the body whose card is shown afterwards.
    pub fn toggle(&mut self, state: &State, selected: Option<usize>, index: usize) -> Option<usize> {
        let mut all = self.indices(state, selected);
        match all.iter().position(|other| *other == index) {
            Some(place) => _ = all.remove(place),
            None => all.push(index),
        }
        let names: Vec<String> = all.iter().map(|index| state.bodies[*index].name.clone()).collect();
        *self = Self::of(&names);
        all.first().copied()
    }
}

/// Copies of bodies by their new names, and the changes that make them.
pub(super) struct Copies {
    /// The changes.
    pub(super) patches: Vec<ScenePatch>,
    /// Names of the copies, in the order of the originals.
    pub(super) names: Vec<String>,
}

impl Copies {
    /// Copies bodies, each moved by `by`, m, in the axes in which it is placed. A copy of what stands on another copied body
    /// stands on its copy. `taken`: names that new bodies must not have.
    pub(super) fn moved(text: &str, originals: &[String], taken: &[String], by: Vec2) -> Self {
        let names = new_names(originals, taken);
        let mut patches = Vec::new();
        for (name, copy) in originals.iter().zip(&names) {
            let carrier = carrier_copy(text, name, originals, &names);
            let by = if carrier.is_some() { Vec2::zeros() } else { by };
            patches.push(ScenePatch::CopyBody { body: name.clone(), copy: copy.clone(), by });
            patches.extend(carrier.map(|carrier| ScenePatch::body(copy, "on.surface", format!("{carrier:?}"))));
        }
        Self { patches, names }
    }

    /// Copies bodies of the world, each moved by `by`, m, world, where no surface carries them.
    pub(super) fn in_world(bodies: &[BodySpec], taken: &[String], by: Vec3) -> Self {
        let originals: Vec<String> = bodies.iter().map(|body| body.name.clone()).collect();
        let names = new_names(&originals, taken);
        let copy = |(body, name): (&BodySpec, &String)| {
            ScenePatch::AddBody(write::body(&BodySpec {
                name: name.clone(),
                position: body.position + by,
                ..body.clone()
            }))
        };
        Self { patches: bodies.iter().zip(&names).map(copy).collect(), names }
    }

    /// Copies bodies as seen in a mirror that stands beside them, across this axis of the world, 0 or 1: `at_far_end` at their
    /// side towards the positive end of the axis, else at the other one, half of `gap`, m, away from them. An error says which
    /// body has no mirror image, and why.
    pub(super) fn mirrored(
        opened: &Opened,
        state: &State,
        indices: &[usize],
        (axis, at_far_end): (usize, bool),
        gap: f64,
    ) -> Result<Self, String> {
        let bodies: Vec<&BodyState> = indices.iter().filter_map(|index| state.bodies.get(*index)).collect();
        let refused = |body: &BodyState| tr_with("build-no-mirror", [("body", body.name.as_str().into())]);
        if let Some(body) = bodies.iter().find(|body| extent(&body.shape).is_none()) {
            return Err(refused(body));
        }
        let side = if at_far_end { 1.0 } else { -1.0 };
        let outward = Vec3::ith(axis, side);
        let reach = |body: &&BodyState| body.x.dot(&outward) + half_width(&body.shape, &body.q, &outward);
        let plane = side * (bodies.iter().map(reach).fold(f64::NEG_INFINITY, f64::max) + 0.5 * gap);
        let originals: Vec<String> = bodies.iter().map(|body| body.name.clone()).collect();
        let names = new_names(&originals, &taken(state));
        let copy = |(body, copy): (&String, &String)| ScenePatch::CopyBody {
            body: body.clone(),
            copy: copy.clone(),
            by: Vec2::zeros(),
        };
        let mut patches: Vec<ScenePatch> = originals.iter().zip(&names).map(copy).collect();
        let text = ScenePatch::apply_all(&patches, &opened.text)?;
        let scene = Scene::parse(&opened.name, &text).map_err(|faults| faults.to_string())?;
        let copied = Opened { text, scene, ..opened.clone() };
        let copies = Simulation::new(&copied.scene).state();
        for (body, name) in bodies.iter().zip(&names) {
            let image = mirror_image(&copied, &copies, name, (axis, plane)).ok_or_else(|| refused(body))?;
            patches.extend(image);
        }
        Ok(Self { patches, names })
    }
}

/// Names of the bodies of a run.
pub(super) fn taken(state: &State) -> Vec<String> {
    state.bodies.iter().map(|body| body.name.clone()).collect()
}

/// The copy of the body on which an original stands, if that is copied, too.
fn carrier_copy<'a>(text: &str, name: &str, originals: &[String], copies: &'a [String]) -> Option<&'a String> {
    let surface = text_at(&entry(text, name).ok()?, "on.surface")?;
    originals.iter().position(|other| *other == surface).and_then(|place| copies.get(place))
}

/// Free names for copies of these bodies.
fn new_names(originals: &[String], taken: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in originals {
        names.push(free_name(name, |new| !taken.iter().chain(&names).any(|old| old == new)));
    }
    names
}

/// The changes that make a body its own mirror image, placed in the world. `mirror`: its axis of the world, and where it crosses
/// the axis, m. `None` for a shape that is not its own mirror image.
fn mirror_image(opened: &Opened, state: &State, name: &str, mirror: (usize, f64)) -> Option<Vec<ScenePatch>> {
    let (axis, plane) = mirror;
    let index = state.bodies.iter().position(|body| body.name == name)?;
    let spec = opened.scene.bodies.iter().find(|spec| spec.name == name)?;
    let body = Reshaped::new(opened, state, index, 0.0)?;
    let mut position = state.bodies[index].x;
    position[axis] = 2.0 * plane - position[axis];
    // M R M' of a mirror M of the world and a mirror M' of the shape is a rotation. Of those, one that leaves the entry upright
    // and turns least is chosen.
    let across = |axis: usize| Matrix3::from_diagonal(&(Vec3::repeat(1.0) - 2.0 * Vec3::ith(axis, 1.0)));
    let matrix = state.bodies[index].q.to_rotation_matrix();
    let images = (0..3).filter(|own| is_symmetric(&spec.shape, *own)).map(|own| {
        let image = across(axis) * matrix.matrix() * across(own);
        Rotation::from_rotation_matrix(&Rotation3::from_matrix_unchecked(image))
    });
    let unlike = |q: &Rotation| {
        let written = body.as_written(*q);
        (written * Vec3::z() - Vec3::z()).norm() + 1e-3 * written.angle()
    };
    let rotation = images.min_by(|a, b| unlike(a).total_cmp(&unlike(b)))?;
    let mut patches = body.placed(position, rotation);
    let seen = |v: &Vec3| across(axis) * v;
    let mut turn_round = |path: &str, vector_of: &Vec3, sign: f64| {
        if *vector_of != Vec3::zeros() {
            patches.push(ScenePatch::body(name, path, vector(&(sign * seen(vector_of)).map(|v| tidy(v) + 0.0))));
        }
    };
    turn_round("velocity", &spec.velocity, 1.0);
    turn_round("angular_velocity", &spec.angular_velocity, -1.0);
    if let Motion::Driven(drive) = &spec.motion {
        turn_round("motion.velocity", &drive.velocity, 1.0);
    }
    Some(patches)
}

/// True if a shape is its own mirror image across the plane normal to this axis of it.
fn is_symmetric(shape: &Shape, axis: usize) -> bool {
    let Shape::Polyhedron(solid) = shape else { return true };
    let near = extent(shape).unwrap_or(1.0) * 1e-6;
    solid.points.iter().all(|point| {
        let mut image = *point;
        image[axis] = -image[axis];
        solid.points.iter().any(|other| (other - image).norm() <= near)
    })
}

#[cfg(test)]
#[path = "group_tests.rs"]
mod tests;

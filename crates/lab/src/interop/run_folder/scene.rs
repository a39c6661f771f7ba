//! The scene of a run folder, and the recording that plays its run.

use super::super::played::{hashed, played};
use std::fmt::Write as _;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::record::recording::Recording;
use stickslip_engine::scene::text::write::vector;
use stickslip_engine::scene::{Faults, HeaderBody, PlayedRun, Scene, ron_of_json};

/// Radius that stands for a body without a shape, over the largest distance between two bodies.
const MARK: f64 = 0.02;
/// Mass that stands for one that is not known, kg; nothing is computed with it.
const UNKNOWN_MASS: f64 = 1.0;

/// A recording that plays the run, with the hashes of its states; `name` is that of the folder.
pub fn recording(name: &str, run: PlayedRun) -> Result<Recording, Faults> {
    hashed(shown(name, run))
}

/// A recording that plays the run, without hashes, to be shown and not written; `name` is that of the folder.
pub fn shown(name: &str, run: PlayedRun) -> Recording {
    let text = scene_text(&run);
    played(name, text, run)
}

/// The scene with the bodies of the run; `name` is that of the folder.
pub fn scene(name: &str, run: &PlayedRun) -> Result<Scene, Faults> {
    Scene::parse(name, &scene_text(run))
}

/// The text of the scene with the bodies of the run, placed as in its first frame. Its laws are stand-ins: the run is played, and
/// every contact has the loads and the coefficient of the folder.
fn scene_text(run: &PlayedRun) -> String {
    let header = &run.header;
    let (interval, frames) = (header.interval(), run.frames.len());
    let duration = if frames > 1 { (frames - 1) as f64 * interval } else { interval };
    let engine = if header.engine.is_empty() { "another program" } else { header.engine.as_str() };
    let title = if header.title.is_empty() { "A run" } else { header.title.as_str() };
    let title = format!("{title} (computed by {engine})").replace(['\n', '\r'], " ");
    let mu = header.mu.or_else(|| header.pairs.iter().find_map(|pair| pair.mu)).unwrap_or(0.5);
    let mut text = format!(
        "Scene(\n    schema: 1,\n    title: {title:?},\n    time: (dt: {interval:?}, duration: {duration:?}),\n    \
         gravity: {},\n    friction: (mu: {mu:?}),\n    normal: Rigid,\n    bodies: [\n",
        vector(&header.gravity)
    );
    let mark = mark(run);
    for (number, body) in (0..).zip(&header.bodies) {
        // Writing to a string cannot fail.
        _ = writeln!(text, "        {},", entry(body, place(run, 0, number), mark));
    }
    text + "    ],\n)\n"
}

/// Centre of mass, m, world, and rotation from body to world.
pub(super) type BodyPose = (Vec3, Rotation);

/// Place of a body in a row of the run, counted from 0; by the header if the row does not have it.
pub(super) fn place(run: &PlayedRun, row: usize, number: u32) -> BodyPose {
    let at = run.frames.get(row).and_then(|frame| frame.body(number)).map(|at| (at.x, at.q));
    at.or_else(|| run.header.bodies.get(number as usize).map(header_place)).unwrap_or_default()
}

/// Place of a body by the header.
fn header_place(body: &HeaderBody) -> BodyPose {
    let [w, i, j, k] = body.q.unwrap_or([1.0, 0.0, 0.0, 0.0]);
    (body.x.unwrap_or_default(), Rotation::new_normalize(nalgebra::Quaternion::new(w, i, j, k)))
}

/// Radius that stands for a body without a shape, m.
fn mark(run: &PlayedRun) -> f64 {
    let places: Vec<Vec3> =
        run.frames.first().map_or_else(Vec::new, |frame| frame.bodies.iter().map(|at| at.x).collect());
    let spread = largest(places.iter().map(|x| (x - places[0]).norm()));
    if spread > 0.0 { MARK * spread } else { MARK }
}

/// Entry of a body in the scene.
fn entry(body: &HeaderBody, place: BodyPose, mark: f64) -> String {
    let shape = shape_text(body).unwrap_or_else(|| format!("Sphere(radius: {mark:?})"));
    let mut fields = body_fields(body, &shape, place);
    if !is_ground(body, &shape) {
        fields.push(format!("mass: {:?}", body.mass.unwrap_or(UNKNOWN_MASS)));
        fields.extend(
            body.inertia.filter(|_| body.mass.is_some()).map(|inertia| format!("inertia: {}", vector(&inertia))),
        );
    }
    format!("({})", fields.join(", "))
}

/// Shape of a body in the scene language; `None` if it is not known.
pub(super) fn shape_text(body: &HeaderBody) -> Option<String> {
    body.shape.as_ref().map(ron_of_json)
}

/// True for a body that no load moves.
pub(super) fn is_ground(body: &HeaderBody, shape: &str) -> bool {
    body.fixed || ["Plane", "Bowl", "Tube", "Incline"].iter().any(|word| shape.starts_with(word))
}

/// Fields of a body in the scene, without its mass.
pub(super) fn body_fields(body: &HeaderBody, shape: &str, (x, q): BodyPose) -> Vec<String> {
    let mut fields = vec![format!("name: {:?}", body.name), format!("shape: {shape}")];
    fields.extend(body.material.as_ref().map(|material| format!("material: {material:?}")));
    if is_ground(body, shape) {
        fields.push("motion: Fixed".to_owned());
    }
    fields.push(format!("position: {}", vector(&x)));
    if q != Rotation::identity() {
        fields.push(format!("rotation: ({:?}, {:?}, {:?}, {:?})", q.w, q.i, q.j, q.k));
    }
    fields
}

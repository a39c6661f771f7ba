//! The form of the manual actions: tilt, kick, pull, set a pose, add a body.

use crate::hand::schedule_draft::ScheduleDraft;
use bevy::ecs::prelude::Resource;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::BodyState;

/// Contents of the form.
#[derive(Resource, Clone, Debug)]
pub struct BodyForm {
    /// Tilt rate, degrees per second.
    pub tilt_rate: f64,
    /// The body to tilt, and its requested slope, degrees.
    pub tilt: Option<(u32, f64)>,
    pub kick: [f64; 3],
    pub spin: [f64; 3],
    pub direction: [f64; 3],
    pub place: Option<(u32, [f64; 3], [f64; 3])>,
    /// The tables of schedules that are changed and not yet applied.
    pub schedules: Vec<ScheduleDraft>,
    pub shape: usize,
    pub size: f64,
    pub mass: f64,
    pub at: [f64; 2],
}

impl Default for BodyForm {
    fn default() -> Self {
        Self {
            tilt_rate: 4.0,
            tilt: None,
            kick: [0.0; 3],
            spin: [0.0; 3],
            direction: [0.0, 1.0, 0.0],
            place: None,
            schedules: Vec::new(),
            shape: 0,
            size: 0.1,
            mass: 1.0,
            at: [0.4, 0.0],
        }
    }
}

/// Shapes offered by the form.
pub const SHAPES: [&str; 4] = ["ball", "box", "ellipsoid", "cylinder"];

/// Scene entry of a new body that rests on `plane`, with a name that no other body has.
pub fn new_body(form: &BodyForm, plane: &BodyState, bodies: &[BodyState]) -> String {
    let s = form.size;
    let (shape, height) = match SHAPES[form.shape] {
        "ball" => (format!("Sphere(radius: {s:?})"), s),
        "box" => (format!("Box(half_extents: ({s:?}, {s:?}, {:?}))", 0.5 * s), 0.5 * s),
        "ellipsoid" => (format!("Ellipsoid(semi_axes: ({:?}, {s:?}, {:?}))", 0.6 * s, 0.6 * s), 0.6 * s),
        _ => (format!("Cylinder(radius: {s:?}, half_height: {:?})", 0.5 * s), 0.5 * s),
    };
    let kind = SHAPES[form.shape];
    let free = |name: &String| bodies.iter().all(|body| body.name != *name);
    let name = (1..).map(|n| format!("{kind} {n}")).find(free).unwrap_or_default();
    let x = plane.x + plane.q * Vec3::new(form.at[0], form.at[1], height);
    let (x, q) = (stickslip_engine::scene::text::write::vector(&x), plane.q);
    format!(
        "(name: {name:?}, shape: {shape}, mass: {:?}, position: {x}, rotation: ({:?}, {:?}, {:?}, {:?}))",
        form.mass, q.w, q.i, q.j, q.k
    )
}

//! In-memory time series of a run, for checks and figures.

use crate::builtin;
use stickslip_engine::laws::friction::component::FrictionComponent;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::turning::rotation_vector;
use stickslip_engine::laws::{Vec2, Vec3};
use stickslip_engine::observe::state::{BodyState, ContactView, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Scene, set};
use stickslip_engine::step::CaseReport;
use stickslip_engine::step::events::{ContactEventKind, EventLog};

/// A scalar read from a state.
pub(crate) type TraceProbe = fn(&State) -> f64;

/// Time series of one run: one value per step, starting with step 0.
pub struct Trace {
    /// Step size, s.
    pub dt: f64,
    columns: Vec<(&'static str, Vec<f64>)>,
    changes: Vec<(u64, FrictionComponent, Mode)>,
    /// Final state.
    pub last: State,
    /// Report of the solver of rigid contacts over all steps.
    pub cones: CaseReport,
}

/// Why a study failed: a fault in the scene, or a run stopped by the guard.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{scene}: {why}")]
pub struct StudyError {
    /// Name of the scene or of the file.
    pub scene: String,
    /// Description of the fault.
    pub why: String,
}

impl StudyError {
    /// An error for the scene of this name.
    pub fn new(scene: &str, why: impl ToString) -> Self {
        Self { scene: scene.to_string(), why: why.to_string() }
    }
}

/// A built-in scene with edits, each a path and a value.
pub fn scene(name: &str, edits: &[(&str, &str)]) -> Result<Scene, StudyError> {
    let text = builtin::text(name).ok_or_else(|| StudyError::new(name, "there is no built-in scene of this name"))?;
    let edit = |text: String, (path, value): &(&str, &str)| set(&text, path, value);
    let text = edits.iter().try_fold(text.to_string(), edit).map_err(|fault| StudyError::new(name, fault))?;
    Scene::parse(name, &text).map_err(|faults| StudyError::new(name, first_fault(&faults)))
}

/// The first fault, as one line.
pub(crate) fn first_fault(faults: &stickslip_engine::scene::Faults) -> String {
    faults.lines().next().map_or_else(String::new, |line| line.to_string())
}

/// Runs a scene to its end and records `probes` at every step.
pub fn trace(scene: &Scene, probes: &[(&'static str, TraceProbe)]) -> Result<Trace, StudyError> {
    let mut simulation = Simulation::new(scene);
    let mut columns: Vec<(&'static str, Vec<f64>)> = probes.iter().map(|(name, _)| (*name, Vec::new())).collect();
    let mut changes = Vec::new();
    let mut last = simulation.state();
    let steps = (scene.duration / scene.dt).round() as u64;
    for step in 0..=steps {
        if step > 0 {
            simulation.step();
            last = simulation.state();
        }
        for ((_, column), (_, probe)) in columns.iter_mut().zip(probes) {
            column.push(probe(&last));
        }
        for event in simulation.world().resource_mut::<EventLog>().take() {
            if let ContactEventKind::Changed { component, to, .. } = event.kind {
                changes.push((event.step, component, to));
            }
        }
    }
    match simulation.stopped() {
        Some(why) => Err(StudyError::new(&scene.title, why)),
        None => Ok(Trace { dt: scene.dt, columns, changes, last, cones: simulation.cones() }),
    }
}

impl Trace {
    /// A series by name; an error if it was not recorded.
    pub(crate) fn column(&self, name: &str) -> Result<&[f64], StudyError> {
        let column = self.columns.iter().find(|(known, _)| *known == name).map(|(_, values)| &values[..]);
        column.ok_or_else(|| {
            let kept: Vec<&str> = self.columns.iter().map(|(known, _)| *known).collect();
            StudyError::new("trace", format!("no series `{name}` was kept; there are {}", kept.join(", ")))
        })
    }

    /// A series by its index among the recorded quantities; empty if out of range.
    pub fn values(&self, place: usize) -> &[f64] {
        self.columns.get(place).map_or(&[], |(_, values)| values)
    }

    /// Number of recorded states.
    pub(crate) fn len(&self) -> usize {
        self.columns.first().map_or(0, |(_, values)| values.len())
    }

    /// Time of step `k`, s.
    pub fn time(&self, k: usize) -> f64 {
        k as f64 * self.dt
    }

    /// The value of a series at time `t`, s; NaN, which fails every check, if there is none.
    pub(crate) fn at(&self, name: &str, t: f64) -> f64 {
        let values = self.column(name).unwrap_or_default();
        step_at(t, self.dt).and_then(|step| values.get(step)).copied().unwrap_or(f64::NAN)
    }

    /// The last value of a series; NaN, which fails every check, if there is none.
    pub(crate) fn end(&self, name: &str) -> f64 {
        self.column(name).unwrap_or_default().last().copied().unwrap_or(f64::NAN)
    }

    /// Time of the first change of sign of a series after time `from`, s; NaN if there is none.
    pub(crate) fn zero(&self, name: &str, from: f64) -> f64 {
        let values = self.column(name).unwrap_or_default();
        let Some(start) = step_at(from, self.dt) else { return f64::NAN };
        let sign = values.get(start).copied().unwrap_or(f64::NAN).signum();
        let passes = |k: &usize| values[*k] == 0.0 || values[*k].signum() != sign;
        (start + 1..values.len()).find(passes).map_or(f64::NAN, |k| self.time(k))
    }

    /// Time of the n-th change (from 1) of a component to mode `to`, s; NaN if there is none.
    pub(crate) fn change(&self, part: FrictionComponent, to: Mode, n: usize) -> f64 {
        let mut steps = self.changes.iter().filter(|(_, p, m)| *p == part && *m == to).map(|(step, ..)| *step);
        steps.nth(n.saturating_sub(1)).map_or(f64::NAN, |step| step as f64 * self.dt)
    }

    /// Mean rate of change of a series between two times, in its unit per s.
    pub(crate) fn slope(&self, name: &str, from: f64, to: f64) -> f64 {
        (self.at(name, to) - self.at(name, from)) / (to - from)
    }
}

/// Index of the step at time `t`, s; `None` if no step lies within a millionth of `dt` of `t`.
pub(crate) fn step_at(t: f64, dt: f64) -> Option<usize> {
    let step = (t / dt).round();
    ((t / dt - step).abs() <= 1e-6 && step >= 0.0).then_some(step as usize)
}

/// The moving body (the first with a finite mass).
pub(crate) fn moving_body(state: &State) -> Option<&BodyState> {
    state.bodies.iter().find(|body| body.mass.mass.is_finite())
}

/// Components of a world vector along the axes of the fixed plane: x, up the slope, normal.
pub(crate) fn on_plane(state: &State, v: &Vec3) -> Vec3 {
    let plane = state.bodies.iter().find(|body| !body.mass.mass.is_finite());
    plane.map_or(*v, |plane| plane.q.inverse_transform_vector(v))
}

/// A quantity of the first contact; NaN without one.
pub(crate) fn of_contact(state: &State, quantity: impl Fn(&ContactView) -> f64) -> f64 {
    state.contacts.first().map_or(f64::NAN, quantity)
}

/// True if the moving body is body i of the first contact.
pub(crate) fn moving_body_is_i(state: &State, contact: &ContactView) -> bool {
    moving_body(state).is_some_and(|body| body.entity == contact.pair.i)
}

/// Position up the slope, m.
pub(crate) fn up(state: &State) -> f64 {
    moving_body(state).map_or(f64::NAN, |body| on_plane(state, &body.x).y)
}

/// Velocity up the slope, m/s.
pub fn speed_up(state: &State) -> f64 {
    moving_body(state).map_or(f64::NAN, |body| on_plane(state, &body.v).y)
}

/// Angular velocity about the slope's x axis, rad/s; rolling up is negative.
pub(crate) fn angular_velocity_x(state: &State) -> f64 {
    moving_body(state).map_or(f64::NAN, |body| on_plane(state, &body.w).x)
}

/// Angular velocity about the plane's normal, rad/s.
pub(crate) fn angular_velocity_n(state: &State) -> f64 {
    moving_body(state).map_or(f64::NAN, |body| on_plane(state, &body.w).z)
}

/// Elastic slide force on the moving body up the slope, summed over its contacts, N.
pub(crate) fn elastic_up(state: &State) -> f64 {
    let on_moving_body = |c: &ContactView| {
        let on_i = on_plane(state, &c.frame.now.to_world(&c.slide.0.elastic)).y;
        if moving_body_is_i(state, c) { on_i } else { -on_i }
    };
    state.contacts.iter().map(on_moving_body).sum()
}

/// Damping slide force on the moving body up the slope, summed over its contacts, N.
pub(crate) fn damping_up(state: &State) -> f64 {
    let on_moving_body = |c: &ContactView| {
        let on_i = on_plane(state, &c.frame.now.to_world(&c.slide.0.damping)).y;
        if moving_body_is_i(state, c) { on_i } else { -on_i }
    };
    state.contacts.iter().map(on_moving_body).sum()
}

/// Elastic roll torque on the moving body about the slope's x axis, N·m.
pub(crate) fn roll_torque(state: &State) -> f64 {
    of_contact(state, |c| {
        let torque = if moving_body_is_i(state, c) { &c.loads.roll_elastic_i } else { &c.loads.roll_elastic_j };
        on_plane(state, torque).x
    })
}

/// The total roll torque on the moving body about the slope's x axis, N·m.
pub(crate) fn whole_roll_torque(state: &State) -> f64 {
    of_contact(state, |c| {
        let torque = if moving_body_is_i(state, c) { c.loads.roll_on_i() } else { c.loads.roll_on_j() };
        on_plane(state, &torque).x
    })
}

/// Elastic spin torque on the moving body about n, N·m.
pub(crate) fn spin_torque(state: &State) -> f64 {
    of_contact(state, |c| if moving_body_is_i(state, c) { -c.spin.0.elastic } else { c.spin.0.elastic })
}

/// |Ψ| of the first contact, rad.
pub(crate) fn spin_deflection(state: &State) -> f64 {
    of_contact(state, |c| c.spin.0.history.abs())
}

/// Angle of the contact frame's u in the plane, degrees in (−180, 180].
pub(crate) fn frame_angle(state: &State) -> f64 {
    of_contact(state, |c| {
        let u = on_plane(state, &c.frame.now.u);
        libm::atan2(u.y, u.x).to_degrees()
    })
}

/// Up-slope component of a contact vector (u, w) of the first contact, given for body i, with the sign of the force
/// on the moving body.
fn up_on_moving_body(state: &State, of: impl Fn(&ContactView) -> Vec2) -> f64 {
    of_contact(state, |c| {
        let on_i = on_plane(state, &c.frame.now.to_world(&of(c))).y;
        if moving_body_is_i(state, c) { on_i } else { -on_i }
    })
}

/// S with the sign of the elastic force on the moving body up the slope, m.
pub(crate) fn slide_deflection_up(state: &State) -> f64 {
    up_on_moving_body(state, |c| c.slide.0.history)
}

/// ΔS of the last step with the sign of the force on the moving body up the slope, m.
pub(crate) fn increment_up(state: &State) -> f64 {
    up_on_moving_body(state, |c| c.slide.0.increment)
}

/// Damping roll torque on the moving body about the slope's x axis, N·m.
pub(crate) fn roll_damping(state: &State) -> f64 {
    of_contact(state, |c| {
        let torque = if moving_body_is_i(state, c) { &c.loads.roll_damping_i } else { &c.loads.roll_damping_j };
        on_plane(state, torque).x
    })
}

/// Θ of the moving body with the sign of its elastic roll torque about the slope's x axis, rad.
pub(crate) fn roll_deflection(state: &State) -> f64 {
    of_contact(state, |c| {
        let derived = &c.normal.derived;
        let spring = if moving_body_is_i(state, c) { &derived.roll_i } else { &derived.roll_j };
        roll_torque(state) / spring.stiffness
    })
}

/// Angle by which the disk has rolled towards +y, rad; valid only for rotation about x by less than half a turn.
pub(crate) fn rolled(state: &State) -> f64 {
    moving_body(state).map_or(f64::NAN, |body| -rotation_vector(&body.q).x)
}

/// Ψ, rad; positive for a counter-clockwise rotation of the body.
pub(crate) fn signed_spin_deflection(state: &State) -> f64 {
    of_contact(state, |c| if moving_body_is_i(state, c) { c.spin.0.history } else { -c.spin.0.history })
}

/// Height of the centre of the moving body, m.
pub(crate) fn height(state: &State) -> f64 {
    moving_body(state).map_or(f64::NAN, |body| body.x.z)
}

/// Angle between the body's long axis z and the vertical, degrees.
pub(crate) fn tilt(state: &State) -> f64 {
    moving_body(state).map_or(f64::NAN, |body| libm::acos((body.q * Vec3::z()).z.clamp(-1.0, 1.0)).to_degrees())
}

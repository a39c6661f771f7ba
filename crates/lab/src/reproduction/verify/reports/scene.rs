//! Scenes of the reports, written as scene text and run to their end.

use crate::trace::{StudyError, first_fault};
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// Gravity, m/s².
pub(super) const G: f64 = 9.81;

/// A scene: Δt and duration, s, laws (`friction:` and `normal:`), and bodies.
#[derive(Clone, Debug)]
pub(super) struct ReportScene {
    pub(super) times: [f64; 2],
    pub(super) laws: String,
    pub(super) bodies: Vec<String>,
}

impl ReportScene {
    pub(super) fn new(times: [f64; 2], laws: impl Into<String>, bodies: Vec<String>) -> Self {
        Self { times, laws: laws.into(), bodies }
    }

    /// The simulation at its beginning.
    pub(super) fn begin(&self) -> Result<Simulation, StudyError> {
        let Self { times: [dt, duration], laws, bodies } = self;
        let text = format!(
            "Scene(schema: 1, title: \"report\", time: (dt: {dt:?}, duration: {duration:?}), gravity: (0.0, 0.0, {:?}), \
             {laws}, bodies: [{}])",
            -G,
            bodies.join(",\n ")
        );
        let scene = Scene::parse("report", &text).map_err(|faults| StudyError::new(&text, first_fault(&faults)))?;
        let mut simulation = Simulation::new(&scene);
        simulation.use_threads(1);
        Ok(simulation)
    }

    /// The states at these times, s, ascending.
    pub(super) fn states(&self, times: &[f64]) -> Result<Vec<State>, StudyError> {
        let mut simulation = self.begin()?;
        let mut states = Vec::new();
        for time in times {
            let steps = (time / self.times[0]).round() as u64;
            simulation.steps(steps.saturating_sub(simulation.step_count()));
            if let Some(why) = simulation.stopped() {
                return Err(StudyError::new("report", why));
            }
            states.push(simulation.state());
        }
        Ok(states)
    }

    /// The body with this name at the end.
    pub(super) fn end_of(&self, name: &str) -> Result<BodyState, StudyError> {
        let states = self.states(&[self.times[1]])?;
        body(states.first().ok_or_else(|| StudyError::new("report", "there is no state"))?, name).cloned()
    }
}

/// The body with this name.
pub(super) fn body<'a>(state: &'a State, name: &str) -> Result<&'a BodyState, StudyError> {
    let found = state.bodies.iter().find(|body| body.name == name);
    found.ok_or_else(|| StudyError::new("report", format!("there is no body {name}")))
}

//! Closed-form solution of the open scene, if any; an edit voids it, and the first step after the edit begins another.

use bevy::ecs::prelude::Resource;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::quantity::{Quantity, Subject};
use stickslip_engine::observe::state::State;
use stickslip_engine::step::edits::Edit;
use stickslip_lab::theory::{ClosedForm, Moment};

/// Maximum number of closed forms kept: enough to jump back over the last edits, few after a drag of a slider.
const MAX_FORMS: usize = 32;

/// Closed forms, each with the edits that precede it and their steps.
#[derive(Resource, Clone, Debug, Default)]
pub struct Forecast(Vec<(Vec<(u64, Edit)>, ClosedForm)>);

impl Forecast {
    /// Derives a closed form if none is known for this state, which these edits precede.
    pub fn note(&mut self, state: &State, gravity: &Vec3, edits: &[(u64, Edit)]) {
        if is_taken_up(state, edits)
            && self.of(state, edits).is_none()
            && let Some(form) = ClosedForm::from_state(state, gravity)
        {
            self.0.retain(|(before, _)| before != edits);
            self.0.push((edits.to_vec(), form));
            let surplus = self.0.len().saturating_sub(MAX_FORMS);
            self.0.drain(..surplus);
        }
    }

    /// The closed form valid in a state, which these edits precede.
    pub fn of(&self, state: &State, edits: &[(u64, Edit)]) -> Option<&ClosedForm> {
        let holds = |(before, form): &&(Vec<(u64, Edit)>, ClosedForm)| before == edits && form.from <= state.time;
        self.0.iter().find(holds).filter(|_| is_taken_up(state, edits)).map(|(_, form)| form)
    }
}

/// True once a step has been taken with these edits: until then the contacts have the parameters of the step before.
fn is_taken_up(state: &State, edits: &[(u64, Edit)]) -> bool {
    edits.last().is_none_or(|(step, _)| *step < state.step)
}

/// The closed-form value of a quantity at a time; `state` identifies the contact's bodies.
pub fn predicted(form: &ClosedForm, of: &Quantity, state: &State, time: f64) -> Option<f64> {
    let moment = form.at(time)?;
    let row = of.row();
    let (symbol, sign) = (row.symbol, of.entry().part.sign);
    match of.of {
        Subject::Body(index) if index == form.body => match (symbol, sign) {
            ("x" | "v" | "ω" | "E_kin", _) => moved(state, index, &moment).map(|state| of.value(&state)),
            ("F" | "F_E", "| |") => moment.slide,
            ("T_roll" | "T_E,roll", "| |") => moment.roll,
            ("T_spin" | "T_E,spin", "| |") => moment.spin,
            _ => None,
        },
        Subject::Contact(key) if state.contacts.len() == 1 && state.contacts[0].pair.key == key => {
            let is_i = key.i as usize == form.body;
            let normal = state.contacts[0].frame.now.n * if is_i { 1.0 } else { -1.0 };
            match (symbol, sign) {
                ("E" | "E+D", "| |") => moment.slide,
                ("T_i" | "T_i+D_i", "| |") if is_i => moment.roll,
                ("T_j" | "T_j+D_j", "| |") if !is_i => moment.roll,
                ("T_ψ" | "T_ψ+D_ψ", _) => moment.spin.map(|torque| torque.copysign(moment.w.dot(&normal))),
                _ => None,
            }
        }
        Subject::World | Subject::Body(_) | Subject::Contact(_) => None,
    }
}

/// The state with the body at its closed-form position.
fn moved(state: &State, index: usize, moment: &Moment) -> Option<State> {
    let mut body = state.bodies.get(index)?.clone();
    (body.x, body.v, body.w) = (moment.x, moment.v, moment.w);
    let bodies = vec![body; index + 1];
    Some(State {
        bodies,
        contacts: Vec::new(),
        packing: Default::default(),
        pulls: Vec::new(),
        accounts: None,
        solver: None,
        ..state.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_engine::step::edits::{FrictionParameter, QueueEdit, apply_edits};
    use stickslip_lab::builtin;

    /// The ball of section 4.4: the decay rate of the closed form, and its torque with the law's sign.
    #[test]
    fn a_quantity_is_predicted_with_its_sign() {
        let scene = Scene::parse("spin", builtin::text("sphere-spin-0.006").expect("a scene")).expect("no fault");
        let mut simulation = Simulation::new(&scene);
        let mut forecast = Forecast::default();
        for _ in 0..20_000 {
            simulation.step();
            if simulation.step_count() < 100 {
                forecast.note(&simulation.state(), &scene.gravity, &[]);
            }
        }
        let state = simulation.state();
        let form = forecast.of(&state, &[]).expect("a closed form");
        let (ball, key) = (Subject::Body(form.body), state.contacts[0].pair.key);
        for (of, symbol, part, tolerance) in
            [(ball, "ω", "z", 1e-3), (ball, "T_E,spin", "| |", 1e-6), (Subject::Contact(key), "T_ψ", "", 1e-6)]
        {
            let quantity = Quantity::find(of, symbol, part).expect("a row");
            let (found, expected) =
                (quantity.value(&state), predicted(form, &quantity, &state, state.time).expect("one"));
            assert!((found - expected).abs() < tolerance * expected.abs(), "{symbol}: {found} for {expected}");
        }
    }

    /// A sliding brick whose μ_k is set to 0.1 at step 300: the old form ends, the new one begins a step later and has the
    /// new friction, and another edit at the same step, after an undo, gets a form of its own.
    #[test]
    fn an_edit_begins_another_closed_form() {
        let scene = Scene::parse("brick", builtin::text("brick-slips").expect("a scene")).expect("no fault");
        let mut forecast = Forecast::default();
        for kinetic in [0.1, 0.15] {
            let edits = [(300, Edit::Basic { rule: None, which: FrictionParameter::MuK, value: kinetic })];
            let mut simulation = Simulation::new(&scene);
            simulation.steps(300);
            forecast.note(&simulation.state(), &scene.gravity, &[]);
            assert!(forecast.of(&simulation.state(), &[]).is_some());
            simulation.world().write_message(QueueEdit(edits[0].1.clone()));
            apply_edits(simulation.world());
            forecast.note(&simulation.state(), &scene.gravity, &edits);
            assert!(forecast.of(&simulation.state(), &edits).is_none(), "its contacts have the old coefficient");
            for _ in 0..100 {
                simulation.step();
                forecast.note(&simulation.state(), &scene.gravity, &edits);
            }
            let state = simulation.state();
            let form = forecast.of(&state, &edits).expect("a closed form");
            for (symbol, tolerance) in [("F", 1e-9), ("v", 1e-3)] {
                let quantity = Quantity::find(Subject::Body(form.body), symbol, "| |").expect("a row");
                let (found, expected) = (quantity.value(&state), predicted(form, &quantity, &state, state.time));
                let expected = expected.expect("a prediction");
                assert!((found - expected).abs() < tolerance * expected, "{symbol}: {found} for {expected}");
            }
        }
    }
}

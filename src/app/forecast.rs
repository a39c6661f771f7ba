//! Closed-form solution of the open scene, if any; recomputed when an edit changes its assumptions.

use crate::laws::Vec3;
use crate::record::quantity::{Quantity, Subject};
use crate::record::state::State;
use bevy::ecs::prelude::Resource;
use stickslip_lab::theory::{ClosedForm, Moment};

/// Closed forms, each with the number of edits that precede it.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Forecast(Vec<(usize, ClosedForm)>);

impl Forecast {
    /// Derives a closed form if none is known for this state.
    pub(crate) fn note(&mut self, state: &State, gravity: &Vec3, edits: usize) {
        if self.of(state.time, edits).is_none()
            && let Some(form) = ClosedForm::from_state(state, gravity)
        {
            self.0.retain(|(count, _)| *count != edits);
            self.0.push((edits, form));
        }
    }

    /// The closed form valid at a time, after the given number of edits.
    pub(crate) fn of(&self, time: f64, edits: usize) -> Option<&ClosedForm> {
        let holds = |(count, form): &&(usize, ClosedForm)| *count == edits && form.from <= time;
        self.0.iter().find(holds).map(|(_, form)| form)
    }
}

/// The closed-form value of a quantity at a time; `state` identifies the contact's bodies.
pub(crate) fn predicted(form: &ClosedForm, of: &Quantity, state: &State, time: f64) -> Option<f64> {
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
    use crate::run::simulation::Simulation;
    use crate::scene::Scene;
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
                forecast.note(&simulation.state(), &scene.gravity, 0);
            }
        }
        let state = simulation.state();
        let form = forecast.of(state.time, 0).expect("a closed form");
        let (ball, key) = (Subject::Body(form.body), state.contacts[0].pair.key);
        for (of, symbol, part, tolerance) in
            [(ball, "ω", "z", 1e-3), (ball, "T_E,spin", "| |", 1e-6), (Subject::Contact(key), "T_ψ", "", 1e-6)]
        {
            let quantity = Quantity::find(of, symbol, part).expect("a row");
            let (found, expected) =
                (quantity.value(&state), predicted(form, &quantity, &state, state.time).expect("one"));
            assert!((found - expected).abs() < tolerance * expected.abs(), "{symbol}: {found} for {expected}");
        }
        assert!(forecast.of(1.0, 1).is_none(), "an edit makes it void");
    }
}

//! The step size next to its sliders: its ratio to the critical step of the springs, and a step that is short enough.

use crate::draw::text::format::short;
use crate::state::tuning::Set;
use crate::texts::tr_with;
use stickslip_engine::laws::friction::normal::mean_inertia;
use stickslip_engine::laws::friction::parameters::Conditions;
use stickslip_engine::laws::motion::inertia_about;
use stickslip_engine::laws::pair::choice::Friction;
use stickslip_engine::laws::{Vec2, Vec3};
use stickslip_engine::observe::coupled::ContactComponent;
use stickslip_engine::observe::many_body::is_many_body;
use stickslip_engine::observe::stability::Stability;
use stickslip_engine::observe::state::{BodyState, ContactView, State};

/// What the ratio of [`StepSize::text`] means.
pub const STEP_TIP: &str = "tune-step-tip";

/// Share of the critical step that is advised: springs change as bodies turn.
pub const ADVISED_SHARE: f64 = 0.9;

/// The step size and its ratio to the critical step of the contacts together.
#[derive(Clone, Debug, PartialEq)]
pub struct StepSize {
    /// The step and the ratio, with the component that is most of it.
    pub text: String,
    /// What to do about a step that is too long; `None` for one that is not.
    pub advice: Option<String>,
}

impl StepSize {
    /// Compares the step size `dt`, s, with the critical step under the friction of the sliders, including edits that
    /// no step has used yet; `None` for a many-body scene, whose contacts are not all read.
    pub fn new(state: &State, dt: f64, sets: &[Set]) -> Option<Self> {
        if is_many_body(state.bodies.len()) {
            return None;
        }
        let mut springs = Stability::default();
        springs.note_once(&with_friction(state, sets), dt, &[]);
        let (name, ratio) = (springs.coupled_by.map_or("", ContactComponent::name), springs.coupled);
        let size = if ratio >= 0.01 { format!("{ratio:.2}") } else { short(ratio) };
        let ratio_text = if ratio > 0.0 { format!(" · Δt/Δt_crit = {size} ({name})") } else { String::new() };
        let advised = two_digits_below(ADVISED_SHARE * dt / ratio);
        let advice = tr_with("tune-step-advice", [("step", short(advised).into())]);
        Some(Self { text: format!("Δt = {} s{ratio_text}", short(dt)), advice: (ratio >= 1.0).then_some(advice) })
    }
}

/// The largest number of two digits that does not exceed `value`.
pub fn two_digits_below(value: f64) -> f64 {
    let unit = 10f64.powf(value.log10().floor() - 1.0);
    (value / unit + 1e-9).floor() * unit
}

/// A state whose contacts have the friction of the sliders, and the springs that follow from it.
fn with_friction(state: &State, sets: &[Set]) -> State {
    let mut state = state.clone();
    let bodies = std::mem::take(&mut state.bodies);
    for contact in &mut state.contacts {
        let now = sets.iter().find(|set| set.rule == contact.law.rule).map(|set| set.now);
        let pair = [contact.pair.key.i, contact.pair.key.j].map(|index| bodies.get(index as usize));
        if let (Some(now), [Some(i), Some(j)]) = (now.filter(|now| *now != contact.law.friction), pair) {
            refit(contact, now, [i, j]);
        }
    }
    state.bodies = bodies;
    state
}

/// Gives a contact another friction, and the springs that the next step derives from it.
fn refit(contact: &mut ContactView, friction: Friction, [i, j]: [&BodyState; 2]) {
    let (n, share) = (contact.normal.n, contact.normal.share);
    let frame = &contact.frame.now;
    let about = |axis: &Vec3| mean_inertia(inertia(i, axis), inertia(j, axis));
    // The axis about which a body rolls along its path; w without motion.
    let axis = |path: &Vec2| (frame.w * path.x - frame.u * path.y).try_normalize(0.0).unwrap_or(frame.w);
    let at = Conditions {
        normal: if share > 0.0 { n / share } else { 0.0 },
        share,
        kappa: 0.5 * (contact.paths.kappa_i + contact.paths.kappa_j),
        mass: mean_inertia(i.mass.mass, j.mass.mass),
        roll_inertia: [&contact.paths.p_i, &contact.paths.p_j].map(|path| about(&axis(path))),
        spin_inertia: about(&frame.n),
        patch: contact.normal.patch,
    };
    contact.normal.derived = friction.derive(&at);
    std::sync::Arc::make_mut(&mut contact.law).friction = friction;
}

/// Moment of inertia of a body about an axis through its centre, kg·m²; infinite if it does not move.
fn inertia(body: &BodyState, axis: &Vec3) -> f64 {
    if body.mass.mass.is_finite() { inertia_about(&body.mass.inertia, &body.q, axis) } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::tuning::Tuning;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_engine::step::edits::{Edit, FrictionParameter, QueueEdit};
    use stickslip_lab::builtin;

    /// A stiffness is judged as soon as it is entered, as the step that uses it judges it; the advised step is not too
    /// long and wastes little.
    #[test]
    fn a_stiffness_is_judged_before_the_step_that_uses_it() {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
        let (mut simulation, mut tuning) = (Simulation::new(&scene), Tuning::from_scene(&scene));
        simulation.steps(2);
        let state = simulation.state();
        let before = StepSize::new(&state, scene.dt, &tuning.sets).expect("few bodies");
        assert_eq!(before.advice, None);
        let edit = Edit::Basic { rule: None, which: FrictionParameter::KE, value: 1e9 };
        tuning.note(&edit);
        let at_once = StepSize::new(&state, scene.dt, &tuning.sets).expect("few bodies");
        assert_ne!(at_once.text, before.text);
        let advice = at_once.advice.as_deref().expect("too long");
        simulation.world().write_message(QueueEdit(edit));
        simulation.step();
        let after = StepSize::new(&simulation.state(), scene.dt, &tuning.sets).expect("few bodies");
        assert_eq!(at_once, after);
        let text = advice.split_once("Δt = ").and_then(|(_, text)| text.split_once(" s")).expect("a step").0;
        let advised = crate::draw::text::format::parse(text).expect("a number");
        let with_it = StepSize::new(&state, advised, &tuning.sets).expect("few bodies");
        assert!(with_it.advice.is_none() && advised < scene.dt, "{advice}");
        assert!(StepSize::new(&state, 1.3 * advised, &tuning.sets).expect("few bodies").advice.is_some(), "{advice}");
    }

    #[test]
    fn an_advised_step_has_two_digits() {
        for (value, below) in [(1.896e-5, 1.8e-5), (0.9e-4, 9e-5), (2e-6, 2e-6)] {
            assert!((two_digits_below(value) / below - 1.0).abs() < 1e-9, "{value}");
        }
    }
}

//! The values that differ from those of a lesson's question.

use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::pair::choice::{AnyLaw, Friction};
use stickslip_engine::observe::state::{PullState, State};
use stickslip_engine::scene::Motion;
use stickslip_engine::shapes::Shape;
use stickslip_engine::step::edits::{Edit, FrictionParameter, slope};

/// The values that differ from those of the question, each as `name=value` without blanks: friction, springs and slopes
/// other than the initial ones, changed by the edits of the demonstration only.
pub(super) fn changed_values(demo: &[(f64, Edit)], state: &State, start: &State) -> Result<Vec<String>, String> {
    let mut changed = changed_springs(state, start);
    for (k, now) in state.bodies.iter().enumerate() {
        let Some(before) = start.bodies.iter().find(|body| body.name == now.name) else { continue };
        let is_tilted = demo.iter().any(|(_, edit)| matches!(edit, Edit::Tilt { body, .. } if *body as usize == k));
        let degrees = slope(&now.q).to_degrees();
        let is_ramp = matches!((&now.shape, now.motion), (Shape::Box { .. }, Motion::Fixed));
        if (is_ramp || now.shape == Shape::Plane)
            && !is_tilted
            && (degrees - slope(&before.q).to_degrees()).abs() > 1e-4
        {
            changed.push(format!("slope({})={:.2}", now.name.replace(' ', "-"), degrees));
        }
    }
    for now in &state.contacts {
        let first = start.contacts.iter().find(|contact| contact.pair.key == now.pair.key);
        let Some(mut asked) = first.map(|contact| contact.law.friction) else { continue };
        for (_, edit) in demo {
            match edit {
                Edit::Basic { rule: None, which, value } => which.write(&mut asked, *value)?,
                Edit::Law { rule: None, law } => asked.laws.set(*law),
                _ => {}
            }
        }
        for value in changed_friction(&asked, &now.law.friction) {
            if !changed.contains(&value) {
                changed.push(value);
            }
        }
    }
    Ok(changed)
}

/// The parameters and laws of friction that differ.
fn changed_friction(asked: &Friction, now: &Friction) -> Vec<String> {
    if asked == now {
        return Vec::new();
    }
    let parameters = FrictionParameter::all().filter(|which| which.read(asked) != which.read(now));
    let parameters = parameters.filter_map(|which| Some(format!("{}={}", which.info().name(), which.read(now)?)));
    let laws = asked.laws.each().into_iter().zip(now.laws.each()).filter(|(old, new)| old != new);
    let named = |law: AnyLaw| format!("{}={}", law.component(), law.to_string().replace(['"', ' '], ""));
    let mut changed: Vec<String> = parameters.chain(laws.map(|(_, law)| named(law))).collect();
    if changed.is_empty() {
        changed.push("friction=changed".to_owned());
    }
    changed
}

/// Stiffness, N/m, and speed, m/s, of the scene's springs that differ from those at the start.
pub(super) fn changed_springs(state: &State, start: &State) -> Vec<String> {
    let (now, before) = (scene_springs(state), scene_springs(start));
    let changed = now.iter().filter(|spring| !before.contains(spring));
    let mut changed: Vec<String> =
        changed.flat_map(|(.., k, v)| [format!("stiffness={k}"), format!("speed={}", v.norm())]).collect();
    if changed.is_empty() && now != before {
        changed.push("springs=removed".to_owned());
    }
    changed
}

/// Body, number, stiffness and velocity of each spring drawn by the scene.
fn scene_springs(state: &State) -> Vec<(usize, usize, f64, Vec3)> {
    let spring = |of: &PullState| {
        let velocity = of.pull.moving_end().map_or_else(Vec3::zeros, |end| end.velocity);
        Some((of.body, of.number?, of.pull.stiffness()?, velocity))
    };
    state.pulls.iter().filter_map(spring).collect()
}

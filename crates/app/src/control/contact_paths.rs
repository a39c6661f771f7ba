//! Past paths of a contact point over both surfaces.

use crate::files::open::MAX_LEDGER_BODIES;
use crate::timeline::history::History;
use stickslip_engine::laws::Vec2;
use stickslip_engine::observe::quantity::{Quantity, Subject};
use stickslip_engine::observe::state::{ContactView, State};

/// The two paths leading to the present contact point, oldest point first, m.
pub struct ContactPaths {
    /// Over body i.
    pub on_i: Vec<Vec2>,
    /// Over body j.
    pub on_j: Vec<Vec2>,
    /// Steps from the oldest point to now.
    pub steps: u64,
}

/// The paths of a contact over at least the last `steps` steps, or since the contact began; the error says why they are
/// unknown. `why` is the reason given if the samples needed were not recorded.
pub fn contact_paths(
    history: &History,
    contact: &ContactView,
    state: &State,
    steps: u64,
    why: Option<String>,
) -> Result<ContactPaths, String> {
    let (of, now) = (Subject::Contact(contact.pair.key), state.step);
    if state.accounts.is_none() {
        return Err(format!("the paths of a contact are summed up in scenes of at most {MAX_LEDGER_BODIES} bodies"));
    }
    if contact.pair.age == 0 {
        return Err("the contact began in this step".to_owned());
    }
    let (began_at, from) = (now - contact.pair.age.min(now), now.saturating_sub(steps));
    let read = |symbol: &str| -> Option<Vec<(u64, Vec2)>> {
        let (u, w) = (Quantity::find(of, symbol, "u")?, Quantity::find(of, symbol, "w")?);
        let both = history.samples(&u).zip(history.samples(&w));
        let known = both.filter(|(u, _)| u.step >= began_at && u.step < now && u.first.is_finite());
        let mut path: Vec<_> = known.map(|(u, w)| (u.step, Vec2::new(u.first, w.first))).collect();
        let first = path.partition_point(|(step, _)| *step <= from).saturating_sub(1);
        path.drain(..first);
        // The displayed step may lie between two samples.
        path.push((now, Vec2::new(u.value(state), w.value(state))));
        Some(path)
    };
    let known = read("Σ p_i").zip(read("Σ p_j")).filter(|(i, _)| i.len() > 1);
    let (i, j) =
        known.ok_or_else(|| why.unwrap_or("the contact is younger than the samples of its curves".to_owned()))?;
    let back = |path: &[(u64, Vec2)]| {
        let end = path.last().map_or(Vec2::zeros(), |(_, p)| *p);
        path.iter().map(|(_, p)| p - end).collect()
    };
    Ok(ContactPaths { on_i: back(&i), on_j: back(&j), steps: now - i[0].0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    /// The ball on 35° rolls without slip between 0.0487 s and 0.0909 s: over these steps the material points of i and
    /// j move apart by exactly the change of S.
    #[test]
    fn in_stick_cross_and_dot_are_apart_by_the_change_of_s() {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
        let (mut simulation, mut history) = (Simulation::with_energy_ledger(&scene), History::new(&scene));
        let (mut deflections, mut states) = (Vec::new(), Vec::new());
        for step in 0..=800 {
            if step > 0 {
                simulation.step();
            }
            let state = simulation.state();
            history.push(&state);
            deflections.push(state.contacts[0].slide.0.history);
            states.push(state);
        }
        for (now, back) in [(800, 200), (700, 150)] {
            let state = &states[now as usize];
            let found = contact_paths(&history, &state.contacts[0], state, back, None).expect("known");
            assert_eq!(found.steps, back);
            // The material point of i is at −Σ p_i, that of j at −Σ p_j, and ΔS = p_i − p_j.
            let apart = found.on_j[0] - found.on_i[0];
            let change = deflections[now as usize] - deflections[(now - back) as usize];
            assert!((apart - change).norm() < 1e-9 * apart.norm(), "{apart} {change}");
        }
        // There are no paths without samples of the past, without energy accounting, or in the contact's first step.
        let mut state = states[800].clone();
        let reason = |history: &History, state: &State, why: Option<String>| {
            contact_paths(history, &state.contacts[0], state, 20, why).err().expect("a reason")
        };
        let empty = history.emptied();
        assert_eq!(reason(&empty, &state, Some("recomputing".to_owned())), "recomputing");
        assert!(reason(&empty, &states[1], None).contains("younger"));
        state.accounts = None;
        assert!(reason(&history, &state, None).contains("at most 64 bodies"));
        assert!(reason(&history, &states[0], None).contains("began"));
    }
}

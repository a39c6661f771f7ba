//! Past paths of a contact point over both surfaces.

use crate::app::history::History;
use crate::laws::Vec2;
use crate::record::quantity::{Quantity, Subject};

/// The two paths leading to the present contact point, oldest point first, m.
pub(crate) struct Ways {
    /// Over body i.
    pub on_i: Vec<Vec2>,
    /// Over body j.
    pub on_j: Vec<Vec2>,
    /// Steps from the oldest point to now.
    pub steps: u64,
}

/// The paths over the last `steps` steps before `now`; `None` where they are not known.
pub(crate) fn ways(history: &History, of: Subject, now: u64, steps: u64) -> Option<Ways> {
    let read = |symbol: &str| -> Option<Vec<(u64, Vec2)>> {
        let (u, w) = (Quantity::find(of, symbol, "u")?, Quantity::find(of, symbol, "w")?);
        let both = history.samples(&u).zip(history.samples(&w));
        let near = both.filter(|(u, _)| u.step + steps >= now && u.step <= now && u.first.is_finite());
        Some(near.map(|(u, w)| (u.step, Vec2::new(u.first, w.first))).collect())
    };
    let (i, j) = (read("Σ p_i")?, read("Σ p_j")?);
    let (first, last) = (i.first()?.0, i.last()?.0);
    let back = |way: &[(u64, Vec2)]| {
        let end = way.last().map_or(Vec2::zeros(), |(_, p)| *p);
        way.iter().map(|(_, p)| p - end).collect()
    };
    (last == now).then(|| Ways { on_i: back(&i), on_j: back(&j), steps: now - first })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::simulation::Simulation;
    use crate::scene::{Scene, builtin};

    /// The ball on 35° rolls without slip between 0.0487 s and 0.0909 s: over these steps cross and dot move apart by
    /// exactly the change of S.
    #[test]
    fn in_stick_cross_and_dot_are_apart_by_the_change_of_s() {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
        let (mut simulation, mut history) = (Simulation::with_books(&scene), History::of(&scene));
        let mut stretches = Vec::new();
        for step in 0..=800 {
            if step > 0 {
                simulation.step();
            }
            let state = simulation.state();
            history.push(&state);
            stretches.push(state.contacts[0].slide.0.history);
        }
        let of = history.subjects().find(|of| matches!(of, Subject::Contact(_))).expect("a contact");
        for (now, back) in [(800, 200), (700, 150)] {
            let found = ways(&history, of, now, back).expect("known");
            assert_eq!(found.steps, back);
            // The material point of i is at −Σ p_i, that of j at −Σ p_j, and ΔS = p_i − p_j.
            let apart = found.on_j[0] - found.on_i[0];
            let change = stretches[now as usize] - stretches[(now - back) as usize];
            assert!((apart - change).norm() < 1e-9 * apart.norm(), "{apart} {change}");
        }
    }
}

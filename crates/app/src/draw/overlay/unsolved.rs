//! Contacts that the solver of rigid contacts left above its tolerance in the last step: bars that nothing hides, wider
//! with larger residuals. Pure functions, like the draw list.

use crate::draw::overlay::chains::bars;
use crate::draw::text::format::{counted, quantity};
use std::collections::BTreeMap;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::observe::state::BodyState;
use stickslip_engine::world::contact::ContactKey;

/// Maximum number of contacts drawn, the worst first.
pub const MAX_UNSOLVED: usize = 500;
/// Width of a bar just above the tolerance, relative to the full width.
const MIN_SHARE: f64 = 0.25;
/// Decades above the tolerance at which a bar has its full width.
const FULL_DECADES: f64 = 4.0;

/// One bar, m, world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnsolvedBar {
    /// Ends of the bar: body centres, or the contact point.
    pub ends: [Vec3; 2],
    /// Width relative to the full width, in \[0, 1\].
    pub share: f64,
}

/// The contacts above the tolerance in the last step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnsolvedContacts {
    /// The bars of the worst contacts.
    pub bars: Vec<UnsolvedBar>,
    /// Number of contacts above the tolerance, including those that are not drawn.
    pub count: usize,
    /// The largest residual, m/s.
    pub worst: f64,
}

impl UnsolvedContacts {
    /// How many of `contacts` are above the tolerance, and the largest residual; `None` if there are none.
    pub fn note(&self, contacts: usize) -> Option<String> {
        let worst = quantity(self.worst, "m/s");
        (self.count > 0).then(|| {
            format!("solver: {} of {} above the tolerance, up to {worst}", self.count, counted(contacts, "contact"))
        })
    }
}

/// The bars of the contacts `found` above the `tolerance`, m/s, with their residuals, m/s, of bodies that touch at these
/// `points`, m, world.
pub fn unsolved_contacts(
    bodies: &[BodyState],
    points: &BTreeMap<ContactKey, Vec3>,
    found: &[(ContactKey, f64)],
    tolerance: f64,
) -> UnsolvedContacts {
    let mut worst_first = found.to_vec();
    // A residual that is not a number is the worst.
    let rank = |residual: f64| if residual.is_nan() { f64::INFINITY } else { residual };
    worst_first.sort_by(|a, b| rank(b.1).total_cmp(&rank(a.1)));
    let share = |residual: f64| {
        let decades = libm::log10(rank(residual) / tolerance) / FULL_DECADES;
        MIN_SHARE + (1.0 - MIN_SHARE) * decades.clamp(0.0, 1.0)
    };
    let drawn = worst_first.iter().take(MAX_UNSOLVED);
    let places = drawn.filter_map(|(key, residual)| Some((key, points.get(key)?, share(*residual))));
    let all = places.flat_map(|(key, c, share)| {
        bars(bodies, key, c).into_iter().flatten().map(move |ends| UnsolvedBar { ends, share })
    });
    let worst = found.iter().map(|(_, residual)| *residual).fold(0.0, larger);
    UnsolvedContacts { bars: all.collect(), count: found.len(), worst }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_engine::step::Convergence;

    /// Balls in a row on a plane, solved by one pass a step to a tolerance that this cannot reach: the contacts above it
    /// have bars that end at their bodies, and the widest belongs to the largest residual. Solved, there are none.
    #[test]
    fn the_contacts_above_the_tolerance_have_bars() {
        for (solver, is_solved) in [("tolerance: 1e-14, max_iterations: 1", false), ("tolerance: 1e-3", true)] {
            let balls: String = (0..5)
                .map(|k| {
                    format!(
                        "(name: \"b{k}\", shape: Sphere(radius: 0.1), mass: {}.0, position: (0.0, 0.0, {:?})),",
                        k + 1,
                        0.1 + 0.2 * f64::from(k)
                    )
                })
                .collect();
            let text = format!(
                "Scene(schema: 1, title: \"t\", time: (dt: 1e-3, duration: 1.0), gravity: (0.0, 0.0, -9.81), friction: (mu: 0.5),
                 normal: Rigid, solver: Cones({solver}), bodies: [(name: \"floor\", shape: Plane), {balls}])"
            );
            let mut simulation = Simulation::new(&Scene::parse("t", &text).unwrap_or_else(|faults| panic!("{faults}")));
            simulation.steps(3);
            let state = simulation.state();
            let found = simulation.world().resource::<Convergence>().unsolved.clone();
            let points = state.contacts.iter().map(|contact| (contact.pair.key, contact.touch.c)).collect();
            let tolerance = state.solver.expect("rigid contacts").cones.tolerance;
            let shown = unsolved_contacts(&state.bodies, &points, &found, tolerance);
            assert_eq!((shown.count == 0, shown.note(5).is_none()), (is_solved, is_solved), "{shown:?}");
            if is_solved {
                continue;
            }
            assert_eq!(shown.bars.len(), found.len());
            assert!(shown.bars.windows(2).all(|pair| pair[0].share >= pair[1].share));
            for bar in &shown.bars {
                assert!(bar.share >= MIN_SHARE && bar.share <= 1.0, "{bar:?}");
                let is_place = |at: &Vec3| {
                    state
                        .bodies
                        .iter()
                        .map(|body| body.x)
                        .chain(points.values().copied())
                        .any(|x| (x - at).norm() < 1e-12)
                };
                assert!(bar.ends.iter().all(is_place), "{bar:?}");
            }
        }
    }

    /// A residual that is not a number is the worst of all, and told.
    #[test]
    fn a_residual_without_a_number_is_the_worst() {
        let key = |j| ContactKey { case: 0, i: 0, j, feature: 0 };
        let found = [(key(1), 1e-3), (key(2), f64::NAN)];
        let shown = unsolved_contacts(&[], &BTreeMap::new(), &found, 1e-6);
        assert!(shown.worst.is_nan() && shown.count == 2, "{shown:?}");
        assert!(shown.note(4).is_some_and(|note| note.contains("2 of 4 contacts")));
    }
}

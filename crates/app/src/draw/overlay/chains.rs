//! Force chains: contacts as bars between body centres, wider and darker with larger normal force. Pure functions of
//! states, like the draw list.

use crate::draw::scale::extent;
use crate::draw::text::format::{count, counted};
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::packing::Link;
use stickslip_engine::observe::state::BodyState;
use stickslip_engine::shapes::Shape;
use stickslip_engine::world::contact::ContactKey;

/// Maximum number of contacts drawn, strongest first.
pub const MAX_CHAINS: usize = 4000;
/// A bar reaches full width and darkness at this multiple of the mean normal force.
pub const FULL: f64 = 4.0;

/// One bar, m, world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chain {
    /// Ends of the bar: body centres, or the contact point for an unbounded body (a wall).
    pub ends: [Vec3; 2],
    /// Normal force of the contact, N.
    pub normal: f64,
}

/// The force chains of a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chains {
    /// The bars.
    pub list: Vec<Chain>,
    /// Total number of contacts.
    pub of: usize,
    /// Contacts drawn: all, or only the strongest.
    pub drawn: usize,
    /// Mean normal force of all contacts, N.
    pub mean: f64,
    /// The weakest normal force drawn, N.
    pub weakest: f64,
}

impl Chains {
    /// Relative width and darkness of a bar, in \[0, 1\].
    pub fn share(&self, chain: &Chain) -> f64 {
        if self.mean > 0.0 { (chain.normal / (FULL * self.mean)).min(1.0) } else { 0.0 }
    }

    /// Describes how many of the contacts are drawn.
    pub fn note(&self) -> String {
        match (self.of, self.drawn == self.of) {
            (0, _) => "force chains: no contacts".to_owned(),
            (1, true) => "force chains: 1 contact".to_owned(),
            (of, true) => format!("force chains: all {}", counted(of, "contact")),
            (of, false) => {
                let weakest = crate::draw::text::format::quantity(self.weakest, "N");
                format!(
                    "force chains: the strongest {} of {}, N ≥ {weakest}",
                    count(self.drawn),
                    counted(of, "contact")
                )
            }
        }
    }
}

/// Bars for the `most` strongest contacts.
pub fn chains(bodies: &[BodyState], mut links: Vec<Link>, most: usize) -> Chains {
    let of = links.len();
    let mean = links.iter().map(|link| link.normal).sum::<f64>() / of.max(1) as f64;
    if of > most {
        links.select_nth_unstable_by(most, |a, b| b.normal.total_cmp(&a.normal));
        links.truncate(most);
    }
    let weakest = links.iter().map(|link| link.normal).fold(f64::INFINITY, f64::min);
    let drawn = links.len();
    let chain = |link: &Link| {
        let normal = link.normal;
        bars(bodies, &link.key, &link.c).into_iter().flatten().map(move |ends| Chain { ends, normal })
    };
    let list = links.iter().flat_map(chain).collect();
    Chains { list, of, drawn, mean, weakest }
}

/// Ends of the bars of a contact at the point `c`, m, world: one bar between two spheres, else a bar from each bounded
/// body's centre to the contact point.
pub(in crate::draw) fn bars(bodies: &[BodyState], key: &ContactKey, c: &Vec3) -> [Option<[Vec3; 2]>; 2] {
    let body = |k: u32| bodies.get(k as usize).filter(|body| extent(&body.shape).is_some());
    let is_ball = |body: &BodyState| matches!(body.shape, Shape::Sphere { .. });
    match (body(key.i), body(key.j)) {
        (Some(i), Some(j)) if is_ball(i) && is_ball(j) => [Some([i.x, j.x]), None],
        (i, j) => [i, j].map(|body| Some([body?.x, *c])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::observe::state::State;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::{builtin, generate};

    fn after(text: &str, steps: u64) -> State {
        let mut simulation = Simulation::new(&Scene::parse("scene", text).expect("no fault"));
        simulation.steps(steps);
        simulation.state()
    }

    fn links(state: &State) -> Vec<Link> {
        state.contacts.iter().map(Link::from).collect()
    }

    /// Only the strongest of many contacts are drawn: no omitted one is stronger, and the note gives the total.
    #[test]
    fn the_strongest_contacts_are_kept_and_counted() {
        let state = after(&generate::text("heap", 200).expect("a scene"), 1500);
        let mut forces: Vec<f64> = state.contacts.iter().map(|contact| contact.normal.n).collect();
        forces.sort_by(|a, b| b.total_cmp(a));
        let most = forces.len() / 3;
        let few = chains(&state.bodies, links(&state), most);
        assert_eq!((few.drawn, few.of, few.list.len()), (most, forces.len(), most));
        assert_eq!(few.weakest, forces[most - 1]);
        let drawn: f64 = few.list.iter().map(|chain| chain.normal).sum();
        assert!((drawn - forces[..most].iter().sum::<f64>()).abs() < 1e-9 * drawn);
        let note = few.note();
        assert!(note.contains(&format!("strongest {most} of {}", forces.len())), "{note}");
        let all = chains(&state.bodies, links(&state), forces.len());
        assert_eq!((all.drawn, all.mean), (forces.len(), few.mean), "the mean is that of all contacts");
        assert!(all.note().contains("all"), "{}", all.note());
        assert_eq!(chains(&state.bodies, Vec::new(), 10).note(), "force chains: no contacts");
    }

    /// A bar ends at the centres of two spheres, or at the contact point on a wall.
    #[test]
    fn bars_go_from_centre_to_centre() {
        let state = after(builtin::text("ball-on-ball").expect("a scene"), 200);
        for (link, of) in links(&state).iter().zip(&state.contacts) {
            let [first, second] = bars(&state.bodies, &link.key, &link.c);
            let (i, j) = (&state.bodies[of.pair.key.i as usize], &state.bodies[of.pair.key.j as usize]);
            let ends = first.or(second).expect("a bar");
            assert_eq!(ends[0], if extent(&i.shape).is_some() { i.x } else { j.x });
            let walls = [i, j].iter().filter(|body| extent(&body.shape).is_none()).count();
            assert_eq!(ends[1], if walls == 0 { j.x } else { of.touch.c });
            // Sphere to contact point, or sphere to sphere: the length is the sum of the radii.
            let radii: f64 = [i, j].iter().filter_map(|body| extent(&body.shape)).sum();
            assert!(((ends[1] - ends[0]).norm() - radii).abs() < 1e-3 * radii);
        }
    }
}

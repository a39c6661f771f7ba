//! Incremental reading of a scene with many bodies: body states are updated in place, contacts are read in short form,
//! and in full only where requested. [`super::state::observe`] copies every contact in full, which takes longer than
//! the step itself at 100,000 contacts.

use super::state::{self, BodyState, State};
use crate::laws::Vec3;
use crate::laws::element::Mode;
use crate::shapes::Shape;
use crate::step::read;
use crate::world::body::{Body, BodyShape, Mass, MotionType, Pose, Twist};
use crate::world::contact::{ContactKey, ContactRow, Extras};
use crate::world::{CaseId, Clock};
use bevy_ecs::prelude::*;

/// Largest number of bodies whose contacts are all read in full.
pub const FEW: usize = 300;

/// True if a scene has too many bodies for all its contacts to be read in full.
pub fn is_crowd(bodies: usize) -> bool {
    bodies > FEW
}

/// A contact in short form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Pair of bodies and feature.
    pub key: ContactKey,
    /// Contact point, m, world.
    pub c: Vec3,
    /// Normal force N, N.
    pub normal: f64,
    /// Mode of the slide component.
    pub mode: Mode,
}

/// Result of [`follow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The bodies are the same as in the previous state.
    pub same: bool,
    /// Number of contacts in the case, including those not requested.
    pub contacts: usize,
}

/// Updates a state to one case of the world. It holds only the `wanted` contacts, in full, and no energy account.
pub fn follow(world: &mut World, lane: CaseId, state: &mut State, wanted: impl Fn(&ContactKey) -> bool) -> Found {
    let clock = *world.resource::<Clock>();
    (state.step, state.time) = (clock.step, clock.time());
    let same = follow_bodies(world, lane, &mut state.bodies);
    if !same {
        state.bodies = state::bodies(world, lane);
    }
    state.gravity = state::gravity(world, lane);
    let mut contacts = 0;
    let mut is_wanted = |key: &ContactKey| {
        contacts += usize::from(key.lane == lane.0);
        key.lane == lane.0 && wanted(key)
    };
    state.contacts = read::contacts(world, &mut is_wanted);
    state.pulls = state::pulls(world, lane, clock.time());
    state.accounts = None;
    state.solver = state::SolverState::of(world, lane);
    state.dae = state::dae(world, lane);
    Found { same, contacts }
}

/// Updates motion and mass of the bodies in place; returns false if the set of bodies has changed.
fn follow_bodies(world: &mut World, lane: CaseId, bodies: &mut [BodyState]) -> bool {
    let mut rows = world.query::<(Entity, &CaseId, &Body, &BodyShape, &MotionType, &Mass, &Pose, &Twist)>();
    let mut count = 0;
    for (entity, of, body, shape, freedom, mass, pose, twist) in rows.iter(world) {
        if *of != lane {
            continue;
        }
        let Some(place) = bodies.get_mut(body.index as usize) else { return false };
        if place.entity != entity || place.name != body.name || place.shape != shape.0 {
            return false;
        }
        (place.motion, place.mass) = (freedom.0, *mass);
        (place.x, place.q, place.v, place.w) = (pose.x, pose.q, twist.v, twist.w);
        count += 1;
    }
    count == bodies.len()
}

/// Every contact of a case in short form, ordered by key; `bodies` are those of its present state.
pub fn links(world: &mut World, lane: CaseId, bodies: &[BodyState]) -> Vec<Link> {
    let mut rows = world.query::<ContactRow<'static>>();
    let touching = rows.iter(world).filter(|row| row.0.touches() && row.3.key.lane == lane.0);
    let link = |(pair, _, motion, identity, extras): ContactRow| {
        let [i, j] = [identity.key.i, identity.key.j].map(|k| bodies.get(k as usize));
        let motion = motion.read();
        let c = point(i?, j?, motion.overlap, extras.0.as_deref());
        Some(Link { key: identity.key, c, normal: motion.normal, mode: pair.modes.now(0) })
    };
    let mut links: Vec<Link> = touching.filter_map(link).collect();
    links.sort_by_key(|link| link.key);
    links
}

/// Contact point; for spheres and planes it lies half the overlap below the surface.
fn point(i: &BodyState, j: &BodyState, overlap: f64, extras: Option<&Extras>) -> Vec3 {
    let below = |body: &BodyState, radius: f64, toward: Vec3| body.x + toward * (radius - 0.5 * overlap);
    match (&i.shape, &j.shape) {
        (Shape::Sphere { radius }, Shape::Plane) => below(i, *radius, j.q * -Vec3::z()),
        (_, Shape::Sphere { radius }) if i.shape == Shape::Plane => below(j, *radius, i.q * -Vec3::z()),
        (Shape::Sphere { radius }, Shape::Sphere { .. }) => {
            below(i, *radius, (j.x - i.x).try_normalize(0.0).unwrap_or_default())
        }
        _ => extras.map_or(i.x, |extras| {
            i.x + Vec3::from(extras.point.feet[0]) + Vec3::from(extras.point.n) * (0.5 * overlap)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::state::{ContactView, observe};
    use crate::run::simulation::Simulation;
    use crate::scene::{Scene, generate};

    /// Incremental reading gives the same contacts as `observe`; the short form has the same points, forces and modes.
    #[test]
    fn a_crowd_that_is_followed_is_the_one_observed() {
        let text = generate::text("heap", 400).expect("a scene");
        let mut simulation = Simulation::new(&Scene::parse("heap", &text).expect("no fault"));
        let mut state = simulation.state();
        assert!(is_crowd(state.bodies.len()));
        for _ in 0..4 {
            simulation.steps(400);
            let whole = observe(simulation.world(), CaseId(0));
            let of_ten = |key: &ContactKey| key.i == 10 || key.j == 10;
            let found = follow(simulation.world(), CaseId(0), &mut state, of_ten);
            assert_eq!(found, Found { same: true, contacts: whole.contacts.len() });
            assert_eq!((&state.bodies, state.step), (&whole.bodies, whole.step));
            let chosen: Vec<ContactView> =
                whole.contacts.iter().filter(|contact| of_ten(&contact.pair.key)).cloned().collect();
            assert_eq!(state.contacts, chosen);
            let links = links(simulation.world(), CaseId(0), &state.bodies);
            assert_eq!(links.len(), whole.contacts.len());
            for (link, contact) in links.iter().zip(&whole.contacts) {
                let mode = contact.slide.0.mode;
                assert_eq!((link.key, link.normal, link.mode), (contact.pair.key, contact.normal.n, mode));
                assert!((link.c - contact.touch.c).norm() < 1e-9, "{:?}", link.key);
            }
        }
        assert!(!state.contacts.is_empty());
    }

    /// A removed body is noticed, and the state then holds the remaining ones.
    #[test]
    fn another_set_of_bodies_is_noticed() {
        let text = generate::text("heap", 400).expect("a scene");
        let scene = Scene::parse("heap", &text).expect("no fault");
        let mut fewer = scene.clone();
        fewer.bodies.truncate(350);
        let mut state = Simulation::new(&scene).state();
        let mut simulation = Simulation::new(&fewer);
        assert!(!follow(simulation.world(), CaseId(0), &mut state, |_| false).same);
        assert_eq!(state.bodies, simulation.state().bodies);
    }
}

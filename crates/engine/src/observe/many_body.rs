//! Incremental reading of a scene with many bodies: body states are updated in place, and contacts are read in short
//! form, in full only on request. [`crate::observe::state::observe`] copies every contact in full, which takes longer than the
//! step itself at 100,000 contacts.

use crate::laws::Vec3;
use crate::laws::friction::component::FrictionComponent;
use crate::laws::math::order::sort_by_key;
use crate::observe::packing::{Link, Packing};
use crate::observe::state::{self, BodyState, State};
use crate::shapes::Shape;
use crate::step::read;
use crate::world::body::{Body, BodyShape, Mass, MotionType, Pose, Twist};
use crate::world::contact::{ContactDetails, ContactKey, ContactRow};
use crate::world::{CaseId, Clock};
use bevy_ecs::prelude::*;

/// Maximum number of bodies for which all contacts are read in full.
pub const MAX_FULLY_READ: usize = 300;

/// True if a scene has too many bodies for all its contacts to be read in full.
pub fn is_many_body(bodies: usize) -> bool {
    bodies > MAX_FULLY_READ
}

/// Result of [`update`].
#[derive(Clone, Debug, PartialEq)]
pub struct ManyBodyUpdate {
    /// True if the set of bodies is unchanged since the previous state.
    pub same: bool,
    /// All contacts of the case in short form, ordered by key, including contacts not requested in full.
    pub links: Vec<Link>,
}

/// Updates `state` to the current state of a case. `state` then holds only the `wanted` contacts in full, and no energy
/// account.
pub fn update(
    world: &mut World,
    case: CaseId,
    state: &mut State,
    wanted: impl Fn(&ContactKey) -> bool,
) -> ManyBodyUpdate {
    let clock = *world.resource::<Clock>();
    (state.step, state.time) = (clock.step, clock.time());
    let same = update_bodies(world, case, &mut state.bodies);
    if !same {
        state.bodies = state::bodies(world, case);
    }
    state.gravity = state::gravity(world, case);
    state.contacts = read::contacts(world, |key| key.case == case.0 && wanted(key));
    let links = links(world, case, &state.bodies);
    state.packing = Packing::new(&state::movable(&state.bodies), links.iter().copied());
    state.pulls = state::pulls(world, case, clock.time());
    state.accounts = None;
    state.solver = state::SolverState::read(world, case);
    state.dae = state::dae(world, case);
    ManyBodyUpdate { same, links }
}

/// Updates motion type, mass, pose and velocity of the bodies in place; returns false if the set of bodies has changed.
fn update_bodies(world: &mut World, case: CaseId, bodies: &mut [BodyState]) -> bool {
    let mut rows = world.query::<(Entity, &CaseId, &Body, &BodyShape, &MotionType, &Mass, &Pose, &Twist)>();
    let mut count = 0;
    for (entity, of, body, shape, motion_type, mass, pose, twist) in rows.iter(world) {
        if *of != case {
            continue;
        }
        let Some(place) = bodies.get_mut(body.index as usize) else { return false };
        if place.entity != entity || place.name != body.name || place.shape != shape.0 {
            return false;
        }
        (place.motion, place.mass) = (motion_type.0, *mass);
        (place.x, place.q, place.v, place.w) = (pose.x, pose.q, twist.v, twist.w);
        count += 1;
    }
    count == bodies.len()
}

/// All contacts of a case in short form, ordered by key. `bodies`: current bodies of the case, by index.
pub fn links(world: &mut World, case: CaseId, bodies: &[BodyState]) -> Vec<Link> {
    let mut rows = world.query::<ContactRow<'static>>();
    let touching = rows.iter(world).filter(|row| row.0.touches() && row.3.key.case == case.0);
    let link = |(pair, _, motion, identity, extras): ContactRow| {
        let [i, j] = [identity.key.i, identity.key.j].map(|k| bodies.get(k as usize));
        let motion = *motion;
        let (c, n) = point_and_normal(i?, j?, motion.overlap, extras.0.as_deref());
        Some(Link { key: identity.key, c, n, normal: motion.normal, mode: pair.modes.mode(FrictionComponent::Slide) })
    };
    let mut links: Vec<Link> = touching.filter_map(link).collect();
    if !links.is_sorted_by_key(|link| link.key) {
        sort_by_key(&mut links, |link| link.key);
    }
    links
}

/// Contact point, m, world, and unit normal into body i. For spheres and planes, the point lies half the overlap below
/// the surface.
fn point_and_normal(i: &BodyState, j: &BodyState, overlap: f64, extras: Option<&ContactDetails>) -> (Vec3, Vec3) {
    let below = |body: &BodyState, radius: f64, toward: Vec3| body.x + toward * (radius - 0.5 * overlap);
    match (&i.shape, &j.shape) {
        (Shape::Sphere { radius }, Shape::Plane) => {
            let n = j.q * Vec3::z();
            (below(i, *radius, -n), n)
        }
        (Shape::Plane, Shape::Sphere { radius }) => {
            let n = i.q * -Vec3::z();
            (below(j, *radius, n), n)
        }
        (Shape::Sphere { radius }, Shape::Sphere { .. }) => {
            let n = (i.x - j.x).try_normalize(0.0).unwrap_or_default();
            (below(i, *radius, -n), n)
        }
        _ => extras.map_or((i.x, Vec3::zeros()), |extras| {
            let n = Vec3::from(extras.geometry.point.n);
            (i.x + Vec3::from(extras.geometry.point.feet[0]) + n * (0.5 * overlap), n)
        }),
    }
}

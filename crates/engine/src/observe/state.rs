//! The observable state of a world at one step, as plain data. Output files, the draw list, plots and panels read
//! nothing else, so the numbers shown are the numbers simulated.

use crate::laws::friction::energy::Budget;
use crate::laws::math::order::sort_by_key;
use crate::laws::motion::pull::{Pull, PullLoad, Pulled};
use crate::laws::{Rotation, Vec3};
use crate::observe::packing::{Link, Packing};
use crate::scene::{Cones, Elastic, Motion};
use crate::shapes::Shape;
use crate::step::{CaseReport, ConesReport, DaeCase, DaeReport, read};
use crate::world::body::{Body, BodyShape, ElasticMaterial, Grain, InitialPose, Mass, MotionType, Pose, Twist};
pub use crate::world::contact_view::ContactView;
use crate::world::ledger::{Account, EnergyLedger};
use crate::world::played::PlayedMotion;
use crate::world::pull::Pulls;
use crate::world::{CaseId, Cases, Clock};
use bevy_ecs::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The world at one step: pose and velocity at t, and the contact loads evaluated from that state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Number of completed steps.
    pub step: u64,
    /// `step · dt`, s.
    pub time: f64,
    /// Gravity, m/s², world.
    pub gravity: Vec3,
    /// Bodies in scene order.
    pub bodies: Vec<BodyState>,
    /// Contacts ordered by (i, j, feature).
    pub contacts: Vec<ContactView>,
    /// Rigid contacts that pressed within the last step and ended in it, ordered alike.
    pub departed: Vec<ContactView>,
    /// Statistics of all contacts, including contacts that were not read in full.
    pub packing: Packing,
    /// External loads, ordered by body; loads of the scene precede the load of the mouse.
    pub pulls: Vec<PullState>,
    /// Energy account, if the world keeps one.
    pub accounts: Option<Accounts>,
    /// Solver of rigid contacts; `None` until a step has had a rigid contact.
    pub solver: Option<SolverState>,
    /// Report of the solver of static friction; `None` until a step has had a contact with the slide law `dae`.
    pub dae: Option<DaeCase>,
    /// True for an imported run, which another program computed: what that program did not tell is not known.
    pub is_played: bool,
}

/// The solver of rigid contacts at one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverState {
    /// Settings of the solver.
    pub cones: Cones,
    /// Report on the last step and on all steps so far.
    pub report: CaseReport,
}

impl SolverState {
    /// Solver state of a case; `None` until a step has had a rigid contact.
    pub(crate) fn read(world: &World, case: CaseId) -> Option<Self> {
        let report = world.resource::<ConesReport>().0.get(case.0 as usize).filter(|report| report.steps > 0)?;
        let rules = world.resource::<Cases>().0.get(case.0 as usize)?;
        Some(Self { cones: rules.solver, report: *report })
    }
}

/// The energy account at one step.
#[derive(Clone, Debug, PartialEq)]
pub struct Accounts {
    /// Energy budget of the whole world.
    pub budget: Budget,
    /// Account of each contact, in the order of [`State::contacts`].
    pub contacts: Vec<Account>,
}

/// One external load at one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PullState {
    /// Index of the body that the load acts on.
    pub body: usize,
    /// Index among the pulls of the body in the scene; `None` for the mouse.
    pub number: Option<usize>,
    /// Definition of the load.
    pub pull: Pull,
    /// Load at this step.
    pub load: PullLoad,
}

/// One body at one step.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyState {
    /// Name in the scene.
    pub name: String,
    /// Entity of the body in the world.
    pub entity: Entity,
    /// Shape of the body.
    pub shape: Shape,
    /// Motion type.
    pub motion: Motion,
    /// Mass and inertia.
    pub mass: Mass,
    /// Elastic constants; `None` for a rigid body.
    pub elastic: Option<Elastic>,
    /// Direction of the grain of its surface, a unit vector in its axes; `None` without one.
    pub grain: Option<Vec3>,
    /// Initial position of the centre of mass, from the scene or the last edit that placed the body, m, world.
    pub initial_position: Vec3,
    /// Centre of mass, m, world.
    pub x: Vec3,
    /// Rotation from body to world.
    pub q: Rotation,
    /// Velocity of the centre of mass, m/s, world.
    pub v: Vec3,
    /// Angular velocity, rad/s, world.
    pub w: Vec3,
    /// False in an imported run whose program did not tell the velocities of the body.
    pub is_velocity_known: bool,
    /// False in an imported run whose program did not tell the shape: [`BodyState::shape`] is a small sphere in its place.
    pub is_shape_known: bool,
}

impl State {
    /// All contacts whose loads acted on the bodies of this state: those that ended in the last step are among the contacts.
    pub fn with_departed(&self) -> Cow<'_, Self> {
        if self.departed.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut whole = self.clone();
        let departed = std::mem::take(&mut whole.departed);
        if let Some(accounts) = &mut whole.accounts {
            accounts.contacts.extend(departed.iter().map(|_| Account::default()));
        }
        whole.contacts.extend(departed);
        let mut order: Vec<usize> = (0..whole.contacts.len()).collect();
        sort_by_key(&mut order, |k| whole.contacts[*k].pair.key);
        if let Some(accounts) = &mut whole.accounts {
            accounts.contacts = order.iter().map(|k| accounts.contacts[*k]).collect();
        }
        let mut contacts: Vec<_> = std::mem::take(&mut whole.contacts).into_iter().map(Some).collect();
        whole.contacts = order.into_iter().filter_map(|k| contacts[k].take()).collect();
        Cow::Owned(whole)
    }

    /// Total friction force, N, roll torque and spin torque, N·m, of all contacts on one body, world.
    pub fn loads_on(&self, index: usize) -> [Vec3; 3] {
        let mut loads = [Vec3::zeros(); 3];
        for contact in &self.contacts {
            let key = &contact.pair.key;
            if key.i as usize == index {
                add_loads_on_i(&mut loads, contact);
            } else if key.j as usize == index {
                add_loads_on_j(&mut loads, contact);
            }
        }
        loads
    }

    /// [`Self::loads_on`] of every body; reads each contact once.
    pub fn loads(&self) -> Vec<[Vec3; 3]> {
        let mut all = vec![[Vec3::zeros(); 3]; self.bodies.len()];
        for contact in &self.contacts {
            let key = &contact.pair.key;
            if let Some(loads) = all.get_mut(key.i as usize) {
                add_loads_on_i(loads, contact);
            }
            if let Some(loads) = all.get_mut(key.j as usize) {
                add_loads_on_j(loads, contact);
            }
        }
        all
    }
}

fn add_loads_on_i(loads: &mut [Vec3; 3], contact: &ContactView) {
    let of = &contact.loads;
    loads[0] -= of.friction_on_j;
    loads[1] += of.roll_on_i();
    loads[2] += of.spin_on_i;
}

fn add_loads_on_j(loads: &mut [Vec3; 3], contact: &ContactView) {
    let of = &contact.loads;
    loads[0] += of.friction_on_j;
    loads[1] += of.roll_on_j();
    loads[2] -= of.spin_on_i;
}

/// Reads the current state of one case.
pub fn observe(world: &mut World, case: CaseId) -> State {
    let clock = *world.resource::<Clock>();
    let bodies = bodies(world, case);
    let contacts = read::contacts(world, |key| key.case == case.0);
    let pulls = pulls(world, case, clock.time());
    let ledger = world.get_resource::<EnergyLedger>().filter(|ledger| ledger.on && case.0 == 0);
    let of =
        |ledger: &EnergyLedger, contact: &ContactView| ledger.account(&contact.pair.key).copied().unwrap_or_default();
    let accounts = ledger.map(|ledger| Accounts {
        budget: ledger.budget,
        contacts: contacts.iter().map(|contact| of(ledger, contact)).collect(),
    });
    let packing = Packing::new(&movable(&bodies), contacts.iter().map(Link::from));
    let (gravity, solver, dae) = (gravity(world, case), SolverState::read(world, case), dae(world, case));
    State {
        step: clock.step,
        time: clock.time(),
        gravity,
        bodies,
        contacts,
        departed: read::departed(world, case.0),
        packing,
        pulls,
        accounts,
        solver,
        dae,
        is_played: world.contains_resource::<PlayedMotion>(),
    }
}

/// True for each body that loads can move, by index.
pub(crate) fn movable(bodies: &[BodyState]) -> Vec<bool> {
    bodies.iter().map(|body| body.mass.mass.is_finite()).collect()
}

/// Report of the solver of static friction in a case; `None` until a step has had a `dae` contact.
pub(crate) fn dae(world: &World, case: CaseId) -> Option<DaeCase> {
    world.resource::<DaeReport>().0.get(case.0 as usize).filter(|case| case.steps > 0).copied()
}

/// Gravity in a case, m/s², world.
pub(crate) fn gravity(world: &World, case: CaseId) -> Vec3 {
    world.resource::<Cases>().0.get(case.0 as usize).map_or_else(Vec3::zeros, |rules| rules.gravity)
}

/// The bodies of a case in scene order.
pub(crate) fn bodies(world: &mut World, case: CaseId) -> Vec<BodyState> {
    let mut rows = world.query::<(
        Entity,
        &CaseId,
        &Body,
        &BodyShape,
        &MotionType,
        (&Mass, &ElasticMaterial, &Grain),
        &InitialPose,
        &Pose,
        &Twist,
    )>();
    let played = world.get_resource::<PlayedMotion>().map(|played| Arc::clone(&played.0));
    let frame = played.as_ref().and_then(|played| played.at(world.resource::<Clock>().step));
    // A body that the frame leaves out does not move.
    let is_known = |index: u32| frame.and_then(|frame| frame.body(index)).is_none_or(|at| at.velocity.is_some());
    let has_shape = |index: u32| played.as_ref().is_none_or(|played| played.header.has_shape(index));
    // Reserve the exact size: a growing list of hundreds of megabytes would briefly exist twice.
    let count = rows.iter(world).filter(|row| *row.1 == case).count();
    let mut bodies: Vec<(u32, BodyState)> = Vec::with_capacity(count);
    bodies.extend(rows.iter(world).filter(|row| *row.1 == case).map(
        |(entity, _, body, shape, motion_type, (mass, material, grain), initial_position, pose, twist)| {
            let state = BodyState {
                name: body.name.clone(),
                entity,
                shape: shape.0.clone(),
                motion: motion_type.0,
                mass: *mass,
                elastic: material.0,
                grain: grain.0,
                initial_position: initial_position.0.x,
                x: pose.x,
                q: pose.q,
                v: twist.v,
                w: twist.w,
                is_velocity_known: is_known(body.index),
                is_shape_known: has_shape(body.index),
            };
            (body.index, state)
        },
    ));
    if !bodies.is_sorted_by_key(|(index, _)| *index) {
        sort_by_key(&mut bodies, |(index, _)| *index);
    }
    bodies.into_iter().map(|(_, body)| body).collect()
}

pub(crate) fn pulls(world: &mut World, case: CaseId, time: f64) -> Vec<PullState> {
    let mut pulls = Vec::new();
    let linked: Vec<u32> = {
        let mut pulled = world.query::<(&CaseId, &Pulls)>();
        pulled.iter(world).filter(|(of, _)| **of == case).flat_map(|(_, pulls)| pulls.linked()).collect()
    };
    let others: BTreeMap<u32, Pulled> = world
        .query::<(&CaseId, &Body, &Pose, &Twist)>()
        .iter(world)
        .filter(|(of, body, ..)| **of == case && linked.contains(&body.index))
        .map(|(_, body, pose, twist)| (body.index, pose.pulled(twist)))
        .collect();
    for (of, body, pull, pose, twist) in world.query::<(&CaseId, &Body, &Pulls, &Pose, &Twist)>().iter(world) {
        if *of == case {
            let loads = pull.loads(pose.pulled(twist), |body| others.get(&body).copied(), time);
            pulls.extend(pull.all().zip(loads).enumerate().map(|(number, (which, load))| PullState {
                body: body.index as usize,
                number: (number < pull.of_scene.len()).then_some(number),
                pull: *which,
                load,
            }));
        }
    }
    sort_by_key(&mut pulls, |pull| pull.body);
    pulls
}

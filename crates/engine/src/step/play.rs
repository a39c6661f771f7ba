//! Steps that play a motion computed elsewhere: bodies are placed frame by frame, and their contacts are the points of
//! the frame, with the geometry and the loads that it gives. No contact is detected and no load computed.
//!
//! The first tangent is carried from frame to frame by body i, as in any step. The paths of the contact point are not
//! known; the whole friction load counts as elastic, of springs with a stiffness of 1, so that S, Θ and Ψ are the loads.

use super::checks::guard;
use super::events::{ContactEventKind, EventLog};
use super::motion::integrate::driven;
use super::schedules::{PlayStart, PlayStep, StepSystems, strict};
use super::{broad, edits, publish};
use crate::laws::Vec3;
use crate::laws::friction::component::{FrictionComponent, PerComponent};
use crate::laws::friction::contact::{ContactHistory, ContactPoint, FrictionLoads, StepMotion};
use crate::laws::friction::element::{Mode, Spring, SpringLoad};
use crate::laws::friction::frame::ContactFrame;
use crate::laws::friction::frame::transported;
use crate::laws::friction::parameters::Derived;
use crate::laws::math::number::V2;
use crate::laws::math::turning::Turn;
use crate::scene::{LoadsAct, Motion, PlayedContact};
use crate::step::contacts::table::ContactTable;
use crate::world::body::{Body, InitialPose, MotionType, Pose, Twist};
use crate::world::contact::{Began, ContactExtras, ContactIdentity, ContactModes, ContactPair, Observation};
use crate::world::played::PlayedMotion;
use crate::world::{CaseId, Clock};
use bevy_app::App;
use bevy_ecs::prelude::*;
use std::sync::Arc;

/// Adds the schedules of a played motion: bodies move as in the frames of a [`PlayedMotion`].
pub(super) fn add_schedules(app: &mut App) {
    use StepSystems::*;
    let contacts =
        || (list_contacts.in_set(Detect), put_contacts.in_set(Solve), publish::systems().in_set(Guard)).chain();
    app.edit_schedule(PlayStart, |schedule| {
        let pairs = broad::pair_bodies.in_set(Detect);
        strict(schedule).add_systems((place_bodies.in_set(Integrate), pairs, contacts()).chain());
    });
    app.edit_schedule(PlayStep, |schedule| {
        let tune = edits::apply_edits.in_set(Tune).run_if(edits::are_due);
        let frame = (advance_clock, place_bodies).chain().in_set(Integrate);
        strict(schedule).add_systems((tune, (frame, contacts()).chain().run_if(guard::may_continue)).chain());
    });
}

/// `StepSystems::Integrate`: advances the clock.
fn advance_clock(mut clock: ResMut<Clock>) {
    clock.step += 1;
}

/// `StepSystems::Integrate`, and at the start: places the bodies of case 0 as in the frame of this step. Every contact
/// is observed, because its loads do not follow from its histories.
fn place_bodies(
    clock: Res<Clock>,
    run: Res<PlayedMotion>,
    mut observation: ResMut<Observation>,
    mut bodies: Query<(&CaseId, &Body, &MotionType, &InitialPose, &mut Pose, &mut Twist)>,
) {
    *observation = Observation::All;
    let Some(frame) = run.0.at(clock.step) else { return };
    for (_, body, motion_type, initial_pose, mut pose, mut twist) in bodies.iter_mut().filter(|row| row.0.0 == 0) {
        match (frame.body(body.index), &motion_type.0) {
            (Some(at), _) => {
                *pose = Pose { x: at.x, q: at.q };
                let [v, w] = at.velocity.unwrap_or_default();
                *twist = Twist { v, w };
            }
            (None, Motion::Driven(drive)) => (*pose, *twist) = driven(drive, initial_pose, clock.time()),
            // A body that the frame leaves out stands where it was last.
            (None, _) => *twist = Twist { v: Vec3::zeros(), w: Vec3::zeros() },
        }
    }
}

/// `StepSystems::Detect`: lists the contacts of the frame, if they are others than those of the frame before.
fn list_contacts(world: &mut World, rows: &mut QueryState<&ContactIdentity>) {
    let step = world.resource::<Clock>().step;
    let Some(run) = world.get_resource::<PlayedMotion>().map(|run| Arc::clone(&run.0)) else { return };
    let contacts = run.at(step).map_or(&[][..], |frame| &frame.contacts);
    let listed = rows.iter(world).map(|identity| (identity.key.i, identity.key.j, identity.key.feature));
    if !listed.eq(contacts.iter().map(PlayedContact::key)) {
        broad::pair_bodies(world);
    }
}

/// `StepSystems::Solve`: fills in the contacts as the frame gives them.
fn put_contacts(
    clock: Res<Clock>,
    run: Res<PlayedMotion>,
    mut table: ResMut<ContactTable>,
    mut log: ResMut<EventLog>,
    motions: Query<(&Pose, &Twist)>,
    mut rows: Query<(&mut ContactPair, &mut ContactHistory, &mut StepMotion, &mut ContactIdentity, &mut ContactExtras)>,
) {
    let Some(frame) = run.0.at(clock.step) else { return };
    let table = &mut *table;
    let motion_of = |row: u32| table.entities.get(row as usize).and_then(|body| motions.get(*body).ok());
    let header = &run.0.header;
    // Springs, whose loads act after their step, stick while they stretch.
    let kick = if header.acts == LoadsAct::Before { header.gravity.norm() * header.dt } else { 0.0 };
    for (number, (mut pair, mut history, mut motion, mut identity, mut extras)) in (0..).zip(rows.iter_mut()) {
        let key = identity.key;
        let given = frame.contact((key.i, key.j, key.feature));
        let (Some(given), [Some((i, twist_i)), Some((j, twist_j))]) = (given, pair.rows.map(motion_of)) else {
            continue;
        };
        let extras = extras.0.get_or_insert_default();
        let begins = !pair.touches();
        let (was, last) =
            (pair.modes.mode(FrictionComponent::Slide), ContactPlace::of(extras.geometry.point.n.into(), &history));
        let now = if begins {
            ContactFrame::new(given.n, &i.q)
        } else {
            last.carried(given.n, &Turn::between(&table.before[pair.rows[0] as usize], &i.q))
        };
        let rate = |pose: &Pose, twist: &Twist| twist.v + twist.w.cross(&(given.c - pose.x));
        let apart = rate(i, twist_i) - rate(j, twist_j);
        let speed = (apart - given.n * given.n.dot(&apart)).norm();
        let mode = mode_of(given, header.kinetic_between(given.i, given.j), speed, kick);
        let bodies = table.bodies_of(pair.rows);
        if begins {
            pair.began = Began::at(clock.short());
            let at = clock.short();
            identity.changed = PerComponent { slide: at, roll_i: at, roll_j: at, spin: at };
            log.push(clock.step, key, bodies, ContactEventKind::Begin);
            table.flips.push(number);
        } else if mode != was {
            identity.changed.slide = clock.short();
            let kind = ContactEventKind::Changed { component: FrictionComponent::Slide, from: was, to: mode };
            log.push(clock.step, key, bodies, kind);
        }
        pair.modes = modes_of(given, mode);
        (extras.seen.last_normal, extras.seen.last_tangent) =
            (extras.geometry.point.n, (!begins).then_some(last.u.into()));
        let feet = [(given.c - i.x).into(), (given.c - j.x).into()];
        let overlap = given.overlap.unwrap_or_default();
        extras.geometry.point = ContactPoint { n: given.n.into(), overlap, feet };
        (extras.seen.springs, extras.seen.loads) = (limits(given), loads(given, &now));
        extras.played = Some(Arc::new(*given));
        extras.seen.step = clock.short();
        *motion = StepMotion { normal: given.normal, overlap, ..StepMotion::default() };
        let FrictionLoads { slide, roll, spin } = extras.seen.loads;
        let (u, roll) = (now.u.into(), roll.map(|load| load.elastic));
        *history = ContactHistory { u, slide: slide.elastic, roll, spin: spin.elastic, ..ContactHistory::default() };
    }
    for row in 0..table.entities.len() {
        if let Ok((pose, _)) = motions.get(table.entities[row]) {
            table.before[row] = pose.q;
        }
    }
}

/// Normal and first tangent of a contact in the frame before.
struct ContactPlace {
    n: Vec3,
    u: Vec3,
}

impl ContactPlace {
    fn of(n: Vec3, history: &ContactHistory) -> Self {
        Self { n, u: history.u.into() }
    }

    /// The contact frame with this normal, carried here by a body that made this turn.
    fn carried(&self, n: Vec3, turn: &Turn) -> ContactFrame {
        let [u, last] = [self.u, self.n].map(|v| turn.apply(v.into()));
        ContactFrame::with_tangent(n, transported(u, last, n.into()).into())
    }
}

/// Stick or slip as told, or by friction and its limits; open where nothing presses, or where that is not known. A contact
/// whose mode is not told and whose bodies move along each other at `speed`, m/s, slips below its limit, too, as under a
/// pyramid, if that is faster than what gravity adds in a step, `kick`, m/s: soft or regularised friction creeps more slowly.
fn mode_of(given: &PlayedContact, mu_k: Option<f64>, speed: f64, kick: f64) -> Mode {
    let moves = given.modes[0].is_none() && kick > 0.0 && speed > kick;
    match given.slide_mode(mu_k, speed) {
        Some(Mode::Stick) if moves => Mode::Slip,
        known => known.unwrap_or(Mode::Open),
    }
}

/// The modes of all components; open where nothing presses, or where it is not known.
fn modes_of(given: &PlayedContact, slide: Mode) -> ContactModes {
    let components = [FrictionComponent::RollI, FrictionComponent::RollJ, FrictionComponent::Spin];
    let turns = components.into_iter().zip(given.turn_modes());
    turns.fold(ContactModes::default().with(FrictionComponent::Slide, slide), |modes, (component, mode)| {
        modes.with(component, mode.unwrap_or(Mode::Open))
    })
}

/// Springs with a stiffness of 1 whose thresholds are the limits of the loads that are known: μN, ρN and σN.
fn limits(given: &PlayedContact) -> Derived {
    let spring = |per_load: Option<f64>| {
        let cap = per_load.map_or(0.0, |per_load| per_load * given.normal);
        let stiffness = if per_load.is_some() { 1.0 } else { 0.0 };
        Spring { stiffness, static_cap: cap, kinetic_cap: cap, damping: 0.0 }
    };
    Derived { slide: spring(given.mu), roll_i: spring(given.rho), roll_j: spring(given.rho), spin: spring(given.sigma) }
}

/// The loads in the contact frame.
fn loads(given: &PlayedContact, at: &ContactFrame) -> FrictionLoads {
    let plane = |v: &Vec3| V2 { u: at.u.dot(v), w: at.w.dot(v) };
    let elastic = |elastic| SpringLoad { elastic, damping: V2::default() };
    let [on_i, on_j] = given.torques.unwrap_or_default();
    FrictionLoads {
        slide: elastic(plane(&-given.friction_on_j.unwrap_or_default())),
        // The torque on i is −n × its load, and on j +n × its load.
        roll: [elastic(plane(&at.n.cross(&on_i))), elastic(plane(&-at.n.cross(&on_j)))],
        spin: SpringLoad { elastic: -at.n.dot(&on_i), damping: 0.0 },
    }
}

//! Keeps the energy ledger of the world by applying `laws::friction::energy` to all contacts and bodies.

use super::edits::EditLog;
use super::read::Contacts;
use super::solve::rocking::RockingTorques;
use crate::laws::friction::energy::{EnergyAccount, SpringState};
use crate::laws::friction::normal::{HertzPair, area_radius, effective_modulus, plane_strain_modulus};
use crate::laws::friction::parameters::Overrides;
use crate::laws::math::order::sort_by_key;
use crate::laws::motion::apply_inertia;
use crate::laws::{Vec2, Vec3};
use crate::scene::{Motion, NormalLaw};
use crate::world::body::{Body, BodyRef, BodyRow, Mass, MotionType, Pose, Twist, Wrench};
use crate::world::contact::ContactLine;
use crate::world::contact_view::ContactView;
use crate::world::ledger::{Account, ContactEnergy, EnergyLedger};
use crate::world::pull::Pulls;
use crate::world::{CaseId, Cases, Clock};
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;

/// Query for the components of a body that determine its kinetic and potential energy and the work of drives and pulls.
type EnergyRow<'a> =
    (&'a CaseId, &'a Body, &'a MotionType, &'a Mass, &'a Pose, &'a Twist, &'a Wrench, Option<&'a Pulls>);

/// True while the energy ledger is kept.
pub(crate) fn ledger_is_on(ledger: Res<EnergyLedger>) -> bool {
    ledger.on
}

/// `StepSystems::Loads`: records the energies of this step in the ledger, in the order of the contacts' keys.
pub(crate) fn update_ledger(
    clock: Res<Clock>,
    cases: Res<Cases>,
    log: Res<EditLog>,
    mut ledger: ResMut<EnergyLedger>,
    contacts: Contacts,
    rocking: Res<RockingTorques>,
    bodies: Query<BodyRow>,
    all: Query<EnergyRow>,
) {
    let ledger = &mut *ledger;
    let mut rows: Vec<_> = contacts.iter().filter(|contact| contact.pair.key.case == 0).collect();
    sort_by_key(&mut rows, |contact| contact.pair.key);
    let mut open = Vec::with_capacity(rows.len());
    let mut unpaired = 0.0;
    for contact in rows {
        let old = ledger.open.binary_search_by_key(&contact.pair.key, |entry| entry.key).ok().map(|at| ledger.open[at]);
        let old = old.filter(|entry| entry.age + 1 == contact.pair.age);
        open.push(booked(old, &contact, &bodies, (clock.dt, ledger.begun), &mut unpaired));
    }
    for entry in &ledger.open {
        let now = open.binary_search_by_key(&entry.key, |entry| entry.key);
        let continues = now.is_ok_and(|at| open[at].age == entry.age + 1);
        if !continues {
            let mut tally = entry.account.tally;
            tally.close();
            ledger.closed = ledger.closed.plus(&tally);
        }
    }
    ledger.open = open;
    let contacts = ledger.open.iter().fold(ledger.closed, |sum, entry| sum.plus(&entry.account.tally));
    let damped = rocking_work(&mut ledger.rocking, &rocking, &all, clock.dt);
    let (kinetic, potential, power) = energies(&all, cases.0.first().map_or(Vec3::zeros(), |case| case.gravity));
    let budget = &mut ledger.budget;
    (budget.kinetic, budget.potential, budget.contacts) = (kinetic, potential, contacts);
    if ledger.begun {
        budget.unpaired += unpaired;
        budget.rocking += damped;
        budget.drives += 0.5 * (ledger.power + power) * clock.dt;
        let before = clock.step.saturating_sub(1);
        let by_scene = cases.0.first().is_some_and(|case| case.changes_at(before));
        if log.0.len() != ledger.edits || by_scene {
            // An edit was applied in this step: the work that the laws do not explain is the work of the edit.
            budget.edits += budget.residual() - budget.last;
        }
    } else {
        budget.start = budget.total();
        ledger.begun = true;
    }
    budget.last = budget.residual();
    (ledger.power, ledger.edits) = (power, log.0.len());
}

/// Energy, J, dissipated in this step by the last step's rocking torques; stores this step's torques.
fn rocking_work(
    entries: &mut Vec<(u32, [Vec3; 2])>,
    torques: &RockingTorques,
    bodies: &Query<EnergyRow>,
    dt: f64,
) -> f64 {
    let mut work = 0.0;
    if !entries.is_empty() {
        let spins: BTreeMap<u32, Vec3> =
            bodies.iter().filter(|row| row.0.0 == 0).map(|row| (row.1.index, row.5.w)).collect();
        for (body, [torque, spin]) in &*entries {
            work -= spins.get(body).map_or(f64::NAN, |now| 0.5 * torque.dot(&(spin + now)) * dt);
        }
    }
    entries.clear();
    entries.extend(torques.0.iter().filter(|on| on.body.0 == 0).map(|on| (on.body.1, [on.torque, on.spin])));
    work
}

/// Kinetic and potential energy of case 0, J, and the power supplied by its driven bodies and pulls, W.
fn energies(bodies: &Query<EnergyRow>, gravity: Vec3) -> (f64, f64, f64) {
    let (mut kinetic, mut potential, mut power) = (0.0, 0.0, 0.0);
    for (_, _, motion_type, mass, pose, twist, wrench, pulls) in bodies.iter().filter(|row| row.0.0 == 0) {
        match motion_type.0 {
            Motion::Fixed => {}
            Motion::Driven(_) => power -= wrench.force.dot(&twist.v) + wrench.torque.dot(&twist.w),
            _ => {
                let turning = twist.w.dot(&apply_inertia(&mass.inertia, &pose.q, &twist.w));
                kinetic += 0.5 * (mass.mass * twist.v.norm_squared() + turning);
                potential -= mass.mass * gravity.dot(&pose.x);
                power += pulls.map_or(0.0, |pulls| pulls.force.dot(&twist.v) + pulls.torque.dot(&twist.w));
            }
        }
    }
    (kinetic, potential, power)
}

/// The account of a contact after this step. `old`: account after the last step, `None` for a contact that begins in
/// this step; `begun`: false in the first state of the ledger. Adds the unpaired work of the roll torques, J, to
/// `unpaired`.
fn booked(
    old: Option<ContactEnergy>,
    contact: &ContactView,
    bodies: &Query<BodyRow>,
    (dt, begun): (f64, bool),
    unpaired: &mut f64,
) -> ContactEnergy {
    let ContactView { pair, law, touch, frame, paths, normal, slide, roll, spin, .. } = contact;
    let derived = &normal.derived;
    let friction = &law.friction;
    let on = |given: &Overrides| given.curves.map(|curves| (curves, normal.share));
    let held = [
        SpringState::with_curves(on(&friction.slide_given), &slide.0, &derived.slide),
        SpringState::with_curves(on(&friction.roll_given), &roll.i, &derived.roll_i),
        SpringState::with_curves(on(&friction.roll_given), &roll.j, &derived.roll_j),
        SpringState::with_curves(on(&friction.spin_given), &spin.0, &derived.spin),
    ];
    let increments = [slide.0.increment, roll.i.increment, roll.j.increment, Vec2::new(spin.0.increment, 0.0)];
    let saturating = [slide.0.saturate, roll.i.saturate, roll.j.saturate, spin.0.saturate];
    let mut entry = old.unwrap_or_else(|| ContactEnergy {
        key: pair.key,
        age: pair.age,
        account: Account::default(),
        held: [SpringState::default(); 4],
        normal: (0.0, 0.0),
        saturating,
    });
    let tally = &mut entry.account.tally;
    let parts = [&mut tally.slide, &mut tally.roll_i, &mut tally.roll_j, &mut tally.spin];
    let solved = solved_work(contact);
    for (k, part) in parts.into_iter().enumerate() {
        match (solved[k], old) {
            (Some(work), _) => {
                // The spring of an implicit law holds its deflection; `dae` has none.
                let stored = held[k].stored_by(stiffness(contact, k));
                part.slip -= work + stored - part.stored;
                part.stored = stored;
            }
            (None, Some(_)) => part.book(&entry.held[k], &held[k], &increments[k], entry.saturating[k]),
            (None, None) => *part = EnergyAccount::new(&held[k]),
        }
    }
    for (travel, increment) in entry.account.travel.iter_mut().zip(&increments) {
        *travel += increment;
    }
    if old.is_some() && !entry.saturating[0] {
        entry.account.plastic_slip += (entry.held[0].history + increments[0] - held[0].history).norm();
    }
    for (sum, path) in entry.account.paths.iter_mut().zip([paths.p_i, paths.p_j]) {
        *sum += path;
    }
    if let Ok(both) = bodies.get_many([pair.i, pair.j]) {
        let both = both.map(BodyRef::new);
        let turning = both.map(|body| body.twist.w);
        for (k, (side, turning)) in [(1, (-1.0, turning[0])), (2, (1.0, turning[1]))] {
            if solved[k].is_some() {
                continue;
            }
            let load = 0.5 * (entry.held[k].elastic + held[k].elastic) + entry.held[k].damping;
            let torque = frame.now.n.cross(&frame.now.to_world(&load)) * side;
            *unpaired += load.dot(&increments[k]) + torque.dot(&turning) * dt;
        }
        book_normal(&mut entry, contact, &both, (dt, begun));
    }
    (entry.age, entry.normal) = (pair.age, (normal.n, touch.line.map_or(touch.overlap, |line| line.elastic)));
    (entry.held, entry.saturating) = (held, saturating);
    entry
}

/// Stiffness of the spring of a component whose load a solver found, N/m: of slide under implicit coupling, else 0.
fn stiffness(contact: &ContactView, component: usize) -> f64 {
    let friction = &contact.law.friction;
    if component > 0 || !friction.laws.slide.is_implicit() {
        return 0.0;
    }
    friction.tangential_stiffness(friction.laws.slide.own_stiffness()) * contact.normal.share
}

/// Work done on the bodies in this step by slide, roll of i, roll of j and spin, J, for the components whose load a
/// constraint solver found; all roll work is booked to body i.
fn solved_work(contact: &ContactView) -> [Option<f64>; 4] {
    let [_, slide, roll, spin] = contact.reaction.map_or([0.0; 4], |reaction| reaction.work);
    let friction = &contact.law.friction;
    let [slides, rolls, spins] = if contact.law.normal.is_rigid() { friction.cones() } else { friction.laws.coupled() };
    [slides.then_some(slide), rolls.then_some(roll), rolls.then_some(0.0), spins.then_some(spin)]
}

/// Books the work of the normal force in this step; `entry` still holds the state of the last step. Energy that is
/// already stored in the first state of the ledger does not count as work.
fn book_normal(entry: &mut ContactEnergy, contact: &ContactView, bodies: &[BodyRef; 2], (dt, begun): (f64, bool)) {
    let ContactView { law, touch, normal, .. } = contact;
    let part = &mut entry.account.tally.normal;
    if let Some(line) = &touch.line {
        match begun {
            true => book_overlap(entry, contact, line, bodies, dt),
            false => part.stored = line.stored,
        }
        return;
    }
    let stored = match law.normal {
        // The work of an overlap is already booked from its contact line.
        NormalLaw::KnownForce(_) | NormalLaw::KnownWeight | NormalLaw::OverlapArea { .. } => return,
        NormalLaw::Rigid { .. } => {
            part.damping -= contact.reaction.map_or(0.0, |reaction| reaction.work[0]);
            return;
        }
        NormalLaw::Hooke { k_n, .. } => {
            let overlap = touch.overlap.max(0.0);
            0.5 * k_n * overlap * overlap
        }
        NormalLaw::Hertz { .. } => hertz(contact, bodies).map_or(0.0, |pair| pair.stored(touch.overlap)),
    };
    if begun {
        let work = 0.5 * (entry.normal.0 + normal.n) * (touch.overlap - entry.normal.1);
        part.damping += work - (stored - part.stored);
    }
    part.stored = stored;
}

/// Books the normal work of two bodies under the overlap-area law: the work of the damping, and the part of the elastic
/// work that the overlap energy does not explain. For a polygon on a plane, that part is the integration error.
fn book_overlap(entry: &mut ContactEnergy, contact: &ContactView, line: &ContactLine, bodies: &[BodyRef; 2], dt: f64) {
    let (part, touch) = (&mut entry.account.tally.normal, &contact.touch);
    let [i, j] = bodies.map(|body| body.twist.v + body.twist.w.cross(&(touch.c - body.pose.x)));
    let approach = touch.n.dot(&(j - i)) * dt;
    let work = 0.5 * (entry.normal.0 + contact.normal.n) * approach;
    let elastic = 0.5 * (entry.normal.1 + line.elastic) * approach;
    let rest = elastic - (line.stored - part.stored);
    part.damping += work - elastic;
    if bodies.iter().any(|body| body.shape.is_wall()) {
        part.damping += rest;
    } else {
        part.stiffness += rest;
    }
    part.stored = line.stored;
}

/// The Hertz data of a contact; `None` if both bodies are rigid.
fn hertz(contact: &ContactView, bodies: &[BodyRef; 2]) -> Option<HertzPair> {
    let modulus = |body: &BodyRef| body.elastic.map(|e| plane_strain_modulus(e.youngs_modulus, e.poisson_ratio));
    let modulus = effective_modulus(modulus(&bodies[0]), modulus(&bodies[1]))?;
    let touch = &contact.touch;
    let curvature = |body: &BodyRef, on: &Vec3| body.mean_curvature(&(on - body.pose.x), &touch.n);
    let size = bodies[0].shape.size().min(bodies[1].shape.size());
    let radius = area_radius(curvature(&bodies[0], &touch.on_i) + curvature(&bodies[1], &touch.on_j), size);
    Some(HertzPair { modulus, radius })
}

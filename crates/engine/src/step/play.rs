//! Steps that play a motion computed elsewhere: bodies are placed frame by frame, contacts are found between them as in
//! any step, and their loads are those of the frame.
//!
//! Contact point, frame, overlap and the paths of the contact point come from the poses of this frame and the last. The
//! histories S, Θ, Ψ are zero because they are unknown; the whole friction load counts as elastic. Slide slips where
//! its load is at the kinetic cap `μ_k N`.

use super::broad::Anchor;
use super::contacts::table::ContactTable;
use super::events::{ContactEventKind, EventLog};
use super::integrate::driven;
use crate::laws::Vec3;
use crate::laws::component::FrictionComponent;
use crate::laws::contact::{ContactHistory, FrictionLoads, StepMotion};
use crate::laws::element::{Mode, SpringLoad};
use crate::laws::frame::ContactFrame;
use crate::laws::number::V2;
use crate::scene::{Motion, PlayedContact};
use crate::world::body::{Body, InitialPose, MotionType, Pose, Twist};
use crate::world::contact::{
    ContactDetails, ContactExtras, ContactIdentity, ContactKey, ContactModes, ContactPair, Observation,
};
use crate::world::played::PlayedMotion;
use crate::world::{CaseId, Clock};
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;

/// Fraction of the kinetic cap from which a slide load counts as slip; the numbers in dumps are rounded.
const AT_CAP: f64 = 1.0 - 1e-6;

/// `StepSystems::Integrate`: advances the clock.
pub(super) fn advance_clock(mut clock: ResMut<Clock>) {
    clock.step += 1;
}

/// `StepSystems::Integrate`, and at the start: places the bodies of case 0 as in the frame of this step. Every contact
/// is observed, because its loads do not follow from its histories.
pub(super) fn place_bodies(
    clock: Res<Clock>,
    run: Res<PlayedMotion>,
    mut observation: ResMut<Observation>,
    mut table: ResMut<ContactTable>,
    mut bodies: Query<(&CaseId, &Body, &MotionType, &InitialPose, &Anchor, &mut Pose, &mut Twist)>,
) {
    *observation = Observation::All;
    let Some(frame) = run.0.at(clock.step) else { return };
    let far = table.far_squared();
    for (_, body, motion_type, initial_pose, anchor, mut pose, mut twist) in
        bodies.iter_mut().filter(|row| row.0.0 == 0)
    {
        match (frame.body(body.index), &motion_type.0) {
            (Some(at), _) => {
                *pose = Pose { x: at.x, q: at.q };
                *twist = Twist { v: at.v, w: at.w };
            }
            (None, Motion::Driven(drive)) => (*pose, *twist) = driven(drive, initial_pose, clock.time()),
            (None, _) => {}
        }
        table.is_old |= far.is_some_and(|far| (pose.x - anchor.0).norm_squared() > far);
    }
}

/// `StepSystems::Solve`: replaces the loads of all contacts by those of the frame. Roll and spin always stick, and only
/// slide changes its mode.
pub(super) fn put_loads(
    clock: Res<Clock>,
    run: Res<PlayedMotion>,
    table: Res<ContactTable>,
    mut log: ResMut<EventLog>,
    mut rows: Query<(&mut ContactPair, &mut ContactHistory, &mut StepMotion, &mut ContactIdentity, &mut ContactExtras)>,
) {
    let Some(frame) = run.0.at(clock.step) else { return };
    let before = take_mode_changes(&mut log);
    for (mut pair, mut history, mut motion, mut identity, mut extras) in rows.iter_mut().filter(|row| row.0.touches()) {
        let key = identity.key;
        let Some(extras) = extras.0.as_deref_mut() else { continue };
        let was = before.get(&key).copied().unwrap_or(pair.modes.mode(FrictionComponent::Slide));
        let u = history.u;
        let at = ContactFrame::with_tangent(extras.point.n.into(), u.into());
        let (normal, slips) = put(frame.contact(key.i, key.j), &at, motion.normal, extras);
        let now = Mode::from_slips(slips);
        pair.modes = ContactModes::default().with(FrictionComponent::Slide, now);
        if now != was {
            identity.changed.slide = clock.short();
            let kind = ContactEventKind::Changed { component: FrictionComponent::Slide, from: was, to: now };
            log.push(clock.step, key, table.bodies_of(pair.rows), kind);
        }
        motion.normal = normal;
        *history = ContactHistory { slide: V2::default(), roll: [V2::default(); 2], spin: 0.0, ..*history };
    }
}

/// Removes the mode changes of this step's laws from the log; returns the modes of slide before them.
fn take_mode_changes(log: &mut EventLog) -> BTreeMap<ContactKey, Mode> {
    let mut before = BTreeMap::new();
    for event in log.take() {
        match event.kind {
            ContactEventKind::Changed { component: FrictionComponent::Slide, from, .. } => {
                before.insert(event.key, from);
            }
            ContactEventKind::Changed { .. } => {}
            kind => log.push(event.step, event.key, event.bodies, kind),
        }
    }
    before
}

/// Replaces the loads of a contact by the played ones (`None`: no load). `at`: contact frame; `found`: normal force by
/// the laws of the scene, N. Returns the played normal force, N, and whether the contact slides.
fn put(loads: Option<&PlayedContact>, at: &ContactFrame, found: f64, extras: &mut ContactDetails) -> (f64, bool) {
    let Some(loads) = loads else {
        extras.loads = FrictionLoads::default();
        return (0.0, false);
    };
    let plane = |v: &Vec3| V2 { u: at.u.dot(v), w: at.w.dot(v) };
    let normal = at.n.dot(&loads.force);
    let slide = plane(&loads.force);
    // The torque on i is −n × T_i, and on j +n × T_j: equal and opposite torques have T_i = T_j = n × torque on i.
    let roll = SpringLoad { elastic: plane(&at.n.cross(&loads.roll)), damping: V2::default() };
    let spin = SpringLoad { elastic: -loads.spin, damping: 0.0 };
    let slide_load = SpringLoad { elastic: slide, damping: V2::default() };
    extras.loads = FrictionLoads { slide: slide_load, roll: [roll, roll], spin };
    if found > 0.0 {
        extras.springs = extras.springs.under(normal / found);
    }
    let [_, cap] = extras.springs.slide.thresholds();
    (normal, found > 0.0 && cap > 0.0 && libm::hypot(slide.u, slide.w) >= AT_CAP * cap)
}

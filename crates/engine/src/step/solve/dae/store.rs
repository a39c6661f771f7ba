//! The results of the solver: friction of each contact and its modes, and the loads on the bodies.

use super::coordinates::Coordinates;
use super::problem::{DaeBody, DaeKind, DaeProblem, PointNumbers};
use super::report::DaeStep;
use super::sweep::WideBatches;
use super::wide_batch::{WideBatch, WideBatchContacts};
use crate::laws::friction::component::FrictionComponent;
use crate::laws::friction::contact::KernelVariant;
use crate::laws::friction::element::{Mode, SpringLoad};
use crate::laws::friction::law::Memory;
use crate::laws::library::slide::dae::DaeContact;
use crate::laws::math::extremes::larger;
use crate::laws::math::number::{Number, Row, V2, V3, WIDTH, Wide, both, each, transposed};
use crate::laws::{Vec2, Vec3};
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::columns::ContactColumns;
use crate::step::events::{ContactEventKind, EventNotes};
use crate::step::solve::springs::contact::keep;
use crate::world::contact::ContactDetails;
use fearless_simd::Simd;
use fearless_simd::prelude::*;

/// Destinations of the results: rows of the table of contacts, and events.
pub(super) struct DaeResults<'a, 'c> {
    pub(super) table: &'a ContactTable,
    pub(super) step: u32,
    pub(super) columns: &'a mut ContactColumns<'c>,
    pub(super) notes: &'a mut EventNotes,
}

/// The results of a batch, by lane.
struct WideBatchResults {
    /// Current slip velocities, m/s, and friction on bodies i, N; components (u, w).
    now: V2<Row>,
    load: V2<Row>,
    /// Force, N, and torque about the centre, N·m, on bodies i and on bodies j, world.
    on: [[Row; WIDTH]; 2],
    /// λ ([`DaeContact::lambda`]).
    lambda: Row,
}

impl<C: Coordinates<T, D, P>, const T: usize, const D: usize, const P: usize> WideBatches<C, T, D, P> {
    /// Stores the friction of all contacts, and sums it by bodies, in the order of sweeps; returns statistics of the
    /// step.
    #[inline(always)]
    pub(super) fn store<S: Simd>(&self, simd: S, problem: &mut DaeProblem, to: &mut DaeResults) -> DaeStep {
        problem.sums.clear();
        problem.sums.resize(problem.bodies.len(), Row::default());
        let mut step = DaeStep::default();
        for (batch, contacts) in self.batches[..self.used].iter().zip(&self.contacts) {
            let found = WideBatchResults::new(simd, batch, contacts);
            let slips = batch.slip_rows::<C, S>(simd, &self.ends);
            for lane in 0..batch.count {
                for k in 0..2 {
                    let Row(sum) = &mut problem.sums[batch.bodies[k][lane] as usize];
                    (Wide::simd_from(simd, *sum) + found.on[k][lane].wide(simd)).store_array(sum);
                }
                let mode = if batch.sticks >> lane & 1 == 1 { Mode::Stick } else { Mode::Slip };
                let is_slide = problem.points[contacts.points[lane] as usize].kind == DaeKind::Slide;
                step.contacts += usize::from(is_slide);
                if mode == Mode::Stick {
                    step.fixed += usize::from(is_slide);
                    step.residual =
                        larger(step.residual, DaeContact::size(slips.map(|slip| slip.0[lane])) / problem.dt);
                }
                found.keep(problem, contacts, (lane, mode), to);
            }
        }
        step
    }
}

impl WideBatchResults {
    #[inline(always)]
    fn new<S: Simd, const T: usize, const D: usize, const P: usize>(
        simd: S,
        batch: &WideBatch<T, D, P>,
        contacts: &WideBatchContacts<T>,
    ) -> Self {
        let zero = Wide::splat(simd, 0.0);
        let (mut now, mut load) = (V2 { u: zero, w: zero }, V2 { u: zero, w: zero });
        let mut force = V3 { x: zero, y: zero, z: zero };
        for t in 0..T {
            let tangent = contacts.tangents[t].wide(simd);
            let (slip, friction) = (contacts.now[t].wide(simd), batch.loads[t].wide(simd));
            (now, load) = (now + tangent * slip, load + tangent * friction);
            force = force + contacts.directions[t].wide(simd) * friction;
        }
        let lever = contacts.lever.wide(simd);
        let (is_torque, nothing) = (zero.is_below(lever), V3 { x: zero, y: zero, z: zero });
        let on = both(
            #[inline(always)]
            |k| {
                let load = if k == 0 { force } else { -force };
                let force = nothing.where_or(is_torque, load);
                let torque = (load * lever).where_or(is_torque, contacts.arms[k].wide(simd).cross(load));
                let rows = transposed([force.x, force.y, force.z, torque.x, torque.y, torque.z, zero, zero]);
                each(
                    #[inline(always)]
                    |lane| Row::from_wide(rows[lane]),
                )
            },
        );
        let lambda = DaeContact::lambda(batch.limits.wide(simd), load, contacts.along.wide(simd));
        Self { now: V2::<Row>::from_wide(now), load: V2::<Row>::from_wide(load), on, lambda: Row::from_wide(lambda) }
    }

    /// Stores the result of one contact in its row.
    #[inline(always)]
    fn keep<const T: usize>(
        &self,
        problem: &DaeProblem,
        contacts: &WideBatchContacts<T>,
        (lane, mode): (usize, Mode),
        DaeResults { table, step, columns, notes }: &mut DaeResults,
    ) {
        let point = &problem.points[contacts.points[lane] as usize];
        let (at, class) = (point.at as usize, &table.classes[point.class as usize]);
        let (pair, identity) = (&mut columns.pairs[at], &mut columns.identities[at]);
        let Some(extras) = columns.extras[at].0.as_deref_mut() else { return };
        let modes = point.kind.components().iter().fold(pair.modes, |modes, component| modes.with(*component, mode));
        if point.begins {
            // A contact that begins has no previous mode.
            pair.modes = modes;
        } else if modes != pair.modes {
            let on = class.friction().laws.coupled();
            let variant = KernelVariant {
                rolls: class.variant.rolls || on[1],
                spins: class.variant.spins || on[2],
                ..class.variant
            };
            keep(modes, &variant, *step, pair, identity, notes);
        }
        let PointNumbers { n, normal, arms, lever, last: [last, before], .. } = point.read();
        let (now, load) = (self.now.lane(lane), self.load.lane(lane));
        // The work of the last step's friction on both bodies, with their mean velocity.
        let work =
            if point.begins { 0.0 } else { -Vec2::from(last).dot(&(Vec2::from(before) + now)) * (0.5 * problem.dt) };
        let reaction = extras.solution.reaction.get_or_insert_default();
        reaction.load[0] = normal;
        if point.kind != DaeKind::Slide {
            let memory = Memory { vectors: [load * lever, now / lever], number: self.lambda.0[lane] };
            keep_torque(extras, point.kind, memory, (work, mode));
            return;
        }
        (reaction.load[1], reaction.load[2]) = (load.x, load.y);
        (reaction.motion[1], reaction.motion[2]) = (-now.x, -now.y);
        (reaction.work[1], reaction.modes[0]) = (work, mode);
        let [x, y, z, ..] = self.on[0][lane].0;
        let slides = mode == Mode::Slip && normal > 0.0 && load != Vec2::zeros();
        let parting = slides.then(|| {
            let bodies = point.bodies.map(|body| &problem.bodies[body as usize]);
            let arms = arms.map(Vec3::from);
            class.mass * separation(bodies, arms, n.into(), &(Vec3::new(x, y, z) / normal))
        });
        let [jammed, jams] =
            [extras.solution.parting, parting].map(|parting| parting.is_some_and(|parting| parting < 0.0));
        if jammed != jams {
            notes.push(identity.key, pair.rows, ContactEventKind::Painleve(jams));
        }
        extras.solution.parting = parting;
        if let Some(implicit) = point.implicit.and_then(|number| problem.implicit.get(number as usize)) {
            extras.memories.slide = implicit.after;
            let SpringLoad { elastic, damping } = implicit.load;
            extras.seen.loads.slide = SpringLoad { elastic: elastic.into(), damping: damping.into() };
            return;
        }
        extras.memories.slide = Memory { vectors: [load, now], number: self.lambda.0[lane] };
        extras.seen.loads.slide = SpringLoad { elastic: load.into(), damping: Default::default() };
    }
}

/// Stores the roll or spin load of a contact: `memory` has the load, N·m, and the rotation, rad/s, as the laws have them;
/// `work`: work of the last step's load, J.
fn keep_torque(extras: &mut ContactDetails, kind: DaeKind, memory: Memory, (work, mode): (f64, Mode)) {
    let reaction = extras.solution.reaction.get_or_insert_default();
    let [torque, rate] = memory.vectors;
    if kind == DaeKind::Roll {
        // −n × T is the torque on body i; the rotation of i relative to j accordingly.
        (reaction.load[3], reaction.load[4]) = (torque.y, -torque.x);
        (reaction.motion[3], reaction.motion[4]) = (-rate.y, rate.x);
        (reaction.work[2], reaction.modes[1]) = (work, mode);
        let load = SpringLoad { elastic: torque.into(), damping: Default::default() };
        (extras.memories.roll, extras.seen.loads.roll) = (memory, [load; 2]);
    } else {
        (reaction.load[5], reaction.motion[5]) = (-torque.x, rate.x);
        (reaction.work[3], reaction.modes[2]) = (work, mode);
        extras.memories.spin = memory;
        extras.seen.loads.spin = SpringLoad { elastic: torque.x, damping: 0.0 };
    }
}

impl DaeKind {
    /// The friction components whose mode this kind of friction sets.
    fn components(self) -> &'static [FrictionComponent] {
        match self {
            Self::Slide => &[FrictionComponent::Slide],
            Self::Roll => &[FrictionComponent::RollI, FrictionComponent::RollJ],
            Self::Spin => &[FrictionComponent::Spin],
        }
    }
}

/// `n·A (n + f/N)`, with A the change of slip and normal acceleration per load on body i, 1/kg: how strongly a normal
/// force separates the bodies while the friction `ratio` = f/N accompanies it.
fn separation(bodies: [&DaeBody; 2], arms: [Vec3; 2], n: Vec3, ratio: &Vec3) -> f64 {
    let force = n + ratio;
    let of = |k: usize| {
        let by = bodies[k].mass.velocity_change(&force, &arms[k].cross(&force));
        n.dot(&(by.v + by.w.cross(&arms[k])))
    };
    of(0) + of(1)
}

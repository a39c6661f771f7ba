//! The contacts of a case, gathered for the solver.

use crate::laws::friction::element::{FrictionSpring, Mode, SpringLoad};
use crate::laws::friction::law::{ContactState, FreeSlip, Memory, Relative};
use crate::laws::library::slide::dae::DaeLevel;
use crate::laws::math::number::{Number, Row, V2, V3, WIDTH};
use crate::laws::{SlideLaw, Vec2, Vec3};
use crate::step::solve::solver_body::{InverseMass, Velocity};
use crate::world::body::NormalConstraints;
use std::ops::Range;

/// A body of the problem.
#[derive(Clone, Debug, Default)]
pub(super) struct DaeBody {
    /// Inverse mass M⁻¹.
    pub(super) mass: InverseMass,
    /// Constraints on the body by known normal forces, if any.
    pub(super) normal_constraints: Option<Box<NormalConstraints>>,
    /// Current velocity.
    pub(super) now: Velocity,
    /// Velocity at the end of the step, without the unknown friction.
    pub(super) end: Velocity,
    /// True if the motion is prescribed.
    pub(super) is_driven: bool,
    /// True if friction can move the body.
    pub(super) moves: bool,
}

impl DaeBody {
    /// Change of velocity per second under `force`, N, and `torque` about the centre, N·m, world.
    #[inline(always)]
    pub(super) fn pushed(&self, force: Vec3, torque: &Vec3) -> Velocity {
        let force =
            self.normal_constraints.as_ref().map_or(force, |normal_constraints| normal_constraints.remove_from(force));
        self.mass.velocity_change(&force, torque)
    }
}

/// Kind of friction of a [`DaePoint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DaeKind {
    Slide,
    Roll,
    Spin,
}

impl DaeKind {
    pub(super) const ALL: [Self; 3] = [Self::Slide, Self::Roll, Self::Spin];
}

/// The slide, roll or spin friction of a contact, gathered from the table of contacts. A torque counts as a force at a lever
/// of the size of the smaller body, so that all loads of a case are in N, and all rates in m/s.
#[derive(Clone, Copy, Debug)]
pub(super) struct DaePoint {
    pub(super) kind: DaeKind,
    /// Row in the table of contacts, and class.
    pub(super) at: u32,
    pub(super) class: u32,
    /// Indices of bodies i and j in the problem.
    pub(super) bodies: [u32; 2],
    pub(super) level: DaeLevel,
    /// Index in [`DaeProblem::implicit`] of a contact under a law with implicit coupling.
    pub(super) implicit: Option<u32>,
    /// True if there is no friction from the last step.
    pub(super) begins: bool,
    /// The numbers of a [`PointNumbers`], in memory order.
    pub(super) numbers: [Row; 3],
}

impl DaePoint {
    /// Decodes the numbers.
    #[inline(always)]
    pub(super) fn read(&self) -> PointNumbers<f64> {
        PointNumbers::from_numbers([self.numbers[0].0, self.numbers[1].0, self.numbers[2].0])
    }
}

/// A contact under a law with implicit coupling: what its law reads, and what the sweeps have found.
#[derive(Clone, Debug)]
pub(super) struct ImplicitPoint {
    law: SlideLaw,
    contact_state: ContactState,
    /// Deflection and mode at the beginning of the step.
    was: FrictionSpring<Vec2>,
    /// Memory before the step, and after the last sweep.
    before: Memory,
    pub(super) after: Memory,
    /// Elastic and damping part of the load of the last sweep, N, on body i.
    pub(super) load: SpringLoad<Vec2>,
}

impl ImplicitPoint {
    /// A contact under this law in the state `contact_state`.
    pub(super) fn new(law: SlideLaw, contact_state: ContactState, was: FrictionSpring<Vec2>, before: Memory) -> Self {
        let load = SpringLoad { elastic: Vec2::zeros(), damping: Vec2::zeros() };
        Self { law, contact_state, was, before, after: before, load }
    }

    /// The load, N, and the mode under the slip `end`, m/s, that the load so far, `load`, N, leads to from the present slip
    /// `now`, with the mass m_t of this point, kg.
    pub(super) fn renewed(&mut self, load: Vec2, [now, end]: [Vec2; 2], slip_mass: f64) -> (Vec2, Mode) {
        let mut free = FreeSlip { velocity: end, slip_mass };
        free.velocity += load * free.per_load(self.contact_state.dt);
        self.after = self.before;
        let by = Relative { slip: now, ..Relative::default() };
        let contact_state = ContactState { free: Some(free), by, ..self.contact_state };
        let step = self.law.coupled(&contact_state, &self.was, &mut self.after);
        self.load = SpringLoad { elastic: step.elastic, damping: step.damping };
        (self.load.total(), step.mode)
    }
}

/// The numbers of a contact, or of eight side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointNumbers<N> {
    /// Unit normal into body i, and first tangent.
    pub(super) n: V3<N>,
    pub(super) u: V3<N>,
    /// Normal force N, N, and the fraction of the pair's normal force carried by this point.
    pub(super) normal: N,
    pub(super) share: N,
    /// From the centres of i and j to the contact point, m; at mid-step for a driven body, whose point moves along the
    /// chord.
    pub(super) arms: [V3<N>; 2],
    /// Coefficient of friction μ; of a torque, ρ or σ over the lever.
    pub(super) mu: N,
    /// The lever of a torque, m; 0 for slide friction.
    pub(super) lever: N,
    /// 1 for spin friction, else 0.
    pub(super) is_spin: N,
    /// Unit normal of the plane in which body i, or else j, moves; 0 if neither is planar.
    pub(super) across: V3<N>,
    /// Friction on body i in the last step, N, and slip velocity at the beginning of that step, m/s, components (u, w);
    /// 0 for a contact that begins. Of a roll or spin torque, the load and the rotation as the laws have them, over and
    /// times the lever.
    pub(super) last: [V2<N>; 2],
}

impl<N: Number> PointNumbers<N> {
    /// From the rows of [`Self::numbers`].
    #[inline(always)]
    pub(super) fn from_numbers([a, b, c]: [[N; WIDTH]; 3]) -> Self {
        Self {
            n: V3 { x: a[0], y: a[1], z: a[2] },
            u: V3 { x: a[3], y: a[4], z: a[5] },
            normal: a[6],
            share: a[7],
            arms: [V3 { x: b[0], y: b[1], z: b[2] }, V3 { x: b[3], y: b[4], z: b[5] }],
            mu: b[6],
            lever: b[7],
            is_spin: c[7],
            across: V3 { x: c[0], y: c[1], z: c[2] },
            last: [V2 { u: c[3], w: c[4] }, V2 { u: c[5], w: c[6] }],
        }
    }

    /// The numbers in memory order.
    #[inline(always)]
    pub(super) fn numbers(&self) -> [[N; WIDTH]; 3] {
        let Self { n, u, normal, share, arms: [i, j], mu, lever, is_spin, across, last: [load, slip] } = self;
        [
            [n.x, n.y, n.z, u.x, u.y, u.z, *normal, *share],
            [i.x, i.y, i.z, j.x, j.y, j.z, *mu, *lever],
            [across.x, across.y, across.z, load.u, load.w, slip.u, slip.w, *is_spin],
        ]
    }
}

/// The contacts of a case.
#[derive(Debug, Default)]
pub(in crate::step) struct DaeProblem {
    pub(super) case: u32,
    /// Step size Δt, s.
    pub(super) dt: f64,
    /// Rows of the bodies in the list of bodies.
    pub(super) rows: Vec<u32>,
    pub(super) bodies: Vec<DaeBody>,
    pub(super) points: Vec<DaePoint>,
    /// Friction on each body: force, N, and torque, N·m.
    pub(super) sums: Vec<Row>,
    /// The contacts of each pair of bodies, of one kind of friction. `pairs` are solved together; `lagged` take the friction of all others from
    /// the last step.
    pub(super) pairs: Vec<Range<usize>>,
    pub(super) lagged: Vec<Range<usize>>,
    /// Largest sweep limit and smallest tolerance of the laws involved.
    pub(super) sweeps: u64,
    pub(super) tolerance: f64,
    /// Contacts under laws with implicit coupling.
    pub(super) implicit: Vec<ImplicitPoint>,
    /// True if a constraint is imposed at acceleration level, or a law has implicit coupling: contacts are then updated
    /// one by one.
    pub(super) has_single: bool,
    /// True if roll or spin friction is among the unknowns.
    pub(super) has_torques: bool,
    /// Unit normal of the plane in which the first planar body moves, and whether the normals of all contacts lie in
    /// that plane. (Each contact has a body that can move; one before the first planar body cannot be in a plane.)
    across: Option<Vec3>,
    is_flat: bool,
}

/// Largest angle between a plane and a direction that counts as lying in the plane, rad.
const FLAT: f64 = 1e-12;

impl DaeProblem {
    /// Clears the problem and assigns it to case `case`, with the step size `dt`, s.
    pub(super) fn begin(&mut self, case: u32, dt: f64) {
        self.rows.clear();
        self.points.clear();
        self.pairs.clear();
        self.lagged.clear();
        self.implicit.clear();
        (self.case, self.dt, self.sweeps, self.tolerance) = (case, dt, 0, f64::INFINITY);
        (self.has_single, self.has_torques, self.across, self.is_flat) = (false, false, None, true);
    }

    /// Adds a body, which has this row in the list of bodies.
    #[inline(always)]
    pub(super) fn add_body(&mut self, row: u32, body: DaeBody) {
        self.across = self.across.or(body.mass.held);
        // Elements of the last step are overwritten.
        match self.bodies.get_mut(self.rows.len()) {
            Some(old) => *old = body,
            None => self.bodies.push(body),
        }
        self.rows.push(row);
    }

    /// Adds a contact; `implicit`: what its law reads, if the law has implicit coupling.
    #[inline(always)]
    pub(super) fn add_point(&mut self, mut point: DaePoint, implicit: Option<ImplicitPoint>) {
        if let Some(implicit) = implicit {
            point.implicit = Some(self.implicit.len() as u32);
            self.implicit.push(implicit);
            self.has_single = true;
        }
        self.has_torques |= point.kind != DaeKind::Slide;
        let [x, y, z, ..] = point.numbers[0].0;
        self.is_flat &= self.across.is_some_and(|a| a.dot(&Vec3::new(x, y, z)).abs() <= FLAT);
        self.points.push(point);
    }

    /// Unit normal of the plane in which all bodies move and touch, if there is one: friction then has one direction.
    pub(super) fn plane(&self) -> Option<Vec3> {
        let a = self.across.filter(|_| self.is_flat)?;
        let stays = |velocity: &Velocity| {
            let along = velocity.v.dot(&a);
            along * along <= FLAT * FLAT * velocity.v.norm_squared()
                && velocity.w.cross(&a).norm_squared() <= FLAT * FLAT * velocity.w.norm_squared()
        };
        let moves_in_it = |body: &DaeBody| match &body.mass.held {
            Some(held) => *held == a || *held == -a,
            None => !body.moves,
        };
        self.bodies.iter().all(|body| moves_in_it(body) && stays(&body.now) && stays(&body.end)).then_some(a)
    }
}

//! Static Coulomb friction as a constraint: no tangential spring, no history, one parameter.
//!
//! Source: Krengel & Matuttis, static Coulomb friction of polygons in two dimensions: the friction of each contact is
//! the multiplier of a differential-algebraic equation (DAE).
//!
//! | symbol | here |
//! |---|---|
//! | u | slip velocity `v_j − v_i` at the contact point, contact frame, m/s |
//! | a | rate of u from all loads except this contact's friction (friction at other contacts included), m/s² |
//! | 1/m_t | slip acceleration per 1 N of this contact's friction, 1/kg: the largest eigenvalue of the 2×2 matrix |
//! | f | friction on body i (its opposite on body j), N |
//! | λ | ½ − f/(2μN): 0 slips along +t, 1 along −t, ½ carries no load; in three dimensions ½ (1 − ‖f‖/μN) |
//!
//! `f = P(m_t (u/Δt + a))`, where P projects onto ‖f‖ ≤ μN: static if the argument lies inside, that is, if friction
//! below the limit ends the slip in this step. In a scene, the solver in `step::solve::dae` finds f of all contacts
//! together, and a is exact. Alone, under a prescribed motion, a is unknown and the load continues from its last value,
//! `f = P(f + ¼ m_t u/Δt)`. The factor ¼ brings a body held only by this friction to rest without overshoot (its
//! recursion λ² − λ + ¼ has the double root ½).
//!
//! Differs: the source imposes the constraint on the acceleration ([`DaeLevel::Acceleration`]), which drifts; and it
//! appears to use the last step's friction at the other contacts ([`DaeCoupling::Lagged`]), which fails where many
//! contacts hold a body. Roll and spin friction get the same treatment ([`crate::library::roll::dae`], [`crate::library::spin::dae`]).

use crate::Vec2;
use crate::friction::element::{FrictionSpring, Mode};
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, ParameterForm, Remembers, Step};
use crate::library::slide::complementarity::solved_elsewhere;
use crate::math::number::{Number, V2, V3};
use nalgebra::SVector;

/// The level at which the constraint of static friction is imposed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DaeLevel {
    /// The slip velocity at the end of the step is 0: no drift.
    #[default]
    Velocity,
    /// The slip acceleration is 0, as in the source; a residual velocity remains.
    Acceleration,
}

/// Which friction of the other contacts enters the equation of a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DaeCoupling {
    /// Friction of this step: all contacts together, by projected Gauss–Seidel sweeps.
    #[default]
    Coupled,
    /// Friction of the last step, in one pass.
    Lagged,
}

/// Parameters of the law; words are stored as indices into [`Dae::LEVELS`] and [`Dae::COUPLINGS`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dae {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Level of the constraint ([`Dae::level`]), an index into [`Dae::LEVELS`].
    pub level: Option<f64>,
    /// Coupling of the contacts ([`Dae::coupling`]), an index into [`Dae::COUPLINGS`].
    pub coupling: Option<f64>,
    /// Maximum number of sweeps ([`Dae::sweeps`]).
    pub sweeps: Option<f64>,
    /// Convergence tolerance ([`Dae::tolerance`]).
    pub tolerance: Option<f64>,
}

impl Dae {
    /// Law id in scene files.
    pub const ID: &'static str = "dae";
    /// The values of `level`, the default first.
    pub const LEVELS: &'static [&'static str] = &["Velocity", "Acceleration"];
    /// The values of `coupling`, the default first.
    pub const COUPLINGS: &'static [&'static str] = &["Coupled", "Lagged"];

    /// The level at which the constraint is imposed.
    pub fn level(&self) -> DaeLevel {
        if self.level == Some(1.0) { DaeLevel::Acceleration } else { DaeLevel::Velocity }
    }

    /// Which friction of the other contacts enters the equation of a contact.
    pub fn coupling(&self) -> DaeCoupling {
        if self.coupling == Some(1.0) { DaeCoupling::Lagged } else { DaeCoupling::Coupled }
    }

    /// Maximum number of sweeps over the contacts per step.
    pub fn sweeps(&self) -> u64 {
        self.sweeps.unwrap_or(50.0) as u64
    }

    /// Sweeps end once no friction changes by more than this fraction of the largest μN.
    pub fn tolerance(&self) -> f64 {
        self.tolerance.unwrap_or(1e-10)
    }
}

/// Inertia, friction limit and step size of one contact in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DaeContact {
    /// m_t, kg; 0 if friction moves neither body.
    pub mass: f64,
    /// μN, N.
    pub limit: f64,
    /// Δt, s.
    pub dt: f64,
}

/// Slip velocities of a contact, which determine its friction, m/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DaeSlip<const T: usize> {
    /// Slip velocity at the end of the step, under all friction known so far.
    pub end: SVector<f64, T>,
    /// Slip velocity now.
    pub now: SVector<f64, T>,
    /// Slip velocity at the last step; `None` for a new contact.
    pub before: Option<SVector<f64, T>>,
}

/// At acceleration level, a slip below this, over Δt, counts as zero, m/s².
const SLOW: f64 = 1e-3;

impl DaeContact {
    /// m_t from the matrix (uu, uw, ww) of the slip acceleration per 1 N of friction, 1/kg.
    #[inline(always)]
    pub fn tangential_mass<N: Number>([uu, uw, ww]: [N; 3]) -> N {
        let (zero, half) = (uu.like(0.0), (uu - ww) * 0.5);
        let largest = (uu + ww) * 0.5 + (half * half + uw * uw).sqrt();
        (uu.like(1.0) / largest).where_or(zero.is_below(largest), zero)
    }

    /// The unit vector t along a × n, the direction λ refers to for motion in the plane normal to a; 0 if n is along a
    /// or a is 0.
    #[inline(always)]
    pub fn tangent<N: Number>(axis: V3<N>, n: V3<N>) -> V3<N> {
        let across = axis.cross(n);
        let square = across.dot(across);
        let length = square.sqrt().where_or(square.like(0.0).is_below(square), square.like(1.0));
        V3 { x: across.x / length, y: across.y / length, z: across.z / length }
    }

    /// The projection P: the load, N, scaled back to the limit μN, N, and whether it was inside.
    #[inline(always)]
    pub fn within<N: Number, const T: usize>(limit: N, mut load: [N; T]) -> ([N; T], N::Mask) {
        let size = Self::size(load);
        if T == 1 {
            let end = (-limit).where_or(load[0].is_below(limit.like(0.0)), limit);
            load[0] = end.where_or(limit.is_below(size), load[0]);
        } else {
            // 0/0 keeps the load.
            let (part, one) = (limit / size, limit.like(1.0));
            let kept = part.where_or(part.is_below(one), one);
            for component in &mut load {
                *component = *component * kept;
            }
        }
        (load, size.is_below(limit))
    }

    /// ‖f‖, N. One component needs no square root.
    #[inline(always)]
    pub fn size<N: Number, const T: usize>(load: [N; T]) -> N {
        if T == 1 {
            return load[0].abs();
        }
        let mut square = load[0] * load[0];
        for component in &load[1..] {
            square = square + *component * *component;
        }
        square.sqrt()
    }

    fn held<const T: usize>(&self, load: SVector<f64, T>) -> (SVector<f64, T>, Mode) {
        let (load, is_inside) = Self::within(self.limit, load.into());
        (load.into(), if is_inside { Mode::Stick } else { Mode::Slip })
    }

    /// The new friction, N, and the mode, given that the friction `load`, N, would lead to the slip `slip.end` at the
    /// end of the step.
    pub fn renewed<const T: usize>(
        &self,
        level: DaeLevel,
        load: SVector<f64, T>,
        slip: &DaeSlip<T>,
    ) -> (SVector<f64, T>, Mode) {
        match level {
            DaeLevel::Velocity => self.held(load + slip.end * (self.mass / self.dt)),
            DaeLevel::Acceleration => self.of_acceleration(load, slip),
        }
    }

    /// The source's form: m_t a if it is below the limit and the slip ends, has just reversed or is slow; else the
    /// limit along the slip.
    fn of_acceleration<const T: usize>(
        &self,
        load: SVector<f64, T>,
        DaeSlip { end, now, before }: &DaeSlip<T>,
    ) -> (SVector<f64, T>, Mode) {
        let holding = load + (end - now) * (self.mass / self.dt);
        let along = if now.norm() > 0.0 { now / now.norm() } else { holding / holding.norm() };
        let slides_on = now + (holding - along * self.limit) * (self.dt / self.mass);
        let is_slow = now.norm() < self.dt * SLOW;
        let turned = before.is_some_and(|before| before.dot(now) < 0.0);
        if holding.norm() < self.limit && (is_slow || turned || now.dot(&slides_on) <= 0.0) {
            (holding, Mode::Stick)
        } else if self.limit > 0.0 {
            (along * self.limit, Mode::Slip)
        } else {
            (now * 0.0, Mode::Slip)
        }
    }

    /// λ under the limit μN, N; `along`: t for motion in a plane, else 0.
    #[inline(always)]
    pub fn lambda<N: Number>(limit: N, load: V2<N>, along: V2<N>) -> N {
        let (zero, half) = (limit.like(0.0), limit.like(0.5));
        let component = load.u * along.u + load.w * along.w;
        let used = component.where_or(zero.is_below(along.square()), Self::size([load.u, load.w]));
        let one = limit.like(1.0);
        let lambda = ((one - used / limit) * half).not_negative();
        // In slip, rounding may take the load past the limit.
        one.where_or(one.is_below(lambda), lambda).where_or(zero.is_below(limit), half)
    }
}

impl Law for Dae {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: Self::ID,
        name: "Krengel and Matuttis",
        formula: "f = P(m_t (u/Δt + a)), P onto ‖f‖ ≤ μN: friction that stops slip within the step, or μN opposing it",
        source: "Krengel & Matuttis; model of docs/dae.md",
        notes: "No spring, no history: sticking contacts do not creep. A solver finds the friction of all contacts of \
                a case together, with N known beforehand. Alone, under a prescribed motion, the load continues from \
                its last value: f = P(f + ¼ m_t u/Δt).",
        columns: "S: 0. E: f. D: 0. lambda: ½ − f/(2μN) along a × n of a body that is Planar along a; else ½ (1 − ‖f‖/μN).",
        parameters: &[
            Parameter::MU,
            Parameter {
                name: "level",
                meaning: "where the constraint holds: in the velocity at the end of the step, or in the acceleration",
                unit: "1",
                default: "Velocity",
                form: ParameterForm::Word(Self::LEVELS),
            },
            Parameter {
                name: "coupling",
                meaning: "friction of the other contacts: from this step, or from the last",
                unit: "1",
                default: "Coupled",
                form: ParameterForm::Word(Self::COUPLINGS),
            },
            Parameter {
                name: "sweeps",
                meaning: "maximum sweeps over the contacts per step",
                unit: "1",
                default: "50",
                form: ParameterForm::Count,
            },
            Parameter {
                name: "tolerance",
                meaning: "largest change of a friction force in the last sweep, relative to the largest μN",
                unit: "1",
                default: "1e-10",
                form: ParameterForm::Positive,
            },
        ],
        needs: Needs::Nothing,
        remembers: Remembers::Nothing,
        symmetric: true,
    };

    const TRACKS_EACH_SURFACE: bool = true;

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu, &mut self.level, &mut self.coupling, &mut self.sweeps, &mut self.tolerance]
    }

    /// Memory: f and u of the last step, and λ.
    fn step(&self, contact_state: &ContactState, _: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        if let Some(found) = &contact_state.reaction {
            return solved_elsewhere(found.modes[0], Vec2::new(found.load[1], found.load[2]));
        }
        let contact = DaeContact {
            mass: mass_alone(contact_state),
            limit: contact_state.mu(self.mu) * contact_state.normal(),
            dt: contact_state.dt,
        };
        let (load, mode) = contact.held(memory.vectors[0] + contact_state.by.slip * (0.25 * contact.mass / contact.dt));
        *memory = Memory {
            vectors: [load, contact_state.by.slip],
            number: DaeContact::lambda(contact.limit, load.into(), V2::default()),
        };
        solved_elsewhere(mode, load)
    }
}

/// m_t of two round bodies, or of two bodies lying flat on each other, kg.
fn mass_alone(contact_state: &ContactState) -> f64 {
    let turning = |b: usize| {
        let (kappa, inertia) = (contact_state.curvatures[b], contact_state.at.roll_inertia[b]);
        if kappa != 0.0 && inertia > 0.0 { 1.0 / (kappa * kappa * inertia) } else { 0.0 }
    };
    1.0 / (1.0 / contact_state.effective_mass + turning(0) + turning(1))
}

/// The torque of a roll or spin law as a step: that which the solver has found; or, alone under a prescribed motion, the
/// last torque continued by ¼ of what would end the rotation `rate`, rad/s, within the step, up to `limit`, N·m. Half the
/// smallest moment of inertia is at most that of the relative rotation: the torque never overshoots.
pub(crate) fn held_alone(
    found: Option<(Mode, Vec2)>,
    limit: f64,
    contact_state: &ContactState,
    rate: Vec2,
    memory: &mut Memory,
) -> Step<Vec2> {
    if let Some((mode, torque)) = found {
        return solved_elsewhere(mode, torque);
    }
    let smallest = contact_state.smallest_inertia;
    let mass = if smallest.is_finite() { 0.5 * smallest } else { 0.0 };
    let contact = DaeContact { mass, limit, dt: contact_state.dt };
    let (torque, mode) = contact.held(memory.vectors[0] + rate * (0.25 * contact.mass / contact.dt));
    *memory = Memory { vectors: [torque, rate], number: DaeContact::lambda(limit, torque.into(), V2::default()) };
    solved_elsewhere(mode, torque)
}

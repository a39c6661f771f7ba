//! The checked values of a scene: bodies, motions, friction and normal laws by pair.

use super::played::PlayedRun;
use super::solver::Cones;
use crate::laws::friction::law::NormalForceKind;
use crate::laws::friction::normal::NormalDamping;
use crate::laws::motion::pull::Pull;
use crate::laws::motion::schedule::Schedule;
use crate::laws::pair::choice::{AnyLaw, Friction};
use crate::laws::{Rotation, Vec3};
use crate::shapes::Shape;
use std::sync::Arc;

/// A checked scene: SI units, `f64`, immutable.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// One-line title.
    pub title: String,
    /// Question, source and expected results, in plain words (may be empty).
    pub about: String,
    /// Step size Δt, s, positive.
    pub dt: f64,
    /// Simulated time of a whole run, s, positive.
    pub duration: f64,
    /// Gravity, m/s², world.
    pub gravity: Vec3,
    /// Friction of every pair that `pairs` does not name.
    pub friction: Friction,
    /// Normal force law of every pair that `pairs` does not name.
    pub normal: NormalLaw,
    /// Exceptions for some pairs; the last match wins.
    pub pairs: Vec<PairRule>,
    /// Settings of the rigid contact solver.
    pub solver: Cones,
    /// The bodies, in file order: body i of a contact comes before body j.
    pub bodies: Vec<BodySpec>,
    /// External springs and forces that act on bodies from the start.
    pub pulls: Vec<PullSpec>,
    /// Changes at given times of the run, ordered by time.
    pub edits: Vec<TimedEdit>,
    /// Loads that friction holds at the start.
    pub settled: Vec<SettledLoad>,
    /// What the file says that is valid but hardly meant, such as an option that no law reads: a sentence each.
    pub remarks: Vec<String>,
    /// Imported motion of another program, to be played back instead of computed; never from a scene file.
    pub played: Option<Arc<PlayedRun>>,
}

/// A load that friction holds at the start, since a body is placed `on` another one with `settled: true`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SettledLoad {
    /// Indices of the held body and of the one that holds it.
    pub bodies: [usize; 2],
    /// Weight along the surface of the held body and of all that rests on it, N, world.
    pub force: Vec3,
}

/// A change of a scene at a time of its run.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedEdit {
    /// Time from which the change holds, s, at least 0.
    pub at: f64,
    /// Path of the changed value, as `--set` takes it.
    pub path: String,
    /// The value as written in the file, RON.
    pub value: String,
    /// What the edit replaces.
    pub changes: Vec<TimedChange>,
}

impl TimedEdit {
    /// Number of steps of Δt = `dt`, s, done before the edit acts: those that begin before [`TimedEdit::at`], to a
    /// millionth of a step.
    pub fn step(&self, dt: f64) -> u64 {
        (self.at / dt - 1e-6).ceil().max(0.0) as u64
    }
}

/// What a [`TimedEdit`] replaces: rules of the scene, or the state of a body.
#[expect(clippy::large_enum_variant, reason = "a scene has a few")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimedChange {
    /// The friction of the pair rule with this index; `None` for the friction of the scene itself.
    Friction(Option<usize>, Friction),
    /// Gravity, m/s², world.
    Gravity(Vec3),
    /// Settings of the solver of rigid contacts.
    Solver(Cones),
    /// The state of the body with this index in [`Scene::bodies`].
    Body(usize, BodyChange),
}

/// A new velocity or pose of a body that loads move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BodyChange {
    /// Velocity of the centre of mass, m/s, world. Contacts keep their histories.
    Velocity(Vec3),
    /// Angular velocity, rad/s, world. Contacts keep their histories.
    AngularVelocity(Vec3),
    /// Position, m. The contacts of the body end; those at the new position begin without a history.
    Position {
        /// Origin of the shape as written, m, world.
        origin: Vec3,
        /// Centre of mass from that origin, m, body axes: zero but for a polyhedron.
        centre: Vec3,
    },
    /// Rotation from body axes to world axes, about the centre of mass. Contacts end as for a position.
    Rotation(Rotation),
}

impl Scene {
    /// Index of the rule in [`Scene::pairs`] that applies to two bodies (the last match); `None` for the friction and
    /// normal law of the scene.
    pub fn rule_of(&self, a: &BodySpec, b: &BodySpec) -> Option<usize> {
        self.pairs.iter().rposition(|rule| rule.applies_to(a, b))
    }
}

impl PairRule {
    /// True if the rule names these two bodies, by name or material, in either order.
    pub fn applies_to<B: HasNames>(&self, a: &B, b: &B) -> bool {
        let [first, second] = &self.between;
        (a.is_called(first) && b.is_called(second)) || (a.is_called(second) && b.is_called(first))
    }
}

/// A body that pair rules can name, in the scene or in the world.
pub trait HasNames {
    /// Name of the body and, if it has one, of its material.
    fn names(&self) -> (&str, Option<&str>);

    /// True if this is the name of the body or of its material.
    fn is_called(&self, name: &str) -> bool {
        let (own, material) = self.names();
        own == name || material == Some(name)
    }
}

impl HasNames for BodySpec {
    fn names(&self) -> (&str, Option<&str>) {
        (&self.name, self.material.as_deref())
    }
}

/// A friction law that lacks a required input for a pair of bodies that can meet.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what}; {remedy}")]
pub struct LawFault {
    /// Index of the pair rule that selects the law; `None` for the friction of the scene.
    pub rule: Option<usize>,
    /// The law that lacks an input.
    pub law: Box<AnyLaw>,
    /// The missing input.
    pub what: String,
    /// The remedy.
    pub remedy: String,
}

/// Friction and normal law between two bodies or materials.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRule {
    /// Two names, each of a body or of a material, in either order.
    pub between: [String; 2],
    /// Friction of these pairs.
    pub friction: Friction,
    /// Normal law of these pairs.
    pub normal: NormalLaw,
}

impl NormalLaw {
    /// Default of the slowest approach that bounces on a rigid contact, m/s: `0.01 √(g·size)`, a hundredth of the speed
    /// after a fall from half the body's `size`, m, under `gravity`, m/s², so that bodies of all sizes come to rest
    /// alike.
    pub fn slowest_bounce(gravity: f64, size: f64) -> f64 {
        1e-2 * (gravity * size).sqrt()
    }

    /// True if N is known before the step, and the normal motion is a constraint.
    pub fn is_known(&self) -> bool {
        matches!(self, Self::KnownWeight | Self::KnownForce(_))
    }

    /// Kind of normal force that friction laws distinguish.
    pub fn normal_force_kind(&self) -> NormalForceKind {
        match self {
            Self::KnownWeight | Self::KnownForce(_) => NormalForceKind::Known,
            Self::Hooke { .. } | Self::Hertz { .. } | Self::OverlapArea { .. } => NormalForceKind::Overlap,
            Self::Rigid { .. } => NormalForceKind::Rigid,
        }
    }

    /// True for springs whose force follows from the depth of the overlap, Hooke and Hertz.
    pub fn presses_by_depth(&self) -> bool {
        matches!(self, Self::Hooke { .. } | Self::Hertz { .. })
    }

    /// True if several contact points of a pair are damped by the mass of their joint approach
    /// ([`crate::laws::friction::normal::Approach`]): a coefficient of restitution is given.
    pub fn shares_damping(&self) -> bool {
        match self {
            Self::Hooke { damping, .. } => matches!(damping, NormalDamping::Restitution(_)),
            Self::Hertz { .. } => true,
            _ => false,
        }
    }

    /// True if N may be negative while the bodies overlap.
    pub fn has_tension(&self) -> bool {
        matches!(self, Self::Hooke { tension: true, .. } | Self::Hertz { tension: true, .. })
    }

    /// True if a constraint solver finds N.
    pub fn is_rigid(&self) -> bool {
        matches!(self, Self::Rigid { .. })
    }
}

/// How the normal force is determined (section 5 of the model).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormalLaw {
    /// N is the reaction to the weight, `m g·n`; the normal motion is a constraint.
    KnownWeight,
    /// N is this force, N; the normal motion is a constraint.
    KnownForce(f64),
    /// `N = k_n δ + c_n δ̇`, never negative without `tension`.
    Hooke {
        /// Stiffness k_n, N/m.
        k_n: f64,
        /// Damping, from which c_n of each contact point follows.
        damping: NormalDamping,
        /// True if N may be negative while the bodies overlap.
        tension: bool,
    },
    /// `N = 4/3 E_eff √R_eff δ^{3/2} + c δ̇`, never negative without `tension`, `c = 2√(5/6) ζ √(S_n m_eff)`.
    Hertz {
        /// Damping ratio ζ, from the coefficient of restitution by the published formula or exactly (`laws::friction::normal`).
        /// Several points of a pair are damped by the mass of their joint approach ([`crate::laws::friction::normal::Approach`]).
        damping_ratio: f64,
        /// True if N may be negative while the bodies overlap.
        tension: bool,
    },
    /// `N = (k A + γ √(k m_eff) Ȧ)/l`, never negative: coplanar prisms press on each other, and on planes, in
    /// proportion to the area A of their overlap; k = Y h, where h is their common extent along the axis.
    OverlapArea {
        /// Young's modulus Y, Pa.
        young: f64,
        /// Damping factor γ.
        damping: f64,
        /// Contact length l, m; `None`: from the two bodies ([`crate::laws::friction::normal::overlap_area::length`]).
        length: Option<f64>,
        /// Damping of rocking.
        rotation: Option<RotationDamping>,
    },
    /// Zero overlap: the bodies are rigid, and a constraint solver finds N.
    Rigid {
        /// Coefficient of restitution e in \[0, 1\], by the rule of [`Cones::impact`](super::Cones::impact).
        restitution: f64,
        /// An approach slower than this does not bounce, m/s; `None`: [`NormalLaw::slowest_bounce`].
        threshold: Option<f64>,
    },
}

/// Damping of bodies that rock on each other, limited so that it never reverses a rotation (Krengel & Matuttis, section
/// 10).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RotationDamping {
    /// Damping factor γ_t.
    pub damping: f64,
    /// True to damp the rotation relative to the supporting bodies, false to damp it relative to rest.
    pub follow: bool,
}

/// A body of the scene, placed in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct BodySpec {
    /// Name, unique in the scene.
    pub name: String,
    /// Name of the material, for `pairs`.
    pub material: Option<String>,
    /// Shape of the body.
    pub shape: Shape,
    /// Motion type of the body.
    pub motion: Motion,
    /// Mass, kg; infinite for a fixed or driven body.
    pub mass: f64,
    /// Principal moments of inertia about the body axes through the centre of mass, kg·m²; infinite with the mass.
    pub inertia: Vec3,
    /// Young's modulus and Poisson ratio; `None` for a rigid body.
    pub elastic: Option<Elastic>,
    /// Direction of the grain of the surface, a unit vector in the body's axes; `None` without one.
    pub grain: Option<Vec3>,
    /// Centre of mass at the start, m, world.
    pub position: Vec3,
    /// Rotation from body axes to world axes at the start.
    pub rotation: Rotation,
    /// Velocity of the centre of mass at the start, m/s, world.
    pub velocity: Vec3,
    /// Angular velocity at the start, rad/s, world.
    pub angular_velocity: Vec3,
}

impl BodySpec {
    /// True if the body does not move at the start, and nothing drives it.
    pub fn is_still(&self) -> bool {
        let is_driven = matches!(self.motion, Motion::Driven(_));
        !is_driven && self.velocity == Vec3::zeros() && self.angular_velocity == Vec3::zeros()
    }
}

/// An external spring or force on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct PullSpec {
    /// Index of the body in [`Scene::bodies`].
    pub body: usize,
    /// The spring with its initial anchor, or the force.
    pub pull: Pull,
}

/// Elastic constants of a material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    /// Young's modulus E, Pa.
    pub youngs_modulus: f64,
    /// Poisson ratio ν, dimensionless, in (−1, 0.5].
    pub poisson_ratio: f64,
}

impl Elastic {
    /// True if a Poisson ratio lies in (−1, 0.5], so that the material resists every strain.
    pub fn admits(poisson_ratio: f64) -> bool {
        poisson_ratio > -1.0 && poisson_ratio <= 0.5
    }

    /// Poisson ratio of an isotropic solid with Young's modulus E and shear modulus G, Pa: `E/(2G) − 1`.
    pub fn poisson_ratio_of(youngs_modulus: f64, shear_modulus: f64) -> f64 {
        youngs_modulus / (2.0 * shear_modulus) - 1.0
    }
}

/// How a body may move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// All six degrees of freedom.
    Free,
    /// No degrees of freedom.
    Fixed,
    /// Rotates only about this world axis (unit vector); the centre of mass is free.
    Spinning(Vec3),
    /// Does not rotate.
    Translating,
    /// Moves in the plane normal to this world axis (unit vector) and rotates about the axis.
    Planar(Vec3),
    /// Follows a prescribed motion, whatever acts on it.
    Driven(Drive),
}

/// A prescribed motion: linear and angular velocity, constant between two times or with a factor over time, plus a
/// harmonic oscillation.
///
/// Position of the centre: `x0 + v·τ + A sin(2πf t)` with τ the time spent between `from` and `until`, or the integral of
/// the factor, plus a head start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// Linear velocity v, m/s, world.
    pub velocity: Vec3,
    /// Angular velocity, rad/s, world.
    pub angular_velocity: Vec3,
    /// Centre of rotation, m, world.
    pub pivot: Vec3,
    /// Start of the constant motion, s.
    pub from: f64,
    /// End of the constant motion, s (may be infinite).
    pub until: f64,
    /// Factor on both velocities over time, in place of `from` and `until`.
    pub schedule: Schedule,
    /// τ at the time 0, s: 0 in a scene; another schedule in a run sets it so that the pose continues.
    pub head_start: f64,
    /// Amplitude A of the oscillation, m, world.
    pub shake: Vec3,
    /// Frequency f of the oscillation, Hz.
    pub frequency: f64,
}

impl Drive {
    /// τ at the time `t`, s: for how long the whole velocities would have had to act.
    pub fn elapsed(&self, t: f64) -> f64 {
        self.head_start + self.since_start(t)
    }

    /// Growth of τ since the time 0, s.
    fn since_start(&self, t: f64) -> f64 {
        if self.schedule.is_given() {
            return self.schedule.elapsed(0.0, t);
        }
        t.clamp(self.from, self.until.max(self.from)) - self.from
    }

    /// The drive with another schedule from the time `now`, s, on: τ, and with it the pose, continues from its value
    /// there. An empty schedule gives the motion back to `from` and `until`.
    pub fn with_schedule(&self, schedule: Schedule, now: f64) -> Self {
        let new = Self { schedule, head_start: 0.0, ..*self };
        Self { head_start: self.elapsed(now) - new.elapsed(now), ..new }
    }

    /// True if neither velocity acts after the time `now`, s; a shake may go on.
    pub fn has_ended(&self, now: f64) -> bool {
        if self.schedule.is_given() { self.schedule.has_ended(now) } else { self.until <= now }
    }

    /// Growth of τ between two times, s.
    pub fn elapsed_between(&self, from: f64, to: f64) -> f64 {
        if self.schedule.is_given() {
            return self.schedule.elapsed(from, to);
        }
        let until = self.until.max(self.from);
        to.clamp(self.from, until) - from.clamp(self.from, until)
    }

    /// Factor on both velocities in the step that begins at the time `t`, s.
    pub fn factor_after(&self, t: f64) -> f64 {
        if self.schedule.is_given() {
            return self.schedule.after(t);
        }
        if t >= self.from && t < self.until { 1.0 } else { 0.0 }
    }

    /// Factor on both velocities in the step that ends at the time `t`, s.
    pub fn factor(&self, t: f64) -> f64 {
        if self.schedule.is_given() {
            return self.schedule.before(t);
        }
        if t > self.from && t <= self.until { 1.0 } else { 0.0 }
    }
}

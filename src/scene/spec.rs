//! The checked values of a scene: bodies, motions, friction and normal laws by pair.

use super::solver::Cones;
use crate::laws::choice::{AnyLaw, Friction};
use crate::laws::law::Pressing;
use crate::laws::parameters::Damping;
use crate::laws::pull::Pull;
use crate::laws::{Rotation, Vec3};
use crate::shapes::Shape;

/// A checked scene: SI units, `f64`, immutable.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// One line that names it.
    pub title: String,
    /// Question, source and expected numbers, in plain words (may be empty).
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
    /// What differs for some pairs; the last match wins.
    pub pairs: Vec<PairRule>,
    /// How rigid contacts are solved.
    pub solver: Cones,
    /// The bodies, in file order: body i of a contact comes before body j.
    pub bodies: Vec<BodySpec>,
    /// Springs and forces from outside that pull on bodies from the start.
    pub pulls: Vec<PullSpec>,
}

impl Scene {
    /// The number of the rule in [`Scene::pairs`] that holds between two bodies (the last match), `None` for the
    /// scene's own friction and normal law.
    pub fn rule_of(&self, a: &BodySpec, b: &BodySpec) -> Option<usize> {
        self.pairs.iter().rposition(|rule| rule.holds_between(a, b))
    }
}

impl PairRule {
    /// Whether the rule names these two bodies, by name or material, in either order.
    pub fn holds_between<B: Called>(&self, a: &B, b: &B) -> bool {
        let [first, second] = &self.between;
        (a.is_called(first) && b.is_called(second)) || (a.is_called(second) && b.is_called(first))
    }
}

/// A body that pair rules can name, in the scene or in the world.
pub trait Called {
    /// Its name and, if it has one, the name of its material.
    fn names(&self) -> (&str, Option<&str>);

    /// Whether this is the body's name or that of its material.
    fn is_called(&self, name: &str) -> bool {
        let (own, material) = self.names();
        own == name || material == Some(name)
    }
}

impl Called for BodySpec {
    fn names(&self) -> (&str, Option<&str>) {
        (&self.name, self.material.as_deref())
    }
}

/// A friction law that is not told what it needs for a pair of bodies that can meet.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what}; {remedy}")]
pub struct LawFault {
    /// The pair rule that chooses it; `None` is the scene's own friction.
    pub rule: Option<usize>,
    /// The law.
    pub law: Box<AnyLaw>,
    /// What it lacks.
    pub what: String,
    /// What to do about it.
    pub remedy: String,
}

/// Friction and normal law of the pairs between two bodies or two materials.
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
    /// N is known before the step, the normal motion a constraint.
    pub fn is_known(&self) -> bool {
        matches!(self, Self::KnownWeight | Self::KnownForce(_))
    }

    /// As friction laws see it.
    pub fn pressing(&self) -> Pressing {
        match self {
            Self::KnownWeight | Self::KnownForce(_) => Pressing::Known,
            Self::Hooke { .. } | Self::Hertz { .. } | Self::OverlapArea { .. } => Pressing::Overlap,
            Self::Rigid { .. } => Pressing::Rigid,
        }
    }

    /// N is found by a solver of constraints.
    pub fn is_rigid(&self) -> bool {
        matches!(self, Self::Rigid { .. })
    }
}

/// How the normal force is found (section 5 of the model).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormalLaw {
    /// N is the reaction that carries the weight, `m g·n`; the normal motion is a constraint.
    KnownWeight,
    /// N is this force, N; the normal motion is a constraint.
    KnownForce(f64),
    /// `N = k_n δ + c_n δ̇`, never negative.
    Hooke {
        /// k_n, N/m.
        k_n: f64,
        /// Damping; a ratio is of `2√(m_eff k_n)`.
        damping: Damping,
    },
    /// `N = 4/3 E_eff √R_eff δ^{3/2} + c δ̇`, never negative, `c = 2√(5/6) ζ √(S_n m_eff)`.
    Hertz {
        /// ζ, from the coefficient of restitution by the published formula or exactly (`laws::normal`).
        damping_ratio: f64,
    },
    /// `N = (k A + γ √(k m_eff) Ȧ)/l`, never negative: prisms that lie in one plane press on each other, and on planes, by the area A
    /// of their overlap; k = Y h, h the extent that both have along their axis.
    OverlapArea {
        /// Y, Pa.
        young: f64,
        /// γ.
        damping: f64,
        /// l, m; `None`: that of the two bodies ([`crate::laws::overlap_area::length`]).
        length: Option<f64>,
        /// Damping of rocking.
        rotation: Option<RotationDamping>,
    },
    /// No overlap, whatever force that takes: the bodies are rigid, N is found by a solver of constraints.
    Rigid {
        /// e in \[0, 1\]: speed after over speed before an impact (Newton).
        restitution: f64,
        /// An approach slower than this does not bounce, m/s.
        threshold: f64,
    },
}

/// Damping of bodies that rock on each other, limited so that it never turns a body the other way (Krengel & Matuttis, section 10).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RotationDamping {
    /// γ_t.
    pub damping: f64,
    /// The velocity it damps to is that of the bodies it lies on; else 0.
    pub follow: bool,
}

/// A body of the scene, placed in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct BodySpec {
    /// Its name, unique in the scene.
    pub name: String,
    /// The name of its material, for `pairs`.
    pub material: Option<String>,
    /// Its shape.
    pub shape: Shape,
    /// How it may move.
    pub motion: Motion,
    /// Mass, kg; infinite for a fixed or driven body.
    pub mass: f64,
    /// Principal moments of inertia about the body's axes through its centre of mass, kg·m²; infinite with the mass.
    pub inertia: Vec3,
    /// Young's modulus and Poisson ratio; `None` is rigid.
    pub elastic: Option<Elastic>,
    /// Centre of mass at the start, m, world.
    pub position: Vec3,
    /// Body axes to world axes at the start.
    pub rotation: Rotation,
    /// Velocity of the centre of mass at the start, m/s, world.
    pub velocity: Vec3,
    /// Angular velocity at the start, rad/s, world.
    pub angular_velocity: Vec3,
}

/// A spring from outside on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct PullSpec {
    /// The number of the body in [`Scene::bodies`].
    pub body: usize,
    /// The spring, its anchor as it is at the start; or the force.
    pub pull: Pull,
}

/// Elastic constants of a material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    /// E, Pa.
    pub youngs_modulus: f64,
    /// ν, dimensionless, in (−1, 0.5].
    pub poisson_ratio: f64,
}

/// How a body may move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// All six degrees of freedom.
    Free,
    /// Not at all.
    Fixed,
    /// Turns about this world axis (unit) only; its centre is free.
    Spinning(Vec3),
    /// Does not turn.
    Translating,
    /// Moves in the plane across this world axis (unit) and turns about it.
    Planar(Vec3),
    /// Moves by a given law whatever acts on it.
    Driven(Drive),
}

/// A given motion: constant velocity and turning between two times, and a harmonic shake.
///
/// Position of the centre: `x0 + v·τ + A sin(2πf t)` with τ the time spent between `from` and `until`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// m/s, world.
    pub velocity: Vec3,
    /// rad/s, world.
    pub angular_velocity: Vec3,
    /// Point about which it turns, m, world.
    pub pivot: Vec3,
    /// Velocity and turning begin, s.
    pub from: f64,
    /// Velocity and turning end, s (may be infinite).
    pub until: f64,
    /// Amplitude A of the shake, m, world.
    pub shake: Vec3,
    /// Frequency f of the shake, Hz.
    pub frequency: f64,
}

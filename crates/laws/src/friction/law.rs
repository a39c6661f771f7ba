//! A friction law: a pure function from the state and motion of a contact point in one step to its memory and load.
//!
//! All laws work in the contact frame and share one sign: motion and load have the same sign where the load opposes the
//! motion. The slide load acts on body i, along the motion of body j over body i. The roll load T gives the torque
//! `−n × T` to body i and `n × T` to body j; a law that sees the pair alone gives both bodies the same T, so their
//! torques cancel. The spin load T gives `−n T` to body i and `n T` to body j.

use crate::Vec2;
use crate::friction::contact::{roll_increment, slide_increment};
use crate::friction::element::{Deflection, FrictionSpring, Mode, Spring, SpringLoad, WideDeflection};
pub use crate::friction::law_parameter::{Parameter, ParameterForm};
use crate::friction::limit::cones::Reaction;
use crate::friction::normal::{effective_modulus, plane_strain_modulus};
use crate::friction::parameters::{Conditions, Damping, FrictionParameters};
use crate::math::number::V2;
use serde::{Deserialize, Serialize};

/// One contact point in one step, as every law sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactState {
    /// The friction parameters of the pair; they supply whatever the law's own parameters do not.
    pub friction: FrictionParameters,
    /// Normal force, curvature, mass, inertia and contact radius.
    pub at: Conditions,
    /// R_eff = 1/(κ_i + κ_j), m; 0 if the pair cannot roll (flat on flat, conforming).
    pub radius: f64,
    /// R_eff of the contact area, m; the size of the smaller body for flat on flat.
    pub area_radius: f64,
    /// κ_i and κ_j, 1/m.
    pub curvatures: [f64; 2],
    /// Overlap δ, m: of the bodies, or, for a known N, the Hertz overlap under it; 0 if unknown.
    pub overlap: f64,
    /// Elastic constants of the pair; `None` if both bodies are rigid.
    pub elastic: Option<Elasticity>,
    /// c_n, the damping coefficient of the normal force at this overlap, N·s/m; 0 if N is known.
    pub normal_damping: f64,
    /// m_eff = m_i m_j/(m_i + m_j), kg.
    pub effective_mass: f64,
    /// The smallest principal moment of inertia of the movable bodies, kg·m².
    pub smallest_inertia: f64,
    /// Relative motion in this step.
    pub by: Relative,
    /// e1, the direction of the grain of one of the bodies, a unit vector; `None` if neither has one.
    pub grain: Option<Vec2>,
    /// The result of a constraint solver for this contact; `None` without one.
    pub reaction: Option<Reaction>,
    /// The slip under all other loads, if the solver of coupled friction asks for the load at the end of a step.
    pub free: Option<FreeSlip>,
    /// The body whose roll torque is requested, 0 for i and 1 for j, under a law with [`Law::TRACKS_EACH_SURFACE`]; else 0.
    pub body: usize,
    /// Step size Δt, s.
    pub dt: f64,
}

/// Slip of a contact at the end of a step under all loads but its own slide load, contact frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeSlip {
    /// v*, the slip velocity, m/s.
    pub velocity: Vec2,
    /// m_t, the slip acceleration per 1 N of this contact's slide load, inverted, kg; 0 if the load moves neither body.
    pub slip_mass: f64,
}

impl FreeSlip {
    /// Δt/m_t, s/kg: change of the slip velocity by 1 N over a step of `dt`, s.
    #[inline]
    pub fn per_load(&self, dt: f64) -> f64 {
        if self.slip_mass > 0.0 { dt / self.slip_mass } else { 0.0 }
    }
}

/// Elastic constants of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elasticity {
    /// E_eff, Pa: `1/E_eff = (1 − ν_i²)/E_i + (1 − ν_j²)/E_j`.
    pub modulus: f64,
    /// G_eff, Pa: `1/G_eff = (2 − ν_i)/G_i + (2 − ν_j)/G_j`.
    pub shear: f64,
}

/// Relative motion at a contact point in one step, contact frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Relative {
    /// p_i and p_j, the paths of the contact point over the two bodies, m, the input of the paper's law.
    pub paths: [Vec2; 2],
    /// Velocity of body j's surface over body i's, `v_j − v_i` in the tangent plane at C, m/s.
    pub slip: Vec2,
    /// Rolling velocity `−n × (ω_i − ω_j)`, rad/s.
    pub roll: Vec2,
    /// Spin rate `n·(ω_i − ω_j)`, rad/s.
    pub spin: f64,
    /// Spin angle ψ of this step, rad.
    pub psi: f64,
}

impl Elasticity {
    /// The pair's constants from Young's modulus (Pa) and Poisson ratio of each body. `None` is a rigid body; the
    /// result is `None` if both are rigid.
    #[inline]
    pub fn from_moduli(i: Option<(f64, f64)>, j: Option<(f64, f64)>) -> Option<Self> {
        let plane_strain = |(e, nu): (f64, f64)| plane_strain_modulus(e, nu);
        let modulus = effective_modulus(i.map(plane_strain), j.map(plane_strain))?;
        let compliance = |(e, nu): (f64, f64)| 2.0 * (1.0 + nu) * (2.0 - nu) / e;
        Some(Self { modulus, shear: 1.0 / (i.map_or(0.0, compliance) + j.map_or(0.0, compliance)) })
    }
}

impl ContactState {
    /// N of this point, N.
    #[inline]
    pub fn normal(&self) -> f64 {
        self.at.normal * self.at.share
    }

    /// I_ij about the roll axis, the mean over the two paths, kg·m².
    #[inline]
    pub fn roll_inertia(&self) -> f64 {
        let [i, j] = self.at.roll_inertia;
        0.5 * (i + j)
    }

    /// The slide increment of this step, m, for a law with [`Law::TRACKS_EACH_SURFACE`] or for any other.
    #[inline]
    pub fn slid(&self, tracks_each_surface: bool) -> Vec2 {
        if tracks_each_surface { slide_increment(self.by.paths.map(V2::from)).into() } else { self.by.slip * self.dt }
    }

    /// The roll increment of [`Self::body`], rad; for a law with one torque per pair, its share by curvature.
    #[inline]
    pub fn rolled(&self, tracks_each_surface: bool) -> Vec2 {
        let kappa = self.curvatures[self.body];
        if tracks_each_surface {
            return roll_increment(self.by.paths[self.body].into(), kappa).into();
        }
        self.by.roll * (self.dt * kappa * self.radius)
    }

    /// The spin increment, rad.
    #[inline]
    pub fn spun(&self, tracks_each_surface: bool) -> f64 {
        if tracks_each_surface { self.by.psi } else { self.by.spin * self.dt }
    }

    /// K_t for the laws that use one: `given`, or K_E (or the stiffness given for slide), N/m, of the whole pair.
    #[inline]
    pub fn stiffness(&self, given: Option<f64>) -> f64 {
        self.friction.tangential_stiffness(given)
    }

    /// K_t of the laws after Mindlin, N/m, of the whole pair: `given`, else `8 G_eff √(R_eff δ)`, the stiffness of two
    /// elastic bodies without slip (A.1 (5)), else, where E and ν or the overlap are unknown, [`Self::stiffness`].
    #[inline]
    pub fn mindlin_stiffness(&self, given: Option<f64>) -> f64 {
        let elastic = || self.elastic.map(|elastic| 8.0 * elastic.shear * (self.area_radius * self.overlap).sqrt());
        given.or_else(elastic).filter(|stiffness| *stiffness > 0.0).unwrap_or_else(|| self.stiffness(None))
    }

    /// μ for laws with a single coefficient: `given`, or μ_k.
    #[inline]
    pub fn mu(&self, given: Option<f64>) -> f64 {
        given.unwrap_or(self.friction.mu_k)
    }

    /// μ_r for laws with a single coefficient: `given`, or `2 η_r μ_k` (`2 (η_e/η_θ) μ_k` if η_e and η_θ are given
    /// separately), for which the torque `μ_r R_eff N` equals that of the paper's law in slip (FN20 section 4.3).
    #[inline]
    pub fn mu_r(&self, given: Option<f64>) -> f64 {
        given.unwrap_or(2.0 * self.friction.roll.of_torque() * self.friction.mu_k)
    }

    /// a, contact radius, m: Hertz of N (15), or `√(R_eff δ)` for bodies without elastic constants.
    #[inline]
    pub fn patch(&self) -> f64 {
        if self.at.patch > 0.0 { self.at.patch } else { (self.area_radius * self.overlap).sqrt() }
    }
}

impl Damping {
    /// The damping coefficient for a spring `stiffness` on `inertia`; a ratio refers to `2√(inertia·stiffness)`.
    #[inline(always)]
    pub fn coefficient(&self, inertia: f64, stiffness: f64) -> f64 {
        match self {
            Self::Ratio(ratio) => ratio * 2.0 * (inertia * stiffness).sqrt(),
            Self::Coefficient(c) => *c,
        }
    }
}

/// The result of one step of a law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<V> {
    /// Stick or slip; a law without memory always slips.
    pub mode: Mode,
    /// The law's deflection, m or rad; zero for a law without memory.
    pub history: V,
    /// The elastic part of the load, N or N·m.
    pub elastic: V,
    /// The purely dissipative part of the load, N or N·m.
    pub damping: V,
    /// Stiffness, cap and damping in this step, as far as the law has them.
    pub spring: Spring,
    /// Still awaits the history of a saturated start.
    pub saturate: bool,
}

/// Memory in addition to the deflection: two tangent vectors, which rotate with the contact plane, and a number. Each
/// law defines their meaning; all are zero for a new contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Two vectors, components (u, w).
    pub vectors: [Vec2; 2],
    /// A number.
    pub number: f64,
}

/// A load that a law exerts outside its own component: `constant-torque` also acts against spin, `edem-disk` against
/// rocking.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CouplingLoad {
    /// Added to the roll load (damping) of both bodies, N·m.
    pub roll: Vec2,
    /// Added to the spin load (damping), N·m.
    pub spin: f64,
}

/// A load, or a change of one, below this fraction of its cap is rounding, on which no law may branch.
pub const ROUNDING: f64 = 1e-12;

/// Tangent stiffness of a partially slipping contact relative to its initial value, `left^(1/3)`. `left`: fraction of
/// the load range up to the cap that remains; within rounding of the cap the result is 0, since the root would amplify
/// rounding to 1e-5.
#[inline]
pub fn softened(left: f64) -> f64 {
    if left > ROUNDING { libm::cbrt(left.min(1.0)) } else { 0.0 }
}

/// The load of a law with partial slip at the end of a step in which it becomes `onward`, N, along its direction `e`, and
/// changes by the full stiffness across it. `[load, push]`: the load before, and the full stiffness times the slip of this
/// step, N. Where the whole area slips, the load has the direction of both together: as a spring that yields it follows the
/// slip, however far a step goes.
pub fn partial_slip([load, push]: [Vec2; 2], e: &Vec2, onward: f64, cap: f64) -> (Mode, Vec2) {
    let across = push - e * push.dot(e);
    let next = e * onward + across;
    if next.norm() < cap * (1.0 - ROUNDING) {
        return (Mode::Stick, next);
    }
    let along = if onward >= cap * (1.0 - ROUNDING) { load + push } else { next };
    (Mode::Slip, along.try_normalize(0.0).map_or_else(Vec2::zeros, |along| along * cap))
}

/// The step of a law with partial slip that ends with this load, N, and in stick with as much of its dashpot as stays within
/// the cap. `per_deflection`: load per deflection, N/m; a point without normal force has none.
pub fn partial_slip_step(spring: Spring, (mode, elastic): (Mode, Vec2), slip: Vec2, per_deflection: f64) -> Step<Vec2> {
    let damping = if mode == Mode::Stick { slip * spring.damping } else { Vec2::zeros() };
    let SpringLoad { elastic, damping } = SpringLoad { elastic, damping }.within(spring.thresholds()[1]);
    let history = if per_deflection > 0.0 { elastic / per_deflection } else { Vec2::zeros() };
    Step { mode, history, elastic, damping, spring, saturate: false }
}

/// A friction law for one component; its fields are its own parameters.
pub trait Law: Copy + Default {
    /// The type of the law's deflection: [`Vec2`] for slide and roll, `f64` for spin.
    type Deflection: Deflection;

    /// The law's description for users.
    const INFO: LawInfo;

    /// True for a law that follows the path of the contact point over each body: its histories rotate with body i, as
    /// the frame does, and each body has its own roll deflection and torque. Any other law sees the relative motion of
    /// the two bodies: its histories rotate with the mean of both, and both bodies share one roll torque.
    const TRACKS_EACH_SURFACE: bool = false;

    /// True if the law knows a grain: slide friction that differs along and across it.
    const KNOWS_GRAIN: bool = false;

    /// True if the law knows a limit surface, under which the springs of slide and spin yield together: those of
    /// [`Law::joint_spring`].
    const KNOWS_LIMIT: bool = false;

    /// The law's own parameters, in the order of [`LawInfo::parameters`]; `None` takes the default stated there.
    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        Vec::new()
    }

    /// False if the component is switched off: it then has neither history nor load, and its mode is unchanged.
    #[inline]
    fn is_on(&self, _contact_state: &ContactState) -> bool {
        true
    }

    /// Advances one step; `was` holds the history before it, already rotated with the contact plane.
    fn step(
        &self,
        contact_state: &ContactState,
        was: &FrictionSpring<Self::Deflection>,
        memory: &mut Memory,
    ) -> Step<Self::Deflection>;

    /// The spring of the law in this step, under [`Law::KNOWS_LIMIT`].
    fn joint_spring(&self, _contact_state: &ContactState) -> Spring {
        Spring::default()
    }

    /// The coefficient of friction in steady sliding at `speed`, m/s, of a slide law under which it depends on speed.
    fn steady_mu(&self, _friction: &FrictionParameters, _speed: f64) -> Option<f64> {
        None
    }

    /// How friction weakens in sliding under a slide law of speed or rest.
    fn weakening(&self, _friction: &FrictionParameters) -> Option<Weakening> {
        None
    }

    /// The stiffness given in a slide law of speed or rest, N/m.
    fn own_stiffness(&self) -> Option<f64> {
        None
    }

    /// True for a law with `coupling: Implicit`.
    fn is_implicit(&self) -> bool {
        false
    }

    /// True if the law uses K_E or a value derived from it.
    fn takes_stiffness(&self, friction: &FrictionParameters) -> bool {
        let place = Self::INFO.parameters.iter().position(|parameter| parameter.name == Parameter::K_T.name);
        let mut law = *self;
        let is_open = place.is_some_and(|k| law.numbers().get(k).is_some_and(|own| own.is_none()));
        is_open && friction.slide_given.stiffness.is_none()
    }

    /// Loads outside the law's own component.
    #[inline]
    fn coupling_load(&self, _contact_state: &ContactState) -> CouplingLoad {
        CouplingLoad::default()
    }

    /// Recoverable energy of the law's spring, J.
    fn stored(&self, _contact_state: &ContactState, now: &FrictionSpring<Self::Deflection>, _memory: &Memory) -> f64 {
        0.5 * now.elastic.size() * now.history.size()
    }
}

/// How friction weakens in sliding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weakening {
    /// With the slip speed: the steepest fall of μ, s/m.
    WithSpeed(f64),
    /// With the slip path, times the normal force, 1/m.
    WithSlip {
        /// At once: b/D_c.
        at_once: f64,
        /// In steady sliding: (b − a)/D_c; not positive where friction strengthens with speed.
        steady: f64,
    },
}

/// The description of a law for users.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LawInfo {
    /// Name in scene files and tables.
    pub id: &'static str,
    /// Full name.
    pub name: &'static str,
    /// The law in one or two lines.
    pub formula: &'static str,
    /// The publication the law is taken from.
    pub source: &'static str,
    /// What the law assumes and omits, and where it differs from its source.
    pub notes: &'static str,
    /// What the columns of `contacts.csv` hold: history, elastic and damping part, modes.
    pub columns: &'static str,
    /// The law's own parameters.
    pub parameters: &'static [Parameter],
    /// What the law needs from the pair.
    pub needs: Needs,
    /// What the law remembers from step to step.
    pub remembers: Remembers,
    /// True if swapping the two bodies does not change the result.
    pub symmetric: bool,
}

/// What a law needs from the pair and a scene may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// η_r > 0, or an explicit first parameter (which otherwise follows from η_r).
    EtaR,
    /// A spin model with a coefficient, or an explicit first parameter (which otherwise follows from it).
    SpinModel,
    /// The overlap or contact radius, from the normal force law or from E and ν.
    Overlap,
    /// E and ν; under a known normal force also an explicit damping parameter (otherwise taken from the normal force
    /// law).
    Shear {
        /// Index of the damping parameter in [`LawInfo::parameters`].
        damping: usize,
    },
}

/// How the normal force of a pair is determined, as far as its friction laws need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalForceKind {
    /// Prescribed: there is no overlap and no normal damping.
    Known,
    /// From the overlap.
    Overlap,
    /// By a constraint solver, so that rigid bodies do not overlap.
    Rigid,
}

/// Which part of a law's memory has the same meaning in other laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remembers {
    /// Nothing.
    Nothing,
    /// A deflection (S or ξ in m, Θ or Ψ in rad), which other laws can take over.
    Deflection,
}

/// A spring capped at its kinetic threshold, and a dashpot in stick, cut where both together would exceed that threshold
/// unless it is `uncapped`; `history` already includes this step's increment.
#[inline]
pub fn spring_dashpot<V: Deflection>(spring: Spring, history: V, rate: V, uncapped: bool) -> Step<V> {
    let size = history.size();
    let (mode, history) = if size > spring.kinetic_cap {
        (Mode::Slip, history.times(spring.kinetic_cap / size))
    } else {
        (Mode::Stick, history)
    };
    let damping = if mode == Mode::Stick { rate.times(spring.damping) } else { V::ZERO };
    let load = SpringLoad { elastic: history.times(spring.stiffness), damping };
    let SpringLoad { elastic, damping } = if uncapped { load } else { load.within(spring.thresholds()[1]) };
    Step { mode, history, elastic, damping, spring, saturate: false }
}

/// Caps spring and dashpot together: the spring takes the step's increment, and the load of both may reach the static cap in
/// stick, the kinetic one in slip. Beyond, the spring alone holds the kinetic cap, along that load.
#[inline]
pub fn capped_together<V: Deflection>(spring: Spring, was: &FrictionSpring<V>, rate: V, dt: f64) -> Step<V> {
    let history = was.history.plus(&rate.times(dt));
    let (elastic, damping) = (history.times(spring.stiffness), rate.times(spring.damping));
    let (load, [fixed, moving]) = (elastic.plus(&damping), spring.thresholds());
    if load.size() <= if was.mode == Mode::Slip { moving } else { fixed } {
        return Step { mode: Mode::Stick, history, elastic, damping, spring, saturate: false };
    }
    let along = load.times(1.0 / load.size());
    Step {
        mode: Mode::Slip,
        history: along.times(spring.kinetic_cap),
        elastic: along.times(moving),
        damping: V::ZERO,
        spring,
        saturate: false,
    }
}

impl Spring {
    /// A spring whose load is capped at `[static, kinetic]`, N or N·m.
    #[inline]
    pub fn from_load_caps([fixed, moving]: [f64; 2], stiffness: f64, damping: f64) -> Self {
        let cap = |load: f64| if stiffness > 0.0 { load / stiffness } else { 0.0 };
        Self { stiffness, static_cap: cap(fixed), kinetic_cap: cap(moving), damping }
    }
}

impl<V: Deflection> Step<V> {
    /// A purely dissipative load without memory; `damping` is its largest slope, for the stability check.
    #[inline]
    pub fn without_memory(load: V, damping: f64) -> Self {
        let spring = Spring { damping, ..Spring::default() };
        Self { mode: Mode::Slip, history: V::ZERO, elastic: V::ZERO, damping: load, spring, saturate: false }
    }
}

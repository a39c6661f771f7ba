//! The five basic parameters and every value that is derived from them or given instead (FN20 section 3).

use crate::Vec2;
use crate::friction::element::{DampingRule, Mode, Spring, Start};
use crate::friction::limit::anisotropy::Across;
use crate::friction::limit::limit_surface::LimitSurface;
use crate::friction::load_curve::{DampingCurve, LoadCurves};
use serde::{Deserialize, Serialize};

/// A damping coefficient, given directly or as a multiple of the critical one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Damping {
    /// Multiple of the model's default `2√(m K)`, equations (1c), (3d); dimensionless.
    Ratio(f64),
    /// The coefficient itself: N·s/m for slide, N·m·s/rad for roll and spin.
    Coefficient(f64),
}

/// How the micro-deflection threshold of a component is derived from the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Threshold {
    /// The model's own: `μN/K_E` (slide), `η_θ κμN/K_E` (roll, 2c with η_θ = 1), `𝒦μN/K_E` (spin).
    Model,
    /// `c μN`: the number is c, in m/N for slide and rad/N for roll and spin.
    PerLoad(f64),
    /// `k μN/K_E`: the number is k, dimensionless for slide and in rad/m for roll and spin.
    Kappa(f64),
}

/// What can be given for one component (slide, roll or spin) instead of being derived.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overrides {
    /// Stiffness: N/m for slide, N·m/rad for roll and spin; `None` derives it.
    pub stiffness: Option<f64>,
    /// The loads in stick and in slip as functions of the deflection, replacing the stiffness. If stick has a given
    /// stiffness and slip a table, the curve of stick is a straight line, and the stiffness still serves the laws of
    /// other components.
    pub curves: Option<LoadCurves>,
    /// Rule of the threshold.
    pub threshold: Threshold,
    /// Damping.
    pub damping: Damping,
    /// The dashpot load as a function of the rate, replacing [`Self::damping`].
    pub damping_curve: Option<DampingCurve>,
    /// Initial mode.
    pub start: Start,
}

impl Default for Overrides {
    fn default() -> Self {
        Self {
            stiffness: None,
            curves: None,
            threshold: Threshold::Model,
            damping: Damping::Ratio(1.0),
            damping_curve: None,
            start: Start::In(Mode::Stick),
        }
    }
}

/// How roll friction is derived from slide friction (FN20 section 3.2).
///
/// A roll spring at its static threshold Θ_s holds η_e times the energy of the slide spring at its threshold S_s (2a),
/// and Θ_s = η_θ κ S_s. Hence `K_R = (η_e/η_θ²) K_E/κ²` (2b), where the paper calls `η_e/η_θ²` η_r, and
/// `Θ = η_θ κ μN/K_E`; (2c) is that with η_θ = 1. The torque in slip is `K_R Θ_k = (η_e/η_θ) μ_k N/κ`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RollCoefficient {
    /// η_r alone: η_e = η_r and η_θ = 1, dimensionless.
    Single(f64),
    /// η_e and η_θ given separately.
    Split {
        /// η_e, of the energy, dimensionless; 0 switches roll friction off.
        eta_e: f64,
        /// η_θ, of the threshold, dimensionless, positive.
        eta_theta: f64,
    },
}

impl RollCoefficient {
    /// η_e.
    pub fn eta_e(&self) -> f64 {
        match self {
            Self::Single(eta_r) => *eta_r,
            Self::Split { eta_e, .. } => *eta_e,
        }
    }

    /// η_θ.
    pub fn eta_theta(&self) -> f64 {
        match self {
            Self::Single(_) => 1.0,
            Self::Split { eta_theta, .. } => *eta_theta,
        }
    }

    /// η_r = η_e/η_θ², of the stiffness.
    #[inline]
    pub fn eta_r(&self) -> f64 {
        match self {
            Self::Single(eta_r) => *eta_r,
            Self::Split { eta_e, eta_theta } => eta_e / (eta_theta * eta_theta),
        }
    }

    /// η_r η_θ = η_e/η_θ, of the torque in slip.
    pub fn of_torque(&self) -> f64 {
        self.eta_r() * self.eta_theta()
    }
}

impl Overrides {
    /// The stiffness: the slope of the stick curve at zero deflection, the given value, or `derived`.
    fn stiffness_or(&self, derived: f64) -> f64 {
        self.curves.map(|curves| curves.stick.first_slope()).or(self.stiffness).unwrap_or(derived)
    }

    /// The damping coefficient at zero rate: the first slope of the damping curve, or that of the spring `stiffness` on
    /// `inertia`.
    #[inline(always)]
    fn damping_coefficient(&self, inertia: f64, stiffness: f64) -> f64 {
        match self.damping_curve {
            Some(curve) => curve.coefficient(0.0),
            None => self.damping.coefficient(inertia, stiffness),
        }
    }

    /// True if a given stiffness or curve replaces the derived stiffness.
    pub fn has_spring(&self) -> bool {
        self.stiffness.is_some() || self.curves.is_some()
    }

    /// A copy that uses the derived stiffness, whatever is given.
    pub fn without_spring(&self) -> Self {
        Self { stiffness: None, curves: None, ..*self }
    }

    /// A copy that uses the derived stiffness and threshold, whatever is given.
    pub fn without_model(&self) -> Self {
        Self { threshold: Threshold::Model, ..self.without_spring() }
    }

    /// True if a table replaces a linear spring or dashpot.
    pub fn has_tables(&self) -> bool {
        self.curves.is_some() || self.damping_curve.is_some()
    }
}

/// The source of the spin stiffness and threshold (FN20 section 3.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpinModel {
    /// No spin friction.
    Off,
    /// `K_ψ = η_ψ K_E/𝒦²`, `Ψ = 𝒦 μN/K_E` (3c).
    Heuristic {
        /// η_ψ, dimensionless.
        eta_psi: f64,
        /// 𝒦, 1/m.
        curvature: f64,
    },
    /// `K_ψ = ½ a² K_E`, `Ψ = μN/(K_E a)` with the Hertz contact radius a (13).
    Hertz,
    /// Stiffness and threshold are both in [`FrictionParameters::spin_given`].
    Given,
    /// Stiffness and threshold of the contact area of [`FrictionParameters::limit`]: `K_ψ = ½ a² K`, `Ψ = T₀ μNa/K_ψ`.
    Limit,
}

/// Initial histories of a contact, in the contact frame (normally all zero).
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct InitialHistory {
    /// S, m.
    pub slide: Vec2,
    /// Θ of body i, rad.
    pub roll_i: Vec2,
    /// Θ of body j, rad.
    pub roll_j: Vec2,
    /// Ψ, rad.
    pub spin: f64,
}

/// Friction parameters of a pair: five basic ones (μ_s, μ_k, K_E, η_r and, in [`SpinModel`], η_ψ; η_r may be given as
/// its two parts), and what is given in addition. FN20 section 3 and conclusions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionParameters {
    /// μ_s, static friction coefficient, at least μ_k.
    pub mu_s: f64,
    /// μ_k, kinetic friction coefficient, not negative.
    pub mu_k: f64,
    /// K_E, slide stiffness, N/m.
    pub k_e: f64,
    /// η_r, or η_e and η_θ; 0 switches roll friction off.
    pub roll: RollCoefficient,
    /// Spin model with η_ψ.
    pub spin: SpinModel,
    /// Slide: what is given instead of derived.
    pub slide_given: Overrides,
    /// Roll: what is given instead of derived.
    pub roll_given: Overrides,
    /// Spin: what is given instead of derived.
    pub spin_given: Overrides,
    /// Initial histories of slide, roll and spin.
    pub history: InitialHistory,
    /// Where the dashpots act.
    pub damping_rule: DampingRule,
    /// Slide friction across the grain of a body, where it differs from that along the grain.
    pub across: Option<Across>,
    /// How slide and spin limit each other.
    pub limit: LimitSurface,
}

/// A dry contact of stiff bodies that slide, roll and spin: μ_s = 0.5, μ_k = 0.4, half of critical damping.
impl Default for FrictionParameters {
    fn default() -> Self {
        let given = Overrides { damping: Damping::Ratio(0.5), ..Overrides::default() };
        Self {
            mu_s: 0.5,
            mu_k: 0.4,
            k_e: 1e5,
            roll: RollCoefficient::Single(0.1),
            spin: SpinModel::Heuristic { eta_psi: 0.05, curvature: 5.0 },
            slide_given: given,
            roll_given: given,
            spin_given: given,
            history: InitialHistory::default(),
            damping_rule: DampingRule::default(),
            across: None,
            limit: LimitSurface::Independent,
        }
    }
}

/// The inputs from which a component's parameters are derived, at one contact point in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// Normal force of the whole pair, N.
    pub normal: f64,
    /// This point's share of the normal force; the shares of a pair's points sum to 1.
    pub share: f64,
    /// κ of the pair along p_i and p_j, `(κ_i + κ_j)/2`, 1/m.
    pub kappa: f64,
    /// m_ij, kg: mean of the two masses, or the mass of the only movable body.
    pub mass: f64,
    /// I_ij about the axes of roll n × p̂_i and n × p̂_j, kg·m².
    pub roll_inertia: [f64; 2],
    /// I_ij about n, kg·m².
    pub spin_inertia: f64,
    /// Hertz contact radius a, m; used by [`SpinModel::Hertz`] and [`LimitSurface::Hertz`] alone.
    pub patch: f64,
}

impl Conditions {
    /// A single contact point that carries 1 N; the inputs of damping and contact radius are 0.
    fn unit(kappa: f64) -> Self {
        Self { normal: 1.0, share: 1.0, kappa, mass: 0.0, roll_inertia: [0.0; 2], spin_inertia: 0.0, patch: 0.0 }
    }
}

/// The springs of a contact point in this step.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Derived {
    /// Slide.
    pub slide: Spring,
    /// Roll of body i.
    pub roll_i: Spring,
    /// Roll of body j.
    pub roll_j: Spring,
    /// Spin.
    pub spin: Spring,
}

impl Derived {
    /// The springs under the normal force `normal`, N, if `self` are those under 1 N: thresholds scale with it.
    #[inline(always)]
    pub fn under(&self, normal: f64) -> Self {
        let Self { slide, roll_i, roll_j, spin } = self;
        Self {
            slide: slide.under(normal),
            roll_i: roll_i.under(normal),
            roll_j: roll_j.under(normal),
            spin: spin.under(normal),
        }
    }
}

impl FrictionParameters {
    /// A copy with other coefficients μ_s and μ_k.
    pub fn with_mu(&self, [mu_s, mu_k]: [f64; 2]) -> Self {
        Self { mu_s, mu_k, ..*self }
    }

    /// True if roll friction is on.
    pub fn rolls(&self) -> bool {
        self.roll.eta_e() != 0.0 || self.roll_given.has_spring()
    }

    /// K_t of a law that takes one: `given`, else the stiffness given for slide, else K_E, N/m, of the whole pair.
    pub fn tangential_stiffness(&self, given: Option<f64>) -> f64 {
        given.or(self.slide_given.stiffness).unwrap_or(self.k_e)
    }

    /// Stiffnesses, thresholds and dampings (FN20 (1c), (2b), (2c), (3c), (3d), (13)).
    ///
    /// The points of a manifold share K_E in proportion to their normal force, so that each has the threshold of the
    /// whole pair and together they act as the paper's single contact.
    #[inline(always)]
    pub fn derive(&self, at: &Conditions) -> Derived {
        Derived {
            slide: self.slide_spring(at),
            roll_i: self.roll_spring(at, at.roll_inertia[0]),
            roll_j: self.roll_spring(at, at.roll_inertia[1]),
            spin: self.spin_spring(at),
        }
    }

    /// True if the spin spring depends on a Hertz contact.
    pub fn has_patch(&self) -> bool {
        self.spin == SpinModel::Hertz || self.limit == LimitSurface::Hertz
    }

    /// Radius of the contact area of the limit surface, m; `None` without one. `patch`: Hertz contact radius, m.
    pub fn limit_radius(&self, patch: f64) -> Option<f64> {
        match self.limit {
            LimitSurface::Disk { radius } => Some(radius),
            LimitSurface::Hertz => Some(patch),
            LimitSurface::Independent | LimitSurface::Ellipsoid => None,
        }
    }

    /// True if any component has a load curve or a damping curve.
    pub fn has_curves(&self) -> bool {
        [&self.slide_given, &self.roll_given, &self.spin_given].iter().any(|given| given.has_tables())
    }

    /// The load curves of slide, if its thresholds are the deflections under μ_s N and μ_k N.
    fn curves_to_coulomb(&self) -> Option<LoadCurves> {
        self.slide_given.curves.filter(|_| self.slide_given.threshold == Threshold::Model)
    }

    /// What is wrong with the slip curve of slide, and the remedy: with these coefficients of friction its kinetic
    /// threshold would exceed the static one ([`LoadCurves::falls_behind`]).
    pub fn slip_curve_fault(&self) -> Option<[String; 2]> {
        let deflection = self.curves_to_coulomb()?.falls_behind(self.mu_s, self.mu_k)?;
        Some([
            format!(
                "the slip curve of slide is too low above {deflection:.3e} m: below mu_k/mu_s of the load in stick, so that it \
                 would reach mu_k N at a larger deflection than the stick curve mu_s N"
            ),
            "raise the slip curve there, raise mu_s or lower mu_k, or give slide a `threshold`".to_owned(),
        ])
    }

    /// Roll torque in slip over N, m, of a pair with R_eff (m, 0 if it does not roll): `(η_e/η_θ) μ_k/κ`, or the value
    /// implied by a given stiffness and threshold.
    pub fn roll_torque_in_slip(&self, radius: f64) -> f64 {
        let given = &self.roll_given;
        if given.stiffness.is_none() && given.threshold == Threshold::Model {
            return 2.0 * self.roll.of_torque() * self.mu_k * radius; // κ = 1/(2 R_eff); K_E cancels
        }
        let kappa = if radius > 0.0 { 0.5 / radius } else { 0.0 };
        self.roll_spring(&Conditions::unit(kappa), 0.0).thresholds()[1]
    }

    /// Spin torque in slip over N, m: `η_ψ μ_k/𝒦`, or the value implied by a given stiffness and threshold. The torque
    /// of a Hertz contact area is not proportional to N and counts as 0.
    pub fn spin_torque_in_slip(&self) -> f64 {
        match self.spin {
            SpinModel::Off | SpinModel::Hertz => 0.0,
            SpinModel::Heuristic { eta_psi, curvature } => eta_psi * self.mu_k / curvature,
            SpinModel::Given | SpinModel::Limit => self.spin_spring(&Conditions::unit(0.0)).thresholds()[1],
        }
    }

    /// The slide spring: (1c). With load curves, thresholds that are not given are the deflections at which the stick
    /// curve reaches μ_s N and the slip curve μ_k N, the equivalent of `μN/K_E` for a linear spring.
    pub fn slide_spring(&self, at: &Conditions) -> Spring {
        let given = &self.slide_given;
        let k = given.stiffness_or(self.k_e);
        let spring = self.spring(given, k, 1.0 / k, at.mass, at);
        let Some(LoadCurves { stick, slip }) = self.curves_to_coulomb() else { return spring };
        let static_cap = stick.deflection(self.mu_s * at.normal);
        let kinetic_cap = slip.deflection(self.mu_k * at.normal);
        // With valid parameters d_k exceeds d_s by rounding only.
        let kinetic_cap = if kinetic_cap > static_cap { static_cap } else { kinetic_cap };
        Spring { static_cap, kinetic_cap, ..spring }
    }

    /// The roll spring of the body with this moment of inertia about its roll axis, kg·m²: (2b), (2c). Off if the pair
    /// cannot roll (κ ≤ 0: flat faces and conforming surfaces, Table 1 "mirror").
    #[inline]
    pub fn roll_spring(&self, at: &Conditions, inertia: f64) -> Spring {
        let given = &self.roll_given;
        if at.kappa <= 0.0 || !self.rolls() {
            return Spring::default();
        }
        let k = given.stiffness_or(self.roll.eta_r() * self.k_e / (at.kappa * at.kappa)); // (2b)
        self.spring(given, k, self.roll.eta_theta() * at.kappa / self.k_e, inertia, at) // (2c)
    }

    /// The spin spring: (3c), (3d), (13).
    #[inline]
    pub fn spin_spring(&self, at: &Conditions) -> Spring {
        let given = &self.spin_given;
        let (k, per_load) = match self.spin {
            SpinModel::Off => return Spring::default(),
            SpinModel::Heuristic { eta_psi, curvature } => {
                (eta_psi * self.k_e / (curvature * curvature), curvature / self.k_e) // (3c)
            }
            SpinModel::Hertz if at.patch > 0.0 => {
                (0.5 * at.patch * at.patch * self.k_e, 1.0 / (self.k_e * at.patch)) // (13)
            }
            SpinModel::Limit => match self.limit_radius(at.patch).zip(self.limit.spin_limit()) {
                Some((radius, limit)) if radius > 0.0 => {
                    let k = 0.5 * radius * radius * self.slide_given.stiffness_or(self.k_e);
                    (k, limit * radius / k)
                }
                _ => (0.0, 0.0),
            },
            SpinModel::Hertz | SpinModel::Given => (0.0, 0.0),
        };
        self.spring(given, given.stiffness_or(k), per_load, at.spin_inertia, at)
    }

    /// A spring from its stiffness, its threshold per μN, and the inertia for its damping.
    #[inline(always)]
    fn spring(&self, given: &Overrides, k: f64, per_load: f64, inertia: f64, at: &Conditions) -> Spring {
        let per_load = match given.threshold {
            Threshold::Model => per_load,
            Threshold::PerLoad(c) => c,
            Threshold::Kappa(k) => k / self.k_e,
        };
        Spring {
            stiffness: k * at.share,
            static_cap: self.mu_s * at.normal * per_load,
            kinetic_cap: self.mu_k * at.normal * per_load,
            damping: given.damping_coefficient(inertia, k) * at.share,
        }
    }
}

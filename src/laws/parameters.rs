//! The five basic parameters and every value that follows from them or is given instead ([FN20] section 3).

use super::Vec2;
use super::element::Mode;

/// A damping coefficient, given directly or as a multiple of the critical one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Damping {
    /// Multiple of the model's default `2√(m K)`, equations (1c), (3d); dimensionless.
    Ratio(f64),
    /// The coefficient itself: N·s/m for slide, N·m·s/rad for roll and spin.
    Coefficient(f64),
}

/// How the micro-deflection threshold of a component follows from the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Threshold {
    /// The model's own: `μN/K_E` (slide), `κμN/K_E` (roll, 2c), `𝒦μN/K_E` (spin).
    Model,
    /// `c μN`: the number is c, in m/N for slide and rad/N for roll and spin.
    PerLoad(f64),
    /// `k μN/K_E`: the number is k, dimensionless for slide and in rad/m for roll and spin.
    Kappa(f64),
}

/// How a component begins its life when a contact is born.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In this mode, with an empty (or given) history.
    In(Mode),
    /// In slip, with the history at the kinetic cap along its first increment and no load in the first step.
    Saturated,
}

/// What can be given for one component (slide, roll or spin) instead of being derived.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    /// Stiffness: N/m for slide, N·m/rad for roll and spin; `None` derives it.
    pub stiffness: Option<f64>,
    /// Rule of the threshold.
    pub threshold: Threshold,
    /// Damping.
    pub damping: Damping,
    /// First mode.
    pub start: Start,
}

impl Default for Given {
    fn default() -> Self {
        Self {
            stiffness: None,
            threshold: Threshold::Model,
            damping: Damping::Ratio(1.0),
            start: Start::In(Mode::Stick),
        }
    }
}

/// Where the spin stiffness and threshold come from ([FN20] section 3.3).
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
    /// Stiffness and threshold are both in [`Friction::spin_given`].
    Given,
}

/// Histories a contact is born with, in the contact frame (normally all zero).
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct FirstHistory {
    /// S, m.
    pub slide: Vec2,
    /// Θ of body i, rad.
    pub roll_i: Vec2,
    /// Θ of body j, rad.
    pub roll_j: Vec2,
    /// Ψ, rad.
    pub spin: f64,
}

/// The friction parameters of a pair: five basic ones (μ_s, μ_k, K_E, η_r and, in [`SpinModel`], η_ψ) and what is
/// given beside them. [FN20] section 3 and conclusions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// μ_s, static friction coefficient, at least μ_k.
    pub mu_s: f64,
    /// μ_k, kinetic friction coefficient, positive.
    pub mu_k: f64,
    /// K_E, slide stiffness, N/m.
    pub k_e: f64,
    /// η_r, roll coefficient; 0 switches roll friction off.
    pub eta_r: f64,
    /// Spin model with η_ψ.
    pub spin: SpinModel,
    /// Slide: what is given instead of derived.
    pub slide_given: Given,
    /// Roll: what is given instead of derived.
    pub roll_given: Given,
    /// Spin: what is given instead of derived.
    pub spin_given: Given,
    /// Histories at birth.
    pub history: FirstHistory,
    /// Damping also in slip (the model says no: conclusions of the paper).
    pub damping_in_slip: bool,
}

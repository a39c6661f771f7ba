//! Energy balance of a friction component: what its spring stores, and what slip and damping dissipate.
//!
//! In a step the bodies do the work `load · increment` on a component, because the increment (ΔS of FN20 (1a), κ_b p_b,
//! ψ) is the displacement conjugate to its load. With the mean of the loads before and after, a spring of constant
//! stiffness splits that work exactly: `K S̄·ΔS = ½K(S₁² − S₀²) + K S̄·(S₀ + ΔS − S₁)`, where the second part is
//! dissipated by the cap. Damping acts with the load of the last state over the whole step.

use crate::Vec2;
use crate::friction::element::{Deflection, FrictionSpring, Spring};
use crate::friction::load_curve::LoadCurves;

/// The energy account of one component since its contact began, J.
///
/// `stored + slip + damping + stiffness − given` is the work that the bodies have done on it.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct EnergyAccount {
    /// Stored in the spring now, ½ load · deflection (for a load curve, the integral of the curve).
    pub stored: f64,
    /// Dissipated by the cap: plastic slip.
    pub slip: f64,
    /// Dissipated by the damper.
    pub damping: f64,
    /// Lost (or gained: negative) when the stiffness changed, with κ or with a point's share of its face, while the
    /// spring was stretched. For a load curve this includes the error of the trapezoidal rule along the curve and the
    /// change between the curves of stick and slip.
    pub stiffness: f64,
    /// Put in by an initial history or a saturated start.
    pub given: f64,
}

/// State of a component at the end of a step; a spin angle is the first of the two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct SpringState {
    /// Deflection, m or rad.
    pub history: Vec2,
    /// Elastic load, N or N·m.
    pub elastic: Vec2,
    /// Damping load, N or N·m.
    pub damping: Vec2,
    /// Stiffness, N/m or N·m/rad; for a load curve its secant, load over deflection.
    pub stiffness: f64,
    /// Energy stored by the load curve of stick at this deflection, J; `None` for a linear spring.
    pub on_curve: Option<f64>,
}

/// A deflection as two numbers.
pub trait Plane: Deflection {
    /// Components (u, w), or the angle and 0.
    fn plane(&self) -> Vec2;
}

impl Plane for Vec2 {
    fn plane(&self) -> Vec2 {
        *self
    }
}

impl Plane for f64 {
    fn plane(&self) -> Vec2 {
        Vec2::new(*self, 0.0)
    }
}

impl SpringState {
    /// The state of a component with the linear spring `spring`.
    pub fn new<V: Plane>(part: &FrictionSpring<V>, spring: &Spring) -> Self {
        Self::with_curves(None, part, spring)
    }

    /// The state of a component with the spring `spring`; `curves`: its load curves, if any, and the point's share of
    /// the pair's load.
    pub fn with_curves<V: Plane>(curves: Option<(LoadCurves, f64)>, part: &FrictionSpring<V>, spring: &Spring) -> Self {
        Self {
            on_curve: curves.map(|(curves, share)| curves.stick.energy(part.history.size()) * share),
            history: part.history.plane(),
            elastic: part.elastic.plane(),
            damping: part.damping.plane(),
            stiffness: spring.stiffness,
        }
    }

    /// Energy in a spring of this stiffness, N/m or N·m/rad, at the deflection, J.
    pub fn stored_by(&self, stiffness: f64) -> f64 {
        0.5 * stiffness * self.history.norm_squared()
    }

    /// Energy in the spring, J.
    pub fn stored(&self) -> f64 {
        self.on_curve.unwrap_or_else(|| 0.5 * self.elastic.dot(&self.history))
    }
}

impl EnergyAccount {
    /// The account of a component of a new contact: the energy of an initial history counts as given.
    pub fn new(now: &SpringState) -> Self {
        let stored = now.on_curve.unwrap_or_else(|| 0.5 * now.stiffness * now.history.norm_squared());
        Self { stored, given: stored, ..Self::default() }
    }

    /// Adds one step, from `before` to `now` by `increment`, to the account; `saturating` is true while a saturated
    /// start still awaits its history.
    pub fn book(&mut self, before: &SpringState, now: &SpringState, increment: &Vec2, saturating: bool) {
        let work = 0.5 * (before.elastic + now.elastic).dot(increment);
        let (stored, was) = (now.stored(), self.stored);
        self.stored = stored;
        if saturating {
            self.given += stored - was - work;
            return;
        }
        self.damping += before.damping.dot(increment);
        let rest = work - (stored - was);
        let change = (now.stiffness - before.stiffness).abs();
        if change <= 1e-12 * now.stiffness {
            self.slip += rest;
            return;
        }
        let taken = before.history + increment - now.history;
        let slip = 0.25 * (before.stiffness + now.stiffness) * (before.history + now.history).dot(&taken);
        self.slip += slip;
        self.stiffness += rest - slip;
    }

    /// Closes the account at the end of the contact: the energy in the spring is lost with the history and counts as
    /// slip.
    pub fn close(&mut self) {
        self.slip += std::mem::take(&mut self.stored);
    }

    /// Dissipated so far, J.
    pub fn dissipated(&self) -> f64 {
        self.slip + self.damping + self.stiffness
    }

    /// Work done on the component so far, J.
    pub fn absorbed(&self) -> f64 {
        self.stored + self.dissipated() - self.given
    }

    /// The sum of both accounts.
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            stored: self.stored + other.stored,
            slip: self.slip + other.slip,
            damping: self.damping + other.damping,
            stiffness: self.stiffness + other.stiffness,
            given: self.given + other.given,
        }
    }
}

/// The energy accounts of one contact, or of all of them, J.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ContactAccounts {
    /// Slide.
    pub slide: EnergyAccount,
    /// Roll of body i.
    pub roll_i: EnergyAccount,
    /// Roll of body j.
    pub roll_j: EnergyAccount,
    /// Spin.
    pub spin: EnergyAccount,
    /// Normal force: overlap energy and its damping.
    pub normal: EnergyAccount,
}

impl ContactAccounts {
    /// The sum of both, component by component.
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            slide: self.slide.plus(&other.slide),
            roll_i: self.roll_i.plus(&other.roll_i),
            roll_j: self.roll_j.plus(&other.roll_j),
            spin: self.spin.plus(&other.spin),
            normal: self.normal.plus(&other.normal),
        }
    }

    /// The sum over slide, roll, spin and normal force.
    pub fn total(&self) -> EnergyAccount {
        self.slide.plus(&self.roll_i).plus(&self.roll_j).plus(&self.spin).plus(&self.normal)
    }

    /// Closes all accounts at the end of the contact.
    pub fn close(&mut self) {
        for part in [&mut self.slide, &mut self.roll_i, &mut self.roll_j, &mut self.spin, &mut self.normal] {
            part.close();
        }
    }
}

/// The energy budget of a world, J.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Budget {
    /// Kinetic energy of the bodies that can move.
    pub kinetic: f64,
    /// Potential energy −m g·x; only its changes are meaningful.
    pub potential: f64,
    /// Accounts of all contacts, including those that have ended.
    pub contacts: ContactAccounts,
    /// Work that driven bodies have done through their contacts.
    pub drives: f64,
    /// Work of roll torques beyond the rolling they oppose. The model's two roll torques need not be equal and opposite
    /// (FN20 Appendix A.2), so a pair that turns as one may lose or gain energy.
    pub unpaired: f64,
    /// Dissipated by rocking damping, whose torques are limited per body and so are not opposite.
    pub rocking: f64,
    /// Work of edits: kicks, changed parameters, pulls.
    pub edits: f64,
    /// Total of the first state; later totals equal it but for the integration error.
    pub start: f64,
    /// Residual at the last step.
    pub last: f64,
}

impl Budget {
    /// Present energy plus dissipated energy minus energy supplied from outside, J: constant under exact integration.
    pub fn total(&self) -> f64 {
        let outside = self.drives + self.unpaired + self.edits;
        self.kinetic + self.potential + self.contacts.total().absorbed() + self.rocking - outside
    }

    /// The deviation of the total from its start value, J: the integration error.
    pub fn residual(&self) -> f64 {
        self.total() - self.start
    }
}

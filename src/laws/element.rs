//! The one capped spring that slide, roll and spin share: when it sticks, when it slips, what its history becomes.
//!
//! FN20 sections 3.1 to 3.3. Unit-blind: deflections and thresholds are in m for slide and in rad for roll and spin.

use super::Vec2;
use super::parameters::Start;

/// Static or kinetic friction of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Mode {
    /// Static: the spring holds.
    #[default]
    Stick,
    /// Kinetic: the spring is at its cap and yields.
    Slip,
}

impl Mode {
    /// `stick` or `slip`, as written in output files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stick => "stick",
            Self::Slip => "slip",
        }
    }

    /// The other mode.
    pub fn other(self) -> Self {
        match self {
            Self::Stick => Self::Slip,
            Self::Slip => Self::Stick,
        }
    }
}

/// What a capped spring stretches: a tangent-plane vector (slide, roll) or an angle (spin).
pub trait Deflection: Copy {
    /// Nothing stretched.
    const ZERO: Self;
    /// Its size, never negative.
    fn size(&self) -> f64;
    /// The square of its size.
    fn square(&self) -> f64;
    /// `self · factor`.
    fn times(&self, factor: f64) -> Self;
    /// `self + other`.
    fn plus(&self, other: &Self) -> Self;
}

impl Deflection for f64 {
    const ZERO: Self = 0.0;
    fn size(&self) -> f64 {
        self.abs()
    }
    fn square(&self) -> f64 {
        self * self
    }
    fn times(&self, factor: f64) -> Self {
        self * factor
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
}

impl Deflection for Vec2 {
    const ZERO: Self = Vec2::new(0.0, 0.0);
    fn size(&self) -> f64 {
        self.norm()
    }
    fn square(&self) -> f64 {
        self.norm_squared()
    }
    fn times(&self, factor: f64) -> Self {
        self * factor
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
}

/// A spring that has come to its static cap from below, as at α = atan μ_s, must not yield to the rounding of the paths
/// it was added up from: the cap has this much slack, relative.
const ROUNDING: f64 = 1e-9;

/// Stiffness, thresholds and damping of one component at the current normal force and curvature.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Spring {
    /// K: N/m or N·m/rad; 0 switches the component off.
    pub stiffness: f64,
    /// d_s, static threshold: m or rad.
    pub static_cap: f64,
    /// d_k ≤ d_s, kinetic threshold: m or rad.
    pub kinetic_cap: f64,
    /// D: N·s/m or N·m·s/rad.
    pub damping: f64,
}

/// One component of friction at one contact: its memory and the load it gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capped<V> {
    /// Stick or slip.
    pub mode: Mode,
    /// Steps since the mode last changed (or since birth).
    pub mode_age: u64,
    /// The micro-deflection with all it remembers: S (m), Θ or Ψ (rad).
    pub history: V,
    /// Its increment in the last step, before the cap.
    pub increment: V,
    /// Elastic load, `K · history`.
    pub elastic: V,
    /// Damping load, `D · increment/Δt`; in stick only.
    pub damping: V,
    /// Still to be set to the kinetic cap along its first increment ([`Start::Saturated`]).
    pub saturate: bool,
}

impl<V: Deflection> Capped<V> {
    /// A component at birth: no load yet.
    pub fn born(start: Start, history: V) -> Self {
        let (mode, saturate) = match start {
            Start::In(mode) => (mode, false),
            Start::Saturated => (Mode::Slip, true),
        };
        Self { mode, mode_age: 0, history, increment: V::ZERO, elastic: V::ZERO, damping: V::ZERO, saturate }
    }

    /// Lets go: the component is switched off and has neither history nor load.
    #[inline]
    pub fn release(&mut self) {
        (self.history, self.increment) = (V::ZERO, V::ZERO);
        (self.elastic, self.damping) = (V::ZERO, V::ZERO);
    }

    /// Elastic and damping load together.
    #[inline]
    pub fn load(&self) -> V {
        self.elastic.plus(&self.damping)
    }

    /// One step: adds the increment, caps the history, decides the mode, gives the loads (FN20 3.1 to 3.3).
    ///
    /// A saturated start takes the direction of the first increment, or of `drive` while that is zero (`drive` is
    /// where the other loads are about to push this component; its size does not matter).
    #[inline(always)]
    pub fn advance(&mut self, increment: V, drive: V, spring: &Spring, dt: f64, damping_in_slip: bool) {
        self.increment = increment;
        self.history = if self.saturate { spring.saturated(increment, drive) } else { self.history.plus(&increment) };
        self.saturate = self.saturate && self.history.size() == 0.0;
        // Surely below the cap: no root to take.
        let holds = self.mode == Mode::Stick && self.history.square() <= spring.static_cap * spring.static_cap;
        let (mode, scale) = if holds { (Mode::Stick, 1.0) } else { spring.cap(self.mode, self.history.size()) };
        if scale < 1.0 {
            self.history = self.history.times(scale);
        }
        self.mode_age = if mode == self.mode { self.mode_age + 1 } else { 0 };
        self.mode = mode;
        self.elastic = self.history.times(spring.stiffness);
        let damped = mode == Mode::Stick || damping_in_slip;
        self.damping = if damped { increment.times(spring.damping / dt) } else { V::ZERO };
    }
}

impl Spring {
    /// False for a component that is switched off (all zero).
    #[inline]
    pub fn is_on(&self) -> bool {
        *self != Self::default()
    }

    /// The stick/slip rule: the mode after this step and the factor that brings a deflection of `size` to its cap.
    ///
    /// Stick yields above the static cap and is then scaled to it; slip is scaled to the kinetic cap, or sticks again
    /// when it has fallen to it.
    #[inline]
    pub fn cap(&self, mode: Mode, size: f64) -> (Mode, f64) {
        match mode {
            Mode::Stick if size > self.static_cap * (1.0 + ROUNDING) => (Mode::Slip, self.static_cap / size),
            Mode::Slip if size > self.kinetic_cap => (Mode::Slip, self.kinetic_cap / size),
            _ => (Mode::Stick, 1.0),
        }
    }

    /// A history far over the kinetic cap along the increment, or along `drive` where the increment is zero.
    fn saturated<V: Deflection>(&self, increment: V, drive: V) -> V {
        let along = if increment.size() > 0.0 { increment } else { drive };
        let size = along.size();
        if size > 0.0 { along.times(2.0 * self.kinetic_cap / size) } else { V::ZERO }
    }
}

//! The capped spring shared by slide, roll and spin: when it sticks, when it slips, and how its history evolves.
//!
//! FN20 sections 3.1 to 3.3. Independent of units: deflections and thresholds are in m for slide and in rad for roll
//! and spin.

use crate::Vec2;
use crate::math::number::{Number, V2};
use serde::{Deserialize, Serialize};

/// Static or kinetic friction of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Mode {
    /// Static: the spring holds.
    #[default]
    Stick,
    /// Kinetic: the spring is at its cap and yields.
    Slip,
    /// No normal force: a rigid contact that carries no load.
    Open,
}

impl Mode {
    /// `stick`, `slip` or `open`, as written in output files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stick => "stick",
            Self::Slip => "slip",
            Self::Open => "open",
        }
    }

    /// `S`, `K` (kinetic) or `O`; the first two as in the paper's figures.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Stick => "S",
            Self::Slip => "K",
            Self::Open => "O",
        }
    }

    /// The mode as a verb: `sticks`, `slips` or `is open`.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Stick => "sticks",
            Self::Slip => "slips",
            Self::Open => "is open",
        }
    }

    /// Slip if `slips`, else stick.
    #[inline]
    pub fn from_slips(slips: bool) -> Self {
        if slips { Self::Slip } else { Self::Stick }
    }
}

/// The state of a component when a contact begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Start in this mode, with an empty (or given) history.
    In(Mode),
    /// Start in slip, with the history at the kinetic cap along the first increment, and no load before that.
    Saturated,
}

/// The deflection of a capped spring: a tangent-plane vector (slide, roll) or an angle (spin), for one contact or for
/// several SIMD lanes.
pub trait WideDeflection: Copy {
    /// The number type of the components.
    type Number: Number;
    /// Magnitude, never negative.
    fn size(&self) -> Self::Number;
    /// Square of the magnitude.
    fn square(&self) -> Self::Number;
    /// `self · factor`.
    fn times(&self, factor: Self::Number) -> Self;
    /// `self + other`.
    fn plus(&self, other: &Self) -> Self;
    /// `self · other`.
    fn dot(&self, other: &Self) -> Self::Number;
}

/// A deflection of a single contact.
pub trait Deflection: WideDeflection<Number = f64> {
    /// No deflection.
    const ZERO: Self;
}

impl<N: Number> WideDeflection for N {
    type Number = N;
    #[inline(always)]
    fn size(&self) -> N {
        self.abs()
    }
    #[inline(always)]
    fn square(&self) -> N {
        *self * *self
    }
    #[inline(always)]
    fn times(&self, factor: N) -> Self {
        *self * factor
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        *self + *other
    }
    #[inline(always)]
    fn dot(&self, other: &Self) -> N {
        *self * *other
    }
}

impl<N: Number> WideDeflection for V2<N> {
    type Number = N;
    #[inline(always)]
    fn size(&self) -> N {
        V2::square(*self).sqrt()
    }
    #[inline(always)]
    fn square(&self) -> N {
        V2::square(*self)
    }
    #[inline(always)]
    fn times(&self, factor: N) -> Self {
        *self * factor
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        *self + *other
    }
    #[inline(always)]
    fn dot(&self, other: &Self) -> N {
        self.u * other.u + self.w * other.w
    }
}

impl WideDeflection for Vec2 {
    type Number = f64;
    #[inline]
    fn size(&self) -> f64 {
        self.norm()
    }
    #[inline]
    fn square(&self) -> f64 {
        self.norm_squared()
    }
    #[inline]
    fn times(&self, factor: f64) -> Self {
        self * factor
    }
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    #[inline]
    fn dot(&self, other: &Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

impl Deflection for f64 {
    const ZERO: Self = 0.0;
}

impl Deflection for Vec2 {
    const ZERO: Self = Vec2::new(0.0, 0.0);
}

/// Relative slack of the static cap. A spring that reaches its cap from below, as at α = atan μ_s, must not yield to
/// the rounding of the paths it was summed from.
pub(crate) const ROUNDING: f64 = 1e-9;

/// Where dashpots act in addition to their springs. By default they act in stick alone, cut where spring and dashpot
/// together would exceed the static cap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DampingRule {
    /// Dashpots also act in slip, beyond the cap.
    pub in_slip: bool,
    /// Components whose dashpot is never cut.
    pub uncapped: Uncapped,
}

/// Components whose spring alone is capped: in stick, the dashpot may take the load above the static cap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uncapped {
    /// Slide.
    pub slide: bool,
    /// Roll of both bodies.
    pub roll: bool,
    /// Spin.
    pub spin: bool,
}

/// Where the dashpot of one component acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DashpotRule {
    /// Also in slip, beyond the cap.
    pub in_slip: bool,
    /// In stick, it is never cut.
    pub uncapped: bool,
}

impl DampingRule {
    /// The paper's rule (section 3, third assumption; conclusions): dashpots act in stick alone and are never cut.
    pub const PAPER: Self = Self { in_slip: false, uncapped: Uncapped { slide: true, roll: true, spin: true } };

    /// The dashpot of slide.
    #[inline(always)]
    pub fn slide(&self) -> DashpotRule {
        DashpotRule { in_slip: self.in_slip, uncapped: self.uncapped.slide }
    }

    /// The dashpots of roll.
    #[inline(always)]
    pub fn roll(&self) -> DashpotRule {
        DashpotRule { in_slip: self.in_slip, uncapped: self.uncapped.roll }
    }

    /// The dashpot of spin.
    #[inline(always)]
    pub fn spin(&self) -> DashpotRule {
        DashpotRule { in_slip: self.in_slip, uncapped: self.uncapped.spin }
    }
}

/// Stiffness, thresholds and damping of one component at the current normal force and curvature.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Spring<N = f64> {
    /// K: N/m or N·m/rad; 0 switches the component off.
    pub stiffness: N,
    /// d_s, static threshold: m or rad.
    pub static_cap: N,
    /// d_k ≤ d_s, kinetic threshold: m or rad.
    pub kinetic_cap: N,
    /// D: N·s/m or N·m·s/rad.
    pub damping: N,
}

impl Spring {
    /// Static and kinetic threshold of the load, N or N·m; 0 for a law without springs.
    #[inline]
    pub fn thresholds(&self) -> [f64; 2] {
        [self.stiffness * self.static_cap, self.stiffness * self.kinetic_cap]
    }
}

/// One component of friction at one contact: its memory and the load it gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionSpring<V> {
    /// Stick or slip.
    pub mode: Mode,
    /// Steps since the mode last changed, or since the contact began.
    pub mode_age: u64,
    /// The micro-deflection, which is the component's memory: S (m), Θ or Ψ (rad).
    pub history: V,
    /// Increment of the micro-deflection in the last step, before the cap.
    pub increment: V,
    /// Elastic load, `K · history`.
    pub elastic: V,
    /// Damping load, `D · increment/Δt`; in stick only.
    pub damping: V,
    /// Still awaits the kinetic cap along its first increment ([`Start::Saturated`]).
    pub saturate: bool,
}

impl<V: Deflection> FrictionSpring<V> {
    /// The component of a new contact, without load.
    #[inline]
    pub fn new(start: Start, history: V) -> Self {
        let (mode, saturate) = match start {
            Start::In(mode) => (mode, false),
            Start::Saturated => (Mode::Slip, true),
        };
        Self { mode, mode_age: 0, history, increment: V::ZERO, elastic: V::ZERO, damping: V::ZERO, saturate }
    }

    /// A component between two steps, without its loads.
    pub fn resumed(mode: Mode, saturate: bool, history: V) -> Self {
        Self { saturate, ..Self::new(Start::In(mode), history) }
    }

    /// Releases the component: it is switched off and has neither history nor load.
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

    /// Advances one step: adds the increment, caps the history, decides the mode, computes the loads (FN20 3.1 to 3.3).
    ///
    /// A saturated start takes the direction of the first increment or, while that is zero, of `drive`, the direction
    /// in which the other loads are about to push this component (its magnitude is irrelevant).
    #[inline(always)]
    pub fn advance(&mut self, increment: V, drive: V, spring: &Spring, dt: f64, rule: DashpotRule) {
        self.increment = increment;
        let slips = self.mode == Mode::Slip;
        let step = spring.per_step(dt).step(self.history, increment, drive, slips, self.saturate, rule);
        let mode = Mode::from_slips(step.slips);
        (self.history, self.saturate) = (step.history, step.saturate);
        self.mode_age = if mode == self.mode { self.mode_age + 1 } else { 0 };
        self.mode = mode;
        (self.elastic, self.damping) = (step.load.elastic, step.load.damping);
    }
}

impl Spring {
    /// False for a component that is switched off (all zero).
    #[inline]
    pub fn is_on(&self) -> bool {
        *self != Self::default()
    }
}

/// The two parts of a load: elastic, and purely dissipative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SpringLoad<V> {
    /// `K · history`, N or N·m.
    pub elastic: V,
    /// `D · increment/Δt`, N or N·m; in stick only.
    pub damping: V,
}

impl<V: WideDeflection> SpringLoad<V> {
    /// Elastic plus damping load.
    #[inline(always)]
    pub fn total(&self) -> V {
        self.elastic.plus(&self.damping)
    }

    /// Scales the damping part so that the total stays within `most`; the elastic part alone must not exceed it.
    #[inline(always)]
    pub fn within(self, most: V::Number) -> Self {
        let (zero, one) = (most.like(0.0), most.like(1.0));
        let (elastic, across, dashpot) =
            (self.elastic.square(), self.elastic.dot(&self.damping), self.damping.square());
        let over = (most * most).is_below(self.total().square()) & zero.is_below(dashpot);
        if V::Number::all(!over) {
            return self;
        }
        // |E + f D| = most.
        let room = (most * most - elastic).not_negative();
        let part = ((across * across + dashpot * room).sqrt() - across) / dashpot;
        Self { damping: self.damping.times(part.where_or(over, one)), ..self }
    }
}

/// The result of one step of a capped spring.
#[derive(Clone, Copy)]
pub struct SpringStep<V: WideDeflection> {
    /// The deflection after the cap.
    pub history: V,
    /// The load.
    pub load: SpringLoad<V>,
    /// Slips after the step.
    pub slips: <V::Number as Number>::Mask,
    /// Still awaits the history of a saturated start.
    pub saturate: <V::Number as Number>::Mask,
}

impl<N: Number> Spring<N> {
    /// Advances one step (FN20 3.1 to 3.3): adds the increment, caps the history, decides the mode, computes the load.
    /// `self` has its damping over Δt.
    #[inline(always)]
    pub fn step<V: WideDeflection<Number = N>>(
        &self,
        history: V,
        increment: V,
        drive: V,
        slips: N::Mask,
        saturate: N::Mask,
        rule: DashpotRule,
    ) -> SpringStep<V> {
        let (history, saturated, slips) = self.stretched(history, increment, drive, slips, saturate);
        let load = self.load(history, increment, slips, rule);
        SpringStep { history, load, slips, saturate: saturate & !saturated }
    }

    /// The load of the spring after a step (FN20 (1b), (2), (3)): damping in stick only, cut at the static cap, unless the
    /// rule says otherwise. `self` has its damping over Δt.
    #[inline(always)]
    pub fn load<V: WideDeflection<Number = N>>(
        &self,
        history: V,
        increment: V,
        slips: N::Mask,
        rule: DashpotRule,
    ) -> SpringLoad<V> {
        let zero = self.damping.like(0.0);
        let (elastic, in_stick) = (history.times(self.stiffness), zero.where_or(slips, self.damping));
        let held = SpringLoad { elastic, damping: increment.times(in_stick) };
        let held = if rule.uncapped { held } else { held.within(self.stiffness * self.static_cap) };
        if !rule.in_slip {
            return held;
        }
        let in_slip = self.damping.where_or(slips, zero);
        SpringLoad { elastic, damping: held.damping.plus(&increment.times(in_slip)) }
    }

    /// The spring with its damping divided by the step size `dt`, s.
    #[inline(always)]
    pub fn per_step(&self, dt: N) -> Self {
        Self { damping: self.damping / dt, ..*self }
    }

    /// Scales a spring for a normal force of 1 N to the normal force `normal`, N: the caps are proportional to it.
    #[inline(always)]
    pub fn under(&self, normal: N) -> Self {
        Self { static_cap: self.static_cap * normal, kinetic_cap: self.kinetic_cap * normal, ..*self }
    }

    /// The deflection after a step; whether a saturated start has received its history; whether the component slips
    /// after the step.
    #[inline(always)]
    pub fn stretched<V: WideDeflection<Number = N>>(
        &self,
        history: V,
        increment: V,
        drive: V,
        slips: N::Mask,
        saturate: N::Mask,
    ) -> (V, N::Mask, N::Mask) {
        let free = history.plus(&increment);
        if !N::all(!saturate) {
            return self.saturated(free, increment, drive, slips, saturate);
        }
        // Certainly below the cap: no square root needed.
        let square = free.square();
        let holds = !slips & !(self.static_cap * self.static_cap).is_below(square);
        if N::all(holds) {
            return (free, saturate, slips);
        }
        let (slips, scale) = self.cap(slips, free.size());
        (free.times(scale), saturate, slips)
    }

    /// The stick/slip rule: whether a deflection of this size slips after this step, and the factor that scales it to
    /// its cap.
    ///
    /// Stick yields above the static cap and is then scaled to it; slip is scaled to the kinetic cap and sticks again
    /// once the deflection has fallen to it.
    #[inline(always)]
    pub fn cap(&self, slips: N::Mask, size: N) -> (N::Mask, N) {
        let cap = self.kinetic_cap.where_or(slips, self.static_cap);
        let slack = size.like(1.0).where_or(slips, size.like(1.0 + ROUNDING));
        let yields = (cap * slack).is_below(size);
        (yields, (cap / size).where_or(yields, size.like(1.0)))
    }

    /// [`Self::stretched`] for a saturated start: stretches far beyond the kinetic cap along the increment or, while
    /// that is zero, along `drive`.
    #[inline(always)]
    fn saturated<V: WideDeflection<Number = N>>(
        &self,
        free: V,
        increment: V,
        drive: V,
        slips: N::Mask,
        saturate: N::Mask,
    ) -> (V, N::Mask, N::Mask) {
        let zero = self.stiffness.like(0.0);
        let (inc, push) = (increment.size(), drive.size());
        let far = self.kinetic_cap * 2.0;
        let moves = zero.is_below(inc) & saturate;
        let driven = zero.is_below(push) & saturate & !moves;
        let kept = free.times(zero.where_or(saturate, zero.like(1.0)));
        let full = kept
            .plus(&increment.times((far / inc).where_or(moves, zero)))
            .plus(&drive.times((far / push).where_or(driven, zero)));
        let size = full.size();
        let (slips, scale) = self.cap(slips, size);
        (full.times(scale), zero.is_below(size) & saturate, slips)
    }
}

//! One step of the springs of slide and spin under one limit surface ([`crate::friction::limit::limit_surface`]).
//!
//! With `f = ‖S‖/S_max` and `t = |Ψ|/Ψ_max` of the trial deflections, both stick while (f, t) is inside the surface.
//! Outside, both yield to the point of the surface where the plastic motions have the direction of its normal: with the
//! surface as `(F(χ), T(χ))`, `cot χ = ε/T₀`, the one angle χ between pure slide and pure spin with
//!
//! `(f − F) sin χ = r (t − T) cos χ`, `r = K_ψ Ψ_max²/(K S_max²)`,
//!
//! after which S is scaled by F/f and Ψ by T/t. Slide and spin have one common mode. The surface is convex, so that both
//! springs together never give back what they lose; one of them alone may.

use crate::friction::element::{DampingRule, FrictionSpring, Mode, ROUNDING, Spring, SpringLoad, WideDeflection};
use crate::friction::law::{ContactState, Step};
use crate::friction::limit::limit_surface::LimitSurface;
use crate::{SlideLaw, SpinLaw, Vec2};
use std::f64::consts::FRAC_PI_2;

/// Fraction of the ellipsoid that lies inside each exact surface.
const CORE: f64 = 0.93;
/// Halvings of the interval of a factor in which a load lies on a surface.
const HALVINGS: usize = 50;
/// Most evaluations of a surface for one χ; some ten reach rounding.
const MAX_ROUNDS: usize = 200;

/// The step of slide and spin together under a limit surface; `None` without one, or under laws that do not know it.
pub(crate) fn joint_step(
    (slide_law, spin_law): (&SlideLaw, &SpinLaw),
    contact_state: &ContactState,
    (slide, spin): (&FrictionSpring<Vec2>, &FrictionSpring<f64>),
) -> Option<(Step<Vec2>, Step<f64>)> {
    let surface = contact_state.friction.limit;
    if surface == LimitSurface::Independent || !slide_law.knows_limit() || !spin_law.knows_limit() {
        return None;
    }
    let (by, turn) =
        (contact_state.slid(slide_law.tracks_each_surface()), contact_state.spun(spin_law.tracks_each_surface()));
    let (slide_spring, spin_spring) = (slide_law.joint_spring(contact_state), spin_law.joint_spring(contact_state));
    let joint = JointSprings { surface, slide: slide_spring, spin: spin_spring };
    Some(joint.step((slide, by), (spin, turn), contact_state.dt, contact_state.friction.damping_rule))
}

/// The springs of slide and spin, and the surface that limits both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointSprings {
    /// The surface.
    pub surface: LimitSurface,
    /// The spring of slide, whose caps are the limits without spin.
    pub slide: Spring,
    /// The spring of spin, whose caps are the limits without slide.
    pub spin: Spring,
}

/// A trial deflection as fractions of the limits of pure slide and pure spin, and r.
#[derive(Clone, Copy, Debug)]
struct JointLoad {
    surface: LimitSurface,
    f: f64,
    t: f64,
    ratio: f64,
}

impl JointSprings {
    /// Advances both components by their increments, m and rad, in a step of `dt`, s.
    pub fn step(
        &self,
        (slide, by): (&FrictionSpring<Vec2>, Vec2),
        (spin, turn): (&FrictionSpring<f64>, f64),
        dt: f64,
        rule: DampingRule,
    ) -> (Step<Vec2>, Step<f64>) {
        let slips = slide.mode == Mode::Slip;
        let (awaits, moves) = (slide.saturate || spin.saturate, by != Vec2::zeros() || turn != 0.0);
        let (yields, [s, psi]) = match awaits {
            true => (true, [1.0; 2]),
            false => self.yielded(slips, (slide.history + by).norm(), (spin.history + turn).abs()),
        };
        let (history, angle) = match (awaits, moves) {
            (true, true) => self.sliding(by, turn),
            (true, false) => (slide.history, spin.history),
            _ => ((slide.history + by) * s, (spin.history + turn) * psi),
        };
        let mode = Mode::from_slips(yields);
        let saturate = awaits && !moves;
        let (elastic, torque) = (history * self.slide.stiffness, angle * self.spin.stiffness);
        let slide_load = SpringLoad { elastic, damping: by * (self.slide.damping / dt) };
        let spin_load = SpringLoad { elastic: torque, damping: turn * (self.spin.damping / dt) };
        let (damping, against) = match (yields, rule.in_slip) {
            (true, false) => (Vec2::zeros(), 0.0),
            (true, true) => (slide_load.damping, spin_load.damping),
            (false, _) => self.held(slide_load, spin_load, rule),
        };
        (
            Step { mode, history, elastic, damping, spring: self.slide, saturate },
            Step { mode, history: angle, elastic: torque, damping: against, spring: self.spin, saturate },
        )
    }

    /// The damping loads of slide and spin in stick: cut by one factor where springs and dashpots together would lie
    /// outside the surface; if one of the two is uncapped, the other one alone, at its own static cap.
    fn held(&self, slide: SpringLoad<Vec2>, spin: SpringLoad<f64>, rule: DampingRule) -> (Vec2, f64) {
        let [most, turned] = [&self.slide, &self.spin].map(|spring| spring.stiffness * spring.static_cap);
        match (rule.uncapped.slide, rule.uncapped.spin) {
            (true, true) => (slide.damping, spin.damping),
            (false, true) => (slide.within(most).damping, spin.damping),
            (true, false) => (slide.damping, spin.within(turned).damping),
            (false, false) => {
                let deflection = |load: f64, spring: &Spring| if load == 0.0 { 0.0 } else { load / spring.stiffness };
                let is_outside = |part: f64| {
                    let force = (slide.elastic + slide.damping * part).norm();
                    let torque = (spin.elastic + spin.damping * part).abs();
                    self.yielded(false, deflection(force, &self.slide), deflection(torque, &self.spin)).0
                };
                let (mut low, mut high) = (0.0, 1.0);
                if !is_outside(high) {
                    return (slide.damping, spin.damping);
                }
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (low + high);
                    if is_outside(middle) { high = middle } else { low = middle }
                }
                (slide.damping * low, spin.damping * low)
            }
        }
    }

    /// The limits of pure slide, m, and of pure spin, rad, in slip or in stick.
    pub fn caps(&self, slips: bool) -> [f64; 2] {
        match slips {
            true => [self.slide.kinetic_cap, self.spin.kinetic_cap],
            false => [self.slide.static_cap, self.spin.static_cap],
        }
    }

    /// Whether deflections of these sizes yield, and the factors that bring them to the surface.
    fn yielded(&self, slips: bool, slide: f64, spin: f64) -> (bool, [f64; 2]) {
        let [most, turned] = self.caps(slips);
        let most_of = |size: f64, cap: f64| if size == 0.0 { 0.0 } else { size / cap };
        let (f, t) = (most_of(slide, most), most_of(spin, turned));
        let slack = if slips { 1.0 } else { 1.0 + ROUNDING };
        // Where only one of them moves, or only one can carry a load, its own limit holds.
        if f == 0.0 || t == 0.0 || f.is_infinite() || t.is_infinite() {
            let alone = |part: f64| if part <= slack { 1.0 } else { 1.0 / part };
            return (!(f <= slack && t <= slack), [alone(f), alone(t)]);
        }
        let energy = |spring: &Spring, cap: f64| spring.stiffness * cap * cap;
        let ratio = energy(&self.spin, turned) / energy(&self.slide, most);
        let trial = JointLoad { surface: self.surface, f, t, ratio };
        if libm::hypot(f, t) < CORE {
            return (false, [1.0; 2]);
        }
        let chi = trial.direction();
        let [force, torque] = self.surface.loads(chi);
        let (sin, cos) = (libm::sin(chi), libm::cos(chi));
        // The distance along the normal, in units of the support.
        let outside = f * cos + t * sin > slack * (force * cos + torque * sin);
        if outside || f.is_nan() || t.is_nan() { (true, [force / f, torque / t]) } else { (false, [1.0; 2]) }
    }

    /// The deflections of steady sliding in the direction of these increments.
    fn sliding(&self, by: Vec2, turn: f64) -> (Vec2, f64) {
        let [most, turned] = self.caps(true);
        let arm = self.spin.stiffness * turned / (self.slide.stiffness * most);
        let chi = if arm.is_finite() { libm::atan2(arm * turn.abs(), by.norm()) } else { FRAC_PI_2 };
        let [force, torque] = self.surface.loads(chi);
        let size = by.size();
        let slide = if size > 0.0 { by * (force * most / size) } else { Vec2::zeros() };
        (slide, if turn == 0.0 { 0.0 } else { (torque * turned).copysign(turn) })
    }
}

impl JointLoad {
    /// Excess of slide over spin in the direction χ: rises through 0 at the direction of the plastic motion.
    fn excess(&self, chi: f64) -> f64 {
        let [force, torque] = self.surface.loads(chi);
        (self.f - force) * libm::sin(chi) - self.ratio * (self.t - torque) * libm::cos(chi)
    }

    /// The direction χ of the plastic motion: regula falsi (Illinois) from a bracket about the direction of the trial
    /// deflection on the ellipsoid.
    fn direction(&self) -> f64 {
        let first = libm::atan2(self.t, self.f);
        let (mut low, mut high) = (first, first);
        let mut at_low = self.excess(first);
        let mut at_high = at_low;
        // NaN ends both loops at once.
        for _ in 0..MAX_ROUNDS {
            if at_low > 0.0 {
                (high, at_high) = (low, at_low);
                low *= 0.5;
                at_low = self.excess(low);
            } else if at_high < 0.0 {
                (low, at_low) = (high, at_high);
                high = if high < 1.0 { 1.5 * high } else { 0.5 * (high + FRAC_PI_2) };
                at_high = self.excess(high);
            } else {
                break;
            }
        }
        let (mut side, mut last) = (0, high);
        for _ in 0..MAX_ROUNDS {
            let secant = (low * at_high - high * at_low) / (at_high - at_low);
            let chi = if secant > low && secant < high { secant } else { 0.5 * (low + high) };
            let at = self.excess(chi);
            if at == 0.0 || at.is_nan() || (chi - last).abs() <= 4e-16 * chi {
                return chi;
            }
            last = chi;
            if at < 0.0 {
                (low, at_low) = (chi, at);
                at_high *= if side == -1 { 0.5 } else { 1.0 };
                side = -1;
            } else {
                (high, at_high) = (chi, at);
                at_low *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            }
        }
        last
    }
}

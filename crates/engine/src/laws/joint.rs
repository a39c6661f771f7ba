//! One step of the springs of slide and spin under one limit surface ([`super::limit_surface`]).
//!
//! With `f = ‖S‖/S_max` and `t = |Ψ|/Ψ_max` of the trial deflections, both stick while (f, t) is inside the surface.
//! Outside, both yield to the point of the surface where the plastic motions have the direction of its normal: with the
//! surface as `(F(χ), T(χ))`, `cot χ = ε/T₀`, the one angle χ between pure slide and pure spin with
//!
//! `(f − F) sin χ = r (t − T) cos χ`, `r = K_ψ Ψ_max²/(K S_max²)`,
//!
//! after which S is scaled by F/f and Ψ by T/t. Slide and spin have one common mode. The surface is convex, so that both
//! springs together never give back what they lose; one of them alone may.

use super::element::{DampingRule, FrictionSpring, Mode, ROUNDING, Spring, SpringLoad, WideDeflection};
use super::law::{ContactState, Step};
use super::limit_surface::LimitSurface;
use super::number::V2;
use super::{SlideLaw, SpinLaw, Vec2};
use std::f64::consts::FRAC_PI_2;

/// Fraction of the ellipsoid that lies inside each exact surface.
const CORE: f64 = 0.93;
/// Most evaluations of a surface for one χ; some ten reach rounding.
const MAX_ROUNDS: usize = 200;

/// The step of slide and spin together under a limit surface; `None` without one, or under laws that do not know it.
pub(super) fn joint_step(
    (slide_law, spin_law): (&SlideLaw, &SpinLaw),
    contact_state: &ContactState,
    (slide, spin): (&FrictionSpring<Vec2>, &FrictionSpring<f64>),
) -> Option<(Step<Vec2>, Step<f64>)> {
    let surface = contact_state.friction.limit;
    if surface == LimitSurface::Independent || !slide_law.knows_limit() || !spin_law.knows_limit() {
        return None;
    }
    let (by, turn) = (contact_state.slid(slide_law.is_of_each_body()), contact_state.spun(spin_law.is_of_each_body()));
    let (slide_spring, spin_spring) = (slide_law.joint_spring(contact_state), spin_law.joint_spring(contact_state));
    let joint = JointSprings { surface, slide: slide_spring, spin: spin_spring };
    Some(joint.step((slide, by), (spin, turn), contact_state.dt, contact_state.friction.damping_rule))
}

/// The springs of slide and spin, and the surface that limits both.
#[derive(Clone, Copy, Debug, PartialEq)]
struct JointSprings {
    surface: LimitSurface,
    slide: Spring,
    spin: Spring,
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
    fn step(
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
        let acts = !yields || rule.in_slip;
        let saturate = awaits && !moves;
        let (elastic, torque) = (history * self.slide.stiffness, angle * self.spin.stiffness);
        let mut damping = if acts { by * (self.slide.damping / dt) } else { Vec2::zeros() };
        if rule.slide_capped {
            let load: SpringLoad<V2<f64>> = SpringLoad { elastic: elastic.into(), damping: damping.into() };
            damping = load.within(self.slide.stiffness * self.slide.static_cap).damping.into();
        }
        let against = if acts { turn * (self.spin.damping / dt) } else { 0.0 };
        (
            Step { mode, history, elastic, damping, spring: self.slide, saturate },
            Step { mode, history: angle, elastic: torque, damping: against, spring: self.spin, saturate },
        )
    }

    fn caps(&self, slips: bool) -> [f64; 2] {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::element::Start;
    use crate::scene::random::SplitMix64;

    const SURFACES: [LimitSurface; 3] =
        [LimitSurface::Ellipsoid, LimitSurface::Disk { radius: 0.1 }, LimitSurface::Hertz];

    fn springs(surface: LimitSurface, normal: f64) -> JointSprings {
        let (k, a, mu) = (1e5, 0.1, 0.3);
        let spin = 0.5 * a * a * k;
        let slide = Spring { stiffness: k, static_cap: mu * normal / k, kinetic_cap: mu * normal / k, damping: 0.0 };
        let turned = surface.spin_limit().unwrap_or(2.0 / 3.0) * mu * normal * a / spin;
        JointSprings {
            surface,
            slide,
            spin: Spring { stiffness: spin, static_cap: turned, kinetic_cap: turned, damping: 0.0 },
        }
    }

    /// 1e5 random steps, from rest to jumps of a thousand deflections, under changing normal forces: the loads stay on
    /// or within the surface, the two springs together never give back energy, and slide and spin have one mode.
    #[test]
    fn random_steps_stay_within_the_surface_and_never_give_back_energy() {
        let mut random = SplitMix64::new(3);
        let mut number = || 2.0 * random.fraction() - 1.0;
        for surface in SURFACES {
            let mut slide = FrictionSpring::new(Start::In(Mode::Stick), Vec2::zeros());
            let mut spin = FrictionSpring::new(Start::In(Mode::Stick), 0.0);
            for k in 0..35_000 {
                let normal = if k % 50 == 0 { 0.0 } else { 5.0 * (1.0 + number()) };
                let size = libm::exp(6.0 * number() - 11.0);
                let (by, turn) = (Vec2::new(number(), number()) * size, 10.0 * size * number());
                let joint = springs(surface, normal);
                let was = (slide.history, spin.history);
                let (s, t) = joint.step((&slide, by), (&spin, turn), 1e-4, DampingRule::default());
                assert!(s.history.x.is_finite() && t.history.is_finite() && s.mode == t.mode, "{surface:?} {k}");
                let f = if normal > 0.0 { s.elastic.norm() / (0.3 * normal) } else { s.elastic.norm() };
                let moment = joint.spin.stiffness * joint.spin.static_cap;
                let g = if normal > 0.0 { t.elastic.abs() / moment } else { t.elastic.abs() };
                assert!(libm::hypot(f, g) < 1.0 + 2e-9, "{surface:?} {k}: {f} {g}");
                // Trapezoidal, as the accounts book them: not negative for steps shorter than the limit of the deflection.
                if size < 0.1 * joint.slide.static_cap {
                    let of = |k: f64, a: f64, b: f64, by: f64| 0.5 * k * (a + b) * (a + by - b);
                    let lost = of(1e5, was.0.x, s.history.x, by.x)
                        + of(1e5, was.0.y, s.history.y, by.y)
                        + of(joint.spin.stiffness, was.1, t.history, turn);
                    let held = 1e5 * was.0.norm_squared() + joint.spin.stiffness * was.1 * was.1;
                    assert!(
                        lost > -1e-9 * held - 1e-18 || normal == 0.0 || s.mode == Mode::Stick,
                        "{surface:?} {k}: {lost:e}"
                    );
                }
                (slide.history, slide.mode, spin.history, spin.mode) = (s.history, s.mode, t.history, t.mode);
            }
        }
    }

    /// After a yield the plastic motions have the direction of the surface's normal, `cot χ = v/(aω T₀)`.
    #[test]
    fn a_yield_is_normal_to_the_surface() {
        for surface in SURFACES {
            for k in 1..60 {
                let angle = f64::from(k) * FRAC_PI_2 / 60.0;
                for out in [1.001, 1.3, 50.0] {
                    let joint = springs(surface, 10.0);
                    let [most, turned] = joint.caps(false);
                    let (by, turn) = (Vec2::new(most * out * libm::cos(angle), 0.0), turned * out * libm::sin(angle));
                    let rest = FrictionSpring::new(Start::In(Mode::Stick), Vec2::zeros());
                    let still = FrictionSpring::new(Start::In(Mode::Stick), 0.0);
                    let (s, t) = joint.step((&rest, by), (&still, turn), 1e-4, DampingRule::default());
                    assert_eq!(s.mode, Mode::Slip, "{surface:?} {angle} {out}");
                    let arm = joint.spin.stiffness * turned / (joint.slide.stiffness * most);
                    let chi = libm::atan2(arm * (turn - t.history), by.x - s.history.x);
                    let [force, torque] = surface.loads(chi);
                    assert!((s.history.x / most - force).abs() < 1e-9, "{surface:?} {angle} {out}");
                    assert!((t.history / turned - torque).abs() < 1e-9, "{surface:?} {angle} {out}");
                }
            }
        }
    }
}

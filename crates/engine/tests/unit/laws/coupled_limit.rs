//! Tests of `laws::pair::coupled_limit`.

use std::f64::consts::FRAC_PI_2;
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::friction::element::{DampingRule, FrictionSpring, Mode, Spring, Start};
use stickslip_engine::laws::friction::limit::limit_surface::LimitSurface;
use stickslip_engine::laws::pair::coupled_limit::JointSprings;
use stickslip_engine::scene::random::SplitMix64;

const SURFACES: [LimitSurface; 3] = [LimitSurface::Ellipsoid, LimitSurface::Disk { radius: 0.1 }, LimitSurface::Hertz];

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
            let (s, t) = joint.step((&slide, by), (&spin, turn), 1e-4, DampingRule::PAPER);
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
                let (s, t) = joint.step((&rest, by), (&still, turn), 1e-4, DampingRule::PAPER);
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

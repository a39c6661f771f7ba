//! The point pendulum as a differential-algebraic equation: how integrators leave its constraint, and what brings them
//! back.
//!
//! Source: D. Krengel and H.-G. Matuttis, *Numerically exact formulation for many-body Coulomb friction*, section 2. A
//! point mass at x from the pivot keeps its distance l: `g = x·x − l² = 0`. Differentiated twice and inserted into
//! Newton's equation, the constraint gives the force along the rod, `λ x` with `λ = (−f·x − m v·v)/(x·x)`, and with it
//! an ordinary differential equation that integrators can follow. The equation holds `d²g/dt² = 0`, not g = 0:
//! nothing in it draws the pendulum back to its length.
//!
//! Closed forms:
//! - Without gravity a consistent start rotates at ω. With x as a complex number every stage of a Runge–Kutta method is
//!   a complex multiple of x, so a step multiplies x by the method's stability function R(iωΔt) and the length by |R|:
//!   `|R|² = 1 + θ⁴/4` for the midpoint rule and `1 − θ⁶/72 + θ⁸/576` for the classical method of order 4, θ = ωΔt. For
//!   BDF2 the factor is the root `(2 + √(1 + 2iθ))/(3 − 2iθ)` of its characteristic equation.
//! - From inconsistent initial values, `x·v = s ≠ 0`, the exact solution has `x·x = l² + 2 s t`: it leaves without end,
//!   or reaches the pivot at `t = −l²/(2s)`.
//! - Baumgarte's terms make the constraint an oscillator, `g̈ + 2α ġ + β² g = 0`.

use stickslip_engine::laws::Vec2;

/// An integrator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PendulumMethod {
    /// The midpoint rule, an explicit Runge–Kutta method of order 2.
    Midpoint,
    /// The classical explicit Runge–Kutta method of order 4.
    Classical,
    /// The implicit backward differentiation formula of order 2; its first step is made by the classical method.
    Bdf2,
}

/// What is projected on the constraint after each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Projected {
    /// Nothing.
    Nothing,
    /// The velocity: `v ← (v·e_t) e_t`, as in the source.
    Velocity,
    /// Position and velocity.
    Both,
}

/// A point mass of 1 kg on a rod of 1 m, and how its motion is computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pendulum {
    /// Gravity, m/s², along −y.
    pub gravity: f64,
    /// Integrator.
    pub method: PendulumMethod,
    /// Baumgarte's α and β, 1/s; 0 for none.
    pub baumgarte: [f64; 2],
    /// Projection after each step.
    pub projected: Projected,
}

/// Position, m, and velocity, m/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PendulumState {
    /// Position from the pivot, m.
    pub x: Vec2,
    /// Velocity, m/s.
    pub v: Vec2,
}

impl PendulumState {
    /// Distance from the pivot minus the length of the rod, m.
    pub(crate) fn drift(&self) -> f64 {
        self.x.norm() - LENGTH
    }
}

/// Length of the rod, m.
pub(crate) const LENGTH: f64 = 1.0;
/// Largest number of iterations of an implicit step; more are a fault, reported as NaN.
const MAX_ITERATIONS: usize = 200;

impl Pendulum {
    /// The pendulum without stabilization.
    pub(crate) const fn plain(gravity: f64, method: PendulumMethod) -> Self {
        Self { gravity, method, baumgarte: [0.0; 2], projected: Projected::Nothing }
    }

    /// Acceleration from gravity and the force along the rod, m/s².
    fn acceleration(&self, at: &PendulumState) -> Vec2 {
        let f = Vec2::new(0.0, -self.gravity);
        let [alpha, beta] = self.baumgarte;
        // Half of g, and half of its rate.
        let (half, rate) = (0.5 * (at.x.norm_squared() - LENGTH * LENGTH), at.x.dot(&at.v));
        let stabilizing = 2.0 * alpha * rate + beta * beta * half;
        let lambda = (-f.dot(&at.x) - at.v.norm_squared() - stabilizing) / at.x.norm_squared();
        f + at.x * lambda
    }

    /// States of steps 0 to `steps` from `start`, Δt = `dt`, s.
    pub(crate) fn run(&self, start: PendulumState, dt: f64, steps: usize) -> Vec<PendulumState> {
        let mut states = vec![start];
        for step in 0..steps {
            let now = states[step];
            let next = match self.method {
                PendulumMethod::Midpoint => self.midpoint(now, dt),
                PendulumMethod::Bdf2 if step > 0 => self.bdf2([states[step - 1], now], dt),
                PendulumMethod::Classical | PendulumMethod::Bdf2 => self.classical(now, dt),
            };
            states.push(self.projection(next));
        }
        states
    }

    fn moved(&self, from: PendulumState, along: PendulumState, dt: f64) -> PendulumState {
        PendulumState { x: from.x + along.x * dt, v: from.v + along.v * dt }
    }

    /// Rates of position and velocity.
    fn rate(&self, at: PendulumState) -> PendulumState {
        PendulumState { x: at.v, v: self.acceleration(&at) }
    }

    fn midpoint(&self, now: PendulumState, dt: f64) -> PendulumState {
        let middle = self.moved(now, self.rate(now), 0.5 * dt);
        self.moved(now, self.rate(middle), dt)
    }

    fn classical(&self, now: PendulumState, dt: f64) -> PendulumState {
        let first = self.rate(now);
        let second = self.rate(self.moved(now, first, 0.5 * dt));
        let third = self.rate(self.moved(now, second, 0.5 * dt));
        let fourth = self.rate(self.moved(now, third, dt));
        let mean = |of: fn(&PendulumState) -> Vec2| {
            (of(&first) + (of(&second) + of(&third)) * 2.0 + of(&fourth)) * (1.0 / 6.0)
        };
        self.moved(now, PendulumState { x: mean(|k| k.x), v: mean(|k| k.v) }, dt)
    }

    /// `3 y₊ = 4 y − y₋ + 2 Δt f(y₊)`, by iteration.
    fn bdf2(&self, [last, now]: [PendulumState; 2], dt: f64) -> PendulumState {
        let known = |now: Vec2, last: Vec2| (now * 4.0 - last) * (1.0 / 3.0);
        let known = PendulumState { x: known(now.x, last.x), v: known(now.v, last.v) };
        let mut next = self.moved(now, self.rate(now), dt);
        for _ in 0..MAX_ITERATIONS {
            let better = self.moved(known, self.rate(next), 2.0 / 3.0 * dt);
            let change = (better.x - next.x).norm() + (better.v - next.v).norm() * dt;
            next = better;
            if change <= 4.0 * f64::EPSILON * LENGTH {
                return next;
            }
        }
        PendulumState { x: Vec2::repeat(f64::NAN), v: Vec2::repeat(f64::NAN) }
    }

    fn projection(&self, PendulumState { x, v }: PendulumState) -> PendulumState {
        let x = if self.projected == Projected::Both { x * (LENGTH / x.norm()) } else { x };
        let v = if self.projected == Projected::Nothing { v } else { v - x * (x.dot(&v) / x.norm_squared()) };
        PendulumState { x, v }
    }
}

/// Factor of the length in one step of a rotation by θ = ωΔt without gravity: |R(iθ)| (module documentation).
pub(crate) fn rotation_growth(method: PendulumMethod, theta: f64) -> f64 {
    let squared = theta * theta;
    match method {
        PendulumMethod::Midpoint => (1.0 + 0.25 * squared * squared).sqrt(),
        PendulumMethod::Classical => {
            let third = squared * squared * squared;
            (1.0 - third / 72.0 + third * squared / 576.0).sqrt()
        }
        PendulumMethod::Bdf2 => {
            // √(1 + 2iθ) = a + ib with a² = (1 + r)/2, r = |1 + 2iθ|.
            let a = (0.5 * (1.0 + (1.0 + 4.0 * squared).sqrt())).sqrt();
            libm::hypot(2.0 + a, theta / a) / (9.0 + 4.0 * squared).sqrt()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METHODS: [PendulumMethod; 3] = [PendulumMethod::Midpoint, PendulumMethod::Classical, PendulumMethod::Bdf2];

    fn start(x: [f64; 2], v: [f64; 2]) -> PendulumState {
        PendulumState { x: Vec2::from(x), v: Vec2::from(v) }
    }

    fn end(pendulum: &Pendulum, from: PendulumState, dt: f64, seconds: f64) -> PendulumState {
        pendulum.run(from, dt, (seconds / dt).round() as usize).last().copied().expect("a state")
    }

    /// A rotation at 1 rad/s without gravity grows by |R| in each step. BDF2 starts with a step of the other method,
    /// whose error its second root, |z| < 0.4, forgets: the factor is that of the later steps.
    #[test]
    fn a_free_rotation_grows_as_the_stability_function() {
        for method in METHODS {
            for dt in [0.2, 0.05] {
                let states = Pendulum::plain(0.0, method).run(start([1.0, 0.0], [0.0, 1.0]), dt, 400);
                let found = libm::pow(states[400].x.norm() / states[200].x.norm(), 1.0 / 200.0) - 1.0;
                let expected = rotation_growth(method, dt) - 1.0;
                assert!(
                    (found - expected).abs() < 1e-9 * expected.abs() + 1e-14,
                    "{method:?} {dt}: {found} {expected}"
                );
            }
        }
    }

    /// An inconsistent start follows x·x = l² + 2 s t; the classical method to 1e-5, as its drift in 2 s is 2e-5.
    #[test]
    fn an_inconsistent_start_goes_to_infinity_or_to_the_pivot() {
        for s in [0.1, -0.1] {
            let pendulum = Pendulum::plain(9.81, PendulumMethod::Classical);
            let found = end(&pendulum, start([1.0, 0.0], [s, 0.0]), 0.005, 2.0).x.norm();
            let expected = (1.0 + 4.0 * s).sqrt();
            assert!((found - expected).abs() < 1e-5, "{s}: {found} {expected}");
        }
    }

    /// With α = β and a start with x·v = s, ½ (x·x − l²) = s t exp(−α t).
    #[test]
    fn baumgarte_is_a_critically_damped_oscillator() {
        let [alpha, s] = [10.0, 0.1];
        let pendulum = Pendulum { baumgarte: [alpha; 2], ..Pendulum::plain(9.81, PendulumMethod::Classical) };
        for t in [0.1, 0.3, 1.0] {
            let now = end(&pendulum, start([1.0, 0.0], [s, 0.0]), 1e-3, t);
            let found = 0.5 * (now.x.norm_squared() - 1.0);
            let expected = s * t * libm::exp(-alpha * t);
            assert!((found - expected).abs() < 1e-8, "{t}: {found} {expected}");
        }
    }

    /// In a swing from the horizontal the drift falls with the order of the method, and grows as t² because the
    /// velocity drifts too; with the velocity projected it grows as t, with both projected it is rounding.
    #[test]
    fn a_swing_drifts_with_the_order_and_projection_ends_it() {
        let swing = start([1.0, 0.0], [0.0, 0.0]);
        for (method, order) in METHODS.into_iter().zip([2.0, 4.0, 2.0]) {
            let drift = |dt: f64| end(&Pendulum::plain(9.81, method), swing, dt, 10.0).drift();
            let found = libm::log2(drift(0.005) / drift(0.0025));
            assert!((found - order).abs() < 0.15, "{method:?}: {found}");
        }
        let of = |projected, seconds| {
            let pendulum = Pendulum { projected, ..Pendulum::plain(9.81, PendulumMethod::Classical) };
            end(&pendulum, swing, 0.01, seconds).drift()
        };
        let growth = |projected| libm::log2(of(projected, 40.0) / of(projected, 20.0));
        assert!((growth(Projected::Nothing) - 2.0).abs() < 0.2, "{}", growth(Projected::Nothing));
        assert!((growth(Projected::Velocity) - 1.0).abs() < 0.2, "{}", growth(Projected::Velocity));
        assert!(of(Projected::Both, 40.0).abs() < 1e-14);
    }
}

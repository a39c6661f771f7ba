//! The point pendulum as a differential-algebraic equation: how integrators drift off its constraint, and what brings
//! them back.
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
pub enum PendulumMethod {
    /// The midpoint rule, an explicit Runge–Kutta method of order 2.
    Midpoint,
    /// The classical explicit Runge–Kutta method of order 4.
    Classical,
    /// The implicit backward differentiation formula of order 2; its first step is made by the classical method.
    Bdf2,
}

/// What is projected on the constraint after each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projected {
    /// Nothing.
    Nothing,
    /// The velocity: `v ← (v·e_t) e_t`, as in the source.
    Velocity,
    /// Position and velocity.
    Both,
}

/// A point mass of 1 kg on a rod of 1 m, and how its motion is computed.
#[derive(Clone, Copy, Debug)]
pub struct Pendulum {
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
pub struct PendulumState {
    /// Position from the pivot, m.
    pub x: Vec2,
    /// Velocity, m/s.
    pub v: Vec2,
}

impl PendulumState {
    /// Distance from the pivot minus the length of the rod, m.
    pub fn drift(&self) -> f64 {
        self.x.norm() - LENGTH
    }
}

/// Length of the rod, m.
pub(crate) const LENGTH: f64 = 1.0;
/// Largest number of iterations of an implicit step; more are a fault, reported as NaN.
const MAX_ITERATIONS: usize = 200;

impl Pendulum {
    /// The pendulum without stabilization.
    pub const fn plain(gravity: f64, method: PendulumMethod) -> Self {
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
    pub fn run(&self, start: PendulumState, dt: f64, steps: usize) -> Vec<PendulumState> {
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
pub fn rotation_growth(method: PendulumMethod, theta: f64) -> f64 {
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

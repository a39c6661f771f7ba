//! Closed forms of impacts: a mass on a damped linear spring, two elastic spheres, and the impulse of friction.

use super::root;
use stickslip_engine::laws::math::extremes::smallest;

/// A mass that falls on a plane with a linear spring and dashpot, `m ẍ = m g − k x − c ẋ` while they touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringDrop {
    /// Mass, kg.
    pub mass: f64,
    /// Spring stiffness k, N/m.
    pub stiffness: f64,
    /// Damping ratio ζ = c/(2√(mk)), below 1.
    pub damping_ratio: f64,
    /// Gravity towards the plane, m/s².
    pub gravity: f64,
    /// True if the contact lasts until the overlap is 0 again, so that the dashpot pulls at the end; false if it ends
    /// where the force is 0 (N ≥ 0).
    pub pulls: bool,
}

/// Gap and velocity away from the plane at one time, m and m/s.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Gap {
    z: f64,
    v: f64,
}

/// One flight or contact of a falling mass.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DropPhase {
    from: f64,
    start: Gap,
    touches: bool,
}

/// The motion of a falling mass over several bounces.
#[derive(Clone, Debug, PartialEq)]
pub struct DropPath {
    drop: SpringDrop,
    phases: Vec<DropPhase>,
}

impl SpringDrop {
    /// The motion after release at rest at `height` above the plane, m, up to the flight after this many bounces.
    pub fn path(self, height: f64, bounces: usize) -> DropPath {
        let mut phases = vec![DropPhase { from: 0.0, start: Gap { z: height, v: 0.0 }, touches: false }];
        for _ in 0..bounces {
            for touches in [true, false] {
                let Some(last) = phases.last().copied() else { break };
                let length = if touches { self.flight_time(last.start) } else { self.contact_time(last.start.v) };
                let mut start = self.at(&last, length);
                if touches {
                    start.z = 0.0;
                }
                phases.push(DropPhase { from: last.from + length, start, touches });
            }
        }
        DropPath { drop: self, phases }
    }

    /// Gap and velocity this long after the start of a phase.
    fn at(&self, phase: &DropPhase, t: f64) -> Gap {
        let (Gap { z, v }, g) = (phase.start, self.gravity);
        if !phase.touches {
            return Gap { z: z + v * t - 0.5 * g * t * t, v: v - g * t };
        }
        let omega = (self.stiffness / self.mass).sqrt();
        let (decay, turn) =
            (self.damping_ratio * omega, omega * (1.0 - self.damping_ratio * self.damping_ratio).sqrt());
        let rest = -g / (omega * omega);
        let (a, b) = (-rest, (v - decay * rest) / turn);
        let (sin, cos, fades) = (libm::sin(turn * t), libm::cos(turn * t), libm::exp(-decay * t));
        Gap {
            z: rest + fades * (a * cos + b * sin),
            v: fades * ((b * turn - decay * a) * cos - (a * turn + decay * b) * sin),
        }
    }

    /// Time until the gap is 0, s.
    fn flight_time(&self, Gap { z, v }: Gap) -> f64 {
        (v + (v * v + 2.0 * self.gravity * z).sqrt()) / self.gravity
    }

    /// Time from the first touch, with this velocity away from the plane, m/s, to the end of the contact, s.
    fn contact_time(&self, v: f64) -> f64 {
        let phase = DropPhase { from: 0.0, start: Gap { z: 0.0, v }, touches: true };
        let omega = (self.stiffness / self.mass).sqrt();
        let force = |t: f64| {
            let Gap { z, v } = self.at(&phase, t);
            if self.pulls { -z } else { -omega * z - 2.0 * self.damping_ratio * v }
        };
        let step = 0.05 / omega;
        // The force is positive at first, for at most a period.
        let after = (1..1000).map(|k| f64::from(k) * step).find(|t| force(*t) < 0.0);
        after.map_or(f64::NAN, |after| root(after - step, after, |t| -force(t)))
    }
}

impl DropPath {
    /// Gap at time `t`, m; negative while the spring is compressed.
    pub fn gap(&self, t: f64) -> f64 {
        let phase = self.phases.iter().rev().find(|phase| phase.from <= t);
        phase.map_or(f64::NAN, |phase| self.drop.at(phase, t - phase.from).z)
    }

    /// Largest gap after bounce `n` (from 1), m.
    pub fn apex(&self, n: usize) -> f64 {
        let flight = self.phases.get(2 * n);
        flight.map_or(f64::NAN, |flight| flight.start.z + 0.5 * flight.start.v * flight.start.v / self.drop.gravity)
    }

    /// Time of the end of the flight after bounce `n` (from 1), s.
    pub fn lands(&self, n: usize) -> f64 {
        self.phases.get(2 * n).map_or(f64::NAN, |flight| flight.from + self.drop.flight_time(flight.start))
    }
}

/// The impact of two undamped elastic spheres, or of one on a plane (H. Hertz 1881; K. L. Johnson, *Contact Mechanics*,
/// 1985, 11.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HertzImpact {
    /// E*, Pa: 1/E* is the sum of (1 − ν²)/E.
    pub modulus: f64,
    /// R*, m: 1/R* is the sum of 1/R.
    pub radius: f64,
    /// m*, kg: 1/m* is the sum of 1/m.
    pub mass: f64,
    /// Approach speed, m/s.
    pub speed: f64,
}

impl HertzImpact {
    /// Largest overlap δ = (15 m* v²/(16 E* √R*))^{2/5}, m.
    pub fn overlap(&self) -> f64 {
        let ratio = 15.0 * self.mass * self.speed * self.speed / (16.0 * self.modulus * self.radius.sqrt());
        libm::pow(ratio, 0.4)
    }

    /// Largest force 4/3 E* √R* δ^{3/2}, N.
    pub fn force(&self) -> f64 {
        4.0 / 3.0 * self.modulus * self.radius.sqrt() * libm::pow(self.overlap(), 1.5)
    }

    /// Contact time 4/5 √π Γ(2/5)/Γ(9/10) δ/v, s.
    pub fn time(&self) -> f64 {
        2.943_275_184_324_704_7 * self.overlap() / self.speed
    }
}

/// What friction does in an impact of two spheres, or of one with a plane, that is short and without overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionImpact {
    /// Coefficient of friction μ.
    pub mu: f64,
    /// Coefficient of restitution e.
    pub restitution: f64,
    /// Approach speed, m/s.
    pub closing: f64,
    /// Speed with which the surfaces slide on each other before the impact, m/s, ≥ 0.
    pub slip: f64,
    /// m*, kg: 1/m* is the sum of 1/m.
    pub mass: f64,
}

impl FrictionImpact {
    /// Normal impulse m* (1 + e) v_n, N·s.
    pub fn normal(&self) -> f64 {
        self.mass * (1.0 + self.restitution) * self.closing
    }

    /// Impulse of friction while the surfaces slide throughout, μ times the normal one, N·s.
    pub fn sliding(&self) -> f64 {
        self.mu * self.normal()
    }

    /// Impulse that stops the sliding of solid spheres, for which 1/m_t is the sum of 1/m + R²/I = 7/(2 m), N·s.
    pub fn sticking(&self) -> f64 {
        2.0 / 7.0 * self.mass * self.slip
    }

    /// Impulse of friction between rigid spheres, which slide until friction has stopped them, N·s.
    pub fn rigid(&self) -> f64 {
        smallest([self.sliding(), self.sticking()])
    }
}

/// Tangential restitution −v_s'/v_s of a solid sphere that does not slip, on linear springs with k_t/k_n =
/// `stiffness_ratio`, of which the normal one has no damping and the tangential one the coefficient 2 ζ √(2/7 m k_t), ζ =
/// `damping_ratio` below 1: `−cos(π √(7 k_t/(2 k_n)))` for ζ = 0 (J. Schäfer, S. Dippel, D. E. Wolf, J. Phys. I France 6
/// (1996) 5).
pub fn spring_rebound(stiffness_ratio: f64, damping_ratio: f64) -> f64 {
    let angle = std::f64::consts::PI * (3.5 * stiffness_ratio).sqrt();
    let root = (1.0 - damping_ratio * damping_ratio).sqrt();
    let (sin, cos) = (libm::sin(root * angle), libm::cos(root * angle));
    -libm::exp(-damping_ratio * angle) * (cos - damping_ratio / root * sin)
}

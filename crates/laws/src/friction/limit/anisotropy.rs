//! Slide friction that differs along and across a grain: the elliptical limit of the friction force.
//!
//! With e1 along the grain of one of the two bodies, in the tangent plane, and e2 = n × e1, the friction force f obeys
//! `(f₁/μ₁)² + (f₂/μ₂)² ≤ N²`. If a trial force lies outside, the grain rule says to which point of the ellipse it is
//! reduced (J. J. Moreau 1970; A. Zmitrowicz, *A theoretical model of anisotropic dry friction*, Wear 73 (1981) 9):
//!
//! | rule | force | while sliding with velocity v |
//! |---|---|---|
//! | associated | the nearest point, `f_i = f*_i μ_i²/(μ_i² + λ)` with one λ ≥ 0 | `F_i = N μ_i² v_i/√(Σ μ_j² v_j²)`, not along v |
//! | collinear | the trial force, shortened | along v, of size `N/√(Σ (v̂_i/μ_i)²)` |

use crate::Vec2;

/// What the friction force becomes where a trial force lies outside its elliptical limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GrainRule {
    /// The nearest point of the ellipse: the slip is normal to the limit, as in rigid contacts.
    #[default]
    Associated,
    /// The point of the ellipse in the direction of the trial force: friction opposes the slip.
    Collinear,
}

/// Coefficients of slide friction across the grain; those of the pair hold along the grain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Across {
    /// μ_s across the grain, at least `mu_k`.
    pub mu_s: f64,
    /// μ_k across the grain, not negative.
    pub mu_k: f64,
    /// What a force outside the limit becomes.
    pub rule: GrainRule,
}

/// Length of the tangential part of a unit vector along the grain below which the grain has no direction in the contact
/// plane.
const NORMAL_TO_CONTACT: f64 = 1e-6;

/// e1: the direction of the grain in the contact plane, a unit vector, components (u, w).
///
/// - `flat`: tangential part of a unit vector along the grain, components (u, w)
/// - `last`: e1 of the step before as carried by the body, zero for a new contact; kept where the grain is normal to the
///   contact plane, where a new contact takes u
pub fn grain_direction(flat: &Vec2, last: &Vec2) -> Vec2 {
    let length = flat.norm();
    if length >= NORMAL_TO_CONTACT {
        flat / length
    } else if *last != Vec2::zeros() {
        *last
    } else {
        Vec2::x()
    }
}

/// The limit of forces, or of deflections, in the contact plane: an ellipse with half axes along and across a grain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitEllipse {
    /// e1, a unit vector, components (u, w).
    pub along: Vec2,
    /// Half axes along e1 and e2, not negative.
    pub axes: [f64; 2],
    /// What a force outside becomes.
    pub rule: GrainRule,
}

impl LimitEllipse {
    /// Components along e1 and e2.
    pub fn components(&self, v: &Vec2) -> [f64; 2] {
        [self.along.dot(v), self.along.x * v.y - self.along.y * v.x]
    }

    /// The vector with these components along e1 and e2.
    pub fn vector(&self, [a, b]: [f64; 2]) -> Vec2 {
        Vec2::new(self.along.x * a - self.along.y * b, self.along.y * a + self.along.x * b)
    }

    /// `√(Σ (v_i/axis_i)²)`: 1 on the ellipse, infinite for a component whose axis is 0.
    pub fn gauge(&self, v: &Vec2) -> f64 {
        gauge(self.components(v), self.axes)
    }

    /// The point on the ellipse that a vector outside becomes.
    pub fn yielded(&self, v: &Vec2) -> Vec2 {
        let parts = self.components(v);
        self.vector(match self.rule {
            GrainRule::Collinear => {
                let size = gauge(parts, self.axes);
                // 0/0 where both axes vanish: no force at all.
                if size.is_infinite() { [0.0; 2] } else { parts.map(|part| part / size) }
            }
            GrainRule::Associated => nearest(parts, self.axes),
        })
    }

    /// The point on the ellipse that opposes sliding in the direction of `v`; zero for no direction.
    pub fn sliding(&self, v: &Vec2) -> Vec2 {
        let parts = self.components(v);
        let scaled = match self.rule {
            GrainRule::Associated => [0, 1].map(|k| self.axes[k] * parts[k]),
            GrainRule::Collinear => return if v.norm() > 0.0 { self.yielded(v) } else { Vec2::zeros() },
        };
        let size = libm::hypot(scaled[0], scaled[1]);
        let part = |k: usize| if size > 0.0 { self.axes[k] * (scaled[k] / size) } else { 0.0 };
        self.vector([part(0), part(1)])
    }
}

fn gauge(parts: [f64; 2], axes: [f64; 2]) -> f64 {
    let [a, b] = [0, 1].map(|k| if parts[k] == 0.0 { 0.0 } else { parts[k] / axes[k] });
    libm::hypot(a, b)
}

/// Most Newton steps for the nearest point of an ellipse; twelve reach rounding for axes a thousandfold apart.
const MAX_NEWTON_STEPS: usize = 60;

/// The nearest point of an ellipse to a point outside.
///
/// `g(λ) = 1/√(Σ (a_i p_i/(a_i² + λ))²) − 1` rises and is concave in λ, and linear for a circle: Newton's steps from 0
/// rise to the root without overshooting.
fn nearest(point: [f64; 2], axes: [f64; 2]) -> [f64; 2] {
    let largest = if axes[0] > axes[1] { axes[0] } else { axes[1] };
    if largest == 0.0 {
        return [0.0; 2];
    }
    // In units of the larger axis.
    let (p, a) = (point.map(|part| part / largest), axes.map(|axis| axis / largest));
    if a[0] == 0.0 || a[1] == 0.0 {
        let clipped = |k: usize| if a[k] == 0.0 { 0.0 } else { p[k].clamp(-a[k], a[k]) * largest };
        return [clipped(0), clipped(1)];
    }
    let mut lambda = 0.0;
    for _ in 0..MAX_NEWTON_STEPS {
        let inverse = a.map(|axis| 1.0 / (axis * axis + lambda));
        let square: f64 = [0, 1].map(|k| (a[k] * p[k] * inverse[k]) * (a[k] * p[k] * inverse[k])).iter().sum();
        let bend: f64 =
            [0, 1].map(|k| (a[k] * p[k] * inverse[k]) * (a[k] * p[k] * inverse[k]) * inverse[k]).iter().sum();
        // −g/g' with g' = bend · square^(−3/2).
        let step = square * (square.sqrt() - 1.0) / bend;
        let next = lambda + step;
        // NaN ends the search too.
        let is_better = step > 1e-17 * next;
        if !is_better {
            break;
        }
        lambda = next;
    }
    [0, 1].map(|k| point[k] * (a[k] * a[k] / (a[k] * a[k] + lambda)))
}

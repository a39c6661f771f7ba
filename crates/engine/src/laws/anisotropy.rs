//! Slide friction that differs along and across a grain: the elliptical limit of the friction force.
//!
//! With e1 along the grain of one of the two bodies, in the tangent plane, and e2 = n × e1, the friction force f obeys
//! `(f₁/μ₁)² + (f₂/μ₂)² ≤ N²`. Where a trial force lies outside, the rule of the grain says which point of the ellipse
//! it becomes (J. J. Moreau 1970; A. Zmitrowicz, *A theoretical model of anisotropic dry friction*, Wear 73 (1981) 9):
//!
//! | rule | force | while sliding with velocity v |
//! |---|---|---|
//! | associated | the nearest point, `f_i = f*_i μ_i²/(μ_i² + λ)` with one λ ≥ 0 | `F_i = N μ_i² v_i/√(Σ μ_j² v_j²)`, not along v |
//! | collinear | the trial force, shortened | along v, of size `N/√(Σ (v̂_i/μ_i)²)` |

use super::Vec2;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn ellipse(axes: [f64; 2], rule: GrainRule) -> LimitEllipse {
        LimitEllipse { along: Vec2::new(0.8, 0.6), axes, rule }
    }

    /// The nearest point lies on the ellipse, and the way to it is normal to the ellipse: along (f_i/a_i²).
    #[test]
    fn the_nearest_point_is_on_the_ellipse_and_the_way_to_it_is_normal() {
        for axes in [[0.6, 0.2], [0.2, 0.6], [1.0, 1.0], [3e-6, 1e-9], [2e8, 1.0]] {
            let limit = ellipse(axes, GrainRule::Associated);
            for k in 0..64 {
                let angle = f64::from(k) * std::f64::consts::TAU / 64.0;
                for out in [1.0 + 1e-9, 1.5, 40.0] {
                    let outside = limit.vector([axes[0] * out * libm::cos(angle), axes[1] * out * libm::sin(angle)]);
                    let found = limit.yielded(&outside);
                    let [f, p] = [limit.components(&found), limit.components(&outside)];
                    let normal = [f[0] / axes[0] / axes[0], f[1] / axes[1] / axes[1]];
                    let way = [p[0] - f[0], p[1] - f[1]];
                    let across = way[0] * normal[1] - way[1] * normal[0];
                    let size = libm::hypot(way[0], way[1]) * libm::hypot(normal[0], normal[1]);
                    // The components of a turned vector have the rounding of the longer one; the short axis magnifies it.
                    let short = if axes[0] < axes[1] { axes[0] } else { axes[1] };
                    let off = (limit.gauge(&found) - 1.0).abs();
                    assert!(off < 1e-13 + 1e-15 * libm::hypot(f[0], f[1]) / short, "{axes:?} {angle} {out}: {off:e}");
                    let rounding = 1e-15 * libm::hypot(p[0], p[1]) * libm::hypot(f[0], f[1]) / (short * short);
                    assert!(across.abs() <= 1e-10 * size + rounding, "{axes:?} {angle} {out}: {across:e} of {size:e}");
                }
            }
        }
    }

    /// Closed forms for μ₁ = 0.6, μ₂ = 0.2, dragged at 30 and 45 degrees from the grain.
    #[test]
    fn a_drag_across_the_grain_has_its_closed_form() {
        let cases = [(30.0_f64, 0.590_399_4, 3.6705, 0.346_410_2), (45.0, 0.572_712_8, 6.3402, 0.268_328_2)];
        for (degrees, associated, direction, collinear) in cases {
            let way =
                |limit: &LimitEllipse| limit.vector([libm::cos(degrees.to_radians()), libm::sin(degrees.to_radians())]);
            let limit = ellipse([0.6, 0.2], GrainRule::Associated);
            let force = limit.sliding(&way(&limit));
            let [a, b] = limit.components(&force);
            assert!(
                (force.norm() - associated).abs() < 1e-7 && (libm::atan2(b, a).to_degrees() - direction).abs() < 1e-4
            );
            // A long drag ends at the same force as the closed form.
            let dragged = (0..4000).fold(Vec2::zeros(), |f, _| limit.yielded(&(f + way(&limit) * 1e-2)));
            assert!((dragged - force).norm() < 1e-13, "{dragged} {force}");
            let limit = ellipse([0.6, 0.2], GrainRule::Collinear);
            let force = limit.sliding(&way(&limit));
            assert!((force.norm() - collinear).abs() < 1e-7 && (force.normalize() - way(&limit)).norm() < 1e-14);
        }
    }

    #[test]
    fn a_limit_without_width_is_a_line_or_nothing() {
        let line = ellipse([0.6, 0.0], GrainRule::Associated);
        let force = line.components(&line.yielded(&line.vector([0.9, 0.5])));
        assert!((force[0] - 0.6).abs() < 1e-15 && force[1].abs() < 1e-15);
        assert!(line.gauge(&line.vector([0.1, 1e-3])).is_infinite());
        for rule in [GrainRule::Associated, GrainRule::Collinear] {
            let nothing = ellipse([0.0; 2], rule);
            assert_eq!(nothing.yielded(&Vec2::new(1.0, 2.0)), Vec2::zeros());
            assert_eq!(nothing.sliding(&Vec2::new(1.0, 2.0)), Vec2::zeros());
        }
    }

    #[test]
    fn a_force_that_is_not_a_number_stays_so() {
        for rule in [GrainRule::Associated, GrainRule::Collinear] {
            assert!(ellipse([0.6, 0.2], rule).yielded(&Vec2::new(f64::NAN, 1.0)).x.is_nan());
        }
    }

    /// A grain normal to the contact plane keeps its last direction; at the birth of a contact that is u.
    #[test]
    fn a_grain_normal_to_the_contact_keeps_its_direction() {
        let last = Vec2::new(0.0, 1.0);
        assert!((grain_direction(&Vec2::new(3e-6, 4e-6), &last) - Vec2::new(0.6, 0.8)).norm() < 1e-15);
        assert_eq!(grain_direction(&Vec2::new(3e-7, 4e-7), &last), last);
        assert_eq!(grain_direction(&Vec2::zeros(), &Vec2::zeros()), Vec2::x());
    }
}

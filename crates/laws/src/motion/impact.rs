//! Measures of an impact of two bodies, from their velocities before and after it.
//!
//! | measure | source |
//! |---|---|
//! | e, [`ImpactMotion::restitution`] | Newton |
//! | β_t, [`ImpactMotion::tangential_restitution`] | O. R. Walton (1993); J. Schäfer, S. Dippel, D. E. Wolf, *Force schemes in simulations of granular materials*, J. Phys. I France 6 (1996) 5 |
//! | e_t and the angle of rebound, [`ImpactMotion::centre_restitution`], [`ImpactMotion::rebound_angle`] | Y. C. Chung, J. Y. Ooi, *Benchmark tests for verifying discrete element modelling codes at particle impact level*, Granular Matter 13 (2011) 643 |
//!
//! All velocities are of body j relative to body i, so no measure depends on which body comes first.

use crate::Vec3;

/// A tangential velocity below this fraction of the relative velocity is rounding noise and has no direction.
const ROUNDING: f64 = 1e-9;

/// Relative motion of two bodies before and after an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactMotion {
    /// Unit normal into body i, world.
    pub n: Vec3,
    /// Velocity of body j's surface relative to body i's at the contact point, before and after, m/s, world.
    pub surface: [Vec3; 2],
    /// Velocity of body j's centre of mass relative to body i's, before and after, m/s, world.
    pub centre: [Vec3; 2],
}

impl ImpactMotion {
    /// v_n, speed at which the surfaces approach before the impact, m/s; negative if they separate.
    pub fn approach_speed(&self) -> f64 {
        self.surface[0].dot(&self.n)
    }

    /// Speed at which the surfaces separate after the impact, m/s; negative if they approach.
    pub fn separation_speed(&self) -> f64 {
        -self.surface[1].dot(&self.n)
    }

    /// v_t, speed at which the surfaces slide before the impact, m/s.
    pub fn sliding_speed(&self) -> f64 {
        self.tangential(&self.surface[0]).norm()
    }

    /// e, normal restitution: the speed of separation over the speed of approach. `None` without an approach.
    pub fn restitution(&self) -> Option<f64> {
        let approach = self.approach_speed();
        (approach > ROUNDING * self.surface[0].norm()).then(|| self.separation_speed() / approach)
    }

    /// β_t, tangential restitution: the sliding velocity after, along the direction before, over that before, with the
    /// opposite sign. −1 leaves the sliding unchanged (no friction), 0 stops it, 1 reverses it. `None` if the surfaces do
    /// not slide before.
    pub fn tangential_restitution(&self) -> Option<f64> {
        self.kept(&self.surface).map(|kept| -kept)
    }

    /// e_t, tangential velocity of the centres after, along the direction before, over that before: 1 without friction,
    /// 5/7 for a homogeneous ball on a fixed body that arrives without spin and leaves rolling. `None` if the centres have
    /// no tangential velocity before.
    pub fn centre_restitution(&self) -> Option<f64> {
        self.kept(&self.centre)
    }

    /// Angle between normal and velocity of approach at the contact point, degrees, from 0 (head-on) to 90 (grazing).
    pub fn impact_angle(&self) -> f64 {
        libm::atan2(self.sliding_speed(), self.approach_speed()).to_degrees()
    }

    /// Angle between normal and velocity of separation at the contact point, degrees; negative if the sliding has
    /// reversed.
    pub fn rebound_angle(&self) -> f64 {
        let after = self.tangential(&self.surface[1]);
        let along = self.direction(&self.surface[0]).map_or_else(|| after.norm(), |t| t.dot(&after));
        libm::atan2(along, self.separation_speed()).to_degrees()
    }

    fn tangential(&self, v: &Vec3) -> Vec3 {
        v - self.n * self.n.dot(v)
    }

    /// Direction of the tangential part of a velocity; `None` if it is rounding noise.
    fn direction(&self, v: &Vec3) -> Option<Vec3> {
        let tangential = self.tangential(v);
        let speed = tangential.norm();
        (speed > ROUNDING * v.norm()).then(|| tangential / speed)
    }

    /// Tangential velocity after, along the direction before, over that before.
    fn kept(&self, [before, after]: &[Vec3; 2]) -> Option<f64> {
        let t = self.direction(before)?;
        Some(t.dot(after) / t.dot(before))
    }
}

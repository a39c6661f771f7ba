//! Rays from the eye through a point of the picture, for picking.

use super::items::Disc;
use super::orbit::Orbit;
use super::units::Units;
use crate::laws::Vec3;

/// Minimum pick radius of a glyph, pixels.
const REACH: f64 = 9.0;

/// A ray from the eye, m, world frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ray {
    /// Origin, m.
    pub from: Vec3,
    /// Unit direction.
    pub along: Vec3,
    /// Size of a pixel, m: increase per metre along the ray (0 without perspective), and value at the origin.
    pub pixel: (f64, f64),
}

impl Ray {
    /// The ray through a point of the picture, given in pixels right of and below the centre; `pixel`: drawing units
    /// per pixel at the focus.
    pub(crate) fn through(orbit: &Orbit, units: &Units, [x, y]: [f64; 2], pixel: f64) -> Self {
        let pose = orbit.pose();
        let wide = |v: bevy::math::Vec3| Vec3::new(v.x.into(), v.y.into(), v.z.into());
        let (right, up, ahead) = (wide(pose.right), wide(pose.up), wide(pose.forward));
        let aside = (right * x - up * y) * pixel;
        let (eye, radius) = (wide(pose.eye), f64::from(orbit.radius));
        let metres = 1.0 / units.per_metre;
        if orbit.is_orthographic() {
            let along = ahead / ahead.norm();
            Self { from: (eye + aside) * metres, along, pixel: (0.0, pixel * metres) }
        } else {
            let along = ahead * radius + aside;
            Self { from: eye * metres, along: along / along.norm(), pixel: (pixel / radius, 0.0) }
        }
    }

    /// Distance along the ray to the disc's centre, m, if the ray meets the disc or passes within `REACH` pixels of its
    /// centre.
    pub(crate) fn meets(&self, disc: &Disc) -> Option<f64> {
        let to = disc.center - self.from;
        let ahead = to.dot(&self.along);
        let reach = REACH * (self.pixel.0 * ahead + self.pixel.1);
        let passes = (to - self.along * ahead).norm() <= reach;
        let slope = self.along.dot(&disc.normal);
        let plane = if slope.abs() > 1e-9 { to.dot(&disc.normal) / slope } else { ahead };
        let hits = (self.along * plane - to).norm() <= disc.radius;
        (ahead > 0.0 && (passes || hits)).then_some(ahead)
    }
}

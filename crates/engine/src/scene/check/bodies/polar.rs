//! Reads a velocity by its speed and its angle of incidence: `Polar(speed: 5.0, degrees: 30.0)`.

use crate::laws::{Rotation, Vec3};
use crate::scene::check::read::{Allowed, Check, unit};
use crate::scene::language::{POLAR, VELOCITY};
use crate::scene::text::raw::Node;

/// A velocity by speed, angle of incidence and azimuth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::scene::check) struct Polar {
    /// Speed, m/s.
    pub(in crate::scene::check) speed: f64,
    /// Angle to the direction of a head-on impact, rad.
    incidence: f64,
    /// Angle about the outward normal, right-handed from +y, rad.
    azimuth: f64,
    /// Direction of a head-on impact, a unit vector, world; `None` for −z of the axes in which the body is placed.
    down: Option<Vec3>,
}

/// True for a value that is written as `Polar(...)`, or by another name, which [`Polar::read`] reports.
pub(in crate::scene::check) fn is_polar(node: &Node) -> bool {
    node.variant().is_some()
}

/// Reads `(x, y, z)` or `Polar(...)` in the world's axes, m/s.
pub(in crate::scene::check) fn world_velocity(check: &mut Check, node: &Node) -> Option<Vec3> {
    if is_polar(node) {
        return Polar::read(check, node).map(|polar| polar.velocity(&Rotation::identity()));
    }
    check.vector(node)
}

impl Polar {
    /// Reads `Polar(speed: 5.0, degrees: 30.0)`, also with `azimuth` and `down`, or `Polar(5.0, 30.0)`.
    pub(in crate::scene::check) fn read(check: &mut Check, node: &Node) -> Option<Self> {
        let (_, payload) = check.variant(node, &VELOCITY)?;
        if payload.tuple().is_some_and(|elements| elements.len() == 2) {
            let [speed, degrees] = payload.tuple()?.try_into().ok()?;
            let (speed, degrees) = (check.not_negative(&speed), check.number(&degrees, Allowed::Degrees));
            return Some(Self { speed: speed?, incidence: degrees?.to_radians(), azimuth: 0.0, down: None });
        }
        let table = check.fields(&payload, &POLAR.table)?;
        let speed = table.required(check, &POLAR.speed, Check::not_negative);
        let degrees = table.required(check, &POLAR.degrees, Check::degrees);
        let azimuth = table.or(check, &POLAR.azimuth, 0.0, Check::degrees);
        let down = table.optional(check, &POLAR.down, Check::direction);
        Some(Self { speed: speed?, incidence: degrees?.to_radians(), azimuth: azimuth?.to_radians(), down: down? })
    }

    /// The velocity, m/s, world: `speed (cos θ down + sin θ t)`, with t the tangent at the azimuth. `axes`: axes in
    /// which the body is placed, to world; their y, or z if `down` is along y, is projected for the azimuth 0.
    pub(in crate::scene::check) fn velocity(&self, axes: &Rotation) -> Vec3 {
        let [up, y] = match self.down {
            None => [axes * Vec3::z(), axes * Vec3::y()],
            Some(down) => {
                let tangent = |axis: Vec3| {
                    let axis = axes * axis;
                    // The direction of a nearly parallel axis would be rounding.
                    unit(axis - down * axis.dot(&down)).filter(|_| axis.cross(&down).norm() > 1e-6)
                };
                [-down, tangent(Vec3::y()).or_else(|| tangent(Vec3::z())).unwrap_or_else(Vec3::zeros)]
            }
        };
        let ((sine, cosine), (aside, along)) = (libm::sincos(self.incidence), libm::sincos(self.azimuth));
        (y * along + up.cross(&y) * aside) * (self.speed * sine) - up * (self.speed * cosine)
    }
}

//! Rays from the eye through a point of the picture, for picking.

use crate::draw::overlay::items::Disc;
use crate::draw::scale::half_extents;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::units::Units;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::BodyState;
use stickslip_engine::shapes::Shape;

/// Minimum pick radius of a glyph, pixels.
const REACH: f64 = 9.0;

/// A ray from the eye, m, world frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
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
    pub fn through(orbit: &Orbit, units: &Units, [x, y]: [f64; 2], pixel: f64) -> Self {
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
    pub fn meets(&self, disc: &Disc) -> Option<f64> {
        let to = disc.center - self.from;
        let ahead = to.dot(&self.along);
        let reach = REACH * (self.pixel.0 * ahead + self.pixel.1);
        let passes = (to - self.along * ahead).norm() <= reach;
        let slope = self.along.dot(&disc.normal);
        let plane = if slope.abs() > 1e-9 { to.dot(&disc.normal) / slope } else { ahead };
        let hits = (self.along * plane - to).norm() <= disc.radius;
        (ahead > 0.0 && (passes || hits)).then_some(ahead)
    }

    /// Distance along the ray to a body, m, if the ray meets it: to a ball or an ellipsoid exactly, to any other shape
    /// by the box around it in its own axes. `None` for an unbounded shape.
    pub fn meets_body(&self, body: &BodyState) -> Option<f64> {
        let half = half_extents(&body.shape)?;
        // In units of the half extents the body is a unit ball or a cube.
        let local = |v: Vec3| body.q.inverse_transform_vector(&v).component_div(&half);
        let (from, along) = (local(self.from - body.x), local(self.along));
        let ahead = |distance: f64| (distance > 0.0).then_some(distance);
        if matches!(body.shape, Shape::Sphere { .. } | Shape::Ellipsoid { .. }) {
            let (a, b, c) = (along.norm_squared(), from.dot(&along), from.norm_squared() - 1.0);
            return ahead((-b - (b * b - a * c).sqrt()) / a);
        }
        let (mut near, mut far) = (f64::NEG_INFINITY, f64::INFINITY);
        for (from, along) in from.iter().zip(along.iter()) {
            let [first, second] = [(-1.0 - from) / along, (1.0 - from) / along];
            near = near.max(first.min(second));
            far = far.min(first.max(second));
        }
        ahead(near).filter(|near| *near <= far)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    /// A ray along x meets a ball at its near side, a turned box at its tilted face, and neither beside them.
    #[test]
    fn a_ray_meets_what_is_drawn() {
        let scene = Scene::parse("t", builtin::text("brick-slips").expect("a scene")).expect("no fault");
        let any = Simulation::new(&scene).state().bodies[1].clone();
        let (x, q) = (Vec3::x() * 3.0, stickslip_engine::laws::Rotation::identity());
        let body = |shape: Shape| BodyState { shape, x, q, ..any.clone() };
        let hit = |body: &BodyState, y: f64| {
            Ray { from: Vec3::new(0.0, y, 0.0), along: Vec3::x(), pixel: (0.0, 0.0) }.meets_body(body)
        };
        let ball = body(Shape::Sphere { radius: 0.5 });
        assert!((hit(&ball, 0.3).expect("a hit") - 2.6).abs() < 1e-12);
        assert_eq!(hit(&ball, 0.501), None);
        let mut block = body(Shape::Box { half_extents: Vec3::new(0.5, 0.1, 0.2) });
        assert!((hit(&block, 0.05).expect("a hit") - 2.5).abs() < 1e-12);
        assert_eq!(hit(&block, 0.11), None);
        block.q = stickslip_engine::laws::Rotation::from_axis_angle(&Vec3::z_axis(), std::f64::consts::FRAC_PI_2);
        assert!((hit(&block, 0.4).expect("a hit") - 2.9).abs() < 1e-12);
        let behind = Ray { from: Vec3::x() * 9.0, along: Vec3::x(), pixel: (0.0, 0.0) };
        assert_eq!((behind.meets_body(&ball), behind.meets_body(&block)), (None, None));
    }
}

//! The coordinates of a case's motion: three in a plane, six in space.

use super::problem::DaeBody;
use crate::laws::Vec3;
use crate::laws::number::{Number, V2, V3, WIDTH, Wide, both, columns};
use crate::shapes::outline::MotionPlane;
use crate::step::solve::mover::Velocity;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, f64x4, f64x8};

/// D coordinates of velocities, of which a contact has T tangential directions; P numbers of memory hold them.
pub(super) trait Coordinates<const T: usize, const D: usize, const P: usize> {
    /// What these coordinates need of a body besides itself.
    type Mass: Clone + std::fmt::Debug;
    /// For this body.
    fn mass(&self, body: &DaeBody) -> Self::Mass;
    /// The velocities of the bodies i and of the bodies j of eight contacts.
    fn gathered<S: Simd>(simd: S, ends: &[[f64; P]], bodies: &[[u32; WIDTH]; 2]) -> [[Wide<S>; D]; 2];
    /// Adds to a velocity this change of it per newton, times a change of friction, N.
    fn change<S: Simd>(simd: S, velocity: &mut [f64; P], push: &[f64; P], by: f64);
    /// M⁻¹ times a force with its moment, in these coordinates.
    fn pushed(&self, body: &DaeBody, mass: &Self::Mass, by: &[f64; P]) -> [f64; P];
    /// The coordinates of a velocity and an angular velocity, or of a direction with its moment.
    fn of<N: Number>(&self, along: V3<N>, about: V3<N>) -> [N; D];
    /// The tangents of a contact, components (u, w); `along`: a × n for motion in the plane normal to a.
    fn tangents<N: Number>(&self, along: V2<N>) -> [V2<N>; T];

    /// The velocity of a body as stored; what memory is left over is 0.
    #[inline(always)]
    fn stored(&self, Velocity { v, w }: &Velocity) -> [f64; P] {
        let mut stored = [0.0; P];
        stored[..D].copy_from_slice(&self.of::<f64>((*v).into(), (*w).into()));
        stored
    }
}

/// Any motion.
#[derive(Debug)]
pub(super) struct InSpace;

/// Motion in a plane.
#[derive(Debug)]
pub(super) struct InPlane(pub(super) MotionPlane);

impl Coordinates<2, 6, 8> for InSpace {
    type Mass = ();

    fn mass(&self, _: &DaeBody) {}

    #[inline(always)]
    fn gathered<S: Simd>(simd: S, ends: &[[f64; 8]], bodies: &[[u32; WIDTH]; 2]) -> [[Wide<S>; 6]; 2] {
        both(
            #[inline(always)]
            |k| {
                let [x, y, z, a, b, c, ..] = columns(
                    simd,
                    #[inline(always)]
                    |lane| ends[bodies[k][lane] as usize],
                );
                [x, y, z, a, b, c]
            },
        )
    }

    #[inline(always)]
    fn change<S: Simd>(simd: S, velocity: &mut [f64; 8], push: &[f64; 8], by: f64) {
        (f64x8::simd_from(simd, *velocity) + f64x8::simd_from(simd, *push) * by).store_array(velocity);
    }

    #[inline(always)]
    fn pushed(&self, body: &DaeBody, (): &(), [x, y, z, a, b, c, ..]: &[f64; 8]) -> [f64; 8] {
        self.stored(&body.pushed(Vec3::new(*x, *y, *z), &Vec3::new(*a, *b, *c)))
    }

    #[inline(always)]
    fn of<N: Number>(&self, along: V3<N>, about: V3<N>) -> [N; 6] {
        [along.x, along.y, along.z, about.x, about.y, about.z]
    }

    #[inline(always)]
    fn tangents<N: Number>(&self, along: V2<N>) -> [V2<N>; 2] {
        let (zero, one) = (along.u.like(0.0), along.u.like(1.0));
        [V2 { u: one, w: zero }, V2 { u: zero, w: one }]
    }
}

impl Coordinates<1, 3, 4> for InPlane {
    /// M⁻¹ of translation, 1/kg, by columns, and of rotation, 1/(kg·m²).
    type Mass = ([[f64; 2]; 2], f64);

    fn mass(&self, body: &DaeBody) -> Self::Mass {
        let MotionPlane { a, e1, e2 } = &self.0;
        let turning = a.dot(&(body.mass.angular * a));
        if body.supports.is_none() {
            return ([[body.mass.linear, 0.0], [0.0, body.mass.linear]], turning);
        }
        let column = |e: &Vec3| {
            let v = body.pushed(*e, &Vec3::zeros()).v;
            [e1.dot(&v), e2.dot(&v)]
        };
        ([column(e1), column(e2)], turning)
    }

    #[inline(always)]
    fn gathered<S: Simd>(simd: S, ends: &[[f64; 4]], bodies: &[[u32; WIDTH]; 2]) -> [[Wide<S>; 3]; 2] {
        let [x_i, y_i, turning_i, _, x_j, y_j, turning_j, _] = columns(
            simd,
            #[inline(always)]
            |lane| {
                let [i, j] = [&ends[bodies[0][lane] as usize], &ends[bodies[1][lane] as usize]];
                f64x4::simd_from(simd, *i).combine(f64x4::simd_from(simd, *j))
            },
        );
        [[x_i, y_i, turning_i], [x_j, y_j, turning_j]]
    }

    #[inline(always)]
    fn change<S: Simd>(simd: S, velocity: &mut [f64; 4], push: &[f64; 4], by: f64) {
        (f64x4::simd_from(simd, *velocity) + f64x4::simd_from(simd, *push) * by).store_array(velocity);
    }

    #[inline(always)]
    fn pushed(&self, _: &DaeBody, ([x, y], turning): &Self::Mass, by: &[f64; 4]) -> [f64; 4] {
        [x[0] * by[0] + y[0] * by[1], x[1] * by[0] + y[1] * by[1], turning * by[2], 0.0]
    }

    #[inline(always)]
    fn of<N: Number>(&self, along: V3<N>, about: V3<N>) -> [N; 3] {
        let MotionPlane { a, e1, e2 } = &self.0;
        let [a, e1, e2] = [V3::like(along.x, a), V3::like(along.x, e1), V3::like(along.x, e2)];
        [e1.dot(along), e2.dot(along), a.dot(about)]
    }

    #[inline(always)]
    fn tangents<N: Number>(&self, along: V2<N>) -> [V2<N>; 1] {
        [along]
    }
}

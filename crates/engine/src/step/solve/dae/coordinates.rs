//! The coordinates of a case's motion: three in a plane, six in space.

use super::problem::DaeBody;
use crate::laws::Vec3;
use crate::laws::math::number::{Number, Row, V2, V3, WIDTH, Wide, both, columns, columns_of_both, transposed};
use crate::shapes::outline::MotionPlane;
use crate::step::solve::solver_body::Velocity;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, f64x4, f64x8};

/// Coordinates of a case's velocities: D components, stored in P numbers; a contact has T tangential directions.
pub(super) trait Coordinates<const T: usize, const D: usize, const P: usize> {
    /// M⁻¹ of a body.
    type Mass: Clone + std::fmt::Debug;
    /// M⁻¹ of this body, in these coordinates.
    fn mass(&self, body: &DaeBody) -> Self::Mass;
    /// The velocities of the bodies i and of the bodies j of eight contacts.
    fn gathered<S: Simd>(simd: S, ends: &[[f64; P]], bodies: &[[u32; WIDTH]; 2]) -> [[Wide<S>; D]; 2];
    /// Adds `push`, the change of velocity per newton of friction, times the change of friction `by`, N, to a velocity.
    fn change<S: Simd>(simd: S, velocity: &mut [f64; P], push: &[f64; P], by: f64);
    /// M⁻¹ of bodies i and of bodies j times the forces and moments `by`.
    fn pushed<S: Simd>(
        simd: S,
        masses: &[Self::Mass],
        bodies: &[[u32; WIDTH]; 2],
        by: &[[[Wide<S>; D]; T]; 2],
    ) -> [[[Wide<S>; D]; T]; 2];
    /// Transposes the numbers of eight contacts to one block per contact; unused memory is 0.
    fn by_contact<S: Simd>(simd: S, numbers: &[[[Wide<S>; D]; T]; 2], to: &mut [[[[f64; P]; T]; 2]; WIDTH]);
    /// The coordinates of a velocity and an angular velocity, or of a direction with its moment.
    fn of<N: Number>(&self, along: V3<N>, about: V3<N>) -> [N; D];
    /// The tangents of a contact, components (u, w); `along`: a × n for motion in the plane normal to a.
    fn tangents<N: Number>(&self, along: V2<N>) -> [V2<N>; T];

    /// The velocity of a body as stored; unused memory is 0.
    #[inline(always)]
    fn stored(&self, Velocity { v, w }: &Velocity) -> [f64; P] {
        let mut stored = [0.0; P];
        stored[..D].copy_from_slice(&self.of::<f64>((*v).into(), (*w).into()));
        stored
    }
}

/// Coordinates of any motion: three translations and three rotations.
#[derive(Debug)]
pub(super) struct InSpace;

/// Coordinates of motion in a plane: two translations and one rotation.
#[derive(Debug)]
pub(super) struct InPlane(pub(super) MotionPlane);

impl Coordinates<2, 6, 8> for InSpace {
    /// M⁻¹ of translation, 1/kg, and of rotation, 1/(kg·m²), by columns.
    type Mass = [Row; 3];

    fn mass(&self, body: &DaeBody) -> Self::Mass {
        let mut numbers = [0.0; 24];
        for (k, e) in [Vec3::x(), Vec3::y(), Vec3::z()].iter().enumerate() {
            let by = [body.pushed(*e, &Vec3::zeros()).v, body.mass.angular * e];
            for (rotation, column) in by.iter().enumerate() {
                numbers[9 * rotation + 3 * k..][..3].copy_from_slice(column.as_slice());
            }
        }
        let row = |k: usize| Row(std::array::from_fn(|lane| numbers[WIDTH * k + lane]));
        [row(0), row(1), row(2)]
    }

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
    fn pushed<S: Simd>(
        simd: S,
        masses: &[[Row; 3]],
        bodies: &[[u32; WIDTH]; 2],
        by: &[[[Wide<S>; 6]; 2]; 2],
    ) -> [[[Wide<S>; 6]; 2]; 2] {
        both(
            #[inline(always)]
            |k| {
                let [xx, yx, zx, xy, yy, zy, xz, yz] = rows(simd, masses, &bodies[k], 0);
                let [zz, aa, ba, ca, ab, bb, cb, ac] = rows(simd, masses, &bodies[k], 1);
                let [bc, cc, ..] = rows(simd, masses, &bodies[k], 2);
                both(
                    #[inline(always)]
                    |t| {
                        let [x, y, z, a, b, c] = by[k][t];
                        [
                            xx * x + xy * y + xz * z,
                            yx * x + yy * y + yz * z,
                            zx * x + zy * y + zz * z,
                            aa * a + ab * b + ac * c,
                            ba * a + bb * b + bc * c,
                            ca * a + cb * b + cc * c,
                        ]
                    },
                )
            },
        )
    }

    #[inline(always)]
    fn by_contact<S: Simd>(simd: S, numbers: &[[[Wide<S>; 6]; 2]; 2], to: &mut [[[[f64; 8]; 2]; 2]; WIDTH]) {
        let zero = Wide::splat(simd, 0.0);
        for k in 0..2 {
            for t in 0..2 {
                let [x, y, z, a, b, c] = numbers[k][t];
                for (row, to) in transposed([x, y, z, a, b, c, zero, zero]).into_iter().zip(to.iter_mut()) {
                    row.store_array(&mut to[k][t]);
                }
            }
        }
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
    /// M⁻¹ of translation, 1/kg: elements (e1, e1), (e1, e2) and (e2, e2); and of rotation, 1/(kg·m²). M⁻¹ is
    /// symmetric, because the supports are orthonormal, and e1 and e2 normal to the held direction.
    type Mass = [f64; 4];

    fn mass(&self, body: &DaeBody) -> [f64; 4] {
        let MotionPlane { a, e1, e2 } = &self.0;
        let turning = a.dot(&(body.mass.angular * a));
        if body.normal_constraints.is_none() {
            return [body.mass.linear, 0.0, body.mass.linear, turning];
        }
        let [by_e1, by_e2] = [e1, e2].map(|e| body.pushed(*e, &Vec3::zeros()).v);
        [e1.dot(&by_e1), e1.dot(&by_e2), e2.dot(&by_e2), turning]
    }

    #[inline(always)]
    fn gathered<S: Simd>(simd: S, ends: &[[f64; 4]], bodies: &[[u32; WIDTH]; 2]) -> [[Wide<S>; 3]; 2] {
        let [x_i, y_i, turning_i, _, x_j, y_j, turning_j, _] = of_both(simd, ends, bodies);
        [[x_i, y_i, turning_i], [x_j, y_j, turning_j]]
    }

    #[inline(always)]
    fn change<S: Simd>(simd: S, velocity: &mut [f64; 4], push: &[f64; 4], by: f64) {
        (f64x4::simd_from(simd, *velocity) + f64x4::simd_from(simd, *push) * by).store_array(velocity);
    }

    #[inline(always)]
    fn pushed<S: Simd>(
        simd: S,
        masses: &[[f64; 4]],
        bodies: &[[u32; WIDTH]; 2],
        by: &[[[Wide<S>; 3]; 1]; 2],
    ) -> [[[Wide<S>; 3]; 1]; 2] {
        let all = of_both(simd, masses, bodies);
        both(
            #[inline(always)]
            |k| {
                let [xx, xy, yy, turning] = [all[4 * k], all[4 * k + 1], all[4 * k + 2], all[4 * k + 3]];
                let [[x, y, moment]] = by[k];
                [[xx * x + xy * y, xy * x + yy * y, turning * moment]]
            },
        )
    }

    #[inline(always)]
    fn by_contact<S: Simd>(simd: S, [[i], [j]]: &[[[Wide<S>; 3]; 1]; 2], to: &mut [[[[f64; 4]; 1]; 2]; WIDTH]) {
        let zero = Wide::splat(simd, 0.0);
        let rows = transposed([i[0], i[1], i[2], zero, j[0], j[1], j[2], zero]);
        for (row, to) in rows.into_iter().zip(to) {
            if let Some(to) = to.as_flattened_mut().as_flattened_mut().first_chunk_mut() {
                row.store_array(to);
            }
        }
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

/// Row `row` of the stored M⁻¹ of each of these bodies.
#[inline(always)]
fn rows<S: Simd>(simd: S, of: &[[Row; 3]], bodies: &[u32; WIDTH], row: usize) -> [Wide<S>; WIDTH] {
    columns(
        simd,
        #[inline(always)]
        |lane| of[bodies[lane] as usize][row].0,
    )
}

/// Four numbers of bodies i, then four of bodies j, for eight contacts.
#[inline(always)]
fn of_both<S: Simd>(simd: S, of: &[[f64; 4]], [i, j]: &[[u32; WIDTH]; 2]) -> [Wide<S>; WIDTH] {
    columns_of_both(
        simd,
        of,
        #[inline(always)]
        |lane| [i[lane], j[lane]],
    )
}

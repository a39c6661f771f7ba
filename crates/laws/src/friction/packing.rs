//! Packing of a contact's history, increments, constants and load into rows of eight numbers, one cache line each.

use crate::friction::contact::{ContactHistory, ContactLoad, KernelConstants, StepMotion};
use crate::friction::element::Spring;
use crate::math::number::{Number, V2, V3};

impl<N: Copy> ContactHistory<N> {
    /// Unpacks the value from its rows of numbers.
    #[inline(always)]
    pub fn from_rows(numbers: &[[N; 8]; 2]) -> Self {
        let [[a, b, c, d, e, f, g, h], [k, l, m, n, o, p, q, spin]] = *numbers;
        Self {
            from: [V3 { x: a, y: b, z: c }, V3 { x: d, y: e, z: f }],
            u: V3 { x: g, y: h, z: k },
            slide: V2 { u: l, w: m },
            roll: [V2 { u: n, w: o }, V2 { u: p, w: q }],
            spin,
        }
    }

    /// Packs the value into rows of eight numbers.
    #[inline(always)]
    pub fn numbers(&self) -> [[N; 8]; 2] {
        let Self { from: [i, j], u, slide, roll: [roll_i, roll_j], spin } = *self;
        let first = [i.x, i.y, i.z, j.x, j.y, j.z, u.x, u.y];
        [first, [u.z, slide.u, slide.w, roll_i.u, roll_i.w, roll_j.u, roll_j.w, spin]]
    }
}

impl<N: Copy> StepMotion<N> {
    /// Unpacks the value from its rows of numbers.
    #[inline(always)]
    pub fn from_row([a, b, c, d, psi, normal, overlap, share]: [N; 8]) -> Self {
        Self { paths: [V2 { u: a, w: b }, V2 { u: c, w: d }], psi, normal, overlap, share }
    }

    /// Packs the value into rows of eight numbers.
    #[inline(always)]
    pub fn numbers(&self) -> [N; 8] {
        let Self { paths: [i, j], psi, normal, overlap, share } = *self;
        [i.u, i.w, j.u, j.w, psi, normal, overlap, share]
    }
}

impl<N: Copy> KernelConstants<N> {
    /// Unpacks the value from its rows of numbers.
    #[inline(always)]
    pub fn from_rows(numbers: &[[N; 8]; 3]) -> Self {
        let [[a, b, c, d, e, f, g, h], slide_and_roll, spin] = *numbers;
        let spring = |[stiffness, static_cap, kinetic_cap, damping]: [N; 4]| Spring {
            stiffness,
            static_cap,
            kinetic_cap,
            damping,
        };
        let [k, l, m, n, o, p, q, r] = slide_and_roll;
        let [s, t, u, v, ..] = spin;
        let springs = [spring([k, l, m, n]), spring([o, p, q, r]), spring([s, t, u, v])];
        Self { reach: [a, b], still: [c, d], curvatures: [e, f], normal: [g, h], springs }
    }
}

impl KernelConstants {
    /// Packs the value into rows of eight numbers; the last four are padding.
    pub fn numbers(&self) -> [[f64; 8]; 3] {
        let Self { reach: [a, b], still: [c, d], curvatures: [e, f], normal: [g, h], springs } = *self;
        let [slide, roll, spin] = springs.map(|s| [s.stiffness, s.static_cap, s.kinetic_cap, s.damping]);
        let both = |[a, b, c, d]: [f64; 4], [e, f, g, h]: [f64; 4]| [a, b, c, d, e, f, g, h];
        [[a, b, c, d, e, f, g, h], both(slide, roll), both(spin, [0.0; 4])]
    }
}

impl<N: Number> ContactLoad<N> {
    /// Force and torque on body i and on body j; the last two numbers of each row are padding.
    #[inline(always)]
    pub fn numbers(&self) -> [[N; 8]; 2] {
        let Self { force: f, torques: [i, j] } = *self;
        let zero = f.x.like(0.0);
        [[f.x, f.y, f.z, i.x, i.y, i.z, zero, zero], [-f.x, -f.y, -f.z, j.x, j.y, j.z, zero, zero]]
    }
}

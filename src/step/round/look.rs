//! Which pairs touch, and where: many of them at a glance.
//!
//! The pairs of a pile are near each other, but a third of them do not touch, without any pattern: a branch for each pair
//! would be guessed wrongly as often, and every wrong guess would wait for the memory. So the pairs of a [`SPAN`] are all
//! looked at first, eight side by side, and only the bits of the outcome are branched on.

use super::classes::{Class, Form};
use super::kernel::Place;
use super::lanes::{Around, Span};
use super::{Ball, Flat};
use crate::laws::Vec3;
use crate::laws::frame::ContactFrame;
use crate::laws::number::{LANES, Lanes, Row, V3, each, transposed};
use crate::step::events::What;
use crate::world::round::{APART, RoundPair};
use fearless_simd::Simd;
use fearless_simd::prelude::*;

/// Pairs that are looked at together: a bit of a word each.
pub const SPAN: usize = u64::BITS as usize;

/// Where a pair touches and how its bodies move on each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// Between balls: from centre j to centre i, m; else the normal into body i. Then the velocity of body j against
    /// body i, m/s, and the overlap on a plane, m.
    pub motion: Row,
    /// The foot on a plane, m.
    pub foot: Row,
}

impl Seen {
    /// Velocity of body j against body i, m/s.
    pub fn rate(&self) -> V3<f64> {
        let [_, _, _, x, y, z, ..] = self.motion.0;
        V3 { x, y, z }
    }

    /// Where the bodies touch.
    pub fn place(&self, class: &Class) -> Place {
        let ([x, y, z, .., overlap, _], [foot_x, foot_y, foot_z, ..]) = (self.motion.0, self.foot.0);
        let along = V3 { x, y, z };
        match class.form {
            Form::Balls => Place::between(along, class.radii[0] + class.radii[1]),
            _ => Place { n: along, overlap, foot: V3 { x: foot_x, y: foot_y, z: foot_z } },
        }
    }
}

/// Where the bodies of a pair touch; `None` where they do not.
pub fn place(class: &Class, i: &Ball, j: &Ball, flats: &[Flat]) -> Option<Place> {
    let mut seen = Seen::default();
    for (to, (i, j)) in seen.motion.0.iter_mut().zip(i.0.0.iter().zip(&j.0.0)) {
        *to = i - j;
    }
    let touches = match class.form {
        Form::Balls => seen.motion.0[..3].iter().map(|x| x * x).sum::<f64>() <= class.reach_squared(),
        _ => see_on_plane(class, flats, &mut seen),
    };
    touches.then(|| seen.place(class))
}

/// True if a ball touches a plane, and where; before, `seen` has the difference of the two bodies.
fn see_on_plane(class: &Class, flats: &[Flat], seen: &mut Seen) -> bool {
    let [x, y, z, rate_x, rate_y, rate_z, ..] = seen.motion.0;
    let (between, rate) = (Vec3::new(x, y, z), Vec3::new(rate_x, rate_y, rate_z));
    let (flat, up, x, radius) = match class.form {
        Form::PlaneUnder(flat) => (flat, -1.0, -between, class.radii[1]),
        Form::PlaneOver(flat) => (flat, 1.0, between, class.radii[0]),
        Form::Balls => return false,
    };
    let Some(flat) = flats.get(flat as usize) else { return false };
    let lowest = x - flat.up * radius;
    let height = flat.up.dot(&lowest);
    let foot = lowest - flat.up * height;
    // Turning moves the surface of a ball across n only, that of a plane also along it.
    let rate = rate + flat.w.cross(&foot) * up;
    let n = flat.up * up;
    seen.motion.0 = [n.x, n.y, n.z, rate.x, rate.y, rate.z, -height, 0.0];
    seen.foot.0[..3].copy_from_slice(foot.as_slice());
    height <= class.gap
}

/// What was seen of the pairs of a span, a bit for each: the lowest for the first.
#[derive(Clone, Copy)]
pub struct Glance {
    /// Those that touch now.
    pub touching: u64,
    /// Those that touched before.
    pub before: u64,
}

/// Looks at the pairs of a span. Those in a lane that was stopped do not touch and never did.
#[inline(always)]
pub fn look<S: Simd>(
    simd: S,
    around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>,
    pairs: &[RoundPair],
    seen: &mut [Seen; SPAN],
) -> Glance {
    let mut glance = Glance { touching: 0, before: 0 };
    for (eighth, pairs) in pairs.chunks(LANES).enumerate() {
        let shift = eighth * LANES;
        let seen = &mut seen[shift..shift + LANES];
        // Lanes beyond the last pair repeat it.
        let last = pairs.len() - 1;
        let rows = each(
            #[inline(always)]
            |k| {
                let [i, j] = pairs[k.min(last)].rows;
                let (i, j) = (&around.balls[i as usize], &around.balls[j as usize]);
                <Lanes<S>>::simd_from(simd, i.0.0) - <Lanes<S>>::simd_from(simd, j.0.0)
            },
        );
        let _: [(); LANES] = each(
            #[inline(always)]
            |k| rows[k].store_array(&mut seen[k].motion.0),
        );
        let [x, y, z, ..] = transposed(rows);
        let square = x * x + y * y + z * z;
        let class = &around.classes[pairs[0].class as usize];
        let alike = pairs.iter().all(|pair| pair.class == pairs[0].class);
        let reach = if alike {
            Lanes::splat(simd, class.reach_squared())
        } else {
            each(|k| around.classes[pairs[k.min(last)].class as usize].reach_squared()).simd_into(simd)
        };
        let mut bits = square.simd_le(reach).to_bitmask();
        if !alike || class.form != Form::Balls {
            for (k, pair) in pairs.iter().enumerate() {
                let class = &around.classes[pair.class as usize];
                if class.form != Form::Balls {
                    bits = bits & !(1 << k) | u64::from(see_on_plane(class, around.flats, &mut seen[k])) << k;
                }
            }
        }
        let there = u64::MAX >> (u64::BITS as usize - pairs.len());
        glance.touching |= (bits & there) << shift;
        for (k, pair) in pairs.iter().enumerate() {
            glance.before |= u64::from(pair.touches()) << (shift + k);
        }
    }
    if around.any_stopped {
        let stopped = pairs.iter().enumerate().filter(|(_, pair)| {
            let class = &around.classes[pair.class as usize];
            (around.stopped)(class.lane)
        });
        let stopped = stopped.fold(0, |bits, (k, _)| bits | 1 << k);
        (glance.touching, glance.before) = (glance.touching & !stopped, glance.before & !stopped);
    }
    glance
}

/// Notes that the contact of a pair has ended.
pub fn end(span: &mut Span, row: usize) {
    span.notes.push(span.table.pasts[row].key, What::End);
    span.table.pairs[row].born = APART;
}

/// The numbers of the set bits, from the lowest on.
pub fn each_bit(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lowest
        })
    })
}

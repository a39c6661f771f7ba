//! Finds which pairs of spheres and planes touch, and where, many at a time.
//!
//! The pairs of a pile are near each other, but a third of them do not touch, in no pattern: a branch per pair would be
//! mispredicted as often, and every misprediction would wait for memory. So all rows of a [`BLOCK`] are tested first,
//! in SIMD lanes of eight, and only the result bits are branched on.

use crate::laws::Vec3;
use crate::laws::friction::contact::ContactPoint;
use crate::laws::math::number::{Row, V3, WIDTH, Wide, each, each_bit, transposed};
use crate::step::contacts::pair_constants::{PairConstants, PairShape};
use crate::world::contact::ContactPair;
use fearless_simd::Simd;
use fearless_simd::prelude::*;
use std::ops::Range;

/// Number of rows that are tested together, one bit of a word each.
pub(crate) const BLOCK: usize = u64::BITS as usize;

/// Centre of a body, m, and its negated velocity, m/s: the difference of two gives the vector from body j to body i and
/// the velocity of j relative to i.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyMotion(pub Row);

impl BodyMotion {
    /// The motion of a body at position `x`, m, with velocity `v`, m/s, world.
    #[inline(always)]
    pub fn new(x: &Vec3, v: &Vec3) -> Self {
        Self(Row([x.x, x.y, x.z, -v.x, -v.y, -v.z, 0.0, 0.0]))
    }

    /// Centre of the body, m, world.
    pub fn centre(&self) -> Vec3 {
        let [x, y, z, ..] = self.0.0;
        Vec3::new(x, y, z)
    }

    /// A copy of the body with another velocity, m/s.
    pub fn with_velocity(&self, v: &Vec3) -> Self {
        Self::new(&self.centre(), v)
    }
}

/// Orientation and rotation of a plane at this step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneState {
    /// Index of the body in the list of bodies.
    pub row: u32,
    /// Unit surface normal, world.
    pub up: Vec3,
    /// Angular velocity, rad/s, world.
    pub w: Vec3,
}

/// The inputs of contact geometry.
#[derive(Clone, Copy)]
pub struct Geometry<'a> {
    /// Centres and velocities of all bodies, by row.
    pub bodies: &'a [BodyMotion],
    /// Planes among the bodies.
    pub planes: &'a [PlaneState],
    /// Classes of the pairs.
    pub classes: &'a [PairConstants],
    /// Which rows belong to pairs handled one by one.
    pub general: &'a GeneralRows,
    /// Returns true for a stopped case; `None` if no case has stopped.
    pub stopped: Option<&'a (dyn Fn(u32) -> bool + Sync)>,
    /// The current step.
    pub step: u32,
}

/// Where the bodies of a pair touch, and their relative motion.
#[derive(Clone, Copy, Debug, Default)]
pub struct PairGeometry {
    /// For spheres, the vector from centre j to centre i, m; otherwise the normal into body i. Then the velocity of
    /// body j relative to body i, m/s, and the overlap on a plane, m.
    pub motion: Row,
    /// Vector from the centre of the plane to the contact point on it, m, world.
    pub foot: Row,
}

impl PairGeometry {
    /// The differences of position and velocity of two bodies, from which contact is tested.
    fn from_motions(i: &BodyMotion, j: &BodyMotion) -> Self {
        let mut motion = Row::default();
        for (to, (i, j)) in motion.0.iter_mut().zip(i.0.0.iter().zip(&j.0.0)) {
            *to = i - j;
        }
        Self { motion, foot: Row::default() }
    }

    /// Velocity of body j's surface relative to body i's at the contact, m/s; components perpendicular to n may be
    /// missing.
    pub fn rate(&self) -> V3<f64> {
        let [_, _, _, x, y, z, ..] = self.motion.0;
        V3 { x, y, z }
    }

    /// The contact point of the pair.
    pub fn point(&self, class: &PairConstants) -> ContactPoint {
        let ([x, y, z, .., overlap, _], [foot_x, foot_y, foot_z, ..]) = (self.motion.0, self.foot.0);
        let along = V3 { x, y, z };
        match class.shape {
            PairShape::Spheres => ContactPoint::between(along, class.radii[0] + class.radii[1]),
            _ => ContactPoint { n: along, overlap, feet: [V3 { x: foot_x, y: foot_y, z: foot_z }; 2] },
        }
    }
}

/// Contact geometry of two spheres, or of a sphere and a plane; `None` if they do not touch. A gap of up to `gap`, m,
/// counts as touching.
pub(crate) fn round_point(
    class: &PairConstants,
    i: &BodyMotion,
    j: &BodyMotion,
    planes: &[PlaneState],
    gap: f64,
) -> Option<PairGeometry> {
    let (pair, touches) = round_pair(class, i, j, planes, gap);
    touches.then_some(pair)
}

/// Geometry of two spheres, or of a sphere and a plane, and whether they touch.
pub(crate) fn round_pair(
    class: &PairConstants,
    i: &BodyMotion,
    j: &BodyMotion,
    planes: &[PlaneState],
    gap: f64,
) -> (PairGeometry, bool) {
    let mut pair = PairGeometry::from_motions(i, j);
    let touches = match class.shape {
        PairShape::Spheres => {
            let [x, y, z, ..] = pair.motion.0;
            x * x + y * y + z * z <= class.reach_squared(gap)
        }
        _ => meet_plane(class, planes, &mut pair, gap),
    };
    (pair, touches)
}

/// The common normal of two spheres, or of a sphere and a plane, that touch: a unit vector into body i.
pub(crate) fn round_normal(class: &PairConstants, i: &BodyMotion, j: &BodyMotion, planes: &[PlaneState]) -> V3<f64> {
    match plane_of(class, planes) {
        Some((plane, side)) => (plane.up * side).into(),
        None => round_pair(class, i, j, planes, class.gap).0.point(class).n,
    }
}

/// The plane of a plane–sphere pair, and the sign of its normal relative to the contact normal: −1 if it is body i.
#[inline(always)]
fn plane_of<'a>(class: &PairConstants, planes: &'a [PlaneState]) -> Option<(&'a PlaneState, f64)> {
    let (plane, side) = match class.shape {
        PairShape::PlaneUnder(plane) => (plane, -1.0),
        PairShape::PlaneOver(plane) => (plane, 1.0),
        PairShape::Spheres | PairShape::General => return None,
    };
    Some((planes.get(plane as usize)?, side))
}

/// Tests a sphere against a plane, and finds where they touch; on entry `pair` holds the difference of the two bodies.
#[inline(never)]
fn meet_plane(class: &PairConstants, planes: &[PlaneState], pair: &mut PairGeometry, gap: f64) -> bool {
    let [x, y, z, rate_x, rate_y, rate_z, ..] = pair.motion.0;
    let (between, rate) = (Vec3::new(x, y, z), Vec3::new(rate_x, rate_y, rate_z));
    let Some((plane, side)) = plane_of(class, planes) else { return false };
    let (x, radius) = if side < 0.0 { (-between, class.radii[1]) } else { (between, class.radii[0]) };
    let lowest = x - plane.up * radius;
    let height = plane.up.dot(&lowest);
    let foot = lowest - plane.up * height;
    // Rotation moves the surface of a sphere only tangentially, but that of a plane also along n.
    let rate = rate + plane.w.cross(&foot) * side;
    let n = plane.up * side;
    pair.motion.0 = [n.x, n.y, n.z, rate.x, rate.y, rate.z, -height, 0.0];
    pair.foot.0[..3].copy_from_slice(foot.as_slice());
    height <= gap
}

/// Which rows belong to general pairs and which of those touch, one bit each, one word per block of rows.
#[derive(Clone, Debug, Default)]
pub struct GeneralRows {
    all: Vec<u64>,
    touching: Vec<u64>,
    /// Rows that may be resolved in SIMD lanes.
    simd: Vec<u64>,
}

impl GeneralRows {
    /// Marks the rows of general pairs in a table of `rows` rows; `pairs`: rows of each pair, and whether they may be
    /// resolved in SIMD lanes.
    pub fn new(pairs: impl Iterator<Item = (Range<usize>, bool)>, rows: usize) -> Self {
        let none = || vec![0; rows.div_ceil(BLOCK)];
        let mut marks = Self { all: none(), touching: none(), simd: none() };
        for (rows, is_simd) in pairs {
            for row in rows {
                mark(&mut marks.all, row);
                if is_simd {
                    mark(&mut marks.simd, row);
                }
            }
        }
        marks
    }

    /// Marks the rows that touch now.
    pub fn note(&mut self, touching: impl Iterator<Item = Range<usize>>) {
        self.touching.fill(0);
        touching.flatten().for_each(|row| mark(&mut self.touching, row));
    }

    /// For a block, the rows of general pairs, those of them that touch, and those that may be resolved in SIMD lanes.
    #[inline(always)]
    pub fn of_block(&self, block: usize) -> [u64; 3] {
        [&self.all, &self.touching, &self.simd].map(|words| words.get(block).copied().unwrap_or(0))
    }
}

fn mark(words: &mut [u64], row: usize) {
    words[row / BLOCK] |= 1 << (row % BLOCK);
}

/// Contact states of the rows of a block, one bit each, the lowest for the first.
#[derive(Clone, Copy)]
pub(crate) struct TouchMask {
    /// Rows that touch now.
    pub touching: u64,
    /// Rows that touched before.
    pub before: u64,
    /// Rows to be resolved one by one.
    pub single: u64,
}

/// Which of up to eight rows touched before this step, one bit each, without branching per row.
#[inline(always)]
fn touched_before(rows: &[ContactPair], step: u32) -> u64 {
    let (last, mut bits) = (rows.len() - 1, 0);
    let _: [(); WIDTH] = each(
        #[inline(always)]
        |k| {
            let row = &rows[k.min(last)];
            bits |= u64::from(row.touched_before(step)) << k;
        },
    );
    bits
}

/// Tests the rows of a block. Rows in a stopped case count as never touching.
#[inline(always)]
pub(crate) fn detect_block<S: Simd>(
    simd: S,
    at: &Geometry,
    block: usize,
    rows: &[ContactPair],
    found: &mut [PairGeometry; BLOCK],
) -> TouchMask {
    let [general, touching, simd_rows] = at.general.of_block(block);
    let mut mask = TouchMask { touching, before: 0, single: general & !simd_rows };
    for row in each_bit(touching) {
        // Contacts of general pairs may already have begun in this step.
        mask.before |= u64::from(rows[row].touched_before(at.step)) << row;
    }
    for (eighth, rows) in rows.chunks(WIDTH).enumerate() {
        let shift = eighth * WIDTH;
        let there = u64::MAX >> (u64::BITS as usize - rows.len());
        let wide = !general >> shift & there;
        if wide == 0 {
            continue;
        }
        let found = &mut found[shift..shift + WIDTH];
        // Lanes beyond the last row repeat it.
        let last = rows.len() - 1;
        let differences = each(
            #[inline(always)]
            |k| {
                let [i, j] = rows[k.min(last)].rows;
                let (i, j) = (&at.bodies[i as usize], &at.bodies[j as usize]);
                <Wide<S>>::simd_from(simd, i.0.0) - <Wide<S>>::simd_from(simd, j.0.0)
            },
        );
        let _: [(); WIDTH] = each(
            #[inline(always)]
            |k| differences[k].store_array(&mut found[k].motion.0),
        );
        let [x, y, z, ..] = transposed(differences);
        let square = x * x + y * y + z * z;
        let class = &at.classes[rows[0].class as usize];
        let alike = rows.iter().all(|row| row.class == rows[0].class);
        let reach = if alike {
            Wide::splat(simd, class.reach_squared(class.gap))
        } else {
            let of = |row: &ContactPair| {
                let class = &at.classes[row.class as usize];
                class.reach_squared(class.gap)
            };
            each(|k| of(&rows[k.min(last)])).simd_into(simd)
        };
        let mut bits = square.simd_le(reach).to_bitmask();
        if !alike || class.shape != PairShape::Spheres || !class.is_wide {
            for (k, row) in rows.iter().enumerate() {
                let class = &at.classes[row.class as usize];
                if !class.is_wide || class.shape == PairShape::Spheres {
                    continue;
                }
                let touches = meet_plane(class, at.planes, &mut found[k], class.gap);
                bits = bits & !(1 << k) | u64::from(touches) << k;
            }
        }
        mask.touching |= (bits & wide) << shift;
        mask.before |= (touched_before(rows, at.step) & wide) << shift;
    }
    if let Some(stopped) = at.stopped {
        let is_stopped = |row: &ContactPair| stopped(at.classes[row.class as usize].case);
        let stopped = rows.iter().enumerate().filter(|(_, row)| is_stopped(row)).fold(0, |bits, (k, _)| bits | 1 << k);
        (mask.touching, mask.before) = (mask.touching & !stopped, mask.before & !stopped);
    }
    mask
}

//! Contacts of prisms in SIMD lanes: the normal force from the overlap area, the frame and the paths of the
//! contact point. A solver finds the friction of these contacts.

use super::wide::{Batch, histories, side_by_side_constants, turns};
use crate::laws::friction::contact::{ContactPoint, FrictionLoads, StepMotion, Surface, load};
use crate::laws::friction::element::SpringLoad;
use crate::laws::friction::normal::overlap_area::{approach, normal_force, rocking_torque};
use crate::laws::friction::tracking::follow;
use crate::laws::math::lanes::{Lanes, gather, vectors};
use crate::laws::math::number::{V2, V3, both};
use crate::step::contacts::context::StepContext;
use crate::step::contacts::narrow::geometry::{BLOCK, PairGeometry};
use crate::step::contacts::table::block::PairBlock;
use crate::step::contacts::table::sums::Sums;
use crate::world::contact::{ContactDetails, ContactLine, ContactPair};
use fearless_simd::Simd;

/// Geometry of a contact of prisms, and its contact line.
type Found<'a> = (&'a ContactDetails, &'a ContactLine);

/// Geometry of several contacts of prisms.
struct WideTouch<N> {
    point: ContactPoint<N>,
    /// Normals of the last step.
    last_normal: V3<N>,
    /// Width b of the overlap, m.
    width: N,
    /// Ends of the contact line relative to the contact point, P₁ − C and P₂ − C, m.
    ends: [V3<N>; 2],
}

impl<N> WideTouch<N> {
    #[inline(always)]
    fn new<S: Simd, const W: usize>(simd: S, found: &[Found; W]) -> Self
    where
        N: Lanes<S, W>,
    {
        let overlap = gather(
            simd,
            found,
            #[inline(always)]
            |(extras, _)| extras.geometry.point.overlap,
        );
        let n = vectors(
            simd,
            found,
            #[inline(always)]
            |(extras, _)| extras.geometry.point.n,
        );
        let feet = both(
            #[inline(always)]
            |k| {
                vectors(
                    simd,
                    found,
                    #[inline(always)]
                    |(extras, _)| extras.geometry.point.feet[k],
                )
            },
        );
        let last_normal = vectors(
            simd,
            found,
            #[inline(always)]
            |(extras, _)| extras.seen.last_normal,
        );
        let width = gather(
            simd,
            found,
            #[inline(always)]
            |(_, line)| line.width,
        );
        let ends = both(
            #[inline(always)]
            |k| {
                vectors(
                    simd,
                    found,
                    #[inline(always)]
                    |(_, line)| line.ends[k],
                )
            },
        );
        Self { point: ContactPoint { n, overlap, feet }, last_normal, width, ends }
    }
}

/// Velocities of the centres of bodies j relative to those of bodies i, m/s, and angular velocities of both, rad/s.
#[inline(always)]
fn relative_motion<S: Simd, N: Lanes<S, W>, const W: usize>(
    simd: S,
    context: &StepContext,
    pairs: &[ContactPair; W],
) -> (V3<N>, [V3<N>; 2]) {
    let [_, _, _, x, y, z, ..] = N::columns(
        simd,
        #[inline(always)]
        |k| {
            let [i, j] = pairs[k].rows.map(|row| &context.at.bodies[row as usize].0);
            i.wide(simd) - j.wide(simd)
        },
    );
    let spins = both(
        #[inline(always)]
        |b| {
            let spins = N::each(
                #[inline(always)]
                |k| context.body.spin(pairs[k].rows[b]),
            );
            vectors(
                simd,
                &spins,
                #[inline(always)]
                |spin| *spin,
            )
        },
    );
    (V3 { x, y, z }, spins)
}

impl Batch {
    /// Advances the contacts of the batch, all of prisms, one step.
    #[inline(always)]
    pub(super) fn run_prisms<S: Simd, N: Lanes<S, W>, const W: usize>(
        &self,
        simd: S,
        context: &StepContext,
        block: &mut PairBlock,
        found: &[PairGeometry; BLOCK],
        sums: &mut Sums,
    ) {
        let (at, variant) = (self.at::<S, N, W>(), self.variant);
        let overlaps: [Option<Found>; W] = N::each(
            #[inline(always)]
            |k| {
                let extras = block.columns.extras[at[k]].0.as_deref()?;
                Some((extras, extras.geometry.line.as_ref()?))
            },
        );
        let Some(first) = overlaps[0].filter(|_| overlaps.iter().all(Option::is_some)) else {
            return at[..self.count]
                .iter()
                .for_each(|row| Self::one(variant, *row).run_one(simd, context, block, found, sums));
        };
        let touch = WideTouch::<N>::new(simd, &N::each(|k| overlaps[k].unwrap_or(first)));
        let pairs = N::each(
            #[inline(always)]
            |k| block.columns.pairs[at[k]],
        );
        let classes = N::each(
            #[inline(always)]
            |k| pairs[k].class as usize,
        );
        let is = side_by_side_constants::<S, N, W>(simd, context.constants, &classes);
        let (rate, spins) = relative_motion(simd, context, &pairs);
        let WideTouch { point, last_normal, width, ends } = &touch;
        let approach = approach(point.n, (rate, spins), point.feet, *ends);
        let normal = normal_force(is.normal, [point.overlap, *width], approach);
        if context.rocks {
            self.damp(simd, context, block, &classes, &touch, (rate, spins));
        }
        let turns = turns::<S, N, W>(simd, context.turns, &pairs);
        let mut history = histories::<S, N, W>(simd, block.columns.histories, &at);
        let (zero, one) = (N::splat(simd, 0.0), N::splat(simd, 1.0));
        let nothing = V2 { u: zero, w: zero };
        let mut motion = StepMotion { paths: [nothing; 2], psi: zero, normal, overlap: point.overlap, share: one };
        follow(variant.surfaces, &is, &mut history, &mut motion, (point, *last_normal), &turns);
        self.store::<S, N, W>(block, &history, &motion);
        let none = SpringLoad { elastic: nothing, damping: nothing };
        let friction =
            FrictionLoads { slide: none, roll: [none; 2], spin: SpringLoad { elastic: zero, damping: zero } };
        self.add_loads(simd, block, &load(variant.surfaces, is.reach, point, history.u, normal, &friction), sums);
    }
    /// Finds the torques that damp the rocking of the bodies, before they are limited, and stores them in the extras.
    #[inline(always)]
    fn damp<S: Simd, N: Lanes<S, W>, const W: usize>(
        &self,
        simd: S,
        context: &StepContext,
        block: &mut PairBlock,
        classes: &[usize; W],
        WideTouch { point, ends, .. }: &WideTouch<N>,
        motion: (V3<N>, [V3<N>; 2]),
    ) {
        let areas = N::each(
            #[inline(always)]
            |k| context.at.classes[classes[k]].area.as_ref(),
        );
        let damping: N = gather(
            simd,
            &areas,
            #[inline(always)]
            |area| area.map_or(0.0, |area| area.spring.rotation),
        );
        let a = vectors(
            simd,
            &areas,
            #[inline(always)]
            |area| area.map_or_else(V3::default, |area| area.plane.a.into()),
        );
        let one = damping.like(1.0);
        let arms = both(
            #[inline(always)]
            |k| point.arm(Surface::Other, one, k),
        );
        let torques = rocking_torque(damping, [a, point.n], motion, arms, *ends).numbers();
        for (row, torque) in self.at::<S, N, W>().into_iter().zip(torques).take(self.count) {
            if let Some(extras) = &mut block.columns.extras[row].0 {
                extras.passing.rocking = torque;
            }
        }
    }
}

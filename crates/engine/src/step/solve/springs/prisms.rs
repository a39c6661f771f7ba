//! Eight contacts of prisms in SIMD lanes: the normal force from the overlap area, the frame and the paths of the
//! contact point. A solver finds the friction of these contacts.

use super::wide::{Batch, histories, side_by_side_constants, turns};
use crate::laws::contact::{ContactPoint, FrictionLoads, StepMotion, Surface, load};
use crate::laws::element::SpringLoad;
use crate::laws::number::{Number, V2, V3, WIDTH, Wide, both, columns, each, gather, vectors};
use crate::laws::overlap_area::{approach, normal_force, rocking_torque};
use crate::laws::tracking::follow;
use crate::step::contacts::block::PairBlock;
use crate::step::contacts::context::StepContext;
use crate::step::contacts::geometry::{BLOCK, PairGeometry};
use crate::step::contacts::sums::Sums;
use crate::world::contact::{ContactDetails, ContactLine, ContactPair};
use fearless_simd::Simd;
use fearless_simd::prelude::*;

/// Geometry of a contact of prisms, and its contact line.
type Found<'a> = (&'a ContactDetails, &'a ContactLine);

/// Geometry of eight contacts of prisms.
struct WideTouch<S: Simd> {
    point: ContactPoint<Wide<S>>,
    /// Normals of the last step.
    last_normal: V3<Wide<S>>,
    /// Width b of the overlap, m.
    width: Wide<S>,
    /// Ends of the contact line relative to the contact point, P₁ − C and P₂ − C, m.
    ends: [V3<Wide<S>>; 2],
}

impl<S: Simd> WideTouch<S> {
    #[inline(always)]
    fn new(simd: S, found: &[Found; WIDTH]) -> Self {
        let overlap = gather(
            simd,
            found,
            #[inline(always)]
            |(extras, _)| extras.point.overlap,
        );
        let n = vectors(
            simd,
            found,
            #[inline(always)]
            |(extras, _)| extras.point.n,
        );
        let feet = both(
            #[inline(always)]
            |k| {
                vectors(
                    simd,
                    found,
                    #[inline(always)]
                    |(extras, _)| extras.point.feet[k],
                )
            },
        );
        let last_normal = vectors(
            simd,
            found,
            #[inline(always)]
            |(extras, _)| extras.last_normal,
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
fn relative_motion<S: Simd>(
    simd: S,
    context: &StepContext,
    pairs: &[ContactPair; WIDTH],
) -> (V3<Wide<S>>, [V3<Wide<S>>; 2]) {
    let [_, _, _, x, y, z, ..] = columns(
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
            let spins = each(
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
    pub(super) fn run_prisms<S: Simd>(
        &self,
        simd: S,
        context: &StepContext,
        block: &mut PairBlock,
        found: &[PairGeometry; BLOCK],
        sums: &mut Sums,
    ) {
        let (at, variant) = (self.at(), self.variant);
        let overlaps: [Option<Found>; WIDTH] = each(
            #[inline(always)]
            |k| {
                let extras = block.columns.extras[at[k]].0.as_deref()?;
                Some((extras, extras.line.as_ref()?))
            },
        );
        let Some(first) = overlaps[0].filter(|_| overlaps.iter().all(Option::is_some)) else {
            return at[..self.count]
                .iter()
                .for_each(|row| Self::one(variant, *row).run_one(simd, context, block, found, sums));
        };
        let touch = WideTouch::new(simd, &each(|k| overlaps[k].unwrap_or(first)));
        let pairs = each(
            #[inline(always)]
            |k| block.columns.pairs[at[k]],
        );
        let classes = each(
            #[inline(always)]
            |k| pairs[k].class as usize,
        );
        let is = side_by_side_constants(simd, context.constants, &classes);
        let (rate, spins) = relative_motion(simd, context, &pairs);
        let WideTouch { point, last_normal, width, ends } = &touch;
        let approach = approach(point.n, (rate, spins), point.feet, *ends);
        let normal = normal_force(is.normal, [point.overlap, *width], approach);
        if context.rocks {
            self.damp(simd, context, block, &classes, &touch, (rate, spins));
        }
        let turns = turns(simd, context.turns, &pairs);
        let mut history = histories(simd, block.columns.histories, &at);
        let (zero, one) = (Wide::splat(simd, 0.0), Wide::splat(simd, 1.0));
        let nothing = V2 { u: zero, w: zero };
        let mut motion = StepMotion { paths: [nothing; 2], psi: zero, normal, overlap: point.overlap, share: one };
        follow(variant.surfaces, &is, &mut history, &mut motion, (point, *last_normal), &turns);
        self.store(block, &history, &motion);
        let none = SpringLoad { elastic: nothing, damping: nothing };
        let friction =
            FrictionLoads { slide: none, roll: [none; 2], spin: SpringLoad { elastic: zero, damping: zero } };
        self.add_loads(simd, block, &load(variant.surfaces, is.reach, point, history.u, normal, &friction), sums);
    }
    /// Finds the torques that damp the rocking of the bodies, before they are limited, and stores them in the extras.
    #[inline(always)]
    fn damp<S: Simd>(
        &self,
        simd: S,
        context: &StepContext,
        block: &mut PairBlock,
        classes: &[usize; WIDTH],
        WideTouch { point, ends, .. }: &WideTouch<S>,
        motion: (V3<Wide<S>>, [V3<Wide<S>>; 2]),
    ) {
        let areas = each(
            #[inline(always)]
            |k| context.at.classes[classes[k]].area.as_ref(),
        );
        let damping = gather(
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
        let mut torques = [0.0; WIDTH];
        rocking_torque(damping, [a, point.n], motion, arms, *ends).store_array(&mut torques);
        for (row, torque) in self.at().into_iter().zip(torques).take(self.count) {
            if let Some(extras) = &mut block.columns.extras[row].0 {
                extras.rocking = torque;
            }
        }
    }
}

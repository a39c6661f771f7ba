//! How the contact frame is carried and the contact point is tracked over both bodies, for one step (FN20 section 2).

use crate::friction::contact::{ContactHistory, ContactPoint, KernelConstants, StepMotion, Surface};
use crate::friction::frame::transported;
use crate::math::number::{Number, V2, V3, both};
use crate::math::turning::{Turn, angle, arcsine_ratio};

/// A contact frame carried over one step by both bodies.
#[derive(Clone, Copy, Debug)]
pub struct CarriedFrame<N> {
    /// First tangent, as body i carried it.
    pub u: V3<N>,
    /// Second tangent, `n × u`.
    pub w: V3<N>,
    /// Sine and cosine of ψ, with a common factor near 1.
    pub turn: [N; 2],
    /// ψ, rad, in (−π, π].
    pub psi: N,
}

/// Carries last step's tangent on both bodies, each to the normal `n` (FN20 section 2.2, Appendix B), and finds the
/// spin angle ψ that takes body j's frame onto body i's.
///
/// - `normals`: last step's normal as carried to this step by each body; `turns`: each body's rotation in this step
#[inline(always)]
pub fn carry_frame<N: Number>(n: V3<N>, u: V3<N>, normals: [V3<N>; 2], turns: &[Turn<N>; 2]) -> CarriedFrame<N> {
    let [u, other] = both(
        #[inline(always)]
        |k| transported(turns[k].apply(u), normals[k], n),
    );
    let w = n.cross(u);
    let (sine, cosine) = ((u - other).dot(w), u.dot(other));
    CarriedFrame { u, w, turn: [sine, cosine], psi: angle(sine, cosine) }
}

/// Tracks the contact point over one body for one step; returns the start of the next path, and the path p (u, w).
///
/// - `to`, `was`: the material points in contact now and in the last step, in the form of [`ContactHistory::from`]
/// - `still`: the square of the smallest tangential displacement above rounding. Below it the old material point is
///   kept, so that slower motions accumulate until they are resolved and nothing creeps
/// - `scale`: the path length over the length of the tangential part of `to − was`, from the square of the latter (FN20
///   figure 2: the direction of the chord, the length of the arc)
#[inline(always)]
pub fn surface_path<N: Number>(
    [to, was]: [V3<N>; 2],
    [u, w]: [V3<N>; 2],
    still: N,
    scale: impl FnOnce(N) -> N,
) -> (V3<N>, V2<N>) {
    let chord = to - was;
    let along = V2 { u: chord.dot(u), w: chord.dot(w) };
    let square = along.square();
    let moves = still.is_below(square);
    let scale = scale(square);
    (to.where_or(moves, was), along * scale.where_or(moves, scale.like(0.0)))
}

/// The scale of [`surface_path`] on a sphere (the arc of the great circle), a plane, or flat faces (the chord).
#[inline(always)]
pub fn path_scale<N: Number>(surface: Surface, reach: N, chord: V3<N>, square: N) -> N {
    match surface {
        Surface::Sphere => reach * arcsine_ratio(square),
        Surface::Plane => reach,
        Surface::Other => (chord.dot(chord) / square).sqrt(),
    }
}

/// p_j after the counter-spin by ψ (FN20 figure 3).
#[inline(always)]
pub fn counter_spin<N: Number>(p: V2<N>, [sine, cosine]: [N; 2]) -> V2<N> {
    V2 { u: p.u * cosine - p.w * sine, w: p.u * sine + p.w * cosine }
}

/// Carries the frame and tracks the contact point over two bodies, each a sphere, a plane or a body with flat faces.
/// `last_normal`: the normal of the last step, world, used for flat faces only.
#[inline(always)]
pub fn follow<N: Number>(
    surfaces: [Surface; 2],
    is: &KernelConstants<N>,
    history: &mut ContactHistory<N>,
    motion: &mut StepMotion<N>,
    (point, last_normal): (&ContactPoint<N>, V3<N>),
    turns: &[Turn<N>; 2],
) {
    let n = point.n;
    let was = [turns[0].apply(history.from[0]), turns[1].apply(history.from[1])];
    // A sphere's material point is its normal; a plane's normal turns with the plane.
    let normals = both(
        #[inline(always)]
        |k| match surfaces[k] {
            Surface::Sphere => was[k],
            Surface::Plane => n,
            Surface::Other => turns[k].apply(last_normal),
        },
    );
    let frame = carry_frame(n, history.u, normals, turns);
    let [(from_i, p_i), (from_j, p_j)] = both(
        #[inline(always)]
        |k| {
            let to = point.material(surfaces[k], k);
            surface_path(
                [to, was[k]],
                [frame.u, frame.w],
                is.still[k],
                #[inline(always)]
                |square| path_scale(surfaces[k], is.reach[k], to - was[k], square),
            )
        },
    );
    (history.from, history.u) = ([from_i, from_j], frame.u);
    (motion.paths, motion.psi) = ([p_i, counter_spin(p_j, frame.turn)], frame.psi);
}

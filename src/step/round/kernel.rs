//! One step of a round contact, from where it touches to its loads (FN20 sections 2 and 3), written once for one contact
//! and for many side by side.

use super::classes::{Constants, Push, Recipe};
use crate::laws::element::{Spring, Stretch};
use crate::laws::normal::hertz_force;
use crate::laws::number::{Number, Row, V2, V3, both};
use crate::laws::turning::{Turn, angle, arcsine_ratio, transported};
use crate::world::round::{Memory, Motion};

/// Where two round bodies touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place<N = f64> {
    /// Unit normal into body i.
    pub n: V3<N>,
    /// Overlap, m; negative is a gap.
    pub overlap: N,
    /// From the centre of the plane to the point on it, m; not used between balls.
    pub foot: V3<N>,
}

impl<N: Number> Place<N> {
    /// Of two balls, from centre j to centre i and the sum of their radii.
    #[inline(always)]
    pub fn between(balls: V3<N>, reach: N) -> Self {
        let distance = balls.dot(balls).sqrt();
        let n = balls * (distance.like(1.0) / distance);
        Self { n, overlap: reach - distance, foot: n }
    }

    /// The point of body `k` that touches: of a plane its foot, of a ball the normal that ends there.
    #[inline(always)]
    fn point(&self, is_plane: bool) -> V3<N> {
        if is_plane { self.foot } else { self.n }
    }
}

/// What moves the bodies of a contact.
#[derive(Clone, Copy, Debug)]
pub struct Drift<N> {
    /// Velocity of the material point of body j against that of body i, m/s, but for parts across n.
    pub rate: V3<N>,
    /// What the last step turned bodies i and j by.
    pub turns: [Turn<N>; 2],
    /// Weight on the support, N: the normal force under [`Push::Weight`] is its part along n into the support.
    pub weight: V3<N>,
}

/// Modes of slide, roll of i, roll of j and spin.
#[derive(Clone, Copy)]
pub struct Modes<N: Number> {
    /// They slip.
    pub slip: [N::Mask; 4],
    /// They are still to be given the history of a saturated start.
    pub saturate: [N::Mask; 4],
}

/// Friction loads on body i, contact frame.
#[derive(Clone, Copy, Debug)]
pub struct Friction<N> {
    /// Slide, N.
    pub slide: V2<N>,
    /// Roll of bodies i and j, N·m.
    pub roll: [V2<N>; 2],
    /// Spin, N·m.
    pub spin: N,
}

/// What one contact does to its bodies, world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load<N = f64> {
    /// On body i, N; its opposite on body j.
    pub force: V3<N>,
    /// On bodies i and j about their centres, N·m.
    pub torques: [V3<N>; 2],
}

impl<N: Number> Load<N> {
    /// Force and torque on body i and on body j; the last two numbers of each fill its row.
    #[inline(always)]
    pub fn numbers(&self) -> [[N; 8]; 2] {
        let Self { force: f, torques: [i, j] } = *self;
        let zero = f.x.like(0.0);
        [[f.x, f.y, f.z, i.x, i.y, i.z, zero, zero], [-f.x, -f.y, -f.z, j.x, j.y, j.z, zero, zero]]
    }
}

/// The numbers of a [`Load`] as they wait to be added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundLoad(pub [Row; 2]);

impl From<Load> for RoundLoad {
    fn from(load: Load) -> Self {
        Self(load.numbers().map(Row))
    }
}

/// N, N.
#[inline(always)]
pub fn normal_force<N: Number>(recipe: &Recipe, is: &Constants<N>, place: &Place<N>, drift: &Drift<N>) -> N {
    match recipe.push {
        Push::Force => is.push[0],
        Push::Weight => drift.weight.dot(place.n).not_negative(),
        Push::Hooke => {
            let [stiffness, damping] = is.push;
            let touches = stiffness.like(0.0).is_below(place.overlap);
            let force = (stiffness * place.overlap + damping * drift.rate.dot(place.n)).not_negative();
            force.where_or(touches, force.like(0.0))
        }
        Push::Hertz => hertz_force(is.push, place.overlap, drift.rate.dot(place.n)),
    }
}

/// Carries the frame on both bodies, finds ψ between the two, and follows the contact point over both surfaces.
#[inline(always)]
pub fn carry<N: Number + Send + Sync + 'static>(
    recipe: &Recipe,
    is: &Constants<N>,
    memory: &mut Memory<N>,
    motion: &mut Motion<N>,
    place: &Place<N>,
    turns: &[Turn<N>; 2],
) {
    let n = place.n;
    let was = [turns[0].of(memory.from[0]), turns[1].of(memory.from[1])];
    // The normal of a plane turns with it.
    let [u, other] = both(
        #[inline(always)]
        |k| transported(turns[k].of(memory.u), if recipe.planes[k] { n } else { was[k] }, n),
    );
    let w = n.cross(u);
    let (sine, cosine) = ((u - other).dot(w), u.dot(other));
    motion.psi = angle(sine, cosine);
    let (from_i, p_i) = path(recipe, is, 0, place, was[0], u, w);
    let (from_j, p) = path(recipe, is, 1, place, was[1], u, w);
    // The counter-spin, figure 3.
    motion.paths = [p_i, V2 { u: p.u * cosine - p.w * sine, w: p.u * sine + p.w * cosine }];
    (memory.from, memory.u) = ([from_i, from_j], u);
}

/// The path of the contact point over body `k`, whose material point is now at `was`, and where the next one starts.
#[inline(always)]
fn path<N: Number>(
    recipe: &Recipe,
    is: &Constants<N>,
    k: usize,
    place: &Place<N>,
    was: V3<N>,
    u: V3<N>,
    w: V3<N>,
) -> (V3<N>, V2<N>) {
    let point = place.point(recipe.planes[k]);
    let chord = point - was;
    let along = V2 { u: chord.dot(u), w: chord.dot(w) };
    let square = along.square();
    // Below the resolution the old material point stays and waits, as in [`crate::laws::path::tangent_path`].
    let moves = is.still[k].is_below(square);
    // On a ball the path is as long as the arc of the great circle.
    let arc = if recipe.planes[k] { is.reach[k] } else { is.reach[k] * arcsine_ratio(square) };
    (point.where_or(moves, was), along * arc.where_or(moves, arc.like(0.0)))
}

/// One step of slide, roll and spin (FN20 3.1 to 3.3).
#[inline(always)]
pub fn advance<N: Number + Send + Sync + 'static>(
    recipe: &Recipe,
    is: &Constants<N>,
    memory: &mut Memory<N>,
    modes: &mut Modes<N>,
    motion: &Motion<N>,
    spin_of_patch: impl Fn(N) -> Spring<N>,
) -> Friction<N> {
    let normal = motion.normal;
    let zero = normal.like(0.0);
    let nothing = V2 { u: zero, w: zero };
    let [slide, roll, spin] = &is.springs;
    let (slide, roll) = (slide.under(normal), roll.under(normal));
    let spin = if recipe.patch { spin_of_patch(normal) } else { spin.under(normal) };
    let [p_i, p_j] = motion.paths;
    let ds = p_i - p_j; // (1a)
    let mut loads = Friction { slide: nothing, roll: [nothing; 2], spin: zero };
    loads.slide = component(recipe, &slide, modes, 0, &mut memory.slide, ds, ds);
    if recipe.rolls {
        let [roll_i, roll_j] = &mut memory.roll;
        loads.roll = [
            component(recipe, &roll, modes, 1, roll_i, p_i * is.curvatures[0], -ds),
            component(recipe, &roll, modes, 2, roll_j, p_j * is.curvatures[1], ds),
        ];
    } else {
        memory.roll = [nothing; 2];
    }
    if recipe.spins {
        loads.spin = component(recipe, &spin, modes, 3, &mut memory.spin, motion.psi, motion.psi);
    } else {
        memory.spin = zero;
    }
    loads
}

/// One step of component `k`: its load.
#[inline(always)]
fn component<N: Number, V: Stretch<Number = N>>(
    recipe: &Recipe,
    spring: &Spring<N>,
    modes: &mut Modes<N>,
    k: usize,
    history: &mut V,
    increment: V,
    drive: V,
) -> V {
    let (stretched, saturated, slips) = spring.stretched(*history, increment, drive, modes.slip[k], modes.saturate[k]);
    *history = stretched;
    modes.saturate[k] = modes.saturate[k] & !saturated;
    modes.slip[k] = slips;
    let zero = spring.damping.like(0.0);
    let damping = if recipe.damped { spring.damping } else { zero.where_or(slips, spring.damping) };
    stretched.times(spring.stiffness).plus(&increment.times(damping))
}

/// Force and torques of the contact; the torque on body b is −n_b × T_b with n_i = n, n_j = −n.
///
/// The arm of a ball lies along n, so that its torque is that of the slide load alone: without friction exactly zero.
#[inline(always)]
pub fn load<N: Number>(
    recipe: &Recipe,
    is: &Constants<N>,
    place: &Place<N>,
    u: V3<N>,
    normal: N,
    friction: &Friction<N>,
) -> Load<N> {
    let n = place.n;
    let w = n.cross(u);
    let Friction { slide, roll, spin } = *friction;
    let half = place.overlap * 0.5;
    let force = n * normal + u * slide.u + w * slide.w;
    // The arm of slide on a ball, R − δ/2 from its centre to the contact point.
    let on_i = if recipe.planes[0] {
        torque([n, u, w], -roll[0], -spin) + (place.foot + n * half).cross(force)
    } else {
        torque([n, u, w], slide * (is.reach[0] + half) - roll[0], -spin)
    };
    let on_j = if recipe.planes[1] {
        torque([n, u, w], roll[1], spin) - (place.foot - n * half).cross(force)
    } else {
        torque([n, u, w], roll[1] - slide * (is.reach[1] - half), spin)
    };
    Load { force, torques: [on_i, on_j] }
}

/// n × (u x + w y) = w x − u y, and the spin load along n.
#[inline(always)]
fn torque<N: Number>([n, u, w]: [V3<N>; 3], across: V2<N>, along: N) -> V3<N> {
    w * across.u - u * across.w + n * along
}

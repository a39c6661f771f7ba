//! Every equation of a contact, written once for `f64` and for SIMD lanes ([`crate::math::lanes::Lanes`]).
//!
//! FN20 is Fang & Negrut 2020 (see [`crate`]). All functions are pure; every explicit-spring solver builds geometry,
//! normal force and friction from them.
//!
//! | equation of FN20 | function | test |
//! |---|---|---|
//! | – common normal of two spheres | [`ContactPoint::between`] | `two_balls_with_one_centre_part_along_z` |
//! | section 2.2, Appendix B: frame carried by each body | [`carry_frame`](crate::friction::tracking::carry_frame), [`transported`](crate::friction::frame::transported) | `the_smallest_turn_gives_the_frame_of_appendix_b` |
//! | section 2.2: spin angle ψ | [`carry_frame`](crate::friction::tracking::carry_frame) | `the_spin_angle_is_counter_clockwise`, `verify spin` |
//! | section 3.1, figure 2: path of the contact point on one body | [`crate::friction::tracking`] | `the_chord_becomes_the_geodesic`, `verify disk` |
//! | figure 3: counter-spin of p_j | [`counter_spin`](crate::friction::tracking::counter_spin) | `spinning_sphere_frame_turns_as_in_the_program` |
//! | section 4.5.1, 4.6: N from overlap | [`normal_force`] | `restitution_comes_out_as_given` |
//! | (1a) ΔS = p_i − p_j | [`slide_increment`], [`slide`] | `verify brick-slips` |
//! | 3.2 ΔΘ_b = κ_b p_b | [`roll_increment`], [`roll`] | `verify disk` |
//! | 3.3 ΔΨ = ψ | [`spin`] | `verify spin` |
//! | (1b), (2), (3): cap, mode, elastic and damping load | [`Spring::step`](crate::friction::element::Spring::step) | `verify brick-slips`, `a_brick_slips_as_its_spring_and_coulomb_say` |
//! | (1c), (2b), (2c), (3c), (3d), (13): stiffness, threshold, damping | [`crate::friction::parameters::FrictionParameters::derive`] | `table_of_curvature_and_spin_friction`, `brick_thresholds_are_those_of_the_paper` |
//! | slide, roll and spin of one step | [`advance`] | `verify sphere-35`, `eight_side_by_side_are_one_by_one` |
//! | section 3: force and torques on both bodies | [`load`] | `verify sphere-35`, `the_budget_closes_to_first_order_in_the_step` |

use crate::Vec3;
use crate::friction::element::{DampingRule, DashpotRule, Spring, SpringLoad, SpringStep, WideDeflection};
use crate::friction::normal::{hertz_force, hooke_force};
use crate::friction::parameters::Derived;
use crate::math::number::{Number, V2, V3, both};
use serde::{Deserialize, Serialize};

/// How the contact point is tracked on a body's surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// A sphere: material points are unit vectors along n, paths are arcs of great circles.
    Sphere,
    /// A plane: its normal turns with it, paths are straight.
    Plane,
    /// Any other shape; material points are arms from the centre, m.
    Other,
}

/// How the normal force is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalModel {
    /// A known force.
    Force,
    /// The weight of the movable body.
    Weight,
    /// A linear spring.
    Hooke {
        /// True if the force may become negative while the bodies overlap.
        tension: bool,
    },
    /// A Hertz contact.
    Hertz {
        /// True if the force may become negative while the bodies overlap.
        tension: bool,
    },
}

/// Which equations apply; contacts of one variant can be resolved together in SIMD lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelVariant {
    /// How the contact point is tracked on bodies i and j.
    pub surfaces: [Surface; 2],
    /// The normal force.
    pub normal: NormalModel,
    /// Roll friction is on.
    pub rolls: bool,
    /// Spin friction is on.
    pub spins: bool,
    /// The spin spring depends on the radius of a Hertz patch.
    pub patch: bool,
    /// In which mode, and up to which load, the dashpots act.
    pub damping: DampingRule,
}

/// Constants in the equations of one contact, fixed as long as the bodies and their parameters are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KernelConstants<N = f64> {
    /// Signed distance along n from the centres of bodies i and j to their surfaces, −R_i and R_j, m; 1 for a plane,
    /// whose paths are in m.
    pub reach: [N; 2],
    /// Square of the smallest displacement over bodies i and j that is not rounding, m², divided by the square of
    /// `reach`.
    pub still: [N; 2],
    /// κ_i and κ_j, 1/m.
    pub curvatures: [N; 2],
    /// Normal force: stiffness and damping. `Hooke`: N/m and N·s/m, for two prisms per metre of the width of their
    /// overlap; `Hertz`: [`HertzPair::constants`](crate::friction::normal::HertzPair::constants); `Force`: N and unused.
    pub normal: [N; 2],
    /// Springs of slide, roll and spin for a normal force of 1 N, dampings over Δt.
    pub springs: [Spring<N>; 3],
}

/// Where two bodies touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContactPoint<N = f64> {
    /// Unit normal into body i.
    pub n: V3<N>,
    /// Overlap δ, m; negative is a gap.
    pub overlap: N,
    /// From the centres of bodies i and j to the contact points on their surfaces, m. Not stored for a sphere, whose
    /// arm lies along n.
    pub feet: [V3<N>; 2],
}

/// What a contact remembers from step to step: the material points, the frame and the histories of friction, in all 16
/// numbers on two cache lines. For `f64`, the feature `bevy_ecs` makes this a component.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[repr(C, align(64))]
pub struct ContactHistory<N = f64> {
    /// Material points of bodies i and j from which the next paths start, world axes, relative to the centre: for a
    /// sphere the unit normal through the point (towards body i), for any other body the arm, m.
    pub from: [V3<N>; 2],
    /// First tangent u of the contact frame (n, u, w), a unit vector, world.
    pub u: V3<N>,
    /// S, m, components (u, w).
    pub slide: V2<N>,
    /// Θ_i and Θ_j, rad, components (u, w).
    pub roll: [V2<N>; 2],
    /// Ψ, rad, counter-clockwise about n.
    pub spin: N,
}

/// Motion and normal force of a contact in the last step, on one cache line. For `f64`, the feature `bevy_ecs` makes this a
/// component.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[repr(C, align(64))]
pub struct StepMotion<N = f64> {
    /// p_i and p_j (after the counter-spin), m, components (u, w).
    pub paths: [V2<N>; 2],
    /// ψ, rad: from body j's carried frame to body i's, counter-clockwise about n.
    pub psi: N,
    /// Normal force N, N, along n on body i, against it on body j; negative only under a normal law with tension.
    pub normal: N,
    /// Overlap δ, m; negative is a gap.
    pub overlap: N,
    /// Fraction of the pair's pressing force carried by this point, in \[0, 1\].
    pub share: N,
}

impl<N: Number> StepMotion<N> {
    /// The force that presses the bodies together, max(N, 0), N, to which friction is proportional.
    #[inline(always)]
    pub fn pressing(&self) -> N {
        self.normal.not_negative()
    }
}

#[cfg(feature = "bevy_ecs")]
mod components {
    use super::{ContactHistory, StepMotion};
    use bevy_ecs::component::{Component, Mutable, StorageType};

    impl Component for ContactHistory {
        const STORAGE_TYPE: StorageType = StorageType::Table;
        type Mutability = Mutable;
    }

    impl Component for StepMotion {
        const STORAGE_TYPE: StorageType = StorageType::Table;
        type Mutability = Mutable;
    }
}

/// Modes of slide, roll of i, roll of j and spin.
#[derive(Clone, Copy, Debug)]
pub struct Modes<N: Number> {
    /// Which components slip.
    pub slip: [N::Mask; 4],
    /// Which components still await the history of a saturated start.
    pub saturate: [N::Mask; 4],
}

/// Friction loads on body i, contact frame: elastic and damping parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FrictionLoads<N = f64> {
    /// Slide, N.
    pub slide: SpringLoad<V2<N>>,
    /// Roll of bodies i and j, N·m.
    pub roll: [SpringLoad<V2<N>>; 2],
    /// Spin, N·m.
    pub spin: SpringLoad<N>,
}

/// The load of one contact on its bodies, world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactLoad<N = f64> {
    /// On body i, N; its opposite on body j.
    pub force: V3<N>,
    /// On bodies i and j about their centres, N·m.
    pub torques: [V3<N>; 2],
}

impl ContactPoint {
    /// The contact point from points on the two surfaces, from the centres of the bodies, m, world.
    #[inline]
    pub fn on_surfaces(n: Vec3, overlap: f64, arms: [Vec3; 2]) -> Self {
        Self { n: n.into(), overlap, feet: arms.map(Into::into) }
    }
}

impl<N: Number> ContactPoint<N> {
    /// The contact point of two spheres; coincident centres separate along z.
    ///
    /// - `centres`: from the centre of j to the centre of i, m; `reach`: sum of the radii, m
    #[inline(always)]
    pub fn between(centres: V3<N>, reach: N) -> Self {
        let distance = centres.dot(centres).sqrt();
        let (zero, one) = (distance.like(0.0), distance.like(1.0));
        let mut n = centres * (one / distance);
        let apart = zero.is_below(distance);
        if !N::all(apart) {
            // NaN passes through, so that the guard sees it.
            let together = !apart & !distance.is_below(zero) & is_number(distance);
            n = V3 { x: zero, y: zero, z: one }.where_or(together, n);
        }
        Self { n, overlap: reach - distance, feet: [n; 2] }
    }

    /// From the centre of body `k` to the contact point C, midway between the surfaces, m.
    #[inline(always)]
    pub fn arm(&self, surface: Surface, reach: N, k: usize) -> V3<N> {
        let half = self.overlap * if k == 0 { 0.5 } else { -0.5 };
        if surface == Surface::Sphere { self.n * (reach + half) } else { self.feet[k] + self.n * half }
    }

    /// The material point of body `k` now in contact, in the form of [`ContactHistory::from`].
    #[inline(always)]
    pub fn material(&self, surface: Surface, k: usize) -> V3<N> {
        if surface == Surface::Sphere { self.n } else { self.feet[k] }
    }
}

/// False for NaN.
#[inline(always)]
fn is_number<N: Number>(x: N) -> N::Mask {
    x.like(-1.0).is_below(x) | x.is_below(x.like(1.0))
}

/// The normal force N, N; for `Hooke` and `Hertz` zero without overlap, and negative only with tension.
///
/// - `approach`: δ̇, m/s, positive while the bodies approach each other
/// - `weight`: component of the weight into the support, N, for `Weight` only
#[inline(always)]
pub fn normal_force<N: Number>(model: NormalModel, constants: [N; 2], overlap: N, approach: N, weight: N) -> N {
    match model {
        NormalModel::Force => constants[0],
        NormalModel::Weight => weight.not_negative(),
        NormalModel::Hooke { tension } => hooke_force(constants, overlap, approach, tension),
        NormalModel::Hertz { tension } => hertz_force(constants, overlap, approach, tension),
    }
}

/// ΔS = p_i − p_j (1a), m.
#[inline(always)]
pub fn slide_increment<N: Number>([p_i, p_j]: [V2<N>; 2]) -> V2<N> {
    p_i - p_j
}

/// ΔΘ_b = κ_b p_b (FN20 3.2), rad.
#[inline(always)]
pub fn roll_increment<N: Number>(path: V2<N>, curvature: N) -> V2<N> {
    path * curvature
}

/// The springs of slide, roll of i and j, and spin at the normal force of this step; dampings over Δt.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ContactSprings<N = f64> {
    /// Slide.
    pub slide: Spring<N>,
    /// Roll of bodies i and j.
    pub roll: [Spring<N>; 2],
    /// Spin.
    pub spin: Spring<N>,
}

impl ContactSprings {
    /// The springs of a contact with their dampings divided by the step size `dt`, s.
    #[inline(always)]
    pub fn per_step(springs: &Derived, dt: f64) -> Self {
        let Derived { slide, roll_i, roll_j, spin } = springs;
        let roll = [roll_i.per_step(dt), roll_j.per_step(dt)];
        Self { slide: slide.per_step(dt), roll, spin: spin.per_step(dt) }
    }
}

/// One step of slide, roll and spin by the paper's laws (FN20 3.1 to 3.3). A component that the variant switches off is
/// released: it has neither history nor load, and its mode is unchanged.
#[inline(always)]
pub fn advance<N: Number>(
    variant: &KernelVariant,
    springs: &ContactSprings<N>,
    curvatures: [N; 2],
    history: &mut ContactHistory<N>,
    modes: &mut Modes<N>,
    motion: &StepMotion<N>,
) -> FrictionLoads<N> {
    let zero = motion.normal.like(0.0);
    let nothing = V2 { u: zero, w: zero };
    let (paths, rule) = (motion.paths, variant.damping);
    let mut loads = FrictionLoads {
        slide: modes.keep(
            0,
            &mut history.slide,
            #[inline(always)]
            |was, modes| slide(&springs.slide, was, modes, paths, rule.slide()),
        ),
        roll: [SpringLoad { elastic: nothing, damping: nothing }; 2],
        spin: SpringLoad { elastic: zero, damping: zero },
    };
    if variant.rolls {
        loads.roll = both(
            #[inline(always)]
            |k| {
                modes.keep(
                    1 + k,
                    &mut history.roll[k],
                    #[inline(always)]
                    |was, modes| roll(k, &springs.roll[k], was, modes, paths, curvatures[k], rule.roll()),
                )
            },
        );
    } else {
        history.roll = [nothing; 2];
    }
    if variant.spins {
        loads.spin = modes.keep(
            3,
            &mut history.spin,
            #[inline(always)]
            |was, modes| spin(&springs.spin, was, modes, motion.psi, rule.spin()),
        );
    } else {
        history.spin = zero;
    }
    loads
}

/// One step of slide (FN20 3.1). Springs have their dampings over Δt; `modes`: whether slide slips, and whether it
/// still awaits a saturated start.
#[inline(always)]
pub fn slide<N: Number>(
    spring: &Spring<N>,
    was: V2<N>,
    [slips, saturate]: [N::Mask; 2],
    paths: [V2<N>; 2],
    rule: DashpotRule,
) -> SpringStep<V2<N>> {
    let ds = slide_increment(paths);
    spring.step(was, ds, ds, slips, saturate, rule)
}

/// One step of the roll of body `k`, 0 for i and 1 for j (FN20 3.2). A saturated start without motion takes the
/// direction in which slide is about to push.
#[inline(always)]
pub fn roll<N: Number>(
    k: usize,
    spring: &Spring<N>,
    was: V2<N>,
    [slips, saturate]: [N::Mask; 2],
    paths: [V2<N>; 2],
    curvature: N,
    rule: DashpotRule,
) -> SpringStep<V2<N>> {
    let ds = slide_increment(paths);
    let drive = if k == 0 { -ds } else { ds };
    spring.step(was, roll_increment(paths[k], curvature), drive, slips, saturate, rule)
}

/// One step of spin (FN20 3.3).
#[inline(always)]
pub fn spin<N: Number>(
    spring: &Spring<N>,
    was: N,
    [slips, saturate]: [N::Mask; 2],
    psi: N,
    rule: DashpotRule,
) -> SpringStep<N> {
    spring.step(was, psi, psi, slips, saturate, rule)
}

impl<N: Number> Modes<N> {
    /// Stores the step of component `k` and returns its load.
    #[inline(always)]
    fn keep<V: WideDeflection<Number = N>>(
        &mut self,
        k: usize,
        history: &mut V,
        step: impl FnOnce(V, [N::Mask; 2]) -> SpringStep<V>,
    ) -> SpringLoad<V> {
        let SpringStep { history: now, load, slips, saturate } = step(*history, [self.slip[k], self.saturate[k]]);
        (*history, self.slip[k], self.saturate[k]) = (now, slips, saturate);
        load
    }
}

/// Force and torques of a contact. The torque on body b is the roll torque −n_b × T_b (n_i = n, n_j = −n), the spin
/// torque (−n T on i, n T on j) and the moment of the force about the centre of b.
///
/// The arm of a sphere lies along n, so only the slide load has a moment about the centre: without friction the torque
/// is exactly zero.
#[inline(always)]
pub fn load<N: Number>(
    surfaces: [Surface; 2],
    reach: [N; 2],
    point: &ContactPoint<N>,
    u: V3<N>,
    normal: N,
    friction: &FrictionLoads<N>,
) -> ContactLoad<N> {
    let n = point.n;
    let w = n.cross(u);
    let slide = friction.slide.total();
    let ([roll_i, roll_j], spin) = ([friction.roll[0].total(), friction.roll[1].total()], friction.spin.total());
    let half = point.overlap * 0.5;
    let force = n * normal + u * slide.u + w * slide.w;
    let on_i = if surfaces[0] == Surface::Sphere {
        torque([n, u, w], slide * (reach[0] + half) - roll_i, -spin)
    } else {
        torque([n, u, w], -roll_i, -spin) + point.arm(surfaces[0], reach[0], 0).cross(force)
    };
    let on_j = if surfaces[1] == Surface::Sphere {
        torque([n, u, w], roll_j - slide * (reach[1] - half), spin)
    } else {
        torque([n, u, w], roll_j, spin) - point.arm(surfaces[1], reach[1], 1).cross(force)
    };
    ContactLoad { force, torques: [on_i, on_j] }
}

/// n × (u x + w y) = w x − u y, plus the spin load along n.
#[inline(always)]
fn torque<N: Number>([n, u, w]: [V3<N>; 3], across: V2<N>, along: N) -> V3<N> {
    w * across.u - u * across.w + n * along
}

impl<N: Number> KernelConstants<N> {
    /// The springs under the normal force `normal`, N; `patch` supplies the spin spring if it depends on a Hertz patch.
    #[inline(always)]
    pub fn springs_under(
        &self,
        variant: &KernelVariant,
        normal: N,
        patch: impl FnOnce(N) -> Spring<N>,
    ) -> ContactSprings<N> {
        let [slide, roll, spin] = &self.springs;
        let spin = if variant.patch { patch(normal) } else { spin.under(normal) };
        ContactSprings { slide: slide.under(normal), roll: [roll.under(normal); 2], spin }
    }
}

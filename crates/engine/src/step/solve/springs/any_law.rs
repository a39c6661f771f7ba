//! Slide, roll and spin of a contact under laws other than the paper's, through the law library.

use super::contact::{Contact, ContactOutcome, area_radius, mean_motion};
use crate::laws::friction::component::FrictionComponent;
use crate::laws::friction::contact::{FrictionLoads, KernelVariant};
use crate::laws::friction::element::{FrictionSpring, SpringLoad};
use crate::laws::friction::frame::ContactFrame;
use crate::laws::friction::law::{ContactState, Elasticity, Relative};
use crate::laws::friction::normal::HertzPair;
use crate::laws::friction::parameters::{Conditions, Derived};
use crate::laws::math::number::V2;
use crate::laws::pair::choice::{FrictionState, Memories};
use crate::laws::pair::probe::Probe;
use crate::laws::{Vec2, Vec3};
use crate::scene::{Elastic, NormalLaw};
use crate::world::body::BodyRef;
use crate::world::contact::ContactModes;

/// Advances a contact one step under its laws.
pub(super) fn advance(
    contact: &mut Contact,
    dt: f64,
    modes: &mut ContactModes,
    memories: &mut Memories,
    bodies: &[BodyRef; 2],
) -> (KernelVariant, ContactOutcome) {
    contact.turn_grain(bodies);
    let contact_state = contact_state(contact, bodies, dt);
    let (mut slide, mut roll_i, mut roll_j, mut spin) = modes.springs(&contact.history);
    let mut point =
        FrictionState { slide: &mut slide, roll_i: &mut roll_i, roll_j: &mut roll_j, spin: &mut spin, memories };
    let (springs, [_, rolls, spins]) = point.advance(&contact.class.friction().laws, &contact_state);
    contact.history.slide = slide.history.into();
    contact.history.roll = [roll_i.history.into(), roll_j.history.into()];
    contact.history.spin = spin.history;
    *modes = ContactModes::of_springs(&(slide, roll_i, roll_j, spin));
    let vector =
        |part: &FrictionSpring<Vec2>| SpringLoad { elastic: V2::from(part.elastic), damping: V2::from(part.damping) };
    let loads = FrictionLoads {
        slide: vector(&slide),
        roll: [vector(&roll_i), vector(&roll_j)],
        spin: SpringLoad { elastic: spin.elastic, damping: spin.damping },
    };
    let of = |part: &FrictionSpring<Vec2>| [part.increment.x, part.increment.y];
    let increments = [of(&slide), of(&roll_i), of(&roll_j), [spin.increment, 0.0]];
    let variant = KernelVariant { rolls, spins, ..contact.class.variant };
    (variant, ContactOutcome { springs, patch: contact_state.at.patch, loads, increments })
}

/// Number of increments in which the springs of a contact that begins under a load are stretched, and the time of each, s: so
/// slowly that laws which depend on the speed are at rest.
const STRETCHES: usize = 32;
const SLOW: f64 = 1.0;
/// Maximum number of trials of the stretch, and the fraction of the load to which the last one holds it.
const TRIALS: usize = 50;
const HELD: f64 = 1e-12;

/// Lets a contact begin with the slide load `force` on body i, N, world, of which it takes its share: its spring is stretched
/// from rest until it holds that load without motion. `None`, and nothing changes, if the law does not hold it.
pub(super) fn hold(
    contact: &mut Contact,
    force: &Vec3,
    dt: f64,
    (modes, memories): (&mut ContactModes, Option<&mut Memories>),
    bodies: &[BodyRef; 2],
) -> Option<FrictionLoads> {
    let laws = contact.class.friction().laws;
    let state = ContactState { by: Relative::default(), ..contact_state(contact, bodies, dt) };
    let frame = ContactFrame::with_tangent(Vec3::from(contact.point.n), contact.history.u.into());
    // A body that was moved to another surface before the run began is not held; one that leans on its springs is.
    if force.dot(&frame.n).abs() > 0.1 * force.norm() {
        return None;
    }
    let load = frame.components(force) * contact.motion.share;
    let mut stiffness = Probe::new(laws, state).at_rest().slide.stiffness;
    let mut slip = load / stiffness;
    let mut last: Option<[Vec2; 2]> = None;
    for _ in 0..TRIALS {
        let (mut slide, mut roll_i, mut roll_j, mut spin) = laws.initial(&state.friction);
        let mut found = Memories::default();
        let mut point = FrictionState {
            slide: &mut slide,
            roll_i: &mut roll_i,
            roll_j: &mut roll_j,
            spin: &mut spin,
            memories: &mut found,
        };
        let by = Relative::from_step(slip / STRETCHES as f64, Vec2::zeros(), 0.0, 0.0, SLOW);
        for _ in 0..STRETCHES {
            point.advance(&laws, &ContactState { by, dt: SLOW, ..state });
        }
        point.advance(&laws, &state);
        let rest = load - slide.load();
        // A law that slips, or has no spring, is not held.
        if rest.norm() >= load.norm() {
            return None;
        }
        if rest.norm() <= HELD * load.norm() {
            contact.history.slide = slide.history.into();
            *modes = modes.with(FrictionComponent::Slide, slide.mode);
            if let Some(memories) = memories {
                memories.slide = found.slide;
            }
            let slide = SpringLoad { elastic: V2::from(slide.elastic), damping: V2::from(slide.damping) };
            return Some(FrictionLoads { slide, ..FrictionLoads::default() });
        }
        if let Some([slip_before, rest_before]) = last {
            let by = slip - slip_before;
            stiffness = (rest_before - rest).dot(&by) / by.norm_squared();
        }
        last = Some([slip, rest]);
        slip += rest / stiffness;
    }
    None
}

/// The springs of a contact that has not moved yet, and its Hertz contact radius, m; `dt`: step size, s.
pub(super) fn at_rest(contact: &Contact, dt: f64, bodies: &[BodyRef; 2]) -> (Derived, f64) {
    let contact_state = ContactState { by: Relative::default(), ..contact_state(contact, bodies, dt) };
    let probe = Probe::new(contact.class.friction().laws, contact_state);
    (probe.at_rest(), contact_state.at.patch)
}

/// Inputs of the friction laws at a contact.
pub(super) fn contact_state(contact: &Contact, bodies: &[BodyRef; 2], dt: f64) -> ContactState {
    let Contact { class, point, motion, curvatures, .. } = contact;
    let at = contact.conditions(bodies);
    let [i, j] = bodies;
    let of = |elastic: Option<Elastic>| elastic.map(|e| (e.youngs_modulus, e.poisson_ratio));
    let elastic = Elasticity::from_moduli(of(i.elastic), of(j.elastic));
    let area_radius = area_radius(class, point, bodies);
    let hertz = elastic.map(|elastic| HertzPair { modulus: elastic.modulus, radius: area_radius });
    let mass = class.damped_mass(contact.damped_mass);
    let (overlap, normal_damping) = match class.law.normal {
        NormalLaw::KnownForce(_) | NormalLaw::KnownWeight | NormalLaw::Rigid { .. } => {
            (hertz.map_or(0.0, |pair| pair.overlap(at.normal)), 0.0)
        }
        NormalLaw::Hooke { k_n, damping, .. } => (motion.overlap, damping.coefficient(mass, k_n)),
        NormalLaw::OverlapArea { .. } => {
            (motion.overlap, contact.line.map_or(0.0, |line| class.normal_constants(line.width, class.mass)[1]))
        }
        NormalLaw::Hertz { damping_ratio, .. } => {
            (motion.overlap, hertz.map_or(0.0, |pair| pair.damping(motion.overlap, mass, damping_ratio)))
        }
    };
    let curvature = curvatures[0] + curvatures[1];
    let least = |body: &BodyRef| if body.mass.mass.is_finite() { body.mass.inertia.min() } else { f64::INFINITY };
    ContactState {
        friction: class.law.friction.parameters,
        at: Conditions { patch: hertz.map_or(0.0, |pair| pair.patch(at.normal)), ..at },
        radius: if curvature > 0.0 { 1.0 / curvature } else { 0.0 },
        area_radius,
        curvatures: *curvatures,
        overlap: overlap.max(0.0),
        elastic,
        normal_damping,
        effective_mass: class.mass,
        smallest_inertia: least(i).min(least(j)),
        by: mean_motion(contact, bodies, dt),
        grain: Some(contact.grain).filter(|grain| *grain != Vec2::zeros()),
        reaction: contact.reaction,
        free: None,
        body: 0,
        dt,
    }
}

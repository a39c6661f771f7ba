//! Contacts with other laws than the paper's: the same step, by the law library. Contacts of the paper's laws have an
//! empty [`LawMemory`] and are passed by.

use super::systems::{Partner, conditions, effective_radius, velocity_between};
use crate::laws::choice::Point;
use crate::laws::law::{Elasticity, Relative, Site};
use crate::laws::normal::{HertzPair, effective_mass};
use crate::laws::parameters::Conditions;
use crate::laws::{Vec2, Vec3};
use crate::scene::{Elastic, NormalLaw};
use crate::step::events::{EventLog, Part};
use crate::world::Clock;
use crate::world::body::{BodyShape, Mass, Pose, Stuff, Twist};
use crate::world::contact::Contact as WholeContact;
use crate::world::contact::{Frame, LawMemory, NormalForce, Pair, PairLaw, Paths, Roll, Slide, Spin, Touch};
use bevy_ecs::prelude::*;

/// Everything a contact of the library is made of.
type Contact<'a> = (
    (&'a Pair, &'a PairLaw, &'a Touch, &'a Paths, &'a Frame),
    (&'a mut NormalForce, &'a mut Slide, &'a mut Roll, &'a mut Spin, &'a mut LawMemory),
);

/// `StepSystems::Friction`: slide, roll and spin of the contacts under other laws than the paper's.
pub fn apply_library(
    clock: Res<Clock>,
    mut log: ResMut<EventLog>,
    bodies: Query<(&BodyShape, &Pose, &Twist, &Mass, &Stuff)>,
    mut contacts: Query<Contact>,
) {
    for (known, (mut normal, mut slide, mut roll, mut spin, mut memory)) in &mut contacts {
        let (pair, ..) = known;
        let Some(memories) = memory.0.as_deref_mut().filter(|_| pair.age > 0) else {
            continue;
        };
        let Ok([i, j]) = bodies.get_many([pair.i, pair.j]) else {
            continue;
        };
        let site = site(known, &normal, &Partner::of(i), &Partner::of(j), clock.dt);
        let Roll { i, j } = &mut *roll;
        normal.derived =
            Point { slide: &mut slide.0, roll_i: i, roll_j: j, spin: &mut spin.0, memories }.advance(&site);
        normal.patch = site.at.patch;
        log.note(clock.step, pair.key, Part::Slide, &slide.0);
        if normal.derived.roll_i.is_on() {
            log.note(clock.step, pair.key, Part::RollI, &roll.i);
            log.note(clock.step, pair.key, Part::RollJ, &roll.j);
        }
        if normal.derived.spin.is_on() {
            log.note(clock.step, pair.key, Part::Spin, &spin.0);
        }
    }
}

/// What the laws see of a contact.
fn site(
    (_, law, touch, paths, frame): (&Pair, &PairLaw, &Touch, &Paths, &Frame),
    normal: &NormalForce,
    i: &Partner,
    j: &Partner,
    dt: f64,
) -> Site {
    let total = if normal.share > 0.0 { normal.n / normal.share } else { 0.0 };
    let at = conditions(law, touch, paths, frame, i, j, (total, normal.share));
    let of = |stuff: &Stuff| stuff.0.map(|e: Elastic| (e.youngs_modulus, e.poisson_ratio));
    let elastic = Elasticity::of(of(i.stuff), of(j.stuff));
    let area_radius = effective_radius(touch, i, j);
    let mass = effective_mass(i.mass.mass, j.mass.mass);
    let hertz = elastic.map(|elastic| HertzPair { modulus: elastic.modulus, radius: area_radius });
    let (overlap, normal_damping) = match law.normal {
        NormalLaw::KnownForce(_) | NormalLaw::KnownWeight => (hertz.map_or(0.0, |pair| pair.overlap(total)), 0.0),
        NormalLaw::Hooke { k_n, damping } => (touch.overlap, damping.coefficient(mass, k_n)),
        NormalLaw::Hertz { damping_ratio } => {
            (touch.overlap, hertz.map_or(0.0, |pair| pair.damping(touch.overlap, mass, damping_ratio)))
        }
    };
    let curvature = paths.kappa_i + paths.kappa_j;
    let least =
        |partner: &Partner| if partner.mass.mass.is_finite() { partner.mass.inertia.min() } else { f64::INFINITY };
    Site {
        friction: law.friction,
        at: Conditions { patch: hertz.map_or(0.0, |pair| pair.patch(total)), ..at },
        radius: if curvature > 0.0 { 1.0 / curvature } else { 0.0 },
        area_radius,
        curvatures: [paths.kappa_i, paths.kappa_j],
        overlap: overlap.max(0.0),
        elastic,
        normal_damping,
        effective_mass: mass,
        least_inertia: least(i).min(least(j)),
        by: relative(touch, paths, frame, i, j),
        dt,
    }
}

/// How the two bodies moved against each other, in the contact frame.
fn relative(touch: &Touch, paths: &Paths, frame: &Frame, i: &Partner, j: &Partner) -> Relative {
    let now = &frame.now;
    let turning: Vec3 = i.twist.w - j.twist.w;
    let flat = now.components(&turning);
    Relative {
        paths: [paths.p_i, paths.p_j],
        slip: now.components(&velocity_between(i, j, &touch.c)),
        roll: Vec2::new(flat.y, -flat.x), // −n × (u a + w b) = u b − w a
        spin: now.n.dot(&turning),
        psi: frame.psi,
    }
}

/// What the laws see of a contact of the world as it is now; `None` if one of its bodies is gone.
pub fn site_of(world: &World, contact: &WholeContact) -> Option<Site> {
    let parts = |body: Entity| {
        let body = world.get_entity(body).ok()?;
        Some((body.get::<BodyShape>()?, body.get::<Pose>()?, body.get::<Twist>()?, body.get::<Mass>()?, body.get()?))
    };
    let (i, j) = (parts(contact.pair.i)?, parts(contact.pair.j)?);
    let known = (&contact.pair, &contact.law, &contact.touch, &contact.paths, &contact.frame);
    Some(site(known, &contact.normal, &Partner::of(i), &Partner::of(j), world.resource::<Clock>().dt))
}

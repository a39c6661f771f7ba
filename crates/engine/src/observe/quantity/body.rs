//! Quantities of a body.

use super::row::{QuantityKind, QuantityRow, SubjectAt};
use super::shapes::{number, row, vector, world};
use crate::laws::Vec3;
use crate::laws::friction::element::Mode;
use crate::laws::math::extremes::{larger, smallest};
use crate::laws::pair::choice::Friction;
use crate::laws::pair::friction_parameter::FrictionParameter;
use crate::laws::unit;
use crate::observe::state::{BodyState, ContactView};
use crate::observe::steady_class::{CLASSES, class};
use crate::shapes::Shape;
use crate::step::edits::slope;

/// Symbol of the textbook friction of a body: a reference curve, drawn dashed.
pub const TEXTBOOK: &str = "F_C";

fn body<'a>(at: &SubjectAt<'a>) -> &'a BodyState {
    &at.state.bodies[at.index]
}

/// Sum over the contacts of the body; `of` returns the contribution `(on i, on j)` of one contact.
fn sum(at: &SubjectAt, of: impl Fn(&ContactView) -> (Vec3, Vec3)) -> Vec3 {
    let mut total = Vec3::zeros();
    for contact in &at.state.contacts {
        let (on_i, on_j) = of(contact);
        if contact.pair.key.i as usize == at.index {
            total += on_i;
        }
        if contact.pair.key.j as usize == at.index {
            total += on_j;
        }
    }
    total
}

/// Total friction force on the body, N, world.
fn friction(at: &SubjectAt) -> Vec3 {
    sum(at, |c| (-c.loads.friction_on_j, c.loads.friction_on_j))
}

/// Elastic part of the friction force on the body, N, world.
fn elastic(at: &SubjectAt) -> Vec3 {
    sum(at, |c| {
        let on_i = c.frame.now.to_world(&c.slide.0.elastic);
        (on_i, -on_i)
    })
}

fn elastic_roll(at: &SubjectAt) -> Vec3 {
    sum(at, |c| (c.loads.roll_elastic_i, c.loads.roll_elastic_j))
}

fn normal(at: &SubjectAt) -> Vec3 {
    sum(at, |c| (c.loads.normal_on_i, -c.loads.normal_on_i))
}

fn roll(at: &SubjectAt) -> Vec3 {
    sum(at, |c| (c.loads.roll_on_i(), c.loads.roll_on_j()))
}

fn spin(at: &SubjectAt) -> Vec3 {
    sum(at, |c| (c.loads.spin_on_i, -c.loads.spin_on_i))
}

fn elastic_spin(at: &SubjectAt) -> Vec3 {
    sum(at, |c| {
        let on_j = c.frame.now.n * c.spin.0.elastic;
        (-on_j, on_j)
    })
}

/// Total force of all pulls on the body, N, world.
fn pulled(at: &SubjectAt) -> Vec3 {
    at.state.pulls.iter().filter(|pull| pull.body == at.index).map(|pull| pull.load.force).sum()
}

/// Contacts of the body.
fn touching<'a>(at: &SubjectAt<'a>) -> impl Iterator<Item = &'a ContactView> {
    let index = at.index;
    at.state.contacts.iter().filter(move |c| c.pair.key.i as usize == index || c.pair.key.j as usize == index)
}

/// Friction force needed to keep the velocity of the body, N, world: weight and pulls, less their component along the
/// resultant normal force, which the contacts carry.
fn load_along(at: &SubjectAt) -> Vec3 {
    let b = body(at);
    if !b.mass.mass.is_finite() {
        return Vec3::repeat(f64::NAN);
    }
    let all = at.state.gravity * b.mass.mass + pulled(at);
    unit(&normal(at), 1e-12).map_or(all, |n| all - n * n.dot(&all))
}

/// Σ μ_s N and Σ μ_k N over the contacts of the body, N.
pub fn limits(at: &SubjectAt) -> [f64; 2] {
    touching(at).fold([0.0; 2], |sum, contact| {
        let (friction, n) = (&contact.law.friction, larger(contact.normal.n, 0.0));
        [sum[0] + friction.mu_s * n, sum[1] + friction.mu_k * n]
    })
}

/// Textbook friction, N: equal to the load it must balance, up to Σ μ_s N; Σ μ_k N once no contact sticks.
fn coulomb(at: &SubjectAt) -> f64 {
    let [holds, brakes] = limits(at);
    let sticks = touching(at).any(|contact| contact.slide.0.mode == Mode::Stick);
    if sticks { smallest([load_along(at).norm(), holds]) } else { brakes }
}

/// The slope of a plane, degrees; NaN for other shapes.
fn incline(at: &SubjectAt) -> f64 {
    let b = body(at);
    if b.shape == Shape::Plane { slope(&b.q).to_degrees() } else { f64::NAN }
}

/// A velocity of the body; NaN if the program that computed an imported run did not say it.
fn told(at: &SubjectAt, of: fn(&BodyState) -> Vec3) -> Vec3 {
    let b = body(at);
    if b.is_velocity_known { of(b) } else { Vec3::repeat(f64::NAN) }
}

fn kinetic(at: &SubjectAt) -> f64 {
    let b = body(at);
    if !b.is_velocity_known {
        return f64::NAN;
    }
    if !b.mass.mass.is_finite() {
        return 0.0;
    }
    0.5 * b.mass.mass * b.v.norm_squared() + b.rotational_energy()
}

/// Friction parameters of the body's first contact.
fn first_law<'a>(at: &SubjectAt<'a>) -> Option<&'a Friction> {
    touching(at).next().map(|contact| &contact.law.friction)
}

/// Time for which all its contacts have slipped, s.
fn slid(at: &SubjectAt) -> f64 {
    let steps = |c: &ContactView| if c.slide.0.mode == Mode::Slip { c.slide.0.mode_age } else { 0 };
    let least = touching(at).map(steps).min().unwrap_or(0);
    least as f64 * at.state.time / at.state.step.max(1) as f64
}

/// Row of a friction parameter of the body's first contact.
macro_rules! parameter {
    ($parameter:ident, $about:expr) => {
        number!(
            Contact,
            FrictionParameter::$parameter.info().symbol,
            FrictionParameter::$parameter.info().field,
            $about,
            FrictionParameter::$parameter.info().unit,
            |at| {
                let read = FrictionParameter::$parameter.info().read;
                first_law(at).and_then(|friction| read(friction)).unwrap_or(f64::NAN)
            }
        )
    };
}

/// All rows.
pub const ROWS: &[QuantityRow] = &[
    world!(Motion, "x", "" | "from_origin", "centre of mass, world", "m", |at: &SubjectAt| body(at).x),
    vector!(Motion, "v", "v", "velocity of the centre, world", "m/s", |at: &SubjectAt| told(at, |body| body.v)),
    vector!(Motion, "ω", "w", "angular velocity, world", "rad/s", |at: &SubjectAt| told(at, |body| body.w)),
    row!(
        Motion, "q", "orientation, body to world, unit quaternion", "",
        "w" "qw", QuantityKind::Number, |at| body(at).q.w;
        "x" "qx", QuantityKind::Number, |at| body(at).q.i;
        "y" "qy", QuantityKind::Number, |at| body(at).q.j;
        "z" "qz", QuantityKind::Number, |at| body(at).q.k;
    ),
    number!(Motion, "slope", "slope", "slope of a plane, about x", "°", incline),
    number!(Motion, "travel", "travel", "horizontal distance from its initial position", "m", |at| {
        (body(at).x - body(at).initial_position).xy().norm()
    }),
    number!(
        Motion,
        "class",
        "class",
        "steady state (Table 4), from the modes of the contacts that carry load: static, pure rolling, pure slip, \
             rolling with slip",
        "",
        QuantityKind::Words(CLASSES),
        |at| class(at.state, at.index).map_or(f64::NAN, |class| class as f64)
    ),
    number!(Motion, "m", "mass", "mass; infinite for a fixed or driven body", "kg", |at| body(at).mass.mass),
    number!(Motion, "size", "size", "characteristic length; infinite for a plane", "m", |at| body(at).shape.size()),
    vector!(Loads, "F", "F", "friction force on this body, all contacts", "N", friction),
    vector!(Loads, "F_E", "FE", "elastic part of F: the spring forces", "N", elastic),
    vector!(Loads, "F_pull", "Fpull", "total force of all pulls on this body", "N", pulled),
    number!(Loads, "Σ|F_pull|", "pull", "sum of the magnitudes of all pulls on this body", "N", |at| {
        at.state.pulls.iter().filter(|pull| pull.body == at.index).map(|pull| pull.load.force.norm()).sum()
    }),
    vector!(
        Loads,
        "F_load",
        "Fload",
        "load that friction must balance: weight and pulls along the surface",
        "N",
        load_along
    ),
    number!(Loads, TEXTBOOK, "FC", "textbook friction: equal to F_load up to μ_s N, μ_k N in slip", "N", coulomb),
    vector!(Loads, "F_n", "Fn", "normal force on this body, all contacts", "N", normal),
    vector!(Loads, "T_roll", "Troll", "roll torque on this body, all contacts", "N·m", roll),
    vector!(Loads, "T_E,roll", "TrollE", "elastic part of T_roll", "N·m", elastic_roll),
    vector!(Loads, "T_spin", "Tspin", "spin torque on this body, all contacts", "N·m", spin),
    vector!(Loads, "T_E,spin", "TspinE", "elastic part of T_spin", "N·m", elastic_spin),
    number!(Contact, "touches", "touches", "number of its contact points", "", QuantityKind::Count, |at| {
        touching(at).count() as f64
    }),
    number!(
        Contact,
        "slips",
        "slips",
        "1 if any of its contacts slips, 0 if none does",
        "",
        QuantityKind::Count,
        |at| f64::from(u8::from(touching(at).any(|contact| contact.slide.0.mode == Mode::Slip)))
    ),
    number!(
        Contact,
        "slid",
        "slid",
        "time for which all its contacts have slipped; 0 while any contact sticks",
        "s",
        slid
    ),
    parameter!(MuS, "static friction coefficient of its first contact"),
    parameter!(MuK, "kinetic friction coefficient of its first contact"),
    parameter!(EtaPsi, "spin coefficient of its first contact, if its spin law has one"),
    number!(Energy, "E_kin", "E_kin", "kinetic energy", "J", kinetic),
];

//! The numbers of a body.

use super::row::{Group, QuantityRow, SubjectAt};
use crate::laws::Vec3;
use crate::laws::element::Mode;
use crate::laws::extremes::smallest;
use crate::laws::unit;
use crate::record::state::{BodyState, ContactView};
use crate::shapes::Shape;
use crate::step::tune::slope;

fn body<'a>(at: &SubjectAt<'a>) -> &'a BodyState {
    &at.state.bodies[at.index]
}

/// Sums, over the contacts of the body, the part that acts on it; `of` gives `(on i, on j)`.
fn sum(at: &SubjectAt, of: impl Fn(&crate::record::state::ContactView) -> (Vec3, Vec3)) -> Vec3 {
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

/// Friction force on the body, N, world.
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

/// What springs and the hand pull the body with, N, world.
fn pulled(at: &SubjectAt) -> Vec3 {
    at.state.pulls.iter().filter(|pull| pull.body == at.index).map(|pull| pull.load.force).sum()
}

/// The contacts of the body.
fn touching<'a>(at: &SubjectAt<'a>) -> impl Iterator<Item = &'a ContactView> {
    let index = at.index;
    at.state.contacts.iter().filter(move |c| c.pair.key.i as usize == index || c.pair.key.j as usize == index)
}

/// What friction would have to hold for the body to keep its velocity, N, world: weight and pulls, less what the normal
/// forces bear (along the sum of all normal forces).
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
        let (friction, n) = (&contact.law.friction, contact.normal.n);
        [sum[0] + friction.mu_s * n, sum[1] + friction.mu_k * n]
    })
}

/// The friction of the textbook, N: as large as what it has to hold, up to Σ μ_s N; Σ μ_k N once no contact sticks.
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

fn kinetic(at: &SubjectAt) -> f64 {
    let b = body(at);
    if !b.mass.mass.is_finite() {
        return 0.0;
    }
    0.5 * b.mass.mass * b.v.norm_squared() + b.rotational_energy()
}

/// A row of a world vector: x, y, z and size.
macro_rules! vector {
    ($group:ident, $symbol:expr, $name:expr, $unit:expr, $of:expr) => {
        QuantityRow {
            group: Group::$group,
            symbol: $symbol,
            name: $name,
            unit: $unit,
            parts: &[("x", |at| $of(at).x), ("y", |at| $of(at).y), ("z", |at| $of(at).z), ("| |", |at| $of(at).norm())],
        }
    };
}

/// The rows.
pub(super) const ROWS: &[QuantityRow] = &[
    vector!(Motion, "x", "centre of mass, world", "m", |at: &SubjectAt| body(at).x),
    vector!(Motion, "v", "velocity of the centre, world", "m/s", |at: &SubjectAt| body(at).v),
    vector!(Motion, "ω", "angular velocity, world", "rad/s", |at: &SubjectAt| body(at).w),
    QuantityRow {
        group: Group::Motion,
        symbol: "q",
        name: "orientation, body to world, unit quaternion",
        unit: "",
        parts: &[
            ("w", |at| body(at).q.w),
            ("x", |at| body(at).q.i),
            ("y", |at| body(at).q.j),
            ("z", |at| body(at).q.k),
        ],
    },
    QuantityRow {
        group: Group::Motion,
        symbol: "slope",
        name: "of a plane, about x",
        unit: "°",
        parts: &[("", incline)],
    },
    vector!(Loads, "F", "friction force on this body, all contacts", "N", friction),
    vector!(Loads, "F_E", "its elastic part: what the springs do", "N", elastic),
    vector!(Loads, "F_pull", "what springs and the hand pull this body with", "N", pulled),
    vector!(Loads, "F_load", "what friction has to hold: weight and pulls along the surface", "N", load_along),
    QuantityRow {
        group: Group::Loads,
        symbol: "F_C",
        name: "friction of the textbook: as large as F_load up to μ_s N, μ_k N in slip",
        unit: "N",
        parts: &[("", coulomb)],
    },
    vector!(Loads, "F_n", "normal force on this body, all contacts", "N", normal),
    vector!(Loads, "T_roll", "roll torque on this body, all contacts", "N·m", roll),
    vector!(Loads, "T_E,roll", "its elastic part", "N·m", elastic_roll),
    vector!(Loads, "T_spin", "spin torque on this body, all contacts", "N·m", spin),
    vector!(Loads, "T_E,spin", "its elastic part", "N·m", elastic_spin),
    QuantityRow { group: Group::Energy, symbol: "E_kin", name: "kinetic energy", unit: "J", parts: &[("", kinetic)] },
];

//! The numbers of a body.

use super::{At, Group, Row};
use crate::laws::Vec3;
use crate::laws::motion::apply_inertia;
use crate::record::state::BodyState;

fn body<'a>(at: &At<'a>) -> &'a BodyState {
    &at.state.bodies[at.index]
}

/// Sum over the contacts of the body of what each does to it, `(on i, on j)`.
fn sum(at: &At, of: impl Fn(&crate::record::state::ContactState) -> (Vec3, Vec3)) -> Vec3 {
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
fn friction(at: &At) -> Vec3 {
    sum(at, |c| (-c.loads.friction_on_j, c.loads.friction_on_j))
}

/// Elastic part of the friction force on the body, N, world.
fn elastic(at: &At) -> Vec3 {
    sum(at, |c| {
        let on_i = c.frame.now.to_world(&c.slide.0.elastic);
        (on_i, -on_i)
    })
}

fn elastic_roll(at: &At) -> Vec3 {
    sum(at, |c| (c.loads.roll_elastic_i, c.loads.roll_elastic_j))
}

fn normal(at: &At) -> Vec3 {
    sum(at, |c| (c.loads.normal_on_i, -c.loads.normal_on_i))
}

fn roll(at: &At) -> Vec3 {
    sum(at, |c| (c.loads.roll_on_i(), c.loads.roll_on_j()))
}

fn spin(at: &At) -> Vec3 {
    sum(at, |c| (c.loads.spin_on_i, -c.loads.spin_on_i))
}

fn kinetic(at: &At) -> f64 {
    let b = body(at);
    if !b.mass.mass.is_finite() {
        return 0.0;
    }
    0.5 * (b.mass.mass * b.v.norm_squared() + b.w.dot(&apply_inertia(&b.mass.inertia, &b.q, &b.w)))
}

/// A row of a world vector: x, y, z and size.
macro_rules! vector {
    ($group:ident, $symbol:expr, $name:expr, $unit:expr, $of:expr) => {
        Row {
            group: Group::$group,
            symbol: $symbol,
            name: $name,
            unit: $unit,
            parts: &[("x", |at| $of(at).x), ("y", |at| $of(at).y), ("z", |at| $of(at).z), ("| |", |at| $of(at).norm())],
        }
    };
}

/// The rows.
pub(super) const ROWS: &[Row] = &[
    vector!(Motion, "x", "centre of mass, world", "m", |at: &At| body(at).x),
    vector!(Motion, "v", "velocity of the centre, world", "m/s", |at: &At| body(at).v),
    vector!(Motion, "ω", "angular velocity, world", "rad/s", |at: &At| body(at).w),
    Row {
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
    vector!(Loads, "F", "friction force on this body, all contacts", "N", friction),
    vector!(Loads, "F_E", "its elastic part: what the springs do", "N", elastic),
    vector!(Loads, "F_n", "normal force on this body, all contacts", "N", normal),
    vector!(Loads, "T_roll", "roll torque on this body, all contacts", "N·m", roll),
    vector!(Loads, "T_E,roll", "its elastic part", "N·m", elastic_roll),
    vector!(Loads, "T_spin", "spin torque on this body, all contacts", "N·m", spin),
    Row { group: Group::Energy, symbol: "E_kin", name: "kinetic energy", unit: "J", parts: &[("", kinetic)] },
];

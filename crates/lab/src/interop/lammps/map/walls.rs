//! Planes, boxes, tubes and bowls as LAMMPS regions, with their motion, for `fix wall/gran/region`.

use super::super::report::Inexpressible;
use super::body_pair::Side;
use std::fmt::Write;
use stickslip_engine::laws::math::turning::rotation_vector;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::scene::{BodySpec, Drive, Motion};
use stickslip_engine::shapes::Shape;

/// Tolerance for parallel directions (1 − |cos|) and, relative to the position, for coincident lines.
const PARALLEL: f64 = 1e-12;

/// One wall of the deck.
pub(in crate::interop::lammps) struct RegionWall<'a> {
    /// Index of the body in the scene plus 1: the region of id 3 is `wall_3`.
    pub(in crate::interop::lammps) id: usize,
    /// The body in the scene.
    pub(in crate::interop::lammps) body: &'a BodySpec,
    /// Commands that define the variables of the motion, and the region.
    pub(in crate::interop::lammps) commands: String,
}

/// Rotation of a region about a fixed line: angle (rad), a point on the line (m) and its direction.
struct StaticTurn {
    angle: f64,
    about: Vec3,
    axis: Vec3,
}

impl<'a> RegionWall<'a> {
    /// The wall of body `index`.
    pub(in crate::interop::lammps) fn new(index: usize, body: &'a BodySpec) -> Result<Self, Inexpressible> {
        let id = index + 1;
        let fault = |why: &str, remedy: &str| Inexpressible::new(format!("body `{}`", body.name), why, remedy);
        let Some((region, turn)) = region(body) else {
            return Err(fault(
                "LAMMPS has walls that are planes, boxes, tubes and bowls, and balls",
                "replace it by one of these, or leave it out",
            ));
        };
        let mut commands = String::new();
        let motion = match &body.motion {
            Motion::Driven(drive) if drive.schedule.is_given() => {
                return Err(fault(
                    "its motion has a schedule; a region of LAMMPS here moves from one time to another",
                    "give it `from` and `until`",
                ));
            }
            Motion::Driven(drive) => match joined(drive, turn) {
                Some(turn) => driven(id, drive, turn, &mut commands),
                None => {
                    return Err(fault(
                        "it is turned about one axis and driven about another; a region of LAMMPS turns about one",
                        "drive it about its own axis, or place it with its edges along x, y and z",
                    ));
                }
            },
            _ => fixed(id, turn, &mut commands),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(commands, "region wall_{id} {region}{motion}");
        Ok(Self { id, body, commands })
    }

    /// The wall as a partner of a ball.
    pub(in crate::interop::lammps) fn side(&self) -> Side<'a> {
        let curvature = match self.body.shape {
            Shape::Tube { radius } => -0.5 / radius,
            Shape::Bowl { radius } => -1.0 / radius,
            _ => 0.0,
        };
        Side { body: self.body, mass: f64::INFINITY, curvature }
    }
}

/// Style and arguments of the region at t = 0, and the rotation that it needs besides; `None` for a shape that LAMMPS
/// lacks.
fn region(body: &BodySpec) -> Option<(String, Option<StaticTurn>)> {
    let (x, turn) = (body.position, turn_of(&body.rotation, body.position));
    Some(match body.shape {
        Shape::Plane => {
            let n = body.rotation * Vec3::z();
            (format!("plane {} {} side in", numbers(&x), numbers(&n)), None)
        }
        Shape::Bowl { radius } => (format!("sphere {} {radius:?} side in", numbers(&x)), None),
        Shape::Box { half_extents: half } => {
            let (low, high) = (x - half, x + half);
            let ends: Vec<String> = (0..3).map(|k| format!("{:?} {:?}", low[k] + 0.0, high[k] + 0.0)).collect();
            (format!("block {} side out", ends.join(" ")), turn)
        }
        Shape::Tube { radius } => {
            let axis = body.rotation * Vec3::z();
            let along = (0..3).find(|k| axis[*k].abs() > 1.0 - PARALLEL);
            let k = along.unwrap_or(2);
            let centre: Vec<String> = (0..3).filter(|other| *other != k).map(|k| format!("{:?}", x[k] + 0.0)).collect();
            let text = format!("cylinder {} {} {radius:?} INF INF side in", ["x", "y", "z"][k], centre.join(" "));
            (text, if along.is_some() { None } else { turn })
        }
        _ => return None,
    })
}

/// The rotation of a body about its centre; `None` for the identity.
fn turn_of(q: &Rotation, about: Vec3) -> Option<StaticTurn> {
    let turn = rotation_vector(q);
    stickslip_engine::laws::unit(&turn, 0.0).map(|axis| StaticTurn { angle: turn.norm(), about, axis })
}

/// The rotation of a driven region: about the axis of the drive or, if the drive does not rotate, the region's own.
/// The outer `None` if the two axes differ.
fn joined(drive: &Drive, turn: Option<StaticTurn>) -> Option<Option<StaticTurn>> {
    let Some(axis) = stickslip_engine::laws::unit(&drive.angular_velocity, 0.0) else { return Some(turn) };
    let Some(turn) = turn else { return Some(Some(StaticTurn { angle: 0.0, about: drive.pivot, axis })) };
    let offset = turn.about - drive.pivot;
    let is_one_line = (offset - axis * offset.dot(&axis)).norm() < PARALLEL * (1.0 + turn.about.norm());
    let along = axis.dot(&turn.axis);
    (is_one_line && along.abs() > 1.0 - PARALLEL)
        .then(|| Some(StaticTurn { angle: turn.angle * along.signum(), about: drive.pivot, axis }))
}

/// The keywords of a fixed region.
fn fixed(id: usize, turn: Option<StaticTurn>, commands: &mut String) -> String {
    let Some(turn) = turn else { return String::new() };
    let _ = writeln!(commands, "variable turn_{id} equal {:?}", turn.angle);
    rotate(id, &turn)
}

fn rotate(id: usize, turn: &StaticTurn) -> String {
    format!(" rotate v_turn_{id} {} {}", numbers(&turn.about), numbers(&turn.axis))
}

/// The keywords of a driven region: rotated about the pivot, then moved by `v τ + A sin(2πf t)`, with τ the time
/// spent between `from` and `until`.
fn driven(id: usize, drive: &Drive, turn: Option<StaticTurn>, commands: &mut String) -> String {
    let mut keywords = String::new();
    let _ = writeln!(commands, "variable tau_{id} equal {}", driven_time(drive));
    if drive.velocity != Vec3::zeros() || drive.shake != Vec3::zeros() {
        for (k, name) in ["x", "y", "z"].iter().enumerate() {
            let (v, shake, f) = (drive.velocity[k], drive.shake[k], drive.frequency);
            let _ =
                writeln!(commands, "variable {name}_{id} equal ({v:?})*v_tau_{id}+({shake:?})*sin(2*PI*({f:?})*time)");
        }
        let _ = write!(keywords, " move v_x_{id} v_y_{id} v_z_{id}");
    }
    if let Some(turn) = turn {
        let rate = drive.angular_velocity.norm();
        let _ = writeln!(commands, "variable turn_{id} equal {:?}+{rate:?}*v_tau_{id}", turn.angle);
        keywords += &rotate(id, &turn);
    }
    keywords
}

/// τ as a LAMMPS formula.
fn driven_time(drive: &Drive) -> String {
    let Drive { from, until, .. } = drive;
    let late = if until.is_finite() {
        format!("ternary(time>({until:?}),({:?}),time-({from:?}))", until - from)
    } else {
        format!("time-({from:?})")
    };
    format!("ternary(time<({from:?}),0,{late})")
}

/// Three numbers separated by spaces, without negative zeros.
pub(in crate::interop::lammps) fn numbers(v: &Vec3) -> String {
    format!("{:?} {:?} {:?}", v.x + 0.0, v.y + 0.0, v.z + 0.0)
}

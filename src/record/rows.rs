//! The columns of the output tables, once: CSV and Parquet write the same cells.

use super::state::{BodyState, ContactView, PullState, State};
use crate::laws::element::FrictionSpring;
use crate::laws::{Vec2, Vec3};

/// One cell of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell<'a> {
    /// A number, in the unit its header names.
    Number(f64),
    /// A count.
    Count(u64),
    /// A name.
    Text(&'a str),
    /// A number that there is not: empty in CSV, NaN in Parquet.
    Nothing,
}

/// A column: its header exactly as written, and what kind of cells it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column<'a> {
    /// Header, with the unit in brackets where there is one.
    pub name: &'a str,
    /// Kind of its cells.
    pub kind: Kind,
}

/// The kind of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `f64`.
    Number,
    /// Unsigned integer.
    Count,
    /// Text.
    Text,
}

const fn number(name: &'static str) -> Column<'static> {
    Column { name, kind: Kind::Number }
}

const fn count(name: &'static str) -> Column<'static> {
    Column { name, kind: Kind::Count }
}

const fn text(name: &'static str) -> Column<'static> {
    Column { name, kind: Kind::Text }
}

/// `bodies`: one row per sampled step and body. World frame; quaternion body to world; w about the centre of mass.
pub(crate) const BODY_COLUMNS: &[Column] = &[
    number("t [s]"),
    count("step"),
    text("body"),
    number("x [m]"),
    number("y [m]"),
    number("z [m]"),
    number("qw"),
    number("qx"),
    number("qy"),
    number("qz"),
    number("vx [m/s]"),
    number("vy [m/s]"),
    number("vz [m/s]"),
    number("wx [rad/s]"),
    number("wy [rad/s]"),
    number("wz [rad/s]"),
];

/// `contacts`: one row per sampled step and contact. E and D of the slide force are on i, F is on j; roll torques are on
/// the body they name; spin torques are on i about n. `slip` is the slip measure |‖p_i‖ − ‖p_j‖| of the step (FN20 section 2.1);
/// `lambda` is that of static friction as a constraint, empty of other laws.
pub(crate) const CONTACT_COLUMNS: &[Column] = &[
    number("t [s]"),
    count("step"),
    text("i"),
    text("j"),
    count("feature"),
    number("cx [m]"),
    number("cy [m]"),
    number("cz [m]"),
    number("n_x"),
    number("n_y"),
    number("n_z"),
    number("u_x"),
    number("u_y"),
    number("u_z"),
    number("w_x"),
    number("w_y"),
    number("w_z"),
    number("N [N]"),
    number("overlap [m]"),
    text("slide_mode"),
    number("S_u [m]"),
    number("S_w [m]"),
    number("dS_u [m]"),
    number("dS_w [m]"),
    number("E_u [N]"),
    number("E_w [N]"),
    number("D_u [N]"),
    number("D_w [N]"),
    number("F_x [N]"),
    number("F_y [N]"),
    number("F_z [N]"),
    text("roll_mode_i"),
    number("Theta_i_u [rad]"),
    number("Theta_i_w [rad]"),
    text("roll_mode_j"),
    number("Theta_j_u [rad]"),
    number("Theta_j_w [rad]"),
    number("Troll_i_x [N m]"),
    number("Troll_i_y [N m]"),
    number("Troll_i_z [N m]"),
    number("Troll_j_x [N m]"),
    number("Troll_j_y [N m]"),
    number("Troll_j_z [N m]"),
    number("TrollE_i_x [N m]"),
    number("TrollE_i_y [N m]"),
    number("TrollE_i_z [N m]"),
    number("TrollD_i_x [N m]"),
    number("TrollD_i_y [N m]"),
    number("TrollD_i_z [N m]"),
    number("TrollE_j_x [N m]"),
    number("TrollE_j_y [N m]"),
    number("TrollE_j_z [N m]"),
    number("TrollD_j_x [N m]"),
    number("TrollD_j_y [N m]"),
    number("TrollD_j_z [N m]"),
    text("spin_mode"),
    number("Psi [rad]"),
    number("Tspin_E [N m]"),
    number("Tspin_D [N m]"),
    number("psi [rad]"),
    number("p_i_u [m]"),
    number("p_i_w [m]"),
    number("p_j_u [m]"),
    number("p_j_w [m]"),
    number("kappa_i [1/m]"),
    number("kappa_j [1/m]"),
    number("slip [m]"),
    number("lambda"),
];

/// `events`: one row per mode change, contact begin and contact end.
pub(crate) const EVENT_COLUMNS: &[Column] =
    &[number("t [s]"), count("step"), text("i"), text("j"), count("feature"), text("what"), text("from"), text("to")];

/// `pulls`: one row per sampled step and load from outside; of a scene that has some. `n` counts the pulls of one body.
pub(crate) const PULL_COLUMNS: &[Column] = &[
    number("t [s]"),
    count("step"),
    text("body"),
    count("n"),
    number("px [m]"),
    number("py [m]"),
    number("pz [m]"),
    number("ax [m]"),
    number("ay [m]"),
    number("az [m]"),
    number("F_x [N]"),
    number("F_y [N]"),
    number("F_z [N]"),
    number("T_x [N m]"),
    number("T_y [N m]"),
    number("T_z [N m]"),
];

/// The cells of one pull: its point on the body, the anchor, force and torque on the body.
pub(crate) fn pull_row<'a>(state: &'a State, pull: &PullState, row: &mut Vec<Cell<'a>>) {
    let name = state.bodies.get(pull.body).map_or("", |body| body.name.as_str());
    row.clear();
    row.extend([Cell::Number(state.time), Cell::Count(state.step), Cell::Text(name)]);
    row.push(Cell::Count(pull.number.unwrap_or_default() as u64));
    for v in [&pull.load.point, &pull.load.anchor, &pull.load.force, &pull.load.torque] {
        vec3(row, v);
    }
}

/// The cells of one body.
pub(crate) fn body_row<'a>(state: &State, body: &'a BodyState, row: &mut Vec<Cell<'a>>) {
    row.clear();
    row.extend([Cell::Number(state.time), Cell::Count(state.step), Cell::Text(&body.name)]);
    vec3(row, &body.x);
    row.extend([body.q.w, body.q.i, body.q.j, body.q.k].map(Cell::Number));
    vec3(row, &body.v);
    vec3(row, &body.w);
}

/// The cells of one contact.
pub(crate) fn contact_row<'a>(state: &'a State, contact: &'a ContactView, row: &mut Vec<Cell<'a>>) {
    let frame = &contact.frame.now;
    let loads = &contact.loads;
    row.clear();
    row.extend([Cell::Number(state.time), Cell::Count(state.step)]);
    pair(row, state, contact);
    for v in [&contact.touch.c, &frame.n, &frame.u, &frame.w] {
        vec3(row, v);
    }
    row.extend([Cell::Number(contact.normal.n), Cell::Number(contact.touch.overlap)]);
    let slide = &contact.slide.0;
    row.push(Cell::Text(slide.mode.name()));
    for v in [&slide.history, &slide.increment, &slide.elastic, &slide.damping] {
        vec2(row, v);
    }
    vec3(row, &loads.friction_on_j);
    for side in [&contact.roll.i, &contact.roll.j] {
        row.push(Cell::Text(side.mode.name()));
        vec2(row, &side.history);
    }
    vec3(row, &loads.roll_on_i());
    vec3(row, &loads.roll_on_j());
    for v in [&loads.roll_elastic_i, &loads.roll_damping_i, &loads.roll_elastic_j, &loads.roll_damping_j] {
        vec3(row, v);
    }
    spin(row, &contact.spin.0);
    row.push(Cell::Number(contact.frame.psi));
    vec2(row, &contact.paths.p_i);
    vec2(row, &contact.paths.p_j);
    let paths = &contact.paths;
    row.extend([paths.kappa_i, paths.kappa_j, paths.relative_slip()].map(Cell::Number));
    row.push(contact.lambda().map_or(Cell::Nothing, Cell::Number));
}

/// Spin columns: torques on body i about n, so with the sign of `−n`.
fn spin(row: &mut Vec<Cell>, spin: &FrictionSpring<f64>) {
    row.push(Cell::Text(spin.mode.name()));
    row.extend([spin.history, -spin.elastic, -spin.damping].map(|x| Cell::Number(x + 0.0)));
}

/// The columns i, j, feature of a contact.
pub(crate) fn pair<'a>(row: &mut Vec<Cell<'a>>, state: &'a State, contact: &ContactView) {
    let name = |index: u32| state.bodies.get(index as usize).map_or("", |body| body.name.as_str());
    let key = &contact.pair.key;
    row.extend([Cell::Text(name(key.i)), Cell::Text(name(key.j)), Cell::Count(u64::from(key.feature))]);
}

/// Negative zeros are written as zeros.
fn vec3(row: &mut Vec<Cell>, v: &Vec3) {
    row.extend(v.iter().map(|x| Cell::Number(x + 0.0)));
}

fn vec2(row: &mut Vec<Cell>, v: &Vec2) {
    row.extend(v.iter().map(|x| Cell::Number(x + 0.0)));
}

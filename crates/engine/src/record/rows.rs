//! Columns of the output tables, defined once: CSV and Parquet write the same cells. Rows of bodies and contacts are a
//! key followed by listed quantities.

use crate::laws::Vec3;
use crate::observe::quantity::{BODY, CONTACT, QuantityEntry, QuantityKind, SubjectAt, SubjectKind, WORLD, select};
use crate::observe::state::{ContactView, PullState, State};
use crate::step::events::ContactEventKind;

/// The last three columns of `events.csv`: what, from, to.
pub fn event_words(kind: ContactEventKind) -> [&'static str; 3] {
    match kind {
        ContactEventKind::Begin => ["contact", "", "begin"],
        ContactEventKind::End => ["contact", "", "end"],
        ContactEventKind::Painleve(begins) => ["painleve", "", if begins { "begin" } else { "end" }],
        ContactEventKind::Changed { component, from, to } => [component.name(), from.name(), to.name()],
    }
}

/// One cell of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// A number, in the unit that the header of the column names.
    Number(f64),
    /// A count.
    Count(u64),
    /// A name.
    Text(&'a str),
    /// A missing number: empty in CSV, NaN in Parquet.
    Nothing,
}

/// A column: its exact header and the type of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column<'a> {
    /// Header, with the unit in brackets if it has one.
    pub name: &'a str,
    /// Type of the cells.
    pub kind: Kind,
}

/// Cell type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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

/// Column type of a quantity.
impl From<QuantityKind> for Kind {
    fn from(kind: QuantityKind) -> Self {
        match kind {
            QuantityKind::Number | QuantityKind::Component | QuantityKind::Optional => Self::Number,
            QuantityKind::Count => Self::Count,
            QuantityKind::Words(_) => Self::Text,
        }
    }
}

/// The cell with the value of a quantity.
pub fn cell(entry: &QuantityEntry, at: &SubjectAt) -> Cell<'static> {
    let value = entry.value(at);
    match entry.part.kind {
        // The guard stops a run of this program before it has a NaN to write; an imported run lacks numbers.
        QuantityKind::Number | QuantityKind::Component if value.is_nan() && at.state.is_played => Cell::Nothing,
        QuantityKind::Number => Cell::Number(value),
        QuantityKind::Component => Cell::Number(value + 0.0),
        QuantityKind::Optional if value.is_nan() => Cell::Nothing,
        QuantityKind::Optional => Cell::Number(value),
        QuantityKind::Count => Cell::Count(value as u64),
        kind @ QuantityKind::Words(_) => Cell::Text(kind.word(value).unwrap_or_default()),
    }
}

/// Header and type of each column: the key columns, then one per quantity.
pub fn columns(key: &[Column], quantities: &[QuantityEntry]) -> Vec<(String, Kind)> {
    let of_quantity = |entry: &QuantityEntry| (entry.header(), entry.part.kind.into());
    key.iter().map(|column| (column.name.to_owned(), column.kind)).chain(quantities.iter().map(of_quantity)).collect()
}

/// Key columns of table `bodies`.
pub const BODY_KEY: &[Column] = &[number("t [s]"), count("step"), text("body")];

/// `bodies`: one row per sampled step and body. World frame; quaternion body to world; w about the centre of mass.
pub const BODY_COLUMNS: [QuantityEntry; 13] =
    select(BODY, ["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"]);

/// Key columns of table `contacts`.
pub const CONTACT_KEY: &[Column] = &[number("t [s]"), count("step"), text("i"), text("j"), count("feature")];

/// `contacts`: one row per sampled step and contact. E and D of the slide force act on i, F acts on j; roll torques act
/// on the body in their name; spin torques act on i about n. `slip` is the slip measure |‖p_i‖ − ‖p_j‖| of the step
/// (FN20 section 2.1); `lambda` is the multiplier of static friction as a constraint, empty for other laws. N, F and the torques
/// of a rigid contact are those of the step before the row, with the normal `load_n` and the arms `arm_i`, `arm_j` of the instant
/// at which they acted, which are empty for other contacts.
#[rustfmt::skip]
pub const CONTACT_COLUMNS: [QuantityEntry; 72] = select(CONTACT, [
    "cx", "cy", "cz", "n_x", "n_y", "n_z", "u_x", "u_y", "u_z", "w_x", "w_y", "w_z", "N", "overlap",
    "slide_mode", "S_u", "S_w", "dS_u", "dS_w", "E_u", "E_w", "D_u", "D_w", "F_x", "F_y", "F_z",
    "roll_mode_i", "Theta_i_u", "Theta_i_w", "roll_mode_j", "Theta_j_u", "Theta_j_w",
    "Troll_i_x", "Troll_i_y", "Troll_i_z", "Troll_j_x", "Troll_j_y", "Troll_j_z",
    "TrollE_i_x", "TrollE_i_y", "TrollE_i_z", "TrollD_i_x", "TrollD_i_y", "TrollD_i_z",
    "TrollE_j_x", "TrollE_j_y", "TrollE_j_z", "TrollD_j_x", "TrollD_j_y", "TrollD_j_z",
    "spin_mode", "Psi", "Tspin_E", "Tspin_D", "psi", "p_i_u", "p_i_w", "p_j_u", "p_j_w",
    "kappa_i", "kappa_j", "slip", "lambda", "load_n_x", "load_n_y", "load_n_z", "arm_i_x", "arm_i_y", "arm_i_z",
    "arm_j_x", "arm_j_y", "arm_j_z",
]);

/// Key columns of table `world`.
pub const WORLD_KEY: &[Column] = &[number("t [s]"), count("step")];

/// `world`: one row per sampled step, with kinetic energies and statistics of the contacts.
pub const WORLD_COLUMNS: [QuantityEntry; 8] = select(
    WORLD,
    ["E", "E_com", "E_diff", "E_rot", "coordination", "mechanical coordination", "sliding share", "fabric anisotropy"],
);

/// Quantities in the table of this kind of subject.
pub fn table_columns(kind: SubjectKind) -> &'static [QuantityEntry] {
    match kind {
        SubjectKind::World => &WORLD_COLUMNS,
        SubjectKind::Body => &BODY_COLUMNS,
        SubjectKind::Contact => &CONTACT_COLUMNS,
    }
}

/// `events`: one row per mode change, contact begin and contact end.
pub const EVENT_COLUMNS: &[Column] =
    &[number("t [s]"), count("step"), text("i"), text("j"), count("feature"), text("what"), text("from"), text("to")];

/// `pulls`: one row per sampled step and external load, if the scene has any. `n` numbers the pulls of one body, from
/// 0.
pub const PULL_COLUMNS: &[Column] = &[
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

/// Fills `row` with the cells of one pull: time, step, body and number, then the point on the body, the anchor, and the
/// force and torque on the body.
pub fn pull_row<'a>(state: &'a State, pull: &PullState, row: &mut Vec<Cell<'a>>) {
    let name = state.bodies.get(pull.body).map_or("", |body| body.name.as_str());
    row.clear();
    row.extend([Cell::Number(state.time), Cell::Count(state.step), Cell::Text(name)]);
    row.push(Cell::Count(pull.number.unwrap_or_default() as u64));
    for v in [&pull.load.point, &pull.load.anchor, &pull.load.force, &pull.load.torque] {
        vec3(row, v);
    }
}

/// Fills `row` with the cells of the body with this index.
pub fn body_row<'a>(state: &'a State, index: usize, row: &mut Vec<Cell<'a>>) {
    let at = SubjectAt { state, index };
    row.clear();
    row.extend([Cell::Number(state.time), Cell::Count(state.step), Cell::Text(&state.bodies[index].name)]);
    row.extend(BODY_COLUMNS.iter().map(|entry| cell(entry, &at)));
}

/// Fills `row` with the cells of the world.
pub fn world_row<'a>(state: &'a State, row: &mut Vec<Cell<'a>>) {
    let at = SubjectAt { state, index: 0 };
    row.clear();
    row.extend([Cell::Number(state.time), Cell::Count(state.step)]);
    row.extend(WORLD_COLUMNS.iter().map(|entry| cell(entry, &at)));
}

/// Fills `row` with the cells of the contact with this index.
pub fn contact_row<'a>(state: &'a State, index: usize, row: &mut Vec<Cell<'a>>) {
    let at = SubjectAt { state, index };
    row.clear();
    row.extend([Cell::Number(state.time), Cell::Count(state.step)]);
    pair(row, state, &state.contacts[index]);
    row.extend(CONTACT_COLUMNS.iter().map(|entry| cell(entry, &at)));
}

/// Appends the key columns i, j and feature of a contact.
fn pair<'a>(row: &mut Vec<Cell<'a>>, state: &'a State, contact: &ContactView) {
    let name = |index: u32| state.bodies.get(index as usize).map_or("", |body| body.name.as_str());
    let key = &contact.pair.key;
    row.extend([Cell::Text(name(key.i)), Cell::Text(name(key.j)), Cell::Count(u64::from(key.feature))]);
}

/// Appends the components of a vector; negative zeros become zeros.
fn vec3(row: &mut Vec<Cell>, v: &Vec3) {
    row.extend(v.iter().map(|x| Cell::Number(x + 0.0)));
}

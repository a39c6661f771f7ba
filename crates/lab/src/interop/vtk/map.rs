//! The arrays of the files and the quantities in them.

use super::format::data_array;
use std::fmt::Write;
use stickslip_engine::observe::quantity::{BODY, CONTACT, QuantityEntry, QuantityKind, SubjectAt, SubjectKind, select};
use stickslip_engine::observe::state::State;

/// A data array of a file: its name and the quantities of its components.
pub(super) struct ListedArray {
    pub(super) name: &'static str,
    pub(super) parts: &'static [QuantityEntry],
    /// Replacement for values that are not finite.
    replacement: Option<f64>,
}

const fn array(name: &'static str, parts: &'static [QuantityEntry]) -> ListedArray {
    ListedArray { name, parts, replacement: None }
}

pub(super) const BODY_POINTS: ListedArray = array("points", &select(BODY, ["x", "y", "z"]));

/// Arrays of the bodies file, besides positions and indices. A fixed or driven body has mass −1, a plane size 0.
pub(super) const BODIES: &[ListedArray] = &[
    array("velocity", &select(BODY, ["vx", "vy", "vz"])),
    array("angular_velocity", &select(BODY, ["wx", "wy", "wz"])),
    array("orientation", &select(BODY, ["qw", "qx", "qy", "qz"])),
    ListedArray { name: "mass", parts: &select(BODY, ["mass"]), replacement: Some(-1.0) },
    ListedArray { name: "size", parts: &select(BODY, ["size"]), replacement: Some(0.0) },
];

pub(super) const CONTACT_POINTS: ListedArray = array("points", &select(CONTACT, ["cx", "cy", "cz"]));

/// Arrays of the contacts file, besides positions and keys.
pub(super) const CONTACTS: &[ListedArray] = &[
    array("n", &select(CONTACT, ["n_x", "n_y", "n_z"])),
    array("u", &select(CONTACT, ["u_x", "u_y", "u_z"])),
    array("w", &select(CONTACT, ["w_x", "w_y", "w_z"])),
    array("N", &select(CONTACT, ["N"])),
    array("overlap", &select(CONTACT, ["overlap"])),
    array("normal_force", &select(CONTACT, ["Fn_i_x", "Fn_i_y", "Fn_i_z"])),
    array("friction_force", &select(CONTACT, ["F_x", "F_y", "F_z"])),
    array("roll_torque", &select(CONTACT, ["Troll_i_x", "Troll_i_y", "Troll_i_z"])),
    array("spin_torque", &select(CONTACT, ["Tspin_i_x", "Tspin_i_y", "Tspin_i_z"])),
    array("slide_mode", &select(CONTACT, ["slide slips"])),
    array("roll_mode_i", &select(CONTACT, ["roll i slips"])),
    array("roll_mode_j", &select(CONTACT, ["roll j slips"])),
    array("spin_mode", &select(CONTACT, ["spin slips"])),
];

/// Names of the arrays whose first component is the quantity `name`.
pub fn arrays_of(kind: SubjectKind, name: &str) -> impl Iterator<Item = &'static str> {
    let of_bodies = std::iter::once(&BODY_POINTS).chain(BODIES).filter(move |_| kind == SubjectKind::Body);
    let of_contacts = std::iter::once(&CONTACT_POINTS).chain(CONTACTS).filter(move |_| kind == SubjectKind::Contact);
    let begins = move |array: &&'static ListedArray| array.parts[0].part.name == name;
    of_bodies.chain(of_contacts).filter(begins).map(|array| array.name)
}

impl ListedArray {
    /// The array of the first `count` bodies or contacts, as XML.
    pub(super) fn xml(&self, state: &State, count: usize) -> String {
        let is_count = self.parts.iter().all(|entry| entry.part.kind == QuantityKind::Count);
        let mut text = String::new();
        for index in 0..count {
            for (k, entry) in self.parts.iter().enumerate() {
                let value = entry.value(&SubjectAt { state, index });
                let value = self.replacement.filter(|_| !value.is_finite()).unwrap_or(value);
                let end = if k + 1 < self.parts.len() { ' ' } else { '\n' };
                // Writing to a string cannot fail.
                let _ = if is_count { write!(text, "{}{end}", value as u64) } else { write!(text, "{value:?}{end}") };
            }
        }
        data_array(self.name, if is_count { "Int64" } else { "Float64" }, self.parts.len(), &text)
    }
}

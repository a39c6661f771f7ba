//! `stickslip export --to vtk`: a run as files for ParaView. `bodies.pvd` and `contacts.pvd` list one VTP file (VTK
//! XML PolyData, text, all digits) and its time for each sampled step: one point per body at its centre of mass, one
//! point per contact at its contact point.
//!
//! Vectors are in the world frame, SI units. Loads are as in `contacts.csv`: `friction_force` acts on j;
//! `normal_force`, `roll_torque` and `spin_torque` act on i. A mode is 0 for stick and 1 for slip.

use crate::interop::sampled::SampledRun;
use std::fmt::Write;
use std::path::Path;
use stickslip_engine::record::folder::{ResultFolder, ResultKind};
use stickslip_engine::record::quantity::{BODY, CONTACT, QuantityEntry, QuantityKind, SubjectAt, SubjectKind, select};
use stickslip_engine::record::state::State;
use stickslip_engine::run::drive::RunPlan;
use stickslip_engine::run::run_error::RunError;

/// A data array of a file: its name and the quantities of its components.
struct ListedArray {
    name: &'static str,
    parts: &'static [QuantityEntry],
    /// Replacement for values that are not finite.
    replacement: Option<f64>,
}

const fn array(name: &'static str, parts: &'static [QuantityEntry]) -> ListedArray {
    ListedArray { name, parts, replacement: None }
}

const BODY_POINTS: ListedArray = array("points", &select(BODY, ["x", "y", "z"]));

/// Arrays of the bodies file, besides positions and indices. A fixed or driven body has mass −1, a plane size 0.
const BODIES: &[ListedArray] = &[
    array("velocity", &select(BODY, ["vx", "vy", "vz"])),
    array("angular_velocity", &select(BODY, ["wx", "wy", "wz"])),
    array("orientation", &select(BODY, ["qw", "qx", "qy", "qz"])),
    ListedArray { name: "mass", parts: &select(BODY, ["mass"]), replacement: Some(-1.0) },
    ListedArray { name: "size", parts: &select(BODY, ["size"]), replacement: Some(0.0) },
];

const CONTACT_POINTS: ListedArray = array("points", &select(CONTACT, ["cx", "cy", "cz"]));

/// Arrays of the contacts file, besides positions and keys.
const CONTACTS: &[ListedArray] = &[
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

/// A numeric array as XML; `text` is empty for a step without contacts.
fn data_array(name: &str, kind: &str, components: usize, text: &str) -> String {
    format!(
        "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format=\"ascii\">\n{text}</DataArray>\n"
    )
}

fn counts(name: &str, of: impl Iterator<Item = u64>) -> String {
    data_array(name, "Int64", 1, &of.map(|n| format!("{n}\n")).collect::<String>())
}

impl ListedArray {
    /// The array of the first `count` bodies or contacts, as XML.
    fn xml(&self, state: &State, count: usize) -> String {
        let is_count = self.parts.iter().all(|entry| entry.part.kind == QuantityKind::Count);
        let mut text = String::new();
        for index in 0..count {
            for (k, entry) in self.parts.iter().enumerate() {
                let value = (entry.part.read)(&SubjectAt { state, index });
                let value = self.replacement.filter(|_| !value.is_finite()).unwrap_or(value);
                let end = if k + 1 < self.parts.len() { ' ' } else { '\n' };
                // Writing to a string cannot fail.
                let _ = if is_count { write!(text, "{}{end}", value as u64) } else { write!(text, "{value:?}{end}") };
            }
        }
        data_array(self.name, if is_count { "Int64" } else { "Float64" }, self.parts.len(), &text)
    }
}

/// A VTP file of `count` points with the arrays `keys` and `data`.
fn vtp(state: &State, count: usize, points: &ListedArray, keys: &str, data: &[ListedArray]) -> String {
    let (vertices, offsets) = (counts("connectivity", 0..count as u64), counts("offsets", 1..=count as u64));
    let data: String = data.iter().map(|array| array.xml(state, count)).collect();
    let time = state.time;
    format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\">\n<PolyData>\n\
         <FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">\n{time:?}\n</DataArray>\n</FieldData>\n\
         <Piece NumberOfPoints=\"{count}\" NumberOfVerts=\"{count}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n\
         <PointData>\n{keys}{data}</PointData>\n<Points>\n{}</Points>\n<Verts>\n{vertices}{offsets}</Verts>\n</Piece>\n</PolyData>\n</VTKFile>\n",
        points.xml(state, count)
    )
}

/// The VTP file of a state's bodies: index, velocities, orientation (w, x, y, z), mass (kg, −1 if fixed or driven),
/// size (m).
pub fn bodies(state: &State) -> String {
    let count = state.bodies.len();
    vtp(state, count, &BODY_POINTS, &counts("body", 0..count as u64), BODIES)
}

/// The VTP file of a state's contacts.
pub fn contacts(state: &State) -> String {
    let keys = || state.contacts.iter().map(|contact| contact.pair.key);
    let i = counts("i", keys().map(|key| u64::from(key.i)));
    let j = counts("j", keys().map(|key| u64::from(key.j)));
    let feature = counts("feature", keys().map(|key| u64::from(key.feature)));
    vtp(state, state.contacts.len(), &CONTACT_POINTS, &(i + &j + &feature), CONTACTS)
}

/// Runs until the end or a stop by the guard, and writes one file of each kind every `plan.every` steps and at the
/// end into `dir`, which is created if missing; the lists are written last. Returns the number of states written, and
/// why the guard stopped the run. An interrupted run is an error, but its lists are complete.
pub fn export(plan: &RunPlan, dir: &Path, progress: impl FnMut(u64)) -> Result<(u64, Option<String>), RunError> {
    let mut folder = ResultFolder::begin(dir, ResultKind::Export)?;
    let mut lists = [String::new(), String::new()];
    let run = SampledRun::run(plan, progress, |state| {
        for (list, (kind, text)) in lists.iter_mut().zip([("bodies", bodies(state)), ("contacts", contacts(state))]) {
            let file = format!("{kind}-{:08}.vtp", state.step);
            folder.write(&file, text.as_bytes())?;
            // Writing to a string cannot fail.
            let _ = writeln!(list, "<DataSet timestep=\"{:?}\" group=\"\" part=\"0\" file=\"{file}\"/>", state.time);
        }
        Ok(())
    })?;
    for (list, name) in lists.iter().zip(["bodies.pvd", "contacts.pvd"]) {
        let head = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
        folder.write(name, format!("{head}{list}</Collection>\n</VTKFile>\n").as_bytes())?;
    }
    run.end(dir)
}

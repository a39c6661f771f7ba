//! `stickslip export --to vtk`: a run as files for ParaView. `bodies.pvd` and `contacts.pvd` list one VTP file (VTK
//! XML PolyData, text, all digits) and its time for each sampled step: one point per body at its centre of mass, one
//! point per contact at its contact point.
//!
//! Vectors are in the world frame, SI units. Loads are as in `contacts.csv`: `friction_force` acts on j;
//! `normal_force`, `roll_torque` and `spin_torque` act on i. A mode is 0 for stick and 1 for slip.

mod format;
mod map;

pub use map::arrays_of;

use crate::interop::sampled::SampledRun;
use format::counts;
use map::{BODIES, BODY_POINTS, CONTACT_POINTS, CONTACTS, ListedArray};
use std::fmt::Write;
use std::path::Path;
use stickslip_engine::observe::state::State;
use stickslip_engine::record::folder::{ResultFolder, ResultKind};
use stickslip_engine::run::drive::RunPlan;
use stickslip_engine::run::run_error::RunError;

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

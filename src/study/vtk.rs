//! `stickslip export --to vtk`: a run as files for ParaView. `bodies.pvd` and `contacts.pvd` list one VTP file (VTK XML
//! PolyData, text, all digits) for each sampled step, with its time: a point for every body at its centre of mass, a
//! point for every contact at its contact point.
//!
//! Vectors are in the world frame, SI units. Loads as in `contacts.csv`: `friction` is the force on j, `normal` and the
//! torques `roll` and `spin` are on i; a mode is 0 for stick and 1 for slip.

use super::run::RunPlan;
use super::run_error::{RunError, interrupted};
use crate::laws::Vec3;
use crate::laws::element::Mode;
use crate::record::folder::{ResultFolder, ResultKind};
use crate::record::state::State;
use std::fmt::Write;
use std::path::Path;

/// One array of a file: its name, its number of components, its numbers.
struct Array {
    name: &'static str,
    components: usize,
    kind: &'static str,
    text: String,
}

impl Array {
    /// The number of components is part of the type: a step without contacts has the same arrays, empty.
    fn of<T: std::fmt::Debug, const COMPONENTS: usize>(
        name: &'static str,
        kind: &'static str,
        rows: impl Iterator<Item = [T; COMPONENTS]>,
    ) -> Self {
        let mut text = String::new();
        for row in rows {
            let cells: Vec<String> = row.iter().map(|x| format!("{x:?}")).collect();
            text += &cells.join(" ");
            text.push('\n');
        }
        Self { name, components: COMPONENTS, kind, text }
    }

    fn vectors(name: &'static str, of: impl Iterator<Item = Vec3>) -> Self {
        Self::of(name, "Float64", of.map(|v| [v.x, v.y, v.z]))
    }

    fn numbers(name: &'static str, of: impl Iterator<Item = f64>) -> Self {
        Self::of(name, "Float64", of.map(|x| [x]))
    }

    fn counts(name: &'static str, of: impl Iterator<Item = u64>) -> Self {
        Self::of(name, "Int64", of.map(|x| [x]))
    }

    fn xml(&self) -> String {
        let Self { name, components, kind, text } = self;
        format!(
            "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format=\"ascii\">\n{text}</DataArray>\n"
        )
    }
}

/// A VTP file of points with these arrays.
fn vtp(time: f64, count: usize, points: &Array, data: &[Array]) -> String {
    let vertices = Array::counts("connectivity", 0..count as u64).xml();
    let offsets = Array::counts("offsets", 1..=count as u64).xml();
    let data: String = data.iter().map(Array::xml).collect();
    format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\">\n<PolyData>\n\
         <FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">\n{time:?}\n</DataArray>\n</FieldData>\n\
         <Piece NumberOfPoints=\"{count}\" NumberOfVerts=\"{count}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n\
         <PointData>\n{data}</PointData>\n<Points>\n{}</Points>\n<Verts>\n{vertices}{offsets}</Verts>\n</Piece>\n</PolyData>\n</VTKFile>\n",
        points.xml()
    )
}

/// The bodies of a state: number, velocities, orientation (w, x, y, z), mass (−1 for one that is held), size, m.
pub fn bodies(state: &State) -> String {
    let all = || state.bodies.iter();
    let mass = |mass: f64| if mass.is_finite() { mass } else { -1.0 };
    let size = |size: f64| if size.is_finite() { size } else { 0.0 };
    let data = [
        Array::counts("body", 0..state.bodies.len() as u64),
        Array::vectors("velocity", all().map(|b| b.v)),
        Array::vectors("angular_velocity", all().map(|b| b.w)),
        Array::of("orientation", "Float64", all().map(|b| [b.q.w, b.q.i, b.q.j, b.q.k])),
        Array::numbers("mass", all().map(|b| mass(b.mass.mass))),
        Array::numbers("size", all().map(|b| size(b.shape.size()))),
    ];
    vtp(state.time, state.bodies.len(), &Array::vectors("points", all().map(|b| b.x)), &data)
}

/// The contacts of a state.
pub fn contacts(state: &State) -> String {
    let all = || state.contacts.iter();
    let slips = |mode: Mode| u64::from(mode == Mode::Slip);
    let data = [
        Array::counts("i", all().map(|c| u64::from(c.pair.key.i))),
        Array::counts("j", all().map(|c| u64::from(c.pair.key.j))),
        Array::counts("feature", all().map(|c| u64::from(c.pair.key.feature))),
        Array::vectors("n", all().map(|c| c.frame.now.n)),
        Array::vectors("u", all().map(|c| c.frame.now.u)),
        Array::vectors("w", all().map(|c| c.frame.now.w)),
        Array::numbers("N", all().map(|c| c.normal.n)),
        Array::numbers("overlap", all().map(|c| c.touch.overlap)),
        Array::vectors("normal", all().map(|c| c.loads.normal_on_i)),
        Array::vectors("friction", all().map(|c| c.loads.friction_on_j)),
        Array::vectors("roll", all().map(|c| c.loads.roll_on_i())),
        Array::vectors("spin", all().map(|c| c.loads.spin_on_i)),
        Array::counts("slide_mode", all().map(|c| slips(c.slide.0.mode))),
        Array::counts("roll_mode_i", all().map(|c| slips(c.roll.i.mode))),
        Array::counts("roll_mode_j", all().map(|c| slips(c.roll.j.mode))),
        Array::counts("spin_mode", all().map(|c| slips(c.spin.0.mode))),
    ];
    vtp(state.time, state.contacts.len(), &Array::vectors("points", all().map(|c| c.touch.c)), &data)
}

/// Runs to the end or until the guard stops it, and writes a file of each kind every `plan.every` steps and at the end
/// into `dir`, which is made if it is missing; the lists come last. Gives the number of states written, and why the guard
/// stopped the run. A run that is asked to end is an error, with lists of what is there.
pub fn export(plan: &RunPlan, dir: &Path, mut progress: impl FnMut(u64)) -> Result<(u64, Option<String>), RunError> {
    let mut simulation = plan.start()?;
    let mut folder = ResultFolder::begin(dir, ResultKind::Export)?;
    let mut recorded = plan.recorded(&mut simulation)?;
    let (mut lists, mut written) = ([String::new(), String::new()], 0);
    let (steps, mut ends) = (plan.steps(), None);
    for step in 0..=steps {
        recorded.come_to(&mut simulation, step)?;
        ends = (step < steps && plan.is_to_stop()).then(|| interrupted(step, steps));
        let last = step == steps || simulation.stopped().is_some() || ends.is_some();
        if last || step % plan.every == 0 {
            let state = simulation.state();
            for (list, (kind, text)) in
                lists.iter_mut().zip([("bodies", bodies(&state)), ("contacts", contacts(&state))])
            {
                let file = format!("{kind}-{:08}.vtp", state.step);
                folder.write(&file, text.as_bytes())?;
                // Writing to a text cannot fail.
                let _ =
                    writeln!(list, "<DataSet timestep=\"{:?}\" group=\"\" part=\"0\" file=\"{file}\"/>", state.time);
            }
            written += 1;
            progress(step);
        }
        if last {
            break;
        }
    }
    for (list, name) in lists.iter().zip(["bodies.pvd", "contacts.pvd"]) {
        let head = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
        folder.write(name, format!("{head}{list}</Collection>\n</VTKFile>\n").as_bytes())?;
    }
    match ends.filter(|_| simulation.stopped().is_none()) {
        Some(why) => Err(RunError::Interrupted(format!("{why}; {written} states are in {}", dir.display()))),
        None => Ok((written, simulation.stopped().map(str::to_owned))),
    }
}

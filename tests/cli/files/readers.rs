//! The target programs read exported files back: the VTK library of ParaView, and OVITO. Where Python or its packages
//! are missing, one line says so; `STICKSLIP_PYTHON` names the interpreter if it is not `python3`.

use crate::program::{RunToEnd, stickslip};
use crate::report_skipped::report_skipped;
use std::path::Path;
use std::process::Command;
use stickslip::lab::builtin;
use stickslip::run::simulation::Simulation;
use stickslip::scene::Scene;

/// Output of a Python program, as numbers by line; `None` if a package is missing.
fn read_back(package: &str, program: &str, dir: &Path) -> Option<Vec<(String, Vec<f64>)>> {
    let python = std::env::var("STICKSLIP_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let there = Command::new(&python).args(["-c", &format!("import {package}")]).output();
    if !there.is_ok_and(|said| said.status.success()) {
        report_skipped(
            &format!("reading back with `{package}`"),
            &format!("pip install {package}, or name a Python in STICKSLIP_PYTHON"),
        );
        return None;
    }
    let said = Command::new(&python).args(["-c", program]).current_dir(dir).succeeds();
    let line = |line: &str| {
        let (name, numbers) = line.split_once(':').unwrap();
        (name.to_owned(), numbers.split_whitespace().map(|word| word.parse().unwrap()).collect())
    };
    Some(said.lines().map(line).collect())
}

/// The numbers of the line with this name.
fn of<'a>(lines: &'a [(String, Vec<f64>)], name: &str) -> &'a [f64] {
    lines
        .iter()
        .find(|(found, _)| found == name)
        .map_or_else(|| panic!("no {name} in {lines:?}"), |(_, numbers)| numbers)
}

#[test]
fn vtk_reads_what_export_wrote() {
    let folder = temp_dir::TempDir::new().unwrap();
    let line = "export stack-rolls-apart --to vtk --out vtk --duration 0.05 --every 250";
    stickslip(folder.path()).args(line.split(' ')).succeeds();
    let program = r#"
import vtk
for kind in "bodies", "contacts":
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(f"vtk/{kind}-00000500.vtp")
    reader.Update()
    data = reader.GetOutput()
    print(f"{kind} time: {data.GetFieldData().GetArray('TimeValue').GetValue(0)}")
    arrays = [data.GetPointData().GetArray(k) for k in range(data.GetPointData().GetNumberOfArrays())]
    for name, array in [("points", data.GetPoints().GetData())] + [(array.GetName(), array) for array in arrays]:
        values = [repr(array.GetComponent(k, c)) for k in range(array.GetNumberOfTuples()) for c in range(array.GetNumberOfComponents())]
        print(f"{kind} {name}: {array.GetNumberOfComponents()} {data.GetNumberOfVerts()} {' '.join(values)}")
"#;
    let Some(lines) = read_back("vtk", program, folder.path()) else { return };
    let mut simulation = Simulation::new(&Scene::parse("t", builtin::text("stack-rolls-apart").unwrap()).unwrap());
    simulation.steps(500);
    let state = simulation.state();
    assert_eq!(of(&lines, "bodies time"), [state.time]);
    let with = |components: f64, count: usize, numbers: Vec<f64>| [vec![components, count as f64], numbers].concat();
    let vectors =
        |all: Vec<stickslip::laws::Vec3>| with(3.0, all.len(), all.iter().flat_map(|v| <[f64; 3]>::from(*v)).collect());
    assert_eq!(of(&lines, "bodies points"), vectors(state.bodies.iter().map(|body| body.x).collect()));
    assert_eq!(of(&lines, "bodies velocity"), vectors(state.bodies.iter().map(|body| body.v).collect()));
    assert_eq!(of(&lines, "bodies orientation")[..2], [4.0, state.bodies.len() as f64]);
    let loads: Vec<_> = state.contacts.iter().map(|contact| contact.loads).collect();
    assert!(!loads.is_empty());
    assert_eq!(of(&lines, "contacts normal_force"), vectors(loads.iter().map(|loads| loads.normal_on_i).collect()));
    assert_eq!(of(&lines, "contacts friction_force"), vectors(loads.iter().map(|loads| loads.friction_on_j).collect()));
    assert_eq!(of(&lines, "contacts roll_torque"), vectors(loads.iter().map(|loads| loads.roll_on_i()).collect()));
    assert_eq!(of(&lines, "contacts spin_torque"), vectors(loads.iter().map(|loads| loads.spin_on_i).collect()));
    let forces = state.contacts.iter().map(|contact| contact.normal.n).collect();
    assert_eq!(of(&lines, "contacts N"), with(1.0, loads.len(), forces));
}

#[test]
fn ovito_reads_what_export_wrote() {
    let folder = temp_dir::TempDir::new().unwrap();
    let line = "export ellipsoid-falls --to xyz --out ovito --duration 0.5 --every 500";
    stickslip(folder.path()).args(line.split(' ')).succeeds();
    // The frames contain the numbers of the simulated state, in either reader.
    let mut simulation = Simulation::new(&Scene::parse("t", builtin::text("ellipsoid-falls").unwrap()).unwrap());
    simulation.steps(5000);
    let state = simulation.state();
    let body = state.bodies.iter().find(|body| body.name != "floor" && body.mass.mass.is_finite()).unwrap();
    let text = std::fs::read_to_string(folder.child("ovito").join("bodies.xyz")).unwrap();
    let last = text.lines().next_back().unwrap();
    let numbers: Vec<f64> = last.split(' ').skip(1).map(|word| word.parse().unwrap()).collect();
    assert!(last.starts_with("ellipsoid ") && numbers[1..4] == <[f64; 3]>::from(body.x), "{last}");
    assert_eq!(text.lines().filter(|line| line.starts_with("Lattice=\"")).count(), 11);
    let program = r#"
from ovito.io import import_file
pipeline = import_file("ovito/bodies.xyz")
data = pipeline.compute(pipeline.source.num_frames - 1)
print(f"frames: {pipeline.source.num_frames}")
print(f"time: {data.attributes['Time']}")
for name in "Position", "Velocity", "Angular Velocity", "Radius", "Aspherical Shape", "Orientation", "Mass":
    print(f"{name}: {' '.join(repr(float(x)) for x in data.particles[name][...].ravel())}")
"#;
    let Some(lines) = read_back("ovito", program, folder.path()) else { return };
    assert_eq!((of(&lines, "frames"), of(&lines, "time")), (&[11.0][..], &[state.time][..]));
    // OVITO stores radii, shapes and orientations in single precision.
    let close = |name: &str, expected: &[f64]| {
        let found = of(&lines, name);
        let same = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6);
        assert!(found.len() == expected.len() && same, "{name}: {found:?}, expected {expected:?}");
    };
    for (name, vector) in [("Position", body.x), ("Velocity", body.v), ("Angular Velocity", body.w)] {
        close(name, &<[f64; 3]>::from(vector));
    }
    close("Orientation", &[body.q.i, body.q.j, body.q.k, body.q.w]);
    close("Aspherical Shape", &[0.2, 0.2, 0.5]);
    close("Radius", &[0.5]);
    close("Mass", &[body.mass.mass]);
}

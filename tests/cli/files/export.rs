//! `stickslip export --to vtk`: the files contain the simulated numbers and follow ParaView's rules.

use std::path::Path;
use stickslip::lab::builtin;
use stickslip::lab::interop::vtk::export;
use stickslip::run::drive::RunPlan;
use stickslip::run::simulation::Simulation;
use stickslip::scene::Scene;

/// Numbers of an array of a VTP file.
fn array(text: &str, name: &str) -> Vec<f64> {
    let from = text.find(&format!("Name=\"{name}\"")).unwrap_or_else(|| panic!("no array {name}"));
    let body = &text[from..];
    let body = &body[body.find('>').unwrap() + 1..body.find("</DataArray>").unwrap()];
    body.split_whitespace().map(|x| x.parse().unwrap()).collect()
}

fn read(dir: &Path, name: &str) -> String {
    std::fs::read_to_string(dir.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Time and file of each state in the PVD list of this kind.
fn list(dir: &Path, kind: &str) -> Vec<(f64, String)> {
    let text = read(dir, &format!("{kind}.pvd"));
    let part = |line: &str, name: &str| {
        line.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let sets = text.lines().filter(|line| line.starts_with("<DataSet"));
    sets.map(|line| (part(line, "timestep").parse().unwrap(), part(line, "file"))).collect()
}

#[test]
fn the_files_hold_the_simulated_numbers_to_the_bit() {
    for name in ["brick-slips", "stack-rolls-apart"] {
        let text = builtin::text(name).unwrap();
        let scene = Scene { duration: 0.1, ..Scene::parse(name, text).unwrap() };
        let dir = temp_dir::TempDir::new().unwrap();
        let plan = RunPlan { every: 300, ..RunPlan::new(&scene, text) };
        assert_eq!(export(&plan, dir.path(), |_| ()).unwrap(), (5, None), "{name}");
        let (bodies, contacts) = (list(dir.path(), "bodies"), list(dir.path(), "contacts"));
        assert_eq!(bodies.len(), 5);
        let mut simulation = Simulation::new(&scene);
        for ((time, file), (_, of_contacts)) in bodies.iter().zip(&contacts) {
            simulation.steps((time / scene.dt).round() as u64 - simulation.step_count());
            let state = simulation.state();
            assert_eq!(*time, state.time);
            let text = read(dir.path(), file);
            let places: Vec<f64> = state.bodies.iter().flat_map(|b| [b.x.x, b.x.y, b.x.z]).collect();
            assert_eq!(array(&text, "points"), places, "{name}");
            let turns: Vec<f64> = state.bodies.iter().flat_map(|b| [b.q.w, b.q.i, b.q.j, b.q.k]).collect();
            assert_eq!(array(&text, "orientation"), turns, "{name}");
            let text = read(dir.path(), of_contacts);
            let forces: Vec<f64> =
                state.contacts.iter().flat_map(|c| <[f64; 3]>::from(c.loads.friction_on_j)).collect();
            assert_eq!(array(&text, "friction_force"), forces, "{name}");
            assert!(text.contains(&format!("NumberOfPoints=\"{}\"", state.contacts.len())));
            assert_eq!(array(&text, "offsets").len(), state.contacts.len());
            let modes: Vec<f64> = state
                .contacts
                .iter()
                .map(|c| f64::from(u8::from(c.slide.0.mode == stickslip::laws::friction::element::Mode::Slip)))
                .collect();
            assert_eq!(array(&text, "slide_mode"), modes, "{name}");
        }
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let text = builtin::text("brick-slips").unwrap();
    let scene = Scene::parse("brick", text).unwrap();
    let folder = temp_dir::TempDir::new().unwrap();
    let file = folder.child("file");
    std::fs::write(&file, "").unwrap();
    let fault = export(&RunPlan::new(&scene, text), &file.join("out"), |_| ()).unwrap_err();
    assert!(fault.to_string().contains("cannot write") && fault.to_string().contains("out"), "{fault}");
}

/// ParaView reads a series by the arrays of its files: without contacts the arrays are the same, but empty.
#[test]
fn a_state_without_contacts_has_the_arrays_of_one_with() {
    let scene = Scene::parse("brick", builtin::text("brick-slips").unwrap()).unwrap();
    let state = Simulation::new(&scene).state();
    let bare = stickslip::observe::state::State { contacts: Vec::new(), ..state.clone() };
    let heads = |text: String| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("<DataArray")).map(str::to_owned).collect()
    };
    let full = heads(stickslip::lab::interop::vtk::contacts(&state));
    assert!(full.iter().any(|head| head.contains("Name=\"points\" NumberOfComponents=\"3\"")));
    assert_eq!(heads(stickslip::lab::interop::vtk::contacts(&bare)), full);
}

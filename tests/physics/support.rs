//! Scenes, runs and reference tables for the tests.

use std::path::PathBuf;
use stickslip::laws::Vec3;
use stickslip::record::state::{BodyState, ContactView, State};
use stickslip::run::simulation::Simulation;
use stickslip::scene::{Scene, builtin, set};

/// A built-in scene with values set in it.
pub(crate) fn scene(name: &str, edits: &[(&str, &str)]) -> Scene {
    let text = builtin::text(name).unwrap_or_else(|| panic!("no built-in scene {name}"));
    let text = edits.iter().fold(text.to_string(), |text, (path, value)| {
        set(&text, path, value).unwrap_or_else(|fault| panic!("{name}: {path}: {fault}"))
    });
    Scene::parse(name, &text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

/// The state after each of the steps 0..=n.
pub(crate) fn trajectory(scene: &Scene, n: u64) -> Vec<State> {
    let mut simulation = Simulation::new(scene);
    let mut states = vec![simulation.state()];
    for _ in 0..n {
        simulation.step();
        states.push(simulation.state());
    }
    assert_eq!(simulation.stopped(), None);
    states
}

/// A body of a state, by name.
pub(crate) fn body<'a>(state: &'a State, name: &str) -> &'a BodyState {
    state.bodies.iter().find(|b| b.name == name).unwrap_or_else(|| panic!("no body {name}"))
}

/// The only contact of a state.
pub(crate) fn contact(state: &State) -> &ContactView {
    assert_eq!(state.contacts.len(), 1, "one contact expected at step {}", state.step);
    &state.contacts[0]
}

/// A reference table: column names and rows.
pub(crate) struct Table {
    names: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Table {
    /// Reads a file of the reference folder (`../shared/reference`, or the folder in `STICKSLIP_REFERENCE`).
    /// `None`, said loudly, where there is no such folder.
    pub(crate) fn read(file: &str) -> Option<Self> {
        let folder = std::env::var_os("STICKSLIP_REFERENCE")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/reference"), PathBuf::from);
        if !folder.is_dir() {
            eprintln!("NOT COMPARED with {file}: there is no reference folder at {}", folder.display());
            return None;
        }
        let path = folder.join(file);
        let mut reader = csv::Reader::from_path(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let names = reader.headers().expect("headers").iter().map(str::to_string).collect();
        let number = |cell: &str| if cell.is_empty() { f64::NAN } else { cell.parse().expect("a number") };
        let rows = reader.records().map(|row| row.expect("a row").iter().map(number).collect()).collect();
        Some(Self { names, rows })
    }

    /// A column by name.
    pub(crate) fn column(&self, name: &str) -> Vec<f64> {
        let k = self.names.iter().position(|n| n == name).unwrap_or_else(|| panic!("{name} not in {:?}", self.names));
        self.rows.iter().map(|row| row[k]).collect()
    }

    /// Steps and values of the n-th line of a figure: its own column and the time in the first one.
    pub(crate) fn line(&self, n: usize) -> (Vec<usize>, Vec<f64>) {
        let rows = self.rows.iter().filter(|row| row[0].is_finite() && row[n + 1].is_finite());
        rows.map(|row| ((row[0] / 1e-4).round() as usize, row[n + 1])).unzip()
    }

    /// The step number of each row, from its time in column `t`.
    pub(crate) fn steps(&self, t: &str) -> Vec<usize> {
        self.column(t).iter().map(|t| (t / 1e-4).round() as usize).collect()
    }
}

/// Largest difference between the reference and ours at the given steps, over the range of the reference.
pub(crate) fn worst(steps: &[usize], reference: &[f64], ours: impl Fn(usize) -> f64) -> f64 {
    let (mut low, mut high, mut worst) = (f64::MAX, f64::MIN, 0.0_f64);
    for (step, expected) in steps.iter().zip(reference) {
        low = low.min(*expected);
        high = high.max(*expected);
        worst = worst.max((ours(*step) - expected).abs());
    }
    worst / (high - low)
}

/// Asserts that a curve agrees with the reference to `tolerance` of its range.
pub(crate) fn agree(what: &str, steps: &[usize], reference: &[f64], tolerance: f64, ours: impl Fn(usize) -> f64) {
    let worst = worst(steps, reference, ours);
    eprintln!("{what}: {worst:.2e} of its range (allowed {tolerance:.0e})");
    assert!(worst <= tolerance, "{what}: {worst:e} of its range, allowed {tolerance:e}");
}

/// The component of `v` along the slope of a plane body (its own y-axis).
pub(crate) fn up_slope(plane: &BodyState, v: &Vec3) -> f64 {
    plane.q.inverse_transform_vector(v).y
}

//! Whole curves of the authors' programs, where a folder with them is given.

use super::rows::CaseRows;
use crate::study::trace::{self, Probe, StudyError, scene};
use std::path::Path;

/// A curve to compare: case, file, column, its sign against ours, our scene with edits, our quantity, rows by which
/// theirs lags, allowed difference over its range.
struct ReferenceCurve {
    case: &'static str,
    file: &'static str,
    column: &'static str,
    scene: &'static str,
    edits: &'static [(&'static str, &'static str)],
    probe: Probe,
    sign: f64,
    lag: usize,
    tolerance: f64,
}

const BASE: ReferenceCurve = ReferenceCurve {
    case: "",
    file: "",
    column: "",
    scene: "",
    edits: &[],
    probe: trace::up,
    sign: 1.0,
    lag: 0,
    tolerance: 1e-5,
};

/// Compares the curves of a case.
pub(super) fn compare(case: &'static str, folder: &Path, rows: &mut CaseRows) -> Result<(), StudyError> {
    for curve in all().into_iter().filter(|curve| curve.case == case) {
        let path = folder.join(curve.file);
        if !path.is_file() {
            continue;
        }
        let worst = curve.worst(&path)?;
        let quantity = format!("{} {}: largest difference over its range", curve.file, curve.column);
        rows.number(quantity, 0.0, worst, curve.tolerance);
    }
    Ok(())
}

fn all() -> Vec<ReferenceCurve> {
    let mut curves = Vec::new();
    for (case, file, scene) in [
        ("brick-holds", "rerun/s41_brick_0.18_damped.csv", "brick-damped"),
        ("brick-oscillates", "rerun/s41_brick_0.18_undamped.csv", "brick-undamped"),
        ("brick-slips", "rerun/s41_brick_0.25.csv", "brick-slips"),
        ("brick-holds", "rerun/s41_brick_atan_muk.csv", "brick-atan-mu-k"),
        ("brick-holds", "rerun/s41_brick_atan_mus.csv", "brick-atan-mu-s"),
    ] {
        let base = || ReferenceCurve { case, file, scene, tolerance: 2e-9, ..BASE };
        curves.push(ReferenceCurve { column: "v", probe: trace::speed_up, sign: -1.0, ..base() });
        curves.push(ReferenceCurve { column: "Sij", probe: trace::stretch, ..base() });
    }
    for (file, scene) in [
        ("rerun/s42_fig_a_disk_stick_start_Dr1.5.csv", "disk-panel-a"),
        ("rerun/s42_fig_bc_disk_saturated_start_Dr1.csv", "disk-panels-bc"),
        ("rerun/s42_disk_Kr6400_eq2b.csv", "disk-equation-2b"),
    ] {
        let base = || ReferenceCurve { case: "disk", file, scene, tolerance: 1e-6, ..BASE };
        curves.push(ReferenceCurve { column: "x", ..base() });
        curves.push(ReferenceCurve { column: "v", probe: trace::speed_up, ..base() });
        curves.push(ReferenceCurve { column: "omega", probe: trace::turn_x, sign: -1.0, ..base() });
        curves.push(ReferenceCurve { column: "Te", probe: trace::roll_torque, ..base() });
    }
    let base = || ReferenceCurve {
        case: "sphere-35",
        file: "rerun/s43_fig_incline35_D2_0.1s.csv",
        scene: "sphere-up-35",
        ..BASE
    };
    curves.push(ReferenceCurve { column: "wx", probe: trace::turn_x, ..base() });
    curves.push(ReferenceCurve { column: "TrE_x", probe: trace::roll_torque, lag: 1, ..base() });
    for (file, scene) in [
        ("rerun/s44_port_spin_eta0.006_D2.csv", "sphere-spin-0.006"),
        ("rerun/s44_port_spin_eta0.008_D2.csv", "sphere-spin-0.008"),
        ("rerun/s44_port_spin_eta0.01_D2.csv", "sphere-spin-0.010"),
        ("rerun/s44_port_spin_eta0.012_D2.csv", "sphere-spin-0.012"),
    ] {
        curves.push(ReferenceCurve { case: "spin", file, column: "wz", scene, probe: trace::turn_n, ..BASE });
    }
    for (file, edits) in [
        ("rerun/s44_port_hertz_test1_Ke500000.csv", [("friction.k_e", "5e5")].as_slice()),
        ("rerun/s44_port_hertz_test1_Ke1e+06.csv", &[("friction.k_e", "1e6")]),
        ("rerun/s44_port_hertz_test1_Ke5e+06.csv", &[("friction.k_e", "5e6")]),
        ("rerun/s44_port_hertz_test1_Ke1e+07.csv", &[("friction.k_e", "1e7")]),
    ] {
        let scene = "hertz-spin-steel-20mm";
        curves.push(ReferenceCurve {
            case: "spin-hertz",
            file,
            column: "wz",
            scene,
            edits,
            probe: trace::turn_n,
            ..BASE
        });
    }
    curves
}

impl ReferenceCurve {
    /// Largest difference from row 1 on (row 0 is from before the start), over the range of the reference.
    fn worst(&self, path: &Path) -> Result<f64, StudyError> {
        let table = read(path, &["t", self.column])?;
        let scene = scene(self.scene, self.edits)?;
        let steps: Vec<usize> = table[0].iter().map(|t| (t / scene.dt).round() as usize).collect();
        let most = steps.iter().max().copied().unwrap_or(0);
        let run =
            trace::trace(&crate::scene::Scene { duration: most as f64 * scene.dt, ..scene }, &[("ours", self.probe)])?;
        let ours = run.column("ours");
        let (mut low, mut high, mut worst) = (f64::MAX, f64::MIN, 0.0_f64);
        for (step, theirs) in steps.iter().zip(&table[1]).skip(1) {
            (low, high) = (low.min(*theirs), high.max(*theirs));
            worst = worst.max((self.sign * ours[step.saturating_sub(self.lag)] - theirs).abs());
        }
        Ok(worst / (high - low))
    }
}

/// Columns of a CSV file by name.
fn read(path: &Path, names: &[&str]) -> Result<Vec<Vec<f64>>, StudyError> {
    let fault = |why: String| StudyError::new(&path.display().to_string(), why);
    let mut reader = csv::Reader::from_path(path).map_err(|e| fault(e.to_string()))?;
    let headers = reader.headers().map_err(|e| fault(e.to_string()))?.clone();
    let places = names.iter().map(|name| {
        headers.iter().position(|header| header == *name).ok_or_else(|| fault(format!("there is no column {name}")))
    });
    let places = places.collect::<Result<Vec<_>, _>>()?;
    let mut columns = vec![Vec::new(); names.len()];
    for record in reader.records() {
        let record = record.map_err(|e| fault(e.to_string()))?;
        for (column, place) in columns.iter_mut().zip(&places) {
            column.push(record.get(*place).and_then(|cell| cell.parse().ok()).unwrap_or(f64::NAN));
        }
    }
    Ok(columns)
}

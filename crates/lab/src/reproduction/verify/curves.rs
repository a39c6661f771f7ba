//! Complete curves of the paper's figures and of its authors' programs.

use super::rows::{CaseRows, RowKind};
use crate::reproduction::reference::{PublishedCurve, ReferenceSource};
use crate::trace::{self, StudyError, Trace, TraceProbe, scene, step_at};
use stickslip_engine::laws::math::extremes::largest_difference;
use stickslip_engine::scene::Scene;

/// Reference curves for one run.
pub struct CurveSet {
    case: &'static str,
    scene: &'static str,
    edits: &'static [(&'static str, &'static str)],
    /// The curves.
    pub curves: Vec<ReferenceCurve>,
}

/// A reference curve: file, column in the built-in file, corresponding quantity and its scale factor. The index of
/// the curves has the tolerance.
pub struct ReferenceCurve {
    /// Its file.
    pub file: &'static str,
    /// Index of its column in the built-in file.
    pub column: usize,
    probe: TraceProbe,
    scale: f64,
    /// Rows by which the reference lags: the authors' 3D programs write a load next to the state that results from
    /// it.
    lag: usize,
    /// Compare the rate of change of the quantity from its step to the next one, not the quantity itself.
    is_rate: bool,
}

/// A curve whose values are those of `probe` times `scale`.
pub fn curve(file: &'static str, column: usize, probe: TraceProbe, scale: f64) -> ReferenceCurve {
    ReferenceCurve { file, column, probe, scale, lag: 0, is_rate: false }
}

impl ReferenceCurve {
    fn lagging(self) -> Self {
        Self { lag: 1, ..self }
    }

    fn rate(self) -> Self {
        Self { is_rate: true, lag: 1, ..self }
    }
}

/// Compares all curves of a case.
pub(super) fn compare(case: &'static str, source: &ReferenceSource, rows: &mut CaseRows) -> Result<(), StudyError> {
    for set in sets().into_iter().filter(|set| set.case == case) {
        set.compare(source, rows)?;
    }
    Ok(())
}

/// All curves, by run.
pub fn sets() -> Vec<CurveSet> {
    [bricks(), disks(), spheres(), ellipsoids()].into_iter().flatten().collect()
}

/// Section 4.1: x, ẋ, E_f, D_f, S, ΔS of figure 5 (6). Without damping D_f is zero, so it has no curve.
fn bricks() -> Vec<CurveSet> {
    let small = |column: usize| {
        vec![
            curve("paper/brick_incline_small_kinematics__ax0.csv", column, trace::up, -1.0),
            curve("paper/brick_incline_small_kinematics__ax1.csv", column, trace::speed_up, -1.0),
            curve("paper/brick_incline_small_friction__ax0.csv", column, trace::elastic_up, 1.0),
            curve("paper/brick_incline_small_relativeMotion__ax0.csv", column, trace::slide_deflection_up, 1.0),
            curve("paper/brick_incline_small_relativeMotion__ax1.csv", column, trace::increment_up, 1.0),
        ]
    };
    let damped = curve("paper/brick_incline_small_friction__ax1.csv", 1, trace::damping_up, 1.0);
    let various = |column: usize| {
        vec![
            curve("paper/brick_incline_various_angle_posVelo__ax0.csv", column, trace::up, -1.0),
            curve("paper/brick_incline_various_angle_posVelo__ax1.csv", column, trace::speed_up, -1.0),
            curve("paper/brick_incline_various_angle_EfDf__ax0.csv", column, trace::elastic_up, 1.0),
            curve("paper/brick_incline_various_angle_EfDf__ax1.csv", column, trace::damping_up, 1.0),
            curve("paper/brick_incline_various_angle_Sij__ax0.csv", column, trace::slide_deflection_up, 1.0),
            curve("paper/brick_incline_various_angle_Sij__ax1.csv", column, trace::increment_up, 1.0),
        ]
    };
    let set = |case, scene, curves| CurveSet { case, scene, edits: &[], curves };
    vec![
        set("brick-holds", "brick-damped", small(1).into_iter().chain([damped]).collect()),
        set("brick-oscillates", "brick-undamped", small(2)),
        set("brick-holds", "brick-atan-mu-k", various(1)),
        set("brick-holds", "brick-atan-mu-s", various(2)),
        set("brick-slips", "brick-slips", various(3)),
    ]
}

/// Section 4.2: figure 6 (8), panels a and b, c; figure 7 (9); and the disk with equation (2b).
fn disks() -> Vec<CurveSet> {
    let case = "disk";
    let panel_a = vec![
        curve("paper/disk_rolling_pos__ax0.csv", 1, trace::up, 1.0),
        curve("paper/disk_rolling_pos__yyhidden.csv", 1, trace::rolled, 1.0),
        curve("paper/disk_rolling_pos__ax1.csv", 1, trace::elastic_up, -1.0),
        curve("paper/disk_rolling_pos__ax2.csv", 1, trace::roll_torque, 1.0),
    ];
    let panels_bc = vec![
        curve("paper/disk_rolling_velo__ax0.csv", 1, trace::speed_up, 1.0),
        curve("paper/disk_rolling_velo__yyhidden.csv", 1, trace::angular_velocity_x, -1.0),
        curve("paper/disk_rolling_velo__ax1.csv", 1, trace::damping_up, -1.0),
        curve("paper/disk_rolling_velo__ax2.csv", 1, trace::roll_damping, 1.0),
        curve("paper/disk_rolling_acc__ax0.csv", 1, trace::angular_velocity_x, -1.0).rate(),
        curve("paper/disk_rolling_acc__ax1.csv", 1, trace::speed_up, 1.0).rate(),
        curve("paper/disk_rolling_acc__ax2.csv", 1, trace::slide_deflection_up, -1e3),
        curve("paper/disk_rolling_acc__yyhidden.csv", 1, trace::roll_deflection, 1e3),
    ];
    let rerun = |file: &'static str, columns: &[usize]| -> Vec<ReferenceCurve> {
        let of: [(TraceProbe, f64); 5] = [
            (trace::up, 1.0),
            (trace::speed_up, 1.0),
            (trace::angular_velocity_x, -1.0),
            (trace::elastic_up, -1.0),
            (trace::roll_torque, 1.0),
        ];
        columns.iter().zip(of).filter(|(c, _)| **c > 0).map(|(c, (of, sign))| curve(file, *c, of, sign)).collect()
    };
    let damped = |file, edits| CurveSet { case, scene: "disk-panel-a", edits, curves: rerun(file, &[1, 2, 3, 4, 5]) };
    vec![
        CurveSet { case, scene: "disk-panel-a", edits: &[], curves: panel_a },
        CurveSet { case, scene: "disk-panels-bc", edits: &[], curves: panels_bc },
        CurveSet {
            case,
            scene: "disk-equation-2b",
            edits: &[],
            curves: rerun("rerun/s42_disk_Kr6400_eq2b.csv", &[1, 2, 3, 0, 4]),
        },
        damped("rerun/s42_disk_damping_0.6.csv", super::slide::DISK_DAMPINGS[0].1),
        damped("rerun/s42_disk_damping_1.0.csv", super::slide::DISK_DAMPINGS[1].1),
        damped("rerun/s42_disk_damping_1.5.csv", super::slide::DISK_DAMPINGS[2].1),
    ]
}

/// Sections 4.3, figure 9 (11), and 4.4.
fn spheres() -> Vec<CurveSet> {
    let mut sets = vec![CurveSet {
        case: "sphere-35",
        scene: "sphere-up-35",
        edits: &[],
        curves: vec![
            curve("paper/sphereUpIncline35Deg__ax0.csv", 1, trace::angular_velocity_x, 1.0),
            curve("paper/sphereUpIncline35Deg__ax1.csv", 1, trace::roll_torque, 1.0).lagging(),
            curve("paper/sphereUpIncline35Deg__yyhidden.csv", 1, trace::elastic_up, -1.0).lagging(),
            curve("paper/sphereUpIncline35Deg__yyhidden.csv", 2, trace::speed_up, 1.0),
            curve("rerun/s43_port_incline35_D2.csv", 1, trace::angular_velocity_x, 1.0),
            curve("rerun/s43_port_incline35_D2.csv", 2, trace::roll_torque, 1.0).lagging(),
        ],
    }];
    for (file, scene) in [
        ("rerun/s44_port_spin_eta0.006_D2.csv", "sphere-spin-0.006"),
        ("rerun/s44_port_spin_eta0.008_D2.csv", "sphere-spin-0.008"),
        ("rerun/s44_port_spin_eta0.01_D2.csv", "sphere-spin-0.010"),
        ("rerun/s44_port_spin_eta0.012_D2.csv", "sphere-spin-0.012"),
    ] {
        let spin = vec![
            curve(file, 1, trace::angular_velocity_n, 1.0),
            curve(file, 2, trace::signed_spin_deflection, 1.0).lagging(),
        ];
        sets.push(CurveSet { case: "spin", scene, edits: &[], curves: spin });
    }
    for (file, edits) in [
        ("rerun/s44_port_hertz_test1_Ke500000.csv", [("friction.k_e", "5e5")].as_slice()),
        ("rerun/s44_port_hertz_test1_Ke1e+06.csv", &[("friction.k_e", "1e6")]),
        ("rerun/s44_port_hertz_test1_Ke5e+06.csv", &[("friction.k_e", "5e6")]),
        ("rerun/s44_port_hertz_test1_Ke1e+07.csv", &[("friction.k_e", "1e7")]),
    ] {
        let spin = vec![
            curve(file, 1, trace::angular_velocity_n, 1.0),
            curve(file, 2, trace::signed_spin_deflection, 1.0).lagging(),
        ];
        sets.push(CurveSet { case: "spin-hertz", scene: "hertz-spin-steel-20mm", edits, curves: spin });
    }
    sets
}

/// Section 4.5.2: Ψ and ω with the published inertia.
fn ellipsoids() -> Vec<CurveSet> {
    let mut sets = Vec::new();
    for (scene, history, speed) in [
        (
            "ellipsoid-spin-upright-published",
            "paper/spinning_steel_ellipsoid_upright__ax0.csv",
            "paper/spinning_steel_ellipsoid_upright__ax1.csv",
        ),
        (
            "ellipsoid-spin-flat-published",
            "paper/spinning_steel_ellipsoid_flat__ax0.csv",
            "paper/spinning_steel_ellipsoid_flat__ax1.csv",
        ),
    ] {
        for (column, edits) in [
            (1, [("friction.k_e", "5e6")].as_slice()),
            (2, &[("friction.k_e", "1e7")]),
            (3, &[("friction.k_e", "5e7")]),
            (4, &[("friction.k_e", "1e8")]),
        ] {
            let curves = vec![
                curve(history, column, trace::signed_spin_deflection, 1.0).lagging(),
                curve(speed, column, trace::angular_velocity_n, 1.0),
            ];
            sets.push(CurveSet { case: "ellipsoid-spin", scene, edits, curves });
        }
    }
    sets
}

impl CurveSet {
    fn compare(&self, source: &ReferenceSource, rows: &mut CaseRows) -> Result<(), StudyError> {
        let scene = scene(self.scene, self.edits)?;
        let published: Vec<_> = self.curves.iter().map(|curve| source.curve(curve.file, curve.column)).collect();
        let ends = published.iter().flatten().filter_map(|published| published.points.last().map(|(t, _)| *t));
        let duration = ends.reduce(stickslip_engine::laws::math::extremes::larger).unwrap_or(scene.dt);
        let probes: Vec<(&'static str, TraceProbe)> = self.curves.iter().map(|curve| ("", curve.probe)).collect();
        let run = trace::trace(&Scene { duration, ..scene }, &probes)?;
        for (place, (curve, published)) in self.curves.iter().zip(published).enumerate() {
            match published {
                Ok(published) => curve.compare(&run, place, &published, &self.edited(), rows),
                Err(why) => {
                    rows.unusable(RowKind::Run, format!("{}{}: {DIFFERENCE}", curve.file, self.edited()), why);
                }
            }
        }
        Ok(())
    }

    /// Suffix with the K_E of the run, if that is its only edit.
    fn edited(&self) -> String {
        match self.edits {
            [(_, value)] => format!(", K_E = {value}"),
            _ => String::new(),
        }
    }
}

/// Description of the compared value.
const DIFFERENCE: &str = "largest difference over its range";

impl ReferenceCurve {
    fn compare(&self, run: &Trace, place: usize, published: &PublishedCurve, edited: &str, rows: &mut CaseRows) {
        let PublishedCurve { name, points, tolerance } = published;
        let quantity = format!("{} {name}{edited}: {DIFFERENCE}", self.file);
        match points.iter().find(|(t, _)| step_at(*t, run.dt).is_none()) {
            Some((t, _)) => rows.unusable(RowKind::Run, quantity, format!("{t} s is not a step of {} s", run.dt)),
            None => {
                let worst = (points.len(), self.worst(run, place, points));
                rows.points(RowKind::Run, quantity, worst, *tolerance);
            }
        }
    }

    /// Largest difference over the range of the reference; NaN if a time of the reference is not a step of the run.
    pub fn worst(&self, run: &Trace, place: usize, points: &[(f64, f64)]) -> f64 {
        let values = run.values(place);
        let value = |step: usize| values.get(step).copied().unwrap_or(f64::NAN);
        let ours = |t: f64| match step_at(t, run.dt).and_then(|step| step.checked_sub(self.lag)) {
            Some(step) if self.is_rate => (value(step + 1) - value(step)) / run.dt,
            Some(step) => value(step),
            None => f64::NAN,
        };
        largest_difference(points.iter().map(|(t, theirs)| (self.scale * ours(*t), *theirs)))
    }
}

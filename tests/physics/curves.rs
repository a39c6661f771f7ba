//! Whole curves of the paper's figures and of its authors' programs.

use crate::support::{Table, agree, body, contact, scene, trajectory, up_slope};
use stickslip::laws::element::Mode;
use stickslip::record::state::State;

/// Friction along the slope, summed over the brick's four corners: elastic part (N), S (m) of the first corner.
fn brick_friction(state: &State) -> (f64, f64) {
    let elastic = state.contacts.iter().map(|c| c.slide.0.elastic.norm()).sum();
    (elastic, state.contacts[0].slide.0.history.norm())
}

/// Section 4.1: x, v, E_f, S to 2e-9 of their range (the tables have ten digits). Row 0 carries E_f from before the
/// start and is left out.
#[test]
fn brick_curves() {
    for (file, name) in [
        ("rerun/s41_brick_0.18_damped.csv", "brick-damped"),
        ("rerun/s41_brick_0.18_undamped.csv", "brick-undamped"),
        ("rerun/s41_brick_0.25.csv", "brick-slips"),
        ("rerun/s41_brick_atan_muk.csv", "brick-atan-mu-k"),
        ("rerun/s41_brick_atan_mus.csv", "brick-atan-mu-s"),
    ] {
        let Some(table) = Table::read(file) else { continue };
        let steps = table.steps("t")[1..].to_vec();
        let column = |name: &str| table.column(name)[1..].to_vec();
        let states = trajectory(&scene(name, &[]), *steps.last().expect("rows") as u64);
        let start = up_slope(&states[0].bodies[0], &body(&states[0], "brick").x);
        let down = |k: usize| -(up_slope(&states[k].bodies[0], &body(&states[k], "brick").x) - start);
        let speed = |k: usize| -up_slope(&states[k].bodies[0], &body(&states[k], "brick").v);
        agree(&format!("{name} x"), &steps, &column("x"), 2e-9, down);
        agree(&format!("{name} v"), &steps, &column("v"), 2e-9, speed);
        agree(&format!("{name} E_f"), &steps, &column("Ef"), 2e-9, |k| brick_friction(&states[k]).0);
        agree(&format!("{name} S"), &steps, &column("Sij"), 2e-9, |k| brick_friction(&states[k]).1);
    }
}

/// Section 4.2, panels a and b/c: x, v, ω, E_f, T_E to 1e-6 of their range.
#[test]
fn disk_curves() {
    for (file, name) in [
        ("rerun/s42_fig_a_disk_stick_start_Dr1.5.csv", "disk-panel-a"),
        ("rerun/s42_fig_bc_disk_saturated_start_Dr1.csv", "disk-panels-bc"),
        ("rerun/s42_disk_Kr6400_eq2b.csv", "disk-equation-2b"),
    ] {
        let Some(table) = Table::read(file) else { continue };
        let steps = table.steps("t");
        let states = trajectory(&scene(name, &[]), *steps.last().expect("rows") as u64);
        // Rolling towards +y is a turn about −x.
        agree(&format!("{name} x"), &steps, &table.column("x"), 1e-6, |k| body(&states[k], "disk").x.y);
        agree(&format!("{name} v"), &steps, &table.column("v"), 1e-6, |k| body(&states[k], "disk").v.y);
        agree(&format!("{name} omega"), &steps, &table.column("omega"), 1e-6, |k| -body(&states[k], "disk").w.x);
        let force = |k: usize| {
            let c = contact(&states[k]);
            c.frame.now.to_world(&c.slide.0.elastic).y
        };
        agree(&format!("{name} E_f"), &steps, &table.column("Ef"), 1e-6, force);
        let torque = |k: usize| contact(&states[k]).loads.roll_elastic_j.x;
        agree(&format!("{name} T_E"), &steps, &table.column("Te"), 1e-6, torque);
    }
}

/// Section 4.3, 35°: v_CM, ω, F_E, T_E over 0 to 0.1 s to 1e-5 of their range, every mode change within one step. The
/// program's table has the loads one row later than ours.
#[test]
fn sphere_up_incline_curves() {
    let Some(table) = Table::read("rerun/s43_fig_incline35_D2_0.1s.csv") else { return };
    let states = trajectory(&scene("sphere-up-35", &[]), 1000);
    let steps = table.steps("t");
    let alpha = 35f64.to_radians();
    let slope = |y: &str, z: &str| -> Vec<f64> {
        table.column(y).iter().zip(table.column(z)).map(|(y, z)| y * alpha.cos() + z * alpha.sin()).collect()
    };
    let plane = &states[0].bodies[0];
    agree("v", &steps, &slope("vy", "vz"), 1e-5, |k| up_slope(plane, &body(&states[k], "ball").v));
    agree("omega", &steps, &table.column("wx"), 1e-5, |k| body(&states[k], "ball").w.x);
    let elastic = |k: usize| {
        let c = contact(&states[k - 1]);
        up_slope(plane, &c.frame.now.to_world(&c.slide.0.elastic))
    };
    agree("F_E", &steps, &slope("Ef_y", "Ef_z"), 1e-5, elastic);
    agree("T_E", &steps, &table.column("TrE_x"), 1e-5, |k| contact(&states[k - 1]).loads.roll_elastic_j.x);
    for (column, ours) in
        [("slide_k", (|k| contact(k).slide.0.mode) as fn(&State) -> Mode), ("roll_k", |k| contact(k).roll.j.mode)]
    {
        let reference: Vec<bool> = table.column(column).iter().map(|k| *k == 1.0).collect();
        let theirs: Vec<usize> =
            (1..reference.len()).filter(|k| reference[*k] != reference[k - 1]).map(|k| steps[k]).collect();
        let slip = |k: usize| ours(&states[k]) == Mode::Slip;
        let mine: Vec<usize> = (1..states.len()).filter(|k| slip(*k) != slip(k - 1)).map(|k| k + 1).collect();
        assert_eq!(mine.len(), theirs.len(), "{column}: {mine:?} against {theirs:?}");
        for (mine, theirs) in mine.iter().zip(&theirs) {
            assert!(mine.abs_diff(*theirs) <= 1, "{column}: {mine} against {theirs}");
        }
    }
}

/// Section 4.4, heuristic spin: ω(t) over the whole run to 1e-5 of its range for four η_ψ.
#[test]
fn spinning_sphere_curves() {
    for (file, name) in [
        ("rerun/s44_port_spin_eta0.006_D2.csv", "sphere-spin-0.006"),
        ("rerun/s44_port_spin_eta0.008_D2.csv", "sphere-spin-0.008"),
        ("rerun/s44_port_spin_eta0.01_D2.csv", "sphere-spin-0.010"),
        ("rerun/s44_port_spin_eta0.012_D2.csv", "sphere-spin-0.012"),
    ] {
        let Some(table) = Table::read(file) else { continue };
        let steps = table.steps("t");
        let states = trajectory(&scene(name, &[]), *steps.last().expect("rows") as u64);
        agree(&format!("{name} omega"), &steps, &table.column("wz"), 1e-5, |k| body(&states[k], "ball").w.z);
        agree(&format!("{name} Psi"), &steps, &table.column("Psi"), 1e-4, |k| match k {
            0 => 0.0,
            k => contact(&states[k - 1]).spin.0.history.abs(),
        });
    }
}

/// Section 4.4, Hertz spin of a steel ball: ω(t) to 1e-5 of its range for four K_E.
#[test]
fn hertz_spin_curves() {
    for (file, k_e) in [
        ("rerun/s44_port_hertz_test1_Ke500000.csv", "5e5"),
        ("rerun/s44_port_hertz_test1_Ke1e+06.csv", "1e6"),
        ("rerun/s44_port_hertz_test1_Ke5e+06.csv", "5e6"),
        ("rerun/s44_port_hertz_test1_Ke1e+07.csv", "1e7"),
    ] {
        let Some(table) = Table::read(file) else { continue };
        let steps = table.steps("t");
        let scene = scene("hertz-spin-steel-20mm", &[("friction.k_e", k_e)]);
        let states = trajectory(&scene, *steps.last().expect("rows") as u64);
        agree(&format!("K_E {k_e} omega"), &steps, &table.column("wz"), 1e-5, |k| body(&states[k], "ball").w.z);
    }
}

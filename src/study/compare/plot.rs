//! Curves of one body under several laws, one panel for each quantity.

use super::RunOutcome;
use crate::record::state::State;
use crate::study::figure::{Curve, Figure, FigureWidth, Legend, Panel};

/// A quantity of a body.
#[derive(Clone, Copy, Debug)]
pub struct ComparedQuantity {
    /// Name on the command line.
    pub name: &'static str,
    /// Label of its axis.
    pub label: &'static str,
    /// What it is.
    pub about: &'static str,
    of: fn(&State, usize) -> f64,
}

const fn quantity(
    name: &'static str,
    label: &'static str,
    about: &'static str,
    of: fn(&State, usize) -> f64,
) -> ComparedQuantity {
    ComparedQuantity { name, label, about, of }
}

/// All quantities that can be plotted.
pub const QUANTITIES: &[ComparedQuantity] = &[
    quantity("x", "x [m]", "place, world", |s, k| s.bodies[k].x.x),
    quantity("y", "y [m]", "place, world", |s, k| s.bodies[k].x.y),
    quantity("z", "z [m]", "place, world", |s, k| s.bodies[k].x.z),
    quantity("v", "|v| [m/s]", "speed of the centre", |s, k| s.bodies[k].v.norm()),
    quantity("vx", "v_x [m/s]", "velocity, world", |s, k| s.bodies[k].v.x),
    quantity("vy", "v_y [m/s]", "velocity, world", |s, k| s.bodies[k].v.y),
    quantity("vz", "v_z [m/s]", "velocity, world", |s, k| s.bodies[k].v.z),
    quantity("w", "|ω| [rad/s]", "angular speed", |s, k| s.bodies[k].w.norm()),
    quantity("wx", "ω_x [rad/s]", "angular velocity, world", |s, k| s.bodies[k].w.x),
    quantity("wy", "ω_y [rad/s]", "angular velocity, world", |s, k| s.bodies[k].w.y),
    quantity("wz", "ω_z [rad/s]", "angular velocity, world", |s, k| s.bodies[k].w.z),
    quantity("F", "|F| [N]", "friction force on it", |s, k| s.loads_on(k)[0].norm()),
    quantity("Fx", "F_x [N]", "friction force on it, world", |s, k| s.loads_on(k)[0].x),
    quantity("Fy", "F_y [N]", "friction force on it, world", |s, k| s.loads_on(k)[0].y),
    quantity("Fz", "F_z [N]", "friction force on it, world", |s, k| s.loads_on(k)[0].z),
    quantity("Troll", "|T_roll| [N m]", "roll torque on it", |s, k| s.loads_on(k)[1].norm()),
    quantity("Trollx", "T_roll,x [N m]", "roll torque, world", |s, k| s.loads_on(k)[1].x),
    quantity("Trolly", "T_roll,y [N m]", "roll torque, world", |s, k| s.loads_on(k)[1].y),
    quantity("Trollz", "T_roll,z [N m]", "roll torque, world", |s, k| s.loads_on(k)[1].z),
    quantity("Tspin", "|T_spin| [N m]", "spin torque on it", |s, k| s.loads_on(k)[2].norm()),
    quantity("E", "E_kin [J]", "kinetic energy of the world", |s, _| budget(s).0),
    quantity("W", "W_diss [J]", "dissipated in the world", |s, _| budget(s).1),
    quantity("dE", "ΔE [J]", "residual of the energy account", |s, _| budget(s).2),
];

/// Kinetic energy, dissipated energy, residual of the account, J.
fn budget(state: &State) -> (f64, f64, f64) {
    let nothing = (f64::NAN, f64::NAN, f64::NAN);
    state.accounts.as_ref().map_or(nothing, |accounts| {
        let budget = &accounts.budget;
        (budget.kinetic, budget.contacts.total().dissipated(), budget.residual())
    })
}

impl ComparedQuantity {
    /// The quantity of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        QUANTITIES.iter().find(|quantity| quantity.name == name)
    }

    /// Its value for the body of this number; NaN where there is none.
    pub fn of(&self, state: &State, body: usize) -> f64 {
        if body < state.bodies.len() { (self.of)(state, body) } else { f64::NAN }
    }
}

/// The figure of these quantities, of which each run has a curve in this order.
pub fn figure(quantities: &[&ComparedQuantity], runs: &[RunOutcome]) -> Figure {
    let curve = |run: &RunOutcome, k: usize| {
        let mut series = run.series[k].clone();
        series.close();
        Curve { name: run.name.clone(), points: series.points, style: None }
    };
    let panel = |(k, quantity): (usize, &&ComparedQuantity)| Panel {
        x: "time [s]".into(),
        y: quantity.label.into(),
        legend: Legend::Off,
        curves: runs.iter().map(|run| curve(run, k)).collect(),
        ..Panel::default()
    };
    let panels: Vec<Panel> = quantities.iter().enumerate().map(panel).collect();
    let columns = panels.len().clamp(1, 2);
    Figure {
        width: if columns == 1 { FigureWidth::Column } else { FigureWidth::Page },
        columns,
        panels,
        shared_legend: true,
    }
}

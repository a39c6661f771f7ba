//! Curves of one body under several laws, one panel for each quantity.

use crate::record::state::State;
use crate::study::figure::{Curve, Figure, FigureWidth, Legend, Panel};

/// A curve has at most twice so many points: lowest and highest of so many equal pieces of the run.
const PIECES: u64 = 1000;

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

/// All quantities that can be plotted.
pub const QUANTITIES: &[ComparedQuantity] = &[
    ComparedQuantity { name: "x", label: "x [m]", about: "place, world", of: |s, k| s.bodies[k].x.x },
    ComparedQuantity { name: "y", label: "y [m]", about: "place, world", of: |s, k| s.bodies[k].x.y },
    ComparedQuantity { name: "z", label: "z [m]", about: "place, world", of: |s, k| s.bodies[k].x.z },
    ComparedQuantity { name: "v", label: "|v| [m/s]", about: "speed of the centre", of: |s, k| s.bodies[k].v.norm() },
    ComparedQuantity { name: "vx", label: "v_x [m/s]", about: "velocity, world", of: |s, k| s.bodies[k].v.x },
    ComparedQuantity { name: "vy", label: "v_y [m/s]", about: "velocity, world", of: |s, k| s.bodies[k].v.y },
    ComparedQuantity { name: "vz", label: "v_z [m/s]", about: "velocity, world", of: |s, k| s.bodies[k].v.z },
    ComparedQuantity { name: "w", label: "|ω| [rad/s]", about: "angular speed", of: |s, k| s.bodies[k].w.norm() },
    ComparedQuantity {
        name: "wx", label: "ω_x [rad/s]", about: "angular velocity, world", of: |s, k| s.bodies[k].w.x
    },
    ComparedQuantity {
        name: "wy", label: "ω_y [rad/s]", about: "angular velocity, world", of: |s, k| s.bodies[k].w.y
    },
    ComparedQuantity {
        name: "wz", label: "ω_z [rad/s]", about: "angular velocity, world", of: |s, k| s.bodies[k].w.z
    },
    ComparedQuantity { name: "F", label: "|F| [N]", about: "friction force on it", of: |s, k| s.loads_on(k)[0].norm() },
    ComparedQuantity {
        name: "Fx",
        label: "F_x [N]",
        about: "friction force on it, world",
        of: |s, k| s.loads_on(k)[0].x,
    },
    ComparedQuantity {
        name: "Fy",
        label: "F_y [N]",
        about: "friction force on it, world",
        of: |s, k| s.loads_on(k)[0].y,
    },
    ComparedQuantity {
        name: "Fz",
        label: "F_z [N]",
        about: "friction force on it, world",
        of: |s, k| s.loads_on(k)[0].z,
    },
    ComparedQuantity {
        name: "Troll",
        label: "|T_roll| [N m]",
        about: "roll torque on it",
        of: |s, k| s.loads_on(k)[1].norm(),
    },
    ComparedQuantity {
        name: "Trollx",
        label: "T_roll,x [N m]",
        about: "roll torque, world",
        of: |s, k| s.loads_on(k)[1].x,
    },
    ComparedQuantity {
        name: "Trolly",
        label: "T_roll,y [N m]",
        about: "roll torque, world",
        of: |s, k| s.loads_on(k)[1].y,
    },
    ComparedQuantity {
        name: "Trollz",
        label: "T_roll,z [N m]",
        about: "roll torque, world",
        of: |s, k| s.loads_on(k)[1].z,
    },
    ComparedQuantity {
        name: "Tspin",
        label: "|T_spin| [N m]",
        about: "spin torque on it",
        of: |s, k| s.loads_on(k)[2].norm(),
    },
    ComparedQuantity { name: "E", label: "E_kin [J]", about: "kinetic energy of the world", of: |s, _| budget(s).0 },
    ComparedQuantity { name: "W", label: "W_diss [J]", about: "dissipated in the world", of: |s, _| budget(s).1 },
    ComparedQuantity { name: "dE", label: "ΔE [J]", about: "residual of the energy account", of: |s, _| budget(s).2 },
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

/// A curve that grows with a run: of each piece of it the lowest and the highest point, so that chatter is not lost.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// Points kept, in the order of time.
    pub points: Vec<(f64, f64)>,
    stride: u64,
    low: Option<(f64, f64)>,
    high: Option<(f64, f64)>,
}

impl Series {
    /// For a run of so many steps.
    pub fn of(steps: u64) -> Self {
        Self { stride: steps.div_ceil(PIECES).max(1), ..Self::default() }
    }

    /// Takes the value of a step.
    pub fn push(&mut self, step: u64, time: f64, value: f64) {
        let point = (time, value);
        if self.low.is_none_or(|(_, low)| value < low) {
            self.low = Some(point);
        }
        if self.high.is_none_or(|(_, high)| value > high) {
            self.high = Some(point);
        }
        if step.is_multiple_of(self.stride) {
            self.close();
        }
    }

    /// Ends the present piece.
    pub fn close(&mut self) {
        let (Some(low), Some(high)) = (self.low.take(), self.high.take()) else { return };
        let (first, second) = if low.0 <= high.0 { (low, high) } else { (high, low) };
        self.points.push(first);
        if second != first {
            self.points.push(second);
        }
    }
}

/// The figure: `series[run][quantity]` of the runs `names`.
pub fn figure(quantities: &[&ComparedQuantity], names: &[String], series: Vec<Vec<Series>>) -> Figure {
    let mut panels: Vec<Panel> = quantities
        .iter()
        .map(|quantity| Panel {
            x: "time [s]".into(),
            y: quantity.label.into(),
            legend: Legend::Off,
            ..Panel::default()
        })
        .collect();
    for (name, run) in names.iter().zip(series) {
        for (panel, mut series) in panels.iter_mut().zip(run) {
            series.close();
            panel.curves.push(Curve { name: name.clone(), points: series.points, style: None });
        }
    }
    let columns = panels.len().clamp(1, 2);
    Figure {
        width: if columns == 1 { FigureWidth::Column } else { FigureWidth::Page },
        columns,
        panels,
        shared_legend: true,
    }
}

//! The prescribed motion of the bench: a wave, a file, or the recorded history of a contact.

use std::f64::consts::TAU;
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::friction::law::{ContactState, Relative};
use stickslip_engine::laws::math::extremes::{largest, smallest};

/// Default amplitude of a wave, as a multiple of the deflection at which the paper's law begins to slip.
pub const AMPLITUDE: f64 = 5.0;
/// Maximum number of steps of a drive; under all laws and components each step takes about 1.4 kB.
pub const MAX_STEPS: f64 = 2e6;
/// Minimum number of steps per cycle.
pub const MIN_STEPS_PER_CYCLE: usize = 40;

/// A component of friction that the bench drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrivenComponent {
    /// Slide: lengths in m, loads in N.
    Slide,
    /// Roll: angles in rad, loads in N·m.
    Roll,
    /// Spin: angles in rad about n, loads in N·m.
    Spin,
}

impl DrivenComponent {
    /// All components.
    pub const ALL: [Self; 3] = [Self::Slide, Self::Roll, Self::Spin];

    /// `slide`, `roll` or `spin`.
    pub fn name(self) -> &'static str {
        ["slide", "roll", "spin"][self as usize]
    }

    /// Units of displacement and load.
    pub fn units(self) -> [&'static str; 2] {
        if self == Self::Slide { ["m", "N"] } else { ["rad", "N m"] }
    }
}

/// The shape of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// `A sin 2πft`.
    Sine,
    /// Straight lines between A and −A, from 0 upwards.
    Triangle,
    /// From 0 up to A in a quarter of a period, then constant.
    Ramp,
    /// Steps of speed: A in each period, at one speed, ten times as fast, and again at the first speed, for a third of the
    /// period each.
    Steps,
    /// Slide, hold, slide: A in each period, at one speed with a pause in the middle half.
    Hold,
}

impl Wave {
    /// All shapes.
    pub const ALL: [Self; 5] = [Self::Sine, Self::Triangle, Self::Ramp, Self::Steps, Self::Hold];

    /// `sine`, `triangle`, `ramp`, `steps` or `hold`.
    pub fn name(self) -> &'static str {
        ["sine", "triangle", "ramp", "steps", "hold"][self as usize]
    }

    /// True for a motion that returns to its beginning in each period.
    pub fn is_closed(self) -> bool {
        matches!(self, Self::Sine | Self::Triangle)
    }

    /// The wave at a phase (in periods) for an amplitude of 1.
    pub fn at(self, phase: f64) -> f64 {
        let part = phase - phase.floor();
        match self {
            Self::Sine => libm::sin(TAU * phase),
            Self::Triangle if part < 0.25 => 4.0 * part,
            Self::Triangle if part < 0.75 => 2.0 - 4.0 * part,
            Self::Triangle => 4.0 * part - 4.0,
            Self::Ramp => (4.0 * phase).min(1.0),
            Self::Steps => phase.floor() + through(part, &[(1.0, 1.0), (1.0, 10.0), (1.0, 1.0)]),
            Self::Hold => phase.floor() + through(part, &[(1.0, 1.0), (2.0, 0.0), (1.0, 1.0)]),
        }
    }
}

/// Fraction of the way at a fraction of the time of a motion in pieces, each of a duration and a speed.
fn through(part: f64, pieces: &[(f64, f64)]) -> f64 {
    let [time, way] = pieces.iter().fold([0.0; 2], |[time, way], (t, speed)| [time + t, way + t * speed]);
    let (mut left, mut gone) = (part * time, 0.0);
    for (duration, speed) in pieces {
        let spent = left.min(*duration);
        (left, gone) = (left - spent, gone + spent * speed);
    }
    gone / way
}

/// Motion and normal force in one step of a drive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Slip of body j over body i in this step, m.
    pub slip: Vec2,
    /// Roll of body j on body i in this step, rad.
    pub roll: Vec2,
    /// Spin of body i relative to body j about n in this step, rad.
    pub spin: f64,
    /// p_i and p_j, m, if known; by default they follow from slip and roll.
    pub paths: Option<[Vec2; 2]>,
    /// Normal force of the whole pair, N.
    pub normal: f64,
    /// Share of this contact point in the normal force of the pair.
    pub share: f64,
    /// κ_i and κ_j, 1/m, if they differ from the initial ones.
    pub curvatures: Option<[f64; 2]>,
    /// Overlap, m, if it differs from the initial one.
    pub overlap: Option<f64>,
}

impl Sample {
    /// A motion `by` of one component along u, m or rad, under a normal force, N.
    pub fn along(component: DrivenComponent, by: f64, normal: f64) -> Self {
        let (mut slip, mut roll, mut spin) = (Vec2::zeros(), Vec2::zeros(), 0.0);
        match component {
            DrivenComponent::Slide => slip.x = by,
            DrivenComponent::Roll => roll.x = by,
            DrivenComponent::Spin => spin = by,
        }
        Self { slip, roll, spin, paths: None, normal, share: 1.0, curvatures: None, overlap: None }
    }

    /// The displacement of a component in this step, m or rad.
    pub fn of(&self, component: DrivenComponent) -> Vec2 {
        match component {
            DrivenComponent::Slide => self.slip,
            DrivenComponent::Roll => self.roll,
            DrivenComponent::Spin => Vec2::new(self.spin, 0.0),
        }
    }

    /// The motion in the form that the laws take; `radius` in m, `dt` in s.
    pub fn relative(&self, radius: f64, dt: f64) -> Relative {
        let by = Relative::from_step(self.slip, self.roll, self.spin, radius, dt);
        self.paths.map_or(by, |paths| Relative { paths, ..by })
    }
}

/// A prescribed motion and normal force, step by step.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchDrive {
    /// Step size, s.
    pub dt: f64,
    /// One sample per step.
    pub samples: Vec<Sample>,
    /// Steps per cycle, if the drive has cycles.
    pub period: Option<usize>,
}

impl BenchDrive {
    /// A wave of one component: `amplitude` in m or rad, `frequency` in Hz, `normal` in N, `dt` in s.
    pub fn wave(
        wave: Wave,
        component: DrivenComponent,
        (amplitude, frequency): (f64, f64),
        cycles: usize,
        normal: f64,
        dt: f64,
    ) -> Self {
        let period = ((1.0 / (frequency * dt)).round() as usize).max(MIN_STEPS_PER_CYCLE);
        let at = |k: usize| amplitude * wave.at(k as f64 / period as f64);
        let samples = (0..cycles * period).map(|k| Sample::along(component, at(k + 1) - at(k), normal)).collect();
        Self { dt, samples, period: wave.is_closed().then_some(period) }
    }

    /// A drive along the displacements of a table, interpolated linearly; `normal` applies where the table has no N.
    pub fn table(rows: &[DriveRow], normal: f64, dt: f64) -> Self {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
            return Self { dt, samples: Vec::new(), period: None };
        };
        let steps = ((last.t - first.t) / dt).round() as usize;
        let mut before = *first;
        let mut samples = Vec::with_capacity(steps);
        for k in 1..=steps {
            let now = DriveRow::at(rows, first.t + k as f64 * dt);
            let (slip, roll, spin) = (now.slip - before.slip, now.roll - before.roll, now.spin - before.spin);
            let still = Sample::along(DrivenComponent::Slide, 0.0, now.normal.unwrap_or(normal));
            samples.push(Sample { slip, roll, spin, ..still });
            before = now;
        }
        Self { dt, samples, period: None }
    }
}

impl BenchDrive {
    /// The smallest and the largest normal force, N; NaN without a step.
    pub fn normals(&self) -> [f64; 2] {
        let normals = || self.samples.iter().map(|sample| sample.normal);
        [smallest(normals()), largest(normals())]
    }
}

/// Accumulated displacements of a drive at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DriveRow {
    /// Time, s.
    pub t: f64,
    /// Accumulated slip, m.
    pub slip: Vec2,
    /// Accumulated roll, rad.
    pub roll: Vec2,
    /// Accumulated spin, rad.
    pub spin: f64,
    /// Normal force, N, if the table has it.
    pub normal: Option<f64>,
}

impl DriveRow {
    /// Interpolates at time `t`, s, between two rows of a table with ascending times.
    fn at(rows: &[Self], t: f64) -> Self {
        let k = rows.partition_point(|row| row.t <= t).clamp(1, rows.len().max(2) - 1);
        let (Some(a), Some(b)) = (rows.get(k - 1), rows.get(k)) else {
            return rows.first().copied().unwrap_or_default();
        };
        let part = ((t - a.t) / (b.t - a.t)).clamp(0.0, 1.0);
        let mix = |x: f64, y: f64| x + part * (y - x);
        Self {
            t,
            slip: a.slip.lerp(&b.slip, part),
            roll: a.roll.lerp(&b.roll, part),
            spin: mix(a.spin, b.spin),
            normal: a.normal.zip(b.normal).map(|(x, y)| mix(x, y)),
        }
    }
}

/// Default amplitude, m or rad: [`AMPLITUDE`] times the deflection at which the paper's law slips.
pub fn amplitude(contact_state: &ContactState, component: DrivenComponent, normal: f64) -> f64 {
    let derived = contact_state.friction.derive(&contact_state.under(normal).at);
    let cap = match component {
        DrivenComponent::Slide => derived.slide.static_cap,
        DrivenComponent::Roll => derived.roll_j.static_cap,
        DrivenComponent::Spin => derived.spin.static_cap,
    };
    // Without the paper's spring: the slip deflection of the slide spring, as an angle about the axis of roll or
    // spin.
    let other = contact_state.friction.mu_s * normal / contact_state.friction.k_e / contact_state.area_radius;
    AMPLITUDE * if cap > 0.0 { cap } else { other }
}

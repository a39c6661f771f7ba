//! The law bench: one contact under a prescribed motion and normal force, run with every law.

pub mod contact;
pub mod drive;
pub mod replay;
pub mod report;

use contact::Bench;
use drive::{BenchDrive, DrivenComponent, Sample};
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::friction::element::{FrictionSpring, Mode};
use stickslip_engine::laws::friction::energy::Plane;
use stickslip_engine::laws::friction::law::ContactState;
use stickslip_engine::laws::math::extremes::{largest, smallest};
use stickslip_engine::laws::pair::choice::AnyLaw;
use stickslip_engine::laws::pair::probe::Probe;

/// Duration of the creep test, s, and the fraction of the held load applied in it.
const CREEP: (f64, f64) = (1.0, 0.5);

/// One step of the bench.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BenchRow {
    /// Time, s.
    pub t: f64,
    /// Accumulated displacement, m or rad, components (u, w); for spin the angle.
    pub x: Vec2,
    /// Load, N or N·m, against the motion; for roll the load on the more curved body.
    pub load: Vec2,
    /// Elastic part of the load, N or N·m.
    pub elastic: Vec2,
    /// Stick or slip.
    pub mode: Mode,
    /// Energy in the spring, J.
    pub stored: f64,
    /// Work done on the component so far, J.
    pub work: f64,
}

/// Response of one law on the bench.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The law.
    pub law: AnyLaw,
    /// One row per step.
    pub rows: Vec<BenchRow>,
    /// Largest magnitude of the load, N or N·m.
    pub cap: f64,
    /// Initial slope of the elastic load over the displacement, N/m or N·m/rad; NaN for a law without a spring.
    pub slope: f64,
    /// Work of the last complete cycle, J; NaN for a drive without cycles.
    pub cycle: f64,
    /// Creep speed, m/s or rad/s, under half of the largest elastic load (of the largest load for a law without a
    /// spring): mean over the second half of a test of 1 s.
    pub creep: f64,
}

/// Drives a contact by `drive` under `law`; the other components keep their laws. Limits of rigid contacts that the
/// law does not give are taken from the contact.
pub fn run(bench: &Bench, law: AnyLaw, component: DrivenComponent, drive: &BenchDrive) -> Loop {
    let mut laws = bench.laws;
    laws.set(law.with_limits_of(laws.each()[component as usize]));
    let mut probe = Probe::new(laws, ContactState { dt: drive.dt, ..bench.contact_state });
    let mut rows = Vec::with_capacity(drive.samples.len());
    let (mut x, mut work) = (Vec2::zeros(), 0.0);
    let mut before = [Vec2::zeros(); 2];
    for (k, sample) in drive.samples.iter().enumerate() {
        advance(&mut probe, sample, drive.dt);
        x += sample.of(component);
        let parts = parts(&probe, component);
        let loads = parts.map(|part| part.load);
        work +=
            parts.iter().zip(before).map(|(part, before)| 0.5 * (part.load + before).dot(&part.increment)).sum::<f64>();
        before = loads;
        let shown = &parts[shown(&probe.contact_state, component)];
        rows.push(BenchRow {
            t: (k + 1) as f64 * drive.dt,
            x,
            load: shown.load,
            elastic: shown.elastic,
            mode: shown.mode,
            stored: probe.stored()[component as usize],
            work,
        });
    }
    let cap = largest(rows.iter().map(|row| row.load.norm()));
    let cycle = drive.period.and_then(|period| {
        let end = rows.len().checked_sub(1)?;
        Some(rows[end].work - if end == period - 1 { 0.0 } else { rows.get(end.checked_sub(period)?)?.work })
    });
    // Peaks of the dashpot hold no load: under a law with a spring, the test applies half of the load that the spring
    // has held. A spring deflected against the dashpot (Luding's rule) holds no more than spring and dashpot
    // together.
    let held = largest(rows.iter().map(|row| smallest([row.elastic.norm(), row.load.norm()])));
    let creep =
        creep(Probe::new(laws, bench.contact_state), component, CREEP.1 * if held == 0.0 { cap } else { held }, drive);
    Loop { law, slope: slope(&rows), cap, cycle: cycle.unwrap_or(f64::NAN), creep, rows }
}

/// Advances the contact by one step of the drive.
fn advance(probe: &mut Probe, sample: &Sample, dt: f64) {
    let contact_state = &mut probe.contact_state;
    contact_state.at.share = sample.share;
    if let Some(curvatures) = sample.curvatures {
        let sum: f64 = curvatures.iter().sum();
        (contact_state.curvatures, contact_state.at.kappa) = (curvatures, 0.5 * sum);
        contact_state.radius = if sum > 0.0 { 1.0 / sum } else { 0.0 };
    }
    if let Some(overlap) = sample.overlap {
        contact_state.overlap = overlap.max(0.0);
    }
    let by = sample.relative(contact_state.radius, dt);
    probe.step(by, sample.normal);
}

/// A component as vectors (u, w): the whole component, or the part on one body (roll).
#[derive(Clone, Copy)]
struct DrivenPart {
    load: Vec2,
    elastic: Vec2,
    increment: Vec2,
    mode: Mode,
}

impl DrivenPart {
    fn new<V: Plane>(part: &FrictionSpring<V>) -> Self {
        let (load, elastic, increment) = (part.load().plane(), part.elastic.plane(), part.increment.plane());
        Self { load, elastic, increment, mode: part.mode }
    }
}

fn parts(probe: &Probe, component: DrivenComponent) -> [DrivenPart; 2] {
    let none = DrivenPart { load: Vec2::zeros(), elastic: Vec2::zeros(), increment: Vec2::zeros(), mode: Mode::Stick };
    match component {
        DrivenComponent::Slide => [DrivenPart::new(&probe.slide), none],
        DrivenComponent::Roll => [DrivenPart::new(&probe.roll_i), DrivenPart::new(&probe.roll_j)],
        DrivenComponent::Spin => [DrivenPart::new(&probe.spin), none],
    }
}

/// Index of the part that is reported: for roll the part on the more curved body.
fn shown(contact_state: &ContactState, component: DrivenComponent) -> usize {
    usize::from(component == DrivenComponent::Roll && contact_state.curvatures[1] >= contact_state.curvatures[0])
}

/// Slope of the elastic load over the displacement between the first two sticking states with an elastic load.
fn slope(rows: &[BenchRow]) -> f64 {
    let sticks = |row: &BenchRow| row.mode == Mode::Stick;
    let first = rows.windows(2).find(|pair| pair.iter().all(sticks) && pair[0].elastic.norm() > 0.0);
    first.map_or(f64::NAN, |pair| {
        let (load, displacement) = (pair[1].elastic - pair[0].elastic, pair[1].x - pair[0].x);
        load.dot(&displacement) / displacement.norm_squared()
    })
}

/// Mean speed of the body in the second half of a test under a constant load, with the explicit step of the
/// simulation.
fn creep(mut probe: Probe, component: DrivenComponent, load: f64, drive: &BenchDrive) -> f64 {
    let contact_state = &probe.contact_state;
    let dt = contact_state.dt;
    let Some(first) = drive.samples.first() else { return f64::NAN };
    let inertia = match component {
        DrivenComponent::Slide => contact_state.effective_mass,
        DrivenComponent::Roll => contact_state.roll_inertia(),
        DrivenComponent::Spin => contact_state.at.spin_inertia,
    };
    let steps = (CREEP.0 / dt).round() as usize;
    let (mut rate, mut against, mut x, mut half) = (0.0, 0.0, 0.0, 0.0);
    for k in 0..steps {
        rate += (load - against) / inertia * dt;
        x += rate * dt;
        let sample = Sample { curvatures: None, overlap: None, ..Sample::along(component, rate * dt, first.normal) };
        advance(&mut probe, &Sample { share: first.share, ..sample }, dt);
        against = parts(&probe, component)[shown(&probe.contact_state, component)].load.x;
        if k == steps / 2 {
            half = x;
        }
    }
    (x - half) / ((steps - 1 - steps / 2) as f64 * dt)
}

//! Runs of polygons in a box and in a heap, and the results kept from them.

use crate::generate::{AREA_DENSITY, BOX_FREQUENCY, PileOptions, STIFFNESS, opening, text_of};
use crate::trace::{StudyError, first_fault};
use rayon::prelude::*;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::observe::kinetic::KineticParts;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Scene, set};

/// Parameters of the runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolygonPlan {
    /// Number of fillings of the box, each with different polygons.
    pub fillings: u64,
    /// Step size, s.
    pub dt: f64,
    /// Number of polygons in the box, and its width, m.
    pub boxed: (u64, f64),
    /// Number of periods of the box before averaging, and number of periods averaged.
    pub periods: [u64; 2],
    /// Number of polygons in the heap, and the duration of its run, s; of a slow one, from the end of its pouring.
    pub heaped: (u64, f64),
    /// Number of heaps under each law, each of different polygons.
    pub heaps: u64,
    /// How the heaps are poured: from a hopper that hangs (`None`), or from one that rises at this speed, m/s.
    pub pours: &'static [Option<f64>],
}

impl PolygonPlan {
    /// The plan of `docs/polygons.md`.
    pub const SHIPPED: Self = Self {
        fillings: 5,
        dt: 1e-4,
        boxed: (240, 0.84),
        periods: [8, 24],
        heaped: (500, 5.0),
        heaps: 1,
        pours: &[None],
    };

    /// The numbers of the source, three fillings of each, and the heaps poured slowly too: a night on two cores.
    pub const SOURCE_SIZE: Self = Self {
        fillings: 3,
        dt: 4e-5,
        boxed: (1008, 0.88),
        heaped: (1622, 5.0),
        heaps: 3,
        pours: &[None, Some(0.06)],
        ..Self::SHIPPED
    };

    /// Number of runs.
    pub fn runs(&self) -> usize {
        LawVariant::ALL.len() * (self.fillings as usize + self.heaps as usize * self.pours.len())
    }
}

/// A friction law, with or without damping of rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LawVariant {
    /// Static friction as a constraint; otherwise springs of Cundall and Strack.
    pub is_constraint: bool,
    /// True if rotation is damped.
    pub is_damped: bool,
}

impl LawVariant {
    /// All cases in the order of tables and legends.
    pub(crate) const ALL: [Self; 4] = [
        Self { is_constraint: true, is_damped: true },
        Self { is_constraint: true, is_damped: false },
        Self { is_constraint: false, is_damped: true },
        Self { is_constraint: false, is_damped: false },
    ];

    /// Name in tables and legends.
    pub(crate) fn name(self) -> &'static str {
        match (self.is_constraint, self.is_damped) {
            (true, true) => "dae, rotation damped",
            (true, false) => "dae",
            (false, true) => "cundall-strack, rotation damped",
            (false, false) => "cundall-strack",
        }
    }

    /// A generated scene under the law; the springs have K_t = 2k/7 with k = Y h.
    fn scene(self, name: &str, options: &PileOptions, dt: f64) -> Result<Scene, StudyError> {
        let mut text = text_of(name, options).map_err(|fault| StudyError::new(name, fault))?;
        let mut edit = |path: &str, value: &str| -> Result<(), StudyError> {
            text = set(&text, path, value).map_err(|fault| StudyError::new(name, fault))?;
            Ok(())
        };
        if !self.is_constraint {
            let stiffness = 2.0 * STIFFNESS / 7.0;
            let mu = "mu_s: 0.6, mu_k: 0.6";
            edit("friction", &format!("({mu}, k_e: {stiffness:?}, laws: (slide: \"cundall-strack\"))"))?;
        }
        if !self.is_damped {
            edit("normal.rotation.damping", "0.0")?;
        }
        edit("time.dt", &format!("{dt:e}"))?;
        Scene::parse(name, &text).map_err(|faults| StudyError::new(name, first_fault(&faults)))
    }
}

/// Number of phases of a period at which the energies are stored.
const PHASES: usize = 50;

/// Energies E_com, E_diff, E_rot in one filling of the box, J.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxResult {
    /// Energies at [`PHASES`] phases of a period, averaged over the periods.
    pub cycle: Vec<[f64; 3]>,
}

impl BoxResult {
    /// Mean over the period.
    pub fn mean(&self) -> [f64; 3] {
        let sum = |k: usize| self.cycle.iter().map(|energies| energies[k]).sum::<f64>();
        [0, 1, 2].map(|k| sum(k) / self.cycle.len() as f64)
    }
}

/// Results of a heap.
#[derive(Clone, Debug, PartialEq)]
pub struct HeapResult {
    /// Time, s, and kinetic energy per body, J.
    pub energy: Vec<(f64, f64)>,
    /// Outline: y and z of the highest centre in each column, m.
    pub outline: Vec<(f64, f64)>,
    /// Slopes of the left and the right flank, degrees.
    pub slopes: [f64; 2],
    /// How the heap was poured, as in [`PolygonPlan::pours`].
    pub pour: Option<f64>,
    /// Time, s, and height of the centre of mass over the Sauter radius of the polygons.
    pub centre: Vec<(f64, f64)>,
}

/// Results of all runs of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredVariant {
    /// The case.
    pub variant: LawVariant,
    /// Results of the box, one per filling.
    pub boxes: Vec<BoxResult>,
    /// Results of the heaps, by pour, then by seed.
    pub heaps: Vec<HeapResult>,
}

enum RunResult {
    Box(BoxResult),
    Heap(HeapResult),
}

/// One run: a filling of the box, or a pour of the heap, with its seed.
#[derive(Clone, Copy, Debug)]
enum Job {
    Box(u64),
    Heap(Option<f64>, u64),
}

impl Job {
    fn name(self) -> String {
        match self {
            Self::Box(seed) => format!("box {seed}"),
            Self::Heap(None, seed) => format!("heap {seed}"),
            Self::Heap(Some(rise), seed) => format!("heap {seed}, hopper raised at {rise} m/s"),
        }
    }
}

/// Runs all cases, one run per core at a time; `tell` receives a line for each finished run.
pub fn measure_all(plan: &PolygonPlan, tell: &(dyn Fn(&str) + Sync)) -> Result<Vec<MeasuredVariant>, StudyError> {
    // Start the long runs first.
    let pours = plan.pours.iter().rev().flat_map(|pour| (1..=plan.heaps).map(|seed| Job::Heap(*pour, seed)));
    let jobs: Vec<Job> = pours.chain((1..=plan.fillings).map(Job::Box)).collect();
    let runs: Vec<(LawVariant, Job)> =
        jobs.iter().flat_map(|job| LawVariant::ALL.map(|variant| (variant, *job))).collect();
    let run = |(variant, job): &(LawVariant, Job)| -> Result<(LawVariant, RunResult), StudyError> {
        let done = match job {
            Job::Heap(pour, seed) => RunResult::Heap(heap(*variant, *pour, *seed, plan)?),
            Job::Box(seed) => RunResult::Box(shaken(*variant, *seed, plan)?),
        };
        tell(&format!("{}, {}", job.name(), variant.name()));
        Ok((*variant, done))
    };
    let done: Vec<(LawVariant, RunResult)> = runs.par_iter().with_max_len(1).map(run).collect::<Result<_, _>>()?;
    let of = |variant: LawVariant| {
        let (mut boxes, mut heaps) = (Vec::new(), Vec::new());
        for (_, done) in done.iter().filter(|(of, _)| *of == variant) {
            match done {
                RunResult::Box(shaken) => boxes.push(shaken.clone()),
                RunResult::Heap(heaped) => heaps.push(heaped.clone()),
            }
        }
        let place = |heap: &HeapResult| plan.pours.iter().position(|pour| *pour == heap.pour);
        heaps.sort_by_key(place);
        MeasuredVariant { variant, boxes, heaps }
    };
    Ok(LawVariant::ALL.map(of).into())
}

fn start(scene: &Scene) -> Simulation {
    let mut simulation = Simulation::new(scene);
    simulation.use_threads(1);
    simulation
}

fn whole(name: &str, simulation: &Simulation) -> Result<(), StudyError> {
    simulation.stopped().map_or(Ok(()), |why| Err(StudyError::new(name, why)))
}

/// Runs one filling of the box.
fn shaken(variant: LawVariant, seed: u64, plan: &PolygonPlan) -> Result<BoxResult, StudyError> {
    let (count, width) = plan.boxed;
    let options = PileOptions { count: Some(count), width: Some(width), seed: Some(seed), ..PileOptions::default() };
    let mut simulation = start(&variant.scene("vibrated-box", &options, plan.dt)?);
    let every = (1.0 / (BOX_FREQUENCY * PHASES as f64 * plan.dt)).round() as u64;
    let [before, periods] = plan.periods;
    simulation.steps(before * every * PHASES as u64);
    let mut cycle = vec![[0.0; 3]; PHASES];
    for _ in 0..periods {
        for energies in &mut cycle {
            let parts = KineticParts::from_bodies(&simulation.state().bodies);
            for (sum, part) in energies.iter_mut().zip([parts.common, parts.relative, parts.rotation]) {
                *sum += part / periods as f64;
            }
            simulation.steps(every);
        }
    }
    whole("vibrated-box", &simulation)?;
    Ok(BoxResult { cycle })
}

/// Interval between two stored energies of the heap, s.
const HEAP_EVERY: f64 = 0.02;

/// Runs a heap.
fn heap(variant: LawVariant, pour: Option<f64>, seed: u64, plan: &PolygonPlan) -> Result<HeapResult, StudyError> {
    let (count, seconds) = plan.heaped;
    // A rising hopper lets go of the heap once its opening is above it.
    let seconds = seconds + pour.map_or(0.0, |rise| opening(count) / rise);
    let options = PileOptions { count: Some(count), rise: pour, seed: Some(seed), ..PileOptions::default() };
    let mut simulation = start(&variant.scene("hopper-heap", &options, plan.dt)?);
    let every = (HEAP_EVERY / plan.dt).round() as u64;
    let (mut energy, mut centre) = (Vec::new(), Vec::new());
    let sauter = sauter_radius(&simulation.state());
    for k in 1..=(seconds / HEAP_EVERY).round() as u64 {
        simulation.steps(every);
        let state = simulation.state();
        let parts = KineticParts::from_bodies(&state.bodies);
        let total = parts.common + parts.relative + parts.rotation;
        energy.push((k as f64 * HEAP_EVERY, total / count as f64));
        let mass: f64 = grains(&state).map(|body| body.mass.mass).sum();
        let height = grains(&state).map(|body| body.mass.mass * body.x.z).sum::<f64>() / mass;
        centre.push((k as f64 * HEAP_EVERY, height / sauter));
    }
    whole("hopper-heap", &simulation)?;
    let state = simulation.state();
    let lies = grains(&state).filter(|body| body.x.z < opening(count));
    let outline = outline(&lies.map(|body| (body.x.y, body.x.z)).collect::<Vec<_>>());
    let slopes = slopes(&outline);
    Ok(HeapResult { energy, outline, slopes, pour, centre })
}

fn grains(state: &State) -> impl Iterator<Item = &BodyState> {
    state.bodies.iter().filter(|body| body.mass.mass.is_finite())
}

/// Sauter radius of the polygons, Σ r³/Σ r², m; r is the radius of the circle of equal area. All have one density and
/// thickness, so their areas are in proportion to their masses.
fn sauter_radius(state: &State) -> f64 {
    let radii = || grains(state).map(|body| (body.mass.mass / (AREA_DENSITY * std::f64::consts::PI)).sqrt());
    radii().map(|r| r * r * r).sum::<f64>() / radii().map(|r| r * r).sum::<f64>()
}

/// Width of a column of the outline, m: two diameters.
const COLUMN: f64 = 0.04;

/// Middle, m, of each non-empty column and height of its highest centre, m.
pub fn outline(centres: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let column = |y: f64| (y / COLUMN).floor() as i64;
    let mut columns: Vec<i64> = centres.iter().map(|(y, _)| column(*y)).collect();
    columns.sort_unstable();
    columns.dedup();
    let top = |at: i64| largest(centres.iter().filter(|(y, _)| column(*y) == at).map(|(_, z)| *z));
    columns.into_iter().map(|at| ((at as f64 + 0.5) * COLUMN, top(at))).collect()
}

/// Slopes of the flanks left and right of the top, degrees: straight lines fitted to the outline between a fifth and
/// four fifths of its height. Foot and top are excluded: single polygons scatter around the foot, and others land on
/// the top.
pub fn slopes(outline: &[(f64, f64)]) -> [f64; 2] {
    let Some(top) = outline.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a }) else { return [f64::NAN; 2] };
    [-1.0, 1.0].map(|side: f64| {
        let is_flank = |p: &&(f64, f64)| side * (p.0 - top.0) > 0.0 && (0.2..=0.8).contains(&(p.1 / top.1));
        let flank: Vec<_> = outline.iter().filter(is_flank).collect();
        let count = flank.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| flank.iter().map(|p| of(p)).sum::<f64>() / count;
        let (y, z) = (mean(|p| p.0), mean(|p| p.1));
        let (across, along) =
            flank.iter().fold((0.0, 0.0), |(s, t), p| (s + (p.0 - y) * (p.1 - z), t + (p.0 - y) * (p.0 - y)));
        libm::atan2(-side * across, along).to_degrees()
    })
}

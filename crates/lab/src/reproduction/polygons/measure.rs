//! Runs of polygons in a box and in a heap, and the results kept from them.

use crate::generate::{BOX_FREQUENCY, PileOptions, STIFFNESS, opening, text_of};
use crate::trace::{StudyError, first_fault};
use rayon::prelude::*;
use stickslip_engine::laws::extremes::largest;
use stickslip_engine::record::kinetic::KineticParts;
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
    /// Number of polygons in the heap, and the duration of its run, s.
    pub heaped: (u64, f64),
}

impl PolygonPlan {
    /// The plan of `docs/polygons.md`.
    pub const SHIPPED: Self = Self { fillings: 5, dt: 1e-4, boxed: (240, 0.84), periods: [8, 24], heaped: (500, 5.0) };

    /// Number of runs.
    pub fn runs(&self) -> usize {
        LawVariant::ALL.len() * (self.fillings as usize + 1)
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
    pub(crate) fn mean(&self) -> [f64; 3] {
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
}

/// Results of all runs of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredVariant {
    /// The case.
    pub variant: LawVariant,
    /// Results of the box, one per filling.
    pub boxes: Vec<BoxResult>,
    /// Results of the heap.
    pub heap: HeapResult,
}

enum RunResult {
    Box(BoxResult),
    Heap(HeapResult),
}

/// Runs all cases, one run per core at a time; `tell` receives a line for each finished run.
pub fn measure_all(plan: &PolygonPlan, tell: &(dyn Fn(&str) + Sync)) -> Result<Vec<MeasuredVariant>, StudyError> {
    // Start the long runs first.
    let heaps = LawVariant::ALL.map(|variant| (variant, None));
    let boxes = (1..=plan.fillings).flat_map(|seed| LawVariant::ALL.map(|variant| (variant, Some(seed))));
    let cases: Vec<(LawVariant, Option<u64>)> = heaps.into_iter().chain(boxes).collect();
    let run = |(variant, seed): &(LawVariant, Option<u64>)| -> Result<(LawVariant, RunResult), StudyError> {
        let done = match seed {
            None => RunResult::Heap(heap(*variant, plan)?),
            Some(seed) => RunResult::Box(shaken(*variant, *seed, plan)?),
        };
        tell(&format!("{}, {}", seed.map_or("heap".to_owned(), |seed| format!("box {seed}")), variant.name()));
        Ok((*variant, done))
    };
    let done: Vec<(LawVariant, RunResult)> = cases.par_iter().with_max_len(1).map(run).collect::<Result<_, _>>()?;
    let mut all = Vec::new();
    for variant in LawVariant::ALL {
        let (mut boxes, mut heap) = (Vec::new(), None);
        for (_, done) in done.iter().filter(|(of, _)| *of == variant) {
            match done {
                RunResult::Box(shaken) => boxes.push(shaken.clone()),
                RunResult::Heap(heaped) => heap = Some(heaped.clone()),
            }
        }
        all.extend(heap.map(|heap| MeasuredVariant { variant, boxes, heap }));
    }
    Ok(all)
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

/// Runs the heap.
fn heap(variant: LawVariant, plan: &PolygonPlan) -> Result<HeapResult, StudyError> {
    let (count, seconds) = plan.heaped;
    let options = PileOptions { count: Some(count), ..PileOptions::default() };
    let mut simulation = start(&variant.scene("hopper-heap", &options, plan.dt)?);
    let every = (HEAP_EVERY / plan.dt).round() as u64;
    let mut energy = Vec::new();
    for k in 1..=(seconds / HEAP_EVERY).round() as u64 {
        simulation.steps(every);
        let parts = KineticParts::from_bodies(&simulation.state().bodies);
        let total = parts.common + parts.relative + parts.rotation;
        energy.push((k as f64 * HEAP_EVERY, total / count as f64));
    }
    whole("hopper-heap", &simulation)?;
    let bodies = simulation.state().bodies;
    let lies = bodies.iter().filter(|body| body.mass.mass.is_finite() && body.x.z < opening(count));
    let outline = outline(&lies.map(|body| (body.x.y, body.x.z)).collect::<Vec<_>>());
    let slopes = slopes(&outline);
    Ok(HeapResult { energy, outline, slopes })
}

/// Width of a column of the outline, m: two diameters.
const COLUMN: f64 = 0.04;

/// Middle, m, of each non-empty column and height of its highest centre, m.
fn outline(centres: &[(f64, f64)]) -> Vec<(f64, f64)> {
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
pub(super) fn slopes(outline: &[(f64, f64)]) -> [f64; 2] {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle 0.4 m high with slopes of 30° and 20°, a scattered foot and a truncated top.
    #[test]
    fn the_slopes_of_a_triangle_are_found() {
        let [left, right] = [30f64, 20.0].map(|degrees| libm::tan(degrees.to_radians()));
        let height = |y: f64| (0.4 - if y < 0.0 { -y * left } else { y * right }).clamp(0.01, 0.37);
        let centres: Vec<(f64, f64)> =
            (-300..300).map(|k| (0.005 * f64::from(k) + 0.0025, 0.0)).map(|(y, _)| (y, height(y))).collect();
        let found = slopes(&outline(&centres));
        assert!((found[0] - 30.0).abs() < 1.0 && (found[1] - 20.0).abs() < 1.0, "{found:?}");
        assert!(slopes(&[]).iter().all(|slope| slope.is_nan()));
    }

    /// The shortest plan runs, and its energies are plausible for shaken and falling polygons.
    #[test]
    fn a_small_plan_has_all_its_numbers() {
        let plan = PolygonPlan { fillings: 1, dt: 1e-4, boxed: (30, 0.2), periods: [1, 1], heaped: (30, 0.1) };
        let done = measure_all(&plan, &|_| ()).unwrap();
        assert_eq!(done.len(), 4);
        for MeasuredVariant { variant, boxes, heap } in done {
            assert!(boxes[0].mean().iter().all(|energy| *energy > 0.0), "{variant:?}");
            // Most polygons are in free fall: v = g t.
            let (t, energy) = heap.energy[4];
            let falling = 0.5 * 7e-3 * (9.81 * t) * (9.81 * t);
            assert!(t == 0.1 && energy > 0.3 * falling && energy < 2.0 * falling, "{variant:?}: {energy} {falling}");
        }
    }
}

//! The angle of rest of rigid balls with a roll limit ρ, compared with that of polyhedra without one.
//!
//! Source of the question: A. Tasora and M. Anitescu 2013, abstract: roll friction "can provide an alternative way to
//! capture the effect of irregular shapes".

use crate::trace::{StudyError, first_fault};
use std::fmt::Write;
use stickslip_engine::laws::math::extremes::{largest, smallest};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::scene::random::SplitMix64;

/// Radius of the balls, m; the polyhedra have the same volume.
const R: f64 = 0.02;
/// Bodies along each edge of the loose column.
pub(crate) const EDGE: u64 = 8;
/// Distance of the lattice's cells, m: no polyhedron reaches beyond its cell.
const CELL: f64 = 0.06;
/// Duration, s.
pub(crate) const SECONDS: f64 = 3.0;

/// The bodies of a heap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HeapShape {
    /// Balls with this ρ/R.
    Balls(f64),
    /// Cubes without roll friction.
    Cubes,
    /// Octahedra without roll friction.
    Octahedra,
}

impl HeapShape {
    /// Name in the figure.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Balls(rho) => format!("balls, ρ/R = {rho}"),
            Self::Cubes => "cubes, ρ = 0".to_owned(),
            Self::Octahedra => "octahedra, ρ = 0".to_owned(),
        }
    }

    /// The shape in a scene.
    fn text(self) -> String {
        let volume = 4.0 / 3.0 * std::f64::consts::PI * R * R * R;
        match self {
            Self::Balls(_) => format!("Sphere(radius: {R:?})"),
            Self::Cubes => {
                let half = 0.5 * libm::cbrt(volume);
                format!("Box(half_extents: ({half:?}, {half:?}, {half:?}))")
            }
            Self::Octahedra => {
                let d = libm::cbrt(0.75 * volume);
                let points = [0, 1, 2].map(|k| {
                    let at = |sign: f64| {
                        let c = [0, 1, 2].map(|j| if j == k { sign * d } else { 0.0 });
                        format!("({:?}, {:?}, {:?})", c[0], c[1], c[2])
                    };
                    format!("{}, {}", at(1.0), at(-1.0))
                });
                format!("ConvexPolyhedron(points: [{}])", points.join(", "))
            }
        }
    }
}

/// A heap at the end.
pub(crate) struct RestingHeap {
    /// Middle of each ring about the axis, m, and height of its highest centre, m.
    pub outline: Vec<(f64, f64)>,
    /// Slope of the cone with the mean height and the median distance from the axis of the centres, degrees.
    pub degrees: f64,
}

/// A loose column of `edge`³ bodies, in random positions and poses, dropped on a plane.
pub fn column(shape: HeapShape, edge: u64) -> Result<Scene, StudyError> {
    let mut random = SplitMix64::new(3);
    let mut between = |low: f64, high: f64| random.within(low, high);
    let rho = if let HeapShape::Balls(rho) = shape { rho * R } else { 0.0 };
    let mut bodies = String::new();
    for k in 0..edge * edge * edge {
        let cell = [k % edge, k / edge % edge, k / (edge * edge)].map(|c| c as f64);
        let shift = [0, 1].map(|_| between(-0.002, 0.002));
        let middle = 0.5 * (edge as f64 - 1.0);
        let [x, y] = [0, 1].map(|c| (cell[c] - middle) * CELL + shift[c]);
        let z = (cell[2] + 0.5) * CELL;
        let mut q = [0; 4].map(|_| between(-1.0, 1.0));
        let size = q.iter().map(|c| c * c).sum::<f64>().sqrt();
        q = q.map(|c| c / size);
        let _ = writeln!(
            bodies,
            "(name: \"grain-{k}\", shape: {}, density: 2500.0, position: ({x:?}, {y:?}, {z:?}), rotation: ({:?}, {:?}, {:?}, {:?})),",
            shape.text(),
            q[0],
            q[1],
            q[2],
            q[3]
        );
    }
    let text = format!(
        "Scene(schema: 1, title: \"A heap\", time: (dt: 2e-3, duration: {SECONDS:?}), gravity: (0.0, 0.0, -9.81), \
         friction: (mu: 0.5, rho: {rho:?}), normal: Rigid, solver: Cones(tolerance: 1e-4), bodies: [(name: \"floor\", shape: Plane),\n{bodies}])"
    );
    Scene::parse("a heap", &text).map_err(|faults| StudyError::new("a heap", first_fault(&faults)))
}

/// Drops `edge`³ bodies and measures the heap after `seconds`.
pub(crate) fn resting_heap(shape: HeapShape, edge: u64, seconds: f64) -> Result<RestingHeap, StudyError> {
    let scene = column(shape, edge)?;
    let mut simulation = Simulation::new(&scene);
    simulation.use_threads(1);
    simulation.steps((seconds / scene.dt).round() as u64);
    if let Some(why) = simulation.stopped() {
        return Err(StudyError::new(&shape.name(), why));
    }
    let state = simulation.state();
    let grains = state.bodies.iter().filter(|body| body.mass.mass.is_finite());
    let centres: Vec<(f64, f64)> = grains.map(|body| (libm::hypot(body.x.x, body.x.y), body.x.z)).collect();
    Ok(RestingHeap { outline: outline(&centres), degrees: slope(&centres) })
}

/// The highest centre in each ring of width 2R about the axis.
fn outline(centres: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let ring = |r: f64| (r / (2.0 * R)) as u64;
    let mut rings: Vec<u64> = centres.iter().map(|(r, _)| ring(*r)).collect();
    rings.sort_unstable();
    rings.dedup();
    let top = |at: u64| largest(centres.iter().filter(|(r, _)| ring(*r) == at).map(|(_, z)| *z));
    rings.into_iter().map(|at| ((at as f64 + 0.5) * 2.0 * R, top(at))).collect()
}

/// Slope of the cone of uniform density that has the mean height of these centres over the lowest one, a quarter of its
/// own, and their median distance from the axis, half of its radius, degrees. NaN without grains. How far grains rolled
/// away does not count.
pub fn slope(centres: &[(f64, f64)]) -> f64 {
    let mut distances: Vec<f64> = centres.iter().map(|(r, _)| *r).collect();
    distances.sort_by(f64::total_cmp);
    let Some(middle) = distances.get(distances.len() / 2) else { return f64::NAN };
    let floor = smallest(centres.iter().map(|(_, z)| *z));
    let height = centres.iter().map(|(_, z)| z - floor).sum::<f64>() / centres.len() as f64;
    libm::atan2(4.0 * height, 2.0 * middle).to_degrees()
}

//! Newton's method on smoothed conditions (a path of decreasing smoothing), for islands in which sweeps stall.
//!
//! With the smoothing velocity v the conditions are γ_n (y_n + b) = e_n ν, ν = v·max(v, gΔt), and, for slide, roll and
//! spin, x = −c ρ⁺ y/√(|y|² + v²), where ρ⁺ is γ_n smoothed to be positive: v → 0 gives the cone equations. Their
//! norms are linearised in the primal–dual form (T. F. Chan, G. H. Golub, P. Mulet, SIAM J. Sci. Comput. 20 (1999) 1964;
//! K. D. Andersen, E. Christiansen, A. R. Conn, M. L. Overton, SIAM J. Sci. Comput. 22 (2000) 243). The impulses are
//! eliminated; what remains is one sparse system of 6×6 blocks per body ([`crate::step::solve::cones::methods::block_lu`]), whose condition does not
//! grow with the ratio of the masses as the number of sweeps does.
//!
//! The relaxed form has y_n − s(y) for y_n. Contacts of light bodies are smoothed more, so that γ_n (y_n + b) is at least
//! the mean over all contacts: with 1 : 10⁴ in mass, contacts far ahead on the path would block the others.

use crate::laws::friction::limit::cones::{ConeForm, Rows};
use crate::laws::math::extremes::larger;
use crate::step::solve::cones::methods::apgd::SolverProgress;
use crate::step::solve::cones::methods::block_lu::{
    BlockMatrix, BodyBlock, EliminationOrder, FREEDOMS, Six, ZERO_BLOCK, image, inverse, product,
};
use crate::step::solve::cones::methods::problem::{ConeRow, Iterate, Problem};
use crate::step::solve::solver_body::InverseMass;
use nalgebra::{Matrix3, Vector3};

/// Number of failed steps after which a solve ends.
const MAX_FAILURES: usize = 7;
/// Factor by which the smoothing velocity falls once the conditions hold, and rises after a failed step.
const FALL: f64 = 0.2;
const RISE: f64 = 4.0;
/// Smallest smoothing velocity, as a fraction of the tolerance.
const MIN_SMOOTHING: f64 = 1e-7;
/// Fraction of Σ e_n v² below which the conditions hold well enough for less smoothing.
const SOLVED: f64 = 0.1;
/// Number of lengths of a step that are tried, each half the one before.
const LENGTHS: usize = 8;
/// Smallest slope of the smoothed normal condition.
const MIN_SLOPE: f64 = 1e-18;
/// Smoothing velocity of a whole Newton step, as a fraction of the residual, and the largest velocity that its proximal term
/// adds where an impulse doubles, as a fraction of gΔt; both found by trials on steps of a collapsing pile.
const SHARPNESS: f64 = 0.01;
const PROXIMAL: f64 = 0.01;
/// Number of sweeps after a step, to see whether the solution is near, and after a failed step.
const SWEEPS: usize = 2;
const SWEEPS_AFTER_FAILURE: usize = 3;
/// Maximum number of rounds of iterative refinement, and the error, as a fraction of the change, at which they end.
const MAX_REFINEMENTS: usize = 3;
const REFINED: f64 = 1e-13;

/// A factor S of M⁻¹ = S Sᵀ of a body, for translation and rotation.
struct MassRoot {
    linear: Matrix3<f64>,
    angular: Matrix3<f64>,
}

impl MassRoot {
    fn new(mass: &InverseMass) -> Self {
        let along = mass.held.map_or(Matrix3::zeros(), |axis| axis * axis.transpose());
        let linear = (Matrix3::identity() - along) * mass.linear.sqrt();
        Self { linear, angular: lower_root(&mass.angular) }
    }
}

/// The lower triangular root of a symmetric, positive semidefinite matrix; columns of singular pivots are zero.
fn lower_root(a: &Matrix3<f64>) -> Matrix3<f64> {
    let mut root = Matrix3::zeros();
    for k in 0..3 {
        let rest = |i: usize| a[(i, k)] - (0..k).map(|m| root[(i, m)] * root[(k, m)]).sum::<f64>();
        let pivot = rest(k);
        // Rounding of a singular matrix.
        if pivot > 1e-14 * a[(k, k)] {
            let column: [f64; 3] = std::array::from_fn(|i| if i < k { 0.0 } else { rest(i) / pivot.sqrt() });
            (0..3).for_each(|i| root[(i, k)] = column[i]);
        }
    }
    root
}

/// A point of the path: impulses and the velocities of the rows, with the bias in the normal row.
#[derive(Clone)]
struct PathPoint {
    x: Vec<Rows>,
    y: Vec<Rows>,
}

/// The smoothed problem of an island.
pub struct Smoothing<'a> {
    problem: &'a Problem,
    order: &'a EliminationOrder,
    /// A = J S of each contact for bodies i and j: row velocities from the scaled velocities of the bodies.
    shapes: Vec<[BodyBlock; 2]>,
    /// Factor of ν of each contact: the mean of e_n over its own, at least 1.
    weights: Vec<f64>,
}

/// One contact's conditions, linearised: Δx = g − W Δy.
struct LinearContact {
    change: Rows,
    compliance: BodyBlock,
}

/// The parts of a contact's smoothed conditions that both their values and their slopes need.
struct SmoothNormal {
    /// a = γ_n/e_n less half the sum of a − B and its root: F_n.
    value: f64,
    /// ∂F_n/∂a and ∂F_n/∂B.
    slopes: [f64; 2],
    /// ρ⁺ and its derivative by γ_n.
    positive: [f64; 2],
}

impl<'a> Smoothing<'a> {
    /// The smoothed problem of `problem`; `order`: of its bodies.
    pub fn new(problem: &'a Problem, order: &'a EliminationOrder) -> Self {
        let roots: Vec<MassRoot> = problem.masses.iter().map(MassRoot::new).collect();
        let shapes = problem.rows.iter().map(|row| [0, 1].map(|side| shape(row, side, &roots))).collect();
        let sum: f64 = problem.rows.iter().map(|row| row.steps.part[0]).sum();
        let mean = sum / problem.rows.len() as f64;
        let weights = problem.rows.iter().map(|row| larger(1.0, mean / row.steps.part[0])).collect();
        Self { problem, order, shapes, weights }
    }

    /// Follows the path from `start` until the residual is below `tolerance`, m/s, or for `most` factorisations, each of
    /// which counts as one iteration, and while the residual is not usable for up to `unusable`; leaves the best iterate.
    pub fn follow(&self, start: &mut Iterate, tolerance: f64, [most, unusable]: [u64; 2]) -> SolverProgress {
        let mut best = SolverProgress::from(self.problem.residual(start));
        let mut at = self.point(&start.x);
        let mut v = best.residual;
        let weight: f64 = self.problem.rows.iter().map(|row| row.steps.part[0]).sum();
        let mut failures = 0;
        let mut merit = self.merit(&at, v);
        let limit = |best: &SolverProgress| if self.problem.is_usable(best.residual) { most } else { unusable };
        while best.iterations < limit(&best) && !best.is_within(tolerance) && v > 0.0 && v.is_finite() {
            best.iterations += 1;
            if let Some(next) = self.step(&at, v, merit) {
                (at, merit) = next;
                while merit < SOLVED * weight * v * v && v > MIN_SMOOTHING * tolerance {
                    v *= FALL;
                    merit = self.merit(&at, v);
                }
                let mut found = self.clipped(&at);
                self.problem.keep_better(&found, start, &mut best);
                self.sweep(&mut found, SWEEPS);
                self.problem.keep_better(&found, start, &mut best);
            } else {
                failures += 1;
                if failures == MAX_FAILURES {
                    break;
                }
                let mut found = self.clipped(&at);
                self.sweep(&mut found, SWEEPS_AFTER_FAILURE);
                at = self.point(&found.x);
                v *= RISE;
                merit = self.merit(&at, v);
            }
        }
        best
    }

    fn sweep(&self, at: &mut Iterate, times: usize) {
        (0..times).for_each(|_| self.problem.sweep(at));
        self.problem.refresh(at);
    }

    /// The iterate of a point, within the cones.
    fn clipped(&self, at: &PathPoint) -> Iterate {
        let mut x = at.x.clone();
        self.problem.clip_to_cones(&mut x);
        self.problem.at(x)
    }

    fn point(&self, x: &[Rows]) -> PathPoint {
        let at = self.problem.at(x.to_vec());
        let rates = |row: &ConeRow| {
            let mut y = row.rates(&at.velocities);
            y[0] += row.bias;
            y
        };
        PathPoint { x: at.x, y: self.problem.rows.iter().map(rates).collect() }
    }

    /// Σ e |F|² over all conditions.
    fn merit(&self, at: &PathPoint, v: f64) -> f64 {
        (0..at.x.len()).map(|k| self.merit_of(k, &at.x[k], &at.y[k], v)).sum()
    }

    /// y_n + b, less the smoothed lift in the relaxed form.
    fn normal_rate(&self, row: &ConeRow, y: &Rows, v: f64) -> f64 {
        match self.problem.form {
            ConeForm::Exact => y[0],
            ConeForm::Relaxed => {
                y[0] - parts(row).map(|(k, part)| row.cone.limits[k] * smooth_norm(&y[part], v)).sum::<f64>()
            }
        }
    }

    fn normal(&self, k: usize, x: &Rows, y: &Rows, v: f64) -> SmoothNormal {
        let row = &self.problem.rows[k];
        let e = row.steps.part[0];
        let nu = v * larger(v, self.problem.kick) * self.weights[k];
        let (a, b) = (x[0] / e, self.normal_rate(row, y, v));
        let root = ((a - b) * (a - b) + 4.0 * nu).sqrt();
        // The form without cancellation.
        let high = if a > b { root + (a - b) } else { 4.0 * nu / (root - (a - b)) };
        let low = 4.0 * nu / high;
        let slope = 0.5 * low / root;
        let length = (x[0] * x[0] + 4.0 * e * e * v * v).sqrt();
        let positive = if x[0] > 0.0 { 0.5 * (x[0] + length) } else { 2.0 * e * e * v * v / (length - x[0]) };
        SmoothNormal {
            value: a - 0.5 * high,
            slopes: [larger(slope, MIN_SLOPE), 0.5 * high / root],
            positive: [positive, positive / length],
        }
    }

    fn merit_of(&self, k: usize, x: &Rows, y: &Rows, v: f64) -> f64 {
        let row = &self.problem.rows[k];
        let normal = self.normal(k, x, y, v);
        let mut sum = row.steps.part[0] * normal.value * normal.value;
        for (m, part) in parts(row) {
            let e = row.steps.part[1 + m];
            let s = smooth_norm(&y[part.clone()], v);
            let radius = row.cone.limits[m] * normal.positive[0];
            for r in part {
                let f = (s * x[r] + radius * y[r]) / (e * s + radius);
                sum += e * f * f;
            }
        }
        sum
    }

    fn linear(&self, k: usize, x: &Rows, y: &Rows, v: f64) -> LinearContact {
        let row = &self.problem.rows[k];
        let e = row.steps.part[0];
        let normal = self.normal(k, x, y, v);
        let (mut change, mut compliance) = ([0.0; 6], ZERO_BLOCK);
        change[0] = -e * normal.value / normal.slopes[0];
        let of_normal = e * normal.slopes[1] / normal.slopes[0];
        compliance[0][0] = of_normal;
        if self.problem.form == ConeForm::Relaxed {
            for (m, part) in parts(row) {
                let s = smooth_norm(&y[part.clone()], v);
                part.for_each(|r| compliance[0][r] = -of_normal * row.cone.limits[m] * y[r] / s);
            }
        }
        for (m, part) in parts(row) {
            let s = smooth_norm(&y[part.clone()], v);
            let [radius, slope] = normal.positive.map(|of| of * row.cone.limits[m]);
            let length = norm(&x[part.clone()]);
            let shorter = if length > radius { radius / length } else { 1.0 };
            for r in part.clone() {
                let by = slope * y[r] / s;
                change[r] = -(x[r] + radius * y[r] / s) - by * change[0];
                let above = compliance[0];
                (0..6).for_each(|c| compliance[r][c] -= by * above[c]);
                compliance[r][r] += radius / s;
                part.clone().for_each(|c| compliance[r][c] += shorter * x[r] * y[c] / (s * s));
            }
        }
        LinearContact { change, compliance }
    }

    /// One round of iterative refinement. A pressed light contact's compliance is large: the difference of two velocities
    /// that it multiplies must be more accurate than the velocities, so the change of the row velocities is an unknown of
    /// its own. True if the change was accurate already.
    fn refine(
        &self,
        matrix: &BlockMatrix,
        linear: &[LinearContact],
        velocities: &mut [Six],
        change: &mut PathPoint,
    ) -> bool {
        let mut right: Vec<Six> = velocities.iter().map(|u| u.map(|u| -u)).collect();
        let mut gaps = Vec::with_capacity(linear.len());
        for (k, (row, shapes)) in self.problem.rows.iter().zip(&self.shapes).enumerate() {
            let y = relative(row, shapes, velocities);
            let gap: Rows = std::array::from_fn(|n| change.y[k][n] - y[n]);
            let pull = image(&linear[k].compliance, &gap);
            let by: Rows = std::array::from_fn(|n| change.x[k][n] + pull[n]);
            for (body, shape) in row.bodies.iter().zip(shapes) {
                let by = transposed_image(shape, &by);
                (0..FREEDOMS).for_each(|n| right[*body][n] += by[n]);
            }
            gaps.push(gap);
        }
        let most = |of: &[Six]| of.iter().flatten().fold(0.0, |most, x| larger(most, x.abs()));
        if most(&right) <= REFINED * most(velocities) {
            return true;
        }
        let by = matrix.solve(&right);
        for (u, by) in velocities.iter_mut().zip(&by) {
            (0..FREEDOMS).for_each(|n| u[n] += by[n]);
        }
        for (k, (row, shapes)) in self.problem.rows.iter().zip(&self.shapes).enumerate() {
            let y = relative(row, shapes, &by);
            (0..6).for_each(|n| change.y[k][n] += y[n] - gaps[k][n]);
            change.x[k] = linear[k].impulse(&change.y[k]);
        }
        false
    }

    /// The iterate after a whole Newton step, without a line search, on slightly smoothed conditions with a proximal term
    /// (R. T. Rockafellar, SIAM J. Control Optim. 14 (1976) 877), clipped to the cones; `None` if a system is singular.
    ///
    /// The term adds p e_n/γ_n Δx/e to the change of a part's velocities, with p the `residual`, m/s, or [`PROXIMAL`] gΔt if
    /// that is less. Velocities hardly determine the impulses of wedged contacts: without the term a step moves these to the
    /// middle of what is possible, and with them the limits of friction all around.
    pub(in crate::step::solve::cones) fn leap(&self, from: &Iterate, residual: f64) -> Option<Iterate> {
        let at = self.point(&from.x);
        let most = PROXIMAL * self.problem.kick;
        let proximal = if most > 0.0 && most < residual { most } else { residual };
        let damped = |(k, row): (usize, &ConeRow)| {
            let weight = proximal / larger(at.x[k][0] / row.steps.part[0], proximal);
            self.linear(k, &at.x[k], &at.y[k], SHARPNESS * residual).damped(row, weight)
        };
        let linear: Option<Vec<LinearContact>> = self.problem.rows.iter().enumerate().map(damped).collect();
        let change = self.change(&linear?)?;
        Some(self.clipped(&self.point(&ahead(&at.x, &change.x, 1.0))))
    }

    /// The change of a point by a whole Newton step on these conditions; `None` if the system is singular.
    fn change(&self, linear: &[LinearContact]) -> Option<PathPoint> {
        let mut matrix = BlockMatrix::identity(self.order);
        let mut right = vec![[0.0; FREEDOMS]; self.problem.masses.len()];
        for ((row, shapes), linear) in self.problem.rows.iter().zip(&self.shapes).zip(linear) {
            let moved = shapes.map(|shape| product(&linear.compliance, &shape));
            for (a, shape) in row.bodies.iter().zip(shapes) {
                for (b, moved) in row.bodies.iter().zip(&moved) {
                    matrix.add([*a, *b], &transposed_product(shape, moved));
                }
                let by = transposed_image(shape, &linear.change);
                (0..FREEDOMS).for_each(|n| right[*a][n] += by[n]);
            }
        }
        if !matrix.factor() {
            return None;
        }
        let mut velocities = matrix.solve(&right);
        let mut change = PathPoint { x: Vec::with_capacity(linear.len()), y: Vec::with_capacity(linear.len()) };
        for ((row, shapes), linear) in self.problem.rows.iter().zip(&self.shapes).zip(linear) {
            let y = relative(row, shapes, &velocities);
            change.x.push(linear.impulse(&y));
            change.y.push(y);
        }
        for _ in 0..MAX_REFINEMENTS {
            if self.refine(&matrix, linear, &mut velocities, &mut change) {
                break;
            }
        }
        Some(change)
    }

    /// A Newton step with a line search on the merit; `None` if no step lowers it.
    fn step(&self, at: &PathPoint, v: f64, merit: f64) -> Option<(PathPoint, f64)> {
        let linear: Vec<LinearContact> = (0..at.x.len()).map(|k| self.linear(k, &at.x[k], &at.y[k], v)).collect();
        let change = self.change(&linear)?;
        let mut length = 1.0;
        for _ in 0..LENGTHS {
            let next = PathPoint { x: ahead(&at.x, &change.x, length), y: ahead(&at.y, &change.y, length) };
            let found = self.merit(&next, v);
            if found < (1.0 - 1e-3 * length) * merit {
                // Without the rounding that many steps add up.
                return Some((self.point(&next.x), found));
            }
            length *= 0.5;
        }
        None
    }
}

impl LinearContact {
    /// Δx for the change Δy of the row velocities.
    fn impulse(&self, y: &Rows) -> Rows {
        let back = image(&self.compliance, y);
        std::array::from_fn(|n| self.change[n] - back[n])
    }

    /// With `weight` Δx/e of each part added to Δy, e the step length of the part; `None` if singular.
    fn damped(&self, row: &ConeRow, weight: f64) -> Option<Self> {
        let [n, slide, roll, spin] = row.steps.part.map(|e| weight / e);
        let by: Rows = [n, slide, slide, roll, roll, spin];
        let mut matrix: BodyBlock = std::array::from_fn(|r| std::array::from_fn(|c| self.compliance[r][c] * by[c]));
        (0..6).for_each(|r| matrix[r][r] += 1.0);
        let inverse = inverse(&matrix)?;
        Some(Self { change: image(&inverse, &self.change), compliance: product(&inverse, &self.compliance) })
    }
}

/// Change of a contact's row velocities by changes of the scaled velocities of the bodies.
fn relative(row: &ConeRow, shapes: &[BodyBlock; 2], velocities: &[Six]) -> Rows {
    let [i, j] = [0, 1].map(|side| image(&shapes[side], &velocities[row.bodies[side]]));
    std::array::from_fn(|n| i[n] + j[n])
}

/// x + length · by.
fn ahead(x: &[Rows], by: &[Rows], length: f64) -> Vec<Rows> {
    x.iter().zip(by).map(|(x, by)| std::array::from_fn(|n| x[n] + length * by[n])).collect()
}

/// The parts that have a limit: slide, roll and spin, or one of all three.
fn parts(row: &ConeRow) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> + use<> {
    let cone = row.cone;
    cone.parts().into_iter().enumerate().filter(move |(k, _)| cone.limits[*k] > 0.0)
}

fn norm(part: &[f64]) -> f64 {
    part.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// √(|y|² + v²).
fn smooth_norm(part: &[f64], v: f64) -> f64 {
    (part.iter().map(|x| x * x).sum::<f64>() + v * v).sqrt()
}

/// aᵀ b.
fn transposed_product(a: &BodyBlock, b: &BodyBlock) -> BodyBlock {
    let mut c = ZERO_BLOCK;
    for (a, b) in a.iter().zip(b) {
        for (c, a) in c.iter_mut().zip(a) {
            (0..FREEDOMS).for_each(|j| c[j] += a * b[j]);
        }
    }
    c
}

/// aᵀ x.
fn transposed_image(a: &BodyBlock, x: &Rows) -> Six {
    let mut y = [0.0; FREEDOMS];
    for (a, x) in a.iter().zip(x) {
        (0..FREEDOMS).for_each(|j| y[j] += a[j] * x);
    }
    y
}

/// A = J S of a contact for its body i or j.
fn shape(row: &ConeRow, side: usize, roots: &[MassRoot]) -> BodyBlock {
    let root = &roots[row.bodies[side]];
    let sign = if side == 0 { 1.0 } else { -1.0 };
    let (n, [c, d], [a, b, m], arm) = (&row.frame[0], &row.slides, &row.turns, &row.arms[side]);
    let line = |linear: Vector3<f64>, angular: Vector3<f64>| -> Six {
        let (v, w) = (root.linear.tr_mul(&linear) * sign, root.angular.tr_mul(&angular) * sign);
        [v.x, v.y, v.z, w.x, w.y, w.z]
    };
    let slide = |along: &Vector3<f64>| line(*along, arm.cross(along));
    let turn = |about: &Vector3<f64>| line(Vector3::zeros(), about * row.length);
    [slide(n), slide(c), slide(d), turn(a), turn(b), turn(m)]
}

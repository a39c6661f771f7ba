//! Accelerated projected gradient descent (Nesterov with restart; H. Mazhar, T. Heyn, D. Negrut, A. Tasora, ACM Trans.
//! Graphics 34 (2015) 32), on x̂ = x/√η, which scales the steps for contacts of light and of heavy bodies.
//!
//! Differs from the source: the step size is tested by the curvature dᵀN̂d ≤ ℓ ‖d‖², from the difference of two
//! gradients; comparing objective values stalls at their rounding.

use crate::laws::friction::limit::cones::{ConeForm, FrictionCone, Rows, against, clip, distance, project};
use crate::laws::math::extremes::larger;
use crate::step::solve::cones::methods::convergence::ResidualHistory;
use crate::step::solve::cones::methods::problem::{Iterate, Problem};

/// Feasible set of the impulses.
enum Feasible<'a> {
    /// The cone of each contact.
    Cones,
    /// Disks of these scaled radii, one set per contact.
    Disks(&'a [FrictionCone]),
}

/// Descent on one convex problem.
struct Descent<'a> {
    problem: &'a Problem,
    feasible: Feasible<'a>,
    /// √η of each contact.
    roots: Vec<f64>,
    /// ℓ, the curvature that determines the step size.
    curvature: f64,
    /// Scratch space for velocities.
    at: Iterate,
}

/// Progress of a solver.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolverProgress {
    /// Passes over all contacts.
    pub iterations: u64,
    /// Residual, m/s.
    pub residual: f64,
    /// The residuals evaluated so far.
    pub history: ResidualHistory,
}

impl SolverProgress {
    /// The state before the first iteration, with this residual.
    pub(in crate::step::solve::cones) fn from(residual: f64) -> Self {
        let mut history = ResidualHistory::default();
        history.note(0, residual);
        Self { iterations: 0, residual, history }
    }

    /// Records the residual after the iterations so far; the best iterate may have a smaller one.
    pub(in crate::step::solve::cones) fn record_residual(&mut self, residual: f64) {
        self.history.note(self.iterations, residual);
    }

    /// True if the residual is below this, m/s.
    pub(in crate::step::solve::cones) fn is_within(&self, tolerance: f64) -> bool {
        self.residual < tolerance
    }

    /// Appends the progress of a following solver.
    pub(in crate::step::solve::cones) fn then(mut self, next: Self) -> Self {
        self.history.extend(self.iterations, &next.history);
        Self { iterations: self.iterations + next.iterations, residual: next.residual, history: self.history }
    }
}

impl Problem {
    /// Iterates by accelerated gradient descent from `start` until the residual is below `tolerance`, m/s, or for
    /// `most` iterations; leaves the best iterate.
    pub(in crate::step::solve::cones) fn descend(
        &self,
        start: &mut Iterate,
        tolerance: f64,
        most: u64,
    ) -> SolverProgress {
        match self.form {
            ConeForm::Relaxed => {
                let of = |at: &Iterate| self.residual(at);
                Descent::new(self, Feasible::Cones).run(start, tolerance, most, of)
            }
            ConeForm::Exact => self.descend_exactly(start, tolerance, most),
        }
    }

    /// The exact form: freezes the radii μγ_n, ργ_n, σγ_n, solves the remaining convex problem, and updates them.
    fn descend_exactly(&self, start: &mut Iterate, tolerance: f64, most: u64) -> SolverProgress {
        let mut done = SolverProgress::from(self.residual(start));
        let mut at = start.clone();
        let mut residual = done.residual;
        while done.iterations < most && !done.is_within(tolerance) {
            let radii: Vec<FrictionCone> =
                self.rows.iter().zip(&at.x).map(|(row, x)| row.cone.map(|limit| limit * x[0])).collect();
            let of = |at: &Iterate| self.frozen_residual(&radii, at);
            let goal = (0.1 * residual).max(0.3 * tolerance);
            let rest = most - done.iterations;
            let progress = Descent::new(self, Feasible::Disks(&radii)).run(&mut at, goal, rest.min(500), of);
            done.iterations += progress.iterations.max(1);
            residual = self.residual(&at);
            done.record_residual(residual);
            if residual < done.residual {
                done.residual = residual;
                start.clone_from(&at);
            }
        }
        done
    }

    /// Residual of an iterate in the problem with frozen radii, m/s.
    fn frozen_residual(&self, radii: &[FrictionCone], at: &Iterate) -> f64 {
        let mut worst = 0.0;
        for ((row, x), radii) in self.rows.iter().zip(&at.x).zip(radii) {
            let (y, eta) = (row.rates(&at.velocities), row.steps.all);
            let inside = clip(&against(x, &y, row.bias, eta), radii);
            worst = larger(worst, distance(x, &inside) / eta);
        }
        worst
    }
}

impl<'a> Descent<'a> {
    fn new(problem: &'a Problem, feasible: Feasible<'a>) -> Self {
        let roots = problem.rows.iter().map(|row| row.steps.all.sqrt()).collect();
        let at = Iterate { x: vec![[0.0; 6]; problem.rows.len()], velocities: problem.free.clone() };
        Self { problem, feasible, roots, curvature: 1.0, at }
    }

    /// The gradient √η (y + b e_n) at x̂.
    fn gradient(&mut self, scaled: &[Rows], into: &mut Vec<Rows>) {
        for ((x, scaled), root) in self.at.x.iter_mut().zip(scaled).zip(&self.roots) {
            *x = scaled.map(|x| x * root);
        }
        self.problem.refresh(&mut self.at);
        into.clear();
        into.extend(self.problem.rows.iter().zip(&self.roots).map(|(row, root)| {
            let mut y = row.rates(&self.at.velocities);
            y[0] += row.bias;
            y.map(|y| y * root)
        }));
    }

    /// A step against the gradient from `from`, projected onto the feasible set.
    fn step(&self, from: &[Rows], gradient: &[Rows], into: &mut Vec<Rows>) {
        let length = 1.0 / self.curvature;
        into.clear();
        for (k, (x, g)) in from.iter().zip(gradient).enumerate() {
            let back: Rows = std::array::from_fn(|m| x[m] - length * g[m]);
            into.push(match &self.feasible {
                Feasible::Cones => project(&back, &self.problem.rows[k].cone),
                Feasible::Disks(radii) => clip(&back, &radii[k].map(|radius| radius / self.roots[k])),
            });
        }
    }

    /// Descends until `residual` of the iterate is below `goal`, m/s; leaves the best iterate.
    fn run(mut self, start: &mut Iterate, goal: f64, most: u64, residual: impl Fn(&Iterate) -> f64) -> SolverProgress {
        let mut best = SolverProgress::from(residual(start));
        let mut x: Vec<Rows> = start.x.iter().zip(&self.roots).map(|(x, root)| x.map(|x| x / root)).collect();
        let (mut gradient, mut next, mut next_gradient) = (Vec::new(), Vec::new(), Vec::new());
        self.gradient(&x, &mut gradient);
        let (mut ahead, mut ahead_gradient) = (x.clone(), gradient.clone());
        let mut theta: f64 = 1.0;
        while best.iterations < most && !best.is_within(goal) {
            loop {
                self.step(&ahead, &ahead_gradient, &mut next);
                self.gradient(&next, &mut next_gradient);
                best.iterations += 1;
                let (square, bend) = curvature([&next, &ahead], [&next_gradient, &ahead_gradient]);
                // The tolerance keeps rounding of the gradients from counting as curvature.
                if bend <= self.curvature * square * (1.0 + 1e-9) || best.iterations >= most || square == 0.0 {
                    break;
                }
                self.curvature *= 2.0;
            }
            let found = residual(&self.at);
            best.record_residual(found);
            if found < best.residual {
                best.residual = found;
                start.clone_from(&self.at);
            }
            let restarts = dot_difference(&ahead_gradient, &next, &x) > 0.0;
            let (old, t) = (theta, theta * theta);
            theta = if restarts { 1.0 } else { 0.5 * (t * (t + 4.0)).sqrt() - 0.5 * t };
            let beta = if restarts { 0.0 } else { old * (1.0 - old) / (t + theta) };
            extrapolate(&next, &x, beta, &mut ahead);
            extrapolate(&next_gradient, &gradient, beta, &mut ahead_gradient);
            std::mem::swap(&mut x, &mut next);
            std::mem::swap(&mut gradient, &mut next_gradient);
            self.curvature *= 0.9;
        }
        best
    }
}

/// ‖d‖² and dᵀN̂d for the difference of two points, from their gradients.
fn curvature([a, b]: [&[Rows]; 2], [grad_a, grad_b]: [&[Rows]; 2]) -> (f64, f64) {
    let (mut square, mut bend) = (0.0, 0.0);
    for (((a, b), grad_a), grad_b) in a.iter().zip(b).zip(grad_a).zip(grad_b) {
        for k in 0..6 {
            let d = a[k] - b[k];
            square += d * d;
            bend += d * (grad_a[k] - grad_b[k]);
        }
    }
    (square, bend)
}

/// g·(a − b).
fn dot_difference(g: &[Rows], a: &[Rows], b: &[Rows]) -> f64 {
    let row = |((g, a), b): ((&Rows, &Rows), &Rows)| (0..6).map(|k| g[k] * (a[k] - b[k])).sum::<f64>();
    g.iter().zip(a).zip(b).map(row).sum()
}

/// new + β (new − old).
fn extrapolate(new: &[Rows], old: &[Rows], beta: f64, into: &mut [Rows]) {
    for ((into, new), old) in into.iter_mut().zip(new).zip(old) {
        *into = std::array::from_fn(|k| new[k] + beta * (new[k] - old[k]));
    }
}

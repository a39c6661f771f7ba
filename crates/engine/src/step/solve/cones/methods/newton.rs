//! A direct method for small islands: semismooth Newton steps on the conditions of each row (P. Alart, A. Curnier,
//! Comput. Methods Appl. Mech. Eng. 92 (1991) 353), with the whole Delassus matrix. A heavy body on light ones takes
//! tens of iterations, whereas a sweep transmits only a fraction of the order of the mass ratio.
//!
//! Conditions, in velocities: `γ_n − max(0, γ_n − η ŷ_n) = 0` with `ŷ_n = y_n + b` (exact) or `y_n + b − s(y)`
//! (relaxed), and for slide, roll and spin `x − Π(x − η y) = 0`, where Π projects onto the disk of radius c γ_n: stick
//! is linear, slip follows the direction of motion.

use crate::laws::friction::limit::cones::{ConeForm, FrictionCone, Rows};
use crate::step::solve::cones::methods::apgd::SolverProgress;
use crate::step::solve::cones::methods::problem::{ConeRow, Iterate, Problem};
use crate::step::solve::solver_body::Velocity;
use nalgebra::{DMatrix, DVector};

/// Number of sweeps after a Newton step, and after one that does not reduce the conditions.
const SWEEPS: usize = 2;
const SWEEPS_AFTER_FAILURE: usize = 10;
/// Damping of the Delassus matrix, as fractions of its diagonal added to it, smallest and largest (K. Levenberg 1944):
/// with redundant supports the share of each point is undetermined, and the matrix is singular. A step that does not
/// reduce the conditions is repeated with `DAMPING_FACTOR` times the damping.
pub(in crate::step::solve::cones) const MIN_DAMPING: f64 = 1e-10;
const MAX_DAMPING: f64 = 1.0;
const DAMPING_FACTOR: f64 = 100.0;

/// Unknowns of a problem: the normal rows, and the other rows with a limit above 0.
pub(in crate::step::solve::cones) struct Unknowns {
    /// Contact and row of each unknown.
    of: Vec<(usize, usize)>,
    /// Index of each contact's first unknown, its normal row.
    first: Vec<usize>,
    /// The Delassus matrix, with the compliance on its diagonal.
    delassus: DMatrix<f64>,
    /// Velocity of a row against its impulse, 1/kg ([`crate::step::solve::cones::methods::sharing`]); 0 for rigid contacts.
    compliance: f64,
}

/// The slide, roll and spin rows after the normal one, if they have a limit.
pub(in crate::step::solve::cones) fn parts(
    cone: &FrictionCone,
) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
    cone.parts().into_iter().enumerate().filter(|(k, _)| cone.limits[*k] > 0.0)
}

impl Unknowns {
    pub(in crate::step::solve::cones) fn new(problem: &Problem) -> Self {
        let (mut of, mut first) = (Vec::new(), Vec::new());
        for (contact, row) in problem.rows.iter().enumerate() {
            first.push(of.len());
            of.push((contact, 0));
            for (_, part) in parts(&row.cone) {
                of.extend(part.map(|k| (contact, k)));
            }
        }
        let mut velocities = vec![Velocity::ZERO; problem.free.len()];
        let mut delassus = DMatrix::zeros(of.len(), of.len());
        for (column, (contact, k)) in of.iter().enumerate() {
            let by = &problem.rows[*contact];
            let mut unit = [0.0; 6];
            unit[*k] = 1.0;
            by.push(&unit, &problem.masses, &mut velocities);
            for (other, start) in problem.rows.iter().zip(&first) {
                if other.bodies.iter().any(|body| by.bodies.contains(body)) {
                    let rates = other.rates(&velocities);
                    let end = of[*start..].iter().take_while(|(c, _)| *c == of[*start].0).count();
                    for at in *start..start + end {
                        delassus[(at, column)] = rates[of[at].1];
                    }
                }
            }
            by.bodies.iter().for_each(|body| velocities[*body] = Velocity::ZERO);
        }
        Self { of, first, delassus, compliance: 0.0 }
    }

    /// Lets the rows give way by `compliance`, 1/kg, times their impulses.
    pub(in crate::step::solve::cones) fn set_compliance(&mut self, compliance: f64) {
        let more = compliance - self.compliance;
        self.compliance = compliance;
        (0..self.of.len()).for_each(|k| self.delassus[(k, k)] += more);
    }

    /// The impulses of an iterate.
    pub(in crate::step::solve::cones) fn impulses(&self, at: &Iterate) -> DVector<f64> {
        DVector::from_iterator(self.of.len(), self.of.iter().map(|(contact, k)| at.x[*contact][*k]))
    }

    /// Velocities of the rows of a contact, m/s.
    fn rates(&self, row: &ConeRow, x: &Rows, at: &Iterate) -> Rows {
        let y = row.rates(&at.velocities);
        std::array::from_fn(|k| y[k] + self.compliance * x[k])
    }
}

impl Problem {
    /// Newton steps from `start`, with sweeps between them, until the residual is below `tolerance`, m/s, or for `most`
    /// iterations; leaves the best iterate.
    pub(in crate::step::solve::cones) fn newton(
        &self,
        start: &mut Iterate,
        tolerance: f64,
        most: u64,
    ) -> SolverProgress {
        let mut best = SolverProgress::from(self.residual(start));
        if best.is_within(tolerance) {
            return best;
        }
        let unknowns = Unknowns::new(self);
        let (mut at, mut damping) = (start.clone(), MIN_DAMPING);
        while best.iterations < most && !best.is_within(tolerance) {
            let helped = self.newton_step(&unknowns, &mut at, &mut damping);
            best.iterations += 1;
            let sweeps = if helped { SWEEPS } else { SWEEPS_AFTER_FAILURE };
            self.keep_better(&at, start, &mut best);
            if best.residual < tolerance {
                break;
            }
            (0..sweeps).for_each(|_| self.sweep(&mut at));
            best.iterations += sweeps as u64;
            self.refresh(&mut at);
            self.keep_better(&at, start, &mut best);
        }
        best
    }

    /// Records the residual of an iterate, and keeps the iterate if the residual is the smallest so far.
    pub(in crate::step::solve::cones) fn keep_better(
        &self,
        at: &Iterate,
        best: &mut Iterate,
        progress: &mut SolverProgress,
    ) {
        let residual = self.residual(at);
        progress.record_residual(residual);
        if residual < progress.residual {
            progress.residual = residual;
            best.clone_from(at);
        }
    }

    /// One step with a line search on the norm of the conditions; false if no step reduces it.
    pub(in crate::step::solve::cones) fn newton_step(
        &self,
        unknowns: &Unknowns,
        at: &mut Iterate,
        damping: &mut f64,
    ) -> bool {
        let (value, slope) = (self.condition_values(unknowns, at), self.slopes(unknowns, at).whole(unknowns));
        let merit = value.norm();
        loop {
            let mut damped = slope.clone();
            for k in 0..unknowns.of.len() {
                damped[(k, k)] += *damping * unknowns.delassus[(k, k)];
            }
            if let Some(step) = damped.lu().solve(&value)
                && let Some(next) = self.line_search(unknowns, at, &step, merit)
            {
                *at = next;
                *damping = (*damping / DAMPING_FACTOR).max(MIN_DAMPING);
                return true;
            }
            if *damping >= MAX_DAMPING {
                *damping = MIN_DAMPING;
                return false;
            }
            *damping *= DAMPING_FACTOR;
        }
    }

    /// The longest trial step that reduces the norm of the conditions.
    fn line_search(&self, unknowns: &Unknowns, at: &Iterate, step: &DVector<f64>, merit: f64) -> Option<Iterate> {
        [1.0, 0.5, 0.25, 0.125].into_iter().find_map(|length| {
            let next = self.stepped(unknowns, at, &(step * -length));
            let found = self.condition_values(unknowns, &next).norm();
            (found < (1.0 - 1e-4 * length) * merit).then_some(next)
        })
    }

    /// The iterate with its impulses changed by a step.
    pub(in crate::step::solve::cones) fn stepped(
        &self,
        unknowns: &Unknowns,
        at: &Iterate,
        step: &DVector<f64>,
    ) -> Iterate {
        let mut x = at.x.clone();
        for ((contact, k), by) in unknowns.of.iter().zip(step.iter()) {
            x[*contact][*k] += by;
        }
        self.at(x)
    }

    /// Values of the conditions at an iterate, m/s.
    pub(in crate::step::solve::cones) fn condition_values(&self, unknowns: &Unknowns, at: &Iterate) -> DVector<f64> {
        let mut values = DVector::zeros(unknowns.of.len());
        for (contact, row) in self.rows.iter().enumerate() {
            let (x, first) = (&at.x[contact], unknowns.first[contact]);
            let y = unknowns.rates(row, x, at);
            let eta = row.steps.part[0];
            let gap = self.normal_rate(row.bias, &y, &row.cone);
            values[first] = if x[0] - eta * gap > 0.0 { gap } else { x[0] / eta };
            let mut next = first + 1;
            for (k, part) in parts(&row.cone) {
                let of = Disk::new(x, &y, &part, row.cone.limits[k], row.steps.of_part(1 + k));
                for n in 0..part.len() {
                    values[next + n] = of.value(n);
                }
                next += part.len();
            }
        }
        values
    }

    /// Normal velocity ŷ_n of the conditions, m/s.
    pub(in crate::step::solve::cones) fn normal_rate(&self, bias: f64, y: &Rows, cone: &FrictionCone) -> f64 {
        let lift =
            if self.form == ConeForm::Relaxed { crate::laws::friction::limit::cones::lift(y, cone) } else { 0.0 };
        y[0] + bias - lift
    }

    /// Derivatives of the conditions at an iterate.
    pub(in crate::step::solve::cones) fn slopes(&self, unknowns: &Unknowns, at: &Iterate) -> Slopes {
        let size = unknowns.of.len();
        let mut slopes = Slopes { by_impulse: DMatrix::zeros(size, size), by_rate: DMatrix::zeros(size, size) };
        for (contact, row) in self.rows.iter().enumerate() {
            let (x, first) = (&at.x[contact], unknowns.first[contact]);
            let y = unknowns.rates(row, x, at);
            let eta = row.steps.part[0];
            let is_pressed = x[0] - eta * self.normal_rate(row.bias, &y, &row.cone) > 0.0;
            if is_pressed {
                slopes.by_rate[(first, first)] = 1.0;
            } else {
                slopes.by_impulse[(first, first)] = 1.0 / eta;
            }
            let mut next = first + 1;
            for (k, part) in parts(&row.cone) {
                let limit = row.cone.limits[k];
                let of = Disk::new(x, &y, &part, limit, row.steps.of_part(1 + k));
                if self.form == ConeForm::Relaxed && is_pressed {
                    slopes.lower_by_lift((first, next), limit, &y[part.clone()]);
                }
                of.fill(&mut slopes, (first, next), is_pressed);
                next += part.len();
            }
        }
        slopes
    }
}

/// Derivatives of the conditions of a problem. Those of a contact depend on its own rows alone.
pub(in crate::step::solve::cones) struct Slopes {
    /// By the impulses at constant row velocities, m/s per N·s.
    by_impulse: DMatrix<f64>,
    /// By the row velocities at constant impulses.
    pub(in crate::step::solve::cones) by_rate: DMatrix<f64>,
}

impl Slopes {
    /// The derivative by the impulses, which change the row velocities.
    pub(in crate::step::solve::cones) fn whole(&self, unknowns: &Unknowns) -> DMatrix<f64> {
        let mut whole = self.by_impulse.clone();
        for (contact, first) in unknowns.first.iter().enumerate() {
            let end = unknowns.first.get(contact + 1).copied().unwrap_or(unknowns.of.len());
            for (row, by) in (*first..end).flat_map(|row| (*first..end).map(move |by| (row, by))) {
                let factor = self.by_rate[(row, by)];
                if factor != 0.0 {
                    for column in 0..whole.ncols() {
                        whole[(row, column)] += factor * unknowns.delassus[(by, column)];
                    }
                }
            }
        }
        whole
    }

    /// Subtracts the derivative of `c ‖y_part‖` from the normal row.
    fn lower_by_lift(&mut self, (first, next): (usize, usize), limit: f64, y: &[f64]) {
        let size = y.iter().map(|y| y * y).sum::<f64>().sqrt();
        if size > 0.0 {
            for (n, y) in y.iter().enumerate() {
                self.by_rate[(first, next + n)] = -limit * y / size;
            }
        }
    }
}

/// Most rows of a part: those of a joined cone.
const MAX_PART: usize = 5;

/// Slide, roll or spin of a contact, or all of them: x, y and a = x − η y, and the disk.
struct Disk {
    x: [f64; MAX_PART],
    y: [f64; MAX_PART],
    /// a normalised; zero if a is.
    along: [f64; MAX_PART],
    size: usize,
    length: f64,
    radius: f64,
    limit: f64,
    eta: f64,
    /// True if an impulse of this part moves nothing.
    is_stiff: bool,
}

impl Disk {
    fn new(x: &Rows, y: &Rows, part: &std::ops::Range<usize>, limit: f64, (eta, is_stiff): (f64, bool)) -> Self {
        let take = |from: &Rows| std::array::from_fn(|n| if n < part.len() { from[part.start + n] } else { 0.0 });
        let (x0, x, y): (f64, [f64; MAX_PART], [f64; MAX_PART]) = (x[0], take(x), take(y));
        let a: [f64; MAX_PART] = std::array::from_fn(|n| x[n] - eta * y[n]);
        let length = a.iter().map(|a| a * a).sum::<f64>().sqrt();
        let along = if length > 0.0 { a.map(|a| a / length) } else { [0.0; MAX_PART] };
        let radius = if x0 > 0.0 { limit * x0 } else { 0.0 };
        Self { x, y, along, size: part.len(), length, radius, limit, eta, is_stiff }
    }

    fn slips(&self) -> bool {
        self.length > self.radius
    }

    fn value(&self, n: usize) -> f64 {
        if self.slips() { (self.x[n] - self.radius * self.along[n]) / self.eta } else { self.y[n] }
    }

    /// Fills in the derivatives of the values: `first` is the row of the contact's normal, `next` the first of this part.
    fn fill(&self, slopes: &mut Slopes, (first, next): (usize, usize), is_pressed: bool) {
        let Slopes { by_impulse, by_rate } = slopes;
        for n in 0..self.size {
            let row = next + n;
            if self.is_stiff && !self.slips() {
                // The motion cannot be stopped: it drives the impulse to its limit.
                by_impulse[(row, row)] = 1.0 / self.eta;
            } else if !self.slips() {
                by_rate[(row, row)] = 1.0;
            } else {
                by_impulse[(row, row)] += 1.0 / self.eta;
                // A contact that starts to press gets its disk in the same step.
                if self.radius > 0.0 || is_pressed {
                    by_impulse[(row, first)] -= self.limit * self.along[n] / self.eta;
                }
                for m in 0..self.size {
                    let across = if n == m { 1.0 } else { 0.0 } - self.along[n] * self.along[m];
                    let factor = self.radius / self.length * across;
                    by_impulse[(row, next + m)] -= factor / self.eta;
                    by_rate[(row, next + m)] = factor;
                }
            }
        }
    }
}

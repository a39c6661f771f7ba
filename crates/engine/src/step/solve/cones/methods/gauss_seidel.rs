//! Gauss–Seidel: solves the contacts one by one in the order of their keys, each with the velocities left by the
//! contacts before it.

use crate::laws::friction::limit::cones::{ConeForm, Rows, against, project, shorten};
use crate::step::solve::cones::methods::problem::{ConeRow, Iterate, Problem};
use crate::step::solve::solver_body::{InverseMass, Velocity};

impl Problem {
    /// One sweep over all contacts.
    pub(in crate::step::solve::cones) fn sweep(&self, at: &mut Iterate) {
        let Iterate { x, velocities } = at;
        match self.form {
            ConeForm::Exact => {
                for (row, x) in self.rows.iter().zip(x) {
                    row.relax_exact(x, &self.masses, velocities);
                }
            }
            ConeForm::Relaxed => {
                for (row, x) in self.rows.iter().zip(x) {
                    row.relax_relaxed(x, &self.masses, velocities);
                }
            }
        }
    }
}

impl ConeRow {
    /// Solves n, then slide, roll and spin, each with the step of its own block and the limit from the new γ_n.
    #[inline(always)]
    fn relax_exact(&self, x: &mut Rows, masses: &[InverseMass], of: &mut [Velocity]) {
        let ([n, a, b], [c, d]) = (&self.frame, &self.slides);
        let steps = &self.steps;
        let normal = x[0] - steps.part[0] * (self.sliding(of).dot(n) + self.bias);
        let normal = if normal > 0.0 { normal } else { 0.0 };
        if normal != x[0] {
            self.push_world(&(n * (normal - x[0])), &Default::default(), masses, of);
            x[0] = normal;
        }
        let limits = &self.cone.limits;
        if self.cone.is_joined {
            return self.relax_joined(x, masses, of);
        }
        if limits[0] > 0.0 {
            let v = self.sliding(of);
            let new = moved([x[1], x[2]], [v.dot(c), v.dot(d)], limits[0] * normal, steps.part[1], steps.inverse[0]);
            let by = c * (new[0] - x[1]) + d * (new[1] - x[2]);
            self.push_world(&by, &Default::default(), masses, of);
            (x[1], x[2]) = (new[0], new[1]);
        }
        if limits[1] > 0.0 {
            let w = self.turning(of);
            let new = moved([x[3], x[4]], [w.dot(a), w.dot(b)], limits[1] * normal, steps.part[2], steps.inverse[1]);
            let by = (a * (new[0] - x[3]) + b * (new[1] - x[4])) * self.length;
            self.push_world(&Default::default(), &by, masses, of);
            (x[3], x[4]) = (new[0], new[1]);
        }
        if limits[2] > 0.0 {
            let mut spin = [x[5] - steps.part[3] * self.turning(of).dot(n)];
            shorten(&mut spin, limits[2] * normal);
            self.push_world(&Default::default(), &(n * ((spin[0] - x[5]) * self.length)), masses, of);
            x[5] = spin[0];
        }
    }

    /// Slide, roll and spin under one limit from γ_n: a step against the motion, clipped.
    #[inline(always)]
    fn relax_joined(&self, x: &mut Rows, masses: &[InverseMass], of: &mut [Velocity]) {
        let y = self.rates(of);
        let mut new = *x;
        (1..6).for_each(|k| new[k] = x[k] - self.steps.part[1] * y[k]);
        shorten(&mut new[1..6], self.cone.limits[0] * x[0]);
        let by: Rows = std::array::from_fn(|k| new[k] - x[k]);
        self.push(&by, masses, of);
        *x = new;
    }

    /// Solves the whole contact at once: x ← Π_K(x − η(y + b e_n)).
    #[inline(always)]
    fn relax_relaxed(&self, x: &mut Rows, masses: &[InverseMass], of: &mut [Velocity]) {
        let y = self.rates(of);
        let new = project(&against(x, &y, self.bias, self.steps.all), &self.cone);
        let by: Rows = std::array::from_fn(|k| new[k] - x[k]);
        self.push(&by, masses, of);
        *x = new;
    }
}

/// The impulse that stops the motion `y` of a part or, if that exceeds the limit, a step against the motion, clipped to
/// the limit.
#[inline(always)]
fn moved(x: [f64; 2], y: [f64; 2], limit: f64, step: f64, inverse: Option<[f64; 3]>) -> [f64; 2] {
    if let Some([uu, uw, ww]) = inverse {
        let rest = [x[0] - (uu * y[0] + uw * y[1]), x[1] - (uw * y[0] + ww * y[1])];
        if rest[0] * rest[0] + rest[1] * rest[1] <= limit * limit {
            return rest;
        }
    }
    let mut new = [x[0] - step * y[0], x[1] - step * y[1]];
    shorten(&mut new, limit);
    new
}

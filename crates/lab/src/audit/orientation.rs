//! A3 for rotations: the turn of a body between two rows from its angular velocity, and what its columns may hold instead.

use super::finding::{Audit, CheckId};
use super::intervals::{Intervals, TrackRow};
use super::tally::Tally;
use nalgebra::Quaternion;
use std::array::from_fn;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::math::turning::rotation_vector;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::scene::text::plural::counted;

/// Limit of the error of a turn, over the turn.
const LIMIT: f64 = 1e-3;
/// Rounding of a turn between two quaternions of single precision, rad.
const ROUNDING: f64 = 5e-7;
/// Least factor by which another meaning of the columns reduces the error.
const BETTER: f64 = 3.0;

/// What the columns of a quaternion hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QuaternionColumns {
    /// Body axes to world axes, scalar first.
    Declared,
    /// World axes to body axes.
    Conjugated,
    /// x, y, z and the scalar.
    ScalarLast,
}

/// What the columns of a body hold.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ColumnMeaning {
    quaternion: QuaternionColumns,
    /// True if the angular velocity is in the axes of the body.
    in_body_axes: bool,
}

impl ColumnMeaning {
    const DECLARED: Self = Self { quaternion: QuaternionColumns::Declared, in_body_axes: false };

    fn all() -> impl Iterator<Item = Self> {
        use QuaternionColumns::{Conjugated, Declared, ScalarLast};
        let both = |quaternion| [false, true].map(|in_body_axes| Self { quaternion, in_body_axes });
        [Declared, Conjugated, ScalarLast].into_iter().flat_map(both)
    }

    /// Rotation from body to world and angular velocity, rad/s, world, of a row with columns of this meaning.
    fn read(self, row: &TrackRow) -> (Rotation, Vec3) {
        let q = match self.quaternion {
            QuaternionColumns::Declared => row.q,
            QuaternionColumns::Conjugated => row.q.inverse(),
            QuaternionColumns::ScalarLast => {
                Rotation::new_unchecked(Quaternion::new(row.q.k, row.q.w, row.q.i, row.q.j))
            }
        };
        (q, if self.in_body_axes { q * row.w } else { row.w })
    }

    /// What to change in the file.
    fn remedy(self) -> String {
        let quaternion = match self.quaternion {
            QuaternionColumns::Declared => None,
            QuaternionColumns::Conjugated => {
                Some("quaternions are from world to body axes: write their conjugates (−qx, −qy, −qz)")
            }
            QuaternionColumns::ScalarLast => Some("quaternions have their scalar last (x, y, z, w): write it as qw"),
        };
        let angular = self.in_body_axes.then_some("angular velocities are in body axes: turn them by the quaternion");
        quaternion.into_iter().chain(angular).collect::<Vec<_>>().join("; ")
    }
}

/// Errors of the turns of a body, rad.
struct TurnErrors {
    /// Root mean square over the run.
    rms: f64,
    /// Root mean square of the angular velocity times the interval.
    size: f64,
    /// Of each interval, from the first one of the run on.
    each: Vec<f64>,
}

impl TurnErrors {
    /// With the velocity after an interval, before it, or their mean, whichever fits best over the run.
    fn new(run: &Intervals, number: usize, meaning: ColumnMeaning) -> Self {
        let body = &run.bodies[number];
        let rows: Vec<(Rotation, Vec3)> = body.rows[run.first() - 1..].iter().map(|row| meaning.read(row)).collect();
        let of = |two: &[(Rotation, Vec3)]| {
            let ([(a, before), (b, after)], dt) = ([two[0], two[1]], run.dt);
            let turn = rotation_vector(&(b * a.inverse()));
            [after, before, (before + after) * 0.5].map(|w| ((turn - w * dt).norm(), (w * dt).norm()))
        };
        let mut errors: Vec<[(f64, f64); 3]> = rows.windows(2).map(of).collect();
        for (interval, errors) in (run.first()..).zip(&mut errors) {
            let [_, by_impact] = run.by_impact(number, interval);
            errors.iter_mut().for_each(|(error, _)| *error = larger(*error - by_impact, 0.0));
        }
        let rms = |of: &dyn Fn(&[(f64, f64); 3]) -> f64| {
            (errors.iter().map(|at| of(at) * of(at)).sum::<f64>() / errors.len().max(1) as f64).sqrt()
        };
        let rms_of: [f64; 3] = from_fn(|k| rms(&|at| at[k].0));
        let best = (0..3).min_by(|a, b| rms_of[*a].total_cmp(&rms_of[*b])).unwrap_or(0);
        Self { rms: rms_of[best], size: rms(&|at| at[best].1), each: errors.iter().map(|at| at[best].0).collect() }
    }

    /// Largest error by the integrator, to second order in the turn of a step, and by rounding, rad.
    fn limit(&self) -> f64 {
        (LIMIT + self.size * self.size) * self.size + ROUNDING
    }
}

/// Checks orientations.
pub(super) fn check(run: &Intervals, audit: &mut Audit) {
    if run.run.header.every > 1 {
        audit.remarks.push("A3: orientations not checked, there are steps between two rows".to_owned());
        return;
    }
    let (mut tally, mut meant, mut untold) = (Tally::default(), Vec::new(), 0_usize);
    for (number, body) in (0..).zip(&run.bodies).filter(|(_, body)| body.mass.is_some()) {
        let declared = TurnErrors::new(run, number as usize, ColumnMeaning::DECLARED);
        if declared.rms <= declared.limit() {
            continue;
        }
        if body.rows.windows(2).all(|two| two[0].q == two[1].q) {
            untold += 1;
            continue;
        }
        let others = ColumnMeaning::all().map(|meaning| (meaning, TurnErrors::new(run, number as usize, meaning)));
        let best = others.min_by(|a, b| a.1.rms.total_cmp(&b.1.rms));
        meant.extend(best.filter(|(_, found)| BETTER * found.rms < declared.rms).map(|(meaning, _)| (number, meaning)));
        let first = declared.each.iter().position(|error| *error > declared.limit()).unwrap_or(0);
        tally.note((number, None), run.step(run.first() + first), declared.rms, declared.limit());
    }
    if untold > 0 {
        let bodies = counted(untold, "body");
        audit.remarks.push(format!("A3: no orientations of {bodies}: their quaternions never change"));
    }
    tally.report(run, CheckId::A3, audit, |deviation, (body, _)| {
        let cause = meant.iter().find(|(number, _)| *number == body).map(|(_, meaning)| meaning.remedy());
        let cause = cause.unwrap_or_else(|| "orientations are of another instant than angular velocities".to_owned());
        format!(
            "the turn of a step differs from angular velocity times step by {:.1e} rad: {cause}",
            deviation.worst[0]
        )
    });
}

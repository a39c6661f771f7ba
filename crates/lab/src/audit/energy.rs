//! A6, A9: the power of friction, and the energy of the bodies.

use super::finding::{Audit, AuditFinding, CheckId};
use super::intervals::Intervals;
use std::collections::BTreeMap;
use stickslip_engine::laws::math::extremes::{larger, largest};

/// Limit of works, over the sum of the magnitudes of the work, or over the largest energy.
const LIMIT: f64 = 1e-3;

/// Height over the size of a body whose energy counts as the largest of a run in which nothing moves.
const STILL: f64 = 1e-6;

/// Works of a pair over the run, J.
#[derive(Clone, Copy, Default)]
struct Works {
    friction: f64,
    friction_size: f64,
    normal: f64,
    first: Option<u64>,
}

/// Checks power and energy.
pub(super) fn check(run: &Intervals, audit: &mut Audit) {
    if !run.has_balance() {
        return;
    }
    let works = works(run);
    let energy = Energy::new(run);
    for ((i, j), work) in &works {
        let mut add = |check, value, limit, says| {
            let (i, j) = (run.name(*i).to_owned(), run.name(*j).to_owned());
            audit.findings.push(AuditFinding { check, step: work.first.unwrap_or_default(), i, j, value, limit, says });
        };
        let limit = LIMIT * work.friction_size;
        if work.friction > limit && work.friction > LIMIT * energy.largest {
            let value = work.friction;
            let text = format!(
                "friction gave {value:.3e} J to the bodies over the run instead of taking it: its sign is turned, or it acts \
                 along the velocity of another step"
            );
            add(CheckId::A6, value, limit, text);
        }
        let all = work.friction + work.normal;
        if all > LIMIT * energy.largest && all > LIMIT * work.friction_size {
            let text = format!(
                "the contact gave {all:.3e} J to the bodies over the run: an impact that gains energy, or a spring that is \
                 stiffer when it unloads"
            );
            add(CheckId::A9, all, LIMIT * energy.largest, text);
        }
    }
    energy.check(run, audit);
}

/// Works of the pairs by the mean velocities of the intervals.
fn works(run: &Intervals) -> BTreeMap<(u32, u32), Works> {
    let mut works: BTreeMap<(u32, u32), Works> = BTreeMap::new();
    for at in run.acting() {
        let work = works.entry((at.contact.i, at.contact.j)).or_default();
        work.first.get_or_insert(run.step(at.interval));
        let velocity = run.mean_velocity(&at);
        let friction = at.contact.friction_on_j.unwrap_or_default();
        let spin = |body: u32| {
            let rows = &run.bodies[body as usize].rows;
            (rows[at.interval].w + rows[at.interval - 1].w) * 0.5
        };
        let [on_i, on_j] = at.contact.torques.unwrap_or_default();
        let turning = on_i.dot(&spin(at.contact.i)) + on_j.dot(&spin(at.contact.j));
        let power = turning - friction.dot(&velocity);
        work.friction += power * run.dt;
        work.friction_size += (friction.norm() * velocity.norm() + turning.abs()) * run.dt;
        work.normal += at.contact.normal * at.contact.n.dot(&velocity) * run.dt;
    }
    works
}

/// Energy of the bodies whose mass and inertia are known.
struct Energy {
    /// Largest kinetic energy or range of the potential energy of a body, J.
    largest: f64,
    /// Energies not explained by loads, for each body over the run, and the rounding of that sum, J.
    rest: Vec<(u32, f64, f64)>,
}

impl Energy {
    fn new(run: &Intervals) -> Self {
        let (mut largest_energy, mut rest) = (0.0, Vec::new());
        let mut given: Vec<f64> = vec![0.0; run.bodies.len()];
        for at in run.acting() {
            let ([arm_i, arm_j], on_j) = (run.arms(&at), at.contact.force_on_j());
            let [torque_i, torque_j] = at.contact.torques.unwrap_or_default();
            for (body, force, torque) in [
                (at.contact.i, -on_j, torque_i - arm_i.cross(&on_j)),
                (at.contact.j, on_j, torque_j + arm_j.cross(&on_j)),
            ] {
                let [a, b] = [at.interval - 1, at.interval].map(|row| &run.bodies[body as usize].rows[row]);
                given[body as usize] += 0.5 * run.dt * (force.dot(&(a.v + b.v)) + torque.dot(&(a.w + b.w)));
            }
        }
        for (number, body) in run.bodies.iter().enumerate() {
            let (Some(mass), Some(inertia)) = (body.mass, body.inertia) else { continue };
            let kinetic = |row: usize| {
                let at = &body.rows[row];
                let w = at.q.inverse_transform_vector(&at.w);
                0.5 * (mass * at.v.norm_squared() + w.dot(&inertia.component_mul(&w)))
            };
            let (first, last) = (run.first() - 1, run.count() - 1);
            let gravity = run.run.header.gravity * mass;
            let mut works = 0.0;
            for interval in first + 1..=last {
                let [a, b] = [&body.rows[interval - 1], &body.rows[interval]];
                let [force, torque] = run.external(number, interval);
                works += 0.5 * run.dt * ((gravity + force).dot(&(a.v + b.v)) + torque.dot(&(a.w + b.w)));
            }
            let height = |row: usize| -gravity.dot(&(body.rows[row].x - body.rows[first].x));
            let most = largest((first..=last).map(|row| larger(kinetic(row), height(row).abs())));
            largest_energy = larger(largest_energy, larger(most, STILL * gravity.norm() * run.size_of(number)));
            let gained = kinetic(last) - kinetic(first) - works - given[number];
            let speed = largest((first..=last).map(|row| body.rows[row].v.norm()));
            rest.push((number as u32, gained, 10.0 * mass * speed * run.digit[1] * ((last - first) as f64).sqrt()));
        }
        Self { largest: largest_energy, rest }
    }

    /// A9.
    fn check(&self, run: &Intervals, audit: &mut Audit) {
        for (body, gained, rounding) in &self.rest {
            let limit = LIMIT * self.largest + rounding;
            if gained.abs() <= limit {
                continue;
            }
            audit.findings.push(AuditFinding {
                check: CheckId::A9,
                step: run.step(run.count() - 1),
                i: run.name(*body).to_owned(),
                j: String::new(),
                value: gained.abs(),
                limit,
                says: format!(
                    "over the run the kinetic energy differs by {gained:.3e} J from the work of gravity and loads: a damping that \
                     the file does not tell, or a rotation that gains energy (a fast top at this step)"
                ),
            });
        }
    }
}

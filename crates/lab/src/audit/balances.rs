//! A1, A2, A3: momentum, angular momentum, and the pose from the velocity.

use super::finding::{Audit, CheckId};
use super::intervals::Intervals;
use super::tally::{Deviation, Tally};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::{larger, largest};

/// Limit of the balances, over g or over the largest torque.
const LIMIT: f64 = 1e-3;
/// Rounding of a path within a step, over the size of the body.
const ROUNDING: f64 = 1e-12;
/// Standard deviations of the rounding of positions that a finding exceeds.
const SIGMAS: f64 = 5.0;
/// Least factor by which another scale of the forces reduces the error.
const SCALES: f64 = 3.0;
/// Part by which an acceleration that is missing may vary and count as constant, and the least number of rows that tell.
const SAME: f64 = 1e-2;
const MIN_ROWS: usize = 10;
/// Least cosine of the angle between the missing force and the velocity that tells a drag.
const ALONG: f64 = 0.9;

/// Loads by contacts on a body in an interval.
#[derive(Clone, Copy, Default)]
struct SummedLoads {
    /// N.
    force: Vec3,
    /// Part of the force that is friction, N.
    friction: Vec3,
    /// N·m.
    torque: Vec3,
}

/// Loads by contacts on each body in each interval.
struct ContactSums {
    bodies: usize,
    sums: Vec<SummedLoads>,
    /// Distance of the farthest contact of each body from its centre, m.
    reach: Vec<f64>,
}

impl ContactSums {
    fn new(run: &Intervals) -> Self {
        let bodies = run.bodies.len();
        let mut sums = vec![SummedLoads::default(); bodies * run.count()];
        let mut reach = vec![0.0; bodies];
        for at in run.acting() {
            let ([arm_i, arm_j], on_j) = (run.arms(&at), at.contact.force_on_j());
            let [torque_i, torque_j] = at.contact.torques.unwrap_or_default();
            let friction = at.contact.friction_on_j.unwrap_or_default();
            for (body, sign, arm, torque) in
                [(at.contact.i, -1.0, arm_i, torque_i), (at.contact.j, 1.0, arm_j, torque_j)]
            {
                let force = on_j * sign;
                let farthest = &mut reach[body as usize];
                *farthest = larger(*farthest, arm.norm());
                let sum = &mut sums[at.interval * bodies + body as usize];
                sum.force += force;
                sum.friction += friction * sign;
                sum.torque += torque + arm.cross(&force);
            }
        }
        Self { bodies, sums, reach }
    }

    /// Distance of the farthest contact of a body from its centre, m; 1 m without contacts.
    fn reach(&self, body: usize) -> f64 {
        let found = self.reach[body];
        if found > 0.0 { found } else { 1.0 }
    }

    fn on(&self, body: usize, interval: usize) -> SummedLoads {
        self.sums[interval * self.bodies + body]
    }
}

/// Checks the balances.
pub(super) fn check(run: &Intervals, audit: &mut Audit) {
    if run.has_balance() {
        let loads = ContactSums::new(run);
        momentum(run, &loads, audit);
        angular(run, &loads, audit);
    } else {
        audit.remarks.push(
            "A1, A2, A6, A9: not checked, the loads of a row are a sample and not the mean of its step".to_owned(),
        );
    }
    if run.has_velocities {
        pose(run, audit);
        super::orientation::check(run, audit);
    } else {
        audit.remarks.push("A3: not checked, the run has no velocities".to_owned());
    }
}

/// The force that is missing in an interval, N.
fn missing(run: &Intervals, loads: &ContactSums, (body, mass): (usize, f64), interval: usize) -> Vec3 {
    let rows = &run.bodies[body].rows;
    let a = (rows[interval].v - rows[interval - 1].v) / run.dt;
    (a - run.run.header.gravity) * mass - loads.on(body, interval).force - run.external(body, interval)[0]
}

/// Standard deviation of an acceleration by the digits of the run, m/s².
fn noise(run: &Intervals) -> f64 {
    let twelve = 12.0_f64.sqrt();
    if run.has_velocities {
        2.0_f64.sqrt() * run.digit[1] / (twelve * run.dt)
    } else {
        6.0_f64.sqrt() * run.digit[0] / (twelve * run.dt * run.dt)
    }
}

/// A1.
fn momentum(run: &Intervals, loads: &ContactSums, audit: &mut Audit) {
    let (g, noise) = (run.scale(), noise(run));
    if g.is_nan() || g <= 0.0 {
        audit.remarks.push("A1: not checked, there is neither gravity nor a contact force".to_owned());
        return;
    }
    let limit = LIMIT + SIGMAS * noise / g;
    if limit > 2.0 * LIMIT {
        audit.remarks.push(format!(
            "A1: the digits of the run hide errors below {limit:.1e} g; write velocities, and f64 with 17 digits"
        ));
    }
    let (mut tally, mut all) = (Tally::default(), Vec::new());
    for (number, body) in run.bodies.iter().enumerate() {
        let Some(mass) = body.mass else { continue };
        for interval in run.first()..run.count() {
            let error = missing(run, loads, (number, mass), interval).norm() / (mass * g);
            all.push(error);
            tally.note((number as u32, None), run.step(interval), error, limit);
        }
    }
    if all.is_empty() {
        audit.remarks.push("A1, A2: not checked, no body has a mass".to_owned());
        return;
    }
    audit.momentum = Some(largest(all));
    let remedy = audit.conventions.and_then(|of| of.remedy());
    tally.report(run, CheckId::A1, audit, |deviation, (body, _)| {
        let cause = remedy.clone().unwrap_or_else(|| cause(run, loads, body as usize, limit));
        format!("the momentum differs from that of the loads by {:.3} g; {cause}", deviation.worst[0])
    });
}

/// Likely cause of a missing force.
fn cause(run: &Intervals, loads: &ContactSums, body: usize, limit: f64) -> String {
    let mass = run.bodies[body].mass.unwrap_or(1.0);
    let g = run.scale();
    let errors: Vec<(usize, Vec3)> = (run.first()..run.count())
        .map(|interval| (interval, missing(run, loads, (body, mass), interval)))
        .filter(|(_, force)| force.norm() > limit * mass * g)
        .collect();
    if let Some(text) = dropped(run, body, &errors) {
        return text;
    }
    if let Some(a) = constant(run, loads, (body, mass)) {
        return format!(
            "the same acceleration is missing in every step, ({:.3}, {:.3}, {:.3}) m/s²: gravity in run.json, or a constant \
             force in Fext",
            a.x, a.y, a.z
        );
    }
    if let Some(scale) = scale(run, loads, (body, mass), |on| on.friction) {
        let many = 1.0 / scale;
        return format!(
            "the friction of the file is {many:.3} times that which acts: multiply F by {scale:.4} (an impulse over another step, \
             one of several substeps)"
        );
    }
    if let Some(scale) = scale(run, loads, (body, mass), |on| on.force) {
        let many = 1.0 / scale;
        return format!(
            "the forces of the file are {many:.3} times those that act: multiply them by {scale:.4} (an impulse over another \
             step, substeps summed twice, or a mass that is not the body's)"
        );
    }
    let along = |(interval, force): &(usize, Vec3)| {
        let v = (run.bodies[body].rows[*interval].v + run.bodies[body].rows[interval - 1].v) * 0.5;
        let size = v.norm() * force.norm();
        if size > 0.0 { -v.dot(force) / size } else { 0.0 }
    };
    let mean = errors.iter().map(along).sum::<f64>() / errors.len().max(1) as f64;
    if mean > ALONG {
        return "what is missing opposes the velocity: a global damping of the engine, which belongs into Fext (PyBullet: \
                linearDamping and angularDamping, 0.04 by default; YADE: damping of the integrator)"
            .to_owned();
    }
    "a force of the run is not in the file: an external load (Fext), or contacts that were left out".to_owned()
}

/// Says which contact is missing, if there is one less in the first interval with an error than before or after it.
fn dropped(run: &Intervals, body: usize, errors: &[(usize, Vec3)]) -> Option<String> {
    let (interval, _) = errors.first()?;
    let keys = |of: usize| {
        run.acting_in(of)
            .map(|at| at.contact.key())
            .filter(|key| key.0 as usize == body || key.1 as usize == body)
            .collect::<Vec<_>>()
    };
    if errors.len() > run.count() / 4 {
        return None;
    }
    let (before, now, after) = (keys(interval.checked_sub(1)?), keys(*interval), keys(interval + 1));
    let lost = before
        .iter()
        .find(|key| !now.contains(key) && after.contains(key))
        .or_else(|| before.iter().find(|key| !now.contains(key)))?;
    let (i, j) = (run.name(lost.0), run.name(lost.1));
    Some(format!(
        "point {} between `{i}` and `{j}` is missing in this step: write every contact that carries load",
        lost.2
    ))
}

/// The acceleration that is missing, m/s², if it is the same in every interval.
fn constant(run: &Intervals, loads: &ContactSums, (body, mass): (usize, f64)) -> Option<Vec3> {
    let all = || (run.first()..run.count()).map(|interval| missing(run, loads, (body, mass), interval) / mass);
    let mean = all().sum::<Vec3>() / (run.count() - run.first()) as f64;
    let is_same = all().all(|a| (a - mean).norm() <= SAME * mean.norm());
    // Written with three decimals; a zero has no sign.
    (run.count() > MIN_ROWS && is_same).then(|| mean.map(|x| libm::round(1e3 * x) / 1e3 + 0.0))
}

/// Factor on a part of the forces by contacts that balances the momentum far better than 1.
fn scale(
    run: &Intervals,
    loads: &ContactSums,
    (body, mass): (usize, f64),
    part: fn(&SummedLoads) -> Vec3,
) -> Option<f64> {
    let (mut along, mut square) = (0.0, 0.0);
    let pairs: Vec<[Vec3; 2]> = (run.first()..run.count())
        .map(|interval| {
            let force = part(&loads.on(body, interval));
            [missing(run, loads, (body, mass), interval) + force, force]
        })
        .collect();
    for [need, force] in &pairs {
        along += need.dot(force);
        square += force.norm_squared();
    }
    let scale = along / square;
    let error =
        |scale: f64| pairs.iter().map(|[need, force]| (need - force * scale).norm_squared()).sum::<f64>().sqrt();
    let is_better = SCALES * error(scale) < error(1.0);
    (scale.is_finite() && scale > 0.0 && (scale - 1.0).abs() > 0.02 && is_better).then_some(scale)
}

/// A2.
fn angular(run: &Intervals, loads: &ContactSums, audit: &mut Audit) {
    let mut tally = Tally::default();
    let sigma = noise(run);
    let is_untold = run.acting().any(|at| at.contact.torques.is_none());
    for (number, body) in run.bodies.iter().enumerate() {
        let (Some(inertia), Some(_)) = (body.inertia, body.mass) else { continue };
        let momentum = |row: usize| {
            let at = &body.rows[row];
            at.q * inertia.component_mul(&at.q.inverse_transform_vector(&at.w))
        };
        let rate = |interval: usize| (momentum(interval) - momentum(interval - 1)) / run.dt;
        let torque = |interval: usize| loads.on(number, interval).torque + run.external(number, interval)[1];
        let range = || run.first()..run.count();
        let most = largest(range().map(|interval| larger(rate(interval).norm(), torque(interval).norm())));
        // Rounding of the arms turns the forces into torques.
        let arms = largest(range().map(|interval| loads.on(number, interval).force.norm())) * run.digit[0];
        let turns = 2.0_f64.sqrt() * inertia.max() * run.digit[2] / run.dt;
        let rounding = SIGMAS * (sigma * inertia.max() / loads.reach(number) + arms + turns);
        for interval in range() {
            let error = (rate(interval) - torque(interval)).norm();
            tally.note((number as u32, None), run.step(interval), error, LIMIT * most + rounding);
        }
    }
    let moment = if is_untold { "; the file has no torques (T_i): roll and spin friction may be missing" } else { "" };
    tally.report(run, CheckId::A2, audit, |deviation, _| {
        let cause = if run.is_engine("pybullet") {
            "; PyBullet does not report roll and spin torques, and damps rotation"
        } else {
            moment
        };
        let value = deviation.worst[0];
        format!("the angular momentum differs from that of the torques by {value:.3e} N m{cause}")
    });
}

/// A3.
fn pose(run: &Intervals, audit: &mut Audit) {
    let (mut tally, mut integrators) = (Tally::default(), [0_usize; 3]);
    for (number, body) in run.bodies.iter().enumerate().filter(|(_, body)| body.mass.is_some()) {
        // Errors of the end velocity, the start velocity and their mean, and the path itself.
        let (mut errors, mut path, mut count) = ([0.0; 3], 0.0, 0_u32);
        let of = |interval: usize| {
            let [a, b] = [&body.rows[interval - 1], &body.rows[interval]];
            let moved = b.x - a.x;
            let [by_impact, _] = run.by_impact(number, interval);
            [moved - b.v * run.dt, moved - a.v * run.dt, moved - (a.v + b.v) * (0.5 * run.dt)]
                .map(|error| larger(error.norm() - by_impact, 0.0))
        };
        for interval in run.first()..run.count() {
            errors.iter_mut().zip(of(interval)).for_each(|(sum, error)| *sum += error * error);
            path += (body.rows[interval].v * run.dt).norm_squared();
            count += 1;
        }
        let rms = |sum: f64| (sum / f64::from(count.max(1))).sqrt();
        let limit = LIMIT * rms(path) + 4.0 * run.type_digit + ROUNDING * run.size_of(number);
        let best = (0..3).min_by(|a, b| errors[*a].total_cmp(&errors[*b])).unwrap_or(0);
        if rms(errors[best]) <= limit {
            integrators[best] += 1;
            continue;
        }
        let first = (run.first()..run.count()).find(|interval| of(*interval)[best] > limit).unwrap_or(run.first());
        tally.note((number as u32, None), run.step(first), rms(errors[best]), limit);
    }
    let names = [
        "semi-implicit Euler: x moves with the velocity after the step",
        "explicit Euler",
        "the mean velocity, as of velocity Verlet",
    ];
    let most = (0..3).max_by_key(|k| (integrators[*k], std::cmp::Reverse(*k))).filter(|k| integrators[*k] > 0);
    audit.remarks.extend(most.map(|k| format!("A3: positions follow {}", names[k])));
    tally.report(run, CheckId::A3, audit, |deviation: &Deviation, _| {
        format!(
            "the path of a step differs from velocity times step by {:.1e} m: positions are rounded (their last digit is \
             {:.0e} m) or of another instant than velocities; write f64 with 17 digits, and both after the step",
            deviation.worst[0], run.digit[0]
        )
    });
}

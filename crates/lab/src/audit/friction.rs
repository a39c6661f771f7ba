//! A4, A5, A7: coefficient, pyramid, direction.

use super::finding::{Audit, AuditFinding, CheckId};
use super::intervals::{Acting, Intervals};
use super::tally::Tally;
use std::collections::BTreeMap;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::element::Mode;

/// Limit of |F|/μN.
const FULL: f64 = 1.001;
/// |F|/μN below which a sliding contact differs from Coulomb's law.
const SHORT: f64 = 0.98;
/// Normal force over the largest of the run below which a contact carries nothing.
const NOTHING: f64 = 1e-9;
/// Part by which a pyramid's limit may be missed.
const FIT: f64 = 0.02;
/// Share of the points that a pyramid explains.
const MOST: f64 = 0.9;
/// Limit of the angle between friction and slip, degrees.
const ANGLE: f64 = 1.0;

/// Sums over the points of a pair that slide.
#[derive(Default)]
struct Sliding {
    first: Option<u64>,
    count: usize,
    /// |F|/μN of the points with a known limit, and their N.
    used: Vec<(f64, f64)>,
    /// Points whose |F|/μN is that of a pyramid along the engine's tangents, those with known tangents.
    pyramid: (usize, usize),
    /// Σ N·angle, Σ N.
    angle: [f64; 2],
}

/// Checks friction.
pub(super) fn check(run: &Intervals, audit: &mut Audit) {
    let least = NOTHING * run.largest_normal();
    let per_pair_only = run.is_engine("rapier") || run.is_engine("avian");
    let (mut over, mut pairs, mut sliding) = (Tally::default(), PairSums::default(), BTreeMap::new());
    let (mut known, mut all, mut damped) = (0_usize, 0_usize, (0.0, 0));
    for at in run.acting() {
        all += 1;
        let pair = (at.contact.i, Some(at.contact.j));
        let step = run.step(at.interval);
        if let (Some(mu), Some(friction)) = (at.contact.mu, at.contact.friction_on_j) {
            known += 1;
            if !per_pair_only && at.contact.normal > least {
                over.note(pair, step, at.contact.capped_used().unwrap_or(f64::NAN), FULL);
                damped = match at.contact.used() {
                    Some(used) if at.contact.capped.is_some() && used > FULL && used > damped.0 => (used, step),
                    _ => damped,
                };
            } else if !per_pair_only && friction.norm() > least {
                over.note(pair, step, f64::MAX, FULL);
            }
            // A damper's part is no part of what the limit caps; its direction in the sum is not told.
            if at.contact.capped.is_none() {
                pairs.add(run, &at, mu, friction, least, &mut over);
            }
        }
        // What the engine tells to stick stretches a spring.
        let slides = at.contact.modes[0] != Some(Mode::Stick) && run.slip(&at).norm() > run.sliding_speed(&at);
        if at.contact.normal > least && slides {
            add_sliding(run, &at, sliding.entry(pair).or_insert_with(Sliding::default));
        }
    }
    pairs.end(run, least, &mut over);
    if damped.0 > 0.0 {
        audit.remarks.push(format!(
            "A4: with its damper, which the law does not cap, friction is up to {:.4} of its limit, largest at step {}",
            damped.0, damped.1
        ));
    }
    if all > 0 && known < all {
        audit.remarks.push(format!(
            "A4: of {all} loads of contacts, {} have no friction or no coefficient in the file",
            all - known
        ));
    }
    over.report(run, CheckId::A4, audit, |deviation, _| {
        let cause = if run.is_engine("drake") {
            "Drake's lagged solver reports friction against the limit of the step before; in an impact that shows"
        } else {
            "the coefficient of the pair is another (how the engine combines two), or the sums of substeps differ"
        };
        format!("friction is {:.4} of its limit, |F|/μN; {cause}", deviation.worst[0])
    });
    for (pair, sums) in sliding {
        report(run, audit, pair, &sums, per_pair_only);
    }
}

/// Adds a point that slides.
fn add_sliding(run: &Intervals, at: &Acting, sums: &mut Sliding) {
    let Some(friction) = at.contact.friction_on_j else { return };
    sums.first.get_or_insert(run.step(at.interval));
    sums.count += 1;
    if let Some(used) = at.contact.used() {
        let kinetic = run.run.header.kinetic_between(at.contact.i, at.contact.j);
        let used = used * at.contact.mu.zip(kinetic).map_or(1.0, |(mu, kinetic)| mu / kinetic);
        sums.used.push((used, at.contact.normal));
        if let Some(u) = at.contact.tangent.filter(|_| friction.norm() > 0.0) {
            let w = at.contact.n.cross(&u);
            let reach = (friction.dot(&u).abs() + friction.dot(&w).abs()) / friction.norm();
            sums.pyramid.1 += 1;
            sums.pyramid.0 += usize::from((used * reach - 1.0).abs() <= FIT);
        }
    }
    let slip = run.slip(at);
    let angle = libm::atan2(friction.cross(&slip).norm(), friction.dot(&slip)).to_degrees();
    sums.angle[0] += at.contact.normal * angle;
    sums.angle[1] += at.contact.normal;
}

/// Findings about the points of a pair that slide.
fn report(run: &Intervals, audit: &mut Audit, (i, j): (u32, Option<u32>), sums: &Sliding, per_pair_only: bool) {
    let mut add = |check, value: f64, limit, says| {
        audit.findings.push(AuditFinding {
            check,
            step: sums.first.unwrap_or_default(),
            i: run.name(i).to_owned(),
            j: j.map_or("", |j| run.name(j)).to_owned(),
            value,
            limit,
            says,
        });
    };
    let used = median(&sums.used);
    let is_short = used < SHORT && !per_pair_only;
    let is_pyramid = sums.pyramid.1 > 0 && sums.pyramid.0 as f64 >= MOST * sums.pyramid.1 as f64;
    match (is_short, is_pyramid) {
        (true, true) => add(
            CheckId::A5,
            used,
            SHORT,
            format!(
                "sliding friction is {used:.3} of μN and fits a pyramid along the engine's tangents, 1/(|cos|+|sin|): it depends \
                 on the direction; MuJoCo: cone=\"elliptic\""
            ),
        ),
        (true, false) => add(
            CheckId::A4,
            used,
            SHORT,
            format!(
                "slides at {used:.3} of the declared μN; a limit per axis, another coefficient, or a cap on K⁻¹v (Rapier's \
                 Coulomb model) differ so"
            ),
        ),
        _ => {}
    }
    let angle = sums.angle[0] / sums.angle[1];
    if sums.count > 0 && (angle.is_nan() || angle > ANGLE) && !per_pair_only {
        let turned = if angle > 90.0 { "; friction drives the slip: its sign is turned" } else { "" };
        add(
            CheckId::A7,
            angle,
            ANGLE,
            format!("friction is {angle:.2}° off the slip after the step, weighted by N{turned}"),
        );
    }
}

/// The median of values with weights; NaN of none. Unlike a mean, a landing or the end of a slide does not move it.
fn median(weighted: &[(f64, f64)]) -> f64 {
    let mut sorted = weighted.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = 0.5 * sorted.iter().map(|(_, weight)| weight).sum::<f64>();
    let mut sum = 0.0;
    let reaches_half = |(_, weight): &&(f64, f64)| {
        sum += weight;
        sum >= half
    };
    sorted.iter().find(reaches_half).map_or(f64::NAN, |(value, _)| *value)
}

/// Sums over the points of a pair in one interval, to compare the whole friction with the whole limit.
#[derive(Default)]
struct PairSums {
    of: Option<(u32, u32, usize)>,
    n: Vec3,
    friction: Vec3,
    limit: f64,
    are_parallel: bool,
    points: usize,
}

impl PairSums {
    fn add(&mut self, run: &Intervals, at: &Acting, mu: f64, friction: Vec3, least: f64, over: &mut Tally) {
        let of = (at.contact.i, at.contact.j, at.interval);
        if self.of != Some(of) {
            self.end(run, least, over);
            *self = Self { of: Some(of), n: at.contact.n, are_parallel: true, ..Self::default() };
        }
        self.friction += friction;
        self.limit += mu * at.contact.normal;
        self.points += 1;
        self.are_parallel &= self.n.dot(&at.contact.n) > 1.0 - 1e-9;
    }

    /// Compares the sums of the last pair; of one point the sum is the point's.
    fn end(&mut self, run: &Intervals, least: f64, over: &mut Tally) {
        let Some((i, j, interval)) = self.of.take() else { return };
        let is_new = self.points > 1 || run.is_engine("rapier") || run.is_engine("avian");
        if is_new && self.are_parallel && self.limit > least {
            over.note((i, Some(j)), run.step(interval), self.friction.norm() / self.limit, FULL);
        }
    }
}

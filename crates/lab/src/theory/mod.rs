//! Closed-form predictions from a state: a body that slides, rolls or spins on a plane with constant N, by Coulomb
//! friction and the roll and spin torques of FN20 in slip. [`ClosedForm::from_state`] returns `None` where the assumptions do
//! not hold.
//!
//! The motion of the springs, of the order of micrometres, is neglected (except for a brick that starts from rest on
//! its spring, which has its exact damped oscillation), so the error shown is the effect of the springs.

pub mod impacts;
pub mod mindlin;
pub mod stopping;

use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::extremes::smallest;
use stickslip_engine::laws::motion::inertia_about;
use stickslip_engine::laws::{Vec3, unit};
use stickslip_engine::observe::quantity::component;
use stickslip_engine::observe::state::{BodyState, ContactView, State};
use stickslip_engine::scene::Motion;
use stickslip_engine::shapes::Shape;

/// A closed-form prediction that starts from a state.
#[derive(Clone, Debug, PartialEq)]
pub struct ClosedForm {
    /// Index of the moving body.
    pub body: usize,
    /// Start time, s.
    pub from: f64,
    /// Assumptions and predictions, one line each.
    pub explanation: Vec<String>,
    x: Vec3,
    /// Direction of the motion along the plane, and the axis about which the body rolls in that direction.
    along: Vec3,
    axis: Vec3,
    normal: Vec3,
    pieces: Vec<TheoryPiece>,
    spin: SpinTheory,
}

/// The predicted state at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Centre of mass, m, world.
    pub x: Vec3,
    /// Velocity, m/s, world.
    pub v: Vec3,
    /// Angular velocity, rad/s, world.
    pub w: Vec3,
    /// Friction force, N; `None` if unknown.
    pub slide: Option<f64>,
    /// Roll torque, N·m; `None` if unknown.
    pub roll: Option<f64>,
    /// Spin torque, N·m; `None` without spin friction.
    pub spin: Option<f64>,
}

/// Motion from time `t` on, with constant loads or on a spring: s along the plane, SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TheoryPiece {
    t: f64,
    s: f64,
    v: f64,
    w: f64,
    a: f64,
    wa: f64,
    slide: f64,
    roll: Option<f64>,
    spring: Option<SpringTheory>,
}

/// A brick on the friction spring: `m ẍ = m g − K x − D ẋ`, from rest.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SpringTheory {
    /// Gravity along the plane in the direction of motion, m/s².
    pull: f64,
    /// √(K/m), 1/s.
    omega: f64,
    /// D/(2√(mK)).
    ratio: f64,
    /// K, N/m.
    stiffness: f64,
}

/// Spin about the normal: initial rate, rad/s, acceleration, rad/s², and friction torque, N·m.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SpinTheory {
    w: f64,
    a: f64,
    torque: f64,
}

impl SpringTheory {
    /// Deflection, m, and velocity, m/s, at time τ after the start, s.
    fn at(&self, tau: f64) -> (f64, f64) {
        let (rest, z, o) = (self.pull / (self.omega * self.omega), self.ratio, self.omega);
        if (z - 1.0).abs() < 1e-6 {
            let decay = libm::exp(-o * tau);
            return (rest * (1.0 - (1.0 + o * tau) * decay), self.pull * tau * decay);
        }
        if z < 1.0 {
            let d = o * (1.0 - z * z).sqrt();
            let decay = libm::exp(-z * o * tau);
            let x = rest * (1.0 - decay * (libm::cos(d * tau) + z * o / d * libm::sin(d * tau)));
            return (x, self.pull / d * decay * libm::sin(d * tau));
        }
        let root = o * (z * z - 1.0).sqrt();
        let (fast, slow) = (-z * o - root, -z * o + root);
        let (ef, es) = (libm::exp(fast * tau), libm::exp(slow * tau));
        let x = rest * (1.0 + (slow * ef - fast * es) / (fast - slow));
        (x, rest * fast * slow * (ef - es) / (fast - slow))
    }

    /// Time at which the deflection first exceeds `cap`, m, in s; `None` if it never does.
    fn reaches(&self, cap: f64) -> Option<f64> {
        let step = 0.01 / self.omega;
        let first = (1..200_000).find(|k| self.at(step * f64::from(*k)).0 > cap)?;
        let (mut low, mut high) = (step * f64::from(first - 1), step * f64::from(first));
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if self.at(middle).0 > cap { high = middle } else { low = middle }
        }
        Some(high)
    }
}

/// The body, its plane and the limits of its loads.
struct TheoryCase {
    mass: f64,
    /// Gravity along the plane in the direction of motion, m/s².
    pull: f64,
    /// Static and kinetic limit of the slide friction, μ_s N and μ_k N, N.
    caps: (f64, f64),
    /// Radius, m, and moment of inertia, kg·m², of a rolling body; `None` for a body that does not roll.
    round: Option<(f64, f64)>,
    /// Roll torque in slip, and static roll threshold, N·m.
    roll: (f64, f64),
}

impl ClosedForm {
    /// The closed form of the motion from a state. `None` unless the assumptions hold: one moving body, on fixed
    /// planes with a common normal, a prescribed constant normal force, motion along one direction, and the springs
    /// of sliding or spinning components at their threshold.
    pub fn from_state(state: &State, gravity: &Vec3) -> Option<Self> {
        if !state.pulls.is_empty() {
            return None;
        }
        let moves = |body: &&BodyState| body.mass.mass.is_finite() && !matches!(body.motion, Motion::Fixed);
        let mut moving_bodies = state.bodies.iter().filter(moves);
        let (body, None) = (moving_bodies.next()?, moving_bodies.next()) else { return None };
        let index = state.bodies.iter().position(|b| std::ptr::eq(b, body))?;
        let first = state.contacts.first()?;
        let normal = outward(first, index)?;
        let simple = |contact: &ContactView| is_simple(state, contact, index, &normal);
        if !state.contacts.iter().all(simple) {
            return None;
        }
        let along_plane = |v: &Vec3| v - normal * normal.dot(v);
        let (v, g) = (along_plane(&body.v), along_plane(gravity));
        if body.v.dot(&normal).abs() > 1e-9 * (1.0 + body.v.norm()) {
            return None;
        }
        let round = rolls(body, &normal)?;
        if v.norm() > 1e-9 && slides(body, &v, &normal, round) && state.contacts.iter().all(is_loading) {
            return None;
        }
        let rolling = round.map_or(Vec3::zeros(), |(radius, _)| body.w.cross(&(normal * radius)));
        let along = [v, rolling, g].iter().find_map(|v| unit(v, 1e-9)).unwrap_or(first.frame.now.u);
        if [v, rolling, g].iter().any(|v| (v - along * along.dot(v)).norm() > 1e-9 * (1.0 + v.norm())) {
            return None;
        }
        let case = TheoryCase {
            mass: body.mass.mass,
            pull: g.dot(&along),
            caps: caps(state, 0),
            round,
            roll: if round.is_some() { roll_caps(first, index) } else { (0.0, 0.0) },
        };
        // A spin faster than rounding noise needs a spin spring at its threshold.
        if body.w.dot(&normal).abs() > 1e-12 * (1.0 + body.w.norm())
            && state.contacts.iter().any(|c| c.normal.derived.spin.is_on() && c.spin.0.mode == Mode::Stick)
        {
            return None;
        }
        let axis = normal.cross(&along);
        let (w_n, w_roll) = (body.w.dot(&normal), body.w.dot(&axis));
        let spin = spin(state, body, &normal, w_n)?;
        let mut explanation = Vec::new();
        let start = (v.dot(&along), w_roll);
        let pieces = case.pieces(state, start, &mut explanation)?;
        if spin.a != 0.0 {
            let stop = -spin.w / spin.a;
            explanation.push(format!(
                "spin: T = {:.4} N·m, decelerates at {:.4} rad/s², stops {stop:.4} s later",
                spin.torque,
                spin.a.abs()
            ));
        }
        Some(Self { body: index, from: state.time, explanation, x: body.x, along, axis, normal, pieces, spin })
    }

    /// The prediction at a time, s; `None` before the start.
    pub fn at(&self, time: f64) -> Option<Moment> {
        let t = time - self.from;
        let piece = self.pieces.iter().rev().find(|piece| piece.t <= t + 1e-12)?;
        let (s, v, w, slide) = piece.at(t - piece.t);
        let spin_rate = self.spin.w + self.spin.a * t;
        let spinning = self.spin.w != 0.0 && spin_rate * self.spin.w > 0.0;
        let w_n = if spinning { spin_rate } else { 0.0 };
        Some(Moment {
            x: self.x + self.along * s,
            v: self.along * v,
            w: self.axis * w + self.normal * w_n,
            slide: Some(slide),
            roll: piece.roll,
            spin: (self.spin.torque > 0.0).then_some(if spinning { self.spin.torque } else { 0.0 }),
        })
    }
}

impl ClosedForm {
    /// Predicted time, s, and position, m, of rest; `None` if the body does not stop, or moves no further than
    /// `least`, m.
    pub fn rest(&self, least: f64) -> Option<(f64, Vec3)> {
        let last = self.pieces.last()?;
        let rests = last.spring.is_none() && [last.v, last.w, last.a, last.wa].iter().all(|x| *x == 0.0);
        (rests && last.s.abs() > least).then(|| (self.from + last.t, self.x + self.along * last.s))
    }

    /// Outward normal of the plane.
    pub fn normal(&self) -> Vec3 {
        self.normal
    }
}

impl TheoryPiece {
    /// Displacement, velocity, rolling rate and friction force at time τ after the start of the piece, s.
    fn at(&self, tau: f64) -> (f64, f64, f64, f64) {
        match &self.spring {
            Some(spring) => {
                let (x, v) = spring.at(tau);
                (self.s + x, v, 0.0, spring.stiffness * x)
            }
            None => {
                let s = self.s + self.v * tau + 0.5 * self.a * tau * tau;
                (s, self.v + self.a * tau, self.w + self.wa * tau, self.slide)
            }
        }
    }
}

impl TheoryCase {
    fn pieces(&self, state: &State, (v, w): (f64, f64), explanation: &mut Vec<String>) -> Option<Vec<TheoryPiece>> {
        match self.round {
            None => self.sliding(state, v, explanation),
            Some((radius, inertia)) => Some(self.rolling(v, w, radius, inertia, explanation)),
        }
    }

    /// The pieces of a body that does not rotate; `None` if a slide spring is already loaded.
    fn sliding(&self, state: &State, v: f64, explanation: &mut Vec<String>) -> Option<Vec<TheoryPiece>> {
        let (hold, drag) = self.caps;
        let still =
            TheoryPiece { t: 0.0, s: 0.0, v: 0.0, w: 0.0, a: 0.0, wa: 0.0, slide: 0.0, roll: None, spring: None };
        if v.abs() > 1e-9 {
            let a = self.pull - drag.copysign(v) / self.mass;
            explanation.push(format!("slides with a = g sin α − μ_k N/m = {a:.4} m/s²"));
            let mut pieces = vec![TheoryPiece { v, a, slide: drag, ..still }];
            if a * v < 0.0 {
                let (t, s) = (-v / a, -0.5 * v * v / a);
                if self.mass * self.pull.abs() > hold {
                    let a = self.pull - drag.copysign(self.pull) / self.mass;
                    pieces.push(TheoryPiece { t, s, a, slide: drag, ..still });
                } else {
                    explanation.push(format!("stops after {t:.4} s and {:.4} m = v²/(2a)", s.abs()));
                    pieces.push(TheoryPiece { t, s, slide: self.mass * self.pull.abs(), ..still });
                }
            }
            return Some(pieces);
        }
        let empty = |c: &ContactView| c.slide.0.history.norm() == 0.0 && c.slide.0.mode == Mode::Stick;
        if !state.contacts.iter().all(empty) {
            return None;
        }
        let springs = state.contacts.iter().map(|c| c.normal.derived.slide);
        let (k, d) = springs.fold((0.0, 0.0), |(k, d), spring| (k + spring.stiffness, d + spring.damping));
        let omega = (k / self.mass).sqrt();
        let ratio = 0.5 * d / (self.mass * k).sqrt();
        let spring = SpringTheory { pull: self.pull, omega, ratio, stiffness: k };
        let mut pieces = vec![TheoryPiece { spring: Some(spring), ..still }];
        match spring.reaches(hold / k) {
            Some(t) => {
                let (s, v) = spring.at(t);
                let a = self.pull - drag / self.mass;
                explanation.push(format!("slips after {t:.4} s, then a = g sin α − μ_k N/m = {a:.4} m/s²"));
                pieces.push(TheoryPiece { t, s, v, a, slide: drag, ..still });
            }
            None => explanation
                .push(format!("sticks: the friction force approaches m g sin α = {:.4} N", self.mass * self.pull)),
        }
        Some(pieces)
    }

    /// The pieces of a ball or disk: slides until v = ωR, then rolls while μ_s N suffices.
    fn rolling(&self, v: f64, w: f64, radius: f64, inertia: f64, explanation: &mut Vec<String>) -> Vec<TheoryPiece> {
        let (hold, drag) = self.caps;
        let (torque, breaks) = self.roll;
        let mut now = TheoryPiece { t: 0.0, s: 0.0, v, w, a: 0.0, wa: 0.0, slide: 0.0, roll: None, spring: None };
        let mut pieces: Vec<TheoryPiece> = Vec::new();
        let (m, r, i) = (self.mass, radius, inertia);
        for _ in 0..8 {
            let slip = now.v - now.w * r;
            let scale = 1e-9 * (now.v.abs() + (now.w * r).abs());
            let resting = now.v.abs() < 1e-12 && now.w.abs() < 1e-12;
            if resting && m * self.pull.abs() * r <= breaks && m * self.pull.abs() <= hold {
                explanation.push(format!("comes to rest after {:.4} s and {:.4} m", now.t, now.s.abs()));
                (now.a, now.wa, now.slide, now.roll) = (0.0, 0.0, m * self.pull.abs(), None);
                pieces.push(now);
                break;
            }
            let direction = if resting {
                self.pull.signum()
            } else if now.v != 0.0 {
                now.v.signum()
            } else {
                now.w.signum()
            };
            let rolling = (m * self.pull - direction * torque / r) / (m + i / (r * r));
            let needed = (m * (self.pull - rolling)).abs();
            let end = if slip.abs() <= scale && needed <= hold {
                (now.a, now.wa, now.slide, now.roll) = (rolling, rolling / r, needed, Some(torque));
                explanation.push(format!(
                    "rolls from {:.4} s with a = {rolling:.4} m/s² (a ball without roll friction: 5/7 of the pull)",
                    now.t
                ));
                (now.a * now.v < 0.0).then(|| -now.v / now.a)
            } else {
                let sign = if slip.abs() > scale { slip.signum() } else { direction };
                let turn = if now.w != 0.0 { now.w.signum() } else { sign };
                now.a = self.pull - sign * drag / m;
                now.wa = (sign * drag * r - turn * torque) / i;
                if now.w == 0.0 && now.wa * turn <= 0.0 {
                    now.wa = 0.0;
                }
                (now.slide, now.roll) = (drag, Some(torque));
                explanation.push(format!("slips from {:.4} s with a = {:.4} m/s²", now.t, now.a));
                let closing = now.a - now.wa * r;
                let meets = (slip * closing < 0.0).then(|| -slip / closing);
                let turns = (now.w * now.wa < 0.0).then(|| -now.w / now.wa);
                [meets, turns].into_iter().flatten().reduce(|a, b| smallest([a, b]))
            };
            pieces.push(now);
            let Some(end) = end else { break };
            let (s, v, w, _) = now.at(end);
            let tiny = 1e-12 * (now.v.abs() + (now.w * r).abs());
            now = TheoryPiece { t: now.t + end, s, v: cut(v, tiny), w: cut(w, tiny / r), ..now };
            if (now.v - now.w * r).abs() <= 1e-9 * (now.v.abs() + (now.w * r).abs()) {
                now.w = now.v / r;
            }
        }
        pieces
    }
}

/// Returns zero if `x` is rounding noise.
fn cut(x: f64, tiny: f64) -> f64 {
    if x.abs() <= tiny { 0.0 } else { x }
}

/// Normal of a contact that points into the body; `None` if the body is not in the contact.
fn outward(contact: &ContactView, body: usize) -> Option<Vec3> {
    let key = contact.pair.key;
    if key.i as usize == body { Some(contact.touch.n) } else { (key.j as usize == body).then_some(-contact.touch.n) }
}

/// True for a contact of the body with a fixed plane of this normal, with a prescribed N and the paper's laws.
fn is_simple(state: &State, contact: &ContactView, body: usize, normal: &Vec3) -> bool {
    let key = contact.pair.key;
    let other = if key.i as usize == body { key.j } else { key.i };
    let plane = state.bodies.get(other as usize);
    let fixed = plane.is_some_and(|b| matches!(b.motion, Motion::Fixed) && matches!(b.shape, Shape::Plane));
    let known = contact.law.normal.is_known();
    let same = outward(contact, body).is_some_and(|n| (n - normal).norm() < 1e-9);
    fixed && known && same && contact.normal.n > 0.0 && contact.law.friction.is_linear_paper()
}

/// True if the body's surface slides over the plane faster than by the motion of its springs.
fn slides(body: &BodyState, v: &Vec3, normal: &Vec3, round: Option<(f64, f64)>) -> bool {
    let surface = round.map_or(Vec3::zeros(), |(radius, _)| body.w.cross(&(normal * radius)));
    (v - surface).norm() > 1e-3 * v.norm()
}

/// True while the slide spring or a roll spring is loading: the large damping force of that spring will soon slow the
/// body.
fn is_loading(contact: &ContactView) -> bool {
    let rolls = contact.normal.derived.roll_i.is_on() || contact.normal.derived.roll_j.is_on();
    let waits = rolls && contact.roll.i.mode == Mode::Stick && contact.roll.j.mode == Mode::Stick;
    contact.slide.0.mode == Mode::Stick || waits
}

/// Static and kinetic limit of component `k`, summed over the contacts: μ_s N and μ_k N, or the loads at thresholds
/// given explicitly; N or N·m.
fn caps(state: &State, k: usize) -> (f64, f64) {
    let of = |c: &ContactView| component(c, k).spring;
    state.contacts.iter().map(of).fold((0.0, 0.0), |(hold, drag), spring| {
        let [upper, lower] = spring.thresholds();
        (hold + upper, drag + lower)
    })
}

/// Roll torque of the body in slip, and static roll threshold, N·m.
fn roll_caps(contact: &ContactView, body: usize) -> (f64, f64) {
    let k = if contact.pair.key.i as usize == body { 1 } else { 2 };
    let [upper, lower] = component(contact, k).spring.thresholds();
    (lower, upper)
}

/// `Some(None)` for a body that does not rotate in the direction of motion; radius, m, and moment of inertia, kg·m²,
/// for a ball or a disk that rolls in its plane; `None` where no closed form is known.
fn rolls(body: &BodyState, normal: &Vec3) -> Option<Option<(f64, f64)>> {
    match (&body.shape, &body.motion) {
        (_, Motion::Translating) => Some(None),
        (Shape::Sphere { radius }, Motion::Free | Motion::Planar(_)) => Some(Some((*radius, body.mass.inertia.x))),
        (Shape::Disk { radius, axis }, Motion::Planar(_)) => {
            let axis = body.q * axis;
            (axis.dot(normal).abs() < 1e-9).then(|| Some((*radius, inertia_about(&body.mass.inertia, &body.q, &axis))))
        }
        (_, Motion::Spinning(axis)) if axis.dot(normal).abs() > 1.0 - 1e-9 && body.v.norm() == 0.0 => Some(None),
        _ => None,
    }
}

/// Spin about the normal; `None` if the body's moment of inertia about the normal would change.
fn spin(state: &State, body: &BodyState, normal: &Vec3, w: f64) -> Option<SpinTheory> {
    let torque = caps(state, 3).1;
    if w == 0.0 {
        return Some(SpinTheory { w, a: 0.0, torque });
    }
    let steady = matches!(body.shape, Shape::Sphere { .. }) || matches!(body.motion, Motion::Spinning(_));
    let inertia = inertia_about(&body.mass.inertia, &body.q, normal);
    (steady && state.contacts.len() == 1).then(|| SpinTheory { w, a: -torque.copysign(w) / inertia, torque })
}

/// The root of a rising function between two values, by bisection.
pub(crate) fn root(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if f(middle) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    0.5 * (low + high)
}

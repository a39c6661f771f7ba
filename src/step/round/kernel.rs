//! One step of one round contact: where it touches, frame, paths, normal force, friction, loads (FN20 sections 2 and 3).

use super::classes::{Class, Form};
use super::{Ball, Flat, Load, Notes};
use crate::laws::element::{Capped, Deflection};
use crate::laws::frame::ContactFrame;
use crate::laws::normal::hooke_force;
use crate::laws::parameters::{Derived, Start};
use crate::laws::turning::{angle, arcsine_ratio, sin_cos, transported};
use crate::laws::{Vec2, Vec3};
use crate::scene::NormalLaw;
use crate::step::events::{Part, What};
use crate::step::systems::STILL;
use crate::world::LaneRules;
use crate::world::round::{APART, RoundMemory, RoundMotion, RoundPair};

/// Where two round bodies touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Unit normal into body i.
    pub n: Vec3,
    /// Overlap, m; negative is a gap.
    pub overlap: f64,
    /// From the centre of the plane to the point on it, m; not used between balls.
    pub foot: Vec3,
}

impl Place {
    /// From the centres of bodies i and j to their surfaces, m.
    pub fn to(&self, class: &Class) -> [Vec3; 2] {
        let [a, b] = class.radii;
        match class.form {
            Form::Balls => [self.n * -a, self.n * b],
            Form::PlaneUnder(_) => [self.foot, self.n * b],
            Form::PlaneOver(_) => [self.n * -a, self.foot],
        }
    }
}

/// What a step of a contact sees of everything else.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// All bodies.
    pub balls: &'a [Ball],
    /// The planes among them.
    pub flats: &'a [Flat],
    /// Rules of the lanes.
    pub lanes: &'a [LaneRules],
    /// Step size, s.
    pub dt: f64,
}

/// Where the bodies of a pair touch; `None` where they do not.
#[inline(always)]
pub fn place(class: &Class, i: &Ball, j: &Ball, flats: &[Flat]) -> Option<Place> {
    let [a, b] = class.radii;
    match class.form {
        Form::Balls => {
            let between = i.x - j.x;
            let (square, reach) = (between.norm_squared(), a + b + class.gap);
            if square > reach * reach {
                return None;
            }
            let distance = square.sqrt();
            let n = if distance > 0.0 { between * (1.0 / distance) } else { Vec3::z() };
            Some(Place { n, overlap: a + b - distance, foot: n })
        }
        Form::PlaneUnder(flat) => {
            let up = flats.get(flat as usize)?.up;
            on_plane(&up, &(j.x - i.x), b, class.gap).map(|(overlap, foot)| Place { n: -up, overlap, foot })
        }
        Form::PlaneOver(flat) => {
            let up = flats.get(flat as usize)?.up;
            on_plane(&up, &(i.x - j.x), a, class.gap).map(|(overlap, foot)| Place { n: up, overlap, foot })
        }
    }
}

/// Overlap of a ball of this radius with its centre at `x` from that of the plane, and the foot of the contact from the
/// plane's centre.
#[inline(always)]
fn on_plane(up: &Vec3, x: &Vec3, radius: f64, gap: f64) -> Option<(f64, Vec3)> {
    let lowest = x - up * radius;
    let height = up.dot(&lowest);
    (height <= gap).then(|| (-height, lowest - up * height))
}

impl RoundMemory {
    /// Of a pair that does not touch.
    pub fn empty() -> Self {
        Self {
            n: Vec3::zeros(),
            u: Vec3::zeros(),
            from: [Vec3::zeros(); 2],
            waits: [false; 2],
            slide: Vec2::zeros(),
            roll: [Vec2::zeros(); 2],
            spin: 0.0,
            mode_age: [0; 4],
            mode: Default::default(),
            saturate: [false; 4],
        }
    }

    /// At the birth of a contact, with the tangent that its frame is born with.
    pub fn born(class: &Class, place: &Place, frame: &ContactFrame) -> Self {
        let friction = class.friction();
        let roll = friction.roll_given.start;
        let starts = [friction.slide_given.start, roll, roll, friction.spin_given.start];
        let part = |start| Capped::<f64>::born(start, 0.0);
        Self {
            n: place.n,
            u: frame.u,
            from: place.to(class),
            waits: [false; 2],
            slide: friction.history.slide,
            roll: [friction.history.roll_i, friction.history.roll_j],
            spin: friction.history.spin,
            mode_age: [0; 4],
            mode: starts.map(|start: Start| part(start).mode),
            saturate: starts.map(|start| part(start).saturate),
        }
    }

    /// Component `k` (slide, roll of i, roll of j, spin) as the law sees it, its history given.
    #[inline(always)]
    pub fn part<V: Deflection>(&self, k: usize, history: V) -> Capped<V> {
        let mode_age = u64::from(self.mode_age[k]);
        let (mode, saturate) = (self.mode[k], self.saturate[k]);
        Capped { mode, mode_age, history, increment: V::ZERO, elastic: V::ZERO, damping: V::ZERO, saturate }
    }

    #[inline(always)]
    fn keep<V>(&mut self, k: usize, part: &Capped<V>) {
        self.mode_age[k] = part.mode_age as u32;
        self.mode[k] = part.mode;
        self.saturate[k] = part.saturate;
    }
}

/// What the four components have in one step.
pub struct Parts {
    /// Slide.
    pub slide: Capped<Vec2>,
    /// Roll of bodies i and j.
    pub roll: [Capped<Vec2>; 2],
    /// Spin.
    pub spin: Capped<f64>,
}

/// A contact that lives on or is born in this step.
#[inline(always)]
pub fn step(
    (pair, memory, motion): (&mut RoundPair, &mut RoundMemory, &mut RoundMotion),
    (class, place): (&Class, &Place),
    around: &Around,
    born_with: impl Fn(&Vec3) -> ContactFrame,
    notes: &mut Notes,
) -> Load {
    let [row_i, row_j] = pair.rows;
    let (i, j) = (&around.balls[row_i as usize], &around.balls[row_j as usize]);
    if pair.age == APART {
        pair.age = 0;
        *memory = RoundMemory::born(class, place, &born_with(&place.n));
        *motion = RoundMotion::default();
        notes.push(pair.key, What::Begin);
    } else {
        pair.age += 1;
        carry(memory, motion, class, place, [i, j]);
    }
    motion.overlap = place.overlap;
    let n = normal_force(class, place, [i, j], around);
    motion.normal = n;
    let parts = if pair.age == 0 {
        None
    } else {
        let parts = advance(memory, motion, class, &class.springs(n), around.dt);
        note(pair, memory, class, notes);
        Some(parts)
    };
    load(memory, class, place, n, parts.as_ref())
}

/// Carries the frame on both bodies, finds ψ between the two, and follows the contact point over both surfaces.
#[inline(always)]
fn carry(memory: &mut RoundMemory, motion: &mut RoundMotion, class: &Class, place: &Place, [i, j]: [&Ball; 2]) {
    let n = &place.n;
    let on = |ball: &Ball| {
        let (n0, u0) = (ball.turn * memory.n, ball.turn * memory.u);
        (n0, transported(&u0, &n0, n).unwrap_or_else(|| ContactFrame::carried(*n, &u0, &n0.cross(&u0)).u))
    };
    let ((n_i, u), (n_j, other)) = (on(i), on(j));
    let frame = ContactFrame { n: *n, u, w: n.cross(&u) };
    motion.psi = angle(-other.dot(&frame.w), other.dot(&u));
    // A ball's material point lies at r n0 from its centre, and has been turned to r n_b; r is −R for i and R for j.
    let ball = |memory: &mut RoundMemory, k: usize, ball: &Ball, was: &Vec3, r: f64| {
        let was = if memory.waits[k] { ball.turn * memory.from[k] / r } else { *was };
        path(memory, k, r, was * r, frame.components(&((n - was) * r)), class.size)
    };
    let plane = |memory: &mut RoundMemory, k: usize, plane: &Ball| {
        let was = plane.turn * memory.from[k];
        let p = path(memory, k, f64::INFINITY, was, frame.components(&(place.foot - was)), class.size);
        if !memory.waits[k] {
            memory.from[k] = place.foot;
        }
        p
    };
    let [a, b] = class.radii;
    motion.paths[0] =
        if matches!(class.form, Form::PlaneUnder(_)) { plane(memory, 0, i) } else { ball(memory, 0, i, &n_i, -a) };
    let p = if matches!(class.form, Form::PlaneOver(_)) { plane(memory, 1, j) } else { ball(memory, 1, j, &n_j, b) };
    let (sin, cos) = sin_cos(motion.psi);
    motion.paths[1] = Vec2::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos); // the counter-spin, figure 3
    (memory.n, memory.u) = (*n, u);
}

/// The path `p` of the contact point over one surface, components (u, w): along the chord's tangential part, as long as
/// the arc of the great circle. Below the resolution the old material point `was` stays and waits, as in
/// [`crate::laws::path::tangent_path`].
#[inline(always)]
fn path(memory: &mut RoundMemory, k: usize, radius: f64, was: Vec3, p: Vec2, size: f64) -> Vec2 {
    let square = p.norm_squared();
    memory.waits[k] = square <= (STILL * size) * (STILL * size);
    if memory.waits[k] {
        memory.from[k] = was;
        return Vec2::zeros();
    }
    // sin of the angle is the tangential part over the radius; 0 on a plane.
    p * arcsine_ratio(square / (radius * radius))
}

/// N, N.
#[inline(always)]
fn normal_force(class: &Class, place: &Place, [i, j]: [&Ball; 2], around: &Around) -> f64 {
    // Turning moves the surface of a ball across n only, that of a plane also along it.
    let lift =
        |flat: u32, foot: &Vec3| around.flats.get(flat as usize).map_or(0.0, |flat| flat.w.cross(foot).dot(&place.n));
    let rate = || {
        (j.v - i.v).dot(&place.n)
            + match class.form {
                Form::Balls => 0.0,
                Form::PlaneUnder(flat) => -lift(flat, &place.foot),
                Form::PlaneOver(flat) => lift(flat, &place.foot),
            }
    };
    match class.law.normal {
        NormalLaw::KnownForce(force) => force,
        NormalLaw::KnownWeight => {
            let gravity = &around.lanes[class.lane as usize].gravity;
            let into_support = if class.moves[1] { place.n } else { -place.n };
            (class.mass * gravity.dot(&into_support)).max(0.0)
        }
        NormalLaw::Hooke { k_n, damping } => hooke_force(k_n, damping, place.overlap, rate(), class.mass),
        NormalLaw::Hertz { damping_ratio } => {
            class.hertz.map_or(0.0, |pair| pair.force(place.overlap, rate(), class.mass, damping_ratio))
        }
    }
}

/// One step of slide, roll and spin (FN20 3.1 to 3.3).
#[inline(always)]
fn advance(memory: &mut RoundMemory, motion: &RoundMotion, class: &Class, springs: &Derived, dt: f64) -> Parts {
    let damped = class.friction().damping_in_slip;
    let [p_i, p_j] = motion.paths;
    let ds = p_i - p_j; // (1a)
    let mut parts = memory.parts();
    parts.slide.advance(ds, ds, &springs.slide, dt, damped);
    memory.slide = parts.slide.history;
    memory.keep(0, &parts.slide);
    let [rolls, spins] = class.is_on();
    if rolls {
        let [roll_i, roll_j] = &mut parts.roll;
        roll_i.advance(p_i * class.curvatures[0], -ds, &springs.roll_i, dt, damped);
        roll_j.advance(p_j * class.curvatures[1], ds, &springs.roll_j, dt, damped);
        memory.roll = [roll_i.history, roll_j.history];
        memory.keep(1, roll_i);
        memory.keep(2, roll_j);
    } else {
        parts.roll.iter_mut().for_each(Capped::release);
        memory.roll = [Vec2::zeros(); 2];
    }
    if spins {
        parts.spin.advance(motion.psi, motion.psi, &springs.spin, dt, damped);
        memory.spin = parts.spin.history;
        memory.keep(3, &parts.spin);
    } else {
        parts.spin.release();
        memory.spin = 0.0;
    }
    parts
}

impl RoundMemory {
    /// The four components with their histories.
    #[inline(always)]
    pub fn parts(&self) -> Parts {
        let roll = [self.part(1, self.roll[0]), self.part(2, self.roll[1])];
        Parts { slide: self.part(0, self.slide), roll, spin: self.part(3, self.spin) }
    }
}

/// Logs the changes of mode.
#[inline(always)]
fn note(pair: &RoundPair, memory: &RoundMemory, class: &Class, notes: &mut Notes) {
    if !notes.on {
        return;
    }
    let [rolls, spins] = class.is_on();
    let parts = [(Part::Slide, true), (Part::RollI, rolls), (Part::RollJ, rolls), (Part::Spin, spins)];
    for (k, (part, on)) in parts.into_iter().enumerate() {
        if on {
            notes.note(pair.key, part, (memory.mode[k], memory.mode_age[k]));
        }
    }
}

/// Force and torques of the contact; the torque on body b is −n_b × T_b with n_i = n, n_j = −n.
///
/// The arm of a ball lies along n, so that its torque is that of the slide load alone: without friction exactly zero.
#[inline(always)]
fn load(memory: &RoundMemory, class: &Class, place: &Place, normal: f64, parts: Option<&Parts>) -> Load {
    let n = &place.n;
    let frame = ContactFrame { n: *n, u: memory.u, w: n.cross(&memory.u) };
    let (slide, [roll_i, roll_j], spin) = match parts {
        Some(parts) => (parts.slide.load(), [parts.roll[0].load(), parts.roll[1].load()], parts.spin.load()),
        None => (Vec2::zeros(), [Vec2::zeros(); 2], 0.0),
    };
    let half = 0.5 * place.overlap;
    let force = n * normal + frame.to_world(&slide);
    let arm = |radius: f64| slide * (radius - half);
    // n × (u x + w y) = w x − u y, and the spin load along n.
    let torque = |across: Vec2, along: f64| frame.w * across.x - frame.u * across.y + n * along;
    let torques = match class.form {
        Form::Balls => [torque(-(roll_i + arm(class.radii[0])), -spin), torque(roll_j - arm(class.radii[1]), spin)],
        Form::PlaneUnder(_) => {
            [torque(-roll_i, -spin) + (place.foot + n * half).cross(&force), torque(roll_j - arm(class.radii[1]), spin)]
        }
        Form::PlaneOver(_) => [
            torque(-(roll_i + arm(class.radii[0])), -spin),
            torque(roll_j, spin) - (place.foot - n * half).cross(&force),
        ],
    };
    Load { force, torques }
}

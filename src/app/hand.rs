//! The hand: the body that the user holds with the mouse or from a panel, and the spring or force applied to it.

use crate::draw::scale::extent;
use crate::laws::motion::inertia_about;
use crate::laws::pull::{Pull, PullAxes, PullLoad, Pulled};
use crate::laws::{Rotation, Vec3 as Metres};
use crate::record::state::{BodyState, PullState, State};
use crate::world::Clock;
use bevy::ecs::prelude::Resource;

/// Damping of the hand's springs, as a fraction of critical.
const DAMPING: f64 = 0.4;
/// The hand's state.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Grab {
    /// The held body, and how it is held.
    pub held: Option<Held>,
    /// Growth rate of a ramped force, N/s; 0 means a tenth of the body's weight per second.
    pub rate: f64,
}

/// A held body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Held {
    /// Index of the held body.
    pub body: u32,
    /// The load the hand applies now.
    pub pull: Pull,
    /// True if held from a panel, not with the mouse.
    pub by_panel: bool,
}

impl Held {
    /// Holds a body from a panel with this load.
    pub(crate) fn by_panel(body: u32, pull: Pull) -> Self {
        Self { body, pull, by_panel: true }
    }

    /// The hand's load on the body as displayed.
    pub(crate) fn shown(&self, state: &State) -> Option<PullState> {
        let body = state.bodies.get(self.body as usize)?;
        let load = load_on(&self.pull, body, state.time);
        Some(PullState { body: self.body as usize, number: None, pull: self.pull, load })
    }
}

impl Grab {
    /// After a jump, restores what the panel's hand holds in the new state.
    pub(crate) fn agree(&mut self, state: &State) {
        if self.held.as_ref().is_some_and(|held| !held.by_panel) {
            return; // a drag sets its pull in every frame
        }
        let of_hand = state.pulls.iter().find(|pull| pull.number.is_none());
        self.held = of_hand.map(|pull| Held::by_panel(pull.body as u32, pull.pull));
    }
}

fn load_on(pull: &Pull, body: &BodyState, time: f64) -> PullLoad {
    pull.load(&Pulled { x: body.x, q: body.q, v: body.v, w: body.w }, time)
}

/// Stiffness, N/m, and damping, N·s/m, of the hand's spring on a body: the body's weight under earth gravity stretches
/// the spring by half of [`extent`].
pub(crate) fn spring(body: &BodyState) -> (f64, f64) {
    let size = extent(&body.shape).unwrap_or(1.0);
    let stiffness = 2.0 * body.mass.mass * 9.81 / size;
    (stiffness, DAMPING * 2.0 * (stiffness * body.mass.mass).sqrt())
}

/// Torsional stiffness, N·m/rad, and damping, N·m·s/rad: half the linear stiffness times the squared extent.
pub(crate) fn torsion(body: &BodyState) -> (f64, f64) {
    let size = extent(&body.shape).unwrap_or(1.0);
    let stiffness = spring(body).0 * size * size * 0.5;
    let inertia = inertia_about(&body.mass.inertia, &body.q, &Metres::z());
    (stiffness, DAMPING * 2.0 * (stiffness * inertia).sqrt())
}

/// Growth rate of a ramped force on a body, N/s.
pub(crate) fn growth(rate: f64, body: &BodyState) -> f64 {
    if rate > 0.0 { rate } else { 0.1 * 9.81 * body.mass.mass }
}

/// A ramp that continues from its present force in a new direction (unit).
pub(crate) fn ramp(at: Metres, direction: Metres, rate: f64, from: f64, now: f64) -> Pull {
    Pull::Ramp { at, axes: PullAxes::Body, force: direction * from, rate: direction * rate, since: now }
}

/// A torsion spring that holds a body's present orientation.
pub(crate) fn turning_pull(body: &BodyState) -> Pull {
    let (stiffness, damping) = torsion(body);
    Pull::Torsion { target: body.q, stiffness, damping }
}

/// The pull at the start of a drag: a spring from the picked point or, if `ramps`, a force growing from zero. `under`
/// maps a point to the point under the cursor in the plane through it perpendicular to the line of sight, m.
pub(crate) fn first_pull(
    body: &BodyState,
    under: &impl Fn(&Metres) -> Option<Metres>,
    ramps: bool,
    clock: &Clock,
    rate: f64,
) -> Option<Pull> {
    let anchor = under(&body.x)?;
    let reach = extent(&body.shape).unwrap_or(0.0);
    let arm = anchor - body.x;
    let arm = if arm.norm() > reach { arm * (reach / arm.norm()) } else { arm };
    let at = body.q.inverse_transform_vector(&arm);
    if ramps {
        let toward = crate::laws::unit(&arm, 1e-9).unwrap_or_else(Metres::y);
        return Some(ramp(at, toward, growth(rate, body), 0.0, clock.time()));
    }
    let (stiffness, damping) = spring(body);
    Some(Pull::Spring { at, anchor, velocity: Metres::zeros(), since: clock.time(), stiffness, damping })
}

/// The pull after the cursor has moved: the target of a torsion spring follows `turn`, rad, world.
pub(crate) fn next_pull(
    held: &Held,
    body: &BodyState,
    under: &impl Fn(&Metres) -> Option<Metres>,
    turn: Metres,
    clock: &Clock,
) -> Option<Pull> {
    let now = clock.time();
    match held.pull {
        Pull::Spring { at, stiffness, damping, .. } => {
            let anchor = under(&(body.x + body.q * at))?;
            Some(Pull::Spring { at, anchor, velocity: Metres::zeros(), since: now, stiffness, damping })
        }
        Pull::Torsion { target, stiffness, damping } => {
            Some(Pull::Torsion { target: Rotation::new(turn) * target, stiffness, damping })
        }
        // The force acts at a fixed point of the body and turns towards the cursor.
        Pull::Ramp { at, force, rate, since, .. } => {
            let point = body.x + body.q * at;
            let toward = crate::laws::unit(&(under(&point)? - point), 1e-9)?;
            Some(ramp(at, toward, rate.norm(), (force + rate * (now - since)).norm(), now))
        }
    }
}

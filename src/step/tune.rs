//! Edits of a running simulation: queued as messages, applied at the start of the next step, logged by step, so that a
//! session can be run again without a window.

use crate::laws::Vec3;
use crate::laws::parameters::{Friction, SpinModel};
use crate::world::body::{Body, Twist};
use crate::world::contact::PairLaw;
use crate::world::{Clock, Lanes};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Asks for an edit; the next step applies it.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Tune(pub Edit);

/// What can be changed while a simulation runs. A recording writes it as a line of RON, with the names below.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Sets one of the five basic parameters, in the scene's friction (`rule: None`) or in that of its n-th pair rule.
    Basic {
        /// Which pairs.
        rule: Option<usize>,
        /// Which parameter.
        which: Basic,
        /// Its new value, SI.
        value: f64,
    },
    /// Sets gravity, m/s².
    Gravity(Vec3),
    /// Adds to the velocity of a body.
    Kick {
        /// Number of the body in the scene.
        body: u32,
        /// Added to its velocity, m/s, world.
        velocity: Vec3,
        /// Added to its angular velocity, rad/s, world.
        angular_velocity: Vec3,
    },
}

/// One of the five basic parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Basic {
    /// μ_s.
    MuS,
    /// μ_k.
    MuK,
    /// K_E, N/m.
    KE,
    /// η_r.
    EtaR,
    /// η_ψ (of the heuristic spin model).
    EtaPsi,
}

/// Every edit that was applied, with the step count before which it was.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct EditLog(pub Vec<(u64, Edit)>);

/// `StepSystems::Tune`: applies the queued edits and logs them. An edit that makes no sense (μ_s < μ_k, a value that is
/// not finite or negative, no such rule or body) is dropped and not logged.
pub fn apply_edits(
    mut queue: ResMut<Messages<Tune>>,
    clock: Res<Clock>,
    mut log: ResMut<EditLog>,
    mut lanes: ResMut<Lanes>,
    mut pairs: Query<&mut PairLaw>,
    mut bodies: Query<(&Body, &mut Twist)>,
) {
    if queue.is_empty() {
        return;
    }
    for Tune(edit) in queue.drain() {
        let done = match &edit {
            Edit::Basic { rule, which, value } => set_basic(&mut lanes, &mut pairs, *rule, *which, *value),
            Edit::Gravity(g) => set_gravity(&mut lanes, g),
            Edit::Kick { body, velocity, angular_velocity } => kick(&mut bodies, *body, velocity, angular_velocity),
        };
        if done {
            log.0.push((clock.step, edit));
        }
    }
}

impl Basic {
    /// Writes the value into `friction` if the result is a legal set of parameters.
    fn write(self, friction: &mut Friction, value: f64) -> bool {
        let mut new = *friction;
        match self {
            Self::MuS => new.mu_s = value,
            Self::MuK => new.mu_k = value,
            Self::KE => new.k_e = value,
            Self::EtaR => new.eta_r = value,
            Self::EtaPsi => match &mut new.spin {
                SpinModel::Heuristic { eta_psi, .. } => *eta_psi = value,
                _ => return false,
            },
        }
        let positive = new.mu_k > 0.0 && new.mu_s >= new.mu_k && new.k_e > 0.0;
        let legal = value.is_finite() && value >= 0.0 && positive;
        if legal {
            *friction = new;
        }
        legal
    }
}

fn set_basic(
    lanes: &mut Lanes,
    pairs: &mut Query<&mut PairLaw>,
    rule: Option<usize>,
    which: Basic,
    value: f64,
) -> bool {
    let mut done = false;
    for lane in &mut lanes.0 {
        let friction = match rule {
            None => Some(&mut lane.friction),
            Some(n) => lane.pairs.get_mut(n).map(|rule| &mut rule.friction),
        };
        done |= friction.is_some_and(|friction| which.write(friction, value));
    }
    for mut pair in pairs.iter_mut().filter(|pair| done && pair.rule == rule) {
        which.write(&mut pair.friction, value);
    }
    done
}

fn set_gravity(lanes: &mut Lanes, g: &Vec3) -> bool {
    let finite = g.iter().all(|x| x.is_finite());
    for lane in lanes.0.iter_mut().filter(|_| finite) {
        lane.gravity = *g;
    }
    finite
}

fn kick(bodies: &mut Query<(&Body, &mut Twist)>, index: u32, velocity: &Vec3, angular_velocity: &Vec3) -> bool {
    let finite = velocity.iter().chain(angular_velocity.iter()).all(|x| x.is_finite());
    let mut done = false;
    for (_, mut twist) in bodies.iter_mut().filter(|(body, _)| finite && body.index == index) {
        twist.v += velocity;
        twist.w += angular_velocity;
        done = true;
    }
    done
}

//! Edits of a running simulation: queued as messages, applied at the start of the next step, logged by step, so that a
//! session can be run again without a window.

use crate::laws::Vec3;
use bevy_ecs::prelude::*;

/// Asks for an edit; the next step applies it.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Tune(pub Edit);

/// What can be changed while a simulation runs.
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

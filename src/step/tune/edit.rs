//! What can be edited, and which edits were made.

use crate::laws::choice::AnyLaw;
use crate::laws::pull::Pull;
use crate::laws::{Rotation, Vec3};
use crate::scene::Cones;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Asks for an edit; the next step applies it.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Tune(pub Edit);

/// What can be changed while a simulation runs. A recording writes it as a line of RON, with the names below. Bodies are named by their number in the scene, from 0.
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
    /// Chooses a friction law. Histories that both laws understand are kept, others begin anew
    /// ([`AnyLaw::hands_over_to`]).
    Law {
        /// Which pairs.
        rule: Option<usize>,
        /// The law.
        #[serde(with = "super::laws::as_written")]
        law: AnyLaw,
    },
    /// Sets gravity, m/s².
    Gravity(Vec3),
    /// Adds to the velocity of a body what its motion allows of it.
    Kick {
        /// The body.
        body: u32,
        /// Added to its velocity, m/s, world.
        velocity: Vec3,
        /// Added to its angular velocity, rad/s, world.
        angular_velocity: Vec3,
    },
    /// Takes hold of a body: the hand's pull on it, in place of the one before.
    Hold {
        /// The body.
        body: u32,
        /// What the hand does.
        pull: Pull,
    },
    /// Lets a body go.
    Release {
        /// The body.
        body: u32,
    },
    /// Changes a spring of the scene; its anchor goes on from where it is.
    Puller {
        /// The body.
        body: u32,
        /// Which of its pulls, from 0.
        number: usize,
        /// k, N/m.
        stiffness: f64,
        /// Velocity of the anchor, m/s, world.
        velocity: Vec3,
    },
    /// Turns a plane about its own x axis until it has this slope. It moves there evenly, so that what lies on it feels
    /// the motion.
    Tilt {
        /// The plane.
        body: u32,
        /// Slope to reach, degrees, positive where the plane's y axis rises.
        degrees: f64,
        /// How fast, degrees/s, positive.
        rate: f64,
    },
    /// Puts a body elsewhere. Its contacts end with all their memory; those of its new place begin in the next step. Its
    /// velocity stays.
    Place {
        /// The body.
        body: u32,
        /// Centre of mass, m, world.
        position: Vec3,
        /// Body axes to world axes.
        rotation: Rotation,
    },
    /// Adds a body after the last one: the text of an entry of `bodies:`, placed in the world (without `on:`).
    Add(String),
    /// Takes a body away; those after it move up by one number.
    Delete {
        /// The body.
        body: u32,
    },
    /// Solves the rigid contacts in another way from now on: `Solver((form: Relaxed))`, what is left out by default.
    Solver(Cones),
}

/// One of the five basic parameters, η_r also as its two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Basic {
    /// μ_s.
    MuS,
    /// μ_k.
    MuK,
    /// K_E, N/m.
    KE,
    /// η_r, where the scene gives it.
    EtaR,
    /// η_e, where the scene gives η_e and η_θ.
    EtaE,
    /// η_θ, likewise.
    EtaTheta,
    /// η_ψ (of the heuristic spin model).
    EtaPsi,
}

/// Every edit that was applied, with the step count before which it was.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct EditLog(pub Vec<(u64, Edit)>);

/// The edits that were not made since this was last taken, each with its reason in plain words.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Refused(pub Vec<(Edit, String)>);

/// Only `StepSystems::Tune`: applies the queued edits now instead of at the start of the next step, which comes to the
/// same; the window does so to show an edit while time stands still.
#[derive(bevy_ecs::schedule::ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ApplyEdits;

/// Refuses vectors with a number that is not one.
pub(super) fn finite(vectors: &[Vec3]) -> Result<(), String> {
    let finite = vectors.iter().flat_map(|v| v.iter()).all(|x| x.is_finite());
    if finite { Ok(()) } else { Err("a number is not finite".to_owned()) }
}

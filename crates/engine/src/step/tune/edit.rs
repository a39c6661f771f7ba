//! The available edits, and the log of those made.

use crate::laws::choice::AnyLaw;
use crate::laws::friction_parameter::FrictionParameter;
use crate::laws::pull::Pull;
use crate::laws::{Rotation, Vec3};
use crate::scene::Cones;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Requests an edit; the next step applies it.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Tune(pub Edit);

/// A change to a running simulation. Recordings store it as a line of RON, with the names below. Bodies are given by
/// their number in the scene, from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Sets one of the five basic parameters, in the scene's friction (`rule: None`) or in that of its n-th pair rule.
    Basic {
        /// Which pairs.
        rule: Option<usize>,
        /// Which parameter.
        which: FrictionParameter,
        /// Its new value, SI.
        value: f64,
    },
    /// Chooses a friction law. Histories that both laws understand are kept; others restart
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
    /// Adds to the velocity of a body, as far as its motion type allows.
    Kick {
        /// The body.
        body: u32,
        /// Added to its velocity, m/s, world.
        velocity: Vec3,
        /// Added to its angular velocity, rad/s, world.
        angular_velocity: Vec3,
    },
    /// Grabs a body: sets the hand's pull on it, replacing the previous one.
    Hold {
        /// The body.
        body: u32,
        /// The mouse spring.
        pull: Pull,
    },
    /// Releases a body.
    Release {
        /// The body.
        body: u32,
    },
    /// Changes a spring of the scene; its anchor continues from its current position.
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
    /// Tilts a plane about its own x axis to this slope. It rotates at a constant rate, so that bodies on it feel the
    /// motion.
    Tilt {
        /// The plane.
        body: u32,
        /// Target slope, degrees, positive if the plane's y axis rises.
        degrees: f64,
        /// Rate of rotation, degrees/s, positive.
        rate: f64,
    },
    /// Moves a body. Its contacts end and lose all memory; those at the new position begin in the next step. Its
    /// velocity is unchanged.
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
    /// Removes a body; later bodies move up by one number.
    Delete {
        /// The body.
        body: u32,
    },
    /// Changes the solver of rigid contacts: `Solver((form: Relaxed))`; omitted fields take their defaults.
    Solver(Cones),
}

/// Every edit applied, with the number of steps done before it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct EditLog(pub Vec<(u64, Edit)>);

/// The edits refused since this was last taken, each with its reason in plain words.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Refused(pub Vec<(Edit, String)>);

/// Contains only `StepSystems::Tune`: applies the queued edits now instead of at the start of the next step, with the
/// same result; the window uses it to show an edit while paused.
#[derive(bevy_ecs::schedule::ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ApplyEdits;

/// Rejects vectors that are not finite.
pub(super) fn finite(vectors: &[Vec3]) -> Result<(), String> {
    let finite = vectors.iter().flat_map(|v| v.iter()).all(|x| x.is_finite());
    if finite { Ok(()) } else { Err("a number is not finite".to_owned()) }
}

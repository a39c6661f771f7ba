//! The available edits, and the log of those made.

use crate::laws::motion::pull::Pull;
use crate::laws::motion::schedule::Schedule;
use crate::laws::pair::choice::AnyLaw;
use crate::laws::pair::friction_parameter::FrictionParameter;
use crate::laws::{Rotation, Vec3};
use crate::scene::Cones;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Message that requests an edit; the next step applies the edit.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct QueueEdit(pub Edit);

/// A change to a running simulation. Recordings store it as a line of RON, with the names below. Bodies are given by
/// their number in the scene, from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Sets one of the five basic parameters, in the scene's friction (`rule: None`) or in that of its n-th pair rule.
    Basic {
        /// Index of the pair rule; `None` for the friction of the scene itself.
        rule: Option<usize>,
        /// Parameter to set.
        which: FrictionParameter,
        /// New value of the parameter, SI.
        value: f64,
    },
    /// Chooses a friction law. Histories that both laws understand are kept; others restart
    /// ([`AnyLaw::hands_over_to`]).
    Law {
        /// Index of the pair rule; `None` for the friction of the scene itself.
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
        /// Change of velocity, m/s, world.
        velocity: Vec3,
        /// Change of angular velocity, rad/s, world.
        angular_velocity: Vec3,
    },
    /// Grabs a body: sets the hand's pull on it, replacing the previous one.
    Hold {
        /// The body.
        body: u32,
        /// The new pull.
        pull: Pull,
    },
    /// Releases a body.
    Release {
        /// The body.
        body: u32,
    },
    /// Changes a spring that pulls a body in the scene. The anchor continues from its current position.
    Puller {
        /// The body.
        body: u32,
        /// Index of the spring among the scene's pulls on the body, from 0.
        number: usize,
        /// k, N/m.
        stiffness: f64,
        /// Velocity of the anchor, m/s, world.
        velocity: Vec3,
    },
    /// Changes the factor over time of a driven body, or of a spring or force of the scene. A driven body and the anchor
    /// of a spring continue from their current positions; a force follows the new factor at once.
    Schedule {
        /// The body.
        body: u32,
        /// Index of the spring or force among the scene's pulls on the body, from 0; `None` for the body's own motion.
        pull: Option<usize>,
        /// The new factor over time since the start of the run; an empty table stands for the factor 1, for a driven
        /// body for its `from` and `until`.
        schedule: Schedule,
    },
    /// Tilts a plane about its own x axis to this slope. The plane rotates at this rate, which it reaches and leaves
    /// evenly within 0.4 s or, in a quick turn, half the time of the turn at this rate, so that bodies on it
    /// feel the motion.
    Tilt {
        /// The plane.
        body: u32,
        /// Target slope, degrees, positive if the plane's y axis rises.
        degrees: f64,
        /// Rate of rotation, degrees/s, positive.
        rate: f64,
    },
    /// Moves a body. The body's contacts end and lose all memory; contacts at the new position begin in the next step.
    /// The velocity is unchanged.
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

/// Edits refused since the list was last taken, each with the reason to show to the user.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Refused(pub Vec<(Edit, String)>);

/// Schedule that contains only `StepSystems::Tune`: it applies the queued edits at once instead of at the start of the
/// next step, with the same result. The window uses it to show an edit while paused.
#[derive(bevy_ecs::schedule::ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ApplyEdits;

/// An error if a component of a vector is not finite.
pub(super) fn finite(vectors: &[Vec3]) -> Result<(), String> {
    let finite = vectors.iter().flat_map(|v| v.iter()).all(|x| x.is_finite());
    if finite { Ok(()) } else { Err("a number is not finite".to_owned()) }
}

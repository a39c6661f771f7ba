//! A motion that another program computed: poses, velocities and contact loads at equal intervals.

use crate::laws::{Rotation, Vec3};

/// Frames at steps 0, 1, 2, ... of a scene whose step size is the interval between the frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedRun {
    /// Frames by step; after the last frame, everything keeps its last state.
    pub frames: Vec<PlayedFrame>,
}

/// The bodies and contacts at one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedFrame {
    /// Bodies, ordered by index; other bodies stay where the scene places them.
    pub bodies: Vec<PlayedBody>,
    /// Loads of contacts, ordered by (i, j); other contacts carry no load.
    pub contacts: Vec<PlayedContact>,
}

/// One body in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedBody {
    /// Index of the body in the scene, from 0.
    pub body: u32,
    /// Centre of mass, m, world.
    pub x: Vec3,
    /// Rotation from body axes to world axes.
    pub q: Rotation,
    /// Velocity of the centre of mass, m/s, world.
    pub v: Vec3,
    /// Angular velocity, rad/s, world.
    pub w: Vec3,
}

/// Loads of one contact in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedContact {
    /// Index of body i in the scene.
    pub i: u32,
    /// Index of body j in the scene, greater than i.
    pub j: u32,
    /// Total contact force on i, N, world.
    pub force: Vec3,
    /// Roll torque on i, N·m, world; j takes the opposite torque.
    pub roll: Vec3,
    /// Spin torque on i about the normal into i, N·m; j takes the opposite torque.
    pub spin: f64,
}

impl PlayedRun {
    /// Frame at a step, the last frame for later steps; `None` without frames.
    pub fn at(&self, step: u64) -> Option<&PlayedFrame> {
        self.frames.get(usize::try_from(step).unwrap_or(usize::MAX)).or_else(|| self.frames.last())
    }

    /// Largest index of a body in the run; `None` if there are none.
    pub fn last_body(&self) -> Option<u32> {
        let of_frame = |frame: &PlayedFrame| {
            let bodies = frame.bodies.iter().map(|body| body.body);
            bodies.chain(frame.contacts.iter().map(|contact| contact.j)).max()
        };
        self.frames.iter().filter_map(of_frame).max()
    }
}

impl PlayedFrame {
    /// The body with this index, if the frame lists it.
    pub fn body(&self, body: u32) -> Option<&PlayedBody> {
        self.bodies.binary_search_by_key(&body, |at| at.body).ok().map(|at| &self.bodies[at])
    }

    /// Loads between bodies i and j, i < j, if the frame lists them.
    pub fn contact(&self, i: u32, j: u32) -> Option<&PlayedContact> {
        self.contacts.binary_search_by_key(&(i, j), |at| (at.i, at.j)).ok().map(|at| &self.contacts[at])
    }
}

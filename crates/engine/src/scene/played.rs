//! A motion that another program computed: poses, velocities and contact loads at equal intervals.

use crate::laws::{Rotation, Vec3};

/// Frames at steps 0, 1, 2, ... of a scene whose step size is the interval between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedRun {
    /// The frames; after the last one, everything stays as it is there.
    pub frames: Vec<PlayedFrame>,
}

/// The bodies and contacts at one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedFrame {
    /// Bodies, ordered by number; others stay where the scene has them.
    pub bodies: Vec<PlayedBody>,
    /// Loads of contacts, ordered by (i, j); other contacts carry none.
    pub contacts: Vec<PlayedContact>,
}

/// One body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedBody {
    /// Its number in the scene, from 0.
    pub body: u32,
    /// Centre of mass, m, world.
    pub x: Vec3,
    /// Body axes to world axes.
    pub q: Rotation,
    /// Velocity of the centre of mass, m/s, world.
    pub v: Vec3,
    /// Angular velocity, rad/s, world.
    pub w: Vec3,
}

/// The loads of one contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedContact {
    /// Number of body i in the scene.
    pub i: u32,
    /// Number of body j, greater than i.
    pub j: u32,
    /// The whole contact force on i, N, world.
    pub force: Vec3,
    /// Roll torque on i, N·m, world; on j its opposite.
    pub roll: Vec3,
    /// Spin torque on i about the normal into i, N·m; on j its opposite.
    pub spin: f64,
}

impl PlayedRun {
    /// The frame at a step.
    pub fn at(&self, step: u64) -> Option<&PlayedFrame> {
        self.frames.get(usize::try_from(step).unwrap_or(usize::MAX)).or_else(|| self.frames.last())
    }

    /// The largest number of a body in it.
    pub fn last_body(&self) -> Option<u32> {
        let of_frame = |frame: &PlayedFrame| {
            let bodies = frame.bodies.iter().map(|body| body.body);
            bodies.chain(frame.contacts.iter().map(|contact| contact.j)).max()
        };
        self.frames.iter().filter_map(of_frame).max()
    }
}

impl PlayedFrame {
    /// A body.
    pub fn body(&self, body: u32) -> Option<&PlayedBody> {
        self.bodies.binary_search_by_key(&body, |at| at.body).ok().map(|at| &self.bodies[at])
    }

    /// The loads between two bodies.
    pub fn contact(&self, i: u32, j: u32) -> Option<&PlayedContact> {
        self.contacts.binary_search_by_key(&(i, j), |at| (at.i, at.j)).ok().map(|at| &self.contacts[at])
    }
}

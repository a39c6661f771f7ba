//! The recorder of a Rapier world.

use crate::bodies::{Known, Owner, of_body, of_collider};
use crate::contacts::{Starts, Step, is_per_point};
use crate::world::World;
use rapier3d::prelude::RigidBodyHandle;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};
use std::path::Path;
use stickslip_run_folder::{BodyRow, Header, Load, RunFolder, RunFolderError};

/// Name and version of the engine, as a folder has them.
pub fn engine() -> String {
    format!("rapier {}", rapier3d::VERSION)
}

/// What a recorder is told beside the world.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Names of bodies; others are called by their number.
    pub names: &'a [(RigidBodyHandle, &'a str)],
    /// One-line title.
    pub title: &'a str,
    /// Steps between two frames.
    pub every: u64,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { names: &[], title: "", every: 1 }
    }
}

/// Why a step could not be recorded.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// The folder could not be written.
    Folder(RunFolderError),
    /// The world is not one that the folder can hold.
    World(String),
}

impl Display for RecordError {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(error) => error.fmt(to),
            Self::World(why) => why.fmt(to),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<RunFolderError> for RecordError {
    fn from(error: RunFolderError) -> Self {
        Self::Folder(error)
    }
}

/// Writes a run folder of a Rapier world: made before the loop, told after each step.
#[derive(Debug)]
pub struct Recorder {
    folder: RunFolder,
    known: BTreeMap<Owner, Known>,
    starts: Starts,
    dt: f32,
    every: u64,
    step: u64,
}

impl Recorder {
    /// Begins a folder with the bodies of the world, and writes their state as step 0.
    pub fn new<'a>(dir: impl AsRef<Path>, world: impl Into<World<'a>>, options: Options) -> Result<Self, RecordError> {
        let world = world.into();
        let (mut known, mut bodies) = (BTreeMap::new(), Vec::new());
        for (handle, body) in world.bodies.iter() {
            let given = options.names.iter().find(|(named, _)| *named == handle);
            let name =
                given.map_or_else(|| format!("body {}", handle.into_raw_parts().0), |(_, name)| (*name).to_owned());
            let (entry, written) = of_body(name, handle, body, &world);
            bodies.push(entry);
            known.insert(Owner::body(handle), written);
        }
        for (handle, collider) in world.colliders.iter().filter(|(_, collider)| collider.parent().is_none()) {
            let (entry, written) = of_collider(format!("collider {}", handle.into_raw_parts().0), collider);
            bodies.push(entry);
            known.insert(Owner::from_collider(handle, collider), written);
        }
        let parameters = world.parameters;
        let is_mean = options.every == 1 && (is_per_point(parameters) || parameters.num_solver_iterations == 1);
        let header = Header {
            title: options.title.to_owned(),
            every: options.every,
            gravity: world.gravity.to_array().map(f64::from),
            load: if is_mean { Load::Mean } else { Load::Sample },
            settings: json!({
                "friction_model": format!("{:?}", parameters.friction_model),
                "friction": if is_per_point(parameters) { "per point" } else { "per manifold, in even shares" },
                "num_solver_iterations": parameters.num_solver_iterations,
                "num_internal_pgs_iterations": parameters.num_internal_pgs_iterations,
                "contact_clustering": parameters.contact_clustering,
                "contact_recycling": parameters.contact_recycling,
            }),
            ..Header::new(engine(), parameters.dt.into(), bodies)
        };
        let (every, dt) = (options.every, parameters.dt);
        let mut run =
            Self { folder: RunFolder::create(dir, &header)?, known, starts: Starts::new(), dt, every, step: 0 };
        run.folder.frame(0, &rows(&run.known, &world), &[])?;
        run.starts = starts(&world);
        Ok(run)
    }

    /// Writes the step that the world just took.
    pub fn step<'a>(&mut self, world: impl Into<World<'a>>) -> Result<(), RecordError> {
        let world = world.into();
        let dt = world.parameters.dt;
        if dt != self.dt {
            return Err(RecordError::World(format!(
                "the step is {dt} s, before it was {} s; take equal steps",
                self.dt
            )));
        }
        self.step += 1;
        if self.step.is_multiple_of(self.every) {
            let step = Step { world, known: &self.known, starts: &self.starts };
            let contacts = step.contacts().map_err(RecordError::World)?;
            self.folder.frame(self.step, &rows(&self.known, &world), &contacts)?;
        }
        self.starts = starts(&world);
        Ok(())
    }
}

/// The rows of all bodies that may move.
fn rows<'a>(known: &'a BTreeMap<Owner, Known>, world: &World) -> Vec<BodyRow<'a, f32>> {
    let row = |(handle, body)| known.get(&Owner::body(handle))?.row(body, world.gravity);
    world.bodies.iter().filter_map(row).collect()
}

/// The poses of all bodies.
fn starts(world: &World) -> Starts {
    world.bodies.iter().map(|(handle, body)| (Owner::body(handle), *body.position())).collect()
}

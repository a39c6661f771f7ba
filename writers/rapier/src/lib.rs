//! Writes runs of Rapier as a folder that `stickslip open DIR` shows and `stickslip audit DIR` checks.
//!
//! ```
//! use rapier3d::prelude::*;
//! use stickslip_rapier::{Options, Recorder};
//!
//! let mut world = PhysicsWorld::default();
//! let (ground, _) = world.insert(RigidBodyBuilder::fixed(), ColliderBuilder::cuboid(10.0, 0.1, 10.0));
//! let (ball, _) = world.insert(RigidBodyBuilder::dynamic().translation(Vector::Y * 0.6), ColliderBuilder::ball(0.5));
//!
//! # let dir = std::env::temp_dir().join(format!("stickslip-rapier-{}", std::process::id()));
//! # let dir = dir.to_str().unwrap();
//! let names = [(ground, "ground"), (ball, "ball")];
//! let mut run = Recorder::new(dir, &world, Options { names: &names, ..Options::default() })?;
//! for _ in 0..60 {
//!     world.step();
//!     run.step(&world)?;
//! }
//! # std::fs::remove_dir_all(dir).unwrap();
//! # Ok::<(), stickslip_rapier::RecordError>(())
//! ```
//!
//! What Rapier tells, and what it does not:
//!
//! - `impulse` of a point is the sum over the substeps: N is its mean over the step.
//! - [`FrictionModel::Coulomb`](rapier3d::prelude::FrictionModel): friction of each point, also the mean: balances can be drawn.
//! - `FrictionModel::Simplified`, the default, has one friction force and one torque about the normal per manifold, and
//!   tells those of the last substep. Each point has an even share, so that force and moment of the manifold are right in
//!   steady contact; of a point alone |F|/N means nothing. `load` is `sample`. Where bodies have additional solver
//!   iterations, the number of substeps of a pair is not told, and friction is not known.
//! - Pairs that sleep keep the values of their last step.
//! - Not told, and not written: damping (set it to 0, or balances err), joints (what they hold has no mass in the folder),
//!   soft bodies, and with CCD all but the last of the parts in which a step is taken.

mod bodies;
mod contacts;
mod recorder;
mod world;

pub use recorder::{Options, RecordError, Recorder, engine};
pub use world::World;

//! Writes runs of Avian, in a Bevy app, as a folder that `stickslip open DIR` shows and `stickslip audit DIR` checks.
//!
//! ```
//! use avian3d::prelude::*;
//! use bevy::prelude::*;
//! use stickslip_avian::RecordPlugin;
//!
//! # let dir = std::env::temp_dir().join(format!("stickslip-avian-{}", std::process::id()));
//! let mut app = App::new();
//! app.add_plugins((MinimalPlugins, PhysicsPlugins::default(), RecordPlugin::new(&dir)));
//! # app.world_mut().spawn((Name::new("ball"), RigidBody::Dynamic, Collider::sphere(0.1), Transform::default()));
//! # app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(20)));
//! # app.finish();
//! # (0..4).for_each(|_| app.update());
//! # assert!(dir.join("bodies.csv").is_file());
//! # std::fs::remove_dir_all(&dir).unwrap();
//! ```
//!
//! Bodies are called by their `Name`. The folder begins with the first step, with the bodies that are there: a contact of
//! one that comes later ends the recording, with an error in the log; the app goes on.
//!
//! Avian keeps no friction of a whole step, and its `ContactPoint::normal_impulse` adds up each substep twice, once solved
//! with bias and once without. This plugin therefore adds up, after each substep, the impulses that the solver ended with:
//! N and friction are means over the step, and balances can be drawn.
//!
//! Not told, and not written: damping and forces in body axes (`ConstantLocalForce` and the like), what joints do (a body
//! that one holds has no mass in the folder), and static friction, which Avian does not use. Pairs that sleep keep the
//! loads of their last step.

mod bodies;
mod record;
mod sums;

pub use record::{RecordPlugin, Recording, engine};

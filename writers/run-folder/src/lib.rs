//! Writes a run of any engine as a folder that `stickslip open DIR` shows and `stickslip audit DIR` checks.
//!
//! ```
//! use stickslip_run_folder::{Body, BodyRow, Contact, Header, RunFolder, Shape};
//!
//! # let dir = std::env::temp_dir().join(format!("stickslip-run-folder-{}", std::process::id()));
//! let ground = Body { shape: Some(Shape::Plane), fixed: true, x: Some([0.0; 3]), ..Body::new("ground") };
//! let ball = Body { shape: Some(Shape::Sphere { radius: 0.1 }), mass: Some(1.0), ..Body::new("ball") };
//! let mut run = RunFolder::create(&dir, &Header::new("my engine 1.0", 0.002, vec![ground, ball]))?;
//! // After each step of the engine, here the first:
//! let place = BodyRow { v: Some([0.0; 3]), w: Some([0.0; 3]), ..BodyRow::new("ball", [0.0, 0.0, 0.1], [1.0, 0.0, 0.0, 0.0]) };
//! let point = Contact { mu: Some(0.5), ..Contact::new("ball", "ground", [0.0, 0.0, 0.0], [0.0, 0.0, 1.0], 9.81) };
//! run.frame(1, &[place], &[point])?;
//! # std::fs::remove_dir_all(&dir).unwrap();
//! # Ok::<(), stickslip_run_folder::RunFolderError>(())
//! ```
//!
//! SI units, world axes. What is `None` is written as an empty cell: *not known*, which is never shown as 0. Numbers of
//! `f32` have 9 digits, those of `f64` 17: the type is read back from the digits.

mod axes;
mod error;
mod folder;
mod header;
mod line;
mod rows;

pub use axes::{IDENTITY, moments_in, times, turn_from_z, turned};
pub use error::RunFolderError;
pub use folder::RunFolder;
pub use header::{Body, Geometry, Header, Load, LoadsAct, Shape};
pub use line::Number;
pub use rows::{BodyRow, Contact};

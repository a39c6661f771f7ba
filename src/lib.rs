//! **stickslip**: how bodies **stick, slip, roll and spin** on each other.
//!
//! Slide force, roll torque and spin torque of every contact, each with a static and a kinetic mode and a memory,
//! follow the path of the contact point over both bodies, as in L. Fang and D. Negrut, *Producing 3D friction loads
//! by tracking the motion of the contact point on bodies in mutual contact* (2020, [doi:10.48550/arXiv.2007.12713]);
//! other laws of the discrete element method can take the place of each.
//!
//! The engine is a separate crate, [`stickslip_engine`], for programs that need neither studies nor a window: its
//! front page has the notation, a first scene, and how to add the step to a Bevy app. All its modules are re-exported
//! here.
//!
//! # Modules, in the order in which data flows
#![cfg_attr(
    feature = "view",
    doc = "scene file → [`scene`] → [`world`] (state as components) → [`step`] ([`laws`], [`shapes`]) → [`observe`] → [`record`] → [`run`] → [`lab`] → [`draw`] → [`app`] → [`view`]; [`cli`] is the command line."
)]
#![cfg_attr(
    not(feature = "view"),
    doc = "scene file → [`scene`] → [`world`] (state as components) → [`step`] ([`laws`], [`shapes`]) → [`observe`] → [`record`] → [`run`] → [`lab`] → [`draw`]; [`cli`] is the command line."
)]
//!
//! [doi:10.48550/arXiv.2007.12713]: https://doi.org/10.48550/arXiv.2007.12713

#![cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, unused_imports, reason = "a page has no command line, which uses the rest")
)]

#[cfg(feature = "view")]
pub use stickslip_app as app;
pub use stickslip_app::{draw, texts};
pub use stickslip_engine::{files, laws, observe, prelude, record, run, scene, shapes, step, world};
pub use stickslip_lab as lab;

/// Names the commit of this build for all that is recorded and reported; a program calls it first.
pub fn name_build() {
    record::build::set_commit(stickslip_commit::COMMIT);
}

#[cfg(feature = "view")]
pub mod view;

#[cfg(not(target_arch = "wasm32"))]
pub mod cli;

//! **stickslip**: how bodies stick, slip, roll and spin on each other.
pub mod cli;
pub mod laws;
pub mod record;
pub mod scene;
pub mod shapes;
pub mod sim;
pub mod step;
pub mod study;
#[cfg(feature = "view")]
pub mod view;
pub mod world;

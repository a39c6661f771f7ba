//! **stickslip**: how bodies stick, slip, roll and spin on each other.
pub mod laws;
pub mod record;
pub mod sim;
pub mod scene;
pub mod shapes;
pub mod step;
#[cfg(feature = "view")]
pub mod view;
pub mod world;

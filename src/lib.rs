//! **stickslip**: how bodies stick, slip, roll and spin on each other.
pub mod scene;
pub mod shapes;
pub mod laws;

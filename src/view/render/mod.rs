//! Bodies, overlays and the camera on the screen.

pub(crate) mod beads;
pub mod camera;
pub(crate) mod gizmos;
pub(crate) mod grounds;
pub(crate) mod meshes;
pub(crate) mod plane_grid;
pub mod sync;
pub(crate) mod theme;

//! The scene on the screen.
//!
//! | file | does |
//! |---|---|
//! | `camera`, `lens` | the eye, and where a point of the world is on the screen |
//! | `sync`, `meshes`, `grounds`, `beads` | bodies, planes, the balls of a crowd as one mesh |
//! | `gizmos`, `plane_grid` | the draw list as a mesh; the grid of the view of a plane |
//! | `ghost`, `tinted` | the other future, and the runs under other laws |
//! | `theme` | colours |

pub(crate) mod beads;
pub mod camera;
pub(crate) mod ghost;
pub(crate) mod gizmos;
pub(crate) mod grounds;
pub mod lens;
pub(crate) mod meshes;
pub(crate) mod plane_grid;
pub mod sync;
pub(crate) mod theme;
pub(crate) mod tinted;

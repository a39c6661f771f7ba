//! Space: the camera, projection and rays, surfaces, the grid of a plane view.

#[cfg(feature = "view")]
pub(crate) mod grounds;
#[cfg(feature = "view")]
pub mod orbit;
#[cfg(feature = "view")]
pub(crate) mod plane_lines;
#[cfg(feature = "view")]
pub mod projection;
#[cfg(feature = "view")]
pub(crate) mod ray;
#[cfg(feature = "view")]
pub(crate) mod solids;
#[cfg(feature = "view")]
pub mod units;

//! Space: the camera, projection and rays, surfaces, the grid of a plane view.

#[cfg(feature = "view")]
pub mod grounds;
#[cfg(feature = "view")]
pub mod orbit;
#[cfg(feature = "view")]
pub mod plane_lines;
#[cfg(feature = "view")]
pub mod projection;
#[cfg(feature = "view")]
pub mod ray;
#[cfg(feature = "view")]
pub mod solids;
#[cfg(feature = "view")]
pub mod units;

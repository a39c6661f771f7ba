//! Limits of friction: cones of rigid contacts, limit surfaces, limits along and across a grain.

pub(crate) mod anisotropic_spring;
pub mod anisotropy;
pub mod cones;
pub mod limit_surface;

//! Where a session begins: the gallery and the description of a scene.

pub(crate) mod gallery;
pub(crate) mod gallery_pictures;
pub(crate) mod overview;

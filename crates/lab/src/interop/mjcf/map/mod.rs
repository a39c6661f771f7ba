//! Maps an MJCF file to bodies, shapes, masses and friction of a scene.

mod bodies;
mod classes;
mod contact;
pub(crate) mod expansion;
mod geom;
mod mass;
mod numbers;
mod pose;
pub(super) mod scene;
mod touch;

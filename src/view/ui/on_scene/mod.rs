//! Symbols, names, legend and insets painted over the scene.

pub(crate) mod board;
pub(in crate::view::ui) mod body_names;
pub(in crate::view::ui) mod free_body;
pub mod labels;
pub(crate) mod legend;
pub(in crate::view::ui) mod mode_disc;
pub(in crate::view::ui) mod over_scene;

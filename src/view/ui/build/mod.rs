//! The panel *Build*: tools, the card of the selected body, materials, the scene, and what the window says over the scene.

pub(crate) mod body_page;
pub(crate) mod card;
pub(crate) mod fields;
pub(crate) mod handles;
pub(crate) mod pair_table;
pub(crate) mod panel;
pub(crate) mod pulls;
pub(crate) mod scene_card;
pub(crate) mod subject;

//! Building by hand: gestures that change the open scene's text before the run begins, and its bodies afterwards.

pub mod bodies;
pub mod patch;
pub mod templates;
pub mod toolbox;

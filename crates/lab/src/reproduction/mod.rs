//! The papers reproduced: every number against the simulated value, figures, reference curves and the class map.

pub(crate) mod class_map;
pub mod figures;
pub mod polygons;
pub mod reference;
pub mod report;
pub mod stack;
pub mod verify;

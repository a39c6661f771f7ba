//! The papers reproduced: every number against the simulated value, figures, reference curves and the class map.

pub(crate) mod beside;
pub(crate) mod class_map;
pub(crate) mod drift;
pub mod figures;
pub(crate) mod polygon_drum;
pub mod polygons;
pub mod reference;
pub mod report;
pub(crate) mod rest_angle;
pub(crate) mod source_lists;
pub(crate) mod sources;
pub mod stack;
pub mod suites_page;
pub(crate) mod sweep_map;
pub mod verify;

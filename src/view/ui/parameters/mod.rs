//! Panels of parameters: the sliders, laws, solvers, schedules.

pub(crate) mod law_parameters;
pub(crate) mod laws;
pub(in crate::view::ui) mod limits;
pub(in crate::view::ui) mod schedules;
pub(in crate::view::ui) mod solver;
pub(crate) mod solver_choice;
pub(in crate::view::ui) mod speed_curve;
pub(crate) mod tuning;
pub(crate) mod tuning_panel;
pub(crate) mod two_handles;

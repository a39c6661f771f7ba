//! Plots: quantities, reference curves, closed forms, limits, labels.

pub mod curves;
pub mod energy_stack;
pub mod forecast;
pub mod graphs;
pub mod limit_curves;
pub mod overlay;
pub mod plot_label;
pub mod plot_range;
pub mod speed_curve;

//! Plots: quantities, reference curves, closed forms, limits, labels.

pub(crate) mod curves;
pub(crate) mod energy_stack;
pub(crate) mod forecast;
pub(crate) mod graphs;
pub(crate) mod limit_curves;
pub(crate) mod overlay;
pub(crate) mod plot_label;
pub(crate) mod plot_range;
pub(crate) mod speed_curve;

//! Sliders for constraint friction limits: the single μ, and ρ and σ in m of rigid contacts.

use crate::app::edits::limits::{Limit, limits};
use crate::app::state::tuning::Set;
use crate::view::ui::parameters::tuning_panel::TuningPanel;
use bevy_egui::egui;

/// Shows the sliders of a rule with such laws, restricted to those that `wanted` accepts.
pub(in crate::view::ui) fn show(
    ui: &mut egui::Ui,
    panel: &mut TuningPanel,
    set: &Set,
    wanted: impl Fn(&Limit) -> bool,
) {
    for limit in limits(set, panel.shown.scales.body).filter(wanted) {
        if let Some(value) = panel.slide(ui, &limit.slider, limit.now, limit.file) {
            panel.tell(None);
            panel.make(limit.edit(value));
        }
    }
}

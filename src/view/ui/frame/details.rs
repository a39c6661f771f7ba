//! The right panel and its tabs.

use crate::app::state::change::Binding;
use crate::app::state::inspect::{Inspect, Tab};
use crate::app::state::layout::SIDES;
use crate::texts::tr;
use crate::view::ui::build::body_page::BodyPage;
use crate::view::ui::frame::canvas::Canvas;
use crate::view::ui::inspector::{self, panel::InspectorPanel};
use crate::view::ui::manipulate_panel::{self, HandsPanel};
use crate::view::ui::parameters::schedules;
use crate::view::ui::parameters::solver::{self, SolverPanel};
use crate::view::ui::parameters::tuning;
use crate::view::ui::parameters::tuning_panel::TuningPanel;
use crate::view::ui::widgets::{self, column, widths};
use bevy::ecs::error::Result;
use bevy::ecs::prelude::*;
use bevy_egui::egui;

/// Shows the selected tab.
pub(crate) fn show(
    mut canvas: Canvas,
    mut pages: ParamSet<(Binding<Inspect>, TuningPanel, HandsPanel, InspectorPanel, SolverPanel, BodyPage)>,
) -> Result {
    canvas.show("details", |ui| {
        let widths = widths(ui, 270.0, 560.0, SIDES[1]);
        egui::Panel::right("details").default_size(330.0).size_range(widths).show(ui, |ui| {
            let has_solver = solver::is_at_work(&pages.p4());
            let builds = pages.p5().is_offered();
            tabs(ui, &mut pages.p0(), has_solver, builds);
            if let Some(solver) = pages.p4().shown.state.solver
                && solver::tally(ui, &solver).clicked()
            {
                pages.p0().change(|inspect| inspect.tab = Tab::Solver);
            }
            ui.separator();
            column(ui, |ui| {
                let tab = pages.p0().tab;
                match tab {
                    Tab::Body if builds => pages.p5().show(ui),
                    Tab::Tune | Tab::Body => {
                        tuning::show(ui, &mut pages.p1());
                        if !tuning::is_played(&pages.p1()) {
                            manipulate_panel::show(ui, &mut pages.p2());
                            schedules::show(ui, &mut pages.p2());
                        }
                    }
                    Tab::Inspect => inspector::show(ui, &mut pages.p3()),
                    Tab::Solver => solver::show(ui, &mut pages.p4()),
                }
            });
        });
    })
}

/// Tabs of the right panel, above what scrolls.
fn tabs(ui: &mut egui::Ui, inspect: &mut Binding<Inspect>, has_solver: bool, builds: bool) {
    let shown = if inspect.tab == Tab::Body && !builds { Tab::Tune } else { inspect.tab };
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        for (tab, name, tip) in [
            (Tab::Body, tr("tab-body"), tr("tab-body-tip")),
            (Tab::Inspect, tr("tab-inspect"), tr("tab-inspect-tip")),
            (Tab::Tune, tr("tab-tune"), tr("tab-tune-tip")),
            (Tab::Solver, tr("tab-solver"), tr("tab-solver-tip")),
        ] {
            if tab == Tab::Solver && shown != tab && !has_solver || tab == Tab::Body && !builds {
                continue;
            }
            if widgets::tab(ui, shown == tab, name).on_hover_text(tip).clicked() {
                inspect.change(move |inspect| inspect.tab = tab);
            }
        }
    });
}

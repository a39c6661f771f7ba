//! Sliders for the five basic parameters; they change the running simulation through `QueueEdit`.

use crate::app::edits::step_size::{STEP_TIP, StepSize};
use crate::app::state::sliders::{Slider, idle};
use crate::app::state::tuning::{Set, edits, moved_along, steps};
use crate::laws::pair::choice::Friction;
use crate::step::edits::{Edit, FrictionParameter};
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::render::theme::size;
use crate::view::ui::parameters::limits;
use crate::view::ui::parameters::tuning_panel::TuningPanel;
use crate::view::ui::parameters::two_handles::{self, HandleEdit};
use crate::view::ui::widgets::section;
use crate::world::played::FIXED;
use bevy_egui::egui::{self, RichText};
use stickslip_lab::lessons::Control;

/// Shows the sliders.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut TuningPanel) {
    section(ui, tr("tune-friction"));
    if is_played(panel) {
        ui.label(RichText::new(FIXED).weak());
        return;
    }
    choose(ui, panel);
    let Some(set) = panel.tuning.sets.get(panel.tuning.chosen).cloned() else { return };
    let mut wanted: Vec<(FrictionParameter, f64)> = Vec::new();
    let mut along = None;
    let changed = (set.now.mu_s, set.now.mu_k) != (set.file.mu_s, set.file.mu_k);
    let has_one_mu = has_one_limit(&set.now);
    limits::show(ui, panel, &set, |_| true);
    match if has_one_mu { None } else { two_handles::show(ui, set.now.mu_k, set.now.mu_s, changed) } {
        Some(HandleEdit::Kinetic(value)) => wanted = vec![(FrictionParameter::MuK, value)],
        Some(HandleEdit::Static(value)) => wanted = vec![(FrictionParameter::MuS, value)],
        Some(HandleEdit::File) => {
            wanted = steps(&set.now, &set.now.with_mu([set.file.mu_s, set.file.mu_k]));
        }
        None => {}
    }
    let has_grain = has_grain(panel, &set);
    let is_shown = |which: &FrictionParameter| !(has_one_mu && which.is_mu() || which.is_across() && !has_grain);
    for which in FrictionParameter::all().filter(is_shown) {
        let (Some(now), Some(file)) = (which.read(&set.now), which.read(&set.file)) else {
            continue;
        };
        let idle = idle(which, &set.now);
        let shown = ui.add_enabled_ui(idle.is_none(), |ui| panel.slide(ui, &Slider::new(which), now, file));
        if let Some(why) = idle {
            shown.response.on_disabled_hover_text(why);
        }
        if let Some(value) = shown.inner {
            wanted = edits(&set.now, which, value);
            along = moved_along(&wanted);
        }
    }
    panel.set(set.rule, wanted);
    if along.is_some() {
        panel.tell(along);
    }
    crate::view::ui::parameters::laws::show(ui, panel);
    if set.now != set.file && ui.button(tr("tune-reset")).clicked() {
        as_in_file(panel, &set);
    }
    crate::view::ui::parameters::solver_choice::show(ui, panel);
    if let Some(opened) = &panel.session.opened
        && let Some(step) = StepSize::new(&panel.shown.state, opened.scene.dt, &panel.tuning.sets)
    {
        let text = RichText::new(step.text).weak();
        let colour = ui.visuals().warn_fg_color;
        ui.label(if step.advice.is_some() { text.color(colour) } else { text }).on_hover_text(tr(STEP_TIP));
        if let Some(advice) = step.advice {
            ui.label(RichText::new(advice).color(colour)).on_hover_text(tr(STEP_TIP));
        }
    }
}

/// True if a body of these pairs has a grain in the scene.
fn has_grain(panel: &TuningPanel, set: &Set) -> bool {
    let Some(scene) = panel.session.opened.as_ref().map(|opened| &opened.scene) else { return false };
    let mut grained = scene.bodies.iter().filter(|body| body.grain.is_some());
    match set.rule {
        None => grained.next().is_some(),
        Some(n) => scene.pairs.get(n).is_some_and(|rule| {
            grained.any(|grained| scene.bodies.iter().any(|other| rule.applies_to(grained, other)))
        }),
    }
}

/// True for an imported run, which has no parameters to be changed.
pub(in crate::view::ui) fn is_played(panel: &TuningPanel) -> bool {
    panel.session.opened.as_ref().is_some_and(|opened| opened.scene.played.is_some())
}

/// Constraint friction has a single μ, whose slider is among the limits.
fn has_one_limit(now: &Friction) -> bool {
    now.cones()[0] || now.laws.dae().is_some()
}

/// The few sliders that a lesson shows.
pub(crate) fn one(ui: &mut egui::Ui, panel: &mut TuningPanel, control: Control) {
    let Some(set) = panel.tuning.sets.first().cloned() else { return };
    if has_one_limit(&set.now) && control == Control::Mu {
        return limits::show(ui, panel, &set, |limit| limit.symbol() == "μ");
    }
    let wanted = match control {
        Control::Mu => {
            let changed = (set.now.mu_s, set.now.mu_k) != (set.file.mu_s, set.file.mu_k);
            match two_handles::show(ui, set.now.mu_k, set.now.mu_s, changed) {
                Some(HandleEdit::Kinetic(value)) => vec![(FrictionParameter::MuK, value)],
                Some(HandleEdit::Static(value)) => vec![(FrictionParameter::MuS, value)],
                Some(HandleEdit::File) => steps(&set.now, &set.now.with_mu([set.file.mu_s, set.file.mu_k])),
                None => Vec::new(),
            }
        }
        _ => {
            let (which, name) = if control == Control::Roll {
                (FrictionParameter::EtaR, tr("tune-roll"))
            } else {
                (FrictionParameter::EtaPsi, tr("tune-spin"))
            };
            let (Some(now), Some(file)) = (which.read(&set.now), which.read(&set.file)) else { return };
            let mut on = now > 0.0;
            let switched = ui.checkbox(&mut on, RichText::new(name).size(size::LARGE)).changed();
            let back = if file > 0.0 { file } else { 0.1 };
            match (switched, panel.slide(ui, &Slider::new(which), now, file)) {
                (true, _) => vec![(which, if on { back } else { 0.0 })],
                (_, Some(value)) => vec![(which, value)],
                _ => Vec::new(),
            }
        }
    };
    panel.set(set.rule, wanted);
}

fn choose(ui: &mut egui::Ui, panel: &mut TuningPanel) {
    if panel.tuning.sets.len() < 2 {
        return;
    }
    let (sets, mut chosen) = (&panel.tuning.sets, panel.tuning.chosen);
    let name = sets.get(chosen).map_or("", |set| set.name.as_str());
    let list = egui::ComboBox::from_id_salt("pairs").selected_text(name).show_ui(ui, |ui| {
        for (n, set) in sets.iter().enumerate() {
            ui.selectable_value(&mut chosen, n, &set.name);
        }
    });
    reader::named(list.response, tr("tune-pairs"));
    panel.tuning.bind(|tuning| &mut tuning.chosen, |shown| *shown = chosen);
}

fn as_in_file(panel: &mut TuningPanel, set: &Set) {
    panel.set(set.rule, steps(&set.now, &set.file));
    let laws = set.now.laws.each().into_iter().zip(set.file.laws.each());
    for (_, law) in laws.filter(|(now, file)| now != file) {
        panel.make(Edit::Law { rule: set.rule, law });
    }
}

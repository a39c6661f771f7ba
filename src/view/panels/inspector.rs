//! Live numbers: how near each component of each contact is to slipping, and how each body moves.

use super::{Desk, section};
use crate::laws::element::{Capped, Deflection, Mode, Spring};
use crate::record::state::{BodyState, ContactState, State};
use crate::view::draw_list::Role;
use crate::view::format::{number, quantity};
use crate::view::scale::moves;
use crate::view::theme::Theme;
use bevy_egui::egui::{self, Color32, RichText, Stroke, vec2};

/// So many contacts are listed at most.
const MOST: usize = 12;

/// Shows the numbers of the state on the screen.
pub fn show(ui: &mut egui::Ui, desk: &mut Desk) {
    section(ui, "Contacts");
    let state = &desk.shown.state;
    let selected = desk.layers.0.selected;
    let listed: Vec<&ContactState> = state
        .contacts
        .iter()
        .filter(|c| selected.is_none_or(|b| c.pair.key.i as usize == b || c.pair.key.j as usize == b))
        .collect();
    if listed.is_empty() {
        ui.label(RichText::new("nothing touches").weak());
    }
    for contact in listed.iter().take(MOST) {
        show_contact(ui, state, contact, &desk.theme);
    }
    if listed.len() > MOST {
        ui.label(RichText::new(format!("and {} more: select a body", listed.len() - MOST)).weak());
    }
    section(ui, "Bodies");
    let mut wanted = selected;
    let movers = state.bodies.iter().enumerate().filter(|(_, body)| moves(body));
    for (index, body) in movers.take(MOST) {
        if show_body(ui, body, selected == Some(index)) {
            wanted = if selected == Some(index) { None } else { Some(index) };
        }
    }
    desk.layers.0.selected = wanted;
}

fn name(state: &State, index: u32) -> &str {
    state.bodies.get(index as usize).map_or("?", |body| body.name.as_str())
}

fn show_contact(ui: &mut egui::Ui, state: &State, contact: &ContactState, theme: &Theme) {
    let key = contact.pair.key;
    let title = format!("{} – {}", name(state, key.i), name(state, key.j));
    let title = if key.feature > 0 { format!("{title} · {}", key.feature) } else { title };
    egui::CollapsingHeader::new(RichText::new(title).strong())
        .id_salt((key.i, key.j, key.feature))
        .default_open(key.feature == 0)
        .show(ui, |ui| {
            let derived = &contact.normal.derived;
            ui.label(format!(
                "N = {} · overlap {}",
                quantity(contact.normal.n, "N"),
                quantity(contact.touch.overlap, "m")
            ));
            let colour = theme.role(Role::Friction);
            component(ui, "slide", &contact.slide.0, &derived.slide, "N", "m", colour);
            let rolls = [(&contact.roll.i, &derived.roll_i, key.i), (&contact.roll.j, &derived.roll_j, key.j)];
            let moved = |body: u32| state.bodies.get(body as usize).is_some_and(moves);
            let both = moved(key.i) && moved(key.j);
            for (roll, spring, body) in rolls {
                if both {
                    ui.label(RichText::new(format!("of {}:", name(state, body))).small());
                }
                if moved(body) {
                    component(ui, "roll", roll, spring, "N·m", "rad", colour);
                }
            }
            component(ui, "spin", &contact.spin.0, &derived.spin, "N·m", "rad", colour);
        });
}

/// One capped spring: its mode, a bar of how much of the static threshold is used, its loads.
fn component<V: Deflection>(
    ui: &mut egui::Ui,
    name: &str,
    part: &Capped<V>,
    spring: &Spring,
    load: &str,
    history: &str,
    colour: Color32,
) {
    if spring.stiffness == 0.0 {
        // A law without a spring has no memory, and slips always.
        let text = match part.mode {
            Mode::Slip => format!("{name}: {}, a law without memory", quantity(part.damping.size(), load)),
            Mode::Stick => format!("{name}: off here"),
        };
        ui.label(RichText::new(text).weak());
        return;
    }
    let used = if spring.static_cap > 0.0 { part.history.size() / spring.static_cap } else { 0.0 };
    ui.horizontal(|ui| {
        ui.add_sized([40.0, 18.0], egui::Label::new(name));
        let (letter, word) = match part.mode {
            Mode::Stick => ("S", "stick"),
            Mode::Slip => ("K", "slip"),
        };
        ui.add_sized([52.0, 18.0], egui::Label::new(RichText::new(format!("{letter} {word}")).strong()))
            .on_hover_text(format!("for {} steps", part.mode_age));
        bar(ui, used, spring.kinetic_cap / spring.static_cap.max(f64::MIN_POSITIVE), part.mode, colour);
    });
    let elastic = quantity(part.elastic.size(), load);
    let damping = quantity(part.damping.size(), load);
    ui.label(RichText::new(format!("      elastic {elastic} · damping {damping}")).small());
    let (size, cap) = (number(part.history.size()), quantity(spring.static_cap, history));
    ui.label(RichText::new(format!("      deflection {size} of {cap}")).small());
}

/// A bar up to the static threshold with a tick at the kinetic one; solid in stick, hollow in slip.
fn bar(ui: &mut egui::Ui, used: f64, kinetic: f64, mode: Mode, colour: Color32) {
    let width = (ui.available_width() - 48.0).max(40.0);
    let (rect, _) = ui.allocate_exact_size(vec2(width, 12.0), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
    let end = rect.left() + rect.width() * used.clamp(0.0, 1.0) as f32;
    let filled = egui::Rect::from_min_max(rect.min, egui::pos2(end, rect.bottom()));
    match mode {
        Mode::Stick => {
            painter.rect_filled(filled, 2.0, colour);
        }
        Mode::Slip => {
            painter.rect_filled(filled, 2.0, colour.gamma_multiply(0.25));
            painter.rect_stroke(filled, 2.0, Stroke::new(1.5, colour), egui::StrokeKind::Inside);
        }
    }
    let tick = rect.left() + rect.width() * kinetic.clamp(0.0, 1.0) as f32;
    let ink = ui.visuals().text_color();
    painter.line_segment(
        [egui::pos2(tick, rect.top() - 1.0), egui::pos2(tick, rect.bottom() + 1.0)],
        Stroke::new(1.5, ink),
    );
    painter.rect_stroke(rect, 2.0, Stroke::new(1.0, ui.visuals().weak_text_color()), egui::StrokeKind::Inside);
    ui.label(format!("{:.0} %", 100.0 * used));
}

/// Shows a body; true if it was clicked.
fn show_body(ui: &mut egui::Ui, body: &BodyState, selected: bool) -> bool {
    let clicked = ui.selectable_label(selected, RichText::new(&body.name).strong()).clicked();
    let row = |ui: &mut egui::Ui, symbol: &str, v: &crate::laws::Vec3, unit: &str| {
        let parts = [v.x, v.y, v.z].map(number);
        ui.label(RichText::new(format!("  |{symbol}| = {}", quantity(v.norm(), unit))));
        ui.label(RichText::new(format!("      ({}, {}, {})", parts[0], parts[1], parts[2])).small());
    };
    row(ui, "v", &body.v, "m/s");
    row(ui, "ω", &body.w, "rad/s");
    clicked
}

//! Numbers of the displayed state: contacts, why each component sticks or slips, bodies, energies.

mod circle;
mod disks;
mod gauge;
mod limit;
mod micro;
mod overlap;
pub(crate) mod panel;
pub(super) mod rows;
mod take_away;

use super::widgets::section;
use crate::app::edits::describe::{mode_for, why};
use crate::app::state::inspect::PairLoads;
use crate::draw::overlay::draw_list::modes;
use crate::draw::overlay::items::Role;
use crate::draw::scale::{extent, moves};
use crate::draw::text::equations::equations;
use crate::draw::text::format::{self, counted_text, number, quantity};
use crate::laws::friction::element::Mode;
use crate::observe::quantity::{Component, FrameTurn, Group, Subject, component, groups};
use crate::observe::state::{BodyState, ContactView};
use crate::texts::{tr, tr_with};
use crate::view::render::theme::ThemeColours;
use crate::view::render::theme::size;
use crate::view::ui::inspector::panel::InspectorPanel;
use crate::view::ui::on_scene::mode_disc::mode_discs;
use crate::world::contact::ContactKey;
use bevy_egui::egui::{self, Color32, RichText, Stroke, vec2};

/// Longest list of contacts or bodies.
const MAX_LISTED: usize = 40;

/// Shows the inspector tab.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut InspectorPanel) {
    list(ui, panel);
    let state = &panel.shown.state;
    let of = |key: &ContactKey| state.contacts.iter().find(|contact| contact.pair.key == *key).cloned();
    let picked = panel.inspect.picked.or_else(|| first(panel));
    match picked.map(|key| (key, of(&key))) {
        Some((_, Some(contact))) => show_contact(ui, panel, &contact),
        Some((key, None)) => {
            let name = Subject::Contact(key).name(state);
            ui.label(RichText::new(tr_with("inspect-no-contact-now", [("name", name.into())])).weak());
        }
        None if panel.shown.contacts > state.contacts.len() => {
            let text = counted_text("inspect-click-body", panel.shown.contacts);
            ui.label(RichText::new(text).weak());
        }
        None => {
            ui.label(RichText::new(tr("inspect-no-contacts")).weak());
        }
    }
    bodies(ui, panel);
    scene(ui, panel);
}

/// The first contact, preferably of the selected body.
fn first(panel: &InspectorPanel) -> Option<ContactKey> {
    let selected = panel.layers.0.selected;
    let mut contacts = panel.shown.state.contacts.iter().map(|contact| contact.pair.key);
    contacts.find(|key| selected.is_none_or(|b| key.i as usize == b || key.j as usize == b))
}

/// Contacts to choose from: pinned ones first.
fn list(ui: &mut egui::Ui, panel: &mut InspectorPanel) {
    section(ui, tr("inspect-contacts"));
    let shown = &panel.shown;
    let keys = shown.state.contacts.iter().map(|contact| contact.pair.key);
    let pinned = panel.inspect.pinned.clone();
    let others: Vec<ContactKey> = keys.filter(|key| !pinned.contains(key)).collect();
    let count = others.len();
    let picked = panel.inspect.picked.or_else(|| first(panel));
    let mut wanted = None;
    let mut pin = None;
    egui::ScrollArea::vertical().id_salt("contacts").max_height(112.0).show(ui, |ui| {
        for key in pinned.iter().copied().chain(others.into_iter().take(MAX_LISTED)) {
            let is_pinned = pinned.contains(&key);
            ui.horizontal(|ui| {
                let tip = tr(if is_pinned { "inspect-unpin" } else { "inspect-pin" });
                if ui.selectable_label(is_pinned, "📌").on_hover_text(tip).clicked() {
                    pin = Some(key);
                }
                let contact = panel.shown.state.contacts.iter().find(|contact| contact.pair.key == key);
                let name = Subject::Contact(key).name(&panel.shown.state);
                mode_discs(ui, &contact.map_or_else(Vec::new, modes), &panel.theme);
                let text = match contact {
                    Some(contact) => format!("{name}  {}", quantity(contact.normal.n, "N")),
                    None => format!("{name}  {}", tr("inspect-apart")),
                };
                if ui.selectable_label(picked == Some(key), text).on_hover_text(tr("inspect-list-tip")).clicked() {
                    wanted = Some(key);
                }
            });
        }
        if count > MAX_LISTED {
            let text = tr_with("inspect-more", [("more", (count - MAX_LISTED).into())]);
            ui.label(RichText::new(text).weak());
        }
    });
    if let Some(key) = wanted {
        panel.inspect.change(move |inspect| inspect.picked = Some(key));
    }
    if let Some(key) = pin {
        panel.inspect.change(move |inspect| inspect.pin(key));
        panel.rows.history.change(move |history| history.follow(Subject::Contact(key)));
    }
}

/// Key of the name, component index and row group.
const COMPONENTS: [(&str, usize, Group); 4] = [
    ("inspect-slide", 0, Group::Slide),
    ("inspect-roll-i", 1, Group::RollI),
    ("inspect-roll-j", 2, Group::RollJ),
    ("inspect-spin", 3, Group::Spin),
];

fn show_contact(ui: &mut egui::Ui, panel: &mut InspectorPanel, contact: &ContactView) {
    let of = Subject::Contact(contact.pair.key);
    ui.horizontal(|ui| {
        ui.label(RichText::new(of.name(&panel.shown.state)).strong());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            rows::copy(ui, of, &panel.shown.state);
        });
    });
    take_away::show(ui, panel, contact);
    let dt = panel.clock.dt;
    let name = |index: u32| panel.shown.state.bodies.get(index as usize).map_or("?", |body| body.name.as_str());
    let names = [name(contact.pair.key.i).to_owned(), name(contact.pair.key.j).to_owned()];
    let loads = PairLoads::new(&panel.shown.state, contact);
    normal_force(ui, panel, contact, &loads);
    friction_force(ui, contact, &names, &loads);
    let (colour, of_pair) = (panel.theme.role(Role::Friction), circle::is_limit(contact, 1));
    for (word, k, _) in COMPONENTS {
        let part = component(contact, k);
        if circle::is_shown(panel, contact, k) {
            used(ui, (&title(word, &names, of_pair), k == 0), &part, dt, colour);
        }
    }
    gauge::show(ui, panel, contact);
    overlap::show(ui, panel, contact);
    disks::show(ui, panel, contact, &names);
    circle::show(ui, panel, contact);
    limit::show(ui, panel, contact);
    for (_, k, group) in COMPONENTS {
        if circle::is_shown(panel, contact, k) {
            let heading = why(k, component(contact, k).mode, &names, of_pair);
            // The heading changes with the mode; the open section stays open.
            let header = egui::CollapsingHeader::new(heading).id_salt(("why", k)).default_open(k == 0);
            header.show(ui, |ui| {
                // Our laws do not say why a contact of another engine sticks.
                let lines = if contact.played.is_none() { equations(contact, k, dt) } else { Vec::new() };
                for line in lines {
                    ui.label(RichText::new(line).size(size::SMALL));
                }
                let has_spring = !circle::is_constraint(contact, k);
                rows::show_known(ui, &mut panel.rows, of, group, has_spring);
            });
        }
    }
    folded(ui, tr("inspect-micro"), false, |ui| micro::show(ui, panel, contact));
    show_frame(ui, panel, contact);
    folded(ui, tr("inspect-paths"), false, |ui| rows::show(ui, &mut panel.rows, of, Group::Paths));
    folded(ui, tr("inspect-point"), false, |ui| rows::show(ui, &mut panel.rows, of, Group::Contact));
}

/// Normal force, with the gap of a rigid contact or the overlap of any other.
fn normal_force(ui: &mut egui::Ui, panel: &mut InspectorPanel, contact: &ContactView, loads: &PairLoads) {
    let told = contact.played.as_deref();
    if told.is_none() && contact.law.normal.is_rigid() {
        disks::gap(ui, panel, contact);
        disks::note_on_faces(ui, panel, contact);
        return;
    }
    let n = ("n", loads.normal.as_str().into());
    if told.is_some_and(|told| told.overlap.is_none()) {
        ui.label(tr_with("inspect-overlap-untold", [n]));
        return;
    }
    let bodies = [contact.pair.key.i, contact.pair.key.j].map(|k| panel.shown.state.bodies.get(k as usize));
    let reach = |body: &BodyState| body.x.norm() + extent(&body.shape).unwrap_or(0.0);
    let largest = bodies.into_iter().flatten().map(reach).fold(0.0, f64::max);
    let overlap = format::component(contact.touch.overlap, largest);
    ui.label(tr_with("inspect-overlap", [n, ("overlap", overlap.to_string().into())]));
}

/// Friction force on body j.
fn friction_force(ui: &mut egui::Ui, contact: &ContactView, names: &[String; 2], loads: &PairLoads) {
    let [i, j] = names.each_ref().map(|name| name.as_str().into());
    if contact.played.as_deref().is_some_and(|told| told.friction_on_j.is_none()) {
        ui.label(tr_with("inspect-friction-untold", [("j", j), ("i", i)]));
        return;
    }
    let f = contact.loads.friction_on_j;
    let parts = [f.x, f.y, f.z].map(number);
    let friction = tr_with("inspect-friction-on", [("j", j), ("i", i), ("force", loads.friction.as_str().into())]);
    let vector = format!("({}, {}, {}) N", parts[0], parts[1], parts[2]);
    ui.label(friction).on_hover_text(tr_with("inspect-world", [("vector", vector.into())]));
}

/// The contact frame, with a warning if it was rebuilt instead of transported with the bodies.
fn show_frame(ui: &mut egui::Ui, panel: &mut InspectorPanel, contact: &ContactView) {
    let of = Subject::Contact(contact.pair.key);
    let turn = of.at(&panel.shown.state).map(|at| FrameTurn::of(&at)).unwrap_or_default();
    if turn.excess() > 0.0 {
        let [u, n, spin] = [turn.u, turn.n, turn.spin].map(|angle| number(angle.to_degrees()));
        let text = tr_with("inspect-rebuilt", [("u", u.into()), ("n", n.into()), ("spin", spin.into())]);
        ui.label(RichText::new(text).color(ui.visuals().error_fg_color).strong());
    }
    folded(ui, tr("inspect-frame"), turn.excess() > 0.0, |ui| {
        if turn.excess() == 0.0 {
            let text = RichText::new(tr("inspect-transported")).size(size::SMALL);
            ui.label(text).on_hover_text(tr("inspect-transported-tip"));
        }
        if let Some(angle) = contact.angle_of_told_tangent() {
            let text = tr_with("inspect-told-tangent", [("angle", number(angle.to_degrees()).into())]);
            ui.label(RichText::new(text).size(size::SMALL)).on_hover_text(tr("inspect-told-tangent-tip"));
        }
        rows::show(ui, &mut panel.rows, of, Group::Frame);
    });
}

/// `roll of i` with the name of the body.
fn title(key: &'static str, names: &[String; 2], of_pair: bool) -> String {
    let [i, j] = names.each_ref().map(|name| name.as_str());
    match key {
        "inspect-roll-i" if of_pair => tr("inspect-roll").to_owned(),
        "inspect-roll-i" => tr_with(key, [("body", i.into())]),
        "inspect-roll-j" => tr_with(key, [("body", j.into())]),
        other => tr(other).to_owned(),
    }
}

fn folded(ui: &mut egui::Ui, heading: &str, open: bool, show: impl FnOnce(&mut egui::Ui)) {
    egui::CollapsingHeader::new(heading).default_open(open).show(ui, show);
}

/// Two rows per component: mode and its duration; utilization of the static threshold.
fn used(ui: &mut egui::Ui, (name, is_force): (&str, bool), part: &Component, dt: f64, colour: Color32) {
    ui.horizontal(|ui| {
        ui.add_sized([96.0, 18.0], egui::Label::new(name).truncate()).on_hover_text(name);
        let age = mode_for(part.mode, part.mode_age as f64 * dt);
        let age = egui::Label::new(RichText::new(age).strong()).truncate();
        ui.add(age).on_hover_text(counted_text("count-steps", part.mode_age as usize));
    });
    ui.horizontal(|ui| {
        let unit = if is_force { "N" } else { "N·m" };
        if part.spring.stiffness > 0.0 {
            bar(ui, part, colour);
        } else if part.limits[0] > 0.0 {
            // The limit of a component is shown below its disk.
            ui.label(quantity(part.load().norm(), unit));
        } else {
            // A law without a spring always slips.
            ui.label(tr_with("inspect-no-memory", [("load", quantity(part.damping.norm(), unit).into())]));
        }
    });
}

/// A bar up to the static threshold, tick at the kinetic one; solid in stick, hollow in slip.
fn bar(ui: &mut egui::Ui, part: &Component, colour: Color32) {
    let (used, [holds, brakes]) = (part.used(), part.limits);
    let kinetic = brakes / holds.max(f64::MIN_POSITIVE);
    let width = (ui.available_width() - 52.0).max(40.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 12.0), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
    let end = rect.left() + rect.width() * used.clamp(0.0, 1.0) as f32;
    let filled = egui::Rect::from_min_max(rect.min, egui::pos2(end, rect.bottom()));
    match part.mode {
        Mode::Stick => {
            painter.rect_filled(filled, 2.0, colour);
        }
        Mode::Slip | Mode::Open => {
            painter.rect_filled(filled, 2.0, colour.gamma_multiply(0.25));
            painter.rect_stroke(filled, 2.0, Stroke::new(1.5, colour), egui::StrokeKind::Inside);
        }
    }
    let tick = rect.left() + rect.width() * kinetic.clamp(0.0, 1.0) as f32;
    let ink = ui.visuals().text_color();
    let ends = [egui::pos2(tick, rect.top() - 1.0), egui::pos2(tick, rect.bottom() + 1.0)];
    painter.line_segment(ends, Stroke::new(1.5, ink));
    painter.rect_stroke(rect, 2.0, Stroke::new(1.0, ui.visuals().weak_text_color()), egui::StrokeKind::Inside);
    response.on_hover_text(tr("inspect-bar-tip"));
    ui.label(format!("{:.0} %", 100.0 * used));
}

fn bodies(ui: &mut egui::Ui, panel: &mut InspectorPanel) {
    section(ui, tr("inspect-bodies"));
    let selected = panel.layers.0.selected;
    let moving_bodies = panel.shown.state.bodies.iter().enumerate().filter(|(_, body)| moves(body));
    let moving_bodies: Vec<(usize, String, f64, f64)> = moving_bodies
        .map(|(index, body)| (index, body.name.clone(), body.v.norm(), body.w.norm()))
        .take(MAX_LISTED)
        .collect();
    for (index, name, v, w) in moving_bodies {
        let text = format!("{name}   v {}   ω {}", quantity(v, "m/s"), quantity(w, "rad/s"));
        if ui.selectable_label(selected == Some(index), text).clicked() {
            panel.layers.change(move |layers| layers.0.selected = Some(index).filter(|_| selected != Some(index)));
        }
        if selected == Some(index) {
            let of = Subject::Body(index);
            for group in groups(&of) {
                rows::show(ui, &mut panel.rows, of, group);
            }
            rows::copy(ui, of, &panel.shown.state);
        }
    }
}

fn scene(ui: &mut egui::Ui, panel: &mut InspectorPanel) {
    // The solver has its own panel.
    for group in groups(&Subject::World).into_iter().filter(|group| *group != Group::Solver) {
        if rows::is_known(&panel.shown.state, Subject::World, group) {
            let heading = if group == Group::Energy { "energies" } else { group.name() };
            let heading = tr_with(
                "inspect-of-scene",
                [("group", format!("{}{}", heading[..1].to_uppercase(), &heading[1..]).into())],
            );
            folded(ui, &heading, false, |ui| rows::show(ui, &mut panel.rows, Subject::World, group));
        }
    }
}

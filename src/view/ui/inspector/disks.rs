//! Load disks of a rigid contact: slide, roll and spin loads within their limits.

use crate::draw::overlay::items::Role;
use crate::draw::overlay::load_disks::{LoadDisk, points_of_face};
use crate::draw::text::format::quantity;
use crate::draw::text::words::mode_verb;
use crate::laws::Vec2;
use crate::laws::friction::element::Mode;
use crate::observe::quantity::{Quantity, Subject};
use crate::observe::state::ContactView;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::ThemeColours;
use crate::view::render::theme::size;
use crate::view::ui::inspector::panel::InspectorPanel;
use bevy_egui::egui::{self, Align2, Color32, FontId, Pos2, Rect, Sense, Stroke, pos2, vec2};

/// Space below a disk for load and limit, points.
const CAPTION: f32 = 32.0;

/// Shows a disk for each component that has a limit.
pub(super) fn show(ui: &mut egui::Ui, panel: &InspectorPanel, contact: &ContactView, names: &[String; 2]) {
    let disks = LoadDisk::all(contact);
    if contact.law.normal.is_rigid() && contact.reaction.is_none() && contact.played.is_none() {
        ui.label(egui::RichText::new(tr("inspect-no-load")).weak());
    }
    if disks.is_empty() {
        return;
    }
    let colour = panel.theme.role(Role::Friction);
    let gap = ui.spacing().item_spacing.x;
    let side = ((ui.available_width() - gap * 2.0) / 3.0).clamp(70.0, 132.0);
    ui.horizontal(|ui| {
        for disk in &disks {
            let (rect, response) = ui.allocate_exact_size(vec2(side, side + CAPTION), Sense::hover());
            let face = DiskFace { ui, rect: Rect::from_min_size(rect.min, vec2(side, side)), colour, disk };
            face.paint();
            face.caption(rect);
            let tip = disk.describe(names);
            reader::picture(&response, &tip);
            response.on_hover_text(tip);
        }
    });
}

/// Gap and lift of a rigid contact.
pub(super) fn gap(ui: &mut egui::Ui, panel: &InspectorPanel, contact: &ContactView) {
    let of = Subject::Contact(contact.pair.key);
    let value = |symbol| Quantity::find(of, symbol, "").map_or(f64::NAN, |quantity| quantity.value(&panel.shown.state));
    let lift = value("s Δt");
    let text = tr_with(
        "inspect-gap",
        [("n", quantity(contact.normal.n, "N").into()), ("gap", quantity(value("Φ"), "m").into())],
    );
    ui.label(text).on_hover_text(tr("inspect-gap-tip"));
    if lift.is_nan() {
        return;
    }
    let relaxed = panel
        .shown
        .state
        .solver
        .is_some_and(|solver| solver.cones.form == crate::laws::friction::limit::cones::ConeForm::Relaxed);
    let (text, tip) = if relaxed {
        ("inspect-lift", tr("inspect-relaxed-tip"))
    } else {
        ("inspect-lift-relaxed", tr("inspect-exact-tip"))
    };
    ui.label(tr_with(text, [("lift", quantity(lift, "m").into())]))
        .on_hover_text(format!("{}\n{tip}", tr("inspect-lift-tip")));
}

/// Notes where the loads of a single point are not unique.
pub(super) fn note_on_faces(ui: &mut egui::Ui, panel: &InspectorPanel, contact: &ContactView) {
    let points = points_of_face(&panel.shown.state.contacts, contact);
    if points < 3 {
        return;
    }
    let text = tr_with("inspect-face", [("points", points.into())]);
    ui.label(egui::RichText::new(text).weak().size(size::SMALL)).on_hover_text(tr("inspect-face-tip"));
}

/// Layout of one disk.
struct DiskFace<'a> {
    ui: &'a egui::Ui,
    rect: Rect,
    colour: Color32,
    disk: &'a LoadDisk,
}

impl DiskFace<'_> {
    fn paint(&self) {
        let painter = self.ui.painter_at(self.rect);
        let (middle, radius) = (self.rect.center(), 0.5 * self.rect.width() - 10.0);
        let (ink, weak) = (self.ui.visuals().text_color(), self.ui.visuals().weak_text_color());
        painter.rect_filled(self.rect, 4.0, self.ui.visuals().extreme_bg_color);
        let rim = if self.disk.mode == Mode::Open { Stroke::new(1.0, weak) } else { Stroke::new(1.5, ink) };
        if self.disk.is_bar() {
            let tick = vec2(0.0, 9.0);
            for end in [middle - vec2(radius, 0.0), middle + vec2(radius, 0.0)] {
                painter.line_segment([end - tick, end + tick], rim);
            }
            painter.line_segment([middle - vec2(radius, 0.0), middle + vec2(radius, 0.0)], Stroke::new(0.5, weak));
            painter.line_segment([middle - tick * 0.5, middle + tick * 0.5], Stroke::new(0.5, weak));
            self.letter(middle + vec2(radius - 5.0, -18.0), "n", weak);
        } else {
            for (aside, name) in [(vec2(1.0, 0.0), "u"), (vec2(0.0, -1.0), "w")] {
                painter.line_segment([middle - aside * radius, middle + aside * radius], Stroke::new(0.5, weak));
                // In the corner next to the end of its axis, outside the rim.
                self.letter(middle + aside * (radius + 3.0) + vec2(-aside.y, aside.x) * 0.45 * radius, name, weak);
            }
            match self.disk.rim() {
                Some(ellipse) => {
                    let at = |point: &Vec2| middle + vec2(point.x as f32, -point.y as f32) * radius;
                    painter.line(ellipse.iter().map(at).collect(), rim);
                }
                None => {
                    painter.circle_stroke(middle, radius, rim);
                }
            }
        }
        if self.disk.mode == Mode::Open {
            painter.text(
                middle,
                Align2::CENTER_CENTER,
                tr("inspect-disk-open"),
                FontId::proportional(size::CAPTION),
                weak,
            );
            return;
        }
        if let Some(motion) = self.disk.motion {
            let along = vec2(motion.x as f32, -motion.y as f32) * (0.8 * radius);
            painter.arrow(middle, along, Stroke::new(1.2, weak));
        }
        let tip = {
            let place = self.disk.place();
            // u points right and w up.
            middle + vec2(place.x as f32, -place.y as f32) * radius
        };
        painter.line_segment([middle, tip], Stroke::new(1.8, self.colour));
        if self.disk.mode == Mode::Stick {
            painter.circle_filled(tip, 5.0, self.colour);
        } else {
            painter.circle(tip, 4.5, self.ui.visuals().extreme_bg_color, Stroke::new(2.0, self.colour));
        }
    }

    fn letter(&self, at: Pos2, name: &str, colour: Color32) {
        self.ui.painter().text(at, Align2::CENTER_CENTER, name, FontId::proportional(size::CAPTION), colour);
    }

    /// Mode and utilization; below, the meaning of the rim.
    fn caption(&self, rect: Rect) {
        let disk = self.disk;
        let used = match disk.mode {
            Mode::Open => String::new(),
            mode => format!("  {}  {:.0} %", mode_verb(mode), 100.0 * disk.used()),
        };
        let ink = self.ui.visuals().text_color();
        let lines = [format!("{}{used}", disk.name), format!("{} = {}", disk.symbol, quantity(disk.limit, disk.unit))];
        // Three limits side by side leave little space.
        for (text, (up, size)) in lines.into_iter().zip([(15.0, 12.0), (0.0, 11.0)]) {
            let at = pos2(rect.center().x, rect.bottom() - up);
            self.ui.painter().text(at, Align2::CENTER_BOTTOM, text, FontId::proportional(size), ink);
        }
    }
}

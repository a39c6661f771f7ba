//! Magnified contact: the two material points that were in contact some steps ago (cross on body i, dot on body j, as
//! in figure 1 of FN20), and the contact point's paths over both surfaces since then, flattened into the (u, w)
//! plane. While the contact sticks, the spring's stretch separates cross and dot.

use crate::app::control::contact_paths::{ContactPaths, contact_paths};
use crate::app::state::sliders::rounded;
use crate::draw::overlay::items::Role;
use crate::draw::scale::round_below;
use crate::draw::text::format::{counted_text, metres, quantity};
use crate::laws::Vec2;
use crate::laws::friction::element::Mode;
use crate::observe::state::ContactView;
use crate::texts::{tr, tr_with};
use crate::view::render::theme::ThemeColours;
use crate::view::render::theme::size;
use crate::view::ui::inspector::panel::InspectorPanel;
use bevy_egui::egui::{self, Align2, Color32, FontId, Pos2, Rect, RichText, Sense, Stroke, vec2};

/// Shows the magnifier.
pub(super) fn show(ui: &mut egui::Ui, panel: &mut InspectorPanel, contact: &ContactView) {
    let slide = &contact.slide.0;
    let mut micro = panel.inspect.micro;
    if micro.auto {
        // In stick since the mode began: cross and dot coincided then, with an empty (or the slipped) spring.
        micro.steps = if slide.mode == Mode::Stick { slide.mode_age.clamp(1, 4000) } else { 20 };
    }
    let (history, state) = (&panel.rows.history, &panel.shown.state);
    let found = match contact_paths(history, contact, state, micro.steps, panel.backfill.why()) {
        Ok(found) => found,
        Err(why) => {
            ui.label(RichText::new(why).weak());
            return;
        }
    };
    let side = ui.available_width().min(300.0);
    let (rect, _) = ui.allocate_exact_size(vec2(side, 0.72 * side), Sense::hover());
    let apart = found.on_j[0] - found.on_i[0];
    let scene = scene_pixels(panel, contact);
    if micro.auto {
        let reach = apart.norm().max(slide.history.norm()).max(0.1 * contact.normal.derived.slide.static_cap);
        let wanted = 0.3 * f64::from(rect.height()) / reach.max(1e-15);
        micro.magnification = (wanted / scene).clamp(1.0, 1e7);
    }
    let picture = MicroPicture {
        rect,
        pixels: micro.magnification * scene,
        middle: 0.5 * (found.on_i[0] + found.on_j[0]),
        friction: panel.theme.role(Role::Friction),
        contact: panel.theme.role(Role::Contact),
        body: panel.theme.role(Role::Body),
    };
    picture.paint(ui, &found, &slide.history);
    let length = metres(rounded(apart.norm()));
    let steps = counted_text("count-steps", found.steps as usize);
    let spring = quantity(slide.history.norm(), "m");
    let text = tr_with(
        "inspect-micro-text",
        [("distance", length.into()), ("spring", spring.into()), ("steps", steps.into())],
    );
    ui.label(RichText::new(text).size(size::SMALL));
    ui.label(RichText::new(tr("inspect-micro-legend")).size(size::CAPTION).weak());
    ui.horizontal(|ui| {
        ui.checkbox(&mut micro.auto, tr("inspect-auto"));
        let slider =
            egui::Slider::new(&mut micro.magnification, 1.0..=1e7).logarithmic(true).custom_formatter(|x, _| {
                tr_with("inspect-times", [("times", crate::draw::text::format::number(x).into())])
            });
        if ui.add(slider).changed() {
            micro.auto = false;
        }
    });
    let steps = egui::Slider::new(&mut micro.steps, 1..=4000).logarithmic(true).text(tr("inspect-steps-back"));
    if ui.add(steps).changed() {
        micro.auto = false;
    }
    panel.inspect.bind(|inspect| &mut inspect.micro, |shown| *shown = micro);
}

/// Pixels per metre at the contact in the scene.
fn scene_pixels(panel: &InspectorPanel, contact: &ContactView) -> f64 {
    let zoom = f32::from(panel.rows.panels.percent) / 100.0;
    let height = panel.area.0.map_or(600.0, |rect| rect.height() / zoom);
    let area = Rect::from_min_size(Pos2::ZERO, vec2(height, height));
    let lens = crate::view::render::lens::Lens { orbit: &panel.orbit, area, units: &panel.units };
    f64::from(lens.pixels(&contact.touch.c, 1.0)).max(1.0)
}

/// Layout of the magnified contact.
struct MicroPicture {
    rect: Rect,
    /// Pixels per metre.
    pixels: f64,
    /// Centre of the view, m from the contact point.
    middle: Vec2,
    friction: Color32,
    contact: Color32,
    body: Color32,
}

impl MicroPicture {
    fn at(&self, p: &Vec2) -> Pos2 {
        let d = (p - self.middle) * self.pixels;
        let d = d * (1e4 / d.norm().max(1e4));
        self.rect.center() + vec2(d.x as f32, -d.y as f32)
    }

    fn paint(&self, ui: &egui::Ui, contact_paths: &ContactPaths, deflection: &Vec2) {
        let painter = ui.painter().with_clip_rect(self.rect.intersect(ui.clip_rect()));
        let (ink, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
        painter.rect_filled(self.rect, 4.0, ui.visuals().extreme_bg_color);
        let draw_path = |points: &[Vec2], stroke: Stroke, dashed: bool| {
            let line: Vec<Pos2> = points.iter().map(|p| self.at(p)).collect();
            if dashed {
                painter.extend(egui::Shape::dashed_line(&line, stroke, 6.0, 4.0));
            } else {
                painter.line(line, stroke);
            }
        };
        draw_path(&contact_paths.on_i, Stroke::new(1.6, self.contact), false);
        draw_path(&contact_paths.on_j, Stroke::new(1.6, self.body), true);
        let (cross, dot, c) =
            (self.at(&contact_paths.on_i[0]), self.at(&contact_paths.on_j[0]), self.at(&Vec2::zeros()));
        // The spring pulls the point of j back toward that of i.
        let tip = self.at(&(contact_paths.on_j[0] - deflection));
        painter.line_segment([dot, tip], Stroke::new(2.2, self.friction));
        for arm in [vec2(6.0, 6.0), vec2(6.0, -6.0)] {
            painter.line_segment([cross - arm, cross + arm], Stroke::new(2.2, ink));
        }
        painter.circle_filled(dot, 4.5, ink);
        painter.circle_stroke(c, 6.0, Stroke::new(1.2, weak));
        painter.text(c + vec2(8.0, 0.0), Align2::LEFT_CENTER, "C", FontId::proportional(size::CAPTION), weak);
        self.axes_and_bar(&painter, ink, weak);
    }

    fn axes_and_bar(&self, painter: &egui::Painter, ink: Color32, weak: Color32) {
        let corner = self.rect.left_top() + vec2(12.0, 30.0);
        for (along, name) in [(vec2(18.0, 0.0), "u"), (vec2(0.0, -18.0), "w")] {
            painter.arrow(corner, along, Stroke::new(1.2, weak));
            painter.text(corner + along * 1.35, Align2::CENTER_CENTER, name, FontId::proportional(size::CAPTION), weak);
        }
        let length = round_below(0.35 * f64::from(self.rect.width()) / self.pixels);
        let pixels = (length * self.pixels) as f32;
        let end = self.rect.right_bottom() - vec2(10.0, 8.0);
        painter.line_segment([end - vec2(pixels, 0.0), end], Stroke::new(2.5, ink));
        let font = FontId::proportional(size::CAPTION);
        painter.text(end - vec2(0.5 * pixels, 4.0), Align2::CENTER_BOTTOM, metres(length), font, ink);
    }
}

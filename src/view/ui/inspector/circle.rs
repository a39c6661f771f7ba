//! Friction circles: S, and Θ of each body, in the (u, w) plane inside their thresholds, with trails; a dial for Ψ.

use crate::app::timeline::history::History;
use crate::draw::overlay::items::Role;
use crate::draw::overlay::limit_curve;
use crate::draw::scale::moves;
use crate::draw::text::format::quantity;
use crate::draw::text::words::mode_verb;
use crate::laws::Vec2;
use crate::laws::friction::element::Mode;
use crate::observe::quantity::{Component, Quantity, Subject, component};
use crate::observe::state::ContactView;
use crate::texts::{tr, tr_with};
use crate::view::render::theme::ThemeColours;
use crate::view::render::theme::size;
use crate::view::ui::inspector::panel::InspectorPanel;
use bevy_egui::egui::{self, Align2, Color32, FontId, Pos2, Rect, RichText, Sense, Stroke, pos2, vec2};

/// Number of past samples in a trail.
const TRAIL: usize = 400;

/// Shows a circle for each active component.
pub(super) fn show(ui: &mut egui::Ui, panel: &InspectorPanel, contact: &ContactView) {
    let of = Subject::Contact(contact.pair.key);
    let colour = panel.theme.role(Role::Friction);
    let planes = match contact.played {
        None => [("S", 0, "m"), ("Θ_i", 1, "rad"), ("Θ_j", 2, "rad"), ("Ψ", 3, "rad")],
        // The deflection of another engine is not known; its loads are.
        Some(_) => [("F", 0, "N"), ("T_i", 1, "N·m"), ("T_j", 2, "N·m"), ("T", 3, "N·m")],
    };
    let on: Vec<_> = planes
        .into_iter()
        .filter(|(_, k, _)| is_shown(panel, contact, *k) && component(contact, *k).spring.static_cap > 0.0)
        .collect();
    if on.is_empty() {
        return;
    }
    let gap = ui.spacing().item_spacing.x;
    let side = ((ui.available_width() - gap * on.len() as f32) / on.len() as f32).clamp(70.0, 132.0);
    ui.horizontal(|ui| {
        for (symbol, k, unit) in on {
            let part = component(contact, k);
            let (rect, response) = ui.allocate_exact_size(vec2(side, side + 16.0), Sense::hover());
            let rims = limit_curve::deflections(contact).filter(|_| k == 0);
            let pyramid = (k == 0).then(|| pyramid(panel, contact, part.spring.static_cap)).flatten();
            let is_pyramid = pyramid.is_some();
            let at = Rect::from_min_size(rect.min, vec2(side, side));
            let face = Face { ui, rect: at, colour, part: &part, rims, pyramid };
            if k == 3 {
                face.dial();
            } else {
                let until = panel.shown.state.step;
                face.circle(&trail(&panel.rows.history, of, symbol, until));
            }
            face.caption(symbol, rect);
            let length = |value: f64| quantity(value, unit).into();
            let spring = format!("{symbol}: {}", quantity(part.history.norm(), unit)).into();
            let [fixed, kinetic] = [part.spring.static_cap, part.spring.kinetic_cap].map(length);
            let tip = tr_with("inspect-circle-tip", [("spring", spring), ("static", fixed), ("kinetic", kinetic)]);
            let tip = if is_pyramid { format!("{tip}. {}", tr("inspect-circle-pyramid")) } else { tip };
            response.on_hover_text(tip);
        }
    });
    if panel.audit.shares_friction() {
        let text = RichText::new(tr("inspect-shared")).size(size::SMALL).color(ui.visuals().warn_fg_color);
        ui.label(text).on_hover_text(tr("inspect-shared-tip"));
    }
}

/// The pyramid that bounds friction in place of the circle, by the audit of an imported run; see [`limit_curve::pyramid`].
fn pyramid(panel: &InspectorPanel, contact: &ContactView, limit: f64) -> Option<Vec<Vec2>> {
    let name = |body: u32| panel.shown.state.bodies.get(body as usize).map(|body| body.name.as_str());
    let names = [name(contact.pair.key.i)?, name(contact.pair.key.j)?];
    if panel.audit.is_pyramid(names) { limit_curve::pyramid(contact, limit) } else { None }
}

/// The deflections up to this step, oldest first.
fn trail(history: &History, of: Subject, symbol: &str, until: u64) -> Vec<[f64; 2]> {
    let find = |part| Quantity::find(of, symbol, part);
    let (Some(u), Some(w)) = (find("u"), find("w")) else { return Vec::new() };
    let both = history.samples(&u).zip(history.samples(&w)).take_while(|(u, _)| u.step <= until);
    let points: Vec<[f64; 2]> = both.map(|(u, w)| [u.first, w.first]).collect();
    // Only since the contact began: samples of an earlier contact do not belong to its trail.
    let since = points.rsplit(|p| !p.iter().all(|x| x.is_finite())).next().unwrap_or_default();
    since[since.len().saturating_sub(TRAIL)..].to_vec()
}

/// Layout of one component's circle.
struct Face<'a> {
    ui: &'a egui::Ui,
    rect: Rect,
    colour: Color32,
    part: &'a Component,
    /// The static and the kinetic limit of a component whose friction differs along and across a grain.
    rims: Option<[Vec<Vec2>; 2]>,
    /// The pyramid that bounds friction inside the circle.
    pyramid: Option<Vec<Vec2>>,
}

impl Face<'_> {
    /// Pixels per unit of deflection: the static threshold nearly reaches the edge, unless the deflection is larger.
    fn scale(&self) -> f32 {
        let rim = self.rims.iter().flat_map(|rims| &rims[0]).map(|point| point.norm()).fold(0.0, f64::max);
        let reach = self.part.spring.static_cap.max(self.part.history.norm()).max(rim);
        (0.5 * f64::from(self.rect.width() - 14.0) / reach) as f32
    }

    fn circle(&self, trail: &[[f64; 2]]) {
        // Under a decreasing normal load the trail extends far out.
        let painter = self.ui.painter_at(self.rect);
        let (middle, scale) = (self.rect.center(), self.scale());
        let (ink, weak) = (self.ui.visuals().text_color(), self.ui.visuals().weak_text_color());
        painter.rect_filled(self.rect, 4.0, self.ui.visuals().extreme_bg_color);
        let at = |p: &[f64; 2]| middle + vec2(p[0] as f32, -p[1] as f32) * scale;
        for (aside, name) in [(vec2(1.0, 0.0), "u"), (vec2(0.0, -1.0), "w")] {
            let end = aside * (0.5 * self.rect.width() - 3.0);
            painter.line_segment([middle - end, middle + end], Stroke::new(0.5, weak));
            // Outside the circle, in the corner next to the end of its axis.
            let place = middle + end - aside * 3.0 + vec2(-aside.y, aside.x) * 22.0;
            painter.text(place, Align2::CENTER_CENTER, name, FontId::proportional(size::CAPTION), weak);
        }
        let (outer, inner) = (self.part.spring.static_cap as f32 * scale, self.part.spring.kinetic_cap as f32 * scale);
        let curve = |rim: &Vec<Vec2>| rim.iter().map(|point| at(&[point.x, point.y])).collect::<Vec<Pos2>>();
        let circle = |radius: f32| (0..=72).map(|k| on_circle(middle, radius, k as f32 / 72.0)).collect();
        let dashed: Vec<Pos2> = match &self.rims {
            Some([fixed, kinetic]) => {
                painter.line(curve(fixed), Stroke::new(1.5, ink));
                curve(kinetic)
            }
            None => {
                painter.circle_stroke(middle, outer, Stroke::new(1.5, ink));
                circle(inner)
            }
        };
        painter.extend(egui::Shape::dashed_line(&dashed, Stroke::new(1.2, ink), 4.0, 4.0));
        if let Some(square) = &self.pyramid {
            painter.line(curve(square), Stroke::new(1.5, ink));
            let corner = self.rect.left_bottom() + vec2(4.0, -2.0);
            painter.text(corner, Align2::LEFT_BOTTOM, tr("inspect-pyramid"), FontId::proportional(size::CAPTION), weak);
        }
        let count = trail.len();
        for (k, pair) in trail.windows(2).enumerate() {
            let fade = 0.1 + 0.7 * k as f32 / count as f32;
            let stroke = Stroke::new(1.6, self.colour.gamma_multiply(fade));
            painter.line_segment([at(&pair[0]), at(&pair[1])], stroke);
        }
        let tip = at(&[self.part.history.x, self.part.history.y]);
        painter.line_segment([middle, tip], Stroke::new(1.8, self.colour));
        self.mark(tip);
    }

    /// Filled in stick, hollow in slip.
    fn mark(&self, at: Pos2) {
        match self.part.mode {
            Mode::Stick => self.ui.painter().circle_filled(at, 5.0, self.colour),
            Mode::Slip | Mode::Open => {
                let ground = self.ui.visuals().extreme_bg_color;
                self.ui.painter().circle(at, 4.5, ground, Stroke::new(2.0, self.colour))
            }
        };
    }

    /// Ψ as the angle of a dial hand: the static thresholds are at ±120°, counter-clockwise positive.
    fn dial(&self) {
        let (painter, middle) = (self.ui.painter(), self.rect.center());
        let (ink, weak) = (self.ui.visuals().text_color(), self.ui.visuals().weak_text_color());
        painter.rect_filled(self.rect, 4.0, self.ui.visuals().extreme_bg_color);
        let radius = 0.5 * self.rect.width() - 12.0;
        let spring = &self.part.spring;
        // Fractions of a turn from the top, clockwise.
        let turn = |psi: f64| (-(psi / spring.static_cap).clamp(-1.45, 1.45) / 3.0) as f32 - 0.25;
        let point = |share: f32, r: f32| on_circle(middle, r, share);
        let range: Vec<Pos2> =
            (-24..=24).map(|k| point(turn(spring.static_cap * f64::from(k) / 24.0), radius)).collect();
        painter.line(range, Stroke::new(1.2, weak));
        for (cap, length, dashed) in [(spring.static_cap, 9.0, false), (spring.kinetic_cap, 7.0, true)] {
            for sign in [-1.0, 1.0] {
                let share = turn(sign * cap);
                let ends = [point(share, radius - length), point(share, radius + 4.0)];
                if dashed {
                    painter.extend(egui::Shape::dashed_line(&ends, Stroke::new(1.5, ink), 3.0, 2.0));
                } else {
                    painter.line_segment(ends, Stroke::new(2.0, ink));
                }
            }
        }
        painter.line_segment([point(-0.25, radius - 5.0), point(-0.25, radius)], Stroke::new(1.0, weak));
        let tip = point(turn(self.part.history.x), radius - 2.0);
        painter.line_segment([middle, tip], Stroke::new(1.8, self.colour));
        self.mark(tip);
    }

    fn caption(&self, symbol: &str, rect: Rect) {
        let verb = mode_verb(self.part.mode);
        let text = format!("{symbol}  {verb}  {:.0} %", 100.0 * self.part.used());
        let at = pos2(rect.center().x, rect.bottom());
        let ink = self.ui.visuals().text_color();
        self.ui.painter().text(at, Align2::CENTER_BOTTOM, text, FontId::proportional(size::CAPTION), ink);
    }
}

/// A point on a circle, by its fraction of a turn from the right, clockwise on the screen.
fn on_circle(middle: Pos2, radius: f32, share: f32) -> Pos2 {
    let angle = std::f32::consts::TAU * share;
    middle + vec2(angle.cos(), angle.sin()) * radius
}

/// Whether a component is shown: roll only for moving bodies, and once per rigid contact (it belongs to the pair).
pub(super) fn is_shown(panel: &InspectorPanel, contact: &ContactView, k: usize) -> bool {
    let key = contact.pair.key;
    if is_limit(contact, k) || k != 0 && is_constraint(contact, k) {
        return k != 2 && component(contact, k).is_on();
    }
    let moved = |body: u32| panel.shown.state.bodies.get(body as usize).is_some_and(moves);
    let part = component(contact, k);
    (part.is_on() || part.mode == Mode::Slip) && (k != 1 || moved(key.i)) && (k != 2 || moved(key.j))
}

/// Whether a solver finds the load of component k, which then has no spring.
pub(super) fn is_constraint(contact: &ContactView, k: usize) -> bool {
    let laws = &contact.law.friction.laws;
    is_limit(contact, k) || if k == 0 { laws.dae().is_some() } else { laws.coupled()[[0, 1, 1, 2][k]] }
}

/// Whether component k is a limit of a rigid contact, whose roll torques on both bodies are equal and opposite.
pub(super) fn is_limit(contact: &ContactView, k: usize) -> bool {
    contact.law.normal.is_rigid() && contact.law.friction.cones()[[0, 1, 1, 2][k]]
}

//! The inset with the forces on a body of the lesson.

use crate::app::lessons::body_loads::{BodyLoads, FreeBody};
use crate::draw::overlay::items::Role;
use crate::draw::text::format::quantity;
use crate::texts::{tr, tr_with};
use crate::view::render::lens::Lens;
use crate::view::render::theme::{Theme, ThemeColours, size};
use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{self, Align2, Color32, FontId, Stroke, vec2};

/// Line height of the inset, points.
const LINE: f32 = 19.0;
/// Heights of the inset's title, points: with arrows, the minimum with arrows, the title alone.
const FIGURE: [f32; 3] = [200.0, 84.0, 26.0];
/// Width of the inset, points.
const WIDTH: f32 = 250.0;
/// Width of the scene below which an inset with arrows would hide the scene's middle, points.
const MIN_WIDTH: f32 = 640.0;

/// Height of the inset that shows the friction bar alone, points; the values are shown while they cover at most this
/// share of the scene.
const BAR: f32 = 46.0;
const MAX_SHARE: f32 = 0.2;
/// Height above the inset that is left to the legend, points: three rows.
const LEGEND: f32 = 92.0;
/// Number of values for which the figure leaves room, so that it keeps its size when friction or a pull appears.
const VALUES: usize = 3;

/// Rectangle of the inset in the lower right corner of the scene: figure and values, the values alone if space is short,
/// or the friction bar alone if they would cover too much of the scene.
pub(crate) fn plate(loads: &BodyLoads, area: egui::Rect) -> egui::Rect {
    let size = plate_size(loads.acting.len() + loads.torques.len(), area.size());
    egui::Rect::from_min_size(area.right_bottom() - size - vec2(12.0, 12.0), size)
}

/// Size of the inset with this number of values in a scene of this size.
fn plate_size(values: usize, scene: egui::Vec2) -> egui::Vec2 {
    let below = |values: usize| 66.0 + LINE * values as f32;
    let [most, least, title_alone] = FIGURE;
    let room = scene.y - 24.0 - LEGEND - below(values.max(VALUES));
    let figure = if scene.x < MIN_WIDTH || room < least { title_alone } else { room.min(most) };
    let all = vec2(WIDTH, title_alone + below(values));
    if all.x * all.y > MAX_SHARE * scene.x * scene.y {
        return vec2(WIDTH, BAR);
    }
    all + vec2(0.0, figure - title_alone)
}

/// Paints the forces on the lesson's body in a corner of the scene; omits the arrows if space is short.
pub(crate) fn forces(ctx: &egui::Context, loads: &BodyLoads, lens: &Lens, theme: &Theme) {
    let layer = egui::LayerId::new(egui::Order::Background, "forces".into());
    let painter = ctx.layer_painter(layer).with_clip_rect(lens.area);
    let BodyLoads { title, are_known, free: forces, acting, torques, longest } = loads;
    let of = |role: Role| [theme.role(role), theme.text(role)];
    let rect = plate(loads, lens.area);
    if rect.height() <= BAR {
        painter.rect_filled(rect, 6.0, theme.plate());
        return used(&painter, rect.left_top() + vec2(10.0, 8.0), forces, theme);
    }
    let figure = rect.height() - 66.0 - LINE * (acting.len() + torques.len()) as f32;
    painter.rect(rect, 6.0, theme.plate(), Stroke::new(1.0, theme.ink().gamma_multiply(0.4)), egui::StrokeKind::Inside);
    let mut job = LayoutJob::simple_singleline(title.clone(), FontId::proportional(size::LARGE), theme.ink());
    job.wrap = TextWrapping::truncate_at_width(rect.width() - 20.0);
    painter.galley(rect.left_top() + vec2(10.0, 6.0), painter.layout_job(job), theme.ink());
    if *longest <= 0.0 {
        return;
    }
    let pose = lens.orbit.pose();
    // Between the names and the values, with room for the names of the arrows below the title.
    let centre = rect.left_top() + vec2(0.6 * WIDTH, 20.0 + 0.5 * figure);
    let reach = (0.33 * figure).min(0.5 * figure - 25.0);
    let mut at = rect.left_top() + vec2(10.0, 6.0 + figure);
    let drawn = figure > FIGURE[2];
    if drawn {
        painter.circle_filled(centre, 4.0, theme.ink());
    }
    for (name, force, role) in acting {
        let [colour, ink] = role.map_or([theme.ink(); 2], of);
        let f = crate::draw::space::units::direction(&(force / *longest));
        let arrow = vec2(f.dot(pose.right), -f.dot(pose.up)) * reach;
        if drawn {
            labelled(&painter, [centre, centre + arrow], name, [colour, ink]);
        }
        line(&painter, &mut at, name, &quantity(force.norm(), "N"), ink);
    }
    let [colour, ink] = of(Role::Friction);
    for (name, torque) in torques {
        if drawn {
            let axes = [&pose.right, &pose.up];
            turn(&painter, centre, 0.2 * figure, axes, &crate::draw::space::units::direction(torque), colour);
        }
        line(&painter, &mut at, name, &quantity(torque.norm(), "N·m"), ink);
    }
    let (name, value) = match are_known {
        true => (tr("lesson-net-force"), net_force(forces, *longest)),
        false => (tr("lesson-contact-forces"), tr("lesson-from-step-1").to_owned()),
    };
    line(&painter, &mut at, name, &value, theme.ink());
    used(&painter, at + vec2(0.0, 4.0), forces, theme);
}

/// The net force; zero at the level of rounding and settling springs.
fn net_force(forces: &FreeBody, longest: f64) -> String {
    let sum = forces.sum().norm();
    if sum < 1e-4 * longest { "0 N".to_owned() } else { quantity(sum, "N") }
}

/// Paints an arrow with its name beyond the tip; a short arrow gets no name.
fn labelled(painter: &egui::Painter, [from, tip]: [egui::Pos2; 2], name: &str, [colour, ink]: [Color32; 2]) {
    let arrow = tip - from;
    painter.arrow(from, arrow, Stroke::new(2.5, colour));
    if arrow.length() > 14.0 {
        let text = painter.layout_no_wrap(name.to_owned(), FontId::proportional(size::SMALL), ink);
        let (along, half) = (arrow.normalized(), text.size() * 0.5);
        let off = 4.0 + (half.x * along.x.abs()).max(half.y * along.y.abs());
        painter.galley(tip + along * off - half, text, ink);
    }
}

/// A curved arrow around the axis of a torque, three quarters of a turn, as the camera sees it.
fn turn(
    painter: &egui::Painter,
    centre: egui::Pos2,
    radius: f32,
    [right, up]: [&bevy::math::Vec3; 2],
    torque: &bevy::math::Vec3,
    colour: Color32,
) {
    let (along, across) = torque.normalize_or_zero().any_orthonormal_pair();
    let at = |angle: f32| {
        let point = (along * angle.cos() + across * angle.sin()) * radius;
        centre + vec2(point.dot(*right), -point.dot(*up))
    };
    let points: Vec<egui::Pos2> = (0..=24).map(|k| at(k as f32 * 0.196)).collect();
    let (tip, before) = (points[24], points[22]);
    painter.add(egui::Shape::line(points, Stroke::new(2.0, colour)));
    let back = (before - tip).normalized() * 9.0;
    let side = vec2(-back.y, back.x) * 0.45;
    painter.add(egui::Shape::convex_polygon(
        vec![tip - back * 0.4, tip + back + side, tip + back - side],
        colour,
        Stroke::NONE,
    ));
}

/// Fraction of the largest stick friction in use: a bar with a tick at the slip value.
fn used(painter: &egui::Painter, at: egui::Pos2, forces: &FreeBody, theme: &Theme) {
    let [holds, brakes] = forces.limits;
    if holds <= 0.0 {
        return;
    }
    let share = forces.used / holds;
    let bar = egui::Rect::from_min_size(at, vec2(228.0, 10.0));
    let colour = theme.role(Role::Friction);
    let filled = egui::Rect::from_min_size(bar.min, vec2(228.0 * share.clamp(0.0, 1.0) as f32, 10.0));
    painter.rect_filled(filled, 2.0, colour);
    painter.rect_stroke(bar, 2.0, Stroke::new(1.0, theme.ink()), egui::StrokeKind::Inside);
    let limit = if brakes < holds {
        let tick = bar.left() + 228.0 * (brakes / holds).clamp(0.0, 1.0) as f32;
        painter.vline(tick, bar.top() - 3.0..=bar.bottom() + 3.0, Stroke::new(1.5, theme.ink()));
        "lesson-limit-split"
    } else {
        "lesson-limit"
    };
    let text = tr_with(limit, [("share", format!("{:.0}", 100.0 * share).into())]);
    painter.text(
        bar.left_bottom() + vec2(0.0, 3.0),
        Align2::LEFT_TOP,
        text,
        FontId::proportional(size::SMALL),
        theme.ink(),
    );
}

fn line(painter: &egui::Painter, at: &mut egui::Pos2, name: &str, value: &str, colour: Color32) {
    let font = FontId::proportional(size::BODY);
    painter.text(*at, Align2::LEFT_TOP, name, font.clone(), colour);
    painter.text(*at + vec2(228.0, 0.0), Align2::RIGHT_TOP, value, font, colour);
    at.y += LINE;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Panels magnified by 40 %: in a window of 1280 by 720 the values would hide half of a brick in the middle of the
    /// scene, in one of 1440 by 900 they stay beside it.
    #[test]
    fn the_inset_leaves_a_magnified_scene_its_middle() {
        assert_eq!(plate_size(2, vec2(525.0, 257.0)).y, BAR);
        assert!(plate_size(4, vec2(616.0, 371.0)).y > BAR);
    }

    /// In a window of 1280 by 720 the inset has its arrows before the first step, and keeps them when friction appears.
    #[test]
    fn the_arrows_stay_when_a_value_is_added() {
        let figure = |values: usize| plate_size(values, vec2(838.0, 343.0)).y - 66.0 - LINE * values as f32;
        assert!(figure(2) >= FIGURE[1] && figure(3) == figure(2), "{} {}", figure(2), figure(3));
    }
}

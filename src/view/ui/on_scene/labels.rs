//! Symbols and values near bodies and contacts, painted by egui (its fonts have Greek) at projected points.

use crate::app::timeline::display_state::DisplayState;
use crate::draw::overlay::items::{Block, Mark, ModeBadge, Role, TipValue};
use crate::draw::space::plane_lines;
use crate::draw::text::format::{clock, plain_clock};
use crate::draw::text::label_place::{PixelBox, arrow_boxes, beside, corner_place};
use crate::draw::text::legend::LegendRow;
use crate::observe::many_body::is_many_body;
use crate::view::render::lens::Lens;
use crate::view::render::theme::{Theme, ThemeColours, semibold, size};
use crate::view::ui::on_scene::body_names;
use crate::view::ui::on_scene::legend::{self, PaintedLegend};
use crate::view::ui::on_scene::mode_disc::mode_disc;
use bevy_egui::egui::{self, Align2, Color32, FontId, Painter, Pos2, pos2, vec2};

/// Font sizes used besides those of the theme, points.
const SIZES: [f32; 10] = [8.0, 9.5, 11.0, 12.0, 13.0, 14.0, 14.5, 15.0, 16.0, 20.0];
/// Non-ASCII characters used in labels.
const SPECIAL: &str = "·–−×÷¼′±°√Σ∞→←⇄≤≥≠≈|‖…▶⏸⟲⏮⏭⏺⋯▾▸●○📌✖⚠☰⮫⁻⁰¹²³⁴⁵⁶⁷⁸⁹₀₁αβγδεζηθκλμµνξπρστφψωΔΘΨ½\
    ÄÖÜäöüßÀÂÇÉÈÊÎÔàâçèéêëîïôùûœ’„“”«»\u{a0}✔Φ₂";

/// Fonts whose glyphs are rasterized in one frame.
const FONTS_PER_FRAME: usize = 3;

/// Rasterizes glyphs ahead of time: a new glyph appears some frames late, leaving a number without a digit or its
/// minus. Glyphs are aligned to whole pixels (see `Theme::apply`), so one rasterization each is enough. All at once would
/// hold up the first picture of a page by half a second: those of `done` fonts are there, and each frame adds some.
pub(crate) fn ready(ctx: &egui::Context, done: &mut usize) {
    let letters: String = (' '..='~').chain(SPECIAL.chars()).collect();
    let fonts: Vec<FontId> = ctx.global_style().text_styles.values().cloned().collect();
    let sizes = size::ALL.into_iter().chain(SIZES).map(FontId::proportional);
    let titles = size::ALL.map(|size| FontId::new(size, semibold()));
    let all: Vec<FontId> = fonts.into_iter().chain(sizes).chain(titles).collect();
    *done = (*done + FONTS_PER_FRAME).min(all.len());
    if *done < all.len() {
        ctx.request_repaint();
    }
    ctx.fonts_mut(|drawn| {
        for font in all.into_iter().take(*done) {
            drawn.layout_no_wrap(letters.clone(), font, Color32::WHITE);
        }
    });
}

/// What else is over the scene.
pub(crate) struct OverScene<'a> {
    /// Title of the scene; empty if it stands elsewhere.
    pub title: &'a str,
    /// An inset, which labels keep clear.
    pub inset: egui::Rect,
    /// Handles, which labels keep clear.
    pub handles: &'a [egui::Rect],
    /// Rows of the legend for what is off.
    pub off: &'a [LegendRow],
}

impl<'a> OverScene<'a> {
    /// Nothing but a title.
    pub(crate) fn title(title: &'a str) -> Self {
        Self { title, inset: egui::Rect::NOTHING, handles: &[], off: &[] }
    }
}

/// Paints all labels over the scene; returns the legend.
pub(crate) fn paint(
    ctx: &egui::Context,
    lens: &Lens,
    shown: &DisplayState,
    theme: &Theme,
    over: &OverScene,
) -> PaintedLegend {
    let clip = lens.area;
    let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Background, "scene".into())).with_clip_rect(clip);
    let bodies = bodies_on_screen(lens, shown);
    // The bodies of a pile are everywhere.
    let avoided = if is_many_body(shown.state.bodies.len()) { &[] } else { &*bodies };
    let heading = heading(&painter, clip, shown, theme, (over.title, avoided));
    let seen = [&*bodies, over.handles].concat();
    let legend = legend::paint(&painter, lens, shown, theme, [heading, over.inset], &seen, over.off);
    let mut plates = vec![legend.rect, heading, over.inset];
    plates.extend(over.handles);
    plates.extend(lens.orbit.plane.map(|_| axes(&painter, lens, theme)));
    // Letters stay at their axes, longer texts make room for them.
    let (letters, words): (Vec<&Mark>, _) = shown.list.marks.iter().partition(|mark| mark.is_letter());
    // Nothing covers a friction arrow.
    let arrows = friction_arrows(lens, shown);
    let mut taken: Vec<egui::Rect> = plates.iter().chain(&arrows).copied().collect();
    let before = taken.len();
    for value in &shown.list.values {
        taken.extend(tip_value(&painter, lens, value, theme, &taken));
    }
    for badge in &shown.list.badges {
        taken.extend(mode_badge(&painter, lens, badge, theme, &taken));
    }
    for mark in letters.into_iter().chain(words) {
        taken.extend(lens.project(&mark.at).and_then(|at| halo(&painter, at, mark, lens, theme, &taken)));
    }
    body_names::paint(&painter, lens, shown, theme, &mut taken);
    let marks = taken.split_off(before);
    let mut ground = LabelGround { plates, arrows, marks, bodies };
    for block in &shown.list.blocks {
        paint_block(&painter, lens, block, theme, clip, &mut ground);
    }
    legend
}

/// Rectangles that cover the friction arrows on the screen.
fn friction_arrows(lens: &Lens, shown: &DisplayState) -> Vec<egui::Rect> {
    const MAX_ARROWS: usize = 64;
    let ends = shown.list.friction().filter_map(|arrow| Some([lens.project(&arrow.from)?, lens.project(&arrow.to)?]));
    ends.take(MAX_ARROWS).flat_map(|[from, to]| arrow_boxes(pixel(from), pixel(to))).map(rect_of).collect()
}

/// A screen position as pixels of a label place.
fn pixel(at: Pos2) -> [f64; 2] {
    [f64::from(at.x), f64::from(at.y)]
}

fn rect_of(place: PixelBox) -> egui::Rect {
    let [middle, half] = [place.middle, place.half].map(|[x, y]| vec2(x as f32, y as f32));
    egui::Rect::from_center_size(middle.to_pos2(), 2.0 * half)
}

/// A free rectangle of this size beside an anchor, at least `clear` points from it, preferably in the direction `away`.
fn free_beside(
    anchor: Pos2,
    away: egui::Vec2,
    size: egui::Vec2,
    clear: f32,
    taken: &[egui::Rect],
) -> Option<egui::Rect> {
    let half = 0.5 * size;
    let boxes: Vec<PixelBox> = taken
        .iter()
        .filter(|rect| rect.is_finite())
        .map(|rect| PixelBox { middle: pixel(rect.center()), half: pixel((0.5 * rect.size()).to_pos2()) })
        .collect();
    let away = [f64::from(away.x), f64::from(away.y)];
    beside(pixel(anchor), away, pixel(half.to_pos2()), f64::from(clear), &boxes).map(rect_of)
}

/// Paints the value of an arrow beyond its tip; returns the rectangle it covers.
fn tip_value(
    painter: &Painter,
    lens: &Lens,
    value: &TipValue,
    theme: &Theme,
    taken: &[egui::Rect],
) -> Option<egui::Rect> {
    let (from, tip) = (lens.project(&value.from)?, lens.project(&value.tip)?);
    let colour = theme.text(value.role);
    let row = painter.layout_no_wrap(value.text.clone(), FontId::proportional(size::LARGE), colour);
    let rect = free_beside(tip, tip - from, row.size() + vec2(10.0, 4.0), 9.0, taken)?;
    let rect = into(rect, painter.clip_rect().shrink(4.0));
    painter.rect_filled(rect, 4.0, theme.plate());
    let at = (rect.center() - 0.5 * row.size()).round();
    painter.galley(at + vec2(0.5, 0.0), row.clone(), colour);
    painter.galley(at, row, colour);
    Some(rect)
}

/// Greatest distance of the discs of a contact from it, points.
const MAX_BADGE_DISTANCE: f32 = 24.0;

/// Paints the modes of a contact beside it, one disc per component with its letter: filled in stick, hollow in slip,
/// grey while open; returns the rectangle that the discs cover.
fn mode_badge(
    painter: &Painter,
    lens: &Lens,
    badge: &ModeBadge,
    theme: &Theme,
    taken: &[egui::Rect],
) -> Option<egui::Rect> {
    let (at, away) = (lens.project(&badge.at)?, lens.project(&(badge.at + badge.away * badge.frame))?);
    let frame = lens.pixels(&badge.at, badge.frame);
    let size = [8.0, 9.5, 11.0, 12.0].into_iter().rfind(|size| *size <= 0.25 * frame)?;
    let radius = 0.75 * size;
    let step = 2.0 * radius + 2.0;
    let rect = free_beside(at, away - at, vec2(step * badge.modes.len() as f32, step), 12.0, taken)?;
    // Farther away, the discs would not be recognized as those of the contact.
    if rect.distance_to_pos(at) > MAX_BADGE_DISTANCE {
        return None;
    }
    let edge = pos2(at.x.clamp(rect.left(), rect.right()), at.y.clamp(rect.top(), rect.bottom()));
    painter.line_segment([at, edge], egui::Stroke::new(1.0, theme.role(Role::Friction).gamma_multiply(0.5)));
    for (k, mode) in badge.modes.iter().enumerate() {
        let middle = pos2(rect.left() + (k as f32 + 0.5) * step, rect.center().y);
        mode_disc(painter, middle, radius, *mode, theme);
    }
    Some(rect)
}

/// Paints text twice, half a pixel apart, because the font has no bold.
fn bold(painter: &Painter, at: Pos2, align: Align2, text: &str, font: FontId, colour: Color32) -> egui::Rect {
    let at = at.round();
    painter.text(at + vec2(0.5, 0.0), align, text, font.clone(), colour);
    painter.text(at, align, text, font, colour)
}

/// Text on a small rounded plate, no larger than suits its frame; returns the rectangle it covers. Near one of the
/// `others` a letter is omitted and a longer text moves below them.
fn halo(
    painter: &Painter,
    at: Pos2,
    mark: &Mark,
    lens: &Lens,
    theme: &Theme,
    others: &[egui::Rect],
) -> Option<egui::Rect> {
    // Pale text would be illegible.
    let colour = theme.text(if mark.role == Role::Past { Role::Contact } else { mark.role });
    let size = mark.font_size(lens.pixels(&mark.at, mark.frame))?;
    let font = FontId::proportional(size);
    if !mark.is_letter() {
        let row = painter.layout_no_wrap(mark.text.clone(), font, colour);
        let rect = egui::Rect::from_center_size(at, row.size() + vec2(8.0, 2.0));
        let rect = below(into(rect, painter.clip_rect().shrink(4.0)), others);
        // Farther away, the text would not be recognized as the label of its mark.
        if rect.center().distance(at) > 3.0 * rect.height() && mark.frame.is_finite() {
            return None;
        }
        painter.rect_filled(rect, 4.0, theme.plate());
        painter.galley(rect.center() - 0.5 * row.size(), row, colour);
        return Some(rect);
    }
    let rect = egui::Rect::from_center_size(at, egui::Vec2::splat(size));
    let is_free = !others.iter().any(|other| other.contains(at));
    let rect = if is_free { rect } else { free_beside(at, egui::Vec2::ZERO, rect.size(), 3.0, others)? };
    // Farther away, the letter would not be recognized as that of its axis.
    if rect.center().distance(at) > 2.0 * size {
        return None;
    }
    let at = rect.center();
    painter.circle_filled(at, 0.6 * size, theme.plate().gamma_multiply(0.75));
    bold(painter, at - vec2(0.0, 0.5), Align2::CENTER_CENTER, &mark.text, font, colour);
    Some(rect)
}

/// Moves a rectangle down until it overlaps none of the others.
fn below(rect: egui::Rect, others: &[egui::Rect]) -> egui::Rect {
    let hit = others.iter().map(|other| other.expand(4.0)).find(|other| other.intersects(rect));
    match hit {
        Some(hit) => below(rect.translate(vec2(0.0, hit.bottom() + 1.0 - rect.top())), others),
        None => rect,
    }
}

/// Title, time and step, parameters and many-body notes, in the upper left corner; only title and time, or the time in
/// any corner, where the others would lie on a body.
fn heading(
    painter: &Painter,
    clip: egui::Rect,
    shown: &DisplayState,
    theme: &Theme,
    (title, bodies): (&str, &[egui::Rect]),
) -> egui::Rect {
    let inner = clip.shrink2(vec2(8.0, 7.0));
    let plate = vec2(12.0, 6.0);
    let lay = |text: &str, size: f32| {
        painter.layout(text.to_owned(), FontId::proportional(size), theme.ink(), inner.width() - plate.x)
    };
    let clock = match shown.on.calm {
        true => plain_clock(shown.state.time),
        false => clock(shown.state.time, shown.state.step),
    };
    let mut lines: Vec<_> =
        Some(title).filter(|title| !title.is_empty()).map(|title| lay(title, 17.0)).into_iter().collect();
    lines.push(lay(&clock, 14.0));
    let strong = lines.len();
    let caption = Some(&shown.caption).filter(|caption| !caption.is_empty());
    lines.extend(caption.into_iter().chain(&shown.notes).map(|line| lay(line, 12.5)));
    let choices = [0..lines.len(), 0..strong, strong - 1..strong];
    let size = |range: &std::ops::Range<usize>| {
        let rows = &lines[range.clone()];
        let width = rows.iter().map(|row| row.size().x).fold(0.0, f32::max);
        vec2(width, rows.iter().map(|row| row.size().y + 2.0).sum()) + plate
    };
    let boxed =
        |rect: &egui::Rect| PixelBox { middle: pixel(rect.center()), half: pixel((0.5 * rect.size()).to_pos2()) };
    let sizes = choices.each_ref().map(|range| pixel((0.5 * size(range)).to_pos2()));
    // What was hidden returns only once it is clear of the bodies, so that it does not flicker.
    let id = egui::Id::new("status lines");
    let margin = if painter.ctx().data(|data| data.get_temp(id)).unwrap_or(0usize) > 0 { 12.0 } else { 0.0 };
    let avoid: Vec<PixelBox> =
        bodies.iter().filter(|body| body.is_finite()).map(|body| boxed(&body.expand(margin))).collect();
    let Some((choice, place)) = corner_place(&boxed(&inner), &sizes, &avoid) else { return egui::Rect::NOTHING };
    painter.ctx().data_mut(|data| data.insert_temp(id, choice));
    let rect = rect_of(place);
    painter.rect_filled(rect, 6.0, theme.plate());
    let mut at = (rect.min + 0.5 * plate).round();
    for k in choices[choice].clone() {
        // Twice, half a pixel apart, because the font has no bold.
        if k < strong {
            painter.galley(at + vec2(0.5, 0.0), lines[k].clone(), theme.ink());
        }
        painter.galley(at, lines[k].clone(), theme.ink());
        at.y += (lines[k].size().y + 2.0).round();
    }
    rect
}

/// Axes and grid size of the plane view, in the lower left corner.
fn axes(painter: &Painter, lens: &Lens, theme: &Theme) -> egui::Rect {
    let text = plane_lines::caption(lens.orbit, lens.units, lens.area.height());
    let row = painter.layout_no_wrap(text, FontId::proportional(size::SMALL), theme.ink());
    let at = (lens.area.left_bottom() + vec2(14.0, -10.0 - row.size().y)).round();
    let plate = egui::Rect::from_min_size(at, row.size()).expand2(vec2(6.0, 3.0));
    painter.rect_filled(plate, 6.0, theme.plate());
    painter.galley(at, row, theme.ink());
    plate
}

/// Paints a block of values on a plate near its anchor, clear of other plates, with a leader line.
fn paint_block(
    painter: &Painter,
    lens: &Lens,
    block: &Block,
    theme: &Theme,
    clip: egui::Rect,
    ground: &mut LabelGround,
) {
    let Some(anchor) = lens.project(&block.at) else { return };
    if !clip.expand(40.0).contains(anchor) {
        return;
    }
    let font = FontId::proportional(size::BODY);
    let rows: Vec<_> = block
        .lines
        .iter()
        .map(|(role, text)| painter.layout_no_wrap(text.clone(), font.clone(), theme.text(*role)))
        .collect();
    let width = rows.iter().map(|row| row.size().x).fold(0.0, f32::max).max(112.0);
    let height: f32 = rows.iter().map(|row| row.size().y).sum();
    let size = vec2(width, height) + vec2(16.0, 10.0);
    let rect = free_place(anchor, size, lens.pixels(&block.at, block.clear), block.below, clip, ground);
    // Where there is no room, the inspector has the values.
    if ground.plates.iter().chain(&ground.arrows).any(|other| other.intersect(rect).is_positive()) {
        return;
    }
    ground.plates.push(rect);
    let near = pos2(anchor.x.clamp(rect.left(), rect.right()), anchor.y.clamp(rect.top(), rect.bottom()));
    let tint = block.lines.last().map_or(theme.ink(), |(role, _)| theme.role(*role)).gamma_multiply(0.55);
    painter.line_segment([anchor, near], egui::Stroke::new(1.0, tint));
    painter.rect(rect, 5.0, theme.plate(), egui::Stroke::new(1.0, tint), egui::StrokeKind::Inside);
    let mut at = rect.left_top() + vec2(8.0, 5.0);
    for row in rows {
        let step = row.size().y.round();
        painter.galley(at + vec2(0.45, 0.0), row.clone(), theme.role(Role::Normal));
        painter.galley(at, row, theme.role(Role::Normal));
        at.y += step;
    }
}

/// What labels must avoid: other plates and friction arrows strictly, letters and other marks if possible, then bodies.
struct LabelGround {
    plates: Vec<egui::Rect>,
    arrows: Vec<egui::Rect>,
    marks: Vec<egui::Rect>,
    bodies: Vec<egui::Rect>,
}

/// The best of a few positions around an anchor: on screen, off other plates and friction arrows, off bodies, near.
fn free_place(
    anchor: Pos2,
    size: egui::Vec2,
    clear: f32,
    below: bool,
    clip: egui::Rect,
    ground: &LabelGround,
) -> egui::Rect {
    let clear = clear.clamp(12.0, 260.0);
    let side = if below { 1.0 } else { -1.0 };
    let dy = side * (0.7 * clear + 30.0);
    let inside = clip.shrink(8.0);
    let mut best: Option<(f32, egui::Rect)> = None;
    for (turn, far) in [1.0, 1.7, 2.6, 4.0].into_iter().flat_map(|far| [(1.0, far), (-1.0, far)]) {
        for up in [dy, 1.9 * dy, 0.0, -dy, -1.9 * dy, 3.0 * dy, -3.0 * dy] {
            let x = if turn > 0.0 { far * clear + 34.0 } else { -far * clear - 34.0 - size.x };
            let rect = egui::Rect::from_min_size(anchor + vec2(x, up - 0.5 * size.y), size);
            let rect = into(rect, inside);
            let area = |others: &[egui::Rect]| -> f32 {
                others
                    .iter()
                    .map(|other| other.expand(3.0).intersect(rect))
                    .filter(|r| r.is_positive())
                    .map(|r| r.area())
                    .sum()
            };
            let cost = 4000.0 * (area(&ground.plates) + area(&ground.arrows))
                + 100.0 * area(&ground.marks)
                + 40.0 * area(&ground.bodies)
                + 40.0 * rect.center().distance(anchor);
            // Prefer the right side.
            let cost = cost + if turn < 0.0 { 1500.0 } else { 0.0 };
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, rect));
            }
        }
    }
    best.map_or(egui::Rect::from_min_size(anchor, size), |(_, rect)| rect)
}

/// Moves a rectangle inside another, on whole pixels.
fn into(rect: egui::Rect, inside: egui::Rect) -> egui::Rect {
    let shift_x = (inside.left() - rect.left()).max(0.0) + (inside.right() - rect.right()).min(0.0);
    let shift_y = (inside.top() - rect.top()).max(0.0) + (inside.bottom() - rect.bottom()).min(0.0);
    egui::Rect::from_min_size(rect.translate(vec2(shift_x, shift_y)).min.round(), rect.size().ceil())
}

/// Screen rectangles of the moving bodies.
fn bodies_on_screen(lens: &Lens, shown: &DisplayState) -> Vec<egui::Rect> {
    let moving_bodies = shown.state.bodies.iter().filter(|body| crate::draw::scale::moves(body));
    let rect = |body: &crate::observe::state::BodyState| {
        let reach = 0.85 * lens.pixels(&body.x, crate::draw::scale::extent(&body.shape)?);
        Some(egui::Rect::from_center_size(lens.project(&body.x)?, egui::Vec2::splat(2.0 * reach)))
    };
    moving_bodies.take(40).filter_map(rect).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boxes of a body and of its contact lie neither on the body nor on the friction arrow.
    #[test]
    fn a_box_covers_no_body_and_no_friction_arrow() {
        let clip = egui::Rect::from_min_size(Pos2::ZERO, vec2(700.0, 500.0));
        let body = egui::Rect::from_center_size(pos2(300.0, 200.0), vec2(120.0, 120.0));
        let arrows: Vec<_> = arrow_boxes([300.0, 260.0], [400.0, 260.0]).into_iter().map(rect_of).collect();
        let ground = LabelGround { plates: Vec::new(), arrows: arrows.clone(), marks: Vec::new(), bodies: vec![body] };
        for (anchor, clear, below) in [(body.center(), 60.0, false), (pos2(300.0, 260.0), 18.0, true)] {
            let rect = free_place(anchor, vec2(130.0, 70.0), clear, below, clip, &ground);
            assert!(!rect.intersects(body) && !arrows.iter().any(|part| part.intersects(rect)), "{rect}");
        }
    }

    /// Every letter of every language has its glyph ahead of time.
    #[test]
    fn the_letters_of_every_language_are_rasterized() {
        let lessons = stickslip_lab::lessons::all();
        for language in &crate::texts::LANGUAGES {
            let read = |name: &str| stickslip_lab::lessons::Lesson::read(name, language.code).expect("a lesson");
            let lessons: String = lessons.iter().map(|(name, _)| format!("{:#?}", read(name))).collect();
            let is_ready = |c: char| c.is_control() || (' '..='~').contains(&c) || SPECIAL.contains(c);
            let missing: String = lessons.chars().chain(language.source().chars()).filter(|c| !is_ready(*c)).collect();
            assert!(missing.is_empty(), "{}: {missing}", language.code);
        }
    }

    /// A text that would overlap the legend, and then the text below it, moves below both; otherwise it stays.
    #[test]
    fn a_text_goes_below_the_plates_it_would_lie_on() {
        let rect = |x: f32, y: f32, w: f32, h: f32| egui::Rect::from_min_size(pos2(x, y), vec2(w, h));
        let others = [rect(200.0, 10.0, 100.0, 80.0), rect(180.0, 95.0, 100.0, 40.0)];
        let (text, free) = (rect(190.0, 60.0, 60.0, 15.0), rect(20.0, 60.0, 60.0, 15.0));
        let moved = below(text, &others);
        assert!(moved.top() > 135.0 && moved.top() < 145.0 && moved.left() == text.left(), "{moved}");
        assert_eq!(below(free, &others), free);
    }
}

//! The timeline: when each event happened, the position of the displayed step, and navigation to any other.
//!
//! One row for each component with friction, one for contacts, one for steps whose solver residual stayed above the
//! tolerance, one for edits: a run never adds a row. A filled mark is the start of a hold, a hollow one its release, like the discs at
//! the contacts; events too close to separate merge into a bar.

use crate::app::edits::describe;
use crate::app::state::change::Binding;
use crate::app::state::request::Request;
use crate::app::state::request::TimeRequest;
use crate::app::state::session::Session;
use crate::app::state::tuning::Tuning;
use crate::app::studies::run_audit::RunAudit;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::ghost::GhostKind;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::draw::overlay::items::Role;
use crate::draw::text::format::{self, short};
use crate::draw::ticks::{Bucket, StepAxis, TickRow, Ticks, range};
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::render::theme::size;
use crate::view::render::theme::{Theme, ThemeColours};
use crate::view::ui::studies::run_audit;
use crate::world::Clock;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, pos2, vec2};
use std::ops::Deref;
use stickslip_lab::audit::AuditFinding;

/// Resources and messages used by the timeline.
#[derive(SystemParam)]
pub(crate) struct TimelinePanel<'w> {
    /// The audit of an imported run.
    pub audit: Res<'w, RunAudit>,
    /// Step count and step size.
    pub clock: Res<'w, Clock>,
    /// Recorded past of the run.
    pub past: Res<'w, Past>,
    /// Playback state.
    pub playback: Binding<'w, Playback>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// The open session.
    pub session: Res<'w, Session>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
    /// Colours.
    pub theme: Res<'w, Theme>,
    /// Friction in the file and at present.
    pub tuning: Res<'w, Tuning>,
}

/// Height of a row, points.
const ROW: f32 = 12.0;
/// Height of the scale below the rows, points.
const SCALE: f32 = 15.0;
/// Width of the names at the left, points.
const NAMES: f32 = 56.0;
/// Width of a bucket, points: a mark plus padding.
const BUCKET: f32 = 5.0;

/// The field of the marks, and the steps across it.
struct TimelineAxis {
    field: Rect,
    steps: StepAxis,
}

impl Deref for TimelineAxis {
    type Target = StepAxis;

    fn deref(&self) -> &StepAxis {
        &self.steps
    }
}

/// Shows the timeline.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut TimelinePanel, ticks: &mut Ticks) {
    let last = panel.session.opened.as_ref().map_or(1, |o| (o.scene.duration / o.scene.dt).round() as u64);
    let end = range(last, panel.past.timeline.end());
    let width = ui.available_width();
    ticks.follow(&panel.past.timeline, end, ((width - NAMES - 12.0) / BUCKET).max(10.0) as usize, panel.clock.step);
    let frictions = panel.tuning.sets.iter().flat_map(|set| [&set.file, &set.now]);
    let rows = TickRow::of_scene(frictions, panel.tuning.solver.is_some());
    let height = ROW * (rows.len() + 1) as f32 + SCALE + 4.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click_and_drag());
    let field = Rect::from_min_max(rect.min + vec2(NAMES, 2.0), rect.max - vec2(12.0, SCALE));
    let steps = StepAxis { left: field.left(), width: field.width(), range: ticks.range() };
    let axis = TimelineAxis { field, steps };
    let painter = ui.painter_at(rect);
    ground(&painter, ui, panel, &axis);
    names(&painter, ui, &rows, &axis);
    for (line, row) in rows.iter().enumerate() {
        let y = field.top() + ROW * (line as f32 + 0.5);
        let colour = match row {
            TickRow::Contact => panel.theme.role(Role::Contact),
            TickRow::Solver => ui.visuals().error_fg_color,
            _ => panel.theme.role(Role::Friction),
        };
        row_marks(&painter, ui, (ticks, *row), &axis, (y, colour));
    }
    edits(&painter, ui, panel, &axis, rows.len());
    bookmarks(&painter, panel, &axis);
    findings(&painter, ui, panel, &axis);
    playhead(&painter, ui, panel, &axis);
    let now = panel.clock.step;
    let name = tr("timeline-name");
    let by = reader::slider(&response, name, now as f64, 0.0..=end as f64);
    if response.has_focus() {
        painter.rect_stroke(rect.shrink(1.0), 3.0, ui.visuals().selection.stroke, egui::StrokeKind::Inside);
    }
    if by != 0 {
        hand(panel, now.saturating_add_signed(by));
    }
    zoom(ui, &response, panel, ticks, (&axis, end));
    let pointer = response.hover_pos().or(response.interact_pointer_pos());
    let aimed = pointer.and_then(|at| aim(panel, ticks, &rows, &axis, at));
    if let Some(at) = pointer {
        let step = aimed.as_ref().map_or_else(|| axis.step(at.x), |(step, _)| *step);
        // Click to seek, drag to scrub.
        if (response.clicked_by(egui::PointerButton::Primary) || response.dragged()) && step != now {
            hand(panel, step);
        }
        let text = aimed.map_or_else(|| clock(panel, step), |(_, text)| text);
        response.on_hover_ui_at_pointer(|ui| {
            ui.label(text);
        });
    }
}

/// The wheel zooms about the step under the pointer, a double-click fits the events.
fn zoom(
    ui: &egui::Ui,
    response: &egui::Response,
    panel: &TimelinePanel,
    ticks: &mut Ticks,
    (axis, end): (&TimelineAxis, u64),
) {
    if let Some(at) = response.hover_pos() {
        let notches = f64::from(ui.input(|input| input.smooth_scroll_delta.y)) / 50.0;
        if notches != 0.0 {
            ticks.zoom(notches, axis.step(at.x), end);
        }
    }
    if response.double_clicked() {
        ticks.fit_events(&panel.past.timeline, end);
    }
}

fn bucket_width(axis: &TimelineAxis, ticks: &Ticks) -> f32 {
    axis.field.width() / ticks.columns() as f32
}

fn clock(panel: &TimelinePanel, step: u64) -> String {
    let time = step as f64 * panel.clock.dt;
    if panel.shown.on.calm { format::plain_clock(time) } else { format::clock(time, step) }
}

fn hand(panel: &mut TimelinePanel, step: u64) {
    panel.playback.change(Playback::stop);
    panel.requests.write(Request::Time(TimeRequest::Seek(step)));
}

/// Steps already run, brighter; where the ghost run branches off and how far it extends.
fn ground(painter: &Painter, ui: &egui::Ui, panel: &TimelinePanel, axis: &TimelineAxis) {
    let visuals = ui.visuals();
    painter.rect_filled(axis.field, 3.0, visuals.extreme_bg_color);
    let mut run = axis.field;
    run.set_right(axis.x(panel.past.timeline.reached()));
    painter.rect_filled(run, 3.0, visuals.widgets.inactive.bg_fill.gamma_multiply(0.55));
    if let Some(ghost) = &panel.past.ghost {
        let y = axis.field.bottom() - 1.5;
        let line = [pos2(axis.x(ghost.from), y), pos2(axis.x(ghost.end()), y)];
        painter.extend(Shape::dashed_line(&line, Stroke::new(2.5, panel.theme.ghost()), 6.0, 4.0));
    }
    let [low, high] = axis.range.map(|step| step as f64 * panel.clock.dt);
    let gap = crate::draw::scale::round_below(0.24 * (high - low)).max(1e-12);
    let ink = visuals.weak_text_color();
    let font = FontId::proportional(size::CAPTION);
    let first = (low / gap - 1e-9).ceil().max(0.0) as usize;
    let last = (high / gap + 1e-9) as usize;
    for k in first..=last {
        let x = axis.x((k as f64 * gap / panel.clock.dt).round() as u64);
        painter.vline(x, axis.field.bottom()..=axis.field.bottom() + 3.0, Stroke::new(1.0, ink));
        let text = format!("{} s", short(k as f64 * gap));
        let align = match k {
            0 => Align2::LEFT_TOP,
            _ if x > axis.field.right() - 14.0 => Align2::RIGHT_TOP,
            _ => Align2::CENTER_TOP,
        };
        painter.text(pos2(x, axis.field.bottom() + 2.0), align, text, font.clone(), ink);
    }
}

fn names(painter: &Painter, ui: &egui::Ui, rows: &[TickRow], axis: &TimelineAxis) {
    let ink = ui.visuals().weak_text_color();
    for (line, name) in rows.iter().map(|row| row.name()).chain([tr("timeline-edits")]).enumerate() {
        let at = pos2(axis.field.left() - 6.0, axis.field.top() + ROW * (line as f32 + 0.5));
        painter.text(at, Align2::RIGHT_CENTER, name, FontId::proportional(size::CAPTION), ink);
    }
}

/// The marks of a row, or their density where they would merge.
fn row_marks(
    painter: &Painter,
    ui: &egui::Ui,
    (ticks, row): (&Ticks, TickRow),
    axis: &TimelineAxis,
    (y, colour): (f32, Color32),
) {
    let (wide, most) = (bucket_width(axis, ticks), ticks.is_dense(row).then(|| ticks.most(row)));
    for (column, bucket) in ticks.marks(row) {
        let at = pos2(axis.field.left() + (column as f32 + 0.5) * wide, y);
        match most {
            Some(most) => density(painter, at, wide, bucket.count(), most, colour),
            None => mark(painter, at, bucket, colour, ui),
        }
    }
}

/// A column of a dense row: the darker, the more events, on a logarithmic scale.
fn density(painter: &Painter, at: Pos2, wide: f32, count: u32, most: u32, colour: Color32) {
    let share = (1.0 + count as f32).ln() / (1.0 + most as f32).ln();
    let rect = Rect::from_center_size(at, vec2(wide, ROW - 2.0));
    painter.rect_filled(rect, 0.0, colour.gamma_multiply(0.1 + 0.9 * share));
}

/// Filled: begins to hold; hollow: is released; a bar: several events, taller for more.
fn mark(painter: &Painter, at: Pos2, bucket: &Bucket, colour: Color32, ui: &egui::Ui) {
    let ground = ui.visuals().extreme_bg_color;
    match (bucket.held, bucket.freed) {
        (1, 0) => {
            painter.circle_filled(at, 3.2, colour);
        }
        (0, 1) => {
            painter.circle(at, 2.8, ground, Stroke::new(1.4, colour));
        }
        (held, freed) => {
            let tall = (3.0 + 1.2 * ((held + freed) as f32).log2()).min(0.5 * ROW);
            let bar = Rect::from_center_size(at, vec2(4.0, 2.0 * tall));
            let fill = if freed == 0 { colour } else { ground };
            painter.rect_filled(bar, 1.0, fill);
            if held > 0 && freed > 0 {
                // Both kinds: fill the lower half.
                painter.rect_filled(Rect::from_min_max(pos2(bar.left(), at.y), bar.max), 0.0, colour);
            }
            painter.rect_stroke(bar, 1.0, Stroke::new(1.2, colour), egui::StrokeKind::Inside);
        }
    }
}

/// A diamond for each edit, pale for those of the ghost run.
fn edits(painter: &Painter, ui: &egui::Ui, panel: &TimelinePanel, axis: &TimelineAxis, line: usize) {
    let y = axis.field.top() + ROW * (line as f32 + 0.5);
    let ghost = panel.past.ghost.as_ref().filter(|ghost| ghost.kind == GhostKind::Future);
    let ghost = ghost.map(|ghost| (ghost.timeline.edits(), panel.theme.ghost()));
    let own = (panel.past.timeline.edits(), ui.visuals().warn_fg_color);
    for (edits, colour) in ghost.into_iter().chain([own]) {
        let mut before = f32::NEG_INFINITY;
        for (step, _) in edits.iter().filter(|(step, _)| axis.has(*step)) {
            let x = axis.x(*step);
            if x - before < 1.0 {
                continue;
            }
            before = x;
            let corners = [vec2(0.0, -4.5), vec2(4.0, 0.0), vec2(0.0, 4.5), vec2(-4.0, 0.0)];
            let diamond = corners.map(|corner| pos2(x, y) + corner).to_vec();
            painter.add(Shape::convex_polygon(diamond, colour, Stroke::new(1.0, ui.visuals().extreme_bg_color)));
        }
    }
}

/// A small flag at each bookmarked step.
fn bookmarks(painter: &Painter, panel: &TimelinePanel, axis: &TimelineAxis) {
    let colour = panel.theme.role(Role::Body);
    for step in panel.past.bookmarks.iter().filter(|step| axis.has(**step)) {
        let (x, top) = (axis.x(*step), axis.field.top());
        painter.vline(x, top - 2.0..=axis.field.bottom(), Stroke::new(1.0, colour));
        let flag = vec![pos2(x, top - 2.0), pos2(x + 8.0, top + 1.5), pos2(x, top + 5.0)];
        painter.add(Shape::convex_polygon(flag, colour, Stroke::NONE));
    }
}

/// A small triangle on the upper edge at the step of each finding of the audit.
fn findings(painter: &Painter, ui: &egui::Ui, panel: &TimelinePanel, axis: &TimelineAxis) {
    for finding in found(panel).filter(|finding| axis.has(finding.step)) {
        let (x, top) = (axis.x(finding.step), axis.field.top());
        let corners = [pos2(x - 4.0, top - 1.0), pos2(x + 4.0, top - 1.0), pos2(x, top + 6.0)];
        painter.add(Shape::convex_polygon(corners.to_vec(), ui.visuals().error_fg_color, Stroke::NONE));
    }
}

fn found<'a>(panel: &'a TimelinePanel) -> impl Iterator<Item = &'a AuditFinding> {
    panel.audit.found.iter().flat_map(|audit| &audit.findings)
}

fn playhead(painter: &Painter, ui: &egui::Ui, panel: &TimelinePanel, axis: &TimelineAxis) {
    let ink = ui.visuals().strong_text_color();
    let x = axis.x(panel.shown.state.step);
    painter.vline(x, axis.field.top()..=axis.field.bottom() + 3.0, Stroke::new(1.5, ink));
    let (top, half) = (axis.field.top() - 2.0, 4.5);
    let grip = vec![pos2(x - half, top), pos2(x + half, top), pos2(x, top + 6.0)];
    painter.add(Shape::convex_polygon(grip, ink, Stroke::NONE));
}

/// The mark under the pointer: the step to seek to, and its events.
fn aim(panel: &TimelinePanel, ticks: &Ticks, rows: &[TickRow], axis: &TimelineAxis, at: Pos2) -> Option<(u64, String)> {
    let flag = |step: &&u64| (axis.x(**step) + 3.0 - at.x).abs() < 6.0 && at.y < axis.field.top() + 6.0;
    if let Some(step) = panel.past.bookmarks.iter().find(flag) {
        return Some((*step, format!("{}\n{}", clock(panel, *step), tr("timeline-bookmark"))));
    }
    let is_near = |finding: &&AuditFinding| (axis.x(finding.step) - at.x).abs() < 5.0 && at.y < axis.field.top() + 6.0;
    if let Some(first) = found(panel).find(is_near) {
        let here = found(panel).filter(|finding| finding.step == first.step).map(run_audit::line);
        let lines: Vec<String> = std::iter::once(clock(panel, first.step)).chain(here).collect();
        return Some((first.step, lines.join("\n")));
    }
    let line = ((at.y - axis.field.top()) / ROW).floor();
    if !axis.field.contains(at) || line < 0.0 {
        return None;
    }
    let Some(row) = rows.get(line as usize) else {
        let near = |edit: &&(u64, _)| (axis.x(edit.0) - at.x).abs() < 6.0;
        let step = panel.past.timeline.edits().iter().find(near)?.0;
        let edits = describe::edits_at(&panel.past.timeline, step);
        return Some((step, format!("{}\n{edits}", clock(panel, step))));
    };
    let column = ticks.column(axis.step(at.x))?;
    let (_, bucket) = ticks.near(*row, column, 1)?;
    let of_step = |step| clock(panel, step);
    let events = describe::events_of(&panel.past.timeline, &panel.shown.state, (*row, bucket), of_step);
    Some((bucket.step, format!("{}\n{events}", clock(panel, bucket.step))))
}

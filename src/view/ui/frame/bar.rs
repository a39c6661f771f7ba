//! The bottom bar: play, step, speed, and the speed actually reached.

use crate::app::lessons::lesson_session::LessonSession;
use crate::app::state::change::Binding;
use crate::app::state::layout::Layout;
use crate::app::state::panels::Panels;
use crate::app::state::request::Request;
use crate::app::state::request::{FileRequest, SceneRequest, TimeRequest};
use crate::app::state::session::Session;
use crate::app::studies::run_audit::RunAudit;
use crate::app::timeline::background_step;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::ghost::GhostKind;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::{LADDER, PaceUnit, Playback, pace, speed_name};
use crate::draw::text::format;
use crate::observe::state::{BodyState, State};
use crate::record::build::another;
use crate::record::recording::Difference;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::{Theme, ThemeColours, size};
use crate::view::ui::studies::run_audit;
use crate::view::ui::widgets::{primary, toggle};
use crate::world::Clock;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText};
use stickslip_lab::interop::run_folder::SteppedBy;

/// Height of the window below which the bar stays on one line, to leave space for the scene; points.
const MIN_TWO_LINE_HEIGHT: f32 = 560.0;
/// Width of a separator, points.
const SEPARATOR: f32 = 6.0;

/// Resources and messages used by the bar.
#[derive(SystemParam)]
pub(crate) struct BarPanel<'w> {
    /// The audit of an imported run.
    pub audit: Res<'w, RunAudit>,
    /// Step count and step size.
    pub clock: Res<'w, Clock>,
    /// The open lesson.
    pub lesson_session: Res<'w, LessonSession>,
    /// Visible panels.
    pub panels: Binding<'w, Panels>,
    /// Recorded past of the run.
    pub past: Res<'w, Past>,
    /// Playback state.
    pub playback: Binding<'w, Playback>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// The open session.
    pub session: Res<'w, Session>,
    /// Links, pictures and films.
    pub share: super::share::ShareMenu<'w>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
    /// Colours.
    pub theme: Res<'w, Theme>,
}

/// Shows the bar on one line if it fits; else on two lines or, in a low window, with the tools in a menu.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut BarPanel) {
    ui.add_space(3.0);
    // The width of the tools is known from the last frame.
    let id = ui.id().with("tools");
    let tools_width: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0);
    let low = ui.ctx().viewport_rect().height() < MIN_TWO_LINE_HEIGHT;
    let mut fits = true;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        run(ui, panel);
        ui.separator();
        speed(ui, panel);
        fits = ui.available_width() >= tools_width + ui.spacing().item_spacing.x + SEPARATOR;
        if fits || low {
            ui.separator();
        }
        if fits {
            right_end(ui, panel, id, tools_width);
        } else if low {
            diverged(ui, panel);
            let menu = ui.menu_button(tr("bar-tools"), |ui| switches(ui, panel));
            reader::named(menu.response, tr("bar-tools-name"));
            modes(ui, panel);
        }
    });
    if !fits && !low {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            right_end(ui, panel, id, tools_width);
        });
    }
    if let Some(why) = &panel.shown.stopped {
        let red = ui.visuals().error_fg_color;
        ui.label(RichText::new(tr_with("bar-stopped", [("why", why.to_string().into())])).color(red).strong());
        ui.label(tr("bar-stopped-help"));
    }
    ui.add_space(3.0);
}

/// The speed reached, in the width that the tools leave free, then the tools, whose width is stored for the next frame.
fn right_end(ui: &mut egui::Ui, panel: &mut BarPanel, id: egui::Id, tools_width: f32) {
    let width = (ui.available_width() - tools_width - 2.0 * ui.spacing().item_spacing.x).max(0.0);
    let left = ui.cursor().left();
    ui.allocate_ui(egui::vec2(width, 26.0), |ui| {
        ui.set_clip_rect(ui.clip_rect().intersect(ui.max_rect()));
        reached(ui, panel);
    });
    ui.add_space((left + width - ui.cursor().left()).max(0.0));
    let tools_left = ui.cursor().left();
    tools(ui, panel);
    let new_width = ui.min_rect().right() - tools_left;
    ui.data_mut(|data| data.insert_temp(id, new_width));
    if (new_width - tools_width).abs() > 0.5 {
        ui.ctx().request_repaint();
    }
}

/// The buttons at the right end.
fn tools(ui: &mut egui::Ui, panel: &mut BarPanel) {
    diverged(ui, panel);
    switches(ui, panel);
    ui.separator();
    modes(ui, panel);
}

/// Switches of the ghost run and of the comparison panels, pictures and films; a lesson shows only some of them.
fn switches(ui: &mut egui::Ui, panel: &mut BarPanel) {
    let few = panel.lesson_session.layout == Layout::Lesson;
    if !few || panel.past.ghost.is_some() {
        ghost(ui, panel);
        ui.separator();
    }
    let mut toggle = |part: fn(&mut Panels) -> &mut bool, name: &str, tip: &str| {
        let switch = |on: &mut bool| {
            let switch = toggle(ui, *on, name);
            *on ^= switch.clicked();
            switch
        };
        panel.panels.bind(part, switch).on_hover_text(tip);
    };
    if let Some(found) = &panel.audit.found {
        let name = match found.findings.len() {
            0 => format!("✔ {}", tr("bar-audit")),
            count => format!("⚠ {}: {count}", tr("bar-audit")),
        };
        toggle(|panels| &mut panels.audit, &name, &format!("{}\n{}", run_audit::verdict(found), tr("bar-audit-tip")));
    }
    if panel.audit.is_of_another_engine() {
        return;
    }
    toggle(|panels| &mut panels.compare, tr("bar-compare"), tr("bar-compare-tip"));
    if !few {
        toggle(|panels| &mut panels.bench, tr("bar-bench"), tr("bar-bench-tip"));
        panel.requests.write_batch(super::share::menu(ui, &mut panel.share, panel.clock.time()));
    }
}

/// The layout and the recording.
fn modes(ui: &mut egui::Ui, panel: &mut BarPanel) {
    layouts(ui, panel);
    if panel.lesson_session.layout != Layout::Lesson {
        record(ui, panel);
    }
}

/// One switch that selects how much of the window is shown.
fn layouts(ui: &mut egui::Ui, panel: &mut BarPanel) {
    let all =
        [(Layout::Lesson, tr("bar-lesson")), (Layout::Explore, tr("bar-explore")), (Layout::Debug, tr("bar-debug"))];
    let name = all.iter().find(|(layout, _)| *layout == panel.lesson_session.layout).map_or("", |(_, name)| name);
    let list = egui::ComboBox::from_id_salt("layout").width(66.0).selected_text(name);
    let list = list.show_ui(ui, |ui| {
        for (layout, name) in all {
            if ui.selectable_label(panel.lesson_session.layout == layout, name).clicked() {
                panel.requests.write(Request::Layout(layout));
            }
        }
    });
    let tip = tr("bar-layout");
    reader::named(list.response.on_hover_text(tip), tip);
}

fn run(ui: &mut egui::Ui, panel: &mut BarPanel) {
    let stopped = panel.shown.stopped.is_some();
    let name = match panel.playback.playing {
        true => tr("bar-pause"),
        false if panel.session.ended => tr("bar-play-on"),
        false => tr("bar-play"),
    };
    // Before the prediction, a lesson does not begin.
    let waits = panel.lesson_session.open.as_ref().is_some_and(|playing| playing.pinned().is_none());
    let play = match waits && panel.lesson_session.layout == Layout::Lesson {
        true => egui::Button::new(RichText::new(name).size(size::BODY)),
        false => primary(name, size::BODY, &panel.theme),
    };
    let play = ui.add_enabled(!stopped, play.min_size(egui::vec2(92.0, 26.0)));
    if play.on_hover_text(tr("bar-space")).clicked() {
        panel.playback.change(Playback::toggle);
    }
    // A lesson has its own moment.
    if panel.lesson_session.layout != Layout::Lesson {
        let to_event = ui.add_enabled(!stopped, egui::Button::new(tr("bar-to-event")));
        if to_event.on_hover_text(tr("bar-to-event-tip")).clicked() {
            panel.playback.change(Playback::play_to_event);
        }
    }
    jumps(ui, panel, stopped);
    let tip = tr("bar-restart");
    if reader::named(ui.button("⟲").on_hover_text(tip), tip).clicked() {
        panel.requests.write(Request::Scene(SceneRequest::Reset));
    }
    let tip = tr("bar-more");
    let more = ui.menu_button("⋯", |ui| more(ui, panel, stopped));
    reader::named(more.response.on_hover_text(tip), tip);
}

/// Buttons for the previous and next events and for single steps.
fn jumps(ui: &mut egui::Ui, panel: &mut BarPanel, stopped: bool) {
    let now = panel.clock.step;
    let timeline = &panel.past.timeline;
    let (last, next) = (timeline.last_event(now), timeline.next_event(now));
    let size = egui::vec2(28.0, 0.0);
    let button = |ui: &mut egui::Ui, name: &str, on: bool, tip: &str| {
        let button = ui.add_enabled(on, egui::Button::new(name).min_size(size)).on_hover_text(tip);
        reader::named(button.on_disabled_hover_text(tip), tip).clicked()
    };
    let mut goal = None;
    if button(ui, "⏮", last.is_some(), tr("bar-previous-event")) {
        goal = last;
    }
    if button(ui, "−1", now > 0, tr("bar-step-back")) {
        goal = now.checked_sub(1);
    }
    if button(ui, "+1", !stopped, tr("bar-step")) {
        step(panel, 1);
    }
    if button(ui, "⏭", next.is_some(), tr("bar-next-event")) {
        goal = next;
    }
    jump(panel, goal);
}

fn step(panel: &mut BarPanel, steps: u64) {
    panel.playback.change(move |playback| playback.request_steps(steps));
}

fn jump(panel: &mut BarPanel, goal: Option<u64>) {
    if let Some(step) = goal {
        panel.playback.change(Playback::stop);
        panel.requests.write(Request::Time(TimeRequest::Seek(step)));
    }
}

/// Menu of rarely used actions.
fn more(ui: &mut egui::Ui, panel: &mut BarPanel, stopped: bool) {
    let now = panel.clock.step;
    let frame = panel.playback.steps_per_frame(panel.clock.dt);
    for (name, steps) in [
        (tr("bar-forward-10").to_owned(), 10),
        (tr_with("bar-forward-frame", [("steps", format::counted_text("count-steps", frame as usize).into())]), frame),
    ] {
        if ui.add_enabled(!stopped, egui::Button::new(name)).clicked() {
            step(panel, steps);
            ui.close();
        }
    }
    let mut goal = None;
    for (name, step) in
        [(tr("bar-back-10"), now.saturating_sub(10)), (tr("bar-start"), 0), (tr("bar-end"), panel.past.timeline.end())]
    {
        if ui.button(name).clicked() {
            goal = Some(step);
        }
    }
    ui.separator();
    let marked = panel.past.bookmarks.contains(&now);
    let name = if marked { tr("bar-unmark") } else { tr("bar-mark") };
    if ui.button(name).clicked() {
        panel.requests.write(Request::Time(TimeRequest::Bookmark));
        ui.close();
    }
    for step in &panel.past.bookmarks {
        let name = tr_with("bar-bookmark", [("time", format::clock(*step as f64 * panel.clock.dt, *step).into())]);
        if ui.selectable_label(*step == now, name).clicked() {
            goal = Some(*step);
        }
    }
    if panel.past.bookmarks.len() > 1 && ui.button(tr("bar-next-bookmark")).clicked() {
        goal = panel.past.next_bookmark(now);
    }
    if goal.is_some() {
        ui.close();
    }
    jump(panel, goal);
}

/// The recording being played, or a button that saves one.
fn record(ui: &mut egui::Ui, panel: &mut BarPanel) {
    if let Some(replay) = &panel.past.replay {
        let cut = replay
            .cut_off
            .map_or(String::new(), |step| format!("\n{}", tr_with("bar-truncated", [("step", step.into())])));
        let made = if replay.is_imported { "imported" } else { "recorded" };
        let builds = another(made, &replay.build).unwrap_or_else(|| {
            let key = if replay.is_imported { "bar-imported-by" } else { "bar-recorded-by" };
            tr_with(key, [("build", replay.build.as_str().into())])
        });
        let edits = panel.past.fixed().unwrap_or(tr("bar-edit-branches"));
        let tip = format!("{}\n{builds}{cut}\n{edits}", replay.file);
        let name = if replay.is_imported { tr("bar-imported") } else { tr("bar-replay") };
        let name = if cut.is_empty() { name.to_owned() } else { tr_with("bar-cut", [("name", name.into())]) };
        ui.label(RichText::new(name).strong()).on_hover_text(tip);
        return;
    }
    let tip = tr("bar-record");
    if reader::named(ui.button("⏺").on_hover_text(tip), tip).clicked() {
        panel.requests.write(Request::File(FileRequest::Record));
    }
}

/// A badge if the run has diverged from its recording.
fn diverged(ui: &mut egui::Ui, panel: &BarPanel) {
    if let Some(Difference { step, .. }) = panel.past.timeline.difference() {
        let badge = RichText::new(format!(" {} ", tr_with("bar-diverged", [("step", step.into())])))
            .strong()
            .color(egui::Color32::WHITE);
        let tip = tr("bar-diverged-tip");
        ui.label(badge.background_color(egui::Color32::from_rgb(0xB0, 0x10, 0x10))).on_hover_text(tip);
    }
}

/// Controls of the ghost run, if there is one.
fn ghost(ui: &mut egui::Ui, panel: &mut BarPanel) {
    let Some(ghost) = &panel.past.ghost else {
        if panel.session.opened.as_ref().is_some_and(|opened| opened.scene.played.is_some()) {
            return rebuild(ui, panel);
        }
        let fixed = panel.past.fixed().map(str::to_owned);
        let refused = fixed.or_else(|| crate::app::timeline::ghost::refused(panel.shown.state.bodies.len()));
        let tip = tr("bar-ghost-tip");
        let button = ui.add_enabled(refused.is_none(), egui::Button::new(tr("bar-ghost"))).on_hover_text(tip);
        if button.on_disabled_hover_text(refused.unwrap_or_default()).clicked() {
            panel.requests.write(Request::Time(TimeRequest::Finer));
        }
        return;
    };
    let from = format::clock(ghost.from as f64 * panel.clock.dt, ghost.from);
    let lag = match &ghost.state {
        Some(state) => {
            let distance = format::quantity(apart(&panel.shown.state, state), "m");
            format!(" · {}", tr_with("bar-apart", [("distance", distance.into())]))
        }
        None if panel.clock.step >= ghost.from => format!(" {}", tr("bar-catching-up")),
        None => String::new(),
    };
    let fine = ("fine", ghost.fine.into());
    let (name, tip) = match &ghost.kind {
        GhostKind::Future => (tr("bar-ghost-old").to_owned(), tr_with("bar-ghost-old-tip", [("from", from.into())])),
        GhostKind::Before { .. } => (tr("bar-ghost-before").to_owned(), tr("bar-ghost-before-tip").to_owned()),
        GhostKind::Finer => {
            (tr("bar-ghost-fine").to_owned(), tr_with("bar-ghost-fine-tip", [("from", from.into()), fine]))
        }
        GhostKind::Rebuilt(by, _) => (by.name().to_owned(), tr_with("bar-rebuilt-tip", [("from", from.into()), fine])),
    };
    ui.label(RichText::new(format!("{name}{lag}")).color(panel.theme.ghost())).on_hover_text(tip);
    if let GhostKind::Rebuilt(_, opened) = &ghost.kind
        && ui.button(tr("bar-rebuilt-open")).on_hover_text(tr("bar-rebuilt-open-tip")).clicked()
    {
        panel.requests.write(Request::Scene(SceneRequest::Open(opened.clone())));
    }
    let tip = tr("bar-swap");
    if ghost.kind == GhostKind::Future && reader::named(ui.button("A ⇄ B").on_hover_text(tip), tip).clicked() {
        panel.requests.write(Request::Time(TimeRequest::Swap));
    }
    let tip = tr("bar-discard");
    if reader::named(ui.button("✖").on_hover_text(tip), tip).clicked() {
        panel.requests.write(Request::Time(TimeRequest::Forget));
    }
}

/// A menu of the ways to step the bodies of an imported run here.
fn rebuild(ui: &mut egui::Ui, panel: &mut BarPanel) {
    let menu = ui.menu_button(tr("bar-rebuild"), |ui| {
        let ways = [
            (SteppedBy::Springs, "bar-by-springs"),
            (SteppedBy::Cones, "bar-by-cones"),
            (SteppedBy::Dae, "bar-by-dae"),
        ];
        for (by, name) in ways {
            if ui.button(tr(name)).clicked() {
                panel.requests.write(Request::Time(TimeRequest::Rebuild(by)));
                ui.close();
            }
        }
    });
    menu.response.on_hover_text(tr("bar-rebuild-tip"));
}

/// Largest distance between corresponding bodies of the two runs, m.
fn apart(here: &State, there: &State) -> f64 {
    let same = |body: &BodyState| there.bodies.iter().find(|other| other.name == body.name).map(|other| other.x);
    here.bodies.iter().filter_map(|body| Some((body.x - same(body)?).norm())).fold(0.0, f64::max)
}

fn speed(ui: &mut egui::Ui, panel: &mut BarPanel) {
    if reader::named(ui.button("−").on_hover_text(tr("bar-slower-tip")), tr("bar-slower")).clicked() {
        panel.playback.change(|playback| playback.change_speed(-1));
    }
    let chosen = speed_name(panel.playback.speed());
    let list = egui::ComboBox::from_id_salt("speed").width(82.0).selected_text(chosen);
    let rungs = |ui: &mut egui::Ui, now: &mut usize| {
        for (rung, speed) in LADDER.iter().enumerate() {
            ui.selectable_value(now, rung, speed_name(*speed));
        }
    };
    let list = panel.playback.bind(|playback| &mut playback.rung, |rung| list.show_ui(ui, |ui| rungs(ui, rung)));
    reader::named(list.response, tr("bar-speed"));
    if reader::named(ui.button("+").on_hover_text(tr("bar-faster-tip")), tr("bar-faster")).clicked() {
        panel.playback.change(|playback| playback.change_speed(1));
    }
}

fn reached(ui: &mut egui::Ui, panel: &BarPanel) {
    if let Some(part) = panel.past.progress(panel.clock.step) {
        let to = panel.past.back_to.map_or_else(
            || tr_with("bar-seeking", [("step", panel.past.goal.unwrap_or(0).into())]),
            |_| tr("bar-reading").to_owned(),
        );
        ui.add(egui::Label::new(format!("{to}: {:.0} %", 100.0 * part)).truncate());
        return;
    }
    if !panel.playback.playing {
        let text = if panel.session.ended { tr("bar-ended") } else { tr("bar-paused") };
        let tip = if panel.session.ended { tr("bar-ended-tip") } else { tr("bar-paused-tip") };
        ui.add(egui::Label::new(RichText::new(text).weak()).truncate()).on_hover_text(tip);
        return;
    }
    let steps = panel.playback.steps_per_second(panel.clock.dt);
    let step_time = panel.past.timeline.pace();
    let in_lesson = panel.lesson_session.layout == Layout::Lesson;
    let unit = match background_step::is_used(step_time) {
        _ if in_lesson => PaceUnit::RealTime,
        true => PaceUnit::StepTime(step_time),
        false => PaceUnit::Steps(steps),
    };
    let text = pace(panel.playback.reached, unit);
    let (text, tip) = if panel.playback.behind {
        let text = RichText::new(text);
        // To those who learn of friction, a slow machine is no warning.
        (if in_lesson { text.weak() } else { text.color(ui.visuals().warn_fg_color) }, tr("bar-behind"))
    } else {
        (RichText::new(text), tr("bar-pace-tip"))
    };
    ui.add(egui::Label::new(text).truncate()).on_hover_text(tip);
}

//! The panels around the scene, one file each, and the labels over it.
//!
//! Each panel is a system whose parameters are the resources it reads. It writes messages only: requests to the run
//! (`Request`, `QueueEdit`, `Action`), and changes of what it shows (`Binding`), applied after the last panel. The
//! systems run in the order in which they claim space in the window; only that layout (`canvas`) writes resources.

pub mod frame;
pub mod lessons;
pub mod on_scene;
pub mod parameters;
pub mod start;
pub mod studies;

pub(crate) mod build;
pub(crate) mod inspector;
pub(crate) mod manipulate_panel;
pub(crate) mod plots;
pub(crate) mod widgets;

use crate::app::control::perform::perform_sent;
use crate::app::control::requests::{show_another_scene, update_again};
use crate::app::files::jump::CopyText;
use crate::app::lessons::board::place_handles;
use crate::app::lessons::lesson_session::LessonSession;
use crate::app::state::change::{self, AddChanges};
use crate::app::state::layout::{Layout, SIDES, plots_height};
use crate::app::state::panels::{Panels, Popups, follow_layout};
use crate::app::state::session::Session;
use crate::app::studies::compare::open_strip;
use crate::app::studies::law_bench::refresh_bench;
use crate::app::studies::run_audit::follow_audit;
use crate::draw::space::orbit::Orbit;
use crate::draw::ticks::Ticks;
use crate::view::render::theme::{Theme, ThemeColours};
use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy_egui::{EguiPostUpdateSet, EguiPrimaryContextPass, egui};
use frame::canvas::{Canvas, FreeArea};
use widgets::{column, widths};

/// Registers the panels and the labels over the scene.
pub(crate) struct PanelPlugin;

impl Plugin for PanelPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<FreeArea>().init_resource::<Theme>();
        app.add_changes::<Theme>().add_changes::<Orbit>();
        // Rasterize the fonts of a new magnification in the same frame; one frame later, that frame would have no
        // panels.
        app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
        let in_lesson = |lesson_session: Res<LessonSession>| lesson_session.layout == Layout::Lesson;
        let panels = (
            (open_strip, refresh_bench, follow_audit, crate::app::build::selected_entry::follow),
            bar,
            lesson.run_if(in_lesson),
            rail.run_if(not(in_lesson)),
            overview.run_if(|panels: Res<Panels>| panels.left),
            frame::details::show.run_if(|panels: Res<Panels>| panels.right),
            comparison.run_if(|panels: Res<Panels>| panels.compare),
            plots.run_if(|panels: Res<Panels>| panels.plots && !panels.compare),
            (
                frame::canvas::place,
                place_handles,
                on_scene::over_scene::paint,
                on_scene::over_scene::grip,
                crate::app::build::handles::place,
                build::handles::paint,
                build::handles::tell,
            )
                .chain(),
        );
        let bench = studies::law_bench::show.run_if(not(in_gallery));
        let audit = studies::run_audit::show.run_if(not(in_gallery));
        let popups = (
            frame::dialogs::show,
            build::pair_table::show,
            frame::palette::show,
            frame::help::show,
            frame::help::notice,
            bench,
            audit,
            lessons::class_answers::show,
        );
        // Open another scene before the frame with the previous one is drawn, which can take 0.2 s.
        let discard = |mut canvas: Canvas| canvas.ctx().map(|ctx| ctx.request_discard("another scene"));
        let reopen = (discard, update_again).chain().run_if(show_another_scene);
        app.add_systems(
            EguiPrimaryContextPass,
            (
                (follow_layout, begin).chain(),
                (frame::canvas::cover, gallery).chain().run_if(in_gallery),
                panels.chain().run_if(not(in_gallery)),
                focus,
                popups.chain(),
                (perform_sent, change::apply).chain(),
                reopen,
            )
                .chain(),
        );
    }
}

/// Whether the gallery is open; it covers the scene and its tools.
fn in_gallery(session: Res<Session>) -> bool {
    session.gallery || session.opened.is_none()
}

/// Prepares the frame: colours, text size, full window area.
fn begin(
    mut canvas: Canvas,
    theme: Res<Theme>,
    panels: Res<Panels>,
    mut dressed: Local<Option<Theme>>,
    mut fonts: Local<usize>,
    mut copied: MessageReader<CopyText>,
) -> Result {
    let ctx = canvas.ctx()?;
    if *dressed != Some(*theme) {
        theme.apply(&ctx);
        *dressed = Some(*theme);
    }
    canvas.begin(&ctx);
    on_scene::labels::ready(&ctx, &mut fonts);
    copied.read().for_each(|CopyText(text)| ctx.copy_text(text.clone()));
    // Takes effect in the next frame; this one uses the old zoom.
    let window = ctx.viewport_rect().size() * ctx.zoom_factor();
    let magnification = panels.magnification(window.into());
    if Panels::is_another_magnification(ctx.zoom_factor(), magnification) {
        ctx.set_zoom_factor(magnification);
    }
    Ok(())
}

fn gallery(
    mut canvas: Canvas,
    mut cards: start::gallery::GalleryPanel,
    mut pictures: Local<start::gallery_pictures::Pictures>,
    mut filter: Local<crate::app::studies::gallery::GalleryFilter>,
) -> Result {
    canvas.show("gallery", |ui| start::gallery::show(ui, &mut cards, &mut pictures, &mut filter))
}

fn bar(
    mut canvas: Canvas,
    mut lines: ParamSet<(frame::bar::BarPanel, frame::timeline::TimelinePanel)>,
    mut ticks: Local<Ticks>,
) -> Result {
    canvas.show("bar", |ui| {
        egui::Panel::bottom("bar").resizable(false).show(ui, |ui| {
            frame::bar::show(ui, &mut lines.p0());
            frame::timeline::show(ui, &mut lines.p1(), &mut ticks);
        });
    })
}

fn lesson(mut canvas: Canvas, lesson_session: Res<LessonSession>, mut parts: lessons::lesson::LessonParts) -> Result {
    canvas.show("lesson", |ui| {
        let widths = widths(ui, 300.0, 620.0, 0.43);
        egui::Panel::left("lesson").default_size(390.0).size_range(widths).show(ui, |ui| {
            column(ui, |ui| lessons::lesson::show(ui, lesson_session.open.as_ref(), &mut parts));
        });
    })
}

fn rail(mut canvas: Canvas, mut panel: frame::rail::RailPanel) -> Result {
    canvas.show("rail", |ui| {
        let frame = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(4, 6));
        let strip = egui::Panel::left("rail").resizable(false).exact_size(frame::rail::WIDTH).frame(frame);
        strip.show(ui, |ui| frame::rail::show(ui, &mut panel));
    })
}

fn overview(mut canvas: Canvas, mut panel: start::overview::OverviewPanel) -> Result {
    canvas.show("overview", |ui| {
        let widths = widths(ui, 180.0, 420.0, SIDES[0]);
        egui::Panel::left("overview").default_size(236.0).size_range(widths).show(ui, |ui| {
            column(ui, |ui| start::overview::show(ui, &mut panel));
        });
    })
}

fn comparison(mut canvas: Canvas, mut panel: studies::compare::ComparePanel) -> Result {
    canvas.show("compare", |ui| {
        let strip = egui::Panel::bottom("compare").default_size(268.0).size_range(150.0..=520.0).resizable(true);
        strip.show(ui, |ui| studies::compare::show(ui, &mut panel));
    })
}

fn plots(mut canvas: Canvas, mut panel: plots::panel::PlotsPanel) -> Result {
    canvas.show("plots", |ui| {
        // A height dragged in one layout must not squeeze another.
        let id = egui::Id::new(("plots", panel.lesson_session.layout));
        let [least, usual] =
            plots_height(ui.ctx().viewport_rect().height(), ui.available_height(), plots::MIN_STRIP_HEIGHT);
        let strip = egui::Panel::bottom(id).default_size(usual).size_range(least..=460.0).resizable(true);
        strip.show(ui, |ui| plots::show(ui, &mut panel));
    })
}

/// Only text fields keep the keyboard focus until F6 enables Tab navigation: Tab and Space are window shortcuts.
fn focus(mut canvas: Canvas, popups: Res<Popups>) -> Result {
    let ctx = canvas.ctx()?;
    if popups.tabbing {
        ring(&ctx);
    } else if !ctx.text_edit_focused()
        && let Some(focused) = ctx.memory(|memory| memory.focused())
    {
        ctx.memory_mut(|memory| memory.surrender_focus(focused));
    }
    Ok(())
}

/// A ring around the focused control; its shading alone is easily overlooked.
fn ring(ctx: &egui::Context) {
    if let Some(focused) = ctx.memory(|memory| memory.focused())
        && let Some(control) = ctx.read_response(focused)
    {
        let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Tooltip, "focus".into()));
        let colour = ctx.global_style().visuals.hyperlink_color;
        painter.rect_stroke(control.rect.expand(2.0), 4.0, egui::Stroke::new(2.5, colour), egui::StrokeKind::Outside);
    }
}

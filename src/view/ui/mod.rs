//! The panels around the scene, one file each.

pub(crate) mod bar;
pub(crate) mod board;
pub(crate) mod compare;
pub(crate) mod dialogs;
pub(crate) mod gallery;
pub(crate) mod gallery_pictures;
pub(crate) mod hands;
pub(crate) mod help;
pub(crate) mod inspector;
pub mod labels;
pub(crate) mod law_bench;
pub(crate) mod law_parameters;
pub(crate) mod laws;
pub(crate) mod legend;
pub(crate) mod lesson;
mod limits;
pub(crate) mod overview;
pub(crate) mod palette;
pub(crate) mod plots;
mod solver;
pub(crate) mod solver_choice;
pub(crate) mod timeline;
pub(crate) mod tuning;
pub(crate) mod two_handles;

use crate::app::compare::Compare;
use crate::app::course::Course;
use crate::app::forecast::Forecast;
use crate::app::gallery::Gallery;
use crate::app::goto::CopyText;
use crate::app::hand::Grab;
use crate::app::inspect::{Inspect, Tab};
use crate::app::law_bench::LawBench;
use crate::app::layout::Layers;
use crate::app::layout::{Layout, LayoutChosen};
use crate::app::past::Past;
use crate::app::playback::Playback;
use crate::app::saving::Saving;
use crate::app::session::{Request, Session};
use crate::app::shown::Shown;
use crate::draw::ticks::Ticks;
use crate::step::Convergence;
use crate::step::tune::{EditLog, Tune};
use crate::view::export::window_picture::TakePicture;
use crate::view::input::reader;
use crate::view::render::camera::{Orbit, SceneArea};
use crate::view::render::lens::{Lens, area_on_screen};
use crate::view::render::sync::Units;
use crate::view::render::theme::Theme;
use crate::world::Clock;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

/// Which panels are shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Panels {
    /// Scene, overlays.
    pub left: bool,
    /// Tuning, live numbers.
    pub right: bool,
    /// Plots.
    pub plots: bool,
    /// The runs under other laws, in the place of the plots.
    pub compare: bool,
    /// The law bench.
    pub bench: bool,
    /// Size of panels and texts, percent.
    pub percent: u16,
}

impl Panels {
    /// Shows and hides what a layout does.
    pub(crate) fn follow(&mut self, layout: Layout) {
        let few = layout == Layout::Lesson;
        (self.left, self.right, self.plots) = (!few, !few, true);
    }

    /// Makes panels and texts larger or smaller by so many percent.
    pub(crate) fn zoom(&mut self, by: i16) {
        self.percent = self.percent.saturating_add_signed(by).clamp(50, 300);
    }
}

impl Default for Panels {
    fn default() -> Self {
        Self { left: true, right: true, plots: true, compare: false, bench: false, percent: 100 }
    }
}

/// What lies over the panels, one at a time.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Popups {
    /// The keys are listed.
    pub help: bool,
    /// The command palette, while it is open.
    pub palette: Option<palette::Palette>,
    /// Tab goes through the controls.
    pub tabbing: bool,
}

/// Shows and hides panels when a layout is chosen.
pub(crate) fn follow_layout(mut chosen: MessageReader<LayoutChosen>, mut panels: ResMut<Panels>) {
    chosen.read().for_each(|LayoutChosen(layout)| panels.follow(*layout));
}

/// Everything the panels read and change.
#[derive(SystemParam)]
pub(crate) struct Desk<'w> {
    /// What is open.
    pub session: ResMut<'w, Session>,
    /// What is asked for.
    pub requests: MessageWriter<'w, Request>,
    /// A picture of the window is asked for.
    pub picture: MessageWriter<'w, TakePicture>,
    /// What lies over the window.
    pub popups: ResMut<'w, Popups>,
    /// The state on the screen.
    pub shown: ResMut<'w, Shown>,
    /// What hands can do, as a form.
    pub form: ResMut<'w, hands::BodyForm>,
    /// What the hand holds.
    pub grab: ResMut<'w, Grab>,
    /// The lesson that is open.
    pub course: ResMut<'w, Course>,
    /// Questions about files.
    pub saving: ResMut<'w, Saving>,
    /// Whether time runs.
    pub playback: ResMut<'w, Playback>,
    /// The past of the run.
    pub past: ResMut<'w, Past>,
    /// Which overlays are on.
    pub layers: ResMut<'w, Layers>,
    /// The camera.
    pub orbit: ResMut<'w, Orbit>,
    /// Colours.
    pub theme: ResMut<'w, Theme>,
    /// Which panels are shown.
    pub panels: ResMut<'w, Panels>,
    /// The sliders.
    pub tuning: ResMut<'w, crate::app::tuning::Tuning>,
    /// The plotted past.
    pub history: ResMut<'w, crate::app::history::History>,
    /// What is plotted of it.
    pub graphs: ResMut<'w, crate::app::graphs::Graphs>,
    /// What is inspected.
    pub inspect: ResMut<'w, Inspect>,
    /// The law bench.
    pub bench: ResMut<'w, LawBench>,
    /// The runs under other laws.
    pub compare: ResMut<'w, Compare>,
    /// How the residual of the rigid contacts fell in the last step.
    pub convergence: Res<'w, Convergence>,
    /// Closed forms.
    pub forecast: Res<'w, Forecast>,
    /// Edits made so far.
    pub edit_log: Res<'w, EditLog>,
    /// The scenes that can be opened.
    pub gallery: ResMut<'w, Gallery>,
    /// Their pictures.
    pub pictures: ResMut<'w, gallery_pictures::Pictures>,
    /// Edits for the next step.
    pub edits: MessageWriter<'w, Tune>,
    /// Step count and size.
    pub clock: Res<'w, Clock>,
    /// Metres to drawing units.
    pub units: Res<'w, Units>,
    /// The part of the window left for the scene.
    pub area: ResMut<'w, SceneArea>,
    /// Time on the wall.
    pub time: Res<'w, Time<Real>>,
}

/// The panels, and the texts over the scene.
pub(crate) struct PanelPlugin;

impl Plugin for PanelPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Panels>()
            .init_resource::<Popups>()
            .init_resource::<Theme>()
            .init_resource::<hands::BodyForm>()
            .init_resource::<gallery_pictures::Pictures>();
        let bench = law_bench::show.run_if(no_gallery);
        app.add_systems(EguiPrimaryContextPass, (follow_layout, show, bench).chain());
    }
}

/// The gallery covers what is open, and its tools with it.
fn no_gallery(session: Res<Session>) -> bool {
    !session.gallery
}

/// Shows every panel, then the texts over the scene that is left between them.
pub(crate) fn show(
    mut contexts: EguiContexts,
    mut desk: Desk,
    mut dressed: Local<Option<Theme>>,
    mut ticks: Local<Ticks>,
    mut copied: MessageReader<CopyText>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    if *dressed != Some(*desk.theme) {
        desk.theme.apply(&ctx);
        *dressed = Some(*desk.theme);
    }
    // It holds from the next frame on; this one is laid out with the last.
    let zoom = ctx.zoom_factor();
    ctx.set_zoom_factor(f32::from(desk.panels.percent) / 100.0);
    labels::ready(&ctx);
    let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ctx.viewport_rect());
    let mut ui = egui::Ui::new(ctx.clone(), "window".into(), builder);
    if desk.session.gallery || desk.session.opened.is_none() {
        gallery::show(&mut ui, &mut desk);
        desk.area.0 = None;
    } else {
        compare::follow(&mut desk);
        around(&mut ui, &mut desk, &mut ticks);
        let left = ui.available_rect_before_wrap();
        let corner = |p: egui::Pos2| Vec2::new(p.x, p.y);
        desk.area.0 = Some(Rect::from_corners(corner(left.min) * zoom, corner(left.max) * zoom));
        // The panel of a lesson has its own title.
        let untitled = desk.panels.left || desk.course.layout == Layout::Lesson;
        let title = desk.session.opened.as_ref().filter(|_| !untitled);
        let title = title.map_or("", |opened| opened.scene.title.as_str());
        let area = area_on_screen(&ctx, &desk.area);
        let lens = Lens { orbit: &desk.orbit, area, units: &desk.units };
        let legend = labels::paint(&ctx, &lens, &desk.shown, &desk.theme, title);
        let whole = desk.session.opened.as_ref().map_or("", |opened| opened.scene.title.as_str());
        reader::scene(&ctx, area, whole, &desk.shown);
        if desk.course.layout == Layout::Lesson {
            lesson::forces(&ctx, &desk, &lens, legend);
        }
        board::show(&ctx, &mut desk, area);
    }
    // Only a field that takes text keeps the keyboard, until F6 asks for the controls: Tab and Space are keys of the
    // window.
    if !ctx.text_edit_focused()
        && !desk.popups.tabbing
        && let Some(focused) = ctx.memory(|memory| memory.focused())
    {
        ctx.memory_mut(|memory| memory.surrender_focus(focused));
    }
    if desk.popups.tabbing {
        ring(&ctx);
    }
    copied.read().for_each(|CopyText(text)| ctx.copy_text(text.clone()));
    dialogs::show(&ctx, &mut desk);
    palette::show(&ctx, &mut desk);
    help::show(&ctx, &mut desk);
    help::notice(&ctx, &mut desk);
    Ok(())
}

/// A ring around what Tab has come to: the shade of a control alone is not seen among so many.
fn ring(ctx: &egui::Context) {
    if let Some(focused) = ctx.memory(|memory| memory.focused())
        && let Some(control) = ctx.read_response(focused)
    {
        let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Tooltip, "focus".into()));
        let colour = ctx.global_style().visuals.hyperlink_color;
        painter.rect_stroke(control.rect.expand(2.0), 4.0, egui::Stroke::new(2.5, colour), egui::StrokeKind::Outside);
    }
}

fn around(ui: &mut egui::Ui, desk: &mut Desk, ticks: &mut Ticks) {
    egui::Panel::bottom("bar").resizable(false).show(ui, |ui| {
        bar::show(ui, desk);
        timeline::show(ui, desk, ticks);
    });
    if desk.course.layout == Layout::Lesson {
        egui::Panel::left("lesson").default_size(390.0).size_range(300.0..=620.0).show(ui, |ui| {
            column(ui, |ui| lesson::show(ui, desk));
        });
    }
    if desk.panels.left {
        egui::Panel::left("overview").default_size(236.0).size_range(180.0..=420.0).show(ui, |ui| {
            column(ui, |ui| overview::show(ui, desk));
        });
    }
    if desk.panels.right {
        egui::Panel::right("details").default_size(330.0).size_range(270.0..=560.0).show(ui, |ui| {
            column(ui, |ui| {
                tabs(ui, desk);
                match desk.inspect.tab {
                    Tab::Tune => {
                        tuning::show(ui, desk);
                        hands::show(ui, desk);
                    }
                    Tab::Inspect => inspector::show(ui, desk),
                    Tab::Solver => solver::show(ui, desk),
                }
            });
        });
    }
    if desk.panels.compare {
        egui::Panel::bottom("compare").default_size(268.0).size_range(150.0..=520.0).resizable(true).show(ui, |ui| {
            compare::show(ui, desk);
        });
    } else if desk.panels.plots {
        egui::Panel::bottom("plots").default_size(172.0).size_range(90.0..=460.0).resizable(true).show(ui, |ui| {
            plots::show(ui, desk);
        });
    }
}

/// What a panel at the side holds: it scrolls, and keeps clear of the bar whether or not that is there.
fn column(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui)) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 8.0);
        add(ui);
    });
}

/// The pages of the right panel.
fn tabs(ui: &mut egui::Ui, desk: &mut Desk) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        for (tab, name, tip) in [
            (Tab::Inspect, "Inspect", "contacts and bodies: every number, and why it sticks or slips"),
            (Tab::Tune, "Tune", "friction parameters of the running simulation"),
            (Tab::Solver, "Solver", "rigid contacts: how well each step is solved"),
        ] {
            if tab == Tab::Solver && desk.inspect.tab != tab && !solver::is_at_work(desk) {
                continue;
            }
            let text = egui::RichText::new(name).size(14.5).strong();
            ui.selectable_value(&mut desk.inspect.tab, tab, text).on_hover_text(tip);
        }
    });
}

/// The heading of a part of a panel.
pub(crate) fn section(ui: &mut egui::Ui, title: &str) {
    ui.add_space(6.0);
    ui.label(egui::RichText::new(title).strong().size(14.5));
    ui.separator();
}

//! The gallery: a card for each lesson and scene, with picture, title and question.

use crate::app::build::templates;
use crate::app::control::actions::Action;
use crate::app::files::recent::RecentFiles;
use crate::app::state::change::Binding;
use crate::app::state::panels::Popups;
use crate::app::state::request::SceneRequest;
use crate::app::state::request::{FileRequest, Request};
use crate::app::state::session::Session;
use crate::app::studies::gallery::{
    Gallery, GalleryCard, GalleryFilter, GalleryPart, ShownCard, first_sentence, group_title, short_question,
};
use crate::app::studies::picture_sheet::{SIZE, picture_of_lesson};
use crate::draw::text::format::counted_text;
use crate::texts::tr;
use crate::view::render::theme::{CORNER, Theme, size};
use crate::view::ui::start::gallery_pictures::Pictures;
use crate::view::ui::widgets;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText, TextureHandle, vec2};
use stickslip_lab::lessons::Lesson;

/// Resources and messages used by the gallery.
#[derive(SystemParam)]
pub(crate) struct GalleryPanel<'w> {
    /// The language chosen.
    pub actions: MessageWriter<'w, Action>,
    /// Available scenes.
    pub gallery: Res<'w, Gallery>,
    /// Open popups.
    pub popups: Binding<'w, Popups>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// The open session.
    pub session: Binding<'w, Session>,
    /// The files of before.
    pub recent: Res<'w, RecentFiles>,
    /// Colours.
    pub theme: Res<'w, Theme>,
}

/// Shows the gallery over the whole window.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut GalleryPanel, pictures: &mut Pictures, filter: &mut GalleryFilter) {
    let fill = ui.visuals().panel_fill;
    egui::CentralPanel::default().frame(egui::Frame::new().fill(fill).inner_margin(28.0)).show(ui, |ui| {
        header(ui, panel, filter);
        ui.add_space(10.0);
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let gallery = &*panel.gallery;
            let found = gallery.groups_shown(filter);
            panel.actions.write_batch(begin(ui, &panel.recent));
            let mut wanted = lessons(ui, gallery, pictures, filter);
            if found.is_empty() && gallery.lessons_shown(filter).is_empty() {
                ui.label(tr("gallery-none"));
            }
            for (title, cards) in found {
                heading(ui, group_title(title));
                wanted = scenes(ui, gallery, pictures, (&cards, filter)).or(wanted);
            }
            if let Some(request) = wanted {
                panel.requests.write(request);
            }
        });
    });
}

/// The first rows: new scenes, and files; returns the action of a click.
fn begin(ui: &mut egui::Ui, recent: &RecentFiles) -> Option<Action> {
    let mut wanted = None;
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.set_row_height(26.0);
        ui.label(RichText::new(tr("gallery-new")).weak());
        for name in templates::names() {
            let button = egui::Button::new(tr(templates::title(name))).min_size(vec2(0.0, 26.0));
            if ui.add(button).clicked() {
                wanted = Some(Action::Ask(Request::Scene(SceneRequest::New(name))));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.set_row_height(26.0);
        ui.label(RichText::new(tr("gallery-files")).weak());
        let open = egui::Button::new(tr("gallery-open")).min_size(vec2(0.0, 26.0));
        if ui.add(open).on_hover_text("Ctrl+Shift+O").clicked() {
            wanted = Some(Action::OpenFile);
        }
        for file in recent.files.iter().take(SHOWN_FILES) {
            let name = file.file_name().map_or_else(|| file.display().to_string(), |name| name.display().to_string());
            if ui.link(name).on_hover_text(file.display().to_string()).clicked() {
                wanted = Some(Action::Ask(Request::File(FileRequest::Open(file.clone()))));
            }
        }
    });
    wanted
}

/// Number of recent files in the gallery; the form to open a file lists all.
const SHOWN_FILES: usize = 6;

/// Title of a part of the gallery.
fn heading(ui: &mut egui::Ui, title: &str) {
    ui.add_space(12.0);
    ui.label(widgets::bold(title, size::LEAD));
    ui.add_space(2.0);
}

/// Space for the scroll bar, points.
const SCROLL_BAR: f32 = 14.0;

/// Number of columns of at least `least` points, and the width of each.
fn columns(ui: &egui::Ui, least: f32) -> (usize, f32) {
    let (available, gap) = (ui.available_width() - SCROLL_BAR, ui.spacing().item_spacing.x);
    let columns = (((available + gap) / (least + gap)) as usize).max(1);
    (columns, (available - gap * (columns - 1) as f32) / columns as f32)
}

/// The scenes of a group; returns the request of a click.
fn scenes(
    ui: &mut egui::Ui,
    gallery: &Gallery,
    pictures: &mut Pictures,
    (cards, filter): (&[ShownCard], &mut GalleryFilter),
) -> Option<Request> {
    let (columns, width) = columns(ui, 232.0);
    let mut wanted = None;
    for row in cards.chunks(columns) {
        ui.horizontal_top(|ui| {
            for shown in row {
                let Some(card) = gallery.cards.get(shown.card) else { continue };
                ui.vertical(|ui| {
                    let picture = pictures.get(ui.ctx(), &card.name);
                    if scene_card(ui, card, picture.as_ref(), width)
                        && let Ok(scene) = card.scene()
                    {
                        wanted = Some(Request::Scene(SceneRequest::Open(Box::new(card.opened(scene)))));
                    }
                    if let Some((name, count)) = shown.folds {
                        let is_open = filter.unfolded.contains(name);
                        let text = counted_text(if is_open { "gallery-hide" } else { "gallery-show" }, count);
                        if ui.small_button(text).clicked() {
                            filter.fold(name);
                        }
                    }
                });
            }
        });
        ui.add_space(4.0);
    }
    wanted
}

/// The lessons, with their questions; returns the request of a click.
fn lessons(ui: &mut egui::Ui, gallery: &Gallery, pictures: &mut Pictures, filter: &GalleryFilter) -> Option<Request> {
    let found = gallery.lessons_shown(filter);
    if !found.is_empty() {
        heading(ui, tr("gallery-lessons-title"));
    }
    let (columns, width) = columns(ui, 280.0);
    let mut wanted = None;
    for row in found.chunks(columns) {
        ui.horizontal_top(|ui| {
            for (number, (name, lesson)) in row {
                let picture = pictures.get(ui.ctx(), &picture_of_lesson(name, lesson));
                if lesson_card(ui, *number, lesson, picture.as_ref(), width).clicked() {
                    wanted = Some(Request::Scene(SceneRequest::Lesson((*name).to_owned())));
                }
            }
        });
    }
    wanted
}

/// A picture with title and question below it.
fn lesson_card(
    ui: &mut egui::Ui,
    number: usize,
    lesson: &Lesson,
    picture: Option<&TextureHandle>,
    width: f32,
) -> egui::Response {
    let title = format!("{number}  {}", lesson.title);
    card(ui, &title, width, |ui| {
        picture_of(ui, picture);
        texts(ui, LESSON_TEXTS, |ui| {
            line(ui, widgets::bold(&title, size::LARGE));
            line(ui, RichText::new(short_question(&lesson.question)).weak());
        });
    })
    .on_hover_text(&lesson.question)
}

/// A picture of the width of the card.
fn picture_of(ui: &mut egui::Ui, picture: Option<&TextureHandle>) {
    let wide = ui.available_width();
    let size = vec2(wide, wide * SIZE[1] as f32 / SIZE[0] as f32);
    match picture {
        Some(picture) => _ = ui.add(egui::Image::new(picture).fit_to_exact_size(size).corner_radius(CORNER)),
        None => _ = ui.allocate_space(size),
    }
}

/// The texts of a card, of one height in all of them.
fn texts(ui: &mut egui::Ui, height: f32, add: impl FnOnce(&mut egui::Ui)) {
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        add(ui);
    });
}

fn line(ui: &mut egui::Ui, text: RichText) {
    ui.add(egui::Label::new(text).wrap().selectable(false));
}

/// A frame that is clickable as a whole.
fn card(ui: &mut egui::Ui, name: &str, width: f32, show: impl FnOnce(&mut egui::Ui)) -> egui::Response {
    const MARGIN: f32 = 7.0;
    let radius = CORNER + 3;
    let frame =
        egui::Frame::group(ui.style()).corner_radius(radius).inner_margin(MARGIN).fill(ui.visuals().faint_bg_color);
    let inner = frame.show(ui, |ui| {
        ui.set_width(width - 2.0 * (MARGIN + 1.0));
        ui.vertical(show);
    });
    let response = inner.response.interact(egui::Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    if response.hovered() || response.has_focus() {
        let stroke = egui::Stroke::new(2.0, ui.visuals().hyperlink_color);
        ui.painter().rect_stroke(response.rect, radius, stroke, egui::StrokeKind::Outside);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

fn header(ui: &mut egui::Ui, panel: &mut GalleryPanel, filter: &mut GalleryFilter) {
    ui.horizontal(|ui| {
        ui.label(widgets::bold("stickslip", size::NAME));
        ui.add_space(10.0);
        ui.label(RichText::new(tr("gallery-motto")).size(size::LARGE).weak());
    });
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if let Some((first, _)) = panel.gallery.lessons.first() {
            let start = widgets::primary(tr("gallery-start"), size::BODY, &panel.theme).min_size(vec2(0.0, 26.0));
            if ui.add(start).clicked() {
                panel.requests.write(Request::Scene(SceneRequest::Lesson((*first).to_owned())));
            }
        }
        let field = egui::TextEdit::singleline(&mut filter.search).hint_text(tr("gallery-search")).desired_width(240.0);
        ui.add(field.margin(egui::Margin::symmetric(6, 5)));
        if panel.session.opened.is_some() && ui.button(tr("gallery-back")).on_hover_text("Esc").clicked() {
            panel.session.change(|session| session.gallery = false);
        }
        if ui.button(tr("gallery-keys")).on_hover_text("F1").clicked() {
            panel.popups.change(|popups| popups.help = true);
        }
        panel.actions.write_batch(widgets::language(ui));
    });
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let scenes = panel.gallery.groups.iter().enumerate();
        let scenes = scenes.map(|(k, group)| (Some(GalleryPart::Scenes(k)), group_title(group.title)));
        let all = [(None, tr("gallery-all")), (Some(GalleryPart::Lessons), tr("gallery-lessons"))];
        for (part, name) in all.into_iter().chain(scenes) {
            if widgets::tab(ui, filter.part == part, name).clicked() {
                filter.part = part;
            }
        }
    });
}

/// Height of the text of a scene's and of a lesson's card, points.
const TEXTS: f32 = 84.0;
const LESSON_TEXTS: f32 = 78.0;

/// The card of a scene; returns true if clicked.
fn scene_card(ui: &mut egui::Ui, scene: &GalleryCard, picture: Option<&TextureHandle>, width: f32) -> bool {
    let response = card(ui, &scene.name, width, |ui| {
        picture_of(ui, picture);
        texts(ui, TEXTS, |ui| {
            match scene.scene() {
                Ok(of) => {
                    line(ui, widgets::bold(&of.title, size::BODY));
                    line(ui, RichText::new(first_sentence(&of.about)).weak());
                }
                Err(fault) => {
                    line(ui, widgets::bold(&scene.name, size::BODY));
                    line(ui, RichText::new(fault).color(ui.visuals().error_fg_color));
                }
            }
            line(ui, RichText::new(&scene.name).small().weak());
        });
    });
    response.clicked()
}

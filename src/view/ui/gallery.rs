//! The gallery: a card for each lesson and scene, with picture, title and question.

use crate::app::change::Binding;
use crate::app::gallery::{Gallery, GalleryCard, first_sentence};
use crate::app::panels::Popups;
use crate::app::picture_sheet::SIZE;
use crate::app::session::{Request, Session};
use crate::view::ui::gallery_pictures::Pictures;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText, TextureHandle, vec2};
use stickslip_lab::lessons::Lesson;

/// Resources and messages used by the gallery.
#[derive(SystemParam)]
pub(crate) struct GalleryPanel<'w> {
    /// Available scenes.
    pub gallery: Res<'w, Gallery>,
    /// Open popups.
    pub popups: Binding<'w, Popups>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// The open session.
    pub session: Binding<'w, Session>,
}

/// Shows the gallery over the whole window.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut GalleryPanel, pictures: &mut Pictures, search: &mut String) {
    let fill = ui.visuals().panel_fill;
    egui::CentralPanel::default().frame(egui::Frame::new().fill(fill).inner_margin(28.0)).show(ui, |ui| {
        header(ui, panel, search);
        ui.add_space(14.0);
        let mut wanted = None;
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let columns = ((ui.available_width() / 290.0) as usize).clamp(1, 8);
            let width = (ui.available_width() - 8.0 * columns as f32) / columns as f32;
            let search = search.to_lowercase();
            let shown: Vec<usize> =
                (0..panel.gallery.cards.len()).filter(|n| panel.gallery.cards[*n].matches(&search)).collect();
            if let Some(name) = lessons(ui, &panel.gallery.lessons, pictures, &search, (columns, width)) {
                panel.requests.write(Request::Lesson(name));
            }
            if shown.is_empty() {
                ui.label("no matching scene");
            }
            for row in shown.chunks(columns) {
                ui.horizontal_top(|ui| {
                    for n in row {
                        let card = &panel.gallery.cards[*n];
                        let picture = pictures.get(ui.ctx(), &card.name);
                        if scene_card(ui, card, picture.as_ref(), width)
                            && let Ok(scene) = &card.scene
                        {
                            wanted = Some(card.opened(scene));
                        }
                    }
                });
                ui.add_space(6.0);
            }
        });
        if let Some(opened) = wanted {
            panel.requests.write(Request::Open(Box::new(opened)));
        }
    });
}

/// The lessons as small cards; returns the one clicked.
fn lessons(
    ui: &mut egui::Ui,
    lessons: &[(&str, Lesson)],
    pictures: &mut Pictures,
    search: &str,
    (columns, width): (usize, f32),
) -> Option<String> {
    let mut wanted = None;
    let fits = |lesson: &Lesson| {
        let found = format!("{} {}", lesson.title, lesson.question).to_lowercase();
        search.split_whitespace().all(|word| found.contains(word))
    };
    let found: Vec<(usize, &(&str, Lesson))> =
        lessons.iter().enumerate().filter(|(_, (_, lesson))| fits(lesson)).collect();
    if !found.is_empty() {
        ui.label(RichText::new("Lessons: predict, try, understand").size(18.0).strong());
    }
    for row in found.chunks(columns) {
        ui.horizontal_top(|ui| {
            for (n, (name, lesson)) in row {
                let title = format!("{}  {}", n + 1, lesson.title);
                let picture = pictures.get(ui.ctx(), &lesson.scene);
                if lesson_card(ui, &title, picture.as_ref(), width).on_hover_text(&lesson.question).clicked() {
                    wanted = Some((*name).to_owned());
                }
            }
        });
    }
    ui.add_space(14.0);
    ui.label(RichText::new("Scenes").size(18.0).strong());
    wanted
}

/// A small picture with a title next to it.
fn lesson_card(ui: &mut egui::Ui, title: &str, picture: Option<&TextureHandle>, width: f32) -> egui::Response {
    card(ui, title, width, 5.0, |ui| {
        ui.set_height(58.0);
        ui.horizontal(|ui| {
            if let Some(picture) = picture {
                ui.add(egui::Image::new(picture).fit_to_exact_size(vec2(92.8, 58.0)).corner_radius(5.0));
            }
            ui.add(egui::Label::new(RichText::new(title).size(15.0).strong()).wrap().selectable(false));
        });
    })
}

/// A frame that is clickable as a whole.
fn card(ui: &mut egui::Ui, name: &str, width: f32, margin: f32, show: impl FnOnce(&mut egui::Ui)) -> egui::Response {
    let frame =
        egui::Frame::group(ui.style()).corner_radius(8.0).inner_margin(margin).fill(ui.visuals().faint_bg_color);
    let inner = frame.show(ui, |ui| {
        ui.set_width(width - 2.0 * margin - 9.0);
        ui.vertical(show);
    });
    let response = inner.response.interact(egui::Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    if response.hovered() || response.has_focus() {
        let stroke = egui::Stroke::new(2.0, ui.visuals().selection.bg_fill);
        ui.painter().rect_stroke(response.rect.expand2(vec2(1.0, 1.0)), 8.0, stroke, egui::StrokeKind::Outside);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

fn header(ui: &mut egui::Ui, panel: &mut GalleryPanel, search: &mut String) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("stickslip").size(30.0).strong());
        ui.add_space(10.0);
        ui.label(RichText::new("how bodies stick, slip, roll and spin on each other").size(16.0).weak());
    });
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(search).hint_text("search").desired_width(240.0);
        ui.add(field);
        if panel.session.opened.is_some() && ui.button("Back to the scene").on_hover_text("Esc").clicked() {
            panel.session.change(|session| session.gallery = false);
        }
        if ui.button("Keys").on_hover_text("F1").clicked() {
            panel.popups.change(|popups| popups.help = true);
        }
    });
}

/// Height of a card's text, points.
const TEXTS: f32 = 96.0;

/// The card of a scene; returns true if clicked.
fn scene_card(ui: &mut egui::Ui, scene: &GalleryCard, picture: Option<&TextureHandle>, width: f32) -> bool {
    let response = card(ui, &scene.name, width, 7.0, |ui| {
        let wide = ui.available_width();
        let size = vec2(wide, wide * SIZE[1] as f32 / SIZE[0] as f32);
        match picture {
            Some(picture) => {
                ui.add(egui::Image::new(picture).fit_to_exact_size(size).corner_radius(5.0));
            }
            None => {
                ui.allocate_space(size);
            }
        }
        ui.allocate_ui(vec2(wide, TEXTS), |ui| {
            ui.set_min_height(TEXTS);
            let line = |text: RichText| egui::Label::new(text).wrap().selectable(false);
            match &scene.scene {
                Ok(of) => {
                    ui.add(line(RichText::new(&of.title).size(15.5).strong()));
                    ui.add(line(RichText::new(first_sentence(&of.about)).weak()));
                }
                Err(fault) => {
                    ui.add(line(RichText::new(&scene.name).size(15.5).strong()));
                    ui.add(line(RichText::new(fault).color(ui.visuals().error_fg_color)));
                }
            }
            ui.add(line(RichText::new(&scene.name).small().weak()));
        });
    });
    response.clicked()
}

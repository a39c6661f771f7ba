//! The gallery: a card for each scene, with its title and its question.

use super::Desk;
use crate::study::lesson;
use crate::view::session::Request;
use bevy_egui::egui::{self, RichText, vec2};

/// Shows the gallery over the whole window.
pub fn show(ui: &mut egui::Ui, desk: &mut Desk) {
    let fill = ui.visuals().panel_fill;
    egui::CentralPanel::default().frame(egui::Frame::new().fill(fill).inner_margin(28.0)).show(ui, |ui| {
        header(ui, desk);
        ui.add_space(14.0);
        let mut wanted = None;
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let columns = ((ui.available_width() / 330.0) as usize).clamp(1, 6);
            let width = (ui.available_width() - 14.0 * columns as f32) / columns as f32;
            let search = desk.gallery.search.to_lowercase();
            let shown: Vec<usize> =
                (0..desk.gallery.cards.len()).filter(|n| desk.gallery.cards[*n].matches(&search)).collect();
            if let Some(name) = lessons(ui, &search) {
                desk.session.request = Some(Request::Lesson(name));
            }
            if shown.is_empty() {
                ui.label("no scene of that name");
            }
            for row in shown.chunks(columns) {
                ui.horizontal_top(|ui| {
                    for n in row {
                        let card = &desk.gallery.cards[*n];
                        if card_ui(ui, card, width)
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
            desk.session.request = Some(Request::Open(Box::new(opened)));
        }
    });
}

/// The lessons, as a row of buttons; gives the one that was clicked.
fn lessons(ui: &mut egui::Ui, search: &str) -> Option<String> {
    let mut wanted = None;
    ui.label(RichText::new("Lessons: predict, try, understand").size(18.0).strong());
    ui.horizontal_wrapped(|ui| {
        for (n, (name, text)) in lesson::all().iter().enumerate() {
            let Ok(lesson) = lesson::Lesson::parse(text) else { continue };
            let found = format!("{} {}", lesson.title, lesson.question).to_lowercase();
            if search.split_whitespace().all(|word| found.contains(word)) {
                let title = RichText::new(format!("{}  {}", n + 1, lesson.title)).size(15.5);
                let button = egui::Button::new(title).min_size(vec2(0.0, 38.0));
                if ui.add(button).on_hover_text(&lesson.question).clicked() {
                    wanted = Some((*name).to_owned());
                }
            }
        }
    });
    ui.add_space(16.0);
    ui.label(RichText::new("Scenes").size(18.0).strong());
    wanted
}

fn header(ui: &mut egui::Ui, desk: &mut Desk) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("stickslip").size(30.0).strong());
        ui.add_space(10.0);
        ui.label(RichText::new("how bodies stick, slip, roll and spin on each other").size(16.0).weak());
    });
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut desk.gallery.search).hint_text("search").desired_width(240.0);
        ui.add(field);
        if desk.session.opened.is_some() && ui.button("back to the scene").on_hover_text("Esc").clicked() {
            desk.session.gallery = false;
        }
        if ui.button("Keys").on_hover_text("F1").clicked() {
            desk.session.help = true;
        }
    });
}

/// A card; true if it was clicked.
fn card_ui(ui: &mut egui::Ui, card: &crate::view::gallery_scenes::Card, width: f32) -> bool {
    let frame = egui::Frame::group(ui.style()).corner_radius(8.0).inner_margin(14.0).fill(ui.visuals().faint_bg_color);
    let inner = frame.show(ui, |ui| {
        ui.set_width(width - 36.0);
        ui.set_min_height(92.0);
        ui.vertical(|ui| {
            match &card.scene {
                Ok(scene) => {
                    ui.label(RichText::new(&scene.title).size(16.0).strong());
                    ui.add_space(2.0);
                    ui.label(RichText::new(first_sentence(&scene.about)).weak());
                }
                Err(fault) => {
                    ui.label(RichText::new(&card.name).size(16.0).strong());
                    ui.label(RichText::new(fault).color(ui.visuals().error_fg_color));
                }
            }
            ui.add_space(4.0);
            ui.label(RichText::new(&card.name).small().weak());
        });
    });
    let response = inner.response.interact(egui::Sense::click());
    if response.hovered() {
        let stroke = egui::Stroke::new(2.0, ui.visuals().selection.bg_fill);
        ui.painter().rect_stroke(response.rect.expand2(vec2(1.0, 1.0)), 8.0, stroke, egui::StrokeKind::Outside);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}

/// The first sentence of a text, where a number's point does not end one.
pub fn first_sentence(text: &str) -> &str {
    let end = text
        .char_indices()
        .find(|(at, c)| {
            let rest = &text[at + c.len_utf8()..];
            matches!(c, '.' | '?' | '!') && (rest.is_empty() || rest.starts_with(char::is_whitespace))
        })
        .map_or(text.len(), |(at, c)| at + c.len_utf8());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_at_a_point_that_a_blank_follows() {
        assert_eq!(first_sentence("Figure 9.1 of the paper. More."), "Figure 9.1 of the paper.");
        assert_eq!(first_sentence("When does it slip? At 14°."), "When does it slip?");
        assert_eq!(first_sentence("no end"), "no end");
    }
}

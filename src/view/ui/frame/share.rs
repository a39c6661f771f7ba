//! The menu *Share*: a link to the scene, a picture of it without the panels, a film of a part of the run.
//!
//! On a page, which has no threads to draw in off screen, a picture shows what the window does, and there are no films.

use crate::app::state::change::Binding;
use crate::app::state::panels::TakePicture;
use crate::app::state::request::{FileRequest, Request};
use crate::app::state::share::{PictureChoice, Share, ShareRequest};
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::ui::widgets::{labelled_number, plain_field, toggle};
use bevy::ecs::prelude::MessageWriter;
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText};

/// Resources and messages used by the menu.
#[derive(SystemParam)]
pub(crate) struct ShareMenu<'w> {
    /// The form, and what is being drawn.
    pub share: Binding<'w, Share>,
    /// What is asked for.
    pub asks: MessageWriter<'w, ShareRequest>,
    /// Asks for a picture of the whole window.
    pub window: MessageWriter<'w, TakePicture>,
}

/// Shows the menu, or how far the present picture or film is; returns the request of a click. `time`: that of the
/// displayed state, s.
pub(crate) fn menu(ui: &mut egui::Ui, menu: &mut ShareMenu, time: f64) -> Option<Request> {
    if let Some(progress) = menu.share.progress.clone() {
        ui.label(RichText::new(progress).weak());
        let cross = ui.small_button("✖").on_hover_text(tr("share-cancel"));
        if reader::named(cross, tr("share-cancel")).clicked() {
            menu.asks.write(ShareRequest::Cancel);
        }
        return None;
    }
    let mut wanted = None;
    // A click into a field must not close the menu.
    let config = egui::containers::menu::MenuConfig::new();
    let config = config.close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    // Its buttons and fields look as those of a panel.
    let config = config.style(egui::style::StyleModifier::default());
    let button = egui::containers::menu::MenuButton::new("📷").config(config);
    let (response, _) = button.ui(ui, |ui| {
        ui.set_width(260.0);
        if ui.button(tr("share-link")).on_hover_text(tr("share-link-tip")).clicked() {
            wanted = Some(Request::File(FileRequest::Link));
            ui.close();
        }
        ui.separator();
        picture(ui, menu);
        if !cfg!(target_arch = "wasm32") {
            ui.separator();
            film(ui, menu, time);
        }
    });
    reader::named(response.on_hover_text(tr("share-tip")), tr("share-menu"));
    wanted
}

fn picture(ui: &mut egui::Ui, menu: &mut ShareMenu) {
    ui.label(RichText::new(tr("share-picture")).strong());
    let choice = menu.share.picture;
    if !cfg!(target_arch = "wasm32") {
        look(ui, menu, choice);
    }
    ui.horizontal(|ui| {
        if ui.button(tr("share-save-picture")).clicked() {
            menu.asks.write(ShareRequest::Picture(choice));
            ui.close();
        }
        if ui.button(tr("share-window")).on_hover_text("F12").clicked() {
            menu.window.write(TakePicture);
            ui.close();
        }
    });
}

/// Size and colours of a picture, which are now `before`.
fn look(ui: &mut egui::Ui, menu: &mut ShareMenu, before: PictureChoice) {
    let mut choice = before;
    ui.horizontal(|ui| {
        for scale in [1, 2] {
            if toggle(ui, choice.scale == scale, &format!("{scale}×")).clicked() {
                choice.scale = scale;
            }
        }
        for (key, dark) in [("share-as-shown", None), ("share-light", Some(false)), ("share-dark", Some(true))] {
            if toggle(ui, choice.dark == dark, tr(key)).clicked() {
                choice.dark = dark;
            }
        }
    });
    ui.checkbox(&mut choice.is_transparent, tr("share-transparent"));
    if choice != before {
        menu.share.change(move |share| share.picture = choice);
    }
}

fn film(ui: &mut egui::Ui, menu: &mut ShareMenu, time: f64) {
    ui.label(RichText::new(tr("share-film")).strong());
    let mut choice = menu.share.film;
    // Until it is set, the film ends at the displayed time.
    if choice.span[1] <= choice.span[0] {
        choice.span = [0.0, time];
    }
    let before = choice;
    for (key, value) in [("share-from", 0), ("share-to", 1)] {
        let number = labelled_number(ui, tr(key), plain_field(&mut choice.span[value], 0.02).range(0.0..=1e6), "s");
        reader::named(number, tr(key));
    }
    let speed = labelled_number(ui, tr("share-speed"), plain_field(&mut choice.speed, 0.02).range(1e-4..=1e4), "×");
    reader::named(speed, tr("share-speed"));
    ui.horizontal(|ui| {
        for (name, is_mp4) in [("GIF", false), ("MP4", true)] {
            if toggle(ui, choice.is_mp4 == is_mp4, name).clicked() {
                choice.is_mp4 = is_mp4;
            }
        }
        if ui.button(tr("share-save-film")).clicked() {
            menu.asks.write(ShareRequest::Film(choice));
            ui.close();
        }
    });
    if choice != before {
        menu.share.change(move |share| share.film = choice);
    }
}

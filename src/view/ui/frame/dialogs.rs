//! File dialogs: save path, unsaved changes, errors in the file on disk.

use crate::app::files::recent::RecentFiles;
use crate::app::files::saving::{OpenForm, SaveForm, Saving};
use crate::app::state::change::Binding;
use crate::app::state::panels::BrowseFiles;
use crate::app::state::request::FileRequest;
use crate::app::state::request::Request;
use crate::app::state::session::Session;
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::ui::frame::canvas::Canvas;
use bevy::ecs::error::Result;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, Align2, RichText, vec2};
use std::path::PathBuf;

/// Resources and messages used by the dialogs.
#[derive(SystemParam)]
pub(crate) struct Dialogs<'w> {
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// The files of before.
    pub recent: Res<'w, RecentFiles>,
    /// Asks for the dialog of the system or the browser.
    pub browse: MessageWriter<'w, BrowseFiles>,
    /// File dialogs.
    pub saving: Binding<'w, Saving>,
    /// The open session.
    pub session: Res<'w, Session>,
}

/// Shows the open dialog.
pub(crate) fn show(mut canvas: Canvas, mut panel: Dialogs) -> Result {
    let ctx = canvas.ctx()?;
    open_file(&ctx, &mut panel);
    save(&ctx, &mut panel);
    ask(&ctx, &mut panel);
    faults(&ctx, &mut panel);
    Ok(())
}

fn window<R>(ctx: &egui::Context, title: &str, content: impl FnOnce(&mut egui::Ui) -> R) -> Option<R> {
    let window = egui::Window::new(title).collapsible(false).resizable(false);
    window.anchor(Align2::CENTER_CENTER, vec2(0.0, -60.0)).show(ctx, content).and_then(|shown| shown.inner)
}

/// The form to open a file: its path, the system's dialog, the files of before, and the faults of the last one.
fn open_file(ctx: &egui::Context, panel: &mut Dialogs) {
    let Some(mut form) = panel.saving.open_form.clone() else { return };
    let recent = panel.recent.files.clone();
    let done = window(ctx, tr("dialog-open"), |ui| {
        let mut chosen = None;
        ui.horizontal(|ui| {
            // Files of a page have no paths.
            if !cfg!(target_arch = "wasm32") {
                chosen = path_field(ui, &mut form);
            }
            if ui.button(tr("dialog-browse")).clicked() {
                panel.browse.write_default();
            }
        });
        if let Some(faults) = &form.faults {
            ui.label(RichText::new(tr("dialog-not-opened")).strong().color(ui.visuals().error_fg_color));
            egui::ScrollArea::both().max_height(0.4 * ctx.viewport_rect().height()).show(ui, |ui| {
                faults.lines().for_each(|line| _ = ui.label(RichText::new(line).monospace()));
            });
        }
        if !recent.is_empty() {
            ui.label(RichText::new(tr("gallery-recent")).weak());
            for file in &recent {
                if ui.link(file.display().to_string()).clicked() {
                    chosen = Some(file.clone());
                }
            }
        }
        let closes = ui.button(tr("dialog-cancel")).clicked() || ui.input(|input| input.key_pressed(egui::Key::Escape));
        (chosen, closes)
    });
    let (chosen, closes) = done.unwrap_or_default();
    let chosen = chosen.filter(|path| !path.as_os_str().is_empty());
    panel.requests.write_batch(chosen.map(|path| Request::File(FileRequest::Open(path))));
    panel.saving.bind(|saving| &mut saving.open_form, |now| *now = (!closes).then_some(form));
}

/// The path to type; returns it when it is to be opened.
fn path_field(ui: &mut egui::Ui, form: &mut OpenForm) -> Option<PathBuf> {
    let field = ui.add(egui::TextEdit::singleline(&mut form.path).desired_width(420.0));
    let field = reader::named(field, tr("dialog-path"));
    if std::mem::take(&mut form.fresh) {
        field.request_focus();
    }
    let typed = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let is_chosen = ui.button(tr("dialog-open-button")).clicked() || typed;
    is_chosen.then(|| PathBuf::from(form.path.trim()))
}

/// Where the name of a file without its ending begins and ends in its path, characters.
fn name_range(path: &str) -> [usize; 2] {
    let count = |text: &str| text.chars().count();
    let name = std::path::Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let begin = count(path) - count(name);
    [begin, begin + count(stem)]
}

fn save(ctx: &egui::Context, panel: &mut Dialogs) {
    let Some(mut form) = panel.saving.form.clone() else { return };
    let done = window(ctx, tr("dialog-save-as"), |ui| {
        let mut edit = egui::TextEdit::singleline(&mut form.path).desired_width(380.0).show(ui);
        let field = reader::named(edit.response.response.clone(), tr("dialog-path"));
        if std::mem::take(&mut form.fresh) {
            field.request_focus();
            // The name is selected, so that typing replaces it and keeps the folder and the ending.
            let name = name_range(&form.path).map(egui::text::CCursor::new);
            edit.state.cursor.set_char_range(Some(egui::text::CCursorRange::two(name[0], name[1])));
            edit.state.store(ui.ctx(), field.id);
        }
        let typed = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.checkbox(&mut form.poses, tr("dialog-poses"));
        let note = if form.poses { tr("dialog-poses-note") } else { tr("dialog-parameters-note") };
        ui.label(RichText::new(note).weak());
        if PathBuf::from(&form.path).exists() {
            ui.label(RichText::new(tr("dialog-exists")).color(ui.visuals().warn_fg_color));
        }
        ui.horizontal(|ui| {
            let save = ui.button(tr("dialog-save")).clicked() || typed;
            let close =
                ui.button(tr("dialog-cancel")).clicked() || ui.input(|input| input.key_pressed(egui::Key::Escape));
            (save, close)
        })
        .inner
    });
    let (save, close) = done.unwrap_or((false, false));
    if save && !form.path.trim().is_empty() {
        let path = PathBuf::from(form.path.trim());
        panel.requests.write(Request::File(FileRequest::Save {
            path,
            poses: form.poses,
            then: form.then.clone().map(Box::new),
        }));
    }
    panel.saving.bind(|saving| &mut saving.form, |now| *now = (!save && !close).then_some(form));
}

fn ask(ctx: &egui::Context, panel: &mut Dialogs) {
    let Some(waiting) = panel.saving.ask.clone() else { return };
    let answer = window(ctx, tr("dialog-unsaved"), |ui| {
        ui.label(tr("dialog-unsaved-text"));
        ui.horizontal(|ui| {
            if ui.button(tr("dialog-save-first")).clicked() {
                Some(0)
            } else if ui.button(tr("dialog-close")).clicked() {
                Some(1)
            } else if ui.button(tr("dialog-keep")).clicked() || ui.input(|input| input.key_pressed(egui::Key::Escape)) {
                Some(2)
            } else {
                None
            }
        })
        .inner
    });
    let Some(answer) = answer.flatten() else { return };
    panel.saving.change(|saving| saving.ask = None);
    match answer {
        0 => {
            let form = SaveForm::for_session(&panel.session, Some(waiting));
            panel.saving.change(|saving| saving.form = form);
        }
        1 => {
            panel.requests.write(Request::Sure(Box::new(waiting)));
        }
        _ => {}
    }
}

fn faults(ctx: &egui::Context, panel: &mut Dialogs) {
    let Some(faults) = panel.saving.faults.clone() else { return };
    egui::Area::new(egui::Id::new(("faults", &faults))).anchor(Align2::CENTER_TOP, vec2(0.0, 60.0)).show(ctx, |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            let red = ui.visuals().error_fg_color;
            let text = if panel.session.opened.is_some() { tr("dialog-faults") } else { tr("dialog-not-opened") };
            ui.label(RichText::new(text).strong().color(red));
            let room = ctx.viewport_rect().height() - 180.0;
            egui::ScrollArea::vertical().max_height(room).show(ui, |ui| {
                for line in faults.lines() {
                    ui.label(RichText::new(line).monospace());
                }
            });
            if panel.session.opened.is_none() && ui.button(tr("dialog-dismiss")).clicked() {
                panel.saving.change(|saving| saving.faults = None);
            }
        });
    });
}

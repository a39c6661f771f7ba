//! The table of the materials of a scene: μ_s and μ_k of each pair.

use super::fields::cell;
use crate::app::build::materials::{PairTable, friction_fields, known_pair, of_scene, title};
use crate::app::state::change::Binding;
use crate::app::state::request::{BuildRequest, Request};
use crate::app::state::scene_patch::ScenePatch;
use crate::app::state::session::Session;
use crate::draw::text::format::short;
use crate::scene::{PairRule, Scene};
use crate::texts::{tr, tr_with};
use crate::view::ui::frame::canvas::Canvas;
use crate::view::ui::parameters::two_handles::{self, HandleEdit};
use crate::view::ui::widgets::toggle;
use bevy::ecs::error::Result;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy_egui::egui::{self, RichText, vec2};

/// Width of the table, points.
const WIDTH: f32 = 360.0;

/// Shows the table, if it is open.
pub(crate) fn show(
    mut canvas: Canvas,
    mut table: Binding<PairTable>,
    session: Res<Session>,
    mut requests: MessageWriter<Request>,
) -> Result {
    let ctx = canvas.ctx()?;
    let Some(opened) = session.opened.as_ref().filter(|_| table.is_open) else { return Ok(()) };
    let (scene, mut is_open) = (&opened.scene, true);
    let window = egui::Window::new(tr("pairs-title")).open(&mut is_open).resizable(false).collapsible(false);
    // At the right, where it covers little of the scene; it can be moved.
    let corner = ctx.content_rect().right_top() + vec2(-WIDTH - 40.0, 60.0);
    window.default_pos(corner).min_width(WIDTH).max_width(WIDTH).show(&ctx, |ui| {
        let names = of_scene(scene);
        if names.is_empty() {
            ui.label(RichText::new(tr("pairs-none")).weak());
            return;
        }
        grid(ui, &mut table, scene, &names);
        let Some(pair) = table.chosen.clone().filter(|pair| pair.iter().all(|name| names.contains(&name.as_str())))
        else {
            ui.label(RichText::new(tr("pairs-choose")).weak());
            return;
        };
        if let Some(patches) = pair_form(ui, scene, &pair) {
            let what = pair_name(&pair);
            requests.write(Request::Build(BuildRequest::Patch { what, patches }));
        }
    });
    if !is_open {
        table.change(|table| table.is_open = false);
    }
    Ok(())
}

fn pair_name([a, b]: &[String; 2]) -> String {
    tr_with("build-between", [("body", title(a).into()), ("end", title(b).into())])
}

/// The rule between two materials.
fn rule<'a>(scene: &'a Scene, a: &str, b: &str) -> Option<&'a PairRule> {
    scene.pairs.iter().rfind(|rule| {
        let [first, second] = &rule.between;
        (first == a && second == b) || (first == b && second == a)
    })
}

/// The lower triangle of materials by materials, below their names: μ_s / μ_k, or a dash where the pair is as all others.
fn grid(ui: &mut egui::Ui, table: &mut Binding<PairTable>, scene: &Scene, names: &[&str]) {
    egui::Grid::new("pairs").spacing(vec2(6.0, 4.0)).show(ui, |ui| {
        ui.label("");
        for b in names {
            ui.label(RichText::new(title(b)).weak());
        }
        ui.end_row();
        for (row, a) in names.iter().enumerate() {
            ui.label(title(a));
            for b in &names[..=row] {
                let text = rule(scene, a, b).map_or("–".to_owned(), |rule| {
                    format!("{} / {}", short(rule.friction.mu_s), short(rule.friction.mu_k))
                });
                let pair = [(*a).to_owned(), (*b).to_owned()];
                let is_chosen = table.chosen.as_ref() == Some(&pair);
                let cell = toggle(ui, is_chosen, &text).on_hover_text(pair_name(&pair));
                if cell.clicked() {
                    table.change(move |table| table.chosen = Some(pair));
                }
            }
            ui.end_row();
        }
    });
}

/// The friction of one pair: the track with two handles, the numbers, the values of handbooks, and the way back to all others.
fn pair_form(ui: &mut egui::Ui, scene: &Scene, pair: &[String; 2]) -> Option<Vec<ScenePatch>> {
    let [a, b] = pair;
    let own = rule(scene, a, b);
    let friction = own.map_or(&scene.friction, |rule| &rule.friction);
    let (mu_s, mu_k) = (friction.mu_s, friction.mu_k);
    let set = |values: [f64; 2]| {
        let names = [a.clone(), b.clone()];
        vec![ScenePatch::Pair { names, friction: friction_fields(scene, values) }]
    };
    ui.separator();
    ui.label(RichText::new(pair_name(pair)).strong());
    let others = if own.is_none() { tr("pairs-as-others") } else { "" };
    ui.label(RichText::new(others).weak());
    let mut wanted = None;
    // The track moves a copy until the button is released.
    let id = ui.id().with(("pair", a, b));
    let [mut low, mut high] = ui.data(|data| data.get_temp::<[f64; 2]>(id)).unwrap_or([mu_k, mu_s]);
    match two_handles::show(ui, low, high, false) {
        Some(HandleEdit::Kinetic(value)) => low = value,
        Some(HandleEdit::Static(value)) => high = value,
        _ => {}
    }
    let is_down = ui.input(|input| input.pointer.any_down());
    if [low, high] != [mu_k, mu_s] && !is_down {
        wanted = Some(set([high, low]));
    }
    if is_down {
        ui.data_mut(|data| data.insert_temp(id, [low, high]));
    } else {
        ui.data_mut(|data| data.remove::<[f64; 2]>(id));
    }
    ui.horizontal(|ui| {
        ui.label("μs");
        if let Some(new) = cell(ui, id.with("s"), "μs", mu_s, "").filter(|new| *new >= 0.0) {
            wanted = Some(set([new, mu_k.min(new)]));
        }
        ui.label("μk");
        if let Some(new) = cell(ui, id.with("k"), "μk", mu_k, "").filter(|new| *new >= 0.0) {
            wanted = Some(set([mu_s.max(new), new]));
        }
    });
    ui.horizontal(|ui| {
        if let Some(values) = known_pair([a, b]) {
            let text = tr_with("pairs-known", [("s", short(values[0]).into()), ("k", short(values[1]).into())]);
            if ui.button(text).on_hover_text(tr("pairs-source")).clicked() {
                wanted = Some(set(values));
            }
        }
        // It is there all the time: one that came with the first value would take the focus of the next field.
        if ui.add_enabled(own.is_some(), egui::Button::new(tr("pairs-reset"))).clicked() {
            wanted = Some(vec![ScenePatch::RemovePair([a.clone(), b.clone()])]);
        }
    });
    wanted
}

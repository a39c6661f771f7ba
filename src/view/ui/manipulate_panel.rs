//! Manual actions as a form: tilt, pull, kick, set a pose, add and delete bodies.

use super::widgets::{before_number, labelled_number, number, section};
use crate::app::hand::body_form::{BodyForm, SHAPES, new_body};
use crate::app::hand::{Grab, Held, growth, ramp};
use crate::app::lessons::board::{can_tilt, target, tilt_edit};
use crate::app::lessons::lesson_session::LessonSession;
use crate::app::state::change::Binding;
use crate::app::state::layout::{Layers, Layout};
use crate::app::state::session::{Notice, Session};
use crate::app::state::sliders::rounded;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::playback::Playback;
use crate::draw::scale::moves;
use crate::draw::text::format::{parse, quantity, short};
use crate::laws::motion::pull::Pull;
use crate::laws::{Rotation, Vec3, unit};
use crate::observe::state::BodyState;
use crate::scene::Scene;
use crate::shapes::Shape;
use crate::step::edits::{Edit, QueueEdit, slope};
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::size;
use crate::world::Clock;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, DragValue, RichText};

/// Resources and messages used by the form.
#[derive(SystemParam)]
pub(crate) struct HandsPanel<'w> {
    /// Short notices to the user.
    pub notices: MessageWriter<'w, Notice>,
    /// Step count and step size.
    pub clock: Res<'w, Clock>,
    /// The open lesson.
    pub lesson_session: Res<'w, LessonSession>,
    /// Edits to apply before the next step.
    pub edits: MessageWriter<'w, QueueEdit>,
    /// Contents of the form.
    pub form: Binding<'w, BodyForm>,
    /// The body held by the hand.
    pub grab: Binding<'w, Grab>,
    /// Enabled overlays.
    pub layers: Binding<'w, Layers>,
    /// Playback state.
    pub playback: Binding<'w, Playback>,
    /// The open session.
    pub session: Res<'w, Session>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
}

/// Shows the form.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut HandsPanel) {
    section(ui, tr("hand-title"));
    let state = panel.shown.state.clone();
    let bodies = &state.bodies;
    for (index, body) in bodies.iter().enumerate() {
        tilt(ui, panel, index as u32, body);
    }
    springs(ui, panel);
    let Some((index, body)) = chosen(panel, bodies) else { return };
    ui.label(RichText::new(format!("{}:", body.name)).strong()).on_hover_text(tr("hand-choose-tip"));
    egui::CollapsingHeader::new(tr("hand-grow")).show(ui, |ui| grow(ui, panel, index, &body));
    egui::CollapsingHeader::new(tr("hand-kick")).show(ui, |ui| kick(ui, panel, index));
    egui::CollapsingHeader::new(tr("hand-pose")).show(ui, |ui| place(ui, panel, index, &body));
    egui::CollapsingHeader::new(tr("hand-bodies")).show(ui, |ui| bodies_form(ui, panel, index, &body, bodies));
    ui.label(RichText::new(tr("hand-mouse")).weak());
}

/// The selected body, or the first movable one.
fn chosen(panel: &HandsPanel, bodies: &[BodyState]) -> Option<(u32, BodyState)> {
    let selected = panel.layers.0.selected.filter(|index| bodies.get(*index).is_some_and(moves));
    let index = selected.or_else(|| bodies.iter().position(moves))?;
    Some((index as u32, bodies[index].clone()))
}

fn send(panel: &mut HandsPanel, edit: Edit) {
    panel.edits.write(QueueEdit(edit));
}

/// Makes an edit of bodies visible while paused: it takes effect at the next step.
fn seen(panel: &mut HandsPanel, what: &str) {
    if panel.playback.playing {
        panel.notices.write(Notice::new(what.to_owned()));
        return;
    }
    panel.playback.change(|playback| playback.single += 1);
    panel.notices.write(Notice::new(tr_with("hand-seen", [("what", what.into())])));
}

/// Requests a tilt; in a lesson, also starts playback.
pub(crate) fn tilt_to(panel: &mut HandsPanel, index: u32, degrees: f64) {
    let plane = &panel.shown.state.bodies[index as usize];
    if let Some(edit) = tilt_edit(&panel.form, plane, index, degrees) {
        panel.form.change(move |form| form.tilt = Some((index, degrees)));
        send(panel, edit);
    }
    if panel.lesson_session.layout == Layout::Lesson && !panel.playback.playing && panel.shown.stopped.is_none() {
        panel.playback.change(Playback::toggle);
    }
}

/// Slope control of a plane.
pub(crate) fn tilt(ui: &mut egui::Ui, panel: &mut HandsPanel, index: u32, body: &BodyState) {
    if !can_tilt(body) {
        return;
    }
    let now = slope(&body.q).to_degrees();
    let moving = body.w != Vec3::zeros();
    let asked = panel.form.tilt.filter(|(of, _)| *of == index).map(|(_, degrees)| degrees);
    let aim = target(body, panel.shown.state.time);
    let mut wanted = asked.filter(|_| moving || !panel.playback.playing).or(aim).unwrap_or(now);
    let before = wanted;
    ui.horizontal(|ui| {
        // A lesson has words of its own for the plane.
        let is_clear = panel.lesson_session.layout == Layout::Lesson || body.name.contains("slope");
        ui.label(match is_clear {
            true => tr("hand-slope").to_owned(),
            false => tr_with("hand-slope-of", [("body", body.name.as_str().into())]),
        });
        // The slider must not round: rounding would count as an edit that nobody made.
        let slider = egui::Slider::new(&mut wanted, -45.0..=60.0).clamping(egui::SliderClamping::Never);
        let name = tr_with("hand-slope-name", [("body", body.name.as_str().into())]);
        let slid = reader::named(before_number(ui, slider), &name).changed();
        let field =
            DragValue::new(&mut wanted).speed(0.1).custom_formatter(|v, _| format!("{v:.1}")).custom_parser(parse);
        let name = tr_with("tune-value", [("name", name.into())]);
        let typed = reader::named(number(ui, field, "°"), &name).changed();
        if (slid || typed) && (wanted - before).abs() > 1e-9 {
            tilt_to(panel, index, wanted);
        }
    });
    let field = |rate: &mut f64| {
        labelled_number(ui, tr("hand-turn-rate"), DragValue::new(rate).range(0.1..=60.0).speed(0.1), "°/s")
    };
    let rate = panel.form.bind(|form| &mut form.tilt_rate, field).on_hover_text(tr("hand-rate-tip"));
    reader::named(rate, &tr_with("hand-rate-name", [("body", body.name.as_str().into())]));
    // While it tilts, the field has the slope that it turns to. A lesson has a hint of its own.
    let in_lesson = panel.lesson_session.layout == Layout::Lesson;
    if (moving || (now - wanted).abs() > 0.05) && !panel.playback.playing && !in_lesson {
        ui.label(RichText::new(tr_with("hand-tilts", [("angle", format!("{now:.1}").into())])).weak());
    }
}

fn is_rope(pull: &Pull) -> bool {
    matches!(pull, Pull::Link { only_tension: true, .. })
}

/// Velocity and stiffness of the scene's springs.
pub(crate) fn springs(ui: &mut egui::Ui, panel: &mut HandsPanel) {
    for pull in panel.shown.state.pulls.clone() {
        let (Some(which), Some(stiffness)) = (pull.number, pull.pull.stiffness()) else { continue };
        let velocity = pull.pull.moving_end().map(|end| end.velocity);
        let (mut speed, mut k) = (velocity.map_or(0.0, |v| v.norm()), stiffness);
        let name = panel.shown.state.bodies.get(pull.body).map_or(String::new(), |body| body.name.clone());
        ui.horizontal(|ui| {
            let key = if is_rope(&pull.pull) { "hand-rope" } else { "hand-spring" };
            ui.label(tr_with(key, [("body", name.as_str().into())]));
            ui.label(RichText::new(quantity(pull.load.force.norm(), "N")).strong());
        });
        let spring_name =
            |what: String| tr_with("hand-spring-name", [("body", name.as_str().into()), ("what", what.into())]);
        let along = velocity.and_then(|v| unit(&v, 1e-12).or_else(|| unit(&pull.load.force, 1e-12)));
        if along.is_some() {
            ui.label(tr("hand-spring-speed"));
        }
        let velocity = velocity.unwrap_or_default();
        along.map(|_| {
            ui.horizontal(|ui| {
                let slider = egui::Slider::new(&mut speed, 0.0..=1.0).logarithmic(true).smallest_positive(1e-3);
                let slider = before_number(ui, slider.clamping(egui::SliderClamping::Never));
                let tip = tr("hand-spring-speed");
                let name = spring_name(format!("{tip}, m/s"));
                let slid = reader::named(slider.on_hover_text(tip), &name).changed();
                let field = DragValue::new(&mut speed).speed(0.005).range(0.0..=f64::INFINITY).custom_parser(parse);
                let field = number(ui, field.custom_formatter(|v, _| short(rounded(v))), "m/s").on_hover_text(tip);
                let typed = reader::named(field, &tr_with("tune-value", [("name", name.into())])).changed();
                speed = if slid || typed { rounded(speed) } else { velocity.norm() };
            })
        });
        let field = DragValue::new(&mut k).speed(1.0).range(0.1..=1e9).custom_parser(parse);
        let field = labelled_number(ui, tr("hand-stiffness"), field, "N/m");
        reader::named(field, &spring_name(format!("{}, N/m", tr("hand-stiffness"))));
        if (speed - velocity.norm()).abs() > 1e-12 || (k - stiffness).abs() > 1e-9 * stiffness {
            let velocity = along.map_or(velocity, |along| along * speed);
            send(panel, Edit::Puller { body: pull.body as u32, number: which, stiffness: k, velocity });
        }
    }
}

/// A row of numbers; returns true if one was changed.
fn numbers<const N: usize>(ui: &mut egui::Ui, values: &mut [f64; N], speed: f64, names: [&str; N], unit: &str) -> bool {
    let row = ui.horizontal(|ui| {
        let mut changed = false;
        for (value, name) in values.iter_mut().zip(names) {
            let field = DragValue::new(value).speed(speed).prefix(format!("{name} ")).custom_parser(parse);
            changed |= reader::named(ui.add(field), &format!("{name}, {unit}")).changed();
        }
        ui.label(unit);
        changed
    });
    row.inner
}

/// A button that applies a growing force.
pub(crate) fn grow(ui: &mut egui::Ui, panel: &mut HandsPanel, index: u32, body: &BodyState) {
    let mut rate = growth(panel.grab.rate, body);
    if panel.lesson_session.layout != Layout::Lesson {
        let field = |way: &mut [f64; 3]| numbers(ui, way, 0.05, ["x", "y", "z"], tr("hand-direction"));
        panel.form.bind(|form| &mut form.direction, field);
    }
    let held = panel.grab.held.as_ref().filter(|held| held.body == index);
    let force = held.map(|held| held.shown(&panel.shown.state).map_or(0.0, |pull| pull.load.force.norm()));
    ui.horizontal(|ui| {
        let direction = unit(&Vec3::from(panel.form.direction), 1e-9);
        let name = RichText::new(tr(if force.is_some() { "hand-release" } else { "hand-pull" })).size(size::LARGE);
        let pressed = ui.add_enabled(force.is_some() || direction.is_some(), egui::Button::new(name)).clicked();
        ui.label(tr("hand-rate"));
        let field = DragValue::new(&mut rate).speed(0.1).range(1e-3..=1e6).custom_parser(parse);
        if reader::named(number(ui, field, "N/s"), tr("hand-pull-rate")).changed() {
            panel.grab.change(move |grab| grab.rate = rate);
        }
        if let Some(force) = force {
            ui.label(RichText::new(quantity(force, "N")).strong().size(size::LEAD));
            if pressed {
                send(panel, Edit::Release { body: index });
                panel.grab.change(|grab| grab.held = None);
            }
        } else if let Some(direction) = direction.filter(|_| pressed) {
            let pull = ramp(Vec3::zeros(), direction, rate, 0.0, panel.clock.time());
            panel.grab.change(move |grab| grab.held = Some(Held::by_panel(index, pull)));
            panel.playback.change(|playback| playback.playing = true);
            send(panel, Edit::Hold { body: index, pull });
        }
    });
}

fn kick(ui: &mut egui::Ui, panel: &mut HandsPanel, index: u32) {
    panel.form.bind(|form| &mut form.kick, |v| numbers(ui, v, 0.02, ["x", "y", "z"], "m/s"));
    panel.form.bind(|form| &mut form.spin, |w| numbers(ui, w, 0.1, ["x", "y", "z"], "rad/s"));
    if ui.button(tr("hand-kick-button")).on_hover_text(tr("hand-kick-tip")).clicked() {
        let (velocity, angular_velocity) = (Vec3::from(panel.form.kick), Vec3::from(panel.form.spin));
        send(panel, Edit::Kick { body: index, velocity, angular_velocity });
    }
}

fn place(ui: &mut egui::Ui, panel: &mut HandsPanel, index: u32, body: &BodyState) {
    if panel.playback.playing {
        ui.label(RichText::new(tr("hand-pause")).weak());
        panel.form.bind(|form| &mut form.place, |place| *place = None);
        return;
    }
    let degrees = |q: &Rotation| -> [f64; 3] { (q.scaled_axis() * 180.0 / std::f64::consts::PI).into() };
    let now = (index, body.x.into(), degrees(&body.q));
    // Follows the current pose until a number is edited.
    let draft = panel.form.place.filter(|(of, ..)| *of == index);
    let (_, mut x, mut turn) = draft.unwrap_or(now);
    let touched = numbers(ui, &mut x, 0.005, ["x", "y", "z"], "m");
    let turned = numbers(ui, &mut turn, 0.5, ["x", "y", "z"], tr("hand-rotation"));
    let new = (touched || turned || draft.is_some()).then_some((index, x, turn));
    panel.form.bind(|form| &mut form.place, |place| *place = new);
    ui.horizontal(|ui| {
        if ui.button(tr("hand-apply")).clicked() {
            let rotation = Rotation::new(Vec3::from(turn).map(f64::to_radians));
            send(panel, Edit::Place { body: index, position: x.into(), rotation });
            panel.form.change(|form| form.place = None);
            seen(panel, tr("hand-pose-set"));
        }
        if ui.button(tr("hand-current")).clicked() {
            panel.form.change(|form| form.place = None);
        }
    });
}

fn bodies_form(ui: &mut egui::Ui, panel: &mut HandsPanel, index: u32, body: &BodyState, bodies: &[BodyState]) {
    let list = egui::ComboBox::from_id_salt("new shape").selected_text(SHAPES[panel.form.shape]);
    let show = |shape: &mut usize| list.show_index(ui, shape, SHAPES.len(), |k| SHAPES[k]);
    let list = panel.form.bind(|form| &mut form.shape, show);
    reader::named(list, tr("hand-new-shape"));
    let field = |size: &mut f64| {
        labelled_number(ui, tr("hand-size"), DragValue::new(size).speed(0.005).range(1e-4..=100.0), "m")
    };
    reader::named(panel.form.bind(|form| &mut form.size, field), tr("hand-size-name"));
    let field =
        |mass: &mut f64| labelled_number(ui, tr("hand-mass"), DragValue::new(mass).speed(0.05).range(1e-6..=1e6), "kg");
    reader::named(panel.form.bind(|form| &mut form.mass, field), tr("hand-mass-name"));
    let Some(plane) = bodies.iter().find(|body| body.shape == Shape::Plane) else { return };
    let unit = tr_with("hand-on", [("plane", plane.name.as_str().into())]);
    panel.form.bind(|form| &mut form.at, |at| numbers(ui, at, 0.01, ["x", "y"], &unit));
    ui.horizontal(|ui| {
        if ui.button(tr("hand-add")).clicked() {
            let text = new_body(&panel.form, plane, bodies);
            match Scene::body(&text) {
                Ok(_) => {
                    send(panel, Edit::Add(text));
                    seen(panel, tr("hand-added"));
                }
                Err(faults) => {
                    let why = faults.faults().first().map_or_else(|| faults.to_string(), |fault| fault.to_string());
                    panel.notices.write(Notice::new(why));
                }
            }
        }
        if ui.button(tr_with("hand-delete", [("body", body.name.as_str().into())])).clicked() {
            send(panel, Edit::Delete { body: index });
            panel.layers.change(|layers| layers.0.selected = None);
            seen(panel, tr("hand-deleted"));
        }
    });
}

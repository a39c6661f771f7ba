//! The near past as curves: elastic friction loads and velocities over time, up to the very step on the screen.

use super::Desk;
use crate::record::state::State;
use crate::scene::Scene;
use crate::view::draw_list::{Role, elastic};
use crate::view::format::short;
use crate::view::scale::{moves, roll_cap, round_below, spin_cap};
use bevy::prelude::Resource;
use bevy_egui::egui::{self, RichText};
use egui_plot::{AxisHints, GridInput, Line, Plot, PlotPoints, VLine, uniform_grid_spacer};

/// So many bodies are followed.
const MOST_BODIES: usize = 8;
/// So many samples are kept; when there are more, every other one goes.
const MOST_SAMPLES: usize = 6000;

/// What is plotted of one body at one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Slide friction on the body, elastic part, N.
    pub slide: f64,
    /// Roll torque, elastic part, N·m.
    pub roll: f64,
    /// Spin torque, elastic part, N·m.
    pub spin: f64,
    /// Speed, m/s.
    pub v: f64,
    /// Angular speed, rad/s.
    pub w: f64,
}

/// One of the curves.
type Curve = (&'static str, fn(&Sample) -> f64);

/// The past that is plotted.
#[derive(Resource, Clone, Debug, Default)]
pub struct History {
    /// A sample is taken every so many steps.
    stride: u64,
    /// Steps and times of the samples.
    times: Vec<(u64, f64)>,
    /// Number in the scene of each body that is followed.
    bodies: Vec<usize>,
    /// Samples of each body.
    tracks: Vec<Vec<Sample>>,
}

impl History {
    /// An empty past for a scene: some four thousand samples from its start to its end.
    pub fn of(scene: &Scene) -> Self {
        let steps = scene.duration / scene.dt;
        Self { stride: (steps / 4000.0).ceil().max(1.0) as u64, ..Self::default() }
    }

    /// True if a sample is due at this step.
    pub fn wants(&self, step: u64) -> bool {
        self.stride > 0 && step.is_multiple_of(self.stride)
    }

    /// Number of samples kept.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// True before the first sample.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// Adds the state unless it is there already.
    pub fn push(&mut self, state: &State) {
        if self.times.last().is_some_and(|(step, _)| *step >= state.step) {
            return;
        }
        if self.times.is_empty() {
            let movers = state.bodies.iter().enumerate().filter(|(_, body)| moves(body));
            self.bodies = movers.map(|(index, _)| index).take(MOST_BODIES).collect();
            self.tracks = vec![Vec::new(); self.bodies.len()];
        }
        self.times.push((state.step, state.time));
        for (index, track) in self.bodies.iter().zip(&mut self.tracks) {
            track.push(sample(state, *index));
        }
        if self.times.len() > MOST_SAMPLES {
            self.halve();
        }
    }

    /// Forgets what is later than this step.
    pub fn cut(&mut self, step: u64) {
        let keep = self.times.partition_point(|(at, _)| *at <= step);
        self.times.truncate(keep);
        for track in &mut self.tracks {
            track.truncate(keep);
        }
    }

    /// Keeps the samples at multiples of twice the stride.
    fn halve(&mut self) {
        self.stride *= 2;
        let keep: Vec<bool> = self.times.iter().map(|(step, _)| step.is_multiple_of(self.stride)).collect();
        let mut kept = keep.iter();
        self.times.retain(|_| kept.next().copied().unwrap_or(true));
        for track in &mut self.tracks {
            let mut kept = keep.iter();
            track.retain(|_| kept.next().copied().unwrap_or(true));
        }
    }

    /// One curve of one body.
    fn curve(&self, body: usize, of: fn(&Sample) -> f64) -> PlotPoints<'static> {
        let track = self.tracks.get(body).map_or(&[][..], Vec::as_slice);
        self.times.iter().zip(track).map(|((_, t), sample)| [*t, of(sample)]).collect()
    }
}

/// What is plotted of a body: loads as on that body, summed over its contacts.
pub fn sample(state: &State, index: usize) -> Sample {
    let Some(body) = state.bodies.get(index) else { return Sample::default() };
    let zero = crate::laws::Vec3::zeros();
    let (mut force, mut roll, mut spin) = (zero, zero, zero);
    for contact in &state.contacts {
        let key = contact.pair.key;
        if key.i as usize != index && key.j as usize != index {
            continue;
        }
        let shown = elastic(state, contact);
        let is_shown = (key.j as usize == index) == crate::view::draw_list::acts_on_j(state, contact);
        let sign = if is_shown { 1.0 } else { -1.0 };
        force += shown.force * sign;
        roll += if key.j as usize == index { contact.loads.roll_elastic_j } else { contact.loads.roll_elastic_i };
        spin += shown.spin * sign;
    }
    Sample { slide: force.norm(), roll: roll.norm(), spin: spin.norm(), v: body.v.norm(), w: body.w.norm() }
}

/// Distance of the lines of the grid: some two to five of them, at round values.
fn marks(input: GridInput) -> [f64; 3] {
    let (low, high) = input.bounds;
    let step = round_below(0.5 * (high - low)).max(1e-12);
    [step; 3]
}

/// Shows the plots of the selected body, or of the first that moves, side by side.
pub fn show(ui: &mut egui::Ui, desk: &mut Desk) {
    let history = &desk.history;
    let chosen = desk.layers.0.selected.and_then(|b| history.bodies.iter().position(|x| *x == b)).unwrap_or(0);
    let Some(body) = history.bodies.get(chosen) else {
        ui.label(RichText::new("nothing moves").weak());
        return;
    };
    let contacts = &desk.shown.state.contacts;
    let rolls = contacts.iter().any(|c| roll_cap(c) > 0.0);
    let spins = contacts.iter().any(|c| spin_cap(c) > 0.0);
    let magenta = desk.theme.role(Role::Friction);
    let blue = desk.theme.role(Role::Velocity);
    let mut plots: Vec<(Curve, egui::Color32)> = vec![(("friction force, elastic [N]", |s| s.slide), magenta)];
    if rolls {
        plots.push((("roll torque, elastic [N·m]", |s| s.roll), magenta));
    }
    if spins {
        plots.push((("spin torque, elastic [N·m]", |s| s.spin), magenta));
    }
    plots.push((("speed v [m/s]", |s| s.v), blue));
    if desk.shown.state.bodies.get(*body).is_some_and(|b| !matches!(b.motion, crate::scene::Motion::Translating)) {
        plots.push((("angular speed ω [rad/s]", |s| s.w), blue));
    }
    let name = desk.shown.state.bodies.get(*body).map_or("", |b| b.name.as_str());
    let name = if history.bodies.len() > 1 { name } else { "" };
    ui.columns(plots.len(), |columns| {
        for ((curve, colour), ui) in plots.iter().zip(columns) {
            plot(ui, desk, chosen, *curve, *colour, name);
        }
    });
}

fn plot(ui: &mut egui::Ui, desk: &Desk, body: usize, (name, of): Curve, colour: egui::Color32, whose: &str) {
    let title = if whose.is_empty() { name.to_owned() } else { format!("{whose}: {name}") };
    ui.add(egui::Label::new(RichText::new(title).size(12.0).color(colour)).truncate());
    let now = desk.shown.state.time;
    let end = desk.session.opened.as_ref().map_or(0.0, |opened| opened.scene.duration);
    let ink = ui.visuals().weak_text_color();
    Plot::new(name)
        .height(ui.available_height().max(50.0))
        .allow_scroll(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_boxed_zoom(false)
        .include_y(0.0)
        .include_x(0.0)
        .include_x(end)
        .set_margin_fraction(egui::vec2(0.03, 0.12))
        .x_grid_spacer(uniform_grid_spacer(marks))
        .y_grid_spacer(uniform_grid_spacer(marks))
        .custom_x_axes(vec![AxisHints::new_x().label_spacing(22.0..=34.0).formatter(|mark, _| short(mark.value))])
        .custom_y_axes(vec![
            AxisHints::new_y().label_spacing(16.0..=24.0).min_thickness(30.0).formatter(|mark, _| short(mark.value)),
        ])
        .link_cursor("time", [true, false])
        .show(ui, |plot| {
            plot.vline(VLine::new("now", now).color(ink).width(1.0));
            plot.line(Line::new(name, desk.history.curve(body, of)).color(colour).width(1.6));
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::state::State;

    fn state(step: u64) -> State {
        State {
            step,
            time: step as f64 * 1e-4,
            bodies: Vec::new(),
            contacts: Vec::new(),
            pulls: Vec::new(),
            accounts: None,
        }
    }

    #[test]
    fn the_past_is_thinned_and_keeps_its_ends() {
        let mut history = History { stride: 1, ..History::default() };
        for step in 0..20_000 {
            if history.wants(step) {
                history.push(&state(step));
            }
        }
        assert!(history.len() <= MOST_SAMPLES);
        assert!(history.len() > MOST_SAMPLES / 4);
        assert_eq!(history.times[0].0, 0);
        assert!(history.times.windows(2).all(|w| w[0].0 < w[1].0));
    }

    #[test]
    fn a_step_is_kept_once() {
        let mut history = History { stride: 1, ..History::default() };
        history.push(&state(3));
        history.push(&state(3));
        assert_eq!(history.len(), 1);
    }
}

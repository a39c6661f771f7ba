//! The plots: their quantities, over time or over another quantity.

use crate::draw::overlay::items::is_pile;
use crate::draw::scale::moves;
use crate::plots::overlay::Overlay;
use crate::texts::{tr, tr_with};
use bevy::ecs::prelude::Resource;
use std::path::PathBuf;
use stickslip_engine::laws::motion::inertia_about;
use stickslip_engine::observe::quantity::{Quantity, Subject, component};
use stickslip_engine::observe::state::State;
use stickslip_engine::scene::Motion;
use stickslip_lab::lessons::{Lesson, LessonAxis};

/// The three parts of the kinetic energy.
pub const KINETIC: [&str; 3] = ["E_com", "E_diff", "E_rot"];
/// A default plot: its title, or the symbols of its curves if `None`; symbol and part of each curve.
type DefaultPlot = (Option<&'static str>, &'static [(&'static str, &'static str)]);
/// Default plots of a many-body scene, and of the selected body in it.
const PILE: [DefaultPlot; 3] = [
    (Some("coordination number (with, without rattlers)"), &[("Z", ""), ("Z_m", "")]),
    (Some("share that slides, anisotropy"), &[("sliding share", ""), ("F_dev", "")]),
    (Some("kinetic energy [J]"), &[("kinetic", "")]),
];
const BODY: [DefaultPlot; 3] =
    [(None, &[("v", "| |")]), (None, &[("F_n", "| |"), ("F", "| |")]), (None, &[("touches", "")])];
/// Maximum number of plots side by side.
const MAX_PLOTS: usize = 8;

/// The plots.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Graphs {
    /// Plots from left to right.
    pub list: Vec<Graph>,
    /// A CSV file dropped on the window, to be overlaid on a plot.
    pub dropped: Option<PathBuf>,
    /// The typed path of a curve file.
    pub typed: String,
    /// The plot shown alone.
    pub large: Option<u32>,
    /// The body that plots of many bodies follow.
    pub followed: Option<usize>,
    next: u32,
}

/// One plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// Identifies the plot across frames.
    pub id: u32,
    /// Content of the plot.
    pub of: Content,
    /// Title given by a lesson; if `None`, the title lists the symbols of the curves.
    pub name: Option<String>,
    /// Axis on which the open lesson's prediction is marked.
    pub pin: Option<LessonAxis>,
    /// Minimum ranges of both axes, if a lesson sets them.
    pub always: [Option<(f64, f64)>; 2],
    /// Reference curve read from a file.
    pub overlay: Option<Overlay>,
    /// True if the plot shows the selected body and changes with the selection.
    pub follows: bool,
}

/// The content of a plot.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Curves that share a unit.
    Curves {
        /// The quantity on the x axis; time if `None`.
        x: Option<Quantity>,
        /// The curves.
        ys: Vec<Quantity>,
    },
    /// The energy budget over time.
    Energy,
}

impl Graph {
    /// The name, or the symbols of the curves.
    pub fn title(&self) -> String {
        match (&self.name, &self.of) {
            (Some(name), _) => name.clone(),
            (None, Content::Energy) => tr("plot-energy-title").to_owned(),
            (None, Content::Curves { x, ys }) => {
                let curve = |(k, y): (usize, &Quantity)| curve_name(y, k + 1 == ys.len());
                let names: Vec<String> = ys.iter().enumerate().map(curve).collect();
                let over =
                    x.map_or(String::new(), |x| format!(" {}", tr_with("plot-over", [("x", x.symbol().into())])));
                names.join(", ") + &over
            }
        }
    }
}

impl Graphs {
    /// A scene's default plots: the force–slip loop of the first moving body's first contact, and that body's friction,
    /// roll or spin torque, and speed. In a many-body scene, plots of quantities over all contacts and bodies. One of
    /// them is shown alone; the others are a click away.
    pub fn from_state(state: &State) -> Self {
        let mut graphs = Self::default();
        if is_pile(&state.bodies) {
            graphs.put_all(Subject::World, &PILE);
        } else {
            graphs.put_of_moving_body(state);
        }
        // Friction over time, if there is a plot of it: the scene gets the space.
        let friction = graphs.list.iter().find(|graph| match &graph.of {
            Content::Curves { x: None, ys } => ys.iter().any(|y| y.row().symbol == "F"),
            _ => false,
        });
        graphs.large = friction.or(graphs.list.first()).map(|graph| graph.id);
        graphs
    }

    /// Adds the plots of the first moving body.
    fn put_of_moving_body(&mut self, state: &State) {
        let graphs = self;
        let Some(index) = state.bodies.iter().position(moves) else { return };
        let (of, body) = (Subject::Body(index), &state.bodies[index]);
        let touches =
            |key: &stickslip_engine::world::contact::ContactKey| key.i as usize == index || key.j as usize == index;
        let contact = state.contacts.iter().find(|contact| touches(&contact.pair.key));
        let slides = body.v.norm() > 1e-12 || !matches!(body.motion, Motion::Spinning(_));
        let find = |of, symbol, part| Quantity::find(of, symbol, part);
        if let Some(contact) = contact {
            let at = Subject::Contact(contact.pair.key);
            let n = contact.touch.n;
            let spins = body.v.norm() < 1e-12 && body.w.cross(&n).norm() <= 1e-9 && body.w.norm() > 0.0;
            if spins {
                graphs.put(find(at, "Σ ΔΨ", ""), find(at, "T_ψ", ""));
                graphs.put(None, find(at, "T_ψ", ""));
                graphs.put(None, find(of, "ω", "| |"));
                return;
            }
            let part = along(state, index, contact);
            graphs.put(find(at, "Σ ΔS", part), find(at, "E", part));
            graphs.put(None, find(of, "F", "| |"));
            if component(contact, 1).spring.is_on() || component(contact, 2).spring.is_on() {
                graphs.put(None, find(of, "T_roll", "| |"));
            }
        } else if slides {
            graphs.put(None, find(of, "F", "| |"));
        }
        graphs.put(None, find(of, "v", "| |"));
    }

    /// Replaces the plots of the selected body in a many-body scene; `None` removes them.
    pub fn follow_body(&mut self, selected: Option<usize>) {
        self.followed = selected;
        self.list.retain(|graph| !graph.follows);
        let before = self.next;
        selected.into_iter().for_each(|body| self.put_all(Subject::Body(body), &BODY));
        self.list.iter_mut().filter(|graph| graph.id > before).for_each(|graph| graph.follows = true);
    }

    /// Adds plots of these symbols and parts of a subject over time.
    fn put_all(&mut self, of: Subject, plots: &[DefaultPlot]) {
        for (name, curves) in plots {
            let ys = curves.iter().filter_map(|(symbol, part)| Quantity::find(of, symbol, part)).collect();
            self.push(Content::Curves { x: None, ys });
            if let Some(graph) = self.list.last_mut() {
                graph.name = name.map(str::to_owned);
            }
        }
    }

    /// The plots of a lesson.
    pub fn from_lesson(lesson: &Lesson, state: &State) -> Result<Self, String> {
        let mut graphs = Self::default();
        for curves in &lesson.plots {
            let (x, ys) = Lesson::quantities(curves, state)?;
            graphs.push(Content::Curves { x, ys });
            if let Some(graph) = graphs.list.last_mut() {
                (graph.pin, graph.name) = (curves.pin, Some(curves.name.clone()));
                graph.always = [curves.across, curves.up];
            }
        }
        Ok(graphs)
    }

    /// The plots on screen: the enlarged one alone, or all.
    pub fn visible(&self) -> &[Graph] {
        self.large.and_then(|id| self.get(id)).map_or(&self.list, std::slice::from_ref)
    }

    /// The plots to choose from while one is shown alone: id and title.
    pub fn tabs(&self) -> Vec<(u32, String)> {
        let alone = self.large.is_some_and(|id| self.get(id).is_some()) && self.list.len() > 1;
        self.list.iter().filter(|_| alone).map(|graph| (graph.id, graph.title())).collect()
    }

    /// Shows the newest plot if one is shown alone.
    fn show_newest(&mut self) {
        self.large = self.large.and(self.list.last()).map(|graph| graph.id);
    }

    /// Shows a plot alone, or all plots again.
    pub fn enlarge(&mut self, id: u32) {
        self.large = if self.large == Some(id) { None } else { Some(id) };
    }

    /// The bodies and contacts whose quantities are shown.
    pub fn subjects(&self) -> impl Iterator<Item = Subject> {
        self.list.iter().flat_map(|graph| match &graph.of {
            Content::Curves { x, ys } => x.iter().chain(ys).map(|quantity| quantity.of).collect(),
            Content::Energy => vec![Subject::World],
        })
    }

    fn put(&mut self, x: Option<Quantity>, y: Option<Quantity>) {
        if let Some(y) = y {
            self.push(Content::Curves { x, ys: vec![y] });
        }
    }

    fn push(&mut self, of: Content) {
        self.next += 1;
        self.list.push(Graph {
            id: self.next,
            of,
            name: None,
            pin: None,
            always: [None; 2],
            overlay: None,
            follows: false,
        });
        if self.list.len() > MAX_PLOTS {
            self.list.remove(0);
        }
    }

    /// The plot with this id.
    pub fn get(&self, id: u32) -> Option<&Graph> {
        self.list.iter().find(|graph| graph.id == id)
    }

    fn get_mut(&mut self, id: u32) -> Option<&mut Graph> {
        self.list.iter_mut().find(|graph| graph.id == id)
    }

    /// Replaces the content of a plot.
    pub fn replace(&mut self, id: u32, of: Content) {
        if let Some(graph) = self.get_mut(id) {
            graph.of = of;
        }
    }

    /// Lays a reference curve over a plot, or removes it.
    pub fn set_overlay(&mut self, id: u32, overlay: Option<Overlay>) {
        if let Some(graph) = self.get_mut(id) {
            graph.overlay = overlay;
        }
    }

    /// Removes a plot.
    pub fn close(&mut self, id: u32) {
        self.list.retain(|graph| graph.id != id);
        if self.large == Some(id) {
            self.show_newest();
        }
    }

    /// Adds a plot of this quantity over time unless there is one.
    pub fn add(&mut self, quantity: Quantity) {
        let content = Content::Curves { x: None, ys: vec![quantity] };
        self.show_plot_of(content);
    }

    /// Adds a plot unless there is one of this content; shows it.
    fn show_plot_of(&mut self, content: Content) {
        match self.list.iter().find(|graph| graph.of == content).map(|graph| graph.id) {
            Some(id) => self.large = self.large.and(Some(id)),
            None => {
                self.push(content);
                self.show_newest();
            }
        }
    }

    /// Adds a plot of the three parts of the kinetic energy unless there is one.
    pub fn add_kinetic(&mut self) {
        let ys = KINETIC.iter().filter_map(|symbol| Quantity::find(Subject::World, symbol, "")).collect();
        let content = Content::Curves { x: None, ys };
        self.show_plot_of(content);
    }

    /// Toggles the energy budget.
    pub fn toggle_energy(&mut self) {
        let before = self.list.len();
        self.list.retain(|graph| graph.of != Content::Energy);
        if self.list.len() == before {
            self.push(Content::Energy);
        }
        self.show_newest();
    }

    /// Adds a quantity to a plot if the units agree; otherwise to a new plot.
    pub fn drop_on(&mut self, id: u32, quantity: Quantity) {
        let unit = quantity.row().unit;
        if let Some(Graph { of: Content::Curves { ys, .. }, .. }) = self.get_mut(id)
            && ys.iter().all(|y| y.row().unit == unit)
        {
            if !ys.contains(&quantity) {
                ys.push(quantity);
            }
        } else {
            self.add(quantity);
        }
    }
}

/// Symbol of a curve, with its unit if `full`; a curve of the springs alone is called the elastic part, as in `elastic
/// part E_w [N]`, because friction is elastic and damping part together.
pub fn curve_name(y: &Quantity, full: bool) -> String {
    const ELASTIC: [&str; 10] =
        ["E", "T_i", "T_j", "T_ψ", "F_E", "T_E,roll", "T_E,spin", "T_E,roll,i", "T_E,roll,j", "T_E,spin,i"];
    let name = if full { y.label() } else { y.symbol() };
    let is_load = matches!(y.of, Subject::Contact(_) | Subject::Body(_));
    if is_load && ELASTIC.contains(&y.row().symbol) { format!("elastic part {name}") } else { name }
}

/// The tangent (u or w) closest to the body's surface velocity, or to its weight if the surface is at rest.
fn along(state: &State, index: usize, contact: &stickslip_engine::observe::state::ContactView) -> &'static str {
    let body = &state.bodies[index];
    let frame = &contact.frame.now;
    let surface = body.v + body.w.cross(&(contact.touch.c - body.x));
    let down = -stickslip_engine::laws::Vec3::z();
    // A body of finite inertia at rest will move down under its weight, if at all.
    let pull = if inertia_about(&body.mass.inertia, &body.q, &frame.n).is_finite() { down } else { body.v };
    let v = if surface.norm() > 1e-9 { surface } else { pull };
    if frame.components(&v).x.abs() >= frame.components(&v).y.abs() { "u" } else { "w" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    fn start(name: &str) -> State {
        let scene = Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault");
        Simulation::new(&scene).state()
    }

    fn first(graph: &Graph) -> (Option<String>, String) {
        match &graph.of {
            Content::Curves { x, ys } => (x.map(|x| x.symbol()), ys[0].symbol()),
            Content::Energy => (None, "J".to_owned()),
        }
    }

    #[test]
    fn a_scene_opens_with_its_force_slip_loop() {
        for (name, x, y) in [
            ("sphere-up-35", "Σ ΔS_w", "E_w"),
            ("brick-slips", "Σ ΔS_w", "E_w"),
            ("sphere-spin-0.006", "Σ ΔΨ", "T_ψ"),
            ("roll-and-spin", "Σ ΔS_u", "E_u"),
        ] {
            let graphs = Graphs::from_state(&start(name));
            assert_eq!(first(&graphs.list[0]), (Some(x.to_owned()), y.to_owned()), "{name}");
            assert!(graphs.list.len() >= 3, "{name}");
        }
    }

    /// One plot is shown alone, friction over time if there is one; the others are tabs, and what is added is shown.
    #[test]
    fn a_scene_opens_with_one_plot() {
        let shown = |graphs: &Graphs| graphs.visible().iter().map(Graph::title).collect::<Vec<_>>();
        let mut graphs = Graphs::from_state(&start("sphere-up-35"));
        assert_eq!(shown(&graphs), ["|F| [N]"]);
        let tabs = graphs.tabs();
        let names: Vec<&str> = tabs.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["elastic part E_w [N] over Σ ΔS_w", "|F| [N]", "|T_roll| [N·m]", "|v| [m/s]"]);
        graphs.toggle_energy();
        assert_eq!(shown(&graphs), ["energy [J]"]);
        graphs.toggle_energy();
        assert_eq!(shown(&graphs), ["|v| [m/s]"]);
        graphs.close(tabs[3].0);
        assert_eq!(shown(&graphs), ["|T_roll| [N·m]"]);
        graphs.enlarge(tabs[2].0);
        assert_eq!((graphs.visible().len(), graphs.tabs().len()), (3, 0));
        assert_eq!(shown(&Graphs::from_state(&start("dae-pour"))), ["coordination number (with, without rattlers)"]);
    }

    /// Friction over time is the total that acts; the loop shows the spring alone and says so.
    #[test]
    fn friction_is_the_total_and_the_elastic_part_is_called_that() {
        let graphs = Graphs::from_state(&start("sphere-up-35"));
        let names = graphs.list.iter().map(|graph| match &graph.of {
            Content::Curves { ys, .. } => curve_name(&ys[0], true),
            Content::Energy => String::new(),
        });
        let names: Vec<String> = names.collect();
        assert_eq!(names, ["elastic part E_w [N]", "|F| [N]", "|T_roll| [N·m]", "|v| [m/s]"]);
        let energy = Quantity::find(Subject::World, "kinetic", "").expect("a row");
        assert_eq!(curve_name(&energy, false), "kinetic");
    }

    #[test]
    fn a_quantity_joins_curves_of_its_unit_only() {
        let state = start("sphere-up-35");
        let mut graphs = Graphs::from_state(&state);
        let force = graphs.list[1].id;
        let of = Subject::Body(1);
        let (same, other) = (Quantity::find(of, "F_n", "| |"), Quantity::find(of, "v", "x"));
        let before = graphs.list.len();
        graphs.drop_on(force, same.expect("a row"));
        assert_eq!(graphs.list.len(), before);
        graphs.drop_on(force, other.expect("a row"));
        assert_eq!(graphs.list.len(), before + 1);
        graphs.add(other.expect("a row"));
        assert_eq!(graphs.list.len(), before + 1, "the same plot is not made twice");
    }

    /// A pile opens with quantities common to all its contacts. Selecting a body adds plots of that body, selecting
    /// another one replaces them; plots added by the user stay.
    #[test]
    fn the_plots_of_a_pile_follow_the_selected_body() {
        let mut graphs = Graphs::from_state(&start("dae-pour"));
        assert!(graphs.list.iter().all(|graph| !graph.follows) && graphs.subjects().all(|of| of == Subject::World));
        let before = graphs.list.len();
        assert!(
            before == PILE.len()
                && PILE.iter().map(|(_, curves)| curves.len()).sum::<usize>() == graphs.subjects().count()
        );
        graphs.add(Quantity::find(Subject::Body(3), "v", "| |").expect("a row"));
        for body in [4, 5] {
            graphs.follow_body(Some(body));
            assert_eq!(
                graphs.subjects().filter(|of| *of == Subject::Body(body)).count(),
                BODY.iter().map(|(_, curves)| curves.len()).sum::<usize>()
            );
            assert_eq!(graphs.list.len(), before + 1 + BODY.len());
        }
        graphs.follow_body(None);
        assert_eq!(graphs.list.len(), before + 1);
    }

    #[test]
    fn the_energy_budget_can_be_shown_and_hidden() {
        let mut graphs = Graphs::from_state(&start("sphere-up-35"));
        let before = graphs.clone();
        graphs.toggle_energy();
        assert_eq!(graphs.list.last().map(|graph| graph.of.clone()), Some(Content::Energy));
        graphs.toggle_energy();
        assert_eq!(graphs.list, before.list);
    }
}

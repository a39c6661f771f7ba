//! The window layout, and the visibility of overlays.

use crate::draw::overlay::draw_list::{Overlays, touches_body};
use crate::draw::overlay::items::{MAX_FRAMES, is_pile};
use crate::draw::ticks::turning_components;
use crate::state::inspect::{Inspect, Tab};
use crate::state::tuning::Set;
use bevy::ecs::prelude::*;
use stickslip_engine::observe::many_body::is_many_body;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::shapes::Shape;
use stickslip_engine::world::contact::ContactKey;
use stickslip_lab::lessons::Lesson;

/// Which overlays are on.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Layers(pub Overlays);

/// An overlay as a user chooses it: keys of its name and explanation, and where it is stored.
pub type Layer = (&'static str, &'static str, fn(&mut Layers) -> &mut bool);

/// Key of the overlay with the paths of contact points.
pub const TRAILS: &str = "layer-trails";

/// The overlays of the panel and of the command palette, in groups.
pub const LAYER_GROUPS: [(&str, &[Layer]); 3] = [
    (
        "layer-motion",
        &[
            ("layer-body-axes", "", |on| &mut on.0.body_frame),
            ("layer-velocity", "", |on| &mut on.0.velocity),
            ("layer-angular-velocity", "", |on| &mut on.0.turning),
            ("layer-stopping-point", "", |on| &mut on.0.forecast),
        ],
    ),
    (
        "layer-contact",
        &[
            ("layer-frame", "", |on| &mut on.0.contact_frame),
            ("layer-friction", "", |on| &mut on.0.friction),
            ("layer-torques", "", |on| &mut on.0.torques),
            ("layer-normal", "", |on| &mut on.0.normal),
            ("layer-chains", "layer-chains-tip", |on| &mut on.0.chains),
            ("layer-discs", "", |on| &mut on.0.discs),
            ("layer-values", "layer-values-tip", |on| &mut on.0.numbers),
        ],
    ),
    (
        "layer-diagnostics",
        &[
            ("layer-gauge", "layer-gauge-tip", |on| &mut on.0.gauge),
            ("layer-overlap", "", |on| &mut on.0.overlap),
            (TRAILS, "", |on| &mut on.0.trails),
            ("layer-patches", "", |on| &mut on.0.patches),
            ("layer-curvature", "", |on| &mut on.0.curvature),
            ("layer-transport", "layer-transport-tip", |on| &mut on.0.transport),
        ],
    ),
];

/// All overlays, in the order of the groups.
pub fn layers() -> impl Iterator<Item = &'static Layer> {
    LAYER_GROUPS.into_iter().flat_map(|(_, layers)| layers)
}

/// Key of what an overlay that draws nothing needs.
pub const NEEDS_SELECTION: &str = "layer-needs-selection";

/// True if an overlay draws nothing in this state because there are too many bodies or contacts for all of them, and none
/// is selected.
pub fn needs_selection((_, _, part): &Layer, state: &State, on: &Overlays) -> bool {
    let mut only = Layers(*on);
    layers().for_each(|(_, _, other)| *other(&mut only) = false);
    *part(&mut only) = true;
    let only = only.0;
    let (is_pile, is_many_body) = (is_pile(&state.bodies), is_many_body(state.bodies.len()));
    let is_chosen = |key: &ContactKey| on.contact == Some(*key) || touches_body(key, on.selected);
    let no_contact = !state.contacts.iter().any(|contact| is_chosen(&contact.pair.key));
    let of_body = only.body_frame || only.turning;
    let of_few_contacts =
        [only.contact_frame, only.torques, only.gauge, only.overlap, only.curvature, only.transport].contains(&true);
    let of_all_contacts = [only.friction, only.normal, only.discs, only.patches].contains(&true);
    of_body && is_pile && on.selected.is_none()
        || of_few_contacts && no_contact && (is_many_body || state.contacts.len() > MAX_FRAMES)
        || of_all_contacts && no_contact && is_many_body
        || only.numbers && is_pile && on.selected.is_none() && no_contact
}

/// False if an overlay can draw nothing in a scene with these bodies and this friction between them, whatever happens.
pub fn applies((_, _, part): &Layer, bodies: &[BodyState], sets: &[Set]) -> bool {
    let is_curved = |body: &BodyState| !matches!(body.shape, Shape::Plane | Shape::Box { .. } | Shape::Polyhedron(_));
    let is_prism = |body: &BodyState| matches!(&body.shape, Shape::Polyhedron(solid) if solid.prism.is_some());
    let needs: [(fn(&mut Overlays) -> &mut bool, bool); 5] = [
        (|on| &mut on.torques, sets.iter().any(|set| turning_components(&set.now).contains(&true))),
        (|on| &mut on.gauge, sets.iter().any(|set| set.now.laws.dae().is_some())),
        (|on| &mut on.overlap, bodies.iter().any(is_prism)),
        (|on| &mut on.patches, bodies.iter().any(is_curved)),
        (|on| &mut on.curvature, bodies.iter().any(is_curved)),
    ];
    let mut only = Layers::default();
    let was = *part(&mut only);
    *part(&mut only) = !was;
    needs.into_iter().all(|(of, is_there)| is_there || *of(&mut only.0) == *of(&mut Overlays::default()))
}

/// The window layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Lesson: a question, few controls, large text.
    Lesson,
    /// Panels on both sides.
    #[default]
    Explore,
    /// Additional overlays, and the numerical values of the contacts.
    Debug,
}

/// Message: a layout was chosen; the panels adapt to it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutChosen(pub Layout);

impl Layout {
    /// Shows and hides overlays as a lesson requires.
    pub fn apply(self, layers: &mut Layers, inspect: &mut Inspect, lesson: Option<&Lesson>) {
        if self == Self::Debug {
            inspect.tab = Tab::Inspect;
        }
        let selected = layers.0.selected;
        let plain = Overlays { selected, ..Overlays::default() };
        layers.0 = match self {
            Self::Lesson => Overlays {
                body_frame: false,
                contact_frame: false,
                turning: lesson.is_some_and(Lesson::turns),
                numbers: false,
                body_names: lesson.is_some_and(Lesson::compares_bodies),
                calm: true,
                ..plain
            },
            Self::Explore => plain,
            Self::Debug => {
                Overlays { body_frame: true, normal: true, patches: true, curvature: true, transport: true, ..plain }
            }
        };
    }
}

/// Largest widths of the left and of the right panel relative to the window: together they leave half of it to the scene.
pub const SIDES: [f32; 2] = [0.2, 0.3];
/// Height of the plots in a large window, and their least height, points.
const PLOTS: [f32; 2] = [208.0, 90.0];

/// Least height of the plots, and their height until it is dragged, points, in a window of this height of which `free`
/// is left: a strip that needs `wanted` gets less where the scene would otherwise have less than half of the window.
pub fn plots_height(window: f32, free: f32, wanted: f32) -> [f32; 2] {
    let [usual, least] = PLOTS;
    // The frame of the strip takes some points, too.
    let room = (free - 0.5 * window - 10.0).max(least);
    let needed = wanted.clamp(least, room);
    [needed, usual.min(room).max(needed)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::overlay::draw_list::draw_list;
    use crate::draw::overlay::items::DrawList;
    use crate::draw::scale::Scales;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    fn after(name: &str, steps: u64) -> State {
        let mut simulation =
            Simulation::new(&Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault"));
        simulation.steps(steps);
        simulation.state()
    }

    /// An overlay that says it needs a selection draws nothing; with a selected body in a pile, none says so. A single
    /// ball never needs one.
    #[test]
    fn an_overlay_that_needs_a_selection_draws_nothing() {
        let (ball, pile) = (after("sphere-up-35", 10), after("dae-bricks", 400));
        assert!(is_pile(&pile.bodies) && !pile.contacts.is_empty());
        let plain = Overlays::default();
        assert!(!layers().any(|layer| needs_selection(layer, &ball, &plain)));
        let idle: Vec<&Layer> = layers().filter(|layer| needs_selection(layer, &pile, &plain)).collect();
        assert!(idle.len() >= 3, "{}", idle.len());
        for (name, _, part) in idle {
            let mut only = Layers(plain);
            layers().for_each(|(_, _, other)| *other(&mut only) = false);
            *part(&mut only) = true;
            let list = draw_list(&pile, &only.0, &Scales::fit(&pile, &Scales::default(), false));
            assert_eq!(list, DrawList::default(), "{name}");
        }
        let key = pile.contacts[0].pair.key;
        let selected = Overlays { selected: Some(key.j as usize), ..plain };
        assert!(!layers().any(|layer| needs_selection(layer, &pile, &selected)));
    }

    /// Hidden are overlays that can draw nothing: with all that is hidden on, nothing more is drawn.
    #[test]
    fn an_overlay_that_cannot_apply_is_hidden() {
        for (name, hidden) in [
            ("brick-slips", 5),
            ("sphere-up-35", 2),
            ("dae-bricks", 3),
            ("stack-stands", 2),
            ("box-settle", 2),
            ("dae-wheel", 3),
        ] {
            let scene = Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault");
            let (state, tuning) = (after(name, 300), crate::state::tuning::Tuning::from_scene(&scene));
            let idle: Vec<&Layer> = layers().filter(|layer| !applies(layer, &state.bodies, &tuning.sets)).collect();
            let names: Vec<&str> = idle.iter().map(|(name, ..)| *name).collect();
            assert_eq!(idle.len(), hidden, "{name}: {names:?}");
            let off = |layers: &mut Layers| idle.iter().for_each(|(_, _, part)| *part(layers) = false);
            let on = |layers: &mut Layers| idle.iter().for_each(|(_, _, part)| *part(layers) = true);
            let drawn = |set: &dyn Fn(&mut Layers)| {
                let mut layers = Layers::default();
                set(&mut layers);
                draw_list(&state, &layers.0, &Scales::fit(&state, &Scales::default(), false))
            };
            assert_eq!(drawn(&on), drawn(&off), "{name}: {names:?}");
        }
    }

    /// At 1280 × 720, with a bar and a timeline of 150 points, the scene keeps half of the width and of the height; in a
    /// large window the plots have their usual height.
    #[test]
    fn the_scene_gets_half_of_a_small_window() {
        assert!(SIDES.iter().sum::<f32>() <= 0.5);
        for (window, bar, wanted) in [(720.0, 150.0, 214.0), (720.0, 205.0, 214.0), (600.0, 150.0, 114.0)] {
            let [least, default] = plots_height(window, window - bar, wanted);
            assert!(least <= default && window - bar - default >= 0.5 * window, "{window}: {least} {default}");
        }
        assert_eq!(plots_height(900.0, 800.0, 114.0), [114.0, 208.0]);
        assert_eq!(plots_height(440.0, 300.0, 214.0), [90.0, 90.0]);
    }
}

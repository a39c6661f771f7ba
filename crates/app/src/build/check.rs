//! The live check of a scene that is being built: bodies that overlap at the start, and a Δt that is too long for its springs.

use crate::draw::scale::{extent, gravity_or_usual, moves};
use crate::edits::step_size::{ADVISED_SHARE, two_digits_below};
use crate::state::scene_patch::ScenePatch;
use crate::state::session::{Opened, SceneOpened, Session};
use crate::texts::tr;
use bevy::ecs::prelude::*;
use stickslip_engine::observe::advice::step_ratio;
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{NormalLaw, Scene};

/// Overlap of two bodies that is told, in extents of the smaller one: far more than that of a settled contact.
const MIN_OVERLAP: f64 = 1e-2;
/// Overlap under the weight of the heaviest body that a chosen k_n gives, in half-widths of the smallest body.
const CHOSEN_OVERLAP: f64 = 1e-3;

/// What is wrong with the scene as it is built.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct SceneCheck {
    /// Δt/Δt_crit; 0 without springs.
    pub ratio: f64,
    /// A Δt that is short enough, s, if the present one is not.
    pub advised: Option<f64>,
    /// Pairs of bodies that overlap, by index, and by how much, m.
    pub overlaps: Vec<(usize, usize, f64)>,
}

impl SceneCheck {
    /// Checks a scene in its initial state.
    pub fn new(scene: &Scene, first: &State) -> Self {
        let ratio = step_ratio(scene, first).unwrap_or(0.0);
        let advised = (ratio >= 1.0).then(|| two_digits_below(ADVISED_SHARE * scene.dt / ratio));
        Self { ratio, advised, overlaps: overlaps(first) }
    }
}

/// The deepest overlap of each pair of bodies that is no contact of a body at rest.
fn overlaps(state: &State) -> Vec<(usize, usize, f64)> {
    let mut found: Vec<(usize, usize, f64)> = Vec::new();
    for contact in &state.contacts {
        let [i, j] = [contact.pair.key.i as usize, contact.pair.key.j as usize];
        let size = |index: usize| extent(&state.bodies[index].shape).unwrap_or(f64::INFINITY);
        let by = contact.touch.overlap;
        if by <= MIN_OVERLAP * size(i).min(size(j)) {
            continue;
        }
        match found.iter_mut().find(|(a, b, _)| (*a, *b) == (i, j)) {
            Some((_, _, deepest)) => *deepest = deepest.max(by),
            None => found.push((i, j, by)),
        }
    }
    found
}

/// Checks each scene that is opened, and each change of its text.
pub fn follow(mut opened: MessageReader<SceneOpened>, session: Res<Session>, mut check: ResMut<SceneCheck>) {
    let Some(message) = opened.read().last() else { return };
    let now = session.opened.as_ref().map(|opened| SceneCheck::new(&opened.scene, &message.state));
    check.set_if_neq(now.unwrap_or_default());
}

/// The changes that choose k_n, K_E and Δt from the masses and sizes of the bodies: k_n so that the heaviest body sinks by a
/// thousandth of the half-width of the smallest, K_E as large, and Δt at 0.9 of the critical step, at most 1e-4 s. An error
/// says why there is nothing to choose.
pub fn choose_stiffness(opened: &Opened) -> Result<Vec<ScenePatch>, String> {
    let scene = &opened.scene;
    let state = Simulation::new(scene).state();
    let NormalLaw::Hooke { .. } = scene.normal else { return Err(tr("check-only-hooke").to_owned()) };
    let moving = || state.bodies.iter().filter(|body| moves(body));
    let heaviest = moving().map(|body| body.mass.mass).fold(0.0, f64::max);
    let half = |shape: &stickslip_engine::shapes::Shape| extent(shape).map(|size| size / 3f64.sqrt());
    let smallest = moving().filter_map(|body| half(&body.shape)).fold(f64::INFINITY, f64::min);
    if heaviest == 0.0 || !smallest.is_finite() {
        return Err(tr("check-no-body").to_owned());
    }
    let gravity = gravity_or_usual(&state.gravity);
    let k_n = two_digits_below(heaviest * gravity / (CHOSEN_OVERLAP * smallest));
    let set = |path: &str, value: f64| ScenePatch::Set { path: path.to_owned(), value: format!("{value:?}") };
    let mut patches = vec![set("normal.k_n", k_n), set("friction.k_e", k_n)];
    let text = ScenePatch::apply_all(&patches, &opened.text)?;
    let stiff = Scene::parse(&opened.name, &text).map_err(|faults| faults.to_string())?;
    let ratio = step_ratio(&stiff, &Simulation::new(&stiff).state()).unwrap_or(0.0);
    let dt = if ratio > 0.0 { two_digits_below((ADVISED_SHARE * stiff.dt / ratio).min(1e-4)) } else { stiff.dt };
    patches.push(set("time.dt", dt));
    Ok(patches)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::templates;

    fn opened(text: &str) -> Opened {
        let scene = Scene::parse("t", text).unwrap_or_else(|f| panic!("{:?}", f.lines().collect::<Vec<_>>()));
        Opened { name: "t".to_owned(), file: None, text: text.to_owned(), scene }
    }

    fn checked(opened: &Opened) -> SceneCheck {
        SceneCheck::new(&opened.scene, &Simulation::new(&opened.scene).state())
    }

    /// No template has a fault; one with a body lowered into its floor tells which and by how much, and one with a thousand
    /// times the stiffness a Δt with which the fault is gone.
    #[test]
    fn faults_of_a_scene_are_found_and_mended() {
        for name in templates::names() {
            let check = checked(&templates::new(name).expect("a template"));
            assert!(check.advised.is_none() && check.overlaps.is_empty(), "{name}: {check:?}");
        }
        let ramp = templates::new("ramp").expect("a template");
        let stiff = ScenePatch::Set { path: "normal.k_n".to_owned(), value: "1e9".to_owned() };
        let stiff = opened(&stiff.apply(&ramp.text).expect("a field"));
        let found = checked(&stiff);
        let advised = found.advised.expect("a shorter step");
        assert!(found.ratio > 1.0 && advised < stiff.scene.dt);
        let mended = ScenePatch::Set { path: "time.dt".to_owned(), value: format!("{advised:?}") };
        let mended = checked(&opened(&mended.apply(&stiff.text).expect("a field")));
        assert!(mended.advised.is_none() && mended.ratio > 0.8, "{mended:?}");
        let sunk = ramp.text.replace(
            "bodies: [",
            "bodies: [(name: \"low\", shape: Sphere(radius: 0.1), mass: 1.0, position: (3.0, 3.0, 0.06)),",
        );
        let sunk = opened(&sunk);
        let [(i, j, by)] = checked(&sunk).overlaps[..] else { panic!("{:?}", checked(&sunk)) };
        let names = [i, j].map(|index| sunk.scene.bodies[index].name.as_str());
        assert!(names.contains(&"low") && names.contains(&"floor") && (by - 0.04).abs() < 1e-9, "{names:?} {by}");
    }

    /// The chosen stiffness lets the heaviest body sink by a thousandth of the smallest, and Δt suits it, for bodies of a
    /// millimetre and of ten metres.
    #[test]
    fn stiffness_is_chosen_from_the_bodies() {
        for size in [1e-3, 0.1, 10.0] {
            let text = templates::new("floor").expect("a template").text;
            let ball = format!(
                "bodies: [(name: \"ball\", shape: Sphere(radius: {size:?}), density: 7850.0, position: (0.0, 0.0, {size:?})),"
            );
            // Stiff enough to be no fault, and far too stiff.
            let scene = opened(&text.replace("bodies: [", &ball).replace("k_n: 1e5", "k_n: 1e10"));
            let patches = choose_stiffness(&scene).expect("a choice");
            let chosen = opened(&ScenePatch::apply_all(&patches, &scene.text).expect("fields"));
            let NormalLaw::Hooke { k_n, .. } = chosen.scene.normal else { panic!("no Hooke") };
            let mass = 7850.0 * 4.0 / 3.0 * std::f64::consts::PI * size * size * size;
            let heaviest = chosen.scene.bodies.iter().map(|b| b.mass).filter(|m| m.is_finite()).fold(mass, f64::max);
            assert!(heaviest * 9.81 / k_n / size < 1.9e-3, "{size}: {k_n}");
            let check = checked(&chosen);
            assert!(check.advised.is_none() && check.ratio <= 0.95, "{size}: {check:?}");
        }
    }
}

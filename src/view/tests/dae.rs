//! Constraint-based static friction in the window: the gauge of λ, the parameters, the plane view.

use crate::app::files::open::open;
use crate::app::plots::graphs::{Content, Graphs};
use crate::app::state::inspect::{Inspect, Tab};
use crate::app::state::layout::Layers;
use crate::app::state::request::Request;
use crate::app::state::request::TimeRequest;
use crate::app::state::session::Opened;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::units::Units;
use crate::scene::Scene;
use crate::view::render::camera::SceneArea;
use crate::view::render::lens::Lens;
use crate::view::tests::reader::nameless;
use crate::view::tests::test_window::Desktop;
use crate::world::Cases;
use bevy::prelude::*;
use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{Pos2, Rect, pos2, vec2};

/// A 1 kg ball with this motion type on a 15° slope, after 20 steps.
fn ball(motion: &str, friction: &str) -> Desktop {
    let text = format!(
        "Scene(schema: 1, title: \"static\", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.81),
         friction: ({friction}), normal: Known(Weight), bodies: [
         (name: \"ground\", shape: Incline(degrees: 15.0)),
         (name: \"ball\", shape: Sphere(radius: 0.05), mass: 1.0, motion: {motion},
          on: (surface: \"ground\", at: (0.0, 0.0)))])"
    );
    let scene = Scene::parse("static", &text).expect("no fault");
    let mut desktop = Desktop::open("sphere-up-35");
    open(desktop.app.world_mut(), Opened { name: "static".to_owned(), file: None, text, scene });
    desktop.res_mut::<Inspect>().tab = Tab::Inspect;
    desktop.app.world_mut().write_message(Request::Time(TimeRequest::Seek(20)));
    desktop.drive();
    while desktop.res::<Past>().goal.is_some() {
        desktop.drive();
    }
    desktop.frames(3);
    desktop
}

const DAE: &str = "mu: 0.5, laws: (slide: Dae)";
const ACROSS: &str = "Planar((1.0, 0.0, 0.0))";

fn has(desktop: &Desktop, role: Role, name: &str) -> bool {
    desktop.find(role, name).is_some()
}

/// Screen-reader text of the gauge.
fn said(desktop: &Desktop) -> String {
    let (_, node) = desktop.find(Role::Image, "λ = ").expect("a gauge");
    desktop.name(node)
}

/// In-plane rolling: ½ + 2/7 tan 15°/(2μ) = 0.5766; in space without rotation: ½ (1 − tan 15°/μ) = 0.2321.
#[test]
fn the_inspector_has_the_gauge_of_static_friction() {
    let desktop = ball(ACROSS, DAE);
    let text = said(&desktop);
    assert!(text.starts_with("λ = 0.5766 of 0…1: static"), "{text}");
    assert!(text.contains("0 slips along +t, 1 along −t, ½ carries no load"), "{text}");
    assert!(has(&desktop, Role::Label, "static · 15 % of μN = "));
    assert_eq!(nameless(&desktop), [""; 0]);
    let blocks = &desktop.res::<DisplayState>().list.blocks;
    assert!(blocks.iter().any(|block| block.lines.iter().any(|(_, line)| line == "λ = 0.5766 (static)")));
    let text = said(&ball("Translating", DAE));
    assert!(text.starts_with("λ = 0.2321 of 0…½: static"), "{text}");
    let springs = ball("Translating", "mu_s: 0.5, mu_k: 0.5, k_e: 1e5");
    assert!(!has(&springs, Role::Image, "λ = "));
}

/// A single μ is shown. K_E is absent, and the panel explains that η_r needs it.
#[test]
fn only_parameters_that_matter_can_be_set() {
    let mut desktop = ball(ACROSS, DAE);
    assert_eq!(desktop.res::<DisplayState>().caption, "μ 0.5 · Δt 1×10⁻⁴ s");
    desktop.res_mut::<Inspect>().tab = Tab::Tune;
    desktop.frames(3);
    for name in ["μs", "μk", "K_E"] {
        assert!(!has(&desktop, Role::Slider, name) && !has(&desktop, Role::SpinButton, name), "{name}");
    }
    let is_disabled = |desktop: &Desktop, name: &str| {
        let (_, node) = desktop.find(Role::Slider, name).unwrap_or_else(|| panic!("no slider {name}"));
        node.is_disabled()
    };
    assert!(!is_disabled(&desktop, "μ, ") && is_disabled(&desktop, "ηr"));
    // A given K_E affects roll friction only.
    for (more, idle) in [("", true), ("eta_r: 0.1, ", false)] {
        let mut desktop = ball(ACROSS, &format!("{more}k_e: 1e5, {DAE}"));
        desktop.res_mut::<Inspect>().tab = Tab::Tune;
        desktop.frames(3);
        assert_eq!(is_disabled(&desktop, "K_E"), idle, "{more}");
        assert!(!is_disabled(&desktop, "ηr"));
    }
}

/// The slider shows and sets the law's μ, whether the scene or the law gives it.
#[test]
fn the_slider_sets_the_friction_coefficient() {
    for friction in [DAE, "mu: 0.3, laws: (slide: Dae(mu: 0.5))"] {
        let mut desktop = ball(ACROSS, friction);
        desktop.res_mut::<Inspect>().tab = Tab::Tune;
        desktop.frames(3);
        let (id, node) = desktop.find(Role::Slider, "μ, ").expect("a slider");
        assert!((node.numeric_value().expect("a value") - 0.5).abs() < 1e-12);
        use bevy::a11y::ActionRequest;
        use bevy_egui::egui::accesskit::{Action, ActionRequest as Asked, TreeId};
        let asked = Asked { action: Action::Increment, target_tree: TreeId::ROOT, target_node: id, data: None };
        desktop.app.world_mut().write_message(ActionRequest(asked));
        desktop.frames(3);
        desktop.drive();
        let mu = desktop.res::<Cases>().0[0].friction.dae_mu().expect("dae");
        assert!(mu > 0.5, "{friction}: {mu}");
    }
}

fn on_screen(desktop: &Desktop, at: &crate::laws::Vec3) -> Pos2 {
    let area = desktop.res::<SceneArea>().0.expect("a scene");
    let area = Rect::from_min_max(pos2(area.min.x, area.min.y), pos2(area.max.x, area.max.y));
    let lens = Lens { orbit: desktop.res::<Orbit>(), area, units: desktop.res::<Units>() };
    lens.project(at).expect("in front of the eye")
}

/// The key selects the orthographic view along the body's axis: a drag pans without rotating, the wheel zooms, a
/// click picks. Pressing it again restores the view.
#[test]
fn a_key_shows_the_plane_and_goes_back() {
    let mut desktop = ball("Planar((0.0, 0.6, 0.8))", DAE);
    let axis = Vec3::new(0.0, 0.6, 0.8);
    // A scene of planar motion opens in its plane.
    let opened = *desktop.res::<Orbit>();
    assert!((opened.toward_eye() - axis).length() < 1e-6 && opened.is_orthographic(), "{opened:?}");
    desktop.strike(&[], KeyCode::Digit2);
    let before = *desktop.res::<Orbit>();
    desktop.strike(&[], KeyCode::Digit2);
    let plane = *desktop.res::<Orbit>();
    assert!((plane.toward_eye() - axis).length() < 1e-6 && plane.is_orthographic(), "{plane:?}");
    // Points along the line of sight coincide on screen.
    let middle = desktop.res::<DisplayState>().state.bodies[1].x;
    let behind = middle - crate::laws::Vec3::new(0.0, 0.6, 0.8);
    assert!(on_screen(&desktop, &middle).distance(on_screen(&desktop, &behind)) < 0.1);
    let free = on_screen(&desktop, &middle) + vec2(-120.0, 150.0);
    desktop.drag(free, free + vec2(60.0, 30.0));
    let moved = *desktop.res::<Orbit>();
    assert!(moved.focus != plane.focus && moved.toward_eye() == plane.toward_eye(), "{moved:?}");
    desktop.wheel(1.0);
    assert!(desktop.res::<Orbit>().radius < moved.radius);
    desktop.res_mut::<Layers>().0.selected = None;
    let contact = desktop.res::<DisplayState>().state.contacts[0].clone();
    let at = on_screen(&desktop, &contact.touch.c);
    desktop.click(at);
    assert!(desktop.res::<Inspect>().picked.is_some());
    desktop.strike(&[], KeyCode::Digit2);
    let after = *desktop.res::<Orbit>();
    assert!((after.toward_eye() - before.toward_eye()).length() < 1e-6 && !after.is_orthographic(), "{after:?}");
}

/// One plot of all three energies, added only once.
#[test]
fn the_three_kinetic_energies_share_a_plot() {
    let mut desktop = ball(ACROSS, DAE);
    let before = desktop.res::<Graphs>().list.len();
    for _ in 0..2 {
        desktop.res_mut::<Graphs>().add_kinetic();
    }
    let list = &desktop.res::<Graphs>().list;
    assert_eq!(list.len(), before + 1);
    let Some(Content::Curves { x: None, ys }) = list.last().map(|graph| &graph.of) else { panic!("no curves") };
    assert_eq!(ys.iter().map(|y| y.label()).collect::<Vec<_>>(), ["E_com [J]", "E_diff [J]", "E_rot [J]"]);
}

//! Rigid contacts in the window: load disks, convergence, limit sliders.

use crate::app::files::open::open;
use crate::app::state::inspect::{Inspect, Tab};
use crate::app::state::request::Request;
use crate::app::state::request::TimeRequest;
use crate::app::state::session::Opened;
use crate::app::state::tuning::Tuning;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::draw::ticks::{TickRow, Ticks};
use crate::scene::Scene;
use crate::view::tests::reader::nameless;
use crate::view::tests::test_window::Desktop;
use crate::world::Cases;
use bevy::a11y::ActionRequest;
use bevy_egui::egui::accesskit::{Action, ActionRequest as Asked, Role, TreeId};

const BALL: &str = "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.1),
    velocity: (0.0, 5.0, 0.0), angular_velocity: (0.0, 0.0, 10.0))";
const BLOCK: &str =
    "(name: \"block\", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, position: (0.0, 0.0, 0.1))";
/// The heaviest body is on top: one iteration is not enough.
const TOWER: &str = "(name: \"low\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.1)),
    (name: \"high\", shape: Sphere(radius: 0.1), mass: 1e4, position: (0.0, 0.0, 0.3))";

/// A window with these bodies on level ground, at this step.
fn at_step(step: u64, solver: &str, bodies: &str) -> Desktop {
    let text = format!(
        "Scene(schema: 1, title: \"rigid\", time: (dt: 1e-2, duration: 1.0), gravity: (0.0, 0.0, -9.81),
         friction: (mu: 0.2, rho: 1e-3, sigma: 2e-3), normal: Rigid, {solver}
         bodies: [(name: \"ground\", shape: Plane), {bodies}])"
    );
    let scene = Scene::parse("rigid", &text).expect("no fault");
    let mut desktop = Desktop::open("sphere-up-35");
    open(desktop.app.world_mut(), Opened { name: "rigid".to_owned(), file: None, text, scene });
    desktop.res_mut::<Inspect>().tab = Tab::Inspect;
    seek(&mut desktop, step);
    desktop
}

fn seek(desktop: &mut Desktop, step: u64) {
    desktop.app.world_mut().write_message(Request::Time(TimeRequest::Seek(step)));
    desktop.drive();
    while desktop.res::<Past>().goal.is_some() {
        desktop.drive();
    }
    assert_eq!(desktop.res::<DisplayState>().state.step, step);
    desktop.frames(3);
}

fn has(desktop: &Desktop, role: Role, name: &str) -> bool {
    desktop.find(role, name).is_some()
}

/// Screen-reader text of a custom-painted control.
fn said(desktop: &Desktop, name: &str) -> String {
    let (_, node) = desktop.find(Role::Image, name).unwrap_or_else(|| panic!("no picture {name}"));
    desktop.name(node)
}

/// All three loads of a ball that slides and spins are at their limits: μN = 0.2 × 9.81 N = 1.962 N and σN.
#[test]
fn the_loads_of_a_rigid_contact_are_shown_within_their_limits() {
    let mut desktop = at_step(0, "", BALL);
    assert!(has(&desktop, Role::Label, "no load yet"));
    seek(&mut desktop, 3);
    let slide = said(&desktop, "slide: ");
    assert!(slide.starts_with("slide: 1.962 N of μN = 1.962 N on "), "{slide}");
    assert!(slide.contains("at the limit: slips"), "{slide}");
    let spin = said(&desktop, "spin: ");
    assert!(spin.starts_with("spin: 0.01962 N·m of σN = 0.01962 N·m"), "{spin}");
    assert!(
        said(&desktop, "roll: ").contains("of ρN = 9.810×10⁻³ N·m") || said(&desktop, "roll: ").contains("0.009810")
    );
    assert!(has(&desktop, Role::Label, "N = 9.810 N · gap Φ = "));
    assert!(has(&desktop, Role::Label, "lift of the relaxed form: s Δt = "));
    assert!(!has(&desktop, Role::Label, "one of"), "a ball has one point");
    assert_eq!(nameless(&desktop), [""; 0]);
    // An elastic contact has springs instead.
    let mut desktop = Desktop::open("sphere-up-35");
    desktop.res_mut::<Inspect>().tab = Tab::Inspect;
    desktop.frames(3);
    assert!(desktop.find(Role::Image, "slide: ").is_none() && !has(&desktop, Role::Button, "Solver"));
}

/// Individual point loads of a face are not unique, and the inspector says so.
#[test]
fn a_point_of_a_face_is_said_to_be_one_of_many() {
    let desktop = at_step(3, "", BLOCK);
    assert!(has(&desktop, Role::Label, "one of 4 points of a face"));
}

/// With one iteration per step the tower never converges: each step is counted, marked on the timeline, and forgotten
/// when the run branches; with enough iterations nothing is reported.
#[test]
fn steps_that_are_not_solved_are_counted_and_marked() {
    let mut desktop = at_step(20, "solver: Cones(method: GaussSeidel, max_iterations: 1, warm_start: false),", TOWER);
    let counted = desktop.res::<DisplayState>().state.solver.expect("a solver").report;
    assert_eq!((counted.steps, counted.unconverged), (20, 20));
    assert!(has(&desktop, Role::Label, "⚠ 20 of 20 steps above tolerance"));
    let tally = desktop.middle(Role::Label, "⚠ 20 of 20");
    desktop.click(tally);
    assert_eq!(desktop.res::<Inspect>().tab, Tab::Solver);
    assert_eq!(desktop.res::<Past>().timeline.unconverged(), (1..=20).collect::<Vec<_>>());
    let mut ticks = Ticks::default();
    ticks.follow(&desktop.res::<Past>().timeline, 100, 50, 0);
    let marked: u32 = ticks.marks(TickRow::Solver).map(|(_, bucket)| bucket.count()).sum();
    assert_eq!(marked, 20);
    let curve = said(&desktop, "residual by iteration");
    assert!(curve.contains(" at 1, "), "{curve}");
    // After seeking back the count is that of the past; known steps stay marked.
    seek(&mut desktop, 5);
    assert!(has(&desktop, Role::Label, "⚠ 5 of 5 steps above tolerance"));
    assert_eq!(desktop.res::<Past>().timeline.unconverged().len(), 20);
    desktop.res_mut::<Past>().timeline.cut(5);
    assert_eq!(desktop.res::<Past>().timeline.unconverged(), [1, 2, 3, 4, 5]);
    let desktop = at_step(20, "", TOWER);
    assert!(has(&desktop, Role::Label, "0 of 20 steps above tolerance"));
    assert_eq!(desktop.res::<Past>().timeline.unconverged(), [] as [u64; 0]);
}

/// The residual by step is the solver's; an idle window that shows it requests no frame.
#[test]
fn the_residual_is_plotted_and_the_window_can_rest() {
    let mut desktop = at_step(20, "", TOWER);
    desktop.res_mut::<Inspect>().tab = Tab::Solver;
    desktop.frames(3);
    assert_eq!(nameless(&desktop), [""; 0]);
    assert!(has(&desktop, Role::Image, "residual by iteration") && has(&desktop, Role::Image, "residual by step"));
    desktop.frames(20);
    assert_eq!(desktop.asks_for_frames(), [""; 0]);
}

/// A rigid scene has a single μ; its sliders set the limits of the run.
#[test]
fn the_limits_of_rigid_contacts_are_sliders() {
    let mut desktop = at_step(3, "", BALL);
    desktop.res_mut::<Inspect>().tab = Tab::Tune;
    desktop.frames(3);
    for name in ["μs", "μk", "K_E"] {
        assert!(!has(&desktop, Role::Slider, name) && !has(&desktop, Role::SpinButton, name), "{name}");
    }
    let limits = |desktop: &Desktop| desktop.res::<Cases>().0[0].friction.cone(0.0);
    assert_eq!(limits(&desktop), [0.2, 1e-3, 2e-3]);
    for (k, name) in ["μ, ", "ρ, ", "σ, "].into_iter().enumerate() {
        let before = limits(&desktop);
        let (id, node) = desktop.find(Role::Slider, name).unwrap_or_else(|| panic!("no slider {name}"));
        assert!((node.numeric_value().expect("a value") - before[k]).abs() < 1e-12, "{name}");
        let asked = Asked { action: Action::Increment, target_tree: TreeId::ROOT, target_node: id, data: None };
        desktop.app.world_mut().write_message(ActionRequest(asked));
        desktop.frames(3);
        desktop.drive();
        let after = limits(&desktop);
        assert!(after[k] > before[k], "{name}: {after:?}");
        let others = (0..3).filter(|other| *other != k);
        others.for_each(|other| assert_eq!(after[other], before[other], "{name}"));
        assert_eq!(desktop.res::<Tuning>().sets[0].now.cone(0.0), after);
    }
    assert_eq!(nameless(&desktop), [""; 0]);
}

//! Tests that the drawn values equal the simulated ones.

use super::*;
use crate::draw::text::format::number;
use bevy_app::App;
use stickslip_engine::observe::state::observe;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::spawn;
use stickslip_engine::step::{SimStep, StepPlugin};
use stickslip_engine::world::CaseId;
use stickslip_lab::builtin;

/// The state of a built-in scene after some steps.
fn after(name: &str, steps: u64) -> State {
    run(&Scene::parse(name, builtin::text(name).unwrap()).unwrap(), steps)
}

fn run(scene: &Scene, steps: u64) -> State {
    let mut app = App::new();
    app.add_plugins(StepPlugin);
    spawn::load(app.world_mut(), scene);
    for _ in 0..steps {
        app.world_mut().run_schedule(SimStep);
    }
    observe(app.world_mut(), CaseId(0))
}

fn list(state: &State) -> DrawList {
    draw_list(state, &Overlays::default(), &Scales::fit(state, &Scales::default(), false))
}

fn texts(list: &DrawList) -> Vec<&str> {
    list.blocks.iter().flat_map(|block| &block.lines).map(|(_, text)| text.as_str()).collect()
}

#[test]
fn the_texts_of_a_rolling_ball_are_the_simulated_numbers() {
    // Phase I of section 4.3: slide and roll both slip, E = μ_k N and T = 2 η_r R μ_k N.
    let state = after("sphere-up-35", 100);
    let contact = &state.contacts[0];
    let list = list(&state);
    let texts = texts(&list);
    let force = contact.slide.0.elastic.norm();
    let torque = contact.roll.j.elastic.norm();
    assert!((force - 0.2 * contact.normal.n).abs() < 1e-9 * force);
    assert!(texts.contains(&format!("friction {} N (slips)", number(force)).as_str()), "{texts:?}");
    assert!(texts.contains(&format!("roll torque {} N·m (slips)", number(torque)).as_str()), "{texts:?}");
    let ball = &state.bodies[1];
    assert!(texts.contains(&format!("v = {} m/s", number(ball.v.norm())).as_str()), "{texts:?}");
    assert!(texts.contains(&format!("v/ω = {} m", number(ball.v.norm() / ball.w.norm())).as_str()), "{texts:?}");
}

#[test]
fn the_friction_arrow_has_the_direction_and_scale_of_the_force_on_the_ball() {
    let state = after("sphere-up-35", 100);
    let contact = &state.contacts[0];
    let scales = Scales::fit(&state, &Scales::default(), false);
    let list = draw_list(&state, &Overlays::default(), &scales);
    let arrow = list.arrows.iter().find(|a| a.role == Role::Friction).unwrap();
    let drawn = (arrow.to - arrow.from) * (scales.force / scales.length);
    assert!((drawn - contact.loads.friction_on_j).norm() < 1e-9 * drawn.norm());
    assert!(drawn.dot(&state.bodies[1].v) < 0.0, "friction opposes the sliding");
    assert_eq!(arrow.from, contact.touch.c);
}

/// While a spring loads, the damper bears a part: text, arrow and arcs show what acts, not the elastic part alone.
#[test]
fn friction_is_elastic_and_damping_part_together() {
    let state = after("brick-damped", 60);
    let total: Vec3 = state.contacts.iter().map(|contact| contact.loads.friction_on_j).sum();
    let spring = |contact: &ContactView| -contact.frame.now.to_world(&contact.slide.0.elastic);
    let part: Vec3 = state.contacts.iter().map(spring).sum();
    assert!((total - part).norm() > 0.05 * total.norm(), "{total} {part}");
    let scales = Scales::fit(&state, &Scales::default(), false);
    let list = draw_list(&state, &Overlays::default(), &scales);
    let wanted = format!("friction {} N (sticks)", number(total.norm()));
    assert!(texts(&list).contains(&wanted.as_str()), "{wanted}: {:?}", texts(&list));
    let arrows = list.arrows.iter().filter(|arrow| arrow.role == Role::Friction);
    let drawn: Vec3 = arrows.map(|arrow| (arrow.to - arrow.from) * (scales.force / scales.length)).sum();
    assert!((drawn - total).norm() < 1e-9 * total.norm(), "{drawn} for {total}");
}

/// In its first step the damper of the sliding ball bears 707 N, 70 bars; the arrow ends at four, the text has the number.
#[test]
fn the_arrow_of_a_dampers_peak_stays_in_the_scene() {
    let state = after("sphere-up-35", 1);
    let force = state.contacts[0].loads.friction_on_j;
    let scales = Scales::fit(&state, &Scales::default(), false);
    assert!(force.norm() > 20.0 * scales.force, "{force}");
    let list = draw_list(&state, &Overlays::default(), &scales);
    let arrow = list.arrows.iter().find(|arrow| arrow.role == Role::Friction).unwrap();
    let drawn = arrow.to - arrow.from;
    assert!((drawn.norm() - 4.0 * scales.length).abs() < 1e-9 * drawn.norm(), "{drawn}");
    assert!(drawn.dot(&force) > (1.0 - 1e-9) * drawn.norm() * force.norm());
    assert!(
        texts(&list).contains(&format!("friction {} N (sticks)", number(force.norm())).as_str()),
        "{:?}",
        texts(&list)
    );
}

#[test]
fn roll_and_spin_arcs_turn_about_the_torque_on_the_ball() {
    let state = after("roll-and-spin", 300);
    let contact = &state.contacts[0];
    let list = list(&state);
    let arcs: Vec<&Arc> = list.arcs.iter().filter(|a| a.role == Role::Friction).collect();
    let spin = -contact.loads.spin_on_i;
    assert!(arcs.iter().any(|arc| arc.axis.dot(&contact.loads.roll_on_j().normalize()) > 1.0 - 1e-9));
    assert!(arcs.iter().any(|arc| arc.axis.dot(&spin.normalize()) > 1.0 - 1e-9));
    assert!(spin.dot(&state.bodies[1].w) < 0.0, "spin friction opposes the spinning");
}

#[test]
fn a_contact_has_a_disc_for_the_mode_of_each_component() {
    for (name, steps, mode) in [("brick-damped", 3000, Mode::Stick), ("brick-slips", 3000, Mode::Slip)] {
        let list = list(&after(name, steps));
        assert!(!list.badges.is_empty());
        assert!(list.badges.iter().all(|badge| badge.modes[0] == mode), "{name}");
    }
}

/// A ball that hangs above the floor within the reach of its contact shows its open components as well.
#[test]
fn an_open_component_has_its_disc() {
    let mut state = after("roll-and-spin", 300);
    let before = list(&state).badges[0].modes.clone();
    assert_eq!(before.len(), 3);
    let contact = &mut state.contacts[0];
    (contact.normal.n, contact.slide.0.mode, contact.spin.0.mode) = (0.0, Mode::Open, Mode::Open);
    (contact.roll.i.mode, contact.roll.j.mode) = (Mode::Open, Mode::Open);
    assert_eq!(list(&state).badges[0].modes, [Mode::Open; 3]);
}

/// The sum of the friction of a face stands at the tip of its longest arrow.
#[test]
fn friction_has_its_value_at_its_tip() {
    let state = after("brick-slips", 3000);
    let list = list(&state);
    let total: f64 = state.contacts.iter().map(|c| c.loads.friction_on_j).sum::<Vec3>().norm();
    let [value] = &list.values[..] else { panic!("{:?}", list.values) };
    let word = if state.contacts.len() > 1 { "total " } else { "" };
    assert_eq!(value.text, format!("{word}{} N", number(total)));
    assert!(list.friction().any(|arrow| (arrow.from, arrow.to) == (value.from, value.tip)));
    let lesson = draw_list(
        &state,
        &Overlays { numbers: false, ..Overlays::default() },
        &Scales::fit(&state, &Scales::default(), false),
    );
    assert_eq!(lesson.values, list.values, "a lesson shows it too");
}

/// Two boxes at most, unless bodies or contacts are pinned: selected, inspected or under the pointer.
#[test]
fn there_are_two_boxes_unless_some_are_pinned() {
    for (name, _) in builtin::all() {
        let state = after(name, 5);
        let boxes = |on: &Overlays| draw_list(&state, on, &Scales::fit(&state, &Scales::default(), false)).blocks.len();
        assert!(boxes(&Overlays::default()) <= 2, "{name}");
        let contact = |k: usize| state.contacts.get(k).map(|contact| contact.pair.key);
        let last = state.contacts.len().saturating_sub(1);
        let selected = state.bodies.iter().position(moves);
        let pinned = Overlays { selected, contact: contact(0), hovered: contact(last), ..Overlays::default() };
        assert!(boxes(&pinned) <= 3, "{name}");
    }
    let state = after("three-ways-to-hold", 5);
    assert!(state.contacts.len() > 2);
    assert_eq!(list(&state).blocks.len(), 2);
}

#[test]
fn the_text_of_a_face_is_the_sum_over_its_points() {
    let state = after("brick-slips", 3000);
    let total: f64 = state.contacts.iter().map(|c| c.loads.friction_on_j).sum::<Vec3>().norm();
    let list = list(&state);
    let wanted = format!("friction {} N (slips)", number(total));
    assert!(texts(&list).contains(&wanted.as_str()), "{wanted}: {:?}", texts(&list));
}

#[test]
fn overlays_that_are_off_are_not_drawn() {
    let state = after("sphere-up-35", 100);
    let list = draw_list(&state, &Overlays::none(), &Scales::fit(&state, &Scales::default(), false));
    assert_eq!(list, DrawList::default());
}

#[test]
fn every_built_in_scene_has_something_to_draw() {
    for (name, _) in builtin::all() {
        // Bodies that start in the air have no values to show until they land; a pile shows the values of one body.
        let mut landed = [5, 200, 1000, 8000].into_iter().map(|steps| after(name, steps));
        let state = &landed.find(|state| !state.contacts.is_empty()).expect(name);
        let on = Overlays { selected: state.bodies.iter().position(moves), ..Overlays::default() };
        let list = draw_list(state, &on, &Scales::fit(state, &Scales::default(), false));
        assert!(!list.arrows.is_empty() && !list.blocks.is_empty(), "{name}");
        assert!(list.arrows.iter().all(|a| (a.to - a.from).norm().is_finite()), "{name}");
    }
}

/// The arrows of a memoryless law, too, show the total force. The creeping brick is held by m g sin α.
#[test]
fn the_arrows_of_a_law_without_memory_are_its_whole_load() {
    let scene = Scene::parse("brick", builtin::text("brick-damped").unwrap()).unwrap();
    let sets = stickslip_engine::scene::LawSet::list("slide=coulomb-regularised").unwrap();
    let state = run(&scene.under(&sets[0]).unwrap(), 10_000);
    let scales = Scales::fit(&state, &Scales::default(), false);
    let list = draw_list(&state, &Overlays::default(), &scales);
    let arrows = list.arrows.iter().filter(|a| a.role == Role::Friction);
    let drawn: Vec3 = arrows.map(|a| (a.to - a.from) * (scales.force / scales.length)).sum();
    let brick = state.bodies.iter().find(|body| moves(body)).unwrap();
    let normal = state.contacts[0].touch.n;
    let weight = state.gravity * brick.mass.mass;
    let along = weight - normal * normal.dot(&weight);
    assert!((drawn + along).norm() < 1e-6 * along.norm(), "{drawn} for {along}");
}

/// The frame of an imported contact also has the first tangent that its engine tells, and the angle from u to it is the angle
/// between the two; a body without a shape is drawn as its three axes.
#[test]
fn an_imported_run_has_the_tangent_of_its_engine_and_axes_in_place_of_an_unknown_shape() {
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::{HeaderBody, PlayedBody, PlayedContact, PlayedFrame, PlayedRun, RunHeader};
    let body = |name: &str| HeaderBody { name: name.into(), mass: Some(1.0), ..HeaderBody::default() };
    let shape = Some(serde_json::json!({ "Sphere": { "radius": 0.1 } }));
    let bodies = vec![body("unknown"), HeaderBody { shape, ..body("ball") }];
    let at = |body: u32, z: f64| PlayedBody {
        body,
        x: Vec3::new(0.0, 0.0, z),
        q: stickslip_engine::laws::Rotation::identity(),
        velocity: None,
        external: None,
    };
    let tangent = Vec3::new(0.6, 0.8, 0.0);
    let contact =
        PlayedContact { j: 1, n: -Vec3::z(), normal: 1.0, tangent: Some(tangent), ..PlayedContact::default() };
    let frame = PlayedFrame { step: 0, bodies: vec![at(0, -0.1), at(1, 0.1)], contacts: vec![contact] };
    let run = PlayedRun {
        header: RunHeader { dt: 0.1, every: 1, gravity: -9.81 * Vec3::z(), bodies, ..RunHeader::default() },
        frames: vec![frame],
    };
    let recording = stickslip_lab::interop::run_folder::recording("run", run).unwrap();
    let state = Simulation::new(&recording.checked_scene().unwrap()).state();
    assert_eq!([0, 1].map(|k| state.bodies[k].is_shape_known), [false, true]);
    let list = list(&state);
    let told = list.lines.iter().find(|line| line.role == Role::Contact).expect("a line");
    let along = (told.points[1] - told.points[0]).normalize();
    assert!((along - tangent).norm() < 1e-12 && list.marks.iter().any(|mark| mark.text == TOLD_TANGENT));
    let view = &state.contacts[0];
    let (angle, u) = (view.angle_of_told_tangent().expect("an angle"), view.frame.now.u);
    assert!((angle.cos() - u.dot(&tangent)).abs() < 1e-12, "{angle}");
    assert!((angle.sin() - view.touch.n.dot(&u.cross(&tangent))).abs() < 1e-12, "{angle}");
    let axes = list.arrows.iter().filter(|arrow| arrow.role == Role::Body && arrow.from == state.bodies[0].x);
    assert_eq!(axes.count(), 3);
    // Without friction and its limit it is not known whether the contact sticks.
    assert!(texts(&list).contains(&"friction 0 N (mode unknown)"), "{:?}", texts(&list));
}

/// What is rounding of a typical value is written as 0: a speed of 1e-13 m/s, friction of 1e-12 N under a weight of 10 N. A creep of
/// 10 nm/s is shown.
#[test]
fn rounding_is_written_as_zero() {
    let text = r#"Scene(schema: 1, title: "t", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.81),
        friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5), normal: Hooke(k_n: 1e5, restitution: 0.2), bodies: [(name: "floor", shape: Plane),
        (name: "box", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, on: (surface: "floor", settled: true))])"#;
    let mut state = stickslip_engine::run::simulation::Simulation::new(
        &stickslip_engine::scene::Scene::parse("t", text).expect("no fault"),
    )
    .state();
    let told = |state: &State| {
        let on = Overlays { selected: Some(1), ..Overlays::default() };
        let list = draw_list(state, &on, &Scales::fit(state, &Scales::default(), false));
        list.blocks.iter().flat_map(|block| block.lines.iter().map(|(_, text)| text.clone())).collect::<Vec<_>>()
    };
    state.bodies[1].v = Vec3::new(1e-13, 0.0, 0.0);
    state.bodies[1].w = Vec3::new(0.0, 0.0, 1e-12);
    state.contacts[0].loads.friction_on_j = Vec3::new(1e-12, 0.0, 0.0);
    let texts = told(&state);
    for wanted in ["v = 0 m/s", "ω = 0 rad/s", "friction 0 N (sticks)"] {
        assert!(texts.iter().any(|text| text == wanted), "{wanted}: {texts:?}");
    }
    state.bodies[1].v = Vec3::new(1e-8, 0.0, 0.0);
    assert!(told(&state).iter().any(|text| text.starts_with("v = 1")), "{:?}", told(&state));
}

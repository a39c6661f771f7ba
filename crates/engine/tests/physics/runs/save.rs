//! Saving the world as a scene file: the file describes the current world, and unchanged parts keep their text.

use crate::builtin;
use crate::support::scene;
use stickslip_engine::laws::library::roll::complementarity::ComplementarityRoll;
use stickslip_engine::laws::pair::choice::AnyLaw;
use stickslip_engine::laws::{RollLaw, Rotation, Vec3};
use stickslip_engine::record::save::{scene_text, specs};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{BodySpec, Scene, text::write};
use stickslip_engine::step::edits::{Edit, EditLog, FrictionParameter, QueueEdit};

fn near(a: &BodySpec, b: &BodySpec) -> bool {
    (a.position - b.position).norm() < 1e-12
        && a.rotation.angle_to(&b.rotation) < 1e-7
        && (a.velocity - b.velocity).norm() < 1e-12
        && (a.angular_velocity - b.angular_velocity).norm() < 1e-12
        && a.mass == b.mass
        && (a.inertia == b.inertia || (a.inertia - b.inertia).norm() < 1e-12 * a.inertia.norm())
        && a.motion == b.motion
        && (&a.name, &a.material, a.elastic) == (&b.name, &b.material, b.elastic)
}

/// Every body of every built-in scene, written from the world and read again.
#[test]
fn a_body_that_is_written_is_read_as_it_was() {
    for (name, text) in builtin::all() {
        let scene = Scene::parse(name, text).expect("no fault");
        for spec in &scene.bodies {
            let written = write::body(spec);
            let again = Scene::body(&written).unwrap_or_else(|faults| panic!("{name}: {written}: {faults:?}"));
            assert!(near(spec, &again), "{name}: {written}\n{spec:?}\n{again:?}");
        }
    }
}

/// An unchanged scene is saved as the same text, to the byte, at the start and later.
#[test]
fn an_untouched_scene_is_saved_as_it_was_written() {
    for (name, text) in builtin::all().iter().filter(|(name, _)| !name.starts_with("stack")) {
        let scene = Scene::parse(name, text).expect("no fault");
        let mut simulation = Simulation::new(&scene);
        simulation.steps(20);
        assert_eq!(scene_text(simulation.world(), text, false).as_deref(), Ok(*text), "{name}");
    }
}

/// Changed parameters and a tilt leave the rest of the file as it is, comments too, and read back with the values of
/// the world.
#[test]
fn changed_parameters_are_saved_and_comments_stay() {
    let text = builtin::text("sphere-up-35").expect("a scene");
    let mut simulation = Simulation::new(&scene("sphere-up-35", &[]));
    for edit in [
        Edit::Basic { rule: None, which: FrictionParameter::MuS, value: 0.6 },
        Edit::Basic { rule: None, which: FrictionParameter::MuK, value: 0.45 },
        Edit::Basic { rule: None, which: FrictionParameter::EtaPsi, value: 0.01 },
        Edit::Gravity(Vec3::new(0.0, 0.0, -1.62)),
        Edit::Tilt { body: 0, degrees: 20.0, rate: 400.0 },
    ] {
        simulation.world().write_message(QueueEdit(edit));
    }
    simulation.steps(1000);
    assert_eq!(simulation.world().resource::<EditLog>().0.len(), 5);
    let saved = scene_text(simulation.world(), text, false).expect("a scene");
    let expected = text
        .replace("mu_s: 0.25, mu_k: 0.2", "mu_s: 0.6, mu_k: 0.45")
        .replace("eta_psi: 0.006", "eta_psi: 0.01")
        .replace("(0.0, 0.0, -9.8)", "(0.0, 0.0, -1.62)")
        .replace("degrees: 35.0", "degrees: 20.0");
    assert_eq!(saved, expected);
    let scene = Scene::parse("saved", &saved).expect("no fault");
    assert_eq!((scene.friction.mu_s, scene.friction.mu_k), (0.6, 0.45));
}

/// Static friction as a constraint has one μ: it is saved as the file gives it.
#[test]
fn the_single_coefficient_of_a_constraint_is_saved() {
    let text = builtin::text("dae-stack").expect("a scene");
    let mut simulation = Simulation::new(&scene("dae-stack", &[]));
    for which in [FrictionParameter::MuS, FrictionParameter::MuK] {
        simulation.world().write_message(QueueEdit(Edit::Basic { rule: None, which, value: 0.55 }));
        simulation.steps(1);
        let saved = scene_text(simulation.world(), text, false).expect("a scene");
        let friction = Scene::parse("saved", &saved).expect("no fault").friction;
        assert_eq!((friction.mu_s, friction.mu_k), (0.55, 0.55));
    }
}

/// A rule that inherits a value keeps the value it has when the default is changed under it.
#[test]
fn a_pair_rule_keeps_its_own_values() {
    let text = builtin::text("sphere-up-35").expect("a scene");
    let file = Scene::parse("stack", text).expect("no fault");
    let with_rule = text.replacen(
        "    bodies:",
        &format!(
            "    pairs: [(between: ({:?}, {:?}), friction: (eta_r: 0.07))],\n    bodies:",
            file.bodies[0].name, file.bodies[1].name
        ),
        1,
    );
    let mut simulation = Simulation::new(&Scene::parse("stack", &with_rule).expect("no fault"));
    let value = 2.0 * file.friction.mu_s;
    simulation.world().write_message(QueueEdit(Edit::Basic { rule: None, which: FrictionParameter::MuS, value }));
    simulation.steps(2);
    let saved = scene_text(simulation.world(), &with_rule, false).expect("a scene");
    let scene = Scene::parse("saved", &saved).expect("no fault");
    assert_eq!(scene.friction.mu_s, value);
    assert_eq!(scene.pairs[0].friction.mu_s, file.friction.mu_s);
}

/// Bodies added, deleted and moved; a scene saved with poses starts in the current state.
#[test]
fn bodies_and_poses_are_saved() {
    let text = builtin::text("block-on-a-spring").expect("a scene");
    let mut simulation = Simulation::new(&scene("block-on-a-spring", &[]));
    let pebble =
        "(name: \"pebble\", shape: Ellipsoid(semi_axes: (0.02, 0.03, 0.04)), mass: 0.1, position: (0.5, 0.1, 0.3))";
    simulation.world().write_message(QueueEdit(Edit::Add(pebble.to_owned())));
    simulation.steps(5000);
    let saved = scene_text(simulation.world(), text, true).expect("a scene");
    let mut again =
        Simulation::new(&Scene::parse("saved", &saved).unwrap_or_else(|f| panic!("{:?}\n{saved}", f.faults())));
    let (old, new) = (specs(simulation.world()), specs(again.world()));
    assert_eq!(old.len(), 3);
    for (old, new) in old.iter().zip(&new) {
        assert!(near(old, new), "{old:?}\n{new:?}");
    }
    let force = |simulation: &mut Simulation| simulation.state().pulls[0].load.force;
    let (old, new) = (force(&mut simulation), force(&mut again));
    assert!((old - new).norm() < 1e-12 && old.norm() > 0.4, "{old} {new}");

    // Without poses only the pebble is new; without the block its spring has no body to pull.
    let saved = scene_text(simulation.world(), text, false).expect("a scene");
    assert!(saved.contains("pebble") && saved.contains("on: (surface: \"table\""), "{saved}");
    simulation.world().write_message(QueueEdit(Edit::Delete { body: 1 }));
    simulation.steps(1);
    let saved = scene_text(simulation.world(), text, false).expect("a scene");
    let scene = Scene::parse("saved", &saved).unwrap_or_else(|f| panic!("{:?}\n{saved}", f.faults()));
    assert!(scene.pulls.is_empty() && scene.bodies.len() == 2, "{saved}");
}

/// A growing force is saved with poses at its current value, in the place of its entry.
#[test]
fn a_force_is_saved_as_it_has_grown() {
    let text = builtin::text("rigid-spools")
        .expect("a scene")
        .replace("axes: World, force: (0.0, 0.4", "axes: World, rate: (0.0, 0.1, 0.0), force: (0.0, 0.4");
    let mut simulation = Simulation::new(&Scene::parse("spools", &text).expect("no fault"));
    simulation.steps(100);
    let saved = scene_text(simulation.world(), &text, true).expect("a scene");
    let mut again = Simulation::new(&Scene::parse("saved", &saved).expect("no fault"));
    let forces =
        |simulation: &mut Simulation| simulation.state().pulls.iter().map(|p| p.load.force).collect::<Vec<_>>();
    let (old, new) = (forces(&mut simulation), forces(&mut again));
    assert!((old[1].y - 0.5).abs() < 1e-12 && old.len() == 3, "{old:?}");
    assert!(old.iter().zip(&new).all(|(old, new)| (old - new).norm() < 1e-12), "{old:?}\n{new:?}");
    assert_eq!(scene_text(simulation.world(), &text, false).as_deref(), Ok(&*text));
}

/// A body that was placed elsewhere is saved with its pose, to the last bit except for the length of the quaternion.
#[test]
fn a_placed_body_is_saved_with_its_pose() {
    let text = builtin::text("sphere-up-35").expect("a scene");
    let mut simulation = Simulation::new(&scene("sphere-up-35", &[]));
    let (position, rotation) = (Vec3::new(0.1, 0.3, 0.9), Rotation::new(Vec3::new(0.3, -0.2, 0.9)));
    simulation.world().write_message(QueueEdit(Edit::Place { body: 1, position, rotation }));
    simulation.steps(1);
    let saved = scene_text(simulation.world(), text, true).expect("a scene");
    let ball = &Scene::parse("saved", &saved).expect("no fault").bodies[1];
    assert!((ball.position - position).norm() < 1e-4 && ball.rotation.angle_to(&rotation) < 1e-3, "{saved}");
}

/// Laws chosen live are in the saved scene, each with its parameters, and read back unchanged.
#[test]
fn chosen_laws_are_saved() {
    let text = builtin::text("sphere-up-35").expect("a scene");
    let mut saved_laws = 0;
    for law in AnyLaw::all() {
        let mut simulation = Simulation::new(&scene("sphere-up-35", &[]));
        simulation.world().write_message(QueueEdit(Edit::Law { rule: None, law }));
        simulation.steps(1);
        if simulation.world().resource::<EditLog>().0.is_empty() {
            continue; // needs parameters that this scene lacks
        }
        let saved = scene_text(simulation.world(), text, false).expect("a scene");
        let laws = Scene::parse("saved", &saved).expect("no fault").friction.laws;
        assert!(laws.each().contains(&law), "{law:?}: {saved}");
        saved_laws += 1;
    }
    assert!(saved_laws > 6, "{saved_laws}");
}

/// The single μ and the limits of a rigid contact are saved, in whatever form the file gives them.
#[test]
fn limits_of_rigid_contacts_are_saved() {
    for friction in ["mu: 0.5, rho: 2e-3", "mu_s: 0.5, mu_k: 0.5, laws: (roll: Complementarity(rho: 2e-3))"] {
        let text = format!(
            "Scene(schema: 1, title: \"t\", time: (duration: 1.0), gravity: (0.0, 0.0, -9.81), friction: ({friction}), normal: Rigid,
             bodies: [(name: \"ground\", shape: Plane),
                      (name: \"ball\", shape: Sphere(radius: 0.2), mass: 5.0, on: (surface: \"ground\", at: (0.0, 0.0)))])"
        );
        let mut simulation = Simulation::new(&Scene::parse("rigid", &text).expect("a scene"));
        let law = AnyLaw::Roll(RollLaw::ComplementarityRoll(ComplementarityRoll { rho: Some(5e-3) }));
        for edit in [
            Edit::Basic { rule: None, which: FrictionParameter::MuS, value: 0.3 },
            Edit::Basic { rule: None, which: FrictionParameter::KE, value: 1e5 },
            Edit::Law { rule: None, law },
        ] {
            simulation.world().write_message(QueueEdit(edit));
        }
        simulation.steps(1);
        assert_eq!(simulation.world().resource::<EditLog>().0.len(), 2, "a stiffness of a rigid contact is refused");
        let saved = scene_text(simulation.world(), &text, false).expect("a scene");
        let scene = Scene::parse("saved", &saved).unwrap_or_else(|f| panic!("{:?}\n{saved}", f.faults()));
        assert_eq!(scene.friction.cone(0.0), [0.3, 5e-3, 0.0], "{saved}");
    }
}

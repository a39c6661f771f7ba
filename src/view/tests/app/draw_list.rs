//! For every built-in scene, the draw list and the legend match the state.

#![cfg(feature = "view")]

use crate::app::timeline::display_state::DisplayState;
use crate::draw::overlay::draw_list::*;
use crate::draw::overlay::items::{Arrow, Role, acts_on_j};
use crate::draw::scale::{Scales, moves};
use crate::draw::text::format::short;
use crate::laws::Vec3;
use crate::laws::friction::element::Mode;
use crate::observe::many_body::MAX_FULLY_READ;
use crate::observe::state::ContactView;
use crate::run::simulation::Simulation;
use crate::scene::Scene;
use stickslip_lab::builtin;

/// Steps checked: soon after the start, and once loads and speeds have built up.
const STEPS: [u64; 2] = [3, 400];
/// Steps checked in a pile of rigid bodies, whose steps take longer.
const LONG_STEPS: [u64; 2] = [3, 100];

/// Runs every scene and passes each state to `look`, with these overlays.
fn each(on: Overlays, mut look: impl FnMut(&str, &DisplayState)) {
    for (name, text) in builtin::all() {
        let scene = Scene::parse(name, text).expect("no fault");
        let mut simulation = Simulation::new(&scene);
        let mut shown = DisplayState::default();
        for steps in if scene.normal.is_rigid() && scene.bodies.len() > 300 { LONG_STEPS } else { STEPS } {
            simulation.steps(steps - simulation.step_count().min(steps));
            shown.state = simulation.state().into();
            shown.scales = Scales::fit(&shown.state, &shown.scales, false);
            (shown.on, shown.list) = (on, draw_list(&shown.state, &on, &shown.scales));
            look(&format!("{name} at step {}", shown.state.step), &shown);
        }
    }
}

fn close(a: &Vec3, b: &Vec3) -> bool {
    (a - b).norm() <= 1e-9 * (a.norm() + b.norm())
}

/// The arrows of a role that start at a point.
fn arrows<'a>(shown: &'a DisplayState, role: Role, from: &Vec3) -> Vec<&'a Arrow> {
    shown.list.arrows.iter().filter(|arrow| arrow.role == role && arrow.from == *from).collect()
}

#[test]
fn arrows_to_scale_are_the_loads_and_velocities_of_the_state() {
    let on = Overlays { normal: true, ..Overlays::default() };
    let mut drawn = [0; 3];
    each(on, |name, shown| {
        let (state, scales) = (&shown.state, &shown.scales);
        let mut check = |which: usize, role: Role, from: &Vec3, value: &Vec3, bar: f64| {
            let found = arrows(shown, role, from);
            let long = value.norm() * scales.length > 0.03 * scales.length * bar;
            let real = |arrow: &&&Arrow| close(&((arrow.to - arrow.from) * (bar / scales.length)), value);
            if bar > 0.0 && long {
                assert!(found.iter().any(|arrow| real(&arrow)), "{name}: no arrow of {role:?} for {value:?}");
                drawn[which] += 1;
            }
        };
        for contact in &state.contacts {
            let on_shown = if acts_on_j(state, contact) { -1.0 } else { 1.0 };
            let friction = contact.loads.friction_on_j * -on_shown;
            let friction = friction * (MAX_FRICTION_BARS * scales.force / friction.norm()).min(1.0);
            check(0, Role::Friction, &contact.touch.c, &friction, scales.force);
            let normal = contact.loads.normal_on_i * on_shown;
            check(1, Role::Normal, &contact.touch.c, &normal, scales.normal);
        }
        let count = state.bodies.len();
        let with_arrow = state.bodies.iter().enumerate().filter(|(k, body)| moves(body) && has_arrow(*k, count));
        for (_, body) in with_arrow {
            check(2, Role::Velocity, &body.x, &body.v, scales.velocity);
        }
        let velocities = shown.list.arrows.iter().filter(|arrow| arrow.role == Role::Velocity).count();
        assert!(velocities <= count.min(MAX_FULLY_READ.max(MAX_ARROWS)), "{name}: {velocities} velocity arrows");
        let friction = shown.list.arrows.iter().filter(|arrow| arrow.role == Role::Friction).count();
        assert!(friction <= state.contacts.len(), "{name}: more friction arrows than contacts");
    });
    assert!(drawn.iter().all(|count| *count > 30), "few arrows were compared: {drawn:?}");
}

#[test]
fn contact_frames_are_orthonormal_and_those_of_the_state() {
    let mut frames = 0;
    each(Overlays::default(), |name, shown| {
        for contact in &shown.state.contacts {
            let axes = arrows(shown, Role::Contact, &contact.touch.c);
            if axes.is_empty() {
                continue;
            }
            assert_eq!(axes.len() % 3, 0, "{name}");
            let [n, u, w] = [0, 1, 2].map(|k| (axes[k].to - axes[k].from) / (0.8 * shown.scales.body));
            let now = &contact.frame.now;
            assert!(close(&n, &now.n) && close(&u, &now.u) && close(&w, &now.w), "{name}");
            assert!((u.cross(&w) - n).norm() < 1e-9 && (n.norm() - 1.0).abs() < 1e-9, "{name}");
            frames += 1;
        }
    });
    assert!(frames > 40, "{frames}");
}

#[test]
fn discs_badges_and_texts_have_the_modes_of_the_state() {
    let mut slips = 0;
    // The gauge of λ draws its own discs.
    each(Overlays { gauge: false, ..Overlays::default() }, |name, shown| {
        let contacts = &shown.state.contacts;
        // A contact among many has a disc in the scene, any other a badge beside it.
        let discs = shown.list.discs.iter().map(|disc| (disc.center, disc.mode));
        let badges = shown.list.badges.iter().map(|badge| (badge.at, badge.modes[0]));
        let drawn: Vec<_> = discs.chain(badges).collect();
        assert_eq!(drawn.len(), contacts.len(), "{name}");
        for (drawn, contact) in drawn.iter().zip(contacts) {
            let mode = contact.slide.0.mode;
            assert_eq!(*drawn, (contact.touch.c, mode), "{name}");
            slips += u32::from(mode == Mode::Slip);
        }
        for block in shown.list.blocks.iter().filter(|block| block.below) {
            let text = block.lines.iter().find(|(_, text)| text.starts_with("friction ")).expect("a friction force");
            let near: Vec<_> =
                contacts.iter().filter(|c| (c.touch.c - block.at).norm() < 3.0 * shown.scales.body).collect();
            let is_said = |contact: &&ContactView| text.1.ends_with(&format!("({})", contact.slide.0.mode.verb()));
            assert!(near.into_iter().any(|contact| is_said(&contact)), "{name}: {}", text.1);
        }
    });
    assert!(slips > 10, "{slips}");
}

#[test]
fn arcs_turn_as_far_as_their_torque_or_turning_says() {
    each(Overlays::default(), |name, shown| {
        for body in shown.state.bodies.iter().filter(|body| moves(body)) {
            let arcs = shown.list.arcs.iter().filter(|arc| arc.role == Role::Velocity && arc.center == body.x);
            for arc in arcs.filter(|arc| arc.sweep < MAX_ARC) {
                let turning = arc.axis * (arc.sweep / BAR_ARC * shown.scales.turning);
                assert!(close(&turning, &body.w), "{name}: {turning:?} for {:?}", body.w);
            }
        }
        for contact in &shown.state.contacts {
            let loads = friction(&shown.state, contact);
            let arcs = shown.list.arcs.iter().filter(|arc| arc.role == Role::Friction && arc.center == contact.touch.c);
            for arc in arcs.filter(|arc| arc.sweep < MAX_ARC) {
                let torque = |bar: f64| arc.axis * (arc.sweep / BAR_ARC * bar);
                let is_roll = close(&torque(shown.scales.roll), &loads.roll);
                assert!(is_roll || close(&torque(shown.scales.spin), &loads.spin), "{name}");
            }
        }
    });
}

#[test]
fn the_legend_names_every_role_that_is_drawn_with_its_bar() {
    each(Overlays { normal: true, ..Overlays::default() }, |name, shown| {
        let rows = crate::draw::text::legend::rows(
            &shown.list,
            &shown.on,
            &shown.scales,
            shown.state.bodies.len() > MAX_FULLY_READ,
        );
        for arrow in &shown.list.arrows {
            let row = rows.iter().find(|row| row.role == arrow.role && row.head == Some(arrow.head));
            let row = row.unwrap_or_else(|| panic!("{name}: no row for {:?}", arrow.role));
            let bar = match arrow.role {
                Role::Friction => Some(format!("{} N", short(shown.scales.force))),
                Role::Normal => Some(format!("{} N", short(shown.scales.normal))),
                Role::Velocity => Some(format!("{} m/s", short(shown.scales.velocity))),
                Role::Body | Role::Contact | Role::Past | Role::Pull | Role::Unsolved => None,
            };
            assert_eq!(row.bar, bar, "{name}");
        }
        let traced = shown.list.lines.iter().any(|line| line.role == Role::Contact);
        assert_eq!(rows.iter().any(|row| row.head.is_none()), traced, "{name}: the paths");
        for arc in &shown.list.arcs {
            let bent = rows
                .iter()
                .any(|row| row.role == arc.role && row.bar.as_ref().is_some_and(|b| b.starts_with("¼ turn")));
            assert!(bent, "{name}: no row for the arcs of {:?}", arc.role);
        }
    });
}

#[test]
fn the_inspected_contact_is_ringed_among_many() {
    let (name, text) = builtin::all().iter().find(|(name, _)| *name == "stack-stands").expect("a scene");
    let mut simulation = Simulation::new(&Scene::parse(name, text).expect("no fault"));
    simulation.steps(10);
    let state = simulation.state();
    let scales = Scales::fit(&state, &Scales::default(), false);
    let contact = &state.contacts[1];
    let on = Overlays { contact: Some(contact.pair.key), trails: false, ..Overlays::default() };
    let list = draw_list(&state, &on, &scales);
    assert_eq!(list.lines.len(), 1);
    for point in &list.lines[0].points {
        assert!(((point - contact.touch.c).norm() - 0.2 * scales.body).abs() < 1e-12);
        assert!((point - contact.touch.c).dot(&contact.touch.n).abs() < 1e-12);
    }
}

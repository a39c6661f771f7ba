//! The closed forms of `lab::theory` against the textbook, and the simulation against them.

use crate::support::{contact, scene};
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::pair::friction_parameter::FrictionParameter;
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_lab::theory::ClosedForm;

/// The closed form of the first state that has one: a sliding body loads its springs first.
fn form(scene: &Scene) -> ClosedForm {
    let mut simulation = Simulation::new(scene);
    for _ in 0..2000 {
        if let Some(form) = ClosedForm::from_state(&simulation.state(), &scene.gravity) {
            return form;
        }
        simulation.step();
    }
    panic!("no closed form");
}

/// Largest difference of a quantity between the run and its closed form, over the largest value of the closed form.
fn worst(scene: &Scene, time: f64, of: fn(&State) -> f64, expected: impl Fn(&ClosedForm, f64) -> f64) -> f64 {
    let (mut simulation, form) = (Simulation::new(scene), form(scene));
    let (mut worst, mut range) = (0.0_f64, 0.0_f64);
    for _ in 0..(time / scene.dt) as u64 {
        simulation.step();
        let state = simulation.state();
        if state.time < form.from {
            continue;
        }
        let theory = expected(&form, state.time);
        worst = larger(worst, (of(&state) - theory).abs());
        range = larger(range, theory.abs());
    }
    worst / range
}

fn speed(form: &ClosedForm, t: f64) -> f64 {
    form.at(t).expect("after the start").v.norm()
}

/// Section 4.1: 0.525 m/s² on 0.25 rad, slip at 0.0185 s after the exact motion of brick and spring.
#[test]
fn a_brick_slips_as_its_spring_and_coulomb_say() {
    let scene = scene("brick-slips", &[("time.duration", "0.4")]);
    let form = form(&scene);
    let (a, b) = (speed(&form, 0.2), speed(&form, 0.3));
    let g = 9.8 * (0.25f64.sin() - 0.2 * 0.25f64.cos());
    assert!(((b - a) / 0.1 - g).abs() < 1e-9, "{}", (b - a) / 0.1);
    let off = worst(&scene, 0.4, |s| s.bodies[1].v.norm(), speed);
    assert!(off < 2e-3, "{off}");
}

/// Section 4.1, K_D = 0: the brick oscillates about m g sin α with the period 2π√(m/K).
#[test]
fn a_brick_oscillates_on_its_spring_as_the_textbook_says() {
    for name in ["brick-undamped", "brick-damped"] {
        let scene = scene(name, &[("friction.mu_s", "0.5"), ("friction.mu_k", "0.5")]);
        let force =
            |s: &State| s.contacts.iter().map(|c| c.slide.0.elastic).sum::<stickslip_engine::laws::Vec2>().norm();
        let off = worst(&scene, 0.03, force, |form, t| form.at(t).and_then(|m| m.slide).expect("a force"));
        // Symplectic Euler at ω Δt = 0.03.
        assert!(off < 0.03, "{name}: {off}");
    }
}

/// A ball thrown on a level floor without roll friction rolls with 5/7 of its speed after 2 v/(7 μ_k g).
#[test]
fn a_thrown_ball_rolls_with_five_sevenths_of_its_speed() {
    let edits = [("bodies.incline.shape.degrees", "0.0"), ("friction.eta_r", "0.0")];
    let scene = scene("sphere-up-35", &edits);
    let form = form(&scene);
    let moment = form.at(form.from).expect("a moment");
    // Sliding takes 2/7 of v − ωR.
    let slip = moment.v.norm() - 0.2 * moment.w.norm();
    let (t, rolling) = (form.from + 2.0 * slip / (7.0 * 0.2 * 9.8), moment.v.norm() - 2.0 / 7.0 * slip);
    assert!((speed(&form, t + 1e-6) - rolling).abs() < 1e-9);
    assert!((speed(&form, 10.0) - rolling).abs() < 1e-9, "it rolls for ever");
    assert!((form.at(t).expect("a moment").w.norm() - rolling / 0.2).abs() < 1e-9);
    let off = worst(&scene, 0.3, |s| s.bodies[1].v.norm(), speed);
    assert!(off < 5e-3, "{off}");
}

/// With roll friction it stops after v²/(2a), a = (T/R)/(m + I/R²), T = 2 η_r R μ_k N.
#[test]
fn a_rolling_ball_stops_where_roll_friction_says() {
    // Stiff springs, so that their deviation from the closed form is small.
    let level = ("bodies.incline.shape.degrees", "0.0");
    let scene = scene("sphere-up-35", &[level, ("friction.k_e", "1e7"), ("time.dt", "1e-5")]);
    let form = form(&scene);
    let (m, r, i) = (5.0, 0.2, 0.4 * 5.0 * 0.04);
    let torque = 2.0 * 0.3 * r * 0.2 * m * 9.8;
    let a = torque / r / (m + i / (r * r));
    let (t1, t2) = (0.3, 0.35);
    let slope = (speed(&form, t1) - speed(&form, t2)) / (t2 - t1);
    assert!((slope - a).abs() < 1e-9, "{slope} for {a}: {:?}", form.explanation);
    assert_eq!(speed(&form, 2.0), 0.0);
    let off = worst(&scene, 2.0, |s| s.bodies[1].x.y, |form, t| form.at(t).expect("a moment").x.y);
    assert!(off < 0.01, "{off}");
}

/// Section 4.3: slide sticks at 0.0487 s, the ball turns back at 0.0744 s, and it slips down again.
#[test]
fn the_ball_on_35_degrees_has_the_papers_phases() {
    let scene = scene("sphere-up-35", &[]);
    let form = form(&scene);
    let w = |t: f64| form.at(t).expect("a moment").w.norm() * 0.2;
    assert!(w(0.047) < speed(&form, 0.047) && (w(0.05) - speed(&form, 0.05)).abs() < 1e-9, "{:?}", form.explanation);
    assert!(speed(&form, 0.0735) < 0.02 && speed(&form, 0.0755) < 0.02, "{:?}", form.explanation);
    let off = worst(&scene, 0.07, |s| s.bodies[1].v.norm(), speed);
    assert!(off < 0.02, "{off}: {:?}", form.explanation);
}

/// Section 4.4: ω falls by T/I = 0.147 rad/s² with T = μ_k N η_ψ/𝒦 = 0.01176 N·m.
#[test]
fn a_spinning_ball_slows_down_along_a_line() {
    let scene = scene("sphere-spin-0.006", &[]);
    let form = form(&scene);
    let rate = 0.006 * 0.2 * 49.0 / 5.0 / 0.08;
    let w = |t: f64| form.at(t).expect("a moment").w.z;
    assert!(((w(1.0) - w(3.0)) / 2.0 - rate).abs() < 1e-12);
    assert_eq!(w(7.0), 0.0);
    let off = worst(&scene, 6.0, |s| s.bodies[0].w.z, |form, t| form.at(t).expect("a moment").w.z);
    assert!(off < 1e-3, "{off}");
    let friction = contact(&Simulation::new(&scene).state()).law.friction;
    assert_eq!(FrictionParameter::EtaPsi.read(&friction), Some(0.006));
}

/// No closed form where its assumptions fail: two bodies, curved ground, a contact that yields, a hook.
#[test]
fn there_is_no_closed_form_where_its_assumptions_fail() {
    for name in ["stack-stands", "ball-in-bowl", "ellipsoid-falls", "bowling-ball", "ramp-tilts", "spinning-coin"] {
        let scene = scene(name, &[]);
        assert_eq!(ClosedForm::from_state(&Simulation::new(&scene).state(), &scene.gravity), None, "{name}");
    }
}

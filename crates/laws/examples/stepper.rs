//! An engine of forty lines: a block on a plane, pulled by a force that grows, sticks and then slips.
//!
//! `cargo run -p stickslip-laws --example stepper`

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use stickslip_laws::Vec2;
use stickslip_laws::friction::element::Mode;
use stickslip_laws::friction::law::{ContactState, Relative};
use stickslip_laws::friction::parameters::FrictionParameters;
use stickslip_laws::pair::choice::Laws;
use stickslip_laws::pair::probe::Probe;

fn main() {
    // A block of 1 kg; μ_s = 0.25, μ_k = 0.2, K_E = 1e5 N/m; the laws of Fang and Negrut.
    let (mass, gravity, dt) = (1.0, 9.81, 1e-4);
    let friction = FrictionParameters { mu_s: 0.25, mu_k: 0.2, k_e: 1e5, ..Default::default() };
    let mut contact = Probe::new(Laws::default(), ContactState::ball_on_plane(friction, 0.1, mass, None, dt));
    let (mut x, mut v, mut slipped) = (0.0, 0.0, None);
    for step in 0..20_000 {
        let time = f64::from(step) * dt;
        let pull = 2.0 * time;
        // The engine's part: the motion of the last step, and the normal force.
        let motion = Relative::from_step(Vec2::new(v * dt, 0.0), Vec2::zeros(), 0.0, 0.0, dt);
        contact.step(motion, mass * gravity);
        // The law's part: the force that opposes it.
        v += dt * (pull - contact.slide.load().x) / mass;
        x += dt * v;
        if contact.slide.mode == Mode::Slip && slipped.is_none() {
            slipped = Some(pull);
        }
        if step % 2_500 == 0 {
            println!("{time:.2} s: pull {pull:.2} N, x = {x:.2e} m, v = {v:.2e} m/s, {}", contact.slide.mode.name());
        }
    }
    let limit = 0.25 * mass * gravity;
    println!("slipped at {:.3} N; the static limit is {limit:.3} N", slipped.unwrap_or(f64::NAN));
}

//! A ball rolls up a ramp and back, without a window: `cargo run --no-default-features --example headless`.

use stickslip::lab::builtin;
use stickslip::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = builtin::text("sphere-up-35").ok_or("no such scene")?;
    let scene = Scene::parse("sphere-up-35", text).map_err(|faults| faults.to_string())?;
    let mut simulation = Simulation::new(&scene);
    let mut out = std::io::stdout().lock();
    use std::io::Write;
    writeln!(out, "{:>8} {:>12} {:>12} {:>6} {:>6}", "t [s]", "v [m/s]", "S [m]", "slide", "roll")?;
    for _ in 0..16 {
        simulation.steps(500);
        if let Some(why) = simulation.stopped() {
            return Err(why.into());
        }
        let state = simulation.state();
        for contact in &state.contacts {
            let (slide, roll) = (&contact.slide.0, &contact.roll.j);
            let speed = state.bodies[contact.pair.key.j as usize].v.norm();
            let modes = (slide.mode.name(), roll.mode.name());
            writeln!(
                out,
                "{:8.3} {speed:12.6} {:12.4e} {:>6} {:>6}",
                state.time,
                slide.history.norm(),
                modes.0,
                modes.1
            )?;
        }
    }
    Ok(())
}

//! stickslip with a friction law of its own: every command, study and menu knows `bounded-coulomb`.
//!
//! `cargo run -p custom-law -- run examples/custom-law/slide.ron --out slide` runs a scene under it;
//! `cargo run -p custom-law -- laws bounded-coulomb` describes it; with `--features custom-law/view`, the window has it.

use std::process::ExitCode;
use stickslip::laws::SlideLaw;

mod bounded_coulomb;

fn main() -> ExitCode {
    if let Err(why) = SlideLaw::register_law::<bounded_coulomb::BoundedCoulomb>() {
        return stickslip::cli::failure::Failure::Other(why).report();
    }
    stickslip::cli::main()
}

#[cfg(test)]
mod tests {
    use super::bounded_coulomb::BoundedCoulomb;
    use stickslip::laws::SlideLaw;
    use stickslip::prelude::{Scene, Simulation};

    /// A block of 2 kg at 1 m/s, whose friction of 0.4 · 19.62 N is bounded to 5 N, stops after m v²/(2 F_max) = 0.2 m.
    #[test]
    fn a_bounded_block_stops_where_its_kinetic_energy_is_spent() -> Result<(), String> {
        SlideLaw::register_law::<BoundedCoulomb>()?;
        SlideLaw::register_law::<BoundedCoulomb>()?;
        let text = include_str!("../slide.ron");
        let scene = Scene::parse("slide.ron", text).map_err(|faults| faults.to_string())?;
        assert_eq!(scene.friction.laws.ids(), "bounded-coulomb");
        let mut simulation = Simulation::new(&scene);
        simulation.steps(10_000);
        assert_eq!(simulation.stopped(), None);
        let state = simulation.state();
        let way = state.bodies.iter().find(|body| body.name == "block").map(|body| body.x.x);
        assert!(way.is_some_and(|way| (way - 0.2).abs() < 2e-4), "{way:?}");
        Ok(())
    }
}

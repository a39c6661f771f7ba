//! A frame of the extended XYZ format.

use super::map::particle;
use std::fmt::Write;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::{largest, smallest};
use stickslip_engine::observe::state::State;

/// Columns of the file, in the notation of extended XYZ.
const PROPERTIES: &str = "species:S:1:id:I:1:pos:R:3:velo:R:3:omega:R:3:radius:R:1:aspherical_shape:R:3:\
                          orientation:R:4:mass:R:1";

/// One frame of the file; the cell is the bounding box of the bodies, not periodic.
pub fn frame(state: &State) -> String {
    let particles: Vec<_> =
        state.bodies.iter().enumerate().filter_map(|(k, body)| Some((k, body, particle(body)?))).collect();
    let ends = |k: usize| {
        let low = smallest(particles.iter().map(|(_, body, (_, radius, ..))| body.x[k] - radius));
        let high = largest(particles.iter().map(|(_, body, (_, radius, ..))| body.x[k] + radius));
        if particles.is_empty() { [0.0, 1.0] } else { [low, high] }
    };
    let [x, y, z] = [0, 1, 2].map(ends);
    let mut text = format!(
        "{}\nLattice=\"{:?} 0 0 0 {:?} 0 0 0 {:?}\" Origin=\"{:?} {:?} {:?}\" pbc=\"F F F\" Time={:?} Timestep={} \
         Properties={PROPERTIES}\n",
        particles.len(),
        x[1] - x[0],
        y[1] - y[0],
        z[1] - z[0],
        x[0],
        y[0],
        z[0],
        state.time,
        state.step,
    );
    for (index, body, (species, radius, shape, q)) in &particles {
        let mass = if body.mass.mass.is_finite() { body.mass.mass } else { 0.0 };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{species} {index} {} {} {} {radius:?} {} {:?} {:?} {:?} {:?} {mass:?}",
            numbers(&body.x),
            numbers(&body.v),
            numbers(&body.w),
            numbers(shape),
            q.i,
            q.j,
            q.k,
            q.w
        );
    }
    text
}

fn numbers(v: &Vec3) -> String {
    format!("{:?} {:?} {:?}", v.x, v.y, v.z)
}

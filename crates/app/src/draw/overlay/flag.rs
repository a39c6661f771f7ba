//! A dashed flag at the closed-form rest position of a body, shown before the body arrives.

use crate::draw::overlay::items::{Mark, Role, TraceLine};
use crate::draw::scale::extent;
use crate::draw::text::format::{number, short};
use crate::texts::tr_with;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::State;
use stickslip_lab::theory::ClosedForm;

/// Number of dashes of the pole.
const DASHES: usize = 7;

/// The pole with its flag and label; nothing if the body does not come to rest, or hardly moves.
pub fn flag(form: &ClosedForm, state: &State) -> Option<(Vec<TraceLine>, Mark)> {
    let body = state.bodies.get(form.body)?;
    let size = extent(&body.shape)?;
    let (time, rest) = form.rest(0.5 * size)?;
    let up = form.normal();
    let side = up.cross(&(rest - body.x)).try_normalize(1e-9).unwrap_or_else(|| up.cross(&Vec3::x()));
    let line = |points: Vec<Vec3>| TraceLine { points, role: Role::Past };
    let height = |part: f64| rest + up * (size * (3.2 * part - 1.0));
    let dash = |k: usize| {
        let part = |x: f64| (k as f64 + x) / DASHES as f64;
        line(vec![height(part(0.0)), height(part(0.6))])
    };
    let cloth =
        [1.0, 0.9, 0.8].map(|part| height(part) + if part == 0.9 { side * (0.5 * size) } else { Vec3::zeros() });
    let mut lines: Vec<TraceLine> = (0..DASHES).map(dash).collect();
    lines.push(line(cloth.to_vec()));
    let text = tr_with("scene-stop", [("time", number(time).into()), ("off", off((rest - body.x).norm()).into())]);
    Some((lines, Mark { at: height(1.08), text, role: Role::Past, frame: f64::INFINITY }))
}

/// Distance of a body from its predicted stop, to two significant digits, such as `0.19 mm off`.
fn off(distance: f64) -> String {
    let digits = format!("{distance:.1e}").parse().unwrap_or(distance);
    let distance = if digits < 0.1 { format!("{} mm", short(1e3 * digits)) } else { format!("{} m", short(digits)) };
    tr_with("scene-off", [("distance", distance.into())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plots::forecast::Forecast;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    /// The ball of 1.5 m/s with ηr = 0.1 stops under its flag, within 1 % of its path; a spinning ball has none.
    #[test]
    fn the_ball_comes_to_rest_under_its_flag() {
        let text = builtin::text("roll-and-spin").expect("a scene").replace("spin: 20.0", "spin: 0.0");
        let scene = Scene::parse("roll", &text).expect("no fault");
        let (mut simulation, mut forecast) = (Simulation::new(&scene), Forecast::default());
        let start = simulation.state().bodies[1].x;
        for _ in 0..60_000 {
            simulation.step();
            if simulation.step_count() < 200 {
                let state = simulation.state();
                forecast.note(&state, &scene.gravity, &[]);
            }
        }
        let state = simulation.state();
        assert!(state.bodies[1].v.norm() < 1e-6, "it rests");
        let form = forecast.of(&state, &[]).expect("a closed form");
        let (lines, mark) = flag(form, &state).expect("a flag");
        let distance = (state.bodies[1].x - start).norm();
        let foot = lines[0].points[0] + form.normal() * 0.2;
        assert!((foot - state.bodies[1].x).norm() < 0.01 * distance, "{foot} for {}", state.bodies[1].x);
        let (time, rest) = form.rest(0.0).expect("it comes to rest");
        let away = off((rest - state.bodies[1].x).norm());
        assert_eq!(mark.text, format!("predicted stop (t = {} s), {away}", number(time)));
        assert_eq!([off(1.864e-4), off(0.0425), off(1.27)], ["0.19 mm off", "43 mm off", "1.3 m off"]);
        let spins = Scene::parse("spin", builtin::text("sphere-spin-0.006").expect("a scene")).expect("no fault");
        let mut simulation = Simulation::new(&spins);
        simulation.steps(100);
        let state = simulation.state();
        assert_eq!(ClosedForm::from_state(&state, &state.gravity).and_then(|form| flag(&form, &state)), None);
    }
}

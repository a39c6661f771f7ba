//! Friction over speed and over rest of the slide laws that depend on them, measured with the law alone.

use super::trial::slide_contact;
use crate::trace::StudyError;
use stickslip_engine::laws::friction::law::Relative;
use stickslip_engine::laws::friction::parameters::FrictionParameters;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::pair::choice::AnyLaw;
use stickslip_engine::laws::pair::probe::Probe;
use stickslip_engine::laws::{SlideLaw, Vec2};

/// Slip speeds of the table, m/s.
const SPEEDS: [f64; 7] = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0];
/// Times of rest of the table, s.
const RESTS: [f64; 4] = [1.0, 10.0, 100.0, 1000.0];
/// Way in one step, m: a fiftieth of the length over which `rate-state` forgets.
const WAY: f64 = 2e-6;
/// Normal force, N.
const NORMAL: f64 = 49.0;

/// The slide laws that depend on speed or rest, with their defaults.
fn rated() -> Vec<AnyLaw> {
    let is_rated = |law: &SlideLaw| law.weakening(&FrictionParameters::default()).is_some();
    SlideLaw::all().into_iter().filter(is_rated).map(AnyLaw::Slide).collect()
}

/// Slides for one step of `dt`, s, by `way`, m; returns the coefficient of friction in this step.
fn slide(probe: &mut Probe, way: f64, dt: f64) -> f64 {
    probe.contact_state.dt = dt;
    probe.step(Relative::from_step(Vec2::new(way, 0.0), Vec2::zeros(), 0.0, probe.contact_state.radius, dt), NORMAL);
    probe.slide.load().x / NORMAL
}

/// The tables, as Markdown.
pub fn over_speed() -> Result<String, StudyError> {
    let laws = rated();
    let names: Vec<String> = laws.iter().map(|law| format!("`{}`", law.info().id)).collect();
    let rule = "|---".repeat(laws.len() + 1);
    let mut text = format!("| speed [m/s] | {} |\n{rule}|\n", names.join(" | "));
    for speed in SPEEDS {
        text += &format!("| {speed:e} |");
        for law in &laws {
            let mut probe = slide_contact(*law)?;
            let last = (0..4000).map(|_| slide(&mut probe, WAY, WAY / speed)).last();
            text += &format!(" {:.4} |", last.unwrap_or(f64::NAN));
        }
        text += "\n";
    }
    text += &format!("\n| rested for [s] | {} |\n{rule}|\n", names.join(" | "));
    for rest in RESTS {
        text += &format!("| {rest} |");
        for law in &laws {
            let mut probe = slide_contact(*law)?;
            (0..1000).for_each(|_| {
                slide(&mut probe, 0.0, rest / 1000.0);
            });
            let most = (0..20_000).map(|_| slide(&mut probe, 1e-7, 1e-4)).fold(0.0, larger);
            text += &format!(" {most:.4} |");
        }
        text += "\n";
    }
    Ok(text)
}

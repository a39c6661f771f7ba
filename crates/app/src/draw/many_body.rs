//! Many-body scenes: colour by value, and the note on what is drawn. Pure functions of the state.

use crate::draw::overlay::chains::Chains;
use crate::draw::scale::{moves, round_below};
use crate::draw::text::format::counted;
use crate::texts::tr;
use stickslip_engine::observe::packing::Link;
use stickslip_engine::observe::state::BodyState;

/// The quantity shown by a body's colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colouring {
    /// Identity and orientation of the body.
    #[default]
    Plain,
    /// Speed of the body.
    Speed,
    /// Number of contacts of the body.
    Contacts,
    /// Sum of the normal forces on the body.
    Load,
}

impl Colouring {
    /// All colourings, in the order in which the shortcut key cycles through them.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Speed, Self::Contacts, Self::Load];

    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => tr("tint-plain"),
            Self::Speed => tr("tint-speed"),
            Self::Contacts => tr("tint-contacts"),
            Self::Load => tr("tint-load"),
        }
    }

    /// The next colouring.
    pub fn next(self) -> Self {
        let place = Self::ALL.iter().position(|of| *of == self).unwrap_or(0);
        Self::ALL[(place + 1) % Self::ALL.len()]
    }

    /// True if the values depend on the contacts.
    pub fn needs_contacts(self) -> bool {
        matches!(self, Self::Contacts | Self::Load)
    }

    fn unit(self) -> &'static str {
        match self {
            Self::Plain | Self::Contacts => "",
            Self::Speed => "m/s",
            Self::Load => "N",
        }
    }
}

/// Fraction of bodies that may exceed the top of the scale.
const ABOVE: f64 = 0.01;

/// A value for each body, and the colour scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Tint {
    /// The quantity shown.
    pub of: Colouring,
    /// Values in scene order, SI.
    pub values: Vec<f64>,
    /// The value at the top of the colour scale, which starts at 0.
    pub high: f64,
}

impl Tint {
    /// The values of these bodies; `None` if colours only identify the bodies.
    pub fn from_bodies(of: Colouring, bodies: &[BodyState], links: &[Link]) -> Option<Self> {
        let mut values = vec![0.0; bodies.len()];
        match of {
            Colouring::Plain => return None,
            Colouring::Speed => values.iter_mut().zip(bodies).for_each(|(value, body)| *value = body.v.norm()),
            Colouring::Contacts | Colouring::Load => {
                for link in links {
                    for body in [link.key.i, link.key.j] {
                        if let Some(value) = values.get_mut(body as usize) {
                            *value += if of == Colouring::Load { link.normal } else { 1.0 };
                        }
                    }
                }
            }
        }
        let mut sorted: Vec<f64> = values.iter().zip(bodies).filter(|(_, b)| moves(b)).map(|(v, _)| *v).collect();
        let place = ((sorted.len() as f64 * (1.0 - ABOVE)) as usize).min(sorted.len().saturating_sub(1));
        let high = if sorted.is_empty() { 0.0 } else { *sorted.select_nth_unstable_by(place, f64::total_cmp).1 };
        Some(Self { of, values, high: round_above(high) })
    }

    /// A body's position on the scale, in \[0, 1\].
    pub fn share(&self, body: usize) -> f64 {
        let value = self.values.get(body).copied().unwrap_or(0.0);
        if self.high > 0.0 { (value / self.high).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Labels of the scale's ends.
    pub fn ends(&self) -> [String; 2] {
        let last = format!("≥ {} {}", crate::draw::text::format::short(self.high), self.of.unit());
        ["0".to_owned(), last.trim_end().to_owned()]
    }
}

/// The smallest of 1, 2, 4, 5 and 10 times a power of ten that is not less than `value`.
fn round_above(value: f64) -> f64 {
    let low = round_below(value);
    [1.0, 2.0, 2.5].map(|step| step * low).into_iter().find(|end| end * (1.0 + 1e-9) >= value).unwrap_or(low)
}

/// The notes shown for a many-body scene: its size and the part drawn.
pub fn notes(
    bodies: usize,
    contacts: usize,
    drawn_contacts: usize,
    arrows: Option<usize>,
    chains: Option<&Chains>,
) -> Vec<String> {
    let mut notes = vec![format!("{} · {}", counted(bodies, "body"), counted(contacts, "contact"))];
    if let Some(arrows) = arrows {
        notes.push(format!("velocity arrows: {arrows} of {}", counted(bodies, "body")));
    }
    notes.push(if drawn_contacts == 0 {
        "click a body to see its contacts".to_owned()
    } else {
        format!("{} drawn", counted(drawn_contacts, "contact"))
    });
    notes.extend(chains.map(Chains::note));
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::observe::state::State;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::generate;

    fn heap() -> State {
        let text = generate::text("heap", 200).expect("a scene");
        let mut simulation = Simulation::new(&Scene::parse("heap", &text).expect("no fault"));
        simulation.steps(1500);
        simulation.state()
    }

    #[test]
    fn colours_stand_for_the_simulated_values() {
        let state = heap();
        let links: Vec<Link> = state.contacts.iter().map(Link::from).collect();
        assert_eq!(Tint::from_bodies(Colouring::Plain, &state.bodies, &links), None);
        let speed = Tint::from_bodies(Colouring::Speed, &state.bodies, &links).expect("values");
        let contacts = Tint::from_bodies(Colouring::Contacts, &state.bodies, &links).expect("values");
        let load = Tint::from_bodies(Colouring::Load, &state.bodies, &links).expect("values");
        for (k, body) in state.bodies.iter().enumerate() {
            let of =
                |c: &&stickslip_engine::observe::state::ContactView| [c.pair.key.i, c.pair.key.j].contains(&(k as u32));
            let own: Vec<f64> = state.contacts.iter().filter(of).map(|c| c.normal.n).collect();
            assert_eq!((speed.values[k], contacts.values[k]), (body.v.norm(), own.len() as f64));
            assert!((load.values[k] - own.iter().sum::<f64>()).abs() < 1e-12);
        }
        // At most 1 % of the moving bodies exceed the top of the scale.
        for tint in [speed, contacts, load] {
            let above = tint.values[1..].iter().filter(|value| **value > tint.high).count();
            assert!(above <= 2, "{:?}: {above} of 200 above {}", tint.of, tint.high);
            assert!(tint.high > 0.0 && (0..state.bodies.len()).all(|k| (0.0..=1.0).contains(&tint.share(k))));
        }
    }

    #[test]
    fn the_end_of_a_scale_is_a_round_number_that_is_not_below() {
        for (value, end) in [(0.011, 0.02), (1.0, 1.0), (7.0, 10.0), (2.2, 4.0), (4.5, 5.0), (0.0, 0.0)] {
            assert!((round_above(value) - end).abs() < 1e-9, "{value}: {}", round_above(value));
        }
    }

    #[test]
    fn a_key_goes_round_all_colourings() {
        let mut of = Colouring::Plain;
        for _ in 0..Colouring::ALL.len() {
            of = of.next();
        }
        assert_eq!(of, Colouring::Plain);
    }
}

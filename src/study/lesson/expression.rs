//! Expressions over what can be measured: `slips(brick) and time > 0.1`, `speed(ball) - 2 * turning(ball)`.
//!
//! Numbers, `+ - * /`, `< >`, `and`, brackets, `time`, `quantity(body)` and `atan(…)` in degrees; a comparison is 1 or 0.
//! Units as in [`QUANTITIES`].

use crate::laws::element::Mode;
use crate::record::state::{BodyState, ContactView, State};
use crate::step::tune::slope;

/// What can be measured of a body, with its unit.
pub const QUANTITIES: &[(&str, &str)] = &[
    ("slope", "°, of a plane"),
    ("speed", "m/s, of the centre of mass"),
    ("turning", "rad/s"),
    ("height", "m, of the centre of mass over z = 0"),
    ("travel", "m, from where it began, level"),
    ("climbs", "m/s, upward part of the velocity"),
    ("slips", "1 if a contact of the body slides, 0 if all stick"),
    ("touches", "number of its contact points"),
    ("friction", "N, all friction forces on it together"),
    ("normal", "N, all normal forces on it together"),
    ("pull", "N, what springs and the hand pull with"),
    ("slid", "s, how long it has slipped without sticking; 0 while a contact of it sticks"),
    ("mu_s", "static friction coefficient of its first contact"),
    ("mu_k", "kinetic friction coefficient of its first contact"),
    ("eta_psi", "spin coefficient of its first contact"),
];

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// Simulated time, s.
    Time,
    /// Quantity (its place in [`QUANTITIES`]) of a body.
    Of(usize, String),
    /// The angle whose tangent it is, degrees.
    Arctangent(Box<Expression>),
    /// Two expressions and what joins them: `+ - * / < > &`.
    Both(Box<Expression>, char, Box<Expression>),
}

impl Expression {
    /// Reads it; an error says where it stopped making sense.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader { rest: text };
        let expression = reader.level(0)?;
        let rest = reader.rest.trim();
        if rest.is_empty() { Ok(expression) } else { Err(format!("`{text}`: what is `{rest}`?")) }
    }

    /// Its value in a state; `start` is the first state of the run.
    pub fn value(&self, state: &State, start: &State) -> Result<f64, String> {
        Ok(match self {
            Self::Number(x) => *x,
            Self::Time => state.time,
            Self::Of(quantity, body) => measure(QUANTITIES[*quantity].0, body, state, start)?,
            Self::Arctangent(of) => libm::atan(of.value(state, start)?).to_degrees(),
            Self::Both(a, sign, b) => joined(a.value(state, start)?, *sign, b.value(state, start)?),
        })
    }

    /// Its value if it asks for nothing that is measured.
    pub(crate) fn constant(&self) -> Result<f64, String> {
        match self {
            Self::Number(x) => Ok(*x),
            Self::Arctangent(of) => of.constant().map(|tangent| libm::atan(tangent).to_degrees()),
            Self::Both(a, sign, b) => Ok(joined(a.constant()?, *sign, b.constant()?)),
            Self::Time | Self::Of(..) => Err("it must not ask for anything that is measured".to_owned()),
        }
    }

    /// True if its value is not 0.
    pub fn holds(&self, state: &State, start: &State) -> Result<bool, String> {
        self.value(state, start).map(|value| value != 0.0)
    }
}

fn joined(a: f64, sign: char, b: f64) -> f64 {
    match sign {
        '+' => a + b,
        '-' => a - b,
        '*' => a * b,
        '/' => a / b,
        '<' => f64::from(u8::from(a < b)),
        '>' => f64::from(u8::from(a > b)),
        _ => f64::from(u8::from(a != 0.0 && b != 0.0)),
    }
}

struct Reader<'a> {
    rest: &'a str,
}

/// What joins two expressions, loosest first.
const LEVELS: [&[(&str, char)]; 4] =
    [&[("and", '&')], &[("<", '<'), (">", '>')], &[("+", '+'), ("-", '-')], &[("*", '*'), ("/", '/')]];

impl Reader<'_> {
    fn level(&mut self, level: usize) -> Result<Expression, String> {
        let Some(signs) = LEVELS.get(level) else { return self.atom() };
        let mut left = self.level(level + 1)?;
        while let Some(sign) = signs.iter().find(|(word, _)| self.rest.trim_start().starts_with(word)) {
            self.rest = &self.rest.trim_start()[sign.0.len()..];
            left = Expression::Both(Box::new(left), sign.1, Box::new(self.level(level + 1)?));
        }
        Ok(left)
    }

    fn atom(&mut self) -> Result<Expression, String> {
        self.rest = self.rest.trim_start();
        if let Some(inner) = self.rest.strip_prefix('(') {
            self.rest = inner;
            let expression = self.level(0)?;
            self.close()?;
            return Ok(expression);
        }
        let number = |c: char| c.is_ascii_digit() || c == '.';
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if self.rest.starts_with(number) {
            let mut text = self.take(number);
            let exponent = self.rest.strip_prefix(['e', 'E']);
            if let Some(rest) =
                exponent.filter(|rest| rest.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit()))
            {
                let sign = rest.starts_with(['+', '-']);
                self.rest = &rest[usize::from(sign)..];
                text += if rest.starts_with('-') { "e-" } else { "e" };
                text += &self.take(|c| c.is_ascii_digit());
            }
            return text.parse().map(Expression::Number).map_err(|_| format!("`{text}` is not a number"));
        }
        let name = self.take(word);
        if name == "time" {
            return Ok(Expression::Time);
        }
        if name == "atan" {
            let bracket = self.rest.trim_start().starts_with('(');
            let of = if bracket { self.atom()? } else { return Err("`atan` of what? write atan(…)".to_owned()) };
            return Ok(Expression::Arctangent(Box::new(of)));
        }
        let Some(quantity) = QUANTITIES.iter().position(|(known, _)| *known == name) else {
            let known: Vec<&str> = QUANTITIES.iter().map(|(name, _)| *name).collect();
            return Err(format!("there is no quantity `{name}`; there are time, {}", known.join(", ")));
        };
        let Some(inner) = self.rest.trim_start().strip_prefix('(') else {
            return Err(format!("`{name}` of what? write {name}(body)"));
        };
        self.rest = inner;
        let body = self.take(|c| c != ')').trim().to_owned();
        self.close()?;
        Ok(Expression::Of(quantity, body))
    }

    fn take(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        text.to_owned()
    }

    fn close(&mut self) -> Result<(), String> {
        let rest = self.rest.trim_start().strip_prefix(')').ok_or("a bracket is not closed")?;
        self.rest = rest;
        Ok(())
    }
}

fn measure(quantity: &str, name: &str, state: &State, start: &State) -> Result<f64, String> {
    let missing = || format!("there is no body `{name}`");
    let index = state.bodies.iter().position(|body| body.name == name).ok_or_else(missing)?;
    let body: &BodyState = &state.bodies[index];
    let touching =
        || state.contacts.iter().filter(move |c| c.pair.key.i as usize == index || c.pair.key.j as usize == index);
    let friction = || {
        let first = touching().next().map(|contact| contact.law.friction);
        first.ok_or_else(|| format!("`{name}` touches nothing"))
    };
    let on = |contact: &ContactView, force: crate::laws::Vec3| {
        if contact.pair.key.i as usize == index { force } else { -force }
    };
    Ok(match quantity {
        "slope" => slope(&body.q).to_degrees(),
        "speed" => body.v.norm(),
        "turning" => body.w.norm(),
        "height" => body.x.z,
        "travel" => {
            let began = start.bodies.iter().find(|body| body.name == name).ok_or_else(missing)?;
            (body.x - began.x).xy().norm()
        }
        "climbs" => body.v.z,
        "slips" => f64::from(u8::from(touching().any(|contact| contact.slide.0.mode == Mode::Slip))),
        "touches" => touching().count() as f64,
        "friction" => touching().map(|c| on(c, -c.loads.friction_on_j)).sum::<crate::laws::Vec3>().norm(),
        "slid" => {
            let steps = |c: &ContactView| if c.slide.0.mode == Mode::Slip { c.slide.0.mode_age } else { 0 };
            let least = touching().map(steps).min().unwrap_or(0);
            least as f64 * state.time / state.step.max(1) as f64
        }
        "mu_s" => friction()?.mu_s,
        "mu_k" => friction()?.mu_k,
        "eta_psi" => friction()?.eta_psi().ok_or_else(|| format!("the contact of `{name}` has no eta_psi"))?,
        "normal" => touching().map(|c| on(c, c.loads.normal_on_i)).sum::<crate::laws::Vec3>().norm(),
        _ => state.pulls.iter().filter(|pull| pull.body == index).map(|pull| pull.load.force.norm()).sum(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::simulation::Simulation;
    use crate::scene::{Scene, builtin};

    fn value(text: &str) -> f64 {
        let scene = Scene::parse("x", builtin::text("sphere-up-35").unwrap()).unwrap();
        let state = Simulation::new(&scene).state();
        Expression::parse(text).unwrap().value(&state, &state).unwrap()
    }

    #[test]
    fn signs_bind_as_usual() {
        assert_eq!(value("1 + 2 * 3 - 4 / 2"), 5.0);
        assert_eq!(value("(1 + 2) * 3 > 8 and 1 < 2"), 1.0);
        assert_eq!(value("2 > 3"), 0.0);
    }

    #[test]
    fn quantities_are_those_of_the_state() {
        assert!((value("speed(ball)") - 0.5).abs() < 1e-12);
        assert!((value("slope(incline)") - 35.0).abs() < 1e-9);
        assert!((value("normal(ball)") - 5.0 * 9.8 * libm::cos(35f64.to_radians())).abs() < 1e-9);
        assert_eq!(value("touches(ball) + time"), 1.0);
        assert_eq!(value("mu_s(ball) - mu_k(ball)"), 0.25 - 0.2);
        assert!((value("2 * atan(mu_s(ball) / 0.25)") - 90.0).abs() < 1e-12);
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        for (text, reason) in [
            ("sped(ball)", "no quantity `sped`"),
            ("speed", "of what"),
            ("1 +", "no quantity"),
            ("(1", "not closed"),
            ("atan 1", "of what"),
            ("1 2", "what is"),
        ] {
            assert!(Expression::parse(text).unwrap_err().contains(reason), "{text}");
        }
    }
}

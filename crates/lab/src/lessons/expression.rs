//! Expressions over measured quantities: `slips(brick) and time > 0.1`, `speed(ball) - 2 * turning(ball)`.
//!
//! Numbers, `+ - * /`, `< >`, `and`, brackets, `time`, `atan(…)` in degrees, and every quantity by its name:
//! `vx(ball)` of a body, `N(incline, ball)` of a contact, `E` of the world. A comparison evaluates to 1 or 0.

use stickslip_engine::record::quantity::named::{NamedQuantity, QuantityError};
use stickslip_engine::record::state::State;

/// Plain words for some quantities of a body, each with the name of the quantity.
pub const WORDS: &[(&str, &str)] =
    &[("speed", "v"), ("turning", "w"), ("height", "z"), ("climbs", "vz"), ("friction", "F"), ("normal", "Fn")];

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// Simulated time, s.
    Time,
    /// A measured quantity.
    Of(NamedQuantity),
    /// Arctangent in degrees.
    Arctangent(Box<Expression>),
    /// Two operands and an operator: `+ - * / < > &`.
    Both(Box<Expression>, char, Box<Expression>),
}

impl Expression {
    /// Parses the text; the error names the position at which parsing fails.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader { rest: text };
        let expression = reader.level(0)?;
        let rest = reader.rest.trim();
        if rest.is_empty() { Ok(expression) } else { Err(format!("`{text}`: unexpected `{rest}`")) }
    }

    /// Evaluates the expression in a state; a missing body, or a quantity without a value, is an error.
    pub fn value(&self, state: &State) -> Result<f64, String> {
        Ok(match self {
            Self::Number(x) => *x,
            Self::Time => state.time,
            Self::Of(quantity) => measure(quantity, state)?,
            Self::Arctangent(of) => libm::atan(of.value(state)?).to_degrees(),
            Self::Both(a, sign, b) => joined(a.value(state)?, *sign, b.value(state)?),
        })
    }

    /// The value of an expression without measured quantities; an error for any other.
    pub(crate) fn constant(&self) -> Result<f64, String> {
        match self {
            Self::Number(x) => Ok(*x),
            Self::Arctangent(of) => of.constant().map(|tangent| libm::atan(tangent).to_degrees()),
            Self::Both(a, sign, b) => Ok(joined(a.constant()?, *sign, b.constant()?)),
            Self::Time | Self::Of(..) => Err("it must not contain measured quantities".to_owned()),
        }
    }

    /// True if the value in a state is not 0.
    pub fn holds(&self, state: &State) -> Result<bool, String> {
        self.value(state).map(|value| value != 0.0)
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

/// The binary operators, loosest binding first.
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
            let of =
                if bracket { self.atom()? } else { return Err("`atan` needs an argument: write atan(…)".to_owned()) };
            return Ok(Expression::Arctangent(Box::new(of)));
        }
        if name.is_empty() {
            return Err(format!("expected a quantity at `{}`", self.rest));
        }
        let mut subject = String::new();
        if let Some(inner) = self.rest.trim_start().strip_prefix('(') {
            self.rest = inner;
            subject = self.take(|c| c != ')');
            self.close()?;
        }
        let subject: Vec<&str> = subject.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
        named(&name, &subject).map(Expression::Of).map_err(|error| error.to_string())
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

/// The quantity with this name or plain word.
fn named(name: &str, subject: &[&str]) -> Result<NamedQuantity, QuantityError> {
    let words: Vec<&str> = WORDS.iter().map(|(word, _)| *word).collect();
    match WORDS.iter().find(|(word, _)| *word == name) {
        Some((_, known)) if !subject.is_empty() => NamedQuantity::of(known, subject, &words),
        Some(_) => Err(QuantityError::without_body(name)),
        None => NamedQuantity::of(name, subject, &words),
    }
}

fn measure(quantity: &NamedQuantity, state: &State) -> Result<f64, String> {
    if let Some(missing) = quantity.bodies().iter().find(|name| !state.bodies.iter().any(|body| body.name == **name)) {
        return Err(format!("there is no body `{missing}`"));
    }
    let value = quantity.value(state);
    let nothing = || format!("`{quantity}` has no value here: {}", quantity.entry().row.about);
    if value.is_nan() { Err(nothing()) } else { Ok(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;

    fn value(text: &str) -> f64 {
        let scene = Scene::parse("x", builtin::text("sphere-up-35").unwrap()).unwrap();
        let state = Simulation::new(&scene).state();
        Expression::parse(text).unwrap().value(&state).unwrap()
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
            ("speed", "needs a body"),
            ("1 +", "expected a quantity"),
            ("(1", "not closed"),
            ("atan 1", "needs an argument"),
            ("1 2", "unexpected `2`"),
        ] {
            assert!(Expression::parse(text).unwrap_err().contains(reason), "{text}");
        }
    }
}

//! Expressions over measured quantities: `slips(brick) and time > 0.1`, `speed(ball) - 2 * turning(ball)`.
//!
//! Numbers, `+ - * /`, `< >`, `and`, brackets, `time`, `atan(…)` in degrees, and every quantity by its name:
//! `vx(ball)` of a body, `z(grain-*)` of a group of bodies, `N(incline, ball)` of a contact, `E` of the world. A comparison evaluates to 1 or 0.

use stickslip_engine::observe::quantity::named::{NamedQuantity, QuantityError};
use stickslip_engine::observe::state::State;
use stickslip_engine::scene::shortened;
use stickslip_engine::scene::text::nesting::{MAX_DEPTH, too_deep};

/// Plain words for some quantities of a body, each with the name of the quantity.
pub const WORDS: &[(&str, &str)] =
    &[("speed", "v"), ("turning", "w"), ("height", "z"), ("climbs", "vz"), ("friction", "F"), ("normal", "Fn")];

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// Operands and operators in reverse Polish order: each operator follows its operands. A tree would need stack in
    /// proportion to its depth to be evaluated, cloned and dropped, and a sum of 100 000 terms is that deep.
    steps: Vec<ExpressionStep>,
}

/// An operand or an operator of an expression.
#[derive(Clone, Debug, PartialEq)]
enum ExpressionStep {
    /// A number.
    Number(f64),
    /// Simulated time, s.
    Time,
    /// A measured quantity.
    Of(NamedQuantity),
    /// The arctangent, in degrees, of the last value.
    Arctangent,
    /// The last two values joined by an operator: `+ - * / < > &`.
    Both(char),
}

impl Expression {
    /// Parses the text; the error names the position at which parsing fails.
    pub fn parse(text: &str) -> Result<Self, String> {
        ExpressionReader::new(text, |c| c.is_ascii_alphanumeric() || c == '_').read(&mut quantity)
    }

    /// Parses a text in which each name, such as `friction.mu_s`, stands for the number that `value_of` gives it.
    pub(crate) fn parse_with(
        text: &str,
        mut value_of: impl FnMut(&str) -> Result<f64, String>,
    ) -> Result<Self, String> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        ExpressionReader::new(text, is_name).read(&mut |_, name| value_of(name).map(ExpressionStep::Number))
    }

    /// Evaluates the expression in a state; a missing body, or a quantity without a value, is an error.
    pub fn value(&self, state: &State) -> Result<f64, String> {
        self.evaluate(|operand| match operand {
            ExpressionStep::Of(quantity) => measure(quantity, state),
            _ => Ok(state.time),
        })
    }

    /// The value of an expression without measured quantities; an error for any other.
    pub(crate) fn constant(&self) -> Result<f64, String> {
        self.evaluate(|_| Err("it must not contain measured quantities".to_owned()))
    }

    /// Evaluates the expression; `measured` gives the value of an operand that is not a number.
    fn evaluate(&self, measured: impl Fn(&ExpressionStep) -> Result<f64, String>) -> Result<f64, String> {
        let mut values: Vec<f64> = Vec::new();
        for step in &self.steps {
            let value = match step {
                ExpressionStep::Number(x) => Some(*x),
                ExpressionStep::Time | ExpressionStep::Of(_) => Some(measured(step)?),
                ExpressionStep::Arctangent => values.pop().map(|tangent| libm::atan(tangent).to_degrees()),
                ExpressionStep::Both(sign) => {
                    let last = values.pop();
                    values.pop().zip(last).map(|(a, b)| joined(a, *sign, b))
                }
            };
            values.push(value.ok_or("an operator has no operand")?);
        }
        values.pop().ok_or_else(|| "the expression is empty".to_owned())
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

/// The binary operators, loosest binding first.
const LEVELS: [&[(&str, char)]; 4] =
    [&[("and", '&')], &[("<", '<'), (">", '>')], &[("+", '+'), ("-", '-')], &[("*", '*'), ("/", '/')]];

/// Where an operand has begun that is not complete.
#[derive(Clone, Copy)]
enum PendingStep {
    /// An open bracket.
    Bracket,
    /// The open bracket of an arctangent.
    Arctangent,
    /// An operator that waits for its second operand: its level of [`LEVELS`], and its sign.
    Operator(usize, char),
}

/// Parses an expression from left to right (the shunting-yard algorithm of Dijkstra), without calling itself.
struct ExpressionReader<'a> {
    text: &'a str,
    rest: &'a str,
    /// True for the characters of a name.
    is_name: fn(char) -> bool,
    steps: Vec<ExpressionStep>,
    pending: Vec<PendingStep>,
    /// Number of open brackets.
    depth: usize,
}

/// Reads what a name stands for; the reader stands after the name.
type OperandOf<'o> = &'o mut dyn FnMut(&mut ExpressionReader, &str) -> Result<ExpressionStep, String>;

impl<'a> ExpressionReader<'a> {
    fn new(text: &'a str, is_name: fn(char) -> bool) -> Self {
        Self { text, rest: text, is_name, steps: Vec::new(), pending: Vec::new(), depth: 0 }
    }

    /// The whole expression.
    fn read(mut self, operand_of: OperandOf) -> Result<Expression, String> {
        loop {
            self.operand(operand_of)?;
            self.closing_brackets();
            if !self.operator() {
                break;
            }
        }
        let rest = self.rest.trim();
        if self.depth > 0 {
            return Err("a bracket is not closed".to_owned());
        }
        if !rest.is_empty() {
            return Err(format!("`{}`: unexpected `{}`", shortened(self.text), shortened(rest)));
        }
        self.close_operators(0);
        Ok(Expression { steps: self.steps })
    }

    /// Opening brackets and the operand after them.
    fn operand(&mut self, operand_of: OperandOf) -> Result<(), String> {
        loop {
            while self.opens(PendingStep::Bracket)? {}
            if self.rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
                let number = self.number()?;
                self.steps.push(ExpressionStep::Number(number));
                return Ok(());
            }
            let name = self.take(self.is_name);
            if name.is_empty() {
                return Err(format!("expected a quantity at `{}`", shortened(self.rest)));
            }
            if name != "atan" {
                let step = operand_of(self, &name)?;
                self.steps.push(step);
                return Ok(());
            }
            if !self.opens(PendingStep::Arctangent)? {
                return Err("`atan` needs an argument: write atan(…)".to_owned());
            }
        }
    }

    /// Reads an opening bracket; false if there is none, an error if it is nested too deeply.
    fn opens(&mut self, bracket: PendingStep) -> Result<bool, String> {
        self.rest = self.rest.trim_start();
        let Some(inner) = self.rest.strip_prefix('(') else { return Ok(false) };
        if self.depth == MAX_DEPTH {
            let before = &self.text[..self.text.len() - self.rest.len()];
            return Err(format!("{}, at character {}", too_deep("brackets"), before.chars().count() + 1));
        }
        self.rest = inner;
        self.depth += 1;
        self.pending.push(bracket);
        Ok(true)
    }

    /// Reads the closing brackets after an operand.
    fn closing_brackets(&mut self) {
        while self.depth > 0
            && let Some(rest) = self.rest.trim_start().strip_prefix(')')
        {
            self.rest = rest;
            self.depth -= 1;
            self.close_operators(0);
            if let Some(PendingStep::Arctangent) = self.pending.pop() {
                self.steps.push(ExpressionStep::Arctangent);
            }
        }
    }

    /// Reads an operator; false if there is none.
    fn operator(&mut self) -> bool {
        let rest = self.rest.trim_start();
        let mut all = LEVELS.iter().enumerate().flat_map(|(level, signs)| signs.iter().map(move |sign| (level, sign)));
        let Some((level, (word, sign))) = all.find(|(_, (word, _))| rest.starts_with(word)) else { return false };
        self.rest = &rest[word.len()..];
        self.close_operators(level);
        self.pending.push(PendingStep::Operator(level, *sign));
        true
    }

    /// Completes the last operators that bind at least as tightly as `level`, up to the last open bracket.
    fn close_operators(&mut self, level: usize) {
        while let Some(PendingStep::Operator(own, sign)) = self.pending.last().copied()
            && own >= level
        {
            self.pending.pop();
            self.steps.push(ExpressionStep::Both(sign));
        }
    }

    fn number(&mut self) -> Result<f64, String> {
        let mut text = self.take(|c| c.is_ascii_digit() || c == '.');
        let exponent = self.rest.strip_prefix(['e', 'E']);
        if let Some(rest) =
            exponent.filter(|rest| rest.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit()))
        {
            let sign = rest.starts_with(['+', '-']);
            self.rest = &rest[usize::from(sign)..];
            text += if rest.starts_with('-') { "e-" } else { "e" };
            text += &self.take(|c| c.is_ascii_digit());
        }
        text.parse().map_err(|_| format!("`{}` is not a number", shortened(&text)))
    }

    fn take(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        text.to_owned()
    }
}

/// The time or the measured quantity of this name, with its bodies in brackets.
fn quantity(reader: &mut ExpressionReader, name: &str) -> Result<ExpressionStep, String> {
    if name == "time" {
        return Ok(ExpressionStep::Time);
    }
    let mut subject = String::new();
    if let Some(inner) = reader.rest.trim_start().strip_prefix('(') {
        reader.rest = inner;
        subject = reader.take(|c| c != ')');
        reader.rest = reader.rest.strip_prefix(')').ok_or("a bracket is not closed")?;
    }
    let subject: Vec<&str> = subject.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    named(name, &subject).map(ExpressionStep::Of).map_err(|error| error.to_string())
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
    let is_missing = |name: &&String| !state.bodies.iter().any(|body| quantity.refers_to(name, &body.name));
    if let Some(missing) = quantity.bodies().iter().find(is_missing) {
        return Err(format!("there is no body `{missing}`"));
    }
    let value = quantity.value(state);
    let nothing = || format!("`{quantity}` has no value here: {}", quantity.entry().row.about);
    if value.is_nan() { Err(nothing()) } else { Ok(value) }
}

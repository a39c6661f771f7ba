//! Reads values and reports their faults.
//!
//! Every reader returns `None` after reporting a fault, so that the caller can continue and find the others.

use crate::laws::Vec3;
use crate::laws::friction::law::ParameterForm;
use crate::scene::error::Fault;
use crate::scene::language::{Choice, Field, FieldTable};
use crate::scene::text::nearest::advice;
use crate::scene::text::raw::Node;

/// The faults found so far.
#[derive(Default)]
pub(super) struct Check {
    pub(super) faults: Vec<Fault>,
    /// What is valid but hardly meant, one sentence each, with the path of the value.
    pub(super) remarks: Vec<String>,
}

/// Which finite numbers are allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowed {
    Any,
    Positive,
    NotNegative,
    /// Between 0 and 1, both excluded.
    Fraction,
    /// A size, m, whose square and cube neither underflow to 0 nor overflow.
    Length,
    /// A coordinate, m, with the same limits.
    Coordinate,
    /// An angle of any sign, degrees, that keeps its fraction of a turn.
    Degrees,
}

/// Allowed sizes of a body, m.
const LENGTHS: std::ops::RangeInclusive<f64> = 1e-12..=1e9;

/// Allowed magnitudes of every number, in its SI unit; only a number that must be positive has the lower limit. Products
/// of several, such as a determinant of moments of inertia, neither overflow nor underflow.
pub const MAGNITUDES: std::ops::RangeInclusive<f64> = 1e-60..=1e60;

/// Largest angle, degrees.
const LARGEST_ANGLE: f64 = 1e9;

impl Check {
    /// Reports a fault of this value.
    pub(super) fn fault(&mut self, node: &Node, message: impl Into<String>, remedy: impl Into<String>) {
        self.faults.push(Fault::new(node.path(), message, remedy, node.span()));
    }

    /// Notes about this value what is valid but hardly meant.
    pub(super) fn remark(&mut self, node: &Node, what: impl std::fmt::Display) {
        self.remarks.push(format!("{} {what}", node.path()));
    }

    /// Reports that a value has the wrong form; always `None`.
    pub(super) fn wrong_form<T>(&mut self, node: &Node, expected: &str, example: &str) -> Option<T> {
        self.fault(node, format!("expected {expected}, found {}", node.quote()), format!("write it like `{example}`"));
        None
    }

    /// The fields of `( name: value, ... )`, each at most once and all of them in the table.
    pub(super) fn fields<'a>(&mut self, node: &Node<'a>, table: &FieldTable) -> Option<Fields<'a>> {
        let legal: Vec<&'static str> = table.fields.iter().map(|field| field.name).collect();
        self.fields_named(node, &legal)
    }

    /// The fields of `( name: value, ... )`, each at most once and all of them legal.
    pub(super) fn fields_named<'a>(&mut self, node: &Node<'a>, legal: &[&'static str]) -> Option<Fields<'a>> {
        let Some(entries) = node.fields() else {
            return self.wrong_form(node, "named fields", "( name: value, ... )");
        };
        let faults_before = self.faults.len();
        for (k, (name, value)) in entries.iter().enumerate() {
            let fault =
                |message: String, remedy: String| Fault::new(node.path_to(name), message, remedy, value.span_of(name));
            if !legal.contains(name) {
                let remedy = advice(name, legal.iter().copied(), "the fields here are");
                self.faults.push(fault(format!("unknown field `{name}`"), remedy).unknown());
            } else if entries[..k].iter().any(|(earlier, _)| earlier == name) {
                self.faults.push(fault(format!("field `{name}` is given twice"), "keep one of them".to_owned()));
            }
        }
        let faulty = self.faults.len() > faults_before;
        Some(Fields { node: node.clone(), entries, faulty })
    }

    /// The name and payload of a choice's variant. A variant without a payload returns the value itself.
    pub(super) fn variant<'a>(&mut self, node: &Node<'a>, choice: &Choice) -> Option<(&'static str, Node<'a>)> {
        let forms: Vec<&'static str> = choice.forms.iter().map(|form| form.written).collect();
        self.variant_of(node, &forms)
    }

    /// The payload of a named value, written like `form`.
    pub(super) fn named<'a>(&mut self, node: &Node<'a>, form: &'static str) -> Option<Node<'a>> {
        self.variant_of(node, &[form]).map(|(_, payload)| payload)
    }

    /// The variant of an enum and its payload; `forms` are the allowed forms, such as `Off` or `Ratio(1.0)`.
    fn variant_of<'a>(&mut self, node: &Node<'a>, forms: &[&'static str]) -> Option<(&'static str, Node<'a>)> {
        let Some((name, payload)) = node.variant() else {
            return self.wrong_form(
                node,
                &format!("one of {}", forms.join(", ")),
                forms.first().copied().unwrap_or(""),
            );
        };
        let name_of = |form: &'static str| form.split('(').next().unwrap_or(form);
        // A variant with optional brackets is listed twice.
        let named = || forms.iter().copied().filter(|form| name_of(form) == name);
        let fitting = named().find(|form| form.contains('(') == payload.is_some()).or_else(|| named().next());
        let Some(form) = fitting else {
            let remedy = advice(name, forms.iter().copied().map(name_of), "choose one of");
            self.fault(node, format!("unknown choice `{name}`"), remedy);
            return None;
        };
        match (form.contains('('), payload) {
            (true, Some(payload)) => Some((name_of(form), payload)),
            (false, None) => Some((name_of(form), node.clone())),
            (true, None) => {
                self.fault(node, format!("`{name}` is not complete"), format!("write it like `{form}`"));
                None
            }
            (false, Some(_)) => {
                self.fault(node, format!("`{name}` takes nothing in brackets"), format!("write `{form}`"));
                None
            }
        }
    }

    /// The single value in brackets, as in `Ratio(1.0)`.
    pub(super) fn only<'a>(&mut self, payload: &Node<'a>, example: &str) -> Option<Node<'a>> {
        let only = payload.only();
        if only.is_none() {
            self.wrong_form::<()>(payload, "one value in brackets", example);
        }
        only
    }

    /// A finite number in the allowed range.
    pub(super) fn number(&mut self, node: &Node, allowed: Allowed) -> Option<f64> {
        let Some(number) = node.number() else {
            return self.wrong_form(node, "a number", "0.5");
        };
        let (rule, remedy) = match allowed {
            _ if !number.is_finite() => ("finite", "give an ordinary number"),
            Allowed::Positive if number <= 0.0 => ("positive", "give a number greater than 0"),
            Allowed::NotNegative if number < 0.0 => ("at least 0", "give 0 or a positive number"),
            Allowed::Fraction if number <= 0.0 || number >= 1.0 => ("between 0 and 1", "give a number such as 0.7"),
            Allowed::Length if number <= 0.0 => ("positive", "give a number greater than 0"),
            Allowed::Length if !LENGTHS.contains(&number) => ("from 1e-12 to 1e9 m", "give a length in m"),
            Allowed::Coordinate if number.abs() > *LENGTHS.end() => ("from -1e9 to 1e9 m", "give a coordinate in m"),
            Allowed::Degrees if number.abs() > LARGEST_ANGLE => ("from -1e9 to 1e9 degrees", "leave out whole turns"),
            Allowed::Positive | Allowed::Fraction if number < *MAGNITUDES.start() => {
                ("at least 1e-60", "give it in SI units")
            }
            _ if number.abs() > *MAGNITUDES.end() => ("at most 1e60 in magnitude", "give it in SI units"),
            _ => return Some(number),
        };
        self.fault(node, format!("must be {rule}, found {}", node.quote()), remedy);
        None
    }

    /// An angle, degrees.
    pub(super) fn degrees(&mut self, node: &Node) -> Option<f64> {
        self.number(node, Allowed::Degrees)
    }

    /// A number of any sign.
    pub(super) fn any(&mut self, node: &Node) -> Option<f64> {
        self.number(node, Allowed::Any)
    }

    /// A number greater than 0.
    pub(super) fn positive(&mut self, node: &Node) -> Option<f64> {
        self.number(node, Allowed::Positive)
    }

    /// An integer of at least 1.
    pub(super) fn count(&mut self, node: &Node) -> Option<u64> {
        let number = self.positive(node)?;
        if number.fract() != 0.0 || number > 1e9 {
            self.fault(node, format!("must be a whole number, found {}", node.quote()), "give one from 1 to 1e9");
            return None;
        }
        Some(number as u64)
    }

    /// The index of the word among these.
    fn word(&mut self, node: &Node, words: &[&'static str]) -> Option<usize> {
        let (name, _) = self.variant_of(node, words)?;
        words.iter().position(|word| *word == name)
    }

    /// A parameter of a law or of friction.
    pub(super) fn parameter(&mut self, node: &Node, form: ParameterForm) -> Option<f64> {
        match form {
            ParameterForm::NotNegative => self.not_negative(node),
            ParameterForm::Positive => self.positive(node),
            ParameterForm::Fraction => self.number(node, Allowed::Fraction),
            ParameterForm::Count => self.count(node).map(|count| count as f64),
            ParameterForm::Word(words) => self.word(node, words).map(|place| place as f64),
        }
    }

    /// A size of a body, m.
    pub(super) fn length(&mut self, node: &Node) -> Option<f64> {
        self.number(node, Allowed::Length)
    }

    /// A point, m.
    pub(super) fn point(&mut self, node: &Node) -> Option<Vec3> {
        self.numbers(node, Allowed::Coordinate).map(Vec3::from)
    }

    /// Zero or a positive number.
    pub(super) fn not_negative(&mut self, node: &Node) -> Option<f64> {
        self.number(node, Allowed::NotNegative)
    }

    /// `N` numbers in brackets.
    pub(super) fn numbers<const N: usize>(&mut self, node: &Node, allowed: Allowed) -> Option<[f64; N]> {
        let elements = node.tuple().unwrap_or_default();
        if elements.len() != N {
            let zeros = vec!["0.0"; N].join(", ");
            return self.wrong_form(node, &format!("{N} numbers in brackets"), &format!("({zeros})"));
        }
        let numbers: Vec<Option<f64>> = elements.iter().map(|element| self.number(element, allowed)).collect();
        let numbers: Option<Vec<f64>> = numbers.into_iter().collect();
        numbers?.try_into().ok()
    }

    /// A vector of any direction and length.
    pub(super) fn vector(&mut self, node: &Node) -> Option<Vec3> {
        self.numbers(node, Allowed::Any).map(Vec3::from)
    }

    /// A direction, normalised.
    pub(super) fn direction(&mut self, node: &Node) -> Option<Vec3> {
        let vector = self.vector(node)?;
        let unit = unit(vector);
        if unit.is_none() {
            self.fault(node, "an axis must not be zero", "give a direction such as (0.0, 0.0, 1.0)");
        }
        unit
    }

    /// A quoted text without control characters that a terminal would interpret.
    pub(super) fn string(&mut self, node: &Node) -> Option<String> {
        let Some(text) = node.string() else { return self.wrong_form(node, "a text in quotes", "\"...\"") };
        if text.contains(|c: char| c.is_control() && c != '\n' && c != '\t') {
            self.fault(node, format!("there is a control character in {text:?}"), "leave it out");
            return None;
        }
        Some(text)
    }

    /// `true` or `false`.
    pub(super) fn flag(&mut self, node: &Node) -> Option<bool> {
        node.flag().or_else(|| self.wrong_form(node, "true or false", "true"))
    }
}

/// The vector with length 1; `None` for the zero vector. Prescaled, so that tiny and huge vectors work.
pub(super) fn unit(vector: Vec3) -> Option<Vec3> {
    let scale = vector.amax();
    (scale > 0.0).then(|| (vector / scale).try_normalize(0.0)).flatten()
}

/// The fields of one struct of the file.
pub(super) struct Fields<'a> {
    /// The struct itself.
    pub(super) node: Node<'a>,
    entries: Vec<(&'a str, Node<'a>)>,
    /// A field is unknown or duplicated.
    pub(super) faulty: bool,
}

impl<'a> Fields<'a> {
    /// The value of a field, if given.
    pub(super) fn get(&self, field: &Field) -> Option<&Node<'a>> {
        self.named(field.name)
    }

    /// The value of the field of this name, if given.
    pub(super) fn named(&self, name: &str) -> Option<&Node<'a>> {
        self.entries.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    /// A required field.
    pub(super) fn required<T>(
        &self,
        check: &mut Check,
        field: &Field,
        read: impl FnOnce(&mut Check, &Node<'a>) -> Option<T>,
    ) -> Option<T> {
        match self.get(field) {
            Some(value) => read(check, value),
            None => {
                let name = field.name;
                let start = self.node.span().start;
                let (message, remedy) = (format!("missing field `{name}`"), format!("add `{name}: ...`"));
                check.faults.push(Fault::new(self.node.path_to(name), message, remedy, start..start + 1));
                None
            }
        }
    }

    /// An optional field: `None` is a fault, `Some(None)` an absent field.
    pub(super) fn optional<T>(
        &self,
        check: &mut Check,
        field: &Field,
        read: impl FnOnce(&mut Check, &Node<'a>) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.get(field) {
            Some(value) => read(check, value).map(Some),
            None => Some(None),
        }
    }

    /// A field with a default.
    pub(super) fn or<T>(
        &self,
        check: &mut Check,
        field: &Field,
        default: T,
        read: impl FnOnce(&mut Check, &Node<'a>) -> Option<T>,
    ) -> Option<T> {
        self.optional(check, field, read).map(|value| value.unwrap_or(default))
    }
}

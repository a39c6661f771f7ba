//! Quantities by name, with the names of their bodies: `E` of the world, `v(ball)` of a body, `z(grain-*)` of a group of
//! bodies, `N(incline, ball)` of a contact.

use super::{Quantity, QuantityEntry, Subject, SubjectKind};
use crate::observe::state::State;
use crate::scene::text::nearest;
use serde::Deserialize;

/// A named quantity of a named subject, as lessons, sweeps and `compare --plot` request it. The two bodies of a contact
/// may stand in either order; a third argument is the feature, the number of one of several points.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct NamedQuantity {
    kind: SubjectKind,
    row: usize,
    part: usize,
    /// Zero, one or two names.
    bodies: Vec<String>,
    /// Lowest feature of the pair if `None`.
    feature: Option<u32>,
}

/// Why a text does not name a quantity.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}; {remedy}")]
pub struct QuantityError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl QuantityError {
    fn new(message: String, remedy: impl Into<String>) -> Self {
        Self { message, remedy: remedy.into() }
    }

    /// A quantity of a body was given without a body.
    pub fn without_body(name: &str) -> Self {
        Self::new(format!("`{name}` needs a body"), format!("write {name}(body)"))
    }

    /// No quantity of these kinds has this name, and it is not among `others`.
    fn unknown(name: &str, kinds: &[SubjectKind], others: &[&str]) -> Self {
        let names: Vec<String> = kinds.iter().flat_map(|kind| kind.entries()).map(|entry| entry.name()).collect();
        let legal = others.iter().copied().chain(names.iter().map(String::as_str));
        let remedy = nearest::advice(name, legal, "`stickslip quantities` lists them, among them");
        Self::new(format!("there is no quantity `{name}`"), remedy)
    }
}

impl NamedQuantity {
    /// Resolves a name and the arguments in its brackets. `words` are further legal names, used for the advice.
    pub fn of(name: &str, subject: &[&str], words: &[&str]) -> Result<Self, QuantityError> {
        let (kind, bodies, feature) = match *subject {
            [] => (SubjectKind::World, &[][..], None),
            [_] => (SubjectKind::Body, subject, None),
            [_, _] => (SubjectKind::Contact, subject, None),
            [_, _, feature] => (SubjectKind::Contact, &subject[..2], Some(feature)),
            _ => {
                let message = format!("`{name}({})`: too many names", subject.join(", "));
                return Err(QuantityError::new(
                    message,
                    "a quantity belongs to the world, to a body or to a contact of two bodies",
                ));
            }
        };
        let number = |feature: &str| {
            let message = format!("`{feature}` is not the number of a contact point");
            feature.parse().map_err(|_| QuantityError::new(message, format!("write {name}(body, body, 0)")))
        };
        let feature = feature.map(number).transpose()?;
        let bodies = bodies.iter().map(|body| (*body).to_owned()).collect();
        let places =
            kind.rows().iter().enumerate().flat_map(|(row, r)| (0..r.parts.len()).map(move |part| (row, part)));
        let called = |(row, part): &(usize, usize)| {
            let row = &kind.rows()[*row];
            QuantityEntry { row, part: &row.parts[*part] }.is_called(name)
        };
        if let Some((row, part)) = places.into_iter().find(called) {
            return Ok(Self { kind, row, part, bodies, feature });
        }
        let elsewhere = SubjectKind::ALL.into_iter().find(|other| other.entry(name).is_some());
        Err(match elsewhere {
            None => QuantityError::unknown(name, &[kind], words),
            Some(SubjectKind::World) => {
                QuantityError::new(format!("`{name}` is a quantity of the world"), format!("write {name}"))
            }
            Some(SubjectKind::Body) => QuantityError::without_body(name),
            Some(SubjectKind::Contact) => {
                QuantityError::new(format!("`{name}` is a quantity of a contact"), format!("write {name}(body, body)"))
            }
        })
    }

    /// Reads `E`, `v(ball)` or `N(incline, ball)`; a body quantity without brackets refers to `body`, if given.
    pub fn parse(text: &str, body: Option<&str>) -> Result<Self, QuantityError> {
        let text = text.trim();
        let Some((name, rest)) = text.split_once('(') else {
            let kinds = [SubjectKind::Body, SubjectKind::World];
            return match body {
                Some(body) if SubjectKind::Body.entry(text).is_some() => Self::of(text, &[body], &[]),
                Some(_) if SubjectKind::ALL.iter().all(|kind| kind.entry(text).is_none()) => {
                    Err(QuantityError::unknown(text, &kinds, &[]))
                }
                _ => Self::of(text, &[], &[]),
            };
        };
        let open = || QuantityError::new(format!("`{text}`: the bracket is not closed"), format!("write {name}(...)"));
        let subject = rest.strip_suffix(')').ok_or_else(open)?;
        Self::of(name.trim(), &subject.split(',').map(str::trim).collect::<Vec<_>>(), &[])
    }

    /// Entry of the quantity in the list.
    pub fn entry(&self) -> QuantityEntry {
        let row = &self.kind.rows()[self.row];
        QuantityEntry { row, part: &row.parts[self.part] }
    }

    /// The bodies it names.
    pub fn bodies(&self) -> &[String] {
        &self.bodies
    }

    /// Column header of the quantity in a file: `ball vx [m/s]`.
    pub fn header(&self) -> String {
        let feature = self.feature.map(|feature| feature.to_string());
        let subject = self.bodies.iter().cloned().chain(feature);
        subject.chain([self.entry().header()]).collect::<Vec<_>>().join(" ")
    }

    /// The quantity in a state; `None` if the state has no such body or contact.
    pub fn find(&self, state: &State) -> Option<Quantity> {
        let index = |name: &String| state.bodies.iter().position(|body| body.name == *name);
        let of = match self.bodies.as_slice() {
            [] => Subject::World,
            [body] => Subject::Body(index(body)?),
            [a, b, ..] => {
                let (a, b) = (index(a)? as u32, index(b)? as u32);
                let pair = (a.min(b), a.max(b));
                let mut keys = state.contacts.iter().map(|contact| contact.pair.key);
                let wanted = |feature: u32| self.feature.is_none_or(|wanted| wanted == feature);
                Subject::Contact(keys.find(|key| (key.i, key.j) == pair && wanted(key.feature))?)
            }
        };
        Some(Quantity { of, row: self.row, part: self.part })
    }

    /// Value of the quantity in a state, of a group of bodies their mean; NaN if the state has none.
    pub fn value(&self, state: &State) -> f64 {
        self.find(state).map_or_else(|| self.mean(state), |quantity| quantity.value(state))
    }

    fn mean(&self, state: &State) -> f64 {
        let [group] = self.bodies.as_slice() else { return f64::NAN };
        let members = state.bodies.iter().enumerate().filter(|(_, body)| self.refers_to(group, &body.name));
        let of = |index| Quantity { of: Subject::Body(index), row: self.row, part: self.part }.value(state);
        let (count, sum) = members.fold((0, 0.0), |(count, sum), (index, _)| (count + 1, sum + of(index)));
        sum / f64::from(count)
    }

    /// True if one of its names refers to a body: its own name, or for a quantity of bodies the beginning of it and a `*`.
    pub fn refers_to(&self, name: &str, body: &str) -> bool {
        let is_member = |start| self.kind == SubjectKind::Body && body.starts_with(start);
        name == body || name.strip_suffix('*').is_some_and(is_member)
    }
}

impl TryFrom<String> for NamedQuantity {
    type Error = QuantityError;

    fn try_from(text: String) -> Result<Self, QuantityError> {
        Self::parse(&text, None)
    }
}

impl std::fmt::Display for NamedQuantity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let feature = self.feature.map(|feature| feature.to_string());
        let subject: Vec<String> = self.bodies.iter().cloned().chain(feature).collect();
        match subject.is_empty() {
            true => f.write_str(&self.entry().name()),
            false => write!(f, "{}({})", self.entry().name(), subject.join(", ")),
        }
    }
}

/// Formatted as written: its index in the list may change, its meaning does not.
impl std::fmt::Debug for NamedQuantity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\"{self}\"")
    }
}

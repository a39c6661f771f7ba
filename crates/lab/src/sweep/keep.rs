//! Quantities that a sweep stores for each case: columns and cells.
use stickslip_engine::laws::friction::component::FrictionComponent;
use stickslip_engine::step::events::{ContactEvent, ContactEventKind};

use serde::Deserialize;
use stickslip_engine::observe::quantity::named::NamedQuantity;
use stickslip_engine::observe::quantity::{BODY, QuantityEntry, QuantityKind, SubjectAt, select};
use stickslip_engine::observe::state::State;
use stickslip_engine::observe::steady_class::classes;
use stickslip_engine::record::rows::{Cell, Kind, cell, columns};
use stickslip_engine::scene::Scene;

/// One quantity to store; bodies are given by name.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Keep {
    /// Steady-state class from the modes of the last step: S, PR, PS or RwS.
    Class(String),
    /// Final velocity, m/s, world.
    Velocity(String),
    /// Final angular velocity, rad/s, world.
    AngularVelocity(String),
    /// Final position, m, world.
    Position(String),
    /// Time from which the body is at rest until the end, s; NaN if it is not at rest at the end.
    RestTime(String),
    /// Times of the first mode changes of one component at the body's contacts, s; NaN if there are fewer.
    ModeChanges {
        /// The body.
        body: String,
        /// `slide`, `roll` (the body's own) or `spin`.
        what: ComponentColumn,
        /// Number of columns.
        first: usize,
    },
    /// Any quantity by name: `v(ball)`, `N(incline, ball)`, `rigid_contacts`.
    Quantity(NamedQuantity),
}

const CLASS: &[QuantityEntry] = &select(BODY, ["class"]);
const VELOCITY: &[QuantityEntry] = &select(BODY, ["vx", "vy", "vz"]);
const ANGULAR_VELOCITY: &[QuantityEntry] = &select(BODY, ["wx", "wy", "wz"]);
const POSITION: &[QuantityEntry] = &select(BODY, ["x", "y", "z"]);

/// A component of friction, seen from one body.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum ComponentColumn {
    /// Slide.
    Slide,
    /// Roll friction of the body itself.
    Roll,
    /// Spin.
    Spin,
}

/// A yes-or-no question about the final state of a case, for a bisection.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// The body is at rest at the end.
    Rests(String),
    /// The body, and the class that it must have.
    Class(String, String),
    /// The body, and the height that its centre must exceed, m, world z.
    Above(String, f64),
}

/// The final state and the history of a case.
pub(crate) struct CaseEnd {
    /// Final state.
    pub state: State,
    /// The step since which each body has been at rest.
    pub rest: Vec<Option<u64>>,
    /// Contact events, if requested.
    pub events: Vec<ContactEvent>,
    /// Step size, s.
    pub dt: f64,
}

/// An owned cell of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number; NaN if missing.
    Number(f64),
    /// A count.
    Count(u64),
    /// Text.
    Text(String),
}

impl From<Cell<'_>> for Value {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Number(x) => Self::Number(x),
            Cell::Count(n) => Self::Count(n),
            Cell::Text(text) => Self::Text(text.to_owned()),
            Cell::Nothing => Self::Number(f64::NAN),
        }
    }
}

impl Keep {
    /// The bodies of the quantity.
    pub(crate) fn bodies(&self) -> &[String] {
        match self {
            Self::Class(body)
            | Self::Velocity(body)
            | Self::AngularVelocity(body)
            | Self::Position(body)
            | Self::RestTime(body)
            | Self::ModeChanges { body, .. } => std::slice::from_ref(body),
            Self::Quantity(quantity) => quantity.bodies(),
        }
    }

    /// True if one of [`Self::bodies`] refers to a body.
    pub(crate) fn refers_to(&self, name: &str, body: &str) -> bool {
        match self {
            Self::Quantity(quantity) => quantity.refers_to(name, body),
            _ => name == body,
        }
    }

    /// The quantities of a body that the entry stores; empty for other kinds of entry.
    fn entries(&self) -> &'static [QuantityEntry] {
        match self {
            Self::Class(_) => CLASS,
            Self::Velocity(_) => VELOCITY,
            Self::AngularVelocity(_) => ANGULAR_VELOCITY,
            Self::Position(_) => POSITION,
            Self::RestTime(_) | Self::ModeChanges { .. } | Self::Quantity(_) => &[],
        }
    }

    /// Headers and types of the columns.
    pub fn columns(&self) -> Vec<(String, Kind)> {
        match self {
            Self::RestTime(body) => vec![(format!("{body} rest_time [s]"), Kind::Number)],
            Self::ModeChanges { body, what, first } => {
                let name = what.name();
                (1..=*first).map(|k| (format!("{body} {name} change {k} [s]"), Kind::Number)).collect()
            }
            Self::Quantity(quantity) => {
                let is_word = matches!(quantity.entry().part.kind, QuantityKind::Words(_));
                // A contact may have ended, so even a count may be missing.
                vec![(quantity.header(), if is_word { Kind::Text } else { Kind::Number })]
            }
            Self::Class(body) | Self::Velocity(body) | Self::AngularVelocity(body) | Self::Position(body) => {
                columns(&[], self.entries()).into_iter().map(|(name, kind)| (format!("{body} {name}"), kind)).collect()
            }
        }
    }

    /// Appends the cells of a completed case to `row`.
    pub(crate) fn values(&self, scene: &Scene, end: &CaseEnd, row: &mut Vec<Value>) {
        let state = &end.state;
        if let Self::Quantity(quantity) = self {
            let (value, kind) = (quantity.value(state), quantity.entry().part.kind);
            return row.push(match kind {
                QuantityKind::Words(_) => Value::Text(kind.word(value).unwrap_or_default().to_owned()),
                _ => Value::Number(value + 0.0),
            });
        }
        let Some(index) = self.bodies().first().and_then(|body| index_of(scene, body)) else { return };
        row.extend(self.entries().iter().map(|entry| Value::from(cell(entry, &SubjectAt { state, index }))));
        match self {
            Self::RestTime(_) => {
                let since = end.rest.get(index).copied().flatten();
                row.push(Value::Number(since.map_or(f64::NAN, |step| step as f64 * end.dt)));
            }
            Self::ModeChanges { what, first, .. } => {
                let mine = |event: &&ContactEvent| what.changed(event, index as u32);
                let times = end.events.iter().filter(mine).map(|event| event.step as f64 * end.dt);
                row.extend(times.chain(std::iter::repeat(f64::NAN)).take(*first).map(Value::Number));
            }
            _ => {}
        }
    }
}

impl ComponentColumn {
    fn name(self) -> &'static str {
        match self {
            Self::Slide => "slide",
            Self::Roll => "roll",
            Self::Spin => "spin",
        }
    }

    /// True if the event is a mode change of this component at a contact of body `index`.
    fn changed(self, event: &ContactEvent, index: u32) -> bool {
        let ContactEventKind::Changed { component, .. } = event.kind else { return false };
        let (i, j) = (event.key.i == index, event.key.j == index);
        match (self, component) {
            (Self::Slide, FrictionComponent::Slide) | (Self::Spin, FrictionComponent::Spin) => i || j,
            (Self::Roll, FrictionComponent::RollI) => i,
            (Self::Roll, FrictionComponent::RollJ) => j,
            _ => false,
        }
    }
}

impl Condition {
    /// The body of the condition.
    pub(crate) fn body(&self) -> &str {
        match self {
            Self::Rests(body) | Self::Class(body, _) | Self::Above(body, _) => body,
        }
    }

    /// True if the condition holds at the end of a case.
    pub(crate) fn holds(&self, scene: &Scene, end: &CaseEnd) -> bool {
        let Some(index) = index_of(scene, self.body()) else { return false };
        match self {
            Self::Rests(_) => end.rest.get(index).copied().flatten().is_some(),
            Self::Class(_, wanted) => classes(&end.state)[index] == Some(wanted),
            Self::Above(_, height) => end.state.bodies[index].x.z > *height,
        }
    }
}

fn index_of(scene: &Scene, body: &str) -> Option<usize> {
    scene.bodies.iter().position(|spec| spec.name == body)
}

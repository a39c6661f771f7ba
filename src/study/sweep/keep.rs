//! What a sweep keeps of each case: columns and their cells.

use crate::laws::Vec3;
use crate::record::rows::Kind;
use crate::record::state::State;
use crate::record::summary::classes;
use crate::scene::Scene;
use crate::step::events::{ContactEvent, Part, What};
use serde::Deserialize;

/// One quantity to keep; bodies by name.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Keep {
    /// Steady state class by the modes of the last step: S, PR, PS or RwS.
    Class(String),
    /// Last velocity, m/s, world.
    Velocity(String),
    /// Last angular velocity, rad/s, world.
    AngularVelocity(String),
    /// Last position, m, world.
    Position(String),
    /// From when on the body rests to the end, s; NaN if it does not.
    RestTime(String),
    /// The first changes of mode of one component at the body's contacts, s; NaN where there are fewer.
    ModeChanges {
        /// The body.
        body: String,
        /// `slide`, `roll` (the body's own) or `spin`.
        what: ComponentColumn,
        /// How many columns.
        first: usize,
    },
}

/// A component of friction, as seen from one body.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ComponentColumn {
    /// Slide.
    Slide,
    /// The body's own roll friction.
    Roll,
    /// Spin.
    Spin,
}

/// A yes-or-no question about the end of a case, for a bisection.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Condition {
    /// The body rests at the end.
    Rests(String),
    /// The body's class is this one.
    Class(String, String),
    /// The centre of the body is above this height, m, world z.
    Above(String, f64),
}

/// One case at its end.
pub(crate) struct CaseEnd {
    /// The last state.
    pub state: State,
    /// Since which step each body rests.
    pub rest: Vec<Option<u64>>,
    /// What happened, if it was asked for.
    pub events: Vec<ContactEvent>,
    /// Step size, s.
    pub dt: f64,
}

/// A cell of a row that has to last.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A number; NaN where there is none.
    Number(f64),
    /// A count.
    Count(u64),
    /// Text.
    Text(String),
}

impl Keep {
    /// The body it asks about.
    pub(crate) fn body(&self) -> &str {
        match self {
            Self::Class(body)
            | Self::Velocity(body)
            | Self::AngularVelocity(body)
            | Self::Position(body)
            | Self::RestTime(body)
            | Self::ModeChanges { body, .. } => body,
        }
    }

    /// The headers of its columns.
    pub(crate) fn columns(&self) -> Vec<(String, Kind)> {
        let body = self.body();
        let xyz = |what: &str, unit: &str| {
            ["x", "y", "z"].map(|axis| (format!("{body} {what}{axis} [{unit}]"), Kind::Number)).to_vec()
        };
        match self {
            Self::Class(_) => vec![(format!("{body} class"), Kind::Text)],
            Self::Velocity(_) => xyz("v", "m/s"),
            Self::AngularVelocity(_) => xyz("w", "rad/s"),
            Self::Position(_) => xyz("", "m"),
            Self::RestTime(_) => vec![(format!("{body} rest_time [s]"), Kind::Number)],
            Self::ModeChanges { what, first, .. } => {
                let name = what.name();
                (1..=*first).map(|k| (format!("{body} {name} change {k} [s]"), Kind::Number)).collect()
            }
        }
    }

    /// Its cells for a case that went to its end.
    pub(crate) fn values(&self, scene: &Scene, end: &CaseEnd, row: &mut Vec<Value>) {
        let Some(index) = index_of(scene, self.body()) else { return };
        let body = &end.state.bodies[index];
        let vector = |row: &mut Vec<Value>, v: &Vec3| row.extend(v.iter().map(|x| Value::Number(x + 0.0)));
        match self {
            Self::Class(_) => row.push(Value::Text(classes(&end.state)[index].unwrap_or("").to_string())),
            Self::Velocity(_) => vector(row, &body.v),
            Self::AngularVelocity(_) => vector(row, &body.w),
            Self::Position(_) => vector(row, &body.x),
            Self::RestTime(_) => {
                let since = end.rest.get(index).copied().flatten();
                row.push(Value::Number(since.map_or(f64::NAN, |step| step as f64 * end.dt)));
            }
            Self::ModeChanges { what, first, .. } => {
                let mine = |event: &&ContactEvent| what.changed(event, index as u32);
                let times = end.events.iter().filter(mine).map(|event| event.step as f64 * end.dt);
                row.extend(times.chain(std::iter::repeat(f64::NAN)).take(*first).map(Value::Number));
            }
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

    /// Whether the event is a change of this component's mode at a contact of body `index`.
    fn changed(self, event: &ContactEvent, index: u32) -> bool {
        let What::Changed(part, _) = event.what else { return false };
        let (i, j) = (event.key.i == index, event.key.j == index);
        match (self, part) {
            (Self::Slide, Part::Slide) | (Self::Spin, Part::Spin) => i || j,
            (Self::Roll, Part::RollI) => i,
            (Self::Roll, Part::RollJ) => j,
            _ => false,
        }
    }
}

impl Condition {
    /// The body it asks about.
    pub(crate) fn body(&self) -> &str {
        match self {
            Self::Rests(body) | Self::Class(body, _) | Self::Above(body, _) => body,
        }
    }

    /// Whether it holds at the end of a case.
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

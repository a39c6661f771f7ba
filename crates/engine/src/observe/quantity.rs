//! The single list of all observable numbers: symbol, name, unit, kind, description and how each is read from a state.
//!
//! A [`QuantityRow`] is a quantity with its unit and up to four parts (components, magnitude); a [`QuantityEntry`] is
//! one part of one row; a [`Quantity`] is that part of one body, one contact or the world. The inspector and the plots
//! list them all. Tables, ParaView files, lessons, sweeps and comparisons are selections from the list: they define no
//! units or formulas themselves, and can request any entry by name ([`named`]).

mod body;
mod component;
mod contact;
pub mod named;
mod row;
mod shapes;
mod world;

pub use body::ROWS as BODY;
pub use body::{TEXTBOOK, limits};
pub use component::{Component, FrameTurn, component, cone};
pub use contact::ROWS as CONTACT;
pub use row::select;
pub use row::{Group, QuantityEntry, QuantityKind, QuantityPart, QuantityRow, SubjectAt};
pub use world::ROWS as WORLD;

use crate::observe::state::State;
use crate::world::contact::ContactKey;

/// The object a quantity belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// All bodies and contacts together: energies.
    World,
    /// The body of this index.
    Body(usize),
    /// The contact with this key.
    Contact(ContactKey),
}

/// One number of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity {
    /// The object that has the quantity.
    pub of: Subject,
    /// Index of the row in [`rows`].
    pub row: usize,
    /// Index of the part in the row.
    pub part: usize,
}

/// Kind of object that has quantities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// All bodies and contacts together.
    World,
    /// A body.
    Body,
    /// A contact.
    Contact,
}

impl SubjectKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::World, Self::Body, Self::Contact];

    /// The rows of this kind.
    pub fn rows(self) -> &'static [QuantityRow] {
        match self {
            Self::World => WORLD,
            Self::Body => BODY,
            Self::Contact => CONTACT,
        }
    }

    /// All entries of this kind.
    pub fn entries(self) -> impl Iterator<Item = QuantityEntry> {
        self.rows().iter().flat_map(|row| row.parts.iter().map(move |part| QuantityEntry { row, part }))
    }

    /// The entry of this name, if any.
    pub fn entry(self, name: &str) -> Option<QuantityEntry> {
        self.entries().find(|entry| entry.is_called(name))
    }
}

/// The rows that apply to a subject.
pub fn rows(of: &Subject) -> &'static [QuantityRow] {
    of.kind().rows()
}

/// The groups of a subject in row order, each once.
pub fn groups(of: &Subject) -> Vec<Group> {
    let mut groups = Vec::new();
    for row in rows(of) {
        if !groups.contains(&row.group) {
            groups.push(row.group);
        }
    }
    groups
}

/// All quantities of a subject.
pub fn all(of: Subject) -> impl Iterator<Item = Quantity> {
    rows(&of)
        .iter()
        .enumerate()
        .flat_map(move |(row, r)| (0..r.parts.len()).map(move |part| Quantity { of, row, part }))
}

impl Subject {
    /// Kind of this subject.
    pub fn kind(&self) -> SubjectKind {
        match self {
            Self::World => SubjectKind::World,
            Self::Body(_) => SubjectKind::Body,
            Self::Contact(_) => SubjectKind::Contact,
        }
    }

    /// The subject within a state; `None` if there is no such body or contact.
    pub fn at<'a>(&self, state: &'a State) -> Option<SubjectAt<'a>> {
        let index = match self {
            Self::World => 0,
            Self::Body(index) => (*index < state.bodies.len()).then_some(*index)?,
            Self::Contact(key) => state.contacts.binary_search_by_key(key, |contact| contact.pair.key).ok()?,
        };
        Some(SubjectAt { state, index })
    }

    /// Writes the values of all quantities of this subject in a state, in the order of [`all`]; NaN where the state has no
    /// such body or contact.
    pub fn values(&self, state: &State, values: &mut Vec<f64>) {
        let at = self.at(state);
        values.clear();
        for row in rows(self) {
            for part in row.parts {
                values.push(at.map_or(f64::NAN, |at| QuantityEntry { row, part }.value(&at)));
            }
        }
    }

    /// Display name: `ball`, `incline – ball · 2`, or empty for the world.
    pub fn name(&self, state: &State) -> String {
        let body = |index: usize| state.bodies.get(index).map_or("?", |body| body.name.as_str());
        match self {
            Self::World => String::new(),
            Self::Body(index) => body(*index).to_owned(),
            Self::Contact(key) => {
                let pair = format!("{} – {}", body(key.i as usize), body(key.j as usize));
                if key.feature > 0 { format!("{pair} · {}", key.feature) } else { pair }
            }
        }
    }
}

impl Quantity {
    /// The quantity with this symbol and part sign, if any.
    pub fn find(of: Subject, symbol: &str, part: &str) -> Option<Self> {
        let row = rows(&of).iter().position(|row| row.symbol == symbol)?;
        let part = rows(&of)[row].parts.iter().position(|found| found.sign == part)?;
        Some(Self { of, row, part })
    }

    /// The row of the quantity.
    pub fn row(&self) -> &'static QuantityRow {
        &rows(&self.of)[self.row]
    }

    /// The entry of the quantity in the list.
    pub fn entry(&self) -> QuantityEntry {
        let row = self.row();
        QuantityEntry { row, part: &row.parts[self.part] }
    }

    /// Value of the quantity in a state; NaN where the state has no such body or contact.
    pub fn value(&self, state: &State) -> f64 {
        self.of.at(state).map_or(f64::NAN, |at| self.entry().value(&at))
    }

    /// True for a reference curve that others are compared with.
    pub fn is_reference(&self) -> bool {
        self.row().symbol == TEXTBOOK
    }

    /// Symbol with its part: `S_u`, `|E|`, `κ_i`.
    pub fn symbol(&self) -> String {
        self.entry().symbol()
    }

    /// Symbol and unit, `S_u [m]`.
    pub fn label(&self) -> String {
        let unit = self.row().unit;
        if unit.is_empty() { self.symbol() } else { format!("{} [{unit}]", self.symbol()) }
    }

    /// Column header of the quantity in a table: `slide S_u [m]`.
    pub fn column(&self) -> String {
        format!("{} {}", self.row().group.name(), self.label())
    }
}

/// The rows of a subject in a state as a tab-separated table: group, symbol, value, unit.
pub fn table(of: Subject, state: &State) -> String {
    let mut text = format!("{}\tt = {} s\tstep {}\n", of.name(state), state.time, state.step);
    text += "group\tquantity\tvalue\tunit\n";
    for quantity in all(of) {
        let row = quantity.row();
        let value = quantity.value(state);
        text += &format!("{}\t{}\t{value:?}\t{}\n", row.group.name(), quantity.symbol(), row.unit);
    }
    text
}

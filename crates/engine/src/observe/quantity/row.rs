//! A row of the list of quantities, and the input its values are read from.

use crate::observe::state::State;
use crate::scene::PlayedContact;

/// A subject within a state.
#[derive(Clone, Copy, Debug)]
pub struct SubjectAt<'a> {
    /// The state.
    pub state: &'a State,
    /// Index of the body or contact in the state; 0 for the world.
    pub index: usize,
}

/// Heading that rows are grouped under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Position, normal force, age.
    Contact,
    /// n, u, w and ψ.
    Frame,
    /// Motion of the contact point over the two surfaces.
    Paths,
    /// Slide friction.
    Slide,
    /// Roll friction of body i.
    RollI,
    /// Roll friction of body j.
    RollJ,
    /// Spin friction.
    Spin,
    /// Pose and velocity of a body.
    Motion,
    /// Loads on a body.
    Loads,
    /// Energies.
    Energy,
    /// Contacts of all bodies.
    Packing,
    /// Convergence of the solver of rigid contacts.
    Solver,
    /// Static friction as a constraint: static contacts and remaining slip.
    StaticFriction,
}

impl Group {
    /// True if all quantities under the heading are of contacts.
    fn is_of_contacts(self) -> bool {
        matches!(self, Self::Frame | Self::Paths | Self::Slide | Self::RollI | Self::RollJ | Self::Spin)
    }

    /// Heading.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Frame => "frame",
            Self::Paths => "surface paths",
            Self::Slide => "slide",
            Self::RollI => "roll of body i",
            Self::RollJ => "roll of body j",
            Self::Spin => "spin",
            Self::Motion => "motion",
            Self::Loads => "loads",
            Self::Energy => "energy",
            Self::Packing => "packing",
            Self::Solver => "solver",
            Self::StaticFriction => "static friction",
        }
    }
}

/// Kind of a quantity's values, which determines how they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantityKind {
    /// A number.
    Number,
    /// A vector component: tables write its zero without a sign.
    Component,
    /// A number that some subjects lack: NaN, written as an empty cell.
    Optional,
    /// A count.
    Count,
    /// One of these words, by index from 0; NaN if it is none of them.
    Words(&'static [&'static str]),
}

impl QuantityKind {
    /// The word that a value stands for, if any.
    pub fn word(self, value: f64) -> Option<&'static str> {
        let Self::Words(words) = self else { return None };
        (0..words.len()).find(|k| *k as f64 == value).map(|k| words[k])
    }
}

/// One part of a row.
#[derive(Clone, Copy, Debug)]
pub struct QuantityPart {
    /// Sign: `u`, `w`, `| |`, or empty.
    pub sign: &'static str,
    /// Name in files, on the command line, in lessons and sweeps; spaces as in [`QuantityEntry::name`].
    pub name: &'static str,
    /// Kind of its values.
    pub kind: QuantityKind,
    /// Reads the value from a state.
    pub read: fn(&SubjectAt) -> f64,
}

/// A quantity with its parts.
#[derive(Clone, Copy, Debug)]
pub struct QuantityRow {
    /// Heading it is listed under.
    pub group: Group,
    /// Symbol, as in the paper.
    pub symbol: &'static str,
    /// Description in words.
    pub about: &'static str,
    /// Unit; empty for a dimensionless number.
    pub unit: &'static str,
    /// Parts of the quantity.
    pub parts: &'static [QuantityPart],
}

/// One entry of the list: a part with its row.
#[derive(Clone, Copy, Debug)]
pub struct QuantityEntry {
    /// The row.
    pub row: &'static QuantityRow,
    /// The part.
    pub part: &'static QuantityPart,
}

impl QuantityEntry {
    /// Value of the quantity for a subject; NaN if it has none, or if the program that computed an imported run did not
    /// say it.
    pub fn value(&self, at: &SubjectAt) -> f64 {
        let contact = || at.state.contacts.get(at.index).and_then(|contact| contact.played.as_deref());
        match self.row.group.is_of_contacts().then(contact).flatten() {
            Some(played) if !self.is_told(played) => f64::NAN,
            _ => (self.part.read)(at),
        }
    }

    /// True if a program that computed an imported run tells this quantity of a contact: of friction no more than loads
    /// and limits.
    fn is_told(&self, played: &PlayedContact) -> bool {
        let is_any = |names: &[&str]| names.contains(&self.row.symbol);
        let (slides, turns) = (played.friction_on_j.is_some(), played.torques.is_some());
        let is_of_mode = ["mode", "slips"].iter().any(|word| self.row.symbol.contains(word));
        match self.row.group {
            Group::Frame => self.row.symbol != "ψ",
            Group::Slide if is_any(&["E", "E+D"]) => slides,
            Group::Slide if is_any(&["K S_s", "K S_k"]) => played.mu.is_some(),
            Group::Slide if is_any(&["slide utilization", "slide mode", "slide slips", "age of slide mode"]) => {
                played.modes[0].is_some() || played.used().is_some()
            }
            Group::RollI if is_of_mode => played.turn_modes()[0].is_some(),
            Group::RollJ if is_of_mode => played.turn_modes()[1].is_some(),
            Group::Spin if is_of_mode => played.turn_modes()[2].is_some(),
            Group::RollI => turns && is_any(&["T_i", "T_i+D_i", "T_roll,i"]),
            Group::RollJ => turns && is_any(&["T_j", "T_j+D_j", "T_roll,j"]),
            Group::Spin => turns && is_any(&["T_ψ", "T_ψ+D_ψ", "T_spin,i"]),
            _ => false,
        }
    }

    /// Unique name of the entry in text: `vx`, `S_u`, `by_slide`.
    pub fn name(&self) -> String {
        self.part.name.replace(' ', "_")
    }

    /// True if this is its name.
    pub fn is_called(&self, name: &str) -> bool {
        let written = |c: char| if c == ' ' { '_' } else { c };
        self.part.name.chars().map(written).eq(name.chars())
    }

    /// Unit as written in files: `N m` for `N·m`.
    pub fn plain_unit(&self) -> String {
        self.row.unit.replace('·', " ")
    }

    /// Column header in a file: `vx [m/s]`.
    pub fn header(&self) -> String {
        let unit = self.plain_unit();
        if unit.is_empty() { self.name() } else { format!("{} [{unit}]", self.name()) }
    }

    /// Symbol with its part: `S_u`, `|E|`, `κ_i`.
    pub fn symbol(&self) -> String {
        match self.part.sign {
            "" => self.row.symbol.to_owned(),
            "| |" => format!("|{}|", self.row.symbol),
            part => format!("{}_{part}", self.row.symbol),
        }
    }
}

/// The entries of these names, in this order. An unknown name fails to compile: the search runs off the end of the
/// list.
pub const fn select<const COUNT: usize>(
    rows: &'static [QuantityRow],
    names: [&'static str; COUNT],
) -> [QuantityEntry; COUNT] {
    let mut found = [QuantityEntry { row: &rows[0], part: &rows[0].parts[0] }; COUNT];
    let mut k = 0;
    while k < COUNT {
        let (mut row, mut part) = (0, 0);
        while !is_same(rows[row].parts[part].name, names[k]) {
            part += 1;
            if part == rows[row].parts.len() {
                (row, part) = (row + 1, 0);
            }
        }
        found[k] = QuantityEntry { row: &rows[row], part: &rows[row].parts[part] };
        k += 1;
    }
    found
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut k = 0;
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    k == a.len() && k == b.len()
}

/// Concatenates several lists of rows.
pub(super) const fn joined<const COUNT: usize>(lists: &[&[QuantityRow]]) -> [QuantityRow; COUNT] {
    let mut all = [lists[0][0]; COUNT];
    let (mut list, mut row, mut k) = (0, 0, 0);
    while k < COUNT {
        if row == lists[list].len() {
            (list, row) = (list + 1, 0);
        } else {
            all[k] = lists[list][row];
            (row, k) = (row + 1, k + 1);
        }
    }
    all
}

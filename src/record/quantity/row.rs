//! A row of the list of quantities, and what its values are read from.

use crate::record::state::State;

/// A subject within a state.
#[derive(Clone, Copy, Debug)]
pub struct SubjectAt<'a> {
    /// The state.
    pub state: &'a State,
    /// Index of the body or contact in the state; 0 for the world.
    pub index: usize,
}

/// The heading under which rows are listed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Place, normal force, age.
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
    /// Place and motion of a body.
    Motion,
    /// What acts on a body.
    Loads,
    /// Energies.
    Energy,
    /// How well the rigid contacts are solved.
    Solver,
    /// Static friction as a constraint: how many contacts hold, and how exactly.
    StaticFriction,
}

impl Group {
    /// Its heading.
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
            Self::Solver => "solver",
            Self::StaticFriction => "static friction",
        }
    }
}

/// One part of a row: its sign (`u`, `w`, `| |`, or nothing) and the function that reads it.
pub type Part = (&'static str, fn(&SubjectAt) -> f64);

/// A quantity with its parts.
#[derive(Clone, Copy, Debug)]
pub struct QuantityRow {
    /// What it is listed under.
    pub group: Group,
    /// Symbol, as in the paper.
    pub symbol: &'static str,
    /// What it is, in words.
    pub name: &'static str,
    /// Unit; empty for a pure number.
    pub unit: &'static str,
    /// Its parts.
    pub parts: &'static [Part],
}

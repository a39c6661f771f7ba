//! Parts of a scene that a LAMMPS deck cannot express, and parts that it loses.

use std::fmt;
use stickslip_engine::files::WriteError;

/// A part of a scene that LAMMPS cannot express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}: {why}; {remedy}")]
pub struct Inexpressible {
    /// The body, pull or pair of bodies.
    pub what: String,
    /// Why LAMMPS cannot express it.
    pub why: String,
    /// How to change the scene.
    pub remedy: String,
}

impl Inexpressible {
    pub(super) fn new(what: impl Into<String>, why: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { what: what.into(), why: why.into(), remedy: remedy.into() }
    }
}

/// Maximum number of reasons listed.
const MAX_LISTED: usize = 10;

/// All parts of a scene that LAMMPS cannot express.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InexpressibleParts(pub Vec<Inexpressible>);

/// One line per reason, with the first part to which it applies and the number of others.
impl fmt::Display for InexpressibleParts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut reasons: Vec<(&Inexpressible, usize)> = Vec::new();
        for part in &self.0 {
            match reasons.iter_mut().find(|(first, _)| first.why == part.why && first.remedy == part.remedy) {
                Some((_, count)) => *count += 1,
                None => reasons.push((part, 1)),
            }
        }
        let lines: Vec<String> = reasons.iter().take(MAX_LISTED).map(|(first, count)| line(first, *count)).collect();
        f.write_str(&lines.join("\n"))?;
        let more = reasons.len().saturating_sub(MAX_LISTED);
        if more > 0 { write!(f, "\nand {more} more reasons") } else { Ok(()) }
    }
}

fn line(first: &Inexpressible, count: usize) -> String {
    match count {
        1 => first.to_string(),
        _ => format!("{} and {} more: {}; {}", first.what, count - 1, first.why, first.remedy),
    }
}

impl std::error::Error for InexpressibleParts {}

/// Reason why a scene was not exported.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// The scene has parts that LAMMPS cannot express; nothing was written.
    #[error(transparent)]
    Scene(#[from] InexpressibleParts),
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] WriteError),
}

/// Features of the scene that an exported deck does not reproduce, one sentence each, without repetitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(Vec<String>);

impl Losses {
    pub(super) fn add(&mut self, loss: impl Into<String>) {
        let loss = loss.into();
        if !self.0.contains(&loss) {
            self.0.push(loss);
        }
    }

    /// The sentences, in the order in which they were added.
    pub fn all(&self) -> &[String] {
        &self.0
    }
}

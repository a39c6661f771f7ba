//! LAMMPS, an engine of the discrete element method for many machines: exports a scene of balls and walls as an input
//! deck for the `granular` styles, and imports dumps as a recording.
//!
//! Forces, signs and names on the LAMMPS side follow the documentation of `pair_style granular` and
//! `fix wall/gran/region` (release of July 2025).

mod atoms;
mod body_pair;
mod coefficients;
mod deck;
mod dump;
mod fault;
mod import;
mod normal;
mod tangential;
mod turning;
mod walls;

pub use deck::{DECK, ExportedDeck, SCENE, export};
pub use dump::{DumpFault, DumpText};
pub use fault::{DeckError, Inexpressible, InexpressibleParts, Losses};
pub use import::{ImportError, ImportedRun, import};

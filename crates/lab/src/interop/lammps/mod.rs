//! LAMMPS, an engine of the discrete element method for many machines: exports a scene of balls and walls as an input
//! deck for the `granular` styles, and imports dumps as a recording.
//!
//! Forces, signs and names on the LAMMPS side follow the documentation of `pair_style granular` and
//! `fix wall/gran/region` (release of July 2025).

mod export;
mod format;
mod import;
mod map;
mod report;

pub use export::{DECK, ExportedDeck, SCENE, export};
pub use format::{DumpFault, DumpText};
pub use import::{ImportError, ImportedRun, import};
pub use report::{DeckError, Inexpressible, InexpressibleParts, Losses};

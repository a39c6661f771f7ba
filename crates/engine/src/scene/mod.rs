//! From a scene file to checked values: `raw` mirrors the file, `check` reports every fault, and a [`Scene`] is always
//! valid.

pub mod text;

use std::path::Path;

pub(crate) mod check;
mod difference;
pub mod dimensions;
mod error;
mod export_header;
pub mod language;
pub(crate) mod penetration;
pub mod place;
mod played;
pub mod random;
mod run_header;
mod set;
mod solver;
mod spec;
mod timed;

use crate::files::read_text;
pub use check::LawSet;
pub use check::{MAGNITUDES, PlacedOn, overlap_fault, place_on, surface_axes};
pub use difference::{SceneDifference, difference};
pub use error::{Fault, FaultExcerpt, Faults, Line, MAX_EXCERPTS};
pub use export_header::json_of_ron;
pub use played::{PlayedBody, PlayedContact, PlayedFrame, PlayedRun};
pub use run_header::{GeometryPose, HeaderBody, HeaderPair, LoadKind, LoadsAct, RUN_FORMAT, RunHeader, ron_of_json};
pub use set::set;
pub use set::{elements, is_ron};
pub use solver::{ConeMethod, Cones, ImpactRule};
pub use spec::{
    BodyChange, BodySpec, Drive, Elastic, HasNames, LawFault, Motion, NormalLaw, PairRule, PullSpec, RotationDamping,
    Scene, SettledLoad, TimedChange, TimedEdit,
};
pub use text::raw::{offset, shortened};

/// Hash of the text of a scene: XXH3 (64 bit), as 16 hex digits.
pub fn hash(text: &str) -> String {
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}

impl Scene {
    /// Checks the text of a scene; `name` is the file name that faults print.
    pub fn parse(name: &str, text: &str) -> Result<Self, Faults> {
        timed::scene(text).map_err(|faults| Faults::new(name, text, faults))
    }

    /// Checks the text of a standalone entry of `bodies:`, placed in the world.
    pub fn body(text: &str) -> Result<BodySpec, Faults> {
        check::single_body(text).map_err(|faults| Faults::new("body", text, faults))
    }

    /// Reads and checks a scene file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Faults> {
        let name = path.as_ref().display().to_string();
        match read_text(path) {
            Ok(text) => Self::parse(&name, &text),
            Err(error) => {
                let fault = Fault::new("", format!("cannot read the file: {error}"), "check name and access", 0..0);
                Err(Faults::new(&name, "", vec![fault]))
            }
        }
    }
}

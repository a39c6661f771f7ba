//! `stickslip export --to xyz`: a run as one file of frames in the extended XYZ format, for OVITO.
//!
//! Planes, tubes and bowls are left out: they have no finite extent. OVITO recognizes the columns by their names as
//! its own properties; sizes follow its rules for the shapes of a particle type:
//!
//! | species | radius | aspherical_shape |
//! |---|---|---|
//! | `sphere` | R | 0 0 0 |
//! | `ellipsoid` | largest semi-axis | semi-axes |
//! | `box` | bounding sphere | half edge lengths |
//! | `cylinder`, `capsule`, `disk` | R | R 0 length; axis along the body's z, for a disk along its own axis |
//! | `polyhedron` | bounding sphere | 0 0 0 |
//!
//! A quaternion of OVITO is (x, y, z, w). SI units, world frame; a fixed or driven body has mass 0.

mod format;
mod map;

pub use format::frame;

use crate::interop::sampled::SampledRun;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use stickslip_engine::files::WriteError;
use stickslip_engine::record::folder::{ResultFolder, ResultKind};
use stickslip_engine::run::drive::RunPlan;
use stickslip_engine::run::run_error::RunError;

/// Name of the exported file.
pub const FRAMES: &str = "bodies.xyz";

/// Runs until the end or a stop by the guard, and writes a frame every `plan.every` steps and at the end into
/// `bodies.xyz` in `dir`, which is created if missing. Returns the number of frames, and why the guard stopped the
/// run.
pub fn export(plan: &RunPlan, dir: &Path, progress: impl FnMut(u64)) -> Result<(u64, Option<String>), RunError> {
    let mut folder = ResultFolder::begin(dir, ResultKind::Export)?;
    let mut file = BufWriter::new(folder.create(FRAMES)?);
    let path = file.get_ref().path().to_path_buf();
    let run = SampledRun::run(plan, progress, |state| {
        file.write_all(frame(state).as_bytes()).map_err(|error| WriteError::at(&path, error))
    })?;
    file.into_inner().map_err(|why| WriteError::at(&path, why.error()))?.finish()?;
    run.end(dir)
}

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

use crate::interop::sampled::SampledRun;
use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use stickslip_engine::files::WriteError;
use stickslip_engine::laws::extremes::{largest, smallest};
use stickslip_engine::laws::turning::z_to;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::record::folder::{ResultFolder, ResultKind};
use stickslip_engine::record::state::{BodyState, State};
use stickslip_engine::run::drive::RunPlan;
use stickslip_engine::run::run_error::RunError;
use stickslip_engine::shapes::Shape;

/// Name of the exported file.
pub const FRAMES: &str = "bodies.xyz";

/// Columns of the file, in the notation of extended XYZ.
const PROPERTIES: &str = "species:S:1:id:I:1:pos:R:3:velo:R:3:omega:R:3:radius:R:1:aspherical_shape:R:3:\
                          orientation:R:4:mass:R:1";

/// Species, radius (m), aspherical shape (m) and orientation of a body as a particle of OVITO; `None` if left out.
fn particle(body: &BodyState) -> Option<(&'static str, f64, Vec3, Rotation)> {
    let round = |radius: f64, length: f64| Vec3::new(radius, 0.0, length);
    Some(match &body.shape {
        Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. } => return None,
        Shape::Sphere { radius } => ("sphere", *radius, Vec3::zeros(), body.q),
        Shape::Ellipsoid { semi_axes, .. } => ("ellipsoid", semi_axes.amax(), *semi_axes, body.q),
        Shape::Box { half_extents } => ("box", half_extents.norm(), *half_extents, body.q),
        Shape::Cylinder { radius, half_height } => ("cylinder", *radius, round(*radius, 2.0 * half_height), body.q),
        Shape::Capsule { radius, half_height } => ("capsule", *radius, round(*radius, 2.0 * half_height), body.q),
        Shape::Disk { radius, axis } => {
            let turn = z_to(axis).unwrap_or_else(Rotation::identity);
            ("disk", *radius, round(*radius, 0.0), body.q * turn)
        }
        Shape::Polyhedron(_) => ("polyhedron", body.shape.reach(), Vec3::zeros(), body.q),
    })
}

/// One frame of the file; the cell is the bounding box of the bodies, not periodic.
pub fn frame(state: &State) -> String {
    let particles: Vec<_> =
        state.bodies.iter().enumerate().filter_map(|(k, body)| Some((k, body, particle(body)?))).collect();
    let ends = |k: usize| {
        let low = smallest(particles.iter().map(|(_, body, (_, radius, ..))| body.x[k] - radius));
        let high = largest(particles.iter().map(|(_, body, (_, radius, ..))| body.x[k] + radius));
        if particles.is_empty() { [0.0, 1.0] } else { [low, high] }
    };
    let [x, y, z] = [0, 1, 2].map(ends);
    let mut text = format!(
        "{}\nLattice=\"{:?} 0 0 0 {:?} 0 0 0 {:?}\" Origin=\"{:?} {:?} {:?}\" pbc=\"F F F\" Time={:?} Timestep={} \
         Properties={PROPERTIES}\n",
        particles.len(),
        x[1] - x[0],
        y[1] - y[0],
        z[1] - z[0],
        x[0],
        y[0],
        z[0],
        state.time,
        state.step,
    );
    for (index, body, (species, radius, shape, q)) in &particles {
        let mass = if body.mass.mass.is_finite() { body.mass.mass } else { 0.0 };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{species} {index} {} {} {} {radius:?} {} {:?} {:?} {:?} {:?} {mass:?}",
            numbers(&body.x),
            numbers(&body.v),
            numbers(&body.w),
            numbers(shape),
            q.i,
            q.j,
            q.k,
            q.w
        );
    }
    text
}

fn numbers(v: &Vec3) -> String {
    format!("{:?} {:?} {:?}", v.x, v.y, v.z)
}

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

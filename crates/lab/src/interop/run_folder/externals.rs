//! External loads in this program's own results: the table `pulls` next to `bodies` and `contacts`.

use super::FolderFault;
use super::columns::{ColumnNames, vector};
use super::table::TableFile;
use std::collections::BTreeMap;
use std::path::Path;
use stickslip_engine::laws::Vec3;
use stickslip_engine::scene::{LoadsAct, RunHeader};

/// Force, N, and torque, N·m, by step and body.
pub(super) type Externals = BTreeMap<(u64, u32), [Vec3; 2]>;

/// Reads the sums of the pulls on each body, each at the step at whose row the contact loads that act with it stand: a
/// pull acts from the state of its row on.
pub(super) fn read(
    dir: &Path,
    header: &RunHeader,
    index: &dyn Fn(&str) -> Option<u32>,
) -> Result<Externals, FolderFault> {
    let mut found = Externals::new();
    let Some(table) = TableFile::find(dir, "pulls")? else { return Ok(found) };
    let later = if header.acts == LoadsAct::Before { header.every } else { 0 };
    table.read(
        |header| {
            let mut names = ColumnNames::new(&table, header, &[])?;
            let [step, body] = names.need_all(["step", "body"])?;
            Ok((step, body, names.need_all(["F_x", "F_y", "F_z"])?, names.need_all(["T_x", "T_y", "T_z"])?))
        },
        |(step, body, force, torque), row| {
            let name = row.text(*body);
            let unknown = || row.fault(format!("`{name}` is no body of run.json"), "list every body in run.json");
            let body = index(name).ok_or_else(unknown)?;
            let sum = found.entry((row.count(*step)? + later, body)).or_default();
            sum[0] += vector(row, *force)?;
            sum[1] += vector(row, *torque)?;
            Ok(())
        },
    )?;
    Ok(found)
}

//! The positions of a table's columns.

use super::FolderFault;
use super::table::{TableFile, TableRow};
use std::collections::BTreeSet;
use stickslip_engine::laws::Vec3;
use stickslip_engine::record::rows::{BODY_COLUMNS, CONTACT_COLUMNS};

/// Maximum difference of the length of a quaternion or a normal from 1.
pub(super) const UNIT: f64 = 1e-3;

/// The columns of a table by name, without their units.
pub(super) struct ColumnNames<'a> {
    table: &'a TableFile,
    names: Vec<(String, bool)>,
}

/// Three columns with the components of a vector.
pub(super) type Three = [usize; 3];

impl<'a> ColumnNames<'a> {
    /// Names as in the header of a table. `units`: the unit that each name must have if it has any.
    pub(super) fn new(table: &'a TableFile, header: &[String], units: &[(&str, &str)]) -> Result<Self, FolderFault> {
        let (mut names, mut seen): (Vec<(String, bool)>, BTreeSet<&str>) = Default::default();
        for whole in header {
            let (name, unit) = whole.split_once('[').map_or((whole.as_str(), None), |(name, rest)| {
                (name.trim(), Some(rest.trim_end().trim_end_matches(']').replace('·', " ")))
            });
            if !seen.insert(name) {
                return Err(table.fault(1, format!("the column `{name}` is there twice"), "keep one of them"));
            }
            let expected = units.iter().find(|(of, _)| *of == name).map(|(_, unit)| *unit);
            if let (Some(unit), Some(expected)) = (unit, expected)
                && unit != expected
            {
                let why = format!("the column `{name}` is in {unit}, not in {expected}");
                return Err(table.fault(1, why, "use SI units"));
            }
            names.push((name.to_owned(), false));
        }
        Ok(Self { table, names })
    }

    /// The column of this name, if there is one.
    pub(super) fn find(&mut self, name: &str) -> Option<usize> {
        let at = self.names.iter().position(|(known, _)| known == name)?;
        self.names[at].1 = true;
        Some(at)
    }

    pub(super) fn need(&mut self, name: &str) -> Result<usize, FolderFault> {
        let missing =
            || self.table.fault(1, format!("there is no column `{name}`"), "add it; docs/foreign.md lists all");
        self.names.iter().position(|(known, _)| known == name).ok_or_else(missing)?;
        self.find(name).ok_or_else(|| self.table.fault(1, name, ""))
    }

    pub(super) fn need_all<const N: usize>(&mut self, names: [&str; N]) -> Result<[usize; N], FolderFault> {
        let mut found = [0; N];
        for (to, name) in found.iter_mut().zip(names) {
            *to = self.need(name)?;
        }
        Ok(found)
    }

    /// All of these columns, or `None` if there is none of them; a fault if only some are there.
    pub(super) fn all_or_none<const N: usize>(&mut self, names: [&str; N]) -> Result<Option<[usize; N]>, FolderFault> {
        if names.iter().all(|name| self.find(name).is_none()) { Ok(None) } else { self.need_all(names).map(Some) }
    }

    /// Names of the columns that nothing asked for and that are no columns of this program, once each.
    pub(super) fn unknown(&self) -> Vec<&str> {
        let own = |name: &str| CONTACT_COLUMNS.iter().chain(&BODY_COLUMNS).any(|entry| entry.name() == name);
        self.names.iter().filter(|(name, used)| !used && !own(name)).map(|(name, _)| name.as_str()).collect()
    }
}

/// A vector that every row needs.
pub(super) fn vector(row: &TableRow, columns: Three) -> Result<Vec3, FolderFault> {
    let [x, y, z] = columns;
    Ok(Vec3::new(row.needed(x)?, row.needed(y)?, row.needed(z)?))
}

/// A vector that is not known if its cells are empty; a fault if only some are.
pub(super) fn vector_if_known(row: &TableRow, columns: Option<Three>) -> Result<Option<Vec3>, FolderFault> {
    let Some([x, y, z]) = columns else { return Ok(None) };
    match (row.number(x)?, row.number(y)?, row.number(z)?) {
        (None, None, None) => Ok(None),
        (Some(x), Some(y), Some(z)) => Ok(Some(Vec3::new(x, y, z))),
        _ => Err(row.fault(
            format!("{} to {} are known only in part", row.column(x), row.column(z)),
            "give all three components, or leave all three empty",
        )),
    }
}

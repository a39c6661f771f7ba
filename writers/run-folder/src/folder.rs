//! The files of a run folder: `run.json`, `bodies.csv`, `contacts.csv`.

use crate::error::RunFolderError;
use crate::header::Header;
use crate::line::{Line, Number};
use crate::rows::{BodyRow, Contact};
use std::collections::BTreeSet;
use std::fs::{File, create_dir_all};
use std::io::Write;
use std::path::{Path, PathBuf};

const BODIES: [&str; 22] = [
    "t [s]",
    "step",
    "body",
    "x [m]",
    "y [m]",
    "z [m]",
    "qw",
    "qx",
    "qy",
    "qz",
    "vx [m/s]",
    "vy [m/s]",
    "vz [m/s]",
    "wx [rad/s]",
    "wy [rad/s]",
    "wz [rad/s]",
    "Fext_x [N]",
    "Fext_y [N]",
    "Fext_z [N]",
    "Text_x [N m]",
    "Text_y [N m]",
    "Text_z [N m]",
];
const CONTACTS: [&str; 26] = [
    "t [s]",
    "step",
    "i",
    "j",
    "feature",
    "cx [m]",
    "cy [m]",
    "cz [m]",
    "n_x",
    "n_y",
    "n_z",
    "N [N]",
    "F_x [N]",
    "F_y [N]",
    "F_z [N]",
    "overlap [m]",
    "T_i_x [N m]",
    "T_i_y [N m]",
    "T_i_z [N m]",
    "u_x",
    "u_y",
    "u_z",
    "mu",
    "sigma [m]",
    "rho [m]",
    "residual [m/s]",
];
/// Difference of the length of a quaternion or a normal from 1 that a reader takes.
const UNIT: f64 = 1e-3;

/// Writes a run folder while the run goes on.
///
/// Each frame is written at once, its contacts before its bodies: whoever opens the folder meanwhile sees whole frames.
#[derive(Debug)]
pub struct RunFolder {
    names: BTreeSet<String>,
    dt: f64,
    every: u64,
    last: Option<u64>,
    bodies: TableFile,
    contacts: TableFile,
}

#[derive(Debug)]
struct TableFile {
    path: PathBuf,
    file: File,
}

impl TableFile {
    fn create(path: PathBuf, first: &str) -> Result<Self, RunFolderError> {
        match File::create(&path) {
            Ok(file) => Self { path, file }.with(first),
            Err(source) => Err(RunFolderError::Files { path, source }),
        }
    }

    fn with(mut self, text: &str) -> Result<Self, RunFolderError> {
        self.write(text)?;
        Ok(self)
    }

    fn write(&mut self, text: &str) -> Result<(), RunFolderError> {
        let path = || self.path.clone();
        self.file.write_all(text.as_bytes()).map_err(|source| RunFolderError::Files { path: path(), source })
    }
}

impl RunFolder {
    /// Makes the folder, if need be, and begins its files.
    pub fn create(dir: impl AsRef<Path>, header: &Header) -> Result<Self, RunFolderError> {
        let (dir, names) = (dir.as_ref(), header.names()?);
        create_dir_all(dir).map_err(|source| RunFolderError::Files { path: dir.to_owned(), source })?;
        TableFile::create(dir.join("run.json"), &header.to_json())?;
        let table = |name: &str, columns: &[&str]| TableFile::create(dir.join(name), &(columns.join(",") + "\n"));
        let (bodies, contacts) = (table("bodies.csv", &BODIES)?, table("contacts.csv", &CONTACTS)?);
        Ok(Self { names, dt: header.dt, every: header.every, last: None, bodies, contacts })
    }

    /// Writes the bodies after a step, and the contacts of that step. Frames are in order, `every` steps apart; the time
    /// of a frame is its step times `dt`.
    pub fn frame<S: Number>(
        &mut self,
        step: u64,
        bodies: &[BodyRow<S>],
        contacts: &[Contact<S>],
    ) -> Result<(), RunFolderError> {
        if let Some(last) = self.last.filter(|last| Some(step) != last.checked_add(self.every)) {
            return Err(RunFolderError::Interval { step, last, every: self.every });
        }
        let (mut of_bodies, mut of_contacts) = (String::new(), String::new());
        bodies.iter().try_for_each(|row| self.body(&mut of_bodies, step, row))?;
        contacts.iter().try_for_each(|row| self.contact(&mut of_contacts, step, row))?;
        self.contacts.write(&of_contacts)?;
        self.bodies.write(&of_bodies)?;
        self.last = Some(step);
        Ok(())
    }

    /// Begins a line with its time and step.
    fn begin(&self, line: &mut Line, step: u64) -> Result<(), RunFolderError> {
        line.number(Some(step as f64 * self.dt))?;
        line.text(&step.to_string());
        Ok(())
    }

    fn name(&self, line: &mut Line, name: &str) -> Result<(), RunFolderError> {
        if !self.names.contains(name) {
            return Err(line.fault(format!("`{name}` is no body of the header; list every body there")));
        }
        line.text(name);
        Ok(())
    }

    fn body<S: Number>(&self, text: &mut String, step: u64, row: &BodyRow<S>) -> Result<(), RunFolderError> {
        let mut line = Line { text, table: "bodies.csv", step, row: row.name, columns: &BODIES, written: 0 };
        self.begin(&mut line, step)?;
        self.name(&mut line, row.name)?;
        line.vector(Some(row.x))?;
        line.vector(Some(row.q))?;
        [row.v, row.w, row.force, row.torque].into_iter().try_for_each(|part| line.vector(part))?;
        unit(&line, &row.q, "quaternion")?;
        line.text.push('\n');
        Ok(())
    }

    fn contact<S: Number>(&self, text: &mut String, step: u64, row: &Contact<S>) -> Result<(), RunFolderError> {
        let pair = format!("{} and {}", row.i, row.j);
        let mut line = Line { text, table: "contacts.csv", step, row: &pair, columns: &CONTACTS, written: 0 };
        self.begin(&mut line, step)?;
        self.name(&mut line, row.i)?;
        self.name(&mut line, row.j)?;
        line.text(&row.feature.map_or_else(String::new, |feature| feature.to_string()));
        line.vector(Some(row.c))?;
        line.vector(Some(row.n))?;
        line.number(Some(row.normal))?;
        line.vector(row.friction)?;
        line.number(row.overlap)?;
        line.vector(row.torque)?;
        line.vector(row.tangent)?;
        [row.mu, row.sigma, row.rho, row.residual].into_iter().try_for_each(|part| line.number(part))?;
        unit(&line, &row.n, "normal")?;
        if row.i == row.j {
            return Err(line.fault("a body touches itself; give two bodies"));
        }
        if row.normal.into() < 0.0 {
            let why = format!("N is {}, below 0; the normal points into i, N presses the two apart", row.normal.into());
            return Err(line.fault(why));
        }
        line.text.push('\n');
        Ok(())
    }
}

/// An error unless the parts are those of a unit vector.
fn unit<S: Number>(line: &Line, parts: &[S], what: &str) -> Result<(), RunFolderError> {
    let length = parts.iter().map(|part| (*part).into() * (*part).into()).sum::<f64>().sqrt();
    let is_unit = (length - 1.0).abs() <= UNIT;
    if is_unit { Ok(()) } else { Err(line.fault(format!("the {what} has the length {length}; give one of length 1"))) }
}

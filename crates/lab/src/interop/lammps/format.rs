//! Reads text dumps of LAMMPS: `dump custom` of atoms and `dump local` of contacts, with named columns.
//!
//! | dump | columns needed | columns read if present |
//! |---|---|---|
//! | atoms | `id radius x y z vx vy vz omegax omegay omegaz` | `mass`, `quatw quati quatj quatk`, `wall_N_fx` to `wall_N_fz` |
//! | contacts | `i j fx fy fz ftx fty ftz dx dy dz` | `frx fry frz twist` |
//!
//! Columns of the same name are summed: a wall can have one fix for each group of balls.

use std::str::FromStr;
use stickslip_engine::laws::Vec3;
use stickslip_engine::scene::MAGNITUDES;

/// A fault of a dump: file, line, reason, remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {why}; {remedy}")]
pub struct DumpFault {
    /// Name of the file.
    pub file: String,
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong.
    pub why: String,
    /// How to correct it.
    pub remedy: String,
}

/// The text of a dump with the name of its file.
#[derive(Clone, Copy, Debug)]
pub struct DumpText<'a> {
    /// Name of the file.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// One frame of a dump.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DumpFrame {
    /// Index of the file.
    pub(super) file: usize,
    /// Line of `ITEM: TIMESTEP`, from 1.
    pub(super) line: usize,
    /// Step number of LAMMPS.
    pub(super) timestep: u64,
    /// Time, s, if the dump gives it.
    pub(super) time: Option<f64>,
    /// The rows of the frame.
    pub(super) rows: DumpRows,
}

/// The rows of a frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DumpRows {
    /// Rows of a dump of atoms.
    Atoms(Vec<AtomRow>),
    /// Rows of a dump of contacts.
    Contacts(Vec<ContactEntry>),
}

/// An atom in a frame. SI units, world frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AtomRow {
    pub(super) line: usize,
    pub(super) id: u64,
    pub(super) radius: f64,
    /// Mass, if the dump gives it.
    pub(super) mass: Option<f64>,
    pub(super) x: Vec3,
    pub(super) v: Vec3,
    pub(super) w: Vec3,
    /// Orientation (w, x, y, z), if the dump gives it.
    pub(super) turn: Option<[f64; 4]>,
    /// Number of each wall, and its force on the atom, N.
    pub(super) walls: Vec<(u64, Vec3)>,
}

/// A contact of two atoms in a frame. SI units, world frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ContactEntry {
    pub(super) line: usize,
    /// Ids of the two atoms.
    pub(super) ids: [u64; 2],
    /// Magnitude of the repulsive normal force, N; LAMMPS may print the force on either atom.
    pub(super) normal: f64,
    /// Tangential force on the atom to which `d` points, N.
    pub(super) tangential: Vec3,
    /// Rolling pseudo force, N.
    pub(super) rolling: Vec3,
    /// Twisting torque about `d` on the atom to which `d` points, N·m.
    pub(super) twist: f64,
    /// Vector from one atom to the other, m.
    pub(super) d: Vec3,
}

const AS_EXPORTED: &str = "use the dump command from the exported deck";
const DIVERGED: &str = "find where the run of LAMMPS diverged";

/// The frames of a dump; a fault if there is none.
pub(super) fn read(file: usize, dump: &DumpText) -> Result<Vec<DumpFrame>, DumpFault> {
    let mut reader = DumpReader { dump, lines: dump.text.lines(), line: 0 };
    let mut frames = Vec::new();
    while let Some(frame) = reader.frame(file)? {
        frames.push(frame);
    }
    if frames.is_empty() {
        return Err(reader.fault("the dump has no frame", "give a dump of LAMMPS in text form"));
    }
    Ok(frames)
}

/// Reads a dump line by line.
struct DumpReader<'a> {
    dump: &'a DumpText<'a>,
    lines: std::str::Lines<'a>,
    /// Number of the last line read, from 1.
    line: usize,
}

impl<'a> DumpReader<'a> {
    fn fault(&self, why: impl Into<String>, remedy: &str) -> DumpFault {
        DumpFault {
            file: self.dump.name.to_owned(),
            line: self.line.max(1),
            why: why.into(),
            remedy: remedy.to_owned(),
        }
    }

    fn next(&mut self) -> Option<&'a str> {
        self.line += 1;
        self.lines.next()
    }

    /// The next line; a fault if the file ends.
    fn needed(&mut self, what: &str) -> Result<&'a str, DumpFault> {
        self.next().ok_or_else(|| {
            self.fault(format!("the file ends before {what}"), "let LAMMPS finish, or cut the last frame")
        })
    }

    /// The single value on the next line.
    fn value<T: FromStr>(&mut self, what: &str) -> Result<T, DumpFault> {
        let line = self.needed(what)?;
        line.trim().parse().map_err(|_| self.fault(format!("`{}` is not {what}", short(line)), AS_EXPORTED))
    }

    /// The next frame; `None` at the end of the file.
    fn frame(&mut self, file: usize) -> Result<Option<DumpFrame>, DumpFault> {
        let (mut time, mut begin, mut count) = (None, None, None);
        loop {
            let Some(line) = self.next() else {
                let is_cut = begin.is_some() || time.is_some();
                return if is_cut { self.needed("the rows of a frame").map(|_| None) } else { Ok(None) };
            };
            let Some(item) = line.strip_prefix("ITEM: ") else {
                return Err(self.fault(format!("expected `ITEM: ...`, found `{}`", short(line)), AS_EXPORTED));
            };
            match item.trim_end() {
                "UNITS" if self.needed("the units")?.trim() != "si" => {
                    return Err(self.fault("the units are not `si`", "run LAMMPS with `units si`"));
                }
                "UNITS" => {}
                "TIME" => time = Some(self.finite("a time")?),
                "TIMESTEP" => begin = Some((self.line, self.value("a timestep")?)),
                "NUMBER OF ATOMS" | "NUMBER OF ENTRIES" => count = Some(self.value::<usize>("a number of rows")?),
                item if item.starts_with("BOX BOUNDS") => {
                    for _ in 0..3 {
                        self.needed("the bounds of the box")?;
                    }
                }
                item => {
                    let Some(((line, timestep), count)) = begin.zip(count) else {
                        let why = format!("`ITEM: {}` stands before the timestep and the number of rows", short(item));
                        return Err(self.fault(why, AS_EXPORTED));
                    };
                    let rows = self.rows(item, count)?;
                    return Ok(Some(DumpFrame { file, line, timestep, time, rows }));
                }
            }
        }
    }

    fn finite(&mut self, what: &str) -> Result<f64, DumpFault> {
        let number: f64 = self.value(what)?;
        if number.is_finite() { Ok(number) } else { Err(self.fault(format!("{number} is not {what}"), AS_EXPORTED)) }
    }

    /// Reads `count` rows; `item` is the line with their columns.
    fn rows(&mut self, item: &str, count: usize) -> Result<DumpRows, DumpFault> {
        if let Some(columns) = item.strip_prefix("ATOMS") {
            let names: Vec<&str> = columns.split_ascii_whitespace().collect();
            let columns = AtomColumns::new(&names).map_err(|why| self.fault(why, AS_EXPORTED))?;
            return Ok(DumpRows::Atoms(self.each(count, &names, |line, row| columns.read(line, row))?));
        }
        if let Some(columns) = item.strip_prefix("ENTRIES") {
            let names: Vec<&str> = columns.split_ascii_whitespace().collect();
            let columns = EntryColumns::new(&names).map_err(|why| self.fault(why, AS_EXPORTED))?;
            return Ok(DumpRows::Contacts(self.each(count, &names, |line, row| columns.read(line, row))?));
        }
        Err(self.fault(format!("`ITEM: {}` is unknown", short(item)), AS_EXPORTED))
    }

    fn each<T>(
        &mut self,
        count: usize,
        names: &[&str],
        read: impl Fn(usize, &[f64]) -> Option<T>,
    ) -> Result<Vec<T>, DumpFault> {
        // The count may be wrong: do not allocate memory for rows that do not exist.
        let (mut rows, mut numbers) = (Vec::with_capacity(count.min(1 << 16)), Vec::with_capacity(names.len()));
        for k in 0..count {
            let line = self.needed(&format!("row {} of {count}", k + 1))?;
            numbers.clear();
            for word in line.split_ascii_whitespace() {
                let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
                numbers.push(
                    number.ok_or_else(|| self.fault(format!("`{}` is not a finite number", short(word)), DIVERGED))?,
                );
            }
            if numbers.len() != names.len() {
                let why = format!("{} values under {} columns", numbers.len(), names.len());
                return Err(self.fault(why, AS_EXPORTED));
            }
            let most = MAGNITUDES.end();
            if let Some((number, name)) = numbers.iter().zip(names).find(|(number, _)| number.abs() > *most) {
                let why = format!("`{}` is {number:?}, beyond {most:e}", short(name));
                return Err(self.fault(why, DIVERGED));
            }
            let row = read(self.line, &numbers);
            rows.push(
                row.ok_or_else(|| self.fault("the number of an atom is not a whole number above 0", AS_EXPORTED))?,
            );
        }
        Ok(rows)
    }
}

/// The beginning of a text, for an error message.
fn short(text: &str) -> String {
    let text: String = text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect();
    text.trim_end().to_owned()
}

/// Indices of the columns with each of the wanted names; at least one each.
fn columns<const N: usize>(names: &[&str], wanted: [&str; N]) -> Result<[Vec<usize>; N], String> {
    let places = wanted.map(|name| (0..names.len()).filter(|k| names[*k] == name).collect::<Vec<_>>());
    match wanted.iter().zip(&places).find(|(_, places)| places.is_empty()) {
        Some((name, _)) => Err(format!("there is no column `{name}`")),
        None => Ok(places),
    }
}

fn sum(row: &[f64], places: &[usize]) -> f64 {
    places.iter().map(|k| row[*k]).sum()
}

fn vector(row: &[f64], [x, y, z]: &[Vec<usize>; 3]) -> Vec3 {
    Vec3::new(sum(row, x), sum(row, y), sum(row, z))
}

/// An atom id; `None` if the value is not a positive integer.
fn whole(value: f64) -> Option<u64> {
    (value >= 1.0 && value <= f64::from(u32::MAX) && value.fract() == 0.0).then_some(value as u64)
}

/// Column indices of the values of an atom.
struct AtomColumns {
    id: [Vec<usize>; 2],
    mass: Option<[Vec<usize>; 1]>,
    x: [Vec<usize>; 3],
    v: [Vec<usize>; 3],
    w: [Vec<usize>; 3],
    turn: Option<[Vec<usize>; 4]>,
    walls: Vec<(u64, [Vec<usize>; 3])>,
}

impl AtomColumns {
    fn new(names: &[&str]) -> Result<Self, String> {
        let number = |name: &str| -> Option<u64> { name.strip_prefix("wall_")?.strip_suffix("_fx")?.parse().ok() };
        let mut numbers: Vec<u64> = names.iter().filter_map(|name| number(name)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let wall = |id: u64| {
            let [x, y, z] = ["x", "y", "z"].map(|axis| format!("wall_{id}_f{axis}"));
            columns(names, [x.as_str(), y.as_str(), z.as_str()]).map(|places| (id, places))
        };
        Ok(Self {
            id: columns(names, ["id", "radius"])?,
            mass: columns(names, ["mass"]).ok(),
            x: columns(names, ["x", "y", "z"])?,
            v: columns(names, ["vx", "vy", "vz"])?,
            w: columns(names, ["omegax", "omegay", "omegaz"])?,
            turn: columns(names, ["quatw", "quati", "quatj", "quatk"]).ok(),
            walls: numbers.into_iter().map(wall).collect::<Result<_, _>>()?,
        })
    }

    fn read(&self, line: usize, row: &[f64]) -> Option<AtomRow> {
        let [id, radius] = &self.id;
        Some(AtomRow {
            line,
            id: whole(sum(row, id))?,
            radius: sum(row, radius),
            mass: self.mass.as_ref().map(|[mass]| sum(row, mass)),
            x: vector(row, &self.x),
            v: vector(row, &self.v),
            w: vector(row, &self.w),
            turn: self.turn.as_ref().map(|turn| [0, 1, 2, 3].map(|k| sum(row, &turn[k]))),
            walls: self.walls.iter().map(|(id, places)| (*id, vector(row, places))).collect(),
        })
    }
}

/// Column indices of the values of a contact.
struct EntryColumns {
    ids: [Vec<usize>; 2],
    normal: [Vec<usize>; 3],
    tangential: [Vec<usize>; 3],
    d: [Vec<usize>; 3],
    rolling: Option<[Vec<usize>; 3]>,
    twist: Option<[Vec<usize>; 1]>,
}

impl EntryColumns {
    fn new(names: &[&str]) -> Result<Self, String> {
        Ok(Self {
            ids: columns(names, ["i", "j"])?,
            normal: columns(names, ["fx", "fy", "fz"])?,
            tangential: columns(names, ["ftx", "fty", "ftz"])?,
            d: columns(names, ["dx", "dy", "dz"])?,
            rolling: columns(names, ["frx", "fry", "frz"]).ok(),
            twist: columns(names, ["twist"]).ok(),
        })
    }

    fn read(&self, line: usize, row: &[f64]) -> Option<ContactEntry> {
        let [i, j] = &self.ids;
        Some(ContactEntry {
            line,
            ids: [whole(sum(row, i))?, whole(sum(row, j))?],
            normal: vector(row, &self.normal).norm(),
            tangential: vector(row, &self.tangential),
            rolling: self.rolling.as_ref().map_or_else(Vec3::zeros, |places| vector(row, places)),
            twist: self.twist.as_ref().map_or(0.0, |[twist]| sum(row, twist)),
            d: vector(row, &self.d),
        })
    }
}

//! Rows of contacts.

use super::FolderFault;
use super::columns::{ColumnNames, Three, UNIT, vector, vector_if_known};
use super::table::{TableFile, TableRow};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::scene::{PlayedContact, RunHeader};

/// Largest part along the normal of what lies along the surface: engines of single precision, sums over points.
const ALONG: f64 = 0.05;

/// Units of the columns.
const UNITS: [(&str, &str); 41] = [
    ("t", "s"),
    ("cx", "m"),
    ("cy", "m"),
    ("cz", "m"),
    ("N", "N"),
    ("F_x", "N"),
    ("F_y", "N"),
    ("F_z", "N"),
    ("P_x", "N"),
    ("P_y", "N"),
    ("P_z", "N"),
    ("overlap", "m"),
    ("T_i_x", "N m"),
    ("T_i_y", "N m"),
    ("T_i_z", "N m"),
    ("Troll_i_x", "N m"),
    ("Troll_i_y", "N m"),
    ("Troll_i_z", "N m"),
    ("Troll_j_x", "N m"),
    ("Troll_j_y", "N m"),
    ("Troll_j_z", "N m"),
    ("Tspin_E", "N m"),
    ("Tspin_D", "N m"),
    ("sigma", "m"),
    ("rho", "m"),
    ("residual", "m/s"),
    ("n_x", ""),
    ("n_y", ""),
    ("n_z", ""),
    ("u_x", ""),
    ("u_y", ""),
    ("u_z", ""),
    ("load_n_x", ""),
    ("load_n_y", ""),
    ("load_n_z", ""),
    ("arm_i_x", "m"),
    ("arm_i_y", "m"),
    ("arm_i_z", "m"),
    ("arm_j_x", "m"),
    ("arm_j_y", "m"),
    ("arm_j_z", "m"),
];

/// Columns of the modes of slide, roll on i and on j, and spin.
const MODES: [&str; 4] = ["slide_mode", "roll_mode_i", "roll_mode_j", "spin_mode"];

/// Places of the columns.
pub(super) struct ContactLayout {
    pub(super) time: usize,
    pub(super) step: usize,
    bodies: [usize; 2],
    feature: Option<usize>,
    point: Three,
    normal: Three,
    force: ForceColumns,
    torque: TorqueColumns,
    tangent: Option<Three>,
    /// Normal and arms of the instant at which the load acted.
    acted: Option<[Three; 3]>,
    /// Overlap, μ, σ, ρ and residual.
    numbers: [Option<usize>; 5],
    /// Modes of slide, roll on i and on j, and spin.
    modes: [Option<usize>; 4],
    /// Elastic and damping part of friction in its plane, as this program writes them.
    parts: Option<[usize; 4]>,
}

/// How forces are given.
enum ForceColumns {
    /// N, and friction on j if it is known.
    Parts(usize, Option<Three>),
    /// The whole force on j.
    Whole(Three),
}

/// How torques are given.
enum TorqueColumns {
    /// On i; on j acts its opposite.
    OnI(Option<Three>),
    /// As this program writes them: roll torques on i and on j, two parts of the spin torque on i about n.
    Parts([Three; 2], [usize; 2]),
}

impl ContactLayout {
    pub(super) fn new(table: &TableFile, header: &[String], notes: &mut Vec<String>) -> Result<Self, FolderFault> {
        let mut names = ColumnNames::new(table, header, &UNITS)?;
        let [time, step, i, j] = names.need_all(["t", "step", "i", "j"])?;
        let (point, normal) = (names.need_all(["cx", "cy", "cz"])?, names.need_all(["n_x", "n_y", "n_z"])?);
        let whole = names.all_or_none(["P_x", "P_y", "P_z"])?;
        let force = match (names.find("N"), whole) {
            (Some(_), Some(_)) => {
                return Err(table.fault(1, "both `N` and `P_x` are there", "give N and F, or the whole force P"));
            }
            (None, Some(whole)) => ForceColumns::Whole(whole),
            (None, None) => {
                return Err(table.fault(
                    1,
                    "there is no column `N` and none `P_x`",
                    "give N and F, or the whole force P",
                ));
            }
            (Some(n), None) => ForceColumns::Parts(n, names.all_or_none(["F_x", "F_y", "F_z"])?),
        };
        let on_i = names.all_or_none(["T_i_x", "T_i_y", "T_i_z"])?;
        let roll_i = names.all_or_none(["Troll_i_x", "Troll_i_y", "Troll_i_z"])?;
        let roll_j = names.all_or_none(["Troll_j_x", "Troll_j_y", "Troll_j_z"])?;
        let spin = names.all_or_none(["Tspin_E", "Tspin_D"])?;
        let torque = match (on_i, roll_i.zip(roll_j), spin) {
            (None, Some((i, j)), Some(spin)) => TorqueColumns::Parts([i, j], spin),
            (on_i, ..) => TorqueColumns::OnI(on_i),
        };
        let of_loads = names.all_or_none(["load_n_x", "load_n_y", "load_n_z"])?;
        let arm_i = names.all_or_none(["arm_i_x", "arm_i_y", "arm_i_z"])?;
        let arm_j = names.all_or_none(["arm_j_x", "arm_j_y", "arm_j_z"])?;
        let layout = Self {
            time,
            step,
            bodies: [i, j],
            feature: names.find("feature"),
            point,
            normal,
            force,
            torque,
            tangent: names.all_or_none(["u_x", "u_y", "u_z"])?,
            acted: of_loads.zip(arm_i).zip(arm_j).map(|((n, i), j)| [n, i, j]),
            numbers: ["overlap", "mu", "sigma", "rho", "residual"].map(|name| names.find(name)),
            modes: MODES.map(|name| names.find(name)),
            parts: names.all_or_none(["E_u", "E_w", "D_u", "D_w"])?,
        };
        note_unknown(table, &names, notes);
        Ok(layout)
    }

    /// The contact in a row, with body i before body j, and whether its feature is given.
    pub(super) fn read(
        &self,
        row: &TableRow,
        header: &RunHeader,
        index: &dyn Fn(&str) -> Option<u32>,
    ) -> Result<(PlayedContact, bool), FolderFault> {
        let body = |column: usize| {
            let name = row.text(column);
            let why = || format!("`{name}` is no body of run.json");
            index(name).ok_or_else(|| row.fault(why(), "list every body in run.json"))
        };
        let (i, j) = (body(self.bodies[0])?, body(self.bodies[1])?);
        if i == j {
            return Err(row.fault(format!("`{}` touches itself", row.text(self.bodies[0])), "give two bodies"));
        }
        let feature = self.feature.map(|column| row.count_if_given(column)).transpose()?.flatten();
        let too_large = |_| row.fault("the feature is larger than 4294967295", "number the points of a pair from 0");
        let acted = match self.acted {
            Some([n, i, j]) => {
                let [n, i, j] =
                    [vector_if_known(row, Some(n))?, vector_if_known(row, Some(i))?, vector_if_known(row, Some(j))?];
                n.zip(i).zip(j)
            }
            None => None,
        };
        let seen = vector(row, self.normal)?;
        let n = acted.map_or(seen, |((n, _), _)| n);
        if (n.norm() - 1.0).abs() > UNIT {
            return Err(row.fault(format!("the normal has the length {}", n.norm()), "give a unit vector into body i"));
        }
        let (normal, friction_on_j) = self.forces(row, &n)?;
        let [overlap, mu, sigma, rho, residual] = self.numbers;
        let number = |column: Option<usize>| Ok(column.map(|column| row.number(column)).transpose()?.flatten());
        let limit = |name: &str, column: Option<usize>| match number(column)? {
            Some(value) if value < 0.0 => {
                Err(row.fault(format!("{name} is {value}, below 0"), "leave the cell empty if it is not known"))
            }
            known => Ok(known),
        };
        let found = PlayedContact {
            i,
            j,
            feature: feature.map(u32::try_from).transpose().map_err(too_large)?.unwrap_or_default(),
            c: vector(row, self.point)?,
            n,
            arms: acted.map(|((_, i), j)| [i, j]),
            overlap: number(overlap)?,
            normal,
            friction_on_j,
            torques: self.torques(row, &n)?,
            tangent: match tangent(row, self.tangent, &seen)? {
                Some(u) if acted.is_some() => (u - n * n.dot(&u)).try_normalize(0.0),
                u => u,
            },
            mu: limit("mu", mu)?,
            sigma: limit("sigma", sigma)?,
            rho: limit("rho", rho)?,
            residual: number(residual)?,
            modes: self.modes(row)?,
            capped: self.capped(row)?,
        };
        Ok((with_pair(turned(found), header), feature.is_some()))
    }

    fn capped(&self, row: &TableRow) -> Result<Option<f64>, FolderFault> {
        let Some([u, w, d_u, d_w]) = self.parts else { return Ok(None) };
        let size = |u, w| -> Result<Option<f64>, FolderFault> {
            Ok(row.number(u)?.zip(row.number(w)?).map(|(u, w)| libm::hypot(u, w)))
        };
        let has_damper = size(d_u, d_w)?.is_some_and(|damping| damping > 0.0);
        Ok(size(u, w)?.filter(|_| has_damper))
    }

    fn modes(&self, row: &TableRow) -> Result<[Option<Mode>; 4], FolderFault> {
        let mut modes = [None; 4];
        for ((mode, column), name) in modes.iter_mut().zip(self.modes).zip(MODES) {
            let Some(word) = column.map(|column| row.text(column)).filter(|word| !word.is_empty()) else { continue };
            let known = [Mode::Stick, Mode::Slip, Mode::Open].into_iter().find(|mode| mode.name() == word);
            let why = || format!("{name} is `{word}`");
            *mode = Some(known.ok_or_else(|| row.fault(why(), "write stick, slip or open, or leave the cell empty"))?);
        }
        Ok(modes)
    }

    /// N, N, and the friction force on j, N.
    fn forces(&self, row: &TableRow, n: &Vec3) -> Result<(f64, Option<Vec3>), FolderFault> {
        match &self.force {
            ForceColumns::Whole(columns) => {
                let force = vector(row, *columns)?;
                let normal = -force.dot(n);
                Ok((normal, Some(force + n * normal)))
            }
            ForceColumns::Parts(normal, friction) => {
                let normal = row.needed(*normal)?;
                if normal < 0.0 {
                    let remedy =
                        "the normal points into the body that run.json lists first; N is what presses the two apart";
                    return Err(row.fault(format!("N is {normal} N, below 0"), remedy));
                }
                let friction = vector_if_known(row, *friction)?;
                let along = friction.map_or(0.0, |force| force.dot(n).abs());
                if along > ALONG * larger(normal, friction.map_or(0.0, |force| force.norm())) {
                    let why = format!("F has a part of {along} N along the normal");
                    return Err(row.fault(why, "give friction alone as F, or the whole force on j as P"));
                }
                Ok((normal, friction))
            }
        }
    }

    fn torques(&self, row: &TableRow, n: &Vec3) -> Result<Option<[Vec3; 2]>, FolderFault> {
        match &self.torque {
            TorqueColumns::OnI(columns) => Ok(vector_if_known(row, *columns)?.map(|on_i| [on_i, -on_i])),
            TorqueColumns::Parts([roll_i, roll_j], [elastic, damping]) => {
                let (i, j) = (vector_if_known(row, Some(*roll_i))?, vector_if_known(row, Some(*roll_j))?);
                let spin = row.number(*elastic)?.zip(row.number(*damping)?).map(|(elastic, damping)| elastic + damping);
                Ok(i.zip(j).zip(spin).map(|((i, j), spin)| [i + n * spin, j - n * spin]))
            }
        }
    }
}

/// The engine's first tangent, if it is known: a unit vector along the surface.
fn tangent(row: &TableRow, columns: Option<Three>, n: &Vec3) -> Result<Option<Vec3>, FolderFault> {
    let found = vector_if_known(row, columns)?;
    match found.filter(|u| (u.norm() - 1.0).abs() > UNIT || u.dot(n).abs() > ALONG) {
        Some(u) => Err(row.fault(
            format!("u has the length {} and the part {} along the normal", u.norm(), u.dot(n)),
            "give the engine's first tangent as a unit vector along the surface, or leave its cells empty",
        )),
        None => Ok(found),
    }
}

/// The contact with body i before body j: exchanged bodies turn the normal and every load.
fn turned(found: PlayedContact) -> PlayedContact {
    if found.i < found.j {
        return found;
    }
    PlayedContact {
        i: found.j,
        j: found.i,
        n: -found.n,
        friction_on_j: found.friction_on_j.map(|force| -force),
        torques: found.torques.map(|[on_i, on_j]| [on_j, on_i]),
        modes: [found.modes[0], found.modes[2], found.modes[1], found.modes[3]],
        arms: found.arms.map(|[i, j]| [j, i]),
        ..found
    }
}

/// The contact with the coefficients that the header says of its pair, where the row has none.
fn with_pair(found: PlayedContact, header: &RunHeader) -> PlayedContact {
    let pair = header.pair(found.i, found.j);
    PlayedContact {
        mu: found.mu.or_else(|| pair.and_then(|pair| pair.mu)).or(header.mu),
        sigma: found.sigma.or_else(|| pair.and_then(|pair| pair.sigma)),
        rho: found.rho.or_else(|| pair.and_then(|pair| pair.rho)),
        ..found
    }
}

/// Notes the columns that are not read.
pub(super) fn note_unknown(table: &TableFile, names: &ColumnNames, notes: &mut Vec<String>) {
    let unknown = names.unknown();
    if !unknown.is_empty() {
        notes.push(format!("{}: not read: {}", table.name, unknown.join(", ")));
    }
}

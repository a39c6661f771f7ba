//! `stickslip import --from lammps`: LAMMPS dumps as a recording that plays the motion.
//!
//! The scene supplies what dumps lack: walls, masses, names and laws. Its step becomes the interval between two
//! frames. LAMMPS does not track the orientation of balls: without quaternions in the dump the orientation starts as
//! in the scene and turns from frame to frame by the mean of the two angular velocities.

use super::super::played::{hashed, played};
use super::format::{AtomRow, ContactEntry, DumpFault, DumpFrame, DumpRows, DumpText, read};
use std::collections::{BTreeMap, BTreeSet};
use stickslip_engine::laws::motion::turned;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::record::recording::Recording;
use stickslip_engine::scene::{
    BodySpec, Fault, Faults, LoadKind, LoadsAct, PlayedBody, PlayedContact, PlayedFrame, PlayedRun, RunHeader, Scene,
    set,
};
use stickslip_engine::shapes::Shape;
use stickslip_engine::shapes::surface::Placed;
use stickslip_engine::step::read::points_between;

/// Maximum relative difference of a radius in the dump from the radius in the scene.
const SAME_RADIUS: f64 = 1e-6;
/// Maximum relative difference of a mass in the dump from the mass in the scene: six digits, rounded.
const SAME_MASS: f64 = 1e-5;
/// Maximum relative difference between the interval from the rounded times in the dump and the interval from the
/// scene's step.
const SAME_INTERVAL: f64 = 1e-3;
/// Maximum difference of a quaternion's norm from 1.
const UNIT: f64 = 1e-3;
/// Remedy for contacts and atoms that do not belong together.
const SAME_RUN: &str = "dump atoms and contacts of the same run, in the same steps";

/// An imported run.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedRun {
    /// The imported run as a recording.
    pub recording: Recording,
    /// Number of frames.
    pub frames: usize,
    /// Number of balls.
    pub balls: usize,
    /// Number of contact loads in all frames that were assigned to a contact.
    pub loads: usize,
    /// Number of contact loads in all frames between bodies that do not overlap in that frame; they have no place.
    pub lost: usize,
    /// Time between two frames, s.
    pub interval: f64,
}

/// Reason why dumps cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A dump is faulty or does not match the scene.
    #[error(transparent)]
    Dump(#[from] DumpFault),
    /// The scene is faulty.
    #[error(transparent)]
    Scene(#[from] Faults),
}

/// Imports the dumps of a run; `name` and `text` are those of the scene that LAMMPS ran.
pub fn import(name: &str, text: &str, dumps: &[DumpText]) -> Result<ImportedRun, ImportError> {
    let scene = Scene::parse(name, text)?;
    let mut atoms: Vec<(DumpFrame, Vec<AtomRow>)> = Vec::new();
    let mut contacts: BTreeMap<u64, (DumpFrame, Vec<ContactEntry>)> = BTreeMap::new();
    let of_scene = SceneMatch { scene: &scene, dumps };
    for (file, dump) in dumps.iter().enumerate() {
        for mut frame in read(file, dump)? {
            match std::mem::replace(&mut frame.rows, DumpRows::Atoms(Vec::new())) {
                DumpRows::Atoms(rows) => atoms.push((frame, rows)),
                DumpRows::Contacts(rows) => {
                    let (at, timestep) = ((frame.file, frame.line), frame.timestep);
                    if let Some((first, _)) = contacts.insert(timestep, (frame, rows)) {
                        let place = format!("{}:{}", of_scene.name(first.file), first.line);
                        let why = format!("the contacts of timestep {timestep} appear twice, first at {place}");
                        return Err(of_scene.fault(at.0, at.1, why, "give the contacts of each timestep once").into());
                    }
                }
            }
        }
    }
    let interval = of_scene.interval(&atoms)?;
    of_scene.check_same_frames(&atoms, &contacts, interval)?;
    let (mut run, mut lost) = (PlayedRun { header: header(&scene, &atoms), ..PlayedRun::default() }, 0);
    for (frame, rows) in &atoms {
        let bodies = of_scene.bodies(frame, rows, run.frames.last(), interval)?;
        let mut loads = of_scene.wall_loads(rows);
        if let Some((frame, rows)) = contacts.get(&frame.timestep) {
            loads.extend(of_scene.ball_loads(frame, rows, &bodies)?);
        }
        loads.sort_by_key(|at| (at.i, at.j));
        loads.dedup_by_key(|at| (at.i, at.j));
        let placed: Vec<_> = loads.iter().filter_map(|load| of_scene.placed(load, &bodies)).collect();
        lost += loads.len() - placed.len();
        run.frames.push(PlayedFrame { step: frame.timestep, bodies, contacts: placed });
    }
    let end = (run.frames.len() - 1) as f64 * interval;
    let text = as_played(text, interval, end, &scene.title).map_err(|fault| Faults::new(name, text, vec![fault]))?;
    let (frames, balls) = (run.frames.len(), run.frames.first().map_or(0, |frame| frame.bodies.len()));
    let loads = run.frames.iter().map(|frame| frame.contacts.len()).sum();
    Ok(ImportedRun { recording: hashed(played(name, text, run))?, frames, balls, loads, lost, interval })
}

/// What the numbers of the dumps mean. LAMMPS writes loads from the positions of the frame, which act from then on; the
/// loads of frames with steps between them are samples.
fn header(scene: &Scene, frames: &[(DumpFrame, Vec<AtomRow>)]) -> RunHeader {
    let step = |number: usize| frames.get(number).map_or(0, |(frame, _)| frame.timestep);
    let every = step(1).saturating_sub(step(0)).max(1);
    let load = if every == 1 { LoadKind::Mean } else { LoadKind::Sample };
    RunHeader { acts: LoadsAct::After, load, ..RunHeader::of_scene(scene, every, "LAMMPS".to_owned()) }
}

/// Loads of the pair i, j of a frame, before the place of the contact is known.
struct DumpLoads {
    i: u32,
    j: u32,
    /// Contact force on i, N.
    force: Vec3,
    /// Roll torque on i, N·m, and spin torque on i about the normal into i, N·m; LAMMPS does not print those at walls.
    turning: Option<(Vec3, f64)>,
}

/// The text of the scene with the interval between frames as its step.
fn as_played(text: &str, interval: f64, end: f64, title: &str) -> Result<String, Fault> {
    let text = set(text, "time.dt", &format!("{interval:?}"))?;
    // A single frame has no duration, but a scene must have one.
    let text = set(&text, "time.duration", &format!("{:?}", if end > 0.0 { end } else { interval }))?;
    set(&text, "title", &format!("{:?}", format!("{title} (computed by LAMMPS)")))
}

/// Checks dumps against their scene.
struct SceneMatch<'a> {
    scene: &'a Scene,
    dumps: &'a [DumpText<'a>],
}

impl SceneMatch<'_> {
    fn fault(&self, file: usize, line: usize, why: impl Into<String>, remedy: &str) -> DumpFault {
        DumpFault { file: self.name(file).to_owned(), line, why: why.into(), remedy: remedy.to_owned() }
    }

    /// Name of a dump.
    fn name(&self, file: usize) -> &str {
        self.dumps.get(file).map_or("", |dump| dump.name)
    }

    /// Checks that the contacts, if there are any, are those of the frames of the atoms, at the same times.
    fn check_same_frames(
        &self,
        atoms: &[(DumpFrame, Vec<AtomRow>)],
        contacts: &BTreeMap<u64, (DumpFrame, Vec<ContactEntry>)>,
        interval: f64,
    ) -> Result<(), DumpFault> {
        let Some((any, _)) = contacts.values().next() else { return Ok(()) };
        let by_timestep: BTreeMap<u64, &DumpFrame> = atoms.iter().map(|(frame, _)| (frame.timestep, frame)).collect();
        for (timestep, (frame, _)) in contacts {
            let fault = |why: String| Err(self.fault(frame.file, frame.line, why, SAME_RUN));
            let Some(of_atoms) = by_timestep.get(timestep) else {
                let files: BTreeSet<&str> = atoms.iter().map(|(frame, _)| self.name(frame.file)).collect();
                let files = files.into_iter().collect::<Vec<_>>().join(", ");
                return fault(format!("the contacts of timestep {timestep} have no atoms in {files}"));
            };
            if let (Some(time), Some(expected)) = (frame.time, of_atoms.time)
                && (time - expected).abs() > SAME_INTERVAL * interval
            {
                let file = self.name(of_atoms.file);
                let why =
                    format!("the contacts of timestep {timestep} are of {time} s, the atoms in {file} of {expected} s");
                return fault(why);
            }
        }
        match atoms.iter().find(|(frame, _)| !contacts.contains_key(&frame.timestep)) {
            Some((frame, _)) => {
                let (timestep, file) = (frame.timestep, self.name(any.file));
                let why = format!("the atoms of timestep {timestep} have no contacts in {file}");
                Err(self.fault(frame.file, frame.line, why, SAME_RUN))
            }
            None => Ok(()),
        }
    }

    /// Time between two frames, s; a fault if the intervals differ.
    fn interval(&self, frames: &[(DumpFrame, Vec<AtomRow>)]) -> Result<f64, DumpFault> {
        let Some((first, _)) = frames.first() else {
            return Err(self.fault(0, 1, "there are contacts but no atoms", "give the dump of the atoms too"));
        };
        let Some((second, _)) = frames.get(1) else { return Ok(self.scene.dt) };
        let apart = second.timestep.checked_sub(first.timestep).filter(|apart| *apart > 0);
        for (a, b) in frames.iter().zip(frames.iter().skip(1)) {
            if b.0.timestep.checked_sub(a.0.timestep) != apart || apart.is_none() {
                let why = format!(
                    "the frame of timestep {} follows that of {}: frames have to follow each other at equal intervals",
                    b.0.timestep, a.0.timestep
                );
                return Err(self.fault(
                    b.0.file,
                    b.0.line,
                    why,
                    "dump at a fixed interval, and give the dumps in order",
                ));
            }
        }
        let of_steps = apart.unwrap_or(1) as f64 * self.scene.dt;
        let Some((from, to)) = first.time.zip(second.time) else { return Ok(of_steps) };
        if (to - from - of_steps).abs() <= SAME_INTERVAL * of_steps {
            return Ok(of_steps);
        }
        let why = format!(
            "two frames are {} s apart, with the step of the scene, {} s, it would be {of_steps} s",
            to - from,
            self.scene.dt
        );
        Err(self.fault(second.file, second.line, why, "give the scene that LAMMPS ran: --scene scene.ron"))
    }

    /// The ball with this atom id: index in the scene, body and radius, m.
    fn ball(&self, id: u64) -> Option<(u32, &BodySpec, f64)> {
        let index = usize::try_from(id).ok()?.checked_sub(1)?;
        let body = self.scene.bodies.get(index)?;
        match body.shape {
            Shape::Sphere { radius } => Some((u32::try_from(index).ok()?, body, radius)),
            _ => None,
        }
    }

    /// The bodies of a frame, sorted by index.
    fn bodies(
        &self,
        frame: &DumpFrame,
        rows: &[AtomRow],
        before: Option<&PlayedFrame>,
        interval: f64,
    ) -> Result<Vec<PlayedBody>, DumpFault> {
        let mut bodies = Vec::with_capacity(rows.len());
        let other = "give the scene that LAMMPS ran: --scene scene.ron";
        for row in rows {
            let fault = |why: String| self.fault(frame.file, row.line, why, other);
            let Some((body, spec, radius)) = self.ball(row.id) else {
                return Err(fault(format!("the scene has no ball with the number {}", row.id)));
            };
            if (row.radius - radius).abs() > SAME_RADIUS * radius {
                let why = format!("atom {} has a radius of {} m, `{}` {radius} m", row.id, row.radius, spec.name);
                return Err(fault(why));
            }
            if let Some(mass) = row.mass.filter(|mass| spec.mass.is_finite() && !same_mass(*mass, spec.mass)) {
                let why = format!("atom {} has a mass of {mass} kg, `{}` {} kg", row.id, spec.name, spec.mass);
                return Err(fault(why));
            }
            let q = match row.turn {
                Some(turn) => unit(turn).ok_or_else(|| fault("the quaternion is not a unit quaternion".to_owned()))?,
                None => match before.and_then(|before| before.body(body)) {
                    Some(at) => {
                        let [_, before] = at.velocity.unwrap_or_default();
                        turned(&at.q, &(0.5 * (before + row.w)), interval)
                    }
                    None => spec.rotation,
                },
            };
            bodies.push(PlayedBody { body, x: row.x, q, velocity: Some([row.v, row.w]), external: None });
        }
        bodies.sort_by_key(|at| at.body);
        if let Some(two) = bodies.windows(2).find(|two| two[0].body == two[1].body) {
            let why = format!("atom {} appears twice in the frame of timestep {}", two[0].body + 1, frame.timestep);
            return Err(self.fault(frame.file, frame.line, why, "dump each atom once"));
        }
        let balls = (1..).zip(&self.scene.bodies).filter(|(_, body)| matches!(body.shape, Shape::Sphere { .. }));
        for ((id, body), found) in balls.zip(bodies.iter().map(Some).chain(std::iter::repeat(None))) {
            if found.is_none_or(|found| u64::from(found.body) + 1 != id) {
                let why = format!("atom {id}, `{}`, is not in the frame of timestep {}", body.name, frame.timestep);
                return Err(self.fault(
                    frame.file,
                    frame.line,
                    why,
                    "dump `all` atoms; if LAMMPS lost it, close the walls",
                ));
            }
        }
        Ok(bodies)
    }

    /// The forces between the walls and the atoms of a frame.
    fn wall_loads(&self, rows: &[AtomRow]) -> Vec<DumpLoads> {
        let mut loads = Vec::new();
        for row in rows {
            let Some((ball, ..)) = self.ball(row.id) else { continue };
            for (wall, force) in row.walls.iter().filter(|(_, force)| *force != Vec3::zeros()) {
                let wall = u32::try_from(*wall).ok().and_then(|wall| wall.checked_sub(1));
                let Some(wall) = wall.filter(|wall| (*wall as usize) < self.scene.bodies.len() && *wall != ball) else {
                    continue;
                };
                let (i, j) = (ball.min(wall), ball.max(wall));
                let force = if i == ball { *force } else { -force };
                loads.push(DumpLoads { i, j, force, turning: None });
            }
        }
        loads
    }

    /// The contact of these loads, where the bodies overlap most; `None` if they do not overlap.
    fn placed(&self, loads: &DumpLoads, bodies: &[PlayedBody]) -> Option<PlayedContact> {
        let spec = |body: u32| self.scene.bodies.get(body as usize);
        let placed = |body: u32, spec: &BodySpec| {
            let at = bodies.binary_search_by_key(&body, |at| at.body).ok().map(|k| &bodies[k]);
            at.map_or((spec.position, spec.rotation), |at| (at.x, at.q))
        };
        let (i, j) = (spec(loads.i)?, spec(loads.j)?);
        let [(x_i, q_i), (x_j, q_j)] = [placed(loads.i, i), placed(loads.j, j)];
        let sides = [Placed { shape: &i.shape, x: x_i, q: q_i }, Placed { shape: &j.shape, x: x_j, q: q_j }];
        let points = points_between(&sides[0], &sides[1]);
        let point = points.iter().max_by(|a, b| a.overlap.total_cmp(&b.overlap))?;
        let normal = point.n.dot(&loads.force);
        let friction = self.scene.rule_of(i, j).map_or(&self.scene.friction, |rule| &self.scene.pairs[rule].friction);
        let torques = loads.turning.map(|(roll, spin)| roll + point.n * spin).map(|on_i| [on_i, -on_i]);
        Some(PlayedContact {
            i: loads.i,
            j: loads.j,
            c: (point.on_i + point.on_j) * 0.5,
            n: point.n,
            overlap: Some(point.overlap),
            normal,
            friction_on_j: Some(point.n * normal - loads.force),
            torques,
            mu: Some(friction.mu_k),
            ..PlayedContact::default()
        })
    }

    /// The loads between the balls of a frame.
    fn ball_loads(
        &self,
        frame: &DumpFrame,
        rows: &[ContactEntry],
        bodies: &[PlayedBody],
    ) -> Result<Vec<DumpLoads>, DumpFault> {
        let mut loads = Vec::with_capacity(rows.len());
        let at = |body: u32| bodies.binary_search_by_key(&body, |at| at.body).ok().map(|k| &bodies[k]);
        for row in rows {
            let fault = |why: String| self.fault(frame.file, row.line, why, SAME_RUN);
            let balls = row.ids.map(|id| self.ball(id).and_then(|(body, _, radius)| Some((at(body)?, radius))));
            let [Some((a, radius_a)), Some((b, radius_b))] = balls else {
                return Err(fault(format!("one of the atoms {} and {} is not there", row.ids[0], row.ids[1])));
            };
            let Some(towards) = stickslip_engine::laws::unit(&row.d, 0.0).filter(|_| a.body != b.body) else {
                return Err(fault("the two atoms are the same, or at the same place".to_owned()));
            };
            let (tip, base) = if row.d.dot(&(a.x - b.x)) > 0.0 { (a, b) } else { (b, a) };
            let on_tip = if tip.body < base.body { 1.0 } else { -1.0 };
            let radius = radius_a * radius_b / (radius_a + radius_b);
            loads.push(DumpLoads {
                i: tip.body.min(base.body),
                j: tip.body.max(base.body),
                force: (towards * row.normal + row.tangential) * on_tip,
                // The spin torque is about the normal into i, whichever atom i is.
                turning: Some((towards.cross(&row.rolling) * (radius * on_tip), row.twist)),
            });
        }
        Ok(loads)
    }
}

/// True if a mass in a dump is that of the scene, both in kg.
fn same_mass(dumped: f64, mass: f64) -> bool {
    (dumped - mass).abs() <= SAME_MASS * mass
}

/// A rotation from (w, x, y, z); `None` if it is not a unit quaternion.
fn unit([w, i, j, k]: [f64; 4]) -> Option<Rotation> {
    let q = nalgebra::Quaternion::new(w, i, j, k);
    ((q.norm() - 1.0).abs() < UNIT).then(|| Rotation::new_normalize(q))
}

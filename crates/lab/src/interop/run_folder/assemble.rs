//! From the files of a run folder to the frames of a run.

use super::columns::{ColumnNames, Three, UNIT, vector, vector_if_known};
use super::contacts::{ContactLayout, note_unknown};
use super::features::{BodyPlace, PointTracker};
use super::table::{TableEnd, TableFile, TableRow};
use super::{FolderFault, externals, header};
use std::collections::BTreeMap;
use std::path::Path;
use stickslip_engine::laws::math::turning::rotation_vector;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::scene::text::plural::counted;
use stickslip_engine::scene::{PlayedBody, PlayedContact, PlayedFrame, PlayedRun, RunHeader};

/// Length of a quaternion, from 1, within which the file's digits are kept.
const EXACT: f64 = 1e-9;
/// Difference of a time from that of its step: part of the interval, and part of the time (a sum of steps in f32).
const SAME_TIME: [f64; 2] = [1e-3, 1e-4];
/// Units of the columns of bodies.
const UNITS: [(&str, &str); 16] = [
    ("t", "s"),
    ("x", "m"),
    ("y", "m"),
    ("z", "m"),
    ("vx", "m/s"),
    ("vy", "m/s"),
    ("vz", "m/s"),
    ("wx", "rad/s"),
    ("wy", "rad/s"),
    ("wz", "rad/s"),
    ("Fext_x", "N"),
    ("Fext_y", "N"),
    ("Fext_z", "N"),
    ("Text_x", "N m"),
    ("Text_y", "N m"),
    ("Text_z", "N m"),
];

/// The run in a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct FolderRun {
    /// Header and frames.
    pub run: PlayedRun,
    /// What was not read or was dropped, one sentence each.
    pub notes: Vec<String>,
}

/// Reads a run folder.
pub fn read(dir: &Path) -> Result<FolderRun, FolderFault> {
    let header = header::read(dir)?;
    let mut notes = Vec::new();
    if !header.unknown.is_empty() {
        let names: Vec<&str> = header.unknown.keys().map(String::as_str).collect();
        notes.push(format!("{}: not read: {}", dir.join(header::RUN_FILE).display(), names.join(", ")));
    }
    let numbers: BTreeMap<&str, u32> =
        (0..).zip(&header.bodies).map(|(number, body)| (body.name.as_str(), number)).collect();
    let index = |name: &str| numbers.get(name).copied();
    let folder = Folder { dir, header: &header, index: &index };
    let mut frames = folder.bodies(&mut notes)?;
    folder.contacts(&mut frames, &mut notes)?;
    Ok(FolderRun { run: PlayedRun { frames, header: RunHeader { unknown: Default::default(), ..header } }, notes })
}

/// A folder and its header.
struct Folder<'a> {
    dir: &'a Path,
    header: &'a RunHeader,
    index: &'a dyn Fn(&str) -> Option<u32>,
}

/// Places of the columns of bodies.
struct BodyLayout {
    time: usize,
    step: usize,
    body: usize,
    position: Three,
    quaternion: [usize; 4],
    velocity: Option<Three>,
    angular: Option<Three>,
    force: Option<Three>,
    torque: Option<Three>,
}

impl BodyLayout {
    fn new(table: &TableFile, header: &[String], notes: &mut Vec<String>) -> Result<Self, FolderFault> {
        let mut names = ColumnNames::new(table, header, &UNITS)?;
        let [time, step, body] = names.need_all(["t", "step", "body"])?;
        let layout = Self {
            time,
            step,
            body,
            position: names.need_all(["x", "y", "z"])?,
            quaternion: names.need_all(["qw", "qx", "qy", "qz"])?,
            velocity: names.all_or_none(["vx", "vy", "vz"])?,
            angular: names.all_or_none(["wx", "wy", "wz"])?,
            force: names.all_or_none(["Fext_x", "Fext_y", "Fext_z"])?,
            torque: names.all_or_none(["Text_x", "Text_y", "Text_z"])?,
        };
        note_unknown(table, &names, notes);
        Ok(layout)
    }

    fn read(&self, row: &TableRow, body: u32) -> Result<PlayedBody, FolderFault> {
        let mut q = [0.0; 4];
        for (part, column) in q.iter_mut().zip(self.quaternion) {
            *part = row.needed(column)?;
        }
        let q = nalgebra::Quaternion::new(q[0], q[1], q[2], q[3]);
        if (q.norm() - 1.0).abs() > UNIT {
            let why = format!("the quaternion has the length {}", q.norm());
            return Err(row.fault(why, "give a unit quaternion, scalar first"));
        }
        let is_exact = (q.norm() - 1.0).abs() < EXACT;
        let q = if is_exact { Rotation::new_unchecked(q) } else { Rotation::new_normalize(q) };
        let (v, w) = (vector_if_known(row, self.velocity)?, vector_if_known(row, self.angular)?);
        let (force, torque) = (vector_if_known(row, self.force)?, vector_if_known(row, self.torque)?);
        let external =
            (force.is_some() || torque.is_some()).then(|| [force.unwrap_or_default(), torque.unwrap_or_default()]);
        Ok(PlayedBody { body, x: vector(row, self.position)?, q, velocity: v.zip(w).map(|(v, w)| [v, w]), external })
    }
}

impl Folder<'_> {
    /// The body in a row.
    fn body(&self, row: &TableRow, column: usize) -> Result<u32, FolderFault> {
        let name = row.text(column);
        let unknown = || row.fault(format!("`{name}` is no body of run.json"), "list every body in run.json");
        (self.index)(name).ok_or_else(unknown)
    }

    /// Checks that the time of a row is that of its step; `first`: time and step of the first row.
    fn check_time(&self, row: &TableRow, (time, step): (f64, u64), first: (f64, u64)) -> Result<(), FolderFault> {
        let expected = first.0 + (step as f64 - first.1 as f64) * self.header.dt;
        let [of_interval, of_time] = SAME_TIME;
        if (time - expected).abs() <= of_interval * self.header.interval() + of_time * expected.abs() {
            return Ok(());
        }
        let why = format!("step {step} is at {time} s, by dt in run.json it would be at {expected} s");
        Err(row.fault(why, "give the step of the engine as dt, and equal steps"))
    }

    /// The frames with their bodies.
    fn bodies(&self, notes: &mut Vec<String>) -> Result<Vec<PlayedFrame>, FolderFault> {
        let Some(table) = TableFile::find(self.dir, "bodies")? else {
            let file = self.dir.join("bodies.csv").display().to_string();
            let (why, remedy) =
                ("there is no such file, and no bodies.parquet".to_owned(), "write the table of bodies");
            return Err(FolderFault { file, line: 1, why, remedy: remedy.to_owned() });
        };
        let pulls = externals::read(self.dir, self.header, self.index)?;
        let (mut frames, mut first): (Vec<PlayedFrame>, Option<(f64, u64)>) = (Vec::new(), None);
        let mut odd: Option<(u64, u64)> = None;
        let end = table.read(
            |header| BodyLayout::new(&table, header, notes),
            |layout, row| {
                let (time, step) = (row.needed(layout.time)?, row.count(layout.step)?);
                if frames.last().is_none_or(|frame| frame.step != step) {
                    if let Some((line, step)) = odd {
                        return Err(self.uneven(&table, line, step));
                    }
                    if let Some(last) = frames.last() {
                        odd = self.next_step(row, last.step, step)?;
                    }
                    self.check_time(row, (time, step), *first.get_or_insert((time, step)))?;
                    frames.push(PlayedFrame { step, ..PlayedFrame::default() });
                }
                let body = self.body(row, layout.body)?;
                let mut found = layout.read(row, body)?;
                found.external = found.external.or_else(|| pulls.get(&(step, body)).copied());
                let bodies = frames.last_mut().map(|frame| &mut frame.bodies);
                if let Some(bodies) = bodies {
                    let at = bodies.partition_point(|at| at.body < body);
                    if bodies.get(at).is_some_and(|at| at.body == body) {
                        let why = format!("`{}` is twice in step {step}", row.text(layout.body));
                        return Err(row.fault(why, "write each body once per step"));
                    }
                    bodies.insert(at, found);
                }
                Ok(())
            },
        )?;
        self.drop_end(&table, &mut frames, end, odd.is_some(), notes);
        self.check_bodies(&table, &frames)?;
        self.note_gaps(&table, &frames, notes);
        Ok(frames)
    }

    /// Checks that a step follows the last one. Returns line and step if the interval is shorter than it should be: only
    /// the last frame may be.
    fn next_step(&self, row: &TableRow, last: u64, step: u64) -> Result<Option<(u64, u64)>, FolderFault> {
        if step < last {
            let why = format!("step {step} follows step {last}");
            return Err(row.fault(why, "write the rows in order of step"));
        }
        let apart = step - last;
        match apart.cmp(&self.header.every) {
            std::cmp::Ordering::Equal => Ok(None),
            std::cmp::Ordering::Less => Ok(Some((row.line, step))),
            std::cmp::Ordering::Greater => Err(row.fault(
                format!(
                    "step {step} follows step {last}: that is not every {} steps, as run.json says",
                    self.header.every
                ),
                "write rows at equal intervals, and their interval as `every`",
            )),
        }
    }

    fn uneven(&self, table: &TableFile, line: u64, step: u64) -> FolderFault {
        let why = format!("step {step} is not {} steps after the step before, as run.json says", self.header.every);
        table.fault(line, why, "write rows at equal intervals, and their interval as `every`")
    }

    /// Drops the last frame if it was cut off or stands at another interval.
    fn drop_end(
        &self,
        table: &TableFile,
        frames: &mut Vec<PlayedFrame>,
        end: TableEnd,
        is_odd: bool,
        notes: &mut Vec<String>,
    ) {
        let why = match end {
            TableEnd::Cut => "its last line is cut off",
            TableEnd::Whole if is_odd => "its last step is at a shorter interval",
            TableEnd::Whole => return,
        };
        if let Some(last) = frames.pop() {
            notes.push(format!("{}: {why}: step {} was dropped", table.name, last.step));
        }
    }

    /// Checks that there is a frame, and that every body has a place.
    fn check_bodies(&self, table: &TableFile, frames: &[PlayedFrame]) -> Result<(), FolderFault> {
        let Some(first) = frames.first() else {
            return Err(table.fault(2, "there is no whole step", "write at least one step"));
        };
        for (number, body) in (0..).zip(&self.header.bodies) {
            if first.body(number).is_none() && body.x.is_none() {
                let why = format!("`{}` is not in step {}, and has no place in run.json", body.name, first.step);
                return Err(table.fault(2, why, "write every body in every step, or give fixed ones `x` and `q`"));
            }
        }
        Ok(())
    }

    /// Notes bodies that are not in every step.
    fn note_gaps(&self, table: &TableFile, frames: &[PlayedFrame], notes: &mut Vec<String>) {
        for (number, body) in (0..).zip(&self.header.bodies) {
            let missing = frames.iter().filter(|frame| frame.body(number).is_none());
            let (count, first) =
                missing.fold((0, None), |(count, first), frame| (count + 1, first.or(Some(frame.step))));
            if let Some(step) = first.filter(|_| count < frames.len()) {
                let name = &body.name;
                notes.push(format!(
                    "{}: `{name}` is not in {}, first in step {step}: it stands where it was last",
                    table.name,
                    counted(count, "step")
                ));
            }
        }
    }

    /// Adds the contacts to the frames.
    fn contacts(&self, frames: &mut Vec<PlayedFrame>, notes: &mut Vec<String>) -> Result<(), FolderFault> {
        let Some(table) = TableFile::find(self.dir, "contacts")? else {
            let file = self.dir.join("contacts.csv").display().to_string();
            let (why, remedy) =
                ("there is no such file, and no contacts.parquet".to_owned(), "write the table of contacts");
            return Err(FolderFault { file, line: 1, why, remedy: remedy.to_owned() });
        };
        let first = (0.0, frames.first().map_or(0, |frame| frame.step));
        let last = frames.last().map_or(0, |frame| frame.step);
        let mut assembly = Assembly { folder: self, places: BTreeMap::new(), tracker: PointTracker::default() };
        let (mut at, mut points, mut lines, mut step_before) = (0, Vec::new(), Vec::new(), first.1);
        let mut time_of_first = None;
        let end = table.read(
            |header| ContactLayout::new(&table, header, notes),
            |layout, row| {
                let (time, step) = (row.needed(layout.time)?, row.count(layout.step)?);
                if step < step_before {
                    let why = format!("step {step} follows step {step_before}");
                    return Err(row.fault(why, "write the rows in order of step"));
                }
                step_before = step;
                if step > last {
                    return Ok(());
                }
                let here = *time_of_first.get_or_insert((time, step));
                self.check_time(row, (time, step), here)?;
                while frames.get(at).is_some_and(|frame| frame.step < step) {
                    assembly.complete(&table, &mut frames[at], &mut points, &mut lines)?;
                    at += 1;
                }
                if frames.get(at).is_none_or(|frame| frame.step != step) {
                    return Err(
                        row.fault(format!("step {step} has no bodies"), "write bodies and contacts in the same steps")
                    );
                }
                points.push(layout.read(row, self.header, self.index)?);
                lines.push(row.line);
                Ok(())
            },
        )?;
        while at < frames.len() {
            assembly.complete(&table, &mut frames[at], &mut points, &mut lines)?;
            at += 1;
        }
        if step_before > last {
            notes.push(format!("{}: rows after step {last}, the last with bodies, were left out", table.name));
        }
        if end == TableEnd::Cut {
            let whole = frames.partition_point(|frame| frame.step < step_before);
            if whole < frames.len() {
                notes.push(format!(
                    "{}: its last line is cut off: from step {step_before} on, steps were dropped",
                    table.name
                ));
                frames.truncate(whole);
            }
        }
        if frames.is_empty() {
            return Err(table.fault(2, "there is no whole step", "write at least one step"));
        }
        Ok(())
    }
}

/// The contacts of one frame after another.
struct Assembly<'a> {
    folder: &'a Folder<'a>,
    /// Last place of each body.
    places: BTreeMap<u32, BodyPlace>,
    tracker: PointTracker,
}

impl Assembly<'_> {
    /// Gives a frame its contacts: sorts them, and numbers those points that the table does not number. `points`: each
    /// with whether its feature was given; both lists are emptied.
    fn complete(
        &mut self,
        table: &TableFile,
        frame: &mut PlayedFrame,
        points: &mut Vec<(PlayedContact, bool)>,
        lines: &mut Vec<u64>,
    ) -> Result<(), FolderFault> {
        self.move_bodies(frame);
        let mut rows: Vec<(PlayedContact, bool, u64)> =
            points.drain(..).zip(lines.drain(..)).map(|((point, given), line)| (point, given, line)).collect();
        rows.sort_by_key(|(point, ..)| (point.i, point.j));
        for pair in rows.chunk_by_mut(|a, b| (a.0.i, a.0.j) == (b.0.i, b.0.j)) {
            if pair.iter().any(|(_, given, _)| !given) {
                let mut unnumbered: Vec<PlayedContact> = pair.iter().map(|(point, ..)| *point).collect();
                let bodies = [pair[0].0.i, pair[0].0.j].map(|body| self.place(body));
                self.tracker.number(&mut unnumbered, bodies, self.folder.header.interval());
                pair.iter_mut().zip(unnumbered).for_each(|(row, point)| row.0 = point);
            }
        }
        self.tracker.end_frame();
        rows.sort_by_key(|(point, ..)| point.key());
        if let Some(two) = rows.windows(2).find(|two| two[0].0.key() == two[1].0.key()) {
            let (line, feature) = (two[0].2.max(two[1].2), two[1].0.feature);
            let why = format!("point {feature} of this pair is twice in step {}", frame.step);
            return Err(table.fault(line, why, "number the points of a pair, or leave out `feature`"));
        }
        frame.contacts = rows.into_iter().map(|(point, ..)| point).collect();
        Ok(())
    }

    fn move_bodies(&mut self, frame: &PlayedFrame) {
        let dt = self.folder.header.interval();
        for at in &frame.bodies {
            let differences =
                |last: &BodyPlace| [(at.x - last.x) / dt, rotation_vector(&(at.q * last.q.inverse())) / dt];
            let velocity = at.velocity.or_else(|| self.places.get(&at.body).map(differences)).unwrap_or_default();
            self.places.insert(at.body, BodyPlace { x: at.x, q: at.q, velocity });
        }
    }

    /// Place of a body: that of the last frame that had it, or that of the header.
    fn place(&self, body: u32) -> BodyPlace {
        if let Some(place) = self.places.get(&body) {
            return *place;
        }
        let of_header = self.folder.header.bodies.get(body as usize);
        let q = of_header.and_then(|body| body.q).unwrap_or([1.0, 0.0, 0.0, 0.0]);
        BodyPlace {
            x: of_header.and_then(|body| body.x).unwrap_or_default(),
            q: Rotation::new_normalize(nalgebra::Quaternion::new(q[0], q[1], q[2], q[3])),
            velocity: [Vec3::zeros(); 2],
        }
    }
}

//! A run as intervals between rows: the states at both ends, and the loads that act in between.

use super::noise::{last_digit, type_digit};
use super::source::AuditInput;
use stickslip_engine::laws::math::extremes::{largest, smallest};
use stickslip_engine::laws::math::turning::rotation_vector;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::scene::{GeometryPose, LoadKind, LoadsAct, PlayedContact, PlayedRun};

/// Rounding of a turn by that of quaternions in f64, rad.
const QUATERNION: f64 = 4e-16;
/// Rows whose digits are looked at.
const ROWS_FOR_DIGITS: usize = 2000;

/// A body at one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrackRow {
    pub(super) x: Vec3,
    pub(super) q: Rotation,
    /// m/s and rad/s; differences of poses if the run has no velocities.
    pub(super) v: Vec3,
    pub(super) w: Vec3,
    /// External force, N, and torque, N·m, of this row.
    pub(super) external: [Vec3; 2],
}

/// A body over the run.
pub(super) struct BodyTrack {
    /// kg; `None`: no balance is drawn.
    pub(super) mass: Option<f64>,
    /// kg·m², about the axes of the body.
    pub(super) inertia: Option<Vec3>,
    pub(super) rows: Vec<TrackRow>,
}

/// A contact and the interval in which its loads act.
#[derive(Clone, Copy)]
pub(super) struct Acting<'a> {
    pub(super) contact: &'a PlayedContact,
    /// The interval from row `interval − 1` to row `interval`.
    pub(super) interval: usize,
}

/// A run as intervals.
pub(super) struct Intervals<'a> {
    pub(super) run: &'a PlayedRun,
    sizes: &'a [Option<f64>],
    pub(super) bodies: Vec<BodyTrack>,
    /// Interval between rows, s.
    pub(super) dt: f64,
    /// True if the run tells velocities; else they are differences of poses.
    pub(super) has_velocities: bool,
    /// Last digit of positions, m, of velocities, m/s, and of angular velocities, rad/s.
    pub(super) digit: [f64; 3],
    /// Rounding of positions by their type, f64 or f32, m.
    pub(super) type_digit: f64,
    /// g, m/s²; without gravity the largest acceleration by a contact.
    scale: f64,
    /// For each interval and body: true if the run says where a load on the body acted within the interval.
    within: Vec<bool>,
}

impl<'a> Intervals<'a> {
    pub(super) fn new(input: &'a AuditInput) -> Self {
        let run = &input.run;
        let dt = run.header.interval();
        let has_velocities = run.frames.iter().flat_map(|frame| &frame.bodies).all(|at| at.velocity.is_some());
        let bodies: Vec<BodyTrack> =
            (0..run.header.bodies.len()).map(|body| track(run, body as u32, dt, has_velocities)).collect();
        let (sizes, within) = (&input.sizes[..], Vec::new());
        let mut intervals =
            Self { run, sizes, bodies, dt, has_velocities, digit: [0.0; 3], type_digit: 0.0, scale: 0.0, within };
        intervals.find_digits();
        intervals.find_instants();
        intervals.scale = intervals.find_scale();
        intervals
    }

    fn find_instants(&mut self) {
        let count = self.bodies.len();
        let mut within = vec![false; count * self.count()];
        for at in self.acting().filter(|at| at.contact.arms.is_some()) {
            [at.contact.i, at.contact.j].iter().for_each(|body| within[at.interval * count + *body as usize] = true);
        }
        self.within = within;
    }

    /// How far a body may be from where its velocity after or before an interval takes it, m and rad: a load within the interval,
    /// as of an impact, changes the velocity at its own instant.
    pub(super) fn by_impact(&self, body: usize, interval: usize) -> [f64; 2] {
        let [a, b] = [interval - 1, interval].map(|row| &self.bodies[body].rows[row]);
        match self.within[interval * self.bodies.len() + body] {
            true => [(b.v - a.v).norm() * self.dt, (b.w - a.w).norm() * self.dt],
            false => [0.0; 2],
        }
    }

    /// Size of a body, m; 0 if it has no shape, or no end.
    pub(super) fn size_of(&self, body: usize) -> f64 {
        self.sizes.get(body).copied().flatten().filter(|size| size.is_finite()).unwrap_or(0.0)
    }

    fn find_digits(&mut self) {
        let series = |of: fn(&TrackRow) -> Vec3| {
            let coordinates = |body: &BodyTrack| {
                (0..3)
                    .map(|k| body.rows.iter().take(ROWS_FOR_DIGITS).map(|row| of(row)[k]).collect())
                    .collect::<Vec<_>>()
            };
            self.bodies.iter().flat_map(coordinates).collect::<Vec<Vec<f64>>>()
        };
        let positions = series(|row| row.x);
        let (of_x, of_type) = (last_digit(&positions), type_digit(&positions));
        let of_v = if self.has_velocities { last_digit(&series(|row| row.v)) } else { 2.0_f64.sqrt() * of_x / self.dt };
        let of_w = if self.has_velocities { last_digit(&series(|row| row.w)) } else { QUATERNION / self.dt };
        (self.digit, self.type_digit) = ([of_x, of_v, of_w], of_type);
    }

    /// Number of rows.
    pub(super) fn count(&self) -> usize {
        self.run.frames.len()
    }

    /// First interval of which both ends have velocities.
    pub(super) fn first(&self) -> usize {
        if self.has_velocities { 1 } else { 2 }
    }

    /// Number of the step at the end of an interval, as the engine counts.
    pub(super) fn step(&self, interval: usize) -> u64 {
        self.run.frames.get(interval).map_or(0, |frame| frame.step)
    }

    /// True if the loads of rows are those of whole intervals.
    pub(super) fn has_balance(&self) -> bool {
        self.run.header.load == LoadKind::Mean
    }

    /// The contacts with their intervals, row by row.
    pub(super) fn acting(&self) -> impl Iterator<Item = Acting<'a>> + '_ {
        let header = &self.run.header;
        let last = self.count().saturating_sub(1);
        let of_row = move |(row, frame): (usize, &'a stickslip_engine::scene::PlayedFrame)| {
            frame.contacts.iter().map(move |contact| {
                let later = usize::from(header.acts_between(contact.i, contact.j) == LoadsAct::After);
                Acting { contact, interval: row + later }
            })
        };
        let first = self.first();
        self.run
            .frames
            .iter()
            .enumerate()
            .flat_map(of_row)
            .filter(move |at| at.interval >= first && at.interval <= last)
    }

    /// The contacts whose loads act in one interval.
    pub(super) fn acting_in(&self, interval: usize) -> impl Iterator<Item = Acting<'a>> + '_ {
        let header = &self.run.header;
        let rows = [(interval.checked_sub(1), LoadsAct::After), (Some(interval), LoadsAct::Before)];
        rows.into_iter().flat_map(move |(row, acts)| {
            let frame = row.and_then(|row| self.run.frames.get(row));
            let contacts = frame.map_or(&[][..], |frame| &frame.contacts);
            contacts
                .iter()
                .filter(move |contact| header.acts_between(contact.i, contact.j) == acts)
                .map(move |contact| Acting { contact, interval })
        })
    }

    /// Row whose external loads act in an interval.
    fn external_row(&self, interval: usize) -> usize {
        if self.run.header.acts == LoadsAct::Before { interval } else { interval - 1 }
    }

    /// External force, N, and torque, N·m, on a body in an interval.
    pub(super) fn external(&self, body: usize, interval: usize) -> [Vec3; 2] {
        self.bodies[body].rows[self.external_row(interval)].external
    }

    /// Row to whose pose the geometry of a contact belongs.
    pub(super) fn pose_row(&self, at: &Acting) -> usize {
        let geometry = self.run.header.geometry_between(at.contact.i, at.contact.j);
        if geometry == GeometryPose::Start { at.interval - 1 } else { at.interval }
    }

    /// From the centres of i and j to where the load acts, m.
    pub(super) fn arms(&self, at: &Acting) -> [Vec3; 2] {
        let row = self.pose_row(at);
        let to_c = || [at.contact.i, at.contact.j].map(|body| at.contact.c - self.bodies[body as usize].rows[row].x);
        at.contact.arms.unwrap_or_else(to_c)
    }

    /// V at C with the velocities of a row, m/s.
    pub(super) fn velocity(&self, at: &Acting, row: usize) -> Vec3 {
        let [i, j] = [at.contact.i, at.contact.j].map(|body| &self.bodies[body as usize].rows[row]);
        let [arm_i, arm_j] = self.arms(at);
        i.v + i.w.cross(&arm_i) - j.v - j.w.cross(&arm_j)
    }

    /// V at C, mean of both ends of the interval, m/s.
    pub(super) fn mean_velocity(&self, at: &Acting) -> Vec3 {
        (self.velocity(at, at.interval - 1) + self.velocity(at, at.interval)) * 0.5
    }

    /// V_t after the interval, m/s.
    pub(super) fn slip(&self, at: &Acting) -> Vec3 {
        tangential(&self.velocity(at, at.interval), &at.contact.n)
    }

    /// Size of the smaller body of a contact, m; the shorter arm if no body has a shape.
    pub(super) fn size(&self, at: &Acting) -> f64 {
        let known = [at.contact.i, at.contact.j].map(|body| self.sizes.get(body as usize).copied().flatten());
        let shapes: Vec<f64> = known.into_iter().flatten().filter(|size| size.is_finite()).collect();
        if shapes.is_empty() { smallest(self.arms(at).map(|arm| arm.norm())) } else { smallest(shapes) }
    }

    /// g, m/s²; without gravity the largest acceleration by a contact.
    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    fn find_scale(&self) -> f64 {
        let g = self.run.header.gravity.norm();
        if g > 0.0 { g } else { largest(self.acting().filter_map(|at| self.acceleration(&at))) }
    }

    /// Acceleration by the force of one contact, m/s².
    fn acceleration(&self, at: &Acting) -> Option<f64> {
        let mass = |body: u32| self.bodies[body as usize].mass;
        let masses: Vec<f64> = [mass(at.contact.i), mass(at.contact.j)].into_iter().flatten().collect();
        (!masses.is_empty()).then(|| at.contact.force_on_j().norm() / smallest(masses))
    }

    /// Largest normal force, N.
    pub(super) fn largest_normal(&self) -> f64 {
        largest(self.acting().map(|at| at.contact.normal.abs()))
    }

    /// Speed above which a contact slides beyond doubt, m/s: a hundredth of the speed after a fall from the size.
    pub(super) fn sliding_speed(&self, at: &Acting) -> f64 {
        let digits = 10.0 * self.digit[1];
        let speed = 0.01 * (self.scale() * self.size(at)).sqrt();
        if speed > digits { speed } else { digits }
    }

    /// Name of a body.
    pub(super) fn name(&self, body: u32) -> &str {
        self.run.header.bodies.get(body as usize).map_or("", |body| body.name.as_str())
    }

    /// True if the engine has this name.
    pub(super) fn is_engine(&self, name: &str) -> bool {
        self.run.header.engine.to_lowercase().starts_with(name)
    }
}

/// The part of a vector along the surface.
pub(super) fn tangential(v: &Vec3, n: &Vec3) -> Vec3 {
    v - n * n.dot(v)
}

/// The rows of a body: where a row leaves it out it stands still.
fn track(run: &PlayedRun, body: u32, dt: f64, has_velocities: bool) -> BodyTrack {
    let header = &run.header.bodies[body as usize];
    let [w, i, j, k] = header.q.unwrap_or([1.0, 0.0, 0.0, 0.0]);
    let mut last = TrackRow {
        x: header.x.unwrap_or_default(),
        q: Rotation::new_normalize(nalgebra::Quaternion::new(w, i, j, k)),
        v: Vec3::zeros(),
        w: Vec3::zeros(),
        external: [Vec3::zeros(); 2],
    };
    let mut rows = Vec::with_capacity(run.frames.len());
    for (row, frame) in run.frames.iter().enumerate() {
        let (v, w) = (Vec3::zeros(), Vec3::zeros());
        let mut now = TrackRow { v, w, external: [Vec3::zeros(); 2], ..last };
        if let Some(at) = frame.body(body) {
            (now.x, now.q, now.external) = (at.x, at.q, at.external.unwrap_or_default());
            match at.velocity.filter(|_| has_velocities) {
                Some([v, w]) => (now.v, now.w) = (v, w),
                None if row > 0 => {
                    now.v = (now.x - last.x) / dt;
                    now.w = rotation_vector(&(now.q * last.q.inverse())) / dt;
                }
                None => {}
            }
        }
        rows.push(now);
        last = now;
    }
    let is_held = header.fixed;
    BodyTrack { mass: header.mass.filter(|_| !is_held), inertia: header.inertia.filter(|_| !is_held), rows }
}

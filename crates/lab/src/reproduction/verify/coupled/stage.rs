//! One body that slides on a plane, in worlds of any size and orientation.

use crate::trace::{StudyError, first_fault};
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// Gravity, m/s².
pub(super) const G: f64 = 9.81;
/// Normal force on a heavy body, N.
pub(super) const LOAD: f64 = 10.0;
/// Stiffness K_E, N/m.
pub(super) const K: f64 = 1e5;

/// The world of a run: its unit of length, in which gravity is the same, its orientation and the order of the bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoupledWorld {
    /// Unit of length, m.
    pub(super) size: f64,
    /// Rotation vector of the world, rad.
    pub(super) turn: Vec3,
    /// The slider comes first.
    pub(super) is_swapped: bool,
    /// Threads.
    pub(super) threads: usize,
}

impl CoupledWorld {
    pub(super) const AS_WRITTEN: Self =
        Self { size: 1.0, turn: Vec3::new(0.0, 0.0, 0.0), is_swapped: false, threads: 1 };

    /// Worlds in which every run must give the same numbers, and what they are called.
    pub(super) fn others() -> [(&'static str, Self); 5] {
        let as_written = Self::AS_WRITTEN;
        [
            ("turned", Self { turn: Vec3::new(0.7, -1.1, 0.4), ..as_written }),
            ("bodies exchanged", Self { is_swapped: true, ..as_written }),
            ("two threads", Self { threads: 2, ..as_written }),
            ("size 1e-6", Self { size: 1e-6, ..as_written }),
            ("size 1e3", Self { size: 1e3, ..as_written }),
        ]
    }
}

/// A body on a plane, in units of a world: m, kg, s at size 1.
#[derive(Clone, Debug)]
pub(super) struct CoupledStage {
    /// Step size, s.
    pub(super) dt: f64,
    /// Duration, s.
    pub(super) duration: f64,
    /// Acceleration by gravity along the plane, m/s²; N follows from g alone.
    pub(super) slope: f64,
    /// `friction:` without the stiffness; `$number` is a length, m, and `/number` one over a length, 1/m.
    pub(super) friction: String,
    /// Young's modulus of the body, Pa, if it is elastic.
    pub(super) modulus: Option<f64>,
    /// True for a rigid contact.
    pub(super) is_rigid: bool,
    /// True for a body of 1e12 times the mass under [`LOAD`], without gravity: friction does not slow it down.
    pub(super) is_heavy: bool,
    /// Direction of the grain of plane and body in the plane, degrees from x.
    pub(super) grains: [Option<f64>; 2],
    /// Mass, kg, and moment of inertia about the normal, kg·m²; the body does not turn if the latter is 0.
    pub(super) mass: f64,
    pub(super) inertia: f64,
    /// Velocity, m/s, and angular velocity about the normal, rad/s.
    pub(super) velocity: [f64; 2],
    pub(super) spin: f64,
}

/// One state of a run, in the units and axes of the stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoupledState {
    /// Time, s.
    pub(super) t: f64,
    /// Position and velocity of the body.
    pub(super) x: Vec3,
    pub(super) v: Vec3,
    /// Angle since the start, rad, and angular velocity, rad/s, about the normal.
    pub(super) angle: f64,
    pub(super) w: f64,
    /// Friction force, N, on the body, and friction torque about the normal, N·m.
    pub(super) force: Vec3,
    pub(super) torque: f64,
    /// Slide slips.
    pub(super) slips: bool,
    /// Dissipated by slip in slide and spin, J.
    pub(super) lost: [f64; 2],
}

impl CoupledStage {
    /// A translating body of 1 kg on a level plane with springs, thrown at `velocity`, m/s.
    pub(super) fn thrown(friction: &str, velocity: [f64; 2], dt: f64, duration: f64) -> Self {
        Self {
            dt,
            duration,
            slope: 0.0,
            friction: friction.to_owned(),
            modulus: None,
            is_rigid: false,
            is_heavy: false,
            grains: [None, None],
            mass: 1.0,
            inertia: 0.0,
            velocity,
            spin: 0.0,
        }
    }

    /// Runs the stage; the error names a fault of its scene, or why it stopped.
    pub(super) fn play(&self, world: &CoupledWorld) -> Result<Vec<CoupledState>, StudyError> {
        let scene = self.scene(world)?;
        let mut simulation = Simulation::with_energy_ledger(&scene);
        simulation.use_threads(world.threads);
        let (length, time) = (world.size, world.size.sqrt());
        let mass = length * length * length;
        let (force, energy) = (mass, mass * length);
        let turn = rotation(&world.turn);
        let back = |v: &Vec3| turn.inverse_transform_vector(v);
        let (body, sign) = if world.is_swapped { (0, -1.0) } else { (1, 1.0) };
        let (mut moments, mut angle, mut start) = (Vec::new(), 0.0, Vec3::zeros());
        for step in 0..=(self.duration / self.dt).round() as u64 {
            if step > 0 {
                simulation.step();
            }
            let state = simulation.state();
            let at = &state.bodies[body];
            let (Some(contact), Some(accounts)) = (state.contacts.first(), &state.accounts) else {
                return Err(StudyError::new(&scene.title, "the body lost its contact"));
            };
            let tally = accounts.contacts.first().map(|account| [account.tally.slide.slip, account.tally.spin.slip]);
            let w = back(&at.w).z * time;
            if step == 0 {
                start = at.x;
            } else {
                angle += w * self.dt;
            }
            // Loads of a rigid contact acted in the step before.
            moments.push(CoupledState {
                t: step as f64 * self.dt,
                x: back(&(at.x - start)) / length,
                v: back(&at.v) * (time / length),
                angle,
                w,
                force: back(&contact.loads.friction_on_j) * (sign / force),
                torque: -sign * back(&contact.loads.spin_on_i).z / energy,
                slips: contact.slide.0.mode == Mode::Slip,
                lost: tally.unwrap_or([f64::NAN; 2]).map(|lost| lost / energy),
            });
        }
        match simulation.stopped() {
            Some(why) => Err(StudyError::new(&scene.title, why)),
            None => Ok(moments),
        }
    }

    fn scene(&self, world: &CoupledWorld) -> Result<Scene, StudyError> {
        let (length, time) = (world.size, world.size.sqrt());
        let mass = length * length * length;
        let turn = rotation(&world.turn);
        let vector = |v: Vec3| format!("({:?}, {:?}, {:?})", v.x, v.y, v.z);
        let quaternion = |q: &Rotation| format!("({:?}, {:?}, {:?}, {:?})", q.w, q.i, q.j, q.k);
        let grain = |degrees: Option<f64>| {
            let way =
                degrees.map(|degrees| Vec3::new(libm::cos(degrees.to_radians()), libm::sin(degrees.to_radians()), 0.0));
            way.map_or_else(String::new, |way| format!(", grain: {}", vector(way)))
        };
        // N = m g is known, and gravity has the component along the plane alone.
        let gravity = if self.is_heavy { Vec3::zeros() } else { turn * Vec3::new(self.slope, 0.0, -G) };
        let weight = if self.is_heavy { 1e12 } else { 1.0 };
        let plane =
            format!(r#"(name: "plane", shape: Plane, rotation: {}{})"#, quaternion(&turn), grain(self.grains[0]));
        let motion = match self.inertia > 0.0 {
            true => format!("Spinning({})", vector(turn * Vec3::z())),
            false => "Translating".to_owned(),
        };
        let inertia = if self.inertia > 0.0 { self.inertia } else { 0.4 * self.mass * 0.01 };
        let inertia = inertia * weight * mass * length * length;
        let [vx, vy] = self.velocity;
        let body = format!(
            r#"(name: "slider", shape: Sphere(radius: {:?}), mass: {:?}, inertia: ({inertia:?}, {inertia:?}, {inertia:?}), motion: {motion},
                rotation: {}, position: {}, velocity: {}, angular_velocity: {}{}{})"#,
            0.1 * length,
            self.mass * weight * mass,
            quaternion(&turn),
            vector(turn * Vec3::new(0.0, 0.0, 0.1 * length)),
            vector(turn * Vec3::new(vx, vy, 0.0) * (length / time)),
            vector(turn * Vec3::new(0.0, 0.0, self.spin / time)),
            grain(self.grains[1]),
            self.modulus
                .map_or_else(String::new, |e| format!(", youngs_modulus: {:?}, poisson_ratio: 0.0", e * length)),
        );
        let bodies = if world.is_swapped { [body, plane] } else { [plane, body] };
        let stiffness = K * self.mass * length * length;
        let stiffness = if self.is_rigid { String::new() } else { format!("k_e: {stiffness:?}, ") };
        let text = format!(
            r#"Scene(schema: 1, title: "a body slides", time: (dt: {:?}, duration: {:?}), gravity: {}, friction: ({stiffness}{}), normal: {}, bodies: [{}])"#,
            self.dt * time,
            self.duration * time,
            vector(gravity),
            with_lengths(&self.friction, length),
            match (self.is_rigid, self.is_heavy) {
                (true, _) => "Rigid".to_owned(),
                (false, true) => format!("Known(Force({:?}))", LOAD * mass),
                (false, false) => "Known(Weight)".to_owned(),
            },
            bodies.join(", ")
        );
        Scene::parse("a body slides", &text).map_err(|faults| StudyError::new("a body slides", first_fault(&faults)))
    }
}

/// A text in which `$number` is a number times `length`, and `/number` one over it.
fn with_lengths(text: &str, length: f64) -> String {
    let mut parts = text.split_inclusive(['$', '/']);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !(c.is_ascii_digit() || ".e-+".contains(c))).unwrap_or(part.len());
        let number: f64 = part[..end].parse().unwrap_or(f64::NAN);
        let scaled = if whole.pop() == Some('$') { number * length } else { number / length };
        whole += &format!("{scaled:?}{}", &part[end..]);
    }
    whole
}

/// The first moment from which slide sticks to the end.
pub(super) fn stop(moments: &[CoupledState]) -> f64 {
    let last = moments.iter().rposition(|moment| moment.slips);
    last.and_then(|last| moments.get(last + 1)).map_or(f64::NAN, |moment| moment.t)
}

/// The integral of `f` from 0 to 1 by Simpson's rule.
pub(super) fn integral(f: impl Fn(f64) -> f64) -> f64 {
    let half = 2000;
    let h = 0.5 / f64::from(half);
    let inner: f64 = (0..half).map(|k| 4.0 * f((2.0 * f64::from(k) + 1.0) * h) + 2.0 * f(2.0 * f64::from(k) * h)).sum();
    (inner - f(0.0) + f(1.0)) * h / 3.0
}

/// Largest difference of velocity, m/s, and of a v = 0.1 m arm times angular velocity, of two runs at the same steps;
/// NaN if they differ in length.
pub(super) fn difference(ours: &[CoupledState], theirs: &[CoupledState]) -> f64 {
    if ours.len() != theirs.len() {
        return f64::NAN;
    }
    let each =
        ours.iter().zip(theirs).flat_map(|(a, b)| [(a.v - b.v).norm(), 0.1 * (a.w - b.w).abs(), (a.x - b.x).norm()]);
    stickslip_engine::laws::math::extremes::largest(each)
}

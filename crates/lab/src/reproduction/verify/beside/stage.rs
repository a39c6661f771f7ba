//! Stages: a few bodies in units of their own size, written as scene text for a world, run, and read back in the same
//! units.

use super::moment::StageState;
use super::shapes::{PlacedShape, StageShape};
use super::world::{StageUnits, World};
use crate::trace::first_fault;
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::laws::pair::choice::AnyLaw;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Scene, text::write};

/// Normal force, friction and solver of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageLaw {
    /// Rigid contacts, exact form.
    Cones,
    /// Rigid contacts in the relaxed form.
    Relaxed,
    /// The paper's friction on linear springs.
    Hooke,
    /// The paper's friction on Hertz contacts.
    Hertz,
    /// Static friction as a constraint, on linear springs.
    Dae,
    /// Static friction as a constraint, for planar prisms whose normal force follows from their overlap area.
    Area,
}

impl StageLaw {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Cones => "cones",
            Self::Relaxed => "cones (relaxed)",
            Self::Hooke => "springs (Hooke)",
            Self::Hertz => "springs (Hertz)",
            Self::Dae => "dae (Hooke)",
            Self::Area => "dae (OverlapArea)",
        }
    }

    pub(super) fn is_rigid(self) -> bool {
        matches!(self, Self::Cones | Self::Relaxed)
    }
}

/// How an actor can move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ActorMotion {
    Free,
    Fixed,
    /// Moves in the plane normal to this axis.
    Planar(Vec3),
    /// Oscillates with this amplitude (vector) and frequency.
    Shaken(Vec3, f64),
}

/// A body of a stage.
#[derive(Clone, Debug)]
pub struct Actor {
    pub(super) name: &'static str,
    pub(super) form: StageShape,
    pub(super) hold: ActorMotion,
    pub(super) mass: f64,
    pub(super) inertia: Option<Vec3>,
    /// Position of the origin of the body's axes.
    pub x: Vec3,
    pub(super) q: Rotation,
    /// Velocity.
    pub v: Vec3,
    pub(super) w: Vec3,
}

impl Actor {
    /// A free body of unit mass at rest at the origin.
    pub fn new(name: &'static str, form: StageShape) -> Self {
        let (x, v, w) = (Vec3::zeros(), Vec3::zeros(), Vec3::zeros());
        Self { name, form, hold: ActorMotion::Free, mass: 1.0, inertia: None, x, q: Rotation::identity(), v, w }
    }

    /// The half-space below z = 0.
    pub(super) fn ground() -> Self {
        Self { hold: ActorMotion::Fixed, ..Self::new("ground", StageShape::Plane) }
    }

    /// A body at rest in its stable pose on ground at height `ground`.
    pub(super) fn placed(name: &'static str, placed: &PlacedShape, ground: f64) -> Self {
        let x = Vec3::new(0.0, 0.0, ground + placed.height);
        Self { x, q: rotation(&placed.turn), ..Self::new(name, placed.form) }
    }
}

/// A constant force on a body; `at` is its point of application relative to the centre of mass, in world axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct AppliedForce {
    pub(super) body: &'static str,
    pub(super) force: Vec3,
    pub(super) at: Vec3,
}

/// A scene in units of a length, a time and a mass.
#[derive(Clone, Debug)]
pub struct Stage {
    pub(super) actors: Vec<Actor>,
    pub(super) law: StageLaw,
    /// Gravity.
    pub gravity: Vec3,
    pub(super) dt: f64,
    pub(super) mu: f64,
    /// ρ and σ of rigid contacts; springs take the same torque limits for a ball of radius `ball`.
    pub(super) rho: f64,
    pub(super) sigma: f64,
    pub(super) ball: f64,
    /// Restitution e of impacts; with `None` rigid bodies do not bounce, and springs are damped.
    pub(super) restitution: Option<f64>,
    /// Friction laws of springs other than the paper's, their speeds in units of the stage.
    pub(super) laws: Vec<AnyLaw>,
    /// `damping: Ratio` of Hooke contacts without restitution.
    pub(super) damping: f64,
    /// k_n of springs; K_E is 0.8 k_n, and Y of an overlap area is k_n per unit length.
    pub(super) stiffness: f64,
    /// E/(1 − ν²) of each body under Hertz.
    pub(super) modulus: f64,
    /// Residual (a speed) below which a step of rigid contacts has converged.
    pub(super) residual: f64,
    /// μ of pairs that differ from `mu`.
    pub(super) pairs: Vec<([&'static str; 2], f64)>,
    pub(super) pushes: Vec<AppliedForce>,
}

impl Stage {
    /// A stage of bodies with unit weights, on springs that a unit weight compresses by 1e-4.
    pub fn new(law: StageLaw, dt: f64, actors: Vec<Actor>) -> Self {
        Self {
            actors,
            law,
            gravity: -Vec3::z(),
            dt,
            mu: 0.5,
            rho: 0.0,
            sigma: 0.0,
            ball: 1.0,
            restitution: None,
            laws: Vec::new(),
            damping: 0.5,
            stiffness: 1e4,
            modulus: 1e6,
            residual: RESIDUAL,
            pairs: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// The actor with this name.
    pub(super) fn actor(&self, name: &str) -> Option<&Actor> {
        self.actors.iter().find(|actor| actor.name == name)
    }

    /// The scene file of the stage in a world.
    fn text(&self, world: &World, duration: f64) -> String {
        let (units, vector) = (&world.units, write::vector);
        let mut bodies: Vec<String> = self.actors.iter().map(|actor| self.body(actor, world)).collect();
        if world.swapped {
            bodies.reverse();
        }
        let pairs = self.pairs.iter().map(|([a, b], mu)| {
            let mu = if matches!(self.law, StageLaw::Hooke | StageLaw::Hertz) {
                format!("mu_s: {mu:?}, mu_k: {mu:?}")
            } else {
                format!("mu: {mu:?}")
            };
            format!("(between: ({a:?}, {b:?}), friction: ({mu}))")
        });
        let pushes = self.pushes.iter().map(|push| {
            let force = vector(&(world.vector(&push.force) * units.mass * units.acceleration()));
            let at = vector(&(world.vector(&push.at) * units.length));
            format!("(body: {:?}, force: {force}, at: {at}, axes: World)", push.body)
        });
        format!(
            "Scene(schema: 1, title: \"beside\", time: (dt: {:?}, duration: {:?}), gravity: {},\n friction: ({}), \
             normal: {},\n{} pairs: [{}],\n bodies: [\n{}\n ], pulls: [{}])",
            self.dt * units.time,
            duration * units.time,
            vector(&(world.vector(&self.gravity) * units.acceleration())),
            self.friction(units),
            self.normal(units),
            self.solver(units),
            pairs.collect::<Vec<_>>().join(", "),
            bodies.join(",\n"),
            pushes.collect::<Vec<_>>().join(", "),
        )
    }

    fn body(&self, actor: &Actor, world: &World) -> String {
        let (units, vector) = (&world.units, write::vector);
        let q = world.rotation(&actor.q);
        let mut text = format!(
            "  (name: {:?}, shape: {}, position: {}, rotation: ({:?}, {:?}, {:?}, {:?})",
            actor.name,
            actor.form.text(units.length, world.mirrored),
            vector(&(world.vector(&actor.x) * units.length)),
            q.w,
            q.i,
            q.j,
            q.k
        );
        match actor.hold {
            ActorMotion::Fixed => text += ", motion: Fixed",
            ActorMotion::Planar(axis) => text += &format!(", motion: Planar({})", vector(&world.vector(&axis))),
            ActorMotion::Shaken(by, frequency) => {
                let shake = vector(&(world.vector(&by) * units.length));
                text += &format!(", motion: Driven(shake: {shake}, frequency: {:?})", frequency / units.time);
            }
            ActorMotion::Free => {}
        }
        if matches!(actor.hold, ActorMotion::Free | ActorMotion::Planar(_)) {
            let speed = units.length / units.time;
            text += &format!(
                ", mass: {:?}, velocity: {}, angular_velocity: {}",
                actor.mass * units.mass,
                vector(&(world.vector(&actor.v) * speed)),
                vector(&(world.axial(&actor.w) / units.time))
            );
            if let Some(inertia) = actor.inertia {
                text += &format!(", inertia: {}", vector(&(inertia * units.mass * units.length * units.length)));
            }
            if self.law == StageLaw::Hertz {
                let modulus = self.modulus * 0.91 * units.pressure();
                text += &format!(", youngs_modulus: {modulus:?}, poisson_ratio: 0.3");
            }
        }
        text + ")"
    }

    fn friction(&self, units: &StageUnits) -> String {
        let mu = self.mu;
        match self.law {
            StageLaw::Cones | StageLaw::Relaxed => {
                let (rho, sigma) = (self.rho * units.length, self.sigma * units.length);
                format!("mu: {mu:?}, rho: {rho:?}, sigma: {sigma:?}")
            }
            StageLaw::Dae | StageLaw::Area => format!("mu: {mu:?}, laws: (slide: Dae)"),
            StageLaw::Hooke | StageLaw::Hertz => {
                let k_e = 0.8 * self.stiffness * units.stiffness();
                let (radius, lever) = (self.ball * units.length, mu * self.ball);
                // The largest torques are 2 η_r μ R N and η_ψ μ R N.
                let eta_r = if self.rho > 0.0 { 0.5 * self.rho / lever } else { 0.0 };
                let spin = match self.sigma > 0.0 {
                    true => format!("Heuristic(eta_psi: {:?}, curvature: {:?})", self.sigma / lever, 1.0 / radius),
                    false => "Off".to_string(),
                };
                let laws: Vec<String> = self.laws.iter().map(|law| law_text(*law, units)).collect();
                format!(
                    "mu_s: {mu:?}, mu_k: {mu:?}, k_e: {k_e:?}, eta_r: {eta_r:?}, spin: {spin}, laws: ({})",
                    laws.join(", ")
                )
            }
        }
    }

    fn normal(&self, units: &StageUnits) -> String {
        match (self.law, self.restitution) {
            (StageLaw::Cones | StageLaw::Relaxed, e) => {
                let threshold = 1e-3 * units.length / units.time;
                format!("Rigid(restitution: {:?}, threshold: {threshold:?})", e.unwrap_or(0.0))
            }
            (StageLaw::Hooke | StageLaw::Dae, e) => {
                let damping =
                    e.map_or(format!("damping: Ratio({:?})", self.damping), |e| format!("restitution: {e:?}"));
                format!("Hooke(k_n: {:?}, {damping})", self.stiffness * units.stiffness())
            }
            (StageLaw::Hertz, e) => format!("Hertz(restitution: {:?}, damping: Exact)", e.unwrap_or(0.2)),
            (StageLaw::Area, _) => {
                let young = self.stiffness * units.pressure();
                format!("OverlapArea(young: {young:?}, damping: 0.5, rotation: (damping: 0.5))")
            }
        }
    }

    fn solver(&self, units: &StageUnits) -> String {
        let form = match self.law {
            StageLaw::Cones => "Exact",
            StageLaw::Relaxed => "Relaxed",
            _ => return String::new(),
        };
        let tolerance = self.residual * units.length / units.time;
        format!(" solver: Cones(form: {form}, tolerance: {tolerance:?}),\n")
    }

    /// Runs the stage in a world and reads it at `times`, which must ascend. An error is a fault of the scene, or why
    /// the guard stopped the run.
    pub(super) fn play(&self, world: &World, times: &[f64]) -> Result<Vec<StageState>, String> {
        let steps = |time: f64| (time / self.dt).round() as u64;
        let text = self.text(world, times.last().copied().unwrap_or_default().max(self.dt));
        let scene = Scene::parse("beside", &text).map_err(|faults| first_fault(&faults))?;
        let mut simulation = Simulation::new(&scene);
        simulation.use_threads(1);
        let mut moments = Vec::with_capacity(times.len());
        for time in times {
            simulation.steps(steps(*time).saturating_sub(simulation.step_count()));
            if let Some(why) = simulation.stopped() {
                return Err(format!("the run stops: {why}"));
            }
            moments.push(StageState::read(&simulation.state(), world));
        }
        Ok(moments)
    }
}

/// A law as an entry of `laws:` in a world; its speeds are in units of the stage.
fn law_text(mut law: AnyLaw, units: &StageUnits) -> String {
    let speeds = law.info().parameters.iter().map(|parameter| parameter.unit == "m/s");
    for (number, _) in law.numbers().into_iter().zip(speeds).filter(|(_, is_speed)| *is_speed) {
        *number = number.map(|speed| speed * units.length / units.time);
    }
    format!("{}: {law}", law.component())
}

/// Default residual of a converged step, a speed: the program's default for bodies of 1 m.
pub(super) const RESIDUAL: f64 = 1e-9;

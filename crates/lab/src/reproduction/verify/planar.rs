//! Independent solution for the falling ellipsoid of section 4.5.1. The motion is planar: three coordinates and the
//! equations of FN20 written out for a plane suffice, without the engine. The solution shows that the engine
//! integrates these equations, and that the authors' program integrates them with another line of action in place of
//! the normal.

use stickslip_engine::laws::friction::element::Mode;

/// Semi-axes across and along the long axis, m; mass, kg; gravity, m/s².
const ACROSS: f64 = 0.2;
const ALONG: f64 = 0.5;
const MASS: f64 = 5.0;
const GRAVITY: f64 = 9.8;
/// Moment of inertia about the axis of the motion, kg m².
const INERTIA: f64 = MASS / 5.0 * (ACROSS * ACROSS + ALONG * ALONG);
/// μ_s, μ_k, K_E in N/m, η_r, k_n in N/m, Δt in s.
const MU: [f64; 2] = [0.25, 0.2];
const K_E: f64 = 1e5;
const ETA_R: f64 = 0.2;
const K_N: f64 = 1e7;
pub(super) const DT: f64 = 1e-4;

/// The axis a in the roll torque −a × T.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum RollAxis {
    /// The normal, as in the text (2.2, 3.2).
    Normal,
    /// The unit vector from the contact point to the centre; equal to the normal for a ball.
    ToCentre,
}

/// Parameters of a run.
#[derive(Clone, Copy)]
pub(super) struct PlanarFall {
    /// Slide and roll damping ratios.
    pub damping: [f64; 2],
    /// I in D_R = 2 √(I K_R), divided by the moment of inertia about the axis of the motion.
    pub roll_inertia: f64,
    /// Normal damping ratio, relative to 2 √(m k_n).
    pub normal_damping: f64,
    /// Axis of the roll torque.
    pub axis: RollAxis,
}

/// (I_x I_y I_z)^(1/3) divided by the moment of inertia about x: the authors' I in D_R.
pub(super) fn geometric_mean_of_inertia() -> f64 {
    libm::cbrt(2.0 * ACROSS * ACROSS / (ACROSS * ACROSS + ALONG * ALONG))
}

/// Position of the centre (m), angle about x (rad), velocities (m/s, rad/s).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlanarState {
    pub y: f64,
    pub z: f64,
    pub angle: f64,
    pub vy: f64,
    pub vz: f64,
    pub w: f64,
}

/// A deflection with its mode (FN20 section 3).
#[derive(Clone, Copy, Default)]
struct PlanarSpring {
    history: f64,
    mode: Mode,
}

impl PlanarSpring {
    /// Adds an increment, limits the deflection and returns the load.
    fn advance(&mut self, increment: f64, caps: [f64; 2], stiffness: f64, damping: f64) -> f64 {
        self.history += increment;
        let cap = if self.mode == Mode::Stick { caps[0] } else { caps[1] };
        let over = self.history.abs() > cap;
        if over {
            self.history = cap.copysign(self.history);
        }
        self.mode = if over { Mode::Slip } else { Mode::Stick };
        let damps = if over { 0.0 } else { damping };
        stiffness * self.history + damps * increment / DT
    }
}

/// Contact data carried to the next step: lowest point in the body's axes, and its position on the ground, m.
struct PlanarContact {
    on_body: [f64; 2],
    on_ground: f64,
}

impl PlanarFall {
    /// The states of steps 0 to `steps`, starting upright at the static overlap m g/k_n with 0.3 m/s.
    pub(super) fn run(&self, steps: usize) -> Vec<PlanarState> {
        let mut now = PlanarState { z: ALONG - MASS * GRAVITY / K_N, vy: 0.3, ..PlanarState::default() };
        let (mut slide, mut roll) = (PlanarSpring::default(), PlanarSpring::default());
        let mut contact = None;
        let mut states = vec![now];
        for _ in 0..steps {
            let [force_y, force_z, torque] = self.loads(&now, &mut slide, &mut roll, &mut contact);
            now.vy += DT * force_y / MASS;
            now.vz += DT * (force_z / MASS - GRAVITY);
            now.w += DT * torque / INERTIA;
            now.y += DT * now.vy;
            now.z += DT * now.vz;
            now.angle += DT * now.w;
            states.push(now);
        }
        states
    }

    /// Force (N) and torque (N m) of the contact on the ellipsoid.
    fn loads(
        &self,
        now: &PlanarState,
        slide: &mut PlanarSpring,
        roll: &mut PlanarSpring,
        last: &mut Option<PlanarContact>,
    ) -> [f64; 3] {
        let (sin, cos) = libm::sincos(now.angle);
        let to_world = |[y, z]: [f64; 2]| [cos * y - sin * z, sin * y + cos * z];
        let height = (ACROSS * ACROSS * sin * sin + ALONG * ALONG * cos * cos).sqrt();
        let lowest = [-ACROSS * ACROSS * sin / height, -ALONG * ALONG * cos / height];
        let arm = to_world(lowest);
        let overlap = height - now.z;
        if overlap < 0.0 {
            (*slide, *roll, *last) = (PlanarSpring::default(), PlanarSpring::default(), None);
            return [0.0; 3];
        }
        let damping = 2.0 * self.normal_damping * (MASS * K_N).sqrt();
        let normal = (K_N * overlap - damping * (now.vz + now.w * arm[0])).max(0.0);
        // Radius of curvature at the lowest point of the ellipse: (b c)² / h³.
        let kappa = height * height * height / (ACROSS * ALONG * ACROSS * ALONG);
        let on_ground = now.y + arm[0];
        let (mut friction, mut couple) = (0.0, 0.0);
        if let Some(last) = last {
            let before = to_world(last.on_body);
            let chord = [arm[0] - before[0], arm[1] - before[1]];
            let path = libm::hypot(chord[0], chord[1]).copysign(chord[0]);
            let caps = MU.map(|mu| mu * normal / K_E);
            let slide_damping = self.damping[0] * 2.0 * (MASS * K_E).sqrt();
            friction = slide.advance(path - (on_ground - last.on_ground), caps, K_E, slide_damping);
            let stiffness = 4.0 * ETA_R * K_E / (kappa * kappa);
            let roll_damping = self.damping[1] * 2.0 * (self.roll_inertia * INERTIA * stiffness).sqrt();
            couple = roll.advance(kappa * path, caps.map(|cap| 0.5 * kappa * cap), stiffness, roll_damping);
            if self.axis == RollAxis::ToCentre {
                couple *= -arm[1] / libm::hypot(arm[0], arm[1]);
            }
        }
        *last = Some(PlanarContact { on_body: lowest, on_ground });
        // The loads act at the middle of the overlap.
        let depth = arm[1] + 0.5 * overlap;
        [friction, normal, arm[0] * normal - depth * friction + couple]
    }
}

/// Time at which ω first crosses zero after 0.1 s, s.
pub(super) fn first_turn(states: &[PlanarState]) -> f64 {
    let from = (0.1 / DT) as usize;
    let turns = |k: &usize| states[*k].w * states[k - 1].w < 0.0;
    (from..states.len()).find(turns).map_or(f64::NAN, |k| k as f64 * DT)
}

//! Slide law of Mindlin and Deresiewicz in Walton and Braun's simplified form: a stiffness that decreases as the load
//! grows.
//!
//! Sources: R. D. Mindlin and H. Deresiewicz, *Elastic spheres in contact under varying oblique forces*, J. Appl. Mech.
//! 20 (1953) 327; O. R. Walton and R. L. Braun, *Viscosity, granular-temperature, and stress calculations for shearing
//! assemblies of inelastic, frictional disks*, J. Rheology 30 (1986) 949; FN20 Appendix A.1 (4). `F ← F + K_t δ_s` with
//! `K_t = K_t0 (1 − (F − F*)/(μN − F*))^{1/3}` while F rises, `K_t = K_t0 (1 − (F* − F)/(μN + F*))^{1/3}` while it
//! falls, F* the load at the last reversal (0 at first); `K_t = K_t0` while N rises so fast that `K_t0 δ_s < μ ΔN`.
//!
//! | symbol | here |
//! |---|---|
//! | F | the history times `stiffness`, else K_E, whatever K_t0 is at this overlap |
//! | F, F*, δ_s | signed along the present load; perpendicular to it the stiffness is K_t0 |
//! | K_t0 | `stiffness`, else `8 G_eff √(R_eff δ)` where E, ν and the overlap are known, else K_E |
//! | μ | `mu`, else μ_k |
//!
//! Loading is Mindlin's own curve; unloading is the integral of this law, not Mindlin's `2μN` form. Differs: the source
//! has no dashpot, and none is added unless `damping` is given.

use crate::Vec2;
use crate::friction::element::{FrictionSpring, Mode, Spring};
use crate::friction::law::{
    ContactState, Law, LawInfo, Memory, Needs, Parameter, ROUNDING, Remembers, Step, partial_slip, partial_slip_step,
    softened,
};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MindlinIncremental {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Initial tangential stiffness K_t0, N/m; `None` takes 8 G_eff √(R_eff δ) if E and ν are known, else K_E.
    pub stiffness: Option<f64>,
    /// Dashpot coefficient D_t in stick, N·s/m; `None` is no dashpot.
    pub damping: Option<f64>,
}

impl Law for MindlinIncremental {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "mindlin-incremental",
        name: "Mindlin and Deresiewicz, incremental",
        formula: "F ← F + K_t δ; K_t = K_t0 (1 − (F−F*)/(μN−F*))^⅓ rising, K_t0 (1 − (F*−F)/(μN+F*))^⅓ falling",
        source: "Mindlin & Deresiewicz 1953; Walton & Braun 1986; Fang & Negrut 2020, A.1 (4)",
        notes: "Dissipates in small cycles on its own; without `damping` the smallest die out slowly. \
                F* is the load at the last reversal.",
        columns: "S: F/K_t0 with `stiffness`, else F/K_E. E: F. D: D_t v if `damping` is given, 0 in slip. Slip where F reaches μN.",
        parameters: &[
            Parameter::MU,
            Parameter { meaning: "K_t0, initial stiffness", ..Parameter::K_MINDLIN },
            Parameter::D_T,
        ],
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu, &mut self.stiffness, &mut self.damping]
    }

    /// `memory.vectors`: F* and the direction of the last motion along the load; `memory.number`: N of the last step.
    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        let k0 = self.initial_stiffness(contact_state);
        let per_deflection = contact_state.stiffness(self.stiffness) * contact_state.at.share;
        let (mu, n) = (contact_state.mu(self.mu), contact_state.normal());
        let cap = mu * n;
        let spring = Spring::from_load_caps([cap, cap], k0, self.damping.unwrap_or(0.0) * contact_state.at.share);
        let load = was.history * per_deflection;
        let slip = contact_state.by.slip * contact_state.dt;
        let along = if load.norm() > 1e-12 * cap { load } else { slip };
        let Some(e) = along.try_normalize(0.0) else {
            memory.number = n;
            return Step {
                mode: Mode::Stick,
                history: Vec2::zeros(),
                elastic: load,
                damping: Vec2::zeros(),
                spring,
                saturate: false,
            };
        };
        let forward = slip.dot(&e);
        let [turned_at, heading] = &mut memory.vectors;
        if k0 * forward.abs() > ROUNDING * cap {
            if heading.dot(&e) * forward < 0.0 {
                *turned_at = load;
            }
            *heading = e * forward.signum();
        }
        let (f, f_star) = (load.norm(), turned_at.dot(&e).clamp(-cap, cap));
        let is_stiff = k0 * forward.abs() < mu * (n - memory.number);
        memory.number = n;
        let onward = if is_stiff {
            f + k0 * forward
        } else if was.mode == Mode::Slip && forward > 0.0 {
            // Sliding continues at the cap, even while N rises.
            cap
        } else {
            f + k0 * softening(f, f_star, cap, forward) * forward
        };
        let reached = partial_slip([load, slip * k0], &e, onward, cap);
        partial_slip_step(spring, reached, contact_state.by.slip, per_deflection)
    }

    /// Energy recovered by unloading from here to zero: the integral of the falling branch.
    fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<Vec2>, memory: &Memory) -> f64 {
        let k0 = self.initial_stiffness(contact_state);
        let cap = contact_state.mu(self.mu) * contact_state.normal();
        let f = now.elastic.norm().min(cap);
        let Some(e) = now.elastic.try_normalize(0.0) else { return 0.0 };
        let [turned_at, heading] = &memory.vectors;
        let f_star = if heading.dot(&e) < 0.0 { turned_at.dot(&e).clamp(f, cap) } else { f };
        // With x = (μN + F)/(μN + F*): K_t = K_t0 x^{1/3}, F = c x − μN, dF = c dx.
        let c = cap + f_star;
        let integral = |x: f64| 0.6 * c * libm::pow(x, 5.0 / 3.0) - 1.5 * cap * libm::pow(x, 2.0 / 3.0);
        c / k0 * (integral((cap + f) / c) - integral(cap / c))
    }
}

impl MindlinIncremental {
    /// K_t0 of this point, N/m.
    fn initial_stiffness(&self, contact_state: &ContactState) -> f64 {
        contact_state.mindlin_stiffness(self.stiffness) * contact_state.at.share
    }
}

/// `K_t/K_t0`, in \[0, 1\], at the load `f`, N, for a displacement `forward`, m, signed along the load.
fn softening(f: f64, f_star: f64, cap: f64, forward: f64) -> f64 {
    let (done, room) = if forward > 0.0 { (f - f_star, cap - f_star) } else { (f_star - f, cap + f_star) };
    if room > 0.0 { softened(1.0 - done / room) } else { 0.0 }
}

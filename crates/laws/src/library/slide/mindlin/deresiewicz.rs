//! Slide law of Mindlin and Deresiewicz in four cases: tangential loading or unloading, under rising or falling N.
//!
//! Sources: R. D. Mindlin and H. Deresiewicz, *Elastic spheres in contact under varying oblique forces*, J. Appl. Mech.
//! 20 (1953) 327; L. Vu-Quoc and X. Zhang, *An accurate and efficient tangential force–displacement model for elastic
//! frictional contact in particle-flow simulations*, Mech. Mater. 31 (1999) 235 (the four cases); C. Thornton and C. W.
//! Randall, *Applications of theoretical contact mechanics to solid particle system simulation*, in Micromechanics of
//! Granular Materials (1988), 133 (one formula for all of them); FN20 Appendix A.1 (4).
//!
//! In a step with displacement δ_s the load changes along the motion by `K_t0 θ |δ_s| + μ (1 − θ) ΔN` with
//!
//! | branch | θ³ |
//! |---|---|
//! | first loading | `1 − (F + μ ΔN)/(μN)` |
//! | unloading from F* | `1 − (F* − F + 2μ ΔN)/(2μN)` |
//! | loading again from F** | `1 − (F − F** + 2μ ΔN)/(2μN)` |
//! | `K_t0 |δ_s| < μ ΔN` | 1 (FN20: `ΔF_t < μ ΔF_n`) |
//!
//! A rising N thus stiffens the contact and a falling N lets it yield. F* and F** are the loads of the last two
//! reversals; as N changes they move by μ ΔN away from F. Once the load passes the last reversal but one (or the mirror
//! image of the only one), the loop is closed and first loading resumes; of nested loops the outer one is forgotten.

use crate::Vec2;
use crate::friction::element::{FrictionSpring, Mode, Spring};
use crate::friction::law::{
    ContactState, Law, LawInfo, Memory, Needs, Parameter, ROUNDING, Remembers, Step, partial_slip, partial_slip_step,
    softened,
};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MindlinDeresiewicz {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Initial tangential stiffness K_t0, N/m; `None` takes 8 G_eff √(R_eff δ) if E and ν are known, else K_E.
    pub stiffness: Option<f64>,
    /// Dashpot coefficient D_t in stick, N·s/m; `None` is no dashpot.
    pub damping: Option<f64>,
}

impl Law for MindlinDeresiewicz {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "mindlin-deresiewicz",
        name: "Mindlin and Deresiewicz, four cases",
        formula: "ΔF = K_t0 θ |δ| + μ (1 − θ) ΔN; θ³ = 1 − (F + μΔN)/(μN) on first loading, \
                  1 − (|F − F*| + 2μΔN)/(2μN) after a reversal F*",
        source: "Mindlin & Deresiewicz 1953; Vu-Quoc & Zhang 1999; Thornton & Randall 1988; Fang & Negrut 2020, A.1 (4)",
        notes: "Dissipates in small cycles on its own; without `damping` the smallest die out slowly. \
                Remembers two load reversals: of nested loops, the outer one is forgotten.",
        columns: "S: F/K_E. E: F. D: D_t v if `damping` is given, 0 in slip. Slip where F reaches μN.",
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

    /// `memory.vectors`: the loads of the last reversal and of the one before it, zero if there is none;
    /// `memory.number`: N of the last step.
    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        let k0 = self.initial_stiffness(contact_state);
        let n = contact_state.normal();
        let cap = contact_state.mu(self.mu) * n;
        let spring = Spring::from_load_caps([cap, cap], k0, self.damping.unwrap_or(0.0) * contact_state.at.share);
        let per_deflection = contact_state.stiffness(None) * contact_state.at.share;
        let load = was.history * per_deflection;
        let slip = contact_state.by.slip * contact_state.dt;
        let along = if load.norm() > 1e-12 * cap { load } else { slip };
        let rise = contact_state.mu(self.mu) * (n - memory.number);
        memory.number = n;
        let (mode, load) = match along.try_normalize(0.0) {
            Some(e) => {
                let forward = slip.dot(&e);
                let mut branch = Branch::along(&e, load.dot(&e), memory);
                branch.advance(forward, k0, cap, rise);
                memory.vectors = [e * branch.last.unwrap_or(0.0), e * branch.before.unwrap_or(0.0)];
                partial_slip([load, slip * k0], &e, branch.load, cap)
            }
            None => (if cap > 0.0 { Mode::Stick } else { Mode::Slip }, load),
        };
        if mode == Mode::Slip {
            memory.vectors = [Vec2::zeros(); 2];
        }
        partial_slip_step(spring, (mode, load), contact_state.by.slip, per_deflection)
    }

    /// Energy recovered by unloading from here to zero at this N: the integral of the branch from the last reversal.
    fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<Vec2>, memory: &Memory) -> f64 {
        let double = 2.0 * contact_state.mu(self.mu) * contact_state.normal();
        let Some(e) = now.elastic.try_normalize(0.0) else { return 0.0 };
        let branch = Branch::along(&e, now.elastic.norm().min(0.5 * double), memory);
        let from = if branch.heading() < 0.0 { branch.last.unwrap_or(branch.load) } else { branch.load };
        // With y = θ³ = 1 − (F* − F)/(2μN): dF = 2μN dy, dδ = dF/(K_t0 y^⅓), F = F* − 2μN (1 − y).
        let integral =
            |y: f64| 1.5 * (from - double) * libm::pow(y, 2.0 / 3.0) + 0.6 * double * libm::pow(y, 5.0 / 3.0);
        let [top, end] = [branch.load, 0.0].map(|load| integral((1.0 - (from - load) / double).clamp(0.0, 1.0)));
        double / self.initial_stiffness(contact_state) * (top - end)
    }
}

impl MindlinDeresiewicz {
    /// K_t0 of this point, N/m.
    fn initial_stiffness(&self, contact_state: &ContactState) -> f64 {
        contact_state.mindlin_stiffness(self.stiffness) * contact_state.at.share
    }
}

/// The branch of the load curve that a contact is on; loads in N along one direction.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// F, not negative before the step.
    load: f64,
    /// Load of the last reversal; `None` on the first loading.
    last: Option<f64>,
    /// Load of the second-last reversal; `None` if there is at most one.
    before: Option<f64>,
}

impl Branch {
    /// The branch in the direction `e`, from the reversals in the memory.
    fn along(e: &Vec2, load: f64, memory: &Memory) -> Self {
        let [last, before] = memory.vectors.map(|at| (at != Vec2::zeros()).then(|| at.dot(e)));
        Self { load, last, before }
    }

    /// 1 if the load changes along the direction, −1 if against it.
    fn heading(&self) -> f64 {
        self.last.map_or(1.0, |last| if self.load < last { -1.0 } else { 1.0 })
    }

    /// Advances by a displacement `forward` (m) along the direction while μN rises by `rise` to `cap` (N).
    fn advance(&mut self, forward: f64, k0: f64, cap: f64, rise: f64) {
        let mut heading = self.heading();
        if forward * heading < 0.0 && k0 * forward.abs() > ROUNDING * cap {
            (self.last, self.before, heading) = (Some(self.load), self.last, -heading);
        }
        let onward = forward * heading;
        let stiff = k0 * forward.abs() < rise;
        let cube = match self.last {
            None => 1.0 - (self.load + rise) / cap,
            Some(last) => 1.0 - ((self.load - last).abs() + 2.0 * rise) / (2.0 * cap),
        };
        // Without a normal force `cube` is NaN, for which `softened` gives zero stiffness.
        let theta = if stiff { 1.0 } else { softened(cube) };
        self.load += heading * (k0 * theta * onward + (1.0 - theta) * rise);
        self.last = self.last.map(|last| if heading < 0.0 { last + rise } else { last - rise });
        self.before = self.before.map(|before| if heading < 0.0 { before - rise } else { before + rise });
        let closes_at = self.before.or(self.last.map(|last| -last));
        if closes_at.is_some_and(|load| heading * (self.load - load) >= 0.0) {
            (self.last, self.before) = (None, None);
        }
    }
}

//! The paper's own laws: capped springs on the paths of the contact point (slide, roll) and on the frame angle (spin).
//!
//! Source: FN20 section 3, equations (1) to (3d), (13). The springs come from [`FrictionParameters::derive`], the steps
//! from [`crate::friction::contact`]; this module combines them into laws. Where all three laws of a pair are the paper's, linear and
//! isotropic, a kernel calls [`crate::friction::contact`] itself, for several contacts at a time.
//!
//! Differs: a tangential motion below 1e-14 of the smaller body's size is rounding and moves nothing; it accumulates in
//! the material point until it is resolved ([`surface_path`](crate::friction::tracking::surface_path)). A spring that reaches its
//! static cap from below may exceed it by 1e-9 before it yields, so that rounding does not decide at α = atan μ_s
//! ([`Spring::cap`]). κ is evaluated at the new contact point; a path below 1e-12 of the size has no direction and
//! keeps the last κ.
//!
//! Slide rotates with body i (the frame is i's), so the order of the two bodies has a small effect where they slide and
//! spin at once; the roll torques of the two bodies need not be equal and opposite (Appendix A.2).

use crate::Vec2;
use crate::friction::contact::{roll, slide, spin};
use crate::friction::element::{
    DashpotRule, Deflection, FrictionSpring, Mode, Spring, SpringLoad, SpringStep, WideDeflection,
};
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Remembers, Step};
use crate::friction::limit::anisotropic_spring::GrainedSpring;
use crate::friction::limit::anisotropy::Across;
use crate::friction::load_curve::LoadCurve;
use crate::friction::parameters::{Conditions, FrictionParameters, Overrides, SpinModel};
use crate::math::number::V2;

/// The paper's slide law; all parameters are those of the pair ([`FrictionParameters`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FangNegrutSlide;

/// The paper's roll law; all parameters are those of the pair ([`FrictionParameters`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FangNegrutRoll;

/// The paper's spin law; all parameters are those of the pair ([`FrictionParameters`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FangNegrutSpin;

impl Law for FangNegrutSlide {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "fang-negrut",
        name: "Fang and Negrut",
        formula: "F = K_E S + K_D ΔS/Δt; S ← S + p_i − p_j, at most μ_s N/K_E in stick, μ_k N/K_E in slip",
        source: "Fang & Negrut 2020, 3.1 (1)",
        notes: "Comes to a full stop; distinguishes static from kinetic friction. No damping in slip. In stick, spring \
                and dashpot together stay within μ_s N; with `slide_damping: Uncapped(...)`, as in the paper's own \
                programs, the dashpot may take F above it for a few steps. The result depends slightly on which body is listed \
                first; use `cundall-strack` when that matters.",
        columns: "S: micro-deflection. E: K_E S. D: K_D ΔS/Δt, 0 in slip.",
        parameters: &[],
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: false,
    };

    const TRACKS_EACH_SURFACE: bool = true;
    const KNOWS_GRAIN: bool = true;
    const KNOWS_LIMIT: bool = true;

    fn takes_stiffness(&self, _: &FrictionParameters) -> bool {
        true
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        let given = &contact_state.friction.slide_given;
        // The thresholds of a curve are not proportional to N.
        let spring = match given.curves {
            Some(_) => contact_state.friction.slide_spring(&contact_state.at),
            None => contact_state.spring(|friction, at| friction.slide_spring(at)),
        };
        let spring = contact_state.dashpot(given, spring, contact_state.slid(true));
        let (rule, crosswise) = (contact_state.friction.damping_rule.slide(), |across: &Across| {
            let friction = contact_state.friction.with_mu([across.mu_s, across.mu_k]);
            contact_state.spring(|_, at| friction.slide_spring(at))
        });
        if let Some(grained) = GrainedSpring::new(contact_state, spring, crosswise) {
            return grained.step(was, contact_state.slid(true), contact_state.dt, rule);
        }
        let paths = contact_state.by.paths.map(V2::from);
        let of_line = of_line(given, rule);
        let step = slide(&spring.per_step(contact_state.dt), was.history.into(), was.flags(), paths, of_line);
        contact_state.with_curve_load(given, was.mode, rule, law_step(spring, step))
    }

    fn joint_spring(&self, contact_state: &ContactState) -> Spring {
        let spring = contact_state.spring(|friction, at| friction.slide_spring(at));
        contact_state.dashpot(&contact_state.friction.slide_given, spring, contact_state.slid(true))
    }

    fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<Vec2>, _: &Memory) -> f64 {
        contact_state.stored(&contact_state.friction.slide_given, now)
    }
}

impl Law for FangNegrutRoll {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "fang-negrut",
        name: "Fang and Negrut",
        formula: "T_b = K_R Θ_b + D_R κ_b p_b/Δt; Θ_b ← Θ_b + κ_b p_b, at most κ μN/K_E; K_R = η_r K_E/κ²",
        source: "Fang & Negrut 2020, 3.2 (2)",
        notes: "Comes to a full stop. Each body has its own torque, and the two need not cancel: two bodies that collide \
                in free space gain or lose angular momentum, some 0.3 to 20 % of it, and the result depends \
                on which body is listed first. Use `spring-dashpot` or `luding-roll` when that matters.",
        columns: "Theta: micro-deflection of each body. TrollE: K_R Θ. TrollD: dashpot, 0 in slip.",
        parameters: &[],
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: false,
    };

    const TRACKS_EACH_SURFACE: bool = true;

    fn is_on(&self, contact_state: &ContactState) -> bool {
        contact_state.friction.rolls()
    }

    fn takes_stiffness(&self, friction: &FrictionParameters) -> bool {
        friction.rolls()
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        let body = contact_state.body;
        let given = &contact_state.friction.roll_given;
        let spring = contact_state.spring(|friction, at| friction.roll_spring(at, at.roll_inertia[body]));
        let spring = contact_state.dashpot(given, spring, contact_state.rolled(true));
        let (history, paths) = (was.history.into(), contact_state.by.paths.map(V2::from));
        let per_step = spring.per_step(contact_state.dt);
        let rule = contact_state.friction.damping_rule.roll();
        let of_line = of_line(given, rule);
        let step = roll(body, &per_step, history, was.flags(), paths, contact_state.curvatures[body], of_line);
        contact_state.with_curve_load(given, was.mode, rule, law_step(spring, step))
    }

    fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<Vec2>, _: &Memory) -> f64 {
        contact_state.stored(&contact_state.friction.roll_given, now)
    }
}

impl Law for FangNegrutSpin {
    type Deflection = f64;

    const INFO: LawInfo = LawInfo {
        id: "fang-negrut",
        name: "Fang and Negrut",
        formula: "T = K_ψ Ψ + D_ψ ψ/Δt; Ψ ← Ψ + ψ; heuristic: K_ψ = η_ψ K_E/𝒦², cap 𝒦μN/K_E; Hertz: K_ψ = ½a²K_E, cap μN/(K_E a)",
        source: "Fang & Negrut 2020, 3.3 (3), (13)",
        notes: "Comes to a full stop. The scene's `spin:` selects one of the two, or none.",
        columns: "Psi: micro-deflection. Tspin_E: −K_ψ Ψ. Tspin_D: dashpot, 0 in slip.",
        parameters: &[],
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    const TRACKS_EACH_SURFACE: bool = true;
    const KNOWS_LIMIT: bool = true;

    fn is_on(&self, contact_state: &ContactState) -> bool {
        contact_state.friction.spin != SpinModel::Off
    }

    fn takes_stiffness(&self, friction: &FrictionParameters) -> bool {
        friction.spin != SpinModel::Off
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<f64>, _: &mut Memory) -> Step<f64> {
        let spring = self.joint_spring(contact_state);
        let given = &contact_state.friction.spin_given;
        let rule = contact_state.friction.damping_rule.spin();
        let (per_step, of_line) = (spring.per_step(contact_state.dt), of_line(given, rule));
        let SpringStep { history, load, slips, saturate } =
            spin(&per_step, was.history, was.flags(), contact_state.by.psi, of_line);
        let step = Step {
            mode: Mode::from_slips(slips),
            history,
            elastic: load.elastic,
            damping: load.damping,
            spring,
            saturate,
        };
        contact_state.with_curve_load(given, was.mode, rule, step)
    }

    fn joint_spring(&self, contact_state: &ContactState) -> Spring {
        let spring = match contact_state.friction.has_patch() {
            true => contact_state.friction.spin_spring(&contact_state.at),
            false => contact_state.spring(|friction, at| friction.spin_spring(at)),
        };
        contact_state.dashpot(&contact_state.friction.spin_given, spring, contact_state.spun(true))
    }

    fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<f64>, _: &Memory) -> f64 {
        contact_state.stored(&contact_state.friction.spin_given, now)
    }
}

/// The rule of the dashpot beside a straight line; beside a curve, it is cut once the load of the curve is known.
fn of_line(given: &Overrides, rule: DashpotRule) -> DashpotRule {
    DashpotRule { uncapped: rule.uncapped || given.curves.is_some(), ..rule }
}

/// Converts the step of a capped spring to a law's step.
fn law_step(spring: Spring, step: SpringStep<V2<f64>>) -> Step<Vec2> {
    let SpringStep { history, load, slips, saturate } = step;
    let (elastic, damping) = (load.elastic.into(), load.damping.into());
    Step { mode: Mode::from_slips(slips), history: history.into(), elastic, damping, spring, saturate }
}

impl<V: WideDeflection> FrictionSpring<V> {
    /// Whether the component slips, and whether it still awaits a saturated start.
    fn flags(&self) -> [bool; 2] {
        [self.mode == Mode::Slip, self.saturate]
    }
}

impl ContactState {
    /// A spring at the contact's normal force, scaled from 1 N: bit-identical to the kernels, which scale the caps at
    /// each step.
    fn spring(&self, of: impl FnOnce(&FrictionParameters, &Conditions) -> Spring) -> Spring {
        of(&self.friction, &Conditions { normal: 1.0, ..self.at }).under(self.at.normal)
    }

    /// The spring with its damping coefficient replaced, if there is a damping curve, by that of the linear dashpot
    /// with the same load at this step's rate.
    fn dashpot<V: Deflection>(&self, given: &Overrides, spring: Spring, increment: V) -> Spring {
        let Some(curve) = given.damping_curve else { return spring };
        Spring { damping: curve.coefficient(increment.size() / self.dt) * self.at.share, ..spring }
    }

    /// Replaces the load of a linear spring's step by that of the load curve at the same deflection; the stiffness
    /// becomes the secant F(d)/d.
    ///
    /// F_d applies where the component slipped before the step and still does. A component that yields in this step has
    /// F_s at the static threshold (FN20 3.3, "stick case"); one that returns to stick also has F_s.
    ///
    /// In stick, the dashpot is cut at F_s of the static threshold, unless it is uncapped.
    fn with_curve_load<V: Deflection>(
        &self,
        given: &Overrides,
        was: Mode,
        rule: DashpotRule,
        step: Step<V>,
    ) -> Step<V> {
        let Some(curves) = given.curves else { return step };
        let secant = |curve: &LoadCurve, size: f64| curve.secant(size) * self.at.share;
        let curve = curves.in_mode(was == Mode::Slip && step.mode == Mode::Slip);
        let stiffness = secant(curve, step.history.size());
        let load = SpringLoad { elastic: step.history.times(stiffness), damping: step.damping };
        let load = match step.mode {
            Mode::Stick if !rule.uncapped => {
                let most = step.spring.static_cap;
                load.within(secant(&curves.stick, most) * most)
            }
            _ => load,
        };
        let (elastic, damping) = (load.elastic, load.damping);
        Step { elastic, damping, spring: Spring { stiffness, ..step.spring }, ..step }
    }

    /// Energy in the spring, J: ½ load · deflection, or the integral of the curve of stick.
    fn stored<V: Deflection>(&self, given: &Overrides, now: &FrictionSpring<V>) -> f64 {
        let size = now.history.size();
        given.curves.map_or(0.5 * now.elastic.size() * size, |curves| curves.stick.energy(size) * self.at.share)
    }
}

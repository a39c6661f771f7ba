//! Coulomb friction of rigid bodies: full friction against the motion, or no motion at all; there is no spring.
//!
//! Source: Tasora & Anitescu 2013 (see [`crate::friction::limit::cones`]). In a scene, a constraint solver finds the loads of all
//! contacts together and these laws pass them on. Driven alone by a prescribed motion, slide, roll and spin follow
//! their definition: the limit along the motion or, without motion, the previous load clipped to the limit.
//!
//! Differs: the three limits are independent of each other, as in the source, unless the scene joins them in one
//! ellipsoid ([`crate::friction::limit::limit_surface`]); slide friction may differ along and across a grain ([`crate::friction::limit::anisotropy`]).

use crate::Vec2;
use crate::friction::element::{Deflection, FrictionSpring, Mode, Spring};
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step};
use crate::friction::limit::anisotropy::LimitEllipse;

/// Slide: `‖γ_t‖ ≤ μ γ_n`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Complementarity {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
}

/// Law id in scene files.
pub(crate) const ID: &str = "complementarity";
pub(crate) const NAME: &str = "Tasora and Anitescu";
pub(crate) const NOTES: &str = "Rigid bodies (`normal: Rigid`): no stiffness, no damping, steps of \
                     10⁻³ to 10⁻² s. Static and kinetic friction are equal. The three limits are independent.";

impl Law for Complementarity {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: ID,
        name: NAME,
        formula: "‖γ_t‖ ≤ μ γ_n: either no motion, or the full limit opposing it",
        source: "Tasora & Anitescu 2013, B",
        notes: NOTES,
        columns: "S: 0. E: γ_t/Δt of the last step. D: 0.",
        parameters: &[Parameter::MU],
        needs: Needs::Nothing,
        remembers: Remembers::Nothing,
        symmetric: true,
    };

    const TRACKS_EACH_SURFACE: bool = true;
    const KNOWS_GRAIN: bool = true;
    const KNOWS_LIMIT: bool = true;

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu]
    }

    fn step(&self, contact_state: &ContactState, _: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        if let Some(found) = &contact_state.reaction {
            return solved_elsewhere(found.modes[0], Vec2::new(found.load[1], found.load[2]));
        }
        let limit = contact_state.mu(self.mu) * contact_state.normal();
        let step = match contact_state.friction.across.zip(contact_state.grain) {
            Some((across, along)) => {
                let axes = [limit, across.mu_k * contact_state.normal()];
                across_a_grain(
                    &LimitEllipse { along, axes, rule: across.rule },
                    contact_state.by.slip,
                    memory.vectors[0],
                )
            }
            None => against(limit, contact_state.by.slip, memory.vectors[0]),
        };
        memory.vectors[0] = step.elastic;
        step
    }
}

/// The load found by the solver, as a step.
pub(crate) fn solved_elsewhere<V: Deflection>(mode: Mode, load: V) -> Step<V> {
    Step { mode, history: V::ZERO, elastic: load, damping: V::ZERO, spring: Spring::default(), saturate: false }
}

/// The load on the limit that opposes a prescribed motion; without motion, the previous load brought within the limit.
fn across_a_grain(limit: &LimitEllipse, rate: Vec2, last: Vec2) -> Step<Vec2> {
    if rate != Vec2::zeros() {
        solved_elsewhere(Mode::Slip, limit.sliding(&rate))
    } else {
        solved_elsewhere(Mode::Stick, if limit.gauge(&last) > 1.0 { limit.yielded(&last) } else { last })
    }
}

/// The limit along a prescribed motion; without motion, the previous load clipped to the limit.
pub(crate) fn against<V: Deflection>(limit: f64, rate: V, last: V) -> Step<V> {
    let along = |v: V| v.times(limit / v.size());
    let (mode, load) = if rate.size() > 0.0 {
        (Mode::Slip, along(rate))
    } else if last.size() > limit {
        (Mode::Stick, along(last))
    } else {
        (Mode::Stick, last)
    };
    solved_elsewhere(mode, load)
}

//! One step of a slide spring whose cap differs along and across a grain ([`crate::friction::limit::anisotropy`]).
//!
//! The modes are those of [`Spring::cap`]: stick yields above the static ellipse and is then brought onto it; slip is
//! brought onto the kinetic ellipse, and sticks again once the deflection lies inside. A grain that turns carries its
//! ellipse along, but not the deflection.

use crate::Vec2;
use crate::friction::element::{DashpotRule, FrictionSpring, Mode, ROUNDING, Spring, SpringLoad};
use crate::friction::law::{ContactState, Step};
use crate::friction::limit::anisotropy::{Across, LimitEllipse};
use crate::math::number::V2;

/// The spring of a contact along and across its grain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GrainedSpring {
    /// The spring along the grain, and the one across; they differ in their caps alone.
    springs: [Spring; 2],
    /// e1, components (u, w).
    along: Vec2,
    across: Across,
}

impl GrainedSpring {
    /// The spring of a contact whose friction has a grain; `None` without one. `along`: the spring of the law along the
    /// grain; `across`: the one with the coefficients across.
    pub(crate) fn new(
        contact_state: &ContactState,
        along: Spring,
        across: impl FnOnce(&Across) -> Spring,
    ) -> Option<Self> {
        let of = contact_state.friction.across?;
        Some(Self { springs: [along, across(&of)], along: contact_state.grain?, across: of })
    }

    fn ellipse(&self, mode: Mode) -> LimitEllipse {
        let axes = self.springs.map(|spring| if mode == Mode::Slip { spring.kinetic_cap } else { spring.static_cap });
        LimitEllipse { along: self.along, axes, rule: self.across.rule }
    }

    /// Advances the slide component by `increment`, m, in a step of `dt`, s.
    pub(crate) fn step(&self, was: &FrictionSpring<Vec2>, increment: Vec2, dt: f64, rule: DashpotRule) -> Step<Vec2> {
        let limit = self.ellipse(was.mode);
        let starts = was.saturate && increment != Vec2::zeros();
        let free = was.history + increment;
        let most = if was.mode == Mode::Slip { 1.0 } else { 1.0 + ROUNDING };
        let (mode, history) = if starts {
            (Mode::Slip, limit.sliding(&increment))
        } else if limit.gauge(&free) <= most {
            (if was.saturate { Mode::Slip } else { Mode::Stick }, free)
        } else {
            (Mode::Slip, limit.yielded(&free))
        };
        let [spring, _] = self.springs;
        let elastic = history * spring.stiffness;
        let damping = increment * (spring.damping / dt);
        let damping = match mode {
            Mode::Stick if rule.uncapped => damping,
            Mode::Stick => self.held(elastic, damping),
            _ if rule.in_slip => damping,
            _ => Vec2::zeros(),
        };
        Step { mode, history, elastic, damping, spring, saturate: was.saturate && !starts }
    }

    /// The damping load, cut so that spring and dashpot together stay within the static ellipse.
    fn held(&self, elastic: Vec2, damping: Vec2) -> Vec2 {
        let limit = self.ellipse(Mode::Stick);
        let most = limit.axes.map(|axis| axis * self.springs[0].stiffness);
        if most.contains(&0.0) {
            return Vec2::zeros();
        }
        let scaled = |v: &Vec2| {
            let [a, b] = limit.components(v);
            V2 { u: a / most[0], w: b / most[1] }
        };
        let V2 { u, w } = SpringLoad { elastic: scaled(&elastic), damping: scaled(&damping) }.within(1.0).damping;
        limit.vector([u * most[0], w * most[1]])
    }
}

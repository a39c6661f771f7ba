//! The rotation of histories in the contact plane.

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::Memory;
use crate::friction::tracking::counter_spin;

/// A rotation in the contact plane.
#[derive(Clone, Copy)]
pub(crate) struct PlaneTurn {
    cos: f64,
    sin: f64,
}

impl PlaneTurn {
    /// By `angle`, rad.
    pub(crate) fn by(angle: f64) -> Self {
        if angle == 0.0 { Self { cos: 1.0, sin: 0.0 } } else { Self { cos: libm::cos(angle), sin: libm::sin(angle) } }
    }

    /// The rotation to apply to a history: this one for a law that sees the pair, none under `Law::TRACKS_EACH_SURFACE`, whose
    /// history stays in the frame.
    pub(crate) fn of_pair(self, tracks_each_surface: bool) -> Self {
        if tracks_each_surface { Self::by(0.0) } else { self }
    }

    /// A vector, rotated.
    pub(crate) fn vector(&self, v: &Vec2) -> Vec2 {
        counter_spin((*v).into(), [self.sin, self.cos]).into()
    }

    /// A component with its history rotated.
    pub(crate) fn component(&self, part: &FrictionSpring<Vec2>) -> FrictionSpring<Vec2> {
        FrictionSpring { history: self.vector(&part.history), ..*part }
    }

    /// A memory with its vectors rotated.
    pub(crate) fn memory<'a>(&self, memory: &'a mut Memory) -> &'a mut Memory {
        memory.vectors = memory.vectors.map(|v| self.vector(&v));
        memory
    }
}

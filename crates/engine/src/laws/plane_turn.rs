//! The rotation of histories in the contact plane.

use super::Vec2;
use super::element::FrictionSpring;
use super::law::Memory;
use super::tracking::counter_spin;

/// A rotation in the contact plane.
#[derive(Clone, Copy)]
pub(super) struct PlaneTurn {
    cos: f64,
    sin: f64,
}

impl PlaneTurn {
    /// By `angle`, rad.
    pub(super) fn by(angle: f64) -> Self {
        if angle == 0.0 { Self { cos: 1.0, sin: 0.0 } } else { Self { cos: libm::cos(angle), sin: libm::sin(angle) } }
    }

    /// The rotation to apply to a history: this one for a law that sees the pair, none under `Law::OF_EACH_BODY`, whose
    /// history stays in the frame.
    pub(super) fn of_pair(self, of_each_body: bool) -> Self {
        if of_each_body { Self::by(0.0) } else { self }
    }

    /// A vector, rotated.
    pub(super) fn vector(&self, v: &Vec2) -> Vec2 {
        counter_spin((*v).into(), [self.sin, self.cos]).into()
    }

    /// A component with its history rotated.
    pub(super) fn component(&self, part: &FrictionSpring<Vec2>) -> FrictionSpring<Vec2> {
        FrictionSpring { history: self.vector(&part.history), ..*part }
    }

    /// A memory with its vectors rotated.
    pub(super) fn memory<'a>(&self, memory: &'a mut Memory) -> &'a mut Memory {
        memory.vectors = memory.vectors.map(|v| self.vector(&v));
        memory
    }
}

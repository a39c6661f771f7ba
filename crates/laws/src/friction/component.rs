//! The components of friction at a contact: slide, roll of body i, roll of body j, spin.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// A component of friction at a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FrictionComponent {
    /// Slide.
    Slide,
    /// Roll of body i.
    RollI,
    /// Roll of body j.
    RollJ,
    /// Spin.
    Spin,
}

impl FrictionComponent {
    /// All components, in the order of [`PerComponent`].
    pub const ALL: [Self; 4] = [Self::Slide, Self::RollI, Self::RollJ, Self::Spin];

    /// `slide`, `roll_i`, `roll_j` or `spin`, as written in output files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slide => "slide",
            Self::RollI => "roll_i",
            Self::RollJ => "roll_j",
            Self::Spin => "spin",
        }
    }
}

/// A value for each component of friction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[repr(C)]
pub struct PerComponent<T> {
    /// Of slide.
    pub slide: T,
    /// Of the roll of body i.
    pub roll_i: T,
    /// Of the roll of body j.
    pub roll_j: T,
    /// Of spin.
    pub spin: T,
}

impl<T> PerComponent<T> {
    /// The value that `of` returns for each component.
    #[inline(always)]
    pub fn each(mut of: impl FnMut(FrictionComponent) -> T) -> Self {
        let [slide, roll_i, roll_j, spin] = FrictionComponent::ALL;
        Self { slide: of(slide), roll_i: of(roll_i), roll_j: of(roll_j), spin: of(spin) }
    }
}

impl<T> Index<FrictionComponent> for PerComponent<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, component: FrictionComponent) -> &T {
        match component {
            FrictionComponent::Slide => &self.slide,
            FrictionComponent::RollI => &self.roll_i,
            FrictionComponent::RollJ => &self.roll_j,
            FrictionComponent::Spin => &self.spin,
        }
    }
}

impl<T> IndexMut<FrictionComponent> for PerComponent<T> {
    #[inline(always)]
    fn index_mut(&mut self, component: FrictionComponent) -> &mut T {
        match component {
            FrictionComponent::Slide => &mut self.slide,
            FrictionComponent::RollI => &mut self.roll_i,
            FrictionComponent::RollJ => &mut self.roll_j,
            FrictionComponent::Spin => &mut self.spin,
        }
    }
}

//! A law of any type, without its constants as such: what the list of a component calls.

use crate::friction::element::{Deflection, FrictionSpring, Spring};
use crate::friction::law::{ContactState, CouplingLoad, Law, LawInfo, Memory, Step, Weakening};
use crate::friction::parameters::FrictionParameters;

/// A [`Law`] of any type with deflection `V`; the methods are those of [`Law`], and its constants.
pub trait DynLaw<V> {
    /// The law's description for users.
    fn info(&self) -> &'static LawInfo;
    /// [`Law::TRACKS_EACH_SURFACE`].
    fn tracks_each_surface(&self) -> bool;
    /// [`Law::KNOWS_GRAIN`].
    fn knows_grain(&self) -> bool;
    /// [`Law::KNOWS_LIMIT`].
    fn knows_limit(&self) -> bool;
    /// [`Law::numbers`].
    fn numbers(&mut self) -> Vec<&mut Option<f64>>;
    /// [`Law::is_on`].
    fn is_on(&self, contact_state: &ContactState) -> bool;
    /// [`Law::step`].
    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<V>, memory: &mut Memory) -> Step<V>;
    /// [`Law::joint_spring`].
    fn joint_spring(&self, contact_state: &ContactState) -> Spring;
    /// [`Law::steady_mu`].
    fn steady_mu(&self, friction: &FrictionParameters, speed: f64) -> Option<f64>;
    /// [`Law::weakening`].
    fn weakening(&self, friction: &FrictionParameters) -> Option<Weakening>;
    /// [`Law::own_stiffness`].
    fn own_stiffness(&self) -> Option<f64>;
    /// [`Law::is_implicit`].
    fn is_implicit(&self) -> bool;
    /// [`Law::takes_stiffness`].
    fn takes_stiffness(&self, friction: &FrictionParameters) -> bool;
    /// [`Law::coupling_load`].
    fn coupling_load(&self, contact_state: &ContactState) -> CouplingLoad;
    /// [`Law::stored`].
    fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<V>, memory: &Memory) -> f64;
}

impl<V: Deflection, L: Law<Deflection = V>> DynLaw<V> for L {
    fn info(&self) -> &'static LawInfo {
        const { &L::INFO }
    }

    fn tracks_each_surface(&self) -> bool {
        L::TRACKS_EACH_SURFACE
    }

    fn knows_grain(&self) -> bool {
        L::KNOWS_GRAIN
    }

    fn knows_limit(&self) -> bool {
        L::KNOWS_LIMIT
    }

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        Law::numbers(self)
    }

    fn is_on(&self, contact_state: &ContactState) -> bool {
        Law::is_on(self, contact_state)
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<V>, memory: &mut Memory) -> Step<V> {
        Law::step(self, contact_state, was, memory)
    }

    fn joint_spring(&self, contact_state: &ContactState) -> Spring {
        Law::joint_spring(self, contact_state)
    }

    fn steady_mu(&self, friction: &FrictionParameters, speed: f64) -> Option<f64> {
        Law::steady_mu(self, friction, speed)
    }

    fn weakening(&self, friction: &FrictionParameters) -> Option<Weakening> {
        Law::weakening(self, friction)
    }

    fn own_stiffness(&self) -> Option<f64> {
        Law::own_stiffness(self)
    }

    fn is_implicit(&self) -> bool {
        Law::is_implicit(self)
    }

    fn takes_stiffness(&self, friction: &FrictionParameters) -> bool {
        Law::takes_stiffness(self, friction)
    }

    fn coupling_load(&self, contact_state: &ContactState) -> CouplingLoad {
        Law::coupling_load(self, contact_state)
    }

    fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<V>, memory: &Memory) -> f64 {
        Law::stored(self, contact_state, now, memory)
    }
}

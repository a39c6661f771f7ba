//! Prisms that move in a plane and press on each other by the area of their overlap, with static friction as a
//! constraint, against closed forms and an independent integration of Coulomb's law.

mod energy;
mod invariants;
mod language;
mod law;
mod many;
mod squares;
mod support;

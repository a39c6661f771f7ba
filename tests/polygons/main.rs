//! Prisms that move in a plane and press on each other by the area of their overlap, with static friction as a constraint, against closed
//! forms and an independent integration of Coulomb's law.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod energy;
mod invariants;
mod language;
mod law;
mod many;
mod squares;
mod support;

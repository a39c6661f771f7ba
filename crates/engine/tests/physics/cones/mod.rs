//! Rigid contacts with friction cones: many bodies, rest, and the page of the solvers.

mod convergence;
mod counterpart;
mod groups;
mod impacts;
mod large;
mod piles;
mod single;
mod support;

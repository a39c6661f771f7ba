//! Rigid contacts with friction cones: many bodies, rest, and the page of the solver.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod convergence;
mod counterpart;
mod groups;
mod page;
mod single;
mod support;

//! Static friction as a constraint against closed forms.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod blocks;
mod bodies;
mod invariants;
mod language;
mod record;
mod support;

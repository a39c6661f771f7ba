//! Rigid contacts with friction cones against closed forms.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod counterpart;
mod convergence;
mod groups;
mod single;
mod support;

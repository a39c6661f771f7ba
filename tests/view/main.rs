//! Pictures and movies, rendered off screen, and the window itself.

#![cfg(feature = "view")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod film;
#[path = "../common/left_out.rs"]
mod left_out;
mod machine;
mod pictures;
mod snapshot;
mod window;

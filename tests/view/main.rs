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
mod machine;
mod pictures;
#[path = "../common/skipped.rs"]
mod report_skipped;
mod snapshot;
mod window;

//! The window as a person works it, without a screen.

mod dae;
mod hands;
mod monkey;
mod reader;
mod rigid;
pub(crate) mod test_window;
mod walk;

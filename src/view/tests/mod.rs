//! End-to-end tests of the window, without a display.

mod app;
mod dae;
mod hands;
mod languages;
mod memory;
mod monkey;
mod numbers;
mod reader;
mod rigid;
mod schedules;
pub(crate) mod test_window;
mod walk;

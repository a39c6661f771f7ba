//! **stickslip-lab**: headless studies on [`stickslip_engine`].
//!
//! Sweeps, fits and comparisons of laws; the law bench; the logic of lessons; the papers' numbers and figures; other
//! programs' file formats. Nothing here draws a window, parses a command line or shows progress: each study takes a
//! plan and returns its results, or writes its files and returns what it wrote.

mod assets;
pub mod builtin;
pub mod generate;

pub mod bench;
pub mod compare;
pub mod fit;
#[cfg(test)]
pub(crate) mod fuzz;
pub mod law_bench;
pub mod lessons;
pub mod sweep;
pub mod theory;
pub mod trace;

pub mod audit;
pub mod interop;
pub mod pages;
pub mod plot;
pub mod reproduction;

pub mod engines;

pub use stickslip_engine::prelude;

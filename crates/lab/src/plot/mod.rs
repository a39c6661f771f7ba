//! The figure toolkit: panels of curves, levels, maps and sketches, written as SVG, PNG at 300 dpi and CSV.

#![allow(clippy::disallowed_methods, reason = "what is only drawn may differ in its last bit")]

mod draw;
mod legend;
mod panels;
pub mod sketch;
mod stroke;

pub use draw::{svg, write, write_into};
pub use panels::{Curve, Figure, FigureWidth, Legend, Map, Panel, Style};

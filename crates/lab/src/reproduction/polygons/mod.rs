//! Polygons in a shaken box and in a heap, under static friction as a constraint and under springs, each with and
//! without damping of rotation: the comparison of Krengel & Matuttis, sections 11 and 12, plus the fourth case, which
//! they do not show.

mod draw;
pub(crate) mod measure;
pub(crate) mod page;

pub use draw::{draw_box, draw_centre, draw_heap};
pub use measure::{PolygonPlan, measure_all};
pub use page::page;

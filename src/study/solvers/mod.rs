//! What the forms and methods of the solver of rigid contacts cost, measured in the same few scenes, and the page that says it.

mod cases;
mod measure;
mod page;

pub(crate) use measure::measure_all;
pub(crate) use page::page;

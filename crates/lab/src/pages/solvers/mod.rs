//! Measured costs of the forms and methods of the solver of rigid contacts in the same few scenes, and the page with
//! the results.

mod cases;
mod measure;
mod page;

pub use measure::measure_all;
pub use page::page;

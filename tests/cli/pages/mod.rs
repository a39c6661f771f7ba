//! Pages that the program generates, and the README: what they say is what the program does.

mod laws_page;
mod readme;
mod solvers_page;

//! Contacts: where bodies touch, and what stays of a contact across a seam.

mod classes;
mod collisions;
mod forms;
mod geodesics;
mod manifolds;
mod seams;

//! The open lesson: prediction and outcome, its board, the loads on its body.

pub mod board;
pub mod body_loads;
pub mod lesson_session;
pub mod stage;

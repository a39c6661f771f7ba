//! The open lesson: prediction and outcome, its board, the loads on its body.

pub(crate) mod board;
pub(crate) mod body_loads;
pub(crate) mod lesson_session;

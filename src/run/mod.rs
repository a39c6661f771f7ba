//! What drives the steps of a world: a plain run, a run whose past is kept, a recording run again, several worlds in the
//! same step.
//!
//! | module | what |
//! |---|---|
//! | [`simulation`] | a scene in a world of its own, stepped by hand |
//! | [`rest`] | since which step each body rests |
//! | [`replay`] | the edits of a log at their steps, each state compared with its hash |
//! | [`timeline`] | snapshots, edits and events: any step of a run can be reached again exactly |
//! | [`side_by_side`] | one scene under different laws, each in its own world, in the same step |
//! | [`differences`] | when such runs part, and in what |

pub mod differences;
pub mod replay;
pub mod rest;
pub mod side_by_side;
pub mod simulation;
pub mod timeline;

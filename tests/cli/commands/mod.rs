//! What each command does, as a script calls it.

pub(crate) mod all;
pub(crate) mod audit;
pub(crate) mod compare;
pub(crate) mod fit;
pub(crate) mod impacts;
pub(crate) mod lawbench;
pub(crate) mod lesson;
pub(crate) mod restart;
pub(crate) mod study;
pub(crate) mod usage;
pub(crate) mod verify;

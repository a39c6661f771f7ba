//! Impacts: rebound, their log, restitution.

mod impact_log;
mod impacts;
mod restitution;

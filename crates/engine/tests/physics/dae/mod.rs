//! Static friction as a constraint, against closed forms.

mod blocks;
mod bodies;
mod invariants;
mod language;
mod record;
mod support;

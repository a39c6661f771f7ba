//! Static friction as a constraint.

mod generated;

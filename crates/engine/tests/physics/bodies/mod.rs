//! Bodies: moved by hand and by edits, held, supported, falling, at walls.

mod body_edits;
mod falling_through;
mod hands;
mod links;
mod release;
mod rotation;
mod tension;
mod timed_edits;
mod walls;

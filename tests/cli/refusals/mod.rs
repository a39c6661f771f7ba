//! Bad input: what is refused, with which words, before anything is written.

mod broken;
mod faults;
mod hostile;
mod limits;
mod memory;
mod nesting;
mod several;

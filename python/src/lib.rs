//! The Python package `stickslip`.

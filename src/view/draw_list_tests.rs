//! The numbers drawn are the numbers simulated.

use super::*;

//! Tables that are stored once for the life of the program, so that data copied for each contact or body in each step
//! hold only references to them.

use std::sync::{Mutex, PoisonError};

/// The stored copy of `new`; memory is bounded by the distinct tables in the scenes that a process opens.
pub(crate) fn interned<T: PartialEq>(known: &Mutex<Vec<&'static T>>, new: T) -> &'static T {
    // A thread that panicked while holding the lock can at most have added a complete table.
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    match known.iter().find(|table| ***table == new) {
        Some(table) => table,
        None => {
            let table: &'static T = Box::leak(Box::new(new));
            known.push(table);
            table
        }
    }
}

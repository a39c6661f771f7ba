//! Sorting with one compiled copy, which sorts indices. The standard library's sort is compiled again for each type and
//! each order, about two thousand lines each time.

use std::cmp::Ordering;

/// Sorts by `compare`; equal items keep their order.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = order_of(items.len(), &|a, b| compare(&items[a], &items[b]));
    arrange(items, order);
}

/// Sorts by a key; items with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// The indices below `len` in the order of `compare`.
fn order_of(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

/// Moves each item from the place `order[k]` to the place `k`, along the cycles of the permutation.
fn arrange<T>(items: &mut [T], mut order: Vec<usize>) {
    for first in 0..order.len() {
        let mut place = first;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == first {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

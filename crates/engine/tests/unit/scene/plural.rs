//! Tests of `scene::plural`.

use stickslip_engine::scene::text::plural::{counted, plural};

#[test]
fn nouns_agree_with_their_counts() {
    assert_eq!([0, 1, 2].map(|count| counted(count, "contact")), ["0 contacts", "1 contact", "2 contacts"]);
    assert_eq!(["body", "delay"].map(|noun| plural(2, noun)), ["bodies", "delays"]);
}

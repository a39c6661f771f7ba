//! Tests of `interop::mjcf::map::expansion`.

use stickslip_lab::internals::Expansion;

fn expansion(inner: &str) -> Expansion {
    let text = format!("<worldbody>{inner}</worldbody>");
    let document = roxmltree::Document::parse(&text).unwrap();
    Expansion::of_children(document.root_element(), false)
}

#[test]
fn replicas_multiply() {
    let found = |inner: &str| {
        let found = expansion(inner);
        (found.elements, found.bodies)
    };
    assert_eq!(found("<geom/><site/><light/>"), (3, 1));
    assert_eq!(found("<replicate count=\"3\"><geom/><geom/></replicate>"), (7, 6));
    let free = "<body><freejoint/><geom/><body><geom/></body></body>";
    assert_eq!(found(free), (5, 1));
    assert_eq!(found(&format!("<frame><replicate count=\"10\">{free}</replicate></frame>")), (52, 10));
    assert_eq!(found("<replicate count=\"1000000\"/>"), (1_000_001, 0));
    let twice = "<replicate count=\"99999999999999999999999999999999999999999999\"><geom/></replicate>";
    assert_eq!(found(twice), (u128::MAX, u128::MAX));
}

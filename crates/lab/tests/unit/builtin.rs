//! Tests of `builtin`.

use stickslip_lab::builtin;
use stickslip_lab::builtin::{SceneFamily, groups};

#[test]
fn every_scene_is_in_one_group() {
    let names = |family: SceneFamily| [vec![family.name], family.variants].concat();
    let mut found: Vec<_> = groups().into_iter().flat_map(|group| group.families).flat_map(names).collect();
    let mut all: Vec<_> = builtin::all().iter().map(|(name, _)| *name).collect();
    assert!(groups().len() >= 5 && groups()[0].title == "The paper", "{:?}", groups());
    assert!(groups()[0].families[0].variants.contains(&"brick-undamped"));
    found.sort_unstable();
    all.sort_unstable();
    assert_eq!(found, all);
}

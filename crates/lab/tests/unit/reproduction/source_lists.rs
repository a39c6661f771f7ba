//! Tests of `reproduction::source_lists`.

use stickslip_lab::internals::{EntryState, LISTS};
use stickslip_lab::reproduction::figures::recipes;
use stickslip_lab::reproduction::verify::cases;

/// Every case and figure named exists, every figure is named, and an entry without either says where it is.
#[test]
fn entries_name_what_exists_and_every_figure_is_named() {
    let entries = || LISTS.iter().flat_map(|list| list.entries);
    for entry in entries() {
        for case in entry.cases {
            assert!(cases().iter().any(|known| known.id == *case), "{}: {case}", entry.heading);
        }
        for figure in entry.figures {
            let is_of_polygons = figure.starts_with("polygons-");
            assert!(is_of_polygons || recipes().iter().any(|known| known.id == *figure), "{}: {figure}", entry.heading);
        }
        let says = !entry.place.is_empty() || !entry.cases.is_empty() || !entry.figures.is_empty();
        assert!(says || entry.state == EntryState::Background, "{}", entry.heading);
        assert!(entry.state != EntryState::Missing || !entry.place.is_empty(), "{}: what is missing?", entry.heading);
    }
    // The laws of speed are of none of the five sources.
    for recipe in recipes().iter().filter(|recipe| recipe.id != "squeal-map") {
        assert!(entries().any(|entry| entry.figures.contains(&recipe.id)), "no entry names the figure {}", recipe.id);
    }
    assert_eq!(LISTS.len(), 4, "the paper in its two versions is one list");
}

//! The files embedded in the program.

use stickslip_lab::reproduction::reference::ReferenceSource;
use stickslip_lab::{builtin, fit, lessons, sweep};

/// `assets/order.txt` names existing files only, and the lists follow its order.
#[test]
fn the_lists_are_in_the_order_that_is_written_down() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/order.txt");
    let text = std::fs::read_to_string(file).expect("the order");
    let order = || text.lines().filter(|line| !line.starts_with('#')).map(str::trim_start);
    let lists = [
        ("scenes", builtin::all()),
        ("lessons", lessons::all()),
        ("sweeps", sweep::builtin::all()),
        ("fits", fit::builtin::all()),
        ("templates", stickslip_assets::TEMPLATES),
    ];
    let mut listed = 0;
    for (kind, list) in lists {
        let prefix = format!("{kind}/");
        let wanted: Vec<_> = order().filter_map(|line| line.strip_prefix(&prefix)).collect();
        let found: Vec<_> = list.iter().map(|(name, _)| *name).collect();
        assert_eq!(found.get(..wanted.len()), Some(&wanted[..]), "{kind}");
        assert!(found[wanted.len()..].is_sorted(), "{kind}");
        listed += wanted.len();
    }
    assert_eq!(listed, order().count());
    assert!(ReferenceSource::Shipped.table("rerun/s42_disk_Kr6400_eq2b.csv").is_ok());
}

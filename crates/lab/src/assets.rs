//! The files embedded in the program, so that an installed copy works anywhere: lists that the build script makes of
//! `scenes/` and `assets/`, in the order of `assets/order.txt`.

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The text of the file `name` in a list; `None` if the list has no such file.
pub(crate) fn text(list: &'static [(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    list.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `assets/order.txt` names existing files only, and the lists follow its order.
    #[test]
    fn the_lists_are_in_the_order_that_is_written_down() {
        let order = ORDER.lines().filter(|line| !line.starts_with('#')).map(str::trim_start);
        let lists = [("scenes", SCENES), ("lessons", LESSONS), ("sweeps", SWEEPS), ("fits", FITS)];
        let mut listed = 0;
        for (kind, list) in lists {
            let prefix = format!("{kind}/");
            let wanted: Vec<_> = order.clone().filter_map(|line| line.strip_prefix(&prefix)).collect();
            let found: Vec<_> = list.iter().map(|(name, _)| *name).collect();
            assert_eq!(found.get(..wanted.len()), Some(&wanted[..]), "{kind}");
            assert!(found[wanted.len()..].is_sorted(), "{kind}");
            listed += wanted.len();
        }
        assert_eq!(listed, order.count());
        assert!(REFERENCE.iter().any(|(name, _)| *name == "rerun/s42_disk_Kr6400_eq2b"));
    }
}

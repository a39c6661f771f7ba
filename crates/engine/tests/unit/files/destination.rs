//! Tests of `files::destination`.

use std::fs;
use std::path::{Path, PathBuf};
use stickslip_engine::files::Destination;

#[test]
fn standard_output_has_names() {
    for name in ["-", "/dev/stdout"] {
        assert_eq!(Destination::from_path(Path::new(name)).unwrap(), Destination::Stdout, "{name}");
    }
    assert!(!Destination::from_path(Path::new("./-")).unwrap().is_stream());
}

#[test]
#[cfg(unix)]
fn links_are_followed_also_to_files_that_do_not_exist() {
    use std::os::unix::fs::symlink;
    let dir = temp_dir::TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    symlink("b", at("a")).unwrap();
    symlink(at("c"), at("b")).unwrap();
    assert_eq!(Destination::from_path(&at("a")).unwrap(), Destination::File(at("c")));
    fs::write(at("c"), "x").unwrap();
    assert_eq!(Destination::from_path(&at("a")).unwrap(), Destination::File(at("c")));
    symlink("e", at("d")).unwrap();
    symlink("d", at("e")).unwrap();
    assert!(Destination::from_path(&at("d")).is_err());
    assert!(Destination::from_path(dir.path()).is_err());
    assert_eq!(
        Destination::from_path(Path::new("/dev/null")).unwrap(),
        Destination::Stream(PathBuf::from("/dev/null"))
    );
}

//! Tests of `files::lock`.

use std::fs;
use stickslip_engine::files::{check_unlocked, open_locked};

#[test]
fn a_file_is_locked_until_it_is_closed() {
    let dir = temp_dir::TempDir::new().unwrap();
    let path = dir.path().join("a");
    let first = open_locked(&path).unwrap();
    assert!(open_locked(&path).is_err_and(|error| error.why.contains("another stickslip process")));
    assert!(check_unlocked(&path).is_err());
    drop(first);
    fs::write(&path, "kept").unwrap();
    let second = open_locked(&path).unwrap();
    assert_eq!(second.metadata().unwrap().len(), 4, "it is not truncated");
    drop(second);
    check_unlocked(&path).unwrap();
    check_unlocked(&dir.path().join("none")).unwrap();
}

#[test]
#[cfg(unix)]
fn a_link_is_not_opened() {
    let dir = temp_dir::TempDir::new().unwrap();
    let [link, target] = ["link", "target"].map(|name| dir.path().join(name));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert!(open_locked(&link).is_err_and(|error| error.why.contains("not a regular file")));
    assert!(!target.exists());
    assert!(open_locked(dir.path()).is_err());
}

//! Tests of `files::prefix`.

use stickslip_engine::files::PrefixHasher;

#[test]
fn any_change_of_the_beginning_is_found_and_what_follows_does_not_count() {
    let text = b"t,x\n0,1\n1,2\n".to_vec();
    let mut hasher = PrefixHasher::default();
    text[..8].chunks(3).for_each(|part| hasher.update(part));
    let prefix = hasher.prefix();
    assert_eq!(prefix.check_reader(&text[..]).map(|found| found.prefix()), Ok(prefix));
    for at in 0..8 {
        let mut changed = text.clone();
        changed[at] ^= 1;
        assert!(prefix.check_reader(&changed[..]).is_err_and(|why| why.contains("changed")), "byte {at}");
        assert_eq!(
            prefix.check_reader(&text[..at]).map(|found| found.prefix()),
            Err(format!("it has only {at} of 8 bytes"))
        );
    }
    assert_eq!(PrefixHasher::default().prefix().check_reader(&b""[..]).map(|found| found.prefix().bytes), Ok(0));
}

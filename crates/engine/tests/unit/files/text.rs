//! Tests of `files::text`.

use std::io::{Cursor, ErrorKind, Read, repeat};
use stickslip_engine::files::read_text_from;

/// Length of the block that is searched for NUL bytes before a file is read whole, bytes.
const FIRST_BLOCK: u64 = 1 << 16;

/// A file of NULs is refused after its first block; a text longer than that block, with a character across its end,
/// is read whole.
#[test]
fn binary_data_is_refused_before_it_is_read() {
    let mut zeros = repeat(0).take(1 << 40);
    let error = read_text_from(&mut zeros, 0, 1 << 41).unwrap_err();
    assert_eq!((error.kind(), error.to_string().contains("it is not text")), (ErrorKind::InvalidData, true));
    assert_eq!((1 << 40) - zeros.limit(), FIRST_BLOCK);
    let text = format!("\u{feff}{}\u{3bc}{}", "a".repeat(FIRST_BLOCK as usize - 4), "b".repeat(100));
    assert_eq!(read_text_from(Cursor::new(&text), text.len() as u64, 1 << 20).unwrap(), text[3..]);
    let error = read_text_from(Cursor::new(&text), 0, text.len() as u64 - 1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    assert!(read_text_from(Cursor::new(&text), 0, text.len() as u64).is_ok());
}

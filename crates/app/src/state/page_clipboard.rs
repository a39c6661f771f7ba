//! The clipboard in a browser: the page fetches copied text from here, and supplies the text to paste.

use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

static COPIED: Mutex<Option<String>> = Mutex::new(None);
static PASTED: Mutex<Option<String>> = Mutex::new(None);

fn take(of: &Mutex<Option<String>>) -> Option<String> {
    of.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn put(of: &Mutex<Option<String>>, text: &str) {
    *of.lock().unwrap_or_else(PoisonError::into_inner) = Some(text.to_owned());
}

/// The text copied since the last call.
pub fn copied() -> Option<String> {
    take(&COPIED)
}

/// The text that the next Ctrl + V pastes.
pub fn paste(text: &str) {
    put(&PASTED, text);
}

/// Error of the page's clipboard, which never fails.
pub type Error = Infallible;

/// Replaces the system clipboard in a browser.
pub struct Clipboard;

impl Clipboard {
    pub fn new() -> Result<Self, Error> {
        Ok(Self)
    }

    pub fn set_text(&mut self, text: &str) -> Result<(), Error> {
        put(&COPIED, text);
        Ok(())
    }

    pub fn get_text(&mut self) -> Result<String, Error> {
        Ok(take(&PASTED).unwrap_or_default())
    }
}

//! Links to what is open: the part of an address after `#`, percent-encoded as browsers do it.
//!
//! `#scene=sphere-up-35&friction.mu_s=0.3` or, if single values do not suffice, `#text=Scene%28…`, the scene itself. The
//! page puts its own address before a link; on a desktop, `stickslip open LINK` opens it.

use crate::files::address::{self, AddressPart};
use crate::files::jump::CopyText;
use crate::state::session::Notice;
use crate::texts::{tr, tr_with};
use bevy::ecs::prelude::*;

/// Length from which mail programs and chats may cut a link, characters.
const LONG: usize = 8000;

/// Names of the parts that a link to a scene or a lesson begins with.
const FIRST: [&str; 3] = ["lesson", "scene", "text"];

/// The link of an address, beginning with `#`.
pub fn of_parts(parts: &[AddressPart]) -> String {
    let parts: Vec<String> =
        parts.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    format!("#{}", parts.join("&"))
}

/// The parts of a link, with or without the address of the page before it; `None` if the text is no link to a scene or
/// a lesson.
pub fn parts_in(text: &str) -> Option<Vec<AddressPart>> {
    let (_, link) = text.trim().split_once('#')?;
    let pair = |part: &str| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        (plain(name), plain(value))
    };
    let parts: Vec<AddressPart> = link.split('&').map(pair).filter(|(name, _)| name != "embed").collect();
    FIRST.contains(&parts.first()?.0.as_str()).then_some(parts)
}

/// Copies the link of the open scene, and says so, or why there is none.
pub fn copy(world: &mut World) {
    let text = match address::link(world) {
        Ok(parts) if parts.is_empty() => tr("notice-link-none").to_owned(),
        Ok(parts) => {
            let link = of_parts(&parts);
            let length = link.chars().count();
            world.write_message(CopyText(link));
            said_of(length)
        }
        Err(why) => why,
    };
    world.write_message(Notice::new(text));
}

/// What is said of a copied link of this length, characters.
fn said_of(length: usize) -> String {
    let done = tr(if cfg!(target_arch = "wasm32") { "notice-link-page" } else { "notice-link" });
    if length <= LONG {
        return done.to_owned();
    }
    format!("{done} {}", tr_with("notice-link-long", [("count", length.into())]))
}

/// A text with every byte but letters, digits, `-`, `.`, `_` and `*` as `%` and two hexadecimal digits, a space as `+`.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b' ' => "+".to_owned(),
        b'-' | b'.' | b'_' | b'*' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// What [`encoded`] was given. What it cannot have made stays as it is, as in a browser.
fn plain(text: &str) -> String {
    let hex = |pair: &[u8]| std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let Some((first, behind)) = rest.split_first() {
        let escaped = if *first == b'%' { behind.get(..2).and_then(hex) } else { None };
        rest = if escaped.is_some() { &behind[2..] } else { behind };
        bytes.push(escaped.unwrap_or(if *first == b'+' { b' ' } else { *first }));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::address::{MAX_READ_TEXT, read};
    use crate::state::app_start::AppStart;
    use stickslip_lab::builtin;

    fn link(text: &str) -> String {
        of_parts(&[("text".to_owned(), text.to_owned())])
    }

    fn opened(link: &str) -> Result<String, String> {
        match read(&parts_in(link).ok_or("no link")?)?.0 {
            AppStart::Scene { text, file: None, .. } => Ok(text),
            _ => Err("no scene".to_owned()),
        }
    }

    /// A link opens the text it was made of, as it is and behind the address of a page.
    #[test]
    fn a_link_opens_its_text() {
        let (_, text) = builtin::all().iter().find(|(name, _)| *name == "brick-slips").expect("a scene");
        let text = format!("// 50 % of μ + 1 & a # = _\r\n{text}");
        let link = link(&text);
        assert!(link.starts_with("#text=%2F%2F+50+%25+of+%CE%BC+%2B+1+%26"), "{link:.60}");
        assert!(link[1..].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._*+%=".contains(&byte)));
        assert_eq!(opened(&link), Ok(text.clone()));
        assert_eq!(opened(&format!("https://example.org/page/{link}&embed=1\n")), Ok(text));
        let values =
            vec![("scene".to_owned(), "brick-slips".to_owned()), ("friction.mu_s".to_owned(), "0.3".to_owned())];
        assert_eq!(of_parts(&values), "#scene=brick-slips&friction.mu_s=0.3");
        assert_eq!(parts_in("#scene=brick-slips&friction.mu_s=0.3"), Some(values));
        for other in ["brick-slips", "a file #1.ron", "#answers=1*x", "#", "", "#mu_s=0.3"] {
            assert_eq!(parts_in(other), None, "{other}");
        }
    }

    /// A part of a link, wherever it is cut, is told as a fault of the scene.
    #[test]
    fn a_cut_link_is_a_fault() {
        let link = link(builtin::text("brick-slips").expect("a scene").trim_end());
        for end in ("#text=".len()..link.len()).rev().take(20).chain(("#text=".len()..link.len()).step_by(211)) {
            let why = opened(&link[..end]).expect_err("a fault");
            assert!(why.starts_with("scene:"), "{end}: {why}");
        }
        let why = opened("#text=%FF%F").expect_err("a fault");
        assert!(why.starts_with("scene:1:1"), "{why}");
    }

    /// A text that is too long is refused before it is read.
    #[test]
    fn a_large_text_is_refused() {
        let text = format!("{}{}", " ".repeat(MAX_READ_TEXT), builtin::text("brick-slips").expect("a scene"));
        let why = opened(&link(&text)).expect_err("a fault");
        assert!(why.contains("at most 1024 kB"), "{why}");
    }

    /// A long link is copied, and its length is told.
    #[test]
    fn the_length_of_a_long_link_is_told() {
        assert_eq!(said_of(LONG), tr("notice-link"));
        assert!(said_of(LONG + 1).starts_with(tr("notice-link")) && said_of(LONG + 1).len() > tr("notice-link").len());
    }
}

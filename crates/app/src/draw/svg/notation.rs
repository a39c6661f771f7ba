//! Colours, points and texts in SVG notation.

use crate::draw::overlay::items::Role;
use std::fmt::Write;

/// The colour of a role on a light background: the paper's red, green, blue and magenta.
pub fn colour(role: Role) -> [u8; 3] {
    match role {
        Role::Body => [0xD6, 0x1C, 0x1C],
        Role::Contact => [0x00, 0x8F, 0x2D],
        Role::Past => [0x86, 0xBD, 0x94],
        Role::Velocity => [0x17, 0x45, 0xE0],
        Role::Friction => [0xC8, 0x00, 0xC8],
        Role::Normal => [0x4A, 0x55, 0x63],
        Role::Pull => [0xA8, 0x5B, 0x00],
        Role::Unsolved => [0xE8, 0x3A, 0x14],
    }
}

/// A colour in SVG notation.
pub(super) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Points of the picture in SVG notation, to a tenth of a pixel.
pub(super) fn points(points: &[(f64, f64)]) -> String {
    let mut text = String::new();
    for (x, y) in points {
        // Writing to a string cannot fail.
        let _ = write!(text, "{x:.1},{y:.1} ");
    }
    text.trim_end().to_owned()
}

/// A text with the special characters of XML escaped.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

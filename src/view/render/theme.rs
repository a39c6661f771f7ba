//! Colours of roles, scene and panels.

use crate::draw::items::Role;
use crate::draw::svg;
use bevy_egui::egui::{self, Color32};
use std::num::NonZeroUsize;
use std::sync::Arc;

pub(crate) use crate::app::theme::Theme;

impl Theme {
    /// The colour of a role.
    ///
    /// Default: the paper's red, green, blue, magenta. Safe: tuned so that the smallest CIEDE2000 difference of any
    /// two is 30 or more in normal, protan, deutan and tritan sight.
    pub fn role(&self, role: Role) -> Color32 {
        let rgb = Color32::from_rgb;
        match (role, self.safe, self.dark) {
            (Role::Body, true, _) => rgb(0xBD, 0x58, 0x12),
            (Role::Contact, true, _) => rgb(0x91, 0xFF, 0xA9),
            (Role::Velocity, true, _) => rgb(0x00, 0x5F, 0xCA),
            (Role::Friction, true, _) => rgb(0xFF, 0xB4, 0xFF),
            (Role::Body, _, true) => rgb(0xFF, 0x4B, 0x44),
            (Role::Contact, _, true) => rgb(0x2B, 0xE0, 0x5A),
            (Role::Velocity, _, true) => rgb(0x5A, 0x96, 0xFF),
            (Role::Friction, _, true) => rgb(0xFF, 0x5C, 0xFF),
            (Role::Past, true, _) => rgb(0x4E, 0x8C, 0x5C),
            (Role::Past, _, true) => rgb(0x2F, 0x82, 0x47),
            (Role::Pull, true, _) => rgb(0xFF, 0xE0, 0x66),
            (Role::Pull, _, true) => rgb(0xFF, 0xB6, 0x3D),
            (Role::Normal, _, _) if self.dark_scene() => rgb(0xC9, 0xD1, 0xDB),
            (role, _, _) => {
                let [red, green, blue] = svg::colour(role);
                rgb(red, green, blue)
            }
        }
    }

    /// Text colour of a role: a colour bright enough for an arrow may be too pale for small text.
    pub fn text(&self, role: Role) -> Color32 {
        match (self.safe, self.dark) {
            (true, _) => self.role(role).lerp_to_gamma(Color32::WHITE, 0.4),
            (false, true) => self.role(role),
            (false, false) => self.role(role).lerp_to_gamma(Color32::BLACK, 0.15),
        }
    }

    /// Background.
    pub fn background(&self) -> Color32 {
        self.scene(Color32::from_rgb(0xF1, 0xF4, 0xF8), Color32::from_rgb(0x16, 0x1A, 0x20))
    }

    /// The top of a plane.
    pub fn ground(&self) -> Color32 {
        self.scene(Color32::from_rgb(0xD3, 0xDA, 0xE2), Color32::from_rgb(0x3A, 0x42, 0x4D))
    }

    /// Grid lines on a plane.
    pub fn grid(&self) -> Color32 {
        self.scene(Color32::from_rgb(0x9A, 0xA6, 0xB4), Color32::from_rgb(0x5B, 0x67, 0x76))
    }

    /// Bodies and curves of the ghost run.
    pub fn ghost(&self) -> Color32 {
        self.scene(Color32::from_rgb(0x5A, 0x6B, 0x80), Color32::from_rgb(0xA9, 0xB8, 0xCC))
    }

    /// Text over the scene.
    pub fn ink(&self) -> Color32 {
        self.scene(Color32::from_rgb(0x1E, 0x25, 0x2E), Color32::from_rgb(0xE8, 0xEC, 0xF1))
    }

    /// The plate behind a text over the scene.
    pub fn plate(&self) -> Color32 {
        self.scene(
            Color32::from_rgba_unmultiplied(0xFF, 0xFF, 0xFF, 0xD8),
            Color32::from_rgba_unmultiplied(0x10, 0x13, 0x18, 0xD0),
        )
    }

    fn scene(&self, light: Color32, dark: Color32) -> Color32 {
        if self.dark_scene() { dark } else { light }
    }

    /// Applies the theme to the panels.
    pub fn apply(&self, ctx: &egui::Context) {
        let theme = if self.dark_scene() { egui::Theme::Dark } else { egui::Theme::Light };
        ctx.set_theme(theme);
        let mut fonts = egui::FontDefinitions::default();
        // The default font is light, and faint at small sizes.
        let regular = egui::FontData::from_static(include_bytes!("../../../assets/fonts/OpenSans-Regular.ttf"));
        fonts.font_data.insert("Open Sans".to_owned(), Arc::new(regular));
        fonts.families.entry(egui::FontFamily::Proportional).or_default().insert(0, "Open Sans".to_owned());
        // The monospace font has the superscript minus and other glyphs that the proportional one lacks.
        let more = fonts.families.get(&egui::FontFamily::Monospace).cloned().unwrap_or_default();
        fonts.families.entry(egui::FontFamily::Proportional).or_default().extend(more);
        ctx.set_fonts(fonts);
        click_duration(ctx);
        // At most three passes: open another scene, size its panels, draw.
        ctx.options_mut(|options| options.max_passes = NonZeroUsize::MIN.saturating_add(2));
        let dark = self.dark_scene();
        ctx.all_styles_mut(|style| {
            let ink = if dark { Color32::from_gray(0xE4) } else { Color32::from_gray(0x1C) };
            let weak = if dark { Color32::from_gray(0xA4) } else { Color32::from_gray(0x58) };
            style.visuals.override_text_color = None;
            style.visuals.text_cursor.blink = false; // A blinking cursor would keep the window from idling.
            // Sharper, and one cached image per glyph: see `labels::ready`.
            style.visuals.text_options.subpixel_binning = false;
            style.visuals.widgets.noninteractive.fg_stroke.color = ink;
            style.visuals.widgets.inactive.fg_stroke.color = ink;
            style.visuals.weak_text_color = Some(weak);
            // A grey field is hard to find on a grey panel.
            let edge = if dark { Color32::from_gray(0x6C) } else { Color32::from_gray(0xA6) };
            style.visuals.widgets.inactive.bg_stroke = egui::Stroke::new(1.0, edge);
            use egui::{FontFamily::Proportional, FontId, TextStyle};
            style.text_styles = [
                (TextStyle::Small, FontId::new(11.5, Proportional)),
                (TextStyle::Body, FontId::new(13.5, Proportional)),
                (TextStyle::Button, FontId::new(13.5, Proportional)),
                (TextStyle::Heading, FontId::new(18.0, Proportional)),
                (TextStyle::Monospace, FontId::new(12.5, egui::FontFamily::Monospace)),
            ]
            .into();
            style.spacing.item_spacing = egui::vec2(7.0, 5.0);
            style.spacing.button_padding = egui::vec2(7.0, 3.0);
        });
    }
}

/// Removes the time limit of a click: frames may be slow, and egui would turn a long touch into a request for a context
/// menu (there are none) and end its drag.
pub(crate) fn click_duration(ctx: &egui::Context) {
    ctx.options_mut(|options| options.input_options.max_click_duration = f64::INFINITY);
}

/// The two colours of a body's checks, muted so that the arrows stand out.
pub(crate) fn body_colours(index: usize) -> [Color32; 2] {
    let pairs = [
        [(0xF3, 0xEF, 0xE6), (0x8C, 0x9B, 0xB0)],
        [(0xF5, 0xE7, 0xCB), (0xC4, 0x9A, 0x63)],
        [(0xE2, 0xF0, 0xEC), (0x6E, 0xA0, 0x97)],
        [(0xEE, 0xE6, 0xF2), (0xA0, 0x8A, 0xB0)],
    ];
    pairs[index % pairs.len()].map(|(r, g, b)| Color32::from_rgb(r, g, b))
}

/// Colour of the n-th compared law: ink for the first, then the Okabe-Ito palette, which colour-blind readers can
/// distinguish on light and dark, then the same colours on the way to the ink.
pub(crate) fn law_colour(n: usize, theme: &Theme) -> Color32 {
    const COLOURS: [(u8, u8, u8); 6] = [
        (0x00, 0x72, 0xB2),
        (0xD5, 0x5E, 0x00),
        (0x00, 0x9E, 0x73),
        (0xCC, 0x79, 0xA7),
        (0xE6, 0x9F, 0x00),
        (0x56, 0xB4, 0xE9),
    ];
    let Some(n) = n.checked_sub(1) else { return theme.ink() };
    let (r, g, b) = COLOURS[n % COLOURS.len()];
    let to_ink = 0.4 * (n / COLOURS.len()).min(1) as f32;
    Color32::from_rgb(r, g, b).lerp_to_gamma(theme.ink(), to_ink)
}

/// Viridis (S. van der Walt and N. Smith, CC0), perceptually uniform also in greyscale; `share` is in [0, 1].
pub(crate) fn viridis(share: f64) -> Color32 {
    const STOPS: [(u8, u8, u8); 5] =
        [(0x44, 0x01, 0x54), (0x3B, 0x52, 0x8B), (0x21, 0x91, 0x8C), (0x5E, 0xC9, 0x62), (0xFD, 0xE7, 0x25)];
    ramp(&STOPS, share)
}

/// Force-chain colours from weak to strong: pale amber to dark red, darkening with strength.
pub(crate) fn chain_colour(share: f64, theme: &Theme) -> Color32 {
    const LIGHT: [(u8, u8, u8); 3] = [(0xF0, 0xC0, 0x6A), (0xE0, 0x6A, 0x2C), (0x8C, 0x0F, 0x2A)];
    const DARK: [(u8, u8, u8); 3] = [(0x6B, 0x3A, 0x2A), (0xE0, 0x7A, 0x2C), (0xFF, 0xE6, 0x9A)];
    ramp(if theme.dark_scene() { &DARK } else { &LIGHT }, share)
}

/// Interpolates between the two nearest colour stops.
fn ramp(stops: &[(u8, u8, u8)], share: f64) -> Color32 {
    let place = share.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let low = (place as usize).min(stops.len() - 2);
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * (place - low as f64)).round() as u8;
    let (a, b) = (stops[low], stops[low + 1]);
    Color32::from_rgb(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Toggling swaps light and dark whatever the current theme.
    #[test]
    fn the_other_theme_is_seen() {
        for (dark, safe) in [(false, false), (true, false), (false, true), (true, true)] {
            let theme = Theme { dark, safe };
            assert_ne!(theme.other().dark_scene(), theme.dark_scene(), "{theme:?}");
        }
    }

    /// No two of the laws compared have the same colour.
    #[test]
    fn each_law_has_its_own_colour() {
        for dark in [false, true] {
            let theme = Theme { dark, ..Theme::default() };
            let all: Vec<[u8; 4]> = (0..13).map(|n| law_colour(n, &theme).to_array()).collect();
            for (n, a) in all.iter().enumerate() {
                for b in &all[..n] {
                    let off: u32 = a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
                    assert!(off > 40, "{a:?} {b:?}");
                }
            }
        }
    }

    /// WCAG 2.2 contrast ratio of two colours, 1 to 21.
    fn contrast(a: Color32, b: Color32) -> f32 {
        let light = |c: Color32| {
            let [r, g, b, _] = egui::Rgba::from(c).to_array();
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    /// WCAG requires 4.5 for small text.
    #[test]
    fn texts_of_all_roles_can_be_read() {
        for (dark, safe) in [(false, false), (true, false), (true, true)] {
            let theme = Theme { dark, safe };
            for role in [Role::Body, Role::Contact, Role::Velocity, Role::Friction, Role::Normal, Role::Pull] {
                let found = contrast(theme.text(role), theme.background());
                assert!(found > 4.5, "{theme:?} {role:?}: {found}");
            }
        }
    }
}

//! The look of the window: colours of roles, scene and panels, sizes of type, corners.

use crate::draw::overlay::items::Role;
use crate::draw::svg;
use bevy::ecs::prelude::{Added, Query};
use bevy_egui::EguiContext;
use bevy_egui::egui::{self, Color32, FontFamily, FontId, Stroke, TextStyle};
use std::num::NonZeroUsize;
use std::sync::Arc;

pub(crate) use crate::app::state::theme::Theme;

/// The colours of a [`Theme`].
pub(crate) trait ThemeColours {
    /// The theme.
    fn theme(&self) -> &Theme;

    /// The colour of a role.
    ///
    /// Default: the paper's red, green, blue, magenta. Safe: tuned so that the smallest CIEDE2000 difference of any
    /// two is 30 or more in normal, protan, deutan and tritan sight.
    fn role(&self, role: Role) -> Color32 {
        let rgb = Color32::from_rgb;
        match (role, self.theme().safe, self.theme().dark) {
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
            (Role::Unsolved, _, _) if self.theme().dark_scene() => rgb(0xFF, 0x7A, 0x3D),
            (Role::Normal, _, _) if self.theme().dark_scene() => rgb(0xC9, 0xD1, 0xDB),
            (role, _, _) => {
                let [red, green, blue] = svg::colour(role);
                rgb(red, green, blue)
            }
        }
    }

    /// Text colour of a role: a colour bright enough for an arrow may be too pale for small text.
    fn text(&self, role: Role) -> Color32 {
        match (self.theme().safe, self.theme().dark) {
            (true, _) => self.role(role).lerp_to_gamma(Color32::WHITE, 0.4),
            (false, true) => self.role(role),
            (false, false) => self.role(role).lerp_to_gamma(Color32::BLACK, 0.15),
        }
    }

    /// Background.
    fn background(&self) -> Color32 {
        self.scene(Color32::from_rgb(0xF1, 0xF4, 0xF8), Color32::from_rgb(0x16, 0x1A, 0x20))
    }

    /// The top of a plane.
    fn ground(&self) -> Color32 {
        self.scene(Color32::from_rgb(0xD3, 0xDA, 0xE2), Color32::from_rgb(0x3A, 0x42, 0x4D))
    }

    /// Grid lines on a plane.
    fn grid(&self) -> Color32 {
        self.scene(Color32::from_rgb(0x9A, 0xA6, 0xB4), Color32::from_rgb(0x5B, 0x67, 0x76))
    }

    /// A body that a click would place.
    fn offer(&self) -> Color32 {
        self.scene(Color32::from_rgb(0x2F, 0x6F, 0xD0), Color32::from_rgb(0x7F, 0xB2, 0xFF))
    }

    /// A body that cannot be placed, and what is said of it.
    fn fault(&self) -> Color32 {
        self.scene(Color32::from_rgb(0xC0, 0x28, 0x28), Color32::from_rgb(0xFF, 0x7A, 0x70))
    }

    /// Bodies and curves of the ghost run.
    fn ghost(&self) -> Color32 {
        self.scene(Color32::from_rgb(0x5A, 0x6B, 0x80), Color32::from_rgb(0xA9, 0xB8, 0xCC))
    }

    /// Text over the scene.
    fn ink(&self) -> Color32 {
        self.scene(Color32::from_rgb(0x1E, 0x25, 0x2E), Color32::from_rgb(0xE8, 0xEC, 0xF1))
    }

    /// The plate behind a text over the scene.
    fn plate(&self) -> Color32 {
        self.scene(
            Color32::from_rgba_unmultiplied(0xFF, 0xFF, 0xFF, 0xD8),
            Color32::from_rgba_unmultiplied(0x10, 0x13, 0x18, 0xD0),
        )
    }

    fn scene(&self, light: Color32, dark: Color32) -> Color32 {
        if self.theme().dark_scene() { dark } else { light }
    }

    /// Fill of the primary action, with white text; also the line under the open tab.
    fn accent(&self) -> Color32 {
        self.scene(Color32::from_rgb(0x1D, 0x5F, 0xBF), Color32::from_rgb(0x2F, 0x74, 0xD6))
    }

    /// Fill and edge of a lesson's verdict: the prediction was right, or not.
    fn verdict(&self, right: bool) -> [Color32; 2] {
        let rgb = Color32::from_rgb;
        match (right, self.theme().dark_scene()) {
            (true, false) => [rgb(0xE3, 0xF4, 0xE8), rgb(0x1E, 0x8A, 0x45)],
            (true, true) => [rgb(0x17, 0x35, 0x22), rgb(0x3F, 0xBF, 0x6E)],
            (false, false) => [rgb(0xFF, 0xF3, 0xDD), rgb(0xC7, 0x77, 0x00)],
            (false, true) => [rgb(0x3B, 0x2E, 0x14), rgb(0xE0, 0x9A, 0x2C)],
        }
    }

    /// Fill and text of a control that is on.
    fn selected(&self) -> [Color32; 2] {
        let rgb = Color32::from_rgb;
        if self.theme().dark_scene() {
            [rgb(0x1E, 0x3F, 0x6B), rgb(0xD6, 0xE6, 0xFF)]
        } else {
            [rgb(0xDC, 0xE9, 0xFB), rgb(0x17, 0x4C, 0x9B)]
        }
    }

    /// Applies the theme to the panels.
    fn apply(&self, ctx: &egui::Context) {
        let theme = if self.theme().dark_scene() { egui::Theme::Dark } else { egui::Theme::Light };
        ctx.set_theme(theme);
        click_duration(ctx);
        // At most three passes: open another scene, size its panels, draw.
        ctx.options_mut(|options| options.max_passes = NonZeroUsize::MIN.saturating_add(2));
        ctx.all_styles_mut(|style| {
            self.colour(&mut style.visuals);
            let text = |size| FontId::new(size, FontFamily::Proportional);
            style.text_styles = [
                (TextStyle::Small, text(size::CAPTION)),
                (TextStyle::Body, text(size::BODY)),
                (TextStyle::Button, text(size::BODY)),
                (TextStyle::Heading, FontId::new(size::LEAD, semibold())),
                (TextStyle::Monospace, FontId::new(size::SMALL, FontFamily::Monospace)),
            ]
            .into();
            style.spacing.item_spacing = egui::vec2(7.0, 5.0);
            style.spacing.button_padding = egui::vec2(8.0, 3.0);
            // A tooltip covers what is below its control.
            style.interaction.tooltip_delay = 0.8;
        });
    }

    /// Colours and corners of the controls.
    fn colour(&self, visuals: &mut egui::Visuals) {
        let (gray, rgb) = (Color32::from_gray, Color32::from_rgb);
        let ink = self.scene(rgb(0x1B, 0x24, 0x30), rgb(0xE4, 0xE7, 0xEB));
        let weak = self.scene(rgb(0x53, 0x5F, 0x6E), rgb(0xA4, 0xAC, 0xB7));
        let line = self.scene(rgb(0xD5, 0xDC, 0xE4), rgb(0x36, 0x3D, 0x47));
        // A grey field is hard to find on a grey panel.
        let edge = self.scene(rgb(0xA3, 0xAE, 0xBB), gray(0x6C));
        visuals.override_text_color = None;
        visuals.weak_text_color = Some(weak);
        visuals.text_cursor.blink = false; // A blinking cursor would keep the window from idling.
        // Sharper, and one cached image per glyph: see `labels::ready`.
        visuals.text_options.subpixel_binning = false;
        visuals.panel_fill = self.scene(rgb(0xF8, 0xFA, 0xFC), rgb(0x1B, 0x1F, 0x25));
        visuals.window_fill = visuals.panel_fill;
        visuals.faint_bg_color = self.scene(Color32::WHITE, rgb(0x22, 0x27, 0x2E));
        visuals.extreme_bg_color = self.scene(Color32::WHITE, rgb(0x10, 0x13, 0x17));
        visuals.hyperlink_color = self.scene(self.accent(), rgb(0x7F, 0xB2, 0xFF));
        let [fill, text] = self.selected();
        visuals.selection.bg_fill = fill;
        visuals.selection.stroke = Stroke::new(1.0, text);
        visuals.menu_corner_radius = CORNER.into();
        visuals.window_corner_radius = (CORNER + 2).into();
        let button = self.scene(Color32::WHITE, rgb(0x2A, 0x30, 0x39));
        let hovered = self.scene(rgb(0xEC, 0xF2, 0xFA), rgb(0x35, 0x3D, 0x48));
        let widgets = &mut visuals.widgets;
        for (state, fill, edge) in [
            (&mut widgets.inactive, button, edge),
            (&mut widgets.hovered, hovered, self.accent()),
            (&mut widgets.active, self.scene(rgb(0xD6, 0xE3, 0xF5), rgb(0x41, 0x4B, 0x58)), self.accent()),
            (&mut widgets.open, hovered, edge),
        ] {
            state.weak_bg_fill = fill;
            state.bg_stroke = Stroke::new(1.0, edge);
            state.fg_stroke.color = ink;
            state.corner_radius = CORNER.into();
            state.expansion = 0.0;
        }
        // The track of a slider, the ground of a check box.
        widgets.inactive.bg_fill = self.scene(rgb(0xE3, 0xE8, 0xEE), rgb(0x39, 0x41, 0x4C));
        widgets.noninteractive.fg_stroke.color = ink;
        widgets.noninteractive.bg_stroke = Stroke::new(1.0, line);
        widgets.noninteractive.corner_radius = CORNER.into();
    }
}

impl ThemeColours for Theme {
    fn theme(&self) -> &Theme {
        self
    }
}

/// Sizes of type, points.
pub(crate) mod size {
    /// The dot of a changed value.
    pub(crate) const DOT: f32 = 9.0;
    /// A hint, a tick label.
    pub(crate) const CAPTION: f32 = 11.5;
    /// A number in a table, a row of the legend.
    pub(crate) const SMALL: f32 = 12.5;
    /// Text of the panels.
    pub(crate) const BODY: f32 = 13.5;
    /// The title of a card, text of a lesson.
    pub(crate) const LARGE: f32 = 15.5;
    /// A heading, the question of a lesson.
    pub(crate) const LEAD: f32 = 18.0;
    /// The title of a lesson.
    pub(crate) const TITLE: f32 = 24.0;
    /// The name of the program.
    pub(crate) const NAME: f32 = 30.0;
    /// All of them.
    pub(crate) const ALL: [f32; 8] = [DOT, CAPTION, SMALL, BODY, LARGE, LEAD, TITLE, NAME];
}

/// Radius of the corners of controls, points.
pub(crate) const CORNER: u8 = 5;

/// The font of headings and of the primary action.
pub(crate) fn semibold() -> FontFamily {
    FontFamily::Name("semibold".into())
}

/// Gives new contexts the fonts, which egui takes at the start of a pass: before the first one.
pub(crate) fn set_fonts(mut contexts: Query<&mut EguiContext, Added<EguiContext>>) {
    contexts.iter_mut().for_each(|mut context| context.get_mut().set_fonts(fonts()));
}

/// The fonts: egui's own are light, and faint at small sizes.
fn fonts() -> egui::FontDefinitions {
    let mut fonts = egui::FontDefinitions::default();
    let regular = egui::FontData::from_static(include_bytes!("../../../assets/fonts/OpenSans-Regular.ttf"));
    let bold = egui::FontData::from_static(include_bytes!("../../../assets/fonts/OpenSans-Semibold.ttf"));
    // The monospace font has the superscript minus and other glyphs that the proportional one lacks.
    let more = fonts.families.get(&FontFamily::Monospace).cloned().unwrap_or_default();
    let rest = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for (family, name, data) in
        [(FontFamily::Proportional, "Open Sans", regular), (semibold(), "Open Sans Semibold", bold)]
    {
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
        let names = std::iter::once(name.to_owned()).chain(rest.iter().cloned()).chain(more.iter().cloned());
        fonts.families.insert(family, names.collect());
    }
    fonts
}

/// Removes the time limit of a click, and gives a double-click the time that desktops give it: frames may be slow, and egui
/// would turn a long touch into a request for a context menu (there are none) and end its drag.
pub(crate) fn click_duration(ctx: &egui::Context) {
    ctx.options_mut(|options| {
        options.input_options.max_click_duration = f64::INFINITY;
        options.input_options.max_double_click_delay = 0.5;
    });
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

/// The two colours of a body of a known material.
pub(crate) fn material_colours(material: &str) -> Option<[Color32; 2]> {
    let pair = match material {
        "wood" => [(0xE8, 0xCF, 0xA6), (0xB0, 0x85, 0x50)],
        "steel" => [(0xD9, 0xDE, 0xE4), (0x8A, 0x96, 0xA3)],
        "rubber" => [(0x72, 0x72, 0x78), (0x46, 0x46, 0x4C)],
        "ice" => [(0xF0, 0xF8, 0xFC), (0xB5, 0xD8, 0xEC)],
        "glass" => [(0xE2, 0xF2, 0xEE), (0x9C, 0xC9, 0xC0)],
        "concrete" => [(0xD8, 0xD5, 0xCF), (0xA8, 0xA4, 0x9C)],
        "felt" => [(0xCE, 0x7A, 0x78), (0xA0, 0x4A, 0x50)],
        "sand" => [(0xF0, 0xDF, 0xB8), (0xD2, 0xB4, 0x7A)],
        _ => return None,
    };
    Some(pair.map(|(r, g, b)| Color32::from_rgb(r, g, b)))
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

    /// Texts on the fills of controls and verdicts, too.
    #[test]
    fn texts_on_fills_can_be_read() {
        for dark in [false, true] {
            let theme = Theme { dark, ..Theme::default() };
            let mut visuals = if dark { egui::Visuals::dark() } else { egui::Visuals::light() };
            theme.colour(&mut visuals);
            let [on, text] = theme.selected();
            let ink = visuals.text_color();
            let pairs = [
                (Color32::WHITE, theme.accent()),
                (text, on),
                (ink, theme.verdict(true)[0]),
                (ink, theme.verdict(false)[0]),
                (ink, visuals.widgets.inactive.weak_bg_fill),
                (ink, visuals.widgets.hovered.weak_bg_fill),
                (visuals.weak_text_color(), visuals.panel_fill),
                (visuals.weak_text_color(), visuals.faint_bg_color),
            ];
            for (k, (text, fill)) in pairs.into_iter().enumerate() {
                assert!(contrast(text, fill) > 4.5, "{dark} {k}: {}", contrast(text, fill));
            }
        }
    }

    /// WCAG requires 4.5 for small text.
    #[test]
    fn texts_of_all_roles_can_be_read() {
        for (dark, safe) in [(false, false), (true, false), (true, true)] {
            let theme = Theme { dark, safe };
            for role in
                [Role::Body, Role::Contact, Role::Velocity, Role::Friction, Role::Normal, Role::Pull, Role::Unsolved]
            {
                let found = contrast(theme.text(role), theme.background());
                assert!(found > 4.5, "{theme:?} {role:?}: {found}");
            }
        }
    }
}

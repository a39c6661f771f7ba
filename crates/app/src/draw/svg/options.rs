//! Size, viewpoint and contents of a picture.

use crate::draw::overlay::draw_list::Overlays;

/// Size, viewpoint and contents of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureOptions {
    /// Width, pixels.
    pub width: f64,
    /// Height, pixels.
    pub height: f64,
    /// Azimuth of the viewer, degrees from +x towards +y.
    pub azimuth: f64,
    /// Elevation of the viewer, degrees above the horizon.
    pub elevation: f64,
    /// Arrows, frames and values; `None` draws the bodies alone.
    pub overlays: Option<Overlays>,
}

/// The viewpoint with which the window opens.
impl Default for PictureOptions {
    fn default() -> Self {
        Self { width: 640.0, height: 420.0, azimuth: -24.0, elevation: 17.0, overlays: Some(Overlays::default()) }
    }
}

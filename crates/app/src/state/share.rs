//! Pictures and films of the scene that the user asks for, without the panels.

use bevy::ecs::prelude::*;

/// What the user asks for.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum ShareRequest {
    /// A picture of the displayed state.
    Picture(PictureChoice),
    /// A film of a part of the run.
    Film(FilmChoice),
    /// No more of what is being drawn.
    Cancel,
}

/// How a picture looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureChoice {
    /// Pixels of the picture per pixel of the window, 1 or 2.
    pub scale: u32,
    /// Dark or light; `None`: as the window.
    pub dark: Option<bool>,
    /// True without a background.
    pub is_transparent: bool,
}

impl Default for PictureChoice {
    fn default() -> Self {
        Self { scale: 1, dark: None, is_transparent: false }
    }
}

/// The part of a run in a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmChoice {
    /// First and last simulated time, s.
    pub span: [f64; 2],
    /// Simulated seconds per second of film.
    pub speed: f64,
    /// True for MP4, which needs ffmpeg; false for GIF.
    pub is_mp4: bool,
}

impl Default for FilmChoice {
    fn default() -> Self {
        Self { span: [0.0, 0.0], speed: 1.0, is_mp4: false }
    }
}

/// The form of the menu *Share*, and how far the present picture or film is.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Share {
    /// How the next picture looks.
    pub picture: PictureChoice,
    /// What the next film shows; a `span` of zero length: from the start to the displayed time.
    pub film: FilmChoice,
    /// What is being drawn, if anything is.
    pub progress: Option<String>,
}

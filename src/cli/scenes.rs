//! `stickslip scenes`.

use super::failure::Failure;
use super::support::output::say;
use crate::scene::Scene;
use clap::Args;
use stickslip_lab::builtin;

/// Flags of `scenes`.
#[derive(Debug, Args)]
pub(crate) struct Scenes {
    /// Print the text of this scene, as a template for your own
    #[arg(long, value_name = "NAME")]
    print: Option<String>,
    /// Draw the pictures of the gallery into this folder: gallery.png, and gallery.txt with their names
    #[cfg(feature = "view")]
    #[arg(long, value_name = "DIR", conflicts_with = "print", value_parser = super::support::output::folder())]
    pictures: Option<std::path::PathBuf>,
}

impl Scenes {
    /// Lists the built-in scenes.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        if let Some(name) = self.print {
            let source = super::support::source::Source::find(&name)?;
            return say(source.text.trim_end());
        }
        #[cfg(feature = "view")]
        if let Some(folder) = self.pictures {
            let files =
                crate::view::export::pictures::draw(&folder).map_err(|error| Failure::Other(error.to_string()))?;
            return files.iter().try_for_each(|file| say(&file.display().to_string()));
        }
        let scenes = builtin::all();
        let width = scenes.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, text) in scenes {
            let title = Scene::parse(name, text).map_or_else(|_| String::new(), |scene| scene.title);
            say(&format!("{name:width$}  {title}"))?;
        }
        Ok(())
    }
}

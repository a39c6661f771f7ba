//! `stickslip scenes`.

use super::{Failure, say};
use crate::scene::{Scene, builtin};
use clap::Args;

/// Flags of `scenes`.
#[derive(Debug, Args)]
pub struct Scenes {
    /// Print the text of this scene, as a start for one of your own
    #[arg(long, value_name = "NAME")]
    print: Option<String>,
}

impl Scenes {
    /// Lists the built-in scenes.
    pub fn execute(self) -> Result<(), Failure> {
        if let Some(name) = self.print {
            let source = super::source::Source::find(&name)?;
            return say(source.text.trim_end());
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

//! Scenes to begin with.

use crate::state::session::Opened;
use crate::texts::tr;
use stickslip_assets::TEMPLATES;
use stickslip_engine::scene::{Scene, set};

/// Name of each template, in the order in which they are offered.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEMPLATES.iter().map(|(name, _)| *name)
}

/// Key of the title of a template.
pub fn title(name: &str) -> &'static str {
    match name {
        "floor" => "template-floor",
        "ramp" => "template-ramp",
        "two-ramps" => "template-two-ramps",
        "table" => "template-table",
        "belt" => "template-belt",
        "stairs" => "template-stairs",
        "balls" => "template-balls",
        "bowl" => "template-bowl",
        "tube" => "template-tube",
        _ => "template-other",
    }
}

/// A new scene, without a file, from a template; its title is in the user's language.
pub fn new(name: &str) -> Result<Opened, String> {
    let text = stickslip_assets::text(TEMPLATES, name).ok_or_else(|| format!("there is no template {name}"))?;
    let title = format!("{:?}", tr(title(name)));
    let text = set(text, "title", &title).map_err(|fault| fault.to_string())?;
    let scene = Scene::parse(name, &text).map_err(|faults| faults.to_string())?;
    Ok(Opened { name: tr("build-new-scene").to_owned(), file: None, text, scene })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::tr;
    use stickslip_engine::run::simulation::Simulation;

    /// Each template is a scene that runs, and has a title.
    #[test]
    fn each_template_runs() {
        assert!(names().count() >= 9);
        for name in names() {
            let opened = new(name).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert!(title(name) != "template-other" && tr(title(name)) != title(name), "{name} has no title");
            let mut simulation = Simulation::new(&opened.scene);
            simulation.steps(2000);
            assert_eq!(simulation.stopped(), None, "{name}");
        }
    }
}

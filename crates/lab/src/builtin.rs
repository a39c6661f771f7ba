//! The built-in scenes: every file of `scenes/`, embedded so that an installed program needs no other files.

use stickslip_assets::{ORDER, SCENES, text as embedded};

/// Scenes that belong together, in recommended reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneGroup {
    /// Title of the group.
    pub title: &'static str,
    /// The scenes, each with its variants.
    pub families: Vec<SceneFamily>,
}

/// A scene and its variants: the same bodies with other values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneFamily {
    /// Name of the scene.
    pub name: &'static str,
    /// Names of the variants.
    pub variants: Vec<&'static str>,
}

/// Name and text of every built-in scene, in recommended reading order.
pub fn all() -> &'static [(&'static str, &'static str)] {
    SCENES
}

/// The text of the built-in scene with this name.
pub fn text(name: &str) -> Option<&'static str> {
    embedded(SCENES, name)
}

/// Every built-in scene in its group; scenes without one come last.
pub fn groups() -> Vec<SceneGroup> {
    let mut groups = vec![SceneGroup { title: "More", families: Vec::new() }];
    for line in ORDER.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            groups.push(SceneGroup { title, families: Vec::new() });
        }
        let Some(name) = line.trim_start().strip_prefix("scenes/") else { continue };
        let Some(group) = groups.last_mut() else { continue };
        match group.families.last_mut().filter(|_| line.starts_with(' ')) {
            Some(family) => family.variants.push(name),
            None => group.families.push(SceneFamily { name, variants: Vec::new() }),
        }
    }
    let is_listed = |name: &str| ORDER.lines().any(|line| line.trim_start().strip_prefix("scenes/") == Some(name));
    let others = SCENES.iter().filter(|(name, _)| !is_listed(name));
    groups[0].families.extend(others.map(|(name, _)| SceneFamily { name, variants: Vec::new() }));
    groups.rotate_left(1);
    groups.retain(|group| !group.families.is_empty());
    groups
}

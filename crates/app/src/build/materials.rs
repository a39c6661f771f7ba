//! Materials to build with: their density, and the friction of pairs of them.

use crate::state::scene_patch::ScenePatch;
use crate::texts::tr;
use bevy::ecs::prelude::Resource;
use stickslip_engine::scene::Scene;

/// A material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildMaterial {
    /// Its name in a scene.
    pub name: &'static str,
    /// Density, kg/m³; of felt and sand in bulk.
    pub density: f64,
    /// Key of its name in the user's language.
    pub title: &'static str,
}

/// The materials, with round handbook values of the density.
pub const MATERIALS: [BuildMaterial; 8] = [
    BuildMaterial { name: "wood", density: 600.0, title: "material-wood" },
    BuildMaterial { name: "steel", density: 7850.0, title: "material-steel" },
    BuildMaterial { name: "rubber", density: 1100.0, title: "material-rubber" },
    BuildMaterial { name: "ice", density: 917.0, title: "material-ice" },
    BuildMaterial { name: "glass", density: 2500.0, title: "material-glass" },
    BuildMaterial { name: "concrete", density: 2400.0, title: "material-concrete" },
    BuildMaterial { name: "felt", density: 300.0, title: "material-felt" },
    BuildMaterial { name: "sand", density: 1600.0, title: "material-sand" },
];

/// Two materials with their μ_s and μ_k.
type KnownPair = (&'static str, &'static str, f64, f64);

/// Friction of dry surfaces: *University Physics* (OpenStax), volume 1, table 6.1, where "metal on wood" stands for steel on
/// wood; glass on glass: Serway & Jewett, *Physics for Scientists and Engineers*, table 5.1.
const PAIRS: [KnownPair; 7] = [
    ("wood", "wood", 0.5, 0.3),
    ("wood", "steel", 0.5, 0.3),
    ("steel", "steel", 0.6, 0.3),
    ("steel", "ice", 0.4, 0.02),
    ("ice", "ice", 0.1, 0.03),
    ("rubber", "concrete", 1.0, 0.7),
    ("glass", "glass", 0.94, 0.4),
];

/// The table of the pairs of materials.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct PairTable {
    /// True while it is open.
    pub is_open: bool,
    /// The pair whose friction is changed.
    pub chosen: Option<[String; 2]>,
}

/// A material by its name in a scene.
pub fn material(name: &str) -> Option<&'static BuildMaterial> {
    MATERIALS.iter().find(|material| material.name == name)
}

/// Name of a material in the user's language; that of the scene for one of its own.
pub fn title(name: &str) -> String {
    material(name).map_or(name, |material| tr(material.title)).to_owned()
}

/// Source-backed μ_s and μ_k of two materials, in either order.
pub fn known_pair([a, b]: [&str; 2]) -> Option<[f64; 2]> {
    let is = |(one, other, ..): &&KnownPair| (*one, *other) == (a, b) || (*other, *one) == (a, b);
    PAIRS.iter().find(is).map(|(_, _, mu_s, mu_k)| [*mu_s, *mu_k])
}

/// The materials of a scene, each once, in the order of its bodies.
pub fn of_scene(scene: &Scene) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in scene.bodies.iter().filter_map(|body| body.material.as_deref()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Fields of `friction:` that set these μ_s and μ_k; rigid contacts have a single μ, the static one.
pub fn friction_fields(scene: &Scene, [mu_s, mu_k]: [f64; 2]) -> Vec<(&'static str, f64)> {
    if scene.normal.is_rigid() { vec![("mu", mu_s)] } else { vec![("mu_s", mu_s), ("mu_k", mu_k)] }
}

/// The changes that give a body a material: its density if the entry has one, and the friction of its pairs with the other
/// materials of the scene, where there is no rule and the values are known. `None` takes the material away.
pub fn paint(scene: &Scene, body: &str, has_density: bool, name: Option<&str>) -> Vec<ScenePatch> {
    let mut patches = vec![ScenePatch::Material { body: body.to_owned(), material: name.map(str::to_owned) }];
    let Some(name) = name else { return patches };
    if let Some(of) = material(name).filter(|_| has_density) {
        patches.push(ScenePatch::body(body, "density", format!("{:?}", of.density)));
    }
    let others: Vec<&str> =
        scene.bodies.iter().filter(|other| other.name != body).filter_map(|body| body.material.as_deref()).collect();
    let mut paired: Vec<&str> = Vec::new();
    for other in others {
        let has_rule = scene.pairs.iter().any(|rule| {
            let [a, b] = &rule.between;
            (a == name && b == other) || (a == other && b == name)
        });
        if let Some(values) = known_pair([name, other]).filter(|_| !has_rule && !paired.contains(&other)) {
            paired.push(other);
            let names = [name.to_owned(), other.to_owned()];
            patches.push(ScenePatch::Pair { names, friction: friction_fields(scene, values) });
        }
    }
    patches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::templates;

    /// A crate of wood on a ramp of steel gets the handbook's friction and density, a second crate no second rule; a material
    /// of the user's own gets none, and taking the materials away takes the rules with them.
    #[test]
    fn painting_gives_density_and_friction() {
        let text = templates::new("ramp").expect("a template").text.replace("mass: 1.0", "density: 100.0");
        let paint_in = |text: &str, body: &str, name: Option<&str>| {
            let scene = Scene::parse("t", text).expect("a scene");
            let text = ScenePatch::apply_all(&paint(&scene, body, body == "crate", name), text).expect("patches");
            let scene =
                Scene::parse("t", &text).unwrap_or_else(|f| panic!("{text}{:?}", f.lines().collect::<Vec<_>>()));
            (text, scene)
        };
        let (text, one) = paint_in(&text, "ramp", Some("steel"));
        assert!(one.pairs.is_empty());
        let (text, both) = paint_in(&text, "crate", Some("wood"));
        let rule = &both.pairs[0].friction;
        assert_eq!((both.pairs.len(), rule.mu_s, rule.mu_k), (1, 0.5, 0.3));
        assert!((both.bodies[2].mass - 600.0 * 0.008).abs() < 1e-12 && of_scene(&both) == ["steel", "wood"]);
        let (again, own) = paint_in(&text, "crate", Some("cork"));
        assert_eq!((own.pairs.len(), of_scene(&own)), (0, vec!["steel", "cork"]));
        assert_eq!(paint_in(&again, "crate", None).1.pairs.len(), 0);
    }

    /// The sources name each pair once, with μ_s ≥ μ_k, and only known materials.
    #[test]
    fn known_pairs_are_sound() {
        for (a, b, mu_s, mu_k) in PAIRS {
            assert!(material(a).is_some() && material(b).is_some() && mu_s >= mu_k && mu_k > 0.0, "{a} {b}");
            assert_eq!((known_pair([a, b]), known_pair([b, a])), (Some([mu_s, mu_k]), Some([mu_s, mu_k])));
        }
        assert_eq!(known_pair(["wood", "felt"]), None);
        assert!(MATERIALS.iter().all(|material| tr(material.title) != material.title));
    }
}

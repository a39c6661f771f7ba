//! Patches of a scene's text: bodies copied and taken away, with the comments and the rest as they were.

use stickslip_engine::laws::Vec2;
use stickslip_engine::scene::dimensions::dimensions;
use stickslip_engine::scene::text::patch::{
    add_pull, copy_body, delete_body, entry, free_name, remove_pair, remove_pull, rename_body, set_material, set_pair,
    without_body_field,
};
use stickslip_engine::scene::{Scene, set};

const TEXT: &str = r#"// A bench of my own.
Scene(
    schema: 1,
    title: "bench",
    time: (dt: 1e-4, duration: 1.0),
    gravity: (0.0, 0.0, -9.81), // standard
    friction: (mu: 0.5, k_e: 1e5),
    normal: Hooke(k_n: 1e5, restitution: 0.5),
    pairs: [
        (between: ("crate", "floor"), friction: (mu: 0.1, k_e: 1e5)),
    ],
    bodies: [
        (name: "floor", shape: Plane),
        // The crate is of oak.
        (name: "crate", shape: Box(half_extents: (0.2, 0.2, 0.1)), mass: 2.0, // kg
         on: (surface: "floor", at: (0.1, 0.2))),
        (name: "ball", shape: Sphere(radius: 0.05), mass: 0.2, on: (surface: "crate")),
        (name: "egg", shape: Ellipsoid(semi_axes: (0.05, 0.05, 0.07)), mass: 0.2, position: (1.0, 0.0, 1.0)),
    ],
    pulls: [
        (body: "ball", to: "crate", stiffness: 10.0),
        (body: "egg", stiffness: 10.0),
    ],
)
"#;

fn scene(text: &str) -> Scene {
    Scene::parse("bench", text).unwrap_or_else(|f| panic!("{text}\n{:?}", f.lines().collect::<Vec<_>>()))
}

/// Lines of `new` that `old` does not have, and the other way round.
fn lines_changed(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let only = |a: &str, b: &str| a.lines().filter(|l| !b.lines().any(|o| o == *l)).map(str::to_owned).collect();
    (only(new, old), only(old, new))
}

/// What stood on a deleted body stays where it was; what named it goes; no other line changes.
#[test]
fn a_deleted_body_leaves_what_stood_on_it_in_place() {
    let before = scene(TEXT);
    let text = delete_body(TEXT, &before, "crate").expect("a crate");
    let after = scene(&text);
    let place = |scene: &Scene, name: &str| {
        let body = scene.bodies.iter().find(|body| body.name == name).expect("a body");
        (body.position, body.rotation)
    };
    assert_eq!(place(&before, "ball"), place(&after, "ball"));
    assert_eq!((after.bodies.len(), after.pulls.len(), after.pairs.len()), (3, 1, 0));
    let (new, gone) = lines_changed(TEXT, &text);
    assert_eq!((new.len(), gone.len()), (1, 5), "{new:?} {gone:?}");
    assert!(text.contains("// A bench of my own.") && text.contains("// standard") && !text.contains("\n\n"));
}

/// A copy is the entry of the original, moved in the axes in which it is placed; nothing else changes.
#[test]
fn a_copied_body_is_moved_in_its_own_axes() {
    let before = scene(TEXT);
    for (name, by) in [("crate", [0.5, 0.0]), ("egg", [0.2, -0.3])] {
        let free = |scene: &Scene, name: &str| free_name(name, |name| scene.bodies.iter().all(|b| b.name != name));
        let copy = free(&before, name);
        assert_eq!(copy, format!("{name} 2"));
        let text = copy_body(TEXT, &before, name, &copy, Vec2::from(by)).expect("a copy");
        let after = scene(&text);
        let find = |name: &str| after.bodies.iter().find(|body| body.name == name).expect("a body");
        let moved = find(&copy).position - find(name).position;
        assert!((moved.xy() - Vec2::from(by)).norm() < 1e-12 && moved.z.abs() < 1e-12, "{moved}");
        assert_eq!((&find(&copy).shape, find(&copy).mass), (&find(name).shape, find(name).mass));
        let (_, gone) = lines_changed(TEXT, &text);
        assert!(gone.is_empty(), "{gone:?}");
        assert!(text.contains("// The crate is of oak.") && entry(&text, name) == entry(TEXT, name));
        assert_eq!(free(&after, &copy), format!("{name} 3"));
    }
}

/// The bodies of a fill have no entry of their own.
#[test]
fn a_body_of_a_fill_is_no_entry() {
    let text = TEXT.replace(
        "position: (1.0, 0.0, 1.0)",
        "position: (1.0, 0.0, 1.0), fill: Lattice(count: (2, 1, 1), spacing: 0.3)",
    );
    let text = text.replace("        (body: \"egg\", stiffness: 10.0),\n", "");
    let before = scene(&text);
    let fault = delete_body(&text, &before, "egg-1").expect_err("no entry");
    assert!(fault.message.contains("one of the bodies of a fill"), "{fault:?}");
    assert_eq!(scene(&delete_body(&text, &before, "egg").expect("the fill")).bodies.len(), 3);
}

/// A new name is written wherever the scene names the body, and the run is the same.
#[test]
fn a_renamed_body_is_renamed_everywhere() {
    let text = TEXT.replace(
        "    bodies: [",
        "    edits: [(at: 0.5, set: \"bodies.crate.velocity\", to: (0.0, 1.0, 0.0))],\n    bodies: [",
    );
    let before = scene(&text);
    let renamed = rename_body(&text, "crate", "chest").expect("a crate");
    let after = scene(&renamed);
    assert!(
        !renamed.contains("\"crate\"") && !renamed.contains(".crate.") && renamed.contains("// The crate is of oak.")
    );
    assert_eq!(after.pairs[0].between, ["chest".to_owned(), "floor".to_owned()]);
    assert_eq!((&after.pulls, after.bodies[2].position), (&before.pulls, before.bodies[2].position));
    assert_eq!(after.edits[0].path, "bodies.chest.velocity");
    assert_eq!(rename_body(&renamed, "chest", "crate").expect("a chest"), text);
    rename_body(&text, "lid", "chest").expect_err("no lid");
}

/// A pull and a pair rule are added to lists that exist and to lists that do not, and taken away again.
#[test]
fn pulls_and_pair_rules_are_added_and_taken_away() {
    let rope = "(body: \"ball\", to: \"floor\", only_tension: true, stiffness: 5.0)";
    let bare: String = TEXT.split_inclusive("    pulls: [").next().expect("a text").replace("    pulls: [", ")\n");
    for text in [TEXT, &bare] {
        let count = scene(text).pulls.len();
        let roped = add_pull(text, rope).expect("a list");
        assert_eq!(scene(&roped).pulls.len(), count + 1, "{roped}");
        assert_eq!(scene(&remove_pull(&roped, count).expect("a pull")).pulls, scene(text).pulls);
    }
    let paired = set_pair(TEXT, ["egg", "ball"], &[("mu_s", 0.6), ("mu_k", 0.3)]).expect("a list");
    assert_eq!(scene(&paired).pairs.len(), 2);
    let again = set_pair(&paired, ["ball", "egg"], &[("mu_s", 0.7), ("mu_k", 0.3)]).expect("a rule");
    assert_eq!(again, paired.replace("mu_s: 0.6", "mu_s: 0.7"));
    assert_eq!(remove_pair(&paired, ["ball", "egg"]).expect("a rule"), TEXT);
    assert_eq!(remove_pair(TEXT, ["ball", "egg"]).expect("no rule"), TEXT);
}

/// A field is taken away with its comma, wherever it stands in the entry; comments stay.
#[test]
fn a_field_is_taken_away() {
    let mass = without_body_field(TEXT, "crate", "mass").expect("a crate");
    assert!(mass.contains("half_extents: (0.2, 0.2, 0.1)), // kg\n         on: (surface"), "{mass}");
    let on = without_body_field(TEXT, "ball", "on").expect("a ball");
    assert!(on.contains("(name: \"ball\", shape: Sphere(radius: 0.05), mass: 0.2),"), "{on}");
    assert_eq!(without_body_field(TEXT, "ball", "density").expect("a ball"), TEXT);
}

/// A mass gives way to a density and a position to a place on a surface, and back.
#[test]
fn a_field_replaces_the_one_that_says_the_same() {
    let dense = set(TEXT, "bodies.crate.density", "500.0").expect("set");
    assert!((scene(&dense).bodies[1].mass - 500.0 * 0.4 * 0.4 * 0.2).abs() < 1e-12, "{dense}");
    assert_eq!(set(&dense, "bodies.crate.mass", "2.0").expect("set"), TEXT);
    let placed = set(TEXT, "bodies.egg.on", "(surface: \"floor\")").expect("set");
    assert!((scene(&placed).bodies[3].position.z - 0.07).abs() < 1e-12, "{placed}");
    let back = set(&placed, "bodies.egg.position", "(1.0, 0.0, 1.0)").expect("set");
    assert_eq!(back, TEXT);
}

/// The dimensions of every shape are those of its entry, and each face is where the shape ends.
#[test]
fn dimensions_are_those_of_the_shape() {
    for (shape, count) in [
        ("Sphere(radius: 0.2)", 1),
        ("Ellipsoid(semi_axes: (0.1, 0.2, 0.3))", 3),
        ("Cylinder(radius: 0.1, half_height: 0.2)", 2),
        ("Capsule(radius: 0.1, half_height: 0.2)", 2),
        ("Box(half_extents: (0.1, 0.2, 0.3))", 3),
        ("Ramp(length: 2.0, width: 0.5, thickness: 0.1, degrees: 20.0)", 3),
        ("Prism(polygon: [(0.0, 0.0), (0.1, 0.0), (0.0, 0.1)], half_height: 0.1)", 1),
        ("Plane", 0),
    ] {
        let entry = format!("(name: \"a\", shape: {shape}, mass: 1.0, motion: Free, position: (0.0, 0.0, 0.0))");
        let all = dimensions(&entry);
        assert_eq!(all.len(), count, "{shape}");
        for dimension in &all {
            let value = 1.7 * dimension.value;
            let new = set(&entry, &dimension.path, &format!("{value:?}")).expect("a field");
            let body = Scene::body(&new).expect("a body");
            let again = dimensions(&new).into_iter().find(|d| d.kind == dimension.kind).expect("it again");
            assert_eq!(again.value, value);
            let end = body.shape.support(&dimension.face).dot(&dimension.face);
            assert!((end - dimension.reach(value)).abs() < 1e-12, "{shape} {:?}: {end}", dimension.kind);
            assert!((dimension.value_at(end) - value).abs() < 1e-12);
        }
    }
}

/// The rules of a material last as long as a body has it.
#[test]
fn rules_of_a_material_end_with_its_last_body() {
    let both =
        set_material(&set_material(TEXT, "crate", Some("oak")).expect("a crate"), "egg", Some("oak")).expect("an egg");
    let ruled = set_pair(&both, ["oak", "floor"], &[("mu", 0.2)]).expect("a list");
    let rules = |text: &str| scene(text).pairs.len();
    assert_eq!(rules(&ruled), 2);
    let one = set_material(&ruled, "egg", None).expect("an egg");
    assert_eq!(rules(&one), 2);
    assert_eq!(rules(&set_material(&one, "crate", Some("steel")).expect("a crate")), 1);
    assert_eq!(rules(&delete_body(&one, &scene(&one), "crate").expect("a crate")), 0);
}

//! Patches of a scene's text: bodies copied and taken away, with the comments and the rest as they were.

use stickslip_engine::laws::Vec2;
use stickslip_engine::scene::Scene;
use stickslip_engine::scene::text::patch::{copy_body, delete_body, entry, free_name};

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

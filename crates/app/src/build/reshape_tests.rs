//! What drags of bodies and their handles give, for each shape, on a floor, on a ramp and in the air.

use super::*;
use crate::build::ghost::grid;
use crate::build::templates;
use stickslip_engine::run::simulation::Simulation;

const SHAPES: [&str; 6] = [
    "Sphere(radius: 0.1)",
    "Box(half_extents: (0.1, 0.15, 0.2))",
    "Cylinder(radius: 0.1, half_height: 0.2)",
    "Capsule(radius: 0.1, half_height: 0.15)",
    "Ellipsoid(semi_axes: (0.1, 0.15, 0.2))",
    "Prism(polygon: [(-0.1, -0.1), (0.1, -0.1), (0.0, 0.1)], half_height: 0.2)",
];

/// The template of a ramp with a body of this shape, placed so, and a velocity of its own.
fn opened(shape: &str, place: &str) -> (Opened, State) {
    let text = templates::new("ramp").expect("a template").text;
    let body = format!("        (name: \"it\", shape: {shape}, density: 500.0, {place}),\n    ],\n)");
    let text = text.replacen("    ],\n)", &body, 1);
    let scene = Scene::parse("t", &text).unwrap_or_else(|f| panic!("{text}{:?}", f.lines().collect::<Vec<_>>()));
    let state = Simulation::new(&scene).state();
    (Opened { name: "t".to_owned(), file: None, text, scene }, state)
}

/// A ray that passes through a point, obliquely from above.
fn through(point: &Vec3) -> Ray {
    let along = Vec3::new(0.3, 0.2, -1.0).normalize();
    Ray { from: point - along * 5.0, along, pixel: (0.0, 1e-3) }
}

/// The scene after the drop, and the body in it.
fn dropped(opened: &Opened, offer: &BodyOffer) -> (Scene, BodySpec) {
    let OfferedChange::Change { patches, .. } = &offer.change else { panic!("no change") };
    let text = ScenePatch::apply_all(patches, &opened.text).expect("patches");
    let scene = Scene::parse("t", &text).unwrap_or_else(|f| panic!("{text}{:?}", f.lines().collect::<Vec<_>>()));
    let body = scene.bodies.iter().find(|body| body.name == "it").expect("the body").clone();
    (scene, body)
}

fn index(state: &State) -> usize {
    state.bodies.iter().position(|body| body.name == "it").expect("the body")
}

/// Depth of the body in the surface below it, m.
fn depth(scene: &Scene) -> f64 {
    let state = Simulation::new(scene).state();
    let it = index(&state) as u32;
    let own = state.contacts.iter().filter(|contact| [contact.pair.key.i, contact.pair.key.j].contains(&it));
    own.map(|contact| contact.touch.overlap).fold(0.0, f64::max)
}

/// A body that is dragged stands, touching, where the pointer is, whatever it stood on before, and is turned relative to the
/// surface as before.
#[test]
fn a_dragged_body_stands_on_the_surface_under_the_pointer() {
    let ramp_top = {
        let (_, state) = opened(SHAPES[0], "position: (2.0, 2.0, 0.1)");
        let ramp = state.bodies.iter().find(|body| body.name == "ramp").expect("a ramp").clone();
        ramp.x + ramp.q * Vec3::new(0.1, -0.3, 0.05)
    };
    for shape in SHAPES {
        for place in [
            "on: (surface: \"floor\", at: (1.0, 1.0))",
            "on: (surface: \"ramp\", at: (0.0, -0.5))",
            "position: (2.0, 2.0, 1.5)",
            "rotation: AxisAngle(axis: (0.0, 0.0, 1.0), degrees: 30.0), on: (surface: \"floor\", at: (1.0, 1.0))",
        ] {
            let (opened, state) = opened(shape, place);
            let body = Reshaped::new(&opened, &state, index(&state), 0.0).expect("a body");
            let before = body.axes.inverse() * state.bodies[index(&state)].q;
            for (target, carrier) in [(Vec3::new(-1.03, 0.8, 0.0), "floor"), (ramp_top, "ramp")] {
                let ray = through(&target);
                let offer = body.dragged(HandleKind::Move, [&ray, &ray], false);
                let offer = offer.unwrap_or_else(|| panic!("{shape} {place} {carrier}"));
                let (scene, placed) = dropped(&opened, &offer);
                assert_eq!((placed.position, placed.rotation), (offer.spec.position, offer.spec.rotation));
                assert!(offer.told.contains(carrier) && offer.overlap.is_none(), "{offer:?}");
                assert!(depth(&scene) < 1e-9, "{shape} {place} {carrier}: {}", depth(&scene));
                let on = scene.bodies.iter().find(|body| body.name == carrier).expect("a carrier");
                let axes = surface_axes((&on.shape, on.position, on.rotation), &Vec3::z()).expect("a surface");
                let off = axes.inverse() * (placed.position - target);
                assert!(off.xy().norm() < 1e-6 && off.z > 0.05, "{shape} {place} {carrier}: {off}");
                let turned = (before.inverse() * (axes.inverse() * placed.rotation)).angle();
                assert!(turned < 1e-7, "{shape} {place} {carrier}: {turned}");
            }
        }
    }
}

/// A dragged face follows the pointer while the opposite one stays, the centre of a round body stays, and the lowest point
/// stays on the support.
#[test]
fn a_dragged_face_resizes_from_the_opposite_one() {
    for shape in SHAPES {
        for place in ["on: (surface: \"floor\", at: (1.0, 1.0))", "position: (2.0, 2.0, 1.5)"] {
            let (opened, state) = opened(shape, place);
            let old = &state.bodies[index(&state)];
            let body = Reshaped::new(&opened, &state, index(&state), 0.0).expect("a body");
            for (dimension, of) in body.dimensions().iter().enumerate() {
                for is_far in [false, true] {
                    let face = if is_far { -body.face(of) } else { body.face(of) };
                    if face.z < -0.5 {
                        continue;
                    }
                    let reach = of.reach(of.value);
                    let ray = through(&(old.x + face * (reach + 0.06)));
                    let handle = HandleKind::Face { dimension, is_far };
                    let offer = body.dragged(handle, [&ray, &ray], false).unwrap_or_else(|| panic!("{shape} {of:?}"));
                    let (scene, new) = dropped(&opened, &offer);
                    let end = |spec: &BodySpec, direction: Vec3| {
                        let local = spec.rotation.inverse() * direction;
                        spec.position.dot(&direction) + spec.shape.support(&local).dot(&local)
                    };
                    let lowest = end(&new, -Vec3::z()) + old.x.z
                        - old.shape.support(&(old.q.inverse() * -Vec3::z())).dot(&(old.q.inverse() * -Vec3::z()));
                    assert!(lowest.abs() < 1e-6, "{shape} {of:?} {lowest}");
                    assert!(place.starts_with("pos") || depth(&scene) < 1e-9);
                    if of.kind == DimensionKind::Radius {
                        continue;
                    }
                    if face.z.abs() < 0.5 {
                        let stays = end(&new, -face) - (reach - old.x.dot(&face));
                        assert!(stays.abs() < 1e-6, "{shape} {of:?} {is_far}: {stays}");
                    }
                    let follows = end(&new, face) - (old.x.dot(&face) + reach + 0.06);
                    assert!(follows.abs() < 1e-4, "{shape} {of:?} {is_far}: {follows}");
                }
            }
        }
    }
}

/// The upper edge of a ramp follows the pointer to a slope, the lower edge stays; a ramp that falls to the other side too, and
/// what stands on it comes with it.
#[test]
fn a_ramp_tilts_about_its_lower_edge() {
    for slope in [20.0f64, -20.0, 5.0] {
        let (mut opened, _) = opened(SHAPES[0], "on: (surface: \"ramp\", at: (0.0, -0.5))");
        opened.text = opened.text.replace("degrees: 20.0", &format!("degrees: {slope:?}"));
        opened.scene = Scene::parse("t", &opened.text).expect("a scene");
        let state = Simulation::new(&opened.scene).state();
        let (ramp, rises) = (1, slope.signum());
        let old = &state.bodies[ramp];
        let edge = Vec3::new(0.0, -rises, -0.05);
        let hinge = old.x + old.q * edge;
        let body = Reshaped::new(&opened, &state, ramp, grid(&state)).expect("a ramp");
        for wanted in [10.0f64, 35.0, 44.0] {
            let (angle, wanted) = (wanted.to_radians(), (wanted / 5.0).round() * 5.0);
            let (along, up) = (Vec3::y() * rises * angle.cos() + Vec3::z() * angle.sin(), Vec3::z() * angle.cos());
            let handle = hinge + along * 2.0 + (up - Vec3::y() * rises * angle.sin()) * 0.1;
            // Across the plane in which it tilts.
            let ray = Ray { from: handle + Vec3::new(-5.0, 0.0, 0.0), along: Vec3::x(), pixel: (0.0, 1e-3) };
            let offer = body
                .dragged(HandleKind::Slope, [&ray, &ray], false)
                .unwrap_or_else(|| panic!("{slope} {wanted} {:?}", body.tilted(&ray)));
            let OfferedChange::Change { patches, .. } = &offer.change else { panic!("no change") };
            let text = ScenePatch::apply_all(patches, &opened.text).expect("patches");
            let scene = Scene::parse("t", &text).expect("a scene");
            let new = &scene.bodies[ramp];
            let now = (new.rotation * Vec3::y()).z.asin().to_degrees();
            assert!((now - rises * wanted).abs() < 1e-6, "{slope} {wanted}: {now}");
            let moved = (new.position + new.rotation * edge - hinge).norm();
            assert!(moved < 1e-8, "{slope} {wanted}: {moved}");
            assert!(depth(&scene) < 1e-9);
        }
    }
}

/// A body turns about the normal of its surface by steps of 5°, and keeps its place; on a ramp it stays flat.
#[test]
fn a_body_turns_about_the_normal_of_its_surface() {
    for place in ["on: (surface: \"floor\", at: (1.0, 1.0))", "on: (surface: \"ramp\", at: (0.0, -0.5))"] {
        let (opened, state) = opened(SHAPES[1], place);
        let old = &state.bodies[index(&state)];
        let body = Reshaped::new(&opened, &state, index(&state), grid(&state)).expect("a body");
        let (axes, n) = (body.axes, body.normal());
        let at = |degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            through(&(old.x + axes * Vec3::new(0.5 * cos, 0.5 * sin, 0.0)))
        };
        for (degrees, snapped) in [(31.0, 30.0), (-92.0, -90.0), (170.0, 170.0)] {
            let offer = body.dragged(HandleKind::Turn, [&at(0.0), &at(degrees)], false).expect("a turn");
            let (scene, new) = dropped(&opened, &offer);
            let by = new.rotation * old.q.inverse();
            let expected = rotation(&(n * f64::to_radians(snapped)));
            assert!((by.inverse() * expected).angle() < 1e-7, "{place} {degrees}");
            assert!((new.position - old.x).norm() < 1e-9 && depth(&scene) < 1e-9);
        }
    }
}

/// With Shift a body rises vertically, and keeps its velocity in the world when it leaves the axes of its surface.
#[test]
fn a_raised_body_keeps_its_velocity() {
    let (opened, state) = opened(SHAPES[1], "on: (surface: \"ramp\", at: (0.0, -0.5), velocity: (0.0, 0.3))");
    let old = opened.scene.bodies.last().expect("the body").clone();
    let body = Reshaped::new(&opened, &state, index(&state), 0.0).expect("a body");
    let rays = [through(&old.position), through(&(old.position + Vec3::z() * 0.4))];
    let offer = body.dragged(HandleKind::Move, [&rays[0], &rays[1]], true).expect("a place");
    let (_, new) = dropped(&opened, &offer);
    assert!((new.position - old.position - Vec3::z() * 0.4).norm() < 1e-3, "{}", new.position);
    assert!((new.velocity - old.velocity).norm() < 1e-9 && old.velocity.norm() > 0.29);
    assert!((new.rotation.inverse() * old.rotation).angle() < 1e-9);
}

/// Raised, a body of any shape moves straight up by as much, also if the origin of its points is not its centre.
#[test]
fn a_raised_body_of_any_shape_moves_straight_up() {
    let pyramid = "ConvexPolyhedron(points: [(0.1, 0.0, 0.0), (-0.1, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, -0.1, 0.0), (0.0, 0.0, 0.2)])";
    for shape in SHAPES.into_iter().chain([pyramid]) {
        let (opened, state) = opened(shape, "position: (1.0, 1.2, 0.5)");
        let old = opened.scene.bodies.last().expect("the body").clone();
        let body = Reshaped::new(&opened, &state, index(&state), 0.0).expect("a body");
        let rays = [through(&old.position), through(&(old.position + Vec3::z() * 0.4))];
        let offer = body.dragged(HandleKind::Move, [&rays[0], &rays[1]], true).expect("a place");
        let by = dropped(&opened, &offer).1.position - old.position;
        assert!((by - Vec3::z() * 0.4).norm() < 1e-3, "{shape}: {by:?}");
    }
}

/// A group that is dragged keeps its arrangement, on a surface and on another one; what stands on a member comes along.
#[test]
fn a_group_moves_together() {
    let (opened, state) = opened(SHAPES[1], "on: (surface: \"floor\", at: (1.0, 1.0))");
    let it = index(&state);
    let ramp = state.bodies.iter().position(|body| body.name == "ramp").expect("a ramp");
    let crate_ = state.bodies.iter().position(|body| body.name == "crate").expect("a crate");
    let body = Reshaped::new(&opened, &state, it, 0.0).expect("a body");
    let to = through(&Vec3::new(1.7, 1.4, 0.0));
    let offer = body.dragged(HandleKind::Move, [&to, &to], false).expect("a place");
    let all = body.with_others(offer.clone(), &[it, ramp, crate_]).expect("a group");
    let OfferedChange::Change { patches, .. } = &all.change else { panic!("no change") };
    let text = ScenePatch::apply_all(patches, &opened.text).expect("patches");
    let now = Simulation::new(&Scene::parse("t", &text).expect("a scene")).state();
    let by = offer.spec.position - state.bodies[it].x;
    assert!(by.norm() > 0.5);
    for (index, body) in state.bodies.iter().enumerate().skip(1) {
        let moved = now.bodies[index].x - body.x;
        assert!((moved - by).norm() < 1e-6, "{}: {moved:?} {by:?}", body.name);
    }
    assert_eq!(all.others.len(), 2);
}

/// Where a body would overlap another one it says so.
#[test]
fn an_overlap_is_told() {
    let (opened, state) = opened(SHAPES[1], "on: (surface: \"floor\", at: (1.0, 1.0))");
    let body = Reshaped::new(&opened, &state, index(&state), 0.0).expect("a body");
    let ray = Ray { from: Vec3::new(0.35, 0.0, 5.0), along: -Vec3::z(), pixel: (0.0, 1e-3) };
    let offer = body.dragged(HandleKind::Move, [&ray, &ray], false).expect("a place");
    let (other, by) = offer.overlap.clone().expect("the ramp is 0.3 m wide to each side");
    assert!(other == "ramp" && by > 0.01 && offer.text().contains("ramp"), "{other} {by}");
}

/// A prism in the air whose origin is not its centre stays beside its old place when its height changes.
#[test]
fn a_resized_prism_keeps_its_place() {
    let prism = "Prism(polygon: [(-0.1, -0.1), (0.1, -0.1), (0.0, 0.1)], half_height: 0.2)";
    let (opened, state) = opened(prism, "position: (1.0, 1.2, 0.5)");
    let body = Reshaped::new(&opened, &state, index(&state), 0.0).expect("a body");
    let old = state.bodies[index(&state)].x;
    let patches = vec![ScenePatch::body("it", "shape.half_height", "0.3")];
    let patches = body.shifted(patches, &Vec3::zeros()).expect("changes");
    let text = ScenePatch::apply_all(&patches, &opened.text).expect("patches");
    let scene = Scene::parse("t", &text).expect("a scene");
    let new = scene.bodies.iter().find(|body| body.name == "it").expect("the body").position;
    assert!((new - old - Vec3::z() * 0.1).norm() < 1e-9, "{old:?} {new:?}");
}

/// What the card says of the place and the turn of a body is what it sets, on a surface and in the world, with no other change.
#[test]
fn place_and_turn_are_set_as_they_are_told() {
    for shape in SHAPES {
        for place in ["on: (surface: \"ramp\", at: (0.1, -0.4))", "position: (0.3, 2.0, 1.0)"] {
            let (mut opened, mut state) = opened(shape, place);
            let told = |opened: &Opened, state: &State| {
                let body = Reshaped::new(opened, state, index(state), 0.0).expect("the body");
                let (surface, at) = body.place();
                (surface, at, body.turn().expect("upright"))
            };
            let apply = |opened: &mut Opened, state: &mut State, patches: &[ScenePatch]| {
                opened.text = ScenePatch::apply_all(patches, &opened.text).expect("patches");
                opened.scene = Scene::parse("t", &opened.text).expect("no fault");
                *state = Simulation::new(&opened.scene).state();
            };
            let before = told(&opened, &state);
            assert!(before.2.abs() < 1e-7, "{shape}");
            for (axis, value) in [(0, 0.25), (1, -0.125)] {
                let patches = Reshaped::new(&opened, &state, index(&state), 0.0).expect("it").to_place(axis, value);
                apply(&mut opened, &mut state, &patches);
            }
            let patches = Reshaped::new(&opened, &state, index(&state), 0.0).expect("it").to_turn(200.0);
            apply(&mut opened, &mut state, &patches);
            let after = told(&opened, &state);
            assert_eq!(after.0, before.0);
            let wanted = [0.25, -0.125, before.1.get(2).copied().unwrap_or(0.0)];
            assert!(after.1.iter().zip(wanted).all(|(now, wanted)| (now - wanted).abs() < 1e-8), "{shape} {after:?}");
            assert!((after.2 + 160.0).abs() < 1e-7, "{shape} {place}: {}", after.2);
        }
    }
}

//! `import --from mjcf`: masses, poses, defaults and friction against closed forms; faults with their lines.

use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::random::SplitMix64;
use stickslip_engine::scene::text::nesting::MAX_DEPTH;
use stickslip_engine::scene::{Motion, Scene};
use stickslip_engine::shapes::Shape;
use stickslip_lab::interop::mjcf::{Imported, MjcfImport, import};

fn imported(text: &str) -> Imported {
    match import("a.xml", text, MjcfImport::Whole) {
        Ok(imported) => imported,
        Err(faults) => panic!("{:#?}", faults.lines().collect::<Vec<_>>()),
    }
}

fn scene(text: &str) -> Scene {
    Scene::parse("a.ron", &imported(text).scene).expect("an imported scene has no fault")
}

/// Report of `import` for a file that it refuses: one line per fault.
fn refused(text: &str) -> Vec<String> {
    let faults = import("a.xml", text, MjcfImport::Whole).expect_err("the file is refused");
    faults.lines().map(|line| line.to_string()).collect()
}

fn near(a: &Vec3, b: [f64; 3]) -> bool {
    (a - Vec3::from(b)).amax() < 1e-12
}

/// The five shapes with MuJoCo's default density: masses and moments of inertia in closed form.
#[test]
fn masses_follow_from_density() {
    let geoms = [
        ("sphere\" size=\"0.1", 4.0 / 3.0 * 1e-3),
        ("capsule\" size=\"0.1 0.2", 0.02 * 0.2 + 4.0 / 3.0 * 1e-3),
        ("cylinder\" size=\"0.1 0.2", 0.02 * 0.2),
        ("ellipsoid\" size=\"0.1 0.2 0.3", 4.0 / 3.0 * 6e-3),
    ];
    let bodies = |(k, (geom, _)): (usize, &(&str, f64))| {
        format!("<body pos=\"{k} 0 1\"><freejoint/><geom type=\"{geom}\"/></body>")
    };
    let text: String = geoms.iter().enumerate().map(bodies).collect();
    let scene = scene(&format!(
        "<mujoco><worldbody>{text}<body><freejoint/><geom type=\"box\" size=\"0.1 0.2 0.3\" mass=\"3\"/></body></worldbody></mujoco>"
    ));
    for (body, (_, volume)) in scene.bodies.iter().zip(geoms) {
        let mass = 1000.0 * std::f64::consts::PI * volume;
        assert!((body.mass - mass).abs() < 1e-12 * mass, "{}: {} for {mass}", body.name, body.mass);
        assert_eq!(body.motion, Motion::Free);
    }
    assert_eq!(scene.bodies[4].mass, 3.0);
    assert!(near(&scene.bodies[4].inertia, [0.13, 0.1, 0.05]), "{}", scene.bodies[4].inertia);
    assert_eq!((scene.dt, scene.gravity), (2e-3, Vec3::new(0.0, 0.0, -9.81)));
}

/// Two geoms of one kind, a quarter of the mass 0.2 m above and three quarters below: the centre is 0.1 m below that of
/// the first shape, so this is not one body. Placed symmetrically, their inertia adds up by Steiner's theorem.
#[test]
fn masses_of_several_geoms_add_up() {
    let text = |low: &str| {
        format!(
            "<mujoco><worldbody><body pos=\"0 0 1\"><freejoint/><geom type=\"box\" size=\"0.1 0.1 0.1\" mass=\"1\"/>\
             <geom size=\"0.05\" pos=\"0 0 0.2\" mass=\"2\" contype=\"0\" conaffinity=\"0\"/>\
             <body pos=\"0 0 {low}\"><geom size=\"0.05\" mass=\"2\" contype=\"0\" conaffinity=\"0\"/></body></body></worldbody></mujoco>"
        )
    };
    let scene = scene(&text("-0.2"));
    let ball = 2.0 * (0.4 * 0.0025);
    let across = 0.02 / 3.0 + 2.0 * (ball + 2.0 * 0.04);
    assert_eq!((scene.bodies.len(), scene.bodies[0].mass), (1, 5.0));
    assert!(near(&scene.bodies[0].inertia, [across, across, 0.02 / 3.0 + 2.0 * ball]), "{}", scene.bodies[0].inertia);
    let said = refused(&text("-0.1"));
    assert!(said.len() == 1 && said[0].starts_with("a.xml:1:20: its centre of mass is 4.000e-2 m away"), "{said:?}");
}

#[test]
fn an_inertial_stands_for_the_geoms() {
    let text = |how: &str, extra: &str| {
        format!(
            "<mujoco><compiler {extra}/><worldbody><body><freejoint/><inertial pos=\"0 0 0\" mass=\"2\" {how}/>\
             <geom size=\"0.1\"/></body></worldbody></mujoco>"
        )
    };
    let body = |how: &str, extra: &str| scene(&text(how, extra)).bodies[0].clone();
    for how in ["diaginertia=\"0.01 0.02 0.03\"", "fullinertia=\"0.01 0.02 0.03 0 0 0\""] {
        let body = body(how, "");
        assert_eq!(body.mass, 2.0);
        assert!(near(&body.inertia, [0.01, 0.02, 0.03]), "{how}");
    }
    // A quarter turn about z exchanges x and y.
    let turned = body("quat=\"1 0 0 1\" diaginertia=\"0.01 0.02 0.03\"", "");
    assert!(near(&turned.inertia, [0.02, 0.01, 0.03]), "{}", turned.inertia);
    let from_geom = body("diaginertia=\"0.01 0.02 0.03\"", "inertiafromgeom=\"true\"");
    assert!((from_geom.mass - 4000.0 / 3.0 * std::f64::consts::PI * 1e-3).abs() < 1e-12);
    let said = refused(&text("fullinertia=\"0.01 0.02 0.03 0.001 0 0\"", ""));
    assert!(said[0].contains("the axes of its shape are not its principal axes"), "{said:?}");
}

/// A box in every notation of a quarter turn about z and a position, within bodies and frames.
#[test]
fn poses_are_composed() {
    let turns = ["quat=\"0.5 0 0 0.5\"", "axisangle=\"0 0 2 90\"", "euler=\"0 0 90\"", "xyaxes=\"0 1 0 -3 0.5 0\""];
    for turn in turns {
        let scene = scene(&format!(
            "<mujoco><worldbody><body pos=\"1 2 3\" {turn}><frame pos=\"0 1 0\"><geom type=\"box\" size=\"1 2 3\" pos=\"1 0 0\" {turn}/>\
             </frame></body></worldbody></mujoco>"
        ));
        let body = &scene.bodies[0];
        assert!(near(&body.position, [0.0, 3.0, 3.0]), "{turn}: {}", body.position);
        // Two quarter turns.
        assert!(near(&(body.rotation * Vec3::x()), [-1.0, 0.0, 0.0]), "{turn}");
        assert_eq!(body.motion, Motion::Fixed);
    }
    let geom = |attributes: &str| {
        scene(&format!("<mujoco><worldbody><geom type=\"cylinder\" {attributes}/></worldbody></mujoco>")).bodies[0]
            .clone()
    };
    let from_to = geom("size=\"0.1\" fromto=\"0 0 0 2 0 0\"");
    assert!(near(&from_to.position, [1.0, 0.0, 0.0]) && near(&(from_to.rotation * Vec3::z()), [1.0, 0.0, 0.0]));
    assert_eq!(from_to.shape, Shape::Cylinder { radius: 0.1, half_height: 1.0 });
    let along = geom("size=\"0.1 1\" zaxis=\"0 -2 0\"");
    assert!(near(&(along.rotation * Vec3::z()), [0.0, -1.0, 0.0]));
}

/// Euler angles rotate about the body's own axes (lower case) or about those of the parent (upper case).
#[test]
fn euler_angles_follow_their_sequence() {
    let turned = |sequence: &str, angles: &str| {
        let text = format!(
            "<mujoco><compiler angle=\"radian\" {sequence}/><worldbody><geom type=\"box\" size=\"1 1 1\" euler=\"{angles}\"/></worldbody></mujoco>"
        );
        scene(&text).bodies[0].rotation
    };
    let [x, y, z] = [Vec3::x(), Vec3::y(), Vec3::z()]
        .map(|axis| Rotation::from_axis_angle(&nalgebra::Unit::new_normalize(axis), 0.3));
    for (sequence, expected) in [("", x * y * z), ("eulerseq=\"zyx\"", z * y * x), ("eulerseq=\"XYZ\"", z * y * x)] {
        let found = turned(sequence, "0.3 0.3 0.3");
        assert!((found.inverse() * expected).angle() < 1e-12, "{sequence}");
    }
}

/// Torsional friction acts from condim 4 on, rolling friction from 6 on; a pair takes the larger of both values, or
/// those of the geom with the higher priority. Numbers that a geom omits come from its class.
#[test]
fn friction_of_a_pair_is_mixed_as_in_mujoco() {
    let text = |ball: &str| {
        format!(
            "<mujoco><default><geom friction=\"0.5 0.01 0.002\"/><default class=\"rough\"><geom friction=\"0.9\" condim=\"6\"/></default></default>\
             <worldbody><geom name=\"floor\" type=\"plane\" condim=\"1\"/>\
             <body name=\"ball\" pos=\"0 0 1\"><freejoint/><geom size=\"0.1\" {ball}/></body></worldbody></mujoco>"
        )
    };
    let pair = |ball: &str| {
        let imported = imported(&text(ball));
        let rules = imported.scene.lines().filter(|line| line.contains("between: (\"friction-1\", \"friction-2\")"));
        rules.map(|line| line.split("friction: ").nth(1).expect("a rule").to_owned()).collect::<Vec<_>>()
    };
    for (ball, limits) in [
        ("", "(mu: 0.5, rho: 0.0, sigma: 0.0)),"),
        ("condim=\"4\"", "(mu: 0.5, rho: 0.0, sigma: 0.01)),"),
        ("class=\"rough\"", "(mu: 0.9, rho: 0.002, sigma: 0.01)),"),
        ("condim=\"6\" friction=\"0.1 0.1 0.1\"", "(mu: 0.5, rho: 0.1, sigma: 0.1)),"),
        ("condim=\"6\" friction=\"0.1 0.1 0.1\" priority=\"1\"", "(mu: 0.1, rho: 0.1, sigma: 0.1)),"),
        ("friction=\"0.1\" condim=\"1\" priority=\"1\"", "(mu: 0.0, rho: 0.0, sigma: 0.0)),"),
    ] {
        assert_eq!(pair(ball), [limits], "{ball}");
    }
    let explicit = text("name=\"own\"").replace(
        "</worldbody>",
        "</worldbody><contact><pair geom1=\"own\" geom2=\"floor\" condim=\"4\" friction=\"0.3 0.3 0.02\"/></contact>",
    );
    let wanted = "(between: (\"ball\", \"floor\"), friction: (mu: 0.3, rho: 0.0, sigma: 0.02)),";
    assert!(imported(&explicit).scene.contains(wanted));
}

/// MuJoCo's elliptic cone with torsional or rolling friction is one ellipsoid, with slide friction alone a round cone; and
/// the imported ball, thrown with 1 m/s and 10 rad/s about the vertical, stops as the ellipsoid says: `v⁺ = v − gΔt μ²
/// v⁺/r`, `ω⁺ = ω − (m/I) gΔt σ² ω⁺/r`, `r = √(μ²v⁺² + σ²ω⁺²)`.
#[test]
fn an_elliptic_cone_is_taken_as_it_is() {
    let text = |condim: u32, cone: &str| {
        format!(
            "<mujoco><option {cone} timestep=\"0.01\"/><worldbody><geom type=\"plane\" size=\"0 0 1\" friction=\"0.3 0.02 0\"/>\
             <body name=\"puck\" pos=\"0 0 0.1\"><freejoint/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"0.005 0.005 0.005\"/>\
             <geom size=\"0.1\" condim=\"{condim}\" friction=\"0.3 0.02 0\"/></body></worldbody></mujoco>"
        )
    };
    assert!(!imported(&text(4, "")).scene.contains("limit"));
    assert!(!imported(&text(3, "cone=\"elliptic\"")).scene.contains("limit"));
    assert_eq!(imported(&text(3, "cone=\"elliptic\"")).notes.len(), 0);
    let elliptic = imported(&text(4, "cone=\"elliptic\""));
    assert!(elliptic.scene.contains("(mu: 0.3, rho: 0.0, sigma: 0.02, limit: Ellipsoid)"), "{}", elliptic.scene);
    let said: Vec<String> = elliptic.notes.iter().map(ToString::to_string).collect();
    let line = "a.xml:1:17: the elliptic cone of slide, torsional and rolling friction is taken as it is; its limits form \
                one ellipsoid (`limit: Ellipsoid`)";
    assert_eq!(said, [line]);
    let mut scene = Scene::parse("a.ron", &elliptic.scene).expect("no fault");
    scene.bodies[1].motion = Motion::Spinning(Vec3::z());
    scene.bodies[1].velocity = Vec3::new(1.0, 0.0, 0.0);
    scene.bodies[1].angular_velocity = Vec3::new(0.0, 0.0, 10.0);
    let mut simulation = Simulation::new(&scene);
    simulation.step();
    let puck = &simulation.state().bodies[1];
    assert!((puck.v.x - 0.975_533_3).abs() < 1e-7 && (puck.w.z - 9.781_925_4).abs() < 1e-7, "{} {}", puck.v, puck.w);
}

/// A ball with rolling friction ρ on a plane decelerates at 5ρg/7R (docs/solvers.md), and so does the imported scene.
#[test]
fn a_rolling_ball_is_braked_as_its_triple_says() {
    let (radius, rho, speed) = (0.1, 2e-3, 1.0);
    let text = format!(
        "<mujoco><worldbody><geom type=\"plane\" size=\"0 0 1\"/><body name=\"ball\" pos=\"0 0 {radius}\"><freejoint/>\
         <geom size=\"{radius}\" condim=\"6\" friction=\"0.5 0.001 {rho}\"/></body></worldbody></mujoco>"
    );
    let mut scene = scene(&text);
    scene.bodies[1].velocity = Vec3::new(speed, 0.0, 0.0);
    scene.bodies[1].angular_velocity = Vec3::new(0.0, speed / radius, 0.0);
    let mut simulation = Simulation::new(&scene);
    simulation.steps(500);
    let expected = speed - 5.0 * rho * 9.81 / (7.0 * radius) * 1.0;
    let found = simulation.state().bodies[1].v.x;
    assert!((found - expected).abs() < 1e-8, "{found} for {expected}");
}

/// Each replica is placed in the frame of the one before.
#[test]
fn replicas_follow_each_other() {
    let scene = scene(
        "<mujoco><worldbody><replicate count=\"3\" offset=\"1 0 0\" euler=\"0 0 90\" sep=\"-\">\
         <geom name=\"post\" size=\"0.1\"/></replicate></worldbody></mujoco>",
    );
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["post-0", "post-1", "post-2"]);
    for (body, place) in scene.bodies.iter().zip([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]) {
        assert!(near(&body.position, place), "{}", body.position);
    }
}

/// Replicas are counted before they are written out: one fault, at the outermost of them, however many they would be.
#[test]
fn too_many_replicas_are_one_fault() {
    let most = "at most 200000 elements are read; lower the counts of <replicate>";
    let nested = |counts: &[&str]| {
        let open: String = counts.iter().map(|count| format!("<replicate count=\"{count}\">\n")).collect();
        let close = "</replicate>".repeat(counts.len());
        format!("<mujoco>\n<worldbody>\n{open}<geom name=\"post\" size=\"-1\"/>{close}</worldbody>\n</mujoco>")
    };
    for (counts, made) in [
        (&["1000"; 4][..], "1000000000000 bodies of 1001001001001 elements"),
        (&["1000000000"][..], "1000000000 bodies of 1000000001 elements"),
        (&["200000"][..], "200000 bodies of 200001 elements"),
        (&["1000000000000"; 5][..], "over 3e38 bodies of over 3e38 elements"),
    ] {
        assert_eq!(refused(&nested(counts)), [format!("a.xml:3:1: the replicas make {made}; {most}")]);
    }
    for (count, why) in [("0", "is 0"), ("-3", "is `-3`"), ("many", "is `many`"), ("1e3", "is `1e3`")] {
        let said = refused(&nested(&[count]));
        let fault = format!("a.xml:3:1: the count of <replicate> {why}; give a whole number from 1 on");
        assert_eq!(said, [fault]);
    }
    // A fault of an element counts once, not once for each replica.
    let said = refused(&nested(&["10", "100"]));
    assert!(said.len() == 1 && said[0].starts_with("a.xml:5:1: size: radius must be"), "{said:?}");
    let far = "<mujoco><worldbody><replicate count=\"5\" offset=\"1e9 0 0\"><geom size=\"0.1\"/></replicate></worldbody></mujoco>";
    let said = refused(far);
    assert!(said.len() == 1 && said[0].contains("(2 more like it from here)"), "{said:?}");
}

/// Bodies are read as deep in each other as brackets of a scene.
#[test]
fn deep_bodies_are_refused_with_their_place() {
    let nested = |depth: usize| {
        let inner = depth - 3;
        let (open, close) = ("<body>".repeat(inner), "</body>".repeat(inner));
        format!("<mujoco>\n<worldbody>\n{open}<geom size=\"1\"/>{close}</worldbody></mujoco>")
    };
    assert_eq!(scene(&nested(MAX_DEPTH)).bodies.len(), 1);
    for (depth, column) in [(MAX_DEPTH + 1, 58), (100_000, 58)] {
        let place = format!("a.xml:3:{}: elements are nested more than 60 deep; place", column * 6 + 1);
        let said = refused(&nested(depth));
        assert!(said.len() == 1 && said[0].starts_with(&place), "{said:?} and not {place}");
    }
    let defaults = "<default class=\"a\">".repeat(100_000) + &"</default>".repeat(100_000);
    let said = refused(&format!("<mujoco>{defaults}</mujoco>"));
    assert!(said.len() == 1 && said[0].contains("elements are nested more than 60 deep"), "{said:?}");
}

/// Of a mesh of 100 000 vertices only the corners of the hull matter; too many of them are refused.
#[test]
fn a_large_mesh_is_reduced_to_its_corners() {
    let mut chance = SplitMix64::new(7);
    let mut points: Vec<[f64; 3]> = (0..100_000).map(|_| [(); 3].map(|()| chance.fraction() - 0.5)).collect();
    points.splice(50_000..50_000, (0..8).map(|k| [0, 1, 2].map(|axis| f64::from((k >> axis) & 1) - 0.5)));
    let text = |points: &[[f64; 3]]| {
        let vertices: Vec<String> = points.iter().map(|[x, y, z]| format!("{x:?} {y:?} {z:?}")).collect();
        format!(
            "<mujoco><asset><mesh name=\"stone\" vertex=\"{}\"/></asset><worldbody>\n\
             <body pos=\"0 0 5\"><freejoint/>\n<geom type=\"mesh\" mesh=\"stone\"/></body></worldbody></mujoco>",
            vertices.join(" ")
        )
    };
    let body = &scene(&text(&points)).bodies[0];
    assert!((body.mass - 1000.0).abs() < 1e-9 && near(&body.position, [0.0, 0.0, 5.0]), "{body:?}");
    let Shape::Polyhedron(solid) = &body.shape else { panic!("{:?}", body.shape) };
    assert_eq!(solid.points.len(), 8);
    let ball = points.iter().map(|point| Vec3::from(*point).normalize().into()).collect::<Vec<[f64; 3]>>();
    let said = refused(&text(&ball));
    let fault = "a.xml:3:1: the convex hull of the mesh `stone` has more than 4000 corners; simplify the mesh";
    assert!(said.len() == 1 && said[0].starts_with(fault), "{said:?}");
}

/// A mesh with its vertices in the file is their convex hull, placed correctly for any orientation of its principal
/// axes.
#[test]
fn a_mesh_with_vertices_is_a_polyhedron() {
    let scene = scene(
        "<mujoco><asset><mesh name=\"wedge\" scale=\"2 1 1\" vertex=\"0 0 0  0.5 0 0  0 1 0  0 0 1\"/></asset><worldbody>\
         <body pos=\"0 0 5\"><freejoint/><geom type=\"mesh\" mesh=\"wedge\" density=\"600\"/></body></worldbody></mujoco>",
    );
    let body = &scene.bodies[0];
    assert!((body.mass - 100.0).abs() < 1e-9 && near(&body.position, [0.25, 0.25, 5.25]), "{body:?}");
    let Shape::Polyhedron(solid) = &body.shape else { panic!("{:?}", body.shape) };
    for corner in [[0.0, 0.0, 5.0], [1.0, 0.0, 5.0], [0.0, 1.0, 5.0], [0.0, 0.0, 6.0]] {
        let there = |point: &Vec3| near(&(body.position + body.rotation * point), corner);
        assert!(solid.points.iter().any(there), "{corner:?}");
    }
}

/// Input without an equivalent is reported once, with the line of its first occurrence.
#[test]
fn what_has_no_meaning_is_named_with_its_line() {
    let imported = imported(
        "<mujoco>\n  <option cone=\"pyramidal\" timestep=\"1e-3\"/>\n  <worldbody>\n    <light/>\n    <geom size=\"1\" rgba=\"1 0 0 1\"/>\n    \
         <geom size=\"1\" pos=\"3 0 0\" rgba=\"0 1 0 1\"/>\n  </worldbody>\n  <sensor/>\n</mujoco>",
    );
    let notes: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "a.xml:2:11: the pyramids of `cone` become round cones of slide, torsional and rolling friction; write `cone=\"elliptic\"` for MuJoCo's ellipsoid",
            "a.xml:4:5: <light> has no meaning here: it is only drawn; it is left out",
            "a.xml:5:20: `rgba` of <geom> has no meaning here: it is only drawn (1 more of them); it is left out",
            "a.xml:8:3: <sensor> has no meaning here: every quantity can be read; it is left out",
        ]
    );
}

/// A file with a plane and this in its world.
fn world(inner: &str) -> String {
    format!("<mujoco>\n<worldbody>\n<geom type=\"plane\"/>\n{inner}\n</worldbody>\n</mujoco>")
}

/// A file whose scene would move differently is refused with position, reason and remedy; `Partial` leaves the part out
/// and reports it.
#[test]
fn what_would_lie_is_refused() {
    for (inner, says) in [
        (
            "<body><joint axis=\"0 1 0\"/><geom size=\"1\"/></body>",
            "a.xml:4:7: <joint>: bodies here are free or fixed, and have no joints; give",
        ),
        (
            "<body><freejoint/><geom size=\"1\"/><geom size=\"2\"/></body>",
            "a.xml:4:1: a free body has one shape here, and this one has 2; make",
        ),
        ("<body><freejoint/><geom size=\"1\" conaffinity=\"2\" contype=\"2\"/></body>", "a.xml:"),
        (
            "<body><freejoint/><geom type=\"hfield\"/></body>",
            "a.xml:4:19: there is no shape `hfield` here; plane, sphere",
        ),
        ("<composite type=\"cable\"/>", "a.xml:4:1: <composite> makes bodies that have no meaning here; write"),
    ] {
        let text = world(inner);
        let said = refused(&text);
        assert!(said.len() == 1 && said[0].starts_with(says), "{said:?}");
        let partial = import("a.xml", &text, MjcfImport::Partial).expect("the rest is imported");
        assert!(!partial.notes.is_empty() && partial.scene.contains("Plane"), "{inner}");
    }
    for (text, says) in [
        ("<mujoco>\n  <worldbody>\n</mujoco>", "a.xml:3:1: not valid XML: expected 'worldbody' tag, not 'mujoco'"),
        ("<robot/>", "a.xml:1:1: the file begins with <robot>, not with <mujoco>; convert URDF to MJCF first"),
        ("<mujoco/>", "a.xml:1:1: the file has no body with a shape; give a <worldbody> with geoms"),
        (&world("<geom size=\"1 x\"/>"), "a.xml:4:13: `size`: `x` is not a number; write finite numbers"),
        (&world("<geom size=\"-1\"/>"), "a.xml:4:1: size: radius must be"),
        (&world("<geom size=\"1\" class=\"stone\"/>"), "a.xml:4:1: there is no class `stone`; there are no names here"),
        (&world("<geom type=\"mesh\" mesh=\"m\"/>"), "a.xml:4:1: there is no mesh `m`; there are no names here"),
    ] {
        let said = refused(text);
        assert!(said.len() == 1 && said[0].starts_with(says), "{said:?}");
    }
}

/// What is left out with a part is said: all of a body that loses a joint, and whatever a height field is.
#[test]
fn what_is_left_out_with_a_part_is_said() {
    let door = "<body name=\"door\">\n<joint axis=\"0 1 0\"/><geom size=\"1\"/></body>";
    let field = "<geom type=\"hfield\" hfield=\"h\"/>\n<body name=\"slab\"><freejoint/><geom type=\"hfield\"/></body>";
    for (inner, notes) in [
        (
            door,
            &[
                "a.xml:5:1: <joint>: bodies here are free or fixed, and have no joints; the body `door` is left out, with \
               everything in it",
            ][..],
        ),
        (
            field,
            &[
                "a.xml:4:1: there is no shape `hfield` here (1 more of them); the geom is left out: nothing touches it",
                "a.xml:4:21: `hfield` of <geom> has no meaning here: there are no height fields, so nothing touches it; \
                 it is left out",
                "a.xml:5:1: a part of a free body has no meaning here; the body `slab` is left out, with everything in it",
            ],
        ),
        (
            "<body><freejoint/><geom size=\"1\" conaffinity=\"2\" contype=\"2\"/></body>",
            &[
                "a.xml:3:1: `contype` and `conaffinity` let `geom-1` and its like pass through `body-1`; it is left out: here \
               they touch",
            ],
        ),
    ] {
        let partial = import("a.xml", &world(inner), MjcfImport::Partial).expect("the rest is imported");
        let found: Vec<String> = partial.notes.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), notes.len(), "{found:#?}");
        assert!(notes.iter().all(|note| found.iter().any(|found| found == note)), "{found:#?} and not {notes:#?}");
    }
}

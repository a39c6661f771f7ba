//! Bit-identical results on every machine, with every instruction set and with any libm of the system.

use std::process::Command;
use stickslip::lab::builtin;
use stickslip::record::hash::WorldHash;
use stickslip::run::simulation::Simulation;
use stickslip::scene::{Scene, set};
use stickslip::step::simd::SimdLevel;

/// Bodies with faces, edges and corners that fall on a slope and on each other: hulls, principal axes that differ from
/// the axes of the file, manifolds of several points, with a cylinder, a capsule and an ellipsoid among them.
const POLYHEDRA: &str = r#"Scene(
    schema: 1,
    title: "Polyhedra on a slope",
    time: (dt: 1e-4, duration: 0.5),
    gravity: (0.0, 0.0, -9.81),
    friction: (mu_s: 0.4, mu_k: 0.3, k_e: 1e5, eta_r: 0.1, spin: Heuristic(eta_psi: 0.02, curvature: 5.0),
               slide_damping: Ratio(0.5), roll_damping: Ratio(0.5), spin_damping: Ratio(0.5)),
    normal: Hooke(k_n: 1e6, restitution: 0.5),
    bodies: [
        (name: "slope", shape: Incline(degrees: 17.0), motion: Fixed),
        (name: "prism", mass: 2.0, position: (0.0, 0.0, 0.25), angular_velocity: (1.0, 2.0, -3.0),
         shape: Prism(polygon: [(0.1, 0), (0.05, 0.0866), (-0.05, 0.0866), (-0.1, 0), (-0.05, -0.0866), (0.05, -0.0866)],
                      half_height: 0.06)),
        (name: "wedge", mass: 1.5, position: (0.02, 0.05, 0.5), rotation: AxisAngle(axis: (1.0, 2.0, 3.0), degrees: 40.0),
         shape: ConvexPolyhedron(points: [(0, 0, 0), (0.2, 0, 0), (0.2, 0.1, 0), (0, 0.1, 0), (0, 0, 0.1), (0.1, 0.03, 0.12)])),
        (name: "box", mass: 1.0, position: (-0.05, -0.02, 0.7), rotation: AxisAngle(axis: (0.3, -1.0, 0.2), degrees: 65.0),
         shape: Box(half_extents: (0.06, 0.05, 0.04))),
        (name: "can", mass: 1.0, position: (0.3, 0.0, 0.2), rotation: AxisAngle(axis: (1.0, 0.5, 0.0), degrees: 70.0),
         shape: Cylinder(radius: 0.05, half_height: 0.08)),
        (name: "pill", mass: 1.0, position: (0.32, 0.03, 0.4), rotation: AxisAngle(axis: (0.2, 1.0, 0.0), degrees: 50.0),
         shape: Capsule(radius: 0.04, half_height: 0.06)),
        (name: "egg", mass: 1.0, position: (0.28, -0.03, 0.6), angular_velocity: (5.0, 0.0, 4.0),
         shape: Ellipsoid(semi_axes: (0.08, 0.05, 0.04))),
    ],
)"#;

/// A built-in scene with values replaced, or [`POLYHEDRA`].
fn scene(name: &str, edits: &[(&str, &str)]) -> Scene {
    let text = builtin::text(name).unwrap_or(POLYHEDRA).to_owned();
    let text = edits.iter().fold(text, |text, (path, value)| set(&text, path, value).expect("a value"));
    Scene::parse(name, &text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

/// The hash of the state after each step.
fn hashes(scene: &Scene, level: SimdLevel, steps: u64) -> Vec<u64> {
    let mut simulation = Simulation::new(scene);
    simulation.world().insert_resource(level);
    simulation.observe(false);
    WorldHash::enable(simulation.world());
    let mut step = |_| {
        simulation.step();
        WorldHash::now(simulation.world()).expect("a hash is kept")
    };
    let hashes = (0..steps).map(&mut step).collect();
    assert_eq!(simulation.stopped(), None);
    hashes
}

/// The only expected values in these tests that the program itself printed. They check that all machines round alike. A
/// commit that changes them must say why: different physics or different rounding. A machine, compiler or operating
/// system that changes them breaks the basis of recordings.
#[test]
fn every_machine_has_these_bits() {
    let cases: [(&str, &[(&str, &str)], u64, u64); 4] = [
        // Slide, roll and spin of a ball at once, each from slip to stick.
        ("roll-and-spin", &[], 10_000, 0x722c_926c_8992_66f4),
        // Hertz contacts with slide, roll and spin between 48 balls that collide and settle.
        ("box-settle", &[("bodies.grain.fill.count", "(4, 4, 3)")], 10_000, 0x27c1_0f8f_c8e7_d9f6),
        // A driven plate: sines in every step.
        ("shaken-plate", &[], 10_000, 0xb6ac_f8c7_44ae_bf34),
        ("polyhedra", &[], 5000, 0x5247_0ef5_f11c_1ab8),
    ];
    let found = cases.map(|(name, edits, steps, _)| {
        let last = hashes(&scene(name, edits), SimdLevel::Best, steps).pop();
        format!("{name} {:016x}", last.unwrap_or(0))
    });
    assert_eq!(found, cases.map(|(name, _, _, hash)| format!("{name} {hash:016x}")));
}

/// Every step of piles with friction, collisions and spin, and of a turning drum, with contacts resolved eight at a
/// time, in every instruction set of this machine. The lowest one is supported by every processor of its family: no
/// AVX, no fused products.
#[test]
fn every_step_has_one_hash_on_every_instruction_set() {
    const CONSTRAINT: (&str, &str) = ("friction", "(mu: 0.4, laws: (slide: Dae))");
    let cases: [(&str, &[(&str, &str)], u64); 5] = [
        ("box-settle", &[("bodies.grain.fill.count", "(6, 6, 6)"), ("time.dt", "4e-5")], 4000),
        ("drum", &[], 2000),
        ("heap", &[], 2000),
        // Static friction as a constraint: polygons in a plane, whose outlines are clipped, and balls in space.
        ("dae-pour", &[], 4000),
        ("box-settle", &[("bodies.grain.fill.count", "(6, 6, 6)"), CONSTRAINT], 2000),
    ];
    for (name, edits, steps) in cases {
        let scene = scene(name, edits);
        let best = hashes(&scene, SimdLevel::Best, steps);
        for (set, level) in SimdLevel::ALL {
            let other = hashes(&scene, level, steps);
            let differs = (1..).zip(best.iter().zip(&other)).find(|(_, (a, b))| a != b);
            assert_eq!(differs, None, "{name} with {set}, which is {}: the first step that differs", level.name());
        }
    }
}

/// glibc has two versions of its sines, powers and exponentials, with and without fused products, chosen by the
/// processor; they differ in the last bit of about one number in a thousand. A run must not depend on the choice.
#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
#[test]
fn the_libm_of_the_system_changes_no_bit() {
    let folder = temp_dir::TempDir::new().unwrap();
    let polyhedra = folder.path().join("polyhedra.ron");
    std::fs::write(&polyhedra, POLYHEDRA).unwrap();
    let state = |scene: &str, tunables: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_stickslip"));
        let output = program.args(["run", scene, "--until", "1.0"]).env("GLIBC_TUNABLES", tunables).output().unwrap();
        assert!(output.status.success(), "{scene}: {}", String::from_utf8_lossy(&output.stderr));
        let output = String::from_utf8(output.stdout).expect("text");
        output.split_once(", state ").expect("a hash").1[..16].to_owned()
    };
    for scene in ["shaken-plate", "rotating-drum", "sphere-up-35", "ellipsoid-falls", polyhedra.to_str().unwrap()] {
        let plain = state(scene, "");
        assert_eq!(state(scene, "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2"), plain, "{scene}");
    }
}

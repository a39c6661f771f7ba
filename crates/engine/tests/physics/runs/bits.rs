//! Bit-identical results on every machine and with every instruction set. `tests/cli/bits.rs` of the program compares
//! versions of the system's libm.

use crate::builtin;
use stickslip_engine::record::hash::WorldHash;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Scene, set};
use stickslip_engine::step::simd::SimdLevel;

/// Bodies with faces, edges and corners that fall on a slope and on each other: hulls, principal axes that differ from
/// the axes of the file, manifolds of several points, with a cylinder, a capsule and an ellipsoid among them.
const POLYHEDRA: &str = include_str!("../../common/polyhedra.ron");

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
        ("box-settle", &[("bodies.grain.fill.count", "(4, 4, 3)")], 10_000, 0x25dc_3ffa_960e_501e),
        // A driven plate: sines in every step.
        ("shaken-plate", &[], 10_000, 0xdbfd_7c87_dc16_682d),
        ("polyhedra", &[], 5000, 0xec84_6e4f_743f_0783),
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

//! Bit-identical results of the program with any libm of the system.

use crate::program::stickslip;

/// Bodies of many shapes that fall on a slope and on each other.
const POLYHEDRA: &str = include_str!("../../crates/engine/tests/common/polyhedra.ron");

/// glibc has two versions of its sines, powers and exponentials, with and without fused products, chosen by the
/// processor; they differ in the last bit of about one number in a thousand. A run must not depend on the choice.
#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
#[test]
fn the_libm_of_the_system_changes_no_bit() {
    let folder = temp_dir::TempDir::new().unwrap();
    let polyhedra = folder.path().join("polyhedra.ron");
    std::fs::write(&polyhedra, POLYHEDRA).unwrap();
    let state = |scene: &str, tunables: &str| {
        let mut program = stickslip(folder.path());
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

//! The law bench: loop areas, caps, slopes and creep against closed forms, and replay of a recorded contact.

use crate::program::{ProgramOutput, RunToEnd};
use std::collections::BTreeMap;
use std::path::Path;
use stickslip::lab::law_bench::contact::{Bench, SCENE};
use stickslip::lab::law_bench::drive::{BenchDrive, DrivenComponent, Wave};
use stickslip::lab::law_bench::replay::file;
use stickslip::lab::law_bench::{Loop, run};
use stickslip::laws::friction::normal::{HertzPair, plane_strain_modulus};
use stickslip::laws::math::extremes::{largest, smallest};
use stickslip::laws::pair::choice::AnyLaw;
use stickslip::scene::{LawSet, Scene, set};
use temp_dir::TempDir;

/// The contact of the bench: normal force (N), mass (kg), radius (m), stiffness (N/m), coefficients.
const N: f64 = 49.0;
const M: f64 = 5.0;
const R: f64 = 0.2;
const K: f64 = 1e5;
const MU_S: f64 = 0.25;
const MU_K: f64 = 0.2;
const ETA_R: f64 = 0.3;
/// Frequency of the waves, Hz.
const F: f64 = 1.0;
const DT: f64 = 1e-4;

/// A bench whose dampings are 0 where a scene can switch them off.
fn bench() -> Bench {
    let off = ["slide_damping", "roll_damping", "spin_damping"];
    let text = off.iter().fold(SCENE.to_owned(), |text, damping| {
        set(&text, &format!("friction.{damping}"), "Coefficient(0.0)").expect("a field")
    });
    Bench::new(&Scene::parse("bench", &text).expect("no fault"), None).expect("a contact")
}

fn law(component: DrivenComponent, text: &str) -> AnyLaw {
    let laws = LawSet::parse(text).unwrap_or_else(|fault| panic!("{fault}")).laws;
    *laws.iter().find(|law| law.component() == component.name()).expect("a law of the component")
}

/// Two cycles of a triangle wave.
fn triangle(component: DrivenComponent, text: &str, amplitude: f64) -> Loop {
    let drive = BenchDrive::wave(Wave::Triangle, component, (amplitude, F), 2, N, DT);
    run(&bench(), law(component, text), component, &drive)
}

fn near(found: f64, expected: f64, relative: f64) {
    assert!((found - expected).abs() <= relative * expected.abs(), "{found:e}, expected {expected:e} to {relative:e}");
}

/// Rigid contacts take their limits from the scene: ρN of roll, and 4 ρN A per cycle of a triangle of amplitude A, less
/// the quarter step at each end.
#[test]
fn the_limits_of_rigid_contacts_are_those_of_the_scene() {
    let text = stickslip::lab::builtin::text("rigid-ball-rolls").expect("a built-in scene");
    let normal = 9.81;
    let drive = BenchDrive::wave(Wave::Triangle, DrivenComponent::Roll, (0.5, F), 2, normal, DT);
    for rho in [2e-3, 5e-3] {
        let text = set(text, "friction.rho", &rho.to_string()).expect("a field");
        let bench = Bench::new(&Scene::parse("rigid-ball-rolls", &text).expect("no fault"), None).expect("a contact");
        let found = run(&bench, law(DrivenComponent::Roll, "complementarity"), DrivenComponent::Roll, &drive);
        near(found.cap, rho * normal, 1e-9);
        near(found.cycle, 4.0 * rho * normal * 0.5, 2e-2);
    }
}

/// A spring of stiffness k that yields at c: a triangle of amplitude A costs 4 c (A − c/k) per cycle; the dashpot d,
/// which acts in stick, adds the path in stick, 4 c/k, times d v, less ½ (d v)²/k twice, since spring and dashpot together
/// stay within c.
#[test]
fn cundall_and_strack_cost_the_area_of_a_capped_spring() {
    let amplitude = 2e-3;
    let found = triangle(DrivenComponent::Slide, "cundall-strack", amplitude);
    let (c, v, d) = (MU_K * N, 4.0 * amplitude * F, (M * K).sqrt());
    near(found.cycle, 4.0 * c * (amplitude - c / K) + (4.0 * c - d * v) / K * d * v, 2e-3);
    near(found.slope, K, 1e-9);
    // Below the yield point only the dashpot dissipates.
    let amplitude = 0.5 * c / K;
    let small = triangle(DrivenComponent::Slide, "cundall-strack", amplitude);
    near(small.cycle, d * 4.0 * amplitude * F * 4.0 * amplitude, 2e-3);
}

/// After a reversal the paper's spring goes from −μ_k N to μ_s N, over the path (μ_s + μ_k) N/K, and falls to μ_k N:
/// half a cycle costs (μ_s² − μ_k²) N²/2K + μ_k N (2A − (μ_s + μ_k) N/K).
fn paper(amplitude: f64, [fixed, moving]: [f64; 2], k: f64) -> f64 {
    (fixed * fixed - moving * moving) / k + 2.0 * moving * (2.0 * amplitude - (fixed + moving) / k)
}

#[test]
fn fang_and_negrut_cost_the_area_with_the_drop_from_static_to_kinetic() {
    let slide = triangle(DrivenComponent::Slide, "fang-negrut", 2e-3);
    near(slide.cycle, paper(2e-3, [MU_S * N, MU_K * N], K), 2e-3);
    near(slide.cap, MU_S * N, 1e-9);
    near(slide.slope, K, 1e-9);
    // Roll: κ = 1/(2R), K_R = η_r K/κ², thresholds κ μ N/K. Spin: K_ψ = η_ψ K/𝒦², thresholds 𝒦 μ N/K.
    let (kappa, curvature, eta_psi) = (0.5 / R, 5.0, 0.006);
    for (component, k, arm) in [
        (DrivenComponent::Roll, ETA_R * K / (kappa * kappa), ETA_R / kappa),
        (DrivenComponent::Spin, eta_psi * K / (curvature * curvature), eta_psi / curvature),
    ] {
        let amplitude = 10.0 * MU_S * N * arm / k;
        let found = triangle(component, "fang-negrut", amplitude);
        near(found.cycle, paper(amplitude, [MU_S * N * arm, MU_K * N * arm], k), 5e-3);
        near(found.cap, MU_S * N * arm, 1e-9);
        near(found.slope, k, 1e-9);
    }
}

/// From −μN the simplified law goes back along dF/dx = K ((μN − F)/2μN)^{1/3} and reaches μN after 3μN/K; the integral
/// of F over that path is 0.6 (μN)²/K, so a cycle costs 4 μN (A − 1.2 μN/K).
#[test]
fn mindlins_loop_has_the_area_of_its_integral() {
    let found = triangle(DrivenComponent::Slide, "MindlinIncremental(stiffness: 1e5)", 3e-3);
    let c = MU_K * N;
    near(found.cycle, 4.0 * c * (3e-3 - 1.2 * c / K), 3e-3);
}

/// A law without memory has a rectangular loop: 4 c A.
#[test]
fn laws_without_memory_cost_a_rectangle() {
    let modulus = plane_strain_modulus(2e6, 0.3);
    let overlap = HertzPair { modulus, radius: R }.overlap(N);
    let disk = (2.0 * R * overlap - overlap * overlap).sqrt();
    for (component, text, c, amplitude) in [
        (DrivenComponent::Slide, "CoulombRegularised(epsilon: 1e-4)", MU_K * N, 2e-3),
        (DrivenComponent::Roll, "constant-torque", 2.0 * ETA_R * MU_K * R * N, 0.01),
        (DrivenComponent::Spin, "edem-disk", 2.0 / 3.0 * MU_K * N * disk, 0.2),
    ] {
        let found = triangle(component, text, amplitude);
        near(found.cycle, 4.0 * c * amplitude, 2e-3);
        near(found.cap, c, 1e-9);
        assert!(found.slope.is_nan(), "{text} has no spring");
    }
}

/// The torsion springs of spin and roll also cost the area of a capped spring.
#[test]
fn capped_torsion_springs_cost_their_area() {
    let patch = HertzPair { modulus: plane_strain_modulus(2e6, 0.3), radius: R }.patch(N);
    let marshall = 2.0 / 3.0 * MU_K * N * patch;
    for (component, text, c, k) in [
        (DrivenComponent::Spin, "marshall", marshall, 0.5 * K * patch * patch),
        (DrivenComponent::Roll, "spring-dashpot", 2.0 * ETA_R * MU_K * R * N, K * R * R),
    ] {
        let amplitude = 10.0 * c / k;
        let found = triangle(component, text, amplitude);
        near(found.cycle, 4.0 * c * (amplitude - c / k), 3e-3);
        near(found.slope, k, 1e-9);
    }
}

/// At half of the cap the regularised law creeps at ε/2 forever; springs hold.
#[test]
fn creep_is_half_of_epsilon_without_memory_and_nothing_with_it() {
    let bench = Bench::new(&Scene::parse("bench", SCENE).expect("no fault"), None).expect("a contact");
    let drive = BenchDrive::wave(Wave::Triangle, DrivenComponent::Slide, (2e-3, F), 1, N, DT);
    let creep = |text: &str| run(&bench, law(DrivenComponent::Slide, text), DrivenComponent::Slide, &drive).creep;
    near(creep("CoulombRegularised(epsilon: 1e-4)"), 0.5e-4, 1e-6);
    for text in ["fang-negrut", "cundall-strack", "luding"] {
        assert!(creep(text).abs() < 1e-12, "{text}: {:e}", creep(text));
    }
}

/// Every law is passive: no energy is gained, up to a few steps at the cap, and a cycle costs work.
#[test]
fn no_law_gives_energy_out() {
    for component in DrivenComponent::ALL {
        let bench = bench();
        let (laws, faults) = bench.all_laws(component);
        // Laws of rigid contacts do not apply to this contact.
        assert!(faults.iter().all(|fault| fault.law.is_cone()) && laws.len() >= 4, "{faults:?}");
        let drive = BenchDrive::wave(Wave::Sine, component, (2e-3, F), 2, N, DT);
        for of in laws.into_iter().map(|law| run(&bench, law, component, &drive)) {
            let most = of.cap * largest(drive.samples.iter().map(|s| s.of(component).norm()));
            let lowest = smallest(of.rows.iter().map(|row| row.work));
            assert!(lowest > -3.0 * most, "{}: {lowest:e} J", of.law);
            assert!(of.cycle >= 0.0 && of.cap > 0.0, "{}", of.law);
        }
    }
}

/// At 0.4 m/s Luding's dashpot alone would have 70 times the limit of the contact. The spring holds no more than the limit
/// all the same, the stored energy is at most that of a spring at μ_s N, and the loop is Coulomb's rectangle.
#[test]
fn a_strong_dashpot_takes_no_spring_beyond_the_limit() {
    let (amplitude, component) = (0.1, DrivenComponent::Slide);
    let bench = Bench::new(&Scene::parse("bench", SCENE).expect("no fault"), None).expect("a contact");
    let drive = BenchDrive::wave(Wave::Triangle, component, (amplitude, F), 2, N, DT);
    let found = run(&bench, law(component, "luding"), component, &drive);
    let stretched = largest(found.rows.iter().map(|row| row.elastic.norm()));
    assert!(stretched <= MU_S * N * (1.0 + 1e-9), "{stretched} N");
    let stored = largest(found.rows.iter().map(|row| row.stored));
    assert!(stored <= 0.5 * (MU_S * N).powi(2) / K * (1.0 + 1e-9), "{stored:e} J");
    near(found.cycle, 4.0 * amplitude * MU_K * N, 1e-2);
    assert!(found.dissipated() > 0.0 && found.creep.abs() < 1e-6, "{} J, {} m/s", found.dissipated(), found.creep);
}

/// A file of displacements gives the same loop as the wave it was sampled from, and its faults are reported with their
/// line.
#[test]
fn a_file_drives_like_the_wave_it_holds() {
    let dir = TempDir::new().expect("a folder");
    let path = dir.path().join("drive.csv");
    let (amplitude, steps) = (2e-3, 20_000);
    let rows: String = (0..=steps)
        .map(|k| format!("{:?},{:?}\n", f64::from(k) * DT, amplitude * Wave::Triangle.at(f64::from(k) * DT * F)))
        .collect();
    std::fs::write(&path, format!("t [s],slip_u [m]\n{rows}")).expect("the file");
    let drive = file(&path, N, DT).expect("a drive");
    let found = run(&bench(), law(DrivenComponent::Slide, "fang-negrut"), DrivenComponent::Slide, &drive);
    let wave = triangle(DrivenComponent::Slide, "fang-negrut", amplitude);
    assert_eq!(found.rows.len(), wave.rows.len());
    for (a, b) in found.rows.iter().zip(&wave.rows) {
        assert!((a.load - b.load).norm() < 1e-6 && (a.x - b.x).norm() < 1e-12, "{a:?} {b:?}");
    }
    for (text, expected) in [
        ("t [s],slip [m]\n0,0\n1,1\n", "drive.csv:1: no column gives a displacement"),
        ("t [s],spin [rad]\n0,0\n1,x\n", "drive.csv:3: `spin [rad]` is `x`"),
        ("t [s],spin [rad]\n0,0\n0,1\n", "drive.csv:3: the time does not increase"),
        ("time,spin [rad]\n0,0\n1,1\n", "drive.csv:1: there is no column `t [s]`"),
    ] {
        std::fs::write(&path, text).expect("the file");
        let fault = file(&path, N, DT).expect_err(text).to_string();
        assert!(fault.contains(expected), "{fault}");
    }
}

fn stickslip(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let ProgramOutput { code, out, err } = crate::program::stickslip(dir).args(args).ends();
    (code, out, err)
}

fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

/// The recorded motion of a contact, replayed under the laws of the run, gives the loads of the run.
#[test]
fn a_recorded_contact_gives_the_loads_of_its_run() {
    let dir = TempDir::new().expect("a folder");
    let dir = dir.path();
    let moves = "bodies.ball.on.velocity=(0.4, 0.3)";
    std::fs::write(
        dir.join("s.ron"),
        SCENE.replace("at: (0.0, 0.0))", "at: (0.0, 0.0), velocity: (0.1, 0.2), spin: 3.0)"),
    )
    .expect("the scene");
    for (laws, names) in [
        ("()", ["fang-negrut", "fang-negrut", "fang-negrut"]),
        (r#"(slide: "luding", roll: "spring-dashpot", spin: "marshall")"#, ["luding", "spring-dashpot", "marshall"]),
    ] {
        let laws = format!("friction.laws={laws}");
        let done = stickslip(dir, &["run", "s.ron", "--set", moves, "--set", &laws, "--duration", "0.3", "--out", "r"]);
        assert_eq!(done.0, 0, "{}", done.2);
        let drive = ["--drive", "r/contacts.csv:ground,ball", "--every", "1", "--out", "b"];
        let done = stickslip(dir, &[&["bench-law"], &drive[..]].concat());
        assert_eq!(done.0, 0, "{}", done.2);
        let (run, bench) = (rows(&dir.join("r/contacts.csv")), rows(&dir.join("b/bench.csv")));
        for ((component, law), column) in
            ["slide", "roll", "spin"].into_iter().zip(names).zip(["E_u [N]", "", "Tspin_E [N m]"])
        {
            let loads: Vec<f64> = bench
                .iter()
                .filter(|row| row["component"] == component && row["law"] == law)
                .map(|row| row["elastic_u [N or N m]"].parse().expect("a number"))
                .collect();
            assert_eq!(loads.len(), run.len() - 1, "{component} {law}");
            for (found, row) in loads.iter().zip(&run[1..]).filter(|_| !column.is_empty()) {
                let expected: f64 = row[column].parse().expect("a number");
                // In the tables, spin is the torque on body i about n.
                let expected = if component == "spin" { -expected } else { expected };
                assert!(
                    (found - expected).abs() < 1e-9,
                    "{component} {law} at {}: {found:e}, {expected:e}",
                    row["step"]
                );
            }
        }
    }
    let every = ["run", "s.ron", "--duration", "0.01", "--every", "5", "--out", "r"];
    assert_eq!(stickslip(dir, &every).0, 0);
    let (code, _, err) = stickslip(dir, &["bench-law", "--drive", "r/contacts.csv:ground,ball"]);
    assert!(code == 2 && err.contains("do not follow each other"), "{err}");
}

/// All faults are reported before any file is written.
#[test]
fn bad_input_is_told_and_nothing_is_written() {
    let dir = TempDir::new().expect("a folder");
    for (args, expected) in [
        (&["--drive", "saw"][..], "there is no drive `saw`"),
        (&["--laws", "luding,marshal"], "did you mean `marshall`?"),
        (&["--amplitude", "1e-3"], "name the --component"),
        (&["--frequency", "1000"], "fewer than 40 steps"),
        (&["--frequency=-1"], "--frequency -1: it must be positive"),
        (&["--scene", "sphere-up-35", "--laws", "marshall"], "`marshall` needs the overlap"),
        (&["--component", "roll", "--laws", "luding"], "no law is left"),
        (&["--drive", "nothing.csv"], "cannot read nothing.csv"),
    ] {
        let (code, _, err) = stickslip(dir.path(), &[&["bench-law", "--out", "b"], args].concat());
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(expected), "{args:?}: {err}");
        assert!(!dir.path().join("b").exists());
    }
}

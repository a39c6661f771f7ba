//! Mutation tests: wrong laws fail `verify`; a check that accepts them would also accept a mistake of the program.
//!
//! Each mutant is a small mistake in the physics that a person might make. All are built into one copy of engine and
//! lab: `from` becomes `if mutant(k) { to } else { from }`, and an environment variable selects the mutant (mutation
//! schemata). So the copy is built once instead of once per mutant, and a first run without any mutant shows that it is
//! correct. The example `verify` of the lab runs the mutants: everything else that it needs is already built.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Folders that engine and lab are built from. The manifests of all crates, and the files of their targets, have to be
/// there as well.
const SOURCES: [&str; 3] = ["assets", "crates", "scenes"];

/// The environment variable that selects the mutant, from 1 on.
const VARIABLE: &str = "STICKSLIP_MUTANT";

/// One place of a mistake: a file, an expression that occurs in it once, and its replacement.
type Edit = (&'static str, &'static str, &'static str);

const CONTACT: &str = "crates/laws/src/friction/contact.rs";
const TRACKING: &str = "crates/laws/src/friction/tracking.rs";
const ELEMENT: &str = "crates/laws/src/friction/element.rs";
const PARAMETERS: &str = "crates/laws/src/friction/parameters.rs";

const CONES: &str = "crates/laws/src/friction/limit/cones.rs";
const ANISOTROPY: &str = "crates/laws/src/friction/limit/anisotropy.rs";
const LIMIT: &str = "crates/laws/src/friction/limit/limit_surface.rs";
const AREA: &str = "crates/laws/src/friction/normal/overlap_area.rs";
const BRISTLE: &str = "crates/laws/src/library/slide/bristle.rs";
const ELASTO_PLASTIC: &str = "crates/laws/src/library/slide/elasto_plastic.rs";
const RATE_STATE: &str = "crates/laws/src/library/slide/rate_state.rs";
const DAE_TORQUES: &str = "crates/engine/src/step/solve/dae/wide_batch.rs";
const RIGID: &str = "crates/engine/src/step/solve/cones/contact.rs";

/// The mistakes, each with the case of `verify` that tells it from the right law. Equation numbers are those of Fang &
/// Negrut 2020.
const MUTANTS: &[(&str, &str, &[Edit])] = &[
    ("slide is pulled the other way (1a)", "brick-holds", &[(CONTACT, "p_i - p_j", "p_j - p_i")]),
    ("the roll increment has the other sign", "disk", &[(CONTACT, "path * curvature", "-(path * curvature)")]),
    (
        "the spin increment has the other sign",
        "ellipsoid-spin",
        &[(
            CONTACT,
            "spring.step(was, psi, psi, slips, saturate, rule)",
            "spring.step(was, -psi, -psi, slips, saturate, rule)",
        )],
    ),
    (
        "half the roll stiffness (2b)",
        "disk",
        &[(
            PARAMETERS,
            "self.roll.eta_r() * self.k_e / (at.kappa * at.kappa)",
            "0.5 * self.roll.eta_r() * self.k_e / (at.kappa * at.kappa)",
        )],
    ),
    (
        "spin stiffness over 𝒦, not 𝒦² (3c)",
        "spin",
        &[(PARAMETERS, "eta_psi * self.k_e / (curvature * curvature)", "eta_psi * self.k_e / curvature")],
    ),
    (
        "spin stiffness of a Hertz patch without its half (13)",
        "ellipsoid-spin",
        &[(PARAMETERS, "0.5 * at.patch * at.patch * self.k_e", "at.patch * at.patch * self.k_e")],
    ),
    (
        "a Hertz patch of twice the force (15)",
        "ellipsoid-spin",
        &[(
            "crates/laws/src/friction/normal/mod.rs",
            "0.75 * normal * self.radius / self.modulus",
            "1.5 * normal * self.radius / self.modulus",
        )],
    ),
    (
        "half of the critical damping (1c)",
        "brick-holds",
        &[(
            "crates/laws/src/friction/law.rs",
            "ratio * 2.0 * (inertia * stiffness).sqrt()",
            "ratio * (inertia * stiffness).sqrt()",
        )],
    ),
    (
        "static and kinetic cap swapped",
        "brick-slips",
        &[(
            ELEMENT,
            "self.kinetic_cap.where_or(slips, self.static_cap)",
            "self.static_cap.where_or(slips, self.kinetic_cap)",
        )],
    ),
    (
        "roll and spin constraints that push the bodies as well",
        "dae-torques",
        &[(DAE_TORQUES, "nothing.where_or(is_torque, direction)", "direction")],
    ),
    ("damping also in slip", "brick-slips", &[(ELEMENT, "zero.where_or(slips, self.damping)", "self.damping")]),
    (
        "roll slips at μ_s, not at μ_k (2c)",
        "disk",
        &[(
            PARAMETERS,
            "self.spring(given, k, self.roll.eta_theta() * at.kappa / self.k_e, inertia, at)",
            "{ let spring = self.spring(given, k, self.roll.eta_theta() * at.kappa / self.k_e, inertia, at); \
             Spring { kinetic_cap: spring.static_cap, ..spring } }",
        )],
    ),
    ("the frame is not carried by the bodies", "ellipsoid-spin", &[(TRACKING, "turns[k].apply(u)", "u")]),
    ("half the spin angle ψ", "ellipsoid-spin", &[(TRACKING, "angle(sine, cosine)", "angle(sine, cosine) * 0.5")]),
    (
        "the path is followed in world axes, not on the body",
        "sphere-35",
        &[(TRACKING, "[turns[0].apply(history.from[0]), turns[1].apply(history.from[1])]", "history.from")],
    ),
    ("roll with κ of the other body", "disk", &[(CONTACT, "curvatures[k]", "curvatures[1 - k]")]),
    (
        "the arms of the two bodies are swapped",
        "sphere-35",
        &[(CONTACT, "reach[0] + half", "reach[1] - half"), (CONTACT, "reach[1] - half", "reach[0] + half")],
    ),
    (
        "an ellipsoid with the inertia of a ball",
        "ellipsoid-falls",
        &[(
            "crates/engine/src/shapes/solid.rs",
            "others_squared(semi_axes) / 5.0",
            "Vec3::repeat(0.4 * semi_axes.x * semi_axes.x)",
        )],
    ),
    (
        "the normal force of the last step",
        "ellipsoid-falls",
        &[
            (
                "crates/engine/src/step/solve/springs/contact.rs",
                "normal_force(class.variant.normal, is.normal, point.overlap, approach, weight)",
                "normal_force(class.variant.normal, is.normal, motion.overlap, approach, weight)",
            ),
            (
                "crates/engine/src/step/solve/springs/normal.rs",
                "normal_force(class.variant.normal, constants, point.overlap, approach, weight)",
                "normal_force(class.variant.normal, constants, motion.overlap, approach, weight)",
            ),
        ],
    ),
    ("parts of a friction cone projected each for itself", "cones-relaxed", &[(CONES, "along / square", "x[0]")]),
    (
        "no roll friction of rigid contacts",
        "cones-relaxed",
        &[(RIGID, "[mu, rho / self.length, sigma / self.length]", "[mu, 0.0, sigma / self.length]")],
    ),
    (
        "an overlap of rigid bodies is a bias",
        "cones-relaxed",
        &[(RIGID, "if gap > 0.0 { gap / time } else { 0.0 }", "gap / time")],
    ),
    (
        "the torques of rigid contacts are not scaled back",
        "cones-relaxed",
        &[("crates/engine/src/step/solve/cones/outcome.rs", "row.length / dt", "1.0 / dt")],
    ),
    (
        "the contact point of polygons is not the centroid of their overlap",
        "polygons-slope",
        &[("crates/engine/src/shapes/overlap.rs", "moment / (3.0 * double)", "moment / (2.0 * double)")],
    ),
    ("the length of a polygon on a plane is its radius", "polygons-slope", &[(AREA, "2.0 * r", "1.0 * r")]),
    (
        "the length of two polygons is that of one of them alone",
        "polygons-bed",
        &[(AREA, "4.0 * i * j / (i + j)", "i * j / (i + j)")],
    ),
    ("damping of rocking drives it", "polygons-slope", &[(AREA, "damping.like(-0.5)", "damping.like(0.5)")]),
    (
        "the damping of rocking is not limited",
        "polygons-slope",
        &[(AREA, "larger(least, smallest([most, -total]))", "{ let _ = (least, most); -total }")],
    ),
    (
        "static friction as a constraint is not limited",
        "polygons-slope",
        &[("crates/laws/src/library/slide/dae.rs", "Self::size(load)", "limit.like(0.0)")],
    ),
    (
        "static friction as a constraint turns no body while it is found",
        "dae-torques",
        &[(
            "crates/engine/src/step/solve/dae/wide_batch.rs",
            "arms[k].cross(direction)",
            "arms[k].cross(direction) * limit.like(0.0)",
        )],
    ),
    (
        "the strength over speed is taken from the plastic rate, not from the speed of the bodies",
        "rate-stribeck",
        &[(
            BRISTLE,
            "self.strength(&contact_state.friction, bristle.speed)",
            "self.strength(&contact_state.friction, ((was.history + bristle.slip * bristle.dt).norm() \
             - contact_state.friction.mu_s * bristle.normal / bristle.stiffness).max(0.0) / bristle.dt)",
        )],
    ),
    (
        "the yielding of elasto-plastic bristles is frozen at the beginning of a step",
        "rate-elasto-plastic",
        &[(
            ELASTO_PLASTIC,
            "range.solve(length, bristle.speed * bristle.dt / steady)",
            "length / (1.0 + range.alpha(was.history.norm())[0] * bristle.speed * bristle.dt / steady)",
        )],
    ),
    (
        "rate-and-state friction has no asinh for large arguments",
        "rate-state",
        &[(RATE_STATE, "ln_w > LARGE", "ln_w > f64::INFINITY")],
    ),
    ("a contact does not age at rest", "rate-state", &[(RATE_STATE, "libm::log1p(dt / state)", "0.0")]),
    (
        "an overlap stores what its force would do over all of its depth",
        "polygons-bed",
        &[(AREA, "self.stiffness / self.length * area * depth", "2.0 * self.stiffness / self.length * area * depth")],
    ),
    (
        "the grain is turned the wrong way",
        "rate-grain",
        &[(ANISOTROPY, "self.along.x * v.y - self.along.y * v.x", "self.along.x * v.y + self.along.y * v.x")],
    ),
    (
        "the grain does not turn with its body",
        "rate-grain",
        &[("crates/engine/src/step/solve/springs/contact.rs", "body.pose.q * local", "local")],
    ),
    (
        "the spin torque of a disk follows the formula of its slide force",
        "rate-limit",
        &[(
            LIMIT,
            "4.0 * ((4.0 - 2.0 * square) * e + below) / (9.0 * PI)",
            "4.0 * ((square + 1.0) * e + below) / (9.0 * PI)",
        )],
    ),
    (
        "slide and spin of rigid contacts are limited apart",
        "rate-limit",
        &[("crates/laws/src/pair/compatibility.rs", "self.limit == LimitSurface::Ellipsoid", "false")],
    ),
];

/// Appended to the copied library: selects the mutant of a run.
const SWITCH: &str = "
pub(crate) fn mutant(number: usize) -> bool {
    static WHICH: std::sync::LazyLock<Option<usize>> =
        std::sync::LazyLock::new(|| std::env::var(\"VARIABLE\").ok()?.parse().ok());
    *WHICH == Some(number)
}
";

#[test]
#[ignore = "builds engine and lab once more and verifies them for each mutant; the gate runs it"]
fn every_wrong_law_fails_verify() {
    // The folder of intermediate files, which already has the dependencies.
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let folder = built.join("mutants");
    let copy = folder.join("copy");
    if copy.exists() {
        fs::remove_dir_all(&copy).unwrap();
    }
    for source in SOURCES.iter().map(PathBuf::from).chain(manifests_and_targets()) {
        copy_all(&root().join(&source), &copy.join(&source));
    }
    plant(&copy);
    let program = build(&copy, built, &folder);

    // `tests/cli/commands/verify.rs` runs all cases without a mutant.
    let cases: BTreeSet<&str> = MUTANTS.iter().map(|(_, case, _)| *case).collect();
    let right = verify(&program, &copy, 0, &cases.into_iter().collect::<Vec<_>>());
    assert_eq!(right.status.code(), Some(0), "without a mutant:\n{}", exit_and_output(&right));
    let mut survivors = String::new();
    for (number, (name, case, _)) in (1..).zip(MUTANTS) {
        match caught(&verify(&program, &copy, number, &[case])) {
            Ok(how) => println!("{name}: {how}"),
            Err(why) => writeln!(survivors, "{name}: {why}").unwrap(),
        }
    }
    assert!(
        survivors.is_empty(),
        "wrong laws that their cases do not tell from the right ones; is it another case that does?\n{survivors}"
    );
}

/// The repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Each mistake has its place in the current sources.
#[test]
fn no_mutant_is_stale() {
    for (name, _, edits) in MUTANTS {
        for (file, from, _) in *edits {
            let text = fs::read_to_string(root().join(file)).unwrap();
            assert_eq!(text.matches(from).count(), 1, "the mutant `{name}` is stale: `{from}` in {file}");
        }
    }
}

/// What cargo needs to see of a workspace, relative to the repository: manifests, the lock file, and the first file of
/// every library, program, example and build script.
fn manifests_and_targets() -> Vec<PathBuf> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--locked", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "cargo metadata: {}", exit_and_output(&output));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let root = Path::new(metadata["workspace_root"].as_str().unwrap());
    let own = |file: &Value| Path::new(file.as_str().unwrap()).strip_prefix(root).unwrap().to_path_buf();
    let mut found = vec![PathBuf::from("Cargo.toml"), PathBuf::from("Cargo.lock")];
    for package in metadata["packages"].as_array().unwrap() {
        found.push(own(&package["manifest_path"]));
        found.extend(package["targets"].as_array().unwrap().iter().map(|target| own(&target["src_path"])));
    }
    found
}

/// Copies a file, or a folder with all of its contents; links are left out.
fn copy_all(from: &Path, to: &Path) {
    if from.is_symlink() {
        return;
    }
    if from.is_file() {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
        return;
    }
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        copy_all(&entry.path(), &to.join(entry.file_name()));
    }
}

/// Builds all mutants into the copy, each behind its switch.
fn plant(copy: &Path) {
    let mut places: BTreeMap<&str, Vec<(usize, &str, String)>> = BTreeMap::new();
    let read = |file: &str| fs::read_to_string(copy.join(file)).unwrap();
    for (number, (name, _, edits)) in (1..).zip(MUTANTS) {
        for &(file, from, to) in *edits {
            let found: Vec<_> = read(file).match_indices(from).map(|(at, _)| at).collect();
            let [at] = found[..] else {
                panic!("the mutant `{name}` is stale: `{from}` occurs {} times in {file}", found.len())
            };
            let switched = format!("(if crate::mutant({number}) {{ {to} }} else {{ {from} }})");
            places.entry(file).or_default().push((at, from, switched));
        }
    }
    for (file, mut places) in places {
        let mut text = read(file);
        // From the last to the first, so that earlier places keep their offsets.
        places.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
        assert!(places.windows(2).all(|two| two[1].0 + two[1].1.len() <= two[0].0), "two mutants meet in {file}");
        for (at, from, switched) in places {
            text.replace_range(at..at + from.len(), &switched);
        }
        fs::write(copy.join(file), text).unwrap();
    }
    rename(copy);
    for changed in ["crates/laws/src/lib.rs", "crates/engine/src/lib.rs"] {
        fs::write(copy.join(changed), read(changed) + &SWITCH.replace("VARIABLE", VARIABLE)).unwrap();
    }
}

/// Gives the crates of the copy another version, so that cargo never takes them for those of the program.
fn rename(copy: &Path) {
    let version = concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"\n");
    let other = version.replace("\"\n", "+mutants\"\n");
    for manifest in manifests(copy) {
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(text.contains(&format!("\n{version}")), "{} has no version", manifest.display());
        fs::write(&manifest, text.replacen(&format!("\n{version}"), &format!("\n{other}"), 1)).unwrap();
    }
    let lock = fs::read_to_string(copy.join("Cargo.lock")).unwrap();
    let is_own = |entry: &str| !entry.contains("\nsource = ");
    let entries = lock.split("[[package]]").map(|entry| match is_own(entry) {
        true => entry.replace(version, &other),
        false => entry.to_owned(),
    });
    fs::write(copy.join("Cargo.lock"), entries.collect::<Vec<_>>().join("[[package]]")).unwrap();
}

/// All manifests in a folder and below.
fn manifests(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(manifests(&path));
        } else if path.ends_with("Cargo.toml") {
            found.push(path);
        }
    }
    found
}

/// Builds the example `verify` of the copy; returns its path.
///
/// No package is chosen: the features of the dependencies are then those of `cargo test`, which has built them.
fn build(copy: &Path, built: &Path, folder: &Path) -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .args(["build", "--example", "verify", "--locked", "--offline"])
        .current_dir(copy)
        // Only the example itself goes elsewhere, so that it does not overwrite the correct one.
        .env("CARGO_BUILD_BUILD_DIR", built)
        .env("CARGO_TARGET_DIR", folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "the mutants cannot be built:\n{}", exit_and_output(&output));
    folder.join("debug/examples").join(format!("verify{}", std::env::consts::EXE_SUFFIX))
}

/// Runs these cases of `verify` (all if there are none) as this mutant; 0 is no mutant.
fn verify(program: &Path, folder: &Path, number: usize, cases: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(cases).current_dir(folder).env(VARIABLE, number.to_string()).output().unwrap()
}

/// How the mistake was caught: the number of wrong rows and the first of them, or the scene that the guard stopped.
/// Otherwise the reason why this run does not count: a wrong law must be caught by its numbers, not by a crash.
fn caught(output: &Output) -> Result<String, String> {
    let [text, errors] = [&output.stdout[..], &output.stderr[..]].map(String::from_utf8_lossy);
    let wrong: Vec<&str> = text.lines().filter(|line| line.ends_with("NOT OK")).collect();
    let stopped = errors.lines().find_map(|line| line.strip_prefix("error: ").filter(|why| why.contains(" at step ")));
    match (output.status.code(), wrong.first(), stopped) {
        (Some(1), Some(first), _) => Ok(format!("{} rows, the first: {first}", wrong.len())),
        (Some(1), None, Some(why)) => Ok(format!("stopped: {why}")),
        _ => Err(exit_and_output(output)),
    }
}

/// Exit status and last output lines of a command.
fn exit_and_output(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].map(String::from_utf8_lossy).concat();
    let last = text.lines().rev().take(20).collect::<Vec<_>>();
    format!("{}\n{}", output.status, last.into_iter().rev().collect::<Vec<_>>().join("\n"))
}

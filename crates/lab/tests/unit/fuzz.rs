//! Fuzz tests of every text reader: no input may cause a panic or an endless run.
//!
//! Each target mutates a valid text at random (bytes, numbers, words, whole parts), reads the result and, if it is
//! still readable, runs a few steps. `cargo test` runs a fixed number of cases; with `STICKSLIP_FUZZ_SECONDS=3600`
//! each target runs for an hour: `STICKSLIP_FUZZ_SECONDS=3600 cargo test --test unit fuzz --
//! --nocapture`. The number of a failing case is printed and reproduces the case.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a test reports its progress and fails loudly")]

use std::panic::catch_unwind;
use std::time::{Duration, Instant};
use stickslip_engine::observe::advice;
use stickslip_engine::record::recording::{End, Recording};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::scene::random::SplitMix64;
use stickslip_lab::fit::{Fit, FitFile, Named};
use stickslip_lab::internals::ReferenceTable;
use stickslip_lab::interop::lammps::{self, DumpText};
use stickslip_lab::interop::mjcf::{self, MjcfImport};
use stickslip_lab::sweep::spec::{Sweep, SweepFile};
use stickslip_lab::{builtin, generate};

/// Cases per target if no time is given.
const CASES: u64 = 400;

/// Numbers likely to trip a reader.
const NUMBERS: [&str; 18] = [
    "0",
    "-0.0",
    "-1",
    "1e-320",
    "1e-30",
    "1e9",
    "1e30",
    "1e308",
    "1e999",
    "inf",
    "-inf",
    "NaN",
    "0x10",
    "1_000",
    "18446744073709551616",
    "",
    "1.5e",
    "\"1\"",
];
/// Fragments inserted anywhere.
const PIECES: [&str; 22] = [
    "(", ")", "[", "]", "\"", ",", ":", "/*", "//", "\\u{1b}", "\u{0}", "é", "Some(", "r#\"", "NaN", "\n", "\u{feff}",
    "Of(\"\")", "<", "/>", "</body>", "&amp;",
];

/// The text with one to four random changes.
fn mutated(text: &str, chance: &mut SplitMix64) -> String {
    let mut text = text.to_owned();
    for _ in 0..=chance.below(4) {
        let at = text.floor_char_boundary(chance.below(text.len() + 1));
        let to = text.floor_char_boundary((at + chance.below(40)).min(text.len()));
        match chance.below(6) {
            0 => text.replace_range(at..to, ""),
            1 => {
                let again = text[at..to].to_owned();
                text.insert_str(at, &again);
            }
            2 => text.insert_str(at, PIECES[chance.below(PIECES.len())]),
            3 => text.truncate(if chance.below(8) == 0 { at } else { text.len() }),
            _ => {
                // Replace the next number, or the end of one.
                let digit = |c: char| c.is_ascii_digit();
                let Some(begin) = text[at..].find(digit).map(|k| at + k) else { continue };
                let number = |c: char| digit(c) || matches!(c, '.' | 'e' | '-' | '_');
                let end = text[begin..].find(|c| !number(c)).map_or(text.len(), |k| begin + k);
                text.replace_range(begin..end, NUMBERS[chance.below(NUMBERS.len())]);
            }
        }
    }
    text
}

/// Reads mutants of `texts` for [`CASES`] cases, or for the time given by the environment.
fn fuzz(target: &str, texts: &[String], read: impl Fn(&str) -> bool + std::panic::RefUnwindSafe) {
    fuzz_cases(target, texts, CASES, read);
}

/// Reads mutants of `texts` for `cases` cases, or for the time given by the environment; fails if all or none are
/// readable.
fn fuzz_cases(target: &str, texts: &[String], cases: u64, read: impl Fn(&str) -> bool + std::panic::RefUnwindSafe) {
    let seconds = std::env::var("STICKSLIP_FUZZ_SECONDS").ok().map(|text| text.parse::<u64>().unwrap());
    let (begin, mut case, mut good) = (Instant::now(), 0, 0_u64);
    let is_unfinished = |case: u64| match seconds {
        Some(seconds) => begin.elapsed() < Duration::from_secs(seconds),
        None => case < cases,
    };
    while is_unfinished(case) {
        let mut chance = SplitMix64::new(case);
        let text = mutated(&texts[chance.below(texts.len())], &mut chance);
        match catch_unwind(|| read(&text)) {
            Ok(was_read) => good += u64::from(was_read),
            Err(_) => panic!("{target}, case {case}: a panic on\n{text}"),
        }
        case += 1;
    }
    println!("{target}: {case} cases, {good} of them could be read, no panic");
    assert!(good > 0 && good < case, "{target}: {good} of {case} could be read: nothing is tried");
}

/// Reads a scene, and runs a small one for a few steps; false if the text is not a scene.
fn scene(text: &str) -> bool {
    let Ok(scene) = Scene::parse("mutant", text) else { return false };
    if scene.bodies.len() <= 60 {
        let mut simulation = Simulation::new(&scene);
        let warnings = advice::at_start(&scene, &simulation.state());
        assert!(warnings.len() < 1000);
        simulation.steps(20);
        let state = simulation.state();
        let finite = state.bodies.iter().all(|body| body.x.iter().all(|x| x.is_finite()));
        assert!(finite || simulation.stopped().is_some(), "not finite, and the guard is silent");
    }
    true
}

#[test]
fn fuzz_of_scenes() {
    let texts: Vec<String> = builtin::all().iter().map(|(_, text)| (*text).to_owned()).collect();
    fuzz("scenes", &texts, scene);
}

/// Packings: bodies at listed positions, as `generate` writes them.
#[test]
fn fuzz_of_packings() {
    let texts: Vec<String> = generate::SCENES.iter().filter_map(|name| generate::text(name, 40).ok()).collect();
    assert!(!texts.is_empty());
    fuzz("packings", &texts, scene);
}

#[test]
fn fuzz_of_sweeps() {
    let mut texts: Vec<String> =
        stickslip_lab::sweep::builtin::all().iter().map(|(_, text)| (*text).to_owned()).collect();
    texts.push(
        "Sweep(schema: 1, scene: \"sphere-up-35\", set: [(\"friction.mu_k\", Of(\"0.8 * mu_s\"))], axes: [(\"friction.mu_s\", \
         Range(from: 0.1, to: 0.5, step: 0.1)), (\"friction.eta_r, friction.k_e\", List([(0.2, 1e5), (0.3, 2e5)]))], keep: \
         [class(\"ball\")])"
            .to_owned(),
    );
    let base = builtin::text("sphere-up-35").unwrap();
    fuzz("sweeps", &texts, |text| {
        let Ok(file) = SweepFile::parse("mutant", text) else { return false };
        let Ok(sweep) = Sweep::new(file, base) else { return false };
        let cases = sweep.cases();
        sweep.scenes(0..cases.min(3)).len() == cases.min(3) && !sweep.columns().is_empty()
    });
}

#[test]
fn fuzz_of_fits() {
    let texts: Vec<String> = stickslip_lab::fit::builtin::all().iter().map(|(_, text)| (*text).to_owned()).collect();
    let base = builtin::text("bowling-ball").unwrap();
    fuzz("fits", &texts, |text| {
        let from = Named { name: "mutant", text };
        FitFile::parse(&from).is_ok_and(|file| Fit::new(file, &from, base, None).is_ok()) || text.contains("schema: 1")
    });
}

#[test]
fn fuzz_of_recordings() {
    let recording = Recording {
        name: "sphere-up-35".to_owned(),
        scene: builtin::text("sphere-up-35").unwrap().to_owned(),
        hashes: (0..100_u64).map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect(),
        end: Some(End { steps: 99, stopped: None }),
        ..Recording::default()
    };
    let mut whole = Vec::new();
    recording.write(&mut whole).unwrap();
    let whole = String::from_utf8(whole).unwrap();
    fuzz("recordings", &[whole], |text| match Recording::parse(text) {
        Ok(recording) => recording.last_step() < 1 << 40,
        Err(why) => why.to_string().is_empty(),
    });
}

/// MJCF: an imported file is a scene without faults, and runs.
#[test]
fn fuzz_of_mjcf() {
    let text = "<mujoco model=\"m\">\n<compiler angle=\"radian\" eulerseq=\"XYz\"/>\n<option timestep=\"1e-3\" gravity=\"0 1 -9\"/>\n<default>\n\
        <geom friction=\"0.5 0.01\" density=\"500\"/>\n<default class=\"c\"><geom type=\"box\" condim=\"6\"/></default>\n</default>\n<asset>\
        <mesh name=\"t\" vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"/></asset>\n<worldbody>\n<geom type=\"plane\" euler=\"0.1 0 0\"/>\n\
        <replicate count=\"3\" offset=\"0 0 2\"><body><freejoint/><geom class=\"c\" size=\"0.1 0.2 0.3\"/></body></replicate>\n\
        <body pos=\"2 0 1\" quat=\"1 0.5 0 0\"><freejoint/><inertial pos=\"0 0 0\" mass=\"2\" diaginertia=\"1 2 2.5\"/><geom size=\"0.5\"/></body>\n\
        <frame pos=\"5 0 0\"><body childclass=\"c\"><geom type=\"capsule\" size=\"0.1\" fromto=\"0 0 0 1 1 1\"/><geom mesh=\"t\" type=\"mesh\"/></body></frame>\n\
        </worldbody>\n<contact><exclude body1=\"a\" body2=\"b\"/></contact>\n</mujoco>\n";
    fuzz("mjcf", &[text.to_owned(), text.replace("<exclude body1=\"a\" body2=\"b\"/>", "")], |text| {
        let partial = mjcf::import("mutant", text, MjcfImport::Partial);
        let whole = mjcf::import("mutant", text, MjcfImport::Whole);
        assert!(partial.is_ok() || whole.is_err(), "what is left out cannot do harm");
        let Ok(imported) = partial else { return false };
        assert!(scene(&imported.scene), "an imported scene has a fault:\n{}", imported.scene);
        true
    });
}

#[test]
fn fuzz_of_curves() {
    let table = "t [s],v [m/s],w\n0,1,2\n1e-4,1.5,\n2e-4,-1.75e0,3\n\"3e-4\",2,4\n".repeat(3);
    fuzz("curves", &[table], |text| ReferenceTable::parse("mutant", text).is_ok());
}

/// LAMMPS dumps of atoms and of contacts; an imported dump can be played.
#[test]
fn fuzz_of_dumps() {
    let scene = "Scene(schema: 1, title: \"t\", time: (dt: 1e-3, duration: 0.002), gravity: (0.0, 0.0, -10.0), friction: (mu_s: \
                 0.4, mu_k: 0.25, k_e: 1e5, eta_r: 0.1, spin: Off), normal: Hooke(k_n: 1e6, damping: Ratio(0.1)), bodies: \
                 [(name: \"floor\", shape: Plane), (name: \"a\", shape: Sphere(radius: 0.1), mass: 8.0, position: (0.0, 0.0, \
                 0.0999)), (name: \"b\", shape: Sphere(radius: 0.1), mass: 8.0, position: (0.1999, 0.0, 0.0999))])";
    let frame = |step: u64, count: &str, rows: &str| {
        format!(
            "ITEM: UNITS\nsi\nITEM: TIME\n{}\nITEM: TIMESTEP\n{step}\nITEM: NUMBER OF {count}\nITEM: BOX BOUNDS mm mm \
             mm\n0 1\n0 1\n0 1\nITEM: {rows}\n",
            step as f64 * 1e-3
        )
    };
    let atoms = "ATOMS id radius x y z vx vy vz omegax omegay omegaz quatw quati quatj quatk wall_1_fx wall_1_fy wall_1_fz\n2 \
                 0.1 0 0 0.0999 1 0 0 0 0 0 1 0 0 0 -25 0 100\n3 0.1 0.1999 0 0.0999 0 0 0.5 0 10 0 1 0 0 0 0 0 0";
    let entries =
        "ENTRIES i j fx fy fz ftx fty ftz frx fry frz twist dx dy dz\n3 2 100 0 0 0 0 -20 0 6 0 0.5 0.1999 0 0";
    let bodies: String = (0..3).map(|step| frame(step, "ATOMS\n2", atoms)).collect();
    let contacts: String = (0..3).map(|step| frame(step, "ENTRIES\n1", entries)).collect();
    let read = |atoms: &str, contacts: &str| {
        let dumps = [DumpText { name: "atoms", text: atoms }, DumpText { name: "contacts", text: contacts }];
        match lammps::import("t.ron", scene, &dumps) {
            Ok(run) => run.recording.last_step() + 1 == run.frames as u64,
            Err(why) => why.to_string().is_empty(),
        }
    };
    assert!(read(&bodies, &contacts));
    fuzz_cases("dumps of atoms", std::slice::from_ref(&bodies), 1000, |text| read(text, &contacts));
    fuzz_cases("dumps of contacts", std::slice::from_ref(&contacts), 1000, |text| read(&bodies, text));
}

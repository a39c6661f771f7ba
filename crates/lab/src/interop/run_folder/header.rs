//! Reads and checks `run.json`.

use super::FolderFault;
use std::collections::BTreeMap;
use std::path::Path;
use stickslip_engine::files::read_text;
use stickslip_engine::scene::{MAGNITUDES, RUN_FORMAT, RunHeader};

/// File name of the header.
pub const RUN_FILE: &str = "run.json";

/// True if the folder has a `run.json`.
pub fn is_run_folder(dir: &Path) -> bool {
    dir.join(RUN_FILE).is_file()
}

/// Reads the header of a folder.
pub(super) fn read(dir: &Path) -> Result<RunHeader, FolderFault> {
    let path = dir.join(RUN_FILE);
    let file = path.display().to_string();
    let fault = |line: usize, why: String, remedy: &str| FolderFault {
        file: file.clone(),
        line: line as u64,
        why,
        remedy: remedy.to_owned(),
    };
    let text = read_text(&path)
        .map_err(|error| fault(1, format!("cannot read it: {error}"), "a run folder has a file run.json"))?;
    let header: RunHeader = serde_json::from_str(&text).map_err(|error| {
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or_default().to_owned();
        fault(error.line().max(1), why, "see the keys in docs/foreign.md")
    })?;
    if header.stickslip_run == 0 || header.stickslip_run > RUN_FORMAT {
        let why = format!("stickslip_run is {}, this version reads {RUN_FORMAT}", header.stickslip_run);
        return Err(fault(1, why, "use a newer stickslip"));
    }
    check(&header).map_err(|(word, why, remedy)| fault(line_of(&text, &word), why, remedy))?;
    Ok(header)
}

/// Number of the first line with this word; 1 if there is none.
fn line_of(text: &str, word: &str) -> usize {
    text.lines().position(|line| line.contains(word)).map_or(1, |line| line + 1)
}

/// A word in the line of the fault, why, and the remedy.
type HeaderFault = (String, String, &'static str);

fn check(header: &RunHeader) -> Result<(), HeaderFault> {
    let key = |name: &str| format!("\"{name}\"");
    if !MAGNITUDES.contains(&header.dt) {
        return Err((key("dt"), format!("dt is {}", header.dt), "give the step of the engine in s"));
    }
    if header.every == 0 {
        return Err((key("every"), "every is 0".to_owned(), "give the number of steps from row to row"));
    }
    if header.bodies.is_empty() {
        return Err((key("bodies"), "there are no bodies".to_owned(), "list the bodies of the run"));
    }
    if !header.gravity.iter().all(|part| part.is_finite()) {
        return Err((key("gravity"), "gravity is not finite".to_owned(), "give gravity in m/s²"));
    }
    let mut seen: BTreeMap<&str, ()> = BTreeMap::new();
    for body in &header.bodies {
        let name = &body.name;
        let fault = |why: &str, remedy| Err((key(name), format!("body `{name}`: {why}"), remedy));
        if seen.insert(name, ()).is_some() {
            return fault("the name appears twice", "give each body its own name");
        }
        if body.mass.is_some_and(|mass| !MAGNITUDES.contains(&mass)) {
            return fault("its mass is not positive", "leave the mass out if it is infinite or not known");
        }
        if body.inertia.is_some_and(|inertia| inertia.iter().any(|part| !MAGNITUDES.contains(part))) {
            return fault("its inertia is not positive", "leave the inertia out if it is not known");
        }
        if body.inertia.is_some_and(|inertia| 2.0 * inertia.max() > inertia.sum() * (1.0 + 1e-6)) {
            return fault("no body has this inertia: one moment is larger than the sum of the others", "give kg m²");
        }
        let length = body.q.map(|q| q.iter().map(|part| part * part).sum::<f64>().sqrt());
        if length.is_some_and(|length| length.is_nan() || (length - 1.0).abs() > super::columns::UNIT) {
            return fault("q is not a unit quaternion", "give (w, x, y, z)");
        }
    }
    for pair in &header.pairs {
        let known =
            |name: &String| header.bodies.iter().any(|body| body.name == *name || body.material.as_ref() == Some(name));
        if let Some(name) = pair.between.iter().find(|name| !known(name)) {
            let why = format!("a pair names `{name}`, which is no body and no material");
            return Err((key(name), why, "use the names of `bodies`"));
        }
        for (what, value) in [("mu", pair.mu), ("sigma", pair.sigma), ("rho", pair.rho)] {
            check_limit(what, value)?;
        }
    }
    check_limit("mu", header.mu)?;
    Ok(())
}

/// A coefficient of friction or a roll or spin limit, which is not negative.
fn check_limit(name: &str, value: Option<f64>) -> Result<(), HeaderFault> {
    match value.filter(|value| *value < 0.0) {
        Some(value) => {
            Err((format!("\"{name}\""), format!("{name} is {value}, below 0"), "leave it out if it is not known"))
        }
        None => Ok(()),
    }
}

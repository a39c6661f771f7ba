//! The checked plan of a fit: scenes, measurements, bracket.

use super::error::FitError;
use super::estimate::Datum;
use super::file::{FitFile, Named, ReadMeasurement, spelled};
use super::measured::MeasuredQuantity;
use std::ops::Range;
use stickslip_engine::scene::{Scene, set, text::nearest};
use stickslip_engine::shapes::Shape;

/// A checked fit: every setting is a legal scene at both ends of the bracket and contains the measured bodies.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Title.
    pub title: String,
    /// Name of the scene in error messages.
    pub scene_name: String,
    /// Path of the parameter.
    pub parameter: String,
    /// Paths that always take the value of the parameter.
    pub together: Vec<String>,
    /// Lowest and highest value of the parameter.
    pub bracket: [f64; 2],
    /// The measured quantity.
    pub measured: MeasuredQuantity,
    /// The distinct scene texts of the measurements.
    pub settings: Vec<String>,
    /// The measurements; each refers to its setting by index.
    pub data: Vec<Datum>,
}

impl Fit {
    /// Builds the plan from a fit file; `table` is the CSV file named in it, if any.
    pub fn new(file: FitFile, from: &Named, scene_text: &str, table: Option<&Named>) -> Result<Self, FitError> {
        let (low, high) = file.bracket;
        if !(low.is_finite() && high.is_finite() && low < high) {
            let remedy = "give the lowest and the highest value, such as (0.01, 0.5)";
            return Err(from.fault("bracket", format!("the bracket from {low} to {high} is empty"), remedy));
        }
        let base = base(&file, from, scene_text)?;
        let (read, place) = match (&file.csv, table) {
            (Some(columns), Some(table)) => (columns.read(table)?, *table),
            _ => (file.listed(from), *from),
        };
        check_values(&read, &place)?;
        check_once(&file, from, &read, &place)?;
        let mut fit = Self {
            title: file.title,
            scene_name: file.scene,
            parameter: file.parameter,
            together: file.together,
            bracket: [low, high],
            measured: file.measured,
            settings: Vec::new(),
            data: Vec::new(),
        };
        for one in &read {
            fit.add(one, &base, from, &place)?;
        }
        Ok(fit)
    }

    /// The scene of a setting with the parameter at `value`.
    pub(crate) fn scene(&self, setting: usize, value: f64) -> Result<Scene, FitError> {
        let text = self
            .text(&self.settings[setting], value)
            .map_err(|(path, fault)| FitError::refused(format!("{path}: {}", fault.message), fault.remedy))?;
        self.parse(&text)
    }

    fn parse(&self, text: &str) -> Result<Scene, FitError> {
        Scene::parse(&self.scene_name, text).map_err(|faults| FitError::Faults(Box::new(faults)))
    }

    /// The scene text with the parameter and the paths tied to it at `value`; the error has the path and its fault.
    fn text(&self, text: &str, value: f64) -> Result<String, (String, stickslip_engine::scene::Fault)> {
        let paths = std::iter::once(&self.parameter).chain(&self.together);
        let mut text = text.to_string();
        // Write all values before checking any: mu_s and mu_k may be legal only if changed together.
        for path in paths {
            text = set(&text, path, &format!("{value:?}")).map_err(|fault| (path.clone(), fault))?;
        }
        Ok(text)
    }

    /// Adds a measurement and its setting.
    fn add(&mut self, one: &ReadMeasurement, base: &str, from: &Named, place: &Named) -> Result<(), FitError> {
        let mut text = base.to_string();
        for (path, value, span) in &one.set {
            text = edited(&text, path, value, place, span.clone())?;
        }
        let curve = match self.settings.iter().position(|known| *known == text) {
            Some(known) => known,
            None => {
                self.check_setting(&text, from).map_err(|error| self.blamed(error, one, base, place))?;
                self.settings.push(text);
                self.settings.len() - 1
            }
        };
        self.data.push(Datum { value: one.value, uncertainty: one.uncertainty, curve });
        Ok(())
    }

    /// Moves a fault of the scene to the setting of the measurement that causes it, if there is one.
    fn blamed(&self, error: FitError, one: &ReadMeasurement, base: &str, place: &Named) -> FitError {
        let FitError::Faults(faults) = &error else { return error };
        let is_legal = |text: &str| {
            self.bracket.iter().all(|end| self.text(text, *end).is_ok_and(|text| self.parse(&text).is_ok()))
        };
        let Some(fault) = faults.faults().first().filter(|_| is_legal(base)) else { return error };
        let own = one.set.iter().filter(|(path, ..)| fault.concerns(path)).max_by_key(|(path, ..)| path.len());
        match own {
            Some((path, value, span)) => {
                let message = format!("{path} = {value}: {}", fault.message);
                place.fault_at("", span.clone(), message, fault.remedy.clone())
            }
            None => error,
        }
    }

    /// Moves a fault of the scene to the bracket if the faulty value comes from the bracket.
    fn of_bracket(&self, error: FitError, value: f64, from: &Named) -> FitError {
        let FitError::Faults(faults) = &error else { return error };
        let varied = || std::iter::once(&self.parameter).chain(&self.together);
        match faults.faults().iter().find(|fault| varied().any(|path| fault.concerns(path))) {
            Some(fault) => {
                let message = format!("{} = {value}: {}", fault.path, fault.message);
                from.fault("bracket", message, fault.remedy.clone())
            }
            None => error,
        }
    }

    /// Checks that both ends of the bracket give legal scenes with the measured bodies.
    fn check_setting(&self, text: &str, from: &Named) -> Result<(), FitError> {
        for value in self.bracket {
            let text = self.text(text, value).map_err(|(path, fault)| {
                let together = self.together.iter().position(|other| *other == path);
                let field = together.map_or("parameter".to_string(), |k| format!("together.{k}"));
                from.fault(&field, format!("{path}: {}", fault.message), fault.remedy)
            })?;
            let scene = self.parse(&text).map_err(|error| self.of_bracket(error, value, from))?;
            for (field, body) in self.measured.bodies() {
                let path = format!("measured.{field}");
                let Some(spec) = scene.bodies.iter().find(|spec| spec.name == body) else {
                    let remedy = nearest::advice(body, scene.bodies.iter().map(|b| b.name.as_str()), "the bodies are");
                    return Err(from.fault(&path, format!("the scene has no body \"{body}\""), remedy));
                };
                if field == "surface" && spec.shape != Shape::Plane {
                    let remedy = "name a body with the shape Plane or Incline";
                    return Err(from.fault(&path, format!("\"{body}\" is not a plane and has no slope"), remedy));
                }
            }
        }
        Ok(())
    }
}

/// The scene text with the settings common to all runs.
fn base(file: &FitFile, from: &Named, scene_text: &str) -> Result<String, FitError> {
    let mut text = scene_text.to_string();
    for (k, (path, value)) in spelled(&file.set).iter().enumerate() {
        let span = stickslip_engine::scene::place::place(from.text, &format!("set.{k}"));
        text = edited(&text, path, value, from, span)?;
    }
    if let Some(seconds) = file.duration {
        let span = stickslip_engine::scene::place::place(from.text, "duration");
        text = edited(&text, "time.duration", &format!("{seconds:?}"), from, span)?;
    }
    Ok(text)
}

/// Checks that no path is given twice in a list of settings, and the parameter in none.
fn check_once(file: &FitFile, from: &Named, read: &[ReadMeasurement], place: &Named) -> Result<(), FitError> {
    let remedy = "give it once: the parameter in `parameter`, what goes with it in `together`, other values in `set`";
    let twice = |path: &str| format!("{path} is given twice");
    let mut varied = vec![file.parameter.as_str()];
    for (k, path) in file.together.iter().enumerate() {
        if varied.contains(&path.as_str()) {
            return Err(from.fault(&format!("together.{k}"), twice(path), remedy));
        }
        varied.push(path);
    }
    let mut known = varied.clone();
    known.extend(file.duration.map(|_| "time.duration"));
    for (k, (path, _)) in file.set.iter().enumerate() {
        if known.contains(&path.as_str()) {
            return Err(from.fault(&format!("set.{k}"), twice(path), remedy));
        }
        known.push(path);
    }
    for one in read {
        let mut known = varied.clone();
        for (path, _, span) in &one.set {
            if known.contains(&path.as_str()) {
                return Err(place.fault_at("", span.clone(), twice(path), remedy));
            }
            known.push(path);
        }
    }
    Ok(())
}

/// Checks that values are positive and that either all measurements have an uncertainty or none.
fn check_values(read: &[ReadMeasurement], place: &Named) -> Result<(), FitError> {
    let with = read.iter().filter(|one| one.uncertainty.is_some()).count();
    for (k, one) in read.iter().enumerate() {
        let fault = |message: String, remedy: &str| Err(place.fault_at("", one.span.clone(), message, remedy));
        let n = k + 1;
        if !(one.value.is_finite() && one.value > 0.0) {
            return fault(format!("measurement {n} is {}", one.value), "give a positive number");
        }
        if one.uncertainty.is_some_and(|sigma| !(sigma.is_finite() && sigma > 0.0)) {
            return fault(format!("measurement {n} has no positive uncertainty"), "give a positive number");
        }
        if one.uncertainty.is_none() && with > 0 {
            let remedy = "give every measurement an uncertainty, or none";
            return fault(format!("measurement {n} has no uncertainty, others have"), remedy);
        }
    }
    Ok(())
}

/// The scene text with a value set; a fault points at `span` in the fit file.
fn edited(text: &str, path: &str, value: &str, from: &Named, span: Range<usize>) -> Result<String, FitError> {
    set(text, path, value).map_err(|fault| from.fault_at("", span, format!("{path}: {}", fault.message), fault.remedy))
}

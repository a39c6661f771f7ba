//! A fit of several parameters to a measured time series: its file and its checked plan.

use super::error::FitError;
use super::file::{CsvColumns, Named, spelled};
use ron::value::RawValue;
use serde::Deserialize;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::State;
use stickslip_engine::scene::place::read_ron;
use stickslip_engine::scene::{Scene, set, text::nearest};

/// A fit file of a time series as written; its fields are the file format.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Fit", deny_unknown_fields)]
pub struct SeriesFile {
    schema: u32,
    /// Title, one line.
    #[serde(default)]
    pub title: String,
    /// Question and source, in plain words.
    #[serde(default)]
    #[allow(dead_code, reason = "documentation for readers; declared so that the field is accepted")]
    pub about: String,
    /// A built-in scene, or a scene file relative to the fit file.
    pub scene: String,
    /// Settings of the scene for every run: path and value.
    #[serde(default)]
    pub set: Vec<(String, Box<RawValue>)>,
    /// The parameters.
    pub parameters: Vec<VariedParameter>,
    /// The measured series.
    pub series: WrittenSeries,
}

/// Tells a fit of several parameters from a fit of one.
#[derive(Deserialize)]
#[serde(rename = "Fit")]
struct OfParameters {
    #[serde(default)]
    parameters: Option<Box<RawValue>>,
}

/// A parameter of a fit of several.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct VariedParameter {
    /// Path in the scene, as in `--set`.
    pub path: String,
    /// Paths that always take the value of the parameter.
    #[serde(default)]
    pub together: Vec<String>,
    /// Lowest and highest value.
    pub bracket: (f64, f64),
}

/// A series in a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenSeries {
    /// CSV file, relative to the fit file.
    pub file: String,
    /// Column of the times, s.
    pub time: String,
    /// Column of the values.
    pub value: String,
    /// Column of the standard uncertainties.
    #[serde(default)]
    pub uncertainty: Option<String>,
    /// What was measured.
    pub of: SeriesQuantity,
}

/// A quantity measured over time, along a direction, which need not be a unit vector.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub enum SeriesQuantity {
    /// Way of the body's centre since the start of the run, m.
    Position {
        /// The body.
        body: String,
        /// Direction, world.
        along: (f64, f64, f64),
    },
    /// Velocity of the body's centre, m/s.
    Velocity {
        /// The body.
        body: String,
        /// Direction, world.
        along: (f64, f64, f64),
    },
    /// Force of the pulls on the body, N: what a sensor between spring and body shows.
    Pull {
        /// The body.
        body: String,
        /// Direction, world.
        along: (f64, f64, f64),
    },
    /// Friction force of all contacts on the body, N.
    Friction {
        /// The body.
        body: String,
        /// Direction, world.
        along: (f64, f64, f64),
    },
}

/// A point of the series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeriesPoint {
    /// Time since the start of the run, s.
    pub time: f64,
    /// Measured value, in the unit of the quantity.
    pub value: f64,
    /// Standard uncertainty, in the unit of the quantity; either all points have one or none.
    pub uncertainty: Option<f64>,
}

/// A checked fit of several parameters.
#[derive(Clone, Debug)]
pub struct SeriesFit {
    /// Title.
    pub title: String,
    /// Name of the scene in error messages.
    pub scene_name: String,
    /// Text of the scene with the settings common to all runs.
    text: String,
    /// The parameters.
    pub parameters: Vec<VariedParameter>,
    /// What was measured.
    pub of: SeriesQuantity,
    /// The series, ascending in time.
    pub points: Vec<SeriesPoint>,
}

impl SeriesQuantity {
    fn parts(&self) -> (&str, Vec3) {
        match self {
            Self::Position { body, along }
            | Self::Velocity { body, along }
            | Self::Pull { body, along }
            | Self::Friction { body, along } => (body, Vec3::new(along.0, along.1, along.2)),
        }
    }

    /// Unit of the values.
    pub fn unit(&self) -> &'static str {
        match self {
            Self::Position { .. } => "m",
            Self::Velocity { .. } => "m/s",
            Self::Pull { .. } | Self::Friction { .. } => "N",
        }
    }

    /// The value in a state; `start`: position of the body at the start, m. NaN if the body is gone.
    pub(crate) fn at(&self, state: &State, start: &Vec3) -> f64 {
        let (name, along) = self.parts();
        let along = along / along.norm();
        let Some((index, body)) = state.bodies.iter().enumerate().find(|(_, body)| body.name == name) else {
            return f64::NAN;
        };
        match self {
            Self::Position { .. } => along.dot(&(body.x - start)),
            Self::Velocity { .. } => along.dot(&body.v),
            Self::Pull { .. } => {
                state.pulls.iter().filter(|pull| pull.body == index).map(|pull| along.dot(&pull.load.force)).sum()
            }
            Self::Friction { .. } => {
                let on_j = |of: &stickslip_engine::world::contact_view::ContactView| along.dot(&of.loads.friction_on_j);
                let key = |of: &stickslip_engine::world::contact_view::ContactView| of.pair.key;
                let of_j = state.contacts.iter().filter(|of| key(of).j as usize == index).map(on_j).sum::<f64>();
                of_j - state.contacts.iter().filter(|of| key(of).i as usize == index).map(on_j).sum::<f64>()
            }
        }
    }

    /// Position of the body in a state, m.
    pub(crate) fn position(&self, state: &State) -> Vec3 {
        let (name, _) = self.parts();
        state.bodies.iter().find(|body| body.name == name).map_or_else(Vec3::zeros, |body| body.x)
    }
}

impl SeriesFile {
    /// True for the text of a fit of several parameters.
    pub fn is_one(text: &str) -> bool {
        read_ron::<OfParameters>(text, "").is_ok_and(|file| file.parameters.is_some())
    }

    /// Parses the text of a fit file.
    pub fn parse(from: &Named) -> Result<Self, FitError> {
        let file: Self = read_ron(from.text, "see docs/fitting.md for the fields of a fit file with `parameters`")
            .map_err(|fault| from.fault_at("", fault.span, fault.message, fault.remedy))?;
        if file.schema != 1 {
            return Err(from.fault("schema", format!("schema {} is not known", file.schema), "write `schema: 1`"));
        }
        Ok(file)
    }
}

impl SeriesFit {
    /// Builds the plan from a fit file and the table named in it.
    pub fn new(file: SeriesFile, from: &Named, scene_text: &str, table: &Named) -> Result<Self, FitError> {
        let mut text = scene_text.to_owned();
        for (k, (path, value)) in spelled(&file.set).iter().enumerate() {
            text = set(&text, path, value)
                .map_err(|fault| from.fault(&format!("set.{k}"), format!("{path}: {}", fault.message), fault.remedy))?;
        }
        check_parameters(&file, from)?;
        let points = points(&file.series, table)?;
        if points.len() <= file.parameters.len() {
            let message = format!("{} points cannot determine {} parameters", points.len(), file.parameters.len());
            return Err(table.fault_at("", 0..0, message, "give more points than parameters"));
        }
        let fit = Self {
            title: file.title,
            scene_name: file.scene,
            text,
            parameters: file.parameters,
            of: file.series.of,
            points,
        };
        fit.check(from)?;
        Ok(fit)
    }

    /// The values of the parameters at these places in their brackets.
    pub(crate) fn values(&self, places: &[f64]) -> Vec<f64> {
        let value = |(parameter, place): (&VariedParameter, &f64)| {
            let (low, high) = parameter.bracket;
            low + (high - low) * place
        };
        self.parameters.iter().zip(places).map(value).collect()
    }

    /// The scene with the parameters at these values.
    pub(crate) fn scene(&self, values: &[f64]) -> Result<Scene, FitError> {
        let mut text = self.text.clone();
        for (parameter, value) in self.parameters.iter().zip(values) {
            for path in std::iter::once(&parameter.path).chain(&parameter.together) {
                text = set(&text, path, &format!("{value:?}"))
                    .map_err(|fault| FitError::refused(format!("{path}: {}", fault.message), fault.remedy))?;
            }
        }
        let last = self.points.last().map_or(0.0, |point| point.time);
        let scene = Scene::parse(&self.scene_name, &text).map_err(|faults| FitError::Faults(Box::new(faults)))?;
        let duration = if scene.duration > last { scene.duration } else { last };
        Ok(Scene { duration, ..scene })
    }

    /// Checks the scenes in the middle and at the corners of all brackets, and the measured body.
    fn check(&self, from: &Named) -> Result<(), FitError> {
        let scene = self.scene(&self.values(&vec![0.5; self.parameters.len()]))?;
        let (body, along) = self.of.parts();
        if !scene.bodies.iter().any(|spec| spec.name == body) {
            let remedy = nearest::advice(body, scene.bodies.iter().map(|b| b.name.as_str()), "the bodies are");
            return Err(from.fault("series.of.body", format!("the scene has no body \"{body}\""), remedy));
        }
        if !(along.norm() > 0.0 && along.norm().is_finite()) {
            return Err(from.fault("series.of.along", "the direction is not one", "give one such as (0.0, 1.0, 0.0)"));
        }
        for (k, parameter) in self.parameters.iter().enumerate() {
            for end in [0.0, 1.0] {
                let mut places = vec![0.5; self.parameters.len()];
                places[k] = end;
                if let Err(error) = self.scene(&self.values(&places)) {
                    let value = self.values(&places)[k];
                    let message = format!("{} = {value}, the others in the middle: {error}", parameter.path);
                    let remedy = "choose brackets whose values go together, such as mu_s always above mu_k";
                    return Err(from.fault(&format!("parameters.{k}.bracket"), message, remedy));
                }
            }
        }
        Ok(())
    }
}

fn check_parameters(file: &SeriesFile, from: &Named) -> Result<(), FitError> {
    if file.parameters.is_empty() {
        let remedy = "list them: `parameters: [(path: \"friction.mu_s\", bracket: (0.1, 0.5))]`";
        return Err(from.fault("parameters", "there are no parameters", remedy));
    }
    let mut known: Vec<&str> = file.set.iter().map(|(path, _)| path.as_str()).collect();
    for (k, parameter) in file.parameters.iter().enumerate() {
        let (low, high) = parameter.bracket;
        if !(low.is_finite() && high.is_finite() && low < high) {
            let remedy = "give the lowest and the highest value, such as (0.01, 0.5)";
            let at = format!("parameters.{k}.bracket");
            return Err(from.fault(&at, format!("the bracket from {low} to {high} is empty"), remedy));
        }
        for path in std::iter::once(&parameter.path).chain(&parameter.together) {
            if known.contains(&path.as_str()) {
                let remedy = "give each path once, in `parameters`, `together` or `set`";
                return Err(from.fault(&format!("parameters.{k}"), format!("{path} is given twice"), remedy));
            }
            known.push(path);
        }
    }
    Ok(())
}

/// The points of the table, ascending in time.
fn points(series: &WrittenSeries, table: &Named) -> Result<Vec<SeriesPoint>, FitError> {
    let columns = CsvColumns {
        file: series.file.clone(),
        value: series.value.clone(),
        uncertainty: series.uncertainty.clone(),
        set: vec![("time".to_owned(), series.time.clone())],
    };
    let mut points: Vec<SeriesPoint> = Vec::new();
    for row in columns.read(table)? {
        let fault = |message: String, remedy: &str| Err(table.fault_at("", row.span.clone(), message, remedy));
        let written = row.set.first().map_or("", |(_, text, _)| text.as_str());
        let Some(time) = written.parse::<f64>().ok().filter(|time| time.is_finite() && *time >= 0.0) else {
            return fault(format!("the time `{written}` is not a number ≥ 0"), "give seconds since the start");
        };
        if points.last().is_some_and(|last| last.time > time) {
            return fault(format!("the time {time} s comes after a later one"), "sort the rows by time");
        }
        if !row.value.is_finite() {
            return fault("a value is not a number".to_owned(), "leave out the row");
        }
        if row.uncertainty.is_some_and(|sigma| !(sigma.is_finite() && sigma > 0.0)) {
            return fault("an uncertainty is not positive".to_owned(), "give a positive number");
        }
        points.push(SeriesPoint { time, value: row.value, uncertainty: row.uncertainty });
    }
    Ok(points)
}

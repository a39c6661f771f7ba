//! A sweep file (RON), and the checked plan.

use super::axes::{Axis, Values, coordinates, ron_number};
use super::error::SweepError;
use super::keep::{Condition, Keep};
use super::tie::Tie;
use ron::value::RawValue;
use serde::Deserialize;
use std::ops::Range;
use stickslip_engine::record::rows::Kind;
use stickslip_engine::scene::place::read_ron;
use stickslip_engine::scene::{Scene, set, text::nearest};

/// Upper bound of the number of cases: smaller case numbers are exact in every table, also in Parquet and
/// spreadsheets.
const MAX_CASES: u64 = 1 << 53;

/// A sweep file as written.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Sweep", deny_unknown_fields)]
pub struct SweepFile {
    schema: u32,
    /// Title, one line.
    #[serde(default)]
    pub title: String,
    /// Question and source, in plain words.
    #[serde(default)]
    #[allow(dead_code, reason = "documentation for readers; declared so that the field is accepted")]
    pub about: String,
    /// A built-in scene, or a scene file relative to the sweep file.
    pub scene: String,
    #[serde(default)]
    set: Vec<(String, Box<RawValue>)>,
    #[serde(default)]
    axes: Vec<(String, Values)>,
    #[serde(default)]
    duration: Option<f64>,
    #[serde(default)]
    keep: Vec<Keep>,
    #[serde(default)]
    find: Option<Find>,
}

/// A critical value to find in each case.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub enum Find {
    /// Bisects `low + k·tolerance` until two neighbours remain of which only one fulfils the condition.
    Bisect {
        /// Path of the value, as in `--set`.
        path: String,
        /// Lowest value.
        low: f64,
        /// Highest value.
        high: f64,
        /// Distance of the two neighbours.
        tolerance: f64,
        /// The condition that holds for only one of them.
        condition: Condition,
    },
}

/// A checked sweep: every parameter and every body that it refers to exists in the scene.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Title.
    pub title: String,
    /// Name of the scene in error messages.
    pub scene_name: String,
    /// The scene's text with the fixed settings.
    pub scene_text: String,
    /// `scene_text` without description, comments and whitespace, which are costly to parse for every case.
    bare_text: String,
    /// Axes; the last one varies fastest.
    pub axes: Vec<Axis>,
    /// Values derived from the axes.
    ties: Vec<Tie>,
    /// Field of the sweep file in which each tie is written, such as `set.0`.
    tie_fields: Vec<String>,
    /// Quantities to store for each case.
    pub keep: Vec<Keep>,
    /// Critical value to find, if any.
    pub find: Option<Find>,
}

impl SweepFile {
    /// Parses a sweep file; error messages use `name`.
    pub fn parse(name: &str, text: &str) -> Result<Self, SweepError> {
        let file: Self = read_ron(text, "see `stickslip sweep --help` for the fields of a sweep file")
            .map_err(|fault| SweepError::unreadable(name, text, fault))?;
        match file.schema {
            1 => Ok(file),
            other => Err(SweepError::new(format!("{name}: schema {other} is not known"), "write `schema: 1`")),
        }
    }
}

impl Sweep {
    /// Builds the plan of a sweep file; `scene_text` is the text of its scene.
    pub fn new(file: SweepFile, scene_text: &str) -> Result<Self, SweepError> {
        let mut text = scene_text.to_string();
        let duration = file.duration.map(|s| ("duration".to_string(), "time.duration".to_string(), ron_number(s)));
        let fixed = file.set.iter().enumerate();
        let fixed =
            fixed.map(|(k, (path, value))| (format!("set.{k}"), path.clone(), value.get_ron().trim().to_string()));
        let fixed: Vec<Setting> = fixed.chain(duration).collect();
        let (mut ties, mut tie_fields) = (Vec::new(), Vec::new());
        for (at, path, value) in &fixed {
            match Tie::read(path, value) {
                Some(tie) => {
                    ties.push(tie.map_err(|error| error.at(at))?);
                    tie_fields.push(at.clone());
                }
                None => text = edited(&text, path, value).map_err(|error| error.at(at))?,
            }
        }
        let cases = file.axes.iter().try_fold(1_usize, |cases, (_, values)| cases.checked_mul(values.count()));
        if cases.is_none_or(|cases| cases as u64 >= MAX_CASES) {
            let cases: f64 = file.axes.iter().map(|(_, values)| values.count() as f64).product();
            let why = format!("the axes have {cases:.1e} cases together, more than can be counted ({MAX_CASES})");
            return Err(SweepError::new(why, "use fewer axes, or fewer values"));
        }
        let axis = |(k, (path, values)): (usize, (String, Values))| {
            let remedy = "correct the values of the axis";
            Axis::new(path.clone(), values)
                .map_err(|why| SweepError::new(format!("{path}: {why}"), remedy).at(format!("axes.{k}")))
        };
        let axes = file.axes.into_iter().enumerate().map(axis).collect::<Result<Vec<_>, _>>()?;
        check_once(&fixed, &axes, file.find.as_ref())?;
        for (k, axis) in axes.iter().enumerate() {
            let writes = |value: &String| written(text.clone(), axis, value).map(|_| ());
            axis.values.iter().try_for_each(writes).map_err(|error| error.at(format!("axes.{k}")))?;
        }
        let keep = file.keep;
        let bare_text = bare(&edited(&text, "about", "\"\"")?);
        let (scene_name, find) = (file.scene, file.find);
        let (title, scene_text) = (file.title, text);
        let sweep = Self { title, scene_name, scene_text, bare_text, axes, ties, tie_fields, keep, find };
        sweep.check().map_err(|error| sweep.blamed(error, &fixed))?;
        Ok(sweep)
    }

    /// Number of cases.
    pub fn cases(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// The value of each axis in case `index`, in RON.
    pub(crate) fn values(&self, index: usize) -> Vec<&str> {
        let at = coordinates(&self.axes, index);
        self.axes.iter().zip(at).map(|(axis, k)| axis.values[k].as_str()).collect()
    }

    /// The scene of each case, or why it is invalid. Consecutive cases share the text around the value of the last
    /// axis.
    pub fn scenes(&self, cases: Range<usize>) -> Vec<Result<Scene, SweepError>> {
        let Some(axis) = self.axes.last() else { return cases.map(|_| self.parse(&self.bare_text)).collect() };
        let mut shared: Option<(Vec<&str>, SplitText)> = None;
        let mut scene = |case: usize| {
            let mut outer = self.values(case);
            let value = outer.pop().unwrap_or_default();
            let around = match &shared {
                Some((of, around)) if *of == outer => around,
                _ => {
                    let around = SplitText::new(self.text(&self.bare_text, &outer)?, axis);
                    &shared.insert((outer, around)).1
                }
            };
            self.parse(&self.tied(around.with(axis, value)?, case, None)?)
        };
        cases.map(&mut scene).collect()
    }

    /// The scene of case `index` with the searched parameter at `value`, or why it is invalid.
    pub(crate) fn scene_at(&self, index: usize, path: &str, value: f64) -> Result<Scene, SweepError> {
        let text = edited(&self.text(&self.bare_text, &self.values(index))?, path, &ron_number(value))?;
        self.parse(&self.tied(text, index, Some((path, value)))?)
    }

    /// `text` with the first axes set to `values`.
    fn text(&self, text: &str, values: &[&str]) -> Result<String, SweepError> {
        self.axes.iter().zip(values).try_fold(text.to_string(), |text, (axis, value)| written(text, axis, value))
    }

    /// Path and value of each axis in case `index`, in RON.
    fn set(&self, index: usize) -> Vec<(&str, String)> {
        let at = coordinates(&self.axes, index);
        self.axes.iter().zip(at).flat_map(|(axis, k)| axis.parts(&axis.values[k])).collect()
    }

    /// The values of the ties in case `index`, in RON; `searched` is the searched parameter with its value.
    fn tied_values(&self, index: usize, searched: Option<(&str, f64)>) -> Result<Vec<String>, SweepError> {
        if self.ties.is_empty() {
            return Ok(Vec::new());
        }
        let mut set = self.set(index);
        set.extend(searched.map(|(path, value)| (path, ron_number(value))));
        let set = || set.iter().map(|(path, value)| (*path, value.as_str()));
        let ties = self.ties.iter().zip(&self.tie_fields);
        ties.map(|(tie, field)| tie.value(set()).map_err(|error| error.at(field))).collect()
    }

    /// `text` with the ties of case `index` set.
    fn tied(&self, text: String, index: usize, searched: Option<(&str, f64)>) -> Result<String, SweepError> {
        let values = self.tied_values(index, searched)?;
        self.ties.iter().zip(values).try_fold(text, |text, (tie, value)| edited(&text, &tie.path, &value))
    }

    /// The settings in a row: the values of the axes, and of the ties unless a value is searched.
    pub(crate) fn settings(&self, index: usize) -> Vec<String> {
        let mut settings: Vec<String> = self.set(index).into_iter().map(|(_, value)| value).collect();
        if self.find.is_none() {
            settings.extend(self.tied_values(index, None).unwrap_or_else(|_| vec![String::new(); self.ties.len()]));
        }
        settings
    }

    fn parse(&self, text: &str) -> Result<Scene, SweepError> {
        Scene::parse(&self.scene_name, text).map_err(|faults| SweepError::Scene(Box::new(faults)))
    }

    /// Headers and types of the columns of a row.
    pub fn columns(&self) -> Vec<(String, Kind)> {
        let kind = |is_numeric| if is_numeric { Kind::Number } else { Kind::Text };
        let mut columns = vec![("case".to_string(), Kind::Count)];
        for axis in &self.axes {
            columns.extend(axis.paths().zip(axis.numeric()).map(|(path, numeric)| (path.to_string(), kind(numeric))));
        }
        if self.find.is_none() {
            columns.extend(self.ties.iter().map(|tie| (tie.path.clone(), Kind::Number)));
        }
        if let Some(Find::Bisect { path, .. }) = &self.find {
            columns.push((format!("{path} low"), Kind::Number));
            columns.push((format!("{path} high"), Kind::Number));
        }
        columns.extend(self.keep.iter().flat_map(Keep::columns));
        columns.push(("stopped".to_string(), Kind::Text));
        columns
    }

    /// Hash of everything except the program that determines a row, 16 hex digits; equal for equal sweeps.
    pub(crate) fn hash(&self) -> String {
        let all = (&self.scene_text, &self.axes, &self.ties, &self.keep, &self.find);
        stickslip_engine::scene::hash(&format!("{all:?}"))
    }

    /// Checks that the first, the middle or the last case is a legal scene that has every body referred to.
    fn check(&self) -> Result<(), SweepError> {
        if self.keep.is_empty() && self.find.is_none() {
            return Err(SweepError::new("the sweep keeps nothing", "name what to keep: `keep: [class(\"ball\")]`"));
        }
        self.check_columns()?;
        let scene = match self.probe(0) {
            Ok(scene) => scene,
            Err(first) => [self.cases() / 2, self.cases() - 1].iter().find_map(|k| self.probe(*k).ok()).ok_or(first)?,
        };
        let names = || scene.bodies.iter().map(|spec| spec.name.as_str());
        let missing = |body: &str, at: String| {
            let remedy = nearest::advice(body, names(), "the bodies are");
            Err(SweepError::new(format!("the scene has no body \"{body}\""), remedy).at(at))
        };
        for (k, keep) in self.keep.iter().enumerate() {
            if let Some(body) = keep.bodies().iter().find(|body| !names().any(|name| keep.refers_to(body, name))) {
                return missing(body, format!("keep.{k}"));
            }
        }
        if let Some(Find::Bisect { condition, .. }) = &self.find
            && names().all(|name| name != condition.body())
        {
            return missing(condition.body(), "find".to_owned());
        }
        let nothing_between = |parts: f64| !parts.is_finite() || parts < 1.0;
        match &self.find {
            Some(Find::Bisect { low, high, tolerance, .. }) if nothing_between((high - low) / tolerance) => {
                let why = format!("cannot bisect from {low} to {high} with the tolerance {tolerance}");
                let remedy = "`low` must be below `high`, and `tolerance` positive and at most their difference";
                Err(SweepError::new(why, remedy).at("find"))
            }
            _ => Ok(()),
        }
    }

    /// Checks that no column occurs twice and that there are not too many.
    fn check_columns(&self) -> Result<(), SweepError> {
        let mut names: Vec<String> = Vec::new();
        for (k, keep) in self.keep.iter().enumerate() {
            let fault = |message: String, remedy: &str| Err(SweepError::new(message, remedy).at(format!("keep.{k}")));
            if let Keep::ModeChanges { first, .. } = keep
                && !(1..=MAX_CHANGES).contains(first)
            {
                let remedy = format!("give a number from 1 to {MAX_CHANGES}");
                return fault(format!("`first: {first}` columns of mode changes"), &remedy);
            }
            for (name, _) in keep.columns() {
                if names.contains(&name) {
                    return fault(format!("`{name}` is kept twice"), "keep it once");
                }
                names.push(name);
            }
        }
        Ok(())
    }

    /// Moves a fault of the scene to the setting or the axis that gives the faulty value, if there is one.
    fn blamed(&self, error: SweepError, fixed: &[Setting]) -> SweepError {
        let SweepError::Scene(faults) = &error else { return error };
        let Some(fault) = faults.faults().first() else { return error };
        let all = settings(fixed, &self.axes, self.find.as_ref());
        let own = all.into_iter().filter(|(_, path, _)| fault.concerns(path)).max_by_key(|(_, path, _)| path.len());
        let Some((at, ..)) = own else { return error };
        SweepError::new(format!("{}: {}", fault.path, fault.message), fault.remedy.clone()).at(at)
    }

    fn probe(&self, index: usize) -> Result<Scene, SweepError> {
        let text = self.text(&self.scene_text, &self.values(index))?;
        let (text, searched) = match &self.find {
            Some(Find::Bisect { path, low, .. }) => {
                let text = edited(&text, path, &ron_number(*low)).map_err(|error| error.at("find"))?;
                (text, Some((path.as_str(), *low)))
            }
            None => (text, None),
        };
        self.parse(&self.tied(text, index, searched)?)
    }
}

/// A value set in every case: field of the sweep file, path, and value in RON.
type Setting = (String, String, String);

/// Largest number of columns for the mode changes of a component.
const MAX_CHANGES: usize = 1000;

/// Everything that the sweep file sets: field of the file, path, and whether the value varies between cases.
fn settings<'a>(fixed: &'a [Setting], axes: &'a [Axis], find: Option<&'a Find>) -> Vec<(String, &'a str, bool)> {
    let fixed = fixed.iter().map(|(at, path, value)| (at.clone(), path.as_str(), Tie::read(path, value).is_some()));
    let axes = axes.iter().enumerate();
    let axes = axes.flat_map(|(k, axis)| axis.paths().map(move |path| (format!("axes.{k}"), path, true)));
    let searched = find.map(|Find::Bisect { path, .. }| ("find".to_owned(), path.as_str(), true));
    fixed.chain(axes).chain(searched).collect()
}

/// Checks that no path is set or varied twice.
fn check_once(fixed: &[Setting], axes: &[Axis], find: Option<&Find>) -> Result<(), SweepError> {
    let all = settings(fixed, axes, find);
    for (k, (at, path, varies)) in all.iter().enumerate() {
        if let Some((.., also)) = all[..k].iter().find(|(_, other, _)| other == path) {
            let what = if *varies && *also { "varied" } else { "given" };
            let remedy = "keep one of them: set, axis, tie or search";
            return Err(SweepError::new(format!("{path} is {what} twice"), remedy).at(at));
        }
    }
    Ok(())
}

/// The text of a scene, split at the value of one axis.
struct SplitText {
    text: String,
    /// The text before and after the value, if it can be located.
    parts: Option<(String, String)>,
}

impl SplitText {
    /// Locates the value by writing a number there that occurs in no scene.
    fn new(text: String, axis: &Axis) -> Self {
        const MARK: &str = "987654321.123456789";
        let path = Some(&axis.path).filter(|_| axis.paths().count() == 1);
        let marked = path.and_then(|path| edited(&text, path, MARK).ok());
        let marked = marked.filter(|marked| marked.matches(MARK).count() == 1);
        let parts = marked.as_deref().and_then(|marked| marked.split_once(MARK));
        let parts = parts.map(|(before, after)| (before.to_string(), after.to_string()));
        Self { text, parts }
    }

    /// The text with `value` on the axis.
    fn with(&self, axis: &Axis, value: &str) -> Result<String, SweepError> {
        match &self.parts {
            Some((before, after)) => Ok([before, value, after].concat()),
            None => written(self.text.clone(), axis, value),
        }
    }
}

/// Removes line comments, and whitespace outside quotes. A text with other comments or raw strings stays unchanged.
fn bare(text: &str) -> String {
    if text.contains("/*") || text.contains("r#") || text.contains("r\"") || text.contains('\'') {
        return text.to_string();
    }
    let mut out = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if !quoted && c == '/' && chars.peek() == Some(&'/') {
            chars.by_ref().find(|c| *c == '\n');
            continue;
        }
        if c == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = quoted && c == '\\' && !escaped;
        if quoted || !c.is_whitespace() {
            out.push(c);
        }
    }
    out
}

/// The text with one value of an axis set.
fn written(text: String, axis: &Axis, value: &str) -> Result<String, SweepError> {
    axis.parts(value).into_iter().try_fold(text, |text, (path, value)| edited(&text, path, &value))
}

fn edited(text: &str, path: &str, value: &str) -> Result<String, SweepError> {
    set(text, path, value).map_err(|fault| SweepError::new(format!("{path}: {}", fault.message), fault.remedy))
}

//! `run.json` of a run folder: what the numbers in the tables of a run mean, whichever program computed it.

use super::write::shape_text;
use super::{Motion, Scene};
use crate::laws::Vec3;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Newest format of `run.json` that can be read.
pub const RUN_FORMAT: u32 = 1;

/// When the loads in a row of contacts act; t is the time of the row, Δt the interval between rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoadsAct {
    /// Over (t − Δt, t]: the state of the row is the state after these loads.
    #[default]
    Before,
    /// From t on: the state of the row is the state before these loads.
    After,
}

/// To which pose the points, normals and depths of a row of contacts belong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeometryPose {
    /// The pose at the start of the step in which the loads act.
    #[default]
    Start,
    /// The pose at the end of that step.
    End,
}

/// How the loads of a row follow from those in its step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoadKind {
    /// Impulse of the whole step over its duration, all substeps included.
    #[default]
    Mean,
    /// Load of one substep or of one of several steps: no balance of momentum can be drawn.
    Sample,
}

/// One body in `run.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeaderBody {
    /// Unique name, as in the tables.
    pub name: String,
    /// Name of a material that [`HeaderPair::between`] may use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// Shape: names and fields of the scene language, as JSON; `None` is drawn as axes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Value>,
    /// Mass, kg; `None` if it is not known or infinite: no balance is drawn for the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<f64>,
    /// Principal moments of inertia, kg·m²; the axes of the body are the principal axes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Vec3>,
    /// Friction coefficient declared for the body alone. How it combines with another is the engine's rule, so that it
    /// is no coefficient of a pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mu: Option<f64>,
    /// True for a body that never moves; the tables may leave it out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    /// Centre of mass of a body that the tables leave out, m, world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<Vec3>,
    /// Quaternion of such a body, body axes to world axes, scalar first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub q: Option<[f64; 4]>,
}

/// What is known of the contacts of two bodies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeaderPair {
    /// Two names, each of a body or a material, in either order.
    pub between: [String; 2],
    /// Coefficient of static friction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mu: Option<f64>,
    /// Coefficient of kinetic friction, if it is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mu_k: Option<f64>,
    /// Largest spin torque over N, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sigma: Option<f64>,
    /// Largest roll torque over N, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rho: Option<f64>,
    /// When the loads of this pair act, if otherwise than those of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acts: Option<LoadsAct>,
    /// To which pose the geometry of this pair belongs, if to another than that of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub geometry: Option<GeometryPose>,
}

/// The content of `run.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunHeader {
    /// Format: [`RUN_FORMAT`].
    pub stickslip_run: u32,
    /// Program that computed the run, with its version.
    #[serde(default)]
    pub engine: String,
    /// One-line title.
    #[serde(default)]
    pub title: String,
    /// Step of the engine, s.
    pub dt: f64,
    /// Steps between two rows.
    #[serde(default = "one")]
    pub every: u64,
    /// Gravity, m/s², world.
    #[serde(default)]
    pub gravity: Vec3,
    /// When loads act.
    pub acts: LoadsAct,
    /// To which pose the geometry of contacts belongs.
    #[serde(default)]
    pub geometry: GeometryPose,
    /// How the loads of a row follow from those in its step.
    #[serde(default)]
    pub load: LoadKind,
    /// Coefficient of static friction of every pair that `pairs` does not name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mu: Option<f64>,
    /// Coefficient of kinetic friction of those pairs, if it is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mu_k: Option<f64>,
    /// Settings of the engine, in any form.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub settings: Value,
    /// Bodies; body i of a contact is the one listed first.
    pub bodies: Vec<HeaderBody>,
    /// Pairs; the last match holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<HeaderPair>,
    /// Keys that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

fn one() -> u64 {
    1
}

impl HeaderBody {
    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.material.as_deref() == Some(name)
    }
}

impl RunHeader {
    /// What is known of the contacts between two bodies, given by their numbers.
    pub fn pair(&self, i: u32, j: u32) -> Option<&HeaderPair> {
        let body = |number: u32| self.bodies.get(number as usize);
        let (a, b) = (body(i)?, body(j)?);
        self.pairs.iter().rev().find(|pair| {
            let [one, other] = &pair.between;
            (a.is_called(one) && b.is_called(other)) || (a.is_called(other) && b.is_called(one))
        })
    }

    /// When the loads between two bodies act.
    pub fn acts_between(&self, i: u32, j: u32) -> LoadsAct {
        self.pair(i, j).and_then(|pair| pair.acts).unwrap_or(self.acts)
    }

    /// To which pose the geometry of contacts between two bodies belongs.
    pub fn geometry_between(&self, i: u32, j: u32) -> GeometryPose {
        self.pair(i, j).and_then(|pair| pair.geometry).unwrap_or(self.geometry)
    }

    /// Coefficient of kinetic friction between two bodies, if it is another than that of static friction.
    pub fn kinetic_between(&self, i: u32, j: u32) -> Option<f64> {
        match self.pair(i, j) {
            Some(pair) if pair.mu.is_some() || pair.mu_k.is_some() => pair.mu_k,
            _ => self.mu_k,
        }
    }

    /// Interval between two rows, s.
    pub fn interval(&self) -> f64 {
        self.dt * self.every as f64
    }

    /// The header of a run of this scene by this program, with a row of the tables every `every` steps.
    ///
    /// Springs press from the state of a row on. The loads of rigid contacts in a row acted before it. The geometry of
    /// every contact is that of the pose in its row. A known normal force is not the force that holds the bodies
    /// together, so that no balance is drawn.
    pub fn of_scene(scene: &Scene, every: u64, engine: String) -> Self {
        let acts = |normal: &super::NormalLaw| if normal.is_rigid() { LoadsAct::Before } else { LoadsAct::After };
        let geometry = |acts| if acts == LoadsAct::Before { GeometryPose::End } else { GeometryPose::Start };
        let of_run = acts(&scene.normal);
        let kinetic =
            |friction: &crate::laws::choice::Friction| (friction.mu_k != friction.mu_s).then_some(friction.mu_k);
        let laws = || std::iter::once(&scene.normal).chain(scene.pairs.iter().map(|rule| &rule.normal));
        let is_sampled = every != 1 || laws().any(super::NormalLaw::is_known);
        Self {
            stickslip_run: RUN_FORMAT,
            engine,
            title: scene.title.clone(),
            dt: scene.dt,
            every,
            gravity: scene.gravity,
            acts: of_run,
            geometry: geometry(of_run),
            load: if is_sampled { LoadKind::Sample } else { LoadKind::Mean },
            mu: Some(scene.friction.mu_s),
            mu_k: kinetic(&scene.friction),
            bodies: scene.bodies.iter().map(HeaderBody::of_spec).collect(),
            pairs: scene
                .pairs
                .iter()
                .map(|rule| HeaderPair {
                    between: rule.between.clone(),
                    mu: Some(rule.friction.mu_s),
                    mu_k: kinetic(&rule.friction),
                    acts: Some(acts(&rule.normal)).filter(|of| *of != of_run),
                    geometry: Some(geometry(acts(&rule.normal))).filter(|of| *of != geometry(of_run)),
                    ..HeaderPair::default()
                })
                .collect(),
            ..Self::default()
        }
    }
}

impl HeaderBody {
    fn of_spec(spec: &super::BodySpec) -> Self {
        let is_fixed = matches!(spec.motion, Motion::Fixed);
        let q = spec.rotation;
        // A body that is held in some directions has forces that are no contact's.
        let is_free = matches!(spec.motion, Motion::Free);
        Self {
            name: spec.name.clone(),
            material: spec.material.clone(),
            shape: json_of_ron(&shape_text(&spec.shape)),
            mass: Some(spec.mass).filter(|mass| is_free && mass.is_finite()),
            inertia: Some(spec.inertia).filter(|inertia| is_free && inertia.iter().all(|part| part.is_finite())),
            mu: None,
            fixed: is_fixed,
            x: is_fixed.then_some(spec.position),
            q: is_fixed.then_some([q.w, q.i, q.j, q.k]),
        }
    }
}

/// The JSON of a value of the scene language: `Sphere(radius: 0.1)` is `{"Sphere":{"radius":0.1}}`, `Plane` a string,
/// vectors and lists are arrays. `None` if the text is no such value.
fn json_of_ron(text: &str) -> Option<Value> {
    let (value, rest) = value_in(text)?;
    rest.trim().is_empty().then_some(value)
}

/// The value at the beginning of a text, and the rest.
fn value_in(text: &str) -> Option<(Value, &str)> {
    let text = text.trim_start();
    if let Some(inner) = text.strip_prefix(['(', '[']) {
        return entries_in(inner, if text.starts_with('(') { ')' } else { ']' });
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || "_.+-".contains(c))).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if let Ok(number) = word.parse::<f64>() {
        return Some((serde_json::Number::from_f64(number)?.into(), rest));
    }
    match rest.strip_prefix('(') {
        Some(inner) => {
            let (fields, rest) = entries_in(inner, ')')?;
            Some((Value::Object(std::iter::once((word.to_owned(), fields)).collect()), rest))
        }
        None => (!word.is_empty()).then(|| (Value::String(word.to_owned()), rest)),
    }
}

/// Named or numbered entries up to the closing bracket, and the rest.
fn entries_in(mut text: &str, close: char) -> Option<(Value, &str)> {
    let (mut fields, mut list) = (Map::new(), Vec::new());
    loop {
        text = text.trim_start().trim_start_matches(',').trim_start();
        if let Some(rest) = text.strip_prefix(close) {
            let value = if fields.is_empty() { Value::Array(list) } else { Value::Object(fields) };
            return Some((value, rest));
        }
        let named = text.split_once(':').filter(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
        let (value, rest) = value_in(named.map_or(text, |(_, rest)| rest))?;
        match named {
            Some((name, _)) => _ = fields.insert(name.to_owned(), value),
            None => list.push(value),
        }
        text = rest;
    }
}

/// The scene language of a value in JSON; the inverse of [`json_of_ron`]. An array of numbers is a vector, an array of
/// anything else a list.
pub fn ron_of_json(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Object(fields) => match fields.iter().next().filter(|(name, _)| name.starts_with(char::is_uppercase)) {
            Some((name, inner)) if fields.len() == 1 => {
                let inner = ron_of_json(inner);
                if inner.starts_with('(') { format!("{name}{inner}") } else { format!("{name}({inner})") }
            }
            _ => {
                let fields = fields.iter().map(|(name, value)| format!("{name}: {}", ron_of_json(value)));
                format!("({})", fields.collect::<Vec<_>>().join(", "))
            }
        },
        Value::Array(list) => {
            let entries = list.iter().map(ron_of_json).collect::<Vec<_>>().join(", ");
            if list.iter().all(Value::is_number) { format!("({entries})") } else { format!("[{entries}]") }
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shape keeps its meaning from the scene language to JSON and back.
    #[test]
    fn a_shape_goes_to_json_and_back() {
        for (ron, json) in [
            ("Plane", r#""Plane""#),
            ("Sphere(radius: 0.1)", r#"{"Sphere":{"radius":0.1}}"#),
            ("Box(half_extents: (0.1, 0.2, 1e-3))", r#"{"Box":{"half_extents":[0.1,0.2,0.001]}}"#),
            (
                "Prism(polygon: [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)], half_height: 0.5)",
                r#"{"Prism":{"half_height":0.5,"polygon":[[0.0,0.0],[1.0,0.0],[0.0,1.0]]}}"#,
            ),
        ] {
            let value = json_of_ron(ron).expect("a value");
            assert_eq!(value, serde_json::from_str::<Value>(json).expect("JSON"), "{ron}");
            assert_eq!(json_of_ron(&ron_of_json(&value)), Some(value), "{ron}");
        }
        assert_eq!(json_of_ron("Sphere(radius: 0.1"), None);
    }
}

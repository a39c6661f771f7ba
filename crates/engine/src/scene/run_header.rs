//! `run.json` of a run folder: the meaning of the numbers in the tables of a run, whichever program computed it.

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

/// The content of `run.json`; `B`: its list of bodies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunHeader<B = Vec<HeaderBody>> {
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
    pub bodies: B,
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

    /// False for a body of which only the pose is known: the scene that plays the run has a small sphere in its place.
    pub fn has_shape(&self, body: u32) -> bool {
        self.bodies.get(body as usize).is_none_or(|body| body.shape.is_some())
    }

    /// Interval between two rows, s.
    pub fn interval(&self) -> f64 {
        self.dt * self.every as f64
    }
}

/// The scene language of a value in JSON; the inverse of `json_of_ron`. An array of numbers is a vector, an array of
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

//! Impacts in a summary: the numbers of each, listed once for `summary.json`, for the tables of a comparison and for the
//! documentation.

use crate::laws::motion::impact::ImpactMotion;
use crate::observe::state::State;
use crate::step::impacts::{Impact, ImpactLog};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A number of an impact.
#[derive(Clone, Copy, Debug)]
pub struct ImpactColumn {
    /// Name in `summary.json`.
    pub name: &'static str,
    /// Unit; empty for a number without one.
    pub unit: &'static str,
    value: fn(&MeasuredImpact) -> Option<f64>,
}

/// An impact and what follows from it.
struct MeasuredImpact<'a> {
    impact: &'a Impact,
    motion: ImpactMotion,
    dt: f64,
}

impl MeasuredImpact<'_> {
    /// A number that a rigid contact does not have.
    fn of_springs(&self, value: f64) -> Option<f64> {
        (!self.impact.is_rigid).then_some(value)
    }

    /// J_n, N·s.
    fn normal(&self) -> f64 {
        self.impact.sums.normal
    }

    /// J_t, N·s.
    fn tangential(&self) -> f64 {
        self.impact.sums.friction_on_j.norm()
    }
}

/// The numbers of an impact, in the order of the columns of a table.
pub const IMPACT_COLUMNS: [ImpactColumn; 18] = {
    const fn column(name: &'static str, unit: &'static str, value: fn(&MeasuredImpact) -> Option<f64>) -> ImpactColumn {
        ImpactColumn { name, unit, value }
    }
    [
        column("t_begin", "s", |of| Some(of.impact.steps[0] as f64 * of.dt)),
        column("t_end", "s", |of| Some(of.impact.steps[1] as f64 * of.dt)),
        column("contact_time", "s", |of| of.of_springs(of.impact.sums.loaded_steps as f64 * of.dt)),
        column("J_n", "N s", |of| Some(of.normal())),
        column("J_t", "N s", |of| Some(of.tangential())),
        column("ratio", "", |of| Some(of.tangential() / of.normal())),
        column("mu_ratio", "", |of| {
            let limit = of.impact.mu_k * of.normal();
            (limit > 0.0).then(|| of.tangential() / limit)
        }),
        column("F_max", "N", |of| of.of_springs(of.impact.sums.largest_force)),
        column("overlap_max", "m", |of| of.of_springs(of.impact.sums.largest_overlap)),
        column("v_n", "m/s", |of| Some(of.motion.approach_speed())),
        column("v_t", "m/s", |of| Some(of.motion.sliding_speed())),
        column("e", "", |of| of.motion.restitution()),
        column("beta_t", "", |of| of.motion.tangential_restitution()),
        column("e_t", "", |of| of.motion.centre_restitution()),
        column("impact_angle", "deg", |of| Some(of.motion.impact_angle())),
        column("rebound_angle", "deg", |of| Some(of.motion.rebound_angle())),
        column("w_i", "rad/s", |of| Some(of.impact.after[0].w.norm())),
        column("w_j", "rad/s", |of| Some(of.impact.after[1].w.norm())),
    ]
};

impl ImpactColumn {
    /// Header of the column in a table: the name, and the unit in brackets.
    pub fn header(&self) -> String {
        if self.unit.is_empty() { self.name.to_owned() } else { format!("{} [{}]", self.name, self.unit) }
    }
}

/// An impact with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpactSummary {
    /// Names of bodies i and j, in the order of the scene.
    pub bodies: [String; 2],
    /// The numbers, in the order of [`IMPACT_COLUMNS`]; `None` where one does not apply.
    pub numbers: [Option<f64>; IMPACT_COLUMNS.len()],
}

impl ImpactSummary {
    fn new(impact: &Impact, dt: f64, state: &State) -> Self {
        let of = MeasuredImpact { impact, motion: impact.motion(), dt };
        let name =
            |body: u32| state.bodies.get(body as usize).map_or_else(|| body.to_string(), |body| body.name.clone());
        Self { bodies: impact.bodies.map(name), numbers: IMPACT_COLUMNS.map(|column| (column.value)(&of)) }
    }

    /// The number of this name; `None` if it does not apply to the impact, or if there is no such number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.numbers[IMPACT_COLUMNS.iter().position(|column| column.name == name)?]
    }
}

/// `{"i": …, "j": …}`, and each number by its name; null where it does not apply.
impl Serialize for ImpactSummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.bodies.len() + self.numbers.len()))?;
        for (name, body) in ["i", "j"].iter().zip(&self.bodies) {
            map.serialize_entry(name, body)?;
        }
        for (column, number) in IMPACT_COLUMNS.iter().zip(&self.numbers) {
            map.serialize_entry(column.name, number)?;
        }
        map.end()
    }
}

/// The impacts of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ImpactList {
    /// The first 10 000 impacts, in the order in which the pairs met.
    #[serde(rename = "impacts")]
    pub listed: Vec<ImpactSummary>,
    /// Number of further pairs that met and parted: the list was full, or too many pairs touched at a time.
    #[serde(rename = "impacts_left_out")]
    pub left_out: u64,
}

impl ImpactList {
    /// The impacts of a log, in a run with the step size `dt`, s; the names are those of the bodies of `state`.
    pub fn from_log(log: &ImpactLog, dt: f64, state: &State) -> Self {
        let mut all: Vec<&Impact> = log.listed().iter().collect();
        all.sort_by_key(|impact| (impact.steps[0], impact.bodies));
        let listed = all.into_iter().map(|impact| ImpactSummary::new(impact, dt, state)).collect();
        Self { listed, left_out: log.left_out() }
    }
}

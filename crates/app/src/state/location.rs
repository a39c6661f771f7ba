//! A location in a run: a step, a contact to inspect, and the prediction of a lesson.

use std::str::FromStr;
use stickslip_engine::observe::state::State;
use stickslip_engine::world::contact::ContactKey;
use stickslip_lab::lessons::Prediction;

/// A location in a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    /// The step; the start if `None`.
    pub step: Option<u64>,
    /// The contact.
    pub contact: Option<ContactSelector>,
    /// The prediction of the lesson that is opened; made by the user if `None`.
    pub prediction: Option<Prediction>,
}

/// A contact given by its bodies' names and its point index: `incline,ball` or `incline,brick,2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactSelector {
    bodies: [String; 2],
    feature: u32,
}

impl FromStr for ContactSelector {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let (bodies, feature) = match parts[..] {
            [i, j] => ([i, j], 0),
            [i, j, feature] => {
                ([i, j], feature.parse().map_err(|_| format!("`{feature}` is not a contact point number"))?)
            }
            _ => {
                return Err("name two bodies and, if they touch at several points, the point: incline,brick,2".into());
            }
        };
        Ok(Self { bodies: bodies.map(str::to_owned), feature })
    }
}

impl ContactSelector {
    /// The contact in a scene with these bodies; their order does not matter.
    pub fn key(&self, state: &State) -> Result<ContactKey, String> {
        let find = |name: &String| {
            let known = || state.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>().join(", ");
            let index = state.bodies.iter().position(|body| body.name == *name);
            index.ok_or_else(|| format!("there is no body `{name}`; there are {}", known()))
        };
        let (a, b) = (find(&self.bodies[0])? as u32, find(&self.bodies[1])? as u32);
        Ok(ContactKey { case: 0, i: a.min(b), j: a.max(b), feature: self.feature })
    }
}

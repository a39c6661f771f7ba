//! Ties: values of the scene derived from the axes, `("friction.mu_k", Of("0.8 * mu_s"))`.

use super::axes::{Axis, ron_number};
use super::error::SweepError;
use crate::lessons::expression::Expression;
use serde::Deserialize;
use stickslip_engine::scene::text::nesting::MAX_DEPTH;
use stickslip_engine::scene::{shortened, text::nearest};

/// A tie, as written in place of a value.
#[derive(Deserialize)]
enum Tied {
    Of(String),
}

/// A path and the expression for its value in each case.
#[derive(Clone, Debug, PartialEq)]
pub struct Tie {
    /// Path as in `--set`.
    pub path: String,
    /// Expression of numbers, `+ - * /`, brackets, and names of axes: the full path or its last part.
    pub of: String,
}

impl Tie {
    /// Parses a tie given in place of a value; `None` for a plain value.
    pub(crate) fn read(path: &str, value: &str) -> Option<Result<Self, SweepError>> {
        if !value.starts_with("Of(") {
            return None;
        }
        let tie = ron::from_str::<Tied>(value).map(|Tied::Of(of)| Self { path: path.to_string(), of });
        Some(
            tie.map_err(|error| {
                SweepError::new(format!("{path}: {}", error.code), "write it like `Of(\"0.8 * mu_s\")`")
            }),
        )
    }

    /// The value of the tie, in RON, for the settings of a case: each path with its value in RON.
    pub fn value<'a>(&self, set: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Result<String, SweepError> {
        let mut unknown = None;
        let number = Expression::parse_with(&self.of, |name| {
            self.named(name, set.clone()).map_err(|error| {
                let why = error.to_string();
                unknown = Some(error);
                why
            })
        });
        let number = number.and_then(|expression| expression.constant()).map_err(|why| {
            let remedy =
                format!("use only numbers, + - * /, names of axes and up to {MAX_DEPTH} brackets in each other");
            unknown.take().unwrap_or_else(|| self.fault(why, remedy))
        })?;
        if number.is_finite() {
            Ok(ron_number(number))
        } else {
            Err(self.fault(format!("the result is {number}"), "the result must be a number"))
        }
    }

    /// The value of the axis with this path, or with this last part of its path.
    fn named<'a>(&self, name: &str, set: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Result<f64, SweepError> {
        let is_meant = |path: &str| path == name || path.rsplit('.').next() == Some(name);
        let mut meant = set.clone().filter(|(path, _)| is_meant(path));
        match (meant.next(), meant.next()) {
            (Some((_, value)), None) => {
                let other = || self.fault(format!("{name} is `{}`", shortened(value)), "tie to an axis of numbers");
                value.parse().map_err(|_| other())
            }
            (Some(_), Some(_)) => Err(self.fault(format!("several axes end in `{name}`"), "write the whole path")),
            (None, _) => {
                let remedy = nearest::advice(name, set.map(|(path, _)| path), "the axes are");
                Err(self.fault(format!("there is no axis `{name}`"), remedy))
            }
        }
    }

    fn fault(&self, why: impl std::fmt::Display, remedy: impl Into<String>) -> SweepError {
        SweepError::new(format!("{}: Of({:?}): {why}", self.path, shortened(&self.of)), remedy)
    }
}

impl Axis {
    /// The paths that the axis sets together, such as `friction.mu_s, friction.mu_k`.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> + Clone {
        self.path.split(',').map(str::trim)
    }

    /// Each path of the axis with its part of a value.
    pub(crate) fn parts<'a>(&'a self, value: &'a str) -> Vec<(&'a str, String)> {
        let values = match self.paths().count() {
            1 => vec![value.to_string()],
            _ => stickslip_engine::scene::elements(value).unwrap_or_default(),
        };
        self.paths().zip(values).collect()
    }
}

//! Friction of a geom, and of a pair of geoms by MuJoCo's rules.

use super::classes::WithDefaults;
use crate::interop::mjcf::format::{Element, name_span};
use crate::interop::mjcf::report::MjcfReader;

/// Friction of a geom, and its collision filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::interop::mjcf) struct GeomContact {
    /// Coefficients: slide, dimensionless; torsional and rolling, m.
    friction: [f64; 3],
    /// Contact dimension: 1 without friction, 3 slide, 4 also torsional, 6 also rolling.
    condim: u32,
    /// The geom with the higher priority determines the friction of a pair.
    priority: i64,
    pub(in crate::interop::mjcf) contype: u32,
    pub(in crate::interop::mjcf) conaffinity: u32,
}

/// Limits of friction over N of a pair: slide μ (force over force); rolling ρ and spin σ (torque over force, m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::interop::mjcf) struct FrictionLimits {
    mu: f64,
    rho: f64,
    sigma: f64,
}

impl FrictionLimits {
    /// Limits from the coefficients that act with this `condim`: torsional from 4 on, rolling from 6 on.
    pub(in crate::interop::mjcf) fn new([slide, torsional, rolling]: [f64; 3], condim: u32) -> Self {
        let from = |least: u32, value: f64| if condim >= least { value } else { 0.0 };
        Self { mu: from(3, slide), sigma: from(4, torsional), rho: from(6, rolling) }
    }

    /// True if spin or roll friction acts beside slide friction.
    pub(in crate::interop::mjcf) fn has_several(&self) -> bool {
        self.mu > 0.0 && (self.rho > 0.0 || self.sigma > 0.0)
    }

    /// The limits in scene language; `is_elliptic`: one elliptic cone holds all of them.
    pub(in crate::interop::mjcf) fn text(&self, is_elliptic: bool) -> String {
        let limit = if is_elliptic && self.has_several() { ", limit: Ellipsoid" } else { "" };
        format!("(mu: {:?}, rho: {:?}, sigma: {:?}{limit})", self.mu, self.rho, self.sigma)
    }
}

impl GeomContact {
    pub(in crate::interop::mjcf) fn read(reader: &mut MjcfReader, geom: &WithDefaults) -> Option<Self> {
        let (friction, _) = geom.overlay(reader, "friction", [1.0, 0.005, 0.0001])?;
        if friction.iter().any(|number| *number < 0.0) {
            reader.fault(name_span(geom.element), "its friction is negative", "give coefficients ≥ 0");
            return None;
        }
        let number = geom.number(reader, "condim", 3.0)?;
        let condim = condim(reader, geom.element, number)?;
        let priority = whole(reader, geom, "priority", 0.0)? as i64;
        let contype = whole(reader, geom, "contype", 1.0)? as u32;
        let conaffinity = whole(reader, geom, "conaffinity", 1.0)? as u32;
        Some(Self { friction, condim, priority, contype, conaffinity })
    }

    /// True if the geom collides with nothing.
    pub(in crate::interop::mjcf) fn is_off(&self) -> bool {
        self.contype == 0 && self.conaffinity == 0
    }

    pub(in crate::interop::mjcf) fn collides(&self, other: &Self) -> bool {
        self.contype & other.conaffinity != 0 || other.contype & self.conaffinity != 0
    }

    pub(in crate::interop::mjcf) fn same_friction(&self, other: &Self) -> bool {
        (self.friction, self.condim, self.priority) == (other.friction, other.condim, other.priority)
    }

    /// Limits of a pair: the larger coefficients, or those of the geom with the higher priority.
    pub(in crate::interop::mjcf) fn with(&self, other: &Self) -> FrictionLimits {
        let (a, b) = (self, other);
        match a.priority.cmp(&b.priority) {
            std::cmp::Ordering::Greater => FrictionLimits::new(a.friction, a.condim),
            std::cmp::Ordering::Less => FrictionLimits::new(b.friction, b.condim),
            std::cmp::Ordering::Equal => {
                let larger = |k: usize| if a.friction[k] > b.friction[k] { a.friction[k] } else { b.friction[k] };
                FrictionLimits::new([larger(0), larger(1), larger(2)], a.condim.max(b.condim))
            }
        }
    }
}

pub(in crate::interop::mjcf) fn condim(reader: &mut MjcfReader, element: Element, number: f64) -> Option<u32> {
    let found = [1, 3, 4, 6].into_iter().find(|condim| f64::from(*condim) == number);
    if found.is_none() {
        reader.fault(name_span(element), format!("`condim` is {number:?}"), "it is 1, 3, 4 or 6");
    }
    found
}

fn whole(reader: &mut MjcfReader, geom: &WithDefaults, name: &str, otherwise: f64) -> Option<f64> {
    let number = geom.number(reader, name, otherwise)?;
    let is_whole = number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX);
    if !is_whole || (name != "priority" && number < 0.0) {
        reader.fault(name_span(geom.element), format!("`{name}` is {number:?}"), "give a whole number");
        return None;
    }
    Some(number)
}

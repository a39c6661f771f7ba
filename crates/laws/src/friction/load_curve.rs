//! Tables that replace the linear laws of a component: elastic load as a function of micro-deflection, dashpot load of
//! rate.
//!
//! FN20 section 3.3 evaluates the elastic spin load by "two suitably defined functions" of Ψ, F_s in stick and F_d in
//! slip, and the damping term by a function F_D of the rate ψ/Δt; it then chooses K_ψ Ψ for the first two and D_ψ ψ/Δt
//! for the third. Here any component may have such functions: [`LoadCurves`] holds F_s and F_d, [`DampingCurve`] F_D.

use crate::math::interned::interned;
use std::sync::Mutex;

/// One row of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TablePoint {
    /// x: micro-deflection d, m or rad, or rate, m/s or rad/s.
    x: f64,
    /// F(x), N or N·m.
    load: f64,
    /// ∫₀ˣ F: the energy of an elastic load, J.
    integral: f64,
}

/// A piecewise linear function through the points of a table from (0, 0), extrapolated beyond the last point.
#[derive(Debug, PartialEq)]
struct LoadTable(Vec<TablePoint>);

/// An elastic load F(d) that increases with the magnitude d of the micro-deflection: piecewise linear through the table
/// from (0, 0), extrapolated beyond the last point. The load opposes the deflection, F(−d) = −F(d).
///
/// Applies to the whole pair of bodies: each point of a manifold carries its share of the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadCurve(&'static LoadTable);

/// The elastic load of a component: F_s in stick and F_d in slip.
///
/// In slip the deflection stays at the kinetic threshold, and the spring sticks again as soon as it decreases, so it
/// always unloads along F_s. The stored energy is therefore the integral of F_s in both modes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadCurves {
    /// F_s, in stick.
    pub stick: LoadCurve,
    /// F_d, in slip.
    pub slip: LoadCurve,
}

/// A dashpot load F_D(r) as a function of the magnitude r of the rate, increment over Δt: piecewise linear through the
/// table from (0, 0), extrapolated beyond the last point. It may have flat parts but never decreases, so that it always
/// dissipates. The load has the direction of the rate, F_D(−r) = −F_D(r).
///
/// Applies to the whole pair of bodies: each point of a manifold carries its share of the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DampingCurve(&'static LoadTable);

/// An error in a table of loads, or of factors over time: where it is and how to correct it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}; {remedy}")]
pub struct CurveFault {
    /// Index of the row, from 0; `None` for the table itself.
    pub pair: Option<usize>,
    /// The rule that the table violates.
    pub what: &'static str,
    /// How to correct the table.
    pub remedy: &'static str,
}

/// Which tables are valid, and the messages for those that are not.
struct TableRule {
    /// Whether a load may follow the previous one.
    may_follow: fn(before: f64, load: f64) -> bool,
    /// Message and remedy for a table of fewer than two rows.
    too_few: [&'static str; 2],
    /// Message and remedy for a first row other than (0, 0).
    first: [&'static str; 2],
    /// Message and remedy for a row that must not follow the previous one.
    order: [&'static str; 2],
}

/// An elastic load must increase: it is inverted where a threshold is the deflection under a given load.
const ELASTIC: TableRule = TableRule {
    may_follow: |before, load| load > before,
    too_few: ["a load curve needs at least two pairs", "write it like [(0.0, 0.0), (1e-5, 1.0)]"],
    first: ["a load curve must begin at zero load", "make the first pair (0.0, 0.0)"],
    order: ["a load curve must increase", "increase both deflection and load from each pair to the next"],
};

const DASHPOT: TableRule = TableRule {
    may_follow: |before, load| load >= before,
    too_few: ["a damping curve needs at least two pairs", "write it like [(0.0, 0.0), (0.1, 1.0)]"],
    first: ["a damping curve must begin at zero load", "make the first pair (0.0, 0.0)"],
    order: [
        "a damping curve must not decrease",
        "increase the rate from each pair to the next, and never decrease the load",
    ],
};

/// Every distinct table created so far. Friction parameters are copied for each contact in each step, so they hold a
/// reference; memory is bounded by the distinct curves in the scenes that a process opens.
static TABLES: Mutex<Vec<&'static LoadTable>> = Mutex::new(Vec::new());

impl LoadCurve {
    /// The curve through these points of deflection (m or rad) and load (N or N·m).
    pub fn new(pairs: &[[f64; 2]]) -> Result<Self, CurveFault> {
        LoadTable::kept(pairs, &ELASTIC).map(Self)
    }

    /// The linear spring of this stiffness, N/m or N·m/rad, as a curve.
    pub fn line(stiffness: f64) -> Result<Self, CurveFault> {
        Self::new(&[[0.0, 0.0], [1.0, stiffness]])
    }

    /// F(d) for d ≥ 0, N or N·m.
    pub fn load(&self, deflection: f64) -> f64 {
        self.0.load(deflection)
    }

    /// ∫₀ᵈ F, the recoverable energy, J, by the trapezoidal rule between the points.
    pub fn energy(&self, deflection: f64) -> f64 {
        let from = &self.0.0[self.0.line(|point| point.x < deflection)];
        from.integral + 0.5 * (from.load + self.load(deflection)) * (deflection - from.x)
    }

    /// The deflection under a load ≥ 0, m or rad.
    pub fn deflection(&self, load: f64) -> f64 {
        let k = self.0.line(|point| point.load < load);
        self.0.0[k].x + (load - self.0.0[k].load) / self.0.slope(k)
    }

    /// F(d)/d, N/m or N·m/rad; the first slope for d = 0.
    pub fn secant(&self, deflection: f64) -> f64 {
        self.0.secant(deflection)
    }

    /// Slope at d = 0, N/m or N·m/rad, the reference for critical damping ratios.
    pub fn first_slope(&self) -> f64 {
        self.0.slope(0)
    }

    /// The largest slope, N/m or N·m/rad, which limits the step size.
    pub fn steepest(&self) -> f64 {
        self.0.steepest()
    }
}

impl LoadCurve {
    /// True if both curves are one table in memory: equal tables are kept once.
    pub fn is_one_with(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl LoadCurves {
    /// One curve for both modes.
    pub fn both(curve: LoadCurve) -> Self {
        Self { stick: curve, slip: curve }
    }

    /// The curve of a mode: F_d if the component slips, else F_s.
    pub fn in_mode(&self, slips: bool) -> &LoadCurve {
        if slips { &self.slip } else { &self.stick }
    }

    /// The largest slope of either curve, N/m or N·m/rad.
    pub fn steepest(&self) -> f64 {
        let (stick, slip) = (self.stick.steepest(), self.slip.steepest());
        if slip > stick { slip } else { stick }
    }

    /// The deflection, m or rad, above which F_d is too low: for some N the kinetic threshold, where F_d reaches μ_k N,
    /// would lie above the static one, where F_s reaches μ_s N: μ_k F_s(d) > μ_s F_d(d). `None` if F_d is high enough.
    pub fn falls_behind(&self, mu_s: f64, mu_k: f64) -> Option<f64> {
        let is_low = |[f_s, f_d]: [f64; 2]| mu_k * f_s > mu_s * f_d * (1.0 + SAME);
        let lead = |[f_s, f_d]: [f64; 2]| (mu_s * f_d - mu_k * f_s).max(0.0);
        let loads = |d: f64| [self.stick.load(d), self.slip.load(d)];
        // Both loads are linear between the points of either table, and so is their difference.
        let (stick, slip) = (&self.stick.0.0, &self.slip.0.0);
        let mut at: Vec<f64> = stick.iter().chain(slip).map(|point| point.x).collect();
        at.sort_by(f64::total_cmp);
        if let Some(pair) = at.windows(2).find(|pair| is_low(loads(pair[1]))) {
            let [before, after] = [0, 1].map(|k| loads(pair[k]));
            let part = lead(before) / (lead(before) + mu_k * after[0] - mu_s * after[1]);
            return Some(pair[0] + part * (pair[1] - pair[0]));
        }
        let end = *at.last()?;
        let last = [self.stick, self.slip].map(|curve| curve.0.slope(curve.0.0.len() - 2));
        is_low(last).then(|| end + lead(loads(end)) / (mu_k * last[0] - mu_s * last[1]))
    }
}

/// Loads within this relative distance are equal: the slope of a line through several points is subject to rounding.
const SAME: f64 = 1e-9;

impl DampingCurve {
    /// The curve through these points of rate (m/s or rad/s) and load (N or N·m).
    pub fn new(pairs: &[[f64; 2]]) -> Result<Self, CurveFault> {
        LoadTable::kept(pairs, &DASHPOT).map(Self)
    }

    /// F_D(r)/r, N·s/m or N·m·s/rad: the coefficient of the linear dashpot with the same load at this rate; the first
    /// slope at r = 0.
    pub fn coefficient(&self, rate: f64) -> f64 {
        self.0.secant(rate)
    }

    /// The largest slope, N·s/m or N·m·s/rad, which limits the step size.
    pub fn steepest(&self) -> f64 {
        self.0.steepest()
    }
}

impl LoadTable {
    /// The unique stored table of these points; an error if the rule does not allow it.
    fn kept(pairs: &[[f64; 2]], rule: &TableRule) -> Result<&'static Self, CurveFault> {
        let fault = |pair, [what, remedy]: [&'static str; 2]| Err(CurveFault { pair, what, remedy });
        if pairs.len() < 2 {
            return fault(None, rule.too_few);
        }
        if pairs[0] != [0.0, 0.0] {
            return fault(Some(0), rule.first);
        }
        for k in 1..pairs.len() {
            let ([x0, f0], [x1, f1]) = (pairs[k - 1], pairs[k]);
            if !(x1.is_finite() && f1.is_finite() && x1 > x0 && (rule.may_follow)(f0, f1)) {
                return fault(Some(k), rule.order);
            }
        }
        let mut points: Vec<TablePoint> = Vec::with_capacity(pairs.len());
        for [x, load] in pairs {
            let last = points.last().copied().unwrap_or(TablePoint { x: 0.0, load: 0.0, integral: 0.0 });
            let integral = last.integral + 0.5 * (last.load + load) * (x - last.x);
            points.push(TablePoint { x: *x, load: *load, integral });
        }
        Ok(interned(&TABLES, Self(points)))
    }

    /// F(x) for x ≥ 0.
    fn load(&self, x: f64) -> f64 {
        let k = self.line(|point| point.x < x);
        self.0[k].load + self.slope(k) * (x - self.0[k].x)
    }

    /// F(x)/x; the first slope at x = 0.
    fn secant(&self, x: f64) -> f64 {
        // On the first segment the quotient is its slope: no rounding, and no 0/0.
        if x <= self.0[1].x { self.slope(0) } else { self.load(x) / x }
    }

    /// The largest slope.
    fn steepest(&self) -> f64 {
        (0..self.0.len() - 1).map(|k| self.slope(k)).fold(0.0, |most, slope| if slope > most { slope } else { most })
    }

    /// Index of the segment that begins at the last point for which `below` holds, in 0 to n − 2.
    fn line(&self, below: impl Fn(&TablePoint) -> bool) -> usize {
        self.0.partition_point(below).clamp(1, self.0.len() - 1) - 1
    }

    /// Slope of the segment after point `k`.
    fn slope(&self, k: usize) -> f64 {
        (self.0[k + 1].load - self.0[k].load) / (self.0[k + 1].x - self.0[k].x)
    }
}

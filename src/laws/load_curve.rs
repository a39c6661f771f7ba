//! Load curves: the elastic load of a component as a tabulated function of its micro-deflection, in place of the linear spring.
//!
//! FN20 section 3.3 writes the elastic spin load as a "suitably defined function" F(Ψ) and then takes K_ψ Ψ for it; here any
//! component may have such a function, the same in stick and in slip.

use std::sync::{Mutex, PoisonError};

/// One pair of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CurvePoint {
    /// d, m or rad.
    deflection: f64,
    /// F(d), N or N·m.
    load: f64,
    /// ∫₀ᵈ F, J.
    energy: f64,
}

/// An elastic load F(d) that rises with the size d of the micro-deflection: straight lines between the pairs of a table from
/// (0, 0) on, the last line going on behind its end. The load points against the deflection, F(−d) = −F(d).
///
/// For the whole pair of bodies: a point of a manifold has its share of the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadCurve(&'static [CurvePoint]);

/// What is wrong with a table of pairs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}; {remedy}")]
pub struct CurveFault {
    /// The number of the pair, from 0; `None` for the table itself.
    pub pair: Option<usize>,
    /// What is wrong.
    pub what: &'static str,
    /// What to do.
    pub remedy: &'static str,
}

/// Every different table that was ever made. Friction parameters are copied for each contact in each step, so that they
/// hold a reference; what is kept is bounded by the different curves of the scenes that a process opens.
static TABLES: Mutex<Vec<&'static [CurvePoint]>> = Mutex::new(Vec::new());

impl LoadCurve {
    /// The curve through these pairs of deflection (m or rad) and load (N or N·m).
    pub fn new(pairs: &[[f64; 2]]) -> Result<Self, CurveFault> {
        let fault = |pair, what, remedy| Err(CurveFault { pair, what, remedy });
        if pairs.len() < 2 {
            return fault(None, "a load curve needs at least two pairs", "write it like [(0.0, 0.0), (1e-5, 1.0)]");
        }
        if pairs[0] != [0.0, 0.0] {
            return fault(Some(0), "a load curve begins without load", "let the first pair be (0.0, 0.0)");
        }
        for k in 1..pairs.len() {
            let ([d0, f0], [d1, f1]) = (pairs[k - 1], pairs[k]);
            if !(d1.is_finite() && f1.is_finite() && d1 > d0 && f1 > f0) {
                let remedy = "give pairs of which deflection and load are both larger than in the one before";
                return fault(Some(k), "a load curve must rise", remedy);
            }
        }
        Ok(Self(kept(pairs)))
    }

    /// The pairs of deflection and load.
    pub fn pairs(&self) -> Vec<[f64; 2]> {
        self.0.iter().map(|point| [point.deflection, point.load]).collect()
    }

    /// F(d) for d ≥ 0, N or N·m.
    pub fn load(&self, deflection: f64) -> f64 {
        let k = self.line(|point| point.deflection < deflection);
        self.0[k].load + self.slope(k) * (deflection - self.0[k].deflection)
    }

    /// ∫₀ᵈ F, the energy that the spring gives back, J: trapezia between the pairs.
    pub fn energy(&self, deflection: f64) -> f64 {
        let from = &self.0[self.line(|point| point.deflection < deflection)];
        from.energy + 0.5 * (from.load + self.load(deflection)) * (deflection - from.deflection)
    }

    /// The deflection under a load ≥ 0, m or rad.
    pub fn deflection(&self, load: f64) -> f64 {
        let k = self.line(|point| point.load < load);
        self.0[k].deflection + (load - self.0[k].load) / self.slope(k)
    }

    /// F(d)/d, N/m or N·m/rad; the first slope for d = 0.
    pub fn secant(&self, deflection: f64) -> f64 {
        // On the first line the quotient is its slope: no rounding, and none of 0/0.
        if deflection <= self.0[1].deflection { self.slope(0) } else { self.load(deflection) / deflection }
    }

    /// Slope at d = 0, N/m or N·m/rad: what ratios of critical damping are of.
    pub fn first_slope(&self) -> f64 {
        self.slope(0)
    }

    /// The largest slope, N/m or N·m/rad: what the step size must be small enough for.
    pub fn steepest(&self) -> f64 {
        (0..self.0.len() - 1).map(|k| self.slope(k)).fold(0.0, |most, slope| if slope > most { slope } else { most })
    }

    /// The number of the line that begins at the last pair that is below, in 0 to n − 2.
    fn line(&self, below: impl Fn(&CurvePoint) -> bool) -> usize {
        self.0.partition_point(below).clamp(1, self.0.len() - 1) - 1
    }

    /// Slope of the line behind pair `k`.
    fn slope(&self, k: usize) -> f64 {
        (self.0[k + 1].load - self.0[k].load) / (self.0[k + 1].deflection - self.0[k].deflection)
    }
}

/// The table of these pairs, made once.
fn kept(pairs: &[[f64; 2]]) -> &'static [CurvePoint] {
    let mut table: Vec<CurvePoint> = Vec::with_capacity(pairs.len());
    for [deflection, load] in pairs {
        let last = table.last().copied().unwrap_or(CurvePoint { deflection: 0.0, load: 0.0, energy: 0.0 });
        let energy = last.energy + 0.5 * (last.load + load) * (deflection - last.deflection);
        table.push(CurvePoint { deflection: *deflection, load: *load, energy });
    }
    // Whoever panicked while holding the list has at most added a whole table to it.
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    match tables.iter().find(|known| ***known == *table) {
        Some(known) => known,
        None => {
            let new: &'static [CurvePoint] = table.leak();
            tables.push(new);
            new
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_its_table_with_straight_lines() {
        let curve = LoadCurve::new(&[[0.0, 0.0], [1.0, 4.0], [3.0, 6.0]]).unwrap();
        for (d, load, energy) in [(0.0, 0.0, 0.0), (0.5, 2.0, 0.5), (1.0, 4.0, 2.0), (2.0, 5.0, 6.5), (5.0, 8.0, 26.0)]
        {
            assert_eq!((curve.load(d), curve.energy(d), curve.deflection(load)), (load, energy, d));
        }
        assert_eq!((curve.secant(0.0), curve.secant(2.0), curve.first_slope()), (4.0, 2.5, 4.0));
        let hardens = LoadCurve::new(&[[0.0, 0.0], [1.0, 4.0], [2.0, 14.0]]).unwrap();
        assert_eq!((curve.steepest(), hardens.steepest()), (4.0, 10.0));
        assert_eq!(curve.pairs()[2], [3.0, 6.0]);
    }

    /// F = k d² at n equal steps up to D: ∫F is k D³/3, and straight lines add k D³/(6 n²).
    #[test]
    fn the_energy_of_a_parabola_is_the_closed_form() {
        let (k, reach, n) = (3.0, 2.0, 100);
        let pairs: Vec<[f64; 2]> =
            (0..=n).map(|j| reach * f64::from(j) / f64::from(n)).map(|d| [d, k * d * d]).collect();
        let curve = LoadCurve::new(&pairs).unwrap();
        let exact = k * reach * reach * reach / 3.0;
        let excess = k * reach * reach * reach / (6.0 * f64::from(n * n));
        assert!((curve.energy(reach) - exact - excess).abs() < 1e-12 * exact, "{}", curve.energy(reach) - exact);
    }

    #[test]
    fn what_is_no_curve_is_refused_by_its_pair() {
        for (pairs, pair) in [
            (vec![[0.0, 0.0]], None),
            (vec![[0.0, 1.0], [1.0, 2.0]], Some(0)),
            (vec![[0.0, 0.0], [1.0, 2.0], [1.0, 3.0]], Some(2)),
            (vec![[0.0, 0.0], [1.0, 2.0], [2.0, 2.0]], Some(2)),
            (vec![[0.0, 0.0], [f64::NAN, 2.0]], Some(1)),
        ] {
            assert_eq!(LoadCurve::new(&pairs).unwrap_err().pair, pair, "{pairs:?}");
        }
    }

    #[test]
    fn equal_tables_are_kept_once() {
        let make = || LoadCurve::new(&[[0.0, 0.0], [0.125, 4.0]]).unwrap();
        assert!(std::ptr::eq(make().0, make().0));
    }
}

//! The response of a scene to the parameter, interpolated between runs.

use stickslip_engine::laws::math::extremes::{larger, smallest};

/// Monotonic response over the bracket: runs at several values of the parameter, and a monotone cubic between them
/// (Fritsch & Carlson 1980, *Monotone piecewise cubic interpolation*, with the harmonic mean of the slopes).
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseCurve {
    /// Parameter and response, in ascending order of the parameter; at least two.
    points: Vec<[f64; 2]>,
}

/// Reason why a response cannot be inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotInvertible {
    /// The response is constant over the bracket.
    Constant,
    /// The response rises and falls.
    NotMonotonic,
    /// The response is constant over part of the bracket.
    PartlyConstant,
}

/// Two responses are different if they differ by more than this fraction of the range of all responses.
const DIFFERENT: f64 = 1e-4;
/// The response depends on the parameter if its range exceeds this fraction of its magnitude.
const RESPONDS: f64 = 1e-6;

impl ResponseCurve {
    /// A curve through runs in ascending order of the parameter; the error says why the response cannot be inverted.
    pub fn new(points: Vec<[f64; 2]>) -> Result<Self, NotInvertible> {
        let responses = || points.iter().map(|point| point[1]);
        let span = stickslip_engine::laws::math::extremes::range(responses());
        let size = stickslip_engine::laws::math::extremes::largest(responses().map(f64::abs));
        let responds = span > RESPONDS * size;
        if !responds {
            return Err(NotInvertible::Constant);
        }
        let steps = || points.windows(2).map(|pair| pair[1][1] - pair[0][1]);
        let rises = points[points.len() - 1][1] > points[0][1];
        let sign = if rises { 1.0 } else { -1.0 };
        if steps().any(|step| step * sign < -DIFFERENT * span) {
            return Err(NotInvertible::NotMonotonic);
        }
        if steps().any(|step| step.abs() <= DIFFERENT * span) {
            return Err(NotInvertible::PartlyConstant);
        }
        Ok(Self { points })
    }

    /// Parameter and response of each run.
    pub(crate) fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// Lowest and highest response.
    pub(crate) fn reach(&self) -> [f64; 2] {
        let (first, last) = (self.points[0][1], self.points[self.points.len() - 1][1]);
        [smallest([first, last]), larger(first, last)]
    }

    /// True if there is a run at this value of the parameter, within rounding.
    pub fn has(&self, parameter: f64) -> bool {
        let width = self.points[self.points.len() - 1][0] - self.points[0][0];
        self.points.iter().any(|point| (point[0] - parameter).abs() <= 1e-9 * width)
    }

    /// Adds a run; false if its response is outside the responses of its neighbours by more than the noise of the
    /// runs.
    pub fn insert(&mut self, parameter: f64, response: f64) -> bool {
        let at = self.points.partition_point(|point| point[0] < parameter);
        self.points.insert(at, [parameter, response]);
        let [low, high] = self.reach();
        let around = [at.checked_sub(1), Some(at + 1)].map(|k| k.and_then(|k| self.points.get(k)).map(|p| p[1]));
        let [Some(before), Some(after)] = around else { return false };
        let (least, most) = (smallest([before, after]), larger(before, after));
        let slack = DIFFERENT * (high - low);
        response >= least - slack && response <= most + slack
    }

    /// The response at a value of the parameter within the bracket.
    pub fn at(&self, parameter: f64) -> f64 {
        let last = self.points.len() - 1;
        let k = self.points.partition_point(|point| point[0] <= parameter).clamp(1, last);
        let ([x0, y0], [x1, y1]) = (self.points[k - 1], self.points[k]);
        let h = x1 - x0;
        let t = (parameter - x0) / h;
        let (d0, d1) = (self.slope(k - 1), self.slope(k));
        let (a, b) = (t * t * (3.0 - 2.0 * t), t * (1.0 - t));
        y0 + (y1 - y0) * a + h * b * ((1.0 - t) * d0 - t * d1)
    }

    /// The parameter with this response, by bisection; `None` outside the responses that were run.
    pub fn invert(&self, response: f64) -> Option<f64> {
        let [least, most] = self.reach();
        if !(response >= least && response <= most) {
            return None;
        }
        let [mut low, mut high] = [self.points[0][0], self.points[self.points.len() - 1][0]];
        let rises = self.points[self.points.len() - 1][1] > self.points[0][1];
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if (self.at(middle) < response) == rises { low = middle } else { high = middle }
        }
        Some(0.5 * (low + high))
    }

    /// Slope of the chord from point `k` to the next.
    fn chord(&self, k: usize) -> f64 {
        let ([x0, y0], [x1, y1]) = (self.points[k], self.points[k + 1]);
        (y1 - y0) / (x1 - x0)
    }

    /// Slope of the cubic at point `k`.
    fn slope(&self, k: usize) -> f64 {
        let last = self.points.len() - 1;
        if k == 0 || k == last {
            return self.end_slope(k);
        }
        let (left, right) = (self.chord(k - 1), self.chord(k));
        if left * right <= 0.0 {
            return 0.0;
        }
        let (h0, h1) = (self.points[k][0] - self.points[k - 1][0], self.points[k + 1][0] - self.points[k][0]);
        let (w0, w1) = (2.0 * h1 + h0, h1 + 2.0 * h0);
        (w0 + w1) / (w0 / left + w1 / right)
    }

    /// Slope at an end: the one-sided three-point slope, limited to the sign of the chord and to three times its
    /// slope, so that the cubic stays monotonic.
    fn end_slope(&self, k: usize) -> f64 {
        let last = self.points.len() - 1;
        let (near, far) = if k == 0 { (0, 1) } else { (last - 1, last.saturating_sub(2)) };
        let chord = self.chord(near);
        if last < 2 {
            return chord;
        }
        let width = |k: usize| self.points[k + 1][0] - self.points[k][0];
        let (h0, h1) = (width(near), width(far));
        let slope = ((2.0 * h0 + h1) * chord - h0 * self.chord(far)) / (h0 + h1);
        if slope * chord <= 0.0 {
            0.0
        } else if slope.abs() > 3.0 * chord.abs() {
            3.0 * chord
        } else {
            slope
        }
    }
}

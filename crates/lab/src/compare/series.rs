//! The curve of a quantity over a run.

/// Number of equal pieces of a run; a curve keeps the lowest and the highest point of each piece.
const PIECES: u64 = 1000;

/// A curve built during a run, of the lowest and the highest point of each piece, so that chatter remains visible.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// Time, s, and value of each point kept, in order of time.
    pub points: Vec<(f64, f64)>,
    stride: u64,
    low: Option<(f64, f64)>,
    high: Option<(f64, f64)>,
}

impl Series {
    /// An empty curve for a run of `steps` steps.
    pub fn new(steps: u64) -> Self {
        Self { stride: steps.div_ceil(PIECES).max(1), ..Self::default() }
    }

    /// Adds the value at a step.
    pub fn push(&mut self, step: u64, time: f64, value: f64) {
        let point = (time, value);
        if self.low.is_none_or(|(_, low)| value < low) {
            self.low = Some(point);
        }
        if self.high.is_none_or(|(_, high)| value > high) {
            self.high = Some(point);
        }
        if step.is_multiple_of(self.stride) {
            self.close();
        }
    }

    /// Adds the points of the current piece and begins the next.
    pub fn close(&mut self) {
        let (Some(low), Some(high)) = (self.low.take(), self.high.take()) else { return };
        let (first, second) = if low.0 <= high.0 { (low, high) } else { (high, low) };
        self.points.push(first);
        if second != first {
            self.points.push(second);
        }
    }
}

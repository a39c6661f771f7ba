//! Placement of the label of a prediction in a plot.

use stickslip_lab::lessons::LessonAxis;

/// The visible part of a plot, and the size of a label text.
#[derive(Clone, Copy, Debug)]
pub struct PlotView {
    /// Lower left corner, in the units of the plot.
    pub low: [f64; 2],
    /// Upper right corner, in the units of the plot.
    pub high: [f64; 2],
    /// Size of a pixel, in the units of the plot.
    pub pixel: [f64; 2],
    /// Width and height of the text, pixels.
    pub text: [f64; 2],
}

/// A corner of a text, and the directions in which the text extends from it: 1 or −1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelPlace {
    /// The corner, in the units of the plot.
    pub at: [f64; 2],
    /// Directions along x and y: 1 is right or up, −1 left or down.
    pub side: [i8; 2],
}

impl PlotView {
    /// Places the label of a line at `value` on an axis: on the line, inside the plot, and over as few curve points as
    /// possible. The candidates lie at the axes and between the ends of the curves, because a text beyond the curves
    /// would make the plot expand.
    pub fn label(&self, axis: LessonAxis, value: f64, curves: &[[f64; 2]]) -> LabelPlace {
        let (along, across) = if axis == LessonAxis::X { (1, 0) } else { (0, 1) };
        let ends = curves.iter().map(|p| p[along]).filter(|x| self.has(along, *x));
        let (first, last) = ends.fold((0.0, 0.0), |(low, high): (f64, f64), x| (low.min(x), high.max(x)));
        let between = |share: f64| (first + share * (last - first), 1);
        let ends = [(0.0, 1), (last, -1), (first, 1), between(0.5), between(0.25), between(0.75)];
        let places = ends.into_iter().flat_map(|(end, way)| {
            [1, -1].map(|other| {
                let (mut at, mut side) = ([value; 2], [other; 2]);
                (at[along], side[along]) = (end, way);
                LabelPlace { at, side }
            })
        });
        let best = self.freest(places.filter(|place| self.holds(place, across)), curves);
        let side = if value < 0.5 * (self.low[across] + self.high[across]) { 1 } else { -1 };
        let mut corner = LabelPlace { at: [value; 2], side: [side; 2] };
        (corner.at[along], corner.side[along]) = (0.0, 1);
        best.unwrap_or(corner)
    }

    /// Places the label of a curve: at its end, middle or start, inside the plot, and over as few points of other curves as
    /// possible; `above`: the preferred side. `None` if the plot shows none of these points.
    pub fn label_of(&self, curve: &[[f64; 2]], above: bool, others: &[[f64; 2]]) -> Option<LabelPlace> {
        let shown: Vec<&[f64; 2]> = curve.iter().filter(|p| (0..2).all(|k| self.has(k, p[k]))).collect();
        let last = shown.len().checked_sub(1)?;
        let up = if above { 1 } else { -1 };
        let places = [last, last / 2, 0]
            .into_iter()
            .flat_map(|k| [[-1, up], [1, up], [-1, -up], [1, -up]].map(|side| LabelPlace { at: *shown[k], side }));
        self.freest(places.filter(|place| (0..2).all(|k| self.holds(place, k))), others)
    }

    /// The first of the places that cover the fewest segments of the curves.
    fn freest(&self, places: impl Iterator<Item = LabelPlace>, curves: &[[f64; 2]]) -> Option<LabelPlace> {
        places.min_by_key(|place| self.covered(place, curves))
    }

    /// How many segments of the curves a text covers in part. A point that is not finite ends a curve.
    fn covered(&self, place: &LabelPlace, curves: &[[f64; 2]]) -> usize {
        let sides = [self.range(place, 0), self.range(place, 1)];
        match curves {
            [alone] => usize::from(crosses(sides, *alone, *alone)),
            _ => curves.windows(2).filter(|pair| crosses(sides, pair[0], pair[1])).count(),
        }
    }

    /// True if the plot shows this value on axis `k`.
    fn has(&self, k: usize, value: f64) -> bool {
        value >= self.low[k] && value <= self.high[k]
    }

    /// The range of a text along axis `k`, in the units of the plot.
    fn range(&self, place: &LabelPlace, k: usize) -> [f64; 2] {
        let end = place.at[k] + f64::from(place.side[k]) * self.text[k] * self.pixel[k];
        [place.at[k].min(end), place.at[k].max(end)]
    }

    fn holds(&self, place: &LabelPlace, k: usize) -> bool {
        let [low, high] = self.range(place, k);
        low >= self.low[k] && high <= self.high[k]
    }
}

/// True if a segment has a point in the rectangle with these ranges along x and y (Liang and Barsky 1984).
fn crosses(sides: [[f64; 2]; 2], from: [f64; 2], to: [f64; 2]) -> bool {
    // Most segments lie on one side of the text: they cost four comparisons.
    let aside = |k: usize| {
        let [low, high] = sides[k];
        (from[k] < low && to[k] < low) || (from[k] > high && to[k] > high)
    };
    if aside(0) || aside(1) || !from.iter().chain(&to).all(|x| x.is_finite()) {
        return false;
    }
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for k in 0..2 {
        let [low, high] = sides[k];
        let run = to[k] - from[k];
        if run == 0.0 {
            if from[k] < low || from[k] > high {
                return false;
            }
            continue;
        }
        let ends = [(low - from[k]) / run, (high - from[k]) / run];
        enter = enter.max(ends[0].min(ends[1]));
        leave = leave.min(ends[0].max(ends[1]));
    }
    enter <= leave
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: PlotView =
        PlotView { low: [0.0, 0.0], high: [45.0, 4.5], pixel: [45.0 / 450.0, 4.5 / 200.0], text: [120.0, 16.0] };

    /// 7.5° and 44° on an axis from 0° to 45°: right of the line, and left of it where there is no room.
    #[test]
    fn the_text_of_a_prediction_stays_inside() {
        for (value, side) in [(7.5, 1), (44.0, -1)] {
            assert_eq!(VIEW.label(LessonAxis::X, value, &[]).side[0], side, "{value}");
        }
        for (value, side) in [(0.5, 1), (4.4, -1)] {
            let place = VIEW.label(LessonAxis::Y, value, &[]);
            assert_eq!((place.side[1], place.at[0]), (side, 0.0), "{value}");
        }
    }

    /// The label of a limit at 4 N is inside the plot, whether the run has just begun at the left or has reached the right,
    /// and off the curve that rises to the limit.
    #[test]
    fn the_name_of_a_limit_is_inside_and_off_the_curve() {
        for end in [0.0, 3.0, 20.0, 45.0] {
            let part = |k: u32| end * f64::from(k) / 100.0;
            let limit: Vec<[f64; 2]> = (0..=100).map(|k| [part(k), 4.0]).collect();
            let rising: Vec<[f64; 2]> = (0..=100).map(|k| [part(k), 4.0 / 45.0 * part(k)]).collect();
            let place = VIEW.label_of(&limit, true, &rising).expect("a place");
            assert!((0..2).all(|k| VIEW.holds(&place, k)), "{end}: {place:?}");
            assert_eq!(VIEW.covered(&place, &rising), 0, "{end}: {place:?}");
        }
        assert_eq!(VIEW.label_of(&[[50.0, 4.0], [f64::NAN, 1.0]], true, &[]), None);
    }

    /// A label avoids a curve that runs along its line, crosses it, or ends at the bottom of it.
    #[test]
    fn the_text_of_a_prediction_covers_no_curve() {
        let along: Vec<[f64; 2]> = (0..=100).map(|k| [0.2 * f64::from(k), 2.0]).collect();
        let rising: Vec<[f64; 2]> = (0..=100).map(|k| [0.4 * f64::from(k), 0.04 * f64::from(k)]).collect();
        let ending: Vec<[f64; 2]> = (0..=100).map(|k| [20.0 + 0.01 * f64::from(k), 0.001 * f64::from(k)]).collect();
        for (axis, value, curve) in [
            (LessonAxis::Y, 2.0, &along),
            (LessonAxis::Y, 1.9, &along),
            (LessonAxis::X, 30.0, &rising),
            (LessonAxis::Y, 3.9, &rising),
            (LessonAxis::X, 20.0, &ending),
        ] {
            let place = VIEW.label(axis, value, curve);
            let covered = VIEW.covered(&place, curve);
            // A line that lies on the curve can only be labelled beside it.
            assert!(covered <= usize::from(value == 2.0) * 101, "{axis:?} {value}: {covered} of {place:?}");
        }
        // A drop between two samples: friction falls from its static to its kinetic value.
        let drop = [[0.0, 0.0], [26.5, 4.4], [26.5, 1.0], [27.8, 1.0]];
        assert_eq!(VIEW.covered(&VIEW.label(LessonAxis::X, 29.0, &drop), &drop), 0);
        let free = VIEW.label(LessonAxis::X, 20.0, &ending);
        assert_eq!(free.side[0], -1, "{free:?}");
    }
}

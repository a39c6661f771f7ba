//! Colours, dashes and width of the lines of a figure.

use super::panels::{Curve, Style};

/// Colours that colour-blind readers can distinguish (Okabe and Ito), one per curve; line styles differ as well.
pub(super) const COLOURS: [&str; 6] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#000000"];
/// Lengths of the dashes and gaps of each line style, px.
pub(super) const DASHES: [&[f64]; 4] = [&[], &[6.0, 2.5], &[1.8, 1.8], &[7.0, 2.0, 1.8, 2.0]];
/// Pale colours for the cells of maps, from light to dark, so that they also differ in grey.
pub(super) const PALE: [&str; 5] = ["#F7F7F7", "#C6E2F5", "#F2C879", "#86B59A", "#4D4D4D"];
/// Width of a curve, px.
pub(super) const STROKE: f64 = 1.3;

/// The style of a curve: its own, or the default for index `place`.
pub(super) fn style(curve: &Curve, place: usize) -> Style {
    curve.style.unwrap_or(Style { colour: place % COLOURS.len(), dash: place % DASHES.len() })
}

/// Cuts a curve into dashes, so that SVG and PNG are alike; `scale` is px per unit of x and y.
pub(super) fn dashes(points: &[(f64, f64)], pattern: &[f64], scale: (f64, f64)) -> Vec<Vec<(f64, f64)>> {
    let Some(first) = points.first().filter(|_| !pattern.is_empty()) else { return vec![points.to_vec()] };
    let (mut pieces, mut piece) = (Vec::new(), vec![*first]);
    let (mut k, mut left) = (0, pattern[0]);
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let length = ((to.0 - from.0) * scale.0).hypot((to.1 - from.1) * scale.1);
            if length <= left || !length.is_finite() {
                left -= length;
                piece.push(to);
                break;
            }
            let part = left / length;
            from = (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
            piece.push(from);
            if k % 2 == 0 {
                pieces.push(std::mem::take(&mut piece));
            }
            piece = vec![from];
            k += 1;
            left = pattern[k % pattern.len()];
        }
    }
    if k % 2 == 0 {
        pieces.push(piece);
    }
    pieces
}

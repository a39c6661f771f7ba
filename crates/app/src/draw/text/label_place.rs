//! Where labels go in the picture: beside what they label, clear of the friction arrows and of each other.

/// A rectangle in the picture, pixels, x to the right and y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PixelBox {
    /// Centre.
    pub middle: [f64; 2],
    /// Half its width and half its height.
    pub half: [f64; 2],
}

impl PixelBox {
    /// True if two boxes share an area.
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..2).all(|k| (self.middle[k] - other.middle[k]).abs() < self.half[k] + other.half[k])
    }
}

/// Half the width of the band that an arrow keeps free of labels, pixels.
const ARROW_BAND: f64 = 7.0;
/// Distances at which a label is tried, relative to the smallest one.
const DISTANCES: [f64; 5] = [1.0, 1.7, 2.6, 4.0, 6.0];
/// Directions in which a label is tried, relative to the preferred one, rad.
const TURNS: [f64; 8] = {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    [0.0, FRAC_PI_4, -FRAC_PI_4, FRAC_PI_2, -FRAC_PI_2, 3.0 * FRAC_PI_4, -3.0 * FRAC_PI_4, PI]
};

/// A place in the picture for the largest of `sizes` (half the width and half the height, largest first) that covers
/// none of `avoid`, with its index: in the upper left corner of `area`; the smallest one in any corner. Where nothing
/// fits, the smallest one in the upper left corner.
pub fn corner_place(area: &PixelBox, sizes: &[[f64; 2]], avoid: &[PixelBox]) -> Option<(usize, PixelBox)> {
    let at = |half: [f64; 2], [right, low]: [f64; 2]| PixelBox {
        middle: [0, 1].map(|k| area.middle[k] + [right, low][k] * (area.half[k] - half[k])),
        half,
    };
    let last = sizes.len().checked_sub(1)?;
    let upper_left = [-1.0, -1.0];
    let first = sizes.iter().enumerate().map(|(k, half)| (k, at(*half, upper_left)));
    let others = [[1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]].map(|corner| (last, at(sizes[last], corner)));
    let is_free = |place: &PixelBox| !avoid.iter().any(|other| other.overlaps(place));
    let found = first.chain(others).find(|(_, place)| is_free(place));
    Some(found.unwrap_or((last, at(sizes[last], upper_left))))
}

/// Boxes that cover an arrow from one pixel to another.
pub fn arrow_boxes(from: [f64; 2], to: [f64; 2]) -> Vec<PixelBox> {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]);
    if !length.is_finite() {
        return Vec::new();
    }
    let count = (length / ARROW_BAND).ceil().clamp(1.0, 400.0) as usize;
    let at = |share: f64| [0, 1].map(|k| from[k] + share * (to[k] - from[k]));
    (0..=count).map(|k| PixelBox { middle: at(k as f64 / count as f64), half: [ARROW_BAND; 2] }).collect()
}

/// The first free place for a label of half the size `half` beside `anchor`, preferably in the direction `away`; its
/// box is at least `clear` pixels from the anchor and overlaps none of `taken`. `None` if there is no room.
pub fn beside(anchor: [f64; 2], away: [f64; 2], half: [f64; 2], clear: f64, taken: &[PixelBox]) -> Option<PixelBox> {
    let start = if away == [0.0; 2] { 0.0 } else { away[1].atan2(away[0]) };
    let places = DISTANCES.into_iter().flat_map(|far| TURNS.into_iter().map(move |turn| (far * clear, start + turn)));
    let boxes = places.map(|(far, angle)| {
        let (sin, cos) = angle.sin_cos();
        // The box is pushed out until it lies beyond a line at this distance, perpendicular to the direction.
        let reach = far + half[0] * cos.abs() + half[1] * sin.abs();
        PixelBox { middle: [anchor[0] + reach * cos, anchor[1] + reach * sin], half }
    });
    boxes.into_iter().find(|place| !taken.iter().any(|other| other.overlaps(place)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A badge whose preferred place lies on the friction arrow moves off it, for arrows in all directions.
    #[test]
    fn a_badge_is_off_the_contact_and_off_the_arrow() {
        let contact = [300.0, 200.0];
        for degrees in 0..72 {
            let (sin, cos) = f64::from(5 * degrees).to_radians().sin_cos();
            let tip = [contact[0] + 90.0 * cos, contact[1] + 90.0 * sin];
            let arrow = arrow_boxes(contact, tip);
            for away in [[cos, sin], [-cos, -sin], [0.0, 0.0]] {
                let badge = beside(contact, away, [24.0, 9.0], 10.0, &arrow).expect("there is room");
                assert!(!arrow.iter().any(|part| part.overlaps(&badge)), "{degrees}°");
                let point = PixelBox { middle: contact, half: [0.0; 2] };
                assert!(!badge.overlaps(&point), "{degrees}°: on the contact point");
            }
        }
    }

    /// The value of an arrow stands beyond its tip.
    #[test]
    fn a_value_stands_beyond_the_tip() {
        let arrow = arrow_boxes([0.0, 0.0], [80.0, 0.0]);
        let value = beside([80.0, 0.0], [1.0, 0.0], [30.0, 8.0], 10.0, &arrow).expect("there is room");
        assert_eq!(value, PixelBox { middle: [120.0, 0.0], half: [30.0, 8.0] });
    }

    /// In the scene of a window of 800 by 440 the parameters would lie on the ball: time and step stay, the rest goes.
    /// Under a ball in the upper left corner, they move to the next one.
    #[test]
    fn the_status_covers_no_body() {
        let scene = PixelBox { middle: [225.0, 100.0], half: [225.0, 100.0] };
        let ball = |x: f64, y: f64| PixelBox { middle: [x, y], half: [60.0, 60.0] };
        let sizes = [[200.0, 32.0], [110.0, 22.0], [90.0, 11.0]];
        let found = |ball: PixelBox| corner_place(&scene, &sizes, &[ball]).expect("a size");
        assert_eq!(found(ball(380.0, 140.0)).0, 0);
        assert_eq!(found(ball(225.0, 120.0)).0, 1);
        let (k, place) = found(ball(100.0, 60.0));
        assert_eq!((k, place.middle), (2, [360.0, 11.0]));
        for (x, y) in [(380.0, 140.0), (225.0, 120.0), (225.0, 84.0), (100.0, 60.0)] {
            assert!(!found(ball(x, y)).1.overlaps(&ball(x, y)), "{x} {y}");
        }
    }

    #[test]
    fn a_label_without_room_is_left_out() {
        let everywhere = PixelBox { middle: [0.0; 2], half: [1e4; 2] };
        assert_eq!(beside([0.0; 2], [1.0, 0.0], [10.0, 5.0], 8.0, &[everywhere]), None);
    }
}

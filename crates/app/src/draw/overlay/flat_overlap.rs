//! The overlap of two prisms in the plane of motion, for a picture that magnifies the overlap's depth.

use crate::draw::overlay::overlap::SeenOverlap;
use crate::draw::scale::round_below;
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::math::extremes::range;
use stickslip_engine::observe::state::ContactView;

/// The overlap in the plane of motion, coordinates (t, n) in m from the contact point: t to the right, n upward.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatOverlap {
    /// Corners of the overlap.
    pub corners: Vec<Vec2>,
    /// The ends of the contact line.
    pub ends: [Vec2; 2],
}

/// Scale along t in pixels per metre, and the extra magnification along n.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthScale {
    /// Scale along t, pixels per metre.
    pub pixels: f64,
    /// Extra magnification along n.
    pub depth: f64,
}

impl FlatOverlap {
    /// The overlap of a contact.
    pub fn project(seen: &SeenOverlap, contact: &ContactView) -> Self {
        let (c, n) = (contact.touch.c, contact.touch.n);
        let flat = |p: &stickslip_engine::laws::Vec3| Vec2::new(seen.along.dot(&(p - c)), n.dot(&(p - c)));
        Self { corners: seen.corners.iter().map(flat).collect(), ends: [flat(&seen.ends[0]), flat(&seen.ends[1])] }
    }

    /// Scale at which the overlap fills most of a picture of this size, pixels; depth is never magnified less than
    /// width.
    pub fn scale(&self, width: f64, height: f64) -> DepthScale {
        let size = [0, 1].map(|axis| range(self.corners.iter().map(|corner| corner[axis])));
        let [across, deep] = [width / size[0], height / size[1]];
        DepthScale { pixels: if deep < across { deep } else { across }, depth: round_below(deep / across).max(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0.1 m × 1e-4 m in 200 × 50 pixels: 2000 pixels per metre across, 500 000 in depth, a magnification of 200
    /// after rounding. A square keeps its proportions.
    #[test]
    fn only_the_depth_is_enlarged() {
        let rectangle = |width: f64, depth: f64| {
            let corner = |x: f64, y: f64| Vec2::new(x * width, y * depth);
            let corners = vec![corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
            FlatOverlap { ends: [corners[0], corners[1]], corners }
        };
        let scale = rectangle(0.1, 1e-4).scale(200.0, 50.0);
        assert!((scale.pixels - 2000.0).abs() < 1e-9, "{scale:?}");
        assert_eq!(scale.depth, 200.0);
        let scale = rectangle(0.1, 0.1).scale(200.0, 50.0);
        assert!((scale.pixels - 500.0).abs() < 1e-9, "{scale:?}");
        assert_eq!(scale.depth, 1.0);
    }
}

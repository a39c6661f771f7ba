//! The viewpoint of a picture: a parallel projection.

use super::options::PictureOptions;
use crate::draw::scale::{moves, moving, scene_size};
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_lab::plot::sketch::Viewpoint;

/// A parallel projection to pixels, x to the right and y down.
pub(super) struct ParallelProjection {
    pub(super) right: Vec3,
    pub(super) up: Vec3,
    /// Unit vector towards the viewer.
    pub(super) toward: Vec3,
    /// The point in the middle of the picture, m, world.
    pub(super) focus: Vec3,
    pub(super) per_metre: f64,
    middle: (f64, f64),
}

impl ParallelProjection {
    /// The viewpoint given by the options, with all moving bodies in the picture.
    pub(super) fn framing(state: &State, options: &PictureOptions) -> Self {
        let Viewpoint { right, up } = Viewpoint::from(options.azimuth, options.elevation);
        let toward = right.cross(&up);
        let any = moving(state).any(|body| !body.shape.is_wall());
        let is_framed = |body: &&BodyState| !body.shape.is_wall() && (!any || moves(body));
        let framed = || state.bodies.iter().filter(is_framed);
        let range = |axis: &Vec3| {
            let ends = framed().map(|body| (axis.dot(&body.x), body.shape.reach()));
            let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (x, reach)| {
                (low.min(x - reach), high.max(x + reach))
            });
            if low <= high { (low, high) } else { (-1.0, 1.0) }
        };
        let ranges = [range(&right), range(&up), range(&toward)];
        let [x, y, z] = ranges.map(|(low, high)| 0.5 * (low + high));
        // Room for the arrows and the surrounding ground.
        let room = 2.4 * scene_size(state);
        let fits = |(low, high): (f64, f64), pixels: f64| pixels / (high - low + room);
        let per_metre = fits(ranges[0], options.width).min(fits(ranges[1], options.height));
        let focus = right * x + up * y + toward * z;
        Self { right, up, toward, focus, per_metre, middle: (0.5 * options.width, 0.5 * options.height) }
    }

    /// The pixel of a point, m, world.
    pub(super) fn at(&self, p: &Vec3) -> (f64, f64) {
        let p = p - self.focus;
        let (x, y) = (self.right.dot(&p), self.up.dot(&p));
        (self.middle.0 + x * self.per_metre, self.middle.1 - y * self.per_metre)
    }

    /// Pixels of points.
    pub(super) fn all<'a>(&self, points: impl IntoIterator<Item = &'a Vec3>) -> Vec<(f64, f64)> {
        points.into_iter().map(|p| self.at(p)).collect()
    }

    /// Coordinate of a point along the direction to the viewer, m; larger is nearer.
    pub(super) fn depth(&self, p: &Vec3) -> f64 {
        self.toward.dot(p)
    }
}

//! Mass, centre of mass and inertia of a body made of several parts.

use super::geom::Geom;
use super::pose::{Angles, LocalFrame};
use crate::interop::mjcf::format::{Element, name_span};
use crate::interop::mjcf::report::MjcfReader;
use nalgebra::Matrix3;
use stickslip_engine::laws::Vec3;
use stickslip_engine::scene::{BodySpec, Scene};

/// Products of inertia and offsets below this fraction of the moments and of the body's size count as zero.
const ROUNDING: f64 = 1e-6;

/// Mass, centre of mass and inertia of a part, in the frame of its body.
#[derive(Clone, Copy, Debug)]
pub(in crate::interop::mjcf) struct MassPart {
    /// kg.
    pub(in crate::interop::mjcf) mass: f64,
    /// Centre of mass, m.
    centre: Vec3,
    /// Inertia about the centre of mass, kg·m².
    inertia: Matrix3<f64>,
}

impl MassPart {
    fn new(mass: f64, frame: &LocalFrame, moments: &Vec3) -> Self {
        let turn = frame.q.to_rotation_matrix().into_inner();
        Self { mass, centre: frame.x, inertia: turn * Matrix3::from_diagonal(moments) * turn.transpose() }
    }

    /// The mass of a geom; `shape` is a body of the same shape with a density of 1 kg/m³.
    pub(in crate::interop::mjcf) fn of_geom(geom: &Geom, shape: &BodySpec) -> Self {
        let mass = geom.mass.unwrap_or(shape.mass * geom.density);
        let frame = geom.frame.then(&LocalFrame { x: shape.position, q: shape.rotation });
        Self::new(mass, &frame, &(shape.inertia * (mass / shape.mass)))
    }

    /// Reads `<inertial>`.
    pub(in crate::interop::mjcf) fn inertial(
        reader: &mut MjcfReader,
        element: Element,
        angles: &Angles,
    ) -> Option<Self> {
        reader.ignore_all_but(
            element,
            &["mass", "pos", "quat", "axisangle", "euler", "xyaxes", "zaxis", "diaginertia", "fullinertia"],
        );
        let frame = angles.frame(reader, element)?;
        let mass = reader.number(element, "mass", 0.0)?;
        let inertia = match (element.attribute_node("diaginertia"), element.attribute_node("fullinertia")) {
            (Some(diagonal), None) => return Some(Self::new(mass, &frame, &reader.vector(&diagonal)?)),
            (None, Some(full)) => {
                let [xx, yy, zz, xy, xz, yz] = reader.exactly::<6>(&full)?;
                Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
            }
            _ => {
                let message = "<inertial> needs one of `diaginertia` and `fullinertia`";
                reader.fault(name_span(element), message, "add diaginertia=\"Ixx Iyy Izz\"");
                return None;
            }
        };
        let turn = frame.q.to_rotation_matrix().into_inner();
        Some(Self { mass, centre: frame.x, inertia: turn * inertia * turn.transpose() })
    }

    /// This part, given in `frame`, in the frame around `frame`.
    pub(in crate::interop::mjcf) fn within(&self, frame: &LocalFrame) -> Self {
        let turn = frame.q.to_rotation_matrix().into_inner();
        let centre = frame.x + frame.q * self.centre;
        Self { mass: self.mass, centre, inertia: turn * self.inertia * turn.transpose() }
    }

    /// All parts together; `None` if their mass is not positive.
    pub(in crate::interop::mjcf) fn sum(parts: &[Self]) -> Option<Self> {
        let mass: f64 = parts.iter().map(|part| part.mass).sum();
        if mass.is_nan() || mass <= 0.0 {
            return None;
        }
        let centre = parts.iter().map(|part| part.centre * part.mass).sum::<Vec3>() / mass;
        let about = |part: &Self| {
            let arm = part.centre - centre;
            part.inertia + (Matrix3::identity() * arm.norm_squared() - arm * arm.transpose()) * part.mass
        };
        Some(Self { mass, centre, inertia: parts.iter().map(about).sum() })
    }

    /// Principal moments, kg·m², about the axes of a body at `at` with this `size`, m; the error says why a body
    /// there cannot have this mass distribution.
    pub(in crate::interop::mjcf) fn moments(&self, at: &LocalFrame, size: f64) -> Result<Vec3, String> {
        let offset = (self.centre - at.x).norm();
        if offset.is_nan() || offset > ROUNDING * size {
            return Err(format!("its centre of mass is {offset:.3e} m away from the centre of its shape"));
        }
        let turn = at.q.to_rotation_matrix().into_inner();
        let own = turn.transpose() * self.inertia * turn;
        let products = Vec3::new(own[(0, 1)], own[(0, 2)], own[(1, 2)]);
        if products.amax().is_nan() || products.amax() > ROUNDING * own.diagonal().amax() {
            return Err("the axes of its shape are not its principal axes of inertia".to_owned());
        }
        Ok(own.diagonal())
    }
}

/// A body of the geom's shape alone, at the origin, with a density of 1 kg/m³, or fixed for a plane; its faults are
/// reported.
pub(in crate::interop::mjcf) fn shape_alone(reader: &mut MjcfReader, geom: &Geom, shape: &str) -> Option<BodySpec> {
    let weight = if geom.is_plane { "motion: Fixed" } else { "density: 1.0" };
    let text = format!("(name: \"geom\", shape: {shape}, {weight}, position: (0.0, 0.0, 0.0))");
    match Scene::body(&text) {
        Ok(body) => Some(body),
        Err(faults) => {
            for fault in faults.faults() {
                let field = fault.path.rsplit('.').next().unwrap_or_default();
                reader.fault(name_span(geom.element), format!("size: {field} {}", fault.message), fault.remedy.clone());
            }
            None
        }
    }
}

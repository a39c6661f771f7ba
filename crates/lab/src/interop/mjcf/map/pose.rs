//! Positions and orientations of elements.

use crate::interop::mjcf::format::{Attribute, Element, name_span};
use crate::interop::mjcf::report::MjcfReader;
use nalgebra::{Matrix3, Quaternion, Rotation3};
use stickslip_engine::laws::math::turning::{rotation, z_to};
use stickslip_engine::laws::{Rotation, Vec3, unit};

/// Pose of a frame relative to its parent frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::interop::mjcf) struct LocalFrame {
    /// Origin, m.
    pub(in crate::interop::mjcf) x: Vec3,
    /// Rotates components in this frame into components in the parent frame.
    pub(in crate::interop::mjcf) q: Rotation,
}

impl LocalFrame {
    /// The parent frame itself.
    pub(in crate::interop::mjcf) fn identity() -> Self {
        Self { x: Vec3::zeros(), q: Rotation::identity() }
    }

    /// The pose of `inner`, given relative to this frame, relative to the parent frame.
    pub(in crate::interop::mjcf) fn then(&self, inner: &Self) -> Self {
        Self { x: self.x + self.q * inner.x, q: self.q * inner.q }
    }
}

/// Convention for angles in the file, from `<compiler>`.
#[derive(Clone, Copy, Debug)]
pub(in crate::interop::mjcf) struct Angles {
    /// rad per unit.
    pub(in crate::interop::mjcf) unit: f64,
    /// Axes of Euler angles (0 to 2), in the order of rotation.
    pub(in crate::interop::mjcf) axes: [usize; 3],
    /// For each Euler angle: true if it turns about an axis of the parent frame, false if about one of the turned
    /// frame.
    pub(in crate::interop::mjcf) fixed: [bool; 3],
}

/// The attributes that define an orientation.
pub(in crate::interop::mjcf) const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

impl Angles {
    /// The frame of an element that takes no defaults, such as a body.
    pub(in crate::interop::mjcf) fn frame(&self, reader: &mut MjcfReader, element: Element) -> Option<LocalFrame> {
        let x = match element.attribute_node("pos") {
            Some(attribute) => reader.vector(&attribute)?,
            None => Vec3::zeros(),
        };
        let given: Vec<Attribute> = ORIENTATIONS.iter().filter_map(|name| element.attribute_node(*name)).collect();
        match given[..] {
            [] => Some(LocalFrame { x, q: Rotation::identity() }),
            [one] => Some(LocalFrame { x, q: self.orientation(reader, &one)? }),
            _ => {
                reader.fault(name_span(element), "several orientations are given", "keep one of them");
                None
            }
        }
    }

    /// The orientation given by an attribute; a fault is reported.
    pub(in crate::interop::mjcf) fn orientation(
        &self,
        reader: &mut MjcfReader,
        attribute: &Attribute,
    ) -> Option<Rotation> {
        let turned = match attribute.name() {
            "quat" => {
                let [w, x, y, z] = reader.exactly::<4>(attribute)?;
                Rotation::try_new(Quaternion::new(w, x, y, z), 1e-14)
            }
            "axisangle" => {
                let [x, y, z, angle] = reader.exactly::<4>(attribute)?;
                unit(&Vec3::new(x, y, z), 1e-14).map(|axis| rotation(&(axis * (angle * self.unit))))
            }
            "euler" => Some(self.euler(reader.exactly::<3>(attribute)?)),
            "xyaxes" => {
                let [a, b, c, d, e, f] = reader.exactly::<6>(attribute)?;
                axes(&Vec3::new(a, b, c), &Vec3::new(d, e, f))
            }
            _ => {
                let [x, y, z] = reader.exactly::<3>(attribute)?;
                z_to(&Vec3::new(x, y, z))
            }
        };
        if turned.is_none() {
            let message = format!("`{}` is not a direction: its length is 0", attribute.name());
            reader.fault(attribute.range_value(), message, "give a direction");
        }
        turned
    }

    /// Three Euler rotations one after another; `angles` in the unit of the file.
    pub(in crate::interop::mjcf) fn euler(&self, angles: [f64; 3]) -> Rotation {
        let mut turned = Rotation::identity();
        for k in 0..3 {
            let mut axis = Vec3::zeros();
            axis[self.axes[k]] = angles[k] * self.unit;
            let next = rotation(&axis);
            turned = if self.fixed[k] { next * turned } else { turned * next };
        }
        turned
    }
}

/// The orientation with x axis `x` and a y axis in the plane of `x` and `y`; `None` if they do not span a plane.
fn axes(x: &Vec3, y: &Vec3) -> Option<Rotation> {
    let x = unit(x, 1e-14)?;
    let y = unit(&(y - x * x.dot(y)), 1e-14)?;
    let matrix = Matrix3::from_columns(&[x, y, x.cross(&y)]);
    Some(Rotation::from_rotation_matrix(&Rotation3::from_matrix_unchecked(matrix)))
}

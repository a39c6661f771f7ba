//! Frames of an imported run as lines of a recording: each body and each contact is a string of numbers in full
//! precision, separated by spaces. Vectors are in the world frame.
//!
//! | list | numbers |
//! |---|---|
//! | `bodies` | number; x, y, z in m; qw, qx, qy, qz; vx, vy, vz in m/s; wx, wy, wz in rad/s |
//! | `contacts` | i, j; force on i in N; roll torque on i in N·m; spin torque on i about n in N·m |

use crate::laws::{Rotation, Vec3};
use crate::scene::{PlayedBody, PlayedContact, PlayedFrame};
use serde::{Deserialize, Serialize};

/// Maximum deviation of the norm of a quaternion from 1.
const MAX_NORM_ERROR: f64 = 1e-6;

/// One frame, as one line of a recording.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrameLine {
    frame: u64,
    bodies: Vec<String>,
    contacts: Vec<String>,
}

impl FrameLine {
    /// Line of the frame at this step.
    pub(super) fn new(step: u64, frame: &PlayedFrame) -> Self {
        let three = |v: &Vec3| format!("{:?} {:?} {:?}", v.x, v.y, v.z);
        let body = |at: &PlayedBody| {
            let q = &at.q;
            let turn = format!("{:?} {:?} {:?} {:?}", q.w, q.i, q.j, q.k);
            format!("{} {} {turn} {} {}", at.body, three(&at.x), three(&at.v), three(&at.w))
        };
        let contact =
            |at: &PlayedContact| format!("{} {} {} {} {:?}", at.i, at.j, three(&at.force), three(&at.roll), at.spin);
        Self {
            frame: step,
            bodies: frame.bodies.iter().map(body).collect(),
            contacts: frame.contacts.iter().map(contact).collect(),
        }
    }

    /// Parses the frame; fails unless it belongs to this step and its bodies and contacts are valid and in order.
    pub(super) fn read(&self, step: usize) -> Result<PlayedFrame, String> {
        if self.frame != step as u64 {
            return Err(format!("frame {step} is missing"));
        }
        let bodies: Option<Vec<PlayedBody>> = self.bodies.iter().map(|text| body(text)).collect();
        let contacts: Option<Vec<PlayedContact>> = self.contacts.iter().map(|text| contact(text)).collect();
        let frame = bodies.zip(contacts).map(|(bodies, contacts)| PlayedFrame { bodies, contacts });
        let in_order = |frame: &PlayedFrame| {
            frame.bodies.is_sorted_by(|a, b| a.body < b.body)
                && frame.contacts.is_sorted_by(|a, b| (a.i, a.j) < (b.i, b.j))
                && frame.contacts.iter().all(|at| at.i < at.j)
        };
        frame.filter(in_order).ok_or_else(|| format!("frame {step} was changed"))
    }
}

fn body(text: &str) -> Option<PlayedBody> {
    let ([body], [x, y, z, w, i, j, k, vx, vy, vz, wx, wy, wz]) = numbers(text)?;
    let q = nalgebra::Quaternion::new(w, i, j, k);
    ((q.norm() - 1.0).abs() < MAX_NORM_ERROR).then(|| PlayedBody {
        body,
        x: Vec3::new(x, y, z),
        q: Rotation::new_unchecked(q),
        v: Vec3::new(vx, vy, vz),
        w: Vec3::new(wx, wy, wz),
    })
}

fn contact(text: &str) -> Option<PlayedContact> {
    let ([i, j], [fx, fy, fz, tx, ty, tz, spin]) = numbers(text)?;
    Some(PlayedContact { i, j, force: Vec3::new(fx, fy, fz), roll: Vec3::new(tx, ty, tz), spin })
}

/// Parses `N` whole numbers followed by `M` finite numbers and nothing else.
fn numbers<const N: usize, const M: usize>(text: &str) -> Option<([u32; N], [f64; M])> {
    let words: Vec<&str> = text.split(' ').collect();
    let (of_bodies, rest) = words.split_at_checked(N)?;
    let whole: Option<Vec<u32>> = of_bodies.iter().map(|word| word.parse().ok()).collect();
    let number = |word: &&str| word.parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers: Option<Vec<f64>> = rest.iter().map(number).collect();
    Some((whole?.try_into().ok()?, numbers?.try_into().ok()?))
}

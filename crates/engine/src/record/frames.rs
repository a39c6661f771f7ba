//! Frames of an imported run as lines of a recording: each body and each contact is a string of numbers in full
//! precision, separated by spaces; `-` stands for what is not known. Vectors are in the world frame.
//!
//! | list | numbers |
//! |---|---|
//! | `bodies` | number; x, y, z in m; qw, qx, qy, qz; vx, vy, vz in m/s and wx, wy, wz in rad/s; external force in N and torque in N·m |
//! | `contacts` | i, j, feature; C in m; n; N in N; overlap in m; friction on j in N; torques on i and on j in N·m; tangent; μ; σ and ρ in m; residual in m/s; only if known: arms in m; modes of slide, roll on i and j, spin (S, K, O); the part of friction that its limit caps in N |

use crate::laws::friction::element::Mode;
use crate::laws::{Rotation, Vec3};
use crate::scene::{PlayedBody, PlayedContact, PlayedFrame};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// Maximum deviation of the norm of a quaternion from 1.
const MAX_NORM_ERROR: f64 = 1e-6;

/// One frame, as one line of a recording.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrameLine {
    frame: u64,
    step: u64,
    bodies: Vec<String>,
    contacts: Vec<String>,
}

impl FrameLine {
    /// Line of the frame at this step.
    pub(super) fn new(step: u64, frame: &PlayedFrame) -> Self {
        Self {
            frame: step,
            step: frame.step,
            bodies: frame.bodies.iter().map(body_line).collect(),
            contacts: frame.contacts.iter().map(contact_line).collect(),
        }
    }

    /// Parses the frame; fails unless it belongs to this step and its bodies and contacts are valid and in order.
    pub(super) fn read(&self, step: usize) -> Result<PlayedFrame, String> {
        if self.frame != step as u64 {
            return Err(format!("frame {step} is missing"));
        }
        let bodies: Option<Vec<PlayedBody>> = self.bodies.iter().map(|text| Words::all(text, Words::body)).collect();
        let contacts: Option<Vec<PlayedContact>> =
            self.contacts.iter().map(|text| Words::all(text, Words::contact)).collect();
        let frame = bodies.zip(contacts).map(|(bodies, contacts)| PlayedFrame { step: self.step, bodies, contacts });
        frame.filter(PlayedFrame::is_in_order).ok_or_else(|| format!("frame {step} was changed"))
    }
}

fn put(line: &mut String, numbers: &[f64]) {
    // Writing to a string cannot fail.
    numbers.iter().for_each(|number| _ = write!(line, " {number:?}"));
}

fn put_if_known(line: &mut String, numbers: Option<&[f64]>) {
    match numbers {
        Some(numbers) => put(line, numbers),
        None => *line += " -",
    }
}

fn put_vectors(line: &mut String, vectors: &Option<[Vec3; 2]>) {
    let numbers = vectors.map(|[a, b]| [a.x, a.y, a.z, b.x, b.y, b.z]);
    put_if_known(line, numbers.as_ref().map(<[f64; 6]>::as_slice));
}

fn body_line(at: &PlayedBody) -> String {
    let (mut line, q) = (at.body.to_string(), &at.q);
    put(&mut line, at.x.as_slice());
    put(&mut line, &[q.w, q.i, q.j, q.k]);
    put_vectors(&mut line, &at.velocity);
    put_vectors(&mut line, &at.external);
    line
}

fn contact_line(at: &PlayedContact) -> String {
    let mut line = format!("{} {} {}", at.i, at.j, at.feature);
    put(&mut line, at.c.as_slice());
    put(&mut line, at.n.as_slice());
    put(&mut line, &[at.normal]);
    put_if_known(&mut line, at.overlap.as_ref().map(std::slice::from_ref));
    put_if_known(&mut line, at.friction_on_j.as_ref().map(|v| v.as_slice()));
    put_vectors(&mut line, &at.torques);
    put_if_known(&mut line, at.tangent.as_ref().map(|v| v.as_slice()));
    for number in [&at.mu, &at.sigma, &at.rho, &at.residual] {
        put_if_known(&mut line, number.as_ref().map(std::slice::from_ref));
    }
    if at.arms.is_some() {
        put_vectors(&mut line, &at.arms);
    }
    if at.capped.is_some() || at.modes.iter().any(Option::is_some) {
        line += " ";
        line.extend(at.modes.iter().map(|mode| mode.map_or("-", Mode::letter)));
        if let Some(capped) = at.capped {
            put(&mut line, &[capped]);
        }
    }
    line
}

/// The words of a line that are not read yet.
struct Words<'a>(std::str::Split<'a, char>);

impl<'a> Words<'a> {
    /// Reads a line; `None` if it has other or more words than `read` takes.
    fn all<T>(line: &'a str, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut words = Self(line.split(' '));
        let value = read(&mut words)?;
        words.0.next().is_none().then_some(value)
    }

    fn index(&mut self) -> Option<u32> {
        self.0.next()?.parse().ok()
    }

    /// The finite number that a word is.
    fn number(word: &str) -> Option<f64> {
        word.parse().ok().filter(|number: &f64| number.is_finite())
    }

    fn numbers<const N: usize>(&mut self) -> Option<[f64; N]> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = Self::number(self.0.next()?)?;
        }
        Some(numbers)
    }

    /// Numbers, or the sign of what is not known.
    fn if_known<const N: usize>(&mut self) -> Option<Option<[f64; N]>> {
        let first = self.0.next()?;
        if first == "-" {
            return Some(None);
        }
        let mut numbers = [0.0; N];
        *numbers.first_mut()? = Self::number(first)?;
        for number in &mut numbers[1..] {
            *number = Self::number(self.0.next()?)?;
        }
        Some(Some(numbers))
    }

    fn vectors(&mut self) -> Option<Option<[Vec3; 2]>> {
        let numbers = self.if_known::<6>()?;
        Some(numbers.map(|[a, b, c, d, e, f]| [Vec3::new(a, b, c), Vec3::new(d, e, f)]))
    }

    fn body(&mut self) -> Option<PlayedBody> {
        let (body, x, [w, i, j, k]) = (self.index()?, self.numbers()?, self.numbers()?);
        let q = nalgebra::Quaternion::new(w, i, j, k);
        let (velocity, external) = (self.vectors()?, self.vectors()?);
        ((q.norm() - 1.0).abs() < MAX_NORM_ERROR).then(|| PlayedBody {
            body,
            x: Vec3::from(x),
            q: Rotation::new_unchecked(q),
            velocity,
            external,
        })
    }

    fn contact(&mut self) -> Option<PlayedContact> {
        Some(PlayedContact {
            i: self.index()?,
            j: self.index()?,
            feature: self.index()?,
            c: self.numbers::<3>()?.into(),
            n: self.numbers::<3>()?.into(),
            normal: self.numbers::<1>()?[0],
            overlap: self.if_known::<1>()?.map(|[x]| x),
            friction_on_j: self.if_known::<3>()?.map(Vec3::from),
            torques: self.vectors()?,
            tangent: self.if_known::<3>()?.map(Vec3::from),
            mu: self.if_known::<1>()?.map(|[x]| x),
            sigma: self.if_known::<1>()?.map(|[x]| x),
            rho: self.if_known::<1>()?.map(|[x]| x),
            residual: self.if_known::<1>()?.map(|[x]| x),
            arms: match self.0.clone().next() {
                Some(word) if Self::number(word).is_some() => self.vectors()?,
                _ => None,
            },
            modes: self.0.next().map_or(Some([None; 4]), modes)?,
            capped: match self.0.next() {
                Some(word) => Some(Self::number(word)?),
                None => None,
            },
        })
    }
}

/// The modes that a word of four letters tells.
fn modes(word: &str) -> Option<[Option<Mode>; 4]> {
    let known = [Mode::Stick, Mode::Slip, Mode::Open];
    let mode = |letter: char| match letter {
        '-' => Some(None),
        letter => known.into_iter().find(|mode| mode.letter().starts_with(letter)).map(Some),
    };
    word.chars().map(mode).collect::<Option<Vec<_>>>()?.try_into().ok()
}

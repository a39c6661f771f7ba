//! The balls of a scene as atoms of LAMMPS, sorted into atom types: balls of one type have the same law with everything
//! that they can meet.

use super::fault::{Inexpressible, Losses};
use std::collections::BTreeMap;
use std::f64::consts::PI;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::extremes::{largest, smallest};
use stickslip_engine::scene::{BodySpec, Called, Motion, Scene};
use stickslip_engine::shapes::Shape;

/// Up to this many types, balls of different size or mass have types of their own.
const MOST_SIZES: usize = 8;

/// Density of fixed balls in the data file, kg/m³; LAMMPS asks for one and does not use it.
const FIXED_DENSITY: f64 = 1000.0;

/// How an atom moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AtomRole {
    /// `fix nve/sphere`.
    Free,
    /// `fix nve`: does not rotate.
    Translating,
    /// `fix freeze`.
    Frozen,
}

/// One ball.
pub(super) struct Atom<'a> {
    /// Its number in LAMMPS: the index of the body in the scene plus 1.
    pub(super) id: usize,
    /// Index of its type.
    pub(super) kind: usize,
    /// The body.
    pub(super) body: &'a BodySpec,
    /// Radius, m.
    pub(super) radius: f64,
}

/// Balls with the same laws.
pub(super) struct AtomType<'a> {
    /// One of them.
    pub(super) body: &'a BodySpec,
    /// How they move.
    pub(super) role: AtomRole,
    /// Mean radius, m.
    pub(super) radius: f64,
    /// Mean mass, kg; infinite if frozen.
    pub(super) mass: f64,
    /// Number of balls.
    count: usize,
}

/// The balls and their types.
pub(super) struct Atoms<'a> {
    pub(super) all: Vec<Atom<'a>>,
    pub(super) types: Vec<AtomType<'a>>,
}

/// What distinguishes types: motion, pair rules that name the ball, elastic constants; and, while there are few, size
/// and mass.
type TypeKey = (AtomRole, Vec<[bool; 2]>, Option<[u64; 2]>, [u64; 2]);

impl Atom<'_> {
    /// Its density in the data file, kg/m³.
    pub(super) fn density(&self) -> f64 {
        let volume = 4.0 / 3.0 * PI * self.radius * self.radius * self.radius;
        if self.body.mass.is_finite() { self.body.mass / volume } else { FIXED_DENSITY }
    }
}

/// The radius and motion of a ball as an atom.
fn atom_of(body: &BodySpec) -> Result<(f64, AtomRole), Inexpressible> {
    let fault = |why: &str, remedy: &str| Inexpressible::new(format!("body `{}`", body.name), why, remedy);
    let Shape::Sphere { radius } = body.shape else {
        return Err(fault("a movable body has to be a ball", "make it a `Sphere`, or fix it if it is a wall"));
    };
    let role = match body.motion {
        Motion::Free => AtomRole::Free,
        Motion::Translating => AtomRole::Translating,
        Motion::Fixed => AtomRole::Frozen,
        Motion::Driven(_) => {
            return Err(fault("LAMMPS drives walls, not balls", "drive a plane, a box or a tube, or fix the ball"));
        }
        Motion::Spinning(_) | Motion::Planar(_) => {
            return Err(fault("a ball cannot be held to one axis", "give it `motion: Free` or `Translating`"));
        }
    };
    let solid = Vec3::repeat(0.4 * body.mass * radius * radius);
    if role == AtomRole::Free && (body.inertia - solid).norm() > 1e-6 * solid.norm() {
        return Err(fault(
            "its moment of inertia is not that of a solid ball, 2/5 m R², the only one that `atom_style sphere` has",
            "leave out `inertia`",
        ));
    }
    Ok((radius, role))
}

/// True for a body that is exported as a wall.
pub(super) fn is_wall(body: &BodySpec) -> bool {
    let held = matches!(body.motion, Motion::Fixed | Motion::Driven(_));
    held && !matches!(body.shape, Shape::Sphere { .. })
}

impl<'a> Atoms<'a> {
    /// The balls of a scene.
    pub(super) fn of(scene: &'a Scene, faults: &mut Vec<Inexpressible>, losses: &mut Losses) -> Self {
        let mut found = Vec::new();
        for (index, body) in scene.bodies.iter().enumerate().filter(|(_, body)| !is_wall(body)) {
            match atom_of(body) {
                Ok((radius, role)) => found.push((index, body, radius, role)),
                Err(fault) => faults.push(fault),
            }
        }
        let key = |body: &BodySpec, radius: f64, role: AtomRole, by_size: bool| -> TypeKey {
            let named = scene.pairs.iter().map(|rule| [0, 1].map(|k| body.is_called(&rule.between[k]))).collect();
            let elastic = body.elastic.map(|e| [e.youngs_modulus, e.poisson_ratio].map(f64::to_bits));
            (role, named, elastic, if by_size { [radius, body.mass].map(f64::to_bits) } else { [0; 2] })
        };
        let keys = |by_size: bool| -> Vec<TypeKey> {
            found.iter().map(|(_, body, radius, role)| key(body, *radius, *role, by_size)).collect()
        };
        let mut of_each = keys(true);
        let by_size = number(&of_each).len() <= MOST_SIZES;
        if !by_size {
            of_each = keys(false);
            losses.add(
                "sizes: damping coefficients and the stiffness of given roll springs are those of a ball of the mean size and \
                 mass of its type, since there are too many sizes for a type each",
            );
        }
        let numbers = number(&of_each);
        let mut atoms = Self { all: Vec::with_capacity(found.len()), types: Vec::new() };
        for ((index, body, radius, role), key) in found.into_iter().zip(&of_each) {
            let kind = numbers[key];
            if kind == atoms.types.len() {
                atoms.types.push(AtomType { body, role, radius: 0.0, mass: 0.0, count: 0 });
            }
            let of_type = &mut atoms.types[kind];
            of_type.radius += radius;
            of_type.mass += body.mass;
            of_type.count += 1;
            atoms.all.push(Atom { id: index + 1, kind, body, radius });
        }
        for of_type in &mut atoms.types {
            if by_size {
                (of_type.radius, of_type.mass) = (of_type.body.shape.size(), of_type.body.mass);
            } else {
                of_type.radius /= of_type.count as f64;
                of_type.mass /= of_type.count as f64;
            }
        }
        atoms
    }

    /// The smallest and the largest radius, m.
    pub(super) fn radii(&self) -> [f64; 2] {
        let radii = || self.all.iter().map(|atom| atom.radius);
        [smallest(radii()), largest(radii())]
    }

    /// True if a ball of one type can meet a ball of the other, both from 0: not if all are frozen, or there is but one.
    pub(super) fn can_meet(&self, i: usize, j: usize) -> bool {
        let frozen = [i, j].map(|k| self.types[k].role == AtomRole::Frozen);
        frozen != [true; 2] && (i != j || self.types[i].count > 1)
    }

    /// The type numbers (from 1) with this role.
    pub(super) fn with_role(&self, role: AtomRole) -> Vec<usize> {
        (1..).zip(&self.types).filter(|(_, of_type)| of_type.role == role).map(|(number, _)| number).collect()
    }
}

/// The numbers of the distinct keys, in the order of first appearance.
fn number(keys: &[TypeKey]) -> BTreeMap<&TypeKey, usize> {
    let mut numbers = BTreeMap::new();
    for key in keys {
        let next = numbers.len();
        numbers.entry(key).or_insert(next);
    }
    numbers
}

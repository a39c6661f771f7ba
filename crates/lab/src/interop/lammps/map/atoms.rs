//! The balls of a scene as LAMMPS atoms, sorted into atom types: balls of one type have the same laws with every body
//! that they can touch.

use super::super::report::{Inexpressible, Losses};
use std::collections::BTreeMap;
use std::f64::consts::PI;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::{largest, smallest};
use stickslip_engine::scene::{BodySpec, HasNames, Motion, Scene};
use stickslip_engine::shapes::Shape;

/// Maximum number of types for which every combination of size and mass is a type of its own.
const MAX_SIZE_TYPES: usize = 8;

/// Density of fixed balls in the data file, kg/m³; LAMMPS requires a value and does not use it.
const FIXED_DENSITY: f64 = 1000.0;

/// Time integration of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::interop::lammps) enum AtomRole {
    /// `fix nve/sphere`.
    Free,
    /// `fix nve`: the ball does not rotate.
    Translating,
    /// `fix freeze`.
    Frozen,
}

/// One ball as an atom.
pub(in crate::interop::lammps) struct Atom<'a> {
    /// Atom id: the index of the body in the scene plus 1.
    pub(in crate::interop::lammps) id: usize,
    /// Index of the atom type, from 0.
    pub(in crate::interop::lammps) kind: usize,
    /// The body in the scene.
    pub(in crate::interop::lammps) body: &'a BodySpec,
    /// Radius, m.
    pub(in crate::interop::lammps) radius: f64,
}

/// Balls with the same laws.
pub(in crate::interop::lammps) struct AtomType<'a> {
    /// The first ball of the type.
    pub(in crate::interop::lammps) body: &'a BodySpec,
    /// Time integration of the balls.
    pub(in crate::interop::lammps) role: AtomRole,
    /// Mean radius, m.
    pub(in crate::interop::lammps) radius: f64,
    /// Mean mass, kg; infinite if frozen.
    pub(in crate::interop::lammps) mass: f64,
    /// Number of balls.
    count: usize,
}

/// The balls of a scene and their types.
pub(in crate::interop::lammps) struct Atoms<'a> {
    pub(in crate::interop::lammps) all: Vec<Atom<'a>>,
    pub(in crate::interop::lammps) types: Vec<AtomType<'a>>,
}

/// Properties that distinguish types: motion, pair rules that name the ball, elastic constants and, if there are not
/// too many, size and mass.
type TypeKey = (AtomRole, Vec<[bool; 2]>, Option<[u64; 2]>, [u64; 2]);

impl Atom<'_> {
    /// Density in the data file, kg/m³.
    pub(in crate::interop::lammps) fn density(&self) -> f64 {
        let volume = 4.0 / 3.0 * PI * self.radius * self.radius * self.radius;
        if self.body.mass.is_finite() { self.body.mass / volume } else { FIXED_DENSITY }
    }
}

/// Radius, m, and time integration of a ball as an atom.
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
pub(in crate::interop::lammps) fn is_wall(body: &BodySpec) -> bool {
    let held = matches!(body.motion, Motion::Fixed | Motion::Driven(_));
    held && !matches!(body.shape, Shape::Sphere { .. })
}

impl<'a> Atoms<'a> {
    /// The balls of a scene as atoms; bodies that cannot be atoms are added to `faults`.
    pub(in crate::interop::lammps) fn new(
        scene: &'a Scene,
        faults: &mut Vec<Inexpressible>,
        losses: &mut Losses,
    ) -> Self {
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
        let by_size = number(&of_each).len() <= MAX_SIZE_TYPES;
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

    /// Smallest and largest radius, m.
    pub(in crate::interop::lammps) fn radii(&self) -> [f64; 2] {
        let radii = || self.all.iter().map(|atom| atom.radius);
        [smallest(radii()), largest(radii())]
    }

    /// True if a ball of type `i` can touch a ball of type `j` (indices from 0): false if both types are frozen, or
    /// if there is only one such ball.
    pub(in crate::interop::lammps) fn can_meet(&self, i: usize, j: usize) -> bool {
        let frozen = [i, j].map(|k| self.types[k].role == AtomRole::Frozen);
        frozen != [true; 2] && (i != j || self.types[i].count > 1)
    }

    /// Numbers of the types with this role, from 1.
    pub(in crate::interop::lammps) fn with_role(&self, role: AtomRole) -> Vec<usize> {
        (1..).zip(&self.types).filter(|(_, of_type)| of_type.role == role).map(|(number, _)| number).collect()
    }
}

/// Index of each distinct key, in the order of first appearance.
fn number(keys: &[TypeKey]) -> BTreeMap<&TypeKey, usize> {
    let mut numbers = BTreeMap::new();
    for key in keys {
        let next = numbers.len();
        numbers.entry(key).or_insert(next);
    }
    numbers
}

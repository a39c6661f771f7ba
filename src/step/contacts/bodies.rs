//! All components of the bodies by row, as slices of their tables: a contact reaches its two bodies without a look-up.

use super::narrow::Collider;
use crate::world::body::{BodyRef, BodyShape, ElasticMaterial, Mass, Pose, Twist};
use crate::world::pull::Pulls;
use bevy_ecs::prelude::*;

/// The components of a body that contacts use, as a query.
pub(crate) type BodyItems = (
    Entity,
    &'static BodyShape,
    &'static Pose,
    &'static Twist,
    &'static Mass,
    &'static ElasticMaterial,
    &'static Collider,
    Option<&'static Pulls>,
);

/// The bodies of a world; most worlds have one table or two.
#[derive(Clone)]
pub struct BodyColumns<'a>(Vec<BodyTable<'a>>);

/// Index of a table's first body in the list of bodies. Queries may visit the tables in different orders, but all visit
/// the rows of a table in the same one; [`crate::step::integrate::move_bodies`] checks that.
pub(crate) fn place_of(entities: &[Entity], table: &[Entity]) -> Option<usize> {
    entities.iter().position(|entity| Some(entity) == table.first())
}

/// The bodies of one table.
#[derive(Clone, Copy)]
struct BodyTable<'a> {
    /// The row of its first body.
    first: usize,
    shapes: &'a [BodyShape],
    poses: &'a [Pose],
    twists: &'a [Twist],
    masses: &'a [Mass],
    materials: &'a [ElasticMaterial],
    colliders: &'a [Collider],
    pulls: Option<&'a [Pulls]>,
}

impl<'a> BodyColumns<'a> {
    /// The bodies of a query; `entities` lists all bodies in row order.
    pub fn of(bodies: &'a Query<BodyItems>, entities: &[Entity]) -> Self {
        let Ok(chunks) = bodies.contiguous_iter() else { return Self(Vec::new()) };
        let chunk =
            |(found, shapes, poses, twists, masses, materials, colliders, pulls): (&[Entity], _, _, _, _, _, _, _)| {
                let first = place_of(entities, found)?;
                Some(BodyTable { first, shapes, poses, twists, masses, materials, colliders, pulls })
            };
        Self(chunks.filter_map(chunk).collect())
    }

    #[inline(always)]
    fn place(&self, row: u32) -> Option<(&BodyTable<'a>, usize)> {
        for table in &self.0 {
            let at = (row as usize).wrapping_sub(table.first);
            if at < table.poses.len() {
                return Some((table, at));
            }
        }
        None
    }

    /// The body of this row.
    #[inline(always)]
    pub fn get(&self, row: u32) -> Option<BodyRef<'a>> {
        let (table, at) = self.place(row)?;
        Some(BodyRef {
            shape: &table.shapes[at].0,
            pose: &table.poses[at],
            twist: &table.twists[at],
            mass: &table.masses[at],
            elastic: table.materials[at].0,
            pulls: table.pulls.map(|pulls| &pulls[at]),
        })
    }

    /// Its shape for the narrow phase.
    pub fn collider(&self, row: u32) -> Option<&'a Collider> {
        let (table, at) = self.place(row)?;
        Some(&table.colliders[at])
    }
}

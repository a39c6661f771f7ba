//! Components of the bodies by row, as slices of their tables: a contact reaches its two bodies without a look-up.

use crate::laws::math::number::V3;
use crate::scene::Motion;
use crate::step::contacts::narrow::Collider;
use crate::world::CaseId;
use crate::world::body::{
    Body, BodyRef, BodyShape, ElasticMaterial, Grain, InitialPose, Mass, MotionType, NormalConstraints, Pose, Twist,
    Wrench,
};
use crate::world::pull::Pulls;
use bevy_ecs::change_detection::ContiguousMut;
use bevy_ecs::prelude::*;

/// Query for the components of a body that contacts use.
pub(crate) type BodyItems = (
    Entity,
    &'static BodyShape,
    &'static Pose,
    &'static Twist,
    &'static Mass,
    (&'static ElasticMaterial, &'static Grain),
    &'static Collider,
    Option<&'static Pulls>,
    (&'static MotionType, &'static InitialPose, &'static CaseId, &'static Body, &'static NormalConstraints),
);

/// Components of the bodies of a world, by row. Most worlds have one or two tables of bodies.
#[derive(Clone)]
pub struct BodyColumns<'a>(Vec<BodyTable<'a>>);

/// Index of a table's first body in the list of bodies. Queries may visit the tables in different orders, but all visit
/// the rows of a table in the same one; [`crate::step::motion::integrate::move_bodies`] checks that.
pub(crate) fn place_of(entities: &[Entity], table: &[Entity]) -> Option<usize> {
    entities.iter().position(|entity| Some(entity) == table.first())
}

/// Components of the bodies of one table.
#[derive(Clone, Copy)]
struct BodyTable<'a> {
    /// Row of the first body of the table.
    first: usize,
    shapes: &'a [BodyShape],
    poses: &'a [Pose],
    twists: &'a [Twist],
    masses: &'a [Mass],
    materials: &'a [ElasticMaterial],
    grains: &'a [Grain],
    colliders: &'a [Collider],
    pulls: Option<&'a [Pulls]>,
    motion_types: &'a [MotionType],
    initial_poses: &'a [InitialPose],
    cases: &'a [CaseId],
    names: &'a [Body],
    normal_constraints: &'a [NormalConstraints],
}

/// Motion type of a body, and data on which its motion depends.
#[derive(Clone, Copy)]
pub struct Mobility<'a> {
    /// Motion type.
    pub motion: &'a Motion,
    /// Pose from which a prescribed motion starts.
    pub initial_pose: &'a InitialPose,
    /// Case of the body, and its number in the case.
    pub name: (u32, u32),
    /// Constraints by known normal forces.
    pub normal_constraints: &'a NormalConstraints,
}

impl<'a> BodyColumns<'a> {
    /// The bodies of a query; `entities` lists all bodies in row order.
    pub fn new(bodies: &'a Query<BodyItems>, entities: &[Entity]) -> Self {
        let Ok(chunks) = bodies.contiguous_iter() else { return Self(Vec::new()) };
        let tables = chunks.filter_map(
            |(found, shapes, poses, twists, masses, (materials, grains), colliders, pulls, kinds)| {
                let first = place_of(entities, found)?;
                let (motion_types, initial_poses, cases, names, normal_constraints) = kinds;
                let moving = BodyTable {
                    first,
                    shapes,
                    poses,
                    twists,
                    masses,
                    materials,
                    grains,
                    colliders,
                    pulls,
                    motion_types,
                    initial_poses,
                    cases,
                    names,
                    normal_constraints,
                };
                Some(moving)
            },
        );
        Self(tables.collect())
    }

    /// Number of bodies.
    pub fn count(&self) -> usize {
        self.0.iter().map(|table| table.poses.len()).sum()
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

    /// Components of the body in this row.
    #[inline(always)]
    pub fn get(&self, row: u32) -> Option<BodyRef<'a>> {
        let (table, at) = self.place(row)?;
        Some(BodyRef {
            shape: &table.shapes[at].0,
            pose: &table.poses[at],
            twist: &table.twists[at],
            mass: &table.masses[at],
            elastic: table.materials[at].0,
            grain: table.grains[at].0,
            pulls: table.pulls.map(|pulls| &pulls[at]),
        })
    }

    /// Angular velocity of the body in this row, rad/s, world.
    #[inline(always)]
    pub fn spin(&self, row: u32) -> V3<f64> {
        self.place(row).map_or_else(V3::default, |(table, at)| table.twists[at].w.into())
    }

    /// Motion type and constraints of the body in this row.
    #[inline(always)]
    pub fn mobility(&self, row: u32) -> Option<Mobility<'a>> {
        let (table, at) = self.place(row)?;
        let name = (table.cases[at].0, table.names[at].index);
        Some(Mobility {
            motion: &table.motion_types[at].0,
            initial_pose: &table.initial_poses[at],
            name,
            normal_constraints: &table.normal_constraints[at],
        })
    }

    /// Features of the body in this row for the narrow phase.
    pub fn collider(&self, row: u32) -> Option<&'a Collider> {
        let (table, at) = self.place(row)?;
        Some(&table.colliders[at])
    }
}

/// Wrenches of the bodies by row, as slices of their tables.
pub(in crate::step) struct WrenchColumns<'a>(Vec<(usize, ContiguousMut<'a, Wrench>)>);

impl<'a> WrenchColumns<'a> {
    /// The wrenches of a query; `entities` lists all bodies in row order.
    pub(in crate::step) fn new(wrenches: &'a mut Query<(Entity, &mut Wrench)>, entities: &[Entity]) -> Self {
        let Ok(chunks) = wrenches.contiguous_iter_mut() else { return Self(Vec::new()) };
        Self(chunks.filter_map(|(found, wrenches)| Some((place_of(entities, found)?, wrenches))).collect())
    }

    /// The wrench of the body in this row.
    #[inline(always)]
    pub(in crate::step) fn get(&mut self, row: u32) -> Option<&mut Wrench> {
        for (first, wrenches) in &mut self.0 {
            let wrenches = wrenches.bypass_change_detection();
            let at = (row as usize).wrapping_sub(*first);
            if at < wrenches.len() {
                return wrenches.get_mut(at);
            }
        }
        None
    }
}

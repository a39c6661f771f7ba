//! Contacts of a Rapier step. Body i of a row is Rapier's second, into which the normal points.

use crate::bodies::{Known, Owner};
use crate::world::World;
use rapier3d::prelude::{
    ContactManifold, ContactPair, FrictionModel, IntegrationParameters, MAX_MANIFOLD_POINTS, Pose, RigidBodyHandle,
    SolverContact, SolverFlags, Vector,
};
use std::collections::BTreeMap;
use stickslip_run_folder::Contact;

/// Poses of bodies at the start of a step.
pub(crate) type Starts = BTreeMap<Owner, Pose>;

/// How the friction of a pair is told.
#[derive(Clone, Copy, Debug, PartialEq)]
enum FrictionTold {
    /// Of each point, as the sum over the substeps.
    PerPoint,
    /// Of each manifold, of the last of so many substeps, copied to each point.
    PerManifold(f32),
    /// Of each manifold, of the last substep of an unknown number.
    Not,
}

/// What is common to the contacts of a step.
pub(crate) struct Step<'a> {
    pub(crate) world: World<'a>,
    pub(crate) known: &'a BTreeMap<Owner, Known>,
    pub(crate) starts: &'a Starts,
}

/// The first tangent of the solver: that of -n in the basis of Duff et al., "Building an Orthonormal Basis, Revisited".
fn first_tangent(n: Vector) -> Vector {
    let d = -n;
    let sign = 1.0_f32.copysign(d.z);
    let a = -1.0 / (sign + d.z);
    Vector::new(d.x * d.y * a, sign + d.y * d.y * a, -d.y)
}

/// True if friction is told of each point: balances can be drawn.
pub(crate) fn is_per_point(parameters: &IntegrationParameters) -> bool {
    parameters.friction_model == FrictionModel::Coulomb
}

impl<'a> Step<'a> {
    /// The contacts of the step; the name of a collider that is not known is an error.
    pub(crate) fn contacts(&self) -> Result<Vec<Contact<'a, f32>>, String> {
        let mut rows = Vec::new();
        for pair in self.world.narrow_phase.contact_pairs() {
            let Some(owners) = self.owners(pair) else { continue };
            let [first, second] = owners.map(|owner| self.known.get(&owner));
            let (Some(first), Some(second)) = (first, second) else {
                return Err(
                    "a body or collider was added after the recorder began; begin when all are there".to_owned()
                );
            };
            for manifold in pair.solver_manifolds() {
                let acts = manifold.data.solver_flags.contains(SolverFlags::COMPUTE_RIGID_IMPULSES);
                let [one, other] = [manifold.data.rigid_body1, manifold.data.rigid_body2];
                if acts && (self.is_dynamic(one) || self.is_dynamic(other)) && first.name != second.name {
                    self.manifold(manifold, owners, [first, second], &mut rows);
                }
            }
        }
        Ok(rows)
    }

    fn owners(&self, pair: &ContactPair) -> Option<[Owner; 2]> {
        let owner = |handle| self.world.colliders.get(handle).map(|collider| Owner::from_collider(handle, collider));
        Some([owner(pair.collider1)?, owner(pair.collider2)?])
    }

    fn is_dynamic(&self, body: Option<RigidBodyHandle>) -> bool {
        body.and_then(|handle| self.world.bodies.get(handle)).is_some_and(|body| body.is_dynamic())
    }

    /// How far Rapier tells the friction of a manifold.
    fn friction_told(&self, manifold: &ContactManifold) -> FrictionTold {
        let bodies = [manifold.data.rigid_body1, manifold.data.rigid_body2];
        let is_linked = |body: &RigidBodyHandle| self.world.multibody_joints.rigid_body_link(*body).is_some();
        let iterations = self.world.parameters.num_solver_iterations;
        let is_uneven = || self.world.bodies.iter().any(|(_, body)| body.additional_solver_iterations() > 0);
        if is_per_point(self.world.parameters) || bodies.iter().flatten().any(is_linked) {
            FrictionTold::PerPoint
        } else if is_uneven() {
            FrictionTold::Not
        } else {
            FrictionTold::PerManifold(iterations as f32)
        }
    }

    fn manifold(
        &self,
        manifold: &ContactManifold,
        owners: [Owner; 2],
        [first, second]: [&'a Known; 2],
        rows: &mut Vec<Contact<'a, f32>>,
    ) {
        let (data, dt) = (&manifold.data, self.world.parameters.dt);
        let (n, told) = (data.normal, self.friction_told(manifold));
        let tangent = first_tangent(n);
        // The solver takes no more points of a manifold than these.
        let solved = data.solver_contacts.get(..MAX_MANIFOLD_POINTS).unwrap_or(&data.solver_contacts);
        let count = solved.len() as f32;
        for contact in solved {
            let [index] = contact.contact_indices();
            let Some(point) = manifold.points.get(index as usize).map(|point| &point.data) else { continue };
            let (friction, torque) = match told {
                FrictionTold::PerPoint => {
                    let impulse = tangent * point.tangent_impulse[0] + (-n).cross(tangent) * point.tangent_impulse[1];
                    (Some(impulse / dt), Some(Vector::ZERO))
                }
                FrictionTold::PerManifold(substeps) => {
                    let share = substeps / (dt * count);
                    let twist = if count > 1.0 { point.warmstart_twist_impulse } else { 0.0 };
                    (Some(point.warmstart_tangent_world * share), Some(n * (twist * share)))
                }
                FrictionTold::Not => (None, None),
            };
            let (c, gap) = self.place(manifold, contact, index as usize, owners);
            rows.push(Contact {
                friction: friction.map(|friction| friction.to_array()),
                overlap: Some(-gap),
                torque: torque.map(|torque| torque.to_array()),
                tangent: Some(tangent.to_array()),
                mu: Some(data.friction),
                ..Contact::new(&second.name, &first.name, c.to_array(), n.to_array(), point.impulse / dt)
            });
        }
    }

    /// The point at which the solver lets the forces act, and the gap of the surfaces, both at the start of the step.
    fn place(
        &self,
        manifold: &ContactManifold,
        contact: &SolverContact,
        index: usize,
        owners: [Owner; 2],
    ) -> (Vector, f32) {
        let (data, point) = (&manifold.data, &manifold.points[index].data);
        // A side that dominates, as a fixed body does, has its anchors in the world; another about its centre of mass.
        let sides = [
            (data.relative_dominance > 0, data.rigid_body1, contact.anchor1, point.solver_dp1),
            (data.relative_dominance < 0, data.rigid_body2, contact.anchor2, point.solver_dp2),
        ];
        let mut places = [(false, Vector::ZERO, Vector::ZERO); 2];
        for ((place, (is_world, handle, anchor, arm)), owner) in places.iter_mut().zip(sides).zip(owners) {
            let body = handle.and_then(|handle| self.world.bodies.get(handle)).filter(|_| !is_world);
            let start = body.and_then(|body| Some((self.starts.get(&owner)?, body.local_center_of_mass())));
            *place = match start {
                Some((pose, centre)) => (true, *pose * (centre + anchor), *pose * centre + arm),
                None => (false, anchor, arm),
            };
        }
        let [(has_first, anchor1, point1), (has_second, anchor2, point2)] = places;
        let c = match (has_first, has_second) {
            (true, false) => point1,
            (false, true) => point2,
            _ => 0.5 * (point1 + point2),
        };
        (c, (anchor2 - anchor1).dot(data.normal))
    }
}

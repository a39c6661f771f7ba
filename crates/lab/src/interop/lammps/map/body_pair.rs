//! Two bodies that can touch, and the data from which their coefficients follow.

use stickslip_engine::laws::friction::law::Elasticity;
use stickslip_engine::laws::friction::normal::{effective_mass, mean_inertia};
use stickslip_engine::laws::friction::parameters::{Conditions, Derived};
use stickslip_engine::laws::pair::choice::Friction;
use stickslip_engine::scene::{BodySpec, NormalLaw, Scene};

/// One of the two bodies of a pair.
#[derive(Clone, Copy)]
pub(in crate::interop::lammps) struct Side<'a> {
    /// The body, or one that represents its atom type.
    pub(in crate::interop::lammps) body: &'a BodySpec,
    /// Mass, kg; infinite for a fixed or driven body.
    pub(in crate::interop::lammps) mass: f64,
    /// Mean curvature, 1/m; 0 for a plane or box, negative inside a tube or bowl.
    pub(in crate::interop::lammps) curvature: f64,
}

/// Two bodies that can touch, and the data from which their coefficients follow.
pub(in crate::interop::lammps) struct BodyPair<'a> {
    /// Friction parameters and laws of the pair.
    pub(in crate::interop::lammps) friction: &'a Friction,
    /// Normal force law of the pair.
    pub(in crate::interop::lammps) normal: &'a NormalLaw,
    /// Elastic constants of the pair, if both bodies have them.
    pub(in crate::interop::lammps) elastic: Option<Elasticity>,
    /// R_eff, m.
    pub(in crate::interop::lammps) radius: f64,
    /// m_eff, kg.
    pub(in crate::interop::lammps) effective_mass: f64,
    /// Magnitude of gravity, m/s².
    pub(in crate::interop::lammps) gravity: f64,
    /// Contact data from which the springs follow, for N = 1 N.
    pub(in crate::interop::lammps) at: Conditions,
    /// Springs of the paper's law for N = 1 N.
    pub(in crate::interop::lammps) springs: Derived,
}

/// Why LAMMPS cannot express a pair, and the remedy.
pub(in crate::interop::lammps) type PairLoss = [String; 2];

impl<'a> BodyPair<'a> {
    /// The pair of two bodies of a scene.
    pub(in crate::interop::lammps) fn new(scene: &'a Scene, [i, j]: [Side; 2]) -> Self {
        let (friction, normal) = match scene.rule_of(i.body, j.body) {
            Some(rule) => (&scene.pairs[rule].friction, &scene.pairs[rule].normal),
            None => (&scene.friction, &scene.normal),
        };
        let [elastic_i, elastic_j] =
            [i, j].map(|side| side.body.elastic.map(|elastic| (elastic.youngs_modulus, elastic.poisson_ratio)));
        let inertia = |side: Side| 0.4 * side.mass / (side.curvature * side.curvature);
        let inertia = mean_inertia(inertia(i), inertia(j));
        let curvature = i.curvature + j.curvature;
        let at = Conditions {
            normal: 1.0,
            share: 1.0,
            kappa: 0.5 * curvature,
            mass: mean_inertia(i.mass, j.mass),
            roll_inertia: [inertia; 2],
            spin_inertia: inertia,
            patch: 0.0,
        };
        Self {
            friction,
            normal,
            elastic: Elasticity::from_moduli(elastic_i, elastic_j),
            radius: 1.0 / curvature,
            effective_mass: effective_mass(i.mass, j.mass),
            gravity: scene.gravity.norm(),
            at,
            springs: friction.derive(&at),
        }
    }
}

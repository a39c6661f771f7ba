//! The contact on the bench, taken from a scene at its start.

use super::drive::DrivenComponent;
use stickslip_engine::laws::friction::law::{ContactState, Needs};
use stickslip_engine::laws::pair::choice::{AnyLaw, Laws};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{LawFault, LawSet, Scene};
use stickslip_engine::step::solve::springs::contact_state;

/// The default scene of the bench: an elastic ball on a plane.
pub const SCENE: &str = r#"Scene(
    schema: 1,
    title: "An elastic ball on a plane",
    time: (dt: 1e-4, duration: 1.0),
    gravity: (0.0, 0.0, -9.8),
    friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.3, spin: Heuristic(eta_psi: 0.006, curvature: 5.0)),
    normal: Known(Weight),
    bodies: [
        (name: "ground", shape: Plane, motion: Fixed),
        (name: "ball", shape: Sphere(radius: 0.2), mass: 5.0, youngs_modulus: 2e6, poisson_ratio: 0.3,
         on: (surface: "ground", at: (0.0, 0.0))),
    ],
)
"#;

/// α for a restitution of 0.5, for laws that need it under a prescribed normal force when all laws are requested.
const ALPHA: f64 = 0.48;

/// A contact of a scene, ready to be driven under any law.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The scene.
    pub scene: Scene,
    /// The laws of the contact.
    pub laws: Laws,
    /// The contact state passed to the laws.
    pub contact_state: ContactState,
    /// Normal force at the start, N.
    pub normal: f64,
    /// Names of bodies i and j.
    pub bodies: [String; 2],
}

impl Bench {
    /// The contact of two bodies, in either order (by default the first contact); `None` if they do not touch at the
    /// start.
    pub fn new(scene: &Scene, pair: Option<[&str; 2]>) -> Option<Self> {
        let mut simulation = Simulation::new(scene);
        let state = simulation.state();
        let names = |k: u32| state.bodies.get(k as usize).map_or("", |body| body.name.as_str());
        let is_meant = |key: &stickslip_engine::world::contact::ContactKey| {
            pair.is_none_or(|pair| pair == [names(key.i), names(key.j)] || pair == [names(key.j), names(key.i)])
        };
        let contact = state.contacts.iter().find(|contact| is_meant(&contact.pair.key))?;
        let contact_state = contact_state(simulation.world(), contact)?;
        let normal = contact_state.at.normal;
        let bodies = [contact.pair.key.i, contact.pair.key.j].map(|k| names(k).to_owned());
        let laws = contact.law.friction.laws;
        Some(Self { scene: scene.clone(), laws, contact_state, normal, bodies })
    }

    /// Every law of a component that can act at this contact, and the faults of the other laws.
    pub fn all_laws(&self, component: DrivenComponent) -> (Vec<AnyLaw>, Vec<LawFault>) {
        let (mut laws, mut faults) = (Vec::new(), Vec::new());
        for mut law in AnyLaw::for_component(component.name()) {
            let lacks = |law: AnyLaw| self.lacks(law);
            if let (Needs::Shear { damping }, Some(_)) = (law.info().needs, lacks(law))
                && let Some(alpha) = law.numbers().into_iter().nth(damping)
            {
                *alpha = Some(ALPHA);
            }
            match lacks(law) {
                None => laws.push(law),
                Some(fault) => faults.push(fault),
            }
        }
        (laws, faults)
    }

    /// Why the law cannot act at this contact, if it cannot.
    pub fn lacks(&self, law: AnyLaw) -> Option<LawFault> {
        let fault = self.scene.under(&LawSet { laws: vec![law], ..LawSet::default() }).err()?;
        Some(match law.is_cone() && !self.scene.normal_of(fault.rule).is_rigid() {
            true => LawFault { remedy: "drive a contact of a scene with `normal: Rigid`".to_owned(), ..fault },
            false => fault,
        })
    }

    /// True if the pair has the component: bodies that cannot roll on each other have no roll friction.
    pub fn has(&self, component: DrivenComponent) -> bool {
        component != DrivenComponent::Roll || self.contact_state.radius > 0.0
    }
}

//! A single contact point without a world: laws driven by a prescribed motion and normal force.

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, Elasticity, Relative};
use crate::friction::normal::HertzPair;
use crate::friction::parameters::{Conditions, Derived, FrictionParameters};
use crate::pair::choice::{Friction, FrictionState, Laws, Memories};

/// A contact point with its memory, driven step by step.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// The laws.
    pub laws: Laws,
    /// The contact state of the last step.
    pub contact_state: ContactState,
    /// Slide.
    pub slide: FrictionSpring<Vec2>,
    /// Roll of body i.
    pub roll_i: FrictionSpring<Vec2>,
    /// Roll of body j.
    pub roll_j: FrictionSpring<Vec2>,
    /// Spin.
    pub spin: FrictionSpring<f64>,
    /// Memory of the laws in addition to the springs.
    pub memories: Memories,
    /// Stiffness, caps and damping of each component in the last step.
    pub derived: Derived,
}

impl Probe {
    /// A new contact point under these laws.
    pub fn new(laws: Laws, contact_state: ContactState) -> Self {
        let (slide, roll_i, roll_j, spin) = laws.initial(&contact_state.friction);
        Self {
            laws,
            contact_state,
            slide,
            roll_i,
            roll_j,
            spin,
            memories: Memories::default(),
            derived: Derived::default(),
        }
    }

    /// Advances one step with this motion under the normal force `normal`, N.
    pub fn step(&mut self, by: Relative, normal: f64) {
        self.contact_state = ContactState { by, ..self.contact_state.under(normal) };
        let (laws, contact_state) = (self.laws, self.contact_state);
        (self.derived, _) = self.point().advance(&laws, &contact_state);
    }

    /// Stiffness, caps and damping of each component without motion; the memory is left as it was.
    pub fn at_rest(mut self) -> Derived {
        let normal = self.contact_state.at.normal;
        self.step(Relative::default(), normal);
        self.derived
    }

    /// Recoverable spring energy, J: slide, roll, spin.
    pub fn stored(&mut self) -> [f64; 3] {
        let (laws, contact_state) = (self.laws, self.contact_state);
        self.point().stored(&laws, &contact_state)
    }

    /// Switches to the laws of `friction`; compatible histories are kept.
    pub fn change(&mut self, friction: &Friction) {
        let old = std::mem::replace(&mut self.laws, friction.laws);
        self.point().change(&old, &friction.laws);
        self.contact_state.friction = friction.parameters;
    }

    fn point(&mut self) -> FrictionState<'_> {
        FrictionState {
            slide: &mut self.slide,
            roll_i: &mut self.roll_i,
            roll_j: &mut self.roll_j,
            spin: &mut self.spin,
            memories: &mut self.memories,
        }
    }
}

impl ContactState {
    /// A ball (body j) on a fixed plane (body i), pressed by a known normal force equal to its weight.
    ///
    /// - `radius`: m; `mass`: kg; `dt`: s
    /// - `elastic`: Young's modulus (Pa) and Poisson ratio of the ball; the plane is rigid
    pub fn ball_on_plane(
        friction: FrictionParameters,
        radius: f64,
        mass: f64,
        elastic: Option<(f64, f64)>,
        dt: f64,
    ) -> Self {
        let inertia = 0.4 * mass * radius * radius;
        let at = Conditions {
            normal: 0.0,
            share: 1.0,
            kappa: 0.5 / radius,
            mass,
            roll_inertia: [inertia; 2],
            spin_inertia: inertia,
            patch: 0.0,
        };
        Self {
            reaction: None,
            free: None,
            friction,
            at,
            radius,
            area_radius: radius,
            curvatures: [0.0, 1.0 / radius],
            overlap: 0.0,
            elastic: elastic.and_then(|ball| Elasticity::from_moduli(None, Some(ball))),
            normal_damping: 0.0,
            effective_mass: mass,
            smallest_inertia: inertia,
            by: Relative::default(),
            grain: None,
            body: 0,
            dt,
        }
    }

    /// This contact under the normal force `normal`, N; for an elastic pair, overlap and contact radius follow from
    /// Hertz's law.
    pub fn under(self, normal: f64) -> Self {
        let at = Conditions { normal, ..self.at };
        let Some(elastic) = self.elastic else { return Self { at, ..self } };
        let pair = HertzPair { modulus: elastic.modulus, radius: self.area_radius };
        Self { at: Conditions { patch: pair.patch(normal), ..at }, overlap: pair.overlap(normal), ..self }
    }
}

impl Relative {
    /// The motion of a step of `dt` seconds in which body j slides over body i by `slip` (m) and rolls on it by `roll`
    /// (rad, in its direction of travel) with radius `radius` (m), and body i turns by `psi` (rad) about n relative to
    /// j.
    pub fn from_step(slip: Vec2, roll: Vec2, psi: f64, radius: f64, dt: f64) -> Self {
        let rolled = roll * radius;
        Self { paths: [slip + rolled, rolled], slip: slip / dt, roll: roll / dt, spin: psi / dt, psi }
    }
}

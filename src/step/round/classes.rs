//! What is the same for all round contacts of two kinds of bodies under one law.

use crate::laws::normal::{HertzPair, effective_mass, effective_modulus, mean_inertia, plane_strain_modulus};
use crate::laws::parameters::{Conditions, Derived, Friction, SpinModel};
use crate::scene::{Elastic, NormalLaw};
use crate::shapes::Shape;
use crate::step::broad::Item;
use crate::world::contact::PairLaw;

/// A body of a round contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    /// Radius, m; infinite for a plane.
    pub radius: f64,
    /// Mass, kg; infinite where it is held.
    pub mass: f64,
    /// Moment of inertia about any axis, kg·m².
    pub inertia: f64,
    /// Elastic constants.
    pub elastic: Option<Elastic>,
    /// Something pulls at it, or it carries others: known normal forces on it are found elsewhere.
    pub special: bool,
    /// Place of a plane among [`super::Rounds::flats`].
    pub flat: Option<u32>,
}

impl Kind {
    /// Of a ball with three equal moments of inertia, or of a plane; `None` of anything else.
    pub(in crate::step) fn of(item: &Item, flat: u32) -> Option<Self> {
        let (radius, flat) = match &item.shape {
            Shape::Sphere { radius } => (*radius, None),
            Shape::Plane => (f64::INFINITY, Some(flat)),
            _ => return None,
        };
        let [x, y, z]: [f64; 3] = item.mass.inertia.into();
        let (mass, elastic, special) = (item.mass.mass, item.elastic, item.special);
        (x == y && y == z).then_some(Self { radius, mass, inertia: x, elastic, special, flat })
    }

    fn curvature(&self) -> f64 {
        1.0 / self.radius
    }

    fn modulus(&self) -> Option<f64> {
        self.elastic.map(|e| plane_strain_modulus(e.youngs_modulus, e.poisson_ratio))
    }
}

/// What lies between the two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Two balls.
    Balls,
    /// Body i is the plane of this number.
    PlaneUnder(u32),
    /// Body j is.
    PlaneOver(u32),
}

/// Constants of a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Which shapes.
    pub form: Form,
    /// Radii of i and j, m.
    pub radii: [f64; 2],
    /// Curvatures of i and j, 1/m.
    pub curvatures: [f64; 2],
    /// The smaller radius, m.
    pub size: f64,
    /// A gap up to this still counts as touching, m.
    pub gap: f64,
    /// m_eff, kg.
    pub mass: f64,
    /// The laws.
    pub law: PairLaw,
    /// Number of the lane.
    pub lane: u32,
    /// Elastic data, where a law needs them.
    pub hertz: Option<HertzPair>,
    /// Whether i and j can be moved by loads.
    pub moves: [bool; 2],
    /// The springs for a normal force of 1 N.
    unit: Derived,
    /// The spin spring changes with N in another way.
    patch: bool,
    at: Conditions,
}

/// The constants of a pair, `None` where it is not a round contact under the paper's laws.
pub fn class_of(lane: u32, law: &PairLaw, i: &Kind, j: &Kind) -> Option<Class> {
    if !law.friction.laws.is_paper() || (law.is_known() && (i.special || j.special)) {
        return None;
    }
    let form = match (i.flat, j.flat) {
        (None, None) => Form::Balls,
        (Some(flat), None) => Form::PlaneUnder(flat),
        (None, Some(flat)) => Form::PlaneOver(flat),
        (Some(_), Some(_)) => return None,
    };
    let size = i.radius.min(j.radius);
    let needs_patch = law.friction.spin == SpinModel::Hertz || matches!(law.normal, NormalLaw::Hertz { .. });
    let curvature = i.curvature() + j.curvature();
    let modulus = effective_modulus(i.modulus(), j.modulus()).filter(|_| needs_patch);
    let inertia = mean_inertia(i.inertia, j.inertia);
    let at = Conditions {
        normal: 1.0,
        share: 1.0,
        kappa: 0.5 * curvature,
        mass: mean_inertia(i.mass, j.mass),
        roll_inertia: [inertia, inertia],
        spin_inertia: inertia,
        patch: 0.0,
    };
    Some(Class {
        form,
        radii: [i.radius, j.radius],
        curvatures: [i.curvature(), j.curvature()],
        size,
        gap: law.gap(size),
        mass: effective_mass(i.mass, j.mass),
        law: *law,
        lane,
        hertz: modulus.map(|modulus| HertzPair { modulus, radius: 1.0 / curvature }),
        moves: [i.mass.is_finite(), j.mass.is_finite()],
        unit: law.friction.derive(&at),
        patch: law.friction.spin == SpinModel::Hertz,
        at,
    })
}

impl Class {
    /// The same for these two bodies alone, i the first and j the second, which touch at any gap.
    pub fn alone(&self) -> Self {
        let form = match self.form {
            Form::Balls => Form::Balls,
            Form::PlaneUnder(_) => Form::PlaneUnder(0),
            Form::PlaneOver(_) => Form::PlaneOver(1),
        };
        Self { form, gap: f64::INFINITY, ..self.clone() }
    }

    /// The friction parameters.
    #[inline(always)]
    pub fn friction(&self) -> &Friction {
        &self.law.friction
    }

    /// Hertz contact radius at the normal force `n`, m; 0 where no law needs it.
    #[inline(always)]
    pub fn patch(&self, n: f64) -> f64 {
        self.hertz.map_or(0.0, |pair| pair.patch(n))
    }

    /// Roll and spin friction are switched on.
    #[inline(always)]
    pub fn is_on(&self) -> [bool; 2] {
        [self.unit.roll_i.is_on(), self.patch || self.unit.spin.is_on()]
    }

    /// The springs at the normal force `n`, N: caps grow with it, the rest stays, but for the spin of a Hertz patch.
    #[inline(always)]
    pub fn springs(&self, n: f64) -> Derived {
        let mut springs = self.unit;
        for spring in [&mut springs.slide, &mut springs.roll_i, &mut springs.roll_j, &mut springs.spin] {
            spring.static_cap *= n;
            spring.kinetic_cap *= n;
        }
        if self.patch {
            springs.spin = self.friction().spin_spring(&Conditions { normal: n, patch: self.patch(n), ..self.at });
        }
        springs
    }
}

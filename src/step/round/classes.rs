//! What is the same for all round contacts of two kinds of bodies under one law.

use crate::laws::element::Spring;
use crate::laws::normal::{HertzPair, effective_mass, effective_modulus, mean_inertia, plane_strain_modulus};
use crate::laws::number::Row;
use crate::laws::parameters::{Conditions, Derived, Friction, SpinModel};
use crate::scene::{Elastic, NormalLaw};
use crate::shapes::Shape;
use crate::step::broad::Item;
use crate::step::systems::STILL;
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

/// What presses the bodies on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Push {
    /// A known force.
    Force,
    /// The weight of the body that can move.
    Weight,
    /// A linear spring.
    Hooke,
    /// A Hertz contact.
    Hertz,
}

/// Which equations hold: contacts of one recipe can be taken side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Bodies i and j are planes.
    pub planes: [bool; 2],
    /// The normal force.
    pub push: Push,
    /// Roll friction is on.
    pub rolls: bool,
    /// Spin friction is on.
    pub spins: bool,
    /// The spin spring grows with a Hertz patch.
    pub patch: bool,
    /// Damping also in slip.
    pub damped: bool,
}

/// The numbers in those equations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants<N = f64> {
    /// From the centres of i and j along n to their surfaces, −R_i and R_j, m; 1 for a plane, whose paths are in m.
    pub reach: [N; 2],
    /// The square of the smallest motion over i and j that is more than rounding, m² over the square of the reach.
    pub still: [N; 2],
    /// κ_i and κ_j, 1/m.
    pub curvatures: [N; 2],
    /// Normal force: stiffness and damping (`Hooke`: N/m, N·s/m; `Hertz`: times √δ, times its root), or N (`Force`).
    pub push: [N; 2],
    /// Springs of slide, roll and spin for a normal force of 1 N, dampings over Δt.
    pub springs: [Spring<N>; 3],
}

impl<N: Copy> Constants<N> {
    /// From its numbers.
    #[inline(always)]
    pub fn of(numbers: &[[N; 8]; 3]) -> Self {
        let [[a, b, c, d, e, f, g, h], slide_and_roll, spin] = *numbers;
        let spring = |[stiffness, static_cap, kinetic_cap, damping]: [N; 4]| Spring {
            stiffness,
            static_cap,
            kinetic_cap,
            damping,
        };
        let [k, l, m, n, o, p, q, r] = slide_and_roll;
        let [s, t, u, v, ..] = spin;
        let springs = [spring([k, l, m, n]), spring([o, p, q, r]), spring([s, t, u, v])];
        Self { reach: [a, b], still: [c, d], curvatures: [e, f], push: [g, h], springs }
    }
}

impl Constants {
    /// Its numbers as they wait to stand side by side; the last four fill the row.
    pub fn rows(&self) -> [Row; 3] {
        let Self { reach: [a, b], still: [c, d], curvatures: [e, f], push: [g, h], springs } = *self;
        let [slide, roll, spin] = springs.map(|s| [s.stiffness, s.static_cap, s.kinetic_cap, s.damping]);
        let both = |[a, b, c, d]: [f64; 4], [e, f, g, h]: [f64; 4]| Row([a, b, c, d, e, f, g, h]);
        [Row([a, b, c, d, e, f, g, h]), both(slide, roll), both(spin, [0.0; 4])]
    }
}

/// Constants of a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Which equations.
    pub recipe: Recipe,
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
    let unit = law.friction.derive(&at);
    let patch = law.friction.spin == SpinModel::Hertz;
    let push = match law.normal {
        NormalLaw::KnownForce(_) => Push::Force,
        NormalLaw::KnownWeight => Push::Weight,
        NormalLaw::Hooke { .. } => Push::Hooke,
        NormalLaw::Hertz { .. } => Push::Hertz,
    };
    let (rolls, spins) = (unit.roll_i.is_on(), patch || unit.spin.is_on());
    let planes = [i.flat.is_some(), j.flat.is_some()];
    Some(Class {
        form,
        recipe: Recipe { planes, push, rolls, spins, patch, damped: law.friction.damping_in_slip },
        radii: [i.radius, j.radius],
        curvatures: [i.curvature(), j.curvature()],
        size,
        gap: law.gap(size),
        mass: effective_mass(i.mass, j.mass),
        law: *law,
        lane,
        hertz: modulus.map(|modulus| HertzPair { modulus, radius: 1.0 / curvature }),
        moves: [i.mass.is_finite(), j.mass.is_finite()],
        unit,
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

    /// The square of the distance between two balls up to which they touch, m².
    #[inline(always)]
    pub fn reach_squared(&self) -> f64 {
        let reach = self.radii[0] + self.radii[1] + self.gap;
        reach * reach
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

    /// The springs at the normal force `n`, N: caps grow with it, the rest stays, but for the spin of a Hertz patch.
    #[inline(always)]
    pub fn springs(&self, n: f64) -> Derived {
        let mut springs = self.unit;
        for spring in [&mut springs.slide, &mut springs.roll_i, &mut springs.roll_j, &mut springs.spin] {
            *spring = spring.under(n);
        }
        if self.recipe.patch {
            springs.spin = self.spin_of_patch(n);
        }
        springs
    }

    /// The spin spring of the Hertz patch at the normal force `n`, N.
    pub fn spin_of_patch(&self, n: f64) -> Spring {
        self.friction().spin_spring(&Conditions { normal: n, patch: self.patch(n), ..self.at })
    }

    /// The numbers of its equations at this step size, s.
    pub fn constants(&self, dt: f64) -> Constants {
        let per_step = |spring: Spring| Spring { damping: spring.damping / dt, ..spring };
        let reach = [0, 1].map(|k| match (self.recipe.planes[k], k) {
            (true, _) => 1.0,
            (_, 0) => -self.radii[0],
            _ => self.radii[k],
        });
        Constants {
            reach,
            still: reach.map(|reach| (STILL * self.size / reach).powi(2)),
            curvatures: self.curvatures,
            push: match self.law.normal {
                NormalLaw::KnownForce(force) => [force, 0.0],
                NormalLaw::KnownWeight => [0.0; 2],
                NormalLaw::Hooke { k_n, damping } => [k_n, damping.coefficient(self.mass, k_n)],
                NormalLaw::Hertz { damping_ratio } => {
                    self.hertz.map_or([0.0; 2], |pair| pair.constants(self.mass, damping_ratio))
                }
            },
            springs: [self.unit.slide, self.unit.roll_i, self.unit.spin].map(per_step),
        }
    }
}

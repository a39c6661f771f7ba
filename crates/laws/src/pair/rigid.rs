//! The laws of rigid contacts as a set: which laws belong to it, when they apply, and the limits of their friction
//! cones.

use crate::friction::law::NormalForceKind;
use crate::friction::parameters::{FrictionParameters, SpinModel};
use crate::library::roll::dae::DaeRoll;
use crate::library::slide::complementarity::ID;
use crate::library::slide::dae::Dae;
use crate::library::spin::dae::DaeSpin;
use crate::pair::choice::{AnyLaw, Friction, Laws};
use crate::{RollLaw, SlideLaw, SpinLaw};

impl AnyLaw {
    /// Fault and remedy of a law that does not fit the normal force: a law of rigid contacts without rigid contacts, or
    /// a spring law without a stiffness; `None` if the law fits.
    pub(crate) fn lacks_rigidity(
        &self,
        friction: &FrictionParameters,
        normal_force_kind: NormalForceKind,
    ) -> Option<[String; 2]> {
        let (id, component) = (self.info().id, self.component());
        match (self.is_cone(), normal_force_kind == NormalForceKind::Rigid) {
            (true, false) => Some([
                format!("`{id}` of {component} needs rigid contacts"),
                "write `normal: Rigid`, or use another law".to_owned(),
            ]),
            (false, true) if [Dae::ID, DaeRoll::ID, DaeSpin::ID].contains(&id) => Some([
                format!("`{id}` needs a normal force that is known before friction; rigid contacts do not provide one"),
                "use `complementarity`, or give `normal` an elastic law".to_owned(),
            ]),
            (false, true) if friction.k_e.is_infinite() => Some([
                format!("`{id}` of {component} needs a stiffness, and rigid contacts have none of their own"),
                "give `k_e`, or use `complementarity`".to_owned(),
            ]),
            (true, true) | (false, false) if self.has_no_limit(friction) => Some([
                format!("`{id}` of {component} has no limit: the torque of Hertz spin is not proportional to N"),
                format!("write `{}(sigma: 1e-3)`, in m", self.name_in_scenes()),
            ]),
            (false, false) if friction.k_e.is_infinite() && self.takes_stiffness(friction) => Some([
                format!("`{id}` of {component} needs a stiffness, and there is no `k_e`"),
                "give `k_e`, or use a law without one".to_owned(),
            ]),
            _ => None,
        }
    }

    /// True for a spin law with a limit σN whose σ is given neither by the law nor by the scene.
    fn has_no_limit(&self, friction: &FrictionParameters) -> bool {
        let own = match self {
            Self::Spin(SpinLaw::ComplementaritySpin(law)) => law.sigma,
            Self::Spin(SpinLaw::DaeSpin(law)) => law.sigma,
            _ => return false,
        };
        friction.spin == SpinModel::Hertz && own.is_none()
    }

    /// A rigid contact law that takes over unspecified limits from `old`, if that is also a rigid contact law.
    pub fn with_limits_of(mut self, mut old: Self) -> Self {
        if self.is_cone() && old.is_cone() && self.component() == old.component() {
            for (own, before) in self.numbers().into_iter().zip(old.numbers()) {
                *own = own.or(*before);
            }
        }
        self
    }

    /// The μ given in a rigid slide law itself; `None` under any other slide law or if it takes the scene's.
    pub fn own_mu(&self) -> Option<f64> {
        match self {
            Self::Slide(SlideLaw::Complementarity(law)) => law.mu,
            _ => None,
        }
    }

    /// True for a law that uses K_E or a value derived from it, unless it is switched off.
    fn takes_stiffness(self, friction: &FrictionParameters) -> bool {
        match self {
            Self::Slide(law) => law.takes_stiffness(friction),
            Self::Roll(law) => law.takes_stiffness(friction),
            Self::Spin(law) => law.takes_stiffness(friction),
        }
    }

    /// True for a law of rigid contacts, a friction cone.
    pub fn is_cone(&self) -> bool {
        self.info().id == ID
    }
}

impl Laws {
    /// The laws of rigid contacts: friction cones.
    pub fn rigid() -> Self {
        Self {
            slide: SlideLaw::Complementarity(Default::default()),
            roll: RollLaw::ComplementarityRoll(Default::default()),
            spin: SpinLaw::ComplementaritySpin(Default::default()),
        }
    }

    /// Which of slide, roll and spin loads the solver of coupled friction finds, for all contacts of a case together and
    /// given the normal forces: those of `dae`, and of a slide law with `coupling: Implicit`.
    #[inline]
    pub fn coupled(&self) -> [bool; 3] {
        [
            self.dae().is_some() || self.slide.is_implicit(),
            matches!(self.roll, RollLaw::DaeRoll(_)),
            matches!(self.spin, SpinLaw::DaeSpin(_)),
        ]
    }

    /// The slide law `dae`.
    #[inline]
    pub fn dae(&self) -> Option<&Dae> {
        match &self.slide {
            SlideLaw::Dae(law) => Some(law),
            _ => None,
        }
    }

    /// True if the solver of coupled friction finds a load ([`Self::coupled`]).
    #[inline]
    pub fn is_coupled(&self) -> bool {
        self.coupled().contains(&true)
    }

    /// True if any of the laws uses K_E or a value derived from it.
    pub fn take_stiffness(&self, friction: &FrictionParameters) -> bool {
        self.each().into_iter().any(|law| law.takes_stiffness(friction))
    }

    /// True if any law uses springs; all do except the laws of rigid contacts.
    pub fn has_springs(&self) -> bool {
        self.each().iter().any(|law| !law.is_cone())
    }
}

impl Friction {
    /// True for the rigid counterpart of a spring contact: its limits are derived from the spring parameters.
    pub fn is_counterpart(&self) -> bool {
        !self.laws.has_springs() && self.k_e.is_finite()
    }

    /// True if static and kinetic friction share one μ: in rigid contacts, and with static friction as a constraint.
    pub fn has_one_mu(&self) -> bool {
        self.laws.dae().is_some() || self.cones()[0] && !self.is_counterpart()
    }

    /// True if static and kinetic friction across a grain share one μ: in rigid contacts.
    pub fn has_one_mu_across(&self) -> bool {
        self.cones()[0]
    }

    /// μ (1), ρ and σ (m) of a rigid contact; 0 for a component under another law. `radius`: R_eff, m, 0 if the pair
    /// does not roll.
    pub fn cone(&self, radius: f64) -> [f64; 3] {
        let mu = match &self.laws.slide {
            SlideLaw::Complementarity(law) => law.mu.unwrap_or(self.mu_k),
            _ => 0.0,
        };
        let rho = match &self.laws.roll {
            RollLaw::ComplementarityRoll(law) => law.limit(self, radius),
            _ => 0.0,
        };
        let sigma = match &self.laws.spin {
            SpinLaw::ComplementaritySpin(law) => law.limit(self),
            _ => 0.0,
        };
        [mu, rho, sigma]
    }

    /// ρ and σ (m) of roll and spin friction as a constraint; `None` under another law. `radius`: R_eff, m, 0 if the pair
    /// does not roll.
    pub fn dae_torques(&self, radius: f64) -> [Option<f64>; 2] {
        let rho = match &self.laws.roll {
            RollLaw::DaeRoll(law) => Some(law.limit(self, radius)),
            _ => None,
        };
        let sigma = match &self.laws.spin {
            SpinLaw::DaeSpin(law) => Some(law.limit(self)),
            _ => None,
        };
        [rho, sigma]
    }

    /// True if any law uses K_E or a value derived from it.
    pub fn takes_stiffness(&self) -> bool {
        self.laws.take_stiffness(&self.parameters)
    }

    /// True if a law needs a stiffness and none is given.
    pub fn lacks_stiffness(&self) -> bool {
        self.k_e.is_infinite() && self.takes_stiffness()
    }

    /// True if the slide law is `dae` and neither roll nor spin friction is on.
    pub fn is_dae_alone(&self) -> bool {
        let of_paper = matches!((&self.laws.roll, &self.laws.spin), (RollLaw::FangNegrut(_), SpinLaw::FangNegrut(_)));
        self.laws.dae().is_some() && of_paper && !self.rolls() && self.spin == SpinModel::Off
    }

    /// μ of the slide law `dae`; `None` under another law.
    pub fn dae_mu(&self) -> Option<f64> {
        self.laws.dae().map(|law| law.mu.unwrap_or(self.mu_k))
    }

    /// True if any law uses springs and a stiffness is given.
    pub fn has_springs(&self) -> bool {
        self.laws.has_springs() && self.k_e.is_finite()
    }

    /// Which of slide, roll and spin follow a law of rigid contacts.
    pub fn cones(&self) -> [bool; 3] {
        [
            matches!(self.laws.slide, SlideLaw::Complementarity(_)),
            matches!(self.laws.roll, RollLaw::ComplementarityRoll(_)),
            matches!(self.laws.spin, SpinLaw::ComplementaritySpin(_)),
        ]
    }
}

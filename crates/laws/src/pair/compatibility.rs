//! What a grain and a limit surface require of the laws of a pair.

use crate::friction::law::NormalForceKind;
use crate::friction::limit::anisotropy::{GrainRule, LimitEllipse};
use crate::friction::limit::cones::{Limits, PARTS, Rows};
use crate::friction::limit::limit_surface::LimitSurface;
use crate::friction::parameters::{FrictionParameters, SpinModel};
use crate::pair::choice::{AnyLaw, Friction};
use crate::{SlideLaw, Vec2};

/// A fault and its remedy.
type FaultAndRemedy = [String; 2];

impl AnyLaw {
    /// Fault and remedy of a law that does not know the grain or the limit surface of the pair; `None` if it does.
    pub(crate) fn lacks_coupling(
        &self,
        friction: &FrictionParameters,
        normal_force_kind: NormalForceKind,
    ) -> Option<FaultAndRemedy> {
        let fault = |what: String, remedy: &str| Some([what, remedy.to_owned()]);
        let id = self.info().id;
        let (is_rigid, limit) = (normal_force_kind == NormalForceKind::Rigid, friction.limit);
        if let (Self::Slide(law), Some(across)) = (self, friction.across) {
            if !law.knows_grain() {
                let remedy = "leave out `across`, or use `fang-negrut`, `cundall-strack` or `complementarity`";
                return fault(format!("`{id}` of slide is the same along and across a grain"), remedy);
            }
            if self.is_cone() && across.rule == GrainRule::Collinear {
                let remedy = "write `grain_rule: Associated`, or give `normal` an elastic law";
                return fault("rigid contacts know the rule `Associated` alone".to_owned(), remedy);
            }
            if friction.slide_given.has_tables() {
                return fault(
                    "a curve of slide is the same along and across a grain".to_owned(),
                    "leave out one of them",
                );
            }
            if limit != LimitSurface::Independent && !self.is_cone() {
                let remedy = "leave out `across` or `limit`, or write `normal: Rigid` and `limit: Ellipsoid`";
                return fault("springs have no limit surface with a grain".to_owned(), remedy);
            }
        }
        if limit == LimitSurface::Independent || matches!(self, Self::Roll(_)) {
            return None;
        }
        let (component, knows, given) = match self {
            Self::Slide(law) => ("slide", law.knows_limit(), &friction.slide_given),
            Self::Spin(law) => ("spin", law.knows_limit(), &friction.spin_given),
            Self::Roll(_) => return None,
        };
        if !knows {
            let remedy = "write `limit: Independent`, or use `fang-negrut` (for slide also `cundall-strack`) or `complementarity`";
            return fault(format!("`{id}` of {component} has a limit of its own"), remedy);
        }
        if is_rigid && limit != LimitSurface::Ellipsoid {
            let remedy = "write `limit: Ellipsoid`, or give `normal` an elastic law";
            return fault("rigid contacts know the limit surface `Ellipsoid` alone".to_owned(), remedy);
        }
        if given.has_tables() {
            let what = format!("a curve of {component} has no limit surface");
            return fault(what, "leave out the curve, or write `limit: Independent`");
        }
        match self {
            Self::Slide(SlideLaw::CundallStrack(law)) if law.mu.is_some() => {
                let remedy = "leave out `mu` of the law, and give `mu_k`";
                fault("the limit surface has the coefficient of friction of the pair".to_owned(), remedy)
            }
            Self::Spin(_) if friction.spin == SpinModel::Off && !self.is_cone() => {
                let remedy = "give `spin:` a model, or write `limit: Disk(radius: ...)` or `limit: Hertz`";
                fault("an ellipsoid needs the limit of spin, and there is no spin friction".to_owned(), remedy)
            }
            _ => None,
        }
    }
}

impl Friction {
    /// True if slide friction is the same in all directions.
    pub fn is_isotropic(&self) -> bool {
        self.across.is_none()
    }

    /// s, m/s: how fast the relaxed form of rigid contacts lifts a contact with these limits and this motion (rows n, u,
    /// w of V, m/s, and u, w, n of W, rad/s); `grain`: e1, components (u, w).
    pub fn lift(&self, motion: &Rows, limits: &Limits, grain: Option<Vec2>) -> f64 {
        let mut each = PARTS.map(|part| motion[part].iter().map(|x| x * x).sum::<f64>().sqrt());
        each.iter_mut().zip(limits).for_each(|(size, limit)| *size *= limit);
        if let Some((along, across)) = grain.zip(self.across) {
            let limit = LimitEllipse { along, axes: [limits[0], across.mu_k], rule: across.rule };
            let [a, b] = limit.components(&Vec2::new(motion[1], motion[2]));
            each[0] = libm::hypot(limit.axes[0] * a, limit.axes[1] * b);
        }
        if self.is_joined() { each.iter().map(|x| x * x).sum::<f64>().sqrt() } else { each.iter().sum() }
    }

    /// True if slide and spin of rigid contacts, with roll, share one ellipsoid.
    pub fn is_joined(&self) -> bool {
        self.limit == LimitSurface::Ellipsoid
    }
}

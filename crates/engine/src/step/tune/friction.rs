//! Edits of the basic parameters.

use super::edit::Basic;
use crate::laws::choice::Friction;
use crate::laws::parameters::{RollReduction, SpinModel};
use crate::world::Cases;
use bevy_ecs::prelude::*;

impl Basic {
    /// Writes the value into `friction` if the resulting parameters are valid.
    pub fn write(self, friction: &mut Friction, value: f64) -> Result<(), String> {
        let mut new = *friction;
        if !friction.laws.has_springs() && !friction.is_counterpart() && !matches!(self, Self::MuS | Self::MuK) {
            return Err("a rigid contact has no springs: its limits are μ and the parameters of its laws".to_owned());
        }
        match self {
            Self::MuS | Self::MuK if new.has_one_mu() => (new.mu_s, new.mu_k) = (value, value),
            Self::MuS => new.mu_s = value,
            Self::MuK => new.mu_k = value,
            Self::KE => new.k_e = value,
            Self::EtaR => match &mut new.roll {
                RollReduction::Together(eta_r) => *eta_r = value,
                RollReduction::Apart { .. } => return Err("this roll friction has eta_e and eta_theta".to_owned()),
            },
            Self::EtaE | Self::EtaTheta => match &mut new.roll {
                RollReduction::Apart { eta_e, .. } if self == Self::EtaE => *eta_e = value,
                RollReduction::Apart { eta_theta, .. } => *eta_theta = value,
                RollReduction::Together(_) => return Err("this roll friction has only eta_r".to_owned()),
            },
            Self::EtaPsi => match &mut new.spin {
                SpinModel::Heuristic { eta_psi, .. } => *eta_psi = value,
                _ => return Err("this spin friction has no eta_psi".to_owned()),
            },
        }
        if !(value.is_finite() && value >= 0.0) {
            return Err(format!("{value} is negative or not a number"));
        }
        if !(new.k_e > 0.0 && new.roll.eta_theta() > 0.0) {
            return Err("k_e and eta_theta must be positive".to_owned());
        }
        if matches!(self, Self::EtaR | Self::EtaE) && value == 0.0 {
            new.roll_given = new.roll_given.without_spring(); // 0 switches roll friction off, as in a scene file
        }
        if new.lacks_stiffness() {
            return Err("this friction has no k_e: give it first".to_owned());
        }
        if new.mu_s < new.mu_k {
            return Err(format!("mu_s = {} would be below mu_k = {}", new.mu_s, new.mu_k));
        }
        if let Some([what, remedy]) = new.slip_curve_fault() {
            return Err(format!("{what}; {remedy}"));
        }
        *friction = new;
        Ok(())
    }

    /// The value in `friction`; `None` for η_ψ of a spin model without one, for the form of η_r not in use, and in
    /// rigid contacts for all but the single μ.
    pub fn read(self, friction: &Friction) -> Option<f64> {
        if self != Self::MuS && !friction.laws.has_springs() && !friction.is_counterpart() {
            return None;
        }
        Some(match self {
            Self::MuS => friction.mu_s,
            Self::MuK => friction.mu_k,
            Self::KE if friction.k_e.is_infinite() => return None,
            Self::KE => friction.k_e,
            Self::EtaR => match friction.roll {
                RollReduction::Together(eta_r) => eta_r,
                RollReduction::Apart { .. } => return None,
            },
            Self::EtaE | Self::EtaTheta => match friction.roll {
                RollReduction::Apart { eta_e, .. } if self == Self::EtaE => eta_e,
                RollReduction::Apart { eta_theta, .. } => eta_theta,
                RollReduction::Together(_) => return None,
            },
            Self::EtaPsi => return friction.eta_psi(),
        })
    }
}

pub(super) fn set_basic(world: &mut World, rule: Option<usize>, which: Basic, value: f64) -> Result<(), String> {
    let mut lanes = world.resource_mut::<Cases>();
    let mut done = Err("there is no such pair rule".to_owned());
    for lane in &mut lanes.0 {
        let friction = match rule {
            None => Some(&mut lane.friction),
            Some(n) => lane.pairs.get_mut(n).map(|rule| &mut rule.friction),
        };
        if let Some(friction) = friction {
            done = which.write(friction, value);
        }
    }
    done
}

//! Edits of the five basic parameters.

use super::edit::Basic;
use crate::laws::choice::Friction;
use crate::laws::parameters::SpinModel;
use crate::world::Cases;
use bevy_ecs::prelude::*;

impl Basic {
    /// Writes the value into `friction` if the result is a legal set of parameters.
    pub fn write(self, friction: &mut Friction, value: f64) -> Result<(), String> {
        let mut new = *friction;
        match self {
            Self::MuS => new.mu_s = value,
            Self::MuK => new.mu_k = value,
            Self::KE => new.k_e = value,
            Self::EtaR => {
                new.eta_r = value;
                if value == 0.0 {
                    new.roll_given.stiffness = None; // 0 switches roll friction off, as in a scene file
                }
            }
            Self::EtaPsi => match &mut new.spin {
                SpinModel::Heuristic { eta_psi, .. } => *eta_psi = value,
                _ => return Err("this spin friction has no eta_psi".to_owned()),
            },
        }
        if !(value.is_finite() && value >= 0.0) {
            return Err(format!("{value} is not a number of 0 or more"));
        }
        if new.k_e <= 0.0 {
            return Err("k_e must be positive".to_owned());
        }
        if new.mu_s < new.mu_k {
            return Err(format!("mu_s = {} would be below mu_k = {}", new.mu_s, new.mu_k));
        }
        *friction = new;
        Ok(())
    }

    /// The value in `friction`; `None` for η_ψ of a spin model without one.
    pub fn read(self, friction: &Friction) -> Option<f64> {
        Some(match self {
            Self::MuS => friction.mu_s,
            Self::MuK => friction.mu_k,
            Self::KE => friction.k_e,
            Self::EtaR => friction.eta_r,
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

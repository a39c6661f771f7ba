//! Edits of the basic friction parameters.

use crate::laws::pair::friction_parameter::FrictionParameter;
use crate::world::Cases;
use bevy_ecs::prelude::*;

/// Sets a parameter in the friction of a rule (`None`: the scene's own) of every case.
pub(super) fn set(world: &mut World, rule: Option<usize>, which: FrictionParameter, value: f64) -> Result<(), String> {
    let mut cases = world.resource_mut::<Cases>();
    let mut done = Err("there is no such pair rule".to_owned());
    for case in &mut cases.0 {
        let friction = match rule {
            None => Some(&mut case.friction),
            Some(n) => case.pairs.get_mut(n).map(|rule| &mut rule.friction),
        };
        if let Some(friction) = friction {
            done = which.write(friction, value);
        }
    }
    done
}

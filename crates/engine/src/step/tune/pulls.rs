//! Edits of external loads.

use super::bodies::{each, movable_motion};
use super::edit::finite;
use crate::laws::Vec3;
use crate::laws::pull::Pull;
use crate::world::Clock;
use crate::world::pull::Pulls;
use bevy_ecs::prelude::*;

pub(super) fn hold(world: &mut World, body: u32, pull: &Pull) -> Result<(), String> {
    if !pull.is_sound() {
        return Err("a number of the pull is not finite, or a stiffness is negative".to_owned());
    }
    for entity in each(world, body)? {
        movable_motion(world, entity)?;
        let mut entity = world.entity_mut(entity);
        match entity.get_mut::<Pulls>() {
            Some(mut pulls) => pulls.of_hand = Some(*pull),
            None => {
                entity.insert(Pulls { of_hand: Some(*pull), ..Default::default() });
            }
        }
    }
    Ok(())
}

pub(super) fn release(world: &mut World, body: u32) -> Result<(), String> {
    let mut done = Err("no pull holds this body".to_owned());
    for entity in each(world, body)? {
        if let Some(mut pulls) = world.get_mut::<Pulls>(entity)
            && pulls.of_hand.take().is_some()
        {
            done = Ok(());
        }
    }
    done
}

pub(super) fn change(
    world: &mut World,
    body: u32,
    number: usize,
    stiffness: f64,
    velocity: &Vec3,
) -> Result<(), String> {
    finite(&[*velocity])?;
    if !(stiffness.is_finite() && stiffness >= 0.0) {
        return Err(format!("a stiffness of {stiffness} is negative or not a number"));
    }
    let now = world.resource::<Clock>().time();
    for entity in each(world, body)? {
        let pulls = world.get_mut::<Pulls>(entity);
        let spring =
            pulls.and_then(|pulls| pulls.map_unchanged(|pulls| &mut pulls.of_scene).into_inner().get_mut(number));
        let Some(Pull::Spring { anchor, velocity: v, since, stiffness: k, schedule, .. }) = spring else {
            return Err(format!("the scene has no spring {number} on this body"));
        };
        *anchor += *v * schedule.elapsed(*since, now);
        (*since, *v, *k) = (now, *velocity, stiffness);
    }
    Ok(())
}

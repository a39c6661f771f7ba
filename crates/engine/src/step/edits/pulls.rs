//! Edits of external loads.

use super::bodies::{each, movable_motion};
use super::edit::finite;
use crate::laws::Vec3;
use crate::laws::motion::pull::{LinkEnd, MovingEnd, Pull};
use crate::laws::motion::schedule::Schedule;
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
        match of_scene(world, entity, number) {
            Some(
                Pull::Spring { anchor, velocity: v, since, stiffness: k, schedule, .. }
                | Pull::Link {
                    end: LinkEnd::World(MovingEnd { anchor, velocity: v, since, schedule }),
                    stiffness: k,
                    ..
                },
            ) => {
                *anchor += *v * schedule.elapsed(*since, now);
                (*since, *v, *k) = (now, *velocity, stiffness);
            }
            Some(Pull::Link { end: LinkEnd::Body { .. }, stiffness: k, .. }) => {
                if *velocity != Vec3::zeros() {
                    return Err("a link between two bodies has no end that moves by itself".to_owned());
                }
                *k = stiffness;
            }
            Some(Pull::Torsion { .. } | Pull::Ramp { .. }) | None => {
                return Err(format!("the scene has no spring {number} on this body"));
            }
        }
    }
    Ok(())
}

/// Gives a spring or force of the scene another factor over time; the anchor of a spring continues from its position.
pub(super) fn reschedule(world: &mut World, body: u32, number: usize, new: Schedule) -> Result<(), String> {
    let now = world.resource::<Clock>().time();
    for entity in each(world, body)? {
        match of_scene(world, entity, number) {
            Some(
                Pull::Spring { anchor, velocity, since, schedule, .. }
                | Pull::Link { end: LinkEnd::World(MovingEnd { anchor, velocity, since, schedule }), .. },
            ) => {
                *anchor += *velocity * schedule.elapsed(*since, now);
                (*since, *schedule) = (now, new);
            }
            Some(Pull::Ramp { schedule, .. }) => *schedule = new,
            Some(Pull::Torsion { .. } | Pull::Link { end: LinkEnd::Body { .. }, .. }) | None => {
                return Err(format!("the scene has no spring or force {number} on this body"));
            }
        }
    }
    Ok(())
}

/// A pull of the scene on a body, by its index among them.
fn of_scene(world: &mut World, entity: Entity, number: usize) -> Option<&mut Pull> {
    world.get_mut::<Pulls>(entity)?.into_inner().of_scene.get_mut(number)
}

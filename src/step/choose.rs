//! Another friction law for a running simulation.

use super::tune::EditLog;
use crate::laws::choice::{AnyLaw, Laws, Memories, Point};
use crate::scene::NormalLaw;
use crate::world::body::{Body, Stuff};
use crate::world::contact::{LawMemory, Pair, PairLaw, Paths, Roll, Slide, Spin};
use crate::world::{LaneRules, Lanes};
use bevy_ecs::prelude::*;

/// Puts a law into the friction of a rule (`None`: the scene's own) of every lane; [`refit_contacts`] then gives it to
/// the contacts. False if there is no such rule, or if the law lacks something there.
pub fn choose(lanes: &mut Lanes, rigid: bool, rule: Option<usize>, law: AnyLaw) -> bool {
    let mut done = false;
    for lane in &mut lanes.0 {
        done |= lane.choose(rigid, rule, law);
    }
    done
}

impl LaneRules {
    fn choose(&mut self, rigid: bool, rule: Option<usize>, law: AnyLaw) -> bool {
        let (friction, normal) = match rule {
            None => (&mut self.friction, self.normal),
            Some(k) => match self.pairs.get_mut(k) {
                Some(rule) => (&mut rule.friction, rule.normal),
                None => return false,
            },
        };
        let known = matches!(normal, NormalLaw::KnownWeight | NormalLaw::KnownForce(_));
        let fits = law.lacks(friction, known, !rigid).is_none();
        if fits {
            friction.laws.set(law);
        }
        fits
    }
}

//! State as components: a body is an entity, a contact is an entity, and everything with memory lives on them.

pub mod body;
pub mod contact;
pub mod contact_view;
pub(crate) mod inverse_mass;
pub mod ledger;
pub mod played;
pub mod pull;

use crate::laws::Vec3;
use crate::laws::friction::normal::NormalDamping;
use crate::laws::friction::parameters::Damping;
use crate::laws::pair::choice::Friction;
use crate::scene::{Cones, NormalLaw, PairRule, Scene, SettledLoad, TimedChange};
use bevy_ecs::prelude::*;
use body::Body;
use contact::PairLaw;
use std::ops::RangeBounds;

/// The independent case to which a body or contact belongs; bodies of different cases never touch.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[component(immutable, on_discard = body::redefine)]
pub struct CaseId(pub u32);

/// The shared settings of one case: gravity and the laws of its pairs.
#[derive(Clone, Debug)]
pub struct CaseRules {
    /// Gravity, m/s², world.
    pub gravity: Vec3,
    /// Friction of every pair that no rule names.
    pub friction: Friction,
    /// Normal force law of every pair that no rule names.
    pub normal: NormalLaw,
    /// Exceptions for some pairs; the last match wins.
    pub pairs: Vec<PairRule>,
    /// Settings of the rigid contact solver.
    pub solver: Cones,
    /// Changes of the scene's `edits:`, each with the number of steps done before it acts, in order.
    pub changes: Vec<(u64, TimedChange)>,
    /// Loads that friction holds at the start, in the order of the settled bodies.
    pub settled: Vec<SettledLoad>,
}

impl CaseRules {
    /// Copies the rules of a scene.
    pub fn from_scene(scene: &Scene) -> Self {
        Self {
            gravity: scene.gravity,
            friction: scene.friction,
            normal: scene.normal,
            pairs: scene.pairs.clone(),
            solver: scene.solver,
            changes: scene
                .edits
                .iter()
                .flat_map(|edit| edit.changes.iter().map(|change| (edit.step(scene.dt), *change)))
                .collect(),
            settled: scene.settled.clone(),
        }
    }

    /// The load that friction holds on body i at the start, N, world, where one of bodies i and j is settled on the other.
    pub(crate) fn held(&self, [i, j]: [u32; 2]) -> Option<Vec3> {
        let on = |body: u32, carrier: u32| {
            let at = self.settled.binary_search_by_key(&(body as usize), |settled| settled.bodies[0]).ok()?;
            Some(self.settled[at].force).filter(|_| self.settled[at].bodies[1] == carrier as usize)
        };
        on(i, j).map(|force| -force).or_else(|| on(j, i))
    }

    /// True if a change of the scene's `edits:` acts after this number of steps.
    pub fn changes_at(&self, step: u64) -> bool {
        self.changes.iter().any(|(at, _)| *at == step)
    }

    /// Makes the changes of rules by the scene's `edits:` that act after a number of steps within `steps`; the state of
    /// the bodies is theirs.
    pub fn make_changes(&mut self, steps: impl RangeBounds<u64>) {
        for k in 0..self.changes.len() {
            let (at, change) = self.changes[k];
            if !steps.contains(&at) {
                continue;
            }
            match change {
                TimedChange::Friction(None, friction) => self.friction = friction,
                TimedChange::Friction(Some(rule), friction) => self.pairs[rule].friction = friction,
                TimedChange::Gravity(gravity) => self.gravity = gravity,
                TimedChange::Solver(solver) => self.solver = solver,
                TimedChange::Body(..) => {}
            }
        }
    }

    /// Adapts the changes to come to a deleted body, after which the later bodies move up by one number.
    pub(crate) fn forget_body(&mut self, index: usize) {
        self.changes.retain(|(_, change)| !matches!(change, TimedChange::Body(body, _) if *body == index));
        for (_, change) in &mut self.changes {
            if let TimedChange::Body(body, _) = change {
                *body -= usize::from(*body > index);
            }
        }
        self.settled.retain(|settled| !settled.bodies.contains(&index));
        for body in self.settled.iter_mut().flat_map(|settled| &mut settled.bodies) {
            *body -= usize::from(*body > index);
        }
    }

    /// Laws of the pair of bodies i and j: from the last rule that names both, else from the scene.
    pub fn law(&self, i: &Body, j: &Body) -> PairLaw {
        self.law_of(self.rule(i, j))
    }

    /// Index of the last pair rule that names both bodies; `None` if there is none.
    pub fn rule(&self, i: &Body, j: &Body) -> Option<usize> {
        self.pairs.iter().rposition(|rule| rule.applies_to(i, j))
    }

    /// Normal force law of the pair rule with this index; `None` gives the scene's.
    pub fn normal_of(&self, rule: Option<usize>) -> &NormalLaw {
        rule.map_or(&self.normal, |k| &self.pairs[k].normal)
    }

    /// Laws of the pair rule with this index; `None` gives the scene's.
    pub fn law_of(&self, rule: Option<usize>) -> PairLaw {
        let (friction, normal) = match rule {
            Some(k) => (self.pairs[k].friction, self.pairs[k].normal),
            None => (self.friction, self.normal),
        };
        PairLaw { friction, normal, rule }
    }
}

/// Defaults without a scene: Earth's gravity along −z, hard Hooke contacts and friction of 0.5 and 0.4, including
/// rolling and spinning.
impl Default for CaseRules {
    fn default() -> Self {
        Self {
            gravity: Vec3::new(0.0, 0.0, -9.81),
            friction: Friction::default(),
            normal: NormalLaw::Hooke { k_n: 1e6, damping: NormalDamping::Given(Damping::Ratio(0.5)), tension: false },
            pairs: Vec::new(),
            solver: Cones::default(),
            changes: Vec::new(),
            settled: Vec::new(),
        }
    }
}

/// Rules of every case, by [`CaseId`] number; a single default entry until a scene is loaded.
#[derive(Resource, Clone, Debug)]
pub struct Cases(pub Vec<CaseRules>);

impl Default for Cases {
    fn default() -> Self {
        Self(vec![CaseRules::default()])
    }
}

/// Counts the steps; time is always `step · dt`, never a sum.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Steps done.
    pub step: u64,
    /// Step size Δt, s.
    pub dt: f64,
}

impl Clock {
    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.step as f64 * self.dt
    }

    /// Number of steps done, as contacts store it: 32 bits, saturating below the value reserved for contacts that do
    /// not touch.
    pub fn short(&self) -> u32 {
        u32::try_from(self.step).map_or(contact::Began::LAST, |step| step.min(contact::Began::LAST))
    }
}

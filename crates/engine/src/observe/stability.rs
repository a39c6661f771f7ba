//! Checks Δt against the critical time step of the contacts: of each spring alone, and of all springs together.
//!
//! The scheme is explicit (symplectic Euler, damping from the last step): a spring K with damping D on an effective
//! inertia m is stable while `K Δt² + 2 D Δt < 4 m`. The contacts of a body act together, and their joint motion
//! decides ([`crate::observe::coupled`]). Exceeding the critical step is reported, not refused: some of the paper's own scenes
//! exceed it while they slip, and the guard stops a run that diverges.

use crate::laws::Vec3;
use crate::laws::friction::element::Spring;
use crate::laws::friction::normal::effective_mass;
use crate::laws::friction::parameters::{Derived, Overrides};
use crate::laws::math::extremes::{larger, smallest};
use crate::laws::motion::inertia_about;
use crate::observe::coupled::{ContactComponent, SpringRow, critical_ratio, joint_critical_ratio};
use crate::observe::normal_springs::normal_springs;
use crate::observe::state::{BodyState, ContactView, State};
use serde::{Deserialize, Serialize};

/// The largest Δt/Δt_crit seen so far, by component; 0 where the component never acted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stability {
    /// Slide spring on the effective mass of the contact point.
    pub slide: f64,
    /// Roll spring of either body on the smaller inertia.
    pub roll: f64,
    /// Spin spring on the smaller inertia.
    pub spin: f64,
    /// Normal spring at the current overlap, on the effective mass of the bodies.
    pub normal: f64,
    /// All springs and dashpots of the contacts together: the decisive ratio.
    pub coupled: f64,
    /// Component that contributes most to the fastest joint motion.
    pub coupled_by: Option<ContactComponent>,
    /// True if an undamped normal spring has acted: such a contact never comes to rest and may chatter.
    pub undamped_normal: bool,
}

/// Interval of the joint check in a run, steps. The check costs as much as several steps of its contacts; the first
/// state with contacts is always checked.
pub const STABILITY_EVERY: u64 = 256;
/// Interval of the joint check with more contacts than [`MANY_CONTACTS`], steps.
const LONG_CHECK_INTERVAL: u64 = 4096;
/// Number of contacts above which [`LONG_CHECK_INTERVAL`] replaces [`STABILITY_EVERY`].
const MANY_CONTACTS: usize = 100;

impl Stability {
    /// Updates the maxima from the contacts of a state of a run; the joint check is made at intervals.
    pub fn note(&mut self, state: &State, dt: f64) {
        let every = if state.contacts.len() > MANY_CONTACTS { LONG_CHECK_INTERVAL } else { STABILITY_EVERY };
        self.note_contacts(state, (dt, &[]), self.coupled == 0.0 || state.step.is_multiple_of(every));
    }

    /// Updates the maxima from a single state, with the joint check. `resting_loads`: minimum force that each contact will
    /// carry, N, by contact; empty for none.
    pub fn note_once(&mut self, state: &State, dt: f64, resting_loads: &[f64]) {
        self.note_contacts(state, (dt, resting_loads), true);
    }

    /// Updates the maxima with a normal spring that will act on a mass, kg, before the contact exists.
    pub(crate) fn note_impact(&mut self, (spring, mass): &(Spring, f64), dt: f64) {
        let ratio = critical_ratio(spring, *mass, dt);
        self.normal = larger(self.normal, ratio);
        if ratio > self.coupled {
            (self.coupled, self.coupled_by) = (ratio, Some(ContactComponent::Normal));
        }
    }

    fn note_contacts(&mut self, state: &State, (dt, resting_loads): (f64, &[f64]), is_joint: bool) {
        let masses: Vec<_> =
            if is_joint { state.bodies.iter().map(BodyState::inverse_mass).collect() } else { Vec::new() };
        let normal = normal_springs(state, resting_loads);
        let mut rows = Vec::with_capacity(if is_joint { 6 * state.contacts.len() } else { 0 });
        for (contact, normal) in state.contacts.iter().zip(normal) {
            let Some(pair) = state.pair(contact) else { continue };
            let springs = steepest(contact);
            self.note_contact(contact, pair, (&springs, normal.as_ref()), dt);
            if is_joint {
                add_rows(&mut rows, contact, pair, (&springs, normal.as_ref()));
            }
        }
        if let Some((ratio, part)) = joint_critical_ratio(&masses, &rows, dt)
            && (ratio > self.coupled || ratio.is_nan())
        {
            (self.coupled, self.coupled_by) = (ratio, Some(part));
        }
    }

    fn note_contact(
        &mut self,
        contact: &ContactView,
        pair: [&BodyState; 2],
        (springs, normal): (&Derived, Option<&Spring>),
        dt: f64,
    ) {
        let frame = &contact.frame.now;
        self.slide = larger(self.slide, critical_ratio(&springs.slide, point_mass(contact, pair), dt));
        let least = |axis: &Vec3| smallest(pair.iter().map(|body| inertia(body, axis)));
        let rolling = smallest([least(&frame.u), least(&frame.w)]);
        for spring in [&springs.roll_i, &springs.roll_j] {
            self.roll = larger(self.roll, critical_ratio(spring, rolling, dt));
        }
        self.spin = larger(self.spin, critical_ratio(&springs.spin, least(&frame.n), dt));
        if let Some(spring) = normal {
            let mass = effective_mass(pair[0].mass.mass, pair[1].mass.mass);
            self.normal = larger(self.normal, critical_ratio(spring, mass, dt));
            self.undamped_normal |= spring.damping == 0.0;
        }
    }

    /// Warnings for the user, one line each.
    pub fn warnings(&self) -> Vec<String> {
        let ratio = self.coupled;
        let over = (ratio.is_nan() || ratio >= 1.0).then(|| {
            format!(
                "dt is {} times the critical step of the {} springs, where all contacts of a body act together: sticking \
                 contacts oscillate or diverge; use a smaller dt, less damping or a smaller stiffness",
                if ratio < 1e4 { format!("{ratio:.2}") } else { format!("{ratio:.1e}") },
                self.coupled_by.map_or("contact", ContactComponent::name)
            )
        });
        let undamped = self.undamped_normal.then(|| {
            "the normal force has no damping: bodies bounce forever and may chatter; give it a `restitution` below 1"
                .to_string()
        });
        over.into_iter().chain(undamped).collect()
    }
}

/// Adds the rows of a contact: its normal force, slide along u and w, roll about u and w of each body, and spin.
fn add_rows(
    rows: &mut Vec<SpringRow>,
    contact: &ContactView,
    pair: [&BodyState; 2],
    (springs, normal): (&Derived, Option<&Spring>),
) {
    let key = &contact.pair.key;
    let bodies = [key.i as usize, key.j as usize];
    let frame = &contact.frame.now;
    let arms = pair.map(|body| contact.touch.c - body.x);
    let mut add = |spring: &Spring, part: ContactComponent, along: Vec3, about: [Vec3; 2]| {
        if spring.stiffness != 0.0 || spring.damping != 0.0 {
            rows.push(SpringRow { bodies, along, about, spring: *spring, part });
        }
    };
    let at_point = |t: &Vec3| (*t, [arms[0].cross(t), -arms[1].cross(t)]);
    if let Some(spring) = normal {
        let (along, about) = at_point(&frame.n);
        add(spring, ContactComponent::Normal, along, about);
    }
    let still = Vec3::zeros();
    for t in [&frame.u, &frame.w] {
        let (along, about) = at_point(t);
        add(&springs.slide, ContactComponent::Slide, along, about);
        if contact.law.friction.laws.roll.tracks_each_surface() {
            // A body rolls with its own path; a flat face has none.
            for (spring, kappa, about) in [
                (&springs.roll_i, contact.paths.kappa_i, [*t, still]),
                (&springs.roll_j, contact.paths.kappa_j, [still, *t]),
            ] {
                if kappa != 0.0 {
                    add(spring, ContactComponent::Roll, still, about);
                }
            }
        } else {
            add(&springs.roll_i, ContactComponent::Roll, still, [*t, -t]);
        }
    }
    add(&springs.spin, ContactComponent::Spin, still, [frame.n, -frame.n]);
}

/// Springs of a contact. For load and damping curves, takes the steepest slope, an upper bound.
fn steepest(contact: &ContactView) -> Derived {
    let (friction, share) = (&contact.law.friction, contact.normal.share);
    let of = |given: &Overrides, spring: &Spring| {
        let stiffness = given.curves.map_or(spring.stiffness, |curves| curves.steepest() * share);
        let damping = given.damping_curve.map_or(spring.damping, |curve| curve.steepest() * share);
        if spring.is_on() { Spring { stiffness, damping, ..*spring } } else { *spring }
    };
    let Derived { slide, roll_i, roll_j, spin } = &contact.normal.derived;
    Derived {
        slide: of(&friction.slide_given, slide),
        roll_i: of(&friction.roll_given, roll_i),
        roll_j: of(&friction.roll_given, roll_j),
        spin: of(&friction.spin_given, spin),
    }
}

/// The smaller effective mass of a contact point along u and w, kg.
pub(crate) fn point_mass(contact: &ContactView, pair: [&BodyState; 2]) -> f64 {
    let compliance = |t: &Vec3| pair.iter().map(|body| inverse_mass_along(body, &contact.touch.c, t)).sum::<f64>();
    1.0 / larger(compliance(&contact.frame.now.u), compliance(&contact.frame.now.w))
}

/// Inverse effective mass of the body at `c` along the unit vector `t`, 1/kg.
fn inverse_mass_along(body: &BodyState, c: &Vec3, t: &Vec3) -> f64 {
    body.inverse_mass().twice_energy(t, &(c - body.x).cross(t))
}

fn inertia(body: &BodyState, axis: &Vec3) -> f64 {
    if body.mass.mass.is_finite() { inertia_about(&body.mass.inertia, &body.q, axis) } else { f64::INFINITY }
}

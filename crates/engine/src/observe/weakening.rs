//! Warnings about slide laws that weaken with speed or slip, from the first contacts of a scene.

use crate::laws::friction::law::Weakening;
use crate::laws::math::extremes::larger;
use crate::observe::stability::point_mass;
use crate::observe::state::{ContactView, State};

/// Warnings about the slide laws of speed and rest, one line each; `loads`: normal force that each contact will carry, N.
///
/// - Friction that falls with speed faster than m/(N Δt) is blurred over some steps.
/// - A contact spring softer than b N/D_c lets a step of `rate-state` have several solutions; softer than
///   (b − a) N/D_c, the contact stick-slips by itself.
pub(crate) fn warnings(state: &State, dt: f64, loads: &[f64]) -> Vec<String> {
    let mut worst = [None; 2];
    for (contact, load) in state.contacts.iter().zip(loads) {
        let normal = larger(contact.normal.n, *load);
        let share = contact.normal.share;
        let (which, found) = match of_contact(state, contact, normal, dt) {
            Weakens::Never => continue,
            Weakens::WithSpeed(ratio) => (0, (ratio, 1.0)),
            Weakens::WithSlip { stiffness, least } => (1, (least / share / stiffness, least / share)),
        };
        if found.0 > 1.0 && worst[which].is_none_or(|before: (f64, f64)| found.0 > before.0) {
            worst[which] = Some(found);
        }
    }
    let blurred = worst[0].map(|(ratio, _)| {
        format!(
            "friction falls with speed faster than a step can follow: |dmu/dv| N dt/m is {ratio:.2}, above 1, so that the \
             fall is blurred over some steps; use a smaller dt or a larger `v_s`"
        )
    });
    let soft = worst[1].map(|(_, least)| {
        format!(
            "the contact spring is softer than b N/d_c = {least:.2e} N/m of `rate-state`: a step may have several solutions, \
             of which the fastest slip is taken; raise `k_e` or the law's `stiffness`, or raise `d_c`"
        )
    });
    blurred.into_iter().chain(soft).collect()
}

/// How friction of a contact weakens.
enum Weakens {
    /// It does not.
    Never,
    /// With the slip speed: |μ'| N Δt/m_t.
    WithSpeed(f64),
    /// With slip: K and b N/D_c of this point, N/m.
    WithSlip { stiffness: f64, least: f64 },
}

fn of_contact(state: &State, contact: &ContactView, normal: f64, dt: f64) -> Weakens {
    let friction = &contact.law.friction;
    let slide = &friction.laws.slide;
    let fall = match slide.weakening(&friction.parameters) {
        Some(Weakening::WithSpeed(fall)) => fall,
        Some(Weakening::WithSlip { at_once, .. }) => {
            let stiffness = friction.tangential_stiffness(slide.own_stiffness());
            return Weakens::WithSlip { stiffness, least: at_once * normal };
        }
        None => return Weakens::Never,
    };
    let Some(pair) = state.pair(contact) else { return Weakens::Never };
    Weakens::WithSpeed(fall * normal / contact.normal.share * dt / point_mass(contact, pair))
}

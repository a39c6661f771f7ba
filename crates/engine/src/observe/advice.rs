//! Warnings, before a run, about valid scenes that probably do not do what their author intends.

use crate::laws::Vec3;
use crate::laws::math::extremes::largest;
use crate::laws::math::order::sort_by;
use crate::observe::stability::Stability;
use crate::observe::state::{BodyState, ContactView, State, observe};
use crate::observe::weakening;
use crate::scene::penetration::Penetration;
use crate::scene::text::plural::counted;
use crate::scene::{BodySpec, Motion, NormalLaw, Scene};
use crate::shapes::Shape;
use crate::shapes::overlap::common_extent;
use crate::step::contacts::pair_constants::TouchingCounts;
use crate::step::{StepPlugin, spawn};
use crate::world::CaseId;
use bevy_app::App;

/// An initial overlap above this fraction of the smaller body's size is reported, as it is hardly intended.
const MAX_INITIAL_OVERLAP: f64 = 0.1;

/// Warnings about a scene and its initial state, one line each.
///
/// Empty for an imported run, which is played back instead of computed.
pub fn warnings(scene: &Scene, first: &State) -> Vec<String> {
    if scene.played.is_some() {
        return Vec::new();
    }
    let lines = [whole_steps(scene), shared_weight(first), overlaps(first), disks(first)];
    let more = [apart(scene), long_step(scene), fast_shake(scene), no_friction(scene), penetration(scene)];
    let found = lines.into_iter().chain(more).chain([late_edits(scene)]).flatten();
    scene.remarks.iter().cloned().chain(found).collect()
}

/// Warns of a change of `edits:` after the end of the run.
fn late_edits(scene: &Scene) -> Option<String> {
    let is_late = |at: f64| at > scene.duration;
    let place = scene.edits.iter().position(|edit| is_late(edit.at))?;
    let (at, end) = (scene.edits[place].at, scene.duration);
    Some(format!("edits.{place} changes nothing: it acts at {at} s, and the run ends at {end} s"))
}

/// In a scene with more bodies, the contacts that only touch at the start are not checked.
const MAX_CHECKED_BODIES: usize = 20_000;

/// The warnings of [`warnings`], plus those of [`step_size`]; of many bodies also the contacts that overlap at the start
/// are checked.
pub fn at_start(scene: &Scene, first: &State) -> Vec<String> {
    let mut lines = warnings(scene, first);
    lines.extend(step_warnings(scene, Some(first)));
    lines
}

/// Warnings about Δt, from the stiffness of the contacts and of the first impacts, before a run. Contacts that only touch
/// at the start count too: their springs will carry whatever rests on them. Of more than 20 000 bodies, only the impacts
/// are checked.
pub fn step_size(scene: &Scene) -> Vec<String> {
    step_warnings(scene, None)
}

/// `first`: initial state, for a scene with many bodies.
fn step_warnings(scene: &Scene, first: Option<&State>) -> Vec<String> {
    let Some((stability, weakens)) = at_rest(scene, first) else { return Vec::new() };
    stability.warnings().into_iter().chain(weakens).collect()
}

/// Δt/Δt_crit of a scene, with the contacts that touch at the start and those of the first impacts; 0 without any, `None` for
/// an imported run. `first`: its initial state.
pub fn step_ratio(scene: &Scene, first: &State) -> Option<f64> {
    at_rest(scene, Some(first)).map(|(stability, _)| stability.coupled)
}

/// Stability of the contacts under the weights that they will carry, and of the first impacts, with the warnings of friction
/// that weakens; `None` for an imported run.
fn at_rest(scene: &Scene, first: Option<&State>) -> Option<(Stability, Vec<String>)> {
    if scene.played.is_some() {
        return None;
    }
    let closed = (scene.bodies.len() <= MAX_CHECKED_BODIES).then(|| touching(scene));
    let (mut stability, mut weakens) = (Stability::default(), Vec::new());
    if let Some(state) = closed.as_ref().or(first) {
        let loads = resting_loads(state);
        stability.note_once(state, scene.dt, &loads);
        weakens = weakening::warnings(state, scene.dt, &loads);
    }
    scene.penetrations().iter().for_each(|found| stability.note_impact(&found.spring, scene.dt));
    Some((stability, weakens))
}

/// Initial state of a scene in which surfaces that touch without overlap count as contacts.
fn touching(scene: &Scene) -> State {
    let mut app = App::empty();
    app.add_plugins(StepPlugin);
    let world = app.world_mut();
    world.insert_resource(TouchingCounts(true));
    spawn::load(world, scene);
    observe(world, CaseId(0))
}

/// A contact carries weight only if |n · up|, the cosine of its angle to the vertical, exceeds this.
const MIN_RISE: f64 = 0.1;

/// Weight that rests on each contact of a state, N, by contact. From the top down, each body passes its own weight and
/// the weight on it to the contacts below it, in equal parts.
fn resting_loads(state: &State) -> Vec<f64> {
    let mut resting_loads = vec![0.0; state.contacts.len()];
    let Some(up) = (-state.gravity).try_normalize(0.0) else { return resting_loads };
    let mut below: Vec<Vec<(usize, usize)>> = vec![Vec::new(); state.bodies.len()];
    for (k, contact) in state.contacts.iter().enumerate() {
        let [i, j] = [contact.pair.key.i as usize, contact.pair.key.j as usize];
        let rise = contact.touch.n.dot(&up);
        if rise.abs() > MIN_RISE {
            let (upper, lower) = if rise > 0.0 { (i, j) } else { (j, i) };
            below[upper].push((k, lower));
        }
    }
    let moves = |body: &BodyState| body.mass.mass.is_finite();
    let own = |body: &BodyState| if moves(body) { body.mass.mass * state.gravity.norm() } else { 0.0 };
    let mut weights: Vec<f64> = state.bodies.iter().map(own).collect();
    let mut order: Vec<usize> = (0..weights.len()).filter(|k| moves(&state.bodies[*k])).collect();
    sort_by(&mut order, |a, b| state.bodies[*b].x.dot(&up).total_cmp(&state.bodies[*a].x.dot(&up)));
    for body in order {
        let share = weights[body] / below[body].len() as f64;
        for (contact, lower) in &below[body] {
            resting_loads[*contact] += share;
            weights[*lower] += share;
        }
    }
    resting_loads
}

/// Warns of springs so soft that a body sinks deep into another, if not through it.
fn penetration(scene: &Scene) -> Option<String> {
    let part = |found: &Penetration| found.overlap / found.half;
    let all = scene.penetrations();
    let deep: Vec<_> = all.iter().filter(|found| part(found) > Penetration::SMALL).collect();
    let worst = deep.iter().max_by(|a, b| part(a).total_cmp(&part(b)))?;
    let others = if deep.len() > 1 { format!(" ({} others like it)", deep.len() - 1) } else { String::new() };
    Some(format!("{}{others}; {}", worst.message(scene), worst.remedy(scene)))
}

fn whole_steps(scene: &Scene) -> Option<String> {
    let steps = scene.duration / scene.dt;
    let (run, off) = (steps.round() * scene.dt, (steps - steps.round()).abs());
    let is_fractional = off > 1e-6 && off > 1e-9 * steps;
    is_fractional.then(|| {
        format!("the duration of {} s is not a whole number of steps: the run ends at {run} s", scene.duration)
    })
}

/// A prescribed normal force is shared equally by all points of a face, so it cannot balance a tipping moment.
fn shared_weight(state: &State) -> Option<String> {
    let tilts =
        |body: &&BodyState| body.mass.mass.is_finite() && matches!(body.motion, Motion::Free | Motion::Planar(_));
    let faces = state.contacts.iter().filter(|contact| contact.law.is_known() && contact.normal.share < 1.0);
    let body = faces.flat_map(|contact| pair(state, contact)).find(tilts)?;
    Some(format!(
        "`{}` rests on several points under a known normal force, which they share equally: nothing balances the \
         moment of friction, so it tips unphysically; give it `motion: Translating`, or a `Hooke` or `Hertz` \
         normal force",
        body.name
    ))
}

fn overlaps(state: &State) -> Option<String> {
    let depth = |contact: &ContactView| {
        let [i, j] = pair(state, contact).map(|body| body.shape.size());
        contact.touch.overlap / i.min(j)
    };
    let deep: Vec<_> = state
        .contacts
        .iter()
        .map(|contact| (depth(contact), contact))
        .filter(|(d, _)| *d > MAX_INITIAL_OVERLAP)
        .collect();
    let (_, contact) = deep.iter().max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    let [i, j] = pair(state, contact).map(|body| &body.name);
    let others =
        if deep.len() > 1 { format!(", and others at {}", counted(deep.len() - 1, "point")) } else { String::new() };
    Some(format!(
        "`{i}` and `{j}` overlap by {:.3e} m at the start{others}: springs will throw them apart, a known normal force \
         will leave them overlapping; move them (`on:` places a body on a surface)",
        contact.touch.overlap
    ))
}

/// Warns of a disk in a scene with a body other than a plane, bowl or tube: that pair has no contact detection.
fn disks(state: &State) -> Option<String> {
    let is_disk = |body: &&BodyState| matches!(body.shape, Shape::Disk { .. });
    let ground = |shape: &Shape| matches!(shape, Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. });
    let disk = state.bodies.iter().find(is_disk)?;
    let other = state.bodies.iter().find(|body| body.name != disk.name && !ground(&body.shape))?;
    Some(format!(
        "there is no contact detection between the Disk `{}` and `{}`: a run stops if they meet; a Cylinder collides \
         with every shape",
        disk.name, other.name
    ))
}

/// Warns of prisms under `OverlapArea` that never meet because they share no length along their axis.
fn apart(scene: &Scene) -> Option<String> {
    let presses = |law: &NormalLaw| matches!(law, NormalLaw::OverlapArea { .. });
    if !scene.normal_laws().any(|(_, law)| presses(law)) {
        return None;
    }
    let prisms = || scene.bodies.iter().filter_map(|body| Some((body, body.shape.prism()?)));
    let axis = prisms().next().map(|(body, _)| body.rotation * Vec3::z())?;
    let spans: Vec<_> = prisms().map(|(body, prism)| (body, prism.ends(body.position.dot(&axis)))).collect();
    let never_meet = |(a, i): &(&BodySpec, [f64; 2]), (b, j): &(&BodySpec, [f64; 2])| {
        common_extent([Some(*i), Some(*j)]) <= 0.0
            && (a.mass.is_finite() || b.mass.is_finite())
            && presses(scene.normal_of(scene.rule_of(a, b)))
    };
    let first = (1..spans.len()).find_map(|k| {
        let (one, before) = (&spans[k], &spans[..k]);
        before.iter().find(|other| never_meet(other, one)).map(|other| [other.0, one.0])
    });
    first.map(|[a, b]| {
        format!(
            "`{}` and `{}` never meet: they do not overlap along their axis, and `OverlapArea` keeps them in their \
             planes; place them at the same height, or make one longer",
            a.name, b.name
        )
    })
}

/// Minimum number of steps per period of a shaken body; with fewer, its position is inaccurate.
const MIN_STEPS_PER_SHAKE: f64 = 20.0;

/// Warns of a shaking frequency that Δt does not resolve.
fn fast_shake(scene: &Scene) -> Option<String> {
    let is_fast = |frequency: f64| frequency * scene.dt * MIN_STEPS_PER_SHAKE > 1.0;
    let (name, frequency) = scene.bodies.iter().find_map(|body| match &body.motion {
        Motion::Driven(drive) if drive.shake != Vec3::zeros() && is_fast(drive.frequency) => {
            Some((&body.name, drive.frequency))
        }
        _ => None,
    })?;
    Some(format!(
        "the shake of `{name}` at {frequency} Hz has {:.2} steps of {} s a period: its motion is not resolved; use a dt of \
         {:.1e} s or less",
        1.0 / (frequency * scene.dt),
        scene.dt,
        0.8 / (frequency * MIN_STEPS_PER_SHAKE)
    ))
}

/// Warns of rigid contacts with roll or spin friction but without sliding friction.
fn no_friction(scene: &Scene) -> Option<String> {
    let rules = std::iter::once(None).chain((0..scene.pairs.len()).map(Some));
    let turns = rules.filter(|rule| scene.normal_of(*rule).is_rigid()).find(|rule| {
        let [mu, rho, sigma] = scene.friction_of(*rule).cone(1.0);
        mu == 0.0 && (rho > 0.0 || sigma > 0.0)
    })?;
    let of = turns.map_or(String::new(), |rule| format!(" of {}", scene.pairs[rule].between.join("-")));
    Some(format!(
        "the rigid contacts{of} have roll or spin friction but `mu` is 0: nothing makes a sliding \
         ball roll; give `mu`"
    ))
}

/// A collision lasts π √(m l/(k b)); a Δt above this fraction of √(m/k) resolves it with too few steps.
const MAX_STEP_PER_COLLISION: f64 = 0.2;

/// Warns if Δt is too long for the lightest prism under `OverlapArea`, whose stiffness is Y h.
fn long_step(scene: &Scene) -> Option<String> {
    let young = largest(scene.normal_laws().filter_map(|(_, law)| match *law {
        NormalLaw::OverlapArea { young, .. } => Some(young),
        _ => None,
    }));
    let time = |body: &BodySpec| {
        let prism = body.shape.prism().filter(|_| body.mass.is_finite())?;
        Some((body.mass / (young * 2.0 * prism.half_height)).sqrt())
    };
    let times = scene.bodies.iter().filter_map(|body| Some((time(body)?, body)));
    let (time, body) = times.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    let limit = MAX_STEP_PER_COLLISION * time;
    let is_long = young > 0.0 && (scene.dt > limit || limit.is_nan());
    is_long.then(|| {
        format!(
            "dt is {} s, above {MAX_STEP_PER_COLLISION} √(m/k) = {limit:.2e} s of `{}` under `OverlapArea`: its collisions span \
             too few steps; use a smaller dt or a smaller `young`",
            scene.dt, body.name
        )
    })
}

fn pair<'a>(state: &'a State, contact: &ContactView) -> [&'a BodyState; 2] {
    [contact.pair.key.i, contact.pair.key.j].map(|index| &state.bodies[index as usize])
}

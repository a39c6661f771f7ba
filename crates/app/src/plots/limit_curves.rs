//! Limits of a friction load over the run, as curves beside the load: μ_s N(t) and μ_k N(t) of slide friction.

use crate::draw::overlay::draw_list::touches_body;
use crate::state::tuning::{Set, Tuning};
use crate::timeline::history::History;
use stickslip_engine::laws::friction::parameters::Threshold;
use stickslip_engine::observe::quantity::{Quantity, Subject, component};
use stickslip_engine::observe::state::{ContactView, State};

/// Symbols of the static and the kinetic limit of slide, roll of i, roll of j and spin in the list of quantities.
const LIMITS: [[&str; 2]; 4] =
    [["K S_s", "K S_k"], ["K_R,i Θ_i_s", "K_R,i Θ_i_k"], ["K_R,j Θ_j_s", "K_R,j Θ_j_k"], ["K_ψ Ψ_s", "K_ψ Ψ_k"]];

/// One limit of a load over the run.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitCurve {
    /// Label: `μs N`, `μk N`, or `μ N` where both are the same.
    pub name: &'static str,
    /// True for the limit of stick.
    pub is_static: bool,
    /// Points in the order of the samples; NaN where the contact is open.
    pub points: Vec<[f64; 2]>,
}

/// Limits of a load up to the last sample, over time or over another quantity; empty for all other quantities. The last
/// point is the limit that applies from the next step on, so that an edit shows at once.
pub fn limit_curves(
    history: &History,
    x: Option<&Quantity>,
    y: &Quantity,
    (state, tuning): (&State, &Tuning),
) -> Vec<LimitCurve> {
    let Some(k) = borne_by(y) else { return Vec::new() };
    let contacts = tracked(history, y, state);
    if contacts.is_empty() {
        return Vec::new();
    }
    let [mut holds, mut brakes] = [0, 1].map(|which| recorded(history, x, &contacts, LIMITS[k][which]));
    let is_latest = history.last_step().is_none_or(|last| last <= state.step);
    if let Some([hold, brake]) = levels(y, state, tuning).filter(|_| is_latest) {
        let now = x.map_or(state.time, |x| x.value(state));
        holds.push([now, hold]);
        brakes.push([now, brake]);
    }
    let mut both = vec![holds];
    let differs = |(a, b): (&[f64; 2], &[f64; 2])| (a[1] - b[1]).abs() > 1e-12 * a[1].abs();
    let is_drop = both[0].iter().zip(&brakes).any(differs);
    both.extend(is_drop.then_some(brakes));
    let names = match (k, is_drop) {
        (0, true) => ["μs N", "μk N"],
        (0, false) => ["μ N"; 2],
        (_, true) => ["static limit", "kinetic limit"],
        (_, false) => ["limit"; 2],
    };
    both.retain(|points| points.iter().any(|p| p[1] > 0.0));
    let signs: &[f64] = if y.entry().part.sign == "| |" { &[1.0] } else { &[1.0, -1.0] };
    let curves = both.iter().zip(names).enumerate().flat_map(|(which, (points, name))| {
        signs.iter().map(move |sign| LimitCurve {
            name,
            is_static: which == 0,
            points: points.iter().map(|p| [p[0], sign * p[1]]).collect(),
        })
    });
    curves.collect()
}

/// Index of the component that bears a load: slide, roll of i, roll of j, spin; `None` for other quantities.
fn borne_by(y: &Quantity) -> Option<usize> {
    match y.of {
        Subject::Contact(_) => {
            let symbol = y.row().symbol.split('+').next()?;
            ["E", "T_i", "T_j", "T_ψ"].iter().position(|of| *of == symbol)
        }
        Subject::Body(_) => (y.entry().part.sign == "| |" && matches!(y.row().symbol, "F" | "F_E")).then_some(0),
        Subject::World => None,
    }
}

/// True for a contact whose limit is one of those that add up to the limit of the load.
fn bears(y: &Quantity, contact: Subject) -> bool {
    match (y.of, contact) {
        (Subject::Body(body), Subject::Contact(key)) => touches_body(&key, Some(body)),
        (of, contact) => of == contact,
    }
}

/// Tracked contacts whose limits add up to that of the load; none if a contact of the state among them is not tracked, or
/// not from the start.
fn tracked(history: &History, y: &Quantity, state: &State) -> Vec<Subject> {
    let mut now = state.contacts.iter().map(|contact| Subject::Contact(contact.pair.key)).filter(|of| bears(y, *of));
    let are_known = now.all(|of| history.follows(&of) && !history.missing().contains(&of));
    history.subjects().filter(|of| are_known && bears(y, *of) && matches!(of, Subject::Contact(_))).collect()
}

/// Sum of a limit over contacts at each sample; NaN while none of them touches, and at the start, where no step has had it
/// yet: it may be that of another law or coefficient.
fn recorded(history: &History, x: Option<&Quantity>, contacts: &[Subject], symbol: &str) -> Vec<[f64; 2]> {
    let mut sum: Vec<[f64; 2]> = Vec::new();
    for limit in contacts.iter().filter_map(|of| Quantity::find(*of, symbol, "")) {
        for (k, sample) in history.samples(&limit).enumerate() {
            let value = if sample.step == 0 { f64::NAN } else { sample.first };
            match sum.get_mut(k) {
                None => sum.push([sample.time, value]),
                Some(total) if total[1].is_nan() => total[1] = value,
                Some(total) if value.is_finite() => total[1] += value,
                Some(_) => {}
            }
        }
    }
    if let Some(x) = x {
        sum.iter_mut().zip(history.samples(x)).for_each(|(point, sample)| point[0] = sample.first);
    }
    sum
}

/// Static and kinetic limits of a contact's slide friction, N, under the coefficients that apply from the next step on.
/// The contact itself has the coefficients of its last step, or those of the scene before the first step.
fn slide_limits(contact: &ContactView, tuning: &Tuning) -> [f64; 2] {
    let (limits, old) = (component(contact, 0).limits, &contact.law.friction);
    let set = tuning.sets.iter().find(|set| set.rule == contact.law.rule && set.now.laws.slide == old.laws.slide);
    let Some(Set { now, .. }) = set else { return limits };
    let given = &old.slide_given;
    let is_mu_n =
        given.threshold == Threshold::Model && given.curves.is_none() && old.dae_mu().is_none() && !old.cones()[0];
    let under = |limit: f64, new: f64, old: f64| match limit > 0.0 && old > 0.0 {
        true if is_mu_n => new * contact.normal.n,
        true => limit * new / old,
        false => limit,
    };
    [under(limits[0], now.mu_s, old.mu_s), under(limits[1], now.mu_k, old.mu_k)]
}

/// Static and kinetic limit of a load under the present coefficients, N or N·m; `None` for other quantities.
fn levels(y: &Quantity, state: &State, tuning: &Tuning) -> Option<[f64; 2]> {
    let k = borne_by(y)?;
    let of = state.contacts.iter().filter(|contact| bears(y, Subject::Contact(contact.pair.key)));
    let limits = of.map(|contact| if k == 0 { slide_limits(contact, tuning) } else { component(contact, k).limits });
    limits.reduce(|a, b| [a[0] + b[0], a[1] + b[1]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_engine::step::edits::{Edit, FrictionParameter, QueueEdit, apply_edits};
    use stickslip_lab::builtin;

    /// Nine steps with μ_k = 0.2, then 0.1: before the edit the curve keeps the old limit, at the edit it drops.
    #[test]
    fn limits_are_those_of_each_step() {
        let scene = Scene::parse("brick", builtin::text("brick-slips").expect("a scene")).expect("no fault");
        let (mut simulation, mut history) = (Simulation::new(&scene), History::new(&scene));
        let mut tuning = Tuning::from_scene(&scene);
        for step in 0..20 {
            if step == 9 {
                let edit = Edit::Basic { rule: None, which: FrictionParameter::MuK, value: 0.1 };
                tuning.note(&edit);
                simulation.world().write_message(QueueEdit(edit));
            }
            simulation.steps(1);
            history.push(&simulation.state());
        }
        let state = simulation.state();
        let n: f64 = state.contacts.iter().map(|contact| contact.normal.n).sum();
        let force = Quantity::find(Subject::Body(1), "F", "| |").expect("a row");
        let curves = limit_curves(&history, None, &force, (&state, &tuning));
        assert_eq!(curves.iter().map(|curve| curve.name).collect::<Vec<_>>(), ["μs N", "μk N"]);
        for (k, p) in curves[1].points.iter().enumerate() {
            let mu = if k < 9 { 0.2 } else { 0.1 };
            assert!((p[1] - mu * n).abs() < 1e-9 * n, "sample {k} at {} s: {} N", p[0], p[1]);
        }
        assert!(curves[0].points.iter().all(|p| (p[1] - 0.25 * n).abs() < 1e-9 * n));
    }

    /// A ball dropped on elastic ground: at each sample both limits are those of the state's N, and absent in the air.
    #[test]
    fn limits_follow_the_normal_force() {
        let text = "Scene(schema: 1, title: \"t\", time: (dt: 1e-4, duration: 0.2), gravity: (0.0, 0.0, -9.81),
             friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5, eta_r: 0.0, spin: Off), normal: Hooke(k_n: 1e5, damping: Ratio(0.1)),
             bodies: [(name: \"ground\", shape: Plane), (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0,
             position: (0.0, 0.0, 0.105), velocity: (0.5, 0.0, 0.0))]";
        let scene = Scene::parse("t", &format!("{text})")).expect("no fault");
        let (mut simulation, mut history) = (Simulation::new(&scene), History::new(&scene));
        let mut expected = Vec::new();
        for _ in 0..600 {
            simulation.steps(1);
            let state = simulation.state();
            history.push(&state);
            expected.push(state.contacts.first().map_or(f64::NAN, |contact| 0.5 * contact.normal.n));
        }
        let (state, tuning) = (simulation.state(), Tuning::from_scene(&scene));
        let force = Quantity::find(Subject::Body(1), "F", "| |").expect("a row");
        let curves = limit_curves(&history, None, &force, (&state, &tuning));
        for (p, limit) in curves[0].points.iter().zip(&expected) {
            let same = (p[1] - limit).abs() <= 1e-9 * limit.abs() || p[1].is_nan() && limit.is_nan();
            assert!(same, "at {} s: {} for {limit} N", p[0], p[1]);
        }
        let most = expected.iter().filter(|limit| limit.is_finite()).fold(0.0, |most: f64, limit| most.max(*limit));
        assert!(expected[0].is_nan() && most > 5.0 * 0.5 * 9.81, "{most}");
    }

    /// A coefficient set at a paused step moves the thresholds at once: μ_k N = 0.2 N becomes 0.25 N with it.
    #[test]
    fn thresholds_follow_an_edit_before_the_next_step() {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
        let mut simulation = Simulation::new(&scene);
        simulation.steps(100);
        let (state, mut tuning) = (simulation.state(), Tuning::from_scene(&scene));
        let n = state.contacts[0].normal.n;
        let of = Subject::Contact(state.contacts[0].pair.key);
        let slide = Quantity::find(of, "E", "| |").expect("a row");
        let body = Quantity::find(Subject::Body(1), "F", "| |").expect("a row");
        for (kinetic, y) in [(0.2, slide), (0.2, body), (0.25, slide), (0.25, body)] {
            tuning.note(&Edit::Basic { rule: None, which: FrictionParameter::MuK, value: kinetic });
            let found = levels(&y, &state, &tuning).expect("limits");
            assert!((found[0] - 0.25 * n).abs() < 1e-9 * n && (found[1] - kinetic * n).abs() < 1e-9 * n, "{found:?}");
        }
    }

    /// A restart keeps the changed coefficients: before the first step, the springs still have the file's thresholds.
    #[test]
    fn thresholds_at_the_start_follow_a_changed_coefficient() {
        let scene = Scene::parse("brick", builtin::text("brick-slips").expect("a scene")).expect("no fault");
        let (mut simulation, mut tuning) = (Simulation::new(&scene), Tuning::from_scene(&scene));
        let edit = Edit::Basic { rule: None, which: FrictionParameter::MuK, value: 0.1 };
        tuning.note(&edit);
        simulation.world().write_message(QueueEdit(edit));
        apply_edits(simulation.world());
        let state = simulation.state();
        let normal: f64 = state.contacts.iter().map(|contact| contact.normal.n).sum();
        let force = Quantity::find(Subject::Body(1), "F", "| |").expect("a row");
        let found = levels(&force, &state, &tuning).expect("limits");
        assert!((found[1] - 0.1 * normal).abs() < 1e-9 * normal, "{found:?}");
        // The sample of the start, which has the limits of the file, is not joined to them.
        let mut history = History::new(&scene);
        for contact in &state.contacts {
            history.follow(Subject::Contact(contact.pair.key));
        }
        history.push(&simulation.state());
        let curves = limit_curves(&history, None, &force, (&state, &tuning));
        let known = |curve: &LimitCurve| curve.points.iter().filter(|p| p[1].is_finite()).count();
        assert!(!curves.is_empty() && curves.iter().all(|curve| known(curve) == 1), "{curves:?}");
    }
}

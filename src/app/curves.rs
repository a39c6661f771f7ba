//! The points of plotted curves.

use crate::app::forecast::predicted;
use crate::app::history::History;
use crate::app::overlay::Overlay;
use crate::app::tuning::{Set, Tuning};
use crate::draw::format::percent;
use crate::draw::items::{CURVE_ROLES, Role, compared_role};
use crate::laws::parameters::Threshold;
use crate::record::quantity::{Group, Quantity, Subject, component};
use crate::record::state::{ContactView, State};
use stickslip_lab::theory::ClosedForm;

/// Number of points drawn for a closed form.
const THEORY_POINTS: usize = 240;

/// True if the curves of a plot are of several bodies or contacts.
fn compare_subjects(ys: &[Quantity]) -> bool {
    ys.windows(2).any(|pair| pair[0].of != pair[1].of)
}

/// Colour roles of the curves of a plot: those of their bodies if they are of several, else the curve's own first, then
/// others.
pub(crate) fn roles(ys: &[Quantity]) -> Vec<Role> {
    let of_body = |y: &Quantity| if let Subject::Body(index) = y.of { Some(compared_role(index)) } else { None };
    let of_bodies: Vec<Role> = ys.iter().filter_map(of_body).collect();
    let are_distinct = (1..of_bodies.len()).all(|k| !of_bodies[..k].contains(&of_bodies[k]));
    if compare_subjects(ys) && of_bodies.len() == ys.len() && are_distinct {
        return of_bodies;
    }
    let role = |(place, y): (usize, &Quantity)| {
        let first = match (y.of, y.row().group) {
            (Subject::Body(_), Group::Motion) => Role::Velocity,
            (Subject::World, _) => Role::Normal,
            _ => Role::Friction,
        };
        let start = CURVE_ROLES.iter().position(|role| *role == first).unwrap_or(0);
        CURVE_ROLES[(start + place) % CURVE_ROLES.len()]
    };
    ys.iter().enumerate().map(role).collect()
}

/// Names that tell the curves of a plot apart: bodies or contacts, symbols, or both.
pub(crate) fn names(ys: &[Quantity], state: &State) -> Vec<String> {
    let symbols_differ = ys.windows(2).any(|pair| pair[0].symbol() != pair[1].symbol());
    let name = |y: &Quantity| match (compare_subjects(ys), symbols_differ) {
        (true, false) => y.of.name(state),
        (true, true) => format!("{} of {}", y.symbol(), y.of.name(state)),
        _ => y.symbol(),
    };
    ys.iter().map(name).collect()
}

/// Samples of a quantity, with their steps, over time or over another quantity.
pub(crate) fn points(history: &History, x: Option<&Quantity>, y: &Quantity) -> Vec<(u64, [f64; 2])> {
    match x {
        None => {
            let both = history.samples(y).flat_map(|s| {
                let one = [s.time, s.first];
                let spread = [[s.time, s.low], [s.time, s.high]];
                let same = s.low == s.high || !s.low.is_finite();
                let drawn = if same { vec![one] } else { spread.to_vec() };
                drawn.into_iter().map(move |p| (s.step, p))
            });
            both.collect()
        }
        Some(x) => history.samples(x).zip(history.samples(y)).map(|(x, y)| (x.step, [x.first, y.first])).collect(),
    }
}

/// Closed form of a quantity over time up to `end`, s; empty if it does not cover the quantity.
pub(crate) fn closed_form(form: &ClosedForm, y: &Quantity, state: &State, end: f64) -> Vec<[f64; 2]> {
    let end = end.max(state.time);
    let at = |k: usize| form.from + (end - form.from) * k as f64 / THEORY_POINTS as f64;
    (0..=THEORY_POINTS).filter_map(|k| Some([at(k), predicted(form, y, state, at(k))?])).collect()
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

/// Thresholds of a load, N or N·m, with both signs if the quantity is signed; empty for all other quantities.
pub(crate) fn levels(y: &Quantity, state: &State, tuning: &Tuning) -> Vec<f64> {
    let (row, sign) = (y.row(), y.entry().part.sign);
    let both = |caps: [f64; 2]| if sign == "| |" { caps.to_vec() } else { vec![caps[0], caps[1], -caps[0], -caps[1]] };
    let Some(at) = y.of.at(state) else { return Vec::new() };
    match y.of {
        Subject::Contact(_) => {
            let loads = [("E", 0), ("T_i", 1), ("T_j", 2), ("T_ψ", 3)];
            let k = loads.iter().find(|(symbol, _)| row.symbol.split('+').next() == Some(*symbol)).map(|(_, k)| *k);
            let contact = &state.contacts[at.index];
            let limits = |k| if k == 0 { slide_limits(contact, tuning) } else { component(contact, k).limits };
            k.map_or(Vec::new(), |k| both(limits(k)))
        }
        Subject::Body(body) if sign == "| |" && matches!(row.symbol, "F" | "F_E") => {
            let of = state.contacts.iter().filter(|c| c.pair.key.i as usize == body || c.pair.key.j as usize == body);
            let sum = of.map(|c| slide_limits(c, tuning)).fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
            sum.to_vec()
        }
        Subject::Body(_) | Subject::World => Vec::new(),
    }
}

/// Deviation from the closed form at the displayed step, in percent of the closed form's maximum up to `end`, s.
pub(crate) fn error(y: &Quantity, form: &ClosedForm, state: &State, end: f64) -> Option<f64> {
    let expected = predicted(form, y, state, state.time)?;
    let at = |k: usize| form.from + (end - form.from) * k as f64 / THEORY_POINTS as f64;
    let range =
        (0..=THEORY_POINTS).filter_map(|k| predicted(form, y, state, at(k))).fold(0.0, |a: f64, b| a.max(b.abs()));
    (range > 0.0).then(|| 100.0 * (y.value(state) - expected) / range)
}

/// Deviation from an overlaid curve or from the textbook value, with an explanation; `None` if the plot has neither.
pub(crate) fn comparison(
    history: &History,
    overlay: Option<&Overlay>,
    (x, ys): (Option<&Quantity>, &[Quantity]),
    state: &State,
) -> Option<(String, String)> {
    let first = ys.iter().find(|y| !y.is_reference())?;
    let (text, tip) = if let Some(overlay) = overlay {
        let mut run: Vec<[f64; 2]> =
            points(history, x, first).into_iter().filter(|(step, _)| *step <= state.step).map(|(_, p)| p).collect();
        run.push([x.map_or(state.time, |x| x.value(state)), first.value(state)]);
        let said = match overlay.error(&run) {
            Some([now, worst]) => format!("{now:+.3} % now, {worst:.3} % at most").replace('-', "−"),
            None => "no overlap yet".to_owned(),
        };
        (format!("{}: {said}", overlay.name), format!("dashed: {}\nin % of its range", overlay.about))
    } else if let Some(book) = ys.iter().find(|y| y.is_reference()) {
        let (book, here) = (book.value(state), first.value(state));
        let text = if book > 0.0 { percent(100.0 * (here - book) / book) } else { return None };
        (format!("textbook {text}"), "dashed: balances the applied load up to μ_s N; μ_k N in slip".to_owned())
    } else {
        return None;
    };
    Some((text, tip))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::simulation::Simulation;
    use crate::scene::Scene;
    use crate::step::tune::{Edit, FrictionParameter, QueueEdit, apply_edits};
    use stickslip_lab::builtin;

    /// In lesson 11 each block has one colour in both plots and is named by itself; in lesson 12 the two components of a
    /// velocity are named by their symbols.
    #[test]
    fn curves_are_told_apart_by_colour_and_name() {
        use stickslip_lab::lessons::{Lesson, all};
        let plots = |name: &str| {
            let text = all().iter().find(|(known, _)| *known == name).expect("a lesson").1;
            let lesson = Lesson::parse(text).expect("no fault");
            let state = Simulation::new(&lesson.scene().expect("a scene")).state();
            let curves = lesson.plots.iter().map(|plot| Lesson::quantities(plot, &state).expect("quantities").1);
            let plots: Vec<_> = curves.map(|ys| (roles(&ys), names(&ys, &state))).collect();
            (lesson.compares_bodies(), plots)
        };
        let (compares, blocks) = plots("what-holds-a-block");
        assert!(compares);
        assert_eq!(blocks[0], blocks[1]);
        assert_eq!(blocks[0].1, ["constraint", "spring", "regularised"]);
        assert!(blocks[0].0[0] != blocks[0].0[1] && blocks[0].0[1] != blocks[0].0[2]);
        let (compares, hop) = plots("why-does-the-box-hop");
        assert!(!compares);
        assert_eq!(hop[1].1, ["v_y", "v_z"]);
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
            let found = levels(&y, &state, &tuning);
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
        let found = levels(&Quantity::find(Subject::Body(1), "F_E", "| |").expect("a row"), &state, &tuning);
        assert!((found[1] - 0.1 * normal).abs() < 1e-9 * normal, "{found:?}");
    }
}

//! One batch of a sweep: all cases of a batch share one world.

use super::error::SweepError;
use super::keep::{CaseEnd, Keep, Value};
use super::spec::{Find, Sweep};
use std::ops::Range;
use stickslip_engine::record::rows::Kind;
use stickslip_engine::run::rest::RestClock;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::events::EventLog;
use stickslip_engine::world::contact::Observation;

/// A completed case with its scene, or the reason why it did not complete.
type CaseOutcome = Result<(Scene, CaseEnd), String>;

/// The rows of a range of cases, in order.
pub(crate) fn rows(sweep: &Sweep, cases: Range<usize>) -> Vec<Vec<Value>> {
    match &sweep.find {
        None => {
            let ends = run_all(sweep.scenes(cases.clone()), Monitored::new(sweep));
            cases.zip(ends).map(|(case, end)| row(sweep, case, &[], end.as_ref())).collect()
        }
        Some(find) => bisect(sweep, find, cases),
    }
}

/// Results that need monitoring during the run.
#[derive(Clone, Copy, Debug)]
struct Monitored {
    rest: bool,
    events: bool,
}

impl Monitored {
    fn new(sweep: &Sweep) -> Self {
        Self {
            rest: sweep.find.is_some() || sweep.keep.iter().any(|keep| matches!(keep, Keep::RestTime(_))),
            events: sweep.keep.iter().any(|keep| matches!(keep, Keep::ModeChanges { .. })),
        }
    }
}

fn row(sweep: &Sweep, case: usize, found: &[Value], end: Result<&(Scene, CaseEnd), &String>) -> Vec<Value> {
    let columns = sweep.columns();
    let mut row = vec![Value::Count(case as u64)];
    row.extend(sweep.settings(case).into_iter().zip(&columns[1..]).map(|(value, (_, kind))| match value.parse() {
        Ok(x) if *kind == Kind::Number => Value::Number(x),
        _ => Value::Text(value),
    }));
    row.extend(found.iter().cloned());
    if let Ok((scene, end)) = end {
        sweep.keep.iter().for_each(|keep| keep.values(scene, end, &mut row));
    }
    let nothing = |kind| match kind {
        Kind::Text => Value::Text(String::new()),
        _ => Value::Number(f64::NAN),
    };
    while row.len() + 1 < columns.len() {
        row.push(nothing(columns[row.len()].1));
    }
    row.push(Value::Text(end.err().cloned().unwrap_or_default()));
    row
}

/// Runs every scene; consecutive scenes with the same step size and number of steps share a world.
fn run_all(scenes: Vec<Result<Scene, SweepError>>, monitored: Monitored) -> Vec<CaseOutcome> {
    let mut outcomes: Vec<Option<CaseOutcome>> = Vec::with_capacity(scenes.len());
    let mut batch: Vec<Scene> = Vec::new();
    let mut places = Vec::new();
    for (place, scene) in scenes.into_iter().enumerate() {
        outcomes.push(None);
        match scene {
            Err(error) => outcomes[place] = Some(Err(reason(&error))),
            Ok(scene) => {
                if batch.first().is_some_and(|first| timing(first) != timing(&scene)) {
                    settle(&mut batch, &mut places, monitored, &mut outcomes);
                }
                batch.push(scene);
                places.push(place);
            }
        }
    }
    settle(&mut batch, &mut places, monitored, &mut outcomes);
    outcomes.into_iter().flatten().collect()
}

fn timing(scene: &Scene) -> (u64, u64) {
    (scene.dt.to_bits(), steps(scene))
}

fn steps(scene: &Scene) -> u64 {
    (scene.duration / scene.dt).round().max(0.0) as u64
}

fn reason(error: &SweepError) -> String {
    match error {
        SweepError::Scene(faults) => match faults.faults().first() {
            Some(fault) => format!("not a legal scene: {fault}"),
            None => "not a legal scene".to_string(),
        },
        other => other.to_string(),
    }
}

/// Runs the scenes gathered so far and stores their outcomes by index.
fn settle(batch: &mut Vec<Scene>, places: &mut Vec<usize>, monitored: Monitored, outcomes: &mut [Option<CaseOutcome>]) {
    let ends = run_batch(batch, monitored);
    for ((place, scene), end) in places.drain(..).zip(batch.drain(..)).zip(ends) {
        outcomes[place] = Some(end.map(|end| (scene, end)));
    }
}

/// Runs scenes of one step size and number of steps in one world.
fn run_batch(scenes: &[Scene], monitored: Monitored) -> Vec<Result<CaseEnd, String>> {
    let Some(first) = scenes.first() else { return Vec::new() };
    let mut simulation = Simulation::batch(scenes);
    simulation.world().resource_mut::<EventLog>().on = monitored.events;
    simulation.world().insert_resource(Observation::General);
    let mut rest = RestClock::default();
    let mut events = vec![Vec::new(); scenes.len()];
    for step in 0..=steps(first) {
        if step > 0 {
            simulation.step();
        }
        if monitored.rest {
            rest.note(&mut simulation);
        }
        if monitored.events {
            for event in simulation.world().resource_mut::<EventLog>().take() {
                events[event.key.case as usize].push(event);
            }
        }
        if simulation.stopped().is_some() {
            break;
        }
    }
    let mut ends = Vec::with_capacity(scenes.len());
    for (case, (scene, events)) in scenes.iter().zip(events).enumerate() {
        let rest = (0..scene.bodies.len()).map(|body| rest.since(case, body)).collect();
        let end = match simulation.case_stopped(case) {
            Some(why) => Err(why.to_string()),
            None => Ok(CaseEnd { state: simulation.case_state(case), rest, events, dt: first.dt }),
        };
        ends.push(end);
    }
    ends
}

/// A bisection in progress: the condition differs between `low + a·tolerance` and `low + b·tolerance`.
struct Bracket {
    case: usize,
    a: u64,
    b: u64,
    holds_at_a: bool,
    /// The outcome of the case at `a`.
    at_a: Option<(Scene, CaseEnd)>,
    failed: Option<String>,
}

fn bisect(sweep: &Sweep, find: &Find, cases: Range<usize>) -> Vec<Vec<Value>> {
    let Find::Bisect { path, low, high, tolerance, condition } = find;
    let value = |k: u64| low + k as f64 * tolerance;
    let top = ((high - low) / tolerance).round() as u64;
    let run = |probes: &[(usize, u64)]| -> Vec<CaseOutcome> {
        let scenes = probes.iter().map(|(case, k)| sweep.scene_at(*case, path, value(*k))).collect();
        run_all(scenes, Monitored::new(sweep))
    };
    let ends: Vec<(usize, u64)> = cases.clone().flat_map(|case| [(case, 0), (case, top)]).collect();
    let mut ends = run(&ends).into_iter();
    let mut brackets: Vec<Bracket> =
        cases.map(|case| Bracket::new(case, top, ends.next(), ends.next(), |(s, e)| condition.holds(s, e))).collect();
    loop {
        let open: Vec<usize> = (0..brackets.len()).filter(|k| brackets[*k].is_open()).collect();
        let probes: Vec<(usize, u64)> = open.iter().map(|k| (brackets[*k].case, brackets[*k].middle())).collect();
        if probes.is_empty() {
            break;
        }
        for (k, outcome) in open.into_iter().zip(run(&probes)) {
            brackets[k].narrow(outcome, |(scene, end)| condition.holds(scene, end));
        }
    }
    let row = |bracket: &Bracket| {
        let found = match bracket.failed {
            None => [bracket.a, bracket.b].map(|k| Value::Number(value(k))),
            Some(_) => [Value::Number(f64::NAN), Value::Number(f64::NAN)],
        };
        let nothing = String::new();
        let end = match (&bracket.failed, &bracket.at_a) {
            (None, Some(end)) => Ok(end),
            (failed, _) => Err(failed.as_ref().unwrap_or(&nothing)),
        };
        row(sweep, bracket.case, &found, end)
    };
    brackets.iter().map(row).collect()
}

impl Bracket {
    fn new(
        case: usize,
        top: u64,
        low: Option<CaseOutcome>,
        high: Option<CaseOutcome>,
        holds: impl Fn(&(Scene, CaseEnd)) -> bool,
    ) -> Self {
        let mut new = Self { case, a: 0, b: top, holds_at_a: false, at_a: None, failed: None };
        match (low, high) {
            (Some(Ok(low)), Some(Ok(high))) => {
                new.holds_at_a = holds(&low);
                if new.holds_at_a == holds(&high) {
                    let word = if new.holds_at_a { "holds" } else { "fails" };
                    new.failed = Some(format!("the condition {word} at both ends of the bisection"));
                }
                new.at_a = Some(low);
            }
            (Some(Err(why)), _) | (_, Some(Err(why))) => new.failed = Some(why),
            _ => new.failed = Some("not run".to_string()),
        }
        new
    }

    fn is_open(&self) -> bool {
        self.failed.is_none() && self.b - self.a > 1
    }

    fn middle(&self) -> u64 {
        self.a + (self.b - self.a) / 2
    }

    fn narrow(&mut self, outcome: CaseOutcome, holds: impl Fn(&(Scene, CaseEnd)) -> bool) {
        let middle = self.middle();
        match outcome {
            Err(why) => self.failed = Some(why),
            Ok(end) if holds(&end) == self.holds_at_a => (self.a, self.at_a) = (middle, Some(end)),
            Ok(_) => self.b = middle,
        }
    }
}

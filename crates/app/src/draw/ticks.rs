//! Events of a run as marks on the timeline panel: a pure function of the run. Events are collected in buckets as wide
//! as a mark, so that a million events are as legible and as fast to draw as ten.

use crate::draw::text::format::short;
use crate::texts::{tr, tr_with};
use stickslip_engine::laws::friction::component::FrictionComponent;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::parameters::SpinModel;
use stickslip_engine::laws::pair::choice::{AnyLaw, Friction};
use stickslip_engine::observe::state::State;
use stickslip_engine::record::rows::event_words;
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::step::events::{ContactEvent, ContactEventKind};

/// A row of the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TickRow {
    /// Slide: stick and slip.
    Slide,
    /// Roll of either body.
    Roll,
    /// Spin.
    Spin,
    /// Begin and end of contacts.
    Contact,
    /// Steps that ended above the tolerance of rigid contacts.
    Solver,
}

impl TickRow {
    /// All rows, from the top.
    pub const ALL: [Self; 5] = [Self::Slide, Self::Roll, Self::Spin, Self::Contact, Self::Solver];

    /// The row of an event.
    pub fn from_event(event: &ContactEvent) -> Self {
        match event.kind {
            ContactEventKind::Begin | ContactEventKind::End => Self::Contact,
            ContactEventKind::Painleve(_) => Self::Slide,
            ContactEventKind::Changed { component, .. } => match component {
                FrictionComponent::Slide => Self::Slide,
                FrictionComponent::RollI | FrictionComponent::RollJ => Self::Roll,
                FrictionComponent::Spin => Self::Spin,
            },
        }
    }

    /// The rows of a scene with this friction between its bodies, from the start of a run on: those of the components
    /// that have friction, of contacts, and of the solver of rigid contacts if there is one.
    pub fn of_scene<'a>(frictions: impl Iterator<Item = &'a Friction> + Clone, has_solver: bool) -> Vec<Self> {
        let is_in = |row: &Self| match row {
            Self::Slide | Self::Contact => true,
            Self::Roll => frictions.clone().any(|friction| turning_components(friction)[0]),
            Self::Spin => frictions.clone().any(|friction| turning_components(friction)[1]),
            Self::Solver => has_solver,
        };
        Self::ALL.into_iter().filter(is_in).collect()
    }

    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slide => tr("timeline-slide"),
            Self::Roll => tr("timeline-roll"),
            Self::Spin => tr("timeline-spin"),
            Self::Contact => tr("timeline-contact"),
            Self::Solver => tr("timeline-solver"),
        }
    }
}

/// Whether roll and spin have friction, by the basic parameters or by parameters of their laws.
pub fn turning_components(friction: &Friction) -> [bool; 2] {
    let [_, rho, sigma] = friction.cone(1.0);
    let [_, roll, spin] = friction.laws.each();
    let basic = [friction.rolls(), friction.spin != SpinModel::Off];
    let has = |mut law: AnyLaw, limit: f64, basic: bool| match law.is_cone() {
        true => limit > 0.0,
        false => basic || law.numbers().into_iter().flatten().any(|number| *number > 0.0),
    };
    [has(roll, rho, basic[0]), has(spin, sigma, basic[1])]
}

/// The events of one row of the timeline within the width of a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bucket {
    /// Number of releasing events: a component slips, a contact ends, a step does not converge.
    pub freed: u32,
    /// Number of holding events: a component sticks, a contact begins.
    pub held: u32,
    /// Step of the first event.
    pub step: u64,
}

impl Bucket {
    /// Number of events in the bucket.
    pub fn count(&self) -> u32 {
        self.freed + self.held
    }
}

/// Number of marks up to which a row is never dense, however close the marks are.
const MAX_SPARSE_MARKS: usize = 24;

/// Minimum number of steps to which the timeline zooms.
const MIN_WINDOW: u64 = 20;

/// The buckets of all rows over a range of steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ticks {
    /// The range to which the user has zoomed, first and last step; the whole run if `None`.
    window: Option<[u64; 2]>,
    /// First and last step of the range.
    range: [u64; 2],
    columns: usize,
    rows: [Vec<Bucket>; 5],
    /// Number of events processed, and number of steps above the tolerance processed.
    taken: [usize; 2],
    /// Version of the timeline from which the buckets were built.
    version: u64,
}

impl Ticks {
    /// Updates the buckets from the timeline, in `columns` columns over steps 0 to `end`, or over the zoomed range,
    /// which follows the displayed step `now`.
    pub fn follow(&mut self, timeline: &Timeline, end: u64, columns: usize, now: u64) {
        if let Some([low, high]) = self.window {
            let width = (high - low).min(end);
            let low = if now < low {
                now
            } else if now > high {
                now - width
            } else {
                low
            };
            self.window = Some([low.min(end - width), low.min(end - width) + width]);
        }
        let range = self.window.unwrap_or([0, end]);
        let fits = self.range == range && self.columns == columns && self.version == timeline.version();
        if !fits {
            let rows = std::array::from_fn(|_| vec![Bucket::default(); columns]);
            *self = Self { range, columns, rows, taken: [0; 2], version: timeline.version(), window: self.window };
        }
        for event in &timeline.events()[self.taken[0]..] {
            let holds =
                matches!(event.kind, ContactEventKind::Begin | ContactEventKind::Changed { to: Mode::Stick, .. });
            self.add(TickRow::from_event(event), event.step, holds);
        }
        for step in &timeline.unconverged()[self.taken[1]..] {
            self.add(TickRow::Solver, *step, false);
        }
        self.taken = [timeline.events().len(), timeline.unconverged().len()];
    }

    fn add(&mut self, row: TickRow, step: u64, holds: bool) {
        let Some(column) = self.column(step) else { return };
        let bucket = &mut self.rows[row as usize][column];
        if bucket.count() == 0 {
            bucket.step = step;
        }
        match holds {
            true => bucket.held += 1,
            false => bucket.freed += 1,
        }
    }

    /// The column of a step; `None` outside the range.
    pub fn column(&self, step: u64) -> Option<usize> {
        let [low, high] = self.range;
        let place = step.saturating_sub(low) as f64 / (high - low + 1) as f64;
        let is_in = (low..=high).contains(&step) && self.columns > 0;
        is_in.then(|| ((place * self.columns as f64) as usize).min(self.columns - 1))
    }

    /// First and last step shown.
    pub fn range(&self) -> [u64; 2] {
        self.range
    }

    /// Zooms about a step by wheel notches, in if positive; `end` is the last step of the whole timeline.
    pub fn zoom(&mut self, notches: f64, about: u64, end: u64) {
        let [low, high] = self.window.unwrap_or([0, end]);
        let factor = 0.8f64.powf(notches.clamp(-10.0, 10.0));
        let width = (((high - low) as f64 * factor).round() as u64).clamp(MIN_WINDOW.min(end), end);
        let share = about.saturating_sub(low) as f64 / (high - low).max(1) as f64;
        let low = about.saturating_sub((share * width as f64).round() as u64).min(end - width);
        self.window = (width < end).then_some([low, low + width]);
    }

    /// Zooms to the range of the events; back to the whole run if zoomed already.
    pub fn fit_events(&mut self, timeline: &Timeline, end: u64) {
        let steps = || timeline.events().iter().map(|event| event.step).chain(timeline.unconverged().iter().copied());
        let (Some(first), Some(last)) = (steps().min(), steps().max()) else { return };
        let margin = ((last - first) / 20).max(MIN_WINDOW / 4);
        let fitted = [first.saturating_sub(margin), (last + margin).min(end)];
        self.window = if self.window.is_some() || fitted == [0, end] { None } else { Some(fitted) };
    }

    /// Largest number of events in a bucket of a row.
    pub fn most(&self, row: TickRow) -> u32 {
        self.rows[row as usize].iter().map(Bucket::count).max().unwrap_or(0)
    }

    /// True if most columns between the first and the last mark of a row have events, so that the marks would merge.
    pub fn is_dense(&self, row: TickRow) -> bool {
        let columns: Vec<usize> = self.marks(row).map(|(column, _)| column).collect();
        let width = columns.first().zip(columns.last()).map_or(0, |(first, last)| last - first);
        columns.len() > MAX_SPARSE_MARKS && 2 * columns.len() > width
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The non-empty buckets of a row, with their columns.
    pub fn marks(&self, row: TickRow) -> impl Iterator<Item = (usize, &Bucket)> {
        self.rows[row as usize].iter().enumerate().filter(|(_, bucket)| bucket.count() > 0)
    }

    /// The nearest non-empty bucket of a row within `reach` columns of `column`, with its column.
    pub fn near(&self, row: TickRow, column: usize, reach: usize) -> Option<(usize, &Bucket)> {
        let low = column.saturating_sub(reach);
        let around = self.rows[row as usize].iter().enumerate().skip(low).take(column + reach + 1 - low);
        around.filter(|(_, bucket)| bucket.count() > 0).min_by_key(|(at, _)| at.abs_diff(column))
    }
}

/// Maps steps to horizontal positions on the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepAxis {
    /// Left edge, points.
    pub left: f32,
    /// Width, points.
    pub width: f32,
    /// First and last step shown.
    pub range: [u64; 2],
}

impl StepAxis {
    /// Position of a step, points; a step outside the range is placed at its nearer end.
    pub fn x(&self, step: u64) -> f32 {
        let [low, high] = self.range;
        let share = (step.clamp(low, high) - low) as f64 / (high - low).max(1) as f64;
        self.left + self.width * share as f32
    }

    /// The step at a position, points.
    pub fn step(&self, x: f32) -> u64 {
        let [low, high] = self.range;
        let part = f64::from(((x - self.left) / self.width).clamp(0.0, 1.0));
        low + (part * (high - low) as f64).round() as u64
    }

    /// True if a step is shown.
    pub fn has(&self, step: u64) -> bool {
        (self.range[0]..=self.range[1]).contains(&step)
    }
}

/// Last step shown on the timeline panel: the end of the scene, or a later step for a longer run. It grows in large
/// increments, so that the marks keep their positions for a while.
pub fn range(last: u64, reached: u64) -> u64 {
    let mut end = last.max(1);
    while end < reached {
        end += (end / 2).max(1);
    }
    end
}

/// Describes the steps of a mark that ended above the tolerance of rigid contacts.
pub fn above_tolerance(state: &State, bucket: &Bucket) -> String {
    let tolerance = state.solver.map_or(String::new(), |solver| format!(" {} m/s", short(solver.cones.tolerance)));
    let count = bucket.count() as usize;
    tr_with("timeline-residual", [("count", count.into()), ("tolerance", tolerance.into())])
}

/// A word of an event in the chosen language.
fn event_word(word: &'static str) -> &'static str {
    match word {
        "slide" => tr("event-slide"),
        "spin" => tr("event-spin"),
        "contact" => tr("event-contact"),
        "stick" => tr("event-stick"),
        "slip" => tr("event-slip"),
        "open" => tr("event-open"),
        "begin" => tr("event-begin"),
        "end" => tr("event-end"),
        other => other,
    }
}

/// Describes an event, with its time if there is one to be told.
pub fn describe(state: &State, event: &ContactEvent, time: Option<String>) -> String {
    let name = |index: u32| state.bodies.get(index as usize).map_or("?", |body| body.name.as_str());
    let [what, from, to] = event_words(event.kind).map(event_word);
    let what = match event.kind {
        ContactEventKind::Changed { component: FrictionComponent::RollI, .. } => {
            tr_with("timeline-roll-of", [("body", name(event.key.i).into())])
        }
        ContactEventKind::Changed { component: FrictionComponent::RollJ, .. } => {
            tr_with("timeline-roll-of", [("body", name(event.key.j).into())])
        }
        _ => what.to_owned(),
    };
    let change = if from.is_empty() { to.to_owned() } else { format!("{from} → {to}") };
    let time = time.map_or(String::new(), |time| format!(" ({time})"));
    format!("{} – {}: {what} {change}{time}", name(event.key.i), name(event.key.j))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    fn timeline(name: &str, steps: u64) -> Timeline {
        let text = builtin::text(name).expect("a scene");
        let mut simulation = Simulation::new(&Scene::parse(name, text).expect("no fault"));
        let mut timeline = Timeline::begin(simulation.world());
        timeline.seek(simulation.world(), steps);
        timeline
    }

    /// Every event is in exactly one bucket of its row, and the bucket's first step lies in the bucket's column.
    #[test]
    fn the_buckets_hold_every_event_once() {
        for (name, columns) in [("sphere-up-35", 700), ("stack-rolls-apart", 90), ("spinning-coin", 7)] {
            let timeline = timeline(name, 6000);
            let mut ticks = Ticks::default();
            ticks.follow(&timeline, 8000, columns, 0);
            let mut counted = 0;
            for row in TickRow::ALL {
                for (column, bucket) in ticks.marks(row) {
                    assert_eq!(ticks.column(bucket.step), Some(column));
                    counted += bucket.count() as usize;
                }
                let of_row = timeline.events().iter().filter(|event| TickRow::from_event(event) == row).count();
                assert_eq!(ticks.marks(row).count() > 0, of_row > 0, "{name}: {row:?}");
            }
            assert_eq!(counted, timeline.events().len(), "{name}");
        }
    }

    /// A scene has its rows before its first event: those of its friction. Parameters that are 0 have none.
    #[test]
    fn a_scene_has_the_rows_of_its_friction() {
        use TickRow::{Contact, Roll, Slide, Solver, Spin};
        let rows = |name: &str, settings: &[(&str, &str)]| {
            let text = builtin::text(name).expect("a scene").to_owned();
            let set = |text: String, (path, value): &(&str, &str)| stickslip_engine::scene::set(&text, path, value);
            let text = settings.iter().try_fold(text, set).expect("a setting");
            let scene = Scene::parse(name, &text).expect("no fault");
            TickRow::of_scene(std::iter::once(&scene.friction), scene.has_rigid_contacts())
        };
        assert_eq!(rows("roll-and-spin", &[]), [Slide, Roll, Spin, Contact]);
        let off = [("friction.eta_r", "0.0"), ("friction.spin", "Off")];
        assert_eq!(rows("roll-and-spin", &off), [Slide, Contact]);
        assert_eq!(rows("dae-incline", &[]), [Slide, Contact]);
        assert_eq!(rows("rigid-block-set-down", &[]), [Slide, Contact, Solver]);
        assert_eq!(rows("rigid-ball-rolls", &[]), [Slide, Roll, Contact, Solver]);
    }

    /// Processing events during the run or all at once gives the same marks. A cut removes marks.
    #[test]
    fn marks_grow_with_the_run_and_go_with_a_cut() {
        let whole = timeline("sphere-up-35", 4000);
        let mut at_once = Ticks::default();
        at_once.follow(&whole, 8000, 500, 0);
        let mut growing = Ticks::default();
        let text = builtin::text("sphere-up-35").expect("a scene");
        let mut simulation = Simulation::new(&Scene::parse("ball", text).expect("no fault"));
        let mut run = Timeline::begin(simulation.world());
        for steps in [10, 900, 2500, 4000] {
            run.seek(simulation.world(), steps);
            growing.follow(&run, 8000, 500, 0);
        }
        assert_eq!((&growing.rows, growing.taken), (&at_once.rows, at_once.taken));
        let mut cut = whole.clone();
        cut.cut(900);
        growing.follow(&cut, 8000, 500, 0);
        let mut expected = Ticks::default();
        expected.follow(&cut, 8000, 500, 0);
        assert_eq!(growing, expected);
        assert_ne!(growing.rows, at_once.rows);
    }

    /// Events in each column of the part that was run make the row dense; a few close events, or many far apart, do
    /// not.
    #[test]
    fn a_row_is_dense_where_its_marks_would_merge() {
        let dense = |columns: Vec<usize>| {
            let mut ticks =
                Ticks { columns: 200, rows: std::array::from_fn(|_| vec![Bucket::default(); 200]), ..Ticks::default() };
            columns.into_iter().for_each(|column| ticks.rows[TickRow::Slide as usize][column].held = 1);
            ticks.is_dense(TickRow::Slide)
        };
        assert!(dense((2..80).collect()));
        assert!(!dense((2..12).collect()));
        assert!(!dense((0..200).step_by(3).collect()));
    }

    #[test]
    fn the_range_holds_what_was_run_and_grows_in_leaps() {
        assert_eq!(range(8000, 100), 8000);
        assert_eq!(range(8000, 8000), 8000);
        let grown = range(8000, 8001);
        assert!(grown > 8001);
        assert_eq!(range(8000, grown), grown);
        assert_eq!(range(0, 0), 1);
    }

    /// After zooming in fourfold about step 2000, that step keeps its position; the window follows the displayed step,
    /// and zooming out again shows everything. The events of the ball on 35° lie in its first 1000 steps.
    #[test]
    fn the_window_keeps_the_step_under_the_pointer() {
        let timeline = timeline("sphere-up-35", 4000);
        let mut ticks = Ticks::default();
        ticks.follow(&timeline, 8000, 400, 2000);
        let notches = 4f64.ln() / 1.25f64.ln();
        ticks.zoom(notches, 2000, 8000);
        ticks.follow(&timeline, 8000, 400, 2000);
        assert_eq!(ticks.range(), [1500, 3500]);
        assert_eq!(ticks.column(2000), Some(99));
        ticks.follow(&timeline, 8000, 400, 5000);
        assert_eq!(ticks.range(), [3000, 5000]);
        ticks.zoom(-notches, 5000, 8000);
        ticks.follow(&timeline, 8000, 400, 5000);
        assert_eq!(ticks.range(), [0, 8000]);
        ticks.fit_events(&timeline, 8000);
        ticks.follow(&timeline, 8000, 400, 0);
        let [low, high] = ticks.range();
        let steps: Vec<u64> = timeline.events().iter().map(|event| event.step).collect();
        assert!(steps.iter().all(|step| (low..=high).contains(step)) && high < 1200, "{low} to {high}");
    }
}

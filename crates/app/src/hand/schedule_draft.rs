//! The draft of a schedule: the table of a factor over time while it is being edited.
//!
//! A table takes effect as a whole: while it is being edited, its times may be out of order, and a run would follow a
//! table that nobody meant.

use crate::draw::text::format::short;
use crate::texts::tr_with;
use stickslip_engine::laws::motion::pull::Pull;
use stickslip_engine::laws::motion::schedule::Schedule;
use stickslip_engine::observe::state::State;
use stickslip_engine::scene::{Motion, Scene};
use stickslip_engine::step::edits::Edit;

/// A body or pull with a factor over time.
pub struct Scheduled {
    /// Index of the body.
    pub body: u32,
    /// Index among the scene's pulls on the body; `None` for the motion of a driven body.
    pub pull: Option<usize>,
    /// What it is, for the user.
    pub name: String,
    /// The factor over time that holds in the run.
    pub schedule: Schedule,
    /// The factor of the next step.
    pub factor: f64,
}

/// The driven bodies of the scene, then its springs and forces.
pub fn scheduled(state: &State, scene: &Scene) -> Vec<Scheduled> {
    // A tilted plane is driven, too, but not by the scene.
    let is_driven = |name: &str| scene.bodies.iter().any(|b| b.name == name && matches!(b.motion, Motion::Driven(_)));
    let bodies = state.bodies.iter().enumerate().filter_map(|(index, body)| {
        let Motion::Driven(drive) = body.motion else { return None };
        is_driven(&body.name).then(|| Scheduled {
            body: index as u32,
            pull: None,
            name: tr_with("schedule-body", [("body", body.name.as_str().into())]),
            schedule: drive.schedule,
            factor: drive.factor_after(state.time),
        })
    });
    let pulls = state.pulls.iter().filter_map(|pull| {
        let (number, schedule) = (pull.number?, pull.pull.schedule()?);
        let body = state.bodies.get(pull.body)?.name.as_str().into();
        let named = [("number", (number + 1).into()), ("body", body)];
        let name = match pull.pull {
            Pull::Spring { .. } | Pull::Link { .. } => tr_with("schedule-spring", named),
            _ => tr_with("schedule-force", named),
        };
        let factor = schedule.after(state.time);
        Some(Scheduled { body: pull.body as u32, pull: Some(number), name, schedule, factor })
    });
    bodies.chain(pulls).collect()
}

/// A table that has been changed and not been applied.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduleDraft {
    /// The body.
    pub body: u32,
    /// Index of the spring or force among the scene's pulls on the body; `None` for the motion of a driven body.
    pub pull: Option<usize>,
    /// The schedule that holds in the run. The draft is void once another one holds.
    base: Schedule,
    /// Rows of time, s, and factor.
    pub rows: Vec<[f64; 2]>,
}

impl ScheduleDraft {
    /// The rows that hold in the run.
    pub fn new(body: u32, pull: Option<usize>, base: Schedule) -> Self {
        Self { body, pull, base, rows: base.pairs().unwrap_or_default() }
    }

    /// True if the draft changes the schedule `base` of this body or pull.
    pub fn is_of(&self, body: u32, pull: Option<usize>, base: &Schedule) -> bool {
        (self.body, self.pull, self.base) == (body, pull, *base)
    }

    /// True if the rows are not those that hold in the run.
    pub fn is_changed(&self) -> bool {
        self.rows != self.base.pairs().unwrap_or_default()
    }

    /// Adds a row 1 s after the last, with its factor; a first row begins at the time `now`, s, with the factor 1.
    pub fn add(&mut self, now: f64) {
        self.rows.push(self.rows.last().map_or([now, 1.0], |[t, factor]| [t + 1.0, *factor]));
    }

    /// Adds a second row of the same time after the k-th, for a step of the factor.
    pub fn step(&mut self, k: usize) {
        if let Some(row) = self.rows.get(k).copied() {
            self.rows.insert(k + 1, row);
        }
    }

    /// Index of the first row after the time `now`, s.
    pub fn next(&self, now: f64) -> usize {
        self.rows.iter().position(|[t, _]| *t > now).unwrap_or(self.rows.len())
    }

    /// The schedule of these rows; none for an empty table. An error says which row is wrong, and why.
    pub fn schedule(&self) -> Result<Schedule, String> {
        if self.rows.is_empty() {
            return Ok(Schedule::default());
        }
        Schedule::new(&self.rows).map_err(|fault| match fault.pair.and_then(|k| Some((k, self.rows.get(k)?))) {
            Some((k, [t, _])) => {
                let row = [("row", (k + 1).into()), ("time", short(*t).into()), ("why", fault.to_string().into())];
                tr_with("schedule-refused", row)
            }
            None => fault.to_string(),
        })
    }

    /// The edit that puts the draft into effect; an error for a wrong table.
    pub fn edit(&self) -> Result<Edit, String> {
        Ok(Edit::Schedule { body: self.body, pull: self.pull, schedule: self.schedule()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slide, hold, slide, entered row by row: the edit has the table as entered.
    #[test]
    fn a_table_is_entered_row_by_row() {
        let mut draft = ScheduleDraft::new(3, None, Schedule::default());
        assert!(!draft.is_changed());
        assert_eq!(draft.edit(), Ok(Edit::Schedule { body: 3, pull: None, schedule: Schedule::default() }));
        draft.add(0.5);
        draft.step(0);
        draft.rows[1][1] = 0.0;
        draft.add(9.0);
        let rows = [[0.5, 1.0], [0.5, 0.0], [1.5, 0.0]];
        assert_eq!(draft.rows, rows);
        assert!(
            draft.is_changed()
                && draft.is_of(3, None, &Schedule::default())
                && !draft.is_of(3, Some(0), &Schedule::default())
        );
        let schedule = Schedule::new(&rows).expect("a table");
        assert_eq!(draft.edit(), Ok(Edit::Schedule { body: 3, pull: None, schedule }));
        assert!(!draft.is_of(3, None, &schedule), "void once another schedule holds");
        assert_eq!([0.0, 0.5, 1.0, 2.0].map(|now| draft.next(now)), [0, 2, 2, 3]);
    }

    /// Times that fall, and three rows of one time, are refused with the row and the reason.
    #[test]
    fn a_wrong_table_is_refused_at_its_row() {
        let refused = |rows: &[[f64; 2]]| {
            let draft = ScheduleDraft { rows: rows.to_vec(), ..ScheduleDraft::new(0, Some(1), Schedule::default()) };
            draft.edit().expect_err("a wrong table")
        };
        let falls = refused(&[[0.0, 1.0], [2.0, 1.0], [1.5, 0.0]]);
        assert_eq!(falls, "row 3 (1.5 s): the times of a schedule must not fall; order the rows by their times");
        let thrice = refused(&[[1.0, 1.0], [1.0, 0.0], [1.0, 2.0]]);
        assert!(thrice.starts_with("row 3 (1 s): a schedule has three rows of one time; keep"), "{thrice}");
        assert!(refused(&[[f64::NAN, 1.0]]).contains("finite numbers"));
    }
}

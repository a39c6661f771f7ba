//! The tables of a run, or of several runs side by side: bodies, contacts, events, pulls.

use crate::record::rows::{self, BODY_COLUMNS, CONTACT_COLUMNS, Cell, Column, EVENT_COLUMNS, Kind, PULL_COLUMNS};
use crate::record::state::State;
use crate::record::table::{Format, Table};
use crate::record::write_error::WriteError;
use crate::scene::Scene;
use crate::step::events::ContactEvent;
use std::path::Path;

/// The column that says which run of several a row belongs to.
const LAWS: Column = Column { name: "laws", kind: Kind::Text };

/// The tables of a run.
pub(super) struct Tables {
    bodies: Table,
    contacts: Table,
    events: Table,
    /// Of a scene with pulls.
    pulls: Option<Table>,
    dt: f64,
}

impl Tables {
    /// Creates the files in `dir`; of `several` runs, each row begins with the laws of its run.
    pub(super) fn create(
        dir: &Path,
        format: Format,
        scene: &Scene,
        several: bool,
        metadata: &[(String, String)],
    ) -> Result<Self, WriteError> {
        std::fs::create_dir_all(dir).map_err(|e| WriteError::at(dir, e))?;
        let create = |stem: &str, columns: &[Column<'static>]| {
            let columns: Vec<Column> = several.then_some(LAWS).iter().chain(columns).copied().collect();
            Table::create(dir, stem, &columns, format, metadata)
        };
        Ok(Self {
            pulls: (!scene.pulls.is_empty()).then(|| create("pulls", PULL_COLUMNS)).transpose()?,
            bodies: create("bodies", BODY_COLUMNS)?,
            contacts: create("contacts", CONTACT_COLUMNS)?,
            events: create("events", EVENT_COLUMNS)?,
            dt: scene.dt,
        })
    }

    /// The rows of this step if it is sampled, and its events. `laws` begins the rows of several runs.
    pub(super) fn write(
        &mut self,
        laws: Option<&str>,
        events: &[ContactEvent],
        state: &State,
        sampled: bool,
    ) -> Result<(), WriteError> {
        let mut row = Vec::new();
        if sampled {
            for body in &state.bodies {
                rows::body_row(state, body, &mut row);
                put(&mut self.bodies, laws, &mut row)?;
            }
            for contact in &state.contacts {
                rows::contact_row(state, contact, &mut row);
                put(&mut self.contacts, laws, &mut row)?;
            }
        }
        if let Some(table) = self.pulls.as_mut().filter(|_| sampled) {
            for pull in &state.pulls {
                rows::pull_row(state, pull, &mut row);
                put(table, laws, &mut row)?;
            }
        }
        for event in events {
            let mut row = event_row(event, self.dt, state);
            put(&mut self.events, laws, &mut row)?;
        }
        Ok(())
    }

    /// Writes what is left and closes the files.
    pub(super) fn finish(self) -> Result<(), WriteError> {
        self.bodies.finish()?;
        self.contacts.finish()?;
        self.pulls.map_or(Ok(()), Table::finish)?;
        self.events.finish()
    }
}

fn put<'a>(table: &mut Table, laws: Option<&'a str>, row: &mut Vec<Cell<'a>>) -> Result<(), WriteError> {
    if let Some(laws) = laws {
        row.insert(0, Cell::Text(laws));
    }
    table.write(row)
}

fn event_row<'a>(event: &ContactEvent, dt: f64, state: &'a State) -> Vec<Cell<'a>> {
    let name = |index: u32| state.bodies.get(index as usize).map_or("", |body| body.name.as_str());
    let [what, from, to] = event.words();
    vec![
        Cell::Number(event.step as f64 * dt),
        Cell::Count(event.step),
        Cell::Text(name(event.key.i)),
        Cell::Text(name(event.key.j)),
        Cell::Count(u64::from(event.key.feature)),
        Cell::Text(what),
        Cell::Text(from),
        Cell::Text(to),
    ]
}

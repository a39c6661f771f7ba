//! The tables of one run, or of several runs in lockstep: world, bodies, contacts, events, pulls.

use crate::files::{PartFile, Prefix, WriteError};
use crate::observe::state::State;
use crate::record::folder::ResultFolder;
use crate::record::rows::{
    self, BODY_COLUMNS, BODY_KEY, CONTACT_COLUMNS, CONTACT_KEY, Cell, Column, EVENT_COLUMNS, Kind, PULL_COLUMNS,
    WORLD_COLUMNS, WORLD_KEY,
};
use crate::record::table::{Format, Table};
use crate::scene::Scene;
use crate::step::events::ContactEvent;

/// The column that identifies the run of a row in tables of several runs.
const LAWS: Column = Column { name: "laws", kind: Kind::Text };

/// The tables of a run.
pub struct Tables {
    world: Table,
    bodies: Table,
    contacts: Table,
    events: Table,
    /// Present only for a scene with pulls.
    pulls: Option<Table>,
    dt: f64,
}

impl Tables {
    /// Creates the files in `folder`; with `several` runs, each row begins with the laws of the run.
    pub fn create(
        folder: &mut ResultFolder,
        format: Format,
        scene: &Scene,
        several: bool,
        metadata: &[(String, String)],
    ) -> Result<Self, WriteError> {
        Self::with(scene, |stem, columns| {
            let columns: Vec<Column> = several.then_some(LAWS).iter().chain(columns).copied().collect();
            Table::create(folder.create(&format.file(stem))?, &columns, format, metadata)
        })
    }

    /// Resumes the CSV files in `folder` after `kept`.
    pub(super) fn resume(folder: &ResultFolder, scene: &Scene, kept: &[(String, Prefix)]) -> Result<Self, WriteError> {
        Self::with(scene, |stem, _| {
            let name = Format::Csv.file(stem);
            let why = "the checkpoint does not say how long it was";
            let kept = kept.iter().find(|(known, _)| *known == name);
            let (_, kept) = kept.ok_or_else(|| WriteError::at(&folder.path().join(&name), why))?;
            Ok(Table::resume(folder.append(&name, kept)?))
        })
    }

    fn with(
        scene: &Scene,
        mut table: impl FnMut(&str, &[Column]) -> Result<Table, WriteError>,
    ) -> Result<Self, WriteError> {
        let pulls = (!scene.pulls.is_empty()).then(|| table("pulls", PULL_COLUMNS)).transpose()?;
        let mut listed = |stem, key, quantities| {
            let columns = rows::columns(key, quantities);
            table(stem, &columns.iter().map(|(name, kind)| Column { name, kind: *kind }).collect::<Vec<_>>())
        };
        let world = listed("world", WORLD_KEY, &WORLD_COLUMNS)?;
        let bodies = listed("bodies", BODY_KEY, &BODY_COLUMNS)?;
        let contacts = listed("contacts", CONTACT_KEY, &CONTACT_COLUMNS)?;
        Ok(Self { pulls, world, bodies, contacts, events: table("events", EVENT_COLUMNS)?, dt: scene.dt })
    }

    /// Flushes all rows to disk; returns the name of each CSV file and what was written.
    pub(super) fn sync(&mut self) -> Result<Vec<(String, Prefix)>, WriteError> {
        let Self { pulls, world, bodies, contacts, events, .. } = self;
        let tables = pulls.iter_mut().map(|table| ("pulls", table));
        let tables = tables.chain([("world", world), ("bodies", bodies), ("contacts", contacts), ("events", events)]);
        tables.map(|(stem, table)| Ok((Format::Csv.file(stem), table.sync()?))).collect()
    }

    /// Writes the rows of a step if `sampled`, and its events always. With several runs, `laws` begins each row.
    pub fn write(
        &mut self,
        laws: Option<&str>,
        events: &[ContactEvent],
        state: &State,
        sampled: bool,
    ) -> Result<(), WriteError> {
        let mut row = Vec::new();
        if sampled {
            rows::world_row(state, &mut row);
            put(&mut self.world, laws, &mut row)?;
            for index in 0..state.bodies.len() {
                rows::body_row(state, index, &mut row);
                put(&mut self.bodies, laws, &mut row)?;
            }
            let state = state.with_departed();
            let mut row = Vec::new();
            for index in 0..state.contacts.len() {
                rows::contact_row(&state, index, &mut row);
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

    /// Writes the remaining rows; renames the files once all are complete.
    pub fn finish(self) -> Result<(), WriteError> {
        let Self { pulls, world, bodies, contacts, events, .. } = self;
        let tables = pulls.into_iter().chain([world, bodies, contacts, events]);
        let files = tables.map(Table::close).collect::<Result<Vec<_>, _>>()?;
        files.into_iter().try_for_each(PartFile::finish)
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
    let [what, from, to] = rows::event_words(event.kind);
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

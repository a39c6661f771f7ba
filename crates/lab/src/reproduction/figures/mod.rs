//! `stickslip figure`: reproduces the papers' figures as SVG and PNG, and their data as CSV.

#![allow(clippy::disallowed_methods, reason = "what is only drawn may differ in its last bit")]

mod drift;
mod ellipsoid;
mod long;
mod slide;
mod sphere;
mod spin;
pub(crate) mod squeal;
mod stack;
mod tables;

use crate::plot::{Figure, write};
use crate::trace::StudyError;
use std::path::{Path, PathBuf};
use stickslip_engine::files::WriteError;

/// A figure or table of the paper, and the function that computes it.
pub struct Recipe {
    /// Identifier, and name of the files.
    pub id: &'static str,
    /// Content, and section or number in the paper.
    pub title: &'static str,
    /// Computing time on two cores of a machine of 2026, s.
    pub seconds: f64,
    make: Make,
}

impl Recipe {
    /// True for a figure that is made only if it is named: its runs take longer than all others together.
    pub fn is_long(&self) -> bool {
        self.seconds >= 60.0
    }
}

enum Make {
    Figure(fn() -> Result<Figure, StudyError>),
    Table(fn() -> Result<tables::FigureTable, StudyError>),
}

/// All figures and tables, in the paper's order, then those of the other sources.
pub fn recipes() -> &'static [Recipe] {
    RECIPES
}

const RECIPES: &[Recipe] = &[
    Recipe {
        seconds: 0.2,
        id: "table-1",
        title: "Table 1: roll stiffness and threshold by curvature",
        make: Make::Table(tables::curvature),
    },
    Recipe {
        seconds: 0.1,
        id: "brick-damping",
        title: "4.1 A brick sticks, with and without damping",
        make: Make::Figure(slide::damping),
    },
    Recipe {
        seconds: 0.2,
        id: "brick-angles",
        title: "4.1 A brick on three inclines",
        make: Make::Figure(slide::angles),
    },
    Recipe {
        seconds: 0.3,
        id: "disk",
        title: "4.2 A sliding disk begins to roll and stops",
        make: Make::Figure(slide::disk),
    },
    Recipe {
        seconds: 0.8,
        id: "disk-damping",
        title: "4.2 The disk with three dampings",
        make: Make::Figure(slide::disk_damping),
    },
    Recipe {
        seconds: 0.7,
        id: "disk-legacy",
        title: "4.2 The disk under a constant roll torque and under the paper's law",
        make: Make::Figure(slide::disk_legacy),
    },
    Recipe {
        seconds: 0.1,
        id: "sphere-35",
        title: "4.3 A sphere goes up an incline of 35 degrees",
        make: Make::Figure(sphere::up_35),
    },
    Recipe {
        seconds: 0.1,
        id: "sphere-35-frames",
        title: "4.3 The same in four snapshots",
        make: Make::Figure(sphere::snapshots),
    },
    Recipe {
        seconds: 25.1,
        id: "sphere-classes",
        title: "4.3 Steady states and their borders",
        make: Make::Figure(sphere::classes),
    },
    Recipe {
        seconds: 0.2,
        id: "spin-frames",
        title: "4.4 A spinning sphere at four times, with its axes and the contact frame",
        make: Make::Figure(spin::snapshots),
    },
    Recipe {
        seconds: 1.9,
        id: "spin",
        title: "4.4 A spinning sphere, heuristic model",
        make: Make::Figure(spin::heuristic),
    },
    Recipe {
        seconds: 2.0,
        id: "spin-hertz",
        title: "4.4 A spinning sphere, Hertz model",
        make: Make::Figure(spin::hertz),
    },
    Recipe {
        seconds: 0.6,
        id: "ellipsoid-falls",
        title: "4.5.1 An ellipsoid falls over",
        make: Make::Figure(ellipsoid::falls),
    },
    Recipe {
        seconds: 0.2,
        id: "ellipsoid-poses",
        title: "4.5.1 Poses of the falling ellipsoid",
        make: Make::Figure(ellipsoid::poses),
    },
    Recipe {
        seconds: 0.1,
        id: "table-7",
        title: "4.5.2 Curvature and spin friction (table 7, 5)",
        make: Make::Table(tables::spin),
    },
    Recipe {
        seconds: 0.9,
        id: "ellipsoid-spin",
        title: "4.5.2 A spinning ellipsoid, two poses",
        make: Make::Figure(ellipsoid::spin),
    },
    Recipe {
        seconds: 2.3,
        id: "ellipsoid-spin-inertia",
        title: "4.5.2 The same with the ellipsoid's own moments of inertia",
        make: Make::Figure(ellipsoid::spin_own_inertia),
    },
    Recipe {
        seconds: 9.6,
        id: "stack-mass",
        title: "4.6 Critical mass of the stack's top ball",
        make: Make::Figure(stack::critical_mass),
    },
    Recipe {
        seconds: 0.2,
        id: "stack-histories",
        title: "4.6 Loads in a stack that stands",
        make: Make::Figure(stack::histories),
    },
    Recipe {
        seconds: 0.6,
        id: "stack-snapshots",
        title: "4.6 The stack before and after",
        make: Make::Figure(stack::snapshots),
    },
    Recipe {
        seconds: 0.1,
        id: "drift",
        title: "Krengel & Matuttis 2: a pendulum leaves its constraint",
        make: Make::Figure(drift::pendulum),
    },
    Recipe {
        seconds: 0.1,
        id: "drift-numbers",
        title: "Krengel & Matuttis 2: drift of each method",
        make: Make::Table(drift::numbers),
    },
    Recipe {
        seconds: 9.0,
        id: "squeal-map",
        title: "Friction over speed, and where it makes a block squeal",
        make: Make::Figure(squeal::map),
    },
    Recipe {
        seconds: 300.0,
        id: "rest-angle",
        title: "Balls with a roll limit beside polyhedra without",
        make: Make::Figure(long::rest_angle),
    },
    Recipe {
        seconds: 60.0,
        id: "polygon-drum",
        title: "Krengel & Matuttis 10.4: a drum of polygons, damping relative to the neighbours or to no rotation",
        make: Make::Figure(long::polygon_drum),
    },
];

/// Why a figure was not made.
#[derive(Debug, thiserror::Error)]
pub enum FigureError {
    /// The underlying study failed.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Computes a figure and writes its files to `dir`, created if missing; returns the paths written.
pub fn make(recipe: &Recipe, dir: &Path) -> Result<Vec<PathBuf>, FigureError> {
    std::fs::create_dir_all(dir).map_err(|e| WriteError::at(dir, e))?;
    match recipe.make {
        Make::Figure(make) => {
            let figure = make()?;
            if let Some(curve) =
                figure.panels.iter().flat_map(|panel| &panel.curves).find(|curve| curve.points.is_empty())
            {
                return Err(StudyError::new(recipe.id, format!("the curve `{}` has no points", curve.name)).into());
            }
            Ok(write(&figure, &dir.join(recipe.id))?)
        }
        Make::Table(make) => Ok(make()?.write(&dir.join(recipe.id))?),
    }
}

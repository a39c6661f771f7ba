//! Marks that the user sets on bodies in their list: hidden ones are not drawn, locked ones do not move under the mouse.

use bevy::ecs::prelude::Resource;
use std::collections::BTreeSet;

/// The marked bodies, by name.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyMarks {
    /// Bodies that are not drawn; they take part in the run as before.
    pub hidden: BTreeSet<String>,
    /// Bodies that a press in the scene does not take hold of while the mouse builds.
    pub locked: BTreeSet<String>,
}

/// Sets or takes away a mark.
pub fn turn(marks: &mut BTreeSet<String>, name: &str) {
    if !marks.remove(name) {
        marks.insert(name.to_owned());
    }
}

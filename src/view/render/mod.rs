//! The scene on the screen.
//!
//! | file | does |
//! |---|---|
//! | `camera`, `lens` | the eye, and where a point of the world is on the screen |
//! | `sync`, `meshes`, `grounds`, `beads` | bodies, planes, the balls of a crowd as one mesh |
//! | `gizmos`, `plane_grid` | the draw list as a mesh; the grid of the view of a plane |
//! | `ghost`, `tinted` | the other future, and the runs under other laws |
//! | `theme` | colours |

pub(crate) mod beads;
pub mod camera;
pub(crate) mod ghost;
pub(crate) mod gizmos;
pub(crate) mod grounds;
pub mod lens;
pub(crate) mod meshes;
pub(crate) mod plane_grid;
pub mod sync;
pub(crate) mod theme;
pub(crate) mod tinted;

use bevy::prelude::*;

/// When the window does what, in a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ViewSystems {
    /// What hands did to the view is told.
    View,
    /// The run goes on.
    Drive,
    /// The camera goes along.
    Follow,
    /// The state reached is drawn.
    Draw,
}

/// The camera, and the units in which it is placed.
pub(crate) struct CameraPlugin;

impl Plugin for CameraPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<crate::draw::orbit::Orbit>()
            .init_resource::<camera::LastView>()
            .init_resource::<camera::SceneArea>()
            .init_resource::<crate::draw::units::Units>();
        app.configure_sets(
            Update,
            (ViewSystems::View, ViewSystems::Drive, ViewSystems::Follow, ViewSystems::Draw).chain(),
        );
        app.add_systems(
            Update,
            (camera::tell_moves.in_set(ViewSystems::View), camera::follow.in_set(ViewSystems::Follow)),
        );
    }
}

/// Draws the state on the screen.
pub(crate) struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(beads::BeadPlugin)
            .init_resource::<sync::Remake>()
            .insert_resource(GlobalAmbientLight { brightness: 420.0, ..default() });
        app.add_systems(Startup, (gizmos::spawn, plane_grid::spawn).chain());
        let scene = (
            sync::grow_tubes,
            sync::remake,
            sync::follow_bodies,
            beads::redraw,
            grounds::grow,
            ghost::draw,
            tinted::draw,
            dress,
            camera::place,
            plane_grid::redraw,
            gizmos::redraw,
        );
        app.add_systems(Update, scene.chain().in_set(ViewSystems::Draw));
    }
}

/// The colour behind everything.
fn dress(theme: Res<theme::Theme>, mut clear: ResMut<ClearColor>) {
    clear.0 = meshes::color(theme.background());
}

//! Rendering of the scene.
//!
//! | file | does |
//! |---|---|
//! | `lit` | the renderer: materials, light, shadows |
//! | `camera`, `lens` | cameras and light; projection between world and screen |
//! | `sync`, `meshes`, `grounds`, `sphere_instances` | bodies; planes; sphere instances as one mesh |
//! | `gizmos`, `plane_grid` | draw list as a mesh; grid of the plane view |
//! | `drawn` | markers of drawn entities |
//! | `ghost`, `compared` | the ghost run; runs under other laws |
//! | `built` | the body that a tool would place |
//! | `theme` | colours |

pub(crate) mod built;
pub mod camera;
pub(crate) mod compared;
pub(crate) mod drawn;
pub(crate) mod ghost;
pub(crate) mod gizmos;
pub(crate) mod grounds;
pub mod lens;
pub(crate) mod lit;
pub(crate) mod meshes;
pub(crate) mod plane_grid;
pub(crate) mod sphere_instances;
pub mod sync;
pub(crate) mod theme;

use crate::view::render::theme::ThemeColours;
use bevy::camera::CameraUpdateSystems;
use bevy::camera::visibility::VisibilitySystems::{CalculateBounds, VisibilityPropagate};
use bevy::prelude::*;
use bevy_egui::EguiPostUpdateSet;

/// Order of the view's systems within a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ViewSystems {
    /// Reports camera moves by the user.
    View,
    /// Advances the run.
    Drive,
    /// Moves the camera along with the bodies.
    Follow,
    /// Draws the resulting state.
    Draw,
}

/// The cameras and the unit conversion that places them.
pub(crate) struct CameraPlugin;

impl Plugin for CameraPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PreUpdate, theme::set_fonts);
        app.init_resource::<crate::draw::space::orbit::Orbit>()
            .init_resource::<camera::LastView>()
            .init_resource::<camera::SceneArea>()
            .init_resource::<crate::draw::space::units::Units>();
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

/// Draws the displayed state.
pub(crate) struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(lit::LitPlugin).init_resource::<sync::RespawnRequest>();
        app.add_systems(Startup, (gizmos::spawn, plane_grid::spawn).chain());
        let scene = (
            sync::grow_tubes,
            sync::remake,
            sync::follow_bodies,
            sphere_instances::redraw,
            grounds::grow,
            ghost::draw,
            compared::draw,
            built::draw,
            set_background,
            plane_grid::redraw,
            gizmos::redraw,
        );
        app.add_systems(Update, scene.chain().in_set(ViewSystems::Draw));
        // After the panels, which determine the area of the scene and may open another scene.
        let panels = EguiPostUpdateSet::EndPass;
        app.configure_sets(PostUpdate, (CalculateBounds, VisibilityPropagate).after(panels.clone()));
        let place = camera::place.after(panels);
        app.add_systems(PostUpdate, place.before(CameraUpdateSystems).before(TransformSystems::Propagate));
    }
}

/// Present while the background is left transparent.
#[derive(Resource)]
pub(crate) struct NoBackground;

/// Sets the background colour.
fn set_background(theme: Res<theme::Theme>, none: Option<Res<NoBackground>>, mut clear: ResMut<ClearColor>) {
    clear.0 = if none.is_some() { Color::NONE } else { meshes::color(theme.background()) };
}

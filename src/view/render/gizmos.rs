//! Arrows, arcs and discs of the draw list as meshes, rebuilt when the picture changes; parts behind a body are paler,
//! except for friction, which is drawn last and over everything.

use crate::app::timeline::display_state::DisplayState;
use crate::draw::overlay::glyphs::{Glyphs, Pen};
use crate::draw::space::orbit::Orbit;
use crate::draw::space::units::Units;
use crate::observe::many_body::is_many_body;
use crate::view::render::camera::{OVERLAY, SceneArea};
use crate::view::render::lit::material::LitMaterial;
use crate::view::render::theme::{Theme, ThemeColours, chain_colour};
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::{NoFrustumCulling, RenderLayers};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_egui::egui::Color32;

/// Opacity of glyphs behind a body.
const HIDDEN_OPACITY: f32 = 0.45;
/// Depth bias of the glyphs among the bodies, so that what lies on a surface is not half inside it.
const DEPTH_BIAS: f32 = 60_000.0;

/// Marks the overlay meshes, each on one of the entities that draw it.
#[derive(Component)]
pub(crate) enum OverlayMesh {
    /// Arrows, arcs, discs and lines.
    Glyphs,
    /// Translucent areas.
    Areas,
    /// Friction forces.
    Friction,
}

/// Spawns the shared meshes.
pub(crate) fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
    let unlit = LitMaterial::unlit(LinearRgba::WHITE);
    let blended = LitMaterial { blend: true, ..unlit };
    let [glyphs, areas, friction] = [(); 3].map(|()| meshes.add(mesh(Glyphs::default())));
    // Drawn among the bodies and once more, paler, over them: an arrow behind a body shows through.
    let among = LitMaterial { depth_bias: DEPTH_BIAS, ..unlit };
    let over = LitMaterial { blend: true, ..LitMaterial::unlit(LinearRgba::WHITE.with_alpha(HIDDEN_OPACITY)) };
    // Blended materials are drawn after the others, in the order of their bias, and hide nothing from each other.
    let last = LitMaterial { depth_bias: DEPTH_BIAS, ..blended };
    let drawn = |mesh, material, layer: RenderLayers| (Mesh3d(mesh), material, layer, NoFrustumCulling);
    commands.spawn((OverlayMesh::Glyphs, drawn(glyphs.clone(), among, RenderLayers::layer(0))));
    commands.spawn(drawn(glyphs, over, OVERLAY));
    commands.spawn((OverlayMesh::Areas, drawn(areas, blended, OVERLAY)));
    commands.spawn((OverlayMesh::Friction, drawn(friction, last, OVERLAY)));
}

/// Rebuilds the meshes from the current draw list.
pub(crate) fn redraw(
    shown: Res<DisplayState>,
    theme: Res<Theme>,
    units: Res<Units>,
    orbit: Res<Orbit>,
    area: Res<SceneArea>,
    overlay: Query<(&OverlayMesh, &Mesh3d)>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut made: Local<Option<(u64, Theme, Units, Orbit, SceneArea)>>,
) -> Result {
    let now = Some((shown.version, *theme, *units, *orbit, *area));
    if *made == now {
        return Ok(());
    }
    *made = now;
    let height = area.0.map_or(800.0, |rect| rect.height()).max(200.0);
    let width = if is_many_body(shown.state.bodies.len()) { 0.45 } else { 1.0 };
    let (role, chain) = (|role| linear(theme.role(role)), |share| linear(chain_colour(share, &theme)));
    let (pixel, eye) = (orbit.height() / height, orbit.toward_eye());
    let pen = Pen { role: &role, chain: &chain, units: &units, pixel, width, eye };
    for (which, handle) in &overlay {
        let glyphs = match which {
            OverlayMesh::Glyphs => pen.glyphs(&shown.list),
            OverlayMesh::Areas => pen.areas(&shown.list),
            OverlayMesh::Friction => pen.friction(&shown.list),
        };
        // Reuse the asset: the renderer keeps data for every mesh it has ever seen, which would grow without bound.
        meshes.insert(handle.id(), mesh(glyphs))?;
    }
    Ok(())
}

fn linear(c: Color32) -> LinearRgba {
    crate::view::render::meshes::color(c).to_linear()
}

fn mesh(mut glyphs: Glyphs) -> Mesh {
    if glyphs.positions.is_empty() {
        glyphs.point(Vec3::ZERO, Vec3::Z, LinearRgba::NONE);
        glyphs.indices.extend([0, 0, 0]);
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, glyphs.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, glyphs.normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, glyphs.colours)
        .with_inserted_indices(Indices::U32(glyphs.indices))
}

//! The grid of the view of a plane: behind all bodies, its lines at round distances from the origin.

use crate::draw::scale::round_below;
use crate::draw::units::Units;
use crate::view::render::camera::{Orbit, SceneArea};
use crate::view::render::meshes::color;
use crate::view::render::theme::Theme;
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;

/// Lines are at most this far apart, pixels.
const WIDEST: f32 = 100.0;
/// From the eye, drawing units: further away than what is looked at, nearer than the far end of the picture.
const BEHIND: f32 = 990.0;

/// The mesh of the grid.
#[derive(Component)]
pub(crate) struct PlaneGrid;

/// What the grid on the screen was made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DrawnFor(Orbit, SceneArea, f64, Theme);

/// Spawns the mesh, out of sight.
pub(crate) fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    commands.spawn((
        PlaneGrid,
        Mesh3d(meshes.add(mesh(vec![[0.0; 3]; 2]))),
        MeshMaterial3d(materials.add(StandardMaterial { unlit: true, ..default() })),
        Visibility::Hidden,
        NoFrustumCulling,
        NotShadowCaster,
        NotShadowReceiver,
    ));
}

/// Brings the grid where the camera looks.
pub(crate) fn redraw(
    (orbit, area, units, theme): (Res<Orbit>, Res<SceneArea>, Res<Units>, Res<Theme>),
    mut grids: Query<(&mut Mesh3d, &MeshMaterial3d<StandardMaterial>, &mut Visibility), With<PlaneGrid>>,
    (mut meshes, mut materials): (ResMut<Assets<Mesh>>, ResMut<Assets<StandardMaterial>>),
    mut drawn: Local<Option<DrawnFor>>,
) {
    let wanted = DrawnFor(*orbit, *area, units.per_metre, *theme);
    if *drawn == Some(wanted) {
        return;
    }
    *drawn = Some(wanted);
    for (mut handle, material, mut visibility) in &mut grids {
        visibility.set_if_neq(if orbit.plane.is_some() { Visibility::Visible } else { Visibility::Hidden });
        if orbit.plane.is_none() {
            continue;
        }
        let size = area.0.map_or(Vec2::new(1200.0, 800.0), |rect| rect.size()).max(Vec2::ONE);
        let step = units.length(cell(&orbit, &units, size.y));
        handle.0 = meshes.add(mesh(lines(&orbit, size.x / size.y, step)));
        if let Some(mut material) = materials.get_mut(&material.0) {
            material.base_color = color(theme.background().lerp_to_gamma(theme.grid(), 0.45));
        }
    }
}

/// Distance of the lines, m: a round number that is wide enough on a picture of that height, pixels.
pub(crate) fn cell(orbit: &Orbit, units: &Units, height: f32) -> f64 {
    round_below(units.metres(orbit.height() * WIDEST / height))
}

/// `y → z ↑ · grid 0.05 m`; the axes of the world where they are those of the picture.
pub(crate) fn caption(orbit: &Orbit, units: &Units, height: f32) -> String {
    let place = orbit.transform();
    let name = |along: Vec3| {
        let axes = [(Vec3::X, "x"), (Vec3::Y, "y"), (Vec3::Z, "z")];
        axes.into_iter().find_map(|(axis, name)| {
            let share = along.dot(axis);
            (share.abs() > 0.999_99).then(|| if share > 0.0 { name.to_owned() } else { format!("−{name}") })
        })
    };
    let grid = format!("grid {} m", crate::draw::format::short(cell(orbit, units, height)));
    match (name(*place.right()), name(*place.up())) {
        (Some(right), Some(up)) => format!("{right} → {up} ↑ · {grid}"),
        _ => grid,
    }
}

/// Ends of the lines, two and two, drawing units.
fn lines(orbit: &Orbit, aspect: f32, step: f32) -> Vec<[f32; 3]> {
    let place = orbit.transform();
    let (right, up, ahead) = (*place.right(), *place.up(), *place.forward());
    let depth = ahead * (place.translation.dot(ahead) + BEHIND);
    let half = 0.5 * orbit.height() * Vec2::new(aspect, 1.0);
    let middle = Vec2::new(orbit.focus.dot(right), orbit.focus.dot(up));
    let (low, high) = (middle - half, middle + half);
    let mut points = Vec::new();
    let mut line = |from: Vec2, to: Vec2| {
        points.extend([from, to].map(|p| (right * p.x + up * p.y + depth).to_array()));
    };
    let places = |low: f32, high: f32| {
        let first = (low / step).ceil() as i64;
        (first..=(high / step).floor() as i64).map(move |k| k as f32 * step)
    };
    places(low.x, high.x).for_each(|x| line(Vec2::new(x, low.y), Vec2::new(x, high.y)));
    places(low.y, high.y).for_each(|y| line(Vec2::new(low.x, y), Vec2::new(high.x, y)));
    points
}

fn mesh(points: Vec<[f32; 3]>) -> Mesh {
    let normals = vec![[0.0, 0.0, 1.0]; points.len()];
    Mesh::new(PrimitiveTopology::LineList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, points)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Across x, y is to the right and z upward. The lines are at multiples of their distance, within the picture, and behind what is
    /// looked at.
    #[test]
    fn lines_are_at_round_places() {
        let mut orbit = Orbit { focus: Vec3::new(3.0, 0.07, -0.02), ..Orbit::default() };
        orbit.toggle_plane(Some(Vec3::X));
        let units = Units { per_metre: 20.0 };
        let step = cell(&orbit, &units, 800.0);
        assert!((step - 0.02).abs() < 1e-12, "{step}: {} drawing units are 800 pixels", orbit.height());
        let step = units.length(step);
        let points = lines(&orbit, 1.5, step);
        assert_eq!(points.len() % 2, 0);
        let near = |x: f32| (x / step - (x / step).round()).abs() < 1e-3;
        for ends in points.chunks(2) {
            let [[x, y, z], [_, y1, z1]] = [ends[0], ends[1]];
            assert!(x < orbit.focus.x - 100.0, "{x}");
            let is_upright = y == y1;
            assert!(if is_upright { near(y) } else { near(z) && z == z1 }, "{ends:?}");
        }
        let count = |from: usize| points.chunks(2).filter(|ends| ends[0][from] == ends[1][from]).count();
        let expected = (orbit.height() / step) as usize;
        assert!((expected..=expected + 1).contains(&count(2)), "{} of {expected}", count(2));
        assert_eq!(caption(&orbit, &units, 800.0), "y → z ↑ · grid 0.02 m");
        orbit.toggle_plane(None);
        orbit.toggle_plane(Some(Vec3::NEG_X));
        assert_eq!(caption(&orbit, &units, 800.0), "−y → z ↑ · grid 0.02 m");
    }
}

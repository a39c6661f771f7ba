//! The directional light and its shadow map.

use bevy::math::{Mat4, Quat, Vec3};
use bevy::prelude::Resource;

/// Width of the shadow map, texels.
pub(crate) const SHADOW_MAP_SIZE: u32 = 2048;
/// Depth of the shadow map on either side of its centre, in its half-widths.
const HALF_DEPTH: f32 = 4.0;

/// How edges of shadows are smoothed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum ShadowFilter {
    /// One comparison of four texels, by the sampler.
    #[default]
    Hardware2x2,
    /// Nine of them, with Gaussian weights.
    Gaussian,
}

/// The one light of the scene, and where it casts shadows.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct SceneLight {
    /// Unit vector toward the light, world frame.
    pub(crate) toward: Vec3,
    /// Centre of the shadow map, drawing units.
    pub(crate) centre: Vec3,
    /// Half-width of the shadow map, drawing units.
    pub(crate) radius: f32,
    /// Filter of the shadow map.
    pub(crate) filter: ShadowFilter,
}

impl Default for SceneLight {
    fn default() -> Self {
        Self { toward: Vec3::Z, centre: Vec3::ZERO, radius: 10.0, filter: ShadowFilter::default() }
    }
}

impl SceneLight {
    /// Width of a texel of the shadow map, drawing units.
    pub(crate) fn texel(&self) -> f32 {
        2.0 * self.radius / SHADOW_MAP_SIZE as f32
    }

    /// World to clip coordinates of the shadow map: an orthographic projection along the light, with depth 1 nearest
    /// to the light. The centre is rounded to whole texels: shadows do not crawl when it moves.
    pub(crate) fn clip_from_world(&self) -> Mat4 {
        let light_from_world = Quat::from_rotation_arc(Vec3::Z, self.toward).inverse();
        let centre = light_from_world * self.centre;
        let texel = self.texel();
        let centre = Vec3::new((centre.x / texel).round() * texel, (centre.y / texel).round() * texel, centre.z);
        let depth = HALF_DEPTH * self.radius;
        let scale = Vec3::new(1.0 / self.radius, 1.0 / self.radius, 0.5 / depth);
        Mat4::from_translation(Vec3::new(0.0, 0.0, 0.5))
            * Mat4::from_scale(scale)
            * Mat4::from_translation(-centre)
            * Mat4::from_quat(light_from_world)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The centre is in the middle of the map, to half a texel; what is nearer to the light has a greater depth; a
    /// shift along the light moves nothing across the map.
    #[test]
    fn the_shadow_map_lies_around_its_centre() {
        let toward = Vec3::new(3.0, -2.2, 7.0).normalize();
        let light = SceneLight { toward, centre: Vec3::new(1.0, 2.0, -3.0), radius: 5.0, ..SceneLight::default() };
        let clip = |at: Vec3| light.clip_from_world().project_point3(at);
        let middle = clip(light.centre);
        assert!(middle.truncate().length() < 1.0 / SHADOW_MAP_SIZE as f32 * 2.0, "{middle}");
        assert!((middle.z - 0.5).abs() < 1e-5, "{middle}");
        let nearer = clip(light.centre + 2.0 * toward);
        assert!(nearer.z > middle.z && (nearer - middle).truncate().length() < 1e-5, "{nearer}");
        let aside = toward.any_orthonormal_vector() * light.radius;
        assert!(((clip(light.centre + aside) - middle).truncate().length() - 1.0).abs() < 1e-4);
    }

    /// Shifts of the centre by less than the map move what is drawn by whole texels.
    #[test]
    fn shadows_do_not_crawl() {
        let light = SceneLight { toward: Vec3::new(0.3, -0.2, 0.9).normalize(), ..SceneLight::default() };
        let moved = SceneLight { centre: Vec3::new(0.123, 0.456, 0.789), ..light };
        let shift = moved.clip_from_world().project_point3(Vec3::X) - light.clip_from_world().project_point3(Vec3::X);
        let texels = shift.truncate() * 0.5 * SHADOW_MAP_SIZE as f32;
        assert!((texels - texels.round()).abs().max_element() < 1e-2, "{texels}");
    }
}

//! How a mesh is shaded.

use bevy::color::LinearRgba;
use bevy::math::Vec2;
use bevy::mesh::{Mesh, MeshVertexAttribute, VertexAttributeDescriptor};
use bevy::prelude::Component;
use bevy::render::render_resource::{Face, VertexFormat};

/// Which corner of its square, and the radius of the sphere, drawing units.
pub(crate) const SPHERE_CORNER: MeshVertexAttribute =
    MeshVertexAttribute::new("Sphere_Corner", 0x5b1c_0001, VertexFormat::Float32x3);
/// Rotation of the sphere, a quaternion.
pub(crate) const SPHERE_TURN: MeshVertexAttribute =
    MeshVertexAttribute::new("Sphere_Turn", 0x5b1c_0002, VertexFormat::Snorm16x4);
/// Colour of the sphere, sRGB; the last byte is 255 if it is chequered.
pub(crate) const SPHERE_COLOUR: MeshVertexAttribute =
    MeshVertexAttribute::new("Sphere_Colour", 0x5b1c_0003, VertexFormat::Unorm8x4);

/// Attributes of meshes shaded as [`Shading::Spheres`]; positions are the centres.
pub(crate) fn sphere_attributes() -> [VertexAttributeDescriptor; 4] {
    [
        Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
        SPHERE_CORNER.at_shader_location(1),
        SPHERE_TURN.at_shader_location(2),
        SPHERE_COLOUR.at_shader_location(3),
    ]
}

/// Shader of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Shading {
    /// Directional and ambient light, in the shadow of what casts one.
    #[default]
    Lit,
    /// The colour alone.
    Unlit,
    /// Spheres, each a square that faces the eye: a mesh with [`sphere_attributes`].
    Spheres,
}

/// How a mesh is shaded. Its position may be rotated, moved and scaled, the latter alike along all axes.
///
/// Meshes have positions and normals. Colours of their vertices, if any, multiply that of the material.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(crate) struct LitMaterial {
    /// The two colours of the checks; where there are none, the first is the colour.
    pub(crate) colours: [LinearRgba; 2],
    /// Checks along u and v; zero for none. The mesh then has texture coordinates.
    pub(crate) checks: Vec2,
    /// Shader.
    pub(crate) shading: Shading,
    /// Perceptual roughness, from 0 to 1.
    pub(crate) roughness: f32,
    /// Strength of highlights, from 0 to 1: 0.5 for common dielectrics, 0 for none.
    pub(crate) reflectance: f32,
    /// Faces that are not drawn.
    pub(crate) cull_mode: Option<Face>,
    /// True if the alpha of the colour counts. Drawn after all that is opaque, sorted, and hides nothing.
    pub(crate) blend: bool,
    /// Shifts the depth toward the eye, in steps of its last bit, and the order of blended meshes, in drawing units.
    pub(crate) depth_bias: f32,
    /// True if it casts a shadow.
    pub(crate) casts_shadow: bool,
}

impl LitMaterial {
    /// A lit colour, without checks and shadow.
    pub(crate) fn plain(colour: LinearRgba) -> Self {
        Self {
            colours: [colour; 2],
            checks: Vec2::ZERO,
            shading: Shading::Lit,
            roughness: 1.0,
            reflectance: 0.0,
            cull_mode: Some(Face::Back),
            blend: false,
            depth_bias: 0.0,
            casts_shadow: false,
        }
    }

    /// A colour that light does not change; both faces are drawn.
    pub(crate) fn unlit(colour: LinearRgba) -> Self {
        Self { shading: Shading::Unlit, cull_mode: None, ..Self::plain(colour) }
    }
}

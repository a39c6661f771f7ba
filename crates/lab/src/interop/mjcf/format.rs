//! Elements and attributes of the file: which are read, and why the others have no meaning here.

use std::ops::Range;

/// An element of the file.
pub(super) type Element<'a> = roxmltree::Node<'a, 'a>;

/// An attribute of the file.
pub(super) type Attribute<'a> = roxmltree::Attribute<'a, 'a>;

/// The attributes of `<geom>` that are read.
pub(super) const GEOM: &[&str] = &[
    "name",
    "class",
    "type",
    "size",
    "pos",
    "quat",
    "axisangle",
    "euler",
    "xyaxes",
    "zaxis",
    "fromto",
    "friction",
    "condim",
    "priority",
    "contype",
    "conaffinity",
    "mass",
    "density",
    "mesh",
];

/// The attributes of `<mesh>` that are read.
pub(super) const MESH: &[&str] = &["name", "class", "vertex", "scale", "file", "refpos", "refquat"];

/// Why a height field is left out.
pub(super) const NO_HEIGHT_FIELDS: &str = "there are no height fields, so nothing touches it";

/// Attributes that a scene cannot represent, with the reason.
pub(super) const ATTRIBUTES: &[(&[&str], &str)] = &[
    (&["rgba", "material", "group"], "it is only drawn"),
    (&["hfield"], NO_HEIGHT_FIELDS),
    (&["user"], "it is the user's own"),
    (&["solref", "solimp", "solmix", "margin", "gap"], "contacts are rigid"),
    (&["integrator", "jacobian", "solver", "iterations", "tolerance", "ls_iterations"], "the solver is another one"),
    (&["ls_tolerance", "noslip_iterations", "noslip_tolerance", "impratio"], "the solver is another one"),
    (&["ccd_iterations", "ccd_tolerance", "sdf_iterations", "apirate"], "the solver is another one"),
    (&["density", "viscosity", "wind", "magnetic"], "the bodies move in a vacuum"),
    (&["fluidshape", "fluidcoef"], "the bodies move in a vacuum"),
    (&["damping", "armature", "frictionloss", "stiffness"], "a free body moves without it"),
    (&["meshdir", "texturedir", "assetdir", "strippath", "discardvisual"], "no file is read"),
    (&["autolimits", "limited", "range"], "there are no joints"),
];

/// Byte range of the name of an element in the file.
pub(super) fn name_span(element: Element) -> Range<usize> {
    let start = element.range().start;
    start..start + 1 + element.tag_name().name().len()
}

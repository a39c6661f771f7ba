//! Reads elements and attributes, and collects faults and notes.

use std::collections::BTreeMap;
use std::ops::Range;
use stickslip_engine::laws::Vec3;
use stickslip_engine::scene::Fault;

/// An element of the file.
pub(super) type Element<'a> = roxmltree::Node<'a, 'a>;

/// An attribute of the file.
pub(super) type Attribute<'a> = roxmltree::Attribute<'a, 'a>;

/// Treatment of parts of the file that a scene cannot represent and that influence the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MjcfImport {
    /// The file is refused.
    Whole,
    /// The parts are left out and noted.
    Partial,
}

/// Collects the faults and notes of a file.
pub(super) struct MjcfReader {
    mode: MjcfImport,
    faults: Vec<Fault>,
    /// By message and remedy: bytes of the first occurrence, and number of occurrences.
    notes: BTreeMap<(String, String), (Range<usize>, usize)>,
}

/// Remedy of a note on a part that is left out.
const LEFT_OUT: &str = "it is left out";

impl MjcfReader {
    pub(super) fn new(mode: MjcfImport) -> Self {
        Self { mode, faults: Vec::new(), notes: BTreeMap::new() }
    }

    /// Returns the faults, and the notes ordered by message.
    pub(super) fn finish(self) -> (Vec<Fault>, Vec<Fault>) {
        let note = |((message, remedy), (span, count)): ((String, String), (Range<usize>, usize))| {
            let more = if count > 1 { format!(" ({} more of them)", count - 1) } else { String::new() };
            Fault::new("", message + &more, remedy, span)
        };
        (self.faults, self.notes.into_iter().map(note).collect())
    }

    /// True after at least one fault.
    pub(super) fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Reports a fault.
    pub(super) fn fault(&mut self, at: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) {
        self.faults.push(Fault::new("", message, remedy, at));
    }

    /// Notes a part that is only drawn or that hardly changes the motion.
    pub(super) fn note(&mut self, at: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) {
        let seen = self.notes.entry((message.into(), remedy.into())).or_insert((at, 0));
        seen.1 += 1;
    }

    /// Reports a part that changes the motion as a fault; with [`MjcfImport::Partial`] as a note.
    pub(super) fn refuse(&mut self, at: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) {
        match self.mode {
            MjcfImport::Whole => self.fault(at, message, remedy),
            MjcfImport::Partial => self.note(at, message, LEFT_OUT),
        }
    }

    /// Notes an element that a scene cannot represent.
    pub(super) fn ignore(&mut self, element: Element, why: &str) {
        self.note(name_span(element), format!("<{}> has no meaning here: {why}", element.tag_name().name()), LEFT_OUT);
    }

    /// Notes every attribute of an element except those in `known`.
    pub(super) fn ignore_all_but(&mut self, element: Element, known: &[&str]) {
        for attribute in element.attributes().filter(|attribute| !known.contains(&attribute.name())) {
            let (tag, name) = (element.tag_name().name(), attribute.name());
            let why = ATTRIBUTES.iter().find(|(names, _)| names.contains(&name)).map_or("", |(_, why)| *why);
            let colon = if why.is_empty() { "" } else { ": " };
            let message = format!("`{name}` of <{tag}> has no meaning here{colon}{why}");
            self.note(attribute.range(), message, LEFT_OUT);
        }
    }

    /// The numbers of an attribute; a fault if one is not finite.
    pub(super) fn numbers(&mut self, attribute: &Attribute) -> Option<Vec<f64>> {
        let mut numbers = Vec::new();
        for word in attribute.value().split_ascii_whitespace() {
            match word.parse::<f64>() {
                Ok(number) if number.is_finite() => numbers.push(number),
                _ => {
                    let message = format!("`{}`: `{word}` is not a number", attribute.name());
                    self.fault(attribute.range_value(), message, "write finite numbers with blanks between them");
                    return None;
                }
            }
        }
        Some(numbers)
    }

    /// The numbers of an attribute, of which there must be `N`.
    pub(super) fn exactly<const N: usize>(&mut self, attribute: &Attribute) -> Option<[f64; N]> {
        let numbers = self.numbers(attribute)?;
        let count = numbers.len();
        let found = <[f64; N]>::try_from(numbers).ok();
        if found.is_none() {
            let message = format!("`{}` has {count} numbers, not {N}", attribute.name());
            self.fault(attribute.range_value(), message, format!("write {N}"));
        }
        found
    }

    /// The three components of a vector attribute.
    pub(super) fn vector(&mut self, attribute: &Attribute) -> Option<Vec3> {
        self.exactly::<3>(attribute).map(Vec3::from)
    }

    /// The number of an attribute, or `otherwise` if the element lacks it.
    pub(super) fn number(&mut self, element: Element, name: &str, otherwise: f64) -> Option<f64> {
        match element.attribute_node(name) {
            Some(attribute) => self.exactly::<1>(&attribute).map(|[number]| number),
            None => Some(otherwise),
        }
    }
}

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

/// Attributes that a scene cannot represent, with the reason.
const ATTRIBUTES: &[(&[&str], &str)] = &[
    (&["rgba", "material", "group", "hfield"], "it is only drawn"),
    (&["user"], "it is the user's own"),
    (&["solref", "solimp", "solmix", "margin", "gap"], "contacts are rigid"),
    (&["integrator", "jacobian", "solver", "iterations", "tolerance", "ls_iterations"], "the solver is another one"),
    (&["ls_tolerance", "noslip_iterations", "noslip_tolerance", "impratio"], "the solver is another one"),
    (&["ccd_iterations", "ccd_tolerance", "sdf_iterations", "apirate"], "the solver is another one"),
    (&["density", "viscosity", "wind", "magnetic"], "the bodies move in a vacuum"),
    (&["fluidshape", "fluidcoef"], "the bodies move in a vacuum"),
    (&["cone"], "the friction cone is round"),
    (&["damping", "armature", "frictionloss", "stiffness"], "a free body moves without it"),
    (&["meshdir", "texturedir", "assetdir", "strippath", "discardvisual"], "no file is read"),
    (&["autolimits", "limited", "range"], "there are no joints"),
];

/// Byte range of the name of an element in the file.
pub(super) fn name_span(element: Element) -> Range<usize> {
    let start = element.range().start;
    start..start + 1 + element.tag_name().name().len()
}

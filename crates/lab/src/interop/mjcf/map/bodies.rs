//! `<worldbody>`: fixed and free bodies with their shapes.

use super::expansion::is_free_joint;
use super::geom::{Geom, Library, NO_GEOM};
use super::mass::{MassPart, shape_alone};
use super::pose::LocalFrame;
use super::touch::GeomContact;
use crate::interop::mjcf::format::{Element, name_span};
use crate::interop::mjcf::report::MjcfReader;
use std::collections::{BTreeMap, BTreeSet};
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::scene::{BodySpec, Motion};
use stickslip_engine::shapes::Shape;
use stickslip_engine::shapes::solid::reach;

/// A body of the scene, with the data of the file that faults and pairs refer to.
pub(in crate::interop::mjcf) struct ImportedBody<'a> {
    /// The geom or body from which this body stems.
    pub(in crate::interop::mjcf) element: Element<'a>,
    /// Name of the geom in the file.
    pub(in crate::interop::mjcf) geom: Option<String>,
    /// Values of the body in the scene.
    pub(in crate::interop::mjcf) spec: BodySpec,
    /// Friction and collision filter of the geom.
    pub(in crate::interop::mjcf) touch: GeomContact,
}

/// Pose, default class and suffix of an element.
#[derive(Clone)]
struct ElementPlace {
    frame: LocalFrame,
    /// The applicable `childclass`.
    class: Option<String>,
    /// Text that `<replicate>` appends to names.
    suffix: String,
}

/// Source of a body's inertia.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::interop::mjcf) enum InertiaFrom {
    /// `<inertial>` if the body has one, else its geoms.
    Auto,
    /// The geoms.
    Geoms,
    /// `<inertial>`.
    Inertial,
}

/// Collects the bodies of a file.
pub(in crate::interop::mjcf) struct BodyWalk<'r, 'a> {
    pub(in crate::interop::mjcf) reader: &'r mut MjcfReader,
    pub(in crate::interop::mjcf) library: &'r Library<'a>,
    pub(in crate::interop::mjcf) inertia_from: InertiaFrom,
    pub(in crate::interop::mjcf) bodies: Vec<ImportedBody<'a>>,
    names: BTreeSet<String>,
    /// The last number given to a name of the file, or to a tag without a name.
    numbers: BTreeMap<(String, bool), usize>,
}

impl<'r, 'a> BodyWalk<'r, 'a> {
    pub(in crate::interop::mjcf) fn new(
        reader: &'r mut MjcfReader,
        library: &'r Library<'a>,
        inertia_from: InertiaFrom,
    ) -> Self {
        Self { reader, library, inertia_from, bodies: Vec::new(), names: BTreeSet::new(), numbers: BTreeMap::new() }
    }

    /// Reads a whole `<worldbody>`; `None`, with one fault, if it makes too many bodies.
    pub(in crate::interop::mjcf) fn world(&mut self, element: Element<'a>) -> Option<()> {
        let class = element.attribute("childclass").map(str::to_owned);
        self.reader.can_expand(element).then(|| {
            self.fixed(element, &ElementPlace { frame: LocalFrame::identity(), class, suffix: String::new() });
        })
    }

    /// Reads the geoms and bodies inside a fixed body.
    fn fixed(&mut self, element: Element<'a>, place: &ElementPlace) {
        for (child, place) in self.children(element, place) {
            match child.tag_name().name() {
                "geom" => self.fixed_geom(child, &place),
                "body" => self.body(child, &place),
                _ => {}
            }
        }
    }

    /// The children of an element with their places; `<frame>` and `<replicate>` are expanded.
    fn children(&mut self, element: Element<'a>, place: &ElementPlace) -> Vec<(Element<'a>, ElementPlace)> {
        let mut found = Vec::new();
        for child in element.children().filter(Element::is_element) {
            let inner = place.clone();
            match child.tag_name().name() {
                "frame" => found.extend(self.frame(child, inner)),
                "replicate" => found.extend(self.replicas(child, inner)),
                "geom" | "body" | "inertial" | "joint" | "freejoint" => found.push((child, inner)),
                "site" | "camera" | "light" => self.reader.ignore(child, "it is only drawn"),
                tag @ ("composite" | "flexcomp" | "attach" | "plugin") => {
                    let message = format!("<{tag}> makes bodies that have no meaning here");
                    let left_out = "its bodies are left out";
                    self.reader.refuse_else(name_span(child), message, "write its bodies one by one", left_out);
                }
                _ => self.reader.ignore(child, "it is not known"),
            }
        }
        found
    }

    fn frame(&mut self, element: Element<'a>, place: ElementPlace) -> Vec<(Element<'a>, ElementPlace)> {
        self.reader
            .ignore_all_but(element, &["name", "childclass", "pos", "quat", "axisangle", "euler", "xyaxes", "zaxis"]);
        let Some(frame) = self.library.angles.frame(self.reader, element) else { return Vec::new() };
        let class = element.attribute("childclass").map(str::to_owned).or(place.class);
        self.children(element, &ElementPlace { frame: place.frame.then(&frame), class, ..place })
    }

    fn replicas(&mut self, element: Element<'a>, place: ElementPlace) -> Vec<(Element<'a>, ElementPlace)> {
        self.reader.ignore_all_but(element, &["count", "sep", "offset", "euler"]);
        let mut vector = |name: &str| match element.attribute_node(name) {
            Some(attribute) => self.reader.exactly::<3>(&attribute),
            None => Some([0.0; 3]),
        };
        let (offset, euler) = (vector("offset"), vector("euler"));
        let (Some(offset), Some(euler)) = (offset, euler) else { return Vec::new() };
        let Some(count) = self.reader.replicas(element) else { return Vec::new() };
        let step = LocalFrame { x: offset.into(), q: self.library.angles.euler(euler) };
        let separator = element.attribute("sep").unwrap_or_default();
        let (mut frame, mut found) = (place.frame, Vec::new());
        let digits = (count - 1).to_string().len();
        for k in 0..count {
            let suffix = format!("{}{separator}{k:0digits$}", place.suffix);
            found.extend(self.children(element, &ElementPlace { frame, suffix, ..place.clone() }));
            frame = frame.then(&step);
        }
        found
    }

    fn fixed_geom(&mut self, element: Element<'a>, place: &ElementPlace) {
        let Some(geom) = self.library.geom(self.reader, element, place.class.as_deref()) else { return };
        let shape = match &geom.shape {
            Some(shape) if !geom.touch.is_off() => shape.clone(),
            None if !geom.touch.is_off() => return self.mesh_of_a_file(element, NO_GEOM),
            _ => return self.reader.ignore(element, "it collides with nothing"),
        };
        let Some(alone) = shape_alone(self.reader, &geom, &shape) else { return };
        let at = place.frame.then(&geom.frame).then(&LocalFrame { x: alone.position, q: alone.rotation });
        let own = element.attribute("name").map(str::to_owned);
        let name = self.name(element, place);
        let spec = BodySpec { name, motion: Motion::Fixed, position: at.x, rotation: at.q, ..alone };
        self.bodies.push(ImportedBody { element, geom: own, spec, touch: geom.touch });
    }

    fn mesh_of_a_file(&mut self, element: Element, left_out: &str) {
        let remedy = "give the corners of its convex hull as `vertex` of the <mesh>, or use another shape";
        let message = "the mesh is in another file, which is not read";
        self.reader.refuse_else(name_span(element), message, remedy, left_out);
    }

    fn body(&mut self, element: Element<'a>, place: &ElementPlace) {
        const KNOWN: &[&str] =
            &["name", "childclass", "pos", "quat", "axisangle", "euler", "xyaxes", "zaxis", "mocap", "gravcomp"];
        self.reader.ignore_all_but(element, KNOWN);
        if let Some(attribute) = element.attribute_node("gravcomp").filter(|gravcomp| gravcomp.value().trim() != "0") {
            let message = "`gravcomp` has no meaning here";
            let left_out = "it is left out: the body has its whole weight";
            self.reader.refuse_else(attribute.range(), message, "all bodies have their weight", left_out);
        }
        let Some(own) = self.library.angles.frame(self.reader, element) else { return };
        let class = element.attribute("childclass").map(str::to_owned).or_else(|| place.class.clone());
        let place = ElementPlace { frame: place.frame.then(&own), class, ..place.clone() };
        if element.attribute("mocap") == Some("true") {
            self.reader.note(name_span(element), "a mocap body stands still here", "write motion: Driven(...)");
        }
        let is_joint = |child: &Element| child.has_tag_name("joint") || child.has_tag_name("freejoint");
        let joints: Vec<Element> = element.descendants().filter(|child| is_joint(child)).collect();
        let own: Vec<&Element> = joints.iter().filter(|joint| body_of(**joint) == Some(element)).collect();
        match own[..] {
            [] => self.fixed(element, &place),
            [joint] if is_free_joint(joint) && joints.len() == 1 => {
                self.reader.ignore_all_but(*joint, &["name", "type", "align"]);
                self.free(element, &place);
            }
            _ => {
                let joint = joints.iter().copied().find(|joint| !is_free_joint(joint)).unwrap_or(*own[0]);
                let message =
                    format!("<{}>: bodies here are free or fixed, and have no joints", joint.tag_name().name());
                let remedy = "give the body a <freejoint/>, or no joint, or remove it";
                self.reader.refuse_else(name_span(joint), message, remedy, &without(element));
            }
        }
    }

    /// Reads a free body and everything fixed to it.
    fn free(&mut self, element: Element<'a>, place: &ElementPlace) {
        let (mut geoms, mut inertials) = (Vec::new(), Vec::new());
        let start = ElementPlace { frame: LocalFrame::identity(), ..place.clone() };
        let left_out = without(element);
        if self.parts(element, &start, &mut geoms, &mut inertials).is_none() {
            return self.reader.note(name_span(element), "a part of a free body has no meaning here", left_out);
        }
        let colliding: Vec<&Geom> = geoms.iter().filter(|geom| !geom.touch.is_off()).collect();
        let [geom] = colliding[..] else {
            let message = format!("a free body has one shape here, and this one has {}", colliding.len());
            let remedy = "make it bodies of one colliding geom each (contype=\"0\" conaffinity=\"0\" switches one off)";
            return self.reader.refuse_else(name_span(element), message, remedy, &left_out);
        };
        if geom.is_plane {
            return self.reader.fault(name_span(geom.element), "a plane cannot move", "make its body fixed");
        }
        let Some(shape) = &geom.shape else { return self.mesh_of_a_file(geom.element, &left_out) };
        let Some(alone) = shape_alone(self.reader, geom, shape) else { return };
        let at = geom.frame.then(&LocalFrame { x: alone.position, q: alone.rotation });
        let Some(parts) = self.masses(&geoms, &inertials, &alone, geom, &left_out) else { return };
        let Some(total) = MassPart::sum(&parts) else {
            let remedy = "give a geom a mass or a density, or the body an <inertial>";
            return self.reader.fault(name_span(element), "a free body needs a mass", remedy);
        };
        let moments = match total.moments(&at, size(&alone.shape)) {
            Ok(moments) => moments,
            Err(why) => {
                let remedy = "place mass and shape about one centre, along the same axes";
                return self.reader.refuse_else(name_span(element), why, remedy, &left_out);
            }
        };
        // A body of one geom takes the inertia of its shape, exact to the last bit.
        let own = alone.inertia * (total.mass / alone.mass);
        let inertia = if (moments - own).amax() <= 1e-12 * own.amax() { own } else { moments };
        let world = place.frame.then(&at);
        let name = self.name(element, place);
        let spec = BodySpec {
            name,
            motion: Motion::Free,
            mass: total.mass,
            inertia,
            position: world.x,
            rotation: world.q,
            ..alone
        };
        let own = geom.element.attribute("name").map(str::to_owned);
        self.bodies.push(ImportedBody { element, geom: own, spec, touch: geom.touch });
    }

    /// Collects the geoms and inertials of a free body and of the bodies fixed to it, in the frame of the free body.
    fn parts(
        &mut self,
        element: Element<'a>,
        place: &ElementPlace,
        geoms: &mut Vec<Geom<'a>>,
        inertials: &mut Vec<MassPart>,
    ) -> Option<()> {
        let (geoms_before, mut inertial) = (geoms.len(), None);
        for (child, place) in self.children(element, place) {
            match child.tag_name().name() {
                "geom" => {
                    let geom = self.library.geom(self.reader, child, place.class.as_deref())?;
                    geoms.push(Geom { frame: place.frame.then(&geom.frame), ..geom });
                }
                "inertial" if self.inertia_from != InertiaFrom::Geoms => {
                    let part = MassPart::inertial(self.reader, child, &self.library.angles)?;
                    inertial = Some(part.within(&place.frame));
                }
                "body" => {
                    let frame = self.library.angles.frame(self.reader, child)?;
                    let class = child.attribute("childclass").map(str::to_owned).or_else(|| place.class.clone());
                    self.parts(
                        child,
                        &ElementPlace { frame: place.frame.then(&frame), class, ..place },
                        geoms,
                        inertials,
                    )?;
                }
                _ => {}
            }
        }
        if inertial.is_some() || self.inertia_from == InertiaFrom::Inertial {
            // `<inertial>` replaces the mass of this body's own geoms.
            for geom in &mut geoms[geoms_before..] {
                if body_of(geom.element) == Some(element) {
                    geom.mass = Some(0.0);
                }
            }
        }
        inertials.extend(inertial);
        Some(())
    }

    /// The masses of all geoms and inertials. The mass of a mesh from a file is spread over the body's own shape.
    fn masses(
        &mut self,
        geoms: &[Geom],
        inertials: &[MassPart],
        alone: &BodySpec,
        own: &Geom,
        left_out: &str,
    ) -> Option<Vec<MassPart>> {
        let mut parts = inertials.to_vec();
        for geom in geoms {
            parts.push(match (&geom.shape, geom.mass) {
                (_, Some(0.0)) => continue,
                (Some(shape), _) => MassPart::of_geom(geom, &shape_alone(self.reader, geom, shape)?),
                (None, Some(mass)) => {
                    let message = "the mesh is in another file, which is not read";
                    let remedy = "its mass is spread over the shape of its body";
                    self.reader.note(name_span(geom.element), message, remedy);
                    MassPart::of_geom(&Geom { mass: Some(mass), ..own.clone() }, alone)
                }
                (None, None) => {
                    self.mesh_of_a_file(geom.element, left_out);
                    return None;
                }
            });
        }
        Some(parts)
    }

    /// A unique name for the body of an element: from the element, else from the body around it, else from its tag.
    fn name(&mut self, element: Element, place: &ElementPlace) -> String {
        let around = || body_of(element).and_then(|body| body.attribute("name"));
        let own = element.attribute("name").or_else(around).filter(|name| !name.is_empty());
        let base = format!("{}{}", own.unwrap_or(element.tag_name().name()), place.suffix);
        // Names are never given back, so the search for the next one begins after the last.
        let number = self.numbers.entry((base.clone(), own.is_some())).or_default();
        loop {
            *number += 1;
            let name = if *number == 1 && own.is_some() { base.clone() } else { format!("{base}-{number}") };
            if self.names.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// What becomes of a body that cannot be read, in notes.
fn without(body: Element) -> String {
    let name = body.attribute("name").map_or(String::new(), |name| format!(" `{name}`"));
    format!("the body{name} is left out, with everything in it")
}

/// The `<body>` or `<worldbody>` that contains an element, directly or through frames.
fn body_of<'a>(element: Element<'a>) -> Option<Element<'a>> {
    element.ancestors().skip(1).find(|around| around.has_tag_name("body") || around.has_tag_name("worldbody"))
}

/// Largest half-extent of a shape along its own axes, m.
fn size(shape: &Shape) -> f64 {
    use stickslip_engine::laws::Vec3;
    [Vec3::x(), Vec3::y(), Vec3::z()].map(|axis| reach(shape, axis)).into_iter().fold(0.0, larger)
}

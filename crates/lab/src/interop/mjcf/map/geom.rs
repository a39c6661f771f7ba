//! `<geom>`: shape, pose in the body, mass, and contact properties.

use super::classes::{DefaultClasses, WithDefaults};
use super::pose::{Angles, LocalFrame, ORIENTATIONS};
use super::touch::GeomContact;
use crate::interop::mjcf::format::{Element, GEOM, MESH, name_span};
use crate::interop::mjcf::report::MjcfReader;
use std::collections::{BTreeMap, BTreeSet};
use stickslip_engine::laws::math::turning::z_to;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::scene::text::write::vector;
use stickslip_engine::shapes::hull::{Hull, MAX_CORNERS, NoHull};

/// Density if the file gives neither mass nor density, kg/m³.
const DENSITY: f64 = 1000.0;

/// A geom.
#[derive(Clone, Debug)]
pub(in crate::interop::mjcf) struct Geom<'a> {
    /// The element in the file.
    pub(in crate::interop::mjcf) element: Element<'a>,
    /// Pose of the geom relative to its body.
    pub(in crate::interop::mjcf) frame: LocalFrame,
    /// Shape in scene language; `None` for a mesh from a file.
    pub(in crate::interop::mjcf) shape: Option<String>,
    /// True for a plane.
    pub(in crate::interop::mjcf) is_plane: bool,
    /// Mass, kg, if given.
    pub(in crate::interop::mjcf) mass: Option<f64>,
    /// Density, kg/m³; it applies if no mass is given.
    pub(in crate::interop::mjcf) density: f64,
    /// Friction and collision filter.
    pub(in crate::interop::mjcf) touch: GeomContact,
}

/// Definitions that the geoms of a file refer to.
pub(in crate::interop::mjcf) struct Library<'a> {
    /// Default classes.
    pub(in crate::interop::mjcf) classes: DefaultClasses<'a>,
    /// Convention for angles.
    pub(in crate::interop::mjcf) angles: Angles,
    /// The meshes by name.
    pub(in crate::interop::mjcf) meshes: BTreeMap<String, MeshPoints>,
}

/// The vertices of a mesh.
#[derive(Clone, Debug)]
pub(in crate::interop::mjcf) enum MeshPoints {
    /// They are in another file.
    Elsewhere,
    /// Points with the same convex hull, m.
    Given(Vec<Vec3>),
    /// The convex hull of the points has more than [`MAX_CORNERS`] corners.
    TooMany,
}

impl MeshPoints {
    /// Reduces more points than a hull may have corners to those corners, in the same order.
    fn new(points: Vec<Vec3>) -> Self {
        if points.len() <= MAX_CORNERS || points.iter().any(|point| !point.amax().is_finite()) {
            return Self::Given(points);
        }
        let middle = points.iter().sum::<Vec3>() / points.len() as f64;
        let key = |point: &Vec3| [point.x, point.y, point.z].map(f64::to_bits);
        match Hull::new(points.iter().map(|point| point - middle)) {
            Ok(hull) => {
                let mut corners: BTreeSet<[u64; 3]> = hull.corners.iter().map(key).collect();
                Self::Given(points.into_iter().filter(|point| corners.remove(&key(&(point - middle)))).collect())
            }
            Err(NoHull::TooManyCorners) => Self::TooMany,
            // Reported for the geom.
            Err(NoHull::Flat) => Self::Given(points),
        }
    }
}

/// What becomes of a geom that cannot be read, in notes.
pub(in crate::interop::mjcf) const NO_GEOM: &str = "the geom is left out: nothing touches it";

impl<'a> Library<'a> {
    /// Reads a `<mesh>` of the assets.
    pub(in crate::interop::mjcf) fn mesh(&mut self, reader: &mut MjcfReader, element: Element<'a>) {
        reader.ignore_all_but(element, MESH);
        let mesh = self.classes.with_defaults(reader, element, None);
        let file = mesh.attribute("file").map(|file| file.value());
        // A mesh without a name takes the name of its file, without folder and ending.
        let stem = |file: &str| file.rsplit('/').next().and_then(|file| file.split('.').next()).map(str::to_owned);
        let Some(name) = element.attribute("name").map(str::to_owned).or_else(|| file.and_then(stem)) else {
            return reader.fault(name_span(element), "the mesh has no name", "add name=\"...\"");
        };
        for turned in ["refpos", "refquat"].iter().filter_map(|name| mesh.attribute(name)) {
            let message = format!("`{}` of a mesh has no meaning here", turned.name());
            reader.refuse(turned.range(), message, "move the vertices themselves");
        }
        let Some(vertex) = mesh.attribute("vertex") else {
            self.meshes.insert(name, MeshPoints::Elsewhere);
            return;
        };
        let (scale, numbers) = (mesh.overlay(reader, "scale", [1.0; 3]), reader.numbers(&vertex));
        let (Some((scale, _)), Some(numbers)) = (scale, numbers) else { return };
        if numbers.len() % 3 != 0 {
            let message = format!("`vertex` has {} numbers, not a multiple of three", numbers.len());
            return reader.fault(vertex.range_value(), message, "write x y z of each point");
        }
        let point = |p: &[f64]| Vec3::new(p[0] * scale[0], p[1] * scale[1], p[2] * scale[2]);
        self.meshes.insert(name, MeshPoints::new(numbers.chunks_exact(3).map(point).collect()));
    }

    /// Reads a `<geom>`; `around` is the applicable `childclass`.
    pub(in crate::interop::mjcf) fn geom(
        &self,
        reader: &mut MjcfReader,
        element: Element<'a>,
        around: Option<&str>,
    ) -> Option<Geom<'a>> {
        reader.ignore_all_but(element, GEOM);
        let geom = self.classes.with_defaults(reader, element, around);
        let kind = geom.attribute("type").map_or("sphere", |kind| kind.value());
        let frame = self.frame(reader, &geom);
        let shape = self.shape(reader, &geom, kind);
        let touch = GeomContact::read(reader, &geom);
        let mass = match geom.attribute("mass") {
            Some(mass) => Some(reader.exactly::<1>(&mass)?[0]),
            None => None,
        };
        let density = geom.number(reader, "density", DENSITY)?;
        if mass.is_some_and(|mass| mass < 0.0) || density < 0.0 {
            reader.fault(name_span(element), "its mass is negative", "give a mass ≥ 0");
            return None;
        }
        let is_plane = kind == "plane";
        Some(Geom { element, frame: frame?, shape: shape?, is_plane, mass, density, touch: touch? })
    }

    /// The frame of a geom, from `fromto`, or from `pos` and an orientation.
    fn frame(&self, reader: &mut MjcfReader, geom: &WithDefaults<'a>) -> Option<LocalFrame> {
        if let Some(ends) = ends(reader, geom) {
            let [from, to] = ends?;
            let Some(q) = z_to(&(to - from)) else {
                reader.fault(name_span(geom.element), "`fromto` names one point twice", "give two points");
                return None;
            };
            return Some(LocalFrame { x: (from + to) * 0.5, q });
        }
        let x = match geom.attribute("pos") {
            Some(attribute) => reader.vector(&attribute)?,
            None => Vec3::zeros(),
        };
        let q = match geom.nearest(reader, &ORIENTATIONS) {
            Some(attribute) => self.angles.orientation(reader, &attribute)?,
            None => Rotation::identity(),
        };
        Some(LocalFrame { x, q })
    }

    /// The shape in scene language; inner `None` for a mesh from a file.
    fn shape(&self, reader: &mut MjcfReader, geom: &WithDefaults<'a>, kind: &str) -> Option<Option<String>> {
        if kind == "mesh" || geom.attribute("mesh").is_some() {
            return self.mesh_shape(reader, geom, kind);
        }
        let ([mut a, mut b, mut c], _) = geom.overlay(reader, "size", [0.0; 3])?;
        if let Some(ends) = ends(reader, geom) {
            let [from, to] = ends?;
            let half = 0.5 * (to - from).norm();
            [a, b, c] = if ["box", "ellipsoid"].contains(&kind) { [a, a, half] } else { [a, half, 0.0] };
        }
        Some(Some(match kind {
            "plane" => "Plane".to_owned(),
            "sphere" => format!("Sphere(radius: {a:?})"),
            "capsule" => format!("Capsule(radius: {a:?}, half_height: {b:?})"),
            "cylinder" => format!("Cylinder(radius: {a:?}, half_height: {b:?})"),
            "box" => format!("Box(half_extents: {})", vector(&Vec3::new(a, b, c))),
            "ellipsoid" => format!("Ellipsoid(semi_axes: {})", vector(&Vec3::new(a, b, c))),
            _ => {
                let message = format!("there is no shape `{kind}` here");
                let remedy = "plane, sphere, capsule, cylinder, box, ellipsoid, or a mesh with `vertex`";
                reader.refuse_else(name_span(geom.element), message, remedy, NO_GEOM);
                return None;
            }
        }))
    }

    /// The convex hull of a mesh's corners in scene language; inner `None` for a mesh from a file.
    fn mesh_shape(&self, reader: &mut MjcfReader, geom: &WithDefaults<'a>, kind: &str) -> Option<Option<String>> {
        let at = name_span(geom.element);
        if kind != "mesh" {
            let message = format!("a {kind} fitted to a mesh has no meaning here");
            reader.refuse_else(at, message, "give its `size`", NO_GEOM);
            return None;
        }
        let name = geom.attribute("mesh").map_or("", |mesh| mesh.value());
        match self.meshes.get(name) {
            Some(MeshPoints::Given(points)) => {
                let points: Vec<String> = points.iter().map(vector).collect();
                Some(Some(format!("ConvexPolyhedron(points: [{}])", points.join(", "))))
            }
            Some(MeshPoints::Elsewhere) => Some(None),
            Some(MeshPoints::TooMany) => {
                let message = format!("the convex hull of the mesh `{name}` has more than {MAX_CORNERS} corners");
                let remedy = "simplify the mesh, or give the geom a simple shape that encloses it";
                reader.refuse_else(at, message, remedy, NO_GEOM);
                None
            }
            None => {
                let legal = self.meshes.keys().map(String::as_str);
                let remedy = stickslip_engine::scene::text::nearest::advice(name, legal, "there are");
                reader.fault(at, format!("there is no mesh `{name}`"), remedy);
                None
            }
        }
    }
}

/// The two ends given by `fromto`; the outer `None` if it is absent, the inner if it has a fault.
fn ends(reader: &mut MjcfReader, geom: &WithDefaults) -> Option<Option<[Vec3; 2]>> {
    let attribute = geom.attribute("fromto")?;
    let ends = |[a, b, c, d, e, f]: [f64; 6]| [Vec3::new(a, b, c), Vec3::new(d, e, f)];
    Some(reader.exactly::<6>(&attribute).map(ends))
}

//! The shapes of the stages, and their stable poses on level ground.

use std::f64::consts::FRAC_PI_2;
use stickslip_engine::laws::Vec3;

/// A shape; lengths are in units of the stage.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StageShape {
    Plane,
    Ball(f64),
    Box([f64; 3]),
    Cylinder {
        radius: f64,
        half_height: f64,
    },
    Capsule {
        radius: f64,
        half_height: f64,
    },
    Ellipsoid([f64; 3]),
    /// A truncated pyramid from the base at z = −½ to the top at z = ½; its centre of mass lies below the origin.
    Frustum {
        base: [f64; 2],
        top: [f64; 2],
    },
    /// A tetrahedron without any symmetry.
    Tetrahedron,
    /// A hexagonal prism along z with two sides normal to x; its edges have length 1.
    Hexagon {
        half_height: f64,
    },
    /// A rectangular prism along z.
    Slab {
        half: [f64; 2],
        half_height: f64,
    },
    Tube(f64),
}

impl StageShape {
    /// The shape, or its mirror image at y = 0, in scene language, for a unit of length of `l`, m.
    pub(super) fn text(&self, l: f64, mirrored: bool) -> String {
        let list = |values: &[f64]| values.iter().map(|x| format!("{:?}", x * l)).collect::<Vec<_>>().join(", ");
        let points = |points: &[Vec3]| points.iter().map(|p| format!("({})", list(p.as_slice()))).collect::<Vec<_>>();
        let prism = |corners: &[[f64; 2]], half_height: f64| {
            let corners: Vec<String> = corners.iter().map(|corner| format!("({})", list(corner))).collect();
            format!("Prism(polygon: [{}], half_height: {:?})", corners.join(", "), half_height * l)
        };
        match *self {
            Self::Plane => "Plane".to_string(),
            Self::Ball(radius) => format!("Sphere(radius: {:?})", radius * l),
            Self::Box(half) => format!("Box(half_extents: ({}))", list(&half)),
            Self::Cylinder { radius, half_height } => {
                format!("Cylinder(radius: {:?}, half_height: {:?})", radius * l, half_height * l)
            }
            Self::Capsule { radius, half_height } => {
                format!("Capsule(radius: {:?}, half_height: {:?})", radius * l, half_height * l)
            }
            Self::Ellipsoid(axes) => format!("Ellipsoid(semi_axes: ({}))", list(&axes)),
            Self::Frustum { base, top } => {
                format!("ConvexPolyhedron(points: [{}])", points(&frustum(base, top)).join(", "))
            }
            // All other shapes are their own mirror images.
            Self::Tetrahedron => {
                let side = if mirrored { -1.0 } else { 1.0 };
                let corners = TETRAHEDRON.map(|p| Vec3::new(p.x, side * p.y, p.z));
                format!("ConvexPolyhedron(points: [{}])", points(&corners).join(", "))
            }
            Self::Hexagon { half_height } => prism(&hexagon(), half_height),
            Self::Slab { half: [x, y], half_height } => prism(&[[-x, -y], [x, -y], [x, y], [-x, y]], half_height),
            Self::Tube(radius) => format!("Tube(radius: {:?})", radius * l),
        }
    }
}

const TETRAHEDRON: [Vec3; 4] =
    [Vec3::new(-0.8, -0.6, -0.5), Vec3::new(0.9, -0.5, -0.4), Vec3::new(0.1, 0.9, -0.5), Vec3::new(0.0, 0.1, 0.8)];

fn frustum(base: [f64; 2], top: [f64; 2]) -> Vec<Vec3> {
    let level = |[x, y]: [f64; 2], z: f64| [(-x, -y), (x, -y), (x, y), (-x, y)].map(|(x, y)| Vec3::new(x, y, z));
    [level(base, -0.5), level(top, 0.5)].concat()
}

fn hexagon() -> [[f64; 2]; 6] {
    let apothem = 0.75f64.sqrt();
    [[apothem, -0.5], [apothem, 0.5], [0.0, 1.0], [-apothem, 0.5], [-apothem, -0.5], [0.0, -1.0]]
}

/// Kind of contact with level ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Foot {
    /// One point of a curved surface.
    Point,
    /// A line or a face: several points.
    Flat,
}

/// A shape in a stable pose on level ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedShape {
    /// Description of shape and pose.
    pub(super) name: &'static str,
    pub(super) form: StageShape,
    /// Rotation vector from the body's axes to the ground's, rad.
    pub(super) turn: Vec3,
    /// Height of the origin of the body's axes above the ground.
    pub(super) height: f64,
    /// Height of the level top on which another body can stand; `None` without such a top.
    pub(super) top: Option<f64>,
    pub(super) foot: Foot,
    /// True if the body keeps its pose while it slides along x, or rests on a slope that rises along x.
    pub(super) slides: bool,
    /// Radius with which the body rolls along y; `None` if it does not roll.
    pub(super) rolls: Option<f64>,
}

const FLAT: PlacedShape = PlacedShape {
    name: "",
    form: StageShape::Plane,
    turn: Vec3::new(0.0, 0.0, 0.0),
    height: 0.0,
    top: None,
    foot: Foot::Flat,
    slides: true,
    rolls: None,
};
/// Rotates the body's z to the ground's x.
const ON_SIDE: Vec3 = Vec3::new(0.0, FRAC_PI_2, 0.0);
const BOX: StageShape = StageShape::Box([1.0, 0.8, 0.6]);
const CYLINDER: StageShape = StageShape::Cylinder { radius: 0.8, half_height: 0.6 };
const CAPSULE: StageShape = StageShape::Capsule { radius: 0.5, half_height: 1.0 };
const ELLIPSOID: StageShape = StageShape::Ellipsoid([1.0, 0.8, 0.5]);
const FRUSTUM: StageShape = StageShape::Frustum { base: [1.0, 0.8], top: [0.6, 0.5] };
const HEXAGON: StageShape = StageShape::Hexagon { half_height: 0.6 };
/// Half the distance between opposite sides of the hexagon, √¾.
const APOTHEM: f64 = 0.866_025_403_784_438_6;

/// All stable poses of the shapes; the ball comes first.
pub(super) const PLACED: [PlacedShape; 10] = [
    PlacedShape {
        name: "ball",
        form: StageShape::Ball(1.0),
        height: 1.0,
        foot: Foot::Point,
        slides: false,
        rolls: Some(1.0),
        ..FLAT
    },
    PlacedShape { name: "box", form: BOX, height: 0.6, top: Some(1.2), ..FLAT },
    PlacedShape { name: "box on end", form: BOX, turn: ON_SIDE, height: 1.0, top: Some(2.0), ..FLAT },
    PlacedShape { name: "cylinder", form: CYLINDER, height: 0.6, top: Some(1.2), ..FLAT },
    PlacedShape { name: "lying cylinder", form: CYLINDER, turn: ON_SIDE, height: 0.8, rolls: Some(0.8), ..FLAT },
    PlacedShape { name: "lying capsule", form: CAPSULE, turn: ON_SIDE, height: 0.5, rolls: Some(0.5), ..FLAT },
    PlacedShape { name: "ellipsoid", form: ELLIPSOID, height: 0.5, foot: Foot::Point, slides: false, ..FLAT },
    PlacedShape { name: "polyhedron", form: FRUSTUM, height: 0.5, top: Some(1.0), ..FLAT },
    PlacedShape { name: "prism", form: HEXAGON, height: 0.6, top: Some(1.2), ..FLAT },
    PlacedShape {
        name: "lying prism",
        form: HEXAGON,
        turn: ON_SIDE,
        height: APOTHEM,
        top: Some(2.0 * APOTHEM),
        ..FLAT
    },
];

/// The shapes that can move, one pose of each.
pub(super) const MOVABLE: [StageShape; 8] =
    [StageShape::Ball(1.0), BOX, CYLINDER, CAPSULE, ELLIPSOID, FRUSTUM, StageShape::Tetrahedron, HEXAGON];

/// Names of the shapes in [`MOVABLE`].
pub(super) const MOVABLE_NAMES: [&str; 8] =
    ["ball", "box", "cylinder", "capsule", "ellipsoid", "polyhedron", "tetrahedron", "prism"];

/// Inner radius of the tube of [`in_tube`].
pub(super) const TUBE: f64 = 3.0;

/// Shapes that lie along a level tube, centred on its lowest line; `height` is above that line.
pub(super) fn in_tube() -> Vec<PlacedShape> {
    let lines = [0, 4, 5].map(|k| PLACED[k]);
    // Contact on two lines: the lower edges, at a distance `half` from the middle plane.
    let edged = |placed: PlacedShape, half: f64, below: f64| {
        let drop = (TUBE * TUBE - half * half).sqrt();
        PlacedShape { height: TUBE - drop + below, rolls: None, ..placed }
    };
    let edges = [edged(PLACED[1], 0.8, 0.6), edged(PLACED[7], 0.8, 0.5), edged(PLACED[9], 0.5, APOTHEM)];
    lines.into_iter().chain(edges).collect()
}

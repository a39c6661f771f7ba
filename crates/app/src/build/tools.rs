//! What can be built: the tools of the toolbox, and the scene entries of the bodies that they place.

use crate::build::materials::MATERIALS;
use stickslip_engine::observe::state::State;
use stickslip_engine::scene::text::patch::free_name;

/// Density of a new body, kg/m³: that of wood.
pub(super) const DENSITY: f64 = 600.0;

/// What the user can choose to build with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// A ball.
    Ball,
    /// A box.
    Box,
    /// A cylinder that stands.
    Cylinder,
    /// A capsule that stands.
    Capsule,
    /// An ellipsoid.
    Egg,
    /// A triangular prism that lies on a side.
    Prism,
    /// A flat cylinder.
    Disk,
    /// A fixed ramp.
    Ramp,
    /// A fixed box.
    Shelf,
    /// A fixed box that stands.
    Wall,
    /// A spring between two bodies, or a body and the world.
    Spring,
    /// A rope between two bodies, or a body and the world.
    Rope,
    /// A constant force on a body.
    Push,
    /// The velocity of a body at the start.
    Velocity,
    /// A material that paints bodies, by its place in [`MATERIALS`].
    Material(usize),
}

impl Tool {
    /// Bodies that move.
    pub const BODIES: [Self; 7] =
        [Self::Ball, Self::Box, Self::Cylinder, Self::Disk, Self::Capsule, Self::Egg, Self::Prism];
    /// Bodies that stand still.
    pub const SUPPORTS: [Self; 3] = [Self::Ramp, Self::Shelf, Self::Wall];
    /// What connects bodies.
    pub const CONNECT: [Self; 2] = [Self::Spring, Self::Rope];
    /// What sets a body in motion.
    pub const FORCE: [Self; 2] = [Self::Push, Self::Velocity];

    /// The materials that paint bodies.
    pub fn materials() -> Vec<Self> {
        (0..MATERIALS.len()).map(Self::Material).collect()
    }

    /// True for a tool that draws a line from a body to another point.
    pub fn is_line(self) -> bool {
        Self::CONNECT.contains(&self) || Self::FORCE.contains(&self)
    }

    /// True for a tool that places a body.
    pub fn is_body(self) -> bool {
        Self::BODIES.contains(&self) || Self::SUPPORTS.contains(&self)
    }

    /// Key of its name in the user's language.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ball => "tool-ball",
            Self::Box => "tool-box",
            Self::Cylinder => "tool-cylinder",
            Self::Capsule => "tool-capsule",
            Self::Egg => "tool-egg",
            Self::Prism => "tool-prism",
            Self::Disk => "tool-disk",
            Self::Ramp => "tool-ramp",
            Self::Shelf => "tool-shelf",
            Self::Wall => "tool-wall",
            Self::Spring => "tool-spring",
            Self::Rope => "tool-rope",
            Self::Push => "tool-push",
            Self::Velocity => "tool-velocity",
            Self::Material(place) => MATERIALS[place].title,
        }
    }

    /// The shape as in a scene file, of about the size `s`, m: half of its width.
    pub(super) fn shape(self, s: f64) -> String {
        let m = |factor: f64| format!("{:?}", rounded(factor * s));
        match self {
            Self::Ball => format!("Sphere(radius: {})", m(1.0)),
            Self::Box => format!("Box(half_extents: ({0}, {0}, {0}))", m(1.0)),
            Self::Cylinder => format!("Cylinder(radius: {}, half_height: {})", m(0.7), m(1.0)),
            Self::Disk => format!("Cylinder(radius: {}, half_height: {})", m(1.0), m(0.2)),
            Self::Capsule => format!("Capsule(radius: {}, half_height: {})", m(0.6), m(0.8)),
            Self::Egg => format!("Ellipsoid(semi_axes: ({0}, {0}, {1}))", m(0.8), m(1.1)),
            Self::Prism => format!(
                "ConvexPolyhedron(points: [(-{0}, -{0}, 0.0), (-{0}, {0}, 0.0), (-{0}, 0.0, {1}), ({0}, -{0}, 0.0), \
                 ({0}, {0}, 0.0), ({0}, 0.0, {1})])",
                m(1.0),
                m(1.6)
            ),
            Self::Ramp => {
                format!("Ramp(length: {}, width: {}, thickness: {}, degrees: 20.0)", m(12.0), m(5.0), m(0.8))
            }
            Self::Shelf => format!("Box(half_extents: ({}, {}, {}))", m(3.0), m(4.0), m(0.4)),
            Self::Wall => format!("Box(half_extents: ({}, {}, {}))", m(4.0), m(0.4), m(3.0)),
            Self::Spring | Self::Rope | Self::Push | Self::Velocity | Self::Material(_) => String::new(),
        }
    }

    /// The fields of a scene entry that give the body its motion and mass.
    pub(super) fn kind(self) -> String {
        match self {
            Self::Ramp => String::new(),
            Self::Shelf | Self::Wall => "motion: Fixed, ".to_owned(),
            _ => format!("density: {DENSITY:?}, "),
        }
    }
}

/// A length with two digits, m.
pub(super) fn rounded(length: f64) -> f64 {
    format!("{length:.1e}").parse().unwrap_or(length)
}

/// A value without the digits of rounding.
pub(super) fn tidy(value: f64) -> f64 {
    format!("{value:.9e}").parse::<f64>().map_or(value, |v| if v.abs() < 1e-15 { 0.0 } else { v })
}

/// The name, or with a number, that no body has.
pub fn unused_name(state: &State, name: &str) -> String {
    free_name(name, |name| state.bodies.iter().all(|body| body.name != name))
}

//! `run.json`: what the numbers in the tables mean.

use crate::error::RunFolderError;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// When the loads in a row of contacts act; t is the time of the row, Δt the interval between rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoadsAct {
    /// Over (t − Δt, t]: the state of the row is the one after these loads.
    #[default]
    Before,
    /// From t on: the state of the row is the one before these loads.
    After,
}

/// To which pose points, normals and depths of a row of contacts belong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Geometry {
    /// The pose at the start of the step in which the loads act.
    #[default]
    Start,
    /// The pose at the end of that step.
    End,
}

/// How the loads of a row follow from those in its step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Load {
    /// Impulse of the whole interval over its duration, all substeps included.
    #[default]
    Mean,
    /// Load of one substep, or of one of several steps: no balance of momentum can be drawn.
    Sample,
}

/// A shape, centred on the centre of mass, in the axes of the body.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// The half-space below z = 0.
    Plane,
    /// A ball.
    Sphere {
        /// Radius, m.
        radius: f64,
    },
    /// A box.
    Box {
        /// Half the edges along x, y, z, m.
        half_extents: [f64; 3],
    },
    /// An ellipsoid.
    Ellipsoid {
        /// Semi-axes along x, y, z, m.
        semi_axes: [f64; 3],
    },
    /// A cylinder along z.
    Cylinder {
        /// Radius, m.
        radius: f64,
        /// Half the height, m.
        half_height: f64,
    },
    /// A cylinder along z with hemispherical ends.
    Capsule {
        /// Radius, m.
        radius: f64,
        /// Half the height of the cylinder, without the ends, m.
        half_height: f64,
    },
}

impl Shape {
    fn to_json(&self) -> Value {
        match self {
            Self::Plane => json!("Plane"),
            Self::Sphere { radius } => json!({"Sphere": {"radius": radius}}),
            Self::Box { half_extents } => json!({"Box": {"half_extents": half_extents}}),
            Self::Ellipsoid { semi_axes } => json!({"Ellipsoid": {"semi_axes": semi_axes}}),
            Self::Cylinder { radius, half_height } => {
                json!({"Cylinder": {"radius": radius, "half_height": half_height}})
            }
            Self::Capsule { radius, half_height } => json!({"Capsule": {"radius": radius, "half_height": half_height}}),
        }
    }
}

/// A body: its origin is the centre of mass, its axes are those of `inertia`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Unique name.
    pub name: String,
    /// Shape; `None` is drawn as axes.
    pub shape: Option<Shape>,
    /// Mass, kg; `None` if it is not known, or if more than contacts, gravity and the external loads of
    /// [`BodyRow`](crate::BodyRow) act on the body.
    pub mass: Option<f64>,
    /// Principal moments of inertia, kg·m².
    pub inertia: Option<[f64; 3]>,
    /// True for a body that never moves; frames may leave out one with `x`.
    pub fixed: bool,
    /// Centre of a body that frames leave out, m, world.
    pub x: Option<[f64; 3]>,
    /// Unit quaternion of such a body, body axes to world axes, scalar first; `None` is no turn.
    pub q: Option<[f64; 4]>,
}

impl Body {
    /// A body of which nothing but its name is known.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    fn to_json(&self) -> Value {
        let mut entry = Map::new();
        entry.insert("name".to_owned(), json!(self.name));
        let known = [
            ("shape", self.shape.as_ref().map(Shape::to_json)),
            ("mass", self.mass.map(|mass| json!(mass))),
            ("inertia", self.inertia.map(|inertia| json!(inertia))),
            ("fixed", self.fixed.then_some(Value::Bool(true))),
            ("x", self.x.map(|x| json!(x))),
            ("q", self.q.map(|q| json!(q))),
        ];
        entry.extend(known.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))));
        Value::Object(entry)
    }

    fn numbers(&self) -> impl Iterator<Item = f64> {
        let lists = [self.inertia, self.x].into_iter().flatten().flatten();
        lists.chain(self.q.into_iter().flatten()).chain(self.mass)
    }
}

/// The content of `run.json`.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Program that computed the run, with its version.
    pub engine: String,
    /// One-line title.
    pub title: String,
    /// Step of the engine, s.
    pub dt: f64,
    /// Steps between two frames.
    pub every: u64,
    /// Gravity, m/s², world.
    pub gravity: [f64; 3],
    /// When loads act.
    pub acts: LoadsAct,
    /// To which pose the geometry of contacts belongs.
    pub geometry: Geometry,
    /// How the loads of a row follow from those in its step.
    pub load: Load,
    /// Settings of the engine, in any form.
    pub settings: Value,
    /// Bodies; body i of a contact is the one listed first.
    pub bodies: Vec<Body>,
}

impl Header {
    /// A run with gravity along −z, a frame after each step, and loads that are means over the step before the frame.
    pub fn new(engine: impl Into<String>, dt: f64, bodies: Vec<Body>) -> Self {
        Self {
            engine: engine.into(),
            title: String::new(),
            dt,
            every: 1,
            gravity: [0.0, 0.0, -9.81],
            acts: LoadsAct::default(),
            geometry: Geometry::default(),
            load: Load::default(),
            settings: Value::Null,
            bodies,
        }
    }

    /// The names of the bodies; an error if the header has a fault.
    pub(crate) fn names(&self) -> Result<BTreeSet<String>, RunFolderError> {
        let fault = |why: String| Err(RunFolderError::Header { why });
        if !(self.dt > 0.0 && self.dt.is_finite()) {
            return fault(format!("dt is {}; give the step of the engine in s", self.dt));
        }
        if self.every == 0 {
            return fault("every is 0; give the number of steps from frame to frame".to_owned());
        }
        if self.gravity.iter().any(|part| !part.is_finite()) {
            return fault("gravity is not finite; give gravity in m/s²".to_owned());
        }
        if self.bodies.is_empty() {
            return fault("there are no bodies; list those of the run".to_owned());
        }
        let mut names = BTreeSet::new();
        for body in &self.bodies {
            let name = &body.name;
            if body.numbers().any(|number| !number.is_finite()) {
                return fault(format!("body `{name}` has a number that is not finite; leave out what is not known"));
            }
            if body.numbers_that_are_positive().any(|number| number <= 0.0) {
                return fault(format!("mass or inertia of body `{name}` is not positive; leave out what is not known"));
            }
            if !names.insert(name.clone()) {
                return fault(format!("body `{name}` is there twice; give each body its own name"));
            }
        }
        Ok(names)
    }

    /// The text of `run.json`.
    pub(crate) fn to_json(&self) -> String {
        let settings = if self.settings.is_null() { json!({}) } else { self.settings.clone() };
        let header = json!({
            "stickslip_run": 1,
            "engine": self.engine,
            "title": self.title,
            "dt": self.dt,
            "every": self.every,
            "gravity": self.gravity,
            "acts": match self.acts { LoadsAct::Before => "before", LoadsAct::After => "after" },
            "geometry": match self.geometry { Geometry::Start => "start", Geometry::End => "end" },
            "load": match self.load { Load::Mean => "mean", Load::Sample => "sample" },
            "settings": settings,
            "bodies": self.bodies.iter().map(Body::to_json).collect::<Vec<_>>(),
        });
        format!("{header:#}\n")
    }
}

impl Body {
    fn numbers_that_are_positive(&self) -> impl Iterator<Item = f64> {
        self.inertia.into_iter().flatten().chain(self.mass)
    }
}

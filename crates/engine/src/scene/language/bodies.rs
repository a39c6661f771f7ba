//! `bodies:`: shape, motion and place.

use super::part::Example::{Ball, With};
use super::part::parts;

/// A body placed in the world.
const FREE_BALL: &str = "[(name: \"ground\", shape: Plane), (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, youngs_modulus: 2e6, \
     poisson_ratio: 0.3, position: (0.0, 0.0, 0.5))]";
const INCLINE: &str = "[(name: \"ground\", shape: Incline(degrees: 10.0)), (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, \
     youngs_modulus: 2e6, poisson_ratio: 0.3, on: (surface: \"ground\"))]";
const RAMP_SCENE: &str = "[(name: \"ground\", shape: Ramp(length: 2.0, width: 0.5, thickness: 0.05, degrees: 10.0), position: (0.0, 0.0, 0.0)), (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, \
     youngs_modulus: 2e6, poisson_ratio: 0.3, on: (surface: \"ground\"))]";
const BELT: &str = "[(name: \"ground\", shape: Plane, motion: Driven(velocity: (0.1, 0.0, 0.0), frequency: 2.0)), (name: \"ball\", \
     shape: Sphere(radius: 0.1), mass: 1.0, youngs_modulus: 2e6, poisson_ratio: 0.3, on: (surface: \"ground\"))]";
const HEAP: &str = "[(name: \"ground\", shape: Plane), (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, youngs_modulus: 2e6, \
     poisson_ratio: 0.3, position: (0.0, 0.0, 0.5), fill: Lattice(count: (2, 2, 2), spacing: 0.3))]";

parts! {
    table BODY: BodyFields {
        title: "body",
        about: "One body, or with `fill` many identical ones. A moving body needs a mass or a density, and a location: \
             `on` a surface, or `position` in the world.",
        path: "bodies.ball",
        example: With("bodies", FREE_BALL),
        fields: {
            name: "text" [""], "Unique name.", "\"ball\"";
            material: "text" [""] = "none", "A name for `pairs` that several bodies may share.", "\"steel\"";
            shape: "shape" [""], "Its shape.", "Sphere(radius: 0.2)";
            motion: "motion" [""] = "Free; Fixed for planes, bowls, tubes and ramps", "How it may move.", "Translating";
            mass: "number" ["kg"] = "by `density`", "Mass, > 0.", "2.0";
            density: "number" ["kg/m³"] = "by `mass`", "Density, > 0, for shapes with a volume; instead of `mass`.",
                "2700.0";
            inertia: "(Ix, Iy, Iz)" ["kg·m²"] = "of the shape", "Moments of inertia about the body's own axes, > 0.",
                "(0.004, 0.004, 0.004)";
            youngs_modulus: "number" ["Pa"] = "rigid", "E, > 0; with `poisson_ratio` or `shear_modulus`.", "2e6";
            poisson_ratio: "number" [""] = "by `shear_modulus`", "ν, in (−1, 0.5]; with `youngs_modulus`.", "0.3";
            shear_modulus: "number" ["Pa"] = "by `poisson_ratio`", "G, ≥ E/3; with `youngs_modulus`, instead of \
                 `poisson_ratio`: ν = E/(2G) − 1.", "7.7e5";
            grain: "(x, y, z)" [""] = "none", "Direction of the grain of its surface, in the body's own axes, for \
                 friction that differs `across` it.", "(1.0, 0.0, 0.0)";
            on: "on" [""] = "by `position`", "Placed touching another body, in the axes of its surface.",
                "(surface: \"ground\")";
            fill: "fill" [""] = "one body", "Many identical bodies, named `ball-0`, `ball-1`, ..., of material \
                 `ball`.",
                "Lattice(count: (2, 2, 2), spacing: 0.3)";
            position: "(x, y, z)" ["m"] = "by `on`; 0 for planes, bowls and tubes", "Centre of mass, world.",
                "(0.0, 0.0, 1.0)";
            rotation: "rotation" [""] = "none", "Body to world; with `on`, relative to the surface's axes.",
                "(1.0, 0.0, 0.0, 0.0)";
            velocity: "velocity" ["m/s"] = "0", "Velocity of the centre of mass, world; with `on` only `Polar(...)`, \
                 in the axes of the surface.", "(0.0, 0.5, 0.0)";
            angular_velocity: "(x, y, z)" ["rad/s"] = "0", "Angular velocity, world; with `on`, instead of its \
                 `spin`.", "(0.0, 0.0, 1.0)";
        }
    }

    choice SHAPE {
        title: "shape",
        about: "Body axes x, y, z through the centre of mass.",
        path: Some("bodies.ball.shape"),
        example: With("bodies", FREE_BALL),
        forms: {
            "Plane", "The half-space below z = 0; fixed or driven.";
            "Incline(degrees: 35.0)", "A plane rotated about the world's x axis; positive slopes rise towards +y.";
            "Ramp(length: 2.0, width: 0.5, thickness: 0.05, degrees: 20.0)", "A box whose upper face has this slope; \
                 fixed unless `motion` says otherwise.";
            "Sphere(radius: 0.2)", "A ball.";
            "Ellipsoid(semi_axes: (0.2, 0.2, 0.5))", "An ellipsoid.";
            "Disk(radius: 0.2)", "The paper's disk: thin, one contact point on the rim, moves in its own plane.";
            "Cylinder(radius: 0.1, half_height: 0.2)", "A cylinder along the body's z.";
            "Capsule(radius: 0.1, half_height: 0.2)", "A cylinder along the body's z with hemispherical ends.";
            "Box(half_extents: (0.1, 0.1, 0.1))", "A box.";
            "ConvexPolyhedron(points: [(0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.0, 0.1)])",
                "The convex hull of points.";
            "Prism(polygon: [(0.0, 0.0), (0.1, 0.0), (0.0, 0.1)], half_height: 0.1)",
                "A convex polygon in x and y, extruded along z.";
            "Bowl(radius: 1.0)", "The inside of a sphere; fixed or driven.";
            "Tube(radius: 1.0)", "The inside of an infinite cylinder along its z; fixed or driven.";
        }
    }

    table INCLINE_SHAPE: InclineShapeFields {
        title: "Incline(...)",
        about: "A plane through the origin.",
        path: "bodies.ground.shape",
        example: With("bodies", INCLINE),
        fields: {
            degrees: "number" ["degrees"], "Slope, in (−90, 90).", "35.0";
        }
    }

    table RAMP: RampFields {
        title: "Ramp(...)",
        about: "A box, rotated about the world's x axis; `position` is that of its centre. `on` places it with its lower \
             edge on another body, and others on its upper face, in the axes (x, up the slope, normal).",
        path: "bodies.ground.shape",
        example: With("bodies", RAMP_SCENE),
        fields: {
            length: "number" ["m"], "Along the slope, > 0.", "2.0";
            width: "number" ["m"], "Along x, > 0.", "0.5";
            thickness: "number" ["m"], "Normal to the slope, > 0.", "0.05";
            degrees: "number" ["degrees"], "Slope, in (−90, 90); positive slopes rise towards +y.", "20.0";
        }
    }

    table ROUND: RoundFields {
        title: "Sphere(...), Bowl(...), Tube(...)",
        about: "A round surface.",
        path: "bodies.ball.shape",
        example: With("bodies", FREE_BALL),
        fields: {
            radius: "number" ["m"], "Radius, > 0.", "0.2";
        }
    }

    table ELLIPSOID: EllipsoidFields {
        title: "Ellipsoid(...)",
        about: "An ellipsoid.",
        path: "bodies.ball.shape",
        example: With("bodies.ball.shape", "Ellipsoid(semi_axes: (0.1, 0.1, 0.2))"),
        fields: {
            semi_axes: "(a, b, c)" ["m"], "Semi-axes along x, y, z, > 0.", "(0.1, 0.2, 0.3)";
            path: "ellipsoid path" [""] = "Chord", "How the path of the contact point is measured.", "Geodesic";
        }
    }

    choice ELLIPSOID_PATH {
        title: "ellipsoid path",
        about: "The length of the path of the contact point in a step.",
        path: Some("bodies.ball.shape.path"),
        example: With("bodies.ball.shape", "Ellipsoid(semi_axes: (0.1, 0.1, 0.2))"),
        forms: {
            "Chord", "The straight distance, the paper's approximation.";
            "Geodesic", "Along the surface.";
        }
    }

    table DISK: DiskFields {
        title: "Disk(...)",
        about: "A thin disk that moves in its own plane.",
        path: "bodies.ball.shape",
        example: With("bodies.ball.shape", "Disk(radius: 0.1)"),
        fields: {
            radius: "number" ["m"], "Radius, > 0.", "0.2";
            axis: "(x, y, z)" [""] = "normal to its velocity, or x", "Its axis, body frame.", "(1.0, 0.0, 0.0)";
        }
    }

    table CYLINDER: CylinderFields {
        title: "Cylinder(...), Capsule(...)",
        about: "Along the body's z.",
        path: "bodies.ball.shape",
        example: With("bodies.ball.shape", "Cylinder(radius: 0.1, half_height: 0.1)"),
        fields: {
            radius: "number" ["m"], "Radius, > 0.", "0.2";
            half_height: "number" ["m"], "From the middle to the end of the cylindrical part, > 0.", "0.3";
        }
    }

    table BOX: BoxFields {
        title: "Box(...)",
        about: "A box.",
        path: "bodies.ball.shape",
        example: With("bodies.ball.shape", "Box(half_extents: (0.1, 0.1, 0.1))"),
        fields: {
            half_extents: "(x, y, z)" ["m"], "From the centre to the faces, > 0.", "(0.1, 0.2, 0.05)";
        }
    }

    table POLYHEDRON: PolyhedronFields {
        title: "ConvexPolyhedron(...)",
        about: "The convex hull of points; the body's axes are its principal axes unless `inertia` is given.",
        path: "bodies.ball.shape",
        example: With(
            "bodies.ball.shape",
            "ConvexPolyhedron(points: [(0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.0, 0.1)])"
        ),
        fields: {
            points: "[(x, y, z), ...]" ["m"], "Four or more points, not all in one plane.",
                "[(0.0, 0.0, 0.0), (0.2, 0.0, 0.0), (0.0, 0.2, 0.0), (0.0, 0.0, 0.2)]";
        }
    }

    table PRISM: PrismFields {
        title: "Prism(...)",
        about: "A convex polygon extruded along z.",
        path: "bodies.ball.shape",
        example: With("bodies.ball.shape", "Prism(polygon: [(0.0, 0.0), (0.1, 0.0), (0.0, 0.1)], half_height: 0.1)"),
        fields: {
            polygon: "[(x, y), ...]" ["m"], "Three or more corners, in order around it.",
                "[(0.0, 0.0), (0.2, 0.0), (0.0, 0.2)]";
            half_height: "number" ["m"], "From the middle to the ends, > 0.", "0.05";
        }
    }

    choice MOTION {
        title: "motion",
        about: "How a body may move.",
        path: Some("bodies.ball.motion"),
        example: With("bodies", FREE_BALL),
        forms: {
            "Free", "Unconstrained.";
            "Fixed", "Does not move.";
            "Translating", "Does not rotate: the paper's brick.";
            "Spinning((0.0, 0.0, 1.0))", "Rotates about this world axis only; its centre moves freely.";
            "Planar((1.0, 0.0, 0.0))", "Moves in the plane normal to this axis, and rotates about it.";
            "Driven(velocity: (0.1, 0.0, 0.0))", "Prescribed motion, whatever acts on it.";
        }
    }

    table AXIS: AxisFields {
        title: "Spinning(...), Planar(...)",
        about: "The axis, as `((0.0, 0.0, 1.0))`, `(0.0, 0.0, 1.0)`, `(Z)` or by its name.",
        path: "bodies.ball.motion",
        example: With("bodies.ball.motion", "Planar(axis: X)"),
        fields: {
            axis: "axis" [""], "Its direction in the world.", "(0.0, 0.0, 1.0)";
        }
    }

    choice LETTER {
        title: "axis",
        about: "A direction, not zero: `(x, y, z)` or a letter.",
        path: Some("bodies.ball.motion.axis"),
        example: With("bodies.ball.motion", "Planar(axis: X)"),
        forms: {
            "X", "The world's x.";
            "Y", "The world's y.";
            "Z", "The world's z.";
        }
    }

    table DRIVEN: DrivenFields {
        title: "Driven(...)",
        about: "The velocity of a driven body: `velocity + angular_velocity × (x − pivot)`, plus a shake.",
        path: "bodies.ground.motion",
        example: With("bodies", BELT),
        fields: {
            velocity: "(x, y, z)" ["m/s"] = "0", "Velocity.", "(0.1, 0.0, 0.0)";
            angular_velocity: "(x, y, z)" ["rad/s"] = "0", "Angular velocity.", "(0.0, 0.0, 0.5)";
            pivot: "(x, y, z)" ["m"] = "its centre", "The centre of rotation, world.", "(0.0, 1.0, 0.0)";
            from: "number" ["s"] = "0", "Start of the motion, ≥ 0.", "0.1";
            until: "number" ["s"] = "forever", "End of the motion, ≥ `from`.", "2.0";
            schedule: "[(t, factor), ...]" ["s, 1"] = "by `from` and `until`", "Factor on both velocities over time, \
                 linear between the rows and constant outside; two rows with equal times make a step. Instead of \
                 `from` and `until`.",
                "[(1.0, 1.0), (1.0, 0.0), (11.0, 0.0), (11.0, 1.0)]";
            shake: "(x, y, z)" ["m"] = "0", "Amplitude of a displacement `shake · sin(2π frequency t)`.",
                "(0.0, 0.001, 0.0)";
            frequency: "number" ["Hz"] = "0", "Frequency of the shake, ≥ 0.", "50.0";
        }
    }

    table ON: OnFields {
        title: "on",
        about: "A location on another body, which it touches without overlap: on a plane or incline, in its axes (x, up \
             the slope, normal); on the face of a box, prism, polyhedron or standing cylinder that faces upwards most, in \
             axes along its own x (or y, if x is normal to the face), from the point of the face nearest to its centre; \
             on top of a curved body; or, for a ball, at the bottom of a bowl or tube. Upwards is against gravity.",
        path: "bodies.ball.on",
        example: Ball,
        fields: {
            surface: "text" [""], "Name of the body below it, which may itself be placed on another one.", "\"ground\"";
            at: "(x, y)" ["m"] = "0", "Position of its centre, along the surface; 0 on a curved one.", "(0.1, 0.0)";
            velocity: "(x, y)" ["m/s"] = "0", "Velocity along the surface.", "(0.0, 0.5)";
            spin: "number" ["rad/s"] = "0", "Angular velocity about the normal.", "1.0";
            settled: "true or false" [""] = "false", "Starts in equilibrium: at the overlap at which the springs carry \
                 its weight and that of settled bodies on it. If static friction holds it, the friction springs of a \
                 face, or of a body without rotation, start stretched by that weight along the surface. No effect \
                 under `Rigid` or without gravity.", "true";
        }
    }

    choice VELOCITY {
        title: "velocity",
        about: "`(x, y, z)`, m/s, world, or",
        path: Some("bodies.ball.velocity"),
        example: With("bodies", FREE_BALL),
        forms: {
            "Polar(speed: 5.0, degrees: 30.0)", "By speed and angle of incidence, for impacts.";
            "Polar(5.0, 30.0)", "The same.";
        }
    }

    table POLAR: PolarFields {
        title: "Polar(...)",
        about: "An impact at an angle: `speed (cos θ down + sin θ t)`. In the world's axes, or with `on` in those of \
             the surface: `Polar(5.0, 30.0)` moves down and towards +y.",
        path: "bodies.ball.velocity",
        example: With("bodies.ball.velocity", "Polar(speed: 5.0, degrees: 30.0)"),
        fields: {
            speed: "number" ["m/s"], "Speed, ≥ 0.", "4.0";
            degrees: "number" ["degrees"], "θ, angle of incidence from the inward normal `down`: 0 is head-on, 90 \
                 along the surface.", "45.0";
            azimuth: "number" ["degrees"] = "0", "Direction of t about the outward normal, right-handed from +y (from +z \
                 if `down` is along y): −90 is +x.", "-90.0";
            down: "(x, y, z)" [""] = "−z", "Direction of a head-on impact, world, not zero: for a wall its inward \
                 normal.", "(0.0, 1.0, 0.0)";
        }
    }

    choice ROTATION {
        title: "rotation",
        about: "Body to world: a quaternion `(qw, qx, qy, qz)` of length 1, or",
        path: Some("bodies.ball.rotation"),
        example: With("bodies", FREE_BALL),
        forms: {
            "AxisAngle(axis: (0.0, 0.0, 1.0), degrees: 90.0)", "A rotation about an axis.";
        }
    }

    table AXIS_ANGLE: AxisAngleFields {
        title: "AxisAngle(...)",
        about: "A right-handed rotation about an axis.",
        path: "bodies.ball.rotation",
        example: With("bodies.ball.rotation", "AxisAngle(axis: (0.0, 0.0, 1.0), degrees: 90.0)"),
        fields: {
            axis: "(x, y, z)" [""], "Its direction, not zero.", "(1.0, 0.0, 0.0)";
            degrees: "number" ["degrees"], "Angle.", "45.0";
        }
    }

    choice FILL {
        title: "fill",
        about: "Positions of the bodies of a fill, relative to `position`.",
        path: Some("bodies.ball.fill"),
        example: With("bodies", FREE_BALL),
        forms: {
            "Lattice(count: (10, 10, 10), spacing: 0.01)", "On a cubic lattice.";
            "Points([(0.0, 0.0, 0.0)])", "At these points, m.";
        }
    }

    table LATTICE: LatticeFields {
        title: "Lattice(...)",
        about: "A cubic lattice along the world's axes. The first body is at `position`, the others follow towards +x, +y \
             and +z: x fastest, the bottom layer first.",
        path: "bodies.ball.fill",
        example: With("bodies", HEAP),
        fields: {
            count: "(nx, ny, nz)" [""], "Whole numbers, at most 4 million bodies in all.", "(3, 3, 2)";
            spacing: "number" ["m"], "Distance between cells, > 0.", "0.4";
            jitter: "number" ["m"] = "0", "Largest random offset along each axis, at most half the spacing.", "0.01";
            seed: "number" [""] = "1", "Seed of the random offsets, a whole number.", "7.0";
        }
    }
}

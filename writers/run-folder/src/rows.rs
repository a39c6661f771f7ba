//! Rows of the two tables.

/// A body after a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyRow<'a, S> {
    /// Name, as in the header.
    pub name: &'a str,
    /// Centre of mass, m, world.
    pub x: [S; 3],
    /// Unit quaternion, body axes to world axes, scalar first.
    pub q: [S; 4],
    /// Velocity of the centre of mass, m/s, world.
    pub v: Option<[S; 3]>,
    /// Angular velocity, rad/s, world.
    pub w: Option<[S; 3]>,
    /// External force without gravity, N, world.
    pub force: Option<[S; 3]>,
    /// External torque about the centre of mass, N·m, world.
    pub torque: Option<[S; 3]>,
}

impl<'a, S> BodyRow<'a, S> {
    /// A body of which only the pose is known.
    pub fn new(name: &'a str, x: [S; 3], q: [S; 4]) -> Self {
        Self { name, x, q, v: None, w: None, force: None, torque: None }
    }
}

/// A contact point: `n` points into body `i`; on `j` act −N n + F at `c`, on `i` the opposite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<'a, S> {
    /// Name of body i.
    pub i: &'a str,
    /// Name of body j.
    pub j: &'a str,
    /// Number of the point among those of its pair; `None`: the reader follows the nearest point.
    pub feature: Option<u32>,
    /// Contact point, m, world.
    pub c: [S; 3],
    /// Unit normal into body i, world.
    pub n: [S; 3],
    /// Normal force N ≥ 0, N.
    pub normal: S,
    /// Friction force on j, N, world.
    pub friction: Option<[S; 3]>,
    /// Overlap, m; negative is a gap.
    pub overlap: Option<S>,
    /// Torque on i beside the moment of the forces, N·m, world; the opposite acts on j.
    pub torque: Option<[S; 3]>,
    /// First tangent of the engine, world.
    pub tangent: Option<[S; 3]>,
    /// Coefficient of static friction.
    pub mu: Option<S>,
    /// Largest spin torque over N, m.
    pub sigma: Option<S>,
    /// Largest roll torque over N, m.
    pub rho: Option<S>,
    /// Velocity by which the solver misses its conditions, m/s.
    pub residual: Option<S>,
}

impl<'a, S> Contact<'a, S> {
    /// A contact point of which only the normal force is known.
    pub fn new(i: &'a str, j: &'a str, c: [S; 3], n: [S; 3], normal: S) -> Self {
        Self {
            i,
            j,
            feature: None,
            c,
            n,
            normal,
            friction: None,
            overlap: None,
            torque: None,
            tangent: None,
            mu: None,
            sigma: None,
            rho: None,
            residual: None,
        }
    }
}

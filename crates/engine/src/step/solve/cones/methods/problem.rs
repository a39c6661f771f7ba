//! The contacts of an island as rows of one problem: row velocities from body velocities, and the effect of impulses on
//! them. Only body velocities are stored; a product with the Delassus matrix D M⁻¹ Dᵀ is a pass over the contacts.

use crate::laws::Vec3;
use crate::laws::friction::limit::cones::{ConeForm, FrictionCone, Rows, residual};
use crate::laws::math::extremes::larger;
use crate::step::solve::solver_body::{InverseMass, Velocity};

/// Rows of one contact: normal, two of slide, two of roll, spin.
#[derive(Clone, Copy, Debug)]
pub struct ConeRow {
    /// Indices of bodies i and j in the island.
    pub bodies: [usize; 2],
    /// Contact frame n, u, w, world.
    pub frame: [Vec3; 3],
    /// Directions of the slide rows, world: u and w, without components along which the bodies cannot slide; scaled, and
    /// along and across the grain, where the limits of the rows differ.
    pub slides: [Vec3; 2],
    /// Directions of the rows of roll and spin, world: u, w and n, scaled in a joined cone.
    pub turns: [Vec3; 3],
    /// From the centres of i and j to the contact point, m, world.
    pub arms: [Vec3; 2],
    /// Length L that scales rotations, m.
    pub length: f64,
    /// Limits μ, ρ/L and σ/L of slide, roll and spin; 1 for scaled rows.
    pub cone: FrictionCone,
    /// True if rows are scaled by their limits.
    pub is_scaled: bool,
    /// Bias b of the normal row, m/s.
    pub bias: f64,
    /// Gap Φ, m; negative where the bodies overlap.
    pub gap: f64,
    /// Step lengths of the contact alone, from its own block of the Delassus matrix.
    pub steps: BlockSteps,
}

/// Step lengths for the rows of one contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockSteps {
    /// 1/λ_max of the whole 6×6 block.
    pub all: f64,
    /// 1/λ_max of the blocks of normal, slide, roll and spin; `all` for a part that moves nothing.
    pub part: [f64; 4],
    /// Whether impulses of normal, slide, roll and spin move nothing.
    pub is_stiff: [bool; 4],
    /// Inverse of the blocks of slide and roll: (uu, uw, ww); `None` if singular.
    pub inverse: [Option<[f64; 3]>; 2],
}

impl ConeRow {
    /// Velocities of the rows, scaled, m/s.
    #[inline(always)]
    pub(in crate::step::solve::cones) fn rates(&self, of: &[Velocity]) -> Rows {
        let (v, w) = (self.sliding(of), self.turning(of));
        let (n, [c, d], [a, b, m]) = (&self.frame[0], &self.slides, &self.turns);
        [v.dot(n), v.dot(c), v.dot(d), w.dot(a), w.dot(b), w.dot(m)]
    }

    /// Scale factors of the rows: 1 for V, m/s, and forces, N; L, m, for W, rad/s, and torques, N·m.
    pub(in crate::step::solve::cones) fn scale(&self) -> Rows {
        let length = self.length;
        [1.0, 1.0, 1.0, length, length, length]
    }

    /// Relative velocity V, m/s (n, u, w), and angular velocity W, rad/s (u, w, n).
    pub(in crate::step::solve::cones) fn motion(&self, of: &[Velocity]) -> Rows {
        if self.is_scaled {
            return self.in_frame(&self.sliding(of), &(self.turning(of) / self.length));
        }
        let (rates, scale) = (self.rates(of), self.scale());
        std::array::from_fn(|k| rates[k] / scale[k])
    }

    /// The impulses in N·s (n, u, w) and N·m·s (u, w, n).
    pub(in crate::step::solve::cones) fn unscaled(&self, x: &Rows) -> Rows {
        if self.is_scaled {
            let (force, torque) = self.impulses(x, self.length);
            return self.in_frame(&force, &torque);
        }
        let scale = self.scale();
        std::array::from_fn(|k| x[k] * scale[k])
    }

    /// The impulses of the rows from those in N·s and N·m·s: nearly the inverse of [`Self::unscaled`] where two rows
    /// have one direction.
    pub(in crate::step::solve::cones) fn scaled(&self, load: &Rows) -> Rows {
        let [n, u, w] = &self.frame;
        let scale = self.scale();
        let mut x: Rows = std::array::from_fn(|k| load[k] / scale[k]);
        if self.is_scaled {
            let (force, torque) = (u * load[1] + w * load[2], u * load[3] + w * load[4] + n * load[5]);
            let [c, d] = &self.slides;
            let both = c.norm_squared() + d.norm_squared();
            let are_one = c.dot(d).abs() > 1e-6 * both;
            for (k, row) in self.slides.iter().enumerate() {
                x[1 + k] = over(row.dot(&force), if are_one { both } else { row.norm_squared() });
            }
            for (k, row) in self.turns.iter().enumerate() {
                x[3 + k] = over(row.dot(&torque), row.norm_squared() * self.length);
            }
        } else if self.slides != [*u, *w] {
            let friction = self.slides[0] * x[1] + self.slides[1] * x[2];
            (x[1], x[2]) = (friction.dot(u), friction.dot(w));
        }
        x
    }

    /// The components of a vector along (n, u, w), and of another along (u, w, n).
    fn in_frame(&self, linear: &Vec3, angular: &Vec3) -> Rows {
        let [n, u, w] = &self.frame;
        [n.dot(linear), u.dot(linear), w.dot(linear), u.dot(angular), w.dot(angular), n.dot(angular)]
    }

    /// Velocity V of body i relative to body j at the contact point, m/s, world.
    #[inline(always)]
    pub(in crate::step::solve::cones) fn sliding(&self, of: &[Velocity]) -> Vec3 {
        let [i, j] = [&of[self.bodies[0]], &of[self.bodies[1]]];
        i.v + i.w.cross(&self.arms[0]) - j.v - j.w.cross(&self.arms[1])
    }

    /// Angular velocity of body i relative to body j, scaled: L W, m/s, world.
    #[inline(always)]
    pub(in crate::step::solve::cones) fn turning(&self, of: &[Velocity]) -> Vec3 {
        (of[self.bodies[0]].w - of[self.bodies[1]].w) * self.length
    }

    /// Applies the impulses `x` to the velocities of both bodies.
    #[inline(always)]
    pub(in crate::step::solve::cones) fn push(&self, x: &Rows, masses: &[InverseMass], to: &mut [Velocity]) {
        let (force, torque) = self.impulses(x, self.length);
        self.push_world(&force, &torque, masses, to);
    }

    /// The impulses `x` in world axes, on body i: P at the contact point, N·s, and the angular impulse `length`/L · T,
    /// N·m·s.
    #[inline(always)]
    pub(in crate::step::solve::cones) fn impulses(&self, x: &Rows, length: f64) -> (Vec3, Vec3) {
        let (n, [c, d], [a, b, m]) = (&self.frame[0], &self.slides, &self.turns);
        (n * x[0] + c * x[1] + d * x[2], (a * x[3] + b * x[4] + m * x[5]) * length)
    }

    /// Applies [`Self::impulses`]; the opposite acts on body j.
    #[inline(always)]
    pub(in crate::step::solve::cones) fn push_world(
        &self,
        force: &Vec3,
        torque: &Vec3,
        masses: &[InverseMass],
        to: &mut [Velocity],
    ) {
        let [i, j] = self.bodies;
        let by = masses[i].velocity_change(force, &(self.arms[0].cross(force) + torque));
        (to[i].v, to[i].w) = (to[i].v + by.v, to[i].w + by.w);
        let by = masses[j].velocity_change(force, &(self.arms[1].cross(force) + torque));
        (to[j].v, to[j].w) = (to[j].v - by.v, to[j].w - by.w);
    }

    /// Diagonal block of the Delassus matrix.
    pub fn block(&self, masses: &[InverseMass], memory: &mut [Velocity]) -> [Rows; 6] {
        std::array::from_fn(|k| {
            for body in self.bodies {
                memory[body] = Velocity::ZERO;
            }
            let mut unit = [0.0; 6];
            unit[k] = 1.0;
            self.push(&unit, masses, memory);
            self.rates(memory)
        })
    }
}

/// Fraction of the rotation by the contact's other torques below which a torque counts as moving nothing. Rounding
/// errors of the axes are the square root of this fraction.
const STIFF: f64 = 1e-12;

impl BlockSteps {
    /// Step lengths from a block; those of slide are for all five rows of friction in a joined cone.
    pub fn from_block(block: &[Rows; 6], is_joined: bool) -> Self {
        let mut steps = Self::apart(block);
        if is_joined {
            let mut friction = *block;
            friction[0] = [0.0; 6];
            friction.iter_mut().for_each(|row| row[0] = 0.0);
            let most = largest_eigenvalue(&friction);
            (steps.is_stiff[1], steps.inverse[0]) = (most == 0.0, None);
            steps.part[1] = if most == 0.0 { steps.all } else { 1.0 / most };
        }
        steps
    }

    fn apart(block: &[Rows; 6]) -> Self {
        let two = |k: usize| [block[k][k], block[k][k + 1], block[k + 1][k + 1]];
        let (slide, roll) = (two(1), two(3));
        let most = [block[0][0], largest_of_two(slide), largest_of_two(roll), block[5][5]];
        let of_all = largest_eigenvalue(block);
        let all = if of_all > 0.0 { 1.0 / of_all } else { 0.0 };
        let turning = STIFF * (block[3][3] + block[4][4] + block[5][5]);
        let is_stiff = [most[0] == 0.0, most[1] == 0.0, most[2] <= turning, most[3] <= turning];
        let part = std::array::from_fn(|k| if is_stiff[k] { all } else { 1.0 / most[k] });
        Self { all, part, is_stiff, inverse: [inverse_of_two(slide), inverse_of_two(roll)] }
    }

    /// Step length of a part, and whether it moves nothing.
    pub(in crate::step::solve::cones) fn of_part(&self, part: usize) -> (f64, bool) {
        (self.part[part], self.is_stiff[part])
    }
}

/// `part/whole`, 0 for no whole.
fn over(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The larger eigenvalue of a symmetric 2×2 matrix.
fn largest_of_two([a, b, c]: [f64; 3]) -> f64 {
    let half = 0.5 * (a - c);
    0.5 * (a + c) + (half * half + b * b).sqrt()
}

/// The inverse of a symmetric 2×2 matrix; `None` if ill-conditioned.
fn inverse_of_two([a, b, c]: [f64; 3]) -> Option<[f64; 3]> {
    let det = a * c - b * b;
    (det > 1e-9 * (a + c) * (a + c)).then(|| [c / det, -b / det, a / det])
}

/// Off-diagonal elements, as a fraction of the trace, that a Jacobi rotation removes, and their norm, with which they change
/// the largest eigenvalue by its square, or by itself if another one is as large.
const NEGLIGIBLE: f64 = 1e-10;
const DIAGONAL: f64 = 1e-8;

/// The largest eigenvalue of a symmetric, positive semidefinite matrix, by Jacobi rotations: only sums, products,
/// quotients and square roots, so that the bits are the same on every machine.
pub fn largest_eigenvalue(block: &[Rows; 6]) -> f64 {
    let mut a = *block;
    let scale = (0..6).map(|k| a[k][k]).sum::<f64>();
    for _ in 0..30 {
        let off: f64 = (0..6).flat_map(|p| (p + 1..6).map(move |q| (p, q))).map(|(p, q)| a[p][q] * a[p][q]).sum();
        if off <= (DIAGONAL * scale) * (DIAGONAL * scale) {
            break;
        }
        for p in 0..6 {
            for q in p + 1..6 {
                if a[p][q].abs() > NEGLIGIBLE * scale {
                    rotate(&mut a, p, q);
                }
            }
        }
    }
    (0..6).map(|k| a[k][k]).fold(0.0, |most, value| if value > most { value } else { most })
}

/// Applies the Jacobi rotation that makes the entry (p, q) zero.
fn rotate(a: &mut [Rows; 6], p: usize, q: usize) {
    let theta = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let t = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for row in a.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
    let (of_p, of_q) = (a[p], a[q]);
    a[p] = std::array::from_fn(|k| c * of_p[k] - s * of_q[k]);
    a[q] = std::array::from_fn(|k| s * of_p[k] + c * of_q[k]);
}

/// Problem of an island: contacts connected through movable bodies.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Which equations to solve.
    pub form: ConeForm,
    /// gΔt, m/s: the speed that gravity adds in a step, a scale for residuals.
    pub kick: f64,
    /// M⁻¹ of the bodies.
    pub masses: Vec<InverseMass>,
    /// v*, ω*: the velocities without contacts.
    pub free: Vec<Velocity>,
    /// The contacts, in the order of their keys.
    pub rows: Vec<ConeRow>,
}

/// Fraction of gΔt above which a residual is too large to be used.
const USABLE: f64 = 0.1;

/// Impulses and the resulting velocities.
#[derive(Clone, Debug)]
pub struct Iterate {
    /// x, scaled, one per contact.
    pub x: Vec<Rows>,
    /// v* + M⁻¹Dx, one per body.
    pub velocities: Vec<Velocity>,
}

impl Problem {
    /// The iterate with the impulses `x` and the velocities that result from them.
    pub fn at(&self, x: Vec<Rows>) -> Iterate {
        let mut at = Iterate { x, velocities: Vec::with_capacity(self.free.len()) };
        self.refresh(&mut at);
        at
    }

    /// Recomputes the velocities from the impulses.
    pub(in crate::step::solve::cones) fn refresh(&self, at: &mut Iterate) {
        at.velocities.clone_from(&self.free);
        for (row, x) in self.rows.iter().zip(&at.x) {
            row.push(x, &self.masses, &mut at.velocities);
        }
    }

    /// Distance of an iterate from a solution: the largest residual of its contacts, m/s; NaN if one is NaN.
    pub(in crate::step::solve::cones) fn residual(&self, at: &Iterate) -> f64 {
        let each = self.rows.iter().zip(&at.x).map(|(row, x)| self.residual_of(row, x, &row.rates(&at.velocities)));
        each.fold(0.0, larger)
    }

    /// True if this residual, m/s, is at most a tenth of gΔt. Without gravity there is no such limit.
    pub(in crate::step::solve::cones) fn is_usable(&self, residual: f64) -> bool {
        self.kick == 0.0 || residual <= USABLE * self.kick
    }

    /// The residual of one contact, m/s.
    pub(in crate::step::solve::cones) fn residual_of(&self, row: &ConeRow, x: &Rows, y: &Rows) -> f64 {
        residual(self.form, x, y, row.bias, &row.cone, row.steps.all)
    }
}

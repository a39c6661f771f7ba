//! Turns between the axes of an engine's body and those of a shape. Quaternions have the scalar first.

/// No turn.
pub const IDENTITY: [f64; 4] = [1.0, 0.0, 0.0, 0.0];
/// Largest product of inertia over the largest moment for which axes are principal: rounding of f32.
const PRINCIPAL: f64 = 1e-5;

/// The turn `a` after the turn `b`.
pub fn times(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a, b);
    [
        a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3,
        a0 * b1 + a1 * b0 + a2 * b3 - a3 * b2,
        a0 * b2 - a1 * b3 + a2 * b0 + a3 * b1,
        a0 * b3 + a1 * b2 - a2 * b1 + a3 * b0,
    ]
}

/// The vector, turned by the unit quaternion.
pub fn turned(q: [f64; 4], vector: [f64; 3]) -> [f64; 3] {
    let [w, x, y, z] = q;
    let [_, a, b, c] = times(times(q, [0.0, vector[0], vector[1], vector[2]]), [w, -x, -y, -z]);
    [a, b, c]
}

/// A unit quaternion that turns the z axis into this direction, of any length above 0.
pub fn turn_from_z(direction: [f64; 3]) -> [f64; 4] {
    let [x, y, z] = direction;
    let length = (x * x + y * y + z * z).sqrt();
    // Half way between z and the direction; opposite to z, half a turn about x.
    let (w, a, b) = (length + z, -y, x);
    let size = (w * w + a * a + b * b).sqrt();
    if size > 1e-9 * length { [w / size, a / size, b / size, 0.0] } else { [0.0, 1.0, 0.0, 0.0] }
}

/// The moments of a tensor of inertia about axes that are turned by `turn`; `None` if they are not its principal axes.
/// `tensor`: rows in the axes before the turn.
pub fn moments_in(tensor: [[f64; 3]; 3], turn: [f64; 4]) -> Option<[f64; 3]> {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| turned(turn, axis));
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let product = |a: usize, b: usize| dot(axes[a], tensor.map(|row| dot(row, axes[b])));
    let moments = [0, 1, 2].map(|axis| product(axis, axis));
    let largest = moments.into_iter().fold(0.0, f64::max);
    let is_principal = [(0, 1), (0, 2), (1, 2)].into_iter().all(|(a, b)| product(a, b).abs() <= PRINCIPAL * largest);
    (is_principal && moments.into_iter().all(|moment| moment > 0.0 && moment.is_finite())).then_some(moments)
}

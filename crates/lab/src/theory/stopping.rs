//! Closed forms of a ball that slides, rolls and stops on a plane, and of a body that slides to rest.

use super::{TheoryCase, TheoryPiece};

/// A solid ball on a plane: Coulomb friction and a constant roll torque against the rolling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollingBall {
    /// Radius, m.
    pub radius: f64,
    /// Gravity, m/s².
    pub gravity: f64,
    /// Tangent of the slope, which the ball goes down.
    pub slope: f64,
    /// Coefficient of friction.
    pub mu: f64,
    /// Roll torque over R N.
    pub mu_r: f64,
}

/// What a ball on a plane does, from the start at a speed without rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallMotion {
    /// Time from which it rolls without sliding, s; NaN if it does not.
    pub rolls_from: f64,
    /// Speed at which it begins to roll, m/s.
    pub rolls_at: f64,
    /// Acceleration in the last phase, m/s²; 0 at rest.
    pub acceleration: f64,
    /// Angular acceleration in the last phase, rad/s²; 0 at rest.
    pub turning: f64,
    /// Time at which it is at rest, s; NaN if it goes on.
    pub rests_at: f64,
    /// Distance to rest, m.
    pub distance: f64,
}

impl RollingBall {
    /// The motion after a start at `speed` down the slope, m/s, without rotation.
    pub fn motion(&self, speed: f64) -> BallMotion {
        let cos = 1.0 / (1.0 + self.slope * self.slope).sqrt();
        // Loads per unit mass.
        let weight = self.gravity * cos;
        let cap = self.mu * weight;
        let torque = self.mu_r * self.radius * weight;
        let inertia = 0.4 * self.radius * self.radius;
        let case = TheoryCase {
            mass: 1.0,
            pull: self.slope * weight,
            caps: (cap, cap),
            round: Some((self.radius, inertia)),
            roll: (torque, torque),
        };
        let pieces = case.rolling(speed, 0.0, self.radius, inertia, &mut Vec::new());
        let rolls = |piece: &&TheoryPiece| {
            let slip = piece.v - piece.w * self.radius;
            slip.abs() <= 1e-9 * piece.v.abs() && (piece.a - piece.wa * self.radius).abs() <= 1e-9 * piece.a.abs()
        };
        let rolling = pieces.iter().find(rolls);
        let last = pieces.last();
        let rest = last.filter(|piece| [piece.v, piece.w, piece.a, piece.wa].iter().all(|x| *x == 0.0));
        BallMotion {
            rolls_from: rolling.map_or(f64::NAN, |piece| piece.t),
            rolls_at: rolling.map_or(f64::NAN, |piece| piece.v),
            acceleration: last.map_or(f64::NAN, |piece| piece.a),
            turning: last.map_or(f64::NAN, |piece| piece.wa),
            rests_at: rest.map_or(f64::NAN, |piece| piece.t),
            distance: rest.map_or(f64::NAN, |piece| piece.s),
        }
    }
}

/// Distance to rest v²/(2μg) of a body that slides on level ground, m.
pub fn sliding_distance(speed: f64, mu: f64, gravity: f64) -> f64 {
    0.5 * speed * speed / (mu * gravity)
}

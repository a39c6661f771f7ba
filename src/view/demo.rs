//! Scenes made in code.

use super::session::Opened;
use crate::laws::parameters::{Damping, FirstHistory, Friction, Given, SpinModel};
use crate::laws::{Rotation, Vec3};
use crate::scene::{BodySpec, Motion, NormalLaw, Scene};
use crate::shapes::Shape;

fn friction() -> Friction {
    let half = Given { damping: Damping::Ratio(0.5), ..Given::default() };
    Friction {
        mu_s: 0.25,
        mu_k: 0.2,
        k_e: 1e5,
        eta_r: 0.3,
        spin: SpinModel::Heuristic { eta_psi: 0.006, curvature: 5.0 },
        slide_given: half,
        roll_given: half,
        spin_given: Given::default(),
        history: FirstHistory::default(),
        damping_in_slip: false,
    }
}

fn incline(degrees: f64) -> BodySpec {
    BodySpec {
        name: "incline".to_owned(),
        material: None,
        shape: Shape::Plane,
        motion: Motion::Fixed,
        mass: f64::INFINITY,
        inertia: Vec3::repeat(f64::INFINITY),
        elastic: None,
        position: Vec3::zeros(),
        rotation: Rotation::from_axis_angle(&Vec3::x_axis(), degrees.to_radians()),
        velocity: Vec3::zeros(),
        angular_velocity: Vec3::zeros(),
    }
}

fn scene(name: &str, title: &str, about: &str, duration: f64, degrees: f64, body: BodySpec) -> Opened {
    let scene = Scene {
        title: title.to_owned(),
        about: about.to_owned(),
        dt: 1e-4,
        duration,
        gravity: Vec3::new(0.0, 0.0, -9.8),
        friction: friction(),
        normal: NormalLaw::KnownWeight,
        pairs: Vec::new(),
        bodies: vec![incline(degrees), body],
    };
    Opened { name: name.to_owned(), file: None, scene }
}

fn ball(degrees: f64) -> BodySpec {
    let turn = incline(degrees).rotation;
    BodySpec {
        name: "ball".to_owned(),
        shape: Shape::Sphere { radius: 0.2 },
        motion: Motion::Free,
        mass: 5.0,
        inertia: Vec3::repeat(0.4 * 5.0 * 0.04),
        position: turn * Vec3::new(0.0, 0.0, 0.2),
        ..incline(degrees)
    }
}

/// The paper's sphere on an incline.
pub fn rolling() -> Opened {
    let mut ball = ball(35.0);
    ball.velocity = ball.rotation * Vec3::new(0.0, 0.5, 0.0);
    let about = "Does a ball thrown up a slope roll or slide? Fang & Negrut 2020, section 4.3, figure 9.";
    scene("rolling", "Sphere rolling up an incline", about, 0.8, 35.0, ball)
}

/// The paper's spinning sphere.
pub fn spinning() -> Opened {
    let mut ball = ball(0.0);
    ball.angular_velocity = Vec3::new(0.0, 0.0, 1.0);
    let about = "How long does a ball spin on the spot? Fang & Negrut 2020, section 4.4, figure 11.";
    scene("spinning", "Spinning sphere", about, 8.0, 0.0, ball)
}

/// The paper's brick.
pub fn brick() -> Opened {
    let turn = incline(14.3239).rotation;
    let body = BodySpec {
        name: "brick".to_owned(),
        shape: Shape::Box { half_extents: Vec3::new(0.1, 0.15, 0.06) },
        motion: Motion::Translating,
        mass: 1.0,
        inertia: Vec3::repeat(0.01),
        position: turn * Vec3::new(0.0, 0.0, 0.06),
        ..incline(14.3239)
    };
    let about = "At which angle does a brick begin to slip? Fang & Negrut 2020, section 4.1, figure 5.";
    scene("brick", "Brick on an incline", about, 1.0, 14.3239, body)
}

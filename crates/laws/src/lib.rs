//! **stickslip-laws**: friction of a contact point, for any engine.
//!
//! Computes the slide force, roll torque and spin torque of a contact point, each with a history and a static and a
//! kinetic mode, from its relative motion and normal force in one step. Pure physics: `f64` in, `f64` out, or eight
//! contacts at once ([`math::lanes`]); no files, no ECS.
//!
//! ```
//! use stickslip_laws::Vec2;
//! use stickslip_laws::pair::choice::Laws;
//! use stickslip_laws::friction::element::Mode;
//! use stickslip_laws::friction::law::{ContactState, Relative};
//! use stickslip_laws::friction::parameters::FrictionParameters;
//! use stickslip_laws::pair::probe::Probe;
//!
//! // A ball of 1 kg on a plane, under the laws of the paper.
//! let friction = FrictionParameters { mu_s: 0.25, mu_k: 0.2, ..FrictionParameters::default() };
//! let (normal, dt) = (9.81, 1e-4);
//! let mut contact = Probe::new(Laws::default(), ContactState::ball_on_plane(friction, 0.1, 1.0, None, dt));
//! // In each step the engine tells how the ball slid, rolled and spun, and the normal force.
//! for _ in 0..100 {
//!     let slip = Vec2::new(1e-5, 0.0);
//!     contact.step(Relative::from_step(slip, Vec2::zeros(), 0.0, 0.1, dt), normal);
//! }
//! assert_eq!(contact.slide.mode, Mode::Slip);
//! assert!((contact.slide.load().x - 0.2 * normal).abs() < 1e-12);
//! ```
//! `examples/stepper.rs` is an engine of forty lines around it.
//!
//! Source of the friction model, cited as FN20 below: L. Fang and D. Negrut, *Producing 3D friction loads by
//! tracking the motion of the contact point on bodies in mutual contact*, 2020. Section and equation numbers on the
//! items are the paper's.
//!
//! # Notation
//! | symbol | meaning | unit |
//! |---|---|---|
//! | `n`, `u`, `w` | contact frame, `u × w = n`, `n` points into body i | 1 |
//! | `p_i`, `p_j` | path of the contact point on each body in one step | m |
//! | `S`, `ΔS` | slide micro-deflection and its increment | m |
//! | `Θ_b` | roll micro-deflection of body b | rad |
//! | `Ψ`, `ψ` | spin micro-deflection and its increment | rad |
//! | `N` | normal force; negative only under a normal law with tension | N |
//! | `κ_b` | normal curvature of body b along its path, convex > 0 | 1/m |

pub mod friction;
pub mod library;
pub mod math;
pub mod motion;
pub mod pair;

pub use library::{RollLaw, SlideLaw, SpinLaw};
pub use math::vector::{Rotation, Vec2, Vec3, unit};

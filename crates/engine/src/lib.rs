//! **stickslip-engine**: how bodies **stick, slip, roll and spin** on each other.
//!
//! Slide force, roll torque and spin torque of every contact, each with a static and a kinetic mode and a memory,
//! follow the path of the contact point over both bodies, as in L. Fang and D. Negrut, *Producing 3D friction loads by
//! tracking the motion of the contact point on bodies in mutual contact* (2020, [doi:10.48550/arXiv.2007.12713]). Each
//! of the three laws can be replaced by another law of the discrete element method.
//!
//! # Notation and units
//! SI throughout: m, kg, s, N, N·m, rad. The world is right-handed and z is up. A contact joins bodies i and j, i
//! before j in the scene; its frame is (n, u, w) with `u × w = n` and n pointing **into body i**. Histories are S (m)
//! of slide, Θ_i and Θ_j (rad) of roll, Ψ (rad) of spin; [`laws`] lists all symbols, [`laws::friction::contact`] every equation
//! with its number.
//!
//! # A scene, a step, a contact
//! ```
//! use stickslip_engine::prelude::*;
//!
//! let scene = Scene::parse("ramp.ron", r#"Scene(
//!     schema: 1,
//!     title: "A ball on a ramp",
//!     time: (dt: 1e-4, duration: 1.0),
//!     gravity: (0.0, 0.0, -9.81),
//!     friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.3, spin: Off),
//!     normal: Known(Weight),
//!     bodies: [
//!         (name: "ramp", shape: Incline(degrees: 20.0), motion: Fixed),
//!         (name: "ball", shape: Sphere(radius: 0.2), mass: 5.0,
//!          on: (surface: "ramp", at: (0.0, 0.0), velocity: (0.0, 0.5))),
//!     ],
//! )"#).expect("a scene without faults");
//! let mut simulation = Simulation::new(&scene);
//! simulation.steps(1000);
//! let state = simulation.state();
//! let contact = &state.contacts[0];
//! // The weight presses on the slope.
//! assert!((contact.normal.n - 5.0 * 9.81 * 20_f64.to_radians().cos()).abs() < 1e-9);
//! // Friction is within its static threshold, or at the kinetic one.
//! assert!(contact.slide.0.elastic.norm() <= 0.25 * contact.normal.n * (1.0 + 1e-6));
//! ```
//!
//! # In your own Bevy app
//! Add [`StepPlugin`](step::StepPlugin), spawn bodies with [`RigidBody`](step::spawn::RigidBody), run
//! [`step::run`] as often as you like, and read [`Contacts`](step::read::Contacts):
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use stickslip_engine::prelude::*;
//!
//! let mut app = App::new();
//! app.add_plugins(StepPlugin).add_message::<ContactEvent>();
//! app.world_mut().spawn(RigidBody::fixed("floor", Shape::Plane).bundle());
//! let ball = RigidBody::new("ball", Shape::Sphere { radius: 0.1 }, 1.0).at(Vec3::new(0.0, 0.0, 0.1));
//! app.world_mut().spawn(ball.moving(Vec3::new(1.0, 0.0, 0.0), Vec3::zeros()).bundle());
//! app.add_systems(Update, (|world: &mut World| stickslip_engine::step::run(world, 100), report).chain());
//! fn report(contacts: Contacts, mut events: MessageReader<ContactEvent>) {
//!     for contact in contacts.iter() {
//!         println!("N = {} N, {}", contact.normal.n, contact.slide.0.mode.name());
//!     }
//!     for event in events.read() {
//!         println!("step {}: {:?} between {:?}", event.step, event.kind, event.bodies);
//!     }
//! }
//! app.update();
//! ```
//! In the repository, `examples/embed` is such an app, with or without a window of its own, and `examples/headless.rs`
//! runs without a window. [`StepSystems`](step::StepSystems) lists the system sets of a step in order; a system of yours that
//! adds a load, such as wind, belongs in [`LoadSystems::Applied`](step::LoadSystems).
//!
//! # What is where, and who may write it
//! Components, to read, and to write between steps:
//! - [`Pose`], [`Twist`] and [`Wrench`] of a body: its state, and the load that acts during the next step.
//!   `Changed<Pose>` finds the bodies that a step moved.
//! - [`Mass`], [`BodyShape`], [`ElasticMaterial`], [`Grain`], [`MotionType`], name and case of a body are immutable:
//!   insert another value, and the next step starts with it. After a change of shape, the contacts of the body restart
//!   without history.
//! - [`ContactHistory`], [`StepMotion`], modes and their ages of a contact ([`world::contact`]): read-only, preferably
//!   through [`Contacts`](step::read::Contacts). The step's writes set no change ticks.
//!
//! Resources: the scene's rules ([`Cases`]) and the step size ([`Clock`]) may be written, unchecked; the next step
//! starts with them. An [`Edit`] is checked and logged.
//!
//! Internal to the step: the [`ContactTable`], with pairs, constants and sums of loads, is derived from the rest; do
//! not write it.
//!
//! Bodies may carry any component of yours. The entities of contacts are **slots**: one for each point at which two near
//! bodies may touch, given to other pairs as bodies move; those that touch now are marked [`Touching`]. A component in
//! table storage on one of them would move it out of the table that a step iterates over: the run stops and names it.
//! Key your own data about a contact by its [`ContactKey`] or its two bodies; both are in every
//! [`ContactEvent`](step::events::ContactEvent).
//!
//! # Modules, in the order in which data flows
//! scene file → [`scene`] → [`world`] (state as components) → [`step`] ([`laws`], [`shapes`]) → [`observe`] → [`record`];
//! [`run`] drives them.
//!
//! [`Pose`]: world::body::Pose
//! [`Twist`]: world::body::Twist
//! [`Wrench`]: world::body::Wrench
//! [`Mass`]: world::body::Mass
//! [`BodyShape`]: world::body::BodyShape
//! [`ElasticMaterial`]: world::body::ElasticMaterial
//! [`Grain`]: world::body::Grain
//! [`MotionType`]: world::body::MotionType
//! [`Cases`]: world::Cases
//! [`Clock`]: world::Clock
//! [`Edit`]: step::edits::Edit
//! [`ContactHistory`]: world::contact::ContactHistory
//! [`StepMotion`]: world::contact::StepMotion
//! [`ContactKey`]: world::contact::ContactKey
//! [`Touching`]: world::contact::Touching
//! [`ContactTable`]: step::contacts::table::ContactTable
//! [doi:10.48550/arXiv.2007.12713]: https://doi.org/10.48550/arXiv.2007.12713

pub mod files;

pub mod scene;

pub use stickslip_laws as laws;

pub mod shapes;

pub mod world;

pub mod step;

pub mod run;

pub mod observe;

pub mod record;

/// What the tests of this crate look into and nothing else should: not a public interface, it changes without notice.
#[doc(hidden)]
pub mod internals {
    pub use crate::scene::check::bodies::resting::depth;
    pub use crate::scene::text::raw::{Elements, Entries, Name, Node, bare, bare_all, value_of};
    pub use crate::scene::text::split::{field, number, parts, string};
    pub use crate::step::solve::cones::methods::apgd::SolverProgress;
    pub use crate::step::solve::cones::methods::block_lu::{
        BlockMatrix, BodyBlock, EliminationOrder, FREEDOMS, Six, image, product,
    };
    pub use crate::step::solve::cones::methods::problem::{BlockSteps, ConeRow, Iterate, Problem, largest_eigenvalue};
    pub use crate::step::solve::cones::methods::smoothing::Smoothing;
    pub use crate::step::solve::cones::methods::solved::{Remedy, SolvedIsland};
    pub use crate::world::inverse_mass::{InverseMass, Velocity};
}

/// The items that most programs using this crate need.
pub mod prelude {
    pub use crate::laws::friction::component::FrictionComponent;
    pub use crate::laws::friction::element::Mode;
    pub use crate::laws::{Rotation, Vec2, Vec3};
    pub use crate::observe::state::State;
    pub use crate::run::simulation::Simulation;
    pub use crate::scene::{NormalLaw, Scene};
    pub use crate::shapes::Shape;
    pub use crate::step::events::{ContactEvent, ContactEventKind};
    pub use crate::step::read::Contacts;
    pub use crate::step::spawn::RigidBody;
    pub use crate::step::{LoadSystems, SimStep, StepPlugin, StepSystems};
    pub use crate::world::body::{Body, Pose, Twist};
    pub use crate::world::contact_view::ContactView;
    pub use crate::world::{CaseRules, Cases, Clock};
}

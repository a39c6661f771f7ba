//! Pure physics: `f64` in, `f64` out; depends only on nalgebra and the SIMD vectors of fearless_simd.
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

pub mod anisotropy;
pub mod bristle;
pub mod choice;
pub mod component;
pub mod cones;
pub mod contact;
pub mod element;
pub mod energy;
pub mod extremes;
pub mod fang_negrut;
pub mod frame;
pub mod friction_parameter;
mod grained;
pub mod impact;
mod interned;
pub mod joint;
pub mod lanes;
pub mod law;
mod law_parameter;
pub mod limit_surface;
mod list;
pub mod load_curve;
pub mod motion;
mod no_slip;
pub mod normal;
pub mod number;
pub mod order;
pub mod overlap_area;
mod packing;
pub mod parameters;
mod plane_turn;
pub mod probe;
pub mod pull;
mod reads;
mod rigid;
mod rows;
pub mod schedule;
mod suited;
pub mod tracking;
pub mod turning;
mod vector;

pub use vector::{Rotation, Vec2, Vec3, unit};

list::laws! {
    /// The laws of slide friction.
    SlideLaw for "slide", Vec2, by default FangNegrut(fang_negrut::FangNegrutSlide);
    cundall_strack::CundallStrack,
    mindlin_tsuji::MindlinTsuji,
    mindlin_force::MindlinForce,
    mindlin_rescale::MindlinRescale,
    mindlin_rescale_force::MindlinRescaleForce,
    mindlin_incremental::MindlinIncremental,
    mindlin_deresiewicz::MindlinDeresiewicz,
    luding::Luding,
    coulomb_regularised::CoulombRegularised,
    stribeck::Stribeck,
    lugre::Lugre,
    elasto_plastic::ElastoPlastic,
    rate_state::RateState,
    complementarity::Complementarity,
    dae::Dae,
}

list::laws! {
    /// The laws of roll friction.
    RollLaw for "roll", Vec2, by default FangNegrut(fang_negrut::FangNegrutRoll);
    constant_torque::ConstantTorque,
    spring_dashpot::SpringDashpot,
    luding_roll::LudingRoll,
    complementarity_roll::ComplementarityRoll,
    dae_roll::DaeRoll,
}

list::laws! {
    /// The laws of spin friction.
    SpinLaw for "spin", f64, by default FangNegrut(fang_negrut::FangNegrutSpin);
    marshall::Marshall,
    lubkin::Lubkin,
    luding_spin::LudingSpin,
    edem_disk::EdemDisk,
    complementarity_spin::ComplementaritySpin,
    dae_spin::DaeSpin,
}

//! The laws of roll friction.

pub mod complementarity;
pub mod constant_torque;
pub mod dae;
pub mod luding;
pub mod spring_dashpot;

use crate::Vec2;
use crate::library::fang_negrut;
use crate::library::list::laws;

laws! {
    /// The laws of roll friction.
    RollLaw for "roll", Vec2;
    FangNegrut(fang_negrut::FangNegrutRoll),
    ConstantTorque(constant_torque::ConstantTorque),
    SpringDashpot(spring_dashpot::SpringDashpot),
    LudingRoll(luding::LudingRoll),
    ComplementarityRoll(complementarity::ComplementarityRoll),
    DaeRoll(dae::DaeRoll),
}

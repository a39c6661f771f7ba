//! The laws of slide friction.

pub mod bristle;
pub mod complementarity;
pub mod coulomb_regularised;
pub mod cundall_strack;
pub mod dae;
pub mod elasto_plastic;
pub mod luding;
pub mod lugre;
pub mod mindlin;
pub mod rate_state;
pub mod stribeck;

use crate::Vec2;
use crate::library::fang_negrut;
use crate::library::list::laws;

laws! {
    /// The laws of slide friction.
    SlideLaw for "slide", Vec2;
    FangNegrut(fang_negrut::FangNegrutSlide),
    CundallStrack(cundall_strack::CundallStrack),
    MindlinTsuji(mindlin::tsuji::MindlinTsuji),
    MindlinForce(mindlin::force::MindlinForce),
    MindlinRescale(mindlin::rescale::MindlinRescale),
    MindlinRescaleForce(mindlin::rescale_force::MindlinRescaleForce),
    MindlinIncremental(mindlin::incremental::MindlinIncremental),
    MindlinDeresiewicz(mindlin::deresiewicz::MindlinDeresiewicz),
    Luding(luding::Luding),
    CoulombRegularised(coulomb_regularised::CoulombRegularised),
    Stribeck(stribeck::Stribeck),
    Lugre(lugre::Lugre),
    ElastoPlastic(elasto_plastic::ElastoPlastic),
    RateState(rate_state::RateState),
    Complementarity(complementarity::Complementarity),
    Dae(dae::Dae),
}

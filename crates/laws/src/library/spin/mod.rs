//! The laws of spin friction.

pub mod complementarity;
pub mod dae;
pub mod edem_disk;
pub mod lubkin;
pub mod luding;
pub mod marshall;

use crate::library::fang_negrut;
use crate::library::list::laws;

laws! {
    /// The laws of spin friction.
    SpinLaw for "spin", f64;
    FangNegrut(fang_negrut::FangNegrutSpin),
    Marshall(marshall::Marshall),
    Lubkin(lubkin::Lubkin),
    LudingSpin(luding::LudingSpin),
    EdemDisk(edem_disk::EdemDisk),
    ComplementaritySpin(complementarity::ComplementaritySpin),
    DaeSpin(dae::DaeSpin),
}

//! Which program this is: recordings and tables of sweeps name it, since another build may round differently.

/// Its version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The last commit of its sources, `-dirty` and a hash of the changes after it where some were not committed; of a crate
/// archive the commit that this was made from, if it says so.
pub const COMMIT: &str = env!("STICKSLIP_COMMIT");

/// Both: `0.1.0 (61dac754e2a1)`.
pub const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("STICKSLIP_COMMIT"), ")");

/// `recorded by stickslip 0.1.0 (61dac754e2a1), this is stickslip 0.1.0 (8c0fd1e9bb36)`; `None` if `build` is this one.
pub fn another(done: &str, build: &str) -> Option<String> {
    (build != BUILD).then(|| format!("{done} by stickslip {build}, this is stickslip {BUILD}"))
}

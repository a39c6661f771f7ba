//! Identity of this build: recordings and sweep tables name it, since another build may round differently.

/// Version of the crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Last commit of the sources, with `-dirty` and a hash of the changes if some were not committed; for a crate archive,
/// the commit it was made from, if known.
pub const COMMIT: &str = env!("STICKSLIP_COMMIT");

/// Version and commit: `0.1.0 (61dac754e2a1)`.
pub const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("STICKSLIP_COMMIT"), ")");

/// Message that another build made a file, such as `recorded by stickslip 0.1.0 (61dac754e2a1), this is stickslip 0.1.0
/// (8c0fd1e9bb36)`; `None` if `build` is [`BUILD`]. `done`: the verb, such as `recorded`.
pub fn another(done: &str, build: &str) -> Option<String> {
    (build != BUILD).then(|| format!("{done} by stickslip {build}, this is stickslip {BUILD}"))
}

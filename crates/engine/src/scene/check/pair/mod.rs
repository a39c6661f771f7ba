//! Checks `friction:`, `normal:` and the laws, of the scene and of pairs.

pub(in crate::scene::check) mod anisotropy;
pub(in crate::scene::check) mod effects;
pub(in crate::scene::check) mod friction;
pub(in crate::scene::check) mod hertz;
pub(in crate::scene::check) mod law_set;
pub(in crate::scene::check) mod laws;
pub(in crate::scene::check) mod normal;
pub(in crate::scene::check) mod rates;
pub(in crate::scene::check) mod rigid;
pub(in crate::scene::check) mod with_laws;

//! The instruction set that contacts of spheres and planes are resolved with.

use bevy_ecs::prelude::*;
use fearless_simd::Level;

/// At most this instruction set, where the processor has it; the bits are the same with each. For checks and timing.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SimdLevel {
    /// The best there is.
    #[default]
    Best,
    /// AVX2 on a processor that has more.
    Avx2,
    /// SSE4.2 on a processor that has more.
    Sse42,
    /// What every processor of the family has.
    Baseline,
}

impl SimdLevel {
    /// Every one of them by the name that a flag has for it.
    pub const ALL: [(&'static str, Self); 4] =
        [("best", Self::Best), ("avx2", Self::Avx2), ("sse4.2", Self::Sse42), ("baseline", Self::Baseline)];

    /// What a step computes with on this machine.
    pub fn level(self) -> Level {
        let best = Level::new();
        #[cfg(target_arch = "x86_64")]
        let less = match self {
            Self::Best => None,
            Self::Avx2 => best.as_avx2().map(Level::Avx2),
            Self::Sse42 => best.as_sse4_2().map(Level::Sse4_2),
            Self::Baseline => Some(Level::baseline()),
        };
        #[cfg(not(target_arch = "x86_64"))]
        let less = (self != Self::Best).then(Level::baseline);
        less.unwrap_or(best)
    }

    /// The name of that instruction set: `Avx512`, `Avx2`, `Sse4_2`, `Neon`, ...
    pub fn name(self) -> String {
        let level = format!("{:?}", self.level());
        level.split('(').next().unwrap_or_default().to_owned()
    }
}

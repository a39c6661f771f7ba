//! The instruction set for contacts of spheres and planes.

use bevy_ecs::prelude::*;
use fearless_simd::Level;

/// Highest instruction set to use, if the processor has it. Results are bit-identical with each; the choice is for
/// checks and timing.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SimdLevel {
    /// The best available.
    #[default]
    Best,
    /// AVX2, even on a processor with more.
    Avx2,
    /// SSE4.2, even on a processor with more.
    Sse42,
    /// The baseline of the processor family.
    Baseline,
}

impl SimdLevel {
    /// All settings, with the names used by command-line flags.
    pub const ALL: [(&'static str, Self); 4] =
        [("best", Self::Best), ("avx2", Self::Avx2), ("sse4.2", Self::Sse42), ("baseline", Self::Baseline)];

    /// The instruction set used on this machine.
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

    /// Name of the instruction set used on this machine: `Avx512`, `Avx2`, `Sse4_2`, `Neon`, ...
    pub fn name(self) -> String {
        let level = format!("{:?}", self.level());
        level.split('(').next().unwrap_or_default().to_owned()
    }
}

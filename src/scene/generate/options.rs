//! What can be asked of a generated scene.

/// What can be asked of a generated scene; `None`: as in the built-in one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PileOptions {
    /// Number of bodies that move; of balls to whole layers.
    pub count: Option<u64>,
    /// Fewest and most corners of a polygon.
    pub corners: Option<(u64, u64)>,
    /// Largest deviation of a polygon's radius over the mean one.
    pub size_variation: Option<f64>,
    /// μ of all pairs.
    pub mu: Option<f64>,
    /// What the corners, sizes, angles and places of the polygons follow from.
    pub seed: Option<u64>,
    /// Γ = A ω²/g of the box; two of Γ, frequency and amplitude give the third.
    pub gamma: Option<f64>,
    /// Frequency of the box, Hz.
    pub frequency: Option<f64>,
    /// Amplitude of the box, m.
    pub amplitude: Option<f64>,
    /// Width of the box, m.
    pub width: Option<f64>,
}

impl PileOptions {
    /// The names of what is given: of all polygons, and of the box alone.
    pub(super) fn given(&self) -> [Vec<&'static str>; 2] {
        let names = |all: &[(&'static str, bool)]| all.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
        let grains = [
            ("corners", self.corners.is_some()),
            ("size-variation", self.size_variation.is_some()),
            ("mu", self.mu.is_some()),
            ("seed", self.seed.is_some()),
        ];
        let shaken = [
            ("gamma", self.gamma.is_some()),
            ("frequency", self.frequency.is_some()),
            ("amplitude", self.amplitude.is_some()),
            ("width", self.width.is_some()),
        ];
        [names(&grains), names(&shaken)]
    }
}

//! Options of a generated scene.

/// Options of a generated scene; `None` keeps the value of the built-in scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PileOptions {
    /// Number of moving bodies; for balls rounded to whole layers.
    pub count: Option<u64>,
    /// Minimum and maximum number of corners of a polygon.
    pub corners: Option<(u64, u64)>,
    /// Maximum deviation of a polygon's radius, as a fraction of the mean.
    pub size_variation: Option<f64>,
    /// μ of all pairs.
    pub mu: Option<f64>,
    /// Seed for the corners, sizes, angles and positions of the polygons.
    pub seed: Option<u64>,
    /// Γ = A ω²/g of the box; any two of Γ, frequency and amplitude determine the third.
    pub gamma: Option<f64>,
    /// Frequency of the box, Hz.
    pub frequency: Option<f64>,
    /// Amplitude of the box, m.
    pub amplitude: Option<f64>,
    /// Width of the box, m.
    pub width: Option<f64>,
    /// Speed at which the hopper is raised from the floor, m/s; without it, it hangs above the heap.
    pub rise: Option<f64>,
}

impl PileOptions {
    /// Names of the options that are given: those of all polygon scenes, those of the vibrated box
    /// only, and those of the hopper only.
    pub(super) fn given(&self) -> [Vec<&'static str>; 3] {
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
        [names(&grains), names(&shaken), names(&[("rise", self.rise.is_some())])]
    }
}

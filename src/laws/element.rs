//! The one capped spring that slide, roll and spin share: when it sticks, when it slips, what its history becomes.
//!
//! [FN20] sections 3.1 to 3.3. Unit-blind: deflections and thresholds are in m for slide and in rad for roll and spin.

/// Static or kinetic friction of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// Static: the spring holds.
    #[default]
    Stick,
    /// Kinetic: the spring is at its cap and yields.
    Slip,
}

impl Mode {
    /// `stick` or `slip`, as written in output files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stick => "stick",
            Self::Slip => "slip",
        }
    }
}

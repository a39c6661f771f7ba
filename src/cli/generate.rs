//! `stickslip generate`.

use super::failure::Failure;
use super::support::output::{say, write_scene};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;
use stickslip_lab::generate::{self, PileOptions, SCENES};

/// Flags of `generate`.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Name of the scene
    #[arg(value_parser = PossibleValuesParser::new(SCENES))]
    scene: String,
    /// Number of moving bodies; balls are rounded to whole layers [default: 1000 balls, 1008 or 1622 polygons]
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true, value_parser = bodies())]
    n: Option<u64>,
    /// Fewest and most corners of the polygons [default: 5..10]
    #[arg(long, value_name = "FEWEST..MOST", allow_hyphen_values = true, value_parser = corners)]
    corners: Option<(u64, u64)>,
    /// Largest relative deviation of a polygon's radius from 10 mm [default: 0.2]
    #[arg(long, value_name = "PART", allow_hyphen_values = true)]
    size_variation: Option<f64>,
    /// Coefficient of friction of polygons, floor and walls [default: 0.6]
    #[arg(long, value_name = "MU", allow_hyphen_values = true)]
    mu: Option<f64>,
    /// Seed for the corners, sizes, angles and positions of the polygons [default: 1]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// vibrated-box: largest acceleration over g, amplitude (2 pi frequency)^2/g [default: 0.75]
    #[arg(long, value_name = "GAMMA", allow_hyphen_values = true)]
    gamma: Option<f64>,
    /// vibrated-box: frequency, Hz [default: 10]
    #[arg(long, value_name = "HZ", allow_hyphen_values = true)]
    frequency: Option<f64>,
    /// vibrated-box: amplitude, m; two of gamma, frequency and amplitude determine the third
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    amplitude: Option<f64>,
    /// vibrated-box: distance between the walls, m [default: 0.88]
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    width: Option<f64>,
    /// hopper-heap: speed at which the hopper, then standing near the floor, is raised, m/s [default: it hangs above the heap]
    #[arg(long, value_name = "M/S", allow_hyphen_values = true)]
    rise: Option<f64>,
    /// File to write (default: print the text)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Parses two whole numbers separated by two dots.
fn corners(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once("..").and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    parts.ok_or_else(|| "write two whole numbers, such as 5..10".to_owned())
}

/// Parses the number of bodies of a generated scene.
pub(super) fn bodies() -> impl TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..=4_000_000)
}

impl Generate {
    /// Writes the scene.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let options = PileOptions {
            count: self.n,
            corners: self.corners,
            size_variation: self.size_variation,
            mu: self.mu,
            seed: self.seed,
            gamma: self.gamma,
            frequency: self.frequency,
            amplitude: self.amplitude,
            width: self.width,
            rise: self.rise,
        };
        let text = text(&self.scene, &options)?;
        match self.out {
            None => say(text.trim_end()),
            Some(path) => write_scene("--out", &path, &text),
        }
    }
}

/// The text of a generated scene, or why it cannot be generated.
pub(super) fn text(scene: &str, options: &PileOptions) -> Result<String, Failure> {
    generate::text_of(scene, options).map_err(|fault| {
        let remedy = fault.remedy.clone();
        Failure::Input(miette::miette!(help = remedy, "{}", fault.message))
    })
}

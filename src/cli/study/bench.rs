//! `stickslip bench`.

use crate::cli::complete::scenes;
use crate::cli::failure::Failure;
use crate::cli::generate;
use crate::cli::support::output::say;
use crate::cli::support::source::{Source, shown};
use crate::scene::Scene;
use crate::step::simd::SimdLevel;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::ffi::{OsStr, OsString};
use stickslip_lab::bench::{BenchPlan, BenchReport, growth, measure, poured, settled};
use stickslip_lab::generate::{PileOptions, SCENES};

/// The scene whose packing settles densely; drum and heap have a free slope.
const POURED: &str = "box-settle";

/// Flags of `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchCommand {
    /// Scene files, or names of built-in scenes; with several, also reports how the cost grows from the first to the
    /// last
    #[arg(value_name = "SCENE", default_value = "box-settle", add = scenes())]
    scenes: Vec<OsString>,
    /// Numbers of bodies, for a scene that `generate` knows
    #[arg(long, short = 'n', value_name = "N", num_args = 1.., allow_negative_numbers = true, value_parser = generate::bodies())]
    n: Vec<u64>,
    /// Threads per step
    #[arg(long, value_name = "T", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// Highest instruction set to use; the results are bitwise the same
    #[arg(long, value_name = "SET", default_value = "best", value_parser = simd())]
    simd: SimdLevel,
    /// Timed steps, split into nine parts of which the median counts; of several sizes, the smaller take more steps, in
    /// turn
    #[arg(long, value_name = "STEPS", default_value_t = 300, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(3..))]
    steps: u64,
    /// Untimed steps before the first timed one
    #[arg(long, value_name = "STEPS", default_value_t = 100, allow_negative_numbers = true)]
    warm_up: u64,
    /// Simulated time to let the bodies settle first, at four times the step, `box-settle` with little friction so that
    /// it settles densely; not timed [default: the duration of a scene that `generate` knows, else 0]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    settle: Option<f64>,
    /// Change a value of the scene, as in `run`
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
}

/// Parses the instruction sets known to `--simd`.
fn simd() -> impl TypedValueParser<Value = SimdLevel> {
    let of = |name: String| {
        SimdLevel::ALL.iter().find(|(known, _)| *known == name).map_or(SimdLevel::Best, |(_, level)| *level)
    };
    PossibleValuesParser::new(SimdLevel::ALL.map(|(name, _)| name)).map(of)
}

impl BenchCommand {
    /// Times the scene and prints one line of JSON.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let plan =
            BenchPlan { threads: self.threads as usize, simd: self.simd, warm_up: self.warm_up, steps: self.steps };
        let scenes = self.scenes()?.into_iter().map(|(name, scene)| {
            let is_pile = name.to_str().is_some_and(|name| SCENES.contains(&name));
            let seconds = self.settle.unwrap_or(if is_pile { scene.duration } else { 0.0 });
            let settle = if name == POURED { poured } else { settled };
            match seconds > 0.0 {
                true => settle(&scene, seconds, plan.threads).map_err(Failure::Guard),
                false => Ok(scene),
            }
        });
        let reports = measure(&scenes.collect::<Result<Vec<_>, _>>()?, &plan).map_err(Failure::Guard)?;
        let line = match reports.as_slice() {
            [one] => serde_json::to_value(one),
            all => serde_json::to_value(BenchSeries {
                growth_exponent: growth(all, |report| report.seconds_per_step),
                contact_growth_exponent: growth(all, |report| report.contacts as f64),
                runs: all,
            }),
        };
        say(&line.map_err(|e| Failure::Other(e.to_string()))?.to_string())
    }

    /// The scenes with their names, all read and checked before any is timed.
    fn scenes(&self) -> Result<Vec<(&OsStr, Scene)>, Failure> {
        let sizes: Vec<_> = if self.n.is_empty() { vec![None] } else { self.n.iter().copied().map(Some).collect() };
        let of = |name: &OsStr, n: Option<u64>| match n {
            Some(n) => {
                let options = PileOptions { count: Some(n), ..PileOptions::default() };
                let name = shown(name);
                let text = generate::text(&name, &options)?;
                Ok(Source::new(name, text))
            }
            None => Source::find(name),
        };
        let all = self.scenes.iter().flat_map(|name| sizes.iter().map(move |n| (name.as_os_str(), *n)));
        all.map(|(name, n)| Ok((name, of(name, n)?.with(&self.set)?.scene()?))).collect()
    }
}

/// Several scenes, usually one scene in several sizes.
#[derive(serde::Serialize)]
struct BenchSeries<'a> {
    /// Exponent p: the cost of a step grows as N^p from the first size to the last.
    growth_exponent: Option<f64>,
    /// Exponent of the number of contacts; in larger piles more of the balls touch.
    contact_growth_exponent: Option<f64>,
    runs: &'a [BenchReport],
}

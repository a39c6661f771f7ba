//! `stickslip compare`.

use crate::cli::complete::scenes;
use crate::cli::failure::Failure;
use crate::cli::run::TableFormat;
use crate::cli::support::interrupt;
use crate::cli::support::source::{SceneChanges, Source};
use crate::cli::support::verbosity::Verbosity;
use crate::observe::quantity::named::NamedQuantity;
use crate::run::differences::THRESHOLD;
use crate::scene::{LawSet, Scene, text::nearest};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use stickslip_lab::compare::{ComparePlan, MAX_SETS, PlannedRun, compare, document, table};

const EXAMPLES: &str =
    "A set of laws is an id (for the component that has a law of this id; `fang-negrut` for all three), or laws
joined by `/`, each optionally prefixed with its component, and with parameters as in a scene. A component
that is not named keeps the scene's law; `scene` keeps all. `stickslip laws` lists the ids.

`complementarity` makes elastic contacts rigid, `complementarity/Cones(form: Relaxed)` with another solver than the
scene's. Unless the set says otherwise (`slide=Complementarity(mu: 0.3)`), mu is mu_k, since a rigid contact has a single
mu for rest and sliding; rho and sigma are the torques of the springs in slip over N; the restitution is kept. All sets
use the step size --dt: small for springs; 1e-3 to 1e-2 s suffices for rigid contacts alone.

In DIR: bodies, contacts and events as of `run` with a first column `laws`; summary.csv (one row per set and body);
differences.csv (for each pair of sets, the first time they differ in pose, mode, force, torque); impacts.csv (impulses,
restitution and angles of each impact, under one set after the other); curves.svg, .png, .csv.

  distance   path length of the body's centre
  creep      mean speed over the last tenth of the run, of a body slower than a thousandth of sqrt(g size)
  chatter    sign changes of slide force, roll or spin torque per second, over the last tenth of the run
  dE         largest residual of the energy account
  pose       differs by more than --threshold of the body's size, or rad
  force      differs by more than --threshold of the normal force; torque: of the normal force times the size
  mode       of components whose law has a history in both sets; or a contact that exists in only one of them (a
             rigid contact without a force does not count)

Examples:
  stickslip compare disk-panels-bc --laws fang-negrut,constant-torque,luding-roll --out disk
  stickslip compare sphere-up-35 --laws scene,slide=cundall-strack/roll=constant-torque/spin=fang-negrut
  stickslip compare sphere-up-35 --laws 'scene,complementarity,complementarity/Cones(form: Relaxed)'
  stickslip compare my.ron --laws 'fang-negrut,CoulombRegularised(epsilon: 1e-4)' --plot v,F,dE --out out";

/// Flags of `compare`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompareCommand {
    /// A scene file, `-` for standard input, or the name of a built-in scene
    #[arg(add = scenes())]
    scene: OsString,
    /// Two to eight sets of laws, separated by commas
    #[arg(long, value_name = "A,B,...")]
    laws: String,
    /// Folder for tables and curves; created if missing
    #[arg(long, value_name = "DIR", value_parser = crate::cli::support::output::folder())]
    out: Option<PathBuf>,
    #[command(flatten)]
    changes: SceneChanges,
    /// Write every N-th step; the first and the last are always written
    #[arg(long, value_name = "STEPS", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// File format of the tables
    #[arg(long, value_enum, default_value_t = TableFormat::Csv)]
    format: TableFormat,
    /// Relative difference above which two runs count as different
    #[arg(long, value_name = "X", default_value_t = THRESHOLD, allow_hyphen_values = true)]
    threshold: f64,
    /// Quantities of the figure, separated by commas: names from `stickslip quantities`, of the body of --body (v), of
    /// another (v(ball)), of a contact (N(incline, ball)) or of the world (E)
    #[arg(long, value_name = "Q,...", default_value = "v,w,F,Troll")]
    plot: String,
    /// The body whose curves are drawn (default: the first that can move)
    #[arg(long, value_name = "NAME")]
    body: Option<String>,
    #[command(flatten)]
    verbosity: Verbosity,
}

impl CompareCommand {
    /// Runs the scene under every set of laws.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let format = self.format.checked()?;
        let source = Source::find(&self.scene)?.changed(&self.changes)?;
        let scene = source.scene()?;
        if self.threshold.is_nan() || self.threshold < 0.0 {
            return Err(Failure::Input(miette::miette!("--threshold {}: it must be 0 or more", self.threshold)));
        }
        let plan = ComparePlan {
            runs: self.runs(&scene)?,
            text: &source.text,
            out: self.out.as_deref(),
            every: self.every,
            format,
            threshold: self.threshold,
            plot: self.quantities(&scene)?,
            stop: Some(interrupt::flag()),
        };
        let progress = self.verbosity.progress((scene.duration / scene.dt).round() as u64);
        let report = compare(&plan, |step| progress.tell(step))?;
        progress.finish();
        let text = || format!("{}\n{}", scene.title, table(&report).trim_end());
        self.verbosity.print(&document(&scene.title, &report), text)?;
        if let Some(dir) = &self.out {
            self.verbosity.remark(&format!("written to {}", dir.display()))?;
        }
        if let Some(why) = report.interrupted {
            return Err(Failure::Other(why));
        }
        match report.runs.iter().find_map(|run| run.stopped.as_ref().map(|why| (&run.name, why))) {
            Some((name, why)) => Err(Failure::Guard(format!("{name}: {why}"))),
            None => Ok(()),
        }
    }

    /// The scene under each set of laws.
    fn runs(&self, scene: &Scene) -> Result<Vec<PlannedRun>, Failure> {
        let sets = LawSet::list(&self.laws)
            .map_err(|fault| Failure::Input(miette::miette!(help = fault.remedy, "--laws: {}", fault.message)))?;
        if !(2..=MAX_SETS).contains(&sets.len()) {
            let help = "separate the sets by commas: fang-negrut,cundall-strack/constant-torque";
            let count = sets.len();
            let why = format!("--laws: two to {MAX_SETS} sets can be compared, found {count}");
            return Err(Failure::Input(miette::miette!(help = help, "{why}")));
        }
        let under = |set: &LawSet| {
            PlannedRun::new(scene, set).map_err(|fault| {
                Failure::Input(miette::miette!(help = fault.remedy, "--laws: {}: {}", set.name, fault.what))
            })
        };
        sets.iter().map(under).collect()
    }

    /// Quantities of the figure.
    fn quantities(&self, scene: &Scene) -> Result<Vec<NamedQuantity>, Failure> {
        let body = self.body(scene)?;
        let mut found = Vec::new();
        let (mut depth, mut begin) = (0, 0);
        for (at, sign) in self.plot.char_indices().chain([(self.plot.len(), ',')]) {
            match sign {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth <= 0 || at == self.plot.len() => {
                    let text = &self.plot[begin..at];
                    let quantity = NamedQuantity::parse(text, Some(body)).map_err(|error| {
                        Failure::Input(miette::miette!(help = error.remedy, "--plot: {}", error.message))
                    })?;
                    let is_of = |name: &str, body: &str| quantity.refers_to(name, body);
                    quantity.bodies().iter().try_for_each(|name| known(scene, name, "--plot", is_of))?;
                    found.push(quantity);
                    begin = at + 1;
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// The body whose curves are drawn.
    fn body<'a>(&'a self, scene: &'a Scene) -> Result<&'a str, Failure> {
        if let Some(name) = &self.body {
            return known(scene, name, "--body", |name, body| name == body).map(|()| name.as_str());
        }
        let moves = scene.bodies.iter().find(|body| body.mass.is_finite()).or(scene.bodies.first());
        Ok(moves.map_or("", |body| body.name.as_str()))
    }
}

/// Checks that the scene has a body to which a name refers.
fn known(scene: &Scene, name: &str, flag: &str, is_of: impl Fn(&str, &str) -> bool) -> Result<(), Failure> {
    if scene.bodies.iter().any(|body| is_of(name, &body.name)) {
        return Ok(());
    }
    let help = nearest::advice(name, scene.bodies.iter().map(|body| body.name.as_str()), "the bodies are");
    Err(Failure::Input(miette::miette!(help = help, "{flag}: there is no body `{name}`")))
}

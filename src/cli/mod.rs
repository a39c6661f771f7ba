//! The command line: one file per command, flags exactly as typed.

pub mod support;

pub(crate) mod check;
mod complete;
pub(crate) mod export;
pub mod failure;
pub(crate) mod generate;
pub(crate) mod import;
pub(crate) mod lesson;
pub(crate) mod page;
pub(crate) mod run;
pub(crate) mod scenes;
pub(crate) mod study;
#[cfg(feature = "view")]
pub(crate) mod window;

use crate::files::{MAX_BYTES, set_max_bytes};
use crate::record::build::build;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::CompleteEnv;
use failure::Failure;
use std::process::ExitCode;
#[cfg(not(feature = "view"))]
use support::windowless::Windowless;

/// A 3D friction sandbox: how bodies stick, slip, roll and spin on each other.
#[cfg_attr(feature = "view", doc = "\n\nWithout a command it opens the sandbox at the scene gallery.")]
#[derive(Debug, Parser)]
#[command(name = "stickslip", version = build(), after_help = examples())]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Largest file to read, in bytes
    #[arg(long, global = true, value_name = "BYTES", default_value_t = MAX_BYTES, allow_negative_numbers = true)]
    largest_file: u64,
}

const WINDOW: &str = "
  stickslip                                       open the sandbox
  stickslip open sphere-up-35                     open it on a built-in scene, or on a file
  stickslip snapshot sphere-up-35 --at 0.004 0.05 --out ball.png
  stickslip movie sphere-up-35 --to 0.2 --out ball.gif";

const HEADLESS: &str = "
  stickslip run sphere-up-35 --out results        write world.csv, bodies.csv, contacts.csv, events.csv, summary.json
  stickslip run my.ron --set friction.mu_s=0.3 --duration 2
  stickslip compare disk-panels-bc --laws fang-negrut,constant-torque --out disk
  stickslip bench-law --drive triangle --out loops
  stickslip fit fit-roll                          a roll coefficient from measured stopping distances, with its interval
  stickslip check my.ron --json                   every fault with line, column and remedy; `-` reads standard input
  stickslip export sphere-up-35 --to vtk --out ball   bodies.pvd and contacts.pvd for ParaView
  stickslip export box-settle --to lammps --out deck   an input deck for LAMMPS, on as many machines as you have
  stickslip import --from lammps deck/dump.bodies deck/dump.contacts --out run.rec
  stickslip audit crate                           what a run of any engine, in run.json and two tables, differs in
  stickslip run sphere-up-35 --record ball.rec    one file that replays bit for bit
  stickslip run --replay ball.rec --verify        exit code 1 and the step if a state differs
  stickslip lesson brick-slips --worksheet sheet.html   to print; `--answers FILE` counts predictions
  stickslip run drum --out drum --checkpoint 0.1  resume after a crash: stickslip run --continue drum";

/// Examples of the commands in this build.
fn examples() -> String {
    format!("Examples:{}{HEADLESS}", if cfg!(feature = "view") { WINDOW } else { "" })
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open the sandbox on a scene: a file, or the name of a built-in scene
    #[cfg(feature = "view")]
    Open(window::open::Open),
    // The help lists the commands of the window in a build without one, too.
    #[cfg(not(feature = "view"))]
    #[command(about = Windowless::about("Open the sandbox on a scene"))]
    Open(Windowless),
    #[cfg(not(feature = "view"))]
    #[command(about = Windowless::about("Draw a scene at given times, off screen"))]
    Snapshot(Windowless),
    #[cfg(not(feature = "view"))]
    #[command(about = Windowless::about("Draw a scene or a recording as a movie"))]
    Movie(Windowless),
    /// Run a scene without a window and write its tables
    Run(run::RunCommand),
    /// Run a scene under several sets of friction laws in lockstep, and report where they diverge
    Compare(study::compare::CompareCommand),
    /// Drive one contact by a prescribed motion under every friction law: loops, limits, slopes, energies
    BenchLaw(study::bench_law::BenchLaw),
    /// Report every fault of scene files: line, column, reason and remedy
    Check(check::CheckCommand),
    /// Run a grid of cases: one row per case, resumable, splittable into shards
    Sweep(study::sweep::SweepCommand),
    /// Merge the shards of a sweep
    Merge(study::sweep::Merge),
    /// Estimate a friction parameter from measured stopping distances, times or angles, with its 95 % interval
    Fit(study::fit::FitCommand),
    /// Reproduce the paper's figures and tables: SVG, PNG and the data of each
    Figure(page::figure::FigureCommand),
    /// Check every number the paper states, and rigid contacts against closed forms
    Verify(page::verify::Verify),
    /// Draw a scene at given times, off screen, with its overlays
    #[cfg(feature = "view")]
    Snapshot(window::snapshot::SnapshotCommand),
    /// Export a scene to another tool: VTK for ParaView, XYZ for OVITO, an input deck for LAMMPS
    Export(export::Export),
    /// Read another tool's files: MuJoCo's MJCF as a scene, dumps of LAMMPS or the folder of a run as a recording
    Import(import::Import),
    /// Check a run of any engine: momentum, friction limits, directions, creep, energy, frames; exit code 1 if it differs
    Audit(study::audit::AuditCommand),
    /// Run cases with closed forms by our own solvers and by the engines that Python has: MuJoCo, Drake, PyBullet
    Engines(study::engines::EnginesCommand),
    /// Write a built-in scene of many bodies with a different number of them
    Generate(generate::Generate),
    /// Time the steps of a scene: one line of JSON
    Bench(study::bench::BenchCommand),
    /// Draw a scene or a recording as a movie: GIF, PNG pictures, or MP4 where ffmpeg is installed
    #[cfg(feature = "view")]
    Movie(window::movie::Movie),
    /// List the friction laws, describe them, or measure them all
    Laws(page::laws::LawsCommand),
    /// List the formulations and methods of the solver of rigid contacts, or measure them all
    Solvers(page::solvers::SolversCommand),
    /// Compare static friction as a constraint with springs, in a shaken box and a heap of polygons: page and figures
    Polygons(page::polygons::PolygonsCommand),
    /// Print the reference of the scene language: every table, field and choice, with units, defaults and examples
    Language(page::language::LanguageCommand),
    /// List the quantities of bodies, contacts and the world, for use in tables, curves, lessons and sweeps
    Quantities(page::quantities::QuantitiesCommand),
    /// List the built-in scenes
    Scenes(scenes::Scenes),
    /// List the lessons, write the worksheet of one, or count the predictions of a class
    Lesson(lesson::LessonCommand),
    /// Print the completion script of a shell: commands, flags, files, and names of scenes, sweeps and laws
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Parses the command line, runs the command and maps an error to its exit code: the program `stickslip`, for a `main` of one's
/// own that has registered laws ([`register_law`](crate::laws::SlideLaw::register_law)).
pub fn main() -> ExitCode {
    crate::name_build();
    // Answers a completion request of the shell and exits; otherwise returns at once.
    CompleteEnv::with_factory(Cli::command).complete();
    match Cli::parse().execute() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

impl Cli {
    /// Runs the command.
    pub fn execute(self) -> Result<(), Failure> {
        set_max_bytes(self.largest_file);
        match self.command {
            #[cfg(feature = "view")]
            None => window::open::gallery(),
            #[cfg(not(feature = "view"))]
            None => Err(Failure::Other("this build has no window; see `stickslip --help`".into())),
            #[cfg(not(feature = "view"))]
            Some(Command::Open(open)) => Err(open.refuse("open")),
            #[cfg(not(feature = "view"))]
            Some(Command::Snapshot(snapshot)) => Err(snapshot.refuse("snapshot")),
            #[cfg(not(feature = "view"))]
            Some(Command::Movie(movie)) => Err(movie.refuse("movie")),
            #[cfg(feature = "view")]
            Some(Command::Open(open)) => open.execute(),
            Some(Command::Run(run)) => run.execute(),
            Some(Command::Compare(compare)) => compare.execute(),
            Some(Command::BenchLaw(bench)) => bench.execute(),
            Some(Command::Check(check)) => check.execute(),
            Some(Command::Sweep(sweep)) => sweep.execute(),
            Some(Command::Merge(merge)) => merge.execute(),
            Some(Command::Fit(fit)) => fit.execute(),
            Some(Command::Figure(figure)) => figure.execute(),
            Some(Command::Verify(verify)) => verify.execute(),
            #[cfg(feature = "view")]
            Some(Command::Snapshot(snapshot)) => snapshot.execute(),
            Some(Command::Export(export)) => export.execute(),
            Some(Command::Import(import)) => import.execute(),
            Some(Command::Audit(audit)) => audit.execute(),
            Some(Command::Engines(engines)) => engines.execute(),
            Some(Command::Generate(generate)) => generate.execute(),
            Some(Command::Bench(bench)) => bench.execute(),
            #[cfg(feature = "view")]
            Some(Command::Movie(movie)) => movie.execute(),
            Some(Command::Laws(laws)) => laws.execute(),
            Some(Command::Solvers(solvers)) => solvers.execute(),
            Some(Command::Polygons(polygons)) => polygons.execute(),
            Some(Command::Language(language)) => language.execute(),
            Some(Command::Quantities(quantities)) => quantities.execute(),
            Some(Command::Scenes(scenes)) => scenes.execute(),
            Some(Command::Lesson(lesson)) => lesson.execute(),
            Some(Command::Completions { shell }) => complete::script(shell),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::any::TypeId;

    /// A number that begins with a minus sign reaches the check of its command, which says what is wrong with it; the
    /// parser would take it for an unknown flag.
    #[test]
    fn every_number_may_be_negative() {
        let numbers = [TypeId::of::<f64>(), TypeId::of::<u64>(), TypeId::of::<u32>(), TypeId::of::<u16>()];
        let mut met = 0;
        for command in Cli::command().get_subcommands() {
            for argument in command.get_arguments().filter(|argument| argument.get_action().takes_values()) {
                if !numbers.iter().any(|number| argument.get_value_parser().type_id() == *number) {
                    continue;
                }
                let is_taken = argument.is_allow_hyphen_values_set() || argument.is_allow_negative_numbers_set();
                assert!(is_taken, "{} {}", command.get_name(), argument.get_id());
                met += 1;
            }
        }
        assert!(met > 20, "{met} numbers");
    }
}

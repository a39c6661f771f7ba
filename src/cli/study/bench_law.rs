//! `stickslip bench-law`.

use crate::cli::complete::scenes;
use crate::cli::failure::Failure;
use crate::cli::support::output::say;
use crate::cli::support::source::Source;
use crate::files::read_text;
use crate::laws::math::extremes::{largest, smallest};
use crate::laws::pair::choice::AnyLaw;
use crate::scene::{LawFault, LawSet, MAGNITUDES, Scene, text::nearest};
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use stickslip_lab::compare::short;
use stickslip_lab::law_bench::contact::{Bench, SCENE};
use stickslip_lab::law_bench::drive::{BenchDrive, DrivenComponent, MAX_STEPS, MIN_STEPS_PER_CYCLE, Wave, amplitude};
use stickslip_lab::law_bench::replay::{DriveFault, file, recorded};
use stickslip_lab::law_bench::report::{ComponentLoops, name, table, write};
use stickslip_lab::law_bench::run;

const EXAMPLES: &str = "Drives:
  sine, triangle, ramp      of --amplitude (m or rad) and --frequency, --cycles times; a ramp rises in a quarter of a
                            period, then holds; each component is driven alone
  steps, hold               of --amplitude in each of --cycles periods: steps of speed, 1 to 10 to 1, a third of the period
                            each; slide, hold for half of the period, slide
  FILE.csv                  displacements over time: columns `t [s]` and some of slip_u [m], slip_w [m], roll_u [rad],
                            roll_w [rad], spin [rad], N [N]
  DIR/contacts.csv:i,j      the motion of the contact of bodies i and j in a run, step by step (`i,j,2` for point 2 of a
                            face); the scene is that of DIR/summary.json

In DIR: bench.csv (displacement, load, mode, energies of every law), summary.csv, loops.svg, .png, .csv.

  cap        largest load                  per cycle  work of the last complete cycle
  slope      initial slope of the spring   creep      speed under half of the load that the spring (or law) holds

Examples:
  stickslip bench-law --drive triangle --out loops
  stickslip bench-law --drive sine --component slide --amplitude 1e-3 --laws fang-negrut,luding,coulomb-regularised
  stickslip bench-law --drive ramp --component spin --scene my.ron --set friction.mu_k=0.1
  stickslip bench-law --drive hold --component slide --amplitude 4e-3 --frequency 0.05 --laws rate-state,stribeck
  stickslip run sphere-up-35 --out ball && stickslip bench-law --drive ball/contacts.csv:incline,ball --out replay";

/// Flags of `bench-law`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BenchLaw {
    /// The motion: sine, triangle, ramp, steps, hold, FILE.csv, or DIR/contacts.csv:i,j
    #[arg(long, value_name = "DRIVE", default_value = "triangle")]
    drive: String,
    /// Laws, separated by commas, with parameters as in a scene: luding,ConstantTorque(mu_r: 0.1); `all` for every law
    #[arg(long, value_name = "A,B,...", default_value = "all")]
    laws: String,
    /// The friction component to test
    #[arg(long, value_enum, default_value_t = Which::All)]
    component: Which,
    /// Amplitude of a wave, m or rad (default: five times the deflection at which the paper's law slips)
    #[arg(long, value_name = "M|RAD", allow_hyphen_values = true)]
    amplitude: Option<f64>,
    /// Frequency of a wave, Hz
    #[arg(long, value_name = "HZ", default_value_t = 1.0, allow_hyphen_values = true)]
    frequency: f64,
    /// Cycles of a wave
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..))]
    cycles: u16,
    /// Normal force, N (default: the scene's)
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    normal: Option<f64>,
    /// Step size, s (default: the scene's)
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    dt: Option<f64>,
    /// The scene that provides the contact, in its initial state (default: an elastic ball on a plane)
    #[arg(long, value_name = "SCENE", add = scenes())]
    scene: Option<OsString>,
    /// Change a value of that scene: friction.mu_s=0.3, bodies.ball.mass=2
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Write every N-th step to bench.csv
    #[arg(long, value_name = "STEPS", default_value_t = 10, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Folder for tables and figure; created if missing
    #[arg(long, value_name = "DIR", value_parser = crate::cli::support::output::folder())]
    out: Option<PathBuf>,
}

/// `--component`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Which {
    Slide,
    Roll,
    Spin,
    All,
}

/// `--drive`.
enum MotionArgument<'a> {
    Wave(Wave),
    File(&'a Path),
    Contact { table: &'a Path, pair: [&'a str; 2], feature: u64 },
}

fn bad(what: impl std::fmt::Display, help: impl std::fmt::Display) -> Failure {
    Failure::Input(miette::miette!(help = help.to_string(), "{what}"))
}

impl BenchLaw {
    /// Runs the bench.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let drive = self.source()?;
        let scene = self.scene(&drive)?;
        let pair = if let MotionArgument::Contact { pair, .. } = drive { Some(pair) } else { None };
        if let Some(name) = pair.iter().flatten().find(|name| !scene.bodies.iter().any(|body| body.name == **name)) {
            let names = scene.bodies.iter().map(|body| body.name.as_str());
            let help = nearest::advice(name, names, "the bodies are");
            return Err(bad(format!("--drive: the scene has no body `{name}`"), help));
        }
        let bench = Bench::new(&scene, pair).ok_or_else(|| {
            let what = "no bodies of the scene press on each other at the start: springs need an overlap";
            bad(what, "write `on: (surface: \"...\", settled: true)`, use `normal: Known(Weight)`, or give --scene")
        })?;
        self.check_numbers()?;
        let (mut sheets, mut left_out, mut normals) = (Vec::new(), Vec::new(), Vec::new());
        for component in self.components().into_iter().filter(|component| bench.has(*component)) {
            let laws = self.laws(&bench, component, &mut left_out)?;
            let drive = self.drive(&drive, &bench, component)?;
            normals.extend(drive.normals());
            let loops = laws.into_iter().map(|law| run(&bench, law, component, &drive)).collect();
            sheets.push(ComponentLoops { component, loops });
        }
        sheets.retain(|sheet| !sheet.loops.is_empty());
        if sheets.is_empty() {
            return Err(bad(
                "no law is left to drive",
                "name laws of the --component, of bodies that can roll for roll",
            ));
        }
        if let Some(dir) = &self.out {
            write(&sheets, self.every as usize, dir).map_err(|e| Failure::Other(e.to_string()))?;
        }
        let [i, j] = &bench.bodies;
        let [least, most] = [smallest(normals.iter().copied()), largest(normals.iter().copied())];
        let normal = if least == most { format!("{most}") } else { format!("{} to {}", short(least), short(most)) };
        say(&format!("{}: contact of {i} and {j}, N = {normal} N", scene.title))?;
        say(table(&sheets).trim_end())?;
        for faults in left_out.chunk_by(|a, b| a.remedy == b.remedy) {
            faults.iter().try_for_each(|fault| say(&format!("left out: {}", fault.what)))?;
            say(&format!("  {}", faults[0].remedy))?;
        }
        self.out.as_ref().map_or(Ok(()), |dir| say(&format!("written to {}", dir.display())))
    }

    fn components(&self) -> Vec<DrivenComponent> {
        match self.component {
            Which::Slide => vec![DrivenComponent::Slide],
            Which::Roll => vec![DrivenComponent::Roll],
            Which::Spin => vec![DrivenComponent::Spin],
            Which::All => DrivenComponent::ALL.to_vec(),
        }
    }

    fn source(&self) -> Result<MotionArgument<'_>, Failure> {
        if let Some(wave) = Wave::ALL.into_iter().find(|wave| wave.name() == self.drive) {
            return Ok(MotionArgument::Wave(wave));
        }
        if let Some(at) = self.drive.find(".csv:") {
            let (table, contact) = (&self.drive[..at + 4], &self.drive[at + 5..]);
            let parts: Vec<&str> = contact.split(',').map(str::trim).collect();
            let feature = parts.get(2).map_or(Some(0), |text| text.parse().ok());
            return match (&parts[..], feature) {
                ([i, j] | [i, j, _], Some(feature)) => {
                    Ok(MotionArgument::Contact { table: Path::new(table), pair: [i, j], feature })
                }
                _ => Err(bad(
                    format!("--drive: `{contact}` is not a contact"),
                    "write body i, body j and, of a face, the point: `ground,box,2`",
                )),
            };
        }
        if self.drive.ends_with(".csv") {
            return Ok(MotionArgument::File(Path::new(&self.drive)));
        }
        Err(bad(
            format!("--drive: there is no drive `{}`", self.drive),
            "sine, triangle, ramp, steps, hold, FILE.csv or DIR/contacts.csv:i,j",
        ))
    }

    /// The scene given, else that of the recorded run used as drive, else the default scene.
    fn scene(&self, drive: &MotionArgument) -> Result<Scene, Failure> {
        let source = match (&self.scene, drive) {
            (Some(name), _) => Source::find(name)?,
            (None, MotionArgument::Contact { table, .. }) => {
                let summary = table.with_file_name("summary.json");
                let text = read_text(&summary).map_err(|error| {
                    bad(format!("cannot read {}: {error}", summary.display()), "name the scene of the run with --scene")
                })?;
                let settings = serde_json::from_str::<serde_json::Value>(&text)
                    .ok()
                    .and_then(|all| all.get("settings").and_then(|text| text.as_str()).map(str::to_owned));
                let help = "it must be that of a run; or name the scene with --scene";
                let text = settings.ok_or_else(|| bad(format!("{} has no settings", summary.display()), help))?;
                Source::new(summary.display().to_string(), text)
            }
            (None, _) => Source::new("bench".to_owned(), SCENE.to_owned()),
        };
        source.with(&self.set)?.scene()
    }

    fn check_numbers(&self) -> Result<(), Failure> {
        let given = [
            ("--frequency", Some(self.frequency)),
            ("--amplitude", self.amplitude),
            ("--normal", self.normal),
            ("--dt", self.dt),
        ];
        for (flag, value) in given.into_iter().filter_map(|(flag, value)| Some((flag, value?))) {
            if value.is_nan() || value <= 0.0 {
                return Err(bad(format!("{flag} {value}: it must be positive"), "give a number above 0"));
            }
            if !MAGNITUDES.contains(&value) {
                let [low, high] = [MAGNITUDES.start(), MAGNITUDES.end()];
                return Err(bad(
                    format!("{flag} {value:e}: it must be from {low:e} to {high:e}"),
                    "give it in SI units",
                ));
            }
        }
        if self.amplitude.is_some() && self.component == Which::All {
            return Err(bad("--amplitude is in m for slide and in rad for roll and spin", "name the --component"));
        }
        Ok(())
    }

    /// The requested laws of this component; an error if the contact cannot have one of them.
    fn laws(
        &self,
        bench: &Bench,
        component: DrivenComponent,
        left_out: &mut Vec<LawFault>,
    ) -> Result<Vec<AnyLaw>, Failure> {
        if self.laws == "all" {
            let (laws, faults) = bench.all_laws(component);
            left_out.extend(faults);
            return Ok(laws);
        }
        let sets = LawSet::list(&self.laws).map_err(|fault| bad(format!("--laws: {}", fault.message), fault.remedy))?;
        if let Some(solver) = sets.iter().find_map(|set| set.solver) {
            let what = format!("--laws: `{solver}` solves rigid contacts, and here the motion is given");
            return Err(bad(what, "leave it out"));
        }
        let mut laws = Vec::new();
        for law in sets.iter().flat_map(|set| &set.laws).filter(|law| law.component() == component.name()) {
            match bench.lacks(*law) {
                Some(fault) => return Err(bad(format!("--laws: {}: {}", name(law), fault.what), fault.remedy)),
                None => laws.push(*law),
            }
        }
        Ok(laws)
    }

    fn drive(&self, source: &MotionArgument, bench: &Bench, component: DrivenComponent) -> Result<BenchDrive, Failure> {
        let fault = |fault: DriveFault| bad(format!("--drive: {}", fault.what), fault.remedy);
        let (normal, dt) = (self.normal.unwrap_or(bench.normal), self.dt.unwrap_or(bench.scene.dt));
        let drive = match source {
            MotionArgument::Wave(wave) => {
                if 1.0 / (self.frequency * dt) < MIN_STEPS_PER_CYCLE as f64 {
                    let help = "lower --frequency or --dt";
                    return Err(bad(format!("a cycle has fewer than {MIN_STEPS_PER_CYCLE} steps of {dt} s"), help));
                }
                let steps = f64::from(self.cycles) / (self.frequency * dt);
                if steps > MAX_STEPS {
                    let help = "raise --frequency or --dt, or use fewer --cycles";
                    return Err(bad(format!("the drive has {steps:.1e} steps of {dt} s, over {MAX_STEPS:.0e}"), help));
                }
                let reach = self.amplitude.unwrap_or_else(|| amplitude(&bench.contact_state, component, normal));
                if normal > 0.0 && (reach.is_nan() || reach <= 0.0) {
                    let what = format!(
                        "this contact has no spring or no friction, from which the amplitude of {} would follow",
                        component.name()
                    );
                    return Err(bad(what, "give --component and --amplitude"));
                }
                BenchDrive::wave(*wave, component, (reach, self.frequency), self.cycles.into(), normal, dt)
            }
            MotionArgument::File(path) => file(path, normal, dt).map_err(fault)?,
            MotionArgument::Contact { table, pair, feature } => recorded(table, *pair, *feature, dt).map_err(fault)?,
        };
        if drive.normals() == [0.0; 2] {
            let help = "give --normal in N (a rigid contact has no normal force before the first step)";
            return Err(bad("nothing presses the bodies together: N = 0", help));
        }
        Ok(drive)
    }
}

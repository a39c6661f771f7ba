//! `stickslip import`.

mod lammps;
mod mjcf;
pub(super) mod run_folder;

use super::failure::Failure;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};
use stickslip_lab::interop::run_folder::SteppedBy;

/// Flags of `import`.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// What to read: an MJCF file; the dumps of LAMMPS, of the atoms and, if there is one, of the contacts; or the folder
    /// of a run
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The program that made them
    #[arg(long, value_enum, value_name = "PROGRAM")]
    from: From,
    /// mjcf: the file for the scene [default: print it]; lammps, run: the recording [default: imported.rec]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// mjcf: leave out what cannot be expressed, naming each [default: refuse the file]
    #[arg(long)]
    partial: bool,
    /// lammps: the scene that was exported [default: scene.ron beside the first dump]
    #[arg(long, value_name = "SCENE")]
    scene: Option<PathBuf>,
    /// run: write a scene of the same bodies instead, stepped by our own springs, cones or dae [default file: print it]
    #[arg(long, value_name = "LAWS", value_parser = laws())]
    rebuild: Option<SteppedBy>,
}

/// Names of the laws that can step a rebuilt scene.
fn laws() -> impl TypedValueParser<Value = SteppedBy> {
    let names = PossibleValuesParser::new(SteppedBy::ALL.map(SteppedBy::name));
    names.try_map(|name| SteppedBy::named(&name).ok_or("no such laws"))
}

/// `--from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum From {
    /// Text dumps of LAMMPS, as a recording.
    Lammps,
    /// MJCF, the XML of MuJoCo, as a scene.
    Mjcf,
    /// A folder with run.json, bodies and contacts, which any engine can write, as a recording.
    Run,
}

impl Import {
    /// Reads the files and writes the scene or the recording.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let input = |help: &str, text: String| Err(Failure::Input(miette::miette!(help = help, "{text}")));
        if self.rebuild.is_some() && self.from != From::Run {
            return input("leave it out", "--rebuild is for the folder of a run".to_owned());
        }
        match (self.from, self.files.as_slice()) {
            (From::Mjcf, _) if self.scene.is_some() => {
                input("leave it out", "--scene is for the dumps of LAMMPS".to_owned())
            }
            (From::Mjcf, [file]) => mjcf::import(file, self.out.as_deref(), self.partial),
            (From::Mjcf, files) => input("import one at a time", format!("{} files: MJCF is one file", files.len())),
            (From::Lammps, _) if self.partial => input("leave it out", "--partial is for MJCF".to_owned()),
            (From::Run, _) if self.partial => input("leave it out", "--partial is for MJCF".to_owned()),
            (From::Run, _) if self.scene.is_some() => {
                input("leave it out", "--scene is for the dumps of LAMMPS".to_owned())
            }
            (From::Run, [dir]) if let Some(by) = self.rebuild => run_folder::rebuild(dir, by, self.out.as_deref()),
            (From::Run, [dir]) => run_folder::import(dir, self.out.as_deref().unwrap_or(Path::new("imported.rec"))),
            (From::Run, dirs) => input("import one at a time", format!("{} folders: a run is one folder", dirs.len())),
            (From::Lammps, dumps) => {
                let out = self.out.as_deref().unwrap_or(Path::new("imported.rec"));
                lammps::import_dumps(dumps, self.scene.as_deref(), out)
            }
        }
    }
}

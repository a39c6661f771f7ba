//! `stickslip-rust-engines` names the engines with their versions, a line each; `stickslip-rust-engines rapier FOLDER` plays
//! the scene that its standard input has as JSON, and records the run in the folder.

use std::error::Error;
use std::io::{Write, stderr, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use stickslip_rust_engines::{play_in_avian, play_in_rapier};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            // There is nowhere to tell that standard error is closed.
            let _ = writeln!(stderr(), "stickslip-rust-engines: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    match arguments {
        [] => Ok(writeln!(stdout(), "{}\n{}", stickslip_rapier::engine(), stickslip_avian::engine())?),
        ["rapier", folder] => play_in_rapier(&serde_json::from_reader(stdin().lock())?, Path::new(folder)),
        ["avian", folder] => play_in_avian(&serde_json::from_reader(stdin().lock())?, Path::new(folder)),
        _ => Err("no arguments, or: rapier|avian FOLDER, with a scene on standard input".into()),
    }
}

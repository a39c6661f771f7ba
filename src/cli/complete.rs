//! Shell completion: names of scenes, lessons, sweeps, fits and laws, and files.

use super::failure::Failure;
use super::support::output::say;
use crate::laws::pair::choice::AnyLaw;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use std::ffi::OsStr;
use stickslip_lab::builtin;

/// The variable that marks a request from the completion script of a shell.
const VARIABLE: &str = "COMPLETE";

/// Completes built-in scenes and files.
pub(super) fn scenes() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        names(builtin::all().iter().map(|(name, _)| (*name).to_owned()).collect(), current, true)
    })
}

/// Completes built-in sweeps and files.
pub(super) fn sweeps() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let sweeps = stickslip_lab::sweep::builtin::all().iter().map(|(name, _)| (*name).to_owned());
        names(sweeps.collect(), current, true)
    })
}

/// Completes lessons.
pub(super) fn lessons() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let lessons = stickslip_lab::lessons::all().iter().map(|(name, _)| (*name).to_owned());
        names(lessons.collect(), current, false)
    })
}

/// Completes ids of laws.
pub(super) fn laws() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        names(AnyLaw::all().iter().map(|law| law.info().id.to_owned()).collect(), current, false)
    })
}

/// The names with this prefix, without duplicates, and files if allowed.
fn names(mut names: Vec<String>, current: &OsStr, files: bool) -> Vec<CompletionCandidate> {
    let begun = current.to_string_lossy();
    names.retain(|name| name.starts_with(&*begun));
    names.sort_unstable();
    names.dedup();
    let mut candidates: Vec<CompletionCandidate> = names.into_iter().map(CompletionCandidate::new).collect();
    if files {
        candidates.extend(PathCompleter::any().complete(current));
    }
    candidates
}

/// Prints the completion script of a shell, which in turn calls this program.
pub(super) fn script(shell: clap_complete::Shell) -> Result<(), Failure> {
    let shells = Shells::builtins();
    let Some(completer) = shells.completer(&shell.to_string()) else {
        return Err(Failure::Other(format!("there is no completion for {shell}")));
    };
    let mut script = Vec::new();
    completer
        .write_registration(VARIABLE, "stickslip", "stickslip", "stickslip", &mut script)
        .map_err(|error| Failure::Other(error.to_string()))?;
    say(&String::from_utf8_lossy(&script))
}

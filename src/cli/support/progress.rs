//! Progress of a command on standard error: a bar on a terminal, plain lines elsewhere.

use crate::cli::support::colour::{self, Tone};
use crate::scene::text::plural::counted;
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A bar of `length` parts in indicatif's template syntax; hidden unless standard error is a terminal.
pub(in crate::cli) fn bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = if std::io::stderr().is_terminal() { ProgressBar::new(length) } else { ProgressBar::hidden() };
    bar.with_style(style)
}

/// Progress of a run in steps; without a terminal, a line for every tenth of a run that takes over a second.
pub(in crate::cli) struct StepProgress {
    bar: ProgressBar,
    steps: u64,
    last_tenth: Cell<u64>,
    start: Instant,
    is_silent: bool,
}

impl StepProgress {
    /// Progress of a run with this number of steps.
    pub(in crate::cli) fn new(steps: u64) -> Self {
        let bar = bar(steps, "{bar:40} {pos}/{len} steps  {per_sec}  ETA {eta}");
        Self { bar, steps, last_tenth: Cell::new(0), start: Instant::now(), is_silent: false }
    }

    /// Progress of which nothing is shown.
    pub(in crate::cli) fn silent(steps: u64) -> Self {
        Self { bar: ProgressBar::hidden(), is_silent: true, ..Self::new(steps) }
    }

    pub(in crate::cli) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    pub(in crate::cli) fn tell(&self, step: u64) {
        self.bar.set_position(step);
        let tenth = 10 * step / self.steps.max(1);
        let slow = self.start.elapsed() > Duration::from_secs(1);
        if self.bar.is_hidden() && !self.is_silent && slow && tenth > self.last_tenth.replace(tenth) {
            tell(&format!("{step}/{} steps ({} %)", self.steps, 100 * step / self.steps.max(1)));
        }
    }
}

/// Progress of parts that finish in any order.
pub(in crate::cli) struct PartsProgress {
    /// Name of one part.
    what: &'static str,
    count: usize,
    done: AtomicUsize,
    begin: Instant,
    bar: ProgressBar,
}

impl PartsProgress {
    /// Announces the number of parts, by the name of one, and their approximate total time, s.
    pub(in crate::cli) fn begin(what: &'static str, count: usize, seconds: f64) -> Self {
        tell(&format!("{}, about {} s", counted(count, what), seconds.ceil()));
        let bar = bar(count as u64, "{bar:30} {pos}/{len} {elapsed} {wide_msg}");
        Self { what, count, done: AtomicUsize::new(0), begin: Instant::now(), bar }
    }

    /// Reports a finished part.
    pub(in crate::cli) fn done(&self, part: &str) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.bar.set_message(part.to_owned());
        self.bar.set_position(done as u64);
        if self.bar.is_hidden() {
            let seconds = self.begin.elapsed().as_secs_f64();
            tell(&format!("{done} of {}: {part}, {seconds:.1} s", counted(self.count, self.what)));
        }
    }

    /// Finishes and clears the bar.
    pub(in crate::cli) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Number of finished parts.
    pub(in crate::cli) fn count_done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }
}

/// Prints a warning to standard error.
pub(in crate::cli) fn warn(text: &str) {
    tell(&format!("{} {text}", Tone::Warning.paint("warning:", colour::on_error())));
}

/// Prints a line to standard error; a failure to print is ignored.
pub(in crate::cli) fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

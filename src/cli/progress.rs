//! How far a command of several parts is: a bar on a terminal, else a line for each part, on standard error.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The progress of parts that end in any order.
pub(super) struct PartsProgress {
    /// What the parts are called.
    what: &'static str,
    count: usize,
    done: AtomicUsize,
    begin: Instant,
    /// On a terminal.
    bar: Option<ProgressBar>,
}

impl PartsProgress {
    /// Tells how many parts there are and about how long they take together, s.
    pub(super) fn begin(what: &'static str, count: usize, seconds: f64) -> Self {
        tell(&format!("{count} {what}, about {} s", seconds.ceil()));
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}");
            ProgressBar::new(count as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { what, count, done: AtomicUsize::new(0), begin: Instant::now(), bar }
    }

    /// One part is done.
    pub(super) fn done(&self, part: &str) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        match &self.bar {
            Some(bar) => {
                bar.set_message(part.to_owned());
                bar.set_position(done as u64);
            }
            None => tell(&format!(
                "{done} of {} {}: {part}, {:.1} s",
                self.count,
                self.what,
                self.begin.elapsed().as_secs_f64()
            )),
        }
    }

    /// All are done: nothing stays on the terminal.
    pub(super) fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A line on standard error; one that nobody can read is no reason to stop.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
